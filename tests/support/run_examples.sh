#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Types the examples of a Markdown document, from top to bottom, into one shell, and compares what they print.
#
#	sh tests/support/run_examples.sh [-a | -t] DOCUMENT
#
# An example is a fenced block whose first word is `sh`, followed by one whose first word is
# `output`: what the commands print, standard output and standard error together, byte for byte.
# Blocks of any other kind are for the reader only. The shell has an empty environment, but for HOME and for
# PATH, where `strat_eval` is, and starts in a copy of what documents name: qrels-samples and doc. It ends at a
# variable that is not set: for a stranger $FOLDER/bin would be /bin.
#
# With -a the document is followed to the letter, in the current folder and environment: `sh` blocks without
# output are run as well and must succeed, and a block that begins with ```LANGUAGE file=NAME is written to NAME.
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

# Makes one script of the blocks: the output of each goes to NUMBER.out, its status to NUMBER.status.
awk -v work="$work" -v all=$all '
	function type() {
		printf ". \"%s/%d.body\" </dev/null >\"%s/%d.out\" 2>&1; echo $? >\"%s/%d.status\"\n", work, typed, work, typed, work, typed
		typed = 0
	}
	typed && ($2 == "output" || all) { type() }
	{ typed = 0 }
	$2 == "sh" { typed = $1 }
	$4 != "-" && all { printf "cp \"%s/%d.body\" \"%s\"\n", work, $1, $4 }
	END { if (typed && all) type() }
' "$work/steps" >"$work/script" 2>/dev/null || : >"$work/script"
if [ $all = 1 ]; then
	sh -u "$work/script"
else
	root=$(cd "$(dirname "$0")/../.." && pwd)
	mkdir "$work/copy" "$work/home" "$work/tmp"
	mkdir "$work/copy/tests"
	cp -R "$root/qrels-samples" "$root/doc" "$root/README.md" "$work/copy"
	cp -R "$root/tests/support" "$work/copy/tests"
	[ -z "${BUILD-}" ] || ln -s "$BUILD" "$work/copy/build" # experiments
	(cd "$work/copy" && env -i HOME="$work/home" TMPDIR="$work/tmp" PATH="$PATH" sh -u "$work/script")
fi || true

examples=0
waiting=   # number of a sh block that has not been looked at yet
while read -r number kind line name; do
	if [ -n "$waiting" ]; then
		if [ "$kind" = output ]; then
			[ -e "$work/$waiting.status" ] || fail "$waiting_line" "the shell has ended before or here"
			if ! diff -u "$work/$number.body" "$work/$waiting.out" >"$work/difference"; then
				cat "$work/difference" >&2
				fail "$waiting_line" "the output differs (- document, + program)"
			fi
			examples=$((examples + 1))
		elif [ $all = 1 ] && [ "$(cat "$work/$waiting.status" 2>/dev/null)" != 0 ]; then
			cat "$work/$waiting.out" >&2
			fail "$waiting_line" "the command fails"
		fi
		waiting=
	elif [ "$kind" = output ]; then
		fail "$line" "output without a command"
	fi
	if [ "$kind" = sh ]; then
		waiting=$number
		waiting_line=$line
	fi
done <<EOF
$(cat "$work/steps" 2>/dev/null || true)
0 end 0 -
EOF
echo "$document: $examples examples"
