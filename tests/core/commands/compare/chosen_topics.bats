#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# --topic=TOPIC and --topic=@FILE, in evaluation and in compare: the answer is that of files with these
# topics only, which awk makes here.

load ../../../support/helper

setup()
{
	cd "$BATS_TEST_TMPDIR" || return 1
	sample=$ROOT/qrels-samples/comparison
	legal=$ROOT/qrels-samples/legal09/strata.csv
	awk '{ print $1 }' "$sample/qrels" | sort -u | sed -n '2p;5p;6p;9p' >topics
	awk 'NR == FNR { chosen[$1] = 1; next } $1 in chosen' topics "$sample/qrels" >few.qrels
}

# Both calls print the same, and something.
same() # ARGUMENTS... -- ARGUMENTS...
{
	local first=()
	while [ "$1" != -- ]; do
		first+=("$1")
		shift
	done
	shift
	"$STRAT_EVAL" "${first[@]}" >first 2>first.stderr || fail "${first[*]}: $(cat first.stderr)"
	"$STRAT_EVAL" "$@" >second || fail "$*"
	[ -s first ] || fail "${first[*]}: nothing"
	cmp first second || fail "${first[*]}: $(diff first second | head -5)"
}

@test "chosen topics are as if the judgments had no others" {
	runs=("$sample/plain.run" "$sample/stemmed.run")
	[ "$(wc -l <topics)" -eq 4 ]
	for options in "-q -m all_trec" "-c -m map --ci" "--format=table"; do
		# shellcheck disable=SC2086
		same $options --topic=@topics "$sample/qrels" "${runs[@]}" -- \
			$options few.qrels "${runs[@]}"
	done
	for options in "" "-m map -m prob_gt -m paired -m E_diff -q --format=csv"; do
		# shellcheck disable=SC2086
		same compare $options --topic=@topics "$sample/qrels" "${runs[@]}" -- \
			compare $options few.qrels "${runs[@]}"
	done
	# the same, named one by one, and both ways mixed
	first=$(sed -n 1p topics)
	# shellcheck disable=SC2046
	same -q $(sed 's/^/--topic=/' topics) "$sample/qrels" "${runs[@]}" -- -q few.qrels "${runs[@]}"
	sed 1d topics >rest
	same -q --topic=@rest --topic="$first" "$sample/qrels" "${runs[@]}" -- \
		-q --topic=@- "$sample/qrels" "${runs[@]}" <topics
}

@test "one topic of a table of strata, of a matrix, and of scores" {
	awk -F, '!/^[0-9]/ || $1 == 201' "$legal" >one.csv
	same -R table -q --ci --topic=201 "$legal" UW -- -R table -q --ci one.csv UW
	same compare -R table --quiet-warnings --topic=201 "$legal" UW CB -- \
		compare -R table --quiet-warnings one.csv UW CB
	same -R table --show=strata --topic=201 "$legal" UW -- -R table --show=strata one.csv UW
	printf 'topic,a,b\n1,.3,.2\n2,.5,.1\n3,.4,.4\n4,.2,.6\n' >m.csv
	sed '/^[14]/d' m.csv >two.csv
	printf '# two of four\n2\n\n3\n' >list
	same compare --scores=m.csv --topic=@list -q --format=csv -- \
		compare --scores=two.csv -q --format=csv
	sed '/^[23]/d' m.csv >ends.csv # the first topic and the last
	same compare --scores=m.csv --topic=1 --topic=4 -q --format=csv -- compare --scores=ends.csv -q --format=csv
	for x in a b; do
		awk -F, -v x=$x 'NR > 1 { print "map", $1, x == "a" ? $2 : $3 }' m.csv >$x.txt
		grep -E ' [23] ' $x.txt >$x.two
	done
	same compare --scores --topic=2 --topic=3 --format=jsonl a.txt b.txt -- \
		compare --scores --format=jsonl a.txt b.txt --topic=@list
}

@test "a chosen topic that nobody has is named" {
	refused_here() # STATUS MESSAGE ARGUMENT...
	{
		local wanted=$1 message=$2
		shift 2
		evaluate "$@"
		assert_equal "$* $exit_status $(cat stderr)" "$* $wanted strat_eval: $message"
		[ ! -s stdout ]
	}
	cp "$sample/qrels" qrels
	cp "$sample/plain.run" run
	echo nosuch >>topics
	refused_here 1 "topics:5: topic 'nosuch' has no judgments in qrels" --topic=@topics qrels run
	refused_here 1 "topic '7x', which is chosen, has no judgments in qrels" \
		compare --topic=7x qrels run "$sample/stemmed.run"
	: >empty
	refused_here 1 'empty: no topics' --topic=@empty qrels run
	evaluate --topic=@qrels qrels run
	assert_equal "$exit_status" 1
	grep -q '^strat_eval: qrels:1: ' stderr
	evaluate --topic=@missing qrels run
	assert_equal "$exit_status" 2
	printf 'topic,a,b\n1,.3,.2\n2,.5,.1\n' >m.csv
	refused_here 1 "topic '3', which is chosen, has no scores in m.csv" compare --scores=m.csv --topic=3
	refused_here 64 '--topic cannot be combined with --wins: it is for comparisons over topics of runs and --scores' compare --wins=1,2 --topic=3
	refused_here 64 'standard input, - or /dev/stdin, can be read only once, but is named twice' \
		compare --scores=- --topic=@-
	# a run without any of them
	awk -v t="$(sed -n 1p topics)" '$1 != t' run >less
	refused_here 1 'less: none of the chosen topics is in the run' \
		--topic="$(sed -n 1p topics)" qrels less
}
