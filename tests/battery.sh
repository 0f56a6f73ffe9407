#!/usr/bin/env bash
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# battery.sh OLD NEW [PATTERN]
#
# Do two builds of strat_eval answer alike, byte for byte? Both run the command lines of battery.txt, or
# those that match the extended regular expression PATTERN, each in a folder of its own. Standard output,
# standard error, exit status and the files written are compared. Where the versions of the two differ,
# the version number in an answer does not count.
#
# The folder has the files of battery_files.sh, and data/, real data, if there is any: lines that name a folder
# of it which is not there are skipped. A PNG or PDF is the SVG that rsvg-convert would get: nothing depends on
# its version and on fonts.
#
# STRAT_EVAL_DATA  the real data (default ../shared/data beside the project)
# BATTERY          the command lines (default battery.txt)
# BATTERY_NEAR     how much numbers of csv, jsonl and shards, which have all their digits, may differ (near.pl); default: not at all
# BATTERY_SECONDS  how long a line may take (default 120)
#
# Exit status: 0 no differences, 1 some, 2 it could not be compared.

set -euo pipefail
export LC_ALL=C
unset ARGP_HELP_FMT COLUMNS

stop()
{
	echo "battery.sh: $1" >&2
	exit 2
}

if [ $# -lt 2 ] || [ $# -gt 3 ]; then
	stop 'usage: battery.sh OLD NEW [PATTERN]'
fi
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
data=$(realpath -m "${STRAT_EVAL_DATA:-$root/../shared/data}")
declare -A program version
program=([old]=$1 [new]=$2)
for side in old new; do
	version[$side]=$("${program[$side]}" --version 2>/dev/null | awk 'NR == 1 { print $NF }') && [ -n "${version[$side]}" ] ||
		stop "${program[$side]}: this program cannot be run"
	program[$side]=$(realpath "${program[$side]}")
done
work=$(mktemp -d)
export work
trap 'rm -rf "$work"' EXIT

# Both programs have the same name in the same place, so that messages do not differ in it.
mkdir "$work/bin"
printf '#!/bin/sh\nexec cat\n' >"$work/bin/rsvg-convert"
chmod +x "$work/bin/rsvg-convert"
export PATH=$work/bin:$PATH

# The shards among the files are the program's own.
make_files()
{
	rm -rf "$work/files"
	STRAT_EVAL=$work/bin/strat_eval sh "$here/battery_files.sh" "$work/files" || stop "$1: battery_files.sh fails"
	[ ! -d "$data" ] || ln -s "$data" "$work/files/data"
}

# Runs line NUMBER of the list, and leaves what came of it in the folder $work/$side/NUMBER.
run_line()
{
	local line result=$work/$side/$1 folder=$work/lines/$1 file
	IFS= read -r line <"$work/list/$1"
	mkdir -p "$result/written" "$folder"
	cd "$folder"
	ln -s "$work"/files/* .
	timeout "${BATTERY_SECONDS:-120}" bash -c "strat_eval $line" battery </dev/null >"$result/stdout" 2>"$result/stderr" && echo 0 >"$result/status" ||
		echo $? >"$result/status"
	for file in *; do
		[ -L "$file" ] || mv "$file" "$result/written/"
	done
	cd "$work"
	rm -rf "$folder"
}
export -f run_line

sums()
{
	find "$work/files" -type f -exec cksum {} + | sort
}

# The lines to run become files of $work/list, by their number in the battery.
mkdir "$work/list"
number=0 lines=0 skipped=0
while IFS= read -r line || [ -n "$line" ]; do
	number=$((number + 1))
	[[ $line =~ ^[[:space:]]*(#|$) ]] && continue
	[ $# -lt 3 ] || [[ $line =~ $3 ]] || continue
	lines=$((lines + 1))
	if [[ $line =~ (^|[^[:alnum:]_/.])data/([^/[:space:]]+) ]] && [ ! -d "$data/${BASH_REMATCH[2]}" ]; then
		skipped=$((skipped + 1))
	else
		printf '%s\n' "$line" >"$work/list/$number"
	fi
done <"${BATTERY:-$here/battery.txt}"
[ "$lines" != 0 ] || stop "no line matches '${3-}'"

for side in old new; do
	export side
	ln -sfn "${program[$side]}" "$work/bin/strat_eval"
	(make_files "${program[$side]}")
	sums >"$work/before"
	mkdir "$work/$side"
	find "$work/list" -type f -printf '%f\n' | sort -n | xargs -r -P "$(nproc)" -n 4 bash -c 'for n; do run_line "$n"; done' battery
	sums | cmp -s "$work/before" - || stop "${program[$side]}: a line wrote into its input"
	if [ "${version[old]}" != "${version[new]}" ]; then
		find "$work/$side" -type f -exec sed -i "s/\b${version[$side]//./\\.}\b/VERSION/g" {} +
	fi
done

# Whether the answers of line NUMBER, with all digits, differ by so little that it is the C library's or the processor's.
near()
{
	local file
	[ -n "${BATTERY_NEAR-}" ] && grep -qE -- '--format=(csv|jsonl)|--shard=' "list/$1" || return 1
	[ "$(cd "old/$1" && find . | sort)" = "$(cd "new/$1" && find . | sort)" ] || return 1
	for file in $(cd "old/$1" && find . -type f); do
		perl "$here/support/near.pl" "$BATTERY_NEAR" "old/$1/$file" "new/$1/$file" >>nearness || return 1
	done
}

cd "$work"
: >nearness
equal=0 different=0 nearly=0
for number in $(find list -type f -printf '%f\n' | sort -n); do
	if diff -ra "old/$number" "new/$number" >difference; then
		equal=$((equal + 1))
	elif near "$number"; then
		nearly=$((nearly + 1))
	else
		different=$((different + 1))
		printf '== line %d: strat_eval %s\n' "$number" "$(cat "list/$number")"
		head -n 10 difference
	fi
done
[ "$nearly" = 0 ] || printf '%d lines have numbers that differ by at most %s\n' "$nearly" "$(sort -g nearness | tail -n 1)"
printf '%d lines: %d equal, %d different, %d skipped for want of data\n' "$lines" "$((equal + nearly))" "$different" "$skipped"
[ "$different" = 0 ]
