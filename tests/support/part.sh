#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# part.sh FILE NAME COMMAND...: runs the command and adds a line to FILE: NAME, minutes of the clock and of CPU, the
# commit, and the result: passed, failed, or skipped, if it says that it skips its work. What has passed at this commit is
# not run again. part.sh FILE: prints these lines and their sum, and fails unless all have passed.
set -eu
file=$1
shift
if [ $# = 0 ]; then
	awk '{ print; clock += $(NF - 3); cpu += $(NF - 2); bad += $NF != "passed" }
		END { printf "%-62s %7.1f %7.1f minutes, of CPU; %d of %d passed\n", "all", clock, cpu, NR - bad, NR; exit bad > 0 }' "$file"
	exit
fi
name=$1 from=$(date +%s)
shift
commit=$(git rev-parse --short HEAD 2>/dev/null || echo -)
[ -z "$(git status --porcelain 2>/dev/null)" ] || commit=$commit+
touch "$file"
if grep -qxE "$(printf '%s' "$name" | sed 's/[].[*^$+?(){}|\\/]/\\&/g') +[0-9. ]+ $commit passed" "$file"; then
	echo "$name: has passed at $commit"
	exit
fi
{ "$@" 2>&1 && echo passed >"$file.result" || echo failed >"$file.result"; times >"$file.times"; } | tee "$file.said"
result=$(cat "$file.result")
[ "$result" != passed ] || ! grep -qE '^[a-z_-]+: (skipped|.* is skipped$)' "$file.said" || result=skipped
awk -v name="$name" '{ at = index($0, name " "); if (at != 1 || substr($0, length(name) + 1) !~ /^ +[0-9.]+ +[0-9.]+ [^ ]+ [a-z]+$/) print }' "$file" >"$file.others"
awk -F '[ms ]+' -v name="$name" -v seconds=$(($(date +%s) - from)) -v commit="$commit" -v result="$result" '
	NR == 2 { printf "%-62s %7.1f %7.1f %s %s\n", name, seconds / 60, $1 + $3 + ($2 + $4) / 60, commit, result }' "$file.times" >>"$file.others"
mv "$file.others" "$file"
rm "$file.times" "$file.said" "$file.result"
