#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Means over several topics from samples: the estimate lies inside of its interval, and the interval
# holds the true value.
load ../../../support/helper

setup() {
	cd "$BATS_TEST_TMPDIR"
	comparison=$ROOT/qrels-samples/comparison
}

# judged SEED SIZE QRELS RUN...: a sample from the strata of the runs, as csv with its judgments
judged() {
	"$STRAT_EVAL" sample --no-comments --design=strata --size="$2" --seed="$1" --judged="$3" "${@:4}" |
		awk -F, -v OFS=, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "rel") c = i }
			NR > 1 && $c == "" { $c = 0 } 1'
}

# value_of NAME: its value in the lines of trec_eval on standard input
value_of() {
	awk -v name="$1" '$1 == name { print $3 }'
}

# inside NAME...: of the lines on standard input, estimates lie between their bounds
inside() {
	awk -v names="$*" '{ x[$1] = $3 }
		END {
			n = split(names, name, " ")
			for (i = 1; i <= n; i++) {
				e = name[i]
				if (!(x["ci_lo_" e] <= x[e] && x[e] <= x["ci_hi_" e] && x["ci_lo_" e] < x["ci_hi_" e])) {
					print e, x["ci_lo_" e], x[e], x["ci_hi_" e]
					bad = 1
				}
			}
			exit bad
		}'
}

