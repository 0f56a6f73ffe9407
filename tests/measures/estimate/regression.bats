#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# reg_P, reg_DCG, reg_nDCG and lab_P, lab_DCG, lab_nDCG: rankings from a sampled pool.

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

# One topic: what was judged, and the mean of that, weighted, for the rest. N/n is the same for all documents.
@test "the value of one topic by its formula, and the mean of contributions over ten" {
	pools
	for t in 1 2 3 4 5 6 7 8 9 10; do
		awk -v t=$t '$1 == t' pool >one
		evaluate -R strata --quiet-warnings -q -m reg_P.10 -m reg_DCG.10 one run
		echo "$t $(value reg_P_10 $t) $(value reg_DCG_10 $t) $(value reg_P_10 all) $(value reg_DCG_10 all)"
	done >found
	awk '$3 ~ /^d/ { d = substr($3, 2) + 0; if (d > 10) next; w = log(2) / log(d + 1); own[$1] += w
		if ($5 >= 0) { n[$1]++; r[$1] += $5 > 0; z[$1] += w * $5; x[$1] += w } }
	END { for (t = 1; t <= 10; t++) { p = r[t] / n[t]; g = z[t] / x[t]
		printf "%d %.4f %.4f %.4f %.4f\n", t, (r[t] + (10 - n[t]) * p) / 10, z[t] + (own[t] - x[t]) * g, p, own[t] * g } }' pool >expected
	diff expected found
	evaluate -R strata -q --quiet-warnings --format=csv -m reg_P.10 -m reg_nDCG.10 pool run
	for m in reg_P_10 reg_nDCG_10; do
		awk -F, -v m=$m 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["measure"] != m { next }
			$at["topic"] == "all" { if ($at["contribution"] != "") exit 1; mean = $at["value"]; next }
			{ sum += $at["contribution"]; n++; if ($at["value"] < 0 || $at["value"] > 1) exit 1 }
			END { exit n != 10 || (sum / n - mean) ^ 2 > 1e-24 }' stdout || fail "$m"
	done
	evaluate -R strata -q --quiet-warnings --format=jsonl -m reg_P.10 pool run
	assert_equal "$(grep -c '"contribution":' stdout)" 10
}

@test "labels are classes, whichever way they point; one class says nothing" {
	pools
	evaluate -R strata -m lab_P.10 -m lab_nDCG.10 --ci --labels=labels pool run
	assert_equal "$exit_status" 0
	cp stdout forwards
	evaluate -R strata -m lab_P.10 -m lab_nDCG.10 --ci --labels=reversed pool run
	paste forwards stdout | awk '($3 - $6) ^ 2 > 1e-7 { exit 1 }'
	evaluate -R strata -m lab_P.10 -m lab_DCG.10 -m lab_nDCG.10 --ci --labels=constant pool run
	sed 's/lab_/reg_/' stdout >expected
	evaluate -R strata -m reg_P.10 -m reg_DCG.10 -m reg_nDCG.10 --ci --labels=constant pool run
	same_output 'constant labels'
	mv stdout expected
	evaluate -R strata -m reg_P.10 -m reg_DCG.10 -m reg_nDCG.10 --ci pool run
	same_output 'without labels'
}

@test "with all of the first k judged it is P, without an error" {
	pools
	# beside the stratum of all that is retrieved there is one of two documents, one of them judged
	awk '{ print $1, $2, $3, "s", $4 } !seen[$1]++ { print $1, 0, "y", "t", 0; print $1, 0, "z", "t", -1 }' qrels >whole
	evaluate -m P.5,10 -q qrels run
	sed 's/^P_/reg_P_/' stdout | awk '{ print $1, $2, $3 }' >expected
	evaluate -R strata -m reg_P.5,10 -q whole run
	awk '{ print $1, $2, $3 }' stdout | diff <(sort expected) <(sort -)
	evaluate -R strata -m reg_P.10 --ci whole run
	assert_equal "$(value ci_lo_reg_P_10 all) $(value ci_hi_reg_P_10 all)" "$(value reg_P_10 all) $(value reg_P_10 all)"
}

