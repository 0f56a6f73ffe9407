#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# tsan.sh PROGRAM GENERATE FOLDER - calls PROGRAM, built with the thread sanitizer, on four threads:
# every line of tests/commands/list.txt that takes --jobs, and a run of 250,000 lines, which four threads
# read in parts. Fails if two threads touch the same memory without an order, or if a call fails.
set -eu

[ $# -eq 3 ] || { echo "usage: tsan.sh PROGRAM GENERATE FOLDER" >&2; exit 2; }
tests=$(cd "$(dirname "$0")" && pwd)
program=$(realpath "$1")
generate=$(realpath "$2")
rm -rf "$3"
STRAT_EVAL=$program sh "$tests/commands/files.sh" "$3"
cd "$3"
calls=0
failed=0

check() # ARGUMENT...
{
	status=0
	TSAN_OPTIONS="exitcode=66 halt_on_error=0" "$program" "$@" >out 2>log || status=$?
	calls=$((calls + 1))
	if [ "$status" -ne 0 ] || [ ! -s out ]; then
		failed=$((failed + 1))
		echo "not ok: $* ended with $status"
		head -60 log | sed 's/^/    /'
	fi
}

# As command_words() of command_list.h: "evaluate" is no word of the program, @ or ~ begins a file's name or a value.
grep -e '^[^#].*--jobs' "$tests/commands/list.txt" | grep -v -e --plot |
	sed -e 's/--jobs=[0-9]*/--jobs=4/' -e 's/^evaluate //' -e 's/\([ =]\)[@~]/\1/g' >lines
while read -r line; do
	# shellcheck disable=SC2086 # the words of the line
	check $line </dev/null
done <lines

"$generate" a .
shuf --random-source=a.run a.run >shuffled.run
sed 's/bm25$/second/' shuffled.run >second.run
gzip -1kf a.run
awk '{ print $1, $2, $3, $4, NR % 4 ? 0.5 : 1 }' a.qrels >a.probs
for run in a.run a.run.gz shuffled.run; do
	check --jobs=4 -q -m all_trec a.qrels $run
done
check --jobs=4 -q --ci -m map -m P.10 a.qrels a.run shuffled.run
check --jobs=4 -q --ci -R probs -m est_recall -m statAP a.probs a.run
check --jobs=4 -R probs --ci --format=table -m est_recall a.probs a.run.gz
check compare --jobs=4 -m map --resamples=200 a.qrels a.run second.run
check agree --jobs=4 --resamples=100 -m map -m P.5 --quiet-warnings a.qrels a.run second.run
check sample --jobs=4 --size=20 a.run second.run

echo "tsan: $calls calls on four threads, $failed with races or errors"
[ "$failed" -eq 0 ]