@test "sample, judge, evaluate: the estimates of 2 to 12 topics lie inside of their intervals" {
	only_with_test_all
	local names="est_rel est_recall est_P est_F" seed topics run
	for seed in 1 2 3; do
		judged $seed 15 "$comparison/qrels" "$comparison"/{plain,stemmed,fused}.run >all.csv
		for topics in 2 3 5 8 12; do
			awk -F, -v most=$topics 'NR == 1 || $1 <= most' all.csv >some.csv
			for run in plain stemmed; do
				# shellcheck disable=SC2086
				"$STRAT_EVAL" -R csv ${names//est_/-m est_} --ci some.csv "$comparison/$run.run" >found
				# shellcheck disable=SC2086
				inside $names <found || fail "seed $seed, $topics topics, $run"
			done
		done
	done
}

@test "the estimate of all topics is the same with bounds, without them, and with one" {
	judged 1 15 "$comparison/qrels" "$comparison"/{plain,stemmed}.run >s.csv
	"$STRAT_EVAL" -R csv -m est_recall -m est_F s.csv "$comparison/plain.run" >plain
	for how in --ci --ci=bb-learnt "--ci --tail=lower" "--ci --level=0.5" "--ci --topic-scope=random"; do
		# shellcheck disable=SC2086
		"$STRAT_EVAL" -R csv -m est_recall -m est_F $how s.csv "$comparison/plain.run" | grep '^est' | cmp - plain
	done
	# a method that is named keeps the mean of the topics
	"$STRAT_EVAL" -R csv -q -m est_recall --ci=bb-half s.csv "$comparison/plain.run" | grep ^est >named
	awk '$2 != "all" { s += $3; n++ } $2 == "all" { exit !(s / n - $3 < 1e-4 && $3 - s / n < 1e-4) }' named
}

@test "a method without an interval of a mean over topics says so, and names those that have one" {
	table=$ROOT/qrels-samples/legal09/strata.csv
	"$STRAT_EVAL" -R table -m est_recall --ci=normal "$table" UW >found 2>warned
	grep -q "^ci_lo_est_recall.*nan" found
	grep -q 'bb-learnt.*--micro' warned
	# sums of a normal method hold
	"$STRAT_EVAL" -R table -m est_rel --ci=normal "$table" UW >found 2>warned
	refute grep -q nan found
	# a posterior of each topic whose priors add up
	"$STRAT_EVAL" -R table -m est_rel --ci=bb-half "$table" UW >found 2>warned
	inside est_rel <found || grep -q 'the mean over topics lies outside' warned
}

@test "exchanging two runs mirrors their comparison over topics" {
	judged 2 15 "$comparison/qrels" "$comparison"/{plain,stemmed}.run >s.csv
	for order in "plain stemmed" "stemmed plain"; do
		# shellcheck disable=SC2086
		set -- $order
		"$STRAT_EVAL" compare -R csv --format=trec --digits=8 -m prob_gt s.csv "$comparison/$1.run" "$comparison/$2.run" |
			grep -v micro >"$1"
	done
	for x in P recall F; do
		near "$(value_of diff_$x <plain)" "$(value_of diff_$x <stemmed | awk '{ printf "%.8f", -$1 }')" 0.0000001
		near "$(value_of prob_gt_$x <plain)" "$(value_of prob_gt_$x <stemmed | awk '{ printf "%.8f", 1 - $1 }')" 0.0000001
		near "$(value_of ci_lo_diff_$x <plain)" "$(value_of ci_hi_diff_$x <stemmed | awk '{ printf "%.8f", -$1 }')" 0.0000001
	done
}

# Yields of 10, 10, 10, 10, 10 and 50: their logarithms have no ends below 0, as t would.
@test "the yields of topics like these are on the scale of logarithms, and equal ones say so" {
	for more in '1 1 1 1 1 5' '2 2 2 2 2 2'; do
		echo topic,stratum,runs,size,sampled,relevant >yields.csv
		t=0
		for r in $more; do
			t=$((t + 1))
			echo "$t,a,x,10,10,$r" >>yields.csv
		done
		evaluate -R table --ci --topic-scope=random --format=csv -m est_rel yields.csv x
		awk -F, '$3 == "est_rel" { x = $4 } $3 == "ci_lo_est_rel" { low = $4 } $3 == "ci_hi_est_rel" { high = $4 }
			END { exit !(low > 0 && low <= x && x <= high) }' stdout
		assert_equal "$(grep -c 'all topics have the same estimate, which does not tell how other topics vary' stderr)" $((r == 2))
	done
	head -2 yields.csv >one.csv
	evaluate -R table --ci --topic-scope=random -m est_rel one.csv x
	assert_equal "$(grep -c '^ci_.*nan$' stdout)" 2
	grep -q 'there is none for topics like these: one topic does not show how topics vary' stderr
}

# Three topics with two or one relevant document seen in each.
@test "mean recall from fewer than two relevant documents a topic has a warning" {
	for seen in 2 1; do
		echo topic,stratum,runs,size,sampled,relevant >few.csv
		for t in 1 2 3; do printf '%s\n' "$t,a,x,50,10,1" "$t,b,-,90,10,$((seen - 1))" >>few.csv; done
		evaluate -R table --ci -m est_recall few.csv x
		assert_equal "$(grep -c 'the mean recall rests on fewer than two relevant documents' stderr)" $((2 - seen))
		evaluate -R table --ci -m est_P -m est_rel -m est_F few.csv x
		refute grep -q 'the mean recall rests on' stderr
	done
}

# The part of the mean that the model decides is the mean of 1/(1+s), s relevant documents being seen in a topic;
# the warning comes if a tenth of it exceeds .65 of a standard deviation. 50 topics with 2 relevant documents seen
# each, and 10 of them without: (40/3 + 10)/50 = .47. With 5 topics the deviation is far larger.
@test "mean recall has a warning if it rests on what topics have in common, on one side and two, and not at 5 topics" {
	local text='was seen in so many topics that the mean recall rests on how alike topics are'
	for topics in 50 5; do
		echo topic,stratum,runs,size,sampled,relevant >blank.csv
		for t in $(seq $topics); do
			printf '%s\n' "$t,a,x,50,10,$((t % 5 ? 2 : 0))" "$t,b,-,90,10,$((t % 5 ? 1 : 0))" >>blank.csv
		done
		for ask in --ci '--ci --tail=lower'; do
			evaluate -R table $ask -m est_recall blank.csv x
			assert_equal "$(grep -c "$text" stderr)" $((topics == 50))
		done
	done
	# with 12 relevant documents seen in each of them, nothing rests on the model
	awk 'BEGIN { print "topic,stratum,runs,size,sampled,relevant"
		for (t = 1; t <= 50; t++) printf "%d,a,x,50,20,8\n%d,b,-,90,20,4\n", t, t }' >seen.csv
	evaluate -R table --ci -m est_recall seen.csv x
	refute grep -q "$text" stderr
}

