#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# wasi.sh PROGRAM MODULE PAGE FOLDER [PATTERN]: the lines of battery.txt by PROGRAM and, in node, by MODULE; and that PAGE, the
# module for the page, is small enough and has its commands. FOLDER is made anew.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
program=$(realpath "$1")
module=$2 page=$3 folder=$4

node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 18 ? 1 : 0)' 2>/dev/null || {
	echo "wasm-test: skipped: needs node 18 or later"
	exit 0
}
size=$(gzip -9c "$page" | wc -c)
echo "$page: $(wc -c <"$page") bytes, $size as gzip"
[ "$size" -le 660000 ] || { echo "wasm-test: too large for a page of 1 MB" >&2; exit 1; }
# The flag is for node 18; later ones do not need it.
run()
{
	node --no-warnings --experimental-wasi-unstable-preview1 "$@"
}
rm -rf "$folder" && mkdir -p "$folder"
folder=$(realpath "$folder") # shards name their inputs by it
STRAT_EVAL=$program sh "$here/../battery_files.sh" "$folder"
data=$(realpath -m "${STRAT_EVAL_DATA:-$here/../../../shared/data}")
# A line of each command that the page has.
printf '%s\n' '-m map qrels alpha.run' 'validate --null=1000:100:2' 'compare -m map qrels alpha.run beta.run' \
	'plan elusion --null=500 --elusion=0.01 --bound=0.05' 'stop -N 60 review.csv' >"$folder/page.lines"
run "$here/battery.mjs" "$page" "$program" "$folder" "$data" "$folder/page.lines"
run "$here/battery.mjs" "$module" "$program" "$folder" "$data" "$here/../battery.txt" ${5+"$5"}
