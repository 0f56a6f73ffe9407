#!/bin/bash
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The standing adversary: truths that are bad for estimates, each with the command that draws from it. Prints the cells that
# cover least, and fails if one of them is wrong too often without a word.
#
#	tests/adversary.sh [TABLE [SAMPLES]]
#
# A line of TABLE (default tests/experiments/adversary.txt) is NAME | SAMPLES | COMMAND, with @ for SAMPLES in the command, which
# a second argument replaces in all lines. A command prints CSV or columns with a header, and each line is a cell:
#
#	coverage   of 95 % intervals; 1 - family_error or 1 - error_topics_and_seeds where tests are about many differences or seeds
#	warned     share of samples with a warning; without the column there is none
#	silent     share of samples that miss without a warning; without the column, what it is at most: the smaller of what
#	           misses and what is not warned of
#
# A cell fails if `silent` is above .10 by more than two standard errors. Programs are those of BUILD, and strat_eval is that of
# STRAT_EVAL; JOBS commands are run at once (default: as many as processors).
set -euo pipefail
export LC_ALL=C

top=$(cd "$(dirname "$0")/.." && pwd)
. "$top/tests/support/data.bash"
table=$(realpath "${1:-$top/tests/experiments/adversary.txt}")
samples=${2:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/said"
STRAT_EVAL=$(realpath "${STRAT_EVAL:-$top/strat_eval}")
ln -s "$STRAT_EVAL" "$work/bin/strat_eval"
export PATH="$work/bin:$PATH" STRAT_EVAL work samples

run_line() # NUMBER: that line of the table, which has no comments any more
{
	IFS='|' read -r name number command < <(sed -n "${1}p" "$work/table")
	number=$((${samples:-number}))
	{
		echo "$name|$number"
		bash -euo pipefail -c "${command//@/$number}" </dev/null
	} >"$work/said/$(printf %04d "$1")" 2>"$work/said/error.$1" || {
		echo "adversary: $command" >&2
		cat "$work/said/error.$1" >&2
		return 1
	}
}
export -f run_line

enter "$work/data"
grep -v '^#\|^$' "$table" >"$work/table"
seq "$(wc -l <"$work/table")" | xargs -P "${JOBS:-$(nproc)}" -I{} bash -euo pipefail -c 'run_line {}'
awk -v worst=30 -f "$top/tests/support/adversary.awk" "$work"/said/[0-9]*
