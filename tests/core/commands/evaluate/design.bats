# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The design of a sample, the runs that divide it, and who may change a number.
#
# Expected numbers are worked out in the comments; where nothing may change, one call is held against
# another.

load ../../../support/helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	legal=$DATA/legal09
}

# "name value" of each line.
figures() {
	"$STRAT_EVAL" --quiet-warnings "$@" | awk '{ print $1, $3 }'
}

# Fails where an estimate of the lines on standard input lies outside its bounds.
inside() {
	awk '{ v[$1] = $2 }
		END {
			for (m in v) if (("ci_lo_" m) in v) {
				n++
				if (v["ci_lo_" m] > v[m] + 1e-9 || v["ci_hi_" m] < v[m] - 1e-9) { print m, v[m], v["ci_lo_" m], v["ci_hi_" m]; bad = 1 }
			}
			exit bad || n == 0
		}'
}

estimates="-m est_rel -m est_rel_ret -m est_recall -m est_P -m est_F --ci"

# A control set: 2,000 of 1,000,000, 64 of them in a production of 40,000, 58 of these relevant; of the
# other 1,936, 6. (80 in the production were to be expected.)
control_set() {
	perl -e '
		open my $j, ">", "control.csv"; open my $p, ">", "produced.txt";
		print $j "topic,docno,rel,prob\n";
		print $p "p$_\n" for 0 .. 39999;
		printf $j "1,p%d,%d,0.002\n", $_, $_ < 58 for 0 .. 63;
		printf $j "1,q%d,%d,0.002\n", $_, $_ < 6 for 0 .. 1935;'
}

@test "a control set: the estimates lie within their bounds" {
	control_set
	figures -R csv -N 1000000 -T set $estimates control.csv produced.txt > found
	run inside < found
	assert_success
	grep -qx 'est_rel 32000.0000' found
	# 64 of 2,000 are relevant: R's R <- 64:998064; range(R[phyper(64, R, 1e6-R, 2000) >= .025 &
	# phyper(63, R, 1e6-R, 2000, lower.tail = FALSE) >= .025])
	near "$(awk '$1 == "ci_lo_est_rel" { print $2 }' found)" 24737 0
	near "$(awk '$1 == "ci_hi_est_rel" { print $2 }' found)" 40672 0
	# 58 of 64 relevant ones are retrieved: qbeta(c(.025,.975), 58.5, 6.5) = .8171, .9599
	near "$(awk '$1 == "ci_lo_est_recall" { print $2 }' found)" 0.8171 0.0005
	near "$(awk '$1 == "ci_hi_est_recall" { print $2 }' found)" 0.9599 0.0005
	# how a run divides the sample does not change how many are relevant
	figures -R csv -N 1000000 -T set -m est_rel --ci control.csv produced.txt > one
	head -n 20000 produced.txt > half.txt
	figures -R csv -N 1000000 -T set -m est_rel --ci control.csv half.txt > other
	cmp one other
}

@test "a control set with --post-stratify is what validate makes of its counts" {
	control_set
	figures --post-stratify --digits=9 -R csv -N 1000000 -T set -m est_rel -m est_recall -m est_P --ci control.csv produced.txt > found
	"$STRAT_EVAL" validate --collection=1000000 --control=2000:64:58:6 --produced=40000 --format=csv --digits=9 2> /dev/null |
		pick measure,value > counts.csv
	checked=0
	while read -r name other; do
		near "$(awk -v m="$name" '$1 == m { print $2 }' found)" "$(awk -F, -v m="$other" '$1 == m { print $2 }' counts.csv)" 1e-6
		checked=$((checked + 1))
	done <<-END
		est_rel est_rel
		est_recall est_recall
		ci_lo_est_recall ci_lo_est_recall
		ci_hi_est_recall ci_hi_est_recall
		est_P est_P
		ci_lo_est_P ci_lo_est_P
	END
	assert_equal "$checked" 6
	# 40000*58/64 + 960000*6/1936
	near "$(awk '$1 == "est_rel" { print $2 }' found)" 39225.206611570 1e-6
	# a collection that is not 2,000/.002 to the digits printed is not filled by the sample
	refused 1 "produced.txt: topic '1': document 'p64' is not in the judgments, and may be in the stratum of 1000000 documents or outside: --post-stratify needs strata that add up to the collection (-N 2000000)" \
		--post-stratify -R csv -N 2000000 -T set -m est_rel control.csv produced.txt
	# one that is, is: 2,000/1,000,003 is .002 to three digits, and the rest are 960,003
	"$STRAT_EVAL" --post-stratify -R csv -N 1000003 -T set --show=strata control.csv produced.txt > stdout
	grep -qx '1,1,not produced,960003,1936,1936,6,0,probabilities+post-stratified,rates' stdout
}

