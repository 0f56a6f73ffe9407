#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# two_releases.sh OLD [PROGRAM]: what upgrading changes. OLD is a built checkout of another release. Types the calls of its
# README and cookbook into a shell, once with its own program and once with this one, and prints each line that differs
# with the document and the line where the call stands. doc/upgrading.md has all of them.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
old=$(cd "$1" && pwd)
program=$(realpath "${2:-$here/strat_eval}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# type FOLDER PROGRAM DOCUMENT: FOLDER/LINE is what the block at that line prints.
type_all() {
	mkdir -p "$1" "$1.tree" "$work/bin"
	cp -r "$old/qrels-samples" "$old/doc" "$1.tree"
	ln -sf "$2" "$work/bin/strat_eval"
	awk -v to="$1" '
		/^```/ && inside { inside = 0; if (sh) { close(body); printf "(. \"%s\") </dev/null >\"%s/%d\" 2>&1\n", body, to, at } next }
		/^```/ { inside = 1; sh = $1 == "```sh"; at = NR; body = sprintf("%s.%05d.body", to, NR); next }
		inside && sh { print >body }' "$3" >"$1.script"
	(cd "$1.tree" && env -i HOME="$HOME" PATH="$work/bin:$PATH" sh "$1.script")
}

for document in README.md doc/cookbook.md; do
	name=$(basename "$document" .md)
	type_all "$work/$name.old" "$old/strat_eval" "$old/$document"
	type_all "$work/$name.new" "$program" "$old/$document"
	calls=0 differ=0
	for at in $(cd "$work/$name.old" && echo * | tr " " "\n" | sort -n); do
		calls=$((calls + 1))
		# folders made by mktemp have other names each time
		for x in old new; do sed -E 's,/tmp/tmp\.[A-Za-z0-9]+,DIR,g' "$work/$name.$x/$at" >"$work/$x"; done
		cmp -s "$work/old" "$work/new" && continue
		differ=$((differ + 1))
		echo "== $document:$at"
		diff "$work/old" "$work/new" | grep '^[<>]' || true
	done
	echo "$document: $calls calls, $differ with another answer"
done
