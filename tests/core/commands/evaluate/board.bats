#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Leaderboards: --format=table and latex.

load ../../../support/helper

# By hand, two topics with one relevant document each. A finds it at ranks 1 and 2: map .75, P_1 .5.
# B at ranks 2 and 1, the same. C at rank 4 in both: map .25, P_1 0.
files()
{
	printf '%s\n' '1 0 r 1' '2 0 r 1' >q
	printf '%s\n' '1 Q0 r 1 9 A' '1 Q0 x 2 8 A' '2 Q0 x 1 9 A' '2 Q0 r 2 8 A' >a
	printf '%s\n' '1 Q0 x 1 9 B_1' '1 Q0 r 2 8 B_1' '2 Q0 r 1 9 B_1' >b
	printf '%s\n' '1 Q0 x 1 9 C' '1 Q0 y 2 8 C' '1 Q0 z 3 7 C' '1 Q0 r 4 6 C' \
		'2 Q0 x 1 9 C' '2 Q0 y 2 8 C' '2 Q0 z 3 7 C' '2 Q0 r 4 6 C' >c
}

# Without the intervals, which other tests are about.
without_bounds()
{
	sed 's/ *[[][^]]*[]]//g; s/ *$//'
}

@test "runs stand in the order of the first measure, and the best value of a column is marked" {
	files
	evaluate --format=table -m map -m P.1 q c a b
	[ "$exit_status" = 0 ]
	without_bounds <stdout >actual
	cat >expected <<-'END'
		run  map                       P_1
		A    0.7500*  0.5000*
		B_1  0.7500*  0.5000*
		C    0.2500  0.0000
		* the best value of its column
		95 % intervals by constant, clogit, delta
	END
	run diff -b expected actual
	assert_success
}

@test "the measure that is asked for first is the first column, and decides the order" {
	files
	printf '%s\n' '1 Q0 x 1 9 D' '1 Q0 y 2 8 D' '1 Q0 z 3 7 D' '1 Q0 r 4 6 D' '2 Q0 r 1 9 D' >d
	# D: map (1/4 + 1)/2 = .625, recall at 1 (0 + 1)/2; E: map .5, recall at 1 0
	printf '%s\n' '1 Q0 x 1 9 E' '1 Q0 r 2 8 E' '2 Q0 x 1 9 E' '2 Q0 r 2 8 E' >e
	evaluate --format=table -m recall.2 -m map q d e
	run awk '{ print $1, $2 }' <(without_bounds <stdout)
	assert_line --index 0 'run recall_2'
	assert_line --index 1 'E 1.0000*'
	assert_line --index 2 'D 0.5000'
}

@test "measures that have no column are refused, not shown as a table or picture of nothing" {
	files
	for measure in runid relstring 'ci_lo_map --ci'; do
		for way in --format=table --format=html '-q --format=html' --format=latex --plot=x.svg; do
			# shellcheck disable=SC2086
			evaluate -m $measure $way q a b
			[ "$exit_status" = 64 ]
			grep -q 'none of the measures can be a column' stderr
			[ ! -s stdout ]
			[ ! -e x.svg ]
		done
	done
	evaluate --format=table -m runid -m P.1 q a
	[ "$exit_status" = 0 ]
}

@test "runs with one tag are told apart by their files" {
	files
	sed 's/ A$/ C/' a >another
	evaluate --format=table -m map q another c
	run awk 'NR < 4 { print $1 }' stdout
	assert_output $'run\nanother\nc'
}

@test "one-sided bounds are written as such, and a single run has no best value" {
	files
	evaluate --format=table -m map --tail=lower q a
	run cat stdout
	assert_line --index 1 --regexp '^A +0\.7500  +>= 0\.[0-9]+$'
	assert_line --index 2 '95 % bounds by clogit'
	refute_output --partial '*'
}