@test "topic 201 of TREC Legal with one run: the estimates lie within their bounds" {
	need_data legal09
	figures -R probs -N 569034 $estimates "$legal/201.qrels" "$legal/201.UW.run" > alone
	run inside < alone
	assert_success
	grep -qx 'est_recall 0.7776' alone
	# the strata that the probabilities show are those of the four runs, but for two of one rate
	figures -R probs -N 569034 $estimates --pool "$legal/201.CB.run" --pool "$legal/201.CS.run" \
		--pool "$legal/201.UP.run" "$legal/201.qrels" "$legal/201.UW.run" > four
	paste -d' ' alone four | awk '{ d = $2 - $4; if (d < 0) d = -d; if (d > 0.01 * $4 + 0.005) { print; bad = 1 } } END { exit bad }'
}

# N runs of 3 topics, each with half of the documents (120, or a multiple of 30) at random; whole.strata, sized.csv and
# probs: a fifth of the documents judged, from two strata; control.csv: the same documents as if from one.
make_runs() # N [DOCUMENTS]
{
	perl -e '
		srand(3);
		my $docs = $ARGV[1];
		my %rel = map { $_ => rand() < 0.3 } map { my $t = $_; map { "$t-$_" } 1 .. $docs } 1 .. 3;
		for my $r (0 .. $ARGV[0] - 1) {
			open my $f, ">", sprintf("r%02d", $r);
			for my $t (1 .. 3) {
				my @d = sort { $a->[0] <=> $b->[0] } map { [rand() - ($rel{"$t-$_"} ? 0.3 : 0), $_] } 1 .. $docs;
				printf $f "%d Q0 d%d %d %d run%02d\n", $t, $d[$_][1], $_ + 1, 1000 - $_, $r for 0 .. $docs / 2 - 1;
			}
		}
		open my $w, ">", "whole.strata"; open my $s, ">", "sized.csv"; open my $q, ">", "some.probs";
		open my $c, ">", "control.csv";
		print { $_ } "topic,docno,rel,stratum,size\n" for $s, $c;
		for my $t (1 .. 3) {
			my %n = (a => $docs / 10, b => $docs / 10); my %size = (a => $docs / 3, b => 2 * $docs / 3);
			my %left = %n; my %of = map { $_ => ($_ <= $size{a} ? "a" : "b") } 1 .. $docs;
			for my $d (sort { rand() <=> 0.5 } 1 .. $docs) {
				my $l = $of{$d}; my $in = $left{$l} > 0; $left{$l}-- if $in;
				my $g = $rel{"$t-$d"} ? 1 : 0;
				print $w "$t 0 d$d $l ", ($in ? $g : -1), "\n";
				print $s "$t,d$d,$g,$l,$size{$l}\n" if $in;
				print $c "$t,d$d,$g,all,$docs\n" if $in;
				print $q "$t 0 d$d $g ", $n{$l} / $size{$l}, "\n" if $in;
			}
		}' "$1" "${2:-120}"
}

# The lines of the run that is named first.
first_run() {
	figures "$@" | awk '$1 == "runid" { seen++ } seen < 2 && $1 != "runid"'
}

