#!/bin/bash
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The work of action.yml: compares runs with a baseline, and ends with the exit status of the gate.
#
# Reads GATE_JUDGMENTS, GATE_BASELINE, GATE_RUNS, GATE_MEASURES, GATE_MARGIN, GATE_OPTIONS, GATE_PROGRAM and GATE_SHA256, which
# action.yml explains. Writes status, verdict and report to GITHUB_OUTPUT, and the report to GITHUB_STEP_SUMMARY. Values reach the program as words:
# no shell reads them again.
set -euo pipefail

top=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/strat_eval.XXXXXX")
report=$folder/gate.md

stop()
{
	echo "strat_eval gate: $1" >&2
	{ echo "status=64"; echo "verdict=error"; } >>"$GITHUB_OUTPUT"
	exit 64
}

program=${GATE_PROGRAM:-}
case $program in
'')
	make -C "$top" -j2 strat_eval >&2
	program=$top/strat_eval
	;;
http://* | https://*)
	[ -n "${GATE_SHA256:-}" ] || stop 'a program from an address needs its sha256'
	curl -fsSL -o "$folder/strat_eval" "$program" || stop "cannot fetch $program"
	program=$folder/strat_eval
	;;
esac
if [ -n "${GATE_SHA256:-}" ]; then
	echo "$GATE_SHA256  $program" | sha256sum --check --status || stop "$program does not have the SHA-256 $GATE_SHA256"
fi
[ "$program" != "$folder/strat_eval" ] || chmod +x "$program"

read -r -d '' -a runs <<<"$GATE_RUNS" || true
read -r -d '' -a options <<<"$GATE_OPTIONS" || true
measures=()
for measure in $GATE_MEASURES; do measures+=(-m "$measure"); done

baseline=(--baseline="$GATE_BASELINE")
# scores of an earlier call are no run
head -c 99 "$GATE_BASELINE" 2>/dev/null | grep -aq '{"record":"provenance"' || runs=("$GATE_BASELINE" "${runs[@]}")
status=0
"$program" compare --format=markdown --gate="$GATE_MARGIN" "${baseline[@]}" "${measures[@]}" "${options[@]}" \
	"$GATE_JUDGMENTS" "${runs[@]}" >"$report" || status=$?
verdict=$(sed -n 's/^## Gate: //p' "$report" | head -1)
{
	echo "status=$status"
	echo "verdict=${verdict:-error}"
	echo "report=$report"
} >>"$GITHUB_OUTPUT"
cat "$report" >>"$GITHUB_STEP_SUMMARY"
exit "$status"
