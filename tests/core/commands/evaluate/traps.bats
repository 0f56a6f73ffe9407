#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What people type by mistake, or took from trec_eval: each once went wrong without a word.

load ../../../support/helper

small()
{
	printf '%s\n' '1 0 a 1' '1 0 b 0' '2 0 a 0' '2 0 b 1' >q
	printf '%s Q0 b 1 2 x\n%s Q0 a 2 1 x\n' 1 1 2 2 >r
}

# Twelve topics of ten documents, every third relevant, in two orders.
twelve()
{
	local t d
	for t in 1 2 3 4 5 6 7 8 9 10 11 12; do
		for d in 0 1 2 3 4 5 6 7 8 9; do
			echo "$t 0 d$d $((d % 3 == 0))" >&3
			echo "$t Q0 d$d 0 $((10 - d)) one" >&4
			echo "$t Q0 d$d 0 $(((d * 7 + t) % 10)) two" >&5
		done
	done 3>q12 4>one.run 5>two.run
}

@test "a whole number as --level, --leve or --lev is trec_eval's -l in an evaluation without bounds" {
	# by hand; trec_eval 10.0 prints the same for each of these spellings
	printf '1 0 a 1\n1 0 b 2\n1 0 c 0\n' >q
	printf '1 Q0 a 1 2 tag\n1 Q0 b 2 1 tag\n' >r
	local n name wanted=([0]=3 [1]=2 [2]=1 [3]=0)
	for n in 0 1 2 3; do
		for name in --lev --leve --level --level_; do
			prints "$name" $n -m num_rel q r <<<"num_rel all ${wanted[n]}"
			prints $name=$n -m num_rel q r <<<"num_rel all ${wanted[n]}"
		done
	done
	prints --level=2 -l 1 -m num_rel q r <<<'num_rel all 2'
	prints -l 1 --level=2 -m num_rel q r <<<'num_rel all 1'
}

@test "a whole number as --level is refused where there are bounds, and in compare" {
	small
	local said='--level=%s: the level of bounds lies between 0 and 1, as in --level=%s; the lowest relevant grade is -l %s'
	# bounds by --ci, as a measure, of a leaderboard, and those that samples have by default
	refused 64 "$(printf -- "$said" 0 0.95 0)" --level=0 --ci -m map q r
	refused 64 "$(printf -- "$said" 2 0.95 2)" --ci=t --lev 2 -m map q r
	refused 64 "$(printf -- "$said" 90 0.9 90)" --level=90 -m ci_lo_map q r
	refused 64 "$(printf -- "$said" 95 0.95 95)" --level=95 --format=table -m map q r
	printf 'topic,docno,rel,stratum,size\n1,a,1,s,20\n1,b,0,s,20\n' >sampled
	refused 64 "$(printf -- "$said" 80 0.8 80)" --level=80 -R csv sampled r
	# what is told to type works, and a bound of another level is another bound
	evaluate --quiet-warnings --level=0.9 -R csv sampled r
	assert_equal "$exit_status" 0
	# compare is not trec_eval's
	evaluate compare --level=1 q r r
	assert_equal "$exit_status" 64
	grep -q 'between 0 and 1, as in --level=0.95; the lowest relevant grade is -l 1' stderr
	refused 64 '--level=1.5: not a number above 0 and below 1' --level=1.5 -m map q r
}

@test "-o is accepted and ignored, and blanks may stand before the numbers of a list, as in trec_eval" {
	small
	prints -o -m 'P.5, 10' q r <<-'END'
		P_5 all 0.2000
		P_10 all 0.1000
	END
}

# trec_eval looks one document past the last change of the ideal gain: with R + 1 documents there is
# no last point. Topic 1: after rank 1 nothing relevant, 0. Topic 2: 1.
@test "Rndcg has its last point only if the ranking is longer than R + 1" {
	small
	prints -q -m Rndcg q r <<-'END'
		Rndcg 1 0.0000
		Rndcg 2 1.0000
		Rndcg all 0.5000
	END
	# one document more: ndcg after rank 1 is 0, at the end 1/log2(3): half of it on average
	echo '1 Q0 c 3 0 x' >>r
	prints -n -q -D 0.1 -m Rndcg q r <<<'Rndcg 1 0.3155'
}

