#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval compare: is A better than B, and how sure is that?
#
# The tests themselves are held against R and enumeration in
# tests/core/stats/topics/test_paired*.c, the posteriors in
# tests/core/stats/goutte_gaussier/test_confusion.c; here it is what a user sees. R calls stand beside
# what came from R.

load ../../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || return 1
	sample=$ROOT/qrels-samples/comparison
	robust=$DATA/robust03
}

# Differences .1 .4 0 -.4 .6 .2
matrix()
{
	printf 'topic,a,b\n1,.3,.2\n2,.5,.1\n3,.4,.4\n4,.2,.6\n5,.9,.3\n6,.7,.5\n' >matrix.csv
}

# The value of one figure of all topics, of the only or the first pair that has it.
value() # NAME ARGUMENT...
{
	local name=$1
	shift
	"$STRAT_EVAL" compare --quiet-warnings --format=trec "$@" |
		awk -v name="$name" '$1 == name && $2 == "all" && !done { print $3; done = 1 }'
}

refused() # STATUS MESSAGE ARGUMENT...
{
	refused_by compare "$@"
}

# ---- over topics --------------------------------------------------------------------------------

# Sign: 4 of 5, 2 (5+1)/32. Wilcoxon: ranks 1, 2, 3.5, 3.5, 5; W- = 3.5; of the 32 subsets {}, {1},
# {2}, {1,2} and twice {3.5} sum to at most that: 2·6/32. Randomization: the sum .9 or more where
# what is flipped sums to at most .4, the same six subsets, and their complements: 12/32. One-sided,
# towards B, the observed value too: 1 - 4/32 for both, as four of these subsets lie below it.
# In per cent .15/.35. Interval of the effect: R in test_p_adjust.c.
# t: R: t.test(c(.3,.5,.4,.2,.9,.7), c(.2,.1,.4,.6,.3,.5), paired=TRUE)
@test "six topics by hand: difference, wins, and every test" {
	matrix
	"$STRAT_EVAL" compare --scores=matrix.csv --format=trec --digits=6 >stdout
	trec_lines >expected <<'END'
run_a all a
run_b all b
topics_score all 6
a_score all 0.500000
b_score all 0.350000
diff_score all 0.150000
ci_lo_diff_score all -0.212017
ci_hi_diff_score all 0.512017
pct_diff_score all 42.857143
effect_score all 0.434828
ci_lo_effect_score all -0.426058
ci_hi_effect_score all 1.257924
wins_score all 4
ties_score all 1
losses_score all 1
p_t_score all 0.335536
p_less_t_score all 0.832232
p_sign_score all 0.375000
p_less_sign_score all 0.968750
p_wilcoxon_score all 0.375000
p_less_wilcoxon_score all 0.875000
p_random_score all 0.375000
p_less_random_score all 0.875000
p_adj_score all 0.335536
END
	same_output matrix
}

# d <- c(.1,.4,0,-.4,.6,.2)    R: t.test(d, mu=-.5, alternative="greater")$p.value;
# t.test(d, mu=.5, alternative="less")$p.value; t.test(d, conf.level=.9)$conf.int
@test "a margin: equivalence, non-inferiority and the interval that goes with them" {
	matrix
	near "$(value p_equiv_score --scores=matrix.csv --margin=.5 --digits=9)" 0.0277414576 1e-9
	near "$(value p_noninf_score --scores=matrix.csv --margin=.5 --digits=9)" 0.00287950241 1e-9
	near "$(value p_noninf_score --scores=matrix.csv --margin=.5 --digits=9 --lower-better)" 0.0277414576 1e-9
	near "$(value ci_lo_equiv_diff_score --scores=matrix.csv --margin=.5 --digits=9)" -0.133781011 1e-9
	near "$(value ci_hi_equiv_diff_score --scores=matrix.csv --margin=.5 --digits=9)" 0.433781011 1e-9
	"$STRAT_EVAL" compare --scores=matrix.csv --margin=.5 --format=csv | grep -c ',t,0.9,.*,both,$' | grep -qx 2
	"$STRAT_EVAL" compare --scores=matrix.csv --margin=.5 >stdout
	grep -q '^p, differ by less than 0.5  *0.0277$' stdout
	grep -q '^p, A not worse by 0.5  *0.0029$' stdout
	grep -q '^  A - B, 90 % from  *-0.1338$' stdout
	tr '\n' ' ' <stdout | grep -qF 'That they differ by less than 0.5 was shown (two one-sided t tests, p = 0.0277); that a is not worse by 0.5 was shown (one-sided t test, p = 0.0029).'
	run ! grep -q equiv <("$STRAT_EVAL" compare --scores=matrix.csv --format=csv)
	# the margin is printed as it was given, however long it is
	"$STRAT_EVAL" compare --scores=matrix.csv --margin=.01234 | grep -q '^p, differ by less than 0.01234 '
	# a page has them, too: the row of the pair ends with both
	"$STRAT_EVAL" compare --scores=matrix.csv --margin=.5 --format=html >stdout
	grep -q '<td>0.0277<td>0.0029$' stdout
	grep -q '^<p>p_equiv: A and B differ by less than 0.5 ' stdout
	refused 64 '--margin=0: not a number above 0' --scores=matrix.csv --margin=0
	refused 64 '--margin cannot be combined with --wins: it is for comparisons over topics of runs and --scores' --wins=1,2 --margin=.1
	refused 64 '--margin needs a --level above 0.5' --scores=matrix.csv --margin=.1 --level=.5
}

@test "two runs: per cent, Cohen's d_z with its interval, topics by difference, sentences" {
	matrix
	"$STRAT_EVAL" compare --scores=matrix.csv -q >stdout
	sed -n '/in % of B/,/better/p' stdout | sed 's/  */ /g' >found
	diff - found <<'END'
 in % of B 42.9
 95 % (t) from -0.2120
 95 % (t) to 0.5120
Cohen's d_z 0.4348
 95 % from -0.4261
 95 % to 1.2579
A better/same/worse 4/1/1
END
	sed -n '/by topic/,/^$/p' stdout >found
	diff - found <<'END'
score by topic, A: a, B: b
topic         A         B     A - B
5        0.9000    0.3000    0.6000
2        0.5000    0.1000    0.4000
6        0.7000    0.5000    0.2000
1        0.3000    0.2000    0.1000
3        0.4000    0.4000    0.0000
4        0.2000    0.6000   -0.4000

END
	sed '1,/^For the report/d' stdout >found
	diff - found <<'END'
Over 6 topics the mean score is 0.5000 for a and 0.3500 for b, a difference of
0.1500 (+42.9 %; 95 % interval (t) -0.2120 to 0.5120; Cohen's d_z 0.43, 95 %
interval -0.43 to 1.26). It is not statistically significant at the 0.05 level
(t test, two-sided, p = 0.3355).
END
	"$STRAT_EVAL" compare --scores=matrix.csv --tail=lower --level=.9 >stdout
	tr '\n' ' ' <stdout | grep -q 'at least -[0-9.]* with 90 % confidence (t); .* at least -[0-9.]* with 90 % confidence)'
}

# Half: S = 4.5 of 6, taken as 5 on one side: 2 (6+1)/64 = .21875, or conservatively with 4 wins
# P(S >= 4) = 22/64. The odd tie goes to neither side: 2·22/64 = .6875.
@test "ties in the sign test are dropped, halved, or fall to a side by the seed" {
	matrix
	near "$(value p_sign_score --scores=matrix.csv)" 0.375 0.00005
	near "$(value p_sign_score --scores=matrix.csv --test=sign:half)" 0.6875 0.00005
	# with the tie on A's side 5 of 6, 2·7/64; on B's 4 of 6, 2·22/64
	for seed in 1 2 3 4 5 6 7 8; do
		value p_sign_score --scores=matrix.csv --test=sign:random --seed=$seed
	done | sort -u >found
	printf '0.2188\n0.6875\n' | diff - found
}

