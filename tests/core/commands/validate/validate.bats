#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# strat_eval validate: what counts of reviewed documents show of a production.

load ../../../support/helper

MEASURES="-m est_richness -m est_rel -m est_rel_ret -m est_rel_unret -m est_elusion -m est_recall -m est_P -m est_F"

validate() { "$STRAT_EVAL" validate "$@"; }

# The values of a measure in trec_eval's format.
value() # NAME
{
	awk -v name="$1" '$1 == name { print $3 }'
}

# Both commands print the same lines, in whatever order.
same_lines() # FILE FILE
{
	diff <(sort "$1") <(sort "$2") || fail "$1 and $2 differ"
}

# The output has the text, wherever its lines are broken.
says() # TEXT
{
	[[ "$(tr -s ' \n' ' ' <<<"$output")" == *"$1"* ]] || fail "'$1' is not in: $output"
}

# The call ends with the status, has the text in its message, and prints nothing.
denied() # STATUS TEXT ARGUMENT...
{
	local status=$1 text=$2
	shift 2
	evaluate "$@"
	[[ $exit_status == "$status" && $(head -1 stderr) == *"$text"* ]] || fail "$*: $exit_status $(cat stderr)"
	[ ! -s stdout ] || fail "$*: standard output is not empty"
}

# ---- figures that are known ----

# R, the exact limits of a hypergeometric sample:
#     up <- function(N,n,r,a) { R <- r:(N-n+r); max(R[phyper(r,R,N-R,n) > a]) }
#     lo <- function(N,n,r,a) { R <- r:(N-n+r); min(R[phyper(r-1,R,N-R,n,lower.tail=FALSE) > a]) }
#     31000/(31000 + c(up(960000,2400,9,.025), lo(960000,2400,9,.025)))    .8197155 .9494640
#     31000/(31000 + up(960000,2400,9,.05))                                .8317905
#     31000/(31000 + up(960000,2400,0,.05))                                .9628525
# The production is reviewed, so that the limits of recall are those of the null set's yield.
@test "a reviewed production and an elusion sample have the exact hypergeometric limits" {
	run validate --produced=40000::31000 --null=960000:2400:9 --ci=bb-bound --format=trec --digits=6
	assert_success
	assert_equal "$(echo "$output" | value est_recall)" 0.895954 # 31000 / (31000 + 960000 * 9 / 2400)
	assert_equal "$(echo "$output" | value ci_lo_est_recall)" 0.819715
	assert_equal "$(echo "$output" | value ci_hi_est_recall)" 0.949464
	run validate --produced=40000::31000 --null=960000:2400:9 --ci=bb-bound --tail=lower --format=trec --digits=6
	assert_equal "$(echo "$output" | value ci_lo_est_recall)" 0.831790
	# the default of one side is the same with one sample of each
	run validate --produced=40000::31000 --null=960000:2400:9 --tail=lower --format=trec --digits=6
	assert_equal "$(echo "$output" | value ci_lo_est_recall)" 0.831790
	run validate --produced=40000::31000 --null=960000:2400:0 --tail=lower --format=trec --digits=6
	assert_equal "$(echo "$output" | value ci_lo_est_recall)" 0.962853
}

# R: c(lo(2e6,1000,50,.025), up(2e6,1000,50,.025)) is 74677 130773; over 2e6: .0373385 .0653865
@test "a richness sample has the limits that calculators give" {
	run validate --collection=2000000:1000:50 --ci=bb-bound --format=trec
	assert_success
	assert_equal "$(echo "$output" | value est_rel)" 100000.0000
	assert_equal "$(echo "$output" | value ci_lo_est_rel)" 74677.0000
	assert_equal "$(echo "$output" | value ci_hi_est_rel)" 130773.0000
	assert_equal "$(echo "$output" | value est_richness)" 0.0500
	assert_equal "$(echo "$output" | value ci_lo_est_richness)" 0.0373
	assert_equal "$(echo "$output" | value ci_hi_est_richness)" 0.0654
	# nothing is known of a production
	assert_equal "$(echo "$output" | wc -l)" 6
}

# R: up(92000,1534,5,.05) is 626, 626/92000 = .0068043
@test "an elusion sample alone tells elusion and what was missed, and nothing else" {
	run validate --null=92000:1534:5 --tail=upper --format=trec --digits=7
	assert_success
	assert_equal "$(echo "$output" | value ci_hi_est_elusion)" 0.0068043
	assert_equal "$(echo "$output" | value ci_hi_est_rel_unret)" 626.0000000
	assert_equal "$(echo "$output" | awk '{ print $1 }' | tr '\n' ' ')" \
		"est_rel_unret ci_hi_est_rel_unret est_elusion ci_hi_est_elusion "
	run validate --null=92000:1534:5 --level=0.9 --tail=upper --format=trec --digits=7
	assert_equal "$(echo "$output" | value ci_hi_est_rel_unret)" 553.0000000 # R: up(92000,1534,5,.1)
}

