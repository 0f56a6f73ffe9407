#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# reg_P, reg_DCG, reg_nDCG and lab_P, lab_DCG, lab_nDCG: regression estimates of rankings from a sampled pool.

load ../../support/helper

# Ten topics of 30 pooled documents, all retrieved, 15 of them judged; labels are 1 for most relevant documents.
pools()
{
	awk 'BEGIN {
		srand(11)
		for (t = 1; t <= 10; t++) {
			left = 15
			for (d = 1; d <= 30; d++) {
				grade = rand() < 6 / (5 + d) ? 1 + int(2 * rand()) : 0
				judged = rand() * (31 - d) < left; left -= judged
				label = (grade > 0) != (rand() < .15)
				print t, 0, "d" d, "s", judged ? grade : -1 > "pool"
				print t, 0, "d" d, grade > "qrels"
				print t, 0, "d" d, label > "labels"
				print t, 0, "d" d, !label > "reversed"
				print t, 0, "d" d, 7 > "constant"
				print t, "Q0", "d" d, d, 100 - d, "x" > "run"
			}
		}
	}'
}

value() # NAME TOPIC
{
	awk -v name="$1" -v topic="$2" '$1 == name && $2 == topic { print $3 }' stdout
}

# The definition: N/n is the same for all documents, so that coefficients are plain weighted means.
@test "the value of a topic and the mean over topics, by their formula" {
	pools
	evaluate -R strata -q -m reg_P.10 -m reg_DCG.10 pool run
	assert_equal "$exit_status $(cat stderr)" '0 '
	awk '$3 ~ /^d/ { d = substr($3, 2) + 0; if (d > 10) next; w = log(2) / log(d + 1)
		if ($5 >= 0) { n[$1]++; r[$1] += $5 > 0; z[$1] += w * $5; x[$1] += w; N++; R += $5 > 0; Z += w * $5; X += w }
		W += w / 10; own[$1] += w }
	END { for (t = 1; t <= 10; t++) printf "%d %.4f %.4f\n", t, r[t] / n[t], own[t] * z[t] / x[t]
		printf "all %.4f %.4f\n", R / N, W * Z / X }' pool >expected
	for t in 1 2 3 4 5 6 7 8 9 10 all; do echo "$t $(value reg_P_10 $t) $(value reg_DCG_10 $t)"; done >found
	diff expected found
}

# In the mean over topics: weights of the top 10 in a class times the mean of its judged documents.
@test "labels are classes with a coefficient each, whichever way they point" {
	pools
	evaluate -R strata -m lab_P.10 -m lab_nDCG.10 --ci --labels=labels pool run
	assert_equal "$exit_status" 0
	awk 'NR == FNR { label[$1, $3] = $4; next }
		substr($3, 2) + 0 <= 10 { c = label[$1, $3]; W[c]++; if ($5 >= 0) { n[c]++; r[c] += $5 > 0 } }
		END { if (n[0] < 8 || n[1] < 8) exit 1; printf "%.4f\n", (W[0] * r[0] / n[0] + W[1] * r[1] / n[1]) / 100 }' labels pool >expected
	assert_equal "$(value lab_P_10 all)" "$(cat expected)"
	mv stdout forwards
	evaluate -R strata -m lab_P.10 -m lab_nDCG.10 --ci --labels=reversed pool run
	diff forwards stdout
	evaluate -R strata -m lab_P.10 -m lab_DCG.10 -m lab_nDCG.10 --ci --labels=constant pool run
	sed 's/lab_/reg_/' stdout >expected
	evaluate -R strata -m reg_P.10 -m reg_DCG.10 -m reg_nDCG.10 --ci --labels=constant pool run
	same_output 'constant labels'
	mv stdout expected
	evaluate -R strata -m reg_P.10 -m reg_DCG.10 -m reg_nDCG.10 --ci pool run
	same_output 'without labels'
}

@test "with everything judged they are P and ndcg_cut, without an error" {
	pools
	# beside the stratum of all that is retrieved there is one of two documents, one of them judged
	awk '{ print $1, $2, $3, "s", $4 } !seen[$1]++ { print $1, 0, "y", "t", 0; print $1, 0, "z", "t", -1 }' qrels >whole
	evaluate -m P.5,10 -m ndcg_cut.5,10 -q qrels run
	sed 's/^P_/reg_P_/; s/^ndcg_cut_/reg_nDCG_/' stdout | awk '{ print $1, $2, $3 }' >expected
	evaluate -R strata -m reg_P.5,10 -m reg_nDCG.5,10 -q whole run
	awk '{ print $1, $2, $3 }' stdout | diff <(sort expected) <(sort -)
	evaluate -R strata -m reg_P.10 --ci whole run
	assert_equal "$(value ci_lo_reg_P_10 all) $(value ci_hi_reg_P_10 all)" "$(value reg_P_10 all) $(value reg_P_10 all)"
}