@test "LaTeX has booktabs named, names as papers write them, escapes, and the best in bold" {
	files
	evaluate --format=latex -m map -m ndcg_cut.10 q c a b
	run without_bounds <stdout
	assert_line --index 0 '% needs \usepackage{booktabs}'
	assert_line 'Run & MAP & nDCG@10 \\'
	assert_line --regexp '^A & \\textbf[{]0\.7500[}] [{]\\scriptsize[}] &'
	assert_line --regexp '^B\\_1 & '
	assert_line --regexp '^C & 0\.2500 '
	assert_line '\bottomrule'
}

@test "sampled judgments have recall, precision and F; what goes with topic lines is refused" {
	printf '%s\n' topic,stratum,runs,size,sampled,relevant 1,in,A,400,40,30 1,out,-,9600,96,3 >t
	evaluate --format=table -R table t
	run cat stdout
	# 30/40 of 400 = 300 of 300 + 9600 * 3/96 = 600: recall .5, precision .75, F .6
	assert_line --index 0 --regexp '^run  est_recall +est_P +est_F$'
	assert_line --index 1 --regexp '^A    0\.5000 .* 0\.7500 .* 0\.6000 '
	files
	for option in -q -n '-Z z'; do
		evaluate --format=table $option q a
		[ "$exit_status" = 64 ]
		grep -q 'a leaderboard is about all topics' stderr
	done
}

@test "of a measure of which the lower value is better, the lowest stands first and is marked" {
	files
	# the last relevant document stands at ranks 1 and 2 of A, 4 and 4 of C
	evaluate --format=table -m last_rel q c a
	run awk '{ print $1, $2 }' <(without_bounds <stdout)
	assert_line --index 1 'A 1.5000*'
	assert_line --index 2 'C 4.0000'
}

@test "runs of one tag are told apart by their files in trec format, others keep their tags" {
	printf '1 0 a 1\n' >q
	for f in one two three; do printf '1 Q0 a 1 1 tag\n' >$f.run; done
	printf '1 Q0 a 1 1 other\n' >four.run
	"$STRAT_EVAL" -m map q one.run two.run four.run three.run >printed
	assert_equal "$(awk '$1 == "runid" { print $3 }' printed | paste -sd' ')" 'one.run two.run other three.run'
	assert_equal "$(grep -c '^map .*1.0000$' printed)" 4
}

