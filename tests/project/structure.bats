#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The shape of the source: layers, headers, registries.

load ../support/helper

LAYERS=$ROOT/tests/support/layers.awk

# The check of a tree that has only these files. FILE gets the lines of standard input.
tree() # FILE
{
	mkdir -p "$(dirname "$1")"
	cat >"$1"
}

check() # FILE...
{
	awk -f "$LAYERS" "$@"
}

# A file with one include is refused, and the message names it and has the text.
refuses() # FILE INCLUDE [TEXT]
{
	tree "$1" <<<"#include \"$2\""
	run check "$1"
	assert_failure
	assert_output --partial "$1:1: "
	assert_output --partial "${3-must not include}"
}

accepts() # FILE INCLUDE
{
	tree "$1" <<<"#include \"$2\""
	run check "$1"
	assert_success
}

@test "an include against the data flow is refused, one along it is not" {
	refuses core/base/x.c core/data/judgments/names.h
	refuses core/base/x.c core/stats/x.h
	refuses core/stats/interval/x.c readers/input.h
	refuses core/stats/x.h core/data/view.h
	refuses readers/x.c core/data/judgments/names.h
	refuses readers/runs/x.c measures/measure.h
	refuses core/data/x.c measures/measure.h
	refuses core/data/x.c core/engine/request/requests.h
	refuses measures/classic/x.c readers/input.h
	refuses measures/classic/x.c core/engine/request/requests.h
	refuses core/engine/evaluate/x.c core/main/arguments.h
	refuses core/engine/evaluate/x.c core/output/output.h
	refuses core/options/x.c core/engine/request/requests.h
	refuses core/output/x.c core/help/help.h
	refuses core/help/x.c core/commands/plan/plan.h
	refuses core/commands/plan/x.c core/main/terminal.h
	refuses core/base/x.c somewhere/x.h 'in no layer'

	accepts readers/runs/y.c core/base/err.h
	accepts core/data/y.c readers/input.h
	accepts core/data/design/y.c core/stats/sampling/stevens.h
	accepts measures/classic/y.c core/data/view.h
	accepts measures/classic/y.c core/stats/y.h
	accepts measures/classic/y.c core/stats/interval/y.h
	accepts core/engine/evaluate/y.c measures/measure.h
	accepts core/engine/evaluate/y.c readers/input.h
	accepts core/engine/evaluate/y.c core/options/options.h
	accepts core/commands/plan/y.c measures/measure.h
	accepts core/commands/plan/questions/y.c core/commands/plan/map_plan.h
	accepts core/main/y.c core/commands/plan/plan.h
}

@test "a command includes no other command" {
	refuses core/commands/plan/x.c core/commands/simulate/simulate.h
	refuses core/commands/new/x.c core/commands/stop/stop_request.h
	refuses core/commands/plan/questions/x.c core/commands/compare/compare_output.h
}

@test "the rooms of core/engine have an order too" {
	refuses core/engine/shard/x.c core/engine/evaluate/batch.h
	refuses core/engine/request/x.c core/engine/bounds/measure_bounds.h
	refuses core/engine/bounds/x.c core/engine/evaluate/evaluated.h
	refuses core/engine/evaluate/x.c core/engine/compare/run_comparison.h
	accepts core/engine/compare/y.c core/engine/evaluate/batch.h
	accepts core/engine/evaluate/y.c core/engine/request/requests.h
	tree core/engine/closet/x.c <<<'int x;'
	run check core/engine/closet/x.c
	assert_failure
}

@test "a file outside the layers, or in a room of core/stats that has no place, is refused" {
	tree somewhere/x.c <<<'#include "core/base/err.h"'
	run check somewhere/x.c
	assert_failure
	assert_output 'somewhere/x.c: not in a known layer'
	tree core/other/x.c </dev/null
	echo 'int x;' >core/other/x.c
	run check core/other/x.c
	assert_failure
	tree core/stats/closet/x.c <<<'int x;'
	run check core/stats/closet/x.c
	assert_failure
	refuses measures/classic/x.c core/stats/closet/x.h 'in no layer'
}

