#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs the examples of a Markdown document in the current folder and compares what they print.
#
#	sh tests/support/run_examples.sh [-a | -t] DOCUMENT
#
# An example is a fenced block whose first word is `sh`, followed by one whose first word is
# `output`: what the commands print, standard output and standard error together, byte for byte.
# Each block is run by a shell of its own, with `strat_eval` found through PATH. Blocks of any other
# kind are for the reader only.
#
# With -a the document is followed to the letter: `sh` blocks without output are run as well and must
# succeed, and a block that begins with ```LANGUAGE file=NAME is written to the file NAME.
#
# With -t the document is a test, and what is said of it is TAP.
set -eu

if [ "$1" = -t ]; then
	echo 1..1
	if said=$(sh "$0" "$2" 2>&1); then
		echo "ok 1 the examples print what stands there: $said"
		exit 0
	fi
	echo "not ok 1 the examples of $2 print what stands there"
	printf '%s\n' "$said" | sed 's/^/# /'
	exit 1
fi

all=0
if [ "$1" = -a ]; then
	all=1
	shift
fi
document=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR="$work" # of examples that make folders

# Cuts the document into $work/NUMBER.body and a list of steps: NUMBER KIND LINE NAME.
awk -v work="$work" '
	!inside && /^```/ {
		inside = 1
		count++
		kind = substr($1, 4)
		name = "-"
		for (i = 2; i <= NF; i++)
			if (sub(/^file=/, "", $i))
				name = $i
		body = work "/" count ".body"
		printf "" > body
		print count, (kind == "" ? "-" : kind), NR, name > (work "/steps")
		next
	}
	inside && /^```$/ { inside = 0; close(body); next }
	inside { print > body }
	END { if (inside) { print "a block is not closed" > "/dev/stderr"; exit 1 } }
' "$document"

fail() {
	printf '%s:%s: %s\n' "$document" "$1" "$2" >&2
	exit 1
}

examples=0
waiting=   # number of a sh block that has not been run yet
while read -r number kind line name; do
	if [ -n "$waiting" ]; then
		if [ "$kind" = output ]; then
			sh "$work/$waiting.body" </dev/null >"$work/actual" 2>&1 || true
			if ! diff -u "$work/$number.body" "$work/actual" >"$work/difference"; then
				cat "$work/difference" >&2
				fail "$waiting_line" "the output differs (- document, + program)"
			fi
			examples=$((examples + 1))
		elif [ $all = 1 ]; then
			sh -e "$work/$waiting.body" </dev/null >"$work/actual" 2>&1 ||
				{ cat "$work/actual" >&2; fail "$waiting_line" "the command fails"; }
		fi
		waiting=
	elif [ "$kind" = output ]; then
		fail "$line" "output without a command"
	fi
	if [ "$kind" = sh ]; then
		waiting=$number
		waiting_line=$line
	elif [ "$name" != - ] && [ $all = 1 ]; then
		cp "$work/$number.body" "$name"
	fi
done <<EOF
$(cat "$work/steps" 2>/dev/null || true)
0 end 0 -
EOF
echo "$document: $examples examples"
