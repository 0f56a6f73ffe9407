#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What trec_eval v10 prints for the same command line.
#
# The expected outputs of the first test are trec_eval's own. All other numbers are worked out by
# hand from the two small files below; the calculation stands beside them.

load ../../../support/helper

# Topic 2 ranks a b c, grades 1 0 1:   AP = (1/1 + 2/3) / 2 = 5/6.
# Topic 10 ranks z a, z not judged, a 1; d (grade 2) is not retrieved:   AP = (1/2) / 2 = 1/4.
# Topic 30 is missing from the run, topic 99 from the judgments.
# "10" comes before "2" in bytewise order.
small()
{
	cat >qrels <<-'END'
		2 0 a 1
		2 0 b 0
		2 0 c 1
		30 0 a 1
		10 0 a 1
		10 0 d 2
	END
	grep -v '^30' qrels >qrels2
	cat >run <<-'END'
		2 Q0 a 1 3 first
		2 Q0 b 2 2 first
		2 Q0 c 3 1 first
		10 Q0 z 1 9 first
		10 Q0 a 2 8 first
		99 Q0 a 1 1 last
	END
}

MISSING='run: 1 of 3 judged topics is missing from the run; left out of its means (-c counts them)'

@test "all command lines of trec_eval's own test give trec_eval's bytes" {
	need_data trec_eval
	local arguments expected count=0
	cd "$DATA/trec_eval"
	while IFS= read -r line; do
		[[ $line != \#* && $line == *' -> '* ]] || continue
		arguments=${line% -> *} expected=${line##* -> }
		# shellcheck disable=SC2086
		"$STRAT_EVAL" $arguments >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" ||
			fail "$arguments: exit status $?: $(cat "$BATS_TEST_TMPDIR/err")"
		cmp "$BATS_TEST_TMPDIR/out" "$expected" || fail "$arguments: not $expected"
		count=$((count + 1))
	done <COMMANDS
	assert_equal "$count command lines" '15 command lines'
}

@test "documents are ranked by score, then by document number, both falling; the rank column and the order of lines do not count" {
	# Each grade occurs once, so that relstring shows the order.
	printf '1 0 %s\n' 'c 1' 'b2 2' 'b 3' 'a 4' 'B 5' >q
	printf '1 Q0 %s r\n' 'a 1 2.0' 'b 2 2' 'c 3 3.0' 'B 4 20e-1' 'b2 5 2.00' >r
	# 3.0 first; then bytewise falling: b2 (a prefix comes later) b a B
	prints -q -m relstring q r <<<"relstring 1 '12345'"
	# the same lines, sorted by score already
	sort -k5,5nr r >r2
	prints -q -m relstring q r2 <<<"relstring 1 '12345'"
	# ranks that say the contrary
	printf '1 Q0 %s r\n' 'c 5 3' 'b2 4 2' 'b 3 2' 'a 2 2' 'B 1 2' >r
	prints -q -m relstring q r <<<"relstring 1 '12345'"
}

@test "scores are compared as double-precision numbers, however they are written" {
	printf '1 0 %s\n' 'a 1' 'b 2' 'c 3' 'd 4' >q
	ranked() # EXPECTED SCORE-OF-A B C D
	{
		printf '1 Q0 %s 0 %s r\n' a "$2" b "$3" c "$4" d "$5" >r
		prints -q -m relstring q r <<<"relstring 1 '$1'"
	}
	ranked 1432 1.00000001 1 1 1       # a differs by less than a float can say
	ranked 4132 0.1 -.5 1e-3 +2.5E+1   # d a c b
	ranked 4321 0 -0 0.0 -0.0          # one value, four ties
	ranked 1432 inf -inf 0x10 1e3      # a d c b; hexadecimal as strtod() reads it
	ranked 4321 9007199254740993 9007199254740992 9007199254740993 9007199254740992 # all round to 2^53
	ranked 2143 1e400 inf -1e400 0     # a and b are infinite, a tie; then d, c
	ranked 2431 0.3 0.30000000000000004 0.299999999999999988897769753748434596 3e-1 # b; the rest is one double
}

@test "-q prints the topics in bytewise order, then all; measures come in trec_eval's order, not in that of -m" {
	small
	warns "$MISSING" -q -m P.2 -m map -m num_q -m num_ret -m runid qrels run <<-'END'
		num_ret 10 2
		map 10 0.2500
		P_2 10 0.5000
		num_ret 2 3
		map 2 0.8333
		P_2 2 0.5000
		runid all last
		num_q all 2
		num_ret all 5
		map all 0.5417
		P_2 all 0.5000
	END
}

@test "the bytewise order of topics is that of sort(1), for equal beginnings, prefixes and bytes above 127" {
	perl -e 'srand 3; my %t = map { $_ => 1 } qw(a aa 10 2 a-long-topic a-long-topic-1 a-long-topic-10 a-long-topic-2),
			"\xc3\xa9", "\x7f", "~", "\xff", "a-long-t\xff", "12345678", "123456789", "1234567",
			map({ int rand 1000 } 1 .. 100), map({ "topic-number-" . int rand 1000 } 1 .. 100);
		open my $q, ">", "q"; print $q "$_ 0 d 1\n" for keys %t;
		open my $r, ">", "r"; print $r "$_ Q0 d 1 1 tag\n" for reverse keys %t'
	cut -d" " -f1 q | LC_ALL=C sort | sed "s/$/ 1.0000/; s/^/map /" >sorted
	[ "$(wc -l <sorted)" -gt 150 ] || fail "too few topics"
	prints -q -n -m map q r <sorted
}

@test "-n leaves out the summary" {
	small
	prints -n -q -m map qrels2 run <<-'END'
		map 10 0.2500
		map 2 0.8333
	END
	prints -n -m map qrels2 run </dev/null
	prints --nosummary qrels2 run </dev/null
}

@test "without -m the official measures are printed, 30 lines with 27 more for each topic" {
	small
	# Topic 2: R = 2, relevant at ranks 1 and 3. iprec: recall 0.5 is reached at rank 1, 1.0 at rank 3;
	# lround(x*2) is 0 below .25, 1 below .75, 2 from there on. bpref: c has b above it: 1 - 1/1 = 0.
	prints -q -D 0.2 qrels2 run <<-'END'
		num_ret 2 3
		num_rel 2 2
		num_rel_ret 2 2
		map 2 0.8333
		Rprec 2 0.5000
		bpref 2 0.5000
		recip_rank 2 1.0000
		iprec_at_recall_0.00 2 1.0000
		iprec_at_recall_0.10 2 1.0000
		iprec_at_recall_0.20 2 1.0000
		iprec_at_recall_0.30 2 1.0000
		iprec_at_recall_0.40 2 1.0000
		iprec_at_recall_0.50 2 1.0000
		iprec_at_recall_0.60 2 1.0000
		iprec_at_recall_0.70 2 1.0000
		iprec_at_recall_0.80 2 0.6667
		iprec_at_recall_0.90 2 0.6667
		iprec_at_recall_1.00 2 0.6667
		P_5 2 0.4000
		P_10 2 0.2000
		P_15 2 0.1333
		P_20 2 0.1000
		P_30 2 0.0667
		P_100 2 0.0200
		P_200 2 0.0100
		P_500 2 0.0040
		P_1000 2 0.0020
		runid all last
		num_q all 1
		num_ret all 3
		num_rel all 2
		num_rel_ret all 2
		map all 0.8333
		gm_map all 0.8333
		Rprec all 0.5000
		bpref all 0.5000
		recip_rank all 1.0000
		iprec_at_recall_0.00 all 1.0000
		iprec_at_recall_0.10 all 1.0000
		iprec_at_recall_0.20 all 1.0000
		iprec_at_recall_0.30 all 1.0000
		iprec_at_recall_0.40 all 1.0000
		iprec_at_recall_0.50 all 1.0000
		iprec_at_recall_0.60 all 1.0000
		iprec_at_recall_0.70 all 1.0000
		iprec_at_recall_0.80 all 0.6667
		iprec_at_recall_0.90 all 0.6667
		iprec_at_recall_1.00 all 0.6667
		P_5 all 0.4000
		P_10 all 0.2000
		P_15 all 0.1333
		P_20 all 0.1000
		P_30 all 0.0667
		P_100 all 0.0200
		P_200 all 0.0100
		P_500 all 0.0040
		P_1000 all 0.0020
	END
}

@test "-m all_trec has 99 summary lines and 96 for each topic, in the order of trec_eval's table" {
	small
	evaluate -q -m all_trec qrels2 run
	assert_equal "$(cut -f2 stdout | sort | uniq -c | tr -s ' ')" $' 96 10\n 96 2\n 99 all'
	# The order of trec_eval's table of measures; columns of one measure are named by its prefix.
	grep -P '\tall\t' stdout | perl -ne '/^(\S+)/ or next; $_ = $1;
		s/^(iprec_at_recall|P|recall|Rprec_mult|ndcg_cut|map_cut|relative_P|success|unj)_[0-9.]+$/$1/;
		print "$_ " if $_ ne ($last // ""); $last = $_' >order
	assert_equal "$(cat order)" "runid num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref \
recip_rank iprec_at_recall P recall infAP gm_bpref Rprec_mult utility 11pt_avg binG G ndcg ndcg_rel \
Rndcg ndcg_cut map_cut relative_P success set_P set_relative_P set_recall set_map set_F \
num_nonrel_judged_ret rbp rbp_resid unj "
	# Not printed for a topic: runid num_q gm_map gm_bpref; not printed for all: relstring.
	run ! grep -P '^(runid|num_q|gm_map|gm_bpref) .*\t2\t' stdout
	run ! grep -P '^relstring .*\tall\t' stdout
}

@test "the runid is that of the last line of the run" {
	small
	warns "$MISSING" -m runid qrels run <<<'runid all last'
	printf '2 Q0 d 4 0.5 final\n# 2 Q0 e 5 0.4 comment\n\n' >>run
	prints -m runid qrels2 run <<<'runid all final'
}

@test "a judged topic that is missing from the run is left out of averages, with one warning" {
	small
	# (1/4 + 5/6) / 2 = 0.541667; sqrt(1/4 * 5/6) = 0.456435
	warns "$MISSING" -m num_q -m map -m gm_map -m num_rel qrels run <<-'END'
		num_q all 2
		num_rel all 4
		map all 0.5417
		gm_map all 0.4564
	END
	prints --quiet-warnings -m num_q -m map qrels run <<-'END'
		num_q all 2
		map all 0.5417
	END
	printf '40 0 a 1\n50 0 a 0\n' >>qrels
	warns 'run: 3 of 5 judged topics are missing from the run; left out of its means (-c counts them)' \
		-m num_q qrels run <<<'num_q all 2'
}

@test "-c counts missing topics as retrieving nothing, with trec_eval's values for them" {
	small
	# map: (1/4 + 5/6 + 0) / 3 = 0.361111; gm_map: (1/4 * 5/6 * 1e-5)^(1/3) = 0.012772
	# yaap of 30: ln(1/(1+1)); of 2: S = 5/3, ln((8/3) / (3 - 5/3)) = ln 2; of 10: S = 1/2, ln(1.5/2.5);
	#   mean: (-0.693147 + 0.693147 - 0.510826) / 3 = -0.170275
	# ideal_dcg of 30: 1; of 2: 1 + 1/log2(3) = 1.630930; of 10: 2 + 1/log2(3) = 2.630930; mean 1.753953
	# utility: 2: 2-1 = 1; 10: 1-1 = 0; 30: 0. rbp_resid of 10: .9^2 + .1 * 1 = 0.91; 2 has no unjudged: 0.
	prints -c -q -m num_q -m num_ret -m num_rel -m map -m gm_map -m relstring -m utility -m P.5 \
		-m ideal_dcg -m yaap -m rbp_resid -m unj.2 -m set_P -m recip_rank qrels run <<-'END'
		num_ret 10 2
		num_rel 10 2
		map 10 0.2500
		recip_rank 10 0.5000
		P_5 10 0.2000
		relstring 10 '-1'
		utility 10 0.0000
		ideal_dcg 10 2.6309
		set_P 10 0.5000
		yaap 10 -0.5108
		rbp_resid 10 0.9100
		unj_2 10 0.5000
		num_ret 2 3
		num_rel 2 2
		map 2 0.8333
		recip_rank 2 1.0000
		P_5 2 0.4000
		relstring 2 '101'
		utility 2 1.0000
		ideal_dcg 2 1.6309
		set_P 2 0.6667
		yaap 2 0.6931
		rbp_resid 2 0.0000
		unj_2 2 0.0000
		num_ret 30 0
		num_rel 30 1
		map 30 0.0000
		recip_rank 30 0.0000
		P_5 30 0.0000
		relstring 30 ''
		utility 30 0.0000
		ideal_dcg 30 1.0000
		set_P 30 0.0000
		yaap 30 -0.6931
		rbp_resid 30 0.0000
		unj_2 30 0.0000
		num_q all 3
		num_ret all 5
		num_rel all 5
		map all 0.3611
		gm_map all 0.0128
		recip_rank all 0.5000
		P_5 all 0.2000
		utility all 0.3333
		ideal_dcg all 1.7540
		set_P all 0.3889
		yaap all -0.1703
		rbp_resid all 0.3033
		unj_2 all 0.1667
	END
}

@test "with -c the total of num_rel counts every grade above 0, whatever -l says" {
	small
	prints -c -l2 -q -m num_rel qrels run <<-'END'
		num_rel 10 1
		num_rel 2 0
		num_rel 30 0
		num_rel all 5
	END
	warns "$MISSING" -l2 -m num_rel qrels run <<<'num_rel all 1'
}

@test "-l is the least relevant grade; measures with gains ignore it; -l2 and -l 2 are one" {
	small
	printf '10 Q0 d 3 7 last\n' >>run
	# -l2, topic 10: z a d, only d is relevant: AP = 1/3; topic 2 has no relevant document
	local option
	for option in -l2 '-l 2' --level_for_rel=2 --l=2 --le=2 '--lev 2' --level=2 '-l 1 -l 2'; do
		# ndcg of 2: (1 + 1/2) / (1 + 1/log2(3)) = 0.919721; of 10: (1/log2(3) + 2/2) / (2 + 1/log2(3)) = 0.619906
		# shellcheck disable=SC2086
		prints $option -q -m map -m num_rel -m ndcg qrels2 run <<-'END'
			num_rel 10 1
			map 10 0.3333
			ndcg 10 0.6199
			num_rel 2 0
			map 2 0.0000
			ndcg 2 0.9197
			num_rel all 1
			map all 0.1667
			ndcg all 0.7698
		END
	done
	# -l 0: b is relevant too; R counts judged documents only, z is not relevant
	prints -l 0 -q -m num_rel -m num_rel_ret qrels2 run <<-'END'
		num_rel 10 2
		num_rel_ret 10 2
		num_rel 2 3
		num_rel_ret 2 3
		num_rel all 5
		num_rel_ret all 5
	END
	# -l -1: in the ranking also the documents that are not in the judgments, but in neither r nor R
	prints -l -1 -q -m num_rel -m num_rel_ret -m P.3 -m iprec_at_recall.0 qrels2 run <<-'END'
		num_rel 10 2
		num_rel_ret 10 2
		iprec_at_recall_0.00 10 0.6667
		P_3 10 1.0000
		num_rel 2 3
		num_rel_ret 2 3
		iprec_at_recall_0.00 2 1.0000
		P_3 2 1.0000
		num_rel all 5
		num_rel_ret all 5
		iprec_at_recall_0.00 all 0.8333
		P_3 all 1.0000
	END
}

@test "-M cuts the ranking and -J then drops the unjudged; an empty ranking gives 0, never nan" {
	small
	# -J: topic 10 is a alone: AP = 1/2
	prints -J -q -m num_ret -m map qrels2 run <<-'END'
		num_ret 10 1
		map 10 0.5000
		num_ret 2 3
		map 2 0.8333
		num_ret all 4
		map all 0.6667
	END
	# -M2: topic 2 is a b: AP = 1/2; -J after it does not bring c up
	prints -M2 -J -q -m num_ret -m map qrels2 run <<-'END'
		num_ret 10 1
		map 10 0.5000
		num_ret 2 2
		map 2 0.5000
		num_ret all 3
		map all 0.5000
	END
	# -M1 -J: nothing is left of topic 10
	prints -M 1 -J -q -m num_ret -m map -m iprec_at_recall.0,.1,1 -m 11pt_avg -m Rndcg qrels2 run <<-'END'
		num_ret 10 0
		map 10 0.0000
		iprec_at_recall_0.00 10 0.0000
		iprec_at_recall_0.10 10 0.0000
		iprec_at_recall_1.00 10 0.0000
		11pt_avg 10 0.0000
		Rndcg 10 0.0000
		num_ret 2 1
		map 2 0.5000
		iprec_at_recall_0.00 2 1.0000
		iprec_at_recall_0.10 2 1.0000
		iprec_at_recall_1.00 2 0.0000
		11pt_avg 2 0.7273
		Rndcg 2 0.6131
		num_ret all 1
		map all 0.2500
		iprec_at_recall_0.00 all 0.5000
		iprec_at_recall_0.10 all 0.5000
		iprec_at_recall_1.00 all 0.0000
		11pt_avg all 0.3636
		Rndcg all 0.3066
	END
	evaluate -M 0 -q -m all_trec -m judged -m ndcg_exp -m yaap -m dcg qrels2 run
	assert_equal "$exit_status" 0
	run ! grep -iE 'nan|inf$' stdout
	assert_equal "$(grep -cP '^num_ret .*\t0$' stdout)" 3
}

@test "negative judgments are unjudged documents, apart from those not in the judgments" {
	printf '1 0 %s\n' 'a -1' 'b -2' 'c 1' 'd 0' >q
	printf '1 Q0 %s r\n' 'a 1 5' 'b 2 4' 'x 3 3' 'c 4 2' 'd 5 1' >r
	# grades: . . - 1 0. R = 1. infAP at position 3 (from 0): 1/4 + 3/4 * (0+2)/3 * (0+e)/(0+2e) = 1/4 + 1/4
	prints -q -n -m num_rel -m relstring -m infAP -m unj.5 -m num_nonrel_judged_ret -m bpref -m map q r <<-'END'
		num_rel 1 1
		map 1 0.2500
		bpref 1 1.0000
		relstring 1 '..-10'
		infAP 1 0.5000
		num_nonrel_judged_ret 1 1
		unj_5 1 0.6000
	END
	prints -J -q -n -m relstring -m map q r <<-'END'
		map 1 1.0000
		relstring 1 '10'
	END
}

@test "-N is the size of the collection, 0 by default" {
	small
	# N + r - n - R: topic 2: N + 2 - 3 - 2, topic 10: N + 1 - 2 - 2
	prints -N 100 -q -m utility.0,0,0,1 qrels2 run <<-'END'
		utility_0,0,0,1 10 97.0000
		utility_0,0,0,1 2 97.0000
		utility_0,0,0,1 all 97.0000
	END
	prints -m utility.0,0,0,1 qrels2 run <<<'utility_0,0,0,1 all -3.0000'
	# R - r: 0 and 1
	prints -m utility.0,0,1,0 qrels2 run <<<'utility_0,0,1,0 all 0.5000'
}

@test "-D n.topic evaluates that topic only" {
	small
	prints -D 1.10 -q -m num_q -m map qrels run <<-'END'
		map 10 0.2500
		num_q all 1
		map all 0.2500
	END
	# the last one that names a topic, as in trec_eval 10.0
	prints -D 1.2 -D 1.10 -D 3 -q -n -m map qrels run <<<'map 10 0.2500'
	warns "$MISSING" -D 3 -m num_q qrels run <<<'num_q all 2'
	# a topic of the judgments that the run lacks, and one that nobody has
	refused 1 "run: none of the chosen topics is in the run" -D 1.30 qrels run
	refused 1 "topic '7', which is chosen, has no judgments in qrels" -D 1.7 qrels run
	prints -c -D 1.30 --quiet-warnings -m num_q -m num_ret -m num_rel qrels run <<-'END'
		num_q all 1
		num_ret all 0
		num_rel all 1
	END
}

@test "-Z turns values into z-scores by topic, marked with a Z, before they are averaged" {
	small
	# map: (5/6 - 1/2) / (1/4) = 4/3; (1/4 - 1/4) / 0 is 0. num_ret: 2: (3 - 1) / 4; 10: 2 is not the mean 3 and
	# the deviation is 0. P_5 is not in the file.
	printf '%s\n' '# topic measure mean deviation' '2 map 0.5 0.25' '10 map 0.25 0' \
		'2 num_ret 1 4' '10 num_ret 3 0' >zscores
	# A line is Z and the padded name: one character more than without -Z.
	printf '%s%-22s\t%s\t%s\n' Z num_ret 10 -1000000.0000 Z map 10 0.0000 Z P_5 10 -1000000.0000 \
		'' relstring 10 "'-1'" Z num_ret 2 0.5000 Z map 2 1.3333 Z P_5 2 -1000000.0000 \
		'' relstring 2 "'101'" '' runid all last Z num_q all 2.0000 Z num_ret all -999999.5000 \
		Z map all 0.6667 Z P_5 all -1000000.0000 >expected
	evaluate -q -Z zscores -m map -m num_ret -m P.5 -m num_q -m runid -m relstring qrels2 run
	assert_equal "$exit_status $(cat stderr)" '0 '
	same_output -Z
}

@test "-m may be repeated and parameters given by name win over those of a nickname" {
	small
	prints -m P.2,1 -mmap --measure=recip_rank --meas num_q qrels2 run <<-'END'
		num_q all 2
		map all 0.5417
		recip_rank all 0.7500
		P_1 all 0.5000
		P_2 all 0.5000
	END
	evaluate -q -m all_trec -m relstring.2 -m P.1 qrels2 run
	assert_equal "$(grep -P '^(P|relstring)_?\d* .*\t2\t' stdout)" \
		"$(printf '%-22s\t2\t%s\n' P_1 1.0000 relstring_2 "'10'")"
}

@test "options stand anywhere, are bundled, and long ones are abbreviated, as getopt_long() allows" {
	small
	local line
	while IFS= read -r line; do
		# shellcheck disable=SC2086
		prints $line <<-'END'
			map 10 0.5000
			map 2 0.8333
		END
	done <<-'END'
		-q -n -J -m map qrels2 run
		qrels2 run -q -n -J -m map
		qrels2 -qnJ run -mmap
		-qnJmmap -- qrels2 run
		--query_eval_wanted --nosummary --Judged_docs_only --measure map qrels2 run
		--query --no --Ju --mea=map qrels2 run
		-q -q -n -n -J -J -m map -m map qrels2 run
		-qnJ -m map -R qrels -T trec_results qrels2 run
		-qnJ -m map --Rel=qrels --Res trec_results qrels2 run
		-qnJ -m map -M 2147483647 -N 0 -l 1 -D 0 qrels2 run
		-qnJ -m map --Max 1000 --Num=7 --level 1 --Deb 1 qrels2 run
		-qnJ -m map --Output_old_results_format=x qrels2 run
		-qnJ -m map --comp qrels2 run
	END
}

@test "topics need not stand together, in either file" {
	printf '%s\n' '1 0 a 1' '2 0 a 0' '1 0 b 0' '2 0 b 1' '1 0 c 1' >q
	printf '%s\n' '1 Q0 c 1 1 r' '2 Q0 b 1 1 r' '3 Q0 a 1 1 r' '1 Q0 b 1 2 r' '2 Q0 a 2 2 r' '1 Q0 a 1 3 r' >r
	prints --quiet-warnings -q -m relstring -m map q r <<-'END'
		map 1 0.8333
		relstring 1 '101'
		map 2 0.5000
		relstring 2 '01'
		map all 0.6667
	END
}

@test "a run without any judged topic is an error, but with -c every topic counts 0" {
	small
	grep '^99' run >other
	refused 1 "other: no topic of the run has judgments in qrels: the run has '99', and judged is '10'" qrels other
	warns 'other: none of the 3 judged topics is in the run: its scores are meaningless. Are topics written the same way?' \
		-c -m num_q -m map -m num_ret -m runid qrels other <<-'END'
		runid all last
		num_q all 3
		num_ret all 0
		map all 0.0000
	END
}

@test "gains given as parameters are sorted by value, also where they differ by less than 1" {
	printf '1 0 %s\n' 'a 1' 'b 2' 'c 1' >q
	printf '1 Q0 %s r\n' 'a 1 3' 'x 2 2' 'b 3 1' >r
	# grades 1 - 2, gains 0.5 0 2: dcg = .5 + 2/2 = 1.5; ideal 2 .5 .5: 2 + .5/log2(3) + .5/2 = 2.565465
	# trec_eval gives 0.0000 here, because it compares gains as whole numbers
	prints -m ndcg.1=0.5 q r <<<'ndcg_1=0.5 all 0.5847'
	# -1 is a document that is not in the judgments: .5 + 3/log2(3) + 1
	prints -m dcg.-1=3,1=0.5 q r <<<'dcg_-1=3,1=0.5 all 3.3928'
	# trec_eval's parameters of two measures are one list; here each has its own. dcg: 1 + 2/2
	prints -m dcg -m ndcg.1=0.5 q r <<-'END'
		dcg all 2.0000
		ndcg_1=0.5 all 0.5847
	END
}

@test "cutoffs are sorted, fractions of one are dropped, and names follow trec_eval" {
	small
	# ndcg_cut_2: (1 / 1.630930 + 0.630930 / 2.630930) / 2, as log2(3) = 1 / 0.630930.
	# iprec_0.12: lround(.25) = 0 relevant: the best precision, 1 and 1/2; iprec_1.00: 2/3 and 0.
	# Rprec_mult: trunc(0.5 R + .9) = 1: 1 and 0; trunc(1.5 R + .9) = 3: 2/3 and 1/3.
	# set_F_0.5: P = 2/3, R = 1: 1.5 * 2/3 / (1/3 + 1) = 3/4; P = R = 1/2: 1/2.
	prints -m P.3,1 -m ndcg_cut.2.9 -m iprec_at_recall.1,.125 -m Rprec_mult.1.5,0.5 -m set_F.0.5 -m success.2 \
		-m recall.1 -m relative_P.1 -m map_cut.1 qrels2 run <<-'END'
		iprec_at_recall_0.12 all 0.7500
		iprec_at_recall_1.00 all 0.3333
		P_1 all 0.5000
		P_3 all 0.5000
		recall_1 all 0.2500
		Rprec_mult_0.50 all 0.5000
		Rprec_mult_1.50 all 0.5000
		ndcg_cut_2 all 0.4265
		map_cut_1 all 0.2500
		relative_P_1 all 0.5000
		success_2 all 1.0000
		set_F_0.5 all 0.6250
	END
	# 11pt_avg does not depend on the order of its points: topic 2: (1 + 2/3) / 2, topic 10: (1/2 + 0) / 2
	prints -m 11pt_avg.1,.1 qrels2 run <<<'11pt_avg_1,.1 all 0.5417'
	prints -m 11pt_avg..1,1 qrels2 run <<<'11pt_avg_.1,1 all 0.5417'
}