@test "the first test named is adjusted; only those named are printed" {
	matrix
	"$STRAT_EVAL" compare --scores=matrix.csv --format=trec --test=wilcoxon,bootstrap |
		grep '^p_' | grep -v '^p_less' | awk '{ print $1 }' >found
	printf 'p_wilcoxon_score\np_bootstrap_score\np_adj_score\n' | diff - found
	near "$(value p_adj_score --scores=matrix.csv --test=wilcoxon)" 0.375 0.00005
}

# Three systems: c = a - .01 except for topic 6, so p(a,c) is small. R:
#   a<-c(.3,.5,.4,.2,.9,.7); b<-c(.2,.1,.4,.6,.3,.5); c<-c(.29,.49,.39,.19,.89,.67)
#   p.adjust(c(t.test(a,b,paired=T)$p.value, t.test(a,c,paired=T)$p.value,
#     t.test(b,c,paired=T)$p.value), "holm")   and "bonferroni", "BH"
@test "p-values are adjusted for the number of comparisons, the clearest pair comes first" {
	printf 'topic,b,a,c\n1,.2,.3,.29\n2,.1,.5,.49\n3,.4,.4,.39\n4,.6,.2,.19\n5,.3,.9,.89\n6,.5,.7,.67\n' >three.csv
	"$STRAT_EVAL" compare --scores=three.csv --format=csv --digits=6 >stdout
	grep -c p_adj_score stdout | grep -qx 3
	head -2 stdout | tail -1 | grep -q '^a,c,'
	adjusted() { "$STRAT_EVAL" compare --scores=three.csv --format=csv --digits=6 --adjust=$1 |
		awk -F, '$4 == "p_adj_score" { print $1 $2, $5 }'; }
	adjusted holm >found
	diff - found <<'END'
ac 0.030970
ab 0.671072
cb 0.671072
END
	adjusted bonferroni >found
	diff - found <<'END'
ac 0.030970
ab 1.000000
cb 1.000000
END
	adjusted bh >found
	diff - found <<'END'
ac 0.030970
ab 0.375786
cb 0.375786
END
	adjusted none | grep -qx 'ab 0.335536'
}

@test "against a baseline each other run is compared once, the best first" {
	printf 'topic,b,a,c\n1,.2,.3,.29\n2,.1,.5,.49\n3,.4,.4,.39\n4,.6,.2,.19\n5,.3,.9,.89\n6,.5,.7,.67\n' >three.csv
	"$STRAT_EVAL" compare --scores=three.csv --format=trec --baseline=c >stdout
	awk '$1 == "run_a" || $1 == "run_b" { print $3 }' stdout | tr '\n' ' ' | grep -qx 'a c b c '
	run "$STRAT_EVAL" compare --scores=three.csv --baseline=c
	assert_success
	assert_output --partial 'baseline'
	refused 64 "--baseline=nobody: none of the runs has this name or file: b, a, c" \
		--scores=three.csv --baseline=nobody
	refused 64 '--baseline names all runs: none is left to compare with them' \
		--scores=three.csv --baseline=a --baseline=b --baseline=c
}

# R, with x and y the topics' average precision as -q prints it:
#   t.test(x, y, paired=TRUE); wilcox.test(x, y, paired=TRUE, exact=FALSE, correct=TRUE);
#   binom.test(sum(x > y), sum(x != y))
@test "two runs of the Robust track agree with R to ten digits" {
	need_data robust03
	"$STRAT_EVAL" compare --digits=10 --format=trec "$robust/qrels.robust03.gz" \
		"$robust/input.humR03dc.gz" "$robust/input.NLPR03vb10.gz" >stdout
	while read -r name expected; do
		near "$(awk -v n="$name" '$1 == n { print $3 }' stdout)" "$expected" 1e-10
	done <<'END'
diff_map 0.019333031101
ci_lo_diff_map -0.004631038541
ci_hi_diff_map 0.043297100742
p_t_map 0.112614583709
p_wilcoxon_map 0.0020931255
p_sign_map 0.01543236451
effect_map 0.1600768509
wins_map 62
losses_map 37
END
}

@test "runs, their scores, and a matrix of the scores are compared alike" {
	for run in plain stemmed; do
		"$STRAT_EVAL" -q -m map -m runid "$sample/qrels" "$sample/$run.run" --digits=17 >$run.eval
	done
	paste plain.eval stemmed.eval | awk '$1 == "map" && $2 != "all" { print $2 "," $3 "," $6 }' |
		sed '1i topic,plain,stemmed' >scores.csv
	"$STRAT_EVAL" compare -m map --format=trec "$sample/qrels" "$sample/plain.run" "$sample/stemmed.run" >expected
	"$STRAT_EVAL" compare --format=trec --scores plain.eval stemmed.eval >stdout
	same_output scores
	"$STRAT_EVAL" compare --format=trec --scores=scores.csv | sed 's/score/map/' | tr -d ' ' >a
	tr -d ' ' <expected >b
	diff a b
}

@test "each topic's scores are printed with -q, and only they with -n" {
	matrix
	"$STRAT_EVAL" compare --scores=matrix.csv --format=trec -q -n >stdout
	grep -c . stdout | grep -qx 20
	grep -q "^diff_score            ${TAB}4${TAB}-0.4000$" stdout
	refute grep -q "${TAB}all${TAB}0" stdout
}

@test "the same bytes for any number of jobs, and others for another seed" {
	need_data robust03
	local -a runs=("$robust"/input.*.gz)
	runs=("${runs[@]:0:$(cases 8 3)}")
	for jobs in 1 2 5; do
		"$STRAT_EVAL" compare --jobs=$jobs --format=jsonl --test=random,bootstrap --ci=bca,slogit,percentile \
			"$robust/qrels.robust03.gz" "${runs[@]}" >jobs.$jobs
	done
	cmp jobs.1 jobs.2
	cmp jobs.1 jobs.5
	"$STRAT_EVAL" compare --seed=2 --format=jsonl --test=random,bootstrap --ci=bca,slogit,percentile \
		"$robust/qrels.robust03.gz" "${runs[@]}" >other
	refute cmp -s jobs.1 other
}

# 8 runs have 28 pairs; UIUC03Rd1 and uic0301 differ by .002 and share a letter; pircRBa1 and
# rutcor03100 do not.
@test "eight runs of the Robust track: means, letters and pairs in one table" {
	need_data robust03
	"$STRAT_EVAL" compare "$robust/qrels.robust03.gz" "$robust"/input.*.gz >stdout
	head -9 stdout | tail -8 | awk '{ print $1 }' | head -1 | grep -qx pircRBa1
	[ "$(sed '1,/^A  *B /d; /^$/,$d' stdout | grep -c .)" = 28 ]
	letters() { awk -v run="$1" '$1 == run && !done { print $4; done = 1 }' stdout; }
	[ "$(letters pircRBa1)" = a ]
	[ "$(letters UIUC03Rd1)" = b ]
	[ "$(letters uic0301)" = bc ]
	[ "$(awk '{ if (length($0) > longest) longest = length($0) } END { print longest }' stdout)" -le 120 ]
}

