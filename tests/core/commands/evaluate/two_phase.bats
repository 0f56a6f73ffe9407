#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# --judge=two-phase: a first judgment of all documents of a sample, a second one of a random part.

load ../../../support/helper

value() # NAME
{
	awk -v name="$1" '$1 == name { print $3 }' stdout
}

setup_file()
{
	export MEASURES='-m est_rel -m est_recall -m est_P -m est_F -m est_elusion -m est_richness -m est_rel_ret -m est_rel_unret'
}

# The call ends with this status and message, and prints nothing.
refused() # STATUS TEXT ARGUMENT...
{
	local status=$1 text=$2
	shift 2
	evaluate "$@"
	[[ $exit_status == "$status" && $(head -1 stderr) == "strat_eval: $text" ]] || fail "$*: $exit_status $(cat stderr)"
	[ ! -s stdout ] || fail "$*: standard output is not empty"
}

# Judgments of a stratum: of SIZE documents NAME1, NAME2, ... those up to n1 + n0 were judged, n1 as relevant;
# of these m1 again, u1 as relevant, and of the others m0, u0 as relevant. One line a judgment.
coded() # STRATUM NAME SIZE n1 n0 m1 u1 m0 u0
{
	awk -v stratum="$1" -v name="$2" -v size="$3" -v n1="$4" -v n0="$5" -v m1="$6" -v u1="$7" -v m0="$8" -v u0="$9" 'BEGIN {
		for (i = 1; i <= n1 + n0; i++) {
			print "1," name i "," (i <= n1) "," stratum "," size ",anna"
			k = i <= n1 ? i : i - n1
			if (k <= (i <= n1 ? m1 : m0))
				print "1," name i "," (k <= (i <= n1 ? u1 : u0)) "," stratum "," size ",bob"
		} }'
}

files() # the two strata, as arguments of coded after the size
{
	{
		echo topic,docno,rel,stratum,size,judged_by
		coded in p 40 $1
		coded out n 160 $2
	} >judged.csv
	seq -f p%g 40 >produced.txt
}

# By hand: produced 40 (12/20 6/8 + 8/20 1/4) = 22; not produced 160 (5/40 4/5 + 35/40 1/10) = 30.
@test "estimates by hand" {
	files '12 8 8 6 4 1' '5 35 5 4 10 1'
	evaluate -R csv -T set --judge=two-phase --digits=6 $MEASURES judged.csv produced.txt
	assert_equal "$exit_status $(cat stderr)" '0 '
	assert_equal "$(value est_rel_ret) $(value est_rel_unret) $(value est_rel)" '22.000000 30.000000 52.000000'
	assert_equal "$(value est_P) $(value est_elusion) $(value est_richness)" '0.550000 0.187500 0.260000'
	# 22/52; 2 22/(40 + 52)
	assert_equal "$(value est_recall) $(value est_F)" '0.423077 0.478261'
	# last: 12 + 8 judged, (6 + 4) + 1 relevant; 5 + 35: 4 + 1 relevant. It warns.
	evaluate -R csv -T set --judge=last -m est_P -m est_elusion --digits=6 judged.csv produced.txt
	assert_equal "$(value est_P) $(value est_elusion)" '0.550000 0.125000'
	grep -q 'only 27 of 60 documents have a second judgment; .*(--judge=two-phase does that)' stderr
}

# Estimates and bounds are those of the counts (validate), whose bounds an enumeration of all truths of small
# designs has tested (tests/core/stats/interval/test_two_phase.c). Here all outcomes of a small second review.
@test "all outcomes of a small design: what validate says of the counts" {
	for u1 in 0 1 2; do
		for u0 in 0 1 2 3; do
			files "4 6 2 $u1 3 $u0" "3 17 2 $((2 - u1)) 5 $u0"
			"$STRAT_EVAL" validate --format=trec --quiet-warnings --produced=40:10:4 --produced-qc=2:$u1,3:$u0 \
				--null=160:20:3 --null-qc=2:$((2 - u1)),5:$u0 | sort >expected
			evaluate -R csv -T set --judge=two-phase --ci $MEASURES judged.csv produced.txt
			assert_equal "$exit_status $(cat stderr)" '0 '
			sort stdout | diff expected - >&2 || fail "u1 $u1, u0 $u0"
		done
	done
	# one-sided bounds
	"$STRAT_EVAL" validate --format=trec --quiet-warnings --tail=lower --produced=40:10:4 --produced-qc=2:2,3:3 \
		--null=160:20:3 --null-qc=2:0,5:3 | grep ci_lo_est_recall >expected
	evaluate -R csv -T set --judge=two-phase --ci --tail=lower -m est_recall judged.csv produced.txt
	grep ci_ stdout | diff expected -
}