# 300 of 400 sampled of 5000: 3750
@test "a sample of the production alone tells precision" {
	run validate --produced=5000:400:300 --format=trec --tail=lower --digits=2
	assert_success
	assert_equal "$(echo "$output" | grep -v ci_ | tr -s ' \t\n' ' ')" "est_rel_ret all 3750.00 est_P all 0.75 "
}

# ---- the same as from files ----

# STRATUM,RUNS,SIZE,SAMPLED,RELEVANT...
table() {
	printf 'topic,stratum,runs,size,sampled,relevant\n'
	printf '1,%s\n' "$@"
}

@test "the lines are those of an evaluation of the same counts as a table" {
	local ci cases=0
	table a,x,8000,500,400 b,-,92000,1500,15 >two.csv
	table a,x,8000,500,400 b,x,700,700,120 c,-,52000,1500,15 d,-,40000,900,0 >four.csv
	for ci in bb-spread bb-half bb-bound normal; do
		"$STRAT_EVAL" -R table $MEASURES --ci=$ci --digits=9 two.csv >file
		validate --produced=8000:500:400 --null=92000:1500:15 --ci=$ci --digits=9 --format=trec >counts
		same_lines file counts
		cases=$((cases + $(wc -l <counts)))
	done
	for tail in both lower upper; do
		for ci in bb-spread bb-half bb-bound bb-uniform bb-mcp normal trec-legal jeffreys; do
			"$STRAT_EVAL" -R table $MEASURES --ci=$ci --tail=$tail --level=0.9 --digits=9 four.csv >file
			validate --produced=8000:500:400 --produced=700::120 --null=52000:1500:15 --null=40000:900:0 \
				--ci=$ci --tail=$tail --level=0.9 --digits=9 --format=trec >counts
			same_lines file counts
			cases=$((cases + $(wc -l <counts)))
		done
	done
	# several methods have their names behind the measures; the default is that of an evaluation
	for ci in --ci=bb-half,normal --tail=lower --tail=both; do
		"$STRAT_EVAL" -R table $MEASURES --ci --digits=9 $ci four.csv >file
		validate --produced=8000:500:400 --produced=700::120 --null=52000:1500:15 --null=40000:900:0 --digits=9 $ci --format=trec >counts
		same_lines file counts
		cases=$((cases + $(wc -l <counts)))
	done
	[ "$cases" -ge 500 ] # lines that were compared
}

# A control set as documents: one stratum with its size, that the production cuts.
@test "the lines of a control set are those of an evaluation of its documents" {
	only_with_test_all
	local ci n p a b lines=0
	for case in "60 20 15 4" "60 20 15 0" "200 150 90 30" "60 20 20 1"; do
		read -r n p a b <<<"$case"
		awk -v n="$n" -v p="$p" -v a="$a" -v b="$b" 'BEGIN {
			print "topic,docno,rel,stratum,size"
			for (i = 1; i <= n; i++)
				printf "1,d%d,%d,control,3000\n", i, i <= a || (i > p && i <= p + b)
		}' >control.csv
		{ seq -f '1 d%.0f' "$p" && seq -f '1 x%.0f' 100; } >production.txt
		for ci in bb-spread bb-half bb-bound bb-mcp; do
			"$STRAT_EVAL" -R csv -N 3000 -T set $MEASURES --ci=$ci --digits=9 control.csv production.txt >file
			validate --collection=3000 --control=$n:$p:$a:$b --ci=$ci --digits=9 --format=trec >counts
			same_lines file counts
			lines=$((lines + $(wc -l <counts)))
		done
	done
	[ "$lines" -eq $((4 * 4 * 24)) ]
}