# ROOM: ROOM... that it may include, and what these may; all others of core/stats are refused.
@test "each room of core/stats includes the rooms below it and no others" {
	local room others other
	local -A sees=()
	while IFS=': ' read -r room others; do
		sees[$room]=$others
		for other in $others; do sees[$room]+=" ${sees[$other]}"; done
	done <<-'END'
		numeric:
		random: numeric
		distribution: numeric
		sampling: random
		ranking: sampling
		interval: distribution random
		regression: distribution sampling
		learnt_prior: distribution random
		topics: interval
		goutte_gaussier: distribution random
		two_runs: interval
		carterette_smucker: numeric
		coverage: interval
		planning: coverage carterette_smucker two_runs sampling
		stopping: distribution
	END
	assert_equal "${#sees[@]} rooms" "$(find "$ROOT/core/stats" -mindepth 1 -maxdepth 1 -type d | wc -l) rooms"
	for room in "${!sees[@]}"; do
		for other in "${!sees[@]}"; do
			if [[ $room == "$other" || " ${sees[$room]} " == *" $other "* ]]; then
				tree "ok/$room/$other.c" <<<"#include \"core/stats/$other/y.h\""
			else
				tree "wrong/$room/$other.c" <<<"#include \"core/stats/$other/y.h\""
			fi
		done
		mkdir -p "core/stats/$room"
		# the floor that they share
		printf '#include "core/%s"\n' stats/stratum.h base/err.h >"core/stats/$room/floor.c"
		mv "ok/$room" "core/stats/$room/methods"
	done
	run check $(find core -name '*.c')
	assert_success
	rm -r core/stats
	mkdir -p core/stats
	mv wrong/* core/stats
	run check $(find core -name '*.c')
	assert_failure
	assert_equal "$(printf '%s\n' "${lines[@]}" | grep -c 'must not include')" "$(find core -name '*.c' | wc -l)"
	refuses core/stats/stratum.h core/stats/numeric/root.h
}

@test "files that include each other in a circle are refused" {
	tree core/base/a.h <<<'#include "core/base/b.h"'
	tree core/base/b.h <<<'#include "core/base/c.h"'
	tree core/base/c.h <<<'int x;'
	run check core/base/?.h
	assert_success
	tree core/base/c.h <<<'#include "core/base/a.h"'
	run awk -f "$LAYERS" core/base/?.h
	assert_failure
	assert_output --partial 'circle of includes: core/base/'
}

@test "rooms that include each other in a circle, by way of their .c files, are refused" {
	tree core/base/a.h <<<'int a;'
	printf '#include "core/base/%s.h"\n' a b | tree core/base/a.c
	tree core/base/b.h <<<'int b;'
	printf '#include "core/base/%s.h"\n' b c | tree core/base/b.c
	tree core/base/c.h <<<'int c;'
	run check core/base/?.[ch]
	assert_success
	tree core/base/c.h <<<'#include "core/base/a.h"'
	run check core/base/?.[ch]
	assert_failure
	assert_output --regexp 'circle of rooms: core/base/. -> core/base/. -> core/base/. -> core/base/.$'
	# a source that includes its own header only is no circle
	rm core/base/[bc].*
	tree core/base/a.c <<<'#include "core/base/a.h"'
	run check core/base/a.c core/base/a.h
	assert_success
}

@test "folders that include each other in a circle are refused" {
	tree core/data/runs/a.h <<<'#include "core/data/judgments/b.h"'
	tree core/data/judgments/b.h <<<'int b;'
	tree core/data/judgments/c.h <<<'int c;'
	tree core/data/runs/d.h <<<'int d;'
	run check core/data/*/?.h
	assert_success
	tree core/data/judgments/c.h <<<'#include "core/data/runs/d.h"'
	run check core/data/*/?.h
	assert_failure
	assert_output --regexp 'circle of folders: core/data/(runs -> core/data/judgments -> core/data/runs|judgments -> core/data/runs -> core/data/judgments)$'
}

@test "core/engine and the commands name no output, no argp and no exit, except in comments" {
	local line
	tree core/engine/evaluate/x.c <<-'END'
		/* not to stdout, nor to stderr
		 * by printf or argp */
		int stdout_like, my_stderr; // stdout
		const char *pattern = "input/*"; /* argp */ int y;
		int n = snprintf(text, size, "'") + fprintf(out, "\"/*");
	END
	run check core/engine/evaluate/x.c
	assert_success
	for line in 'fputs("x", stdout);' 'FILE *f=stderr;' '#include <argp.h>' 'argp_error(state, "x");' 'printf("x");' \
		'/* a */ puts("x"); /* b */' 'char c = '"'\"'"'; exit(1);' $'int x; /* open\nclosed */ perror("x");'; do
		tree core/engine/evaluate/x.c <<<"$line"
		run check core/engine/evaluate/x.c
		assert_failure
		assert_output --partial 'core/engine/evaluate must not name'
		# nor may a command, but what stands at the terminal
		mkdir -p core/commands/plan core/main
		mv core/engine/evaluate/x.c core/commands/plan/x.c
		run check core/commands/plan/x.c
		assert_failure
		assert_output --partial 'core/commands/plan must not name'
		mv core/commands/plan/x.c core/main/x.c
		run check core/main/x.c
		assert_success
	done
}