# Bit for bit: values, means and, for topics like these, intervals are those of complete judgments.
@test "with all of the pool judged they are P, ndcg_cut and ndcg_exp_cut" {
	pools
	evaluate -q -m P.10 -m ndcg_cut.10 -m ndcg_exp_cut.10 --ci --digits=17 qrels run
	sed 's/ndcg_exp_cut/lab_nDCG_exp/; s/ndcg_cut/lab_nDCG/; s/\bP_/lab_P_/; s/_P_10/_lab_P_10/; s/lab_lab/lab/' stdout | awk '{ print $1, $2, $3 }' | sort >expected
	evaluate -q --drawn-from=labels --labels=labels --topic-scope=random -m P.10 -m ndcg_cut.10 -m ndcg_exp_cut.10 --ci --digits=17 --quiet-warnings qrels run
	awk '!($1 ~ /^ci/ && $2 != "all") { print $1, $2, $3 }' stdout | sort | diff expected -
	awk '$1 ~ /^ci_lo/ { lo[substr($1, 7), $2] = $3 } $1 ~ /^ci_hi/ && $2 != "all" { n++; if (lo[substr($1, 7), $2] != $3) exit 1 } END { exit n != 30 }' stdout
	evaluate --drawn-from=labels --labels=labels -m lab_nDCG.10 --ci --quiet-warnings qrels run
	assert_equal "$(value ci_lo_lab_nDCG_10 all) $(value ci_hi_lab_nDCG_10 all)" "$(value lab_nDCG_10 all) $(value lab_nDCG_10 all)"
}

# One topic of ten shows nothing relevant: the mean is lower, by less than a tenth of it. So is it with more names of
# strata and more grades than the model tells apart, and with pools of 30 and of 330 documents.
@test "a topic that shows nothing has what the others let expect" {
	pools
	awk '{ $4 = "s" $1; print }' pool >names
	awk '$5 >= 0 { $5 *= 1 + ++n % 20 } { print }' pool >grades
	awk '{ print } !seen[$1]++ && $1 <= 5 { for (i = 1; i <= 300; i++) print $1, 0, "x" i, "s", -1 }' pool >sizes
	for all in pool names grades sizes; do
		evaluate -R strata --quiet-warnings -m reg_nDCG.10 --ci $all run
		assert_equal "$exit_status" 0
		local mean="$(value reg_nDCG_10 all)"
		awk '$1 == 3 && $5 > 0 { $5 = 0 } { print }' $all >blank
		evaluate -R strata --quiet-warnings -m reg_nDCG.10 --ci blank run
		awk -v a="$mean" -v b="$(value reg_nDCG_10 all)" 'BEGIN { exit !(b < a && b > .85 * a) }' || fail "$all: $mean"
	done
}

# Nothing relevant was judged in the first ten: no interval is 0 wide. 75 judged documents of equal weight, none relevant: 1 - .025^(1/75).
@test "no interval is 0 wide unless all is judged" {
	pools
	awk '$5 > 0 { $5 = 0 } { print }' pool >blank
	judged=$(awk 'substr($3, 2) + 0 <= 10 && $5 >= 0' pool | wc -l)
	evaluate -R strata --quiet-warnings --digits=6 -m reg_P.10 -m reg_nDCG.10 --ci blank run
	assert_equal "$(value reg_P_10 all) $(value ci_lo_reg_P_10 all)" '0.000000 0.000000'
	near "$(value ci_hi_reg_P_10 all)" "$(awk -v n=$judged 'BEGIN { print 1 - exp(log(.025) / n) }')" 1e-5
	awk -v u="$(value ci_hi_reg_nDCG_10 all)" 'BEGIN { exit !(u > .01) }'
}

