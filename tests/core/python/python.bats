#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The Python package, by its own tests.

load ../../support/helper

@test "the tests of the Python package pass" {
	without_sanitizer "Python would have to load the sanitizer's run time first"
	python=/usr/bin/python3
	"$python" -c 'import pytest' 2>/dev/null || skip "skipped: no python3-pytest"
	[ -e "$BUILD/python/strat_eval/_engine.abi3.so" ] || skip "skipped: no libpython3-dev"
	export STRAT_EVAL STRAT_EVAL_DATA=$DATA PYTHONPATH=$BUILD/python PYTHONDONTWRITEBYTECODE=1
	run "$python" -m pytest -q -p no:cacheprovider --basetemp="$BATS_TEST_TMPDIR/py" "$ROOT/tests/core/python"
	assert_success
	assert_output --regexp '[0-9]+ passed'
}

@test "the types of the keyword arguments are those of the tables of options" {
	[ -x "$BUILD/completions" ] || skip "skipped: a cross build"
	"$BUILD/completions" python | diff "$ROOT/core/python/strat_eval/_options.pyi" - ||
		fail 'core/python/strat_eval/_options.pyi: write it again (make pages)'
}
