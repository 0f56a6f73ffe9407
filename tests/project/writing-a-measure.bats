# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# doc/writing-a-measure.md is followed to the letter.

load ../support/helper

setup() {
	cd "$ROOT" || return 1
	PATH=$(dirname "$STRAT_EVAL"):$PATH
}

# A copy of the sources, without the tests, for a make that knows nothing of the one that runs this. It
# has what was compiled here, unless all is tested: then it is built from nothing.
copy_of_the_sources() {
	mkdir "$BATS_TEST_TMPDIR/source"
	cp -rp Makefile core measures readers doc qrels-samples "$BATS_TEST_TMPDIR/source"
	if [ -z "${TEST_ALL-}" ]; then
		mkdir "$BATS_TEST_TMPDIR/source/build"
		(cd "$BUILD" && cp -rp flags registry.* core measures readers "$BATS_TEST_TMPDIR/source/build")
	fi
	cd "$BATS_TEST_TMPDIR/source"
	unset BUILD PROGRAM PREFIX DESTDIR SANITIZE OPTIMIZE CFLAGS LDFLAGS # not CC, or all would be compiled again
	unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
}

@test "writing-a-measure.md leads to a loaded and to a built-in measure when followed to the letter" {
	copy_of_the_sources
	run sh "$ROOT/tests/support/run_examples.sh" -a doc/writing-a-measure.md
	assert_success
	refute_output --partial ': 0 examples'
}