# Nothing is left to know of any topic: ten of them have a model of ideal sums, which is not in doubt then.
@test "with all of the pool judged the interval of nDCG has no width, nor has that of a difference" {
	pools
	second_run
	evaluate -m ndcg_cut.10 qrels run
	sed 's/ndcg_cut_/lab_nDCG_/' stdout | awk '{ print $1, $3; print "ci_lo_" $1, $3; print "ci_hi_" $1, $3 }' >expected
	evaluate --frame=labels --labels=labels -m lab_nDCG.10 --ci --quiet-warnings qrels run
	awk '{ print $1, $3 }' stdout | diff expected -
	evaluate compare --frame=labels --labels=labels -m regression_diff --format=csv --quiet-warnings qrels run other
	for m in reg_nDCG lab_nDCG; do
		assert_equal "$(pick value measure=ci_lo_diff_${m}_10 <stdout)" "$(pick value measure=ci_hi_diff_${m}_10 <stdout)"
	done
}

# Topic 3 of four shows nothing: its nDCG may be up to 1, and the upper end of the mean is .25 higher than if its top 10 were known to hold nothing.
@test "topics of which nothing was seen to be relevant may have any nDCG" {
	pools
	second_run
	awk '$1 <= 4' pool >four
	awk '$1 == 3 && $5 > 0 { $5 = 0 } { print }' four >blank
	evaluate -R strata -q -m reg_nDCG.10 --ci blank run
	assert_equal "$(value reg_nDCG_10 3) $(value ci_lo_reg_nDCG_10 3) $(value ci_hi_reg_nDCG_10 3)" '0.0000 0.0000 1.0000'
	grep -q 'in 2 intervals there are topics of whose judged documents none has a grade above 0: their nDCG counts as 0' stderr || fail "$(cat stderr)"
	# which way the mean is off depends on the judgments (tests/tables/top_of_rankings.pl): neither is claimed
	grep -q 'which lowers the value, and the ideal DCG of the others, from as few judgments, is too small, which raises it' stderr
	run ! grep 'value is too' stderr
	local upper="$(value ci_hi_reg_nDCG_10 all)" lower="$(value ci_lo_reg_nDCG_10 all)"
	# the same if all of the top 10 of that topic, of both runs, is judged: 0 for certain
	awk '$1 == 3 && $5 > 0 { $5 = 0 } $1 == 3 && substr($3, 2) + 0 <= 16 { $5 = 0 } { print }' four >none
	evaluate -R strata -q -m reg_nDCG.10 --ci none run
	assert_equal "$(cat stderr)" ''
	assert_equal "$(value ci_hi_reg_nDCG_10 3)" 0.0000
	assert_equal "$(value ci_lo_reg_nDCG_10 all)" "$lower"
	awk -v a="$upper" -v b="$(value ci_hi_reg_nDCG_10 all)" 'BEGIN { exit (a - b - .25) ^ 2 > 1e-7 }'
	for pool in blank none; do
		evaluate compare -R strata -m regression_diff --format=trec $pool run other
		awk '$1 ~ /diff_reg_nDCG_10/ { print $NF }' stdout | paste -sd ' ' >$pool.difference
		grep -c 'in 1 of 1 pairs of runs there are topics of whose judged documents none has a grade above 0' stderr >$pool.warned || true
	done
	assert_equal "$(cat blank.warned none.warned | paste -sd ' ')" '1 0'
	paste -d ' ' blank.difference none.difference | awk '{ exit ($5 - $2 - .25) ^ 2 > 1e-7 || ($3 - $6 - .25) ^ 2 > 1e-7 || $1 != $4 }' ||
		fail "$(cat blank.difference none.difference)"
}

