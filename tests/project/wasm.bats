#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# make wasm builds only from the sources that the repository names. What it builds is tested by make wasm-test.

load ../support/helper

SUMS=$ROOT/core/packaging/libraries/sources.sha256

@test "make wasm: a source that is missing, or is not the one with the sum, stops it with a message" {
	mkdir given
	run sh "$ROOT/core/packaging/libraries/sources.sh" made given
	assert_failure 1
	assert_output "sources.sh: given has no r-base_4.2.2.20221110.orig.tar.gz"

	awk '{ print $2 }' "$SUMS" | while read -r file; do echo other >"given/$file"; done
	run sh "$ROOT/core/packaging/libraries/sources.sh" made given
	assert_failure 1
	assert_line 'libdeflate_1.14.orig.tar.gz: FAILED'
	assert_line "sources.sh: a source is not the one that $SUMS names; nothing is built from it"
	[ ! -d made/nmath ]
}
