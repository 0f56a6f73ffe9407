# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# A command is one folder: the program can be built without any one of them, and the others answer as before.

load ../support/helper

# The first line of the command in the list of command lines; merge gets shards of another command than the one
# that is left out. `evaluate` has no word.
line_of() # COMMAND LEFT-OUT
{
	grep "^$1 " "$ROOT/tests/commands/list.txt" | { [ "$1-$2" != merge-evaluate ] && cat || grep simulated; } |
		head -n 1 | sed 's/^evaluate //; s/\([ =]\)[@~]/\1/g'
}

# Standard output and exit status.
answer() # PROGRAM LINE
{
	local status=0
	# shellcheck disable=SC2086 # the line is words
	"$1" $2 2>&1 </dev/null || status=$?
	echo "exit $status"
}

# A program without the command says so, and its help does not know it.
unknown() # COMMAND
{
	if [ "$1" = evaluate ]; then
		run "../without-$1" qrels alpha.run
		assert_failure 64
		assert_output "strat_eval: 'qrels' is not a command of this program (help lists them)"
		return
	fi
	run "../without-$1" "$1" --jobs=1 qrels alpha.run
	assert_failure 64
	assert_output "strat_eval: this program was built without the command '$1'"
	run "../without-$1" help
	refute_line --regexp "^  $1 "
	assert_line --regexp '^  help '
}

# All with `make test-all`, otherwise three of them.
@test "the program links without each command, does not know it, and the others answer as before" {
	local commands command left_out other line
	commands=$(ls "$ROOT/core/commands")
	left_out=$(cases "$commands" 'evaluate simulate stop')
	sh "$ROOT/tests/commands/files.sh" files
	# The objects are those of the whole program; only the registry is another one.
	# shellcheck disable=SC2086 # names
	printf '%s\n' $left_out | xargs -P "$(nproc)" -I '{}' make -s -C "$ROOT" \
		BUILD="$(realpath -m --relative-to="$ROOT" "$BUILD")" \
		WITHOUT='{}' PROGRAM="$BATS_TEST_TMPDIR/without-{}" >made 2>&1 || fail "$(cat made)"
	cd files
	for other in $commands; do
		answer "$STRAT_EVAL" "$(line_of "$other" none)" >"$other.whole"
		grep -qx 'exit 0' "$other.whole" || fail "$other: $(cat "$other.whole")"
	done
	answer "$STRAT_EVAL" "$(line_of merge evaluate)" >simulated.whole
	for command in $left_out; do
		unknown "$command"
		for other in $commands; do
			[ "$other" != "$command" ] || continue
			line=$(line_of "$other" "$command")
			answer "../without-$command" "$line" >found
			[ "$other-$command" = merge-evaluate ] && cp simulated.whole expected || cp "$other.whole" expected
			cmp expected found || fail "without $command: strat_eval $line: $(cat found)"
		done
	done
	# shards of what is left out
	run ../without-simulate merge simulated.1 simulated.2
	assert_failure 1
	assert_output "strat_eval: simulated.1: 'simulate coverage' is not a command that has shards"
}
