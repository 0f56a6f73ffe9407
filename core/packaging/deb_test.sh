#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# deb_test.sh FOLDER: builds the Debian packages twice, compares them byte by byte, asks lintian,
# installs them in a fresh Debian 12, tries what they bring, and purges them. Needs root, for the
# chroot, and a Debian mirror. The fresh system is kept in FOLDER/base for the next time.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
root=$folder/root
. "$here/fresh_debian.sh"

fail() {
	echo "deb-test: $*" >&2
	exit 1
}

# one copy for both, so that whoever works on the sources meanwhile changes neither
rm -rf "$folder/sources"
mkdir "$folder/sources"
(cd "$here/../.." && tar -cf - Makefile README.md CHANGELOG.md core doc measures readers qrels-samples) | tar -xf - -C "$folder/sources"
here=$folder/sources/core/packaging

echo '== two builds, at other places, in another time zone, locale and umask, are the same bytes'
sh "$here/build_deb.sh" "$folder/one" >"$folder/one.log" 2>&1 || fail "see $folder/one.log"
(umask 027 && TZ=Asia/Tokyo LC_ALL=C.UTF-8 sh "$here/build_deb.sh" "$folder/two/further/down") >"$folder/two.log" 2>&1 ||
	fail "see $folder/two.log"
count=0
for package in "$folder"/one/*.deb; do
	cmp "$package" "$folder/two/further/down/${package##*/}" || fail "$package is built differently"
	count=$((count + 1))
done
[ "$count" -ge 4 ] || fail "$count packages only"
! grep ': warning: ' "$folder/one.log" || fail "a warning by the compiler, with the flags of Debian's packages"
echo "$count packages"

echo '== lintian'
lintian --allow-root --fail-on error,warning "$folder"/one/*.changes

echo '== hardening'
file=$folder/one/source/debian/strat-eval/usr/bin/strat_eval
readelf -hl "$file" | grep -q 'DYN (Position' && readelf -l "$file" | grep -q GNU_RELRO && readelf -d "$file" | grep -q BIND_NOW &&
	nm -D "$file" | grep -q __stack_chk_fail && nm -D "$file" | grep -q '_chk' || fail "$file is not hardened"

echo '== a clean Debian 12'
fresh_base "$folder" python3,man-db,bash-completion,zsh,fish || fail "see $folder/debootstrap.log"
fresh_root "$folder"
mkdir "$root/packages"
cp "$folder"/one/*.deb "$root/packages"
rm "$root"/packages/*-dbgsym_*
cp "$here/deb_inside.sh" "$here/tab.zsh" "$root/packages"
cp -r "$here/../../qrels-samples/tiny" "$root/packages"
awk '/^import strat_eval.pytrec/ { on = 1 } /^```/ { on = 0 } on' "$here/../../doc/library.md" >"$root/packages/pytrec.py"
in_root "$folder" sh /packages/deb_inside.sh
rm -rf "$root"
echo 'deb-test: all as it should be'
