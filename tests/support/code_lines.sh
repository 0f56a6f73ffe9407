#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# code_lines.sh [ROOT [FOLDER...]]
#
# Lines of code in C files: lines that have something besides blanks and comments. Prints them for each room,
# a room being a folder of core or one of the top level, a command, or each FOLDER; then for all together.
# FOLDER is relative to ROOT, which is this project if it is not given.

set -eu
root=${1:-$(dirname "$0")/../..}
[ $# -gt 0 ] && shift
cd "$root"
[ $# -gt 0 ] || set -- core/base core/commands/* core/data core/engine core/help core/library core/main \
	core/options core/output core/packaging core/python core/stats measures readers tests
find "$@" -name '*.[ch]' -type f | sort | awk -v rooms="$*" '
# The line without its comments. Quotes hide the beginning of a comment, backslashes hide quotes.
function code(line,    out, c, quote) {
	if (inside ? !index(line, "*/") : line !~ "/[*/]") return inside ? "" : line # most lines, and much faster
	out = quote = ""
	while (line != "") {
		c = substr(line, 1, 1)
		if (inside) {
			if (substr(line, 1, 2) != "*/") { line = substr(line, 2); continue }
			inside = 0; line = substr(line, 3); continue
		}
		if (quote == "" && substr(line, 1, 2) == "/*") { inside = 1; line = substr(line, 3); continue }
		if (quote == "" && substr(line, 1, 2) == "//") break
		if (c == "\\") { out = out substr(line, 1, 2); line = substr(line, 3); continue }
		if (quote == "" && (c == "\"" || c == "\047")) quote = c
		else if (c == quote) quote = ""
		out = out c; line = substr(line, 2)
	}
	return out
}
FNR == 1 { inside = 0 }
code($0) ~ /[^ \t]/ {
	for (i in room) if (index(FILENAME, room[i] "/") == 1) lines[room[i]]++
	all++
}
BEGIN {
	n = split(rooms, room, " ")
	while ((getline file < "-") > 0) ARGV[ARGC++] = file
}
END {
	for (i = 1; i <= n; i++) printf "%7d %s\n", lines[room[i]], room[i]
	printf "%7d all\n", all
}'
