#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# part.sh FILE NAME COMMAND...: runs the command, and adds a line to FILE: NAME, and the minutes it took, of the clock and
# of CPU. part.sh FILE: prints these lines, and their sum.
set -eu
file=$1
shift
if [ $# = 0 ]; then
	awk '{ print; clock += $(NF - 4); cpu += $(NF - 2) } END { printf "%-55s %6.1f minutes %6.1f of CPU\n", "all", clock, cpu }' "$file"
	exit
fi
name=$1 from=$(date +%s)
shift
"$@"
times >"$file.times"
awk -F '[ms ]+' -v name="$name" -v seconds=$(($(date +%s) - from)) '
	NR == 2 { printf "%-55s %6.1f minutes %6.1f of CPU\n", name, seconds / 60, $1 + $3 + ($2 + $4) / 60 }' "$file.times" >>"$file"
rm "$file.times"
