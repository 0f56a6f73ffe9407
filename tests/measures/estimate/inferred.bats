#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Estimates from pools whose strata were sampled (measures/estimate/inferred.c), as a user sees them.
#
# Expected numbers are worked out by hand in the comments, or come from tests/support/inferred.pl, which has
# the published formulas in the plainest way, or from map, ndcg and P where everything is judged.

load ../../support/helper

# Stratum A: a b judged; B: c d judged, e f not. The run has x, which is not in the pool, a, e, c, f.
small_pool()
{
	printf '1 0 %s\n' 'a A 2' 'b A 0' 'c B 1' 'd B 0' 'e B -1' 'f B -1' >strata
	printf '1 Q0 %s 1 %s r\n' x 9 a 8 e 7 c 6 f 5 >r
}

@test "xinfAP, infNDCG, iP and inum_rel by hand" {
	small_pool
	# inum_rel: 2 * 1/2 + 4 * 1/2 = 3.
	# xinfAP: a at rank 2 with nothing of the pool above: weight 1, 1/2. c at rank 4, weight 2: above are
	# a (A: 1 of 1 relevant) and e (B: 1, none judged: 1/3): (1 + 1 + 1/3)/4. (1/2 + 2 * .58333)/3 = .55556;
	# the smoothing takes 2 * .00002/4 /3 = 3e-6 from it.
	# infNDCG: A: 1/1 * 2/log2(3); B: 3 retrieved, 1 judged: 3 * 1/log2(5); ideal: one of grade 2, two of
	# grade 1: 2 + 1/log2(3) + 1/2; 2.55389/3.13093.
	# iP_2: 1/2; iP_4: a and, of e and c, 2 * 1/1: 3/4; iP_10: a and, of e, c and f, 3: 4/10.
	prints -R strata --quiet-warnings -m inum_rel -m xinfAP -m infNDCG -m iP.2,4,10 strata r <<-END
		inum_rel all 3.0000
		xinfAP all 0.5556
		infNDCG all 0.8157
		iP_2 all 0.5000
		iP_4 all 0.7500
		iP_10 all 0.4000
	END
}

@test "the same judgments as CSV give the same" {
	small_pool
	awk 'BEGIN { print "topic,docno,stratum,rel" } { print $1 "," $3 "," $4 "," $5 }' strata >strata.csv
	evaluate -R strata --digits=12 -m inferred strata r
	cp stdout expected
	evaluate -R csv --digits=12 -m inferred strata.csv r
	same_output 'CSV'
}

@test "gray documents count as not judged" {
	small_pool
	evaluate -R strata --digits=12 -m inferred strata r
	cp stdout expected
	sed -i 's/e B -1/e B -2/' strata
	evaluate -R strata --digits=12 -m inferred strata r
	same_output 'gray'
}

@test "nothing relevant was judged: 0, as sample_eval has it; inum_rel is a sum over topics" {
	small_pool
	printf '2 0 %s\n' 'a A 0' 'b A -1' '3 0 a A 1' >>strata
	sed -i 's/^2 0 3/3/' strata
	printf '%s Q0 a 1 1 r\n' 2 3 >>r
	# topic 2: iP_1 is 1 * .00001/1.00003. Topic 3: all 1; the mean of xinfAP is (.55555 + 0 + 1)/3
	evaluate -R strata -q -m inum_rel -m xinfAP -m infNDCG strata r
	assert_equal "$(awk '$2 == 2 || $2 == "all" { print $1, $2, $3 }' stdout)" "$(cat <<-END
		inum_rel 2 0.0000
		xinfAP 2 0.0000
		infNDCG 2 0.0000
		inum_rel all 4.0000
		xinfAP all 0.5185
		infNDCG all 0.6052
	END
	)"
}

