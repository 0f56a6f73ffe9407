#!/usr/bin/env bats
# strat_eval compare: is A better than B, and how sure is that?
#
# The tests themselves are held against R and enumeration in tests/unit/test_paired*.c, the
# posteriors in tests/unit/test_confusion.c; here it is what a user sees. R calls stand beside what
# came from R.

load helper

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

near() # FOUND EXPECTED TOLERANCE
{
	awk -v f="$1" -v e="$2" -v t="$3" 'BEGIN { d = e - f; exit !(f != "" && d <= t && -d <= t) }' ||
		fail "expected $2, found $1"
}

# Wrong usage may be argp's, which names the command.
refused() # STATUS MESSAGE ARGUMENT...
{
	local expected_status=$1 message=$2
	shift 2
	evaluate compare "$@"
	assert_equal "$* -> $exit_status" "$* -> $expected_status"
	grep -qF -e "$message" stderr || fail "$*: no '$message' in: $(cat stderr)"
	[ ! -s stdout ] || fail "$*: standard output is not empty: $(head -3 stdout)"
}

# ---- over topics --------------------------------------------------------------------------------

# Sign: 4 of 5, 2 (5+1)/32. Wilcoxon: ranks 1, 2, 3.5, 3.5, 5; W- = 3.5; of the 32 subsets {}, {1},
# {2}, {1,2} and twice {3.5} sum to at most that: 2·6/32. Randomization: the sum .9 or more where
# what is flipped sums to at most .4, the same six subsets, and their complements: 12/32. One-sided,
# towards B, the observed value too: 1 - 4/32 for both, as four of these subsets lie below it.
# t: R: t.test(c(.3,.5,.4,.2,.9,.7), c(.2,.1,.4,.6,.3,.5), paired=TRUE)
@test "six topics by hand: difference, wins, and every test" {
	matrix
	"$STRAT_EVAL" compare --matrix matrix.csv --format=trec --digits=6 >stdout
	trec_lines >expected <<'END'
run_a all a
run_b all b
topics_score all 6
a_score all 0.500000
b_score all 0.350000
diff_score all 0.150000
ci_lo_diff_score all -0.212017
ci_hi_diff_score all 0.512017
effect_score all 0.434828
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

# Half: S = 4.5 of 6, taken as 5 on one side: 2 (6+1)/64 = .21875, or conservatively with 4 wins
# P(S >= 4) = 22/64. The odd tie goes to neither side: 2·22/64 = .6875.
@test "ties in the sign test are dropped, halved, or fall to a side by the seed" {
	matrix
	near "$(value p_sign_score --matrix matrix.csv)" 0.375 0.00005
	near "$(value p_sign_score --matrix matrix.csv --ties=half)" 0.6875 0.00005
	# with the tie on A's side 5 of 6, 2·7/64; on B's 4 of 6, 2·22/64
	for seed in 1 2 3 4 5 6 7 8; do
		value p_sign_score --matrix matrix.csv --ties=random --seed=$seed
	done | sort -u >found
	printf '0.2188\n0.6875\n' | diff - found
}

@test "the first test named is adjusted; only those named are printed" {
	matrix
	"$STRAT_EVAL" compare --matrix matrix.csv --format=trec --test=wilcoxon,bootstrap |
		grep '^p_' | grep -v '^p_less' | awk '{ print $1 }' >found
	printf 'p_wilcoxon_score\np_bootstrap_score\np_adj_score\n' | diff - found
	near "$(value p_adj_score --matrix matrix.csv --test=wilcoxon)" 0.375 0.00005
}

# Three systems: c = a - .01 except for topic 6, so p(a,c) is small. R:
#   a<-c(.3,.5,.4,.2,.9,.7); b<-c(.2,.1,.4,.6,.3,.5); c<-c(.29,.49,.39,.19,.89,.67)
#   p.adjust(c(t.test(a,b,paired=T)$p.value, t.test(a,c,paired=T)$p.value,
#     t.test(b,c,paired=T)$p.value), "holm")   and "bonferroni", "BH"
@test "p-values are adjusted for the number of comparisons, the clearest pair comes first" {
	printf 'topic,b,a,c\n1,.2,.3,.29\n2,.1,.5,.49\n3,.4,.4,.39\n4,.6,.2,.19\n5,.3,.9,.89\n6,.5,.7,.67\n' >three.csv
	"$STRAT_EVAL" compare --matrix three.csv --format=csv --digits=6 >stdout
	grep -c p_adj_score stdout | grep -qx 3
	head -2 stdout | tail -1 | grep -q '^a,c,'
	adjusted() { "$STRAT_EVAL" compare --matrix three.csv --format=csv --digits=6 --adjust=$1 |
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
	"$STRAT_EVAL" compare --matrix three.csv --format=trec --baseline=c >stdout
	awk '$1 == "run_a" || $1 == "run_b" { print $3 }' stdout | tr '\n' ' ' | grep -qx 'a c b c '
	run "$STRAT_EVAL" compare --matrix three.csv --baseline=c
	assert_success
	assert_output --partial 'baseline'
	refused 64 '--baseline=nobody: none of the runs has this name' --matrix three.csv --baseline=nobody
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
	"$STRAT_EVAL" compare --format=trec --matrix scores.csv | sed 's/score/map/' | tr -d ' ' >a
	tr -d ' ' <expected >b
	diff a b
}

@test "each topic's scores are printed with -q, and only they with -n" {
	matrix
	"$STRAT_EVAL" compare --matrix matrix.csv --format=trec -q -n >stdout
	grep -c . stdout | grep -qx 20
	grep -q "^diff_score            ${TAB}4${TAB}-0.4000$" stdout
	! grep -q "${TAB}all${TAB}0" stdout
}

@test "the same bytes for any number of jobs, and others for another seed" {
	need_data robust03
	for jobs in 1 2 5; do
		"$STRAT_EVAL" compare --jobs=$jobs --format=jsonl --test=random,bootstrap --ci=bca,slogit,percentile \
			"$robust/qrels.robust03.gz" "$robust"/input.*.gz >jobs.$jobs
	done
	cmp jobs.1 jobs.2
	cmp jobs.1 jobs.5
	"$STRAT_EVAL" compare --seed=2 --format=jsonl --test=random,bootstrap --ci=bca,slogit,percentile \
		"$robust/qrels.robust03.gz" "$robust"/input.*.gz >other
	! cmp -s jobs.1 other
}

# 8 runs have 28 pairs; UIUC03Rd1 and uic0301 differ by .002 and share a letter; pircRBa1 and
# rutcor03100 do not.
@test "eight runs of the Robust track: means, letters and pairs in one table" {
	need_data robust03
	"$STRAT_EVAL" compare "$robust/qrels.robust03.gz" "$robust"/input.*.gz >stdout
	head -9 stdout | tail -8 | awk '{ print $1 }' | head -1 | grep -qx pircRBa1
	[ "$(sed '1,/^A  *B /d' stdout | grep -c .)" = 28 ]
	letters() { awk -v run="$1" '$1 == run && !done { print $4; done = 1 }' stdout; }
	[ "$(letters pircRBa1)" = a ]
	[ "$(letters UIUC03Rd1)" = b ]
	[ "$(letters uic0301)" = bc ]
	[ "$(awk '{ if (length($0) > longest) longest = length($0) } END { print longest }' stdout)" -le 120 ]
}

@test "latex: letters of the runs that are beaten, or daggers against a baseline" {
	printf 'topic,a_1,b\n' >clear.csv
	for t in 1 2 3 4 5 6 7 8; do printf '%s,.%s5,.%s1\n' $t $t $t; done >>clear.csv
	printf '9,.95,.92\n' >>clear.csv
	"$STRAT_EVAL" compare --matrix clear.csv --format=latex >stdout
	grep -qF '(a) a\_1 & 0.5500$^{b}$ \\' stdout
	grep -qF '(b) b & ' stdout
	"$STRAT_EVAL" compare --matrix clear.csv --format=latex --baseline=b >stdout
	grep -qF 'a\_1 & 0.5500$^{\ddagger}$ \\' stdout
	"$STRAT_EVAL" compare --matrix clear.csv --format=latex --baseline=a_1 >stdout
	grep -qF '$^{\blacktriangledown}$ \\' stdout
}

# ---- bad input ----------------------------------------------------------------------------------

@test "identical runs: no difference, p = 1, and nan where it is undefined" {
	cp "$sample/plain.run" copy.run
	evaluate compare --format=trec -m map "$sample/qrels" "$sample/plain.run" copy.run
	assert_equal "$exit_status" 0
	grep -q 'warning: 1 interval of differences is nan' stderr
	for line in 'diff_map 0.0000' 'p_sign_map 1.0000' 'p_wilcoxon_map 1.0000' 'p_random_map 1.0000' \
		'p_t_map nan' 'ci_lo_diff_map nan' 'wins_map 0' 'losses_map 0'; do
		set -- $line
		grep -qE "^$1 +${TAB}all${TAB} *$2$" stdout || fail "no $line in: $(cat stdout)"
	done
	# both are called plain: their files tell them apart
	grep -qE "^run_b +${TAB}all${TAB}copy.run" stdout
}

@test "one topic only: the tests have nothing to go by, which is said" {
	printf 'topic,a,b\n1,.3,.2\n' >one.csv
	evaluate compare --matrix one.csv --format=trec
	assert_equal "$exit_status" 0
	grep -q 'warning: one topic only' stderr
	grep -qE "^p_t_score +${TAB}all${TAB} *nan$" stdout
	grep -qE "^p_sign_score +${TAB}all${TAB}1.0000$" stdout
	evaluate compare --matrix one.csv --quiet-warnings
	[ ! -s stderr ]
}

@test "runs without a common topic cannot be compared" {
	sed -n '/^1 /p' "$sample/plain.run" >first.run
	refused 1 'have no topic in common' --quiet-warnings "$sample/qrels" first.run "$sample/fused.run"
	printf 'topic,a,b\n1,.3,\n2,,.2\n' >apart.csv
	refused 1 'a and b have no topic in common (score)' --matrix apart.csv
}

@test "topics that a run lacks are left out with a warning, or count as empty with -c" {
	evaluate compare --format=trec -m map "$sample/qrels" "$sample/plain.run" "$sample/fused.run"
	grep -q 'fused.run: 1 of 12 judged topics is missing from the run; left out' stderr
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
	refused 64 '--counts compares two: TP,FP,FN TP,FP,FN' --counts 1,2,3
	refused 64 '--counts compares two: there is a third, 7,8,9' --counts 1,2,3 4,5,6 7,8,9
	refused 64 '--wins 1: not two or three whole numbers' --wins 1
	refused 64 '--wins 1,-2: not two or three whole numbers' --wins 1,-2
	refused 64 '--wins 1,2,3,4: not two or three whole numbers' --wins 1,2,3,4
	refused 64 '--wins 1,2,nan: not two or three whole numbers' --wins 1,2,nan
	refused 64 '--counts 99999999999,1,1: not three whole numbers' --counts 99999999999,1,1 1,1,1
}

@test "wrong arguments of options are wrong usage" {
	matrix
	refused 64 '--test=nonsense: no such test' --matrix matrix.csv --test=nonsense
	refused 64 '--test: t is named twice' --matrix matrix.csv --test=t,t
	refused 64 '--adjust=x: not one of holm, bonferroni, bh, none' --matrix matrix.csv --adjust=x
	refused 64 '--ties=x: not one of drop, half, random' --matrix matrix.csv --ties=x
	refused 64 '--prior=0: neither jeffreys' --counts 1,2,3 1,2,3 --prior=0
	refused 64 '--prior=nan: neither jeffreys' --counts 1,2,3 1,2,3 --prior=nan
	refused 64 '--beta=-1: not a number from 0' --counts 1,2,3 1,2,3 --beta=-1
	refused 64 '--prob-rel=2: not a number from 0 to 1' --prob-rel=2 "$sample/qrels" "$sample/plain.run" "$sample/fused.run"
	refused 64 '--format=x: not one of table, trec, csv, jsonl, latex' --matrix matrix.csv --format=x
	refused 64 '--ci=x: no such method' --matrix matrix.csv --ci=x
	refused 64 '--level=2.5: not a number above 0 and below 1' --matrix matrix.csv --level=2.5
	refused 64 '--resamples 5: not a whole number from 100' --matrix matrix.csv --resamples=5
	refused 64 '--seed x: not a whole number' --matrix matrix.csv --seed=x
	refused 64 '--tail=x: not one of both, lower, upper' --matrix matrix.csv --tail=x
	refused 64 '--draws 0: not a whole number' --counts 1,2,3 1,2,3 --draws=0
}

@test "options that do not go together are wrong usage" {
	matrix
	refused 64 'only one of --counts, --wins, --scores and --matrix' --matrix matrix.csv --wins 1,2
	refused 64 'only one of --counts, --wins, --scores and --matrix' --matrix matrix.csv --matrix matrix.csv
	refused 64 '--matrix takes neither files nor -m' --matrix matrix.csv -m map
	refused 64 '--matrix takes neither files nor -m' --matrix matrix.csv "$sample/plain.run"
	refused 64 '--counts and --wins takes neither files nor -m' --wins 1,2 x
	refused 64 'options of judgments and runs go with judgments and runs only' --matrix matrix.csv -c
	refused 64 'options of judgments and runs go with judgments and runs only' --counts 1,2,3 1,2,3 -R probs
	refused 64 '--format=latex is for comparisons over topics' --wins 1,2 --format=latex
	refused 64 '--baseline and --ci are for comparisons over topics' --wins 1,2 --baseline=x
	refused 64 'three files are needed: judgments and two runs' "$sample/qrels" "$sample/plain.run"
	refused 64 'three files are needed: judgments and two runs'
	refused 64 'two files of scores or more are needed' --scores "$sample/plain.run"
	refused 64 '--ci=bb-half is for estimates from sampled judgments' --ci=bb-half "$sample/qrels" "$sample/plain.run" "$sample/fused.run"
	refused 64 'none of the measures is averaged over topics' -m num_ret "$sample/qrels" "$sample/plain.run" "$sample/fused.run"
	refused 64 'no such measure or nickname' -m nothing "$sample/qrels" "$sample/plain.run" "$sample/fused.run"
	refused 64 'standard input, which can be read only once' "$sample/qrels" - -
}

@test "files that are not there or not what they should be" {
	refused 2 'nowhere.csv' --matrix nowhere.csv
	printf 'topic,a,b\n1,.3,x\n' >bad.csv
	refused 1 'bad.csv:2' --matrix bad.csv
	printf 'topic,a\n1,.3\n2,.4\n' >single.csv
	refused 64 'two systems or more are needed for a comparison' --matrix single.csv
	printf 'map\t1\t0.5\n' >a.eval
	printf 'P_5\t1\t0.5\n' >b.eval
	refused 1 "b.eval" --scores a.eval b.eval
}
