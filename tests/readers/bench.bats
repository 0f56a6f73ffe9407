#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The benchmark of the readers, with a few rows: it has a case for each format, which is read as that format. Times are for
# `make bench`.

load ../support/helper

@test "make bench reads each format of judgments and of runs, at n and 2n" {
	BENCH_ROUNDS=1 BENCH_SECONDS=0 run bash "$STRAT_EVAL_ROOT/tests/bench/readers.sh" "$STRAT_EVAL" 20
	assert_success
	local file
	for file in "$STRAT_EVAL_ROOT"/readers/judgments/*.c; do
		assert_line --regexp "^-R $(basename "$file" .c), topics of ten .*x  (ok|OVER)$"
	done
	for file in "$STRAT_EVAL_ROOT"/readers/runs/*.c; do
		assert_line --regexp "^-T $(basename "$file" .c), one topic .*x  (ok|OVER)$"
	done
}