@test "latex: best first and bold, letters of the runs that are beaten, or daggers against a baseline" {
	printf 'topic,b,a_1\n' >clear.csv
	for t in 1 2 3 4 5 6 7 8; do printf '%s,.%s1,.%s5\n' $t $t $t; done >>clear.csv
	printf '9,.92,.95\n' >>clear.csv
	"$STRAT_EVAL" compare --scores=clear.csv --format=latex >stdout
	grep -qx '% needs \\usepackage{booktabs}' stdout
	grep -qx '% t test, two-sided, adjusted for 1 comparison (Holm)' stdout
	assert_equal "$(sed -n '/midrule/{n;p}' stdout)" '(a) a\_1 & \textbf{0.5500}\textsuperscript{b} \\'
	grep -qF '(b) b & ' stdout
	"$STRAT_EVAL" compare --scores=clear.csv --format=latex --baseline=b >stdout
	grep -qx '% needs \\usepackage{booktabs,amssymb}' stdout
	grep -qF 'a\_1 & \textbf{0.5500}$^{\ddagger}$ \\' stdout
	grep -qF 'b (baseline) & ' stdout
	"$STRAT_EVAL" compare --scores=clear.csv --format=latex --baseline=a_1 >stdout
	grep -qF '$^{\blacktriangledown}$ \\' stdout
}

# Means of .9, .9, .6, .5, .4, .3 and 0, and topics that change them by .01 at most: each run is better
# than all below it, except that no difference is found between the first two.
@test "latex: three or more letters in a row are a range" {
	awk 'BEGIN { print "topic,g,f,e,d,c,b,a"
		n = split("0 .3 .4 .5 .6 .9 .9", mean, " ")
		for (t = 1; t <= 9; t++) {
			printf "%d", t
			for (k = 1; k <= n; k++) printf ",%.3f", mean[k] + t * t * k % 11 / 1000 + (k == n) / 1000
			print ""
		} }' >many.csv
	"$STRAT_EVAL" compare --scores=many.csv --test=t --format=latex --digits=1 >stdout
	assert_equal "$(sed -n 's/^(.) . & .*\(textsuper.*\) .*/\1/p' stdout | xargs)" \
		'textsuperscript{c--g} textsuperscript{c--g} textsuperscript{d--g} textsuperscript{e--g} textsuperscript{f,g} textsuperscript{g}'
}

# ---- bad input ----------------------------------------------------------------------------------

@test "identical runs: no difference, p = 1, and nan where it is undefined" {
	cp "$sample/plain.run" copy.run
	evaluate compare --format=trec -m map "$sample/qrels" "$sample/plain.run" copy.run
	assert_equal "$exit_status" 0
	grep -q 'the interval of map has no width in 1 difference (constant): it is the same in all .* topics, and may differ in up to' stderr
	for line in 'diff_map 0.0000' 'p_sign_map 1.0000' 'p_wilcoxon_map 1.0000' 'p_random_map 1.0000' \
		'p_t_map nan' 'ci_lo_diff_map 0.0000' 'wins_map 0' 'losses_map 0'; do
		set -- $line
		grep -qE "^$1 +${TAB}all${TAB} *$2$" stdout || fail "no $line in: $(cat stdout)"
	done
	# both are called plain: their files tell them apart
	grep -qE "^run_b +${TAB}all${TAB}copy.run" stdout
}

@test "one topic only: the tests have nothing to go by, which is said" {
	printf 'topic,a,b\n1,.3,.2\n' >one.csv
	evaluate compare --scores=one.csv --format=trec
	assert_equal "$exit_status" 0
	grep -q 'warning: there is only one topic' stderr
	grep -qE "^p_t_score +${TAB}all${TAB} *nan$" stdout
	grep -qE "^p_sign_score +${TAB}all${TAB}1.0000$" stdout
	evaluate compare --scores=one.csv --quiet-warnings
	[ ! -s stderr ]
	# the table of two runs has no line of a test then, and nobody can be misled
	evaluate compare --scores=one.csv
	assert_equal "$(cat stderr) $(grep -c '^p, ' stdout)" ' 0'
	printf 'topic,a,b,c\n1,.3,.2,.1\n' >one3.csv
	evaluate compare --scores=one3.csv
	grep -q 'warning: there is only one topic' stderr
}

@test "a matrix with empty cells: topics that a run lacks are left out of its pairs, which is said" {
	# over topics 1 and 3 a has .2 and b .4; over all of its topics a would have .3
	printf '%s\n' topic,a,b 1,.1,.3 2,.5, 3,.3,.5 >gaps.csv
	for format in table csv markdown; do
		evaluate compare --scores=gaps.csv --format=$format
		assert_equal "$(cat stderr | head -1)" \
			'strat_eval: warning: gaps.csv: score: 1 of 3 topics has no score of some run (such as 2): a pair is compared over the topics that both runs have'
	done
	evaluate compare --scores=gaps.csv
	grep -Eq '^topics +2$' stdout
	grep -Eq '^A +0.2000$' stdout
	grep -qFx 'over the topics that both runs have; those that one lacks are left out' stdout
	# topics that no run has, or that were not chosen, are none; folds of a system fill each other's gaps
	printf '%s\n' topic,a,b 1,.1,.3 2,, 3,.3,.6 >none.csv
	evaluate compare --scores=none.csv
	assert_equal "$(cat stderr)" ''
	refute grep -q 'that one lacks' stdout
	evaluate compare --scores=gaps.csv --topic=1 --topic=3
	refute grep -q 'no score of some run' stderr
	printf '%s\n' topic,a,b,c 1,.1,,.3 2,,.5,.6 3,,.4,.4 >folds.csv
	printf '%s\n' run,system a,A b,A c,C >systems
	evaluate compare --scores=folds.csv --system-of=systems
	refute grep -q 'no score of some run' stderr
	# files of scores, too
	printf 'map\t%s\t%s\n' 1 .5 2 .3 3 .6 >one
	printf 'map\t%s\t%s\n' 1 .4 3 .4 >two
	evaluate compare --scores one two
	grep -qFx 'strat_eval: warning: map: 1 of 3 topics has no score of some run (such as 2): a pair is compared over the topics that both runs have' stderr
}

@test "runs without a common topic cannot be compared" {
	sed -n '/^1 /p' "$sample/plain.run" >first.run
	refused 1 'have no topic in common' --quiet-warnings "$sample/qrels" first.run "$sample/fused.run"
	printf 'topic,a,b\n1,.3,\n2,,.2\n' >apart.csv
	refused 1 'a and b have no topic in common (score)' --scores=apart.csv
}

@test "topics that a run lacks are left out with a warning, or count as empty with -c" {
	evaluate compare --format=trec -m map "$sample/qrels" "$sample/plain.run" "$sample/fused.run"
	grep -q 'fused.run: 1 of 12 judged topics is missing from the run; left out of its means' stderr
	grep -qE "^topics_map +${TAB}all${TAB}11$" stdout
	evaluate compare --format=trec -m map -c "$sample/qrels" "$sample/plain.run" "$sample/fused.run"
	grep -qE "^topics_map +${TAB}all${TAB}12$" stdout
}

@test "counts that are negative, too few, too many or not numbers are wrong usage" {
	refused 64 '--counts -1,2,3: not three whole numbers' --counts -1,2,3 1,2,3
	refused 64 '-1...: a count is not negative' --counts 1,2,3 -1,2,3
	refused 64 '--counts 1,x,3: not three whole numbers' --counts 1,2,3 1,x,3
	refused 64 '--counts 1,2: not three whole numbers' --counts 1,2 1,2,3
	refused 64 '--counts 1,2,3,4: not three whole numbers' --counts 1,2,3,4 1,2,3
	refused 64 '--counts 1.5,2,3: not three whole numbers' --counts 1.5,2,3 1,2,3
	refused 64 '--counts needs two systems: TP,FP,FN TP,FP,FN' --counts 1,2,3
	refused 64 '--counts needs two systems; a third is 7,8,9' --counts 1,2,3 4,5,6 7,8,9
	refused 64 '--utility=2: two numbers are needed' --utility=2 --counts 1,2,3 1,2,3
	refused 64 '--utility=0' --utility=2,0 --counts 1,2,3 1,2,3
	refused 64 'at most 100, not 1000 and 1' --utility=1000,1 --counts 1,2,3 1,2,3
	refused 64 '--wins 1: not two or three whole numbers' --wins 1
	refused 64 '--wins 1,-2: not two or three whole numbers' --wins 1,-2
	refused 64 '--wins 1,2,3,4: not two or three whole numbers' --wins 1,2,3,4
	refused 64 '--wins 1,2,nan: not two or three whole numbers' --wins 1,2,nan
	refused 64 '--counts 99999999999,1,1: not three whole numbers' --counts 99999999999,1,1 1,1,1
}

