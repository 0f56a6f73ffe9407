#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# --manifest=- and --manifest: which files an answer came from.

load ../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || exit
	mkdir folder
	for t in 1 2 3 4 5 6; do echo "$t 0 r 1"; echo "$t 0 x1 0"; done >folder/q
	ranked a 1 2 1 3 1 1 >folder/a
	ranked b 2 2 1 1 1 2 >folder/b
}

# A part of the object in a file, by python3, which must be able to read all of it.
part() # FILE EXPRESSION
{
	python3 -S -c 'import json, sys; x = json.loads(open(sys.argv[1]).readline().removeprefix("# ")); print(eval(sys.argv[2]))' "$1" "$2"
}

@test "csv begins with a comment, jsonl with a record, and the rest is as it was" {
	for command in '' compare; do
		for format in csv jsonl; do
			# shellcheck disable=SC2086 # no word, or one
			"$STRAT_EVAL" $command --format=$format -m map folder/q folder/a folder/b >plain
			# shellcheck disable=SC2086
			"$STRAT_EVAL" $command --format=$format -m map --manifest=- --jobs=2 folder/q folder/a folder/b >with
			assert_equal "$(tail -n +2 with)" "$(cat plain)"
			assert_equal "$(part with 'x["record"], x["program"], x["version"], x["command"], x["options"], [i["name"] for i in x["inputs"]], [i["bytes"] for i in x["inputs"]]')" \
				"('provenance', 'strat_eval', '$("$STRAT_EVAL" --version | awk 'NR == 1 { print $NF }')', '${command:-evaluate}', ['--format=$format', '--measure=map'], ['q', 'a', 'b'], [$(stat -c %s folder/q folder/a folder/b | paste -sd, | sed 's/,/, /g')])"
		done
	done
}

@test "one changed byte in the judgments is another checksum, and files of options are inputs" {
	"$STRAT_EVAL" --manifest=one folder/q folder/a >/dev/null
	sed -i '1s/1$/2/' folder/q
	"$STRAT_EVAL" --manifest=two folder/q folder/a >/dev/null
	[ "$(part one 'x["inputs"][0]["xxh64"]')" != "$(part two 'x["inputs"][0]["xxh64"]')" ]
	assert_equal "$(part one 'x["inputs"][1]')" "$(part two 'x["inputs"][1]')"
	"$STRAT_EVAL" compare --manifest=m -m map --topic=@folder/t --topic-groups=folder/g folder/q folder/a folder/b >/dev/null 2>&1 || true
	[ ! -e m ]
	seq 6 >folder/t
	"$STRAT_EVAL" compare --manifest=m --topic=@folder/t --baseline=folder/a folder/q folder/a folder/b >table
	grep -q '^p, t ' table
	assert_equal "$(part m 'x["options"], [i["name"] for i in x["inputs"]]')" "(['--topic=@t', '--baseline=a'], ['q', 'a', 'b', 't'])"
	assert_equal "$(cat folder/q | "$STRAT_EVAL" --manifest=- --format=csv - folder/a | head -1 >line; part line 'x["inputs"][0]')" \
		"{'name': '-', 'bytes': None, 'xxh64': None}"
}

