#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# sources.sh FOLDER [SOURCES]: unpacks in FOLDER the sources of R's mathlib, libcsv and libdeflate, for systems for
# which they have no packages. They are downloaded from Debian, or taken from the folder SOURCES, and must have the sums of
# sources.sha256.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
sums=$here/sources.sha256
folder=$1
given=${2:-}

fail()
{
	echo "sources.sh: $*" >&2
	exit 1
}

# A source list, package lists and a cache of its own, from where the system has its packages, which stays as it is.
download()
{
	command -v apt-get >/dev/null || fail "no apt-get here: give a folder that has the files of $sums: SOURCES=FOLDER"
	apt=$(cd "$folder" && pwd)/apt
	mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
	# shellcheck disable=SC2016 # apt's own words
	apt-get indextargets --format 'deb-src $(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' | sort -u >"$apt/sources.list"
	set -- -q -o "Dir::Etc::sourcelist=$apt/sources.list" -o Dir::Etc::sourceparts=- \
		-o "Dir::State::Lists=$apt/lists" -o "Dir::Cache=$apt/cache" -o APT::Sandbox::User=root
	(
		cd "$folder" &&
			apt-get "$@" update &&
			apt-get "$@" --download-only --tar-only source r-base=4.2.2.20221110-2 libcsv=3.0.3+dfsg-6 libdeflate=1.14-1
	) >"$apt/log" 2>&1 || fail "the sources cannot be downloaded ($apt/log says why): give a folder that has them: SOURCES=FOLDER"
}

mkdir -p "$folder"
if [ -n "$given" ]; then
	while read -r _ file; do
		[ -f "$given/$file" ] || fail "$given has no $file"
		cmp -s "$given/$file" "$folder/$file" || cp "$given/$file" "$folder/"
	done <"$sums"
else
	(cd "$folder" && sha256sum --quiet -c "$sums" >/dev/null 2>&1) || download
fi
(cd "$folder" && sha256sum --quiet -c "$sums") ||
	fail "a source is not the one that $sums names; nothing is built from it"
# Debian's names of the folders in them
while read -r _ file; do
	tar -xzf "$folder/$file" -C "$folder" || fail "$file cannot be unpacked"
done <"$sums"
rm -rf "$folder/nmath" "$folder/libcsv" "$folder/libdeflate"
mv "$folder/R-patched/src/nmath" "$folder/nmath"
mv "$folder/R-patched/src/include/R_ext" "$folder/nmath/R_ext"
mv "$folder/libcsv-3.0.3" "$folder/libcsv"
mv "$folder/libdeflate-1.14" "$folder/libdeflate"
rm -rf "$folder/R-patched"