# The reproduction: nothing relevant was seen. F of all was .6345 [0, 1].
@test "recall and F of all are undefined where nothing relevant was seen" {
	cat >nothing.csv <<-'END'
		topic,docno,rel,stratum,size
		1,a0,0,A,30
		1,a1,0,A,30
		1,a2,0,A,30
		1,b0,0,B,10
		1,b1,0,B,10
	END
	printf '1 Q0 a%d %d %d r\n' 0 1 3 1 2 2 2 3 1 >run
	evaluate -R csv -m est_recall -m est_F --ci nothing.csv run
	assert_equal "$(awk '{ print $1, $3 }' stdout | tr '\n' ' ')" \
		'est_recall nan ci_lo_est_recall nan ci_hi_est_recall nan est_F nan ci_lo_est_F nan ci_hi_est_F nan '
}

# Three topics of 100 documents, 10 of them sampled, of which a run cuts the one stratum: 4 or 3 of its documents are judged.
@test "mean precision and F of few judged documents that a run retrieves have a warning, if it cuts strata" {
	for judged in 4 3; do
		echo topic,docno,rel,stratum,size >cut.csv
		for t in 1 2 3; do
			for d in $(seq 10); do echo "$t,d$d,$((d % 2)),s,100"; done >>cut.csv
			for d in $(seq $judged) $(seq 11 20); do echo "$t Q0 d$d 0 -$d x"; done
		done >cut.run
		evaluate -R csv --ci -m est_P -m est_F cut.csv cut.run
		assert_equal "$(grep -c 'in 2 intervals the run cuts strata, and fewer than four of the documents that it retrieves are judged' stderr)" $((4 - judged))
		evaluate -R csv --ci -m est_rel cut.csv cut.run
		refute grep -q 'fewer than four' stderr
	done
}

@test "Robust 2003, 100 topics, 60 judged in each: the true means are inside" {
	only_with_test_all
	need_data robust03
	local data=$DATA/robust03 x
	local runs=("$data"/input.{UIUC03Rd1,humR03dc,uic0301}.gz)
	judged 1 60 "$data/qrels.robust03.gz" "${runs[@]}" >s.csv
	judged 1 100000 "$data/qrels.robust03.gz" "${runs[@]}" >whole.csv # everything is judged
	"$STRAT_EVAL" -R csv -m est_rel -m est_recall --ci s.csv "${runs[1]}" >found
	inside est_rel est_recall <found
	"$STRAT_EVAL" -R csv -m est_rel -m est_recall whole.csv "${runs[1]}" >true
	for x in est_rel est_recall; do
		awk -v x="$x" 'NR == FNR { if ($1 == x) value = $3; next }
			$1 == "ci_lo_" x { low = $3 } $1 == "ci_hi_" x { high = $3 }
			END { exit !(low <= value && value <= high) }' true found || fail "$(cat true found)"
	done
}

# Two topics have precision 1. Of the third, of which nothing was sampled that the run has, and half of what was sampled elsewhere is gray, nothing is
# known: the mean lies between 2/3 and 1. (The upper end was 1.3333: gray documents were left out of the number, and not of what may be relevant.)
@test "a mean precision is at most 1 where a topic's documents were not sampled and others are gray" {
	printf '%s\n' topic,stratum,runs,size,sampled,assessable,relevant 1,s,y,4,4,4,4 2,s,y,4,4,4,4 3,s,y,2,0,0,0 3,t,-,4,4,2,1 >t.csv
	evaluate -R table --ci -m est_P t.csv y
	assert_equal "$(cut -f3 stdout | paste -sd' ')" '0.8333 0.6667 1.0000'
}