@test "csv and jsonl say which tail a bound has, of how many topics a line is, and from which file" {
	small
	local tables=$ROOT/qrels-samples/production
	evaluate -R table --format=csv --ci --tail=lower -m est_recall "$tables/table.csv" produced
	assert_equal "$(head -1 stdout)" 'runid,topic,measure,value,method,level,draws,seed,tail,n,design,estimator,file,asked'
	assert_equal "$(grep -c ',0.95,0,1,lower,1,' stdout)" 1
	evaluate -R table --format=jsonl --ci -m est_recall "$tables/table.csv" produced
	assert_equal "$(grep -c '"tail":"both","n":1' stdout)" 2
	twelve
	evaluate --format=csv --ci -m map q12 one.run
	assert_equal "$(grep -c ',both,12,,,one.run,map$' stdout) $(wc -l <stdout)" '2 4'
}

@test "p-values have all digits in csv, and no letters stand where no test has an answer" {
	twelve
	evaluate compare --format=csv -m map q12 one.run two.run
	# R: t.test() of the differences; whatever it is, not 0.0000
	assert_regex "$(grep ',p_t_map,' stdout | cut -d, -f5)" '^[0-9.e-]{6,}$'
	awk '{ $5 = ($5 * 3 + $1) % 10; $6 = "three"; print }' two.run >three.run
	evaluate compare --quiet-warnings -m map q12 one.run two.run three.run
	grep -q 'no significant difference was found between runs that share a letter' stdout
	grep -q '95 % interval (t), not adjusted for the number of comparisons' stdout
	# of one topic nothing can be tested
	for f in q12 one.run two.run; do grep '^1 ' $f >first.$f; done
	sed 's/two$/three/' first.two.run >third.run
	evaluate compare --quiet-warnings -m map first.q12 first.one.run first.two.run third.run
	assert_equal "$exit_status $(grep -c "share a letter" stdout)" '0 0'
}

@test "a matrix without a column of topics is refused instead of losing its first system" {
	printf 'A,B\n0.5,0.2\n0.25,0.3\n' >m.csv
	refused 1 "m.csv: the first column must hold the names of the topics, and its values are scores such as 0.25: put a column 'topic' in front" \
		compare --scores=m.csv
	# numbers of topics are names
	printf 'topic,A,B\n301,0.5,0.2\n302,0.25,0.3\n' >m.csv
	evaluate compare --format=csv --scores=m.csv
	assert_equal "$exit_status $(grep -c ',topics_score,2,' stdout)" '0 1'
	# a matrix without a line of names would lose its first topic; 0.5 may be a setting, so that it is a warning
	sed 1d m.csv >bare.csv
	printf '303,0.5,0.4\n' >>bare.csv
	evaluate compare --scores=bare.csv
	assert_equal "$exit_status $(cat stderr)" '0 strat_eval: warning: bare.csv: the first line must name the systems, but it has numbers such as 0.5; if they are scores, add a line of names above'
	printf 'topic,1,2\n301,0.5,0.2\n302,0.25,0.3\n' >m.csv
	evaluate compare --scores=m.csv
	assert_equal "$exit_status $(cat stderr)" '0 '
}

@test "a sample drawn by rank is compared by statAP, and what needs strata says why it cannot" {
	twelve
	"$STRAT_EVAL" sample --size=8 --judged=q12 one.run two.run 2>/dev/null >s.csv
	evaluate compare -R csv --format=csv s.csv one.run two.run
	assert_equal "$exit_status $(grep -c ',diff_statAP,' stdout)" '0 1'
	refused 64 '-m prob_gt needs strata, and this sample was drawn by rank (sample --design=stevens): -m statAP compares its rankings' \
		compare -R csv -N 1000 -m prob_gt s.csv one.run two.run
}
