# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Reads source files and fails if
#
# - an include goes against the data flow
#
#	readers -> core/data -> measures -> core/engine -> core/output -> core/help -> core/commands
#
#   over the floors core/base, core/stats and core/options, or against the order of the rooms inside
#   core/stats and core/engine; a command includes no other command;
# - files include each other in a circle, or rooms do, a room being x.c and x.h, or folders do;
# - core/options, core/engine, core/output, core/help or a command names argp, stdout or stderr, or prints or
#   exits in another way: only core/main, core/library and core/packaging may.
#
# Each layer may include itself and what is listed here. A file belongs to the layer with the longest
# name that its path begins with.

BEGIN {
	below = ""
	layer_above("core/base")
	layer_above("core/stats")
	allowed["readers"] = "core/base"
	below = below " readers"
	layer_above("core/data")
	allowed["measures"] = "core/base core/stats core/data"
	below = below " measures"
	allowed["core/options"] = "core/base core/stats"
	below = below " core/options"
	layer_above("core/engine")
	layer_above("core/output")
	layer_above("core/help")
	layer_above("core/commands")
	layer_above("core/main")
	allowed["core/library"] = allowed["core/packaging"] = allowed["core/main"]
	allowed["core/python"] = "core/library"

	# from below; a room also sees what those that it is listed with see
	room("core/stats", "numeric", "")
	room("core/stats", "random", "numeric")
	room("core/stats", "distribution", "numeric")
	room("core/stats", "sampling", "random")
	room("core/stats", "ranking", "sampling")
	room("core/stats", "interval", "distribution random")
	room("core/stats", "regression", "distribution sampling")
	room("core/stats", "learnt_prior", "distribution random")
	room("core/stats", "topics", "interval")
	room("core/stats", "goutte_gaussier", "distribution random")
	room("core/stats", "two_runs", "interval")
	room("core/stats", "carterette_smucker", "numeric")
	room("core/stats", "coverage", "interval")
	room("core/stats", "planning", "coverage carterette_smucker two_runs sampling")
	room("core/stats", "stopping", "distribution")

	room("core/engine", "shard", "")
	room("core/engine", "request", "")
	room("core/engine", "bounds", "")
	room("core/engine", "evaluate", "shard request bounds")
	room("core/engine", "compare", "evaluate")
	room("core/engine", "pilot", "")
	room("core/engine", "stop", "")

	silent = "stdout|stderr|argp[a-z_]*|v?printf|puts|putchar|perror|exit|_exit|abort"
}

# A layer that may include all that were named before it.
function layer_above(name) {
	allowed[name] = below
	below = below " " name
}

function room(floor, name, others,    part, n, i, all) {
	all = floor " " allowed[floor]
	n = split(others, part, " ")
	for (i = 1; i <= n; i++)
		all = all " " floor "/" part[i] " " allowed[floor "/" part[i]]
	allowed[floor "/" name] = all
	has_rooms[floor] = 1
}

# "" if there is none, or if a folder of a layer with rooms is not among them. A command is a layer of its own.
function layer(path,    name) {
	name = path
	while (sub(/\/[^\/]*$/, "", name)) {
		if (name ~ /^core\/commands\/[^\/]*$/ && !(name in allowed))
			allowed[name] = allowed["core/commands"] " core/commands"
		if (name in allowed)
			return name in has_rooms && path !~ "^" name "/[^/]*$" ? "" : name
	}
	return ""
}

function within(inner, outer) {
	return index(inner "/", outer "/") == 1
}

# A layer in a list means all its rooms, except to the rooms themselves: to them it is what they share.
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

function folder_of(path) {
	sub(/\/[^\/]*$/, "", path)
	return path
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
	here = folder_of(FILENAME)
	there = folder_of(quoted[2])
	if (here != there && !((here, there) in seen)) {
		seen[here, there] = 1
		folders[here] = folders[here] " " there
	}
}

from ~ "^core/(options|engine|output|help|commands)" {
	text = code($0)
	gsub(/"([^"\\]|\\.)*"/, "\"\"", text) # a text may have the word "exit"
	if (match(" " text " ", "[^A-Za-z0-9_](" silent ")[^A-Za-z0-9_]"))
		complain(FILENAME ":" FNR ": " from " must not name " substr(" " text " ", RSTART + 1, RLENGTH - 2))
}

# Depth first; what is met again while it is still open closes a circle. `next_of` is one of the three graphs.
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
	for (name in folders)
		visit(name, "", folders, folder_state, "folders")
	if (broken)
		exit 1
	print "layers: " files " files, all includes follow the data flow"
}
