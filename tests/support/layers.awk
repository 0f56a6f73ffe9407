# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Reads source files and fails if
#
# - an include goes against the data flow
#
#	readers -> core/data -> measures -> core/engine -> core/cli
#
#   over the floors core/base and core/stats, or against the order of the rooms inside core/stats;
# - files include each other in a circle, or rooms do, a room being x.c and x.h;
# - core/engine, or a command, names argp, stdout or stderr, or prints or exits in another way; only
#   core/cli/main.c, core/cli/program.c, core/cli/options and core/cli/terminal may.
#
# Each layer may include itself and what is listed here. A file belongs to the layer with the longest
# name that its path begins with.

BEGIN {
	allowed["core/base"] = ""
	allowed["core/stats"] = "core/base"
	allowed["readers"] = "core/base"
	allowed["core/data"] = "core/base core/stats readers"
	allowed["measures"] = "core/base core/stats core/data"
	allowed["core/engine"] = "core/base core/stats readers core/data measures"
	allowed["core/cli"] = "core/base core/stats readers core/data measures core/engine"
	allowed["core/packaging"] = "core/base core/stats readers core/data measures core/engine"
	allowed["core/library"] = "core/base core/stats readers core/data measures core/engine core/cli"

	# from below; a room also sees what those that it is listed with see
	room("numeric", "")
	room("random", "numeric")
	room("distribution", "numeric")
	room("design", "random")
	room("ranking", "design")
	room("interval", "distribution random")
	room("hierarchy", "distribution random")
	room("topics", "distribution random")
	room("independent", "distribution random")
	room("shared", "interval")
	room("incomplete", "numeric")
	room("coverage", "interval")
	room("planning", "coverage incomplete shared design")
	room("stopping", "distribution")

	silent = "stdout|stderr|argp[a-z_]*|v?printf|puts|putchar|perror|exit|_exit|abort"
}

function room(name, others,    part, n, i, all) {
	all = "core/base core/stats"
	n = split(others, part, " ")
	for (i = 1; i <= n; i++)
		all = all " core/stats/" part[i] " " allowed["core/stats/" part[i]]
	allowed["core/stats/" name] = all
}

# "" if there is none, or if a folder of core/stats is not among its rooms.
function layer(path,    name) {
	name = path
	while (sub(/\/[^\/]*$/, "", name))
		if (name in allowed)
			return name == "core/stats" && path !~ /^core\/stats\/[^\/]*$/ ? "" : name
	return ""
}

function within(inner, outer) {
	return index(inner "/", outer "/") == 1
}

# core/stats in a list means all its rooms, except to the rooms themselves: to them it is what they share.
function may_include(from, to,    part, n, i) {
	if (from == to)
		return 1
	n = split(allowed[from], part, " ")
	for (i = 1; i <= n; i++)
		if (to == part[i] || (within(to, part[i]) && !within(from, part[i])))
			return 1
	return 0
}

function complain(text) {
	print text > "/dev/stderr"
	broken = 1
}

# The line without its comments; whether one is still open is kept in `inside`.
function code(line,    out) {
	out = ""
	while (line != "") {
		if (inside) {
			if (!match(line, /\*\//))
				return out
			line = substr(line, RSTART + RLENGTH)
			inside = 0
		} else if (match(line, /"([^"\\]|\\.)*"|'([^'\\]|\\.)*'|\/\*|\/\//)) {
			out = out substr(line, 1, RSTART - 1)
			if (substr(line, RSTART, 2) == "//")
				return out
			if (substr(line, RSTART, 2) == "/*")
				inside = 1
			else
				out = out substr(line, RSTART, RLENGTH)
			line = substr(line, RSTART + RLENGTH)
		} else {
			return out line
		}
	}
	return out
}

function room_of(path) {
	sub(/\.[ch]$/, "", path)
	return path
}

FNR == 1 {
	inside = 0
	files++
	from = layer(FILENAME)
	if (from == "")
		complain(FILENAME ": not in a known layer")
}

/^[ \t]*#[ \t]*include[ \t]*"/ {
	split($0, quoted, "\"")
	to = layer(quoted[2])
	if (to == "")
		complain(FILENAME ":" FNR ": includes \"" quoted[2] "\", which is in no layer")
	else if (from != "" && !may_include(from, to))
		complain(FILENAME ":" FNR ": " from " must not include " to " (\"" quoted[2] "\")")
	includes[FILENAME] = includes[FILENAME] " " quoted[2]
	if (room_of(FILENAME) != room_of(quoted[2]))
		rooms[room_of(FILENAME)] = rooms[room_of(FILENAME)] " " room_of(quoted[2])
}

from == "core/engine" || (from == "core/cli" && FILENAME !~ "^core/cli/((main|program).c|options/|terminal/)") {
	text = code($0)
	if (match(" " text " ", "[^A-Za-z0-9_](" silent ")[^A-Za-z0-9_]"))
		complain(FILENAME ":" FNR ": " from " must not name " substr(" " text " ", RSTART + 1, RLENGTH - 2))
}

# Depth first; what is met again while it is still open closes a circle. `next_of` is one of the two graphs.
function visit(node, trail, next_of, state, what,    part, n, i) {
	if (state[node] == "done")
		return
	if (state[node] == "open") {
		complain("circle of " what ": " substr(trail, index(trail " ", " " node " ") + 1) " -> " node)
		return
	}
	state[node] = "open"
	n = split(next_of[node], part, " ")
	for (i = 1; i <= n; i++)
		visit(part[i], (trail == "" ? "" : trail " ->") " " node, next_of, state, what)
	state[node] = "done"
}

END {
	for (file in includes)
		visit(file, "", includes, file_state, "includes")
	for (name in rooms)
		visit(name, "", rooms, room_state, "rooms")
	if (broken)
		exit 1
	print "layers: " files " files, all includes follow the data flow"
}
