#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval validate: the relevant share of each stratum that has a name.

load ../../../support/helper

setup() { cd "$BATS_TEST_TMPDIR"; }

# The samples of the protocol of In re Broiler Chicken Antitrust Litigation (N.D. Ill. 2018): 500 documents that were reviewed
# and coded not responsive, 2,000 that were not reviewed. 12 and 5 of them responsive are 2.4 % and .25 %. The sizes of the
# strata are ours.
counts=(--produced=40000:1000:700 --null='coded not relevant=150000:500:12' --null='not reviewed=800000:2000:5')

# R: lim <- function(N, n, r, p, lower) { R <- r:(N - n + r)
#      if (lower) R[phyper(r - 1, R, N - R, n, lower.tail = FALSE) >= p][1] / N else rev(R[phyper(r, R, N - R, n) >= p])[1] / N }
# for (x in list(c(150000, 500, 12), c(800000, 2000, 5))) print(c(sapply(c(.025, .05), function(p)
#   c(lim(x[1], x[2], x[3], p, TRUE), lim(x[1], x[2], x[3], p, FALSE)))), digits = 10)
#   0.01248000000 0.04151333333 0.01392000000 0.03856666667
#   0.00081375    0.00582000    0.00098750    0.00524500
# (in strata without end, qbeta(c(.025, .975), c(12, 13), c(489, 488)): 0.01246124 0.04154762)
@test "a stratum with a name has a row, with exact bounds of its own" {
	run "$STRAT_EVAL" validate "${counts[@]}"
	assert_line 'share in stratum          estimate   95 % from     95 % to    at least     at most'
	assert_line 'coded not relevant          0.0240      0.0124      0.0416      0.0139      0.0386'
	assert_line 'not reviewed               0.00250    0.000813     0.00582    0.000987     0.00525'
	assert_line --partial 'strata: exact limits (hypergeometric) of each on its own, level 95 %; it is less certain'
	"$STRAT_EVAL" validate "${counts[@]}" --format=csv --digits=8 | awk -F, '$2 != "all" && $2 !~ /ledger/ { print $2, $3, $4, $5, $14 }' >rows
	diff - rows <<-END
		topic measure value method one_sided
		null: coded not relevant est_richness 0.02400000  
		null: coded not relevant ci_lo_est_richness 0.01248000 hypergeometric 0.01392000
		null: coded not relevant ci_hi_est_richness 0.04151333 hypergeometric 0.03856667
		null: not reviewed est_richness 0.00250000  
		null: not reviewed ci_lo_est_richness 0.00081375 hypergeometric 0.00098750
		null: not reviewed ci_hi_est_richness 0.00582000 hypergeometric 0.00524500
	END
	"$STRAT_EVAL" validate "${counts[@]}" --format=jsonl | python3 -c 'import json, sys
rows = [json.loads(line) for line in sys.stdin]
print([row["value"] for row in rows if row["topic"] == "null: not reviewed"])' >values
	assert_equal "$(cat values)" '[0.0025, 0.00081375, 0.00582]'
	# on a page and in a paper too
	for format in html markdown latex; do
		"$STRAT_EVAL" validate "${counts[@]}" --format=$format | grep -q '0\.00582'
	done
}

# A stratum that was reviewed as a whole is known: 120/700 = .171428...
@test "one side asks for one bound; what was counted has none; without names there are no rows" {
	run "$STRAT_EVAL" validate "${counts[@]}" --produced='hot=700::120' --tail=upper
	assert_line 'not reviewed               0.00250     0.00525'
	assert_line --regexp '^hot +0\.1714 +0\.1714$'
	run "$STRAT_EVAL" validate --produced=40000:1000:700 --null=150000:500:12 --null=800000:2000:5
	assert_success
	refute_output --partial 'share in stratum'
	refute_output --partial 'strata: exact'
}

# R, as above: lim(150000, 500, 12, .0125, TRUE) ...: 0.01128666667 0.04426000000, 0.000680 0.006365; one-sided, .025 each: as two-sided above.
@test "the rows of all strata hold at once if that is asked, and the header says so" {
	run "$STRAT_EVAL" validate "${counts[@]}" --simultaneous
	assert_line 'coded not relevant          0.0240      0.0112      0.0443      0.0124      0.0416'
	assert_line 'not reviewed               0.00250    0.000680     0.00637    0.000813     0.00582'
	assert_line 'strata: exact limits (hypergeometric), level 95 % of all at once (97.5 % each)'
	"$STRAT_EVAL" validate "${counts[@]}" --simultaneous --format=csv | awk -F, '$2 ~ /^null/ && $6 != "" { print $6 }' | uniq >levels
	assert_equal "$(cat levels)" 0.975
	# nothing else moves
	"$STRAT_EVAL" validate "${counts[@]}" --format=csv | grep ,all, >plain
	"$STRAT_EVAL" validate "${counts[@]}" --simultaneous --format=csv | grep ,all, | diff plain -
}
