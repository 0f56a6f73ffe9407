#!/bin/bash
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs the experiments, and writes what each prints to FOLDER/NAME.csv, with its command as a comment in the first line.
#
#	tests/experiments.sh FOLDER [NAME...]
#
# The arguments are those behind "Evidence:" in the first comment of tests/experiments/NAME.c, of several calls between semicolons; a program
# without such a line gets none. They are run in a folder with the data of tests/tables.sh; an experiment that needs what is not there is skipped. The programs are in
# BUILD/tests/experiments, as `make experiments` builds them.
set -euo pipefail

top=$(cd "$(dirname "$0")/.." && pwd)
. "$top/tests/support/data.bash"
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- $(cd "$top/tests/experiments" && ls ./*.c | sed 's,^\./,,; s/\.c$//')

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
enter "$work/data"
for name; do
	arguments=$(evidence_of "$top/tests/experiments/$name.c")
	echo "$arguments" >"$work/arguments"
	lacks=$(missing "$work/arguments")
	if [ -n "$lacks" ]; then
		echo "$name: skipped: $lacks is not there"
		continue
	fi
	echo "$name $arguments"
	IFS=';' read -ra calls <<<"${arguments:- }"
	for call in "${calls[@]}"; do # of later ones only the rows
		# shellcheck disable=SC2086 # several arguments
		build/tests/experiments/"$name" $call >"$work/one"
		if [ "$call" = "${calls[0]}" ]; then cat "$work/one"; else grep -v '^#' "$work/one" | sed 1d; fi
	done >"$work/csv"
	if [ ${#calls[@]} -gt 1 ]; then # the rows are numbered on
		awk -F, -v OFS=, -v first="# $name $arguments" 'NR == 1 { $0 = first } /^[0-9]/ { $1 = ++n } 1' "$work/csv" >"$work/one"
		mv "$work/one" "$work/csv"
	fi
	head -1 "$work/csv" | grep -q '^#' || sed -i "1i # $name $arguments" "$work/csv"
	sed '1a # SPDX-FileCopyrightText: strat_eval developers\n# SPDX-License-Identifier: GPL-3.0-or-later' "$work/csv" >"$folder/$name.csv"
done
