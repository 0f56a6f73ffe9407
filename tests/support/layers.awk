# Reads source files and fails where an include goes against the data flow
#
#	readers -> core/data -> measures -> core/cli
#
# over the floors core/base and core/stats, or where headers include each other in a circle.
# Each layer may include itself and what is listed here.

BEGIN {
	allowed["core/base"] = ""
	allowed["core/stats"] = "core/base"
	allowed["readers"] = "core/base"
	allowed["core/data"] = "core/base core/stats readers"
	allowed["measures"] = "core/base core/stats core/data"
	allowed["core/engine"] = "core/base core/stats readers core/data measures"
	allowed["core/cli"] = "core/base core/stats readers core/data measures core/engine"
}

function layer(path,    part) {
	split(path, part, "/")
	return part[1] == "core" ? part[1] "/" part[2] : part[1]
}

function complain(text) {
	print text > "/dev/stderr"
	broken = 1
}

/^[ \t]*#[ \t]*include[ \t]*"/ {
	split($0, quoted, "\"")
	from = layer(FILENAME)
	to = layer(quoted[2])
	if (!(from in allowed))
		complain(FILENAME ":" FNR ": not in a known layer")
	else if (!(to in allowed))
		complain(FILENAME ":" FNR ": includes \"" quoted[2] "\", which is in no layer")
	else if (from != to && index(" " allowed[from] " ", " " to " ") == 0)
		complain(FILENAME ":" FNR ": " from " must not include " to " (\"" quoted[2] "\")")
	includes[FILENAME] = includes[FILENAME] " " quoted[2]
}

# Depth first; a file that is met again while it is still open closes a circle.
function visit(file, trail,    part, n, i) {
	if (state[file] == "done")
		return
	if (state[file] == "open") {
		complain("circle of includes: " trail " -> " file)
		return
	}
	state[file] = "open"
	n = split(includes[file], part, " ")
	for (i = 1; i <= n; i++)
		visit(part[i], trail " -> " file)
	state[file] = "done"
}

END {
	for (file in includes)
		visit(file, "")
	if (broken)
		exit 1
	print "layers: " length(includes) " files, all includes follow the data flow"
}
