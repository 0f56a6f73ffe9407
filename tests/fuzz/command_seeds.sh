#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# command_seeds.sh COMMAND FILES FOLDER - writes a seed for each line of the list with COMMAND: the
# number of the line as a byte, then its files and values, with a line "%" between two. See fuzz_commands.c.
set -eu
list=$(dirname "$0")/../commands/list.txt
mkdir -p "$3"
number=0
grep "^$1 .*[ =][@~]" "$list" | grep -v -e --plot | while read -r line; do
	{
		printf "\\$(printf %o $number)"
		first=true
		for word in $line; do
			case $word in @* | *=@* | *=~*) ;; *) continue ;; esac
			$first || printf '%%\n'
			first=false
			case $word in
			*@*) name=${word##*@} && cat "$2/${name%#*}" ;;
			*) printf '%s\n' "${word#*~}" ;;
			esac
		done
	} >"$3/$1.$number"
	number=$((number + 1))
done
