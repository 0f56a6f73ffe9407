#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# build_deb.sh FOLDER: builds the Debian packages of these sources in a copy of them, FOLDER/source.
# The packages are left in FOLDER. dpkg-buildpackage takes the date from debian/changelog.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
rm -rf "$1"
mkdir -p "$1/source"
(cd "$root" && tar -cf - Makefile README.md CHANGELOG.md core doc measures readers) | tar -xf - -C "$1/source"
cp -r "$root/core/packaging/debian" "$1/source/debian"
# The page in a browser is in the package if it was built.
[ ! -f "$root/build/strat_eval.html" ] || cp "$root/build/strat_eval.html" "$1/source/debian"
cd "$1/source"
unset BUILD PROGRAM PREFIX DESTDIR SANITIZE OPTIMIZE CC CFLAGS LDFLAGS MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
exec dpkg-buildpackage -us -uc -b
