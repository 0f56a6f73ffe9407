#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# other_processor.sh PROCESSOR FOLDER: builds for x86_64 or aarch64, on a machine of another kind, with Debian's cross compiler:
# FOLDER/build/static/strat_eval and FOLDER/*.whl. Libraries for it are unpacked in FOLDER/root; the system stays as it is.
# Prints the name of the wheel.
set -eu

fail()
{
	echo "other_processor.sh: $*" >&2
	exit 1
}

# Debian has names of its own, and the loader has two places.
processor=$1
case $processor in
x86_64) debian=amd64 loader=lib64/ld-linux-x86-64.so.2 ;;
aarch64) debian=arm64 loader=lib/ld-linux-aarch64.so.1 ;;
*) fail "$processor is neither x86_64 nor aarch64" ;;
esac
top=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$2"
folder=$(cd "$2" && pwd)
root=$folder/root

# ---- libraries --------------------------------------------------------------------------------------
# A package list and a cache of its own, from where the system has its packages.

apt=$folder/apt
unpack() # PACKAGE...
{
	mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$root"
	# shellcheck disable=SC2016 # apt's own words
	apt-get indextargets --format '$(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' |
		sort -u | sed "s/^/deb [arch=$debian] /" >"$apt/sources.list"
	cat >"$apt/settings" <<-END
		Dir::Etc::sourcelist "$apt/sources.list";
		Dir::Etc::sourceparts "-";
		Dir::State::Lists "$apt/lists";
		Dir::State::status "/dev/null";
		Dir::Cache "$apt/cache";
		APT::Architecture "$debian";
		APT::Architectures "$debian";
		APT::Sandbox::User "root";
	END
	(cd "$apt" && APT_CONFIG=$apt/settings && export APT_CONFIG && apt-get -q update && apt-get -q download "$@") >"$apt/log" 2>&1 ||
		fail "no packages for $debian: see $apt/log"
	for package in "$apt"/*.deb; do dpkg-deb -x "$package" "$root"; done
	# links name files from the top of the system, as that of libm.so does, which is another one here
	find "$root" -type l -lname '/*' | while read -r link; do ln -sfn "$root$(readlink "$link")" "$link"; done
	ln -sfn "../lib/$processor-linux-gnu/${loader##*/}" "$root/$loader"
}

[ -e "$root/done" ] || {
	unpack r-mathlib libcsv-dev libcsv3 libdeflate-dev libdeflate0 uthash-dev libxxhash-dev librandom123-dev libc6 libc6-dev linux-libc-dev libgcc-s1 \
		libpython3.11-dev libpython3.11-minimal libpython3.11-stdlib python3.11-minimal libexpat1 zlib1g libssl3 libffi8
	touch "$root/done"
}

# ---- the program and the wheel ----------------------------------------------------------------------

export CC="${CCACHE-} $processor-linux-gnu-gcc --sysroot=$root" BUILD_CC="${CCACHE-} gcc" AR="$processor-linux-gnu-ar" OBJDUMP="$processor-linux-gnu-objdump"
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
BUILD=$folder/wheel OWN=$folder/own _PYTHON_HOST_PLATFORM="linux-$processor" /usr/bin/python3 -B core/python/build_backend.py "$folder"
