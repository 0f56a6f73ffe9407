#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval validate: eRecall, from a sample of the collection and one of the null set; and what figures leave out.

load ../../../support/helper

setup() { cd "$BATS_TEST_TMPDIR" || exit; }

validate() { "$STRAT_EVAL" validate "$@"; }

# Dimm, "eRecall: No Free Lunch" (2014): 1 - 960000 * 9/2400 / (1000000 * 52/1500) = 1 - 3600/34666.67 = .8961538. Bounds by R, with lim() of
# stratum_rows.bats: 1 - 960000 lim(960000, 2400, 9, p, FALSE) / (1e6 lim(1e6, 1500, 52, p, TRUE)): p = .025 .737799485, .0125 .705714744; the
# other ends .963500420 and .968775379.
@test "eRecall is 1 less what was missed over all, with exact bounds of each sample at half of the error" {
	set -- --collection=1000000:1500:52 --null=960000:2400:9
	validate "$@" --format=csv --digits=9 | awk -F, '$3 ~ /eRecall/ { print $3, $4, $14 }' >rows
	diff - rows <<-END
		eRecall 0.896153846 
		ci_lo_eRecall 0.705714744 0.737799485
		ci_hi_eRecall 0.968775379 0.963500420
	END
	# richness and elusion are those of either sample alone
	validate --collection=1000000:1500:52 --format=csv | grep est_ >alone
	validate --null=960000:2400:9 --format=csv | grep est_ >>alone
	validate "$@" --format=csv | grep est_ | diff alone -
	run validate "$@" --target=0.7
	assert_line 'recall of 0.7: shown (at least 0.7377)'
	assert_line 'eRecall: bounds of both samples at level 97.5 %, so that it has 95 %'
	says() { [[ "$(tr -s ' \n' ' ' <<<"$output")" == *"$1"* ]] || fail "'$1' is not in: $output"; }
	says 'Of the 1,000,000 documents of the collection, 1,500 were drawn at random and reviewed; 52 of these were coded relevant. Of the 960,000 documents not produced, 2,400'
	says 'The point estimate of recall from two samples (eRecall) is 89.62 %; at the 95 % confidence level it is at least 73.77 %'
	says 'eRecall: its bounds hold for two samples that were drawn independently and reviewed alike'
	validate "$@" --format=html >page
	grep -q 'There is no table: it is not known how many documents of one sample' page
	grep -q 'eRecall' page
	# more is missed than there is: a negative estimate says that the samples contradict each other
	validate --collection=1000:100:1 --null=900:100:9 --format=trec | grep -q '^eRecall *.all.-7.1000$'
	validate --collection=1000:100:0 --null=900:100:9 | tr '\n' ' ' | grep -q 'cannot be estimated: nothing relevant was found in the sample of the collection'
	refused 64 '--null-qc cannot be combined with a sample of the collection, --collection=N:n:r' validate "$@" --null-qc=9:9,600:3
	refused 64 '--collection=1000:100:3: to combine a sample of the whole collection with others, use --control=n:p:a:b' \
		validate --collection=1000:100:3 --produced=100:10:5 --null=900:100:2
	# a tenth is a tenth: 9 of 10 relevant documents were missed, all of them counted
	run validate --collection=10::10 --null=9::9 --target=0.1
	assert_line 'recall of 0.1: shown (at least 0.1000)'
}

# All outcomes of 10 of 40 documents and 6 of the 28 that were not produced, the two drawn one without regard to the other, for truths of
# R relevant documents, M of them missed: the lower bound is above 1 - M/R in at most 5 % of the samples. One minus the hypergeometric by hand.
@test "the lower bound of eRecall keeps its level: an enumeration" {
	for a in $(seq 0 10); do
		for b in $(seq 0 6); do
			echo "$a $b $(validate --collection=40:10:$a --null=28:6:$b --tail=lower --format=csv --quiet-warnings | awk -F, '$3 == "ci_lo_eRecall" { print $4 }')"
		done
	done >bounds
	awk 'function choose(n, k, i, x) { if (k < 0 || k > n) return 0; x = 1; for (i = 1; i <= k; i++) x *= (n - k + i) / i; return x }
		function hyper(x, K, N, n) { return choose(K, x) * choose(N - K, n - x) / choose(N, n) }
		{ low[$1, $2] = NF > 2 ? $3 : -9 }
		END { for (R = 4; R <= 30; R += 2) for (M = 1; M <= 8 && M < R && R - M <= 12; M++) {
				miss = 0
				for (a = 0; a <= 10; a++) for (b = 0; b <= 6; b++)
					if (low[a, b] > 1 - M / R + 1e-9) miss += hyper(a, R, 40, 10) * hyper(b, M, 28, 6)
				worst = miss > worst ? miss : worst
				truths++
			}
			print truths, worst
			exit !(truths > 30 && worst > 0 && worst <= 0.05) }' bounds
}

@test "figures of the review say what they leave out" {
	run validate --produced=40000:500:388 --null=960000:2400:9 --culled=30000:500:0 --culled=10000:500:1 --withheld=2000::1800
	assert_line 'richness, relevant, recall: of the review, without 2,000 documents withheld'
	assert_line '  and 40,000 documents culled'
	run validate --produced=40000:500:388 --null=960000:2400:9 --culled=40000:500:0 --word=responsive
	assert_line 'richness, responsive, recall: of the review, without 40,000 documents culled'
	run validate --produced=40000:500:388 --null=960000:2400:9
	refute_output --partial 'of the review'
}
