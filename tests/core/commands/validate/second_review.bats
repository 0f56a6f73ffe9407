#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# validate --produced-qc and --null-qc: samples of which a random part was reviewed again; and
# --judge=last of an evaluation, which is for something else.

load ../../../support/helper

value() # NAME
{
	awk -v name="$1" '$1 == name { print $3 }' stdout
}

# The call ends with status 64 and has the text in its message.
denied() # TEXT ARGUMENT...
{
	local text=$1
	shift
	evaluate "$@"
	[[ $exit_status == 64 && $(head -1 stderr) == *": $text"* ]] || fail "$*: $exit_status $(cat stderr)"
	[ ! -s stdout ] || fail "$*: standard output is not empty"
}

# 9 of 2,400 coded relevant; 600 of the 2,391 others reviewed again, 3 overturned: elusion is
# (9 + 3 * 2391/600)/2400 = .00873125, that is 8,382 documents, and recall 31000/39382 = .787162.
@test "a random part reviewed again: estimates by hand" {
	evaluate validate --produced=40000::31000 --null=960000:2400:9 --null-qc=,600:3 --format=trec --digits=6
	assert_equal "$exit_status $(cat stderr)" '0 '
	assert_equal "$(value est_elusion)" 0.008731
	assert_equal "$(value est_recall)" 0.787162
	assert_equal "$(value est_rel)" 39382.000000
	# the same from the part among those coded relevant: 8 of 9 upheld takes 400 documents away
	evaluate validate --produced=40000::31000 --null=960000:2400:9 --null-qc=9:8,600:3 --format=trec --digits=6
	assert_equal "$(value est_rel)" 38982.000000
	# 388 of 500 coded relevant, 95 of 100 upheld; 112 not, 2 of 56 overturned: 80 (368.6 + 4)
	evaluate validate --produced=40000:500:388 --produced-qc=100:95,56:2 --format=trec --digits=6
	assert_equal "$(value est_P)" 0.745200
	assert_equal "$(value est_rel_ret)" 29808.000000
	evaluate validate --produced=40000::31000 --null=960000:2400:9 --null-qc=,600:3 --target=0.7
	grep -q '^recall of 0.7: not shown' stdout
	grep -q 'method two-phase' stdout
	tr -s ' \n' ' ' <stdout | grep -q 'Those coded relevant were taken as correct. A second review, whose decision is final, saw 600 of the 2,391 coded not relevant again, drawn at random, and found 3 of them relevant.'
}

# All of 10 were coded, 2 relevant, and 4 of the other 8 reviewed again, none overturned. If 3 of the 8
# were relevant, none would be seen with probability C(5,4)/C(8,4) = .071; if 4 were, .014. So there
# are at most 2 + 3 relevant documents with 95 % confidence, and at least 2.
@test "one sample in doubt has its exact hypergeometric limit" {
	evaluate validate --null=10::2 --null-qc=,4:0 --format=trec --tail=upper
	assert_equal "$(value ci_hi_est_rel_unret) $(value ci_hi_est_elusion)" '5.0000 0.5000'
	evaluate validate --null=10::2 --null-qc=,4:0 --format=trec --tail=lower
	assert_equal "$(value ci_lo_est_rel_unret)" 2.0000
}

@test "a sample that was reviewed again as a whole has the counts of the second review" {
	"$STRAT_EVAL" validate --produced=200:40:30 --null=1000:100:6 --target=0.7 >expected
	evaluate validate --produced=200:40:30 --null=1000:100:5 --null-qc=5:4,95:2 --target=0.7
	same_output 'all reviewed again'
}

# What validate says, without the sentences, which tell of the second review.
answer() # ARGUMENT...
{
	"$STRAT_EVAL" validate "$@" --format=csv --digits=7
	"$STRAT_EVAL" validate "$@" | sed '/^For the report/,$d'
}

