#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# --provenance and --manifest: which files an answer came from.

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
	python3 -c 'import json, sys; x = json.loads(open(sys.argv[1]).readline().removeprefix("# ")); print(eval(sys.argv[2]))' "$1" "$2"
}

@test "csv begins with a comment, jsonl with a record, and the rest is as it was" {
	for command in '' compare; do
		for format in csv jsonl; do
			# shellcheck disable=SC2086 # no word, or one
			"$STRAT_EVAL" $command --format=$format -m map folder/q folder/a folder/b >plain
			# shellcheck disable=SC2086
			"$STRAT_EVAL" $command --format=$format -m map --provenance --jobs=2 folder/q folder/a folder/b >with
			assert_equal "$(tail -n +2 with)" "$(cat plain)"
			assert_equal "$(part with 'x["record"], x["program"], x["version"], x["command"], x["options"]')" \
				"('provenance', 'strat_eval', '$("$STRAT_EVAL" --version | awk 'NR == 1 { print $NF }')', '${command:-evaluate}', ['--format=$format', '--measure=map'])"
			assert_equal "$(part with '[i["name"] for i in x["inputs"]]')" "['q', 'a', 'b']"
			assert_equal "$(part with '[i["bytes"] for i in x["inputs"]]')" "[$(stat -c %s folder/q folder/a folder/b | paste -sd, | sed 's/,/, /g')]"
		done
	done
}

@test "one changed byte in the judgments is another checksum, and files of options are inputs" {
	"$STRAT_EVAL" --manifest=one folder/q folder/a >/dev/null
	sed -i '1s/1$/2/' folder/q
	"$STRAT_EVAL" --manifest=two folder/q folder/a >/dev/null
	[ "$(part one 'x["inputs"][0]["xxh64"]')" != "$(part two 'x["inputs"][0]["xxh64"]')" ]
	assert_equal "$(part one 'x["inputs"][1]')" "$(part two 'x["inputs"][1]')"
	"$STRAT_EVAL" compare --manifest=m -m map --only-topics=folder/t --topic-groups=folder/g folder/q folder/a folder/b >/dev/null 2>&1 || true
	[ ! -e m ]
	seq 6 >folder/t
	"$STRAT_EVAL" compare --manifest=m --only-topics=folder/t --baseline=folder/a folder/q folder/a folder/b >table
	grep -q '^p, t ' table
	assert_equal "$(part m 'x["options"], [i["name"] for i in x["inputs"]]')" "(['--only-topics=t', '--baseline=a'], ['q', 'a', 'b', 't'])"
	assert_equal "$(cat folder/q | "$STRAT_EVAL" --provenance --format=csv - folder/a | head -1 >line; part line 'x["inputs"][0]')" \
		"{'name': '-', 'bytes': None, 'xxh64': None}"
}

@test "merge has the provenance of its command, and its inputs must be there" {
	local call=(-m map --ci --format=csv --provenance --manifest=m --resamples=100 folder/q folder/a folder/b)
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
	refused 64 '--provenance goes with --format=csv and jsonl; html has it always, and --manifest=FILE writes it beside any format' --provenance folder/q folder/a
	refused_by compare 64 '--manifest=FILE writes it beside any format' --provenance --format=html folder/q folder/a folder/b
	cp folder/q kept
	evaluate --manifest=kept folder/q folder/a
	[ "$exit_status" != 0 ]
	cmp folder/q kept
	"$STRAT_EVAL" --manifest=m folder/q folder/a >/dev/null
	"$STRAT_EVAL" --manifest=m folder/q folder/b >/dev/null
	assert_equal "$(part m 'x["inputs"][1]["name"]')" b
}
