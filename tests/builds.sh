#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# builds.sh FOLDER: builds program, library and tests without a warning with each compiler that is installed, in a folder with a
# blank in its name, where some of the tests are run then.
# COMPILERS='gcc-13 clang' names others.
set -eu

fail() { echo "builds-test: $*" >&2; exit 1; }
rm -rf "$1" && mkdir -p "$1/a b"
folder=$(cd "$1/a b" && pwd)
cp -rp Makefile README.md LICENSE CHANGELOG.md CITATION.cff core measures readers doc qrels-samples tests "$folder"
cd "$folder"
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES BUILD PROGRAM CC CFLAGS LDFLAGS OPTIMIZE SANITIZE

builds() # NAME VARIABLE...
{
	name=$1
	shift
	make --no-print-directory -j"$(nproc)" BUILD="build/$name" PROGRAM="build/$name/strat_eval" WERROR=1 "$@" everything \
		>"$name.log" 2>&1 || { grep -B 2 -A 5 'error' "$name.log" >&2 || true; fail "$name: see $folder/$name.log"; }
	echo "builds-test: $name: $(grep -c '^  CC ' "$name.log") files, no warning"
	rm -r "build/$name"
}

for compiler in ${COMPILERS:-gcc-12 gcc-13 gcc-14 clang}; do
	if command -v "$compiler" >/dev/null; then builds "$compiler" CC="$compiler"; fi
done

make --no-print-directory WERROR=1 DOCUMENTS=README.md \
	UNIT_TESTS='build/tests/core/engine/shard/test_forged build/tests/core/library/test_host' \
	BATS_TESTS="$(echo tests/core/main/*.bats tests/core/output/output.bats tests/core/packaging/install.bats \
		tests/core/library/library.bats tests/measures/plugin.bats tests/readers/formats.bats tests/project/helper.bats)" \
	check >check.log 2>&1 || { grep '^not ok' check.log >&2 || true; fail "see $folder/check.log"; }
echo "builds-test: in '$folder': $(tail -n 1 check.log)"