# Samples of documents 1..N, of which the first N1 are produced, drawn by awk; the union is counted
# document by document, and given as a table.
@test "control set and elusion sample count each document once, on random samples" {
	local i overlaps=0
	for i in $(seq "$(cases 40 8)"); do
		awk -v seed="$i" 'BEGIN {
			srand(seed); N = 400; N1 = 100
			for (d = 1; d <= N; d++) {
				rel = rand() < (d <= N1 ? 0.7 : 0.1)
				c = rand() < 0.3; s = rand() < (d > N1 ? 0.3 : 0.2); side = d <= N1
				n += c; p += c && side; a += c && side && rel; b += c && !side && rel
				ss[side] += s; sr[side] += s && rel
				bs[side] += s && c; br[side] += s && c && rel
				us[side] += s || c; ur[side] += (s || c) && rel
			}
			printf "n=%d p=%d a=%d b=%d s0=%d r0=%d s1=%d r1=%d m0=%d q0=%d m1=%d q1=%d u0=%d v0=%d u1=%d v1=%d\n",
				n, p, a, b, ss[0], sr[0], ss[1], sr[1], bs[0], br[0], bs[1], br[1], us[0], ur[0], us[1], ur[1]
		}' >drawn
		. ./drawn
		overlaps=$((overlaps + m0 + m1))
		table a,x,100,$u1,$v1 b,-,300,$u0,$v0 >union.csv
		"$STRAT_EVAL" -R table $MEASURES --ci --digits=9 union.csv >file
		validate -N 400 --control=$n:$p:$a:$b --produced=100:$s1:$r1 --produced-overlap=$m1:$q1 \
			--null=300:$s0:$r0 --null-overlap=$m0:$q0 --digits=9 --format=trec >counts
		same_lines file counts
		# without a sample of the production, whose size follows
		table a,x,100,$p,$a b,-,300,$u0,$v0 >union.csv
		"$STRAT_EVAL" -R table $MEASURES --ci --digits=9 union.csv >file
		validate -N 400 --control=$n:$p:$a:$b --null=300:$s0:$r0 --null-overlap=$m0:$q0 --digits=9 --format=trec >counts
		same_lines file counts
		# only the size of either side is known
		table a,x,100,$p,$a b,-,300,$((n - p)),$b >union.csv
		"$STRAT_EVAL" -R table $MEASURES --ci --digits=9 union.csv >file
		validate -N 400 --control=$n:$p:$a:$b --produced=100 --digits=9 --format=trec >counts
		same_lines file counts
		validate -N 400 --control=$n:$p:$a:$b --null=300 --digits=9 --format=trec >counts
		same_lines file counts
	done
	echo "documents in two samples: $overlaps"
	[ "$overlaps" -ge 100 ]
}

@test "of a production that was reviewed as a whole, the control set adds nothing" {
	validate --produced=100::70 --null=300:90:12 --format=trec --digits=9 >without
	validate -N 400 --control=60:20:15:4 --produced=100::70 --null=300:50:8 --null-overlap=0:0 --format=trec --digits=9 >counts
	same_lines without counts # 40 + 50 sampled, 4 + 8 relevant
}

# ---- what is not known ----

@test "a control set without the number produced gives what does not depend on it" {
	validate --collection=3000 --control=60:20:15:4 --format=trec --digits=9 >known
	validate --collection=3000 --control=60::15:4 --format=trec --digits=9 >unknown
	assert_equal "$(grep -v ci_ unknown | awk '{ print $1 }' | tr '\n' ' ')" \
		"est_richness est_rel est_rel_ret est_rel_unret est_recall "
	grep -vE '_est_(P|F|elusion)|^est_(P|F|elusion)' known >expected
	same_lines expected unknown
	run validate --collection=3000 --control=60::15:4
	says 'not known: elusion, precision and F1'
	denied 64 '--ci=bb-mcp: the bounds depend on how many documents of the control set are produced (n:p:a:b)' \
		validate --collection=3000 --control=60::15:4 --ci=bb-mcp
}

