# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# What the bats tests share: where things are, and checks that look at output, messages and exit
# status together.

bats_require_minimum_version 1.5.0
# Their own load.bash start a process for each file, before every test: half of what a short test takes.
for library in "${BATS_LIB_PATH%%:*}"/bats-{support,assert}; do
	for file in "$library"/src/*.bash; do
		[ -r "$file" ] || bats_load_library "${library##*/}"
		[ ! -r "$file" ] || source "$file"
	done
done

# The Makefile names all of them; the paths of a call by hand may be relative.
if [ -z "${STRAT_EVAL_ROOT-}" ]; then
	STRAT_EVAL_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
	STRAT_EVAL=$(realpath "${STRAT_EVAL:-$STRAT_EVAL_ROOT/strat_eval}")
	BUILD=$(realpath -m "${BUILD:-$STRAT_EVAL_ROOT/build}")
	STRAT_EVAL_DATA=$(realpath -m "${STRAT_EVAL_DATA:-$STRAT_EVAL_ROOT/../shared/data}")
fi
ROOT=$STRAT_EVAL_ROOT
DATA=$STRAT_EVAL_DATA
REFERENCE=$ROOT/tests/support/reference.pl
TAB=$'\t'
export LC_ALL=C

# bats notes the stack before each command, in case that it fails: up to 40 % of what a test takes. Here it is noted when
# one has failed; what is lost is the line of an `exit`, or of `a && b` at the end of a test.
if [ "${BATS_TRACE_LEVEL:-0}" = 0 ]; then
	bats_debug_trap()
	{
		trap - DEBUG
	}

	bats_error_trap()
	{
		bats_check_status_from_trap
		[ -n "$BATS_DEBUG_LAST_STACK_TRACE_IS_VALID" ] || bats_capture_stack_trace
		BATS_DEBUG_LAST_STACK_TRACE_IS_VALID=1
	}
fi

# File names in messages are then as short as in the tests.
setup()
{
	cd "$BATS_TEST_TMPDIR" || return 1
}

# Skips the test where the real data is not there.
need_data() # FOLDER
{
	[ -d "$DATA/$1" ] || skip "skipped: no real data; STRAT_EVAL_DATA names the folder with $1/"
}

# Skips the test where no PNG or PDF can be made.
need_rsvg()
{
	command -v rsvg-convert >/dev/null || skip "skipped: rsvg-convert is not installed"
}

# From here on the shell commands on standard input are rsvg-convert: they read the SVG.
false_rsvg()
{
	mkdir -p bin
	{ echo '#!/bin/sh'; cat; } >bin/rsvg-convert
	chmod +x bin/rsvg-convert
	PATH=$PWD/bin:$PATH
}

# Without rsvg-convert x.png is refused before any work.
refused_without_rsvg() # ARGUMENT...
{
	mkdir nothing
	exit_status=0
	PATH=$PWD/nothing "$STRAT_EVAL" "$@" --plot=x.png >stdout 2>stderr || exit_status=$?
	assert_equal "$exit_status $(cat stderr stdout)" "2 strat_eval: a picture in PNG or PDF needs the program rsvg-convert, \
which is not installed (Debian's package is librsvg2-bin); SVG needs nothing: --plot=NAME.svg"
	[ ! -e x.png ]
}

# Skips the test in a program with the address sanitizer, which reserves, prints and loads in its own way.
without_sanitizer() # REASON
{
	! grep -q __asan_init "$STRAT_EVAL" || skip "skipped: $1"
}

# How many cases a test has: the first number with `make test-all`, otherwise the second.
cases() # ALL FEW
{
	if [ -n "${TEST_ALL-}" ]; then echo "$1"; else echo "$2"; fi
}

# Skips a test of seconds that repeats others on more cases.
only_with_test_all()
{
	[ -n "${TEST_ALL-}" ] || skip "skipped: TEST_ALL=1 runs it"
}