# Hits that were all seen again and upheld are what they were; with one of them overturned they are one less. Version 0.3.0 said of the
# first: recall at least .8344 for .8314, which is P(X <= 9) = .0837 just above the bound of elusion, for .05.
@test "a second look that leaves nothing open gives the answer of the plain counts, one-sided and two-sided, to the document" {
	local produced=--produced=40000:500:388 null=--null=960000:2400
	answer $produced $null:9 --target=0.833 >expected
	grep -q '^recall of 0.833: not shown (at least 0.8314 only)' expected
	for qc in --null-qc=9:9, --produced-qc=388:388, '--produced-qc=,112:0 --null-qc=9:9,' --null-qc=9:9,2391:0; do
		answer $produced $null:9 $qc --target=0.833 | diff expected - >&2 || fail "$qc"
	done
	answer $produced $null:8 --target=0.833 >expected
	answer $produced $null:9 --null-qc=9:8, --target=0.833 | diff expected -
	answer --produced=40000:500:390 $null:9 >expected
	answer $produced $null:9 --produced-qc=,112:2 | diff expected -
	# a method may be named, and the stages before the review be counted: it is a plain sample
	answer $produced $null:8 --ci=bb-half --culled=5000:100:1 >expected
	answer $produced $null:9 --null-qc=9:8, --ci=bb-half --culled=5000:100:1 | diff expected -
	# the report has what was seen
	evaluate validate $produced $null:9 --null-qc=9:8,
	tr -s ' \n' ' ' <stdout >text
	grep -q '; 9 of these were coded relevant. A second review, whose decision is final, saw all 9 coded relevant again and found 8 of them relevant. Those coded not relevant were taken as correct. The point estimate of recall is 90.65 %; .* (one-sided lower bound, method bb-bound)' text
}