@test "counts that cannot be are refused by the name of the segment" {
	denied 64 '--null=100:200:3: 200 documents sampled of 100' validate --null=100:200:3
	for nothing in '--produced=0 --null=0' '--produced=0:0:0 --null=0::0 --collection=0' --null=0 --produced=0 --collection=0:0:0; do
		denied 64 'no documents: all sizes are 0' validate $nothing
	done
	denied 64 '--produced=100:20:30: 30 relevant of 20 documents sampled' validate --produced=100:20:30 --null=50:1:1
	denied 64 '--produced=100::101: 101 relevant of 100 documents sampled' validate --produced=100::101
	denied 64 '--null=100:0:0: nothing was sampled' validate --null=100:0:0
	denied 64 '--null=100: what was reviewed is missing' validate --null=100
	denied 64 '--collection=1000: what was reviewed is missing' validate --collection=1000
	denied 64 '--collection=9:5:6: 6 relevant of 5' validate --collection=9:5:6
	denied 64 '--collection=1000: 100 documents produced and 800 not produced are 900' \
		validate --collection=1000 --produced=100::50 --null=800:50:2
	denied 64 '--collection=1000: 1100 documents produced and 0 not produced are 1100' validate -N 1000 --produced=1100::50
	denied 64 '--control=200:5:3:1: impossible: 200 of 100 documents sampled' validate --collection=100 --control=200:5:3:1
	denied 64 '--control=20:5:6:1: impossible: 20 of 100 documents sampled, 5 of them produced, 6 relevant and produced' validate --collection=100 --control=20:5:6:1
	denied 64 '--control=20:5:4:16: impossible: 20 of 100 documents sampled, 5 of them produced, 4 relevant and produced, 16 relevant and not produced' \
		validate --collection=100 --control=20:5:4:16
	denied 64 '--control=20::14:16: impossible: 20 of 100 documents sampled, 14 of them produced, 14 relevant and produced, 16 relevant' validate --collection=100 --control=20::14:16
	denied 64 '--control=0:0:0:0: impossible: 0 of 100 documents sampled' validate --collection=100 --control=0:0:0:0
	denied 64 '--control=20:5:4:2: 5 documents sampled of 4 that are produced' \
		validate --collection=100 --control=20:5:4:2 --produced=4
	denied 64 '--control=20:5:4:2: 15 documents sampled of 14 that are not produced' \
		validate --collection=100 --control=20:5:4:2 --null=14
	denied 64 '--control=20:5:4:2: 4 relevant and 1 other documents of --produced=30::3, which has 3 and 27' \
		validate --collection=100 --control=20:5:4:2 --produced=30::3
	denied 64 '--null-overlap=8:5: impossible: the control set has 15 documents there, 2 of them relevant, and --null=70:20:3 has 20 of 70, 3 relevant' \
		validate --collection=100 --control=20:5:4:2 --null=70:20:3 --null-overlap=8:5
	# 15 + 65 documents of 70: at least 10 are in both
	denied 64 '--null-overlap=9:1: impossible' validate --collection=100 --control=20:5:4:2 --null=70:65:3 --null-overlap=9:1
}

@test "what cannot be known is refused" {
	denied 64 'no counts' validate
	denied 64 '--control needs the size of the collection, --collection=N' validate --control=10:5:3:1
	denied 64 '--control needs the size of the collection, --collection=N' validate --collection=90:3:1 --control=10:5:3:1
	denied 64 'the number of its documents that are produced is needed' validate --collection=100 --control=20::4:2 --produced=30
	denied 64 '--null=70:20:3 and the control set: --null-overlap=M:R is missing' \
		validate --collection=100 --control=20:5:4:2 --null=70:20:3
	denied 64 '--produced=30:9:3 and the control set: --produced-overlap=M:R is missing' \
		validate --collection=100 --control=20:5:4:2 --produced=30:9:3
	denied 64 '--control needs one --produced and one --null' \
		validate --collection=100 --control=20:5:4:2 --null=70:20:3 --null=10:1:1
	denied 64 'none of it is produced, so nothing is known about these 30 documents' \
		validate --collection=100 --control=20:0:0:2 --produced=30
	denied 64 '--null-overlap=1:1: is for a control set and a sample, --null=N:n:r' validate --collection=100 --control=20:5:4:2 --null-overlap=1:1
	denied 64 '--produced-overlap=1:1: is for a control set and a sample, --produced=N:n:r' validate --null=100:10:1 --produced-overlap=1:1
	denied 64 '--collection=100:10:2: to combine a sample of the whole collection' validate --collection=100:10:2 --produced=30:4:1
	denied 64 '--target is for recall' validate --null=100:10:1 --target=0.7
	denied 64 '--ci=koopman: the method has no bounds for these counts' validate --null=100:10:1 --ci=koopman
}

# R: binom.test(2, 50)$conf.int .004881433 .1371376; prop.test(2, 50, correct = FALSE)$conf.int
# .01103888 .1346009; R <- 2:3950; range(R[phyper(2, R, 3998-R, 50) >= .025 &
# phyper(1, R, 3998-R, 50, lower = FALSE) >= .025]) 20 545
@test "one sample has the intervals of one proportion" {
	run validate --null=3998:50:2 --ci=clopper-pearson --format=trec --digits=6
	assert_success
	near "$(echo "$output" | value ci_lo_est_elusion)" .004881433 1e-6
	near "$(echo "$output" | value ci_hi_est_elusion)" .1371376 1e-6
	run validate --collection=3998:50:2 --ci=wilson --format=trec --digits=6
	near "$(echo "$output" | value ci_lo_est_richness)" .01103888 1e-6
	near "$(echo "$output" | value ci_hi_est_richness)" .1346009 1e-6
	run validate --null=3998:50:2 --ci=hypergeometric --format=trec --digits=6
	near "$(echo "$output" | value ci_lo_est_rel_unret)" 20 0
	near "$(echo "$output" | value ci_hi_est_rel_unret)" 545 0
	denied 1 "interval method 'wilson' needs one stratum: this quantity is of 2 strata" \
		validate --produced=200:10:5 --null=100:10:1 --ci=wilson
}