# A run with the only relevant document of topic i at the i-th of these ranks; 0: no such topic.
ranked() # NAME RANK...
{
	local name=$1 topic=0 rank k
	shift
	for rank in "$@"; do
		topic=$((topic + 1))
		for ((k = 1; k < rank; k++)); do
			echo "$topic Q0 x$k $k $((100 - k)) $name"
		done
		[ "$rank" = 0 ] || echo "$topic Q0 r $rank $((100 - rank)) $name"
	done
}

# Makes files `stdout`, `stderr` and the variable `exit_status` of a call of the program.
evaluate() # ARGUMENT...
{
	exit_status=0
	"$STRAT_EVAL" "$@" >stdout 2>stderr || exit_status=$?
}

# A call that may have no end if something is wrong gets five minutes of CPU, on any machine more than enough. How long it takes
# is no test: `make questions`, `make linear` and `make bench` see to that.
ending() # COMMAND...
{
	(ulimit -t 300 && "$@")
}

# A program of tests/experiments, which prints CSV.
experiment() # NAME KEY=VALUE_OR_FILE...
{
	local name=$1
	shift
	"$BUILD/tests/experiments/$name" "$@"
}

# The same, as `evaluate` does it: what it prints, without the line with its command, goes to stdout.
experimented() # NAME KEY=VALUE_OR_FILE...
{
	exit_status=0
	experiment "$@" >printed 2>stderr || exit_status=$?
	sed 1d printed >stdout
}

# It ends with the status and this message, and prints nothing.
experiment_refuses() # STATUS MESSAGE NAME KEY=VALUE_OR_FILE...
{
	local status=0 wanted=$1 message=$2
	shift 2
	experiment "$@" >stdout 2>stderr || status=$?
	assert_equal "$* -> $status $(cat stderr)" "$* -> $wanted $1: $message"
	[ ! -s stdout ] || fail "$*: standard output is not empty: $(head -3 stdout)"
}

# Reads "name topic value" lines and writes them as trec_eval does: "%-22s\t%s\t%s\n".
trec_lines()
{
	local name topic value
	while read -r name topic value; do
		[ -z "$name" ] || printf '%-22s\t%s\t%s\n' "$name" "$topic" "$value"
	done
}

# Fails where `stdout` is not the file `expected`, byte for byte.
same_output() # WHAT
{
	cmp -s expected stdout || fail "$1: $(diff expected stdout | head -20)"
}

# The call succeeds, says nothing on standard error, and prints the lines that stand on
# the function's standard input as "name topic value".
prints() # ARGUMENT...
{
	trec_lines >expected
	evaluate "$@" </dev/null
	assert_equal "$* -> $exit_status $(cat stderr)" "$* -> 0 "
	same_output "$*"
}

# The same with one warning, and nothing else, on standard error.
warns() # WARNING ARGUMENT...
{
	local warning=$1
	shift
	trec_lines >expected
	evaluate "$@" </dev/null
	assert_equal "$* -> $exit_status $(cat stderr)" "$* -> 0 strat_eval: warning: $warning"
	same_output "$*"
}

# The call ends with the status, gives the message and prints nothing. Wrong usage may be explained
# in further lines; other messages are one line.
refused() # STATUS MESSAGE ARGUMENT...
{
	local status=$1 message=$2 said
	shift 2
	evaluate "$@"
	said=$(cat stderr)
	[ "$status" != 64 ] || said=${said%%$'\n'*}
	assert_equal "$* -> $exit_status $said" "$* -> $status strat_eval: $message"
	[ ! -s stdout ] || fail "$*: standard output is not empty: $(head -3 stdout)"
}

# The same of a command; the message is part of what is said. Wrong usage may be argp's, which names the command.
refused_by() # COMMAND STATUS MESSAGE ARGUMENT...
{
	local command=$1 expected_status=$2 message=$3
	shift 3
	evaluate "$command" "$@"
	assert_equal "$* -> $exit_status" "$* -> $expected_status"
	grep -qF -e "$message" stderr || fail "$*: no '$message' in: $(cat stderr)"
	[ ! -s stdout ] || fail "$*: standard output is not empty: $(head -3 stdout)"
}

