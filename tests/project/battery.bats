#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# battery.sh sees what differs between two programs, and nothing else; battery.txt has a line for every option.

load ../support/helper

battery=$ROOT/tests/battery.sh
export BATTERY=lines

# A program that differs from strat_eval: the shell commands stand in place of its call, "$program" "$@".
other_program() # COMMANDS
{
	printf '#!/bin/bash\nset -o pipefail\nprogram=%q\n%s\n' "$STRAT_EVAL" "$1" >other
	chmod +x other
}

@test "battery.sh: a program does not differ from itself" {
	cat >lines <<'END'
# Comments are no lines

-q qrels alpha.run
qrels nothing
merge plain.1 plain.2
sample --size=2 alpha.run
-m map --ci --plot=plot.svg qrels - <beta.run
END
	run "$battery" "$STRAT_EVAL" "$STRAT_EVAL"
	assert_success
	assert_output '5 lines: 5 equal, 0 different, 0 skipped for want of data'
	run "$battery" "$STRAT_EVAL" "$STRAT_EVAL" '^(merge|sample) '
	assert_success
	assert_output '2 lines: 2 equal, 0 different, 0 skipped for want of data'
}

@test "battery.sh: a digit on standard output, a word on standard error, a status, a file that differ" {
	printf '%s\n' '-m map qrels alpha.run' '-m P.5 qrels alpha.run' 'qrels nothing' 'qrels neither' \
		'plan elusion --null=500 --elusion=0.01 --bound=0.05 --write-allocation=written.csv' \
		'plan elusion --null=600 --elusion=0.01 --bound=0.05 --write-allocation=written.csv' >lines
	other_program 'case $* in
		*map*) "$program" "$@" | sed "/^map/s/.\$/x/" ;;
		*nothing) { "$program" "$@" 2>&1 >&3 | sed s/cannot/can_not/ >&2; } 3>&1 ;;
		*neither) "$program" "$@" || exit $(($? + 1)) ;;
		*=500*) "$program" "$@" && echo >>written.csv ;;
		*=600*) "$program" "$@" && rm -f written.csv ;;
		*) "$program" "$@" ;;
		esac'
	run "$battery" "$STRAT_EVAL" ./other
	assert_failure 1
	assert_line '== line 1: strat_eval -m map qrels alpha.run'
	assert_line --regexp '^> map .*x$'
	assert_line '== line 3: strat_eval qrels nothing'
	assert_line '== line 4: strat_eval qrels neither'
	assert_line --regexp '^== line 5: strat_eval plan elusion '
	assert_line 'Only in old/6/written: written.csv'
	assert_line '6 lines: 1 equal, 5 different, 0 skipped for want of data'
}

@test "battery.sh: another version number does not count, the numbers beside it do" {
	version=$("$STRAT_EVAL" --version | awk 'NR == 1 { print $NF }')
	printf '%s\n' --version '-m map qrels alpha.run' 'sample --size=2 alpha.run' >lines
	other_program "\"\$program\" \"\$@\" | sed 's/${version//./\\.}/9.8.7/; s/seed 1\$/seed 2/'"
	run "$battery" "$STRAT_EVAL" ./other
	assert_failure 1
	assert_line '== line 3: strat_eval sample --size=2 alpha.run'
	assert_line '3 lines: 2 equal, 1 different, 0 skipped for want of data'
}

@test "battery.sh: lines without their data are skipped, and nothing to compare is no success" {
	mkdir -p data/here
	cp "$ROOT/qrels-samples/tiny/qrels" data/here/
	printf '%s\n' 'data/here/qrels alpha.run' 'data/away/qrels alpha.run' 'compare --scores=data/away/x.csv' >lines
	STRAT_EVAL_DATA=data run "$battery" "$STRAT_EVAL" "$STRAT_EVAL"
	assert_success
	assert_output '3 lines: 1 equal, 0 different, 2 skipped for want of data'
	run "$battery" "$STRAT_EVAL" "$STRAT_EVAL" nowhere
	assert_failure 2
	assert_output "battery.sh: no line matches 'nowhere'"
	run "$battery" "$STRAT_EVAL" ./nothing
	assert_failure 2
	assert_output 'battery.sh: ./nothing: this program cannot be run'
	run "$battery" "$STRAT_EVAL"
	assert_failure 2
}

# Prints the options of commands that stand in no line of a battery.
missing_pairs() # BATTERY
{
	perl "$ROOT/tests/support/battery_pairs.pl" completions "$1"
}

@test "battery.txt: every option of every command and of every question of plan and simulate stands in a line" {
	cp "$BUILD/completion/strat_eval.fish" completions
	run missing_pairs "$ROOT/tests/battery.txt"
	assert_success
	assert_output ''

	# a new option, a new question, and an option whose only line goes are noticed
	cat >>completions <<'END'
complete -c strat_eval -n '__strat_eval_is "plan recall"' -s z -l zeal -d 'x'
complete -c strat_eval -n '__strat_eval_is "plan zeal"' -s h -l help -d 'x'
END
	{ cat "$ROOT/tests/battery.txt" && echo 'plan precision -z --zeal=3'; } >lines
	run missing_pairs lines
	assert_output 'plan recall --zeal
plan zeal --help'
	{ cat lines && printf '%s\n' 'plan zeal -h' '-m map qrels alpha.run; strat_eval plan recall -z 3'; } >more
	run missing_pairs more
	assert_output ''
	sed 's, --rbo-p=[^ ]*,,' more >fewer
	run missing_pairs fewer
	assert_output 'agree --rbo-p'

	# help of an option is not its use, and tables that are not understood are no success
	{ cat lines && printf '%s\n' 'plan zeal -h' 'plan recall --help -z'; } >help
	run missing_pairs help
	assert_output 'plan recall --zeal'
	echo >completions
	run missing_pairs lines
	assert_failure
}