@test "every command that answers has it, and names its files" {
	local samples=$ROOT/qrels-samples
	cp "$samples/stopping/review.csv" folder
	printf '%s\n' d1 d2 d3 d4 >folder/list
	awk 'BEGIN { print "docno,rel"; for (i = 1; i <= 40; i++) print "d" i "," i % 2 }' >folder/export.csv
	awk 'BEGIN { print "docno"; for (i = 1; i <= 20; i++) print "d" i > "folder/produced.csv"; for (i = 1; i <= 40; i++) print "d" i }' >folder/control.csv
	sed -i 1idocno folder/produced.csv
	while IFS='|' read -r files call; do
		for format in csv jsonl; do
			# shellcheck disable=SC2086 # words
			"$STRAT_EVAL" $call --format=$format >plain 2>stderr || fail "$call: $(cat stderr)"
			# shellcheck disable=SC2086
			"$STRAT_EVAL" $call --format=$format --manifest=- --manifest=m >with 2>/dev/null
			tail -n +2 with | grep -v '^# ' >rest
			grep -v '^# ' plain | diff rest - || fail "$call"
			assert_equal "$call $(part with '[i["name"] for i in x["inputs"] if i["xxh64"]]')" "$call $files"
			assert_equal "$(head -1 with | sed 's/^# //')" "$(cat m)"
		done
	done <<-END
	['fused.run']|sample --size=3 $samples/comparison/fused.run
	['list']|sample --size=2 --collection=folder/list
	['review.csv']|stop -N 1000000 folder/review.csv
	[]|plan topics --effect=0.4 --power=0.8
	[]|plan elusion --null=5000 --elusion=0.001 --bound=0.01 --write-allocation=/dev/null
	['qrels', 'plain.run', 'fused.run']|simulate sampling --samples=2 --depths=1,2 --quiet-warnings $samples/comparison/qrels $samples/comparison/plain.run $samples/comparison/fused.run
	['export.csv', 'produced.csv', 'control.csv']|validate folder/export.csv --produced=folder/produced.csv -N 44 --control=folder/control.csv
	[]|validate --collection=1250 --control=100:20:15:4
	END
	# a page lists what was read, by whatever option, and not what was written
	"$STRAT_EVAL" plan elusion --null=5000 --elusion=0.001 --bound=0.01 --write-allocation=written.csv --format=html >page
	grep -q '<summary>Files' page && fail 'the file that is written is listed as one that was read'
	printf '%s\n' topic,a,b 1,.2,.3 2,.3,.4 3,.1,.5 4,.2,.2 >folder/matrix.csv
	"$STRAT_EVAL" plan map --scores=folder/matrix.csv --half-width=0.05 --format=html >page
	grep -qF "<tr><th scope=\"row\">matrix.csv<td>$(wc -c <folder/matrix.csv)<td" page
	# a table names runs, which are no files
	"$STRAT_EVAL" -R table --manifest=m "$samples/legal09/strata.csv" UW CB >/dev/null
	assert_equal "$(part m '[i["name"] for i in x["inputs"]]')" "['strata.csv']"
}

@test "answers that begin with it are read back" {
	"$STRAT_EVAL" sample --size=3 --format=jsonl --manifest=- folder/a | sed 's/"rel":null/"rel":1/' >sample.jsonl
	"$STRAT_EVAL" sample --size=3 --format=csv --manifest=- folder/a | sed 's/^\([0-9]*,[^,]*\),,/\1,1,/' >sample.csv
	"$STRAT_EVAL" -R csv sample.csv folder/a >by_csv
	"$STRAT_EVAL" -R csv sample.jsonl folder/a >by_jsonl
	cmp by_csv by_jsonl
	for format in csv jsonl; do
		"$STRAT_EVAL" -q -m map --format=$format --manifest=- folder/q folder/a folder/b >scores.$format
		"$STRAT_EVAL" compare --scores scores.$format >from.$format
	done
	"$STRAT_EVAL" agree --scores=scores.csv --scores=scores.jsonl >/dev/null
	cmp from.csv from.jsonl
}

@test "merge has the provenance of its command, and its inputs must be there" {
	local call=(-m map --ci --format=csv --manifest=- --manifest=m --resamples=100 folder/q folder/a folder/b)
	"$STRAT_EVAL" "${call[@]}" >whole
	mv m whole.m
	for i in 1 2; do "$STRAT_EVAL" "${call[@]}" --shard=$i/2 >shard.$i; done
	[ ! -e m ]
	"$STRAT_EVAL" merge shard.1 shard.2 >merged
	cmp whole merged
	cmp whole.m m
	rm folder/a
	evaluate merge shard.1 shard.2
	[ "$exit_status" != 0 ]
}

@test "what has no place for it is refused, and a file of another kind is not overwritten" {
	refused 64 '--manifest=- needs --format=csv or jsonl; html always has it, and --manifest=FILE works with any format' --manifest=- folder/q folder/a
	refused_by compare 64 '--manifest=FILE works with any format' --manifest=- --format=html folder/q folder/a folder/b
	cp folder/q kept
	evaluate --manifest=kept folder/q folder/a
	[ "$exit_status" != 0 ]
	cmp folder/q kept
	"$STRAT_EVAL" --manifest=m folder/q folder/a >/dev/null
	"$STRAT_EVAL" --manifest=m folder/q folder/b >/dev/null
	assert_equal "$(part m 'x["inputs"][1]["name"]')" b
}