# R 4.2.2, with up() and lo() above: up(92000,1534,0,.025) 219, up(92000,1534,0,.05) 177;
# c(lo(300,22,22,.025), up(300,22,22,.025)) 256 300; c(lo(1700,200,1,.025), up(1700,200,1,.025)) 1 44
@test "by default one sample has the exact interval, and is not narrower than the one-sided bound" {
	run validate --null=92000:1534:0
	assert_line 'relevant, not produced           0           0         219           0         177'
	assert_line 'from, to: two-sided interval, level 95 %, method hypergeometric'
	# two samples: what is of one of them has the exact interval, and the lines of a table are the same
	run validate --produced=300:22:22 --null=1700:200:1
	assert_line --regexp '^relevant, produced +300 +256 +300 '
	assert_line --regexp '^relevant, not produced +9 +1 +44 ' # 8.5
	says 'method bb-spread; where one sample decides, hypergeometric: relevant, produced; relevant, not produced; elusion; precision'
	validate --produced=300:22:22 --null=1700:200:1 --format=csv | grep ci_lo_ | cut -d, -f3,5 >methods
	assert_equal "$(grep -c hypergeometric methods)" 4
	table a,x,300,22,22 b,-,1700,200,1 >two.csv
	"$STRAT_EVAL" -R table $MEASURES --ci --format=csv two.csv | grep ci_lo_ | cut -d, -f3,5 >evaluated
	same_lines methods evaluated
	# a production that was reviewed adds what is known: 31,000 + 1,650 to 31,000 + 6,818
	run validate --produced=40000::31000 --null=960000:2400:9
	assert_line --regexp '^relevant +34,600 +32,650 +37,818 '
	# and recall and F1 follow from them: 31000/37818 .81972, 31000/32650 .94946; 62000/77818 .79673, 62000/72650 .85341
	assert_line --regexp '^recall +0.8960 +0.8197 +0.9495 '
	assert_line --regexp '^F1 +0.8311 +0.7967 +0.8535 '
	assert_line 'from, to: two-sided interval, level 95 %, method hypergeometric'
	validate --produced=40000::31000 --null=960000:2400:9 --format=csv | grep 'ci_lo_est_[rF]' | cut -d, -f3,5 >methods
	table a,x,40000,40000,31000 b,-,960000,2400,9 >two.csv
	"$STRAT_EVAL" -R table $MEASURES --ci --format=csv two.csv | grep 'ci_lo_est_[rF]' | cut -d, -f3,5 >evaluated
	same_lines methods evaluated
	# whoever names a method has it; gray documents and cut strata have the other default
	run validate --null=92000:1534:0 --ci=bb-half
	says 'method bb-half'
	run validate --collection=3000 --control=60:20:15:4 --format=csv
	assert_line --regexp 'ci_lo_est_P,[^,]*,bb-'
	assert_line --regexp 'ci_lo_est_rel,[^,]*,hypergeometric'
}

# The line of a two-sided end has the one-sided bound of its side beside it.
coherent()
{
	awk -F, '$3 ~ /^ci_lo/ && $4 > $14 * (1 + 1e-12) || $3 ~ /^ci_hi/ && $4 < $14 * (1 - 1e-12) { print; wrong = 1 }
		$3 ~ /^ci_/ { n++ } END { exit wrong || !n }'
}

