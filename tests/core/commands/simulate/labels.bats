#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# simulate labels: coverage and width with labels and without.

load ../../../support/helper

@test "constant labels change nothing, the truths are those of the collections" {
	evaluate simulate labels --samples=3 --sizes=100 --production=20 --kind=constant --quantity=recall,precision,F,yield --format=csv
	assert_equal "$exit_status $(cat stderr)" "0 "
	# review: 350 of 500 relevant documents in a production of 600; pool: 270 of 450 in 500. F = 2*350/(600 + 500), 2*270/(500 + 450)
	awk -F, 'NR > 1 && !seen[$1, $4]++ { print $1, $4, $8 }' stdout | diff - <(printf '%s\n' 'review recall 0.700000' \
		'review precision 0.583333' 'review F 0.636364' 'review yield 500.000000' 'pool recall 0.600000' \
		'pool precision 0.540000' 'pool F 0.568421' 'pool yield 450.000000')
	# n with 20 judged in the production on average: 20*10000/600 and 20*1500/500
	assert_equal "$(awk -F, 'NR > 1 { print $2 }' stdout | uniq | tr '\n' ' ')" '100 333 100 60 '
	awk -F, 'NR > 1 && ($9 != $10 || $11 != $12) { print; bad = 1 } END { exit bad }' stdout
}

@test "threads, shards and merge give one answer; another seed another" {
	ask="simulate labels --samples=$(cases 6 3) --sizes=60 --production=20 --kind=good,random5 --quantity=recall,diff-P --format=csv"
	"$STRAT_EVAL" $ask --jobs=1 > one
	"$STRAT_EVAL" $ask --jobs=3 | diff one -
	for part in 1 2; do "$STRAT_EVAL" $ask --shard=$part/2 > part.$part; done
	"$STRAT_EVAL" merge part.1 part.2 | diff one -
	"$STRAT_EVAL" $ask --seed=2 > other
	refute cmp -s one other
}

# One sample of all documents: everything is judged, so that every interval is the truth.
@test "with everything judged, intervals are points and cover" {
	awk 'BEGIN { for (i = 0; i < 60; i++) { print 1, 0, "d" i, i % 3 == 0 > "qrels"; print 1, 0, "d" i, i % 2 > "labels"
		if (i < 20) print 1, "Q0", "d" i, 1, 60 - i, "a" > "a"; if (i % 4 == 0) print 1, "Q0", "d" i, 1, 60 - i, "b" > "b" } }'
	evaluate simulate labels --samples=2 --sizes=60 --production=20 --labels=labels --format=csv qrels a b
	assert_equal "$exit_status $(cat stderr)" "0 "
	awk -F, 'NR > 1 && ($9 != 1 || $10 != 1 || $11 > 1e-6 || $12 > 1e-6) { print; bad = 1 } END { exit bad || NR < 2 }' stdout
	# recall: 7 of the 20 relevant documents are among the first 20
	assert_equal "$(awk -F, '$4 == "recall" { print $8; exit }' stdout)" 0.350000
}

@test "what cannot be simulated is refused" {
	refused_by simulate 64 "judgments and two runs are needed, or no files" labels a b
	refused_by simulate 64 "--labels are those of judged documents" labels --labels=a
	refused_by simulate 64 "--kind: 'bad' is not one of perfect, good" labels --kind=bad
	refused_by simulate 64 "samples of 20000 documents, of a collection of 10000" labels --sizes=20000 --samples=1
}

# One topic of two documents, the first of which is relevant and alone in the top 1; one is judged. If it is the other one, P@1 has no
# interval; nDCG@1 is then 0 to 1.
@test "regression: an interval counts if an evaluation has it" {
	printf '%s\n' '1 0 a 1' '1 0 b 0' >qrels
	printf '%s\n' '1 Q0 a 1 2 x' '1 Q0 b 2 1 x' >one
	printf '%s\n' '1 Q0 b 1 2 y' '1 Q0 a 2 1 y' >two
	evaluate simulate regression --depth=1 --sizes=1 --samples=400 --quantity=P,nDCG --kind=constant --format=csv qrels one two
	assert_equal "$exit_status $(cat stderr)" '0 '
	pick offered quantity=P labels=none <stdout | awk '$1 < .4 || $1 > .6 { exit 1 }' # 400 fair coins
	assert_equal "$(pick offered quantity=nDCG labels=none <stdout) $(pick coverage quantity=nDCG labels=none <stdout)" '1.0000 1.0000'
	# both judged: all is known
	evaluate simulate regression --sizes=2 --samples=2 --quantity=P --kind=constant --format=csv qrels one two
	assert_equal "$(pick offered quantity=P labels=none <stdout)" 1.0000
}

@test "draws of a posterior give the widths that are computed, to 2 %" {
	ask="simulate labels --samples=$(cases 4 2) --sizes=100 --production=20 --kind=good --quantity=recall,diff-P --format=csv"
	"$STRAT_EVAL" $ask >computed
	"$STRAT_EVAL" $ask --draws=20000 >drawn
	paste -d, computed drawn | awk -F, 'NR > 1 { r = $12 / $27; if (r < .98 || r > 1.02) { print r; bad = 1 } } END { exit bad || NR != 9 }'
}