@test "wrong arguments of options are wrong usage" {
	matrix
	refused 64 '--test=nonsense: not one of bootstrap, random, sign, t, wilcoxon' --scores=matrix.csv --test=nonsense
	refused 64 '--test: t is named twice' --scores=matrix.csv --test=t,t
	refused 64 '--adjust=x: not one of holm, bonferroni, bh, shrunk-t, tukey, random-tukey, none' --scores=matrix.csv --adjust=x
	refused 64 '--test=sign:x: not one of bootstrap, random, sign, t, wilcoxon' --scores=matrix.csv --test=sign:x
	refused 64 '--prior=0: neither jeffreys' --counts 1,2,3 1,2,3 --prior=0
	refused 64 '--prior=nan: neither jeffreys' --counts 1,2,3 1,2,3 --prior=nan
	refused 64 '--beta=-1: not a number from 0' --counts 1,2,3 1,2,3 --beta=-1
	refused 64 '--prob-rel=2: not a number from 0 to 1' --prob-rel=2 "$sample/qrels" "$sample/plain.run" "$sample/fused.run"
	refused 64 '--format=x: not one of table, trec, csv, jsonl, latex, html' --scores=matrix.csv --format=x
	refused 64 '--ci=x: no such method' --scores=matrix.csv --ci=x
	refused 64 '--level=2.5: not a number above 0 and below 1' --scores=matrix.csv --level=2.5
	refused 64 '--resamples 5: not a whole number from 100' --scores=matrix.csv --resamples=5
	refused 64 '--seed x: not a whole number' --scores=matrix.csv --seed=x
	refused 64 '--tail=x: not one of both, lower, upper' --scores=matrix.csv --tail=x
	refused 64 '--draws 0: not a whole number' --counts 1,2,3 1,2,3 --draws=0
}

@test "options that cannot be combined are wrong usage" {
	matrix
	refused 64 'only one of --counts, --wins and --scores' --scores=matrix.csv --wins 1,2
	refused 64 '--scores=b.csv: there is --scores=matrix.csv already; only one can be given' --scores=matrix.csv --scores=b.csv
	refused 1 'matrix.csv: a matrix has no measures: leave out -m map' --scores=matrix.csv -m map
	refused 64 '--scores=matrix.csv: is all there is; several files are --scores FILE FILE' --scores=matrix.csv "$sample/plain.run"
	refused 64 '--wins cannot be combined with files named beside it' --wins 1,2 x
	refused 64 'options for judgments and runs need judgments and runs' --scores=matrix.csv -c
	refused 64 'options for judgments and runs need judgments and runs' --counts 1,2,3 1,2,3 -R probs
	refused 64 '--baseline cannot be combined with --wins: it is for comparisons over topics of runs and --scores' --wins 1,2 --baseline=x
	refused 64 'three files are needed: judgments and two runs' "$sample/qrels" "$sample/plain.run"
	refused 64 'three files are needed: judgments and two runs'
	echo "map 1 0.5" >one.eval
	refused 64 'two files of scores or more are needed, or one with several runs' --scores one.eval
	refused 64 '--ci=bb-half is for estimates from sampled judgments' --ci=bb-half "$sample/qrels" "$sample/plain.run" "$sample/fused.run"
	refused 64 '-m num_ret: runs are compared by means over topics, and num_ret is not averaged over topics' -m num_ret "$sample/qrels" "$sample/plain.run" "$sample/fused.run"
	refused 64 'no such measure or nickname' -m nothing "$sample/qrels" "$sample/plain.run" "$sample/fused.run"
	refused 64 'standard input, - or /dev/stdin, can be read only once' "$sample/qrels" - -
}

@test "files that are not there or not what they should be" {
	refused 2 'nowhere.csv' --scores=nowhere.csv
	printf 'topic,a,b\n1,.3,x\n' >bad.csv
	refused 1 'bad.csv:2' --scores=bad.csv
	printf 'topic,a\n1,.3\n2,.4\n' >single.csv
	refused 64 'two systems or more are needed for a comparison' --scores=single.csv
	printf 'map\t1\t0.5\n' >a.eval
	printf 'P_5\t1\t0.5\n' >b.eval
	refused 1 "b.eval" --scores a.eval b.eval
}

# ---- sets, on other documents -------------------------------------------------------------------

# Goutte & Gaussier, section 2.2: system 2 (3 of 5) is better in precision than system 1 (10 of 20)
# "around 65 %". R: integrate(function(x) dbeta(x,3.5,2.5)*pbeta(x,10.5,10.5), 0, 1) = 0.652222. Mean
# 58 % and mode 63 % of system 2, both 50 % of system 1 (section 2.2). F: the counts of the author's
# own program, which drew 0.92257 with 1e5 draws; R:
# integrate(function(x) dbeta(x,10.5,11)*pbeta(x,3.5,10), 0, 1) = 0.922778
@test "Goutte and Gaussier's example" {
	counts="--counts 10,10,0 3,2,7 --digits=6"
	near "$(value prob_gt_P $counts)" 0.347778 5e-7
	near "$(value prob_gt_P --counts 3,2,7 10,10,0 --digits=6)" 0.652222 5e-7
	near "$(value prob_gt_F $counts)" 0.922778 5e-7
	near "$(value a_P $counts)" 0.5 5e-7
	near "$(value a_mode_P $counts)" 0.5 5e-7
	near "$(value b_P $counts)" 0.583333 5e-7
	near "$(value b_mode_P $counts)" 0.625 5e-7
	near "$(value micro_prob_gt_F -m prob_gt --draws=10000 "$sample/qrels" "$sample/stemmed.run" "$sample/plain.run")" \
		"$(value micro_prob_gt_F -m prob_gt "$sample/qrels" "$sample/stemmed.run" "$sample/plain.run")" 0.006
	# the paper's way, with its +/-, the standard deviation of such a proportion
	near "$(value prob_gt_F $counts --draws=100000)" 0.922778 0.0034
	near "$(value se_prob_gt_F $counts --draws=100000)" 0.00084 0.00002
}

# R: qbeta(c(.025,.975), 10.5, 10.5); F = 2B/(1+B): b <- qbeta(c(.025,.975), 10.5, 11); 2*b/(1+b)
@test "intervals and priors of sets" {
	near "$(value ci_lo_a_P --counts 10,10,0 3,2,7)" 0.2934 5e-5
	near "$(value ci_hi_a_P --counts 10,10,0 3,2,7)" 0.7066 5e-5
	near "$(value ci_lo_a_F --counts 10,10,0 3,2,7)" 0.4437 5e-5
	near "$(value ci_hi_a_F --counts 10,10,0 3,2,7)" 0.8192 5e-5
	# uniform: (TP+1)/(TP+FP+2), mode TP/(TP+FP)
	near "$(value b_P --counts 10,10,0 3,2,7 --prior=uniform)" 0.5714 5e-5
	near "$(value b_mode_P --counts 10,10,0 3,2,7 --prior=uniform)" 0.6 5e-5
	near "$(value b_P --counts 10,10,0 3,2,7 --prior=2)" 0.5556 5e-5
	# nothing returned: the prior, with expectation 1/2, and no error
	near "$(value a_P --counts 0,0,5 3,2,7)" 0.5 5e-5
	near "$(value prob_gt_P --counts 0,0,0 0,0,0)" 0.5 5e-5
	# F with beta 0 is precision, with a very large one recall
	near "$(value prob_gt_F --counts 10,10,0 3,2,7 --beta=0)" 0.3478 5e-5
	near "$(value prob_gt_F --counts 10,10,0 3,2,7 --beta=100000)" \
		"$(value prob_gt_recall --counts 10,10,0 3,2,7)" 1e-4
}