# Pairs of object files, of which the first calls the second, by their symbols. Registries call through pointers.
calls() # FOLDER
{
	(cd "$1" && find core measures readers -name '*.o' -print0 | xargs -0 nm -A) | awk '
		{ file = $1; sub(/:.*/, "", file); sub(/\.o$/, "", file) }
		$(NF - 1) == "U" { uses[file, $NF] = 1 }
		$(NF - 1) ~ /^[TDRBV]$/ { home[$NF] = file }
		END {
			for (key in uses) {
				split(key, part, SUBSEP)
				if (part[2] in home && home[part[2]] != part[1])
					print part[1], home[part[2]]
			}
		}' | sort -u
}

@test "no file calls another that calls it, whether directly or by way of others" {
	local pairs
	cd "$ROOT"
	pairs=$(calls "$BUILD" | while read -r a b; do
		if [ -f "$a.c" ] && [ -f "$b.c" ]; then echo "$a $b"; fi; done)
	[ "$(wc -l <<<"$pairs")" -gt 1000 ] || fail "only $(wc -l <<<"$pairs") pairs: is the program built?"
	run tsort <<<"$pairs"
	assert_equal "$(grep 'tsort:' <<<"$output")" ''
}

@test "two files that call each other are found" {
	mkdir -p core/x
	echo 'int b(void); int a(void); int a(void) { return b(); }' >core/x/one.c
	echo 'int b(void); int a(void); int b(void) { return a(); }' >core/x/two.c
	mkdir measures readers
	gcc -c -o core/x/one.o core/x/one.c
	gcc -c -o core/x/two.o core/x/two.c
	run tsort <<<"$(calls .)"
	assert_output --partial 'input contains a loop'
}

@test "tests stand in the folders of what they test" {
	local folder
	cd "$ROOT/tests"
	for folder in $(find core readers measures -type d); do
		[ -d "$ROOT/$folder" ] || fail "tests/$folder has tests, but there is no $folder"
	done
	# and are found by make, test_*.c and *.bats, or by pytest, test_*.py: all of them
	run find core readers measures -type f ! -name 'test_*.c' ! -name '*.bats' ! -name 'test_*.py'
	assert_output ''
}

folders()
{
	find core readers measures -name '*.[ch]' | sed 's,/[^/]*$,,' | sort -u
}

# A method's own file has its name; messages and manuals may speak of it.
@test "which method is the default is said in choose.h and choose.c alone" {
	local name names
	cd "$ROOT"
	names=$({ sed -n 's/^#define NAMED_[A-Z_]*[[:blank:]]*"\([a-z-]\{2,\}\)".*/\1/p' core/stats/interval/choose.h
		grep -o '"\(clusters\|ht-jackknife\)"' core/stats/interval/choose.c | tr -d '"'; } | sort -u)
	assert_equal "$(wc -w <<<"$names")" 8
	for name in $names; do
		run grep -rnE --include='*.[ch]' "\"$name\"|[Dd]efault[^\")]*[ (]$name\\b" core measures
		assert_equal "$(grep -vE "^core/stats/interval/choose\.[ch]:|^core/commands/simulate/simulate\.c:|:	\.name = \"$name\",\$|^core/stats/[a-z/_]*methods/" <<<"$output")" ''
	done
}

# Registries may grow: there a file is a unit.
@test "no folder besides the registries has more than 26 source files" {
	local folder count registries
	cd "$ROOT"
	registries=$(registry_folders)
	for folder in $(folders); do
		[[ $'\n'$registries$'\n' != *$'\n'"$folder/*.c"$'\n'* ]] || continue
		count=$(find "$folder" -maxdepth 1 -name '*.c' | wc -l)
		[ "$count" -le 26 ] || fail "$folder has $count source files"
	done
	grep -qxF 'core/stats/interval/methods/*.c' <<<"$registries"
}

