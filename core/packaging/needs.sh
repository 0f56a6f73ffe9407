#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# needs.sh FILE.mk FOLDER "COMPILER FLAGS" "LIBRARIES" PACKAGE...: is what the program is built with there? Then FILE.mk is empty.
# If not, and a user who is not root can download Debian's packages, they are unpacked into FOLDER, and FILE.mk says so to make;
# nothing outside FOLDER is touched. Else it says what to install.
set -eu
file=$1 folder=$2 compiler=$3 libraries=$4
shift 4
mkdir -p "$(dirname "$file")"

# Does a program compile and link that uses each library? COMPILER and LIBRARIES are lists of words.
builds() { # FLAGS...
	work=$(mktemp -d)
	cat >"$work/all.c" <<'C'
#define MATHLIB_STANDALONE 1
#include <Rmath.h>
#include <Random123/threefry.h>
#include <csv.h>
#include <libdeflate.h>
#include <uthash.h>
#include <xxhash.h>
int main(void)
{
	struct csv_parser p;
	return csv_init(&p, 0) == 0 && libdeflate_alloc_decompressor() != 0 && qnorm(.5, 0, 1, 1, 0) < 1 ? 0 : 1;
}
C
	status=0
	# shellcheck disable=SC2086
	$compiler "$@" -o "$work/all" "$work/all.c" $libraries >/dev/null 2>&1 || status=1
	rm -rf "$work"
	return $status
}

if builds; then
	: >"$file"
	exit 0
fi

# As it would be typed, for the packages that are missing, or for all where nobody can tell.
all=$*
missing=
for p in "$@"; do
	[ "$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null)" = installed ] || missing="$missing $p"
done

say() {
	echo "strat_eval cannot be built yet: $1" >&2
	echo "  as root: apt-get install${missing:- $all}        (make setup and make demo do that)" >&2
	echo "  other systems: what these Debian packages contain; without root: see doc/install.md" >&2
	exit 1
}

command -v "${compiler%% *}" >/dev/null 2>&1 || say "there is no compiler (${compiler%% *})"
if [ "$(id -u)" = 0 ] || ! command -v apt-get >/dev/null 2>&1; then
	say 'libraries are missing'
fi

# What these packages need of libraries, one step down, is what a program that is linked with them loads.
echo "  PACKAGES $folder (downloaded, as the system has not:$missing)"
mkdir -p "$folder/downloaded"
# shellcheck disable=SC2086
runtime=$(apt-cache depends $missing 2>/dev/null | sed -n 's/^ *Depends: \(lib[a-z0-9+.-]*\)$/\1/p' | grep -v '^libc6' | sort -u)
# shellcheck disable=SC2086
(cd "$folder/downloaded" && apt-get -q download $missing $runtime) >"$folder/log" 2>&1 ||
	say "libraries are missing, and cannot be downloaded as this user ($(tail -n 1 "$folder/log"))"
for package in "$folder"/downloaded/*.deb; do
	dpkg -x "$package" "$folder"
done
triplet=$($compiler -print-multiarch 2>/dev/null || true)
include="-isystem $folder/usr/include"
link=
for place in "$folder/usr/lib/$triplet" "$folder/usr/lib"; do
	link="$link -L$place -Wl,-rpath,$place"
done
# shellcheck disable=SC2086
builds $include $link || say 'libraries are missing, and what was downloaded is not enough'
printf '%s\n' '# Unpacked packages, by core/packaging/needs.sh.' "CPPFLAGS += $include" "LDFLAGS += $link" >"$file"