@test "they need judgments that list whole strata" {
	small_pool
	message="the judgments must list every document of their strata, without -N and --strata"
	refused 64 "-m xinfAP: $message" -R strata -N 100 -m xinfAP strata r
	printf '%s\n' topic,stratum,size 1,A,2 1,B,4 >sizes.csv
	refused 64 "-m iP: $message" -R strata --strata sizes.csv -m iP strata r
	printf '%s\n' topic,docno,rel,prob 1,a,1,0.5 >p.csv
	refused 64 "-m infNDCG: $message" -R csv -m infNDCG p.csv r
	echo '1 0 a 1 0.5' >probs
	echo '1 0 a 1' >qrels
	printf '%s\n' topic,stratum,runs,size,sampled,relevant 1,a,x,10,5,2 >t.csv
	message='judgments with the strata of all documents (-R strata, csv)'
	refused 64 "-m inum_rel: inum_rel needs $message, but -R probs has one grade per document" \
		-R probs -m inum_rel probs r
	refused 64 "-m inum_rel: inum_rel needs $message, but -R table has a table of strata" \
		-R table -m inum_rel t.csv
	refused 64 "-m inum_rel: inum_rel needs $message, but -R qrels has one grade per document" \
		-m inum_rel qrels r
}

@test "inum_rel of topic 1 of TREC 2017 Precision Medicine is the official 100.4018" {
	need_data sampleval
	file=$DATA/sampleval/pm17-topics1-5.sample-qrels
	echo '1 Q0 x 1 1 r' >r
	prints -R strata --quiet-warnings -m inum_rel "$file" r <<<'inum_rel all 100.4018'
}

# ---- random cases -------------------------------------------------------------------------------

# The judgments of a random case as a pool: strata s0 to s2, each sampled at its own rate; RATE 1 is
# everything judged. A stratum of a topic of its own has a document that was not sampled.
make_pool() # SEED RATE
{
	perl "$ROOT/tests/support/random_case.pl" "$1" qrels
	perl -e '
		my ($seed, $judge_all) = @ARGV;
		srand($seed);
		my @rate = $judge_all ? (1, 1, 1) : (1, 0.5, 0.2);
		while (<STDIN>) {
			my ($topic, undef, $doc, $grade) = split;
			my $s = int rand 3;
			$grade = -2 if $grade == -1 && !$judge_all;
			$grade = 0 if $grade < 0 && $judge_all;
			$grade = -1 if rand() > $rate[$s];
			print "$topic 0 $doc s$s $grade\n";
		}
		print "listed 0 d s -1\n";
	' "$1" "$2" <qrels >strata
}

@test "the estimates are those of the formulas on random pools" {
	for seed in $(seq "$(cases 40 15)"); do
		make_pool "$seed" 0
		level=$((1 + seed % 2))
		perl "$ROOT/tests/support/inferred.pl" "$level" strata run >expected
		evaluate --quiet-warnings -q -n --digits=12 -R strata -l $level -m inum_rel -m xinfAP -m infNDCG -m iP.1,5,20 \
			strata run
		agrees_with expected 1e-10 >differences || fail "seed $seed: $(cat differences)"
	done
}

@test "with everything judged they are num_rel, map, ndcg and P_k, but for the smoothing" {
	lines=0
	for seed in $(seq "$(cases 30 10)"); do
		make_pool "$seed" 1
		awk '$1 != "listed" { print $1, $2, $3, $5 }' strata >judged
		evaluate --quiet-warnings -q -n --digits=12 -m num_rel -m map -m ndcg -m P judged run
		sed 's/^map   /xinfAP/; s/^ndcg   /infNDCG/; s/^P_\([0-9]*\) /iP_\1/; s/^num_rel \(.*\)$/inum_rel\1.000000000000/' \
			stdout | sort >expected
		evaluate --quiet-warnings -q -n --digits=12 -R strata -m inferred strata run
		sort -o stdout stdout
		# up to three strata, each off by at most 3 * .00001 documents of those above
		agrees_with expected 1e-4 >differences || fail "seed $seed: $(cat differences)"
		grep '^infNDCG' expected >exact
		grep '^infNDCG' stdout >found
		mv found stdout
		agrees_with exact 1e-11 >differences || fail "seed $seed: $(cat differences)"
		lines=$((lines + $(wc -l <expected)))
	done
	[ "$lines" -gt "$(cases 1500 500)" ]
}
