#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Measures of reviews: what CLEF's tar_eval printed for a real one, and small ones by hand.

load ../../support/helper

# Ten documents; relevant are those at ranks 1, 3 and 8, and one that is not retrieved.
small()
{
	local i
	for i in 1 2 3 4 5 6 7 8 9; do
		printf '1 0 d%d %d\n' $i $((i == 1 || i == 3 || i == 8))
		[ $i = 9 ] || printf '1 Q0 d%d 0 %d tag\n' $i $((100 - i)) >&3
	done >qrels 3>run
	echo '1 0 d10 1' >>qrels
}

@test "the official figures of CLEF's tar_eval come out to their three digits" {
	need_data clef-tar
	local files="$DATA/clef-tar/prognosis.abs.qrels $DATA/clef-tar/prognosis.baseline.run"
	evaluate --digits=3 -m review -m recall_at.$(seq -s, 100) -m num_ret -m num_rel -m num_rel_ret \
		-m map -m set_recall $files
	assert_equal "$exit_status $(cat stderr)" '0 '
	# our name, and what tar_eval calls it
	awk 'BEGIN { split("num_ret num_shown num_rel_ret rels_found num_rel num_rels map ap set_recall r", n)
			for (i = 1; i < 11; i += 2) theirs[n[i]] = n[i + 1] }
		{ name = $1 in theirs ? theirs[$1] : $1; sub(/^recall_at_/, "recall@", name)
			print name, $3 + 0 }' stdout | sort >ours
	awk '$1 == "ALL" && $2 !~ /^(cg_|total_cost|.*threshold)/ { sub(/\.0%/, "%", $2); print $2, $3 + 0 }' \
		"$DATA/clef-tar/prognosis.baseline.abs.official" | sort >official
	assert_equal "$(wc -l <official)" 113
	diff ours official
}

@test "small reviews by hand: roundings, unfinished rankings, -N" {
	small
	# N = 10 judged documents, R = 4, 8 read, 3 found. 62 % are 2.48 documents, found at rank 3, and 88 %
	# 3.52, which are never found. 25 % of ten are 2.5, to the even 2. Area 9.5 + 7.5 + 2.5 of 4 * 10 - 8.
	# loss_e = (100/10 * 8/104)^2 = (10/13)^2, loss_r = 1/16
	prints -m review -m wss.25,50,62,75,88,100 -m recall_at.5,15,25,75,100 qrels run <<-END
		last_rel all 8.0000
		norm_last_rel all 0.8000
		wss_25 all 0.1500
		wss_50 all 0.2000
		wss_62 all 0.3200
		wss_75 all -0.0500
		wss_88 all 0.0000
		wss_100 all 0.0000
		recall_at_5% all 0.0000
		recall_at_15% all 0.2500
		recall_at_25% all 0.2500
		recall_at_75% all 0.7500
		recall_at_100% all 0.7500
		norm_area all 0.6094
		loss_er all 0.6542
		loss_e all 0.5917
		loss_r all 0.0625
	END
	# twenty documents: ranks are the same, areas grow by 10 for each found; 62.5 % of 20 are 12.5, to 12
	prints -N 20 -m norm_last_rel -m wss.50 -m recall_at.2.5,7.5,62.5 -m norm_area -m loss_e qrels run <<-END
		norm_last_rel all 0.4000
		wss_50 all 0.3500
		recall_at_2.5% all 0.0000
		recall_at_7.5% all 0.2500
		recall_at_62.5% all 0.7500
		norm_area all 0.6875
		loss_e all 0.1479
	END
	# ten relevant documents on top: 25 % of them are 2.5, to the even 2
	seq 10 | sed 's/.*/1 0 d& 1/' >ten
	seq 10 | sed 's/.*/1 Q0 d& 0 -& tag/' >top
	prints -m wss.25 -m norm_area ten top <<-END
		wss_25 all 0.0500
		norm_area all 1.0000
	END
	# fewer than were judged, or read, there cannot be: N is 10, and with three more that were read and not judged 11
	prints -N 3 -m norm_last_rel -m norm_area qrels run <<-END
		norm_last_rel all 0.8000
		norm_area all 0.6094
	END
	{ cat run; printf '1 Q0 %s 0 1 tag\n' x y z; } >more
	prints --quiet-warnings -N 3 -m norm_last_rel qrels more <<<'norm_last_rel all 0.7273'
}

