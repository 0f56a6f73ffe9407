#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# amd64.sh PROGRAM FOLDER [PATTERN]: builds for x86-64 with Debian's cross compiler, and runs the command lines of battery.txt (or
# those that match PATTERN) by PROGRAM, a static one made for this machine, and by that build in qemu. Then the wheel, in a Python for x86-64.
# Libraries for x86-64 are unpacked in FOLDER; the system stays as it is.
#
# Answers must be equal in all bytes; numbers of csv and jsonl, with all their digits, may differ by 1e-9 of their size.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
program=$(realpath "$1")
mkdir -p "$2"
folder=$(cd "$2" && pwd)
root=$folder/root

skip()
{
	echo "cross-test: skipped: $*"
	exit 0
}

fail()
{
	echo "cross-test: $*" >&2
	exit 1
}

[ "$(dpkg --print-architecture 2>/dev/null)" != amd64 ] || skip "this machine is one"
for tool in x86_64-linux-gnu-gcc qemu-x86_64 apt-get dpkg-deb; do
	command -v "$tool" >/dev/null || skip "$tool is not installed"
done

# ---- libraries --------------------------------------------------------------------------------------
# A package list and a cache of its own, from where the system has its packages.

apt=$folder/apt
unpack() # PACKAGE...
{
	mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$root"
	# shellcheck disable=SC2016 # apt's own words
	apt-get indextargets --format 'deb [arch=amd64] $(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' | sort -u >"$apt/sources.list"
	cat >"$apt/settings" <<-END
		Dir::Etc::sourcelist "$apt/sources.list";
		Dir::Etc::sourceparts "-";
		Dir::State::Lists "$apt/lists";
		Dir::State::status "/dev/null";
		Dir::Cache "$apt/cache";
		APT::Architecture "amd64";
		APT::Architectures "amd64";
		APT::Sandbox::User "root";
	END
	(cd "$apt" && APT_CONFIG=$apt/settings && export APT_CONFIG && apt-get -q update && apt-get -q download "$@") >"$apt/log" 2>&1 ||
		skip "no packages for amd64: see $apt/log"
	for package in "$apt"/*.deb; do dpkg-deb -x "$package" "$root"; done
	# this link names a file from the top of the system, which is another one here
	ln -sfn ../lib/x86_64-linux-gnu/ld-linux-x86-64.so.2 "$root/lib64/ld-linux-x86-64.so.2"
}

[ -e "$root/done" ] || {
	unpack r-mathlib libcsv-dev libcsv3 libdeflate-dev libdeflate0 uthash-dev libxxhash-dev librandom123-dev libc6 libc6-dev linux-libc-dev libgcc-s1 \
		libpython3.11-dev libpython3.11-minimal libpython3.11-stdlib python3.11-minimal libexpat1 zlib1g libssl3 libffi8
	touch "$root/done"
}

# ---- the program ------------------------------------------------------------------------------------

compiler="${CCACHE-} x86_64-linux-gnu-gcc --sysroot=$root"
build() # WORD...
{
	make --no-print-directory -j"$(nproc)" -C "$top" CC="$compiler" BUILD_CC="${CCACHE-} gcc" WERROR=1 "$@" >"$folder/build.log" 2>&1 || {
		tail -n 20 "$folder/build.log" >&2
		fail "the build: see $folder/build.log"
	}
}

build BUILD="$folder/build" STATIC=1
static=$folder/build/static/strat_eval
echo "cross-test: $(wc -c <"$static") bytes, static, for x86-64"
printf '#!/bin/sh\nexec qemu-x86_64 -0 strat_eval "%s" "$@"\n' "$static" >"$folder/strat_eval"
chmod +x "$folder/strat_eval"
BATTERY_NEAR=1e-9 bash "$top/tests/battery.sh" "$program" "$folder/strat_eval" ${3+"$3"}

# ---- the wheel --------------------------------------------------------------------------------------

export AR=x86_64-linux-gnu-ar OBJDUMP=x86_64-linux-gnu-objdump
build OWN="$folder/own" own-libraries
rm -f "$folder"/*.whl
wheel=$(cd "$top" && env BUILD="$folder/wheel" OWN="$folder/own" CC="$compiler" BUILD_CC="${CCACHE-} gcc" \
	_PYTHON_HOST_PLATFORM=linux-x86_64 /usr/bin/python3 -B core/python/build_backend.py "$folder") || fail "the wheel"
case $wheel in *-abi3-manylinux_2_*_x86_64.whl) ;; *) fail "$wheel: the name does not say x86_64 and manylinux" ;; esac
rm -rf "$folder/site" && mkdir "$folder/site"
/usr/bin/python3 -m zipfile -e "$wheel" "$folder/site"
cat >"$folder/use.py" <<'END'
import platform
import strat_eval
qrels, run = {"1": {"a": 1, "b": 0, "c": 1}}, {"1": {"a": 3.0, "b": 2.0, "c": 1.0}}
print(platform.machine(), strat_eval.evaluate(qrels, run, ["AP"]))
END
python() # FILE: a Python for x86-64
{
	qemu-x86_64 -L "$root" -E PYTHONHOME="$root/usr" -E PYTHONPATH="$folder/site" "$root/usr/bin/python3.11" -B "$1"
}
echo "cross-test: $(basename "$wheel"): $(python "$folder/use.py")"
# AP by hand: (1/1 + 2/3) / 2
python "$folder/use.py" | grep -q 'x86_64.*0\.83333' || fail "the wheel does not answer"
