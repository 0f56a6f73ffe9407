#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Called trec_eval, by a link, the program says nothing on standard error where trec_eval says nothing: scripts take
# whatever is there for a failure, or for a result.

load ../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
	ln -s "$STRAT_EVAL" trec_eval
	# topic 3 is missing from every run
	printf '%s\n' '1 0 a 1' '1 0 b 0' '1 0 c 2' '2 0 a 1' '2 0 b 1' '3 0 a 1' >q
	printf '%s\n' '1 Q0 a 1 3 t' '1 Q0 b 2 2 t' '2 Q0 b 1 2 t' '2 Q0 x 2 1 t' >plain
	printf '%s\n' '1 Q0 a 1 5 t' '1 Q0 b 2 5 t' '1 Q0 c 3 5 t' '1 Q0 x 4 5 t' '2 Q0 x 1 5 t' '2 Q0 a 2 5 t' >tied
	printf '%s\n' '1 Q0 a 3 9 t' '1 Q0 x 2 8 t' '1 Q0 y 1 7 t' '2 Q0 a 9 2 t' '2 Q0 x 1 1 t' >ranks
	printf '%s\n' '1 Q0 a 1 3 my tag' '2 Q0 a 1 3 my longer tag' '9 Q0 a 1 3 t' >columns
	printf '%s\n' '1 Q0 Xa 1 3 t' '2 Q0 Xb 1 3 t' >unmet
	printf '%s\n' '1 Q0 A 1 3 t' '2 Q0 B 1 3 t' >case
	printf '%s\n' '9 Q0 a 1 3 t' >no_topic
	RUNS='plain tied ranks columns unmet case'
}

# The words of each line that is read, with every run: as strat_eval, but nothing on standard error.
quiet_with_all()
{
	local words run
	while read -r -a words; do
		for run in $RUNS; do
			local called="${words[*]} $run"
			"$STRAT_EVAL" --quiet-warnings "${words[@]}" q $run >expected || fail "$called"
			./trec_eval "${words[@]}" q $run >stdout 2>stderr || fail "$called"
			assert_equal "$called: $(cat stderr)" "$called: "
			same_output "$called"
		done
	done
}

@test "typical calls print nothing on standard error, whatever the runs are like" {
	for run in $RUNS; do # strat_eval itself has something to say of each
		"$STRAT_EVAL" -m map q $run 2>&1 >/dev/null | grep -q warning || fail "$run"
	done
	quiet_with_all <<-'END'
		-m map
		-q
		-c
		-q -c
		-q -n
		-c -M 100
		-l 2 -q
		-J
		-J -q -M 50
		-N 1000 -m all_trec
		-m all_trec -q -c
		-m official
		-m set
		-m P.5,10 -m ndcg_cut.10 -m recall.1000
		-m recip_rank -m success -m bpref -m infAP -m gm_map
		-m relstring.20 -m runid -m num_q -m utility.2,-1,0,0
		-D 0.1
		--query_eval_wanted --measure map --complete_rel_info_wanted
		-R qrels -T trec_results -o
	END
	# no topic of the run is judged, and -c counts all as 0
	./trec_eval -c -m map q no_topic >stdout 2>stderr
	assert_equal "$(cut -f3 stdout)$(cat stderr)" 0.0000
	# more than trec_eval can do, and on standard input
	./trec_eval -m map q plain tied unmet 2>stderr >/dev/null
	./trec_eval compare -m map q plain tied unmet 2>>stderr >/dev/null
	./trec_eval -m map q - <tied 2>>stderr >/dev/null
	for i in 1 2; do ./trec_eval --shard=$i/2 -m map q tied unmet >"shard$i" 2>>stderr; done
	./trec_eval merge shard1 shard2 >stdout 2>>stderr
	assert_equal "$(cat stderr)" ''
}

@test "how scripts read it: any message is a failure, or a part of the results" {
	value() { ./trec_eval -m map q "$1" 2>&1 | awk '{ print $NF }'; } # standard error is read as results
	for run in $RUNS; do
		assert_equal "$run $(value $run)" "$run $("$STRAT_EVAL" --quiet-warnings -m map q $run | cut -f3)"
	done
}

@test "errors are ours, with our exit status" {
	run --separate-stderr ./trec_eval q nosuch
	assert_equal "$status $output $stderr" '2  strat_eval: nosuch: cannot read: No such file or directory'
	run --separate-stderr ./trec_eval -m nosuch q plain
	assert_equal "$status $output ${stderr%% (*}" '64  strat_eval: -m nosuch: no such measure or nickname'
	echo '1 Q0 a 1 x t' >wrong
	run --separate-stderr ./trec_eval q wrong
	assert_equal "$status $output ${stderr%%: score*}" '1  strat_eval: wrong:1'
}

@test "--version is trec_eval's line on standard error, and ours after it" {
	"$STRAT_EVAL" --version >ours
	for option in --version -v; do
		./trec_eval $option >stdout 2>stderr
		[ ! -s stdout ]
		{ echo 'trec_eval version 10.0'; cat ours; } | cmp - stderr
	done
}

@test "only a program called exactly trec_eval is quiet" {
	mkdir trec_eval.d
	for name in trec_eval2 my_trec_eval trec_eval.d/strat_eval Trec_eval; do
		ln -s "$STRAT_EVAL" $name
		./$name -m map q unmet 2>&1 >/dev/null | grep -q 'warning: unmet' || fail $name
		./$name --version | grep -q '^strat_eval ' || fail $name
	done
}

@test "STRAT_EVAL_WARNINGS=none is --quiet-warnings, in every command; anything else is not" {
	for call in '-m map q unmet' 'compare -m map q plain unmet' 'agree -m map q q plain tied' 'plan pilot --resamples=2 q plain tied' \
		'sample --size=9 tied plain' 'validate --collection=3000 --control=60:25:15:4 --produced=520'; do
		# shellcheck disable=SC2086 # words
		{
			"$STRAT_EVAL" $call >expected 2>stderr || fail "$call"
			grep -q warning stderr || fail "$call has no warning to silence"
			STRAT_EVAL_WARNINGS=none "$STRAT_EVAL" $call >stdout 2>stderr
			assert_equal "$call: $(cat stderr)" "$call: "
			same_output "$call"
			for value in '' all NONE; do
				STRAT_EVAL_WARNINGS=$value "$STRAT_EVAL" $call 2>&1 >/dev/null | grep -q warning || fail "$call"
			done
		}
	done
}