@test "topics without a relevant document are left out, those where none is found are not" {
	small
	printf '2 0 d1 0\n3 0 d1 1\n' >>qrels
	printf '2 Q0 d1 0 1 tag\n3 Q0 d2 0 1 tag\n' >>run
	shows --quiet-warnings -q -m last_rel -m wss.100 -m norm_area -m loss_r qrels run <<-END
		last_rel 1 8.0000
		wss_100 1 0.0000
		norm_area 1 0.6094
		loss_r 1 0.0625
		last_rel 2 nan
		wss_100 2 nan
		norm_area 2 nan
		loss_r 2 nan
		last_rel 3 0.0000
		wss_100 3 0.0000
		norm_area 3 0.0000
		loss_r 3 1.0000
		last_rel all 4.0000
		wss_100 all 0.0000
		norm_area all 0.3047
		loss_r all 0.5312
	END
}

@test "parameters of reviews that are refused" {
	small
	local m
	for m in recall_at.0 recall_at.-1 recall_at.100.5 recall_at.x recall_at.5,5; do
		evaluate -m $m qrels run
		assert_equal "$m $exit_status $(wc -c <stdout)" "$m 64 0"
	done
	refused 64 '-m wss.101: wss takes recalls in percent, up to 100' -m wss.101 qrels run
	refused 64 '-m recall_at.101: recall_at takes percents, above 0 and up to 100' -m recall_at.101 qrels run
}

# Four topics; the last relevant document of run a stands at ranks 1 1 2 2, of b at 2 3 4 2, and c is b
# with one topic worse: the first run is better in 3 of 4, and its values are lower.
three_runs()
{
	local t=1 a b c i
	while read -r a b c; do
		for i in 1 2 3 4 5; do
			echo "$t 0 $t.$i $((i == 1))" >&6
		done
		rank $t "$a" a >&3
		rank $t "$b" b >&4
		rank $t "$c" c >&5
		t=$((t + 1))
	done 3>a 4>b 5>c 6>qrels <<-END
		1 2 2
		1 3 3
		2 4 4
		2 2 5
	END
}

rank() # TOPIC RANK-OF-THE-RELEVANT-DOCUMENT TAG
{
	local i next=2
	for i in 1 2 3 4 5; do
		if [ $i = "$2" ]; then
			echo "$1 Q0 $1.1 0 $((9 - i)) $3"
		else
			echo "$1 Q0 $1.$next 0 $((9 - i)) $3"
			next=$((next + 1))
		fi
	done
}

@test "compare: lower is better of last_rel, in counts, order and LaTeX" {
	three_runs
	evaluate compare -m last_rel -m map qrels a b
	grep -q '^A better/same/worse  *3/1/0  *3/1/0$' stdout
	grep -qx 'last_rel: lower is better' stdout
	refute grep -q 'map: lower' stdout
	# differences are as they are, in the order of -m: ranks (6 - 11)/4, AP (1 + 1 + 1/2 + 1/2)/4 - (1/2 + 1/3 + 1/4 + 1/2)/4
	grep -q '^A - B  *-1\.2500  *0\.3542$' stdout
	evaluate compare -m last_rel --test=t --adjust=none qrels c b a
	assert_equal "$(awk 'NR > 1 && NR < 5 { print $1, $3 }' stdout | xargs)" 'a 1.5000 b 2.7500 c 3.5000'
	assert_equal "$(grep -c '^a  *b\|^a  *c\|^b  *c' stdout)" 3
	assert_equal "$(awk '/^a +c/ { print $NF } /^b +c/ { print $NF }' stdout | xargs)" '4/0/0 1/3/0'
	# with a baseline the best comes first; worse is worse
	evaluate compare -m last_rel --baseline=b --adjust=none qrels b c a
	assert_equal "$(awk '/^[ac] +b/ { print $1, $NF }' stdout | xargs)" 'a 3/1/0 c 0/3/1'
	evaluate compare -m last_rel --format=csv qrels a b
	assert_equal "$(awk -F, '/wins_|losses_|,diff_/ { print $4, $5 + 0 }' stdout | xargs)" \
		'diff_last_rel -1.25 wins_last_rel 3 losses_last_rel 0'
	# t of -1 -2 -3 -3 is 4.70 with 3 degrees of freedom, p = .018: a is better than c, not c than a
	evaluate compare -m last_rel --format=latex --test=t --adjust=none qrels a c
	grep -qx '(a) a & \\textbf{1.5000}\\textsuperscript{b} \\\\' stdout
	grep -qx '(b) c & 3.5000 \\\\' stdout
	grep -qx '% last_rel: lower is better' stdout
	evaluate compare -m last_rel --format=latex --test=t --adjust=none --baseline=c qrels a c
	grep -qx 'a & \\textbf{1.5000}$^{\\dagger}$ \\\\' stdout
}