# In 0.3.0 the topic counted as 0 in the mean, with a warning, and the upper end was .1 higher.
@test "over five topics or more a topic that shows nothing has what the others let expect" {
	pools
	awk '$1 == 3 && $5 > 0 { $5 = 0 } { print }' pool >blank
	evaluate -R strata -m reg_nDCG.10 --ci blank run
	assert_equal "$exit_status" 0
	grep -q 'in 1 interval there are topics of whose judged documents none' stderr # that of the topic
	local mean="$(value reg_nDCG_10 all)"
	evaluate -R strata -m reg_nDCG.10 --ci pool run
	# of ten topics one has less: the mean is lower, by less than a tenth of it
	awk -v a="$(value reg_nDCG_10 all)" -v b="$mean" 'BEGIN { exit !(b < a && b > .9 * a) }'
	# no model of more than eight names of strata, of grades above 8, nor of pools of 30 and of 330 documents: the topic counts as 0 in the mean, too
	awk '{ $4 = "s" $1; print }' blank >names
	awk '$5 == 2 { $5 = 9 } { print }' blank >grades
	awk '{ print } !seen[$1]++ && $1 <= 5 { for (i = 1; i <= 300; i++) print $1, 0, "x" i, "s", -1 }' blank >sizes
	for pool in names grades sizes; do
		evaluate -R strata -m reg_nDCG.10 --ci $pool run
		grep -q 'in 2 intervals there are topics of whose judged documents none' stderr || fail "$pool: $(cat stderr)"
	done
}

# Few judged documents: ends were up to 1e6. Grades are 0 to 3, so that DCG@10 is at most 3 times the sum of 10 discounts.
@test "no value and no interval is beyond what the quantity can be" {
	for seed in 1 2 3 4 5 6 7 8; do
		awk -v seed="$seed" 'BEGIN { srand(seed); for (t = 1; t <= 4; t++) { left = 1 + seed; for (d = 1; d <= 30; d++) {
			grade = rand() < .4 ? 1 + int(3 * rand()) : 0; judged = rand() * (31 - d) < left; left -= judged
			print t, 0, "d" d, "s", judged ? grade : -1 > "pool"; print t, 0, "d" d, int(3 * rand()) > "labels"
			print t, "Q0", "d" d, 1, 100 - d, "x" > "run"; print t, "Q0", "d" d, 1, 1000 * rand(), "y" > "other" }
			print t, 0, "e", "u", 3; print t, 0, "f", "u", -1 } }' >end
		cat end >>pool
		"$STRAT_EVAL" --quiet-warnings -q -R strata -m regression_labels -m regression_ap --ci --labels=labels pool run
		"$STRAT_EVAL" compare --quiet-warnings -R strata -m regression_diff --labels=labels --format=trec pool run other | awk '{ print $1, "all", $NF }'
	done | awk 'BEGIN { for (i = 1; i <= 1000; i++) best[i] = best[i - 1] + 3 * log(2) / log(i + 1) }
		$3 == "nan" || $1 !~ /_(reg|lab)_|^(reg|lab)_/ { next }
		{ k = $1; sub(/.*_/, "", k); most = $1 ~ /[_]DCG/ ? best[k] : 1; least = $1 ~ /diff/ ? -most : 0; count[$1 ~ /^ci/, $1 ~ /diff/]++
			if ($3 < least - 1e-4 || $3 > most + 1e-4) { print; bad = 1 }
			name = $1; sub(/^ci_.._/, "", name); if (name == $1) value[name, $2] = $3
			if (($1 ~ /^ci_lo/ && $3 > value[name, $2] + 1e-4) || ($1 ~ /^ci_hi/ && $3 < value[name, $2] - 1e-4)) { print "value", $0; bad = 1 } }
		END { exit bad || !(count[1, 0] > 500 && count[1, 1] > 50) }'
}

# P@10 on TREC DL 2021, 60 judged of each topic: statP's interval is about .21 wide, that of reg_P .12.
@test "the interval is much narrower than that of statP on DL 2021" {
	need_data dl21-labels
	zcat "$DATA/dl21-labels/qrels.human.gz" | awk 'BEGIN { srand(5) } { print rand(), $0 }' | sort -k2,2 -k1,1 |
		awk '{ print $2, 0, $4, "s", ++n[$2] <= 60 ? $5 : -1 }' >pool
	evaluate -R strata -l 2 -m statP.10 -m reg_P.10 -m lab_P.10 --ci --labels="$DATA/dl21-labels/qrels.gpt-4.gz" pool \
		"$DATA/dl21-labels/input.pash_f1.gz"
	assert_equal "$exit_status" 0
	awk '$1 ~ /^ci_lo/ { lo[substr($1, 7)] = $3 } $1 ~ /^ci_hi/ { hi[substr($1, 7)] = $3 }
		END { s = hi["statP_10"] - lo["statP_10"]; r = hi["reg_P_10"] - lo["reg_P_10"]; l = hi["lab_P_10"] - lo["lab_P_10"]
			exit !(s > .18 && r < .14 && l < .14 && lo["reg_P_10"] < .67 && hi["reg_P_10"] > .67) }' stdout || fail "$(cat stdout)"
}

