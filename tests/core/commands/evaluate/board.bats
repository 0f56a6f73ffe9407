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
		95 % intervals by clogit
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