@test "bystanders do not change a figure of a run" {
	only_with_test_all
	local many some
	many=$(cases 50 4) some=$(cases 1,5 1)
	make_runs $((many + 1))
	ask="-q -m est -m statAP $estimates"
	changed=0
	while read -r numbers what; do
		first_run $ask $what r00 > alone
		grep -q est_recall alone
		for others in ${numbers//,/ }; do
			first_run $ask $what r00 $(seq -f 'r%02.0f' 1 $others) > beside
			cmp alone beside || fail "$what, $others others: $(diff alone beside | head -5)"
			changed=$((changed + $(wc -l < alone)))
		done
	done <<-END
		$some,$many -R strata whole.strata
		$some,$many -R csv sized.csv
		$some -R csv -N 1000 sized.csv
		$some,$many -R probs some.probs
		$some -R probs -N 120 some.probs
		$some,$many --post-stratify -R strata whole.strata
		$some,$many --post-stratify -R csv control.csv
	END
	echo "$changed figures compared" >&3
	# and the number of relevant documents is the same for all runs
	figures -q -m est_rel --ci -R csv sized.csv r00 r01 r02 | grep -v runid | sort | uniq -c | awk '$1 % 3 { bad = 1 } END { exit bad }'
}

@test "with --pool a sample by probabilities keeps its strata beside other runs" {
	p=$ROOT/qrels-samples/production
	pools="--pool $p/keyword.run --pool $p/learned.run --pool $p/merged.run --pool $p/produced.run"
	seq -f '1 Q0 doc%03.0f 1 1 late' 35 60 > late.run
	seq -f '1 Q0 doc%03.0f 1 1 other' 10 90 > other.run
	for first in "$p/produced.run" late.run; do
		first_run -R probs -N 400 $pools $estimates "$p/judgments.probs" $first > alone
		first_run -R probs -N 400 $pools $estimates "$p/judgments.probs" $first other.run "$p/keyword.run" > beside
		cmp alone beside || fail "$(diff alone beside)"
		run inside < alone
		assert_success
	done
}

@test "bystanders do not change a comparison of two runs" {
	only_with_test_all
	local runs
	runs=$(cases 4 3)
	make_runs "$runs" "$(cases 120 60)"
	pair="compare --quiet-warnings -m prob_gt --format=csv -q"
	for what in '-R strata whole.strata' '-R csv sized.csv' '-R probs some.probs' '--post-stratify -R strata whole.strata' \
		'--post-stratify -R csv control.csv'; do
		[ -n "${TEST_ALL-}" ] || [[ $what = *whole* ]] || continue
		"$STRAT_EVAL" $pair $what $(seq -f 'r%02.0f' 0 $((runs - 1))) | grep -E '^run0[01],run0[01],' > beside
		[ "$(wc -l < beside)" -gt 8 ]
		# of more than two the better one is named first
		two=$(head -n 1 beside | sed 's/run\(..\),run\(..\),.*/r\1 r\2/')
		"$STRAT_EVAL" $pair $what $two | grep -E "^run0[01]," > alone
		cmp alone beside || fail "$what: $(diff alone beside | head -5)"
		echo "$what: $(wc -l < alone) lines beside $((runs - 2)) other runs" >&3
	done
}

@test "sizes in the file are used with -N; what is outside is not estimated" {
	# 10 of the 40 documents of a pool are judged, 4 relevant; the run retrieves 3 of these and 2 others
	{
		echo topic,docno,rel,stratum,size,prob
		printf '1,d%s,1,pool,40,0.25\n' 1 2 3 4
		printf '1,d%s,0,pool,40,0.25\n' 5 6 7 8 9 10
	} > sample.csv
	printf '1 Q0 d%s 1 1 r\n' 1 2 3 5 6 x1 x2 > r
	run --separate-stderr "$STRAT_EVAL" -R csv -N 5000 $estimates sample.csv r
	assert_success
	[ "$stderr" = 'strat_eval: warning: 4960 documents of the collection are in no stratum that was sampled: the estimates say nothing about them' ]
	echo "$output" | awk '{ print $1, $3 }' > found
	run inside < found
	assert_success
	grep -qx 'est_rel 16.0000' found # 40*4/10
	grep -qx 'est_rel_ret 12.0000' found
	figures -R csv $estimates sample.csv r > without
	cmp found without
	run --separate-stderr "$STRAT_EVAL" -R csv -N 5000 --show=strata sample.csv r
	assert_line '1,1:pool,*,40,10,10,4,0,file,sizes'
}

@test "a sample of strata and a pool serves a later run" {
	c=$ROOT/qrels-samples/comparison
	"$STRAT_EVAL" sample --no-comments --design=strata --pool-depth=2 --size=12 -N 480 "$c/plain.run" "$c/stemmed.run" 2> /dev/null |
		awk -F, -v OFS=, 'NR == 1 || $2 != "" { if (NR > 1) $3 = NR % 3 == 0; print }' > drawn.csv
	# nameless documents of the rest are left out here, so their stratum is not sampled
	figures -R csv $estimates drawn.csv "$c/fused.run" > found
	run inside < found
	assert_success
	figures -R csv -m statAP drawn.csv "$c/fused.run" | grep -q statAP
}

@test "what the file says twice must agree" {
	printf '%s\n' topic,docno,rel,stratum,size,prob 1,a,1,s,40,0.5 1,b,0,s,40,0.5 > prob.csv
	printf '1 Q0 a 1 1 r\n' > r
	refused 1 "prob.csv:2: probability 0.5, but stratum 's' of topic '1' has 2 sampled documents of 40, which is 0.05 (--partial allows it)" \
		-R csv -m est_rel prob.csv r
	# with --partial the strata count: 40*1/2
	"$STRAT_EVAL" -R csv --partial -m est_rel prob.csv r | grep -q '20.0000$'
	printf '%s\n' topic,docno,rel,stratum,size 1,a,1,s,40 1,b,0,t,70 > large.csv
	refused 1 "-N 100: the strata of topic '1' have 110 documents, more than the collection" -R csv -N 100 -m est_rel large.csv r
	# 2/3 to the digits printed
	printf '%s\n' topic,docno,rel,stratum,size,prob 1,a,1,s,3,0.67 1,b,0,s,3,0.667 > near.csv
	"$STRAT_EVAL" -R csv -m est_rel near.csv r | grep -q '1.5000$'
	printf 'topic,stratum,size\n1,other,40\n' > other.csv
	refused 1 "near.csv: topic '1' has none of the strata of other.csv" -R csv --strata other.csv -m est_rel near.csv r
	# -1 means two things
	printf '1 0 %s\n' 'a s 1' 'b s -1' 'c s -1' > strata
	refused 1 'strata: 2 of 3 documents have relevance -1: with -N that is a sampled document that is not assessable; without it, one that was not sampled' \
		-R strata -N 10 -m est_rel strata r
}

@test "bounds at a cutoff are those of a run that ends there" {
	make_runs 1
	for what in '-R csv sized.csv' '-R probs some.probs'; do
		for k in 10 25; do
			awk -v k=$k '$4 <= k' r00 > top
			for ask in '' --tail=lower --ci=ht-logit; do
				figures -q -n --ci $ask -m est_recall.$k -m est_P.$k $what r00 | sed "s/_$k / /" > found
				figures -q -n --ci $ask -m est_recall -m est_P $what top > expected
				[ -s found ]
				cmp expected found || fail "$what, $k, $ask: $(diff expected found)"
			done
		done
	done
	# a short ranking fills a part of the top: 60 of 100
	figures -q -n --ci -m est_P.100 -R csv sized.csv r00 > found
	figures -q -n --ci -m est_P -R csv sized.csv r00 | awk '{ print $1 "_100", $2 * 0.6 }' > expected
	paste -d' ' found expected | awk '{ d = $2 - $4; if ($1 != $3 || d > 1.1e-4 || d < -1.1e-4) { print; bad = 1 } } END { exit bad }'
}

# Strata of one rate, as with proportional allocation: which of them comes first in the file must not matter.
@test "one-sided bounds of a run that cuts strata do not depend on the order of the lines" {
	{
		printf '1,a%d,%d,A,20\n' 0 0 1 1 2 1 3 0 4 1
		printf '1,b%d,1,B,8\n' 0 1
	} >lines
	printf '1 Q0 %s 1 1 r\n' a0 a2 a4 b0 x0 x1 x2 x3 x4 x5 >run
	for order in cat tac; do
		{
			echo topic,docno,rel,stratum,size
			$order lines
		} >$order.csv
		for tail in lower upper; do
			evaluate --quiet-warnings -R csv --outside=left-out --ci --tail=$tail --digits=12 -m est_recall -m est_P -m est_F $order.csv run
			assert_equal "$exit_status $(wc -l <stdout)" '0 6'
			cp stdout $order.$tail
		done
	done
	cmp cat.lower tac.lower && cmp cat.upper tac.upper
}