# All are finite numbers. awk is not asked: in mawk nan passes comparisons, and '' counts as 0.
numbers() # TEXT...
{
	local number='^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$' text
	for text in "$@"; do
		[[ $text =~ $number ]] || { fail "'$text' is not a number (of: $*)"; return 1; }
	done
}

near() # FOUND EXPECTED TOLERANCE
{
	numbers "$1" "$2" "$3" || return 1
	awk -v f="$1" -v e="$2" -v t="$3" 'BEGIN { d = f - e; exit !(d <= t && -d <= t) }' ||
		fail "expected $2 within $3, found $1"
}

# Each number is less than the next.
rising() # NUMBER NUMBER...
{
	numbers "$@" || return 1
	awk -v list="$*" 'BEGIN { n = split(list, x, " "); for (i = 2; i <= n; i++) if (x[i - 1] + 0 >= x[i] + 0) exit 1 }' ||
		fail "not rising: $*"
}

# Columns of the CSV on standard input, by name, of the lines in which other columns have the values
# given. A column that does not exist is an error.
pick() # COLUMN,... [NAME=VALUE]...
{
	perl -e '
		my ($columns, %want) = (shift, map { split /=/, $_, 2 } @ARGV);
		my $head = "#";
		$head = <STDIN> // "" while $head =~ /^#/; # comments of an experiment
		chomp $head;
		my %at; my @name = split /,/, $head; @at{@name} = 0 .. $#name;
		for (keys %want, split /,/, $columns) { exists $at{$_} or do { print "no column $_\n"; exit 1 } }
		while (<STDIN>) {
			chomp; my @f = split /,/, $_, -1;
			next if grep { $f[$at{$_}] ne $want{$_} } keys %want;
			print join(",", map { $f[$at{$_}] } split /,/, $columns), "\n";
		}' "$@"
}

# Sum of the whole numbers on standard input, one a line.
total()
{
	awk '{ sum += $1 } END { printf "%d\n", sum }'
}

# As `prints`, without the blanks that fill a column.
shows() # ARGUMENT...
{
	cat >expected
	evaluate "$@" </dev/null
	assert_equal "$* -> $exit_status $(cat stderr)" "$* -> 0 "
	awk '{ print $1, $2, $3 }' stdout >shown
	cmp -s expected shown || fail "$*: $(diff expected shown)"
}

# `stdout` has the same lines as the file; real numbers may differ by the tolerance.
agrees_with() # FILE TOLERANCE
{
	perl "$ROOT/tests/support/same_values.pl" "$2" "$1" stdout
}

# A copy of the sources, without the tests, for a make that knows nothing of the one that runs this. It
# has what was compiled here, unless all is tested: then it is built from nothing.
copy_of_the_sources()
{
	mkdir "$BATS_TEST_TMPDIR/source"
	cp -rp "$ROOT"/{Makefile,core,measures,readers,doc,qrels-samples} "$BATS_TEST_TMPDIR/source"
	if [ -z "${TEST_ALL-}" ]; then
		mkdir "$BATS_TEST_TMPDIR/source/build"
		(cd "$BUILD" && cp -rp flags registry.* core measures readers "$BATS_TEST_TMPDIR/source/build")
	fi
	cd "$BATS_TEST_TMPDIR/source"
	unset BUILD PROGRAM PREFIX DESTDIR SANITIZE OPTIMIZE CFLAGS LDFLAGS # not CC, or all would be compiled again
	unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
}

# Makes goals with what is built already. Names are from the source folder, since make divides them at blanks.
make_built() # GOAL_OR_VARIABLE...
{
	local program build
	program=$(realpath -m --relative-to="$ROOT" "$STRAT_EVAL") build=$(realpath -m --relative-to="$ROOT" "$BUILD")
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -C "$ROOT" --no-print-directory -o "$program" -o "$build/flags" \
		-o "$build/registry.c" PROGRAM="$program" BUILD="$build" "$@"
}
