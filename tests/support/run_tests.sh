#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# run_tests.sh JOBS FOLDER TEST... - runs the tests, JOBS at a time, and counts.
#
# A test is a bats file, a program of unit tests, or a document whose examples are run. Those that take
# longest are begun first, then the large files, so that the last ones are short. What each prints, as
# TAP, is kept in FOLDER; at the end all of it is printed in the order given, closed by the line
# "N passed, N failed, N skipped". Fails if a test failed, or ended before its last one.
set -eu

if [ "$1" = --one ]; then
	folder=$2 test=$3
	out=$folder/$(echo "$test" | tr / _)
	from=$(date +%s)
	status=0
	case $test in
	*.bats) if [ -n "${TEST_ALL-}" ]; then bats --tap "$test"; else bash "$(dirname "$0")/quick_bats.bash" "$test"; fi ;;
	*.md) PATH=$(dirname "$STRAT_EVAL"):$PATH sh "$(dirname "$0")/run_examples.sh" -t "$test" ;;
	*)
		mkdir "$out.files" # what it writes; it need not clean up
		TMPDIR=$(cd "$out.files" && pwd) CMOCKA_MESSAGE_OUTPUT=TAP "$test"
		;;
	esac </dev/null >"$out.running" 2>&1 || status=$?
	rm -rf "$out.files"
	{
		echo "# test $test"
		# a last line without its end, as a crash leaves it
		awk '{ print }' "$out.running"
		echo "# exit $status"
	} >"$out.tap"
	rm "$out.running"
	# Of CPU: minutes and seconds of children, the second line. On a busy machine only these can be compared.
	times >"$out.times"
	cpu=$(awk -F '[ms ]+' 'NR == 2 { printf "%.1f", 60 * ($1 + $3) + $2 + $4 }' "$out.times")
	printf '  TEST %s (%d s, %s of CPU)\n' "$test" $(($(date +%s) - from)) "$cpu"
	exit 0
fi

jobs=$1 folder=$2
shift 2
rm -rf "$folder"
mkdir -p "$folder"
# Some seconds or more each, though the files may be small. A name that is not there does no harm.
long='python.bats one_answer.bats plugin.bats writing-a-measure.bats assurance.bats manual.bats battery.bats planning.md random_lines.bats order_of_ends.bats errors.bats workbooks.bats new_command.bats test_learnt_mean install.bats sampled.bats sample.bats merge.bats test_shared_posterior sampling.bats comparisons.bats'
# shellcheck disable=SC2012 # names of tests have no blanks
ls -S "$@" | awk -v long="$long" '
	BEGIN { n = split(long, name, " "); for (i = 1; i <= n; i++) place[name[i]] = i }
	{ file = $0; sub(/.*\//, "", file); print (file in place ? place[file] : n + NR), $0 }' |
	sort -n | cut -d" " -f2 | xargs -P "$jobs" -I TEST sh "$0" --one "$folder" TEST
for test; do
	cat "$folder/$(echo "$test" | tr / _).tap" || echo "# test $test"
done | awk -f "$(dirname "$0")/summary.awk"