# Goutte & Gaussier, Table 2: wins of either side and the probability in percent, from 10,000 draws.
# Exactly P = I_1/2(N2+1/2, N1+1/2); four standard deviations of such draws, and the rounding of the
# print. The cell earn 1-4 prints 9.76 where it is 8.77.
@test "all 39 paired probabilities of Goutte and Gaussier's Table 2" {
	local cells=0
	while read -r n1 n2 printed; do
		found=$(value paired_prob --wins $n1,$n2 --digits=6)
		awk -v f="$found" -v p="$printed" 'BEGIN { d = f - p / 100
			exit !((d < 0 ? -d : d) <= 4 * sqrt(f * (1 - f) / 10000) + 0.00006) }' ||
			fail "$n1 against $n2: $found, printed $printed %"
		cells=$((cells + 1))
	done <<'END'
17 4 99.77
43 28 96.41
39 23 97.90
21 15 84.32
17 11 87.32
23 22 55.75
24 24 49.73
10 9 59.56
6 11 11.38
6 5 61.45
13 6 94.62
12 9 74.31
8 3 93.43
48 12 100.00
282 14 100.00
58 43 93.76
62 21 100.00
46 10 100.00
28 28 49.19
38 21 98.61
14 13 57.87
22 4 99.97
19 2 99.99
191 2 100.00
24 10 99.23
10 11 41.22
6 7 39.68
11 6 88.70
4 2 78.66
9 2 98.48
2 7 4.36
5 3 76.29
0 3 3.39
3 1 83.71
1 0 82.31
5 3 75.81
3 2 66.66
0 3 3.49
END
	assert_equal $cells 38
	# R: pbeta(.5, 4.5, 1.5)
	near "$(value paired_prob --wins 1,4 --digits=6)" 0.087713 1e-6
}

# Eq 20: (8-3)/(11+1.5); eq 21: R: digamma(8.5)-digamma(3.5)
@test "paired: differences, odds, and a second collection" {
	near "$(value paired_delta --wins 8,3)" 0.4 5e-5
	near "$(value paired_logodds --wins 8,3 --digits=6)" 0.976934 1e-6
	# the probability does not depend on where both are alike; the difference does
	near "$(value paired_prob --wins 8,3,1000 --digits=6)" "$(value paired_prob --wins 8,3 --digits=6)" 0
	near "$(value paired_delta --wins 8,3,1000 --digits=6)" 0.004938 1e-6 # 5/(1011 + 1.5)
	"$STRAT_EVAL" compare --wins 5,1,10 --wins 3,2,7 >stdout
	"$STRAT_EVAL" compare --wins 8,3,17 | cmp - stdout
}

# d1, d2, d3 are relevant, d4 and d5 are not, d6 is unjudged. A retrieves d1 d2 d4 d6, B d1 d3 d5.
# Only A is right about d2 (relevant, it has it) and d5 (not relevant, B has it); only B about d3,
# d4 and d6. TP, FP, FN: A 2,2,1; B 2,1,1.
@test "runs are counted as --counts and --wins would count them" {
	printf '1 0 d1 1\n1 0 d2 1\n1 0 d3 1\n1 0 d4 0\n1 0 d5 0\n' >q
	printf '1 Q0 d%s 0 %s a\n' 1 9 2 8 4 7 6 6 >a.run
	printf '1 Q0 d%s 0 %s b\n' 1 9 3 8 5 7 >b.run
	"$STRAT_EVAL" compare -m prob_gt --format=trec q a.run b.run | grep -v run_ >stdout
	"$STRAT_EVAL" compare --counts 2,2,1 2,1,1 --format=trec | grep -v run_ >expected
	same_output counts
	"$STRAT_EVAL" compare -m paired --format=trec q a.run b.run | grep -v run_ >stdout
	"$STRAT_EVAL" compare --wins 2,3,1 --format=trec | grep -v run_ >expected
	same_output wins
	# of a collection of 100, both are right about the 94 others; -J leaves d6 out
	near "$(value paired_n3 -m paired -N 100 q a.run b.run)" 95 0
	near "$(value paired_n2 -m paired -J q a.run b.run)" 2 0
	# from grade 2 on nothing is relevant: right is who does not retrieve
	near "$(value paired_n1 -m paired -l 2 q a.run b.run)" 2 0
	near "$(value paired_n2 -m paired -l 2 q a.run b.run)" 3 0
}

@test "several topics: each, their mean, and all pooled" {
	"$STRAT_EVAL" compare -q -m prob_gt -m paired --format=trec "$sample/qrels" "$sample/stemmed.run" "$sample/plain.run" >stdout
	# tp = num_rel_ret, fp = num_ret - tp, fn = num_rel - tp, of topic 7 and of all topics
	for topic in 7 all; do
		for run in stemmed plain; do
			"$STRAT_EVAL" -q -m num_ret -m num_rel -m num_rel_ret "$sample/qrels" "$sample/$run.run" |
				awk -v t=$topic '$2 == t { v[$1] = $3 } END { print v["num_rel_ret"] "," \
					v["num_ret"] - v["num_rel_ret"] "," v["num_rel"] - v["num_rel_ret"] }'
		done | tr '\n' ' ' >counts.$topic
	done
	awk '$1 == "prob_gt_F" && $2 == 7 { print $3 }' stdout | grep -qxF -e "$(value prob_gt_F --counts $(cat counts.7))"
	awk '$1 == "micro_prob_gt_F" { print $3 }' stdout | grep -qxF -e "$(value prob_gt_F --counts $(cat counts.all))"
	awk '$1 == "paired_n1" { if ($2 == "all") all = $3; else sum += $3 } END { exit !(sum "" == all "" && sum > 0) }' stdout
	# the mean of means
	awk '$1 == "a_F" { if ($2 == "all") all = $3; else { sum += $3; n++ } }
		END { d = sum / n - all; exit !(n == 12 && d < 0.0001 && d > -0.0001) }' stdout
	"$STRAT_EVAL" compare -m prob_gt_F --format=trec "$sample/qrels" "$sample/stemmed.run" "$sample/plain.run" |
		awk '{ print $1 }' | tr '\n' ' ' | grep -qx 'run_a run_b prob_gt_F micro_prob_gt_F '
}

# ---- sets, on these documents -------------------------------------------------------------------

# A stratum table with everything judged: A retrieves 10 with 6 relevant, B 8 with 5, 4 in common
# with 3: recall 6/10 against 5/10, precision .6 against .625.
@test "with everything judged the comparison on strata is certain" {
	printf 'topic,stratum,runs,size,sampled,relevant\n1,x,A+B,4,4,3\n1,y,A,6,6,3\n1,z,B,4,4,2\n1,w,-,100,100,2\n' >all.csv
	near "$(value prob_gt_recall -R table all.csv A B)" 1 0
	near "$(value prob_gt_P -R table all.csv A B)" 0 0
	near "$(value prob_gt_P -R table all.csv B A)" 1 0
	near "$(value diff_recall -R table all.csv A B)" 0.1 0
	near "$(value ci_lo_diff_recall -R table all.csv A B)" 0.1 0
	near "$(value ci_hi_diff_recall -R table all.csv A B)" 0.1 0
	near "$(value diff_P -R table all.csv A B)" -0.025 0.00005
	# 2·6/(10+10) against 2·5/(8+10)
	near "$(value diff_F -R table all.csv A B)" 0.0444 0.00005
	sed 's/,A,6,6,3/,A,4,4,2/' all.csv >equal.csv
	near "$(value prob_gt_F -R table equal.csv A B)" 0.5 0
}

