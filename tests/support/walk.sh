#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# walk.sh PROGRAM FILE (make walk): writes doc/walk.md, the frames of three calls with file, function and the first
# sentence of the comment above the function, or above its declaration. PROGRAM as for frames.sh.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
program=$(realpath "$1")
out=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$work/seen"
STRAT_EVAL=$program sh "$root/tests/battery_files.sh" "$work/files" 2>/dev/null
cd "$root"

# The first sentence of the comment that ends on the line before the one that matches.
sentence() # PATTERN FILE...
{
	pattern=$1
	shift
	awk -v pattern="$pattern" '
		FNR == 1 { text = ""; inside = 0 }
		$0 ~ pattern && text != "" { print text; exit }
		/^\/\*/ { text = ""; inside = 1 }
		inside { line = $0; gsub(/^ ?\/?\*+\/?|\*\/$/, "", line); sub(/^[ \t]+/, "", line); text = text (text != "" && line != "" ? " " : "") line }
		/\*\// { inside = 0; next }
		!inside && !/^(const |static |struct |enum |int |bool |void |double |size_t |__|	|$)/ { text = "" }
		/^}/ || /;$/ { text = "" }' "$@" /dev/null | sed 's/\([.;:]\) .*/\1/; s/[;:]$/./; s/ *$//'
}

way() # TITLE FUNCTION ARGUMENT...
{
	title=$1 function=$2
	shift 2
	printf '\n## %s\n\n`strat_eval %s`\n\n| file | function | what it is for |\n|---|---|---|\n' "$title" "$*"
	(cd "$work/files" && sh "$root/tests/support/frames.sh" "$program" "$function" "$@") >"$work/frames"
	while read -r file line name; do
		said=$(sentence "^[a-z_].*[ *]$name[(]" "$file")
		[ -n "$said" ] || said=$(sentence "^[a-z_].*[ *]$name[(]" $(grep -lE "[ *]$name\(" $(find core measures readers -name '*.h') /dev/null))
		case $name in map) said=${said:-Computes the number.} ;; esac
		grep -qxF "$file $name" "$work/seen" && said=
		echo "$file $name" >>"$work/seen"
		echo "| \`$file\` | \`$name\` | $said |"
	done <"$work/frames"
}

{
	cat <<'END'
<!-- SPDX-FileCopyrightText: strat_eval developers -->
<!-- SPDX-License-Identifier: GPL-3.0-or-later -->

# Three ways through the program

*For new readers of the source. `make walk` writes this page from traced calls.*

Each table is a stack, from `main` to the function that computes the number, or the prior of an interval. To stop on the
first: `gdb --args ./strat_eval --jobs=1 -m map QRELS RUN`, then `break score_topic` (the macro `MEASURE_VALUE` defines
`map`). A function is explained once. Not on the stacks: `run_request_read()` reads the judgments, `join_topic()` ranks
documents, and strata come from `design_build()` (judgments) and `validation_design_of()` (counts).
END
	way 'A measure of a ranking' '^measures/.* map$' --jobs=1 -m map qrels alpha.run
	way 'An interval of a sample' ' spread_prior$' --jobs=1 -R table -m est_recall --ci two.csv
	way 'A validation from counts' ' spread_prior$' validate --produced=200:40:30 --null=1000:100:2
} >"$work/walk.md"
mv "$work/walk.md" "$out"