# `ls` is the map: what a name means must not depend on its folder. In a registry a file is named after its unit.
@test "no two source files outside the registries have one name, and none has more than 600 lines" {
	local outside
	cd "$ROOT"
	outside=$(find core readers measures -name '*.[ch]' | grep -vxFf <(printf '%s\n' $(registry_folders)))
	[ "$(wc -l <<<"$outside")" -ge 400 ]
	run sort -u <(sed 's,.*/,,' <<<"$outside" | sort | uniq -d)
	assert_output ''
	run awk 'FNR == 601 { print FILENAME }' $outside
	assert_output ''
}

# What there is, as budget.txt names it.
spent()
{
	local help command
	sh tests/support/code_lines.sh . | awk '$2 == "all" || $2 == "tests" { next } { print; all += $1 } $2 ~ /^core\/(data|engine)$/ { both += $1 }
		END { print both, "core/data and core/engine"; print all, "the program" }'
	help=$(for command in '' agree compare merge page sample stop validate plan\ {control,elusion,labels,map,pair,pilot,precision,recall,richness,strata,topics} \
		simulate\ {bootstrap,coverage,sampling}; do "$STRAT_EVAL" $command --help; done
		for command in reading output bounds samples; do "$STRAT_EVAL" help "$command"; done)
	help=$(grep -E '^ +(-[A-Za-z], )?--[A-Za-z]' <<<"$help")
	echo "$(grep -oE -- '--[A-Za-z_-]+' <<<"$(sed -E 's/^ +(-[A-Za-z], )?(--[A-Za-z_-]+).*/\2/' <<<"$help")" | sort -u | wc -l) option names"
	echo "$(wc -l <<<"$help") rows of --help"
	echo "$(cat README.md doc/*.md | awk '{ n += NF } END { print n }') words of documentation" # wc differs by system
}

over_budget() # SPENT BUDGET
{
	awk 'NR == FNR { number = $1; $1 = ""; has[$0] = number; next } /^ *[0-9]/ { number = $1; $1 = ""; seen[$0] = 1
		if (!($0 in has)) print "there is no" $0; else if (has[$0] + 0 > number) print substr($0, 2) ": " has[$0] ", and " number " are allowed" }
		END { for (x in has) if (!(x in seen)) print substr(x, 2) " is not in budget.txt" }' "$1" "$2"
}

@test "nothing is larger than tests/project/budget.txt allows it" {
	cd "$ROOT"
	spent >"$BATS_TEST_TMPDIR/spent"
	run over_budget "$BATS_TEST_TMPDIR/spent" tests/project/budget.txt
	assert_output ''
	# what grows is named, and so is what the budget lacks
	cd "$BATS_TEST_TMPDIR"
	printf '%s\n' '4 a/b' '7 the program' >has
	printf '%s\n' '# comment' '4 a/b' '7 the program' >budget
	run over_budget has budget
	assert_output ''
	sed -i 's/^4/5/; $ a 1 c' has
	run over_budget has budget
	assert_output $'a/b: 5, and 4 are allowed\nc is not in budget.txt'
}

# As the first thing in an item of a list, or in a row of a table.
@test "each folder has its line in doc/design.md" {
	local folder
	cd "$ROOT"
	for folder in $(folders); do
		grep -qE "^ *[-|] *\`$folder/?\`" doc/design.md || fail "$folder/ has no line in doc/design.md"
	done
}

# What an example wrote there must not stay.
@test "the top level of what is committed has what README.md says and no more" {
	local top
	top=$(git -c safe.directory='*' -C "$ROOT" ls-files 2>/dev/null | grep -v '^\.' | cut -d / -f 1 | sort -u | tr '\n' ' ')
	[ -n "$top" ] || skip "this is no git checkout"
	assert_equal "$top" 'CHANGELOG.md CITATION.cff LICENSE LICENSES Makefile README.md action.yml core doc measures qrels-samples readers tests '
}

# Symbols that an object takes from elsewhere.
taken() # OBJECT
{
	nm -u "$BUILD/$1" | awk '{ print $NF }'
}

