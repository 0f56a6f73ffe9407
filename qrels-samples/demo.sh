#!/bin/sh
# The main job, on the sample tiny/: sh qrels-samples/demo.sh PROGRAM
set -eu
program=$1
tiny=$(dirname "$0")/tiny

show() {
	printf '\n$ strat_eval'
	printf ' %s' "$@"
	printf '\n'
	"$program" "$@"
}

echo "Three topics with graded judgments, and two runs to be evaluated:"
echo "$tiny/qrels, $tiny/alpha.run, $tiny/beta.run"

printf '\n== trec_eval'"'"'s default measures for one run, averaged over the topics\n'
show "$tiny/qrels" "$tiny/alpha.run"

printf '\n== Two measures of each topic. For topic 1, map is (1/2 + 2/5) / 3 = 0.3:\n'
printf '== the two relevant documents retrieved, of three, stand at ranks 2 and 5.\n'
show -q -m map -m ndcg "$tiny/qrels" "$tiny/alpha.run"

printf '\n== Two runs in one call, as CSV. beta lacks a topic: -c counts it as zero.\n'
show -c --quiet-warnings --format=csv -m map -m P.5 "$tiny/qrels" "$tiny/alpha.run" "$tiny/beta.run"

printf '\nThe calculation of every number of topic 1: %s/README.md\n' "$tiny"
