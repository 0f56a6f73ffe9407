#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# --post-stratify: strata that a run cuts are split into what it retrieves and the rest, with known sizes.
#
# Expected numbers are worked out in the comments, enumerated in the test, or those of the same counts given
# as a table (-R table), which knows nothing of documents. There the yield of all documents, est_rel, has one
# prior by default, whatever the run; where a run splits the strata it has one for each segment, which with one
# stratum in each is bb-half's.

load ../../../support/helper

estimates="-m est_rel -m est_rel_ret -m est_nonrel_ret -m est_recall -m est_P -m est_F -m est_elusion --ci"

# 20 of 1,000 documents: 3 are in the production of 100, 2 of them relevant; of the other 17, 2 are.
control_set() {
	{
		echo topic,docno,rel,stratum,size
		printf '1,d%d,1,all,1000\n' 3 40 200 300
		printf '1,d%d,0,all,1000\n' 77 $(seq 401 415)
	} > control.csv
	seq -f d%g 1 100 > produced.txt
}

# "name topic value" of the lines; `without_yield` leaves the bounds of est_rel out.
lines() {
	"$STRAT_EVAL" "$@" --quiet-warnings --digits=9 > stdout || fail "$*"
}
without_yield() {
	lines "$@"
	sed -i '/^ci_.._est_rel /d' stdout
}