# Strata from run intersections by uthash, CSV by libcsv, options by argp.
@test "the given parts are used, each in one place" {
	cd "$ROOT"
	# the index of signatures: uthash's macros, expanded, of documents and of cells
	run sh -c '${CC:-cc} -I . -E core/data/design/from_runs.c | grep -c "^# [0-9]* \".*/uthash\.h\""'
	[ "$output" -gt 0 ]
	run grep -cE 'HASH_(FIND|ADD)' core/data/design/from_runs.c
	[ "$output" -ge 4 ]
	assert_equal "$(grep -c UT_hash_handle core/data/design/from_runs.c)" 2
	run grep -rlE '\{ "(runs|pool|labels)", SOURCE_' core
	assert_output core/data/design/design_rules.c
	# the only parser of CSV, and the only one of options
	taken readers/csv_text.o | grep -qx csv_parse
	taken core/main/arguments_glibc.o | grep -qx argp_parse
	run sh -c 'cd "$1" && find core readers measures -name "*.o" -exec nm -uA {} + | grep -wE "csv_parse|argp_parse" | cut -d: -f1 | sort' sh "$BUILD"
	assert_output "$(printf '%s\n' core/main/arguments_glibc.o readers/csv_text.o)"
}

# Facts are made in one place, and the rule of default intervals is asked by one name.
@test "only sample_facts.c and the rule name the facts of a sample" {
	cd "$ROOT"
	run sh -c "grep -rlwE 'FACT_[A-Z_]+' core measures --include='*.[ch]' | sort"
	assert_output "$(printf 'core/stats/interval/%s\n' choose.c sample_facts.c sample_facts.h | sort)"
	run sh -c "grep -rlw interval_rules core measures --include='*.c' | sort"
	assert_output "$(printf '%s\n' core/help/help.c core/stats/interval/choose.c)"
}

# The folders that the Makefile makes registries of, from its own lines: NAME := $(wildcard FOLDER/*.c ...),
# and the commands: core/commands/X/X.c, and the questions that some have.
registry_folders()
{
	find core/commands -path '*/questions/*.c' -o -name '*.c' | grep -E '^core/commands/(([a-z]+)/\2\.c|[a-z]+/questions/)'
	sed -n '/^# A folder is its own registry/,/^C_FILES/p' "$ROOT/Makefile" | grep -oE '[a-z_/*]+/\*\.c'
}

