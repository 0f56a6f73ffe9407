#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# release_twice.sh FOLDER: `make release` in two folders, the second with another umask, time zone and locale: the same bytes.
set -eu

fail() { echo "release-test: $*" >&2; exit 1; }
rm -rf "$1"
mkdir -p "$1/one" "$1/two/further/down"
folder=$(cd "$1" && pwd)
for place in one two/further/down; do
	cp -rp Makefile README.md LICENSE CHANGELOG.md CITATION.cff core measures readers doc qrels-samples tests "$folder/$place"
done
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES BUILD PROGRAM CC CFLAGS LDFLAGS OPTIMIZE SANITIZE
make -C "$folder/one" release >"$folder/one.log" 2>&1 || fail "see $folder/one.log"
(umask 027 && TZ=Asia/Tokyo LC_ALL=C.UTF-8 make -C "$folder/two/further/down" release) >"$folder/two.log" 2>&1 || fail "see $folder/two.log"
diff "$folder/one/build/release/SHA256SUMS" "$folder/two/further/down/build/release/SHA256SUMS" || fail "these are built differently"
echo "release-test: $(wc -l <"$folder/one/build/release/SHA256SUMS") files, the same bytes twice"