@test "a control set of 20 from 1,000 by hand" {
	control_set
	# 100*2/3 and 900*2/17; 66.6667 of 172.5490 is .3864; F = 2*66.6667/(100 + 172.5490)
	"$STRAT_EVAL" --post-stratify -R csv -T set $estimates control.csv produced.txt | grep -v ^ci_ > found
	trec_lines > expected <<-END
		est_rel all 172.5490
		est_rel_ret all 66.6667
		est_nonrel_ret all 33.3333
		est_elusion all 0.1176
		est_recall all 0.3864
		est_P all 0.6667
		est_F all 0.4892
	END
	diff expected found
	# without it a document stands for 50: 150 retrieved ones, and the run has 100
	figures=$("$STRAT_EVAL" -R csv -T set -m est_rel_ret -m est_nonrel_ret control.csv produced.txt | cut -f3 | paste -sd' ')
	assert_equal "$figures" '100.0000 50.0000'
	# points and bounds are those of two strata
	printf 'topic,stratum,runs,size,sampled,relevant\n1,a,produced,100,3,2\n1,b,-,900,17,2\n' > table.csv
	for ask in '' --tail=lower --tail=upper --ci=normal --ci=bb-half --ci=bb-bound --gray=worst; do
		without_yield --post-stratify -R csv -T set $estimates $ask control.csv produced.txt
		mv stdout found
		without_yield -R table $estimates $ask table.csv produced
		cmp stdout found || fail "$ask: $(diff stdout found)"
	done
	for ask in '--ci=bb-spread --ci=bb-half' '--tail=lower --tail=lower' '--ci=normal --ci=normal'; do
		lines --post-stratify -R csv -T set -m est_rel -m est_richness --ci ${ask% *} control.csv produced.txt
		mv stdout found
		lines -R table -m est_rel -m est_richness --ci ${ask#* } table.csv produced
		cmp stdout found || fail "$ask: $(diff stdout found)"
	done
}

# All 70 samples of 4 of 8 documents, each as a topic. The run retrieves d1, d2, d3; relevant are d1, d2, d5.
all_samples() {
	perl -e '
		open my $j, ">", "all.csv"; open my $r, ">", "run"; print $j "topic,docno,rel,stratum,size\n";
		my %relevant = map { $_ => 1 } 1, 2, 5;
		for my $m (grep { unpack("%32b*", pack("V", $_)) == 4 } 0 .. 255) {
			my @d = grep { $m >> ($_ - 1) & 1 } 1 .. 8;
			my $in = grep { $_ <= 3 } @d; my $hit = grep { $_ <= 3 && $relevant{$_} } @d;
			my $miss = grep { $_ > 3 && $relevant{$_} } @d;
			my $name = sprintf "m%03d-%d-%d-%d", $m, $in, $hit, $miss; # sampled and retrieved, r1, r0
			printf $j "%s,d%d,%d,s,8\n", $name, $_, $relevant{$_} || 0 for @d;
			print $r "$name Q0 d$_ 1 ", 10 - $_, " run\n" for 1 .. 3;
		}'
}

@test "over all samples that have something of each part, the totals of the parts are unbiased" {
	all_samples
	"$STRAT_EVAL" -q -n --post-stratify --quiet-warnings --digits=12 -R csv -m est_rel -m est_rel_ret -m est_nonrel_ret all.csv run > found
	awk '{ split($2, n, "-"); v[$1, $2] = $3; topic[$2] = 1 }
		function off(x, y) { d = x - y; return d > 1e-9 || d < -1e-9 }
		END {
			for (t in topic) {
				split(t, n, "-"); all++
				r = v["est_rel_ret", t]; s = v["est_nonrel_ret", t]; y = v["est_rel", t]
				# 3 documents are retrieved, 5 are not; a part without a sample borrows
				share = n[2] > 0 ? n[3] / n[2] : n[4] / 4
				rest = n[4] / (4 - n[2])
				if (off(r, 3 * share) || off(r + s, 3) || off(y, 3 * share + 5 * rest)) { print "wrong:", t, r, s, y; bad = 1 }
				if (n[2] == 0) continue
				some++; sum += r; sum_all += y
			}
			# 5 of the 70 samples have none of the three: C(5,4)
			if (all != 70 || some != 65 || off(sum / some, 2) || off(sum_all / some, 3)) { print all, some, sum / some, sum_all / some; bad = 1 }
			exit bad
		}' found
	run --separate-stderr "$STRAT_EVAL" --post-stratify -R csv -m est_rel all.csv run
	# 5 topics, each with 3 documents retrieved and none of them sampled
	assert_equal "$stderr" 'strat_eval: warning: run: 15 documents are in parts of strata without a sample (--post-stratify): they are assumed to have the same share of relevant documents as the other parts and strata'
}

# parts.pl SEED TOPICS: `whole` lists all documents of 1 to 4 strata a topic, of which runs a and b take parts. The
# parts are counted into a.csv, b.csv and pair.csv, tables of strata; prints how many strata are cut by a.
parts() {
	cat > parts.pl <<-'END'
		my ($seed, $topics) = @ARGV;
		srand($seed);
		my %f; for (qw(whole a b)) { open $f{$_}, '>', $_ }
		for (qw(a.csv b.csv pair.csv)) { open $f{$_}, '>', $_; print { $f{$_} } "topic,stratum,runs,size,sampled,assessable,relevant\n" }
		my $cut = 0;
		for my $t (1 .. $topics) {
			my $strata = 1 + int(rand(4));
			my %row;
			for my $s (1 .. $strata) {
				my $N = 5 + int(rand(60)); my $n = 1 + int(rand(12)); $n = $N if $n > $N;
				my @take = map { (0, 1, rand(), rand())[rand(4)] } 1, 2;
				my $rate = (0, 0.1, 0.5, 0.9)[rand(4)];
				my %n;
				for my $d (1 .. $N) {
					my $grade = rand() < 0.05 ? -2 : rand() < $rate ? 1 : 0;
					my ($in_a, $in_b) = map { rand() < $_ ? 1 : 0 } @take;
					print { $f{whole} } "$t 0 s$s-$d s$s ", ($d <= $n ? $grade : -1), "\n";
					print { $f{a} } "$t Q0 s$s-$d 1 1 a\n" if $in_a;
					print { $f{b} } "$t Q0 s$s-$d 1 1 b\n" if $in_b;
					for (['a.csv', $in_a ? 'a' : '-'], ['b.csv', $in_b ? 'b' : '-'], ['pair.csv', join('+', ('a') x $in_a, ('b') x $in_b) || '-']) {
						my $x = $row{$_->[0]}{$s}{$_->[1]} ||= [0, 0, 0, 0];
						$x->[0]++; next if $d > $n;
						$x->[1]++; $x->[2] += $grade >= 0; $x->[3] += $grade > 0;
					}
				}
				$cut += keys %{ $row{'a.csv'}{$s} } == 2;
			}
			# a run that the table did not name would have no such topic
			print { $f{whole} } "$t 0 x x 0\n"; print { $f{$_} } "$t Q0 x 1 0 $_\n" for 'a', 'b';
			print { $f{'a.csv'} } "$t,x,a,1,1,1,0\n"; print { $f{'b.csv'} } "$t,x,b,1,1,1,0\n"; print { $f{'pair.csv'} } "$t,x,a+b,1,1,1,0\n";
			for my $table (sort keys %row) {
				for my $s (sort keys %{ $row{$table} }) {
					print { $f{$table} } join(',', $t, "s$s$_", $_, @{ $row{$table}{$s}{$_} }), "\n" for sort keys %{ $row{$table}{$s} };
				}
			}
		}
		print "$cut\n";
	END
	perl parts.pl "$@"
}

@test "figures are those of a table of the parts, in random designs; of pairs, of the four parts" {
	only_with_test_all
	all=0
	for seed in $(seq "$(cases 40 2)"); do
		cut=$(parts "$seed" 20)
		all=$((all + cut))
		for r in a b; do
			without_yield -q -n -R table $estimates $r.csv $r
			mv stdout expected
			without_yield -q -n --post-stratify -R strata $estimates whole $r
			agrees_with expected 2e-7 || fail "seed $seed, run $r"
			lines -q -n -R table -m est_rel --ci=bb-half $r.csv $r
			mv stdout expected
			lines -q -n --post-stratify -R strata -m est_rel --ci=bb-half whole $r
			agrees_with expected 2e-7 || fail "seed $seed, run $r, bb-half"
		done
		lines compare --format=trec -q -m prob_gt -R table pair.csv a b
		grep -v design stdout > expected
		lines compare --format=trec -q -m prob_gt --post-stratify -R strata whole a b
		grep -q "^design  *${TAB}all${TAB}post-stratified" stdout
		sed -i '/^design/d' stdout
		agrees_with expected 1e-6 || fail "seed $seed, pair" # what is learnt of the topics is found to 1e-7
	done
	echo "# $all strata were cut" >&3
	[ "$all" -gt "$(cases 50 25)" ]
}

@test "a pair on a control set: what is not in the file is counted in its part" {
	control_set
	seq -f d%g 51 180 > second.txt
	# d77 is in both, d3 and d40 in the first alone, and of the 80 that only the second retrieves none was sampled
	printf 'topic,stratum,runs,size,sampled,relevant\n1,a,produced,50,2,2\n1,b,produced+second,50,1,0\n1,c,second,80,0,0\n1,d,-,820,17,2\n' > table.csv
	lines compare --format=csv -m prob_gt -R table table.csv produced second
	mv stdout expected
	lines compare --format=csv -m prob_gt --post-stratify -R csv -T set control.csv produced.txt second.txt
	grep -v ',design,' stdout > found
	cmp expected found || fail "$(diff expected found)"
	run --separate-stderr "$STRAT_EVAL" compare --post-stratify -m prob_gt -R csv -T set control.csv produced.txt second.txt
	assert_equal "${stderr_lines[0]}" 'strat_eval: warning: in 1 of 1 pairs of runs parts of strata have no sample (--post-stratify; up to 80 documents): they are assumed to have the same share of relevant documents as the other parts and strata'
}

@test "a stratum that is judged as a whole leaves one in which a document can be" {
	# the production of 4 was read as a whole, of 96 others 6; a later run has two of the 4 and 30 others
	{
		echo topic,docno,rel,stratum,size
		printf '1,p%d,1,produced,4\n' 1 2 3
		echo 1,p4,0,produced,4
		printf '1,n%d,0,null,96\n' 1 2 3 4
		printf '1,n%d,1,null,96\n' 5 6
	} > two.csv
	printf '%s\n' p1 p4 n1 n5 $(seq -f n%g 60 87) > later.txt
	"$STRAT_EVAL" --post-stratify -R csv -T set --show=strata two.csv later.txt > found
	cat > expected <<-END
		topic,stratum,runs,size,sampled,assessable,relevant,gray,source,rule
		1,1:produced,later,2,2,2,1,0,file+post-stratified,sizes
		1,1:produced,not later,2,2,2,2,0,file+post-stratified,sizes
		1,2:null,later,30,2,2,1,0,file+post-stratified,sizes
		1,2:null,not later,66,4,4,1,0,file+post-stratified,sizes
	END
	diff expected found
	# 1 + 30/2, and 2 + 66/4 more
	prints --post-stratify -R csv -T set -m est_rel_ret -m est_rel two.csv later.txt <<-END
		est_rel all 34.5000
		est_rel_ret all 16.0000
	END
}

@test "cells of a pool: a later run is counted in each" {
	p=$ROOT/qrels-samples/production
	pools="--pool $p/keyword.run --pool $p/learned.run --pool $p/merged.run --pool $p/produced.run"
	seq -f '1 Q0 doc%03.0f 1 1 late' 35 60 > late.run
	"$STRAT_EVAL" -R probs -N 400 $pools --post-stratify --show=strata "$p/judgments.probs" late.run > found
	# 26 documents are retrieved, 374 are not; a cell has both parts or one
	awk -F, 'NR > 1 { n[$3] += $4; cut[$2] += 1; if ($9 != "probabilities+post-stratified") exit 1 }
		END { for (c in cut) two += cut[c] == 2; print two " cells are cut"; exit n["late"] != 26 || n["not late"] != 374 || two < 2 }' found
	# the first run of the pool cuts nothing, and has the figures that it has without
	without_yield -R probs -N 400 $pools -m est_rel -m est_recall --ci "$p/judgments.probs" "$p/keyword.run"
	mv stdout expected
	without_yield -R probs -N 400 $pools --post-stratify -m est_rel -m est_recall --ci "$p/judgments.probs" "$p/keyword.run"
	agrees_with expected 1e-6
}

@test "the output names it" {
	control_set
	"$STRAT_EVAL" --post-stratify -R csv -T set --format=csv -m est_rel control.csv produced.txt > found
	assert_equal "$(pick design < found)" file+post-stratified
	"$STRAT_EVAL" --post-stratify -R csv -T set --format=table -m est_rel control.csv produced.txt > found
	assert_equal "$(tail -n 1 found)" '95 % intervals by bb-spread; post-stratified by what each run retrieves'
	"$STRAT_EVAL" --post-stratify -R csv -T set --format=latex -m est_rel control.csv produced.txt > found
	grep -qx '% 95 % intervals by bb-spread; post-stratified by what each run retrieves' found
	tail -n 50 produced.txt > half.txt
	"$STRAT_EVAL" compare --quiet-warnings --post-stratify -R csv -T set control.csv produced.txt half.txt |
		grep -qx 'post-stratified by what each run retrieves; a pair, by what both, one or neither of its runs retrieve'
	"$STRAT_EVAL" compare --quiet-warnings --post-stratify -R csv -T set --format=latex control.csv produced.txt half.txt |
		grep -qx '% post-stratified by what each run retrieves'
}

@test "rankings weigh documents as their parts do" {
	control_set
	awk '{ print "1 Q0", $1, NR, 1000 - NR, "r" }' produced.txt > ranked
	# 2 relevant documents that stand for 100/3 each, of 100; without it, 50 each
	prints --post-stratify -R csv -m statP.100 control.csv ranked <<< 'statP_100 all 0.6667'
	prints -R csv -m statP.100 control.csv ranked <<< 'statP_100 all 1.0000'
}

@test "shards give the same bytes" {
	all_samples
	ask="-q --micro --ci --post-stratify -R csv --format=csv -m est all.csv run"
	"$STRAT_EVAL" $ask > expected 2> said
	for i in 1 2 3; do "$STRAT_EVAL" --shard=$i/3 $ask > shard.$i; done
	"$STRAT_EVAL" merge shard.1 shard.2 shard.3 > found 2> said.merged
	cmp expected found
	cmp said said.merged
	"$STRAT_EVAL" --jobs=4 $ask 2> /dev/null | cmp - expected
}

@test "what cannot be known is refused" {
	printf '1 Q0 %s 1 1 r\n' a y > run
	printf '%s\n' topic,docno,rel,stratum,size 1,a,1,s,40 1,b,0,t,70 > two.csv
	refused 1 "run: topic '1': document 'y' is not in the judgments, and may be in stratum 's' or in stratum 't': --post-stratify must know how many documents of each stratum a run retrieves (judgments that list all documents of their strata say so)" \
		--post-stratify -R csv -m est_rel two.csv run
	refused 1 "run: topic '1': document 'y' is not in the judgments, and may be in stratum 's' or in stratum 't': --post-stratify must know how many documents of each stratum a run retrieves (judgments that list all documents of their strata say so)" \
		compare --post-stratify -R csv two.csv run run
	printf '1 0 %s\n' 'a 1 0.1' 'b 0 0.1' 'c 0 0.5' 'd 1 0.5' > rates
	refused 1 "run: topic '1': document 'y' is not in the judgments, and may be in the stratum of 4 documents or in the stratum of 20 documents: --post-stratify must know how many documents of each stratum a run retrieves (judgments that list all documents of their strata say so)" \
		--post-stratify -R probs -m est_rel rates run
	# a run whose documents are all in the file is no question
	printf '1 Q0 a 1 1 r\n' > short
	warns 'short: 39 documents are in parts of strata without a sample (--post-stratify): they are assumed to have the same share of relevant documents as the other parts and strata' \
		--post-stratify -R csv -m est_rel_ret two.csv short <<< 'est_rel_ret all 1.0000'
	printf '%s\n' topic,docno,rel,stratum,size 1,a,1,s,40 1,b,0,s,40 > one.csv
	refused 1 "run: topic '1': document 'y' is not in the judgments, and may be in stratum 's' or outside: --post-stratify needs strata that add up to the collection (-N 50)" \
		--post-stratify -R csv -N 50 -m est_rel one.csv run
	printf '1 Q0 d%d 1 1 r\n' $(seq 40) > long
	refused 1 "long: topic '1' has 40 documents of stratum 's', of which 2 others were sampled: more than its size of 40" \
		--post-stratify -R csv -m est_rel one.csv long
	printf '1 0 %s 1 0.%s\n' a 31 b 47 c 53 d 71 > single
	refused 64 "--post-stratify needs strata, and the probabilities of topic '1' give none" --post-stratify -R probs -m est_rel single run
	printf 'topic,stratum,runs,size,sampled,relevant\n1,a,r,5,2,1\n' > table.csv
	refused 64 '--post-stratify splits strata that a run cuts: a run of a table cuts none' --post-stratify -R table -m est_rel table.csv
	printf '1 0 a 1\n' > qrels
	refused 64 '--pool, --strata, --show=strata, --post-stratify, --micro, --gray, --outside and --topics need sampled judgments: -R probs, prels, strata, csv or table' \
		--post-stratify qrels run
}

# Of 6 documents that were all judged the run retrieves 3, 2 of them relevant; of the others 1 is. Of 20 others 5 were drawn, 1 of
# them relevant. P(X <= 1) is .0307 for 13 relevant ones of the 20 and .0139 for 14 (hypergeometric), P(X >= 1) is .25 for one: recall
# is 2/(3 + 4), between 2/(3 + 13) and 2/(3 + 1). The bound below is at least 2/(3 + 12), as P(X <= 1) is .0578 for 12.
@test "a stratum that was judged as a whole is two strata if a run cuts it, by every method" {
	whole() { printf '1,c%d,%d,%s,%d\n' 1 1 $1 $3 2 1 $1 $3 3 0 $1 $3 4 1 $2 $3 5 0 $2 $3 6 0 $2 $3; }
	{ echo topic,docno,rel,stratum,size; whole C C 6; printf '1,s%d,%d,S,20\n' 1 1 2 0 3 0 4 0 5 0; } >one.csv
	{ echo topic,docno,rel,stratum,size; whole C1 C0 3; printf '1,s%d,%d,S,20\n' 1 1 2 0 3 0 4 0 5 0; } >two.csv
	printf '1 Q0 c%d 1 1 run\n' 1 2 3 >run
	prints -R csv --ci -m est_recall one.csv run <<-'END'
		est_recall all 0.2857
		ci_lo_est_recall all 0.1250
		ci_hi_est_recall all 0.5000
	END
	prints -R csv --ci --tail=lower -m ci_lo_est_recall one.csv run <<-'END'
		ci_lo_est_recall all 0.1333
	END
	for method in bb-spread bb-half bb-bound normal trec-legal anytime; do
		for file in one two; do
			evaluate --quiet-warnings -R csv --ci=$method -m est_recall -m est_P -m est_F -m est_elusion -m est_rel -m est_rel_ret $file.csv run
			assert_equal "$method $exit_status $(wc -l <stdout)" "$method 0 18"
			cp stdout $file.out
		done
		cmp one.out two.out
	done
}