@test "the two directions add up to 1, and draws agree within three standard errors" {
	table=$ROOT/qrels-samples/production/table.csv
	ask() { "$STRAT_EVAL" compare --quiet-warnings --format=trec --digits=6 -R table "$table" "$@"; }
	of() { awk -v name="$1" '$1 == name && $2 == "all" { print $3 }' "$2"; }
	ask produced keyword >one
	ask keyword produced >other
	ask produced keyword --draws="$(cases 200000 5000)" >drawn
	for x in P recall F; do
		a=$(of prob_gt_$x one)
		near "$(echo "$a $(of prob_gt_$x other)" | awk '{ print $1 + $2 }')" 1 2e-6
		near "$(of prob_gt_$x drawn)" "$a" "$(of se_prob_gt_$x drawn | awk '{ print 3 * $1 }')"
	done
}

@test "strata from runs and from a table of the same compare alike" {
	p=$ROOT/qrels-samples/production
	"$STRAT_EVAL" compare -R table -m prob_gt --format=trec "$p/table.csv" produced keyword >expected
	"$STRAT_EVAL" compare -R strata --strata "$p/sizes.csv" --pool "$p/learned.run" --pool "$p/merged.run" -m prob_gt \
		--format=trec "$p/judgments.strata" "$p/produced.run" "$p/keyword.run" >stdout
	same_output strata
}

# One topic in whose sample nothing is relevant, of 11 and of 10.
@test "many topics without a relevant document in the sample: the difference of recall has a warning" {
	only_with_test_all
	for topics in 11 10; do
		echo topic,stratum,runs,size,sampled,relevant >blank.csv
		for t in $(seq $topics); do
			printf '%s\n' "$t,a,A+B,40,10,$((t > 1 ? 4 : 0))" "$t,b,A,40,10,$((t > 1 ? 2 : 0))" "$t,c,-,90,10,0" >>blank.csv
		done
		"$STRAT_EVAL" compare -R table blank.csv A B 2>stderr >stdout
		assert_equal "$(grep -c 'in the samples of 1 topic no document is relevant' stderr)" $((11 - topics))
	done
}

@test "what is not a mean over topics is not dropped in silence" {
	refused 64 '-m gm_map: runs are compared by means over topics, and gm_map is not averaged over topics' \
		-m map -m gm_map "$ROOT/qrels-samples/comparison/"{qrels,fused.run,plain.run}
}

@test "tests that count topics are refused of estimates from a sample" {
	for test in sign wilcoxon; do
		refused 64 "--test=$test counts topics, but a topic's own estimate of est_recall is mostly sampling error" \
			-R table --test=$test "$ROOT/qrels-samples/legal09/strata.csv" CB UW
	done
}

@test "what comparing on strata needs is said where it is missing" {
	p=$ROOT/qrels-samples/production
	printf '1 0 %s\n' 'a 1 0.5' 'b 0 0.2' 'c 1 0.3' >single.probs
	printf '1 Q0 a 1 1 r\n' >r
	printf '1 Q0 b 1 1 s\n' >s
	refused 64 '-m prob_gt needs strata, and the judgments give none: -m statAP compares its rankings' -R probs -m prob_gt single.probs r s
	refused 64 '--ci=koopman has no posterior, which is needed to compare runs on strata' -R table --ci=koopman \
		"$p/table.csv" produced keyword
	refused 64 '-m paired needs complete judgments' -R table -m paired "$p/table.csv" produced keyword
	refused 64 "the table names no run 'nobody'" -R table "$p/table.csv" produced nobody
	refused 64 'two runs or more are needed' -R table "$p/table.csv" produced
}

# ---- unjudged documents -------------------------------------------------------------------------

