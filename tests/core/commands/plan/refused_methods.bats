#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What plan cannot answer is a question of usage: nothing was read yet, and no run or covariate is named.

load ../../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
}

usage() # MESSAGE ARGUMENT...
{
	local message=$1
	shift
	evaluate "$@"
	assert_equal "$exit_status $(head -n 1 stderr)" "64 strat_eval: $message"
	[ ! -s stdout ]
}

@test "plan control refuses methods that need a sample of each segment" {
	for method in normal-uncorr koopman anytime; do
		usage "--ci=$method: the method needs separate samples of what is retrieved and of the rest, and a control set is one sample of both: use bb-spread or bb-bound" \
			plan control -N 1000 --richness=0.3 --recall=.7 --size=40 --ci=$method
	done
	evaluate plan control -N 100 --richness=0.3 --recall=.7 --size=10 --ci=bb-half,bb-bound
	assert_equal "$exit_status" 0
}