# R 4.2.2, enumerated: 31 of the 40 documents are not produced, 0 relevant. Of the 3,960 others K ~ beta-binomial(32, 9) are
# not produced, and A of these relevant, A ~ beta-binomial(K; 1, 31) for the bound and (K; 1/2, 31.5) for the interval:
# P(A/(31 + K) <= t) = .95 at t = .091506, and .975 at .076775. The exact bound is further out, .091957: at least 3,624 of at
# most 3,991 documents that are not produced are not relevant (Python, lgamma). The end is moved out to it.
@test "no end of a default interval lies inside the one-sided bound of its level: 60 random designs" {
	run validate --collection=4000 --control=40:9:2:0
	assert_line --regexp '^elusion +0.0000 +0.0000 +0.0920 +0.0000 +0.0920$'
	awk 'BEGIN { srand(57); for (i = 0; i < 60; i++) { N = 50 + int(exp(11 * rand())); n = 5 + int(rand() * (N < 1500 ? N - 5 : 1500)); r = int(rand() * n)
		M = 100 + int(exp(14 * rand())); m = 10 + int(rand() * (M < 3000 ? M - 10 : 3000)); s = int(rand() * rand() * 8); level = 0.8 + int(rand() * 19) / 100
		print "--produced=" N ":" n ":" r " --null=" M ":" m ":" (s < m ? s : m) " --level=" level (i % 5 == 0 ? " --null=b=77:9:1" : "") } }' >designs
	while read -r design; do
		# shellcheck disable=SC2086 # options
		validate $design --format=csv >lines
		coherent <lines || fail "$design"
	done <designs
	# a method that is named keeps its published form
	validate --collection=4000 --control=40:9:2:0 --ci=bb-spread | grep -qE '^elusion +0.0000 +0.0000 +0.0768 '
}

@test "a method that does not fit the counts is an error of the data" {
	denied 1 "interval method 'koopman' needs one simple random sample of the retrieved and one of the unretrieved documents" \
		validate --produced=200:10:5 --produced=20:10:5 --null=100:10:1 --ci=koopman
	denied 1 "interval method 'koopman' needs strata that the run retrieves as a whole or not at all" \
		validate --collection=100 --control=20:5:4:2 --ci=koopman
}

@test "wrong usage" {
	for text in 1:2 5::  ::3 '' 1:1:1:1:1; do
		denied 64 "--null=$text: not N:n:r, whole numbers" validate --null=$text
	done
	for text in abc -5:1:1 1.5:1:1 1000000000001:1:1 99999999999999999999:1:1 10^15; do
		denied 64 "--null=$text: '${text%%:*}' is not a whole number from 0 to 1000000000000; write N:n:r" validate --null=$text
	done
	denied 64 "--null=mail=5:x:1: 'x' is not a whole number" validate --null=mail=5:x:1
	denied 64 "--collection=10^6: '10^6' is not a whole number from 0 to 1000000000000; write N:n:r" validate -N 10^6
	denied 64 "--control=2e3:1:1:1: write whole numbers, without separators: --control=2000:1:1:1" validate -N 9 --control=2e3:1:1:1
	denied 64 "'1e-3' is not a whole number from 0 to 1000000000000; write" validate -N 1e-3
	denied 64 '--control=5:1:1: not n:p:a:b' validate -N 9 --control=5:1:1
	denied 64 '--control=:1:1:1: not n:p:a:b' validate -N 9 --control=:1:1:1
	denied 64 '--control=5:1:1:0: there is --control=5:1:1:1 already; only one can be given' validate -N 9 --control=5:1:1:1 --control=5:1:1:0
	denied 64 '--null-overlap=5: not M:R' validate --null-overlap=5
	denied 64 '--ci=ht-logit: works from probabilities' validate --null=100:10:1 --ci=ht-logit
	denied 64 '--ci=nothing: no such method' validate --null=100:10:1 --ci=nothing
	denied 64 '--level=95: not a number' validate --null=100:10:1 --level=95
	denied 64 '--target=75: not a number' validate --null=100:10:1 --target=75
	denied 64 '--format=word: not one of table, trec, csv, jsonl, latex, html, markdown' validate --null=100:10:1 --format=word
	denied 64 '--tail=left: not one of both, lower, upper' validate --null=100:10:1 --tail=left
	denied 64 '--null and --stratum are counted from the files: leave them out' validate --null=100:10:1 file
}

# 520 of 3000 are produced: of 60, 10.4. By enumeration 25 or more come with 6.7e-06, and 20 or more with 1.8e-03, which is above .0005
@test "a control set that can hardly be random is warned of" {
	evaluate validate --collection=3000 --control=60:25:15:4 --produced=520 --format=trec
	assert_equal "$exit_status $(cat stderr)" \
		"0 strat_eval: warning: --control=60:25:15:4: 25 of 60 sampled documents are produced; a random sample has 10.4 on average, and so many or so few in fewer than 1 of 1000 samples"
	evaluate validate --collection=3000 --control=60:25:15:4 --produced=520 --quiet-warnings
	assert_equal "$exit_status $(cat stderr)" "0 "
	evaluate validate --collection=3000 --control=60:20:15:4 --produced=520 --format=trec
	assert_equal "$exit_status $(cat stderr)" "0 "
}

