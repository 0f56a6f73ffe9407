#!/usr/bin/env bash
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# mutants.sh N SEED [FILE...] - would the tests notice a fault?
#
# Makes N random mutants of C files, each with one small change in one line: another comparison, a lost error, a
# statement left out. Each is built in a copy of the sources under build/mutants, and the tests of its folder are
# run. Prints which survive, and counts. Without FILES those are taken that differ from the commit MUTANTS_SINCE
# (default: the first parent of this one). A mutant that does not compile, or makes the same program, is replaced
# by another. MUTANTS_SECONDS limits a test (default 300): a mutant that takes longer is counted apart. The tests
# that killed mutants must pass without one, which is tried at the end; else exit status 2. MUTANTS_ALL=1 also prints
# those that are killed, and by what; MUTANTS_TESTS names tests to run in place of those of the folder.
set -eu

[ $# -ge 2 ] || { echo "Usage: tests/mutants.sh N SEED [FILE...]" >&2; exit 64; }
count=$1 seed=$2
shift 2
cd "$(dirname "$0")/.."
if [ $# = 0 ]; then
	# shellcheck disable=SC2046 # names of sources have no blanks
	set -- $(git diff --name-only --diff-filter=d "${MUTANTS_SINCE:-HEAD~1}" -- 'core/*.c' 'measures/*.c' 'readers/*.c')
fi
[ $# -gt 0 ] || { echo "mutants.sh: no C file has changed; name some" >&2; exit 64; }

tree=$PWD/build/mutants/tree
export STRAT_EVAL_DATA="${STRAT_EVAL_DATA:-$(realpath -m ../shared/data)}"
mkdir -p "$tree"
# The first time dates are kept, as objects are copied too; later what differs gets a new one, to be built again.
dates=
[ -e "$tree/build" ] || dates=-p
git ls-files | while read -r source; do
	cmp -s "$source" "$tree/$source" || cp $dates --parents "$source" "$tree"
done
# What is built already need not be built again.
if [ ! -e "$tree/build" ] && [ -e build/flags ]; then
	mkdir "$tree/build"
	cp -rp build/core build/measures build/readers build/flags build/registry.* build/page.* "$tree/build"
fi
cd "$tree"
build() # GOAL...
{
	make -s -j"$(nproc)" BUILD=build WERROR=1 "$@" >build.log 2>&1
}
build strat_eval library manuals build/objects.a || { cat build.log >&2; exit 2; }
cp strat_eval original.program

# The tests in the folder of a source under tests/, or in the nearest one above it that has some: first those that are
# called like it, then programs, then the others. What the engine does for a command is tested by that command, too, and
# what it does for all, and data, by evaluate; measures also by the tests of all measures.
tests_of() # FILE
{
	local folder command= found= name
	[ -z "${MUTANTS_TESTS-}" ] || { echo "$MUTANTS_TESTS"; return; }
	folder=tests/$(dirname "$1")
	name=$(basename "$1" .c)
	case $1 in
	core/engine/*/* | measures/compare/*) command=tests/core/commands/$(basename "$folder") ;;
	measures/*) command=tests/measures ;;
	esac
	case $1 in core/engine/* | core/data/*) [ -d "$command" ] || command=tests/core/commands/evaluate ;; esac
	[ -d "$folder" ] || [ -z "$command" ] || folder=$command
	while [ "$folder" != tests ]; do
		found=$(find "$folder" ${command:+"$command"} -name 'test_*.c' -o -name '*.bats' 2>/dev/null | sort -u | sort -t . -k 2r)
		[ -z "$found" ] || break
		folder=$(dirname "$folder")
	done
	echo "$found" | grep -e "${name%%_*}" || true
	echo "$found" | grep -v -e "${name%%_*}" || true
}

# 124: it takes too long; else not 0: it fails.
run_test() # TEST
{
	local program
	export STRAT_EVAL_ROOT=$tree STRAT_EVAL=$tree/strat_eval BUILD=$tree/build
	case $1 in
	*.bats) program="bats $1" ;;
	*)
		program=build/${1%.c}
		build build/objects.a "$program" || { cat build.log >&2; exit 2; }
		;;
	esac
	case $1 in *.bats | tests/core/library/*) build library || { cat build.log >&2; exit 2; } ;; esac
	# shellcheck disable=SC2086 # a program and its argument
	timeout "${MUTANTS_SECONDS:-300}" $program </dev/null >test.log 2>&1
}

# The first test of a file that does not pass, if any, in `failed`; returns what run_test returns.
tests_pass() # FILE
{
	local test status
	failed=
	for test in $(tests_of "$1"); do
		status=0
		run_test "$test" || status=$?
		[ $status = 0 ] || { failed=$test; return $status; }
	done
}

restore()
{
	[ ! -e original.c ] || mv original.c "$file"
	touch "$file" # newer than the objects of the mutant
}
trap 'restore; exit 130' INT TERM

made=0 killed=0 slow=0 try=0 killers=
while [ "$made" -lt "$count" ] && [ "$try" -lt $((20 * count)) ]; do
	try=$((try + 1))
	# One change, chosen by the seed and the number of the try: prints file, line and the line as it was.
	changed=$(perl - "$seed" "$try" "$@" <<-'PERL'
		my ($seed, $try, @file) = @ARGV;
		srand($seed * 100003 + $try);
		my @change = (
			[qr/(?<![<>=!-])<(?![<=])/, '<='], [qr/(?<![<>=-])>(?![>=])/, '>='], [qr/<=/, '<'], [qr/>=/, '>'],
			[qr/==/, '!='], [qr/!=/, '=='], [qr/&&/, '||'], [qr/\|\|/, '&&'], [qr/ \+ /, ' - '], [qr/ - /, ' + '],
			[qr/ \* /, ' / '], [qr/ \/ /, ' * '], [qr/\breturn -1;/, 'return 0;'], [qr/\btrue\b/, 'false'],
			[qr/\bfalse\b/, 'true'], [qr/\b0\b(?!\.)/, '1'], [qr/\b1\b(?!\.)/, '2'], [qr/!(?==)?(?=\w)/, ''],
			[qr/^(\t+)[^\t{}]*[^{}]= .*;$/, '$1;'], [qr/\+\+/, '--']);
		for (1 .. 1000) {
			my $file = $file[rand @file];
			open(my $in, '<', $file) or next;
			my @line = <$in>;
			my $n = int(rand @line);
			my $old = $line[$n];
			next if $old =~ m{^[#/ *]|^\s*/?\*|^\w|^\s*"|err_|\bstatic\b};
			my ($from, $to) = @{$change[rand @change]};
			my @at;
			push @at, [$-[0], $+[0], $1] while $old =~ /$from/g;
			next unless @at;
			my ($begin, $end, $first) = @{$at[rand @at]};
			$to = "$first;" if $to eq '$1;';
			substr($line[$n], $begin, $end - $begin) = $to;
			open(my $out, '>', "$file.mutant") or die;
			print $out @line;
			chomp(my ($before, $after) = ($old, $line[$n]));
			s/^\s+// for $before, $after;
			print "$file\n$file:" . ($n + 1) . ": $before  ->  $after\n";
			exit;
		}
		die "no line to change\n";
	PERL
	)
	file=${changed%%$'\n'*} what=${changed#*$'\n'}
	cp "$file" original.c
	mv "$file.mutant" "$file"
	if build strat_eval && ! cmp -s strat_eval original.program; then
		made=$((made + 1))
		status=0
		tests_pass "$file" || status=$?
		case $status in
		0) echo "survives: $what" ;;
		124)
			slow=$((slow + 1))
			echo "takes too long: $what"
			;;
		*)
			killed=$((killed + 1))
			killers="$killers $failed"
			[ -z "${MUTANTS_ALL-}" ] || echo "killed: $what  ($failed)"
			;;
		esac
	fi
	restore
done
build strat_eval library build/objects.a
MUTANTS_SECONDS=$((4 * ${MUTANTS_SECONDS:-300})) # slow, with other work beside it, is no failure
for test in $(echo "$killers" | tr ' ' '\n' | sort -u); do
	run_test "$test" || { echo "mutants.sh: $test does not pass without a mutant" >&2; exit 2; }
done
echo "$killed of $made mutants killed, $slow took too long (seed $seed)"