# All relevance assignments of the unjudged documents, added up in Perl.
assignments() # QRELS RUN_A RUN_B PROBABILITY -> E and V of the numerator over sum p, E and V of the quotient
{
	perl -e '
		my ($q, $x, $y, $prob) = @ARGV;
		my (%p, %r);
		open(F, $q); while (<F>) { my @f = split; $p{$f[2]} = $f[3] if $f[3] >= 0 }
		for my $side (0, 1) {
			open(F, ($x, $y)[$side]);
			my @d; while (<F>) { my @f = split; push @d, [$f[4], $f[2]] }
			my $rank = 0;
			$r{$_->[1]}[$side] = ++$rank for sort { $b->[0] <=> $a->[0] || $b->[1] cmp $a->[1] } @d;
		}
		for (keys %p) { $r{$_} //= [] if $p{$_} > 0 }
		my @d = sort keys %r;
		my @open = grep { !exists $p{$_} } @d;
		my ($e, $ee, $n, $nn, $sum) = (0) x 5;
		for my $bits (0 .. 2 ** @open - 1) {
			my %x = map { $_ => $p{$_} // 0 } @d;
			my $weight = 1;
			for (0 .. $#open) {
				my $on = $bits >> $_ & 1;
				$x{$open[$_]} = $on;
				$weight *= $on ? $prob : 1 - $prob;
			}
			my ($relevant, @ap) = (0, 0, 0);
			$relevant += $x{$_} for @d;
			for my $side (0, 1) {
				my $seen = 0;
				for (sort { $r{$a}[$side] <=> $r{$b}[$side] } grep { $r{$_}[$side] } @d) {
					$ap[$side] += ++$seen / $r{$_}[$side] if $x{$_};
				}
			}
			my $numerator = $ap[0] - $ap[1];
			my $delta = $relevant ? $numerator / $relevant : 0;
			$n += $weight * $numerator; $nn += $weight * $numerator ** 2;
			$e += $weight * $delta; $ee += $weight * $delta ** 2;
			$sum += $weight * $relevant;
		}
		printf "%.9f %.9f %.9f %.9f\n", $n / $sum, ($nn - $n * $n) / $sum ** 2, $e, $ee - $e * $e;
	' "$@"
}

@test "E and Var of the difference in AP are those over all relevance assignments" {
	printf '1 0 d%s %s\n' 01 1 02 0 03 1 04 0 05 1 99 1 >q
	printf '1 Q0 d%s 0 %s a\n' 01 20 06 19 02 18 07 17 08 16 05 15 09 14 03 13 >a.run
	printf '1 Q0 d%s 0 %s b\n' 10 20 03 19 06 18 01 17 11 16 02 15 07 14 04 13 >b.run
	for prob in 0.5 0.2; do
		read -r e v exact_e exact_v <<<"$(assignments q a.run b.run $prob)"
		args="-m E_diff --prob-rel=$prob --digits=9 q a.run b.run"
		near "$(value E_diff_map $args)" "$e" 2e-9
		near "$(value V_diff_map $args)" "$v" 2e-9
		near "$(value E_exact_diff_map $args)" "$exact_e" 2e-9
		near "$(value V_exact_diff_map $args)" "$exact_v" 2e-9
	done
	# both directions add up to 1
	above=$(value conf_diff_map -m E_diff --digits=9 q a.run b.run)
	below=$(value conf_less_diff_map -m E_diff --digits=9 q a.run b.run)
	near "$(echo "$above $below" | awk '{ print $1 + $2 }')" 1 1e-8
}

@test "with everything judged E is the difference in map, and certain" {
	awk '{ print $1, 0, $3, 0 }' "$sample/stemmed.run" "$sample/plain.run" | cat - "$sample/qrels" |
		awk '{ r[$1 " 0 " $3] = $4 > r[$1 " 0 " $3] ? $4 : r[$1 " 0 " $3] + 0 } END { for (k in r) print k, r[k] }' >q
	near "$(value E_diff_map -m E_diff -m map --digits=9 q "$sample/stemmed.run" "$sample/plain.run")" \
		"$(value diff_map -m map --digits=9 q "$sample/stemmed.run" "$sample/plain.run")" 1e-9
	near "$(value V_diff_map -m E_diff --digits=9 q "$sample/stemmed.run" "$sample/plain.run")" 0 0
	near "$(value conf_diff_map -m E_diff q "$sample/stemmed.run" "$sample/plain.run")" 1 0
}

@test "compare --help lists tests and families, and -m explains one" {
	run "$STRAT_EVAL" compare --help
	assert_success
	for name in prob_gt paired E_diff wilcoxon bootstrap slogit bonferroni; do
		assert_output --partial "  $name "
	done
	run "$STRAT_EVAL" compare --help -m prob_gt_F
	assert_success
	assert_output --partial '-m prob_gt - '
	refused 64 '-m map: not a measure of pairs' --help -m map
}

@test "scores of any size have an interval where they have p-values" {
	# differences 1 2 3 1 2 3 1 2 3 1 times a unit: mean 1.9, sd sqrt(6.9/9), 1.9/sd = 2.16995
	for unit in e0 e-10 e-14 e-30 e-90; do
		awk -v u=$unit 'BEGIN { print "topic,A,B"; for (i = 0; i < 10; i++) print i "," (i + 2) u "," (i + 2 - (i % 3 + 1)) u }' >m.csv
		"$STRAT_EVAL" compare --scores=m.csv --format=trec --test=t >stdout 2>stderr
		assert_equal "$unit $(cat stderr)" "$unit "
		run ! grep -q nan stdout
		near "$(value effect_score --scores=m.csv --test=t)" 2.16995 0.0001
	done
	for i in 0 1 2 3 4; do echo "$i,$((i + 1))e-7,$((i % 2))e-7"; done | sed '1i topic,A,B' >m.csv
	# differences 1 1 3 3 5 times 1e-7: R: t.test(c(1,1,3,3,5))$conf.int
	near "$(value ci_lo_diff_score --scores=m.csv --digits=17)" 0.00000005222987326 1e-15
	near "$(value ci_hi_diff_score --scores=m.csv --digits=17)" 0.0000004677701267 1e-15
}

@test "a baseline takes memory for its pairs only" {
	without_sanitizer "the address sanitizer reserves more"
	# 9,000 systems: 40 million pairs, and 81 MB for a square of flags
	perl -e 'print join(",", "topic", map { "s$_" } 1 .. 9000), "\n"; print join(",", $_, map { $_ / ($_ + 7) + $_ % 13 } 1 .. 9000), "\n" for 1 .. 3' >wide.csv
	(ulimit -v 80000 && "$STRAT_EVAL" compare --jobs=1 --scores=wide.csv --baseline=s1 --test=t --adjust=none --ci=t >stdout)
	[ "$(grep -c ' s1 ' stdout)" -ge 8999 ]
}

@test "a score too large for squares is refused by file and line" {
	printf 'topic,A,B\n1,1,2\n2,1e308,-1e308\n' >m.csv
	refused 1 "m.csv:3: A '1e308' is beyond 1e99: its square could not be added up" --scores=m.csv
	printf 'map 1 0.5\nmap 2 -2e99\n' >a.txt
	printf 'map 1 0.5\nmap 2 0.5\n' >b.txt
	refused 1 "a.txt:2: map '-2e99' is beyond 1e99: its square could not be added up" --scores a.txt b.txt
}

# Figure 1 of Goutte & Gaussier: the densities of precision of 10 of 20 and of 3 of 5.
# A and C have one score each, which has no interval by t; B, between them, has.
@test "a picture of runs names the method of their intervals, not that of a run whose scores are all alike" {
	printf '%s\n' topic,A,B,C 1,1,.5,0 2,1,.25,0 3,1,.75,0 4,1,.4,0 >scores.csv
	evaluate compare --quiet-warnings --scores --plot=runs.svg scores.csv
	assert_equal "$exit_status $(grep -o '>95 % intervals[^<]*' runs.svg)" '0 >95 % intervals (t)'
}

@test "counts as a picture: three densities, and that of the utility if it is asked for" {
	evaluate compare --counts 10,10,0 3,2,7 --plot=three.svg
	assert_equal "$exit_status $(grep -c '>Posterior of' three.svg)" '0 3'
	evaluate compare --utility=2,1 --counts 10,10,0 3,2,7 --plot=four.svg
	assert_equal "$exit_status $(grep -c '>Posterior of' four.svg)" '0 4'
	grep -q 'utility 2 TP - 1 FP' four.svg
}

# Topics 0 and 1 are won by a with .9 to .4, the others by b with .31 to .30: the sign test has 2·P(S <= 2) of
# Bin(20, 1/2) = 2·211/2^20 = .0004, in favour of b, whose mean is .319 where a has .36.
against_mean() {
	{ echo topic,a,b; for t in 0 1; do echo "$t,0.90,0.40"; done
	  for t in $(seq 2 19); do echo "$t,0.30,0.31"; done; } >against.csv
}

@test "sign and Wilcoxon say who wins topics, never that a mean is better, and warn where the mean is worse" {
	against_mean
	for test in sign wilcoxon; do
		"$STRAT_EVAL" compare --scores=against.csv --test=$test >stdout 2>stderr
		tr '\n' ' ' <stdout >line
		grep -q 'a is better on 2 topics and b on 18\.' line
		grep -q 'b is significantly better at the 0.05 level' line
		grep -q 'although its mean is worse' line
		[ "$(grep -c "It is statistically significant" line)" = 0 ]
		grep -qi "the $test test favours b over a, whose mean is better" stderr
	done
	grep -q "In the signed ranks of the topics' differences b" line
	# about means: nothing found, no warning
	"$STRAT_EVAL" compare --scores=against.csv --test=t >stdout 2>stderr
	tr '\n' ' ' <stdout | grep -q 'It is not statistically significant'
	[ ! -s stderr ]
	# lower is better: the same topics are won by a, whose mean is now the worse one
	"$STRAT_EVAL" compare --scores=against.csv --test=sign --lower-better >stdout 2>stderr
	tr '\n' ' ' <stdout | grep -q 'In topics won and lost a is significantly better'
	grep -q 'the sign test favours a over b' stderr
}

@test "with a baseline and with all pairs, the direction is that of the test" {
	against_mean
	awk -F, -v OFS=, 'NR == 1 { print $0, "c"; next } { print $0, $3 - 0.05 - $1 / 1000 }' against.csv >three.csv
	"$STRAT_EVAL" compare --scores=three.csv --test=sign --baseline=b 2>/dev/null | tr '\n' ' ' >line
	grep -q 'Of 2 runs, 0 are significantly better than the baseline b in topics won and lost (score), and 2 are significantly worse' line
	"$STRAT_EVAL" compare --scores=three.csv --test=t --baseline=b 2>/dev/null | tr '\n' ' ' >line
	grep -q 'Of 2 runs, 0 have a significantly better mean score than the baseline b, and 1 has a significantly worse one' line
	"$STRAT_EVAL" compare --scores=three.csv --test=sign 2>/dev/null >stdout
	tr '\n' ' ' <stdout >line
	grep -q 'The best mean is that of a (0.3600); in topics won and lost, 1 of the others is significantly better, 1 significantly worse' line
	# the pair a, b is starred, and the interval of its mean contains 0
	grep -q '^1 pair has p_adj < 0.05 and an interval that contains 0: p is of the sign test, about topics won and lost' stdout
	# daggers: a loses to b by the sign test, though its mean is better
	"$STRAT_EVAL" compare --scores=three.csv --test=sign --baseline=b --format=latex 2>/dev/null >stdout
	grep -q '^a & \\textbf{0.3600}$^{\\blacktriangledown}' stdout
	grep -q 'better is meant in topics won and lost' stdout
	"$STRAT_EVAL" compare --scores=three.csv --test=sign --format=html 2>/dev/null | grep -q '1 pair has p_adj &#60; 0.05 and an interval'
}

@test "a sentence leaves out what has no number" {
	printf 'topic,a,b\n1,.3,.2\n2,.5,.4\n3,.7,.6\n' >same.csv
	"$STRAT_EVAL" compare --scores=same.csv 2>/dev/null | sed '1,/^For the report/d' >found
	printf '%s\n' 'Over 3 topics the mean score is 0.5000 for a and 0.4000 for b, a difference of' '0.1000 (+25.0 %; the same in every topic).' | diff - found
	printf 'topic,a,b\n1,0,0\n2,0,0\n' >zero.csv
	"$STRAT_EVAL" compare --scores=zero.csv 2>/dev/null | tr '\n' ' ' | grep -q 'for b, a difference of 0.0000 (the same in every topic).'
	[ "$("$STRAT_EVAL" compare --scores=same.csv 2>/dev/null | grep -c nan)" = 0 ]
}

# By hand: one topic's AP is 1 for A and 1/3 for B, the other's 1/2 and 1/3; the differences are 2/3 and 1/6, their
# mean 5/12. t = (5/12) / (1/4), with one degree of freedom p = 2/pi atan(3/5).
@test "csv and jsonl have all digits, and what was asked for" {
	printf '%s\n' '1 0 r 1' '2 0 r 1' >q
	printf '%s\n' '1 Q0 r 1 9 A' '2 Q0 x 1 9 A' '2 Q0 r 2 8 A' >a
	printf '%s\n' {1,2}' Q0 x 1 9 B' {1,2}' Q0 y 2 8 B' {1,2}' Q0 r 3 7 B' >b
	"$STRAT_EVAL" compare --format=csv -m nDCG@10 -m AP q a b >csv
	assert_equal "$(head -1 csv)" 'run_a,run_b,topic,measure,value,method,level,draws,seed,tail,asked'
	near "$(grep ',diff_map,' csv | cut -d, -f5)" 0.416666666666666667 1e-16
	assert_equal "$(grep -c ',AP$' csv) $(grep -c ',nDCG@10$' csv)" "$(grep -c '_map,' csv) $(grep -c '_ndcg_cut_10,' csv)"
	perl -e 'printf "%.15f\n", atan2(3, 5) / (2 * atan2(1, 1))' >p
	near "$(grep ',p_t_map,' csv | cut -d, -f5)" "$(cat p)" 1e-12
	"$STRAT_EVAL" compare --format=jsonl -m AP q a b | grep -q '"measure":"b_map","value":0.3333333333333333,.*"asked":"AP"}'
	# the table has the order that was asked for, the trec format its own
	"$STRAT_EVAL" compare -m nDCG@10 -m AP q a b | grep -q 'nDCG@10  *AP'
	"$STRAT_EVAL" compare --format=trec -m nDCG@10 -m AP q a b >trec
	cmp trec <("$STRAT_EVAL" compare --format=trec -m AP -m nDCG@10 q a b)
}

# All differences of a pair are the same, so that there is no standard deviation.
@test "simultaneous intervals that say nothing, and means over groups without an error, have a line" {
	printf 'topic,a,b,c\n1,.1,.2,.4\n2,.2,.3,.5\n' >two.csv
	evaluate compare --scores=two.csv --adjust=shrunk-t --format=csv
	grep -q 'warning: bounds of score are missing in 3 differences: shrunk-t has none for so few topics, or for equal differences' stderr
	printf 'topic,a,b\n1,.3,.2\n2,.5,.4\n3,.7,.5\n4,.6,.4\n' >four.csv
	printf 'topic,group\n1,x\n2,x\n3,y\n4,y\n' >groups.csv
	evaluate compare --scores=four.csv --topic-groups=groups.csv --format=csv
	grep -q 'warning: bounds of score are missing in 1 difference: within-groups-t has none' stderr
	grep -q 'the interval of score has no width in 2 differences (constant)' stderr
}

# The run that A is stands in no heading; of the runs in the table of a paper the best one is (a).
@test "figures of two runs say which run is A, and stand in LaTeX and Markdown if -m asks for them" {
	printf '%s\n' '1 0 r 1' '2 0 r 1' >q
	printf '%s\n' '1 Q0 x 1 9 worse' '2 Q0 r 1 9 worse' >a
	printf '%s\n' '1 Q0 r 1 9 better' '2 Q0 r 1 9 better' >b
	for format in table latex markdown; do
		for asked in '-m prob_gt' '-m map -m prob_gt'; do
			"$STRAT_EVAL" compare --quiet-warnings --format=$format $asked q a b >stdout
			assert_equal "$(grep -oE '^(.noindent )?[AB]: .*' stdout | sed 's/.noindent //' | paste -sd' ')" 'A: worse B: better'
			grep -q '^|* *recall ' stdout
		done
	done
	# what is there by default is not for a paper
	"$STRAT_EVAL" compare --quiet-warnings --format=markdown -T set q <(cut -d' ' -f1,3 a) <(cut -d' ' -f1,3 b) >stdout
	refute grep -q '^A: ' stdout
}

@test "a gate prints large losses with all digits" {
	awk 'BEGIN { print "topic,a,b"; for (t = 1; t <= 6; t++) printf "%d,%de70,1e69\n", t, t }' >large.csv
	"$STRAT_EVAL" compare --scores=large.csv --baseline=a --gate >stdout || true
	# the mean of 1e70 to 6e70, less 1e69, is 3.4e70
	awk '$1 == "b" && $2 == "score" { found = $4 / 3.4e70 } END { exit !(found > .999999 && found < 1.000001) }' stdout
}

# Means of resamples are multiples of .025, and the lower end is the one of -.1, -.1, -.1 and .3, which is not 0 in binary.
@test "an end of a difference that is 0 but for rounding is 0" {
	printf '%s\n' topic,A,B 1,.1,.2 2,.5,.2 3,.9,.4 4,.3,.1 >ends.csv
	"$STRAT_EVAL" compare --scores=ends.csv --ci=bca --resamples=200 --format=csv --quiet-warnings >stdout
	assert_equal "$(pick value measure=ci_lo_diff_score <stdout)" 0
}

# Differences .2 .3 .1: mean .2, sd .1, and .2 -+ 4.302653 (the t quantile of 2 degrees) times .1/sqrt(3).
@test "a matrix may be JSON, of objects with an item and a score for each system; words and null as in a log" {
	printf 'item,a,b\n1,.3,.1\n2,.5,.2\n3,.5,.4\n' >wide.csv
	printf '{"item":"1","a":0.3,"b":0.1}\n{"item":"2","a":0.5,"b":0.2}\n{"item":3,"b":0.4,"a":0.5}\n' >wide.jsonl
	{ printf '['; sed '$!s/$/,/' wide.jsonl; printf ']'; } >wide.json
	for file in wide.csv wide.jsonl wide.json; do
		near "$(value ci_lo_diff_score --scores $file --digits=17)" -0.0484137712 1e-9
		near "$(value ci_hi_diff_score --scores $file --digits=17)" 0.4484137712 1e-9
	done
	echo '[{"item":"1","a":true,"b":false},{"item":"2","a":false,"b":null},{"item":"3","a":true,"b":true}]' >words.json
	near "$(value diff_score --scores words.json)" 0.5 1e-9 # of items 1 and 3
	printf 'item,a,b\n1,true,fail\n2,false,\n3,pass,correct\n' >words.csv
	near "$(value diff_score --scores words.csv)" 0.5 1e-9
	printf '{"item":"1","a":1,"b":0}\n{"item":"2","a":1,"b":"x"}\n' >wrong.jsonl
	refused 1 "wrong.jsonl:2: b 'x' is not a number" --scores wrong.jsonl
	printf '{"item":"1","acc":1}\n' >one.jsonl
	refused 1 "no column 'score': -m NAME, or --column=score=NAME, says which one has the scores" --scores one.jsonl wide.jsonl
}
