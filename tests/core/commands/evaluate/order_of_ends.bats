#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The ends of default intervals against each other, in made-up samples: tests/support/order_of_ends.pl.

load ../../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
}

@test "estimates lie within, levels nest, and no two-sided end lies inside the one-sided bound of its level" {
	local files
	files=$(cases 100 4)
	run perl "$ROOT/tests/support/order_of_ends.pl" "$STRAT_EVAL" "${ORDER_SEED:-58}" "$files"
	assert_success
	assert_line --regexp "^$files files, [0-9]{4,} ends compared, 0 out of order\$"
}

# By name a method keeps its published form: Webber's prior of one half, whose end lies inside
@test "a method that is named is not moved" {
	printf '%s\n' topic,stratum,runs,size,sampled,relevant 1,p,A,300,30,12 1,n,-,5000,100,1 >one.csv
	lower() { "$STRAT_EVAL" -R table --quiet-warnings "$@" -m est_recall one.csv A | awk '$1 == "ci_lo_est_recall" { print $3 }'; }
	bound=$(lower --ci --tail=lower)
	[ "$(lower --ci)" = "$bound" ]
	awk -v x="$(lower --ci=bb-spread)" -v bound="$bound" 'BEGIN { exit !(x > bound) }'
}
