#!/usr/bin/env bash
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# readers.sh STRAT_EVAL [ROWS]
#
# Reads judgments and runs in each format that there is, of ROWS (default 200,000) and of twice as many, and
# prints the CPU seconds of both and their ratio: a reader takes the time of its bytes, whether they are many
# topics of ten documents or one topic, and JSON stands on one line. Of the other file there is one line, and
# nothing but topics is counted. A format without a case here is an error.
#
# BENCH_ROUNDS   samples per command, of which the smallest counts (default 3)
# BENCH_SECONDS  shortest sample; a quick command is repeated until it has taken this long (default 0.2)

set -euo pipefail
export LC_ALL=C

die()
{
	echo "readers.sh: $*" >&2
	exit 1
}

[ $# -ge 1 ] && [ $# -le 2 ] || die "usage: readers.sh STRAT_EVAL [ROWS]"
strat_eval=$(realpath "$1")
rows=${2:-200000}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
formats=$here/../../readers
limit=2.6
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2086 # it may have words
${CC:-cc} -std=c17 -O2 -o "$work/cpu" "$here/cpu.c"
cd "$work"

# make_rows COUNT PER-TOPIC: topic document grade rank
make_rows()
{
	awk -v n="$1" -v per="$2" 'BEGIN { for (i = 0; i < n; i++)
		printf "%d D%08d %d %d\n", i / per, i * 7919 % 10000019, i % 3, i % per + 1 }'
}

# What awk is to print of a row: an object of objects on one line, with the field that is the value.
one_object='function q(s) { return "\"" s "\"" }
	NR == 1 || $1 != topic { printf "%s%s: {", (NR > 1 ? "}, " : "{"), q($1); topic = $1; comma = "" }
	{ printf "%s%s: %s", comma, q($2), $value; comma = ", " }
	END { print "}}" }'

# as_judgments FORMAT, as_run FORMAT: rows become a file of the format
as_judgments()
{
	case $1 in
	qrels | qrels_jg | qrels_prefs | diversity) awk '{ print $1, 0, $2, $3 }' ;;
	prefs) awk '{ print $1, "user", "all", $2, $3 }' ;;
	probs) awk '{ print $1, 0, $2, $3, 0.5 }' ;;
	prels) awk '{ print $1, $2, $3, 1, 0.5 }' ;;
	strata) awk '{ print $1, 0, $2, "s" $3, $3 }' ;;
	csv) awk 'BEGIN { print "topic,docno,rel,stratum,size" } { print $1 "," $2 "," $3 ",s,9000000" }' ;;
	beir) awk 'BEGIN { print "query-id\tcorpus-id\tscore" } { print $1 "\t" $2 "\t" $3 }' ;;
	json) awk -v value=3 "$one_object" ;;
	jsonl) awk '{ print "{\"qid\": \"" $1 "\", \"docid\": \"" $2 "\", \"rel\": " $3 "}" }' ;;
	topics) awk 'BEGIN { print "topic,nugget" } { print $1 "," $2 }' ;;
	nuggets) awk '{ print $1, $2, ($3 > 1 ? "vital" : "okay") }' ;;
	pairs) awk '{ print "x", $1, $2, "support" }' ;;
	table) awk 'BEGIN { print "topic,stratum,runs,size,sampled,relevant" } { print $1 "," $2 "," (NR % 2 ? "r" : "-") ",100,10," $3 }' ;;
	*) die "no case for judgments in the format $1" ;;
	esac
}

as_run()
{
	case $1 in
	trec_results) awk '{ print $1, "Q0", $2, $4, 1 / $4, "x" }' ;;
	csv) awk 'BEGIN { print "topic,docno,score" } { print $1 "," $2 "," 1 / $4 }' ;;
	json) awk -v value=4 "$one_object" ;;
	jsonl) awk '{ print "{\"qid\": \"" $1 "\", \"docid\": \"" $2 "\", \"score\": " $4 "}" }' ;;
	msmarco) awk '{ print $1, $2, $4 }' ;;
	set) awk '{ print $1, $2 }' ;;
	support) awk 'BEGIN { print "topic,sentence,citation,support" } { print $1 "," $2 ",d" $4 "," ($4 > 1 ? "no" : "full") }' ;;
	assignments) awk '{ print "x", $1, $2, ($4 > 1 ? "partial_support" : "support") }' ;;
	pairs) awk '{ print "x", $1, $2, "vital" }' ;;
	*) die "no case for runs in the format $1" ;;
	esac
}

# seconds COMMAND...: the smallest CPU time
seconds()
{
	local best= line
	for ((round = 0; round < ${BENCH_ROUNDS:-3}; round++)); do
		line=$(./cpu "${BENCH_SECONDS:-0.2}" "$@") || die "failed: $*"
		best=$(awk -v a="$best" -v b="${line%% *}" 'BEGIN { print (a == "" || b + 0 < a + 0) ? b : a }')
	done
	echo "$best"
}

# compare NAME COMMAND...: with the files `n` and `2n` in place of FILE
compare()
{
	local name=$1 one two
	shift
	one=$(seconds "$strat_eval" --jobs=1 --quiet-warnings -m num_q "${@/FILE/n}")
	two=$(seconds "$strat_eval" --jobs=1 --quiet-warnings -m num_q "${@/FILE/2n}")
	awk -v name="$name" -v mb="$(stat -c %s n)" -v one="$one" -v two="$two" -v limit=$limit 'BEGIN {
		printf "%-34s %6.1f %9.4f %9.4f %8.2fx %6.1fx  %s\n", name, mb / 1e6, one, two, two / one, limit,
			(two <= limit * one) ? "ok" : "OVER" }'
}

echo '0 Q0 D00000000 1 1 x' >one.run
echo '0 0 D00000000 1' >one.qrels
printf '%-34s %6s %9s %9s %9s %7s  %s\n' "readers: $rows rows, and twice" MB 'n s' '2n s' ratio limit met
for per in 10 $((2 * rows)); do
	shape=$([ "$per" = 10 ] && echo 'topics of ten' || echo 'one topic')
	make_rows "$rows" "$per" >rows
	make_rows $((2 * rows)) "$per" >rows2
	for file in "$formats"/judgments/*.c; do
		f=$(basename "$file" .c)
		# preferences of a topic are pairs of its documents, which are more than the bytes
		[[ $f != *prefs || $per = 10 ]] || continue
		as_judgments "$f" <rows >n
		as_judgments "$f" <rows2 >2n
		other=one.run
		[ "$f" != table ] || other=r
		[[ $f != nuggets && $f != topics && $f != pairs ]] || other='-T trec_results one.run'
		compare "-R $f, $shape" -R "$f" FILE $other
	done
	for file in "$formats"/runs/*.c; do
		f=$(basename "$file" .c)
		as_run "$f" <rows >n
		as_run "$f" <rows2 >2n
		compare "-T $f, $shape" -T "$f" one.qrels FILE
	done
done
