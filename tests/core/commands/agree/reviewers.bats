#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval agree on exports of a review, which have no topics: two files, or one with two columns of codes.

load ../../../support/helper

agree() {
	"$STRAT_EVAL" agree "$@"
}

# The first reviewer codes 60 documents, 25 of them responsive. The second sees 50 again: 15 of the 25 and 5 of 25 others are
# responsive. Cohen's kappa is (35/50 - .5)/(1 - .5) = .4, with a standard error of .1269960629 (agree.bats says from where).
setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
	perl -e 'my @word = ("Not Responsive", "Responsive");
		open A, ">", "first.csv"; open B, ">", "second.csv"; open C, ">", "both.csv";
		print A "Control Number,Responsiveness\n"; print B "Doc ID;Second Look\n";
		print C "Control Number,Custodian,First Level,Privileged,QC,Reviewed On\n";
		for my $d (1 .. 60) {
			my ($a, $b) = ($d <= 25, $d <= 15 || ($d > 25 && $d <= 30));
			print A "D$d,$word[$a]\n"; print B "D$d;", $b ? "yes" : "no", "\n" if $d <= 50;
			print C "D$d,Ann,$word[$a],No,", $d <= 50 ? $word[$b] : "", ",2025-03-0", 1 + $d % 9, "\n";
		}'
}

@test "two exports without topics, or two columns of one: counts and kappa by hand" {
	for files in 'first.csv second.csv --column=rel=Responsiveness --column=rel=Second_Look' both.csv \
		"both.csv --column=rel=first-level --column=rel=QC"; do
		run --separate-stderr agree $files --format=csv
		assert_equal "$status$stderr" 0
		assert_equal "$(pick count what=judgments <<<"$output" | head -5 | tr '\n' ' ')" '50 15 10 5 20 '
		assert_equal "$(pick value,lower,upper name=kappa <<<"$output")" 0.4000,0.1511,0.6489
	done
	assert_equal "$(pick judge name=kappa <<<"$output")" QC
	run agree both.csv
	assert_line 'A: First Level'
	assert_line 'B: QC'
}

@test "the second review of a sample: the line for validate works when it is typed" {
	run --separate-stderr agree both.csv
	assert_line '  strat_eval validate --null=N:60:25 --null-qc=25:15,25:5   (of what was not produced)'
	# half of the 25 of each code: 60/60 documents, N of 6000; 15/25 of 25 and 5/25 of 35 are 22 relevant, of 60
	for side in null produced; do
		local line
		line=$(sed -n "s/^  strat_eval \(.*--$side=.*\)   (.*/\1/p" <<<"$output")
		"$STRAT_EVAL" ${line/=N:/=6000:} --format=csv --digits=4 >answer
		assert_equal "$(pick value "measure=$([ $side = null ] && echo est_elusion || echo est_P)" <answer)" "$(awk 'BEGIN { printf "%.4f", 22 / 60 }')"
	done
	# nothing coded relevant was seen again: its pair is left out
	grep -v '^D[0-9];yes\|^D1[0-9];\|^D2[0-5];\|^D[1-9];' second.csv >others.csv
	run agree first.csv others.csv --column=rel=Responsiveness '--column=rel=Second Look'
	assert_line '  strat_eval validate --null=N:60:25 --null-qc=,25:5   (of what was not produced)'
	"$STRAT_EVAL" validate --null=6000:60:25 --null-qc=,25:5 >answer
	# a document that the first review lacks: B is no part of A
	echo 'D99;yes' >>others.csv
	run agree first.csv others.csv --column=rel=Responsiveness '--column=rel=Second Look'
	refute_output --partial null-qc
}

@test "columns of codes that cannot be told are asked for, and what is said works" {
	sed 's/Custodian/Hot/; s/Ann/N/' both.csv >three.csv
	refused_by agree 1 "three.csv: two columns with codes are needed, not 3 ('Hot', 'First Level', 'QC'): --column=rel=FIRST --column=rel=SECOND names two; -R csv is for a column judged_by" three.csv
	"$STRAT_EVAL" agree three.csv '--column=rel=First Level' --column=rel=QC >answer
	grep -qx 'documents judged in A and B: 50' answer
	refused_by agree 1 "first.csv: two columns with codes are needed, not 1 ('Responsiveness'): --column=rel=FIRST --column=rel=SECOND names two; -R csv is for a column judged_by" first.csv
	# an evaluation still needs topics, and does not advise what was tried
	echo '1 Q0 D1 1 1 x' >run
	evaluate -R csv first.csv run
	assert_equal "$exit_status" 1
	run cat stderr
	refute_output --partial 'would fit'
}