# Whoever sees a part of the hits, and upholds it, has not learnt that there are fewer of them; of the others, that there are more. So these ends are
# those of the plain counts; the other ends move outwards, as what was not seen may be wrong.
@test "a part that was seen again and upheld moves one end only" {
	local counts='--produced=40000:500:388 --null=960000:2400:9' tail pair file name
	for tail in lower upper; do
		"$STRAT_EVAL" validate $counts --format=trec --digits=7 --tail=$tail | tr -s ' ' >plain.$tail
		"$STRAT_EVAL" validate $counts --format=trec --digits=7 --tail=$tail --null-qc=5:5, | tr -s ' ' >hits.$tail
		"$STRAT_EVAL" validate $counts --format=trec --digits=7 --tail=$tail --null-qc=,600:0 | tr -s ' ' >others.$tail
	done
	for pair in 'hits.upper rel_unret elusion rel richness' 'others.lower rel_unret elusion rel richness' 'hits.lower recall F' 'others.upper recall F'; do
		set -- $pair
		file=$1
		shift
		for name; do
			diff <(grep "^ci_.*_est_$name " plain.${file#*.}) <(grep "^ci_.*_est_$name " $file) >&2 || fail "$file: $name"
		done
	done
	# further down, and further up, than 1,882 and 6,269 documents
	assert_equal "$(grep -h ci_lo_est_rel_unret plain.lower; grep -h ci_hi_est_rel_unret plain.upper)" $'ci_lo_est_rel_unret \tall\t1882.0000000\nci_hi_est_rel_unret \tall\t6269.0000000'
	awk '$1 == "ci_lo_est_rel_unret" { exit !($3 < 1882) }' hits.lower
	awk '$1 == "ci_hi_est_rel_unret" { exit !($3 > 6269) }' others.upper
}

@test "second reviews: what is refused" {
	denied '--null-qc=600:3: not m1:u1,m0:o0, whole numbers: of those coded relevant m1 reviewed again, u1 upheld; of the others m0, o0 overturned (,m0:o0: only the others were reviewed again)' \
		validate --null=1000:100:5 --null-qc=600:3
	denied '--null-qc needs the sample that was reviewed again, one --null=N:n:r' \
		validate --produced=200:40:30 --null-qc=5:4,10:0
	denied '--null-qc=6:4,10:0: impossible: 5 coded relevant, 6 reviewed again, 4 relevant' \
		validate --null=1000:100:5 --null-qc=6:4,10:0
	denied '--null-qc=5:4,10:11: impossible: 95 coded not relevant, 10 reviewed again, 11 relevant' \
		validate --null=1000:100:5 --null-qc=5:4,10:11
	denied '--null-qc=0:0,10:1: none of 5 documents coded relevant was reviewed again; if their code counts as right, leave the pair out (,m0:o0)' \
		validate --null=1000:100:5 --null-qc=0:0,10:1
	denied '--ci=bb-bound cannot be combined with --produced-qc and --null-qc, whose bounds are by two-phase' \
		validate --null=1000:100:5 --null-qc=5:5,10:1 --ci=bb-bound
	denied '--null-qc cannot be combined with --control' \
		validate --collection=1000 --control=100:20:15:4 --null-qc=5:5,10:1
	denied '--produced-qc and --null-qc need one --produced and one --null' \
		validate --produced=200:40:30 --produced=50:10:3 --null=1000:100:5 --null-qc=5:5,10:1
	denied '--culled cannot be combined with --produced-qc and --null-qc: there are no bounds of end-to-end recall by two-phase' \
		validate --produced=200::150 --null=1000:100:5 --null-qc=5:5,10:1 --culled=50:10:1
	denied '--withheld cannot be combined with --produced-qc and --null-qc: there are no bounds of end-to-end recall by two-phase' \
		validate --produced=200::150 --null=1000:100:5 --null-qc=5:5,10:1 --withheld=50:10:1
}

# One of three documents has a second judgment.
@test "--judge=last warns if only a part has a second judgment" {
	printf '%s\n' topic,docno,rel,stratum,size,judged_by 1,a,1,in,4,anna 1,b,1,in,4,anna 1,c,0,out,10,anna \
		1,c,1,out,10,bob >part.csv
	printf '%s\n' a b x y >produced.txt
	evaluate -R csv -T set --judge=last -m est_recall part.csv produced.txt
	assert_equal "$exit_status $(cat stderr)" "0 strat_eval: warning: part.csv: only 1 of 3 documents have a second judgment; if they were drawn at random, what they show is not carried over to the others (--judge=two-phase does that)"
	# first is what was coded: there is nothing to correct
	evaluate -R csv -T set --judge=first -m est_recall part.csv produced.txt
	assert_equal "$exit_status $(cat stderr)" '0 '
}

# What the sentences have are the counts of the call, in the word that was given, and rounds are rounds.
@test "sentences of a second review have its counts, in the word of the report; the page has its method" {
	evaluate validate --produced=40000:500:388 --produced-qc=100:97,50:2 --null=960000:1400:8 --null=960000:1000:1 --fixed-size --null-qc=9:8,600:3 --word=responsive
	tr -s ' \n' ' ' <stdout >text
	grep -q '500 were drawn at random and reviewed; 388 of these were coded responsive. A second review, whose decision is final, saw 100 of the 388 coded responsive again, drawn at random, and found 97 of them responsive. It also saw 50 of the 112 coded not responsive again, drawn at random, and found 2 of them responsive.' text
	grep -q '2,400 were drawn at random, in 2 rounds (1,400 and 1,000), and reviewed; 9 of these were coded responsive. A second review, whose decision is final, saw all 9 coded responsive again and found 8 of them responsive. It also saw 600 of the 2,391' text
	assert_equal "$(grep -c relevant <<<"$(sed '/^What this does not say/,$d' stdout)")" 0
	evaluate validate --produced=40000::31000 --null=960000:2400:9 --null-qc=,600:3 --format=html
	grep -q '<p>two-phase: a first review of a sample, and a second one of a random part of it (double sampling: Tenenbein 1970' stdout
	# a method is in words on every page that has bounds
	evaluate validate --produced=40000::31000 --null=960000:2400:9 --format=html
	grep -q '<p>hypergeometric: ' stdout
	refute grep -q '<p>bb-spread: ' stdout # its figures were counted
}