in_registry() # FILE
{
	local symbol=${1%.c}
	symbol=${symbol//[\/-]/_}
	grep -qE "^	&?$symbol,\$" "$BUILD/registry.c" || fail "$1 is not in the registry"
}

@test "every file of the registries' folders is in the registry, and no registry is empty" {
	local file files
	cd "$ROOT"
	# shellcheck disable=SC2046 # the patterns are to be expanded
	files=$(printf '%s\n' $(registry_folders) | sort -u)
	for file in $files; do
		in_registry "$file"
	done
	assert_equal "$(echo "$files" | wc -l)" "$(grep -cE '^	&?[a-z]' "$BUILD/registry.c")"
	assert_equal "$(grep -c '^const struct .*\[\] = {' "$BUILD/registry.c")" "$(grep -c '\$(call registry,' Makefile)"
	run grep -A1 '^const struct .*\[\] = {' "$BUILD/registry.c"
	refute_line --regexp '^	0,'
}

# Whatever ends with a descriptor such as PAIRED_TEST = { ... } is meant to be found.
@test "every file with a descriptor is in the registry, wherever it is" {
	local file count=0
	cd "$ROOT"
	for file in $(grep -rlE '^[A-Z_]+ = \{' --include='*.c' core readers measures); do
		in_registry "$file"
		count=$((count + 1))
	done
	[ "$count" -ge 60 ]
}

# Equal up to rounding is core/base/near.h, and what searches and sums leave out is
# core/stats/numeric/accuracy.h. The others are limits of their own, with a comment on their line or above it.
@test "a tolerance has a name: 15 literal ones, each with its reason, and no more" {
	local place file line
	cd "$ROOT"
	run awk -f tests/support/small_numbers.awk $(find core measures readers -name '*.[ch]')
	assert_success
	[ "${#lines[@]}" -le 15 ] || fail "tolerances beside those of core/base/near.h: $output"
	for place in $(cut -d " " -f 1 <<<"$output"); do
		place=${place%:}
		file=${place%:*}
		line=${place##*:}
		sed -n "$((line - 6)),${line}p" "$file" | grep -q '\*/' || fail "$place: no reason"
	done
}

@test "F and the discount of DCG are computed in one place each" {
	cd "$ROOT"
	run grep -rnE --include='*.[ch]' '1(\.0)? \+ b(eta)?2?\) \* (precision|P) \* |log2\([^()]*rank' core measures
	assert_equal "$(grep -vE '^core/stats/(f_measure|discount)\.h:|:[0-9]+: \*|:[0-9]+:	*"|/\* ' <<<"$output")" ''
}

# Where it fails it prints a message on standard output, in the middle of an answer.
@test "nothing calls qbeta() of r-mathlib" {
	cd "$ROOT"
	run grep -rnE --include='*.[ch]' '\<qbeta\(.' core measures readers
	assert_equal "$(grep -v 'qbeta() is not used' <<<"$output")" ''
}

@test "tolerances are found in code, not in comments and strings" {
	printf '%s\n' 'a = 1e-9; /* 1e-8' '1e-7 */ b = "1e-6 \" 1e-6" + .000002; // 1e-5' 'c = x1e-9 + 0.5 + 1e9 + 2.5e-12;' >x.c
	run awk -f "$ROOT/tests/support/small_numbers.awk" x.c
	assert_output "$(printf 'x.c:1: 1e-9\nx.c:2: .000002\nx.c:3: 2.5e-12')"
}

# `make test-all` compares the page with traced calls.
@test "the functions of doc/walk.md stand in their files" {
	local file name count=0
	cd "$ROOT"
	while IFS='`' read -r _ file _ name _; do
		grep -qE "^([a-z].*[ *])?(MEASURE_[A-Z]*\()?$name[(,]" "$file" || fail "$file has no $name: make walk"
		count=$((count + 1))
	done < <(grep '^| `' doc/walk.md)
	[ "$count" -ge 40 ]
}

@test "no two streams of random numbers have one number" {
	local numbers
	numbers=$(sed -n '/^enum stream {/,/^}/s/^	STREAM_[A-Z_]* = \([0-9a-fx]*\),.*/\1/p' "$ROOT/core/stats/random/uniform.h")
	[ "$(wc -l <<<"$numbers")" -ge 15 ]
	assert_equal "$(sort <<<"$numbers" | uniq -d)" ''
}

@test "no source file calls what is banned" {
	run grep -nE '\b(atoi|atol|atof|strcpy|strcat|sprintf|strtok|gets)\(' -r "$ROOT"/core "$ROOT"/readers "$ROOT"/measures
	assert_failure
}

@test "every header begins with #pragma once, and has no guard beside it" {
	local headers
	cd "$ROOT"
	headers=$(find core readers measures tests -name '*.h')
	[ "$(echo "$headers" | wc -l)" -ge 250 ]
	run awk '/^#/ && !seen[FILENAME]++ && $0 != "#pragma once" || /^#define [A-Z0-9_]+_H$/ { print FILENAME ": " $0 }' $headers
	assert_success
	assert_output ''
	run grep -L '^#pragma once$' $headers
	assert_output ''
}

# What `make fuzz` and `make oom-test` call.
@test "every command has lines in the list of command lines, and a seed of the fuzzer for each with input" {
	only_with_test_all
	local command seed seeds lines
	STRAT_EVAL=$STRAT_EVAL sh "$ROOT/tests/commands/files.sh" files
	for command in $(ls "$ROOT/core/commands"); do
		[ "$command" != page ] || continue # it has no input
		sh "$ROOT/tests/fuzz/command_seeds.sh" "$command" files "seeds/$command"
		seeds=$(find "seeds/$command" -type f | wc -l)
		lines=$(grep -v -e --plot "$ROOT/tests/commands/list.txt" | grep -cE "^$command .*[ =][@~]")
		[ "$seeds" -gt 0 ] || fail "$command has no line with input"
		assert_equal "$command $seeds" "$command $lines"
		for seed in "seeds/$command"/*; do
			[ "$(wc -c <"$seed")" -gt 1 ] || fail "$seed is empty"
		done
	done
	[ "$(ls seeds | wc -l)" -ge 9 ]
	sh "$ROOT/tests/fuzz/page_seeds.sh" files page
	assert_equal "$(ls page | wc -l)" "$(grep -cE '^(evaluate|compare|validate|plan|stop) ' "$ROOT/tests/commands/list.txt")"
}
