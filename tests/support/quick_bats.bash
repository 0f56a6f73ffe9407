#!/usr/bin/env bash
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# quick_bats.bash FILE - runs the tests of a bats file, each in a subshell of this one, and prints TAP.
#
# bats starts a shell for each test, which reads bats, its libraries and the whole file again: that was a fifth of what
# 1,300 tests take. This has of bats what the tests use (`run`, `skip`, `load`, setup, setup_file, temporary folders),
# and knows only that all have passed. Anything else ends this shell (set -e), and then bats runs the file and says why.
set -e

run() # [!|-N] [--separate-stderr] COMMAND...
{
	local quick_expected='' quick_errors=''
	while [[ $1 == -* || $1 == '!' ]]; do
		case $1 in
		'!') quick_expected=failure ;;
		-[0-9]*) quick_expected=${1#-} ;;
		--separate-stderr) quick_errors=$BATS_TEST_TMPDIR.stderr ;;
		*) return 1 ;;
		esac
		shift
	done
	if [ -z "$quick_errors" ]; then
		output=$("$@" 2>&1) && status=0 || status=$?
	else
		output=$("$@" 2>"$quick_errors") && status=0 || status=$?
		read -d '' -r stderr <"$quick_errors" || true
		quick_lines stderr_lines "$stderr"
	fi
	quick_lines lines "$output"
	case $quick_expected in
	'') ;;
	failure) [ "$status" != 0 ] ;;
	*) [ "$status" = "$quick_expected" ] ;;
	esac
}

# The lines that are not empty.
quick_lines() # ARRAY TEXT
{
	IFS=$'\n' read -d '' -r -a "$1" <<<"$2" || true
}

skip() # REASON
{
	echo "$1" >"$BATS_TEST_TMPDIR.skipped"
	exit 0
}

load() # FILE
{
	# shellcheck disable=SC1090
	source "$(cd "$BATS_TEST_DIRNAME" && realpath "$1.bash")"
}

bats_require_minimum_version()
{
	:
}

setup()
{
	:
}

setup_file()
{
	:
}

quick_folder=$(mktemp -d)
quick_file=$1
trap 'rm -rf "$quick_folder"; [ -n "$quick_passed" ] || { echo "# by bats"; exec bats --tap "$quick_file"; }' EXIT
trap 'quick_passed=unknown; exit 130' HUP INT TERM
export BATS_LIB_PATH=${BATS_LIB_PATH:-/usr/lib/bats}
BATS_TEST_FILENAME=$(realpath "$1")
export BATS_TEST_FILENAME BATS_TEST_DIRNAME=${BATS_TEST_FILENAME%/*} BATS_FILE_TMPDIR=$quick_folder/file BATS_TEST_TMPDIR
awk -v q="'" '/^@test ".*" \{$/ {
		title = substr($0, 8, length($0) - 10)
		gsub(q, q "\\" q q, title)
		print "quick_title[" ++count "]=" q title q "; quick_" count "() {"
		next
	}
	{ print }' "$1" >"$quick_folder/tests"
# shellcheck disable=SC1091
source "$quick_folder/tests"
quick_numbers=("${!quick_title[@]}")
mkdir "$BATS_FILE_TMPDIR" "${quick_numbers[@]/#/$quick_folder/}"
exec 3>"$quick_folder/said" # where tests print comments, too
setup_file >"$quick_folder/output" 2>&1
echo "1..${#quick_title[@]}" >&3
for quick_number in "${quick_numbers[@]}"; do
	BATS_TEST_TMPDIR=$quick_folder/$quick_number
	(setup; "quick_$quick_number"; : >"$BATS_TEST_TMPDIR.ended") >"$quick_folder/output" 2>&1
	quick_skipped=
	[ -e "$BATS_TEST_TMPDIR.ended" ] || quick_skipped=" # skip $(cat "$BATS_TEST_TMPDIR.skipped")"
	echo "ok $quick_number ${quick_title[quick_number]}$quick_skipped" >&3
done
cat "$quick_folder/said"
quick_passed=1
