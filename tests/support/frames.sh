#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# frames.sh PROGRAM FUNCTION ARGUMENT...
#
# The frames from main to a function when a call first enters it: a line each, with file, line and name. FUNCTION is an extended regular expression for "FILE NAME". PROGRAM is that of `make build/trace/strat_eval`:
# it writes the stacks of its main thread (tests/support/trace_calls.c).
set -eu
program=$1 function=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
STRAT_EVAL_TRACE=$work/trace "$program" "$@" >"$work/out" 2>"$work/err" ||
	{ echo "frames.sh: '$*' failed: $(cat "$work/err")" >&2; exit 2; }
tr ' ' '\n' <"$work/trace" | sort -u >"$work/addresses"
addr2line -s -f -e "$program" <"$work/addresses" | paste - - >"$work/names"
addr2line -e "$program" <"$work/addresses" | sed 's#.*/\(core\|measures\|readers\)/#\1/#; s/ (.*//; s/:/\t/' >"$work/files"
paste "$work/addresses" "$work/files" "$work/names" | awk -F'\t' -v wanted="$function" '
	NR == FNR { name[$1] = $4; file[$1] = $2; line[$1] = $3; next }
	{ frames = split($0, frame, " ") }
	file[frame[frames]] " " name[frame[frames]] ~ wanted && !most {
		most = frames
		for (i = 1; i <= frames; i++)
			deepest[i] = frame[i]
	}
	END {
		for (i = 1; i <= most; i++)
			print file[deepest[i]] "\t" line[deepest[i]] "\t" name[deepest[i]]
		exit most == 0
	}' - "$work/trace" || { echo "frames.sh: '$*' does not call $function" >&2; exit 2; }
