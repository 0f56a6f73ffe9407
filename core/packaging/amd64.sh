#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# amd64.sh FOLDER: builds for x86-64, on a machine of another kind, with Debian's cross compiler: FOLDER/build/static/strat_eval and
# FOLDER/*.whl. Libraries for x86-64 are unpacked in FOLDER/root; the system stays as it is.
set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
root=$folder/root

fail()
{
	echo "amd64.sh: $*" >&2
	exit 1
}

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
		fail "no packages for amd64: see $apt/log"
	for package in "$apt"/*.deb; do dpkg-deb -x "$package" "$root"; done
	# this link names a file from the top of the system, which is another one here
	ln -sfn ../lib/x86_64-linux-gnu/ld-linux-x86-64.so.2 "$root/lib64/ld-linux-x86-64.so.2"
}

[ -e "$root/done" ] || {
	unpack r-mathlib libcsv-dev libcsv3 libdeflate-dev libdeflate0 uthash-dev libxxhash-dev librandom123-dev libc6 libc6-dev linux-libc-dev libgcc-s1 \
		libpython3.11-dev libpython3.11-minimal libpython3.11-stdlib python3.11-minimal libexpat1 zlib1g libssl3 libffi8
	touch "$root/done"
}

# ---- the program and the wheel ----------------------------------------------------------------------

export CC="${CCACHE-} x86_64-linux-gnu-gcc --sysroot=$root" BUILD_CC="${CCACHE-} gcc" AR=x86_64-linux-gnu-ar OBJDUMP=x86_64-linux-gnu-objdump
build() # WORD...
{
	make --no-print-directory -j"$(nproc)" -C "$top" CC="$CC" BUILD_CC="$BUILD_CC" "$@" >"$folder/build.log" 2>&1 || {
		tail -n 20 "$folder/build.log" >&2
		fail "the build: see $folder/build.log"
	}
}

build BUILD="$folder/build" STATIC=1
build OWN="$folder/own" own-libraries
rm -f "$folder"/*.whl
cd "$top"
BUILD=$folder/wheel OWN=$folder/own _PYTHON_HOST_PLATFORM=linux-x86_64 /usr/bin/python3 -B core/python/build_backend.py "$folder"