@test "an estimate outside its interval is warned of, here and in an evaluation" {
	local options="--produced=40000:500:300" rows=p,x,40000,500,300 text
	for i in $(seq 40); do
		options+=" --null=s$i=1000:100:$((i % 3))"
		rows+=" s$i,-,1000,100,$((i % 3))"
	done
	text='the estimate lies outside, as the priors of the strata add up; bb-spread has one prior for each segment'
	evaluate validate $options --ci=bb-half --format=trec
	assert_equal "$exit_status $(cat stderr)" "0 strat_eval: warning: in some intervals $text"
	table $rows >many.csv
	evaluate -R table -m est_recall -m est_elusion --ci=bb-half many.csv
	assert_equal "$exit_status $(cat stderr)" "0 strat_eval: warning: in 2 intervals $text"
	# laplace adds to every stratum as priors do
	evaluate -R table -m est_recall -m est_elusion --ci=laplace many.csv
	assert_equal "$exit_status $(cat stderr)" "0 strat_eval: warning: in 2 intervals $text"
	evaluate validate $options --format=trec
	assert_equal "$exit_status $(cat stderr)" "0 "
}

# ---- targets ----

# recall is at least .8318 and at most .9428: R, 31000/(31000 + lo(960000,2400,9,.05))
@test "a target is shown, missed, or not shown" {
	run validate --produced=40000::31000 --null=960000:2400:9 --target=0.8317
	assert_line 'recall of 0.8317: shown (at least 0.8317)'
	says 'the sample supports a recall of at least 83.17 %: the target is shown.'
	run validate --produced=40000::31000 --null=960000:2400:9 --target=0.8319
	assert_line 'recall of 0.8319: not shown (at least 0.8317 only)'
	run validate --produced=40000::31000 --null=960000:2400:9 --target=0.9427
	assert_line 'recall of 0.9427: not shown (at least 0.8317 only)'
	run validate --produced=40000::31000 --null=960000:2400:9 --target=0.943
	assert_line 'recall of 0.943: missed (at most 0.9428)'
	# rounded so that it does not say more than is known: .942769 is not at most 94.27 %
	says 'At the 95 % confidence level recall is at most 94.28 %: the target, a recall of at least 94.3 %, is missed.'
	for target in 0.8317:shown:lower 0.9:not_shown:both 0.943:missed:upper; do
		IFS=: read -r x word tail <<<"$target"
		run validate --produced=40000::31000 --null=960000:2400:9 --target=$x --format=csv
		assert_line "production,all,target,$word,bb-bound,0.95,0,,$tail,1,counts,,,,"
	done
	# of everything
	run validate --produced=40::40 --null=60::0 --target=1
	assert_line 'recall of 1: shown (at least 1.0000)'
	says 'Recall is 100 % (a count, not an estimate: every document was reviewed).'
}

# ---- output ----

# Values by hand, limits by up() and lo() above, rounded to the safe side: up(960000,2400,9,.025) 6818,
# lo(960000,2400,9,.025) 1650, up(960000,2400,9,.05) 6269, lo(960000,2400,9,.05) 1882
@test "the table has estimates to the nearest, and bounds to the safe side" {
	run validate --produced=40000::31000 --null=960000:2400:9 --ci=bb-bound --target=0.75
	assert_success
	sed '/^For the report/,$d' <<<"$output" >table
	diff table - <<'END'
documents                                   produced  not produced         all
drawn and coded, relevant                          0             9           9
drawn and coded, not relevant                      0         2,391       2,391
coded, not drawn, relevant                    31,000             0      31,000
coded, not drawn, not relevant                 9,000             0       9,000
not looked at                                      0       957,600     957,600
all                                           40,000       960,000   1,000,000

                          estimate   95 % from     95 % to    at least     at most
richness                    0.0346      0.0326      0.0379      0.0328      0.0373
relevant                    34,600      32,650      37,818      32,882      37,269
relevant, produced          31,000      31,000      31,000      31,000      31,000
relevant, not produced       3,600       1,650       6,818       1,882       6,269
elusion                    0.00375     0.00171     0.00711     0.00196     0.00654
recall                      0.8960      0.8197      0.9495      0.8317      0.9428
precision                   0.7750      0.7750      0.7750      0.7750      0.7750
F1                          0.8311      0.7967      0.8535      0.8023      0.8507

from, to: two-sided interval, level 95 %, method bb-bound
at least, at most: one-sided bounds, level 95 % each, method bb-bound
recall of 0.75: shown (at least 0.8317)

END
}

