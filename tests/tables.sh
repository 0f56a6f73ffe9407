#!/bin/bash
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Prints the tables of the documentation anew: runs the commands that stand above them.
#
#	tests/tables.sh [--quick] [DOCUMENT[:LINE]...]
#
# The commands of a table are a fenced block that begins with ```bash, in doc/*.md and doc/evidence/*.md. The blocks of a
# document are run in order in one folder, so that a later one finds the files of an earlier one; with
# :LINE only the block that begins there. Those that begin with ```bash quick take a second,
# ```bash seconds a few; tests/project/tables.bats compares what they print with the table, the latter with TEST_ALL. `strat_eval` is that of STRAT_EVAL
# or of the top folder; data that is not in the repository comes from STRAT_EVAL_DATA, and a block that needs what is
# not there is skipped. All of it takes hours.
set -euo pipefail

top=$(cd "$(dirname "$0")/.." && pwd)
. "$top/tests/support/data.bash"
quick=0
if [ "${1:-}" = --quick ]; then
	quick=1
	shift
fi
[ $# -gt 0 ] || set -- "$top"/doc/*.md "$top"/doc/evidence/*.md

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
ln -s "${STRAT_EVAL:-$top/strat_eval}" "$folder/bin/strat_eval"
export PATH="$folder/bin:$PATH"

run_block() # DOCUMENT LINE FILE
{
	local lacks
	lacks=$(missing "$3")
	if [ -n "$lacks" ]; then
		echo "== $1:$2 skipped: $lacks is not there"
		return
	fi
	echo "== $1:$2"
	bash -eu "$3" </dev/null
}

for target; do
	document=${target%%:*}
	only=${target#"$document"}
	document=$(cd "$(dirname "$document")" && pwd)/$(basename "$document")
	name=$(basename "$document")
	enter "$folder/$name"
	awk -v prefix=".block" '
		/^```bash/ { file = prefix NR; quick = /quick/ || /seconds/ && ENVIRON["TEST_ALL"] != ""; print NR, file, quick; inside = 1; printf "" >file; next }
		/^```$/ { inside = 0 }
		inside { print >file }' "$document" >.blocks
	while read -r line file is_quick <&3; do
		[ -z "$only" ] || [ "$only" = ":$line" ] || continue
		[ $quick = 0 ] || [ "$is_quick" = 1 ] || continue
		run_block "${document#"$top/"}" "$line" "$PWD/$file"
	done 3<.blocks
done
