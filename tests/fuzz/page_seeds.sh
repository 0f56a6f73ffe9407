#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# page_seeds.sh FILES FOLDER - writes a seed for each line of the list whose command the page has: its words, then
# its files, with a line "%" behind each part. See fuzz_page.c.
set -eu
list=$(dirname "$0")/../commands/list.txt
mkdir -p "$2"
number=0
grep -E '^(evaluate|compare|validate|plan|stop) ' "$list" | while read -r line; do
	{
		for word in ${line#evaluate }; do
			case $word in @* | *=@* | *=~*) echo "$word" | sed 's/[@~]//' ;; *) echo "$word" ;; esac
		done
		for word in $line; do
			case $word in @* | *=@*) ;; *) continue ;; esac
			name=${word##*@}
			printf '%%\n%s\n' "${name%#*}"
			cat "$1/${name%#*}"
		done
	} >"$2/page.$number"
	number=$((number + 1))
done
