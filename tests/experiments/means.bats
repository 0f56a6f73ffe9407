#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The experiment means: intervals of means over topics from sampled judgments.

load ../support/helper

scenarios=$ROOT/qrels-samples/scenarios

# A topic of one retrieved document, relevant and judged, and two others, one of which is relevant and one judged: recall is 1/2, and
# estimated as 1 or 1/3 with probability 1/2 each, by the normal interval without width. Of two topics the mean of the estimates is 1, 2/3 or 1/3
# with probability 1/4, 1/2, 1/4: the bias is 1/6, and the mean square (1/4 + 2/36 + 1/36)/4 = 1/12. Four standard errors of 4,000 samples.
@test "coverage, bias and rmse of one topic and of two, by hand" {
	printf 'truth,retrieved,size,yield,sampled\na,1,1,1,1\na,0,2,1,1\n' >truth.csv
	experiment means scenario=truth.csv topic-count=1,2 ci=normal samples=4000 >found
	assert_equal "$(pick samples,offered,coverage,coverage_se,width topic_count=1 <found)" 4000,1.000000,0.000000,0.000000,0.000000
	near "$(pick below topic_count=1 <found)" .5 .0317
	near "$(pick above topic_count=1 <found)" .5 .0317
	near "$(pick bias topic_count=1 <found)" .166667 .0211 # (1/2 - 1/6)/2
	near "$(pick rmse topic_count=1 <found)" .372678 .0106 # sqrt((1/4 + 1/36)/2)
	near "$(pick bias topic_count=2 <found)" .166667 .0149
	near "$(pick rmse topic_count=2 <found)" .288675 .0126
}

coverage() # KEY=VALUE...
{
	experiment means "$@" | pick coverage | head -1
}

@test "4 + 4 strata and 50 topics: the default covers, the sum of posteriors did not" {
	only_with_test_all
	samples=$(cases 60 30) least=$(cases 0.85 0.81) # .95 less 3.5 standard errors
	for quantity in recall yield; do
		found=$(coverage scenario="$scenarios/topics-strata.csv" topic-count=50 samples="$samples" quantity=$quantity)
		awk -v x="$found" -v least="$least" 'BEGIN { exit !(x >= least) }' || fail "coverage $found"
	done
}

@test "equal recall of two runs over 10 topics: P(A > B) is seldom above .95" {
	only_with_test_all
	equal() # QUANTITY
	{
		experiment means scenario="$scenarios/topics-equal.csv" topic-count=10 quantity="$1" samples="$(cases 100 30)"
	}
	equal diff-recall >found
	# .05 and 3.5 standard errors
	awk -v x="$(pick prob_above <found)" -v most="$(cases 0.12 0.19)" 'BEGIN { exit !(x <= most) }' || fail "$(cat found)"
	# the other name of the same
	equal prob-gt | sed 's/prob-gt/diff-recall/g' | cmp - found
}

@test "one truth as the only topic: means are what a topic's own intervals are" {
	ask="scenario=$scenarios/topics-strata.csv samples=1 topic-count=1"
	# shellcheck disable=SC2086
	experiment means $ask ci=bb-learnt | sed 's/bb-learnt/X/g' >learnt
	# shellcheck disable=SC2086
	experiment means $ask ci=bb-spread | sed 's/bb-spread/X/g' | cmp - learnt
}

@test "threads do not change the figures" {
	ask="scenario=$scenarios/topics-low.csv samples=20 topic-count=5"
	# shellcheck disable=SC2086
	experiment means $ask jobs=1 | sed 1d >one
	# shellcheck disable=SC2086
	experiment means $ask jobs=4 | sed 1d | cmp - one
}

@test "equal.awk: both runs have the same recall in every truth, and had not before" {
	for size in 60 258; do
		awk -f "$scenarios/equal.awk" "$scenarios/topics-robust$size.csv" >equal.csv
		for file in "$scenarios/topics-robust$size.csv" equal.csv; do
			awk -F, 'NR > 1 { first[$1] += $2 * $5; second[$1] += $3 * $5; bad += $5 > $4 }
				END { for (t in first) same += first[t] == second[t]; print length(first), same, bad }' "$file"
		done >counts
		# 40 truths, of which a few had the same recall before
		read -r truths same bad < <(head -1 counts)
		[ "$truths $bad" = '40 0' ] && [ "$same" -lt 10 ]
		assert_equal "$(tail -1 counts)" '40 40 0'
		# nothing else changes
		cmp <(cut -d, -f1-4,6- equal.csv | sort) <(cut -d, -f1-4,6- "$scenarios/topics-robust$size.csv" | sort)
	done
}