# ---- differences ----

# A second run: the first with every pair of neighbours exchanged, and the first documents moved to the end.
second_run()
{
	awk '{ d = substr($3, 2) + 0; print $1, "Q0", $3, 1, d <= 4 ? -d : 100 - (d % 2 ? d + 1 : d - 1), "y" }' run >other
}

@test "a difference has the differences of weights: exact if all is judged, and its sign turns with the runs" {
	pools
	second_run
	awk '{ print $1, $2, $3, "s", $4 } !seen[$1]++ { print $1, 0, "y", "t", 0; print $1, 0, "z", "t", -1 }' qrels >whole
	for r in run other; do
		"$STRAT_EVAL" -m P.10 -m ndcg_cut.10 qrels $r | awk '{ print $3 }'
	done | paste -sd' ' | awk '{ printf "%.3f %.3f\n", $1 - $3, $2 - $4 }' >expected
	evaluate compare -R strata -m regression_diff --format=trec whole run other
	assert_equal "$exit_status $(cat stderr)" '0 '
	assert_equal "$(awk '$1 == "diff_reg_P_10" { p = $NF } $1 == "diff_reg_nDCG_10" { n = $NF } END { printf "%.3f %.3f\n", p, n }' stdout)" "$(cat expected)"
	evaluate compare -R strata -m regression_diff --labels=labels --format=csv pool run other
	assert_equal "$exit_status" 0
	awk -F, '$0 ~ /diff_(reg|lab)_/ { print }' stdout | wc -l | grep -qx 18
	for m in reg_P lab_P reg_nDCG lab_DCG; do
		echo "$m $(pick value measure=diff_${m}_10 <stdout) $(pick value measure=ci_lo_diff_${m}_10 <stdout)"
	done | awk '{ printf "%s %.9f %.9f\n", $1, $2, $3 }' >expected
	evaluate compare -R strata -m regression_diff --labels=labels --format=csv pool other run
	for m in reg_P lab_P reg_nDCG lab_DCG; do
		echo "$m $(pick value measure=diff_${m}_10 <stdout) $(pick value measure=ci_hi_diff_${m}_10 <stdout)"
	done | awk '{ printf "%s %.9f %.9f\n", $1, -$2, -$3 }' | diff expected -
}

@test "a difference needs a pool whose documents are listed" {
	printf '1 a 0.5 1\n1 b 0.5 0\n1 c 0.5 0\n' | awk '{ print $1, 0, $2, $4, $3 }' >probs
	printf '%s\n' '1 Q0 a 1 3 x' '1 Q0 b 2 2 x' >one
	printf '%s\n' '1 Q0 b 1 3 y' '1 Q0 c 2 2 y' >two
	evaluate compare -R probs -N 6 -m regression_diff probs one two
	assert_equal "$exit_status" 64
	grep -q 'needs judgments that list every document of their strata' stderr || fail "$(cat stderr)"
}

# If all documents but one, which the run does not retrieve, are judged, AP is nearly known; labels that say nothing
# change nothing, and the order of the files does not matter. The value of a topic by hand is in the measure's example.
@test "AP by influence values: constant labels, reversed labels, nearly everything judged" {
	pools
	evaluate -R strata -m reg_AP --ci pool run
	assert_equal "$exit_status" 0
	grep -q 'average precision by regression is experimental' stderr
	local plain="$(value reg_AP_1000 all) $(value ci_lo_reg_AP_1000 all) $(value ci_hi_reg_AP_1000 all)"
	for labels in constant labels reversed; do
		evaluate -R strata -m lab_AP --ci --labels=$labels pool run
		echo "$(value lab_AP_1000 all) $(value ci_lo_lab_AP_1000 all) $(value ci_hi_lab_AP_1000 all)" >$labels.found
	done
	assert_equal "$(cat constant.found)" "$plain"
	assert_equal "$(cat labels.found)" "$(cat reversed.found)"
	# all judged, but for one document outside the run in one topic: the last topic has map as it is
	awk '{ print $1, $2, $3, "s", $4 } END { print 10, 0, "x", "s", -1 }' qrels >nearly
	"$STRAT_EVAL" -q -m map qrels run | awk '$2 == 3 { print $3 }' >expected
	evaluate -R strata -q -m reg_AP nearly run
	assert_equal "$(value reg_AP_1000 3)" "$(cat expected)"
}