# Few judged documents. Grades are 0 to 3, so that DCG@10 is at most 3 times the sum of 10 discounts.
@test "no value and no interval is beyond what the quantity can be" {
	for seed in 1 2 3 4 5 6 7 8; do
		awk -v seed="$seed" 'BEGIN { srand(seed); for (t = 1; t <= 4; t++) { left = 1 + seed; for (d = 1; d <= 30; d++) {
			grade = rand() < .4 ? 1 + int(3 * rand()) : 0; judged = rand() * (31 - d) < left; left -= judged
			print t, 0, "d" d, "s", judged ? grade : -1 > "pool"; print t, 0, "d" d, int(3 * rand()) > "labels"
			print t, "Q0", "d" d, 1, 100 - d, "x" > "run" }
			print t, 0, "e", "u", 3; print t, 0, "f", "u", -1 } }' >end
		cat end >>pool
		"$STRAT_EVAL" --quiet-warnings -q -R strata -m regression_labels --ci --labels=labels pool run
		"$STRAT_EVAL" --quiet-warnings -q -R strata -m regression_labels --ci --topic-scope=random --labels=labels pool run
	done | awk 'BEGIN { for (i = 1; i <= 1000; i++) best[i] = best[i - 1] + 3 * log(2) / log(i + 1) }
		$3 == "nan" || $1 !~ /_(reg|lab)_|^(reg|lab)_/ { next }
		{ k = $1; sub(/.*_/, "", k); most = $1 ~ /[_]DCG/ ? best[k] : 1; count[$1 ~ /^ci/]++
			if ($3 < -1e-4 || $3 > most + 1e-4) { print; bad = 1 }
			name = $1; sub(/^ci_.._/, "", name); if (name == $1) value[name, $2] = $3
			if (($1 ~ /^ci_lo/ && $3 > value[name, $2] + 1e-4) || ($1 ~ /^ci_hi/ && $3 < value[name, $2] - 1e-4)) { print "value", $0; bad = 1 } }
		END { exit bad || !(count[1] > 500) }'
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

# Each run by itself: other runs in the call change nothing, and the difference is that of the means.
@test "a difference is the difference of the means, whatever else is in the call" {
	pools
	awk '{ d = substr($3, 2) + 0; print $1, "Q0", $3, 1, d <= 4 ? -d : 100 - (d % 2 ? d + 1 : d - 1), "y" }' run >other
	for r in run other; do
		evaluate -R strata --quiet-warnings --digits=12 -m reg_P.10 -m reg_nDCG.10 pool $r
		awk '{ print $3 }' stdout | paste -sd' '
	done | paste -sd' ' | awk '{ printf "%.9f %.9f\n", $1 - $3, $2 - $4 }' >expected
	evaluate compare -R strata --quiet-warnings -m reg_P.10 -m reg_nDCG.10 --format=csv pool run other
	assert_equal "$exit_status" 0
	echo "$(pick value measure=diff_reg_P_10 <stdout) $(pick value measure=diff_reg_nDCG_10 <stdout)" | awk '{ printf "%.9f %.9f\n", $1, $2 }' | diff expected -
}

@test "average precision by regression is no more, and what to take is said" {
	pools
	for name in reg_AP lab_AP.100; do
		evaluate -R strata -m $name pool run
		assert_equal "$exit_status" 64
		grep -q "use -m statAP" stderr || fail "$(cat stderr)"
	done
	for name in AP map; do
		evaluate --drawn-from=labels --labels=labels -m $name qrels run
		assert_equal "$exit_status" 64
		grep -q 'm statAP estimates it' stderr || fail "$(cat stderr)"
	done
	for name in RR recip_rank Rprec recall.10; do
		evaluate --drawn-from=labels --labels=labels -m $name qrels run
		assert_equal "$exit_status" 64
		grep -q 'judge ' stderr || fail "$(cat stderr)"
	done
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

# What a stratum is called in one topic tells something of the stratum of that name in another one.
@test "shards of a stratified sample give what one call gives" {
	awk 'BEGIN { for (t = 1; t <= 12; t++) for (d = 1; d <= 40; d++) {
		top = d <= 10; grade = (7 * t + 3 * d) % (top ? 3 : 5)
		print t, 0, "d" d, (top ? "top" : "rest"), (d % 10 > 2 ? -1 : grade > 2 ? 0 : grade)
		if (d % 2) print t, "Q0", "d" d, 1, 100 - (11 * d + t) % 41, "x" > "run" } }' >pool
	local i
	for i in 1 2 3; do
		evaluate --quiet-warnings -R strata -q -m reg_nDCG.10 -m reg_P.10 --ci --shard=$i/3 pool run
		assert_equal "$exit_status" 0
		cp stdout part$i
	done
	evaluate --quiet-warnings -R strata -q -m reg_nDCG.10 -m reg_P.10 --ci pool run
	cp stdout whole
	"$STRAT_EVAL" merge part1 part2 part3 | cmp - whole
}
