#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# progress.sh MAKE ARGUMENT...: runs make. At a terminal, one line that is written over and over says how far
# it is; elsewhere, one line says how many files are compiled (the list of units always counts as one of them, though
# it is only compiled when a unit has come or gone). Whatever else make and the compiler say
# is shown as it is. With V=1 in the environment, make alone is run, which then shows its commands.
set -eu

[ -z "${V-}" ] || exec "$@"

total=$("$@" -n 2>/dev/null | grep -c '^echo "  CC ') || true

# Writes over the line; one that is longer than the terminal's would not go away.
if [ -t 1 ]; then
	show() { printf '\r\033[K%.79s' "$1"; }
else
	show() { case $1 in "[1/"*) echo "Files to compile: $total" ;; esac; }
fi

# -O: what one compiler says stays together.
{ "$@" -O 2>&1 && echo 'progress: exit 0' || echo "progress: exit $?"; } | {
	count=0 status=1
	while IFS= read -r line; do
		case $line in
		'  CC '*)
			count=$((count + 1))
			show "[$count/$total] compiling ${line#  CC }"
			;;
		'  LD '* | '  AR '*) show "linking ${line#  ?? }" ;;
		'progress: exit '*) status=${line##* } ;;
		*)
			show ''
			printf '%s\n' "$line"
			;;
		esac
	done
	show ''
	exit "$status"
}