# By hand, in topic 1, all of whose documents are judged: (1 + 3/log2(3) + 2/2) / (3 + 2/log2(3) + 1/2) = 0.817494. A pool
# of as many grades as documents fills all room that there is for grades.
@test "a pool of three documents with three grades" {
	printf '1 0 %s\n' 'a s 3' 'b s 2' 'c s 1' >pool
	printf '2 0 %s\n' 'e t -1' 'f t 1' 'g t 0' >>pool
	printf '1 Q0 %s r\n' 'c 1 3' 'a 2 2' 'b 3 1' >run
	echo '2 Q0 f 1 1 r' >>run
	evaluate -q -R strata --ci -m reg_nDCG.5 --digits=6 pool run
	for name in reg_nDCG_5 ci_lo_reg_nDCG_5 ci_hi_reg_nDCG_5; do
		assert_equal "$(value $name 1)" 0.817494
	done
}

# Nothing is asked about recall there.
@test "a difference by regression has no warnings about recall" {
	pools
	second_run
	awk '$1 <= 4 && $5 > 0 { $5 = 0 } { print }' pool >blank
	evaluate compare -R strata -m regression_diff blank run other
	refute grep -q 'recall' stderr
	evaluate compare -R strata -m prob_gt blank run other
	grep -q 'what recall is there' stderr || fail "$(cat stderr)"
}

# Three documents of the first run in each of ten topics are not in the pool. They are not relevant in its first ten,
# whatever --outside says, which is about precision and F of sets.
@test "a difference by regression has no warning of documents outside the frame" {
	pools
	second_run
	awk '{ print } $3 == "d1" { for (i = 1; i <= 3; i++) print $1, "Q0", "x" i, 1, 200 + i, $6 }' run >beyond
	evaluate compare -R strata -m regression_diff pool beyond other
	run ! grep 'frame\|outside' stderr
	evaluate compare -R strata -m diff_reg_P_10 -m statP.10 pool beyond other
	run ! grep 'frame\|outside' stderr
	for more in prob_gt est_P; do
		evaluate compare -R strata -m regression_diff -m $more pool beyond other
		grep -q 'beyond: 30 of its 330 documents could not be drawn' stderr || fail "$more: $(cat stderr)"
	done
}

# Two of 30 documents are judged: with one degree of freedom nothing is known but the highest grade, 3 in the other topic. 3 times the sum
# of log(2)/log(rank + 1) over 10 ranks is 13.6307.
@test "the highest grade of all topics says what DCG can be" {
	awk 'BEGIN { for (d = 1; d <= 30; d++) { print 1, 0, "d" d, "s", d == 1 ? 1 : d == 2 ? 0 : -1; print 2, 0, "d" d, "s", d == 20 ? 3 : -1
		print 1, "Q0", "d" d, 1, 100 - d, "x" > "run" } }' >pool
	evaluate --quiet-warnings -q -R strata -m reg_DCG.10 --ci pool run
	assert_equal "$(value ci_hi_reg_DCG_10 1)" 13.6307
}

# What a stratum is called in one topic tells something of the stratum of that name in another one.
@test "shards of a stratified sample give what one call gives" {
	awk 'BEGIN { for (t = 1; t <= 12; t++) for (d = 1; d <= 40; d++) {
		top = d <= 10; grade = (7 * t + 3 * d) % (top ? 3 : 5)
		print t, 0, "d" d, (top ? "top" : "rest"), (d % 10 > 2 ? -1 : grade > 2 ? 0 : grade)
		if (d % 2) print t, "Q0", "d" d, 1, 100 - (11 * d + t) % 41, "x" > "run" } }' >pool
	local i
	for i in 1 2 3; do
		evaluate --quiet-warnings -R strata -m reg_nDCG.10 -m reg_AP --ci --shard=$i/3 pool run
		assert_equal "$exit_status" 0
		cp stdout part$i
	done
	evaluate --quiet-warnings -R strata -m reg_nDCG.10 -m reg_AP --ci pool run
	cp stdout whole
	"$STRAT_EVAL" merge part1 part2 part3 | cmp - whole
}