# All samples and second reviews of a stratum of 5 documents of which 3 are drawn and one of each code is reviewed
# again: the mean of the estimate is the truth. First codes 1 1 0 0 0, second 1 0 0 1 0: 2 are relevant.
@test "the estimate is unbiased: an enumeration of all samples and second reviews" {
	seq -f d%g 5 >produced.txt
	for a in 1 2 3; do for b in $(seq $((a + 1)) 4); do for c in $(seq $((b + 1)) 5); do
		for x in $a $b $c; do for y in $a $b $c; do
			awk -v drawn="$a $b $c" -v x="$x" -v y="$y" 'BEGIN {
				split("1 1 0 0 0", first); split("1 0 0 1 0", second); n = split(drawn, d)
				for (i = 1; i <= n; i++) coded[first[d[i]]]++
				# x is the one of those coded relevant, y of the others; if there are none, x is y
				if (first[y] == 1 || (coded[1] > 0 ? first[x] == 0 : x != y)) exit
				print 1 / (coded[0] * (coded[1] > 0 ? coded[1] : 1)) >"weight"
				print "topic,docno,rel,stratum,size,judged_by" >"judged.csv"
				for (i = 1; i <= n; i++) {
					print "1,d" d[i] "," first[d[i]] ",all,5,anna" >"judged.csv"
					if (d[i] == x || d[i] == y)
						print "1,d" d[i] "," second[d[i]] ",all,5,bob" >"judged.csv"
				} }'
			[ -e weight ] || continue
			evaluate -R csv -T set --judge=two-phase -m est_rel --digits=9 judged.csv produced.txt
			echo "$(cat weight) $(value est_rel)" >>outcomes
			rm weight
		done; done
	done; done; done
	# 10 samples, each with all its second reviews
	awk '{ weight += $1; sum += $1 * $2 } END { exit !(weight > 9.999 && weight < 10.001 && sum / weight > 1.99999 && sum / weight < 2.00001) }' \
		outcomes || fail "$(cat outcomes)"
}

# Of the first of two topics every document was judged again: the second judgments are the sample.
@test "a topic that was judged again as a whole is a plain sample" {
	{
		echo topic,docno,rel,stratum,size,judged_by
		coded in p 40 12 8 12 11 8 1
		coded out n 160 5 35 5 4 35 2
		coded in p 40 12 8 8 6 4 1 | sed 's/^1,/2,/'
		coded out n 160 5 35 5 4 10 1 | sed 's/^1,/2,/'
	} >judged.csv
	awk 'BEGIN { for (t = 1; t <= 2; t++) for (i = 1; i <= 40; i++) print t, "Q0 p" i, i, 1 / i, "run" }' >run
	for tail in both lower; do
		"$STRAT_EVAL" -R csv --judge=last --ci --tail=$tail --quiet-warnings -q $MEASURES judged.csv run | awk '$2 == 1' >expected
		[ "$(wc -l <expected)" -ge 16 ]
		"$STRAT_EVAL" -R csv --judge=two-phase --ci --tail=$tail --quiet-warnings -q $MEASURES judged.csv run | awk '$2 == 1' | diff expected -
	done
}

@test "one sample that the run divides: --post-stratify" {
	files '12 8 8 6 4 1' '5 35 5 4 10 1'
	"$STRAT_EVAL" -R csv -T set --judge=two-phase --ci $MEASURES judged.csv produced.txt >expected
	sed -i 's/,in,40,/,all,200,/; s/,out,160,/,all,200,/' judged.csv
	evaluate -R csv -T set --judge=two-phase --ci --post-stratify $MEASURES judged.csv produced.txt
	same_output 'sizes are counted from the run'
	refused 1 "--judge=two-phase: topic '1': 'produced' retrieves a part of a stratum: --post-stratify counts how much, so that what is retrieved and what is not are samples of their own" \
		-R csv -T set --judge=two-phase judged.csv produced.txt
}

