#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Measures of complete judgments on a sample: one warning, which names the measures to use.

load ../../../support/helper

SAMPLE='strat_eval: warning: the judgments are a sample, and measures of complete judgments count unjudged documents as not relevant'

files()
{
	printf '1 Q0 a 1 9 r\n1 Q0 b 2 8 r\n1 Q0 c 3 7 r\n' >run
	sed 's/ r$/ s/' run >second
	printf '1 0 a 1 0.5\n1 0 b 0 0.5\n' >probs
	printf '1 a 1 1 0.5\n1 b 0 1 0.5\n' >prels
	printf '1 0 a X 1\n1 0 b X 0\n1 0 c X -1\n1 0 d X -1\n' >strata
	printf 'topic,docno,rel,prob\n1,a,1,0.5\n1,b,0,0.5\n' >prob.csv
	printf 'topic,docno,rel,stratum,size\n1,a,1,X,4\n1,b,0,X,4\n' >size.csv
}

warning_of() # ARGUMENT...
{
	evaluate "$@"
	assert_equal "$exit_status" 0
	grep 'are a sample' stderr || true
}

@test "every format of samples: map is estimated by statAP, set_P by est_P, and the warning comes once a call" {
	files
	for file in probs prels strata prob.csv size.csv; do
		local format=${file#*.}
		assert_equal "$file: $(warning_of -R "$format" -m map -m set_P -m P.5 -m P.10 -m recip_rank "$file" run second)" \
			"$file: $SAMPLE: use statAP for map, statP for P, est_P for set_P; there is no estimate of recip_rank"
	done
	assert_equal "$(warning_of compare -R probs -m map probs run second)" "$SAMPLE: use statAP for map"
	assert_equal "$(warning_of -R probs -m ndcg_cut.10 -m recall.10 -m set_F -m num_rel -m num_rel_ret probs run)" \
		"$SAMPLE: use est_rel for num_rel, est_rel_ret for num_rel_ret, est_recall for recall, \
infNDCG (strata listed whole) for ndcg_cut, est_F for set_F"
	# a measure that is asked for several times is named once, wherever it stands
	assert_equal "$(warning_of -R probs -m map -m 'P(rel=2)@5' -m P@10 -m 'P(rel=3)@10' probs run)" \
		"$SAMPLE: use statAP for map, statP for P"
	# with many names it says how many more there are
	[[ "$(warning_of -R probs -m all_trec probs run)" == *' and '*' others; there is no estimate of '*' others' ]]
}

@test "no warning for estimates, for what says nothing of unjudged documents, and for complete judgments" {
	files
	for file in probs prels strata prob.csv size.csv; do
		assert_equal "$file: $(warning_of -R "${file#*.}" -m num_q -m num_ret -m relstring -m judged -m est_rel -m statAP "$file" run)" \
			"$file: "
	done
	printf '1 0 a 1\n1 0 b 0\n1 0 c -1\n' >qrels
	assert_equal "$(warning_of -m map qrels run)" ''
	sed 's/0\.5$/1/' probs >complete.probs
	assert_equal "$(warning_of -R probs -m map complete.probs run)" ''
	sed 's/,4$/,2/' size.csv >complete.csv
	assert_equal "$(warning_of -R csv -m map complete.csv run)" ''
	grep -v -- '-1$' strata >complete.strata
	assert_equal "$(warning_of -R strata -m map complete.strata run)" ''
	cut -d, -f1-3 size.csv >plain.csv
	assert_equal "$(warning_of -R csv -m map plain.csv run)" ''
	# with -N the same file is a sample
	assert_equal "$(warning_of -R strata -N 10 -m map complete.strata run)" "$SAMPLE: use statAP for map"
}

@test "every measure that a warning may name exists" {
	files
	local name count=0
	for name in $(sed -n 's/.*\.if_sampled = "\([^" ]*\).*/\1/p' "$ROOT"/measures/*/*.c | sort -u); do
		evaluate -h -m "$name"
		assert_equal "$name: $exit_status" "$name: 0"
		count=$((count + 1))
	done
	[ "$count" -ge 9 ] || fail "only $count names"
}
