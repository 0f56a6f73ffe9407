#!/bin/sh
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# fuzz_target.sh FOLDER SECONDS NAME: one program of FOLDER, fuzz_NAME, on what it begins with, for that long; or fuzz_commands on the
# command NAME. FOLDER/commands has the files of the list. One input may take five minutes, on a machine that does much else; what a
# reader may take of CPU is in cost.h. What was printed is in FOLDER/NAME.log.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
folder=$(cd "$1" && pwd) seconds=$2 name=$3 program=$1/fuzz_$3 seeds=$folder/seeds/$3
corpus=$folder/corpus/$name log=$folder/$name.log quiet=
mkdir -p "$corpus"
case $name in
lines | readers | scores | tables | evaluate | library) seeds=$here/seeds ;;
workbook) sh "$here/workbook_seeds.sh" "$seeds" ;;
page) quiet=3 && sh "$here/page_seeds.sh" "$folder/commands" "$seeds" ;;
*)
	program=$1/fuzz_commands quiet=3
	sh "$here/command_seeds.sh" "${name#command-}" "$folder/commands" "$seeds"
	export FUZZ_COMMAND="${name#command-}"
	;;
esac
"$program" ${quiet:+-close_fd_mask=$quiet} -timeout=300 -max_total_time="$seconds" -print_final_stats=1 -verbosity=0 \
	-artifact_prefix="$folder/$name-" "$corpus" "$seeds" >"$log" 2>&1 || {
	echo "fuzz: $name: see $log" >&2
	tail -n 40 "$log" >&2
	exit 255 # xargs begins no other
}
echo "fuzz: $name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs in $seconds s, none fails"