@test "what is refused: designs that cannot be told" {
	files '12 8 8 6 4 1' '5 35 5 4 10 1'
	grep -v bob judged.csv >once.csv
	refused 1 'once.csv: --judge=two-phase: no document has a second judgment; --judge=first takes the only one' \
		-R csv -T set --judge=two-phase once.csv produced.txt
	files '12 8 12 6 8 1' '5 35 5 4 35 1'
	refused 1 'judged.csv: --judge=two-phase: every document has a second judgment, which leaves nothing to estimate from a part: --judge=last takes it' \
		-R csv -T set --judge=two-phase judged.csv produced.txt
	files '12 8 8 6 4 1' '5 35 0 0 10 1'
	refused 1 "--judge=two-phase: topic '1': of 5 documents that 'produced' does not retrieve and that were first judged relevant, none was judged again, so it is not known how many of them are relevant (validate takes the first judgment as right, with --null-qc=,m0:o0)" \
		-R csv -T set --judge=two-phase judged.csv produced.txt
	files '12 8 8 6 4 1' '5 35 5 4 10 1'
	echo 1,p1,1,in,40,carl >>judged.csv
	refused 1 "judged.csv:89: --judge=two-phase: document 'p1' of topic '1' has a third judgment" \
		-R csv -T set --judge=two-phase judged.csv produced.txt
	sed -i '$d; 2s/,1,in/,-1,in/' judged.csv
	refused 1 "judged.csv:2: --judge=two-phase: document 'p1' of topic '1' is not assessable, and so neither relevant nor not" \
		-R csv -T set --judge=two-phase judged.csv produced.txt
	files '12 8 8 6 4 1' '5 35 5 4 10 1'
	refused 64 '--judge=two-phase has its own bounds: give --ci without a method' \
		-R csv -T set --judge=two-phase --ci=bb-half judged.csv produced.txt
	refused 64 '--judge=two-phase cannot be combined with --partial' \
		-R csv -T set --judge=two-phase --partial judged.csv produced.txt
	refused 64 '-m est_P_10: --judge=two-phase is for est_rel, est_recall, est_P, est_F, est_elusion and their like, without cutoffs' \
		-R csv -T set --judge=two-phase -m est_P.10 judged.csv produced.txt
	refused 64 '-m num_rel: --judge=two-phase is for est_rel, est_recall, est_P, est_F, est_elusion and their like, without cutoffs' \
		-R csv -T set --judge=two-phase -m num_rel judged.csv produced.txt
	evaluate compare -R csv -T set --judge=two-phase judged.csv produced.txt produced.txt
	assert_equal "$exit_status" 64
}

# By hand: produced 40 (12/20 6/8 + 8/20 1/4) = 22; not produced 160 (5/40 4/5 + 35/40 1/10) = 30 and 100 (10/20 4/5 + 10/20 1/5) = 50.
@test "several strata of a side" {
	files '12 8 8 6 4 1' '5 35 5 4 10 1'
	evaluate -R csv -T set --judge=two-phase -m est_P -m est_elusion --ci judged.csv produced.txt
	mv stdout one
	coded other m 100 10 10 5 4 5 1 >>judged.csv
	evaluate -R csv -T set --judge=two-phase -m est_P -m est_rel_unret -m est_elusion -m est_recall --ci judged.csv produced.txt
	assert_equal "$exit_status $(cat stderr)" '0 '
	assert_equal "$(value est_rel_unret) $(value est_recall)" "80.0000 $(awk 'BEGIN { printf "%.4f", 22 / 102 }')"
	# the production is as before; of the rest, the ends are further from the estimate than those of either stratum alone
	diff <(grep est_P one) <(grep est_P stdout)
	coded other m 100 10 10 5 4 5 1 | { echo topic,docno,rel,stratum,size,judged_by; cat; coded in p 40 12 8 8 6 4 1; } >other.csv
	"$STRAT_EVAL" -R csv -T set --judge=two-phase -m est_elusion --ci other.csv produced.txt >two
	for file in one two stdout; do awk '$1 ~ /^ci_.._est_elusion/ { printf "%s ", $3 }' $file; done |
		awk '{ low = $1 * 160; high = $2 * 160; low2 = $3 * 100; high2 = $4 * 100
			# further apart than either, and not as far as both ends at once
			exit !($5 * 260 > low + low2 - .1 && $6 * 260 < high + high2 + .1 && ($6 - $5) * 260 > high - low && ($6 - $5) * 260 > high2 - low2) }'
}