@test "compare: scores of last_rel are known, others by --lower-better" {
	three_runs
	local run
	for run in a b; do
		"$STRAT_EVAL" -q -m last_rel qrels $run >$run.scores
		sed 's/last_rel/my_cost /' $run.scores >$run.costs
	done
	evaluate compare --scores -m last_rel a.scores b.scores
	grep -q '^A better/same/worse  *3/1/0$' stdout
	evaluate compare --scores -m my_cost a.costs b.costs
	grep -q '^A better/same/worse  *0/1/3$' stdout
	evaluate compare --scores --lower-better -m my_cost a.costs b.costs
	grep -q '^A better/same/worse  *3/1/0$' stdout
	printf 'topic,a,b\n1,1,2\n2,1,3\n3,2,4\n4,2,2\n' >matrix.csv
	evaluate compare --lower-better --scores=matrix.csv
	grep -q '^A better/same/worse  *3/1/0$' stdout
	refused 64 '--lower-better needs --scores: for runs, the measure says it' compare --lower-better qrels a b
}

@test "a document that a run has twice: refused with its line, or counted where it is first" {
	printf '1 0 %s\n' 'a 1' 'b 0' 'c 1' >qrels
	# by rank a (10) b (9) b (8) a (7) c (6); the first line that repeats one is the second
	printf '1 Q0 %s tag\n' 'b 0 9' 'b 0 8' 'a 0 7' 'c 0 6' 'a 0 10' >run
	refused 1 "run:2: document 'b' of topic '1' is retrieved twice: first on line 1" qrels run
	refused 1 "run:2: document 'b' of topic '1' is retrieved twice: first on line 1" --duplicates=refused qrels run
	refused 64 '--duplicates=last: not one of refused, first' --duplicates=last qrels run
	# ranking a b c: AP (1 + 2/3)/2
	evaluate --duplicates=first -m map -m num_ret -m last_rel qrels run
	assert_equal "$exit_status $(awk '{ print $3 }' stdout | xargs)" '0 3 0.8333 3.0000'
	assert_equal "$(cat stderr)" 'strat_eval: warning: run: 2 lines with a document that appears higher in the ranking left out (--duplicates=first)'
	# a run without duplicates is as before, with a sample and in a comparison too
	sort -u -k3,3 run >once
	evaluate --duplicates=first -m map qrels once
	assert_equal "$exit_status $(cat stderr)" '0 '
	printf 'topic,docno,rel,stratum,size\n1,a,1,s,3\n1,b,0,s,3\n1,c,1,s,3\n' >sample.csv
	evaluate --quiet-warnings --duplicates=first -R csv -m est_P -m est_recall sample.csv run
	assert_equal "$exit_status $(awk '{ print $3 }' stdout | xargs)" '0 1.0000 0.6667'
	evaluate compare --quiet-warnings --duplicates=first -m map -m paired qrels run once
	assert_equal "$exit_status" 0
}