# By hand, as above: a and c have AP .75 and .25, nDCG@10 (1 + 1/log2(3))/2 and 1/log2(5), P@10 1/10 each.
@test "columns have the order and the names that were asked for, in all formats for people" {
	files
	local order
	evaluate --format=table -m P@10 -m nDCG@10 -m AP q a c
	assert_equal "$(head -1 stdout | tr -s ' ')" 'run P@10 nDCG@10 AP'
	assert_equal "$(without_bounds <stdout | sed -n 2,3p | tr -s ' ')" $'A 0.1000 0.8155* 0.7500*\nC 0.1000 0.4307 0.2500'
	evaluate --format=table -m AP -m nDCG@10 -m P@10 q a c
	assert_equal "$(head -1 stdout | tr -s ' ')" 'run AP nDCG@10 P@10'
	# cutoffs of one measure among others, and one measure by two names: the first counts
	evaluate --format=table -m P@2 -m AP -m P@1 -m map q a c
	assert_equal "$(head -1 stdout | tr -s ' ')" 'run P@2 AP P@1'
	evaluate --format=latex -m nDCG@10 -m AP q a c
	grep -qxF 'Run & nDCG@10 & AP \\' stdout
	evaluate --format=html -m nDCG@10 -m AP -q q a c
	order=$(grep -o 'nDCG@10\|>AP' stdout | head -2 | paste -sd' ')
	assert_equal "$order" 'nDCG@10 >AP'
	assert_equal "$(grep -o '<summary>[^<]*' stdout | grep -n 'nDCG@10\|AP' | cut -d'>' -f2 | paste -sd' ')" 'nDCG@10 AP'
	# trec_eval's names and order in the trec format
	evaluate -m P@10 -m nDCG@10 -m AP q a
	assert_equal "$(cut -f1 stdout | tr -d ' ' | paste -sd' ')" 'map P_10 ndcg_cut_10'
	# csv has that order too, and says what was asked for
	evaluate --format=csv -m P@1,10 -m nDCG@10 -m ap q a
	assert_equal "$(cut -d, -f3,14 stdout | paste -sd' ')" \
		'measure,asked map,ap P_1,P@1 P_10,P@10 ndcg_cut_10,nDCG@10'
	evaluate --format=jsonl -m P.10 -m map q a
	assert_equal "$(grep -o '"asked":"[^"]*"' stdout | paste -sd' ')" '"asked":"map" "asked":"P.10"'
	# nobody typed what a nickname gives
	evaluate --format=jsonl -m set q a
	refute grep -q asked stdout
}

# The order of runs: by nDCG@10 A is before C; C retrieves 8 documents, A 4.
@test "counts, shares of judged documents and standard errors have no best value" {
	files
	evaluate --format=table -m num_ret -m unj.10 -m judged.10 -m num_rel_ret q c a
	refute grep -qF '*' stdout
	assert_equal "$(awk '{ print $1 }' stdout | sed -n 2,3p | paste -sd' ')" 'C A'
	# the order is that of the first measure that has a best one
	evaluate --format=table -m num_ret -m map q c a
	assert_equal "$(without_bounds <stdout | sed -n 2,3p | tr -s ' ')" $'A 4 0.7500*\nC 8 0.2500'
	evaluate --format=latex -m unj.10 q c a
	refute grep -q textbf stdout
	evaluate compare --format=latex --quiet-warnings -m unj.2 -m AP q c a
	# unjudged at 2: C has both, A one of two
	grep -qF 'A & 0.5000 & \textbf{0.7500}' stdout
	grep -qF 'C & 1.0000 & 0.2500' stdout
}

@test "standard errors are columns only if they are asked for" {
	p=$ROOT/qrels-samples/production
	for f in table latex html markdown; do
		evaluate --format=$f --quiet-warnings -R probs -N 400 -m statAP "$p/judgments.probs" "$p/learned.run"
		assert_equal "$f $exit_status" "$f 0"
		refute grep -q se_statAP stdout
		evaluate --format=$f --quiet-warnings -R probs -N 400 -m statAP -m se_statAP "$p/judgments.probs" "$p/learned.run"
		grep -q 'se\\*_statAP' stdout
	done
	evaluate --format=table --quiet-warnings -R probs -N 400 -m se_statAP -m statAP "$p/judgments.probs" \
		"$p/learned.run" "$p/keyword.run"
	assert_equal "$(head -1 stdout | tr -s ' ')" 'run se_statAP statAP'
	# lines for programs are what they were
	evaluate --format=csv --quiet-warnings -R probs -N 400 --ci -m statAP "$p/judgments.probs" "$p/learned.run"
	assert_equal "$(cut -d, -f3 stdout | paste -sd' ')" 'measure statAP se_statAP ci_lo_statAP ci_hi_statAP'
}

# By hand, three topics with one relevant document each. D has it at ranks 1, 2 and 25, AP (1 + 1/2 + 1/25)/3 =
# .5133; F at 1, 2 and 24, .5139; E nowhere.
@test "of values that are the same in print, all are the best or none" {
	printf '%s\n' '1 0 r 1' '2 0 r 1' '3 0 r 1' >q
	printf '%s\n' '1 Q0 r 1 9 D' '2 Q0 x 1 9 D' '2 Q0 r 2 8 D' >d
	for i in $(seq 24); do echo "3 Q0 x$i 1 $((100 - i)) D"; done >>d
	echo '3 Q0 r 25 1 D' >>d
	printf '%s\n' '1 Q0 x 1 1 E' '2 Q0 x 1 1 E' '3 Q0 x 1 1 E' >e
	sed 's/D$/F/; s/^3 Q0 x1 1 99/3 Q0 x1 1 0.5/' d >f
	evaluate --format=table --digits=2 -m map q d e f
	assert_equal "$(without_bounds <stdout | sed -n 2,4p | tr -s ' ')" $'F 0.51*\nD 0.51*\nE 0.00'
	evaluate --format=table --digits=4 -m map q d e f
	assert_equal "$(without_bounds <stdout | sed -n 2,4p | tr -s ' ')" $'F 0.5139*\nD 0.5133\nE 0.0000'
	evaluate --format=latex --digits=2 -m map q d f
	refute grep -q textbf stdout
	evaluate compare --format=latex --quiet-warnings --digits=2 -m map q d e f
	assert_equal "$(grep -c 'textbf{0.51}' stdout)" 2
	evaluate compare --format=latex --quiet-warnings --digits=4 -m map q d e f
	assert_equal "$(grep -c 'textbf{0.5139}' stdout) $(grep -c textbf stdout)" '1 1'
}

@test "the runs are in the order of the first measure that has a better and a worse" {
	files
	run_order()
	{
		evaluate "$@"
		assert_equal "$exit_status" 0
		awk '{ print $1 }' stdout | sed -n 2,4p | paste -sd' '
	}
	# A and B_1 have P_1 .5, C 0; num_ret 4, 3, 8
	assert_equal "$(run_order --format=table -m map q c b a)" 'B_1 A C'
	assert_equal "$(run_order --format=table -m map q c b a)" 'B_1 A C'
	assert_equal "$(run_order --format=table -m num_ret -m AP q c b a)" 'B_1 A C'
	refused 64 '--sort: gone; name that measure first: -m P.10 -m map; --format=csv keeps the order of the files' --sort=map -m map q a b
}

@test "Markdown has a table with escapes, the best in bold, and what the intervals are" {
	files
	evaluate --format=markdown -m map -m P_1 q c a b
	without_bounds <stdout | sed 's/ |$//' >actual
	cat >expected <<-'END'
		| run | map | P\_1
		|---|---|---|
		| A | **0.7500** | **0.5000**
		| B\_1 | **0.7500** | **0.5000**
		| C | 0.2500 | 0.0000

		**bold**: the best value of its column

		95 % intervals by constant, clogit, delta
	END
	diff expected actual
	evaluate compare --format=markdown --quiet-warnings --baseline=C -m AP q c a b
	run cat stdout
	assert_line '| run | AP |'
	assert_line '| A | **0.7500** |'
	assert_line '| C (baseline) | 0.2500 |'
	assert_line 't test, two-sided, adjusted for 2 comparisons (Holm)'
}

@test "a page has the topics of all runs, also of those that the first one lacks" {
	files
	sed -i 1,2!d a # topic 1 only, at rank 1
	evaluate --format=html -q -m map q a c
	assert_equal "$(grep -A 3 'topic<th' stdout | grep -o '<tr><th scope="row">.*' | sed 's/<[^>]*>/ /g' | tr -s ' ')" \
		$' 1 1.0000 0.2500\n 2 - 0.2500'
}

# Run r has the relevant document of topic "all" at rank 2 and of topic b at rank 1: AP 1/2 and 1, mean 3/4.
@test "a topic that is called all is a topic, and the page has it as such" {
	printf '%s 0 a 1\n' all b >q
	printf '%s 9 r\n' 'all Q0 x 1' 'b Q0 a 1' >a
	printf 'all Q0 a 2 8 r\n' >>a
	evaluate -q --format=html -m map q a
	assert_equal "$(grep -o '<tr><th scope="row">\(r\|all\|b\)<td>.*' stdout | sed 's/<small>.*//; s/<[^>]*>/ /g' | xargs)" \
		'r 0.7500 all 0.5000 b 1.0000'
}