@test "one side, another level, fewer digits, two methods" {
	run validate --collection=2000000:1000:50 --ci=bb-bound,bb-half --tail=upper --level=0.9 --digits=2
	assert_success
	assert_equal "$(grep -c '^at most: one-sided bound, level 90 %, method ' <<<"$output")" 2
	assert_line 'richness                    0.0500      0.0601' # R: up(2e6,1000,50,.1) = 120044
	assert_line 'relevant                   100,000     120,044'
	says 'at the 90 % confidence level it is at most 6.01 % (one-sided upper bound, method bb-bound).'
	refute_output --partial 'at least' # richness has no good side
}

@test "CSV and JSON have the columns of an evaluation" {
	table a,x,8000,500,400 b,-,92000,1500,15 >two.csv
	"$STRAT_EVAL" -R table -m est_recall --ci --format=csv two.csv | head -1 | sed 's/,asked$//' >header # there is no -m
	run validate --produced=8000:500:400 --null=92000:1500:15 --format=csv
	assert_line --index 0 "$(cat header),one_sided,one_sided_method"
	assert_line 'production,all,est_elusion,0.01,,,,,,1,counts,,,,'
	"$STRAT_EVAL" -R table -m est_recall --ci --format=jsonl two.csv | sed -n 2p |
		sed 's/"runid":"x"/"runid":"production"/; s/"seed":1,//; s/"file"/"counts"/; s/,"asked":"est_recall"//' >line
	run validate --produced=8000:500:400 --null=92000:1500:15 --format=jsonl
	echo "$output" | sed 's/,"one_sided":[^}]*//' >shorter
	grep -Fxq "$(cat line)" shorter || fail "$(cat line) is not in $output"
}

@test "control sets in the sentences" {
	run validate --collection=3000 --control=60:20:15:4
	says '60 were drawn at random (control set) and reviewed; 19 of these were coded relevant.'
	says 'Of the 20 in the production, 15 were coded relevant; of the 40 others, 4.'
	run validate --collection=3000 --control=60::15:4
	says '19 of these were coded relevant, and 15 of them are in the production.'
	run validate -N 400 --control=60:20:15:4 --null=300:50:8 --null-overlap=3:1
	says 'Of the 400 documents of the collection, 60 were drawn at random (control set) and reviewed. 20 of them are among the 100 produced: 15 of these were coded relevant; 40 are among the 300 not produced: 4 of these were coded relevant. Of the 300 documents not produced, 50 were drawn at random and reviewed; 8 of these were coded relevant; 3 of the drawn ones are in both samples and count once.'
}

@test "help names every option" {
	run validate --help
	assert_success
	for option in --produced --null-sample --null --culled --withheld --title --word --collection --control --null-overlap --produced-overlap --target --ci --level --tail \
		--format --digits --quiet-warnings; do
		assert_output --partial " $option"
	done
}

# The default bound of these counts is .8317. wilson has bounds of elusion and none of recall.
@test "a target is refused if the method has no bounds of recall, and not called not shown" {
	counts="--produced=40000::31000 --null=960000:2400:9 --target=0.75"
	run "$STRAT_EVAL" validate $counts --ci=wilson
	assert_failure 64
	assert_output --partial '--target is for recall, for which --ci=wilson has no bounds here'
	run "$STRAT_EVAL" validate $counts --ci=bb-bound,wilson --format=trec
	assert_failure 64
	run "$STRAT_EVAL" validate $counts --ci=bb-bound --format=trec
	assert_line --regexp '^target +.all.shown$'
}

# Webber's section 2.9 draws 40,000 times. The ends of two samples by sums over all yields (posterior.pl); their standard error is
# sqrt(.025 * .975 / 40000) over the density there, about .5: .0016. Five of it.
@test "--draws draws as the paper does, and agrees with what is computed within its error" {
	"$STRAT_EVAL" validate --produced=40:10:7 --null=60:20:3 --ci=bb-half --draws=40000 --format=trec --digits=6 >drawn
	expected=$(printf '1 1 40 10 10 7\n1 0 60 20 20 3\n' | perl "$ROOT/tests/support/posterior.pl" half recall 0.025 0.975)
	near "$(awk '$1 == "ci_lo_est_recall" { print $3 }' drawn)" "${expected% *}" 0.008
	near "$(awk '$1 == "ci_hi_est_recall" { print $3 }' drawn)" "${expected#* }" 0.008
	"$STRAT_EVAL" validate --produced=40:10:7 --null=60:20:3 --ci=bb-half --draws=40000 --format=trec --digits=6 | cmp - drawn
}
