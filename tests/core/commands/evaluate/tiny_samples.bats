#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Intervals that rest on strata with one or two sampled documents (core/stats/interval/interval_cautions.h).

load ../../../support/helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

# table STRATUM...: one topic; strata as size:sampled:relevant, of what x retrieves
table() {
	local i=0 stratum
	echo topic,stratum,runs,size,sampled,relevant
	for stratum; do echo "1,s$((i += 1)),x,${stratum//:/,}"; done
	echo 1,rest,-,500,100,10
}

warned() { # TIMES STRATUM...: of precision
	local times=$1
	shift
	table "$@" >tiny.csv
	evaluate -R table -m est_P --ci tiny.csv x
	assert_equal "$(grep -c 'most of the doubt lies in strata with one or two sampled' stderr)" "$times"
}

# A sixth of the strata is mixed: one of six, or of m strata with one document 2 r (m-r)/m = 2*1*5/6 > 1.
@test "six strata with one or two sampled documents have a warning if a sixth of them is mixed" {
	warned 1 20:2:1 20:2:0 20:2:0 20:2:0 20:2:0 20:2:2
	warned 0 20:2:0 20:2:0 20:2:0 20:2:0 20:2:2 20:2:2
	warned 1 20:1:1 20:1:1 20:1:0 20:1:0 20:1:0 20:1:0
	warned 0 20:1:0 20:1:0 20:1:0 20:1:0 20:1:0 20:1:0
}

# Fewer than two relevant documents, or others, seen in all of them, fewer than three of 24: the share may be small.
@test "one relevant document in all of them, or two of 24, give no warning" {
	warned 0 20:2:1 20:2:0 20:2:0 20:2:0 20:2:0 20:2:0
	warned 0 20:2:1 20:2:2 20:2:2 20:2:2 20:2:2 20:2:2
	warned 0 20:1:1 20:1:0 20:1:0 20:1:0 20:1:0 20:1:0
	warned 0 20:2:1 20:2:1 20:2:{0,0,0,0,0,0,0,0,0,0}
	warned 1 20:2:1 20:2:1 20:2:1 20:2:{0,0,0,0,0,0,0,0,0}
}

@test "five of them, and samples of three, have none" {
	warned 0 20:2:1 20:2:1 20:2:1 20:2:1 20:2:1
	warned 0 20:3:1 20:3:1 20:3:1 20:3:1 20:3:2 20:3:2
}

# N (N-n) p (1-p) / n: 20 * 18 * .25 / 2 = 45 for each of the six, 270 together. In 300 documents with 50
# sampled, 25 of them relevant, it is 300 * 250 * .25 / 50 = 375; in 200 of them 200 * 150 * .25 / 50 = 150.
@test "none either if more of the variance lies in a larger sample" {
	warned 0 20:2:1 20:2:1 20:2:1 20:2:1 20:2:1 20:2:1 300:50:25
	warned 1 20:2:1 20:2:1 20:2:1 20:2:1 20:2:1 20:2:1 200:50:25
}

# Recall changes with what is not retrieved by R1/R^2, and with what is by R0/R^2. All six tiny strata, 120 documents,
# 60 of them relevant, and 50 relevant ones elsewhere: (50^2 * 270) against 60^2 * 500 * 400 * .1 * .9 / 100 = 60^2 * 180.
@test "what counts is the variance of the quantity that is asked for" {
	warned 1 20:2:1 20:2:1 20:2:1 20:2:1 20:2:1 20:2:1
	evaluate -R table -m est_recall --ci tiny.csv x
	assert grep -q 'most of the doubt' stderr # 675000 against 648000
	sed -i s/500,100,10/500,100,9/ tiny.csv    # 45^2 * 270 = 546750 against 60^2 * 500 * 400 * .0941 * .9059 / 100 = 613782
	evaluate -R table -m est_recall --ci tiny.csv x
	refute grep -q 'most of the doubt' stderr
}

@test "bounds by other methods have none" {
	table 20:2:1 20:2:1 20:2:1 20:2:1 20:2:1 20:2:1 >tiny.csv
	for ask in --ci=bb-half --tail=lower; do
		evaluate -R table -m est_P $ask tiny.csv x
		refute grep -q 'most of the doubt' stderr
	done
}

# The least coverage of precision is .893 with three strata of 30 and 4 judged of each, .900 with two of these, .909 with
# three of 1000 and 5 judged, .905 with three of 100 and 10 judged (all samples enumerated; doc/coverage.md, "Small strata").
@test "a precision that rests on 30 judged documents or fewer of several strata has a warning" {
	few='a precision rests on 30 judged documents or fewer of several strata'
	for strata in '30:4:1 30:4:2 30:4:3' '30:4:1 30:4:2' '1000:5:2 1000:5:1 1000:5:4' '100:10:2 100:10:5 100:10:1'; do
		table $strata >few.csv
		evaluate -R table -m est_P --ci few.csv x
		assert grep -q "$few" stderr
	done
	for strata in '100:11:2 100:10:5 100:10:1' '30:12:3' '30:30:5 30:12:3'; do # 31; one stratum; one that is open
		table $strata >few.csv
		evaluate -R table -m est_P --ci few.csv x
		refute grep -q "$few" stderr
	done
}
