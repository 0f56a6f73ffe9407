#!/usr/bin/env bats
# The shape of the source: layers, headers, registries.

load ../support/helper

LAYERS=$ROOT/tests/support/layers.awk

# A file $1 of the tree with the include "$2" must be refused by the check of the layers.
refuses() {
	mkdir -p "$BATS_TEST_TMPDIR/$(dirname "$1")"
	printf '#include "%s"\n' "$2" >"$BATS_TEST_TMPDIR/$1"
	(cd "$BATS_TEST_TMPDIR" && awk -f "$LAYERS" "$1") && return 1
	return 0
}

accepts() {
	mkdir -p "$BATS_TEST_TMPDIR/$(dirname "$1")"
	printf '#include "%s"\n' "$2" >"$BATS_TEST_TMPDIR/$1"
	(cd "$BATS_TEST_TMPDIR" && awk -f "$LAYERS" "$1")
}

@test "an include against the data flow is refused, one along it is not" {
	refuses core/base/x.c core/data/judgments/names.h
	refuses core/base/x.c core/stats/x.h
	refuses core/stats/x.c readers/input.h
	refuses core/stats/x.c core/data/view.h
	refuses readers/x.c core/data/judgments/names.h
	refuses readers/runs/x.c measures/measure.h
	refuses core/data/x.c measures/measure.h
	refuses core/data/x.c core/engine/ask/requests.h
	refuses measures/classic/x.c readers/input.h
	refuses measures/classic/x.c core/engine/ask/requests.h
	refuses somewhere/x.c core/base/err.h
	refuses core/base/x.c somewhere/x.h

	accepts readers/runs/y.c core/base/err.h
	accepts core/data/y.c readers/input.h
	accepts measures/classic/y.c core/data/view.h
	accepts core/cli/y.c measures/measure.h
	accepts measures/classic/y.c core/stats/y.h
}

@test "headers that include each other in a circle are refused" {
	cd "$BATS_TEST_TMPDIR"
	mkdir -p core/base
	echo '#include "core/base/b.h"' >core/base/a.h
	echo '#include "core/base/c.h"' >core/base/b.h
	echo '' >core/base/c.h
	run awk -f "$LAYERS" core/base/a.h core/base/b.h core/base/c.h
	assert_success
	echo '#include "core/base/a.h"' >core/base/c.h
	run awk -f "$LAYERS" core/base/a.h core/base/b.h core/base/c.h
	assert_failure
	assert_output --partial 'circle of includes'
}

# The folders that the Makefile makes registries of, from its own lines: NAME := $(wildcard FOLDER/*.c ...).
registry_folders()
{
	sed -n '/^# A folder is its own registry/,/^SOURCES/p' "$ROOT/Makefile" | grep -oE '[a-z_/*]+/\*\.c'
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

@test "no source file calls what is banned" {
	run grep -nE '\b(atoi|atol|atof|strcpy|strcat|sprintf|strtok|gets)\(' -r "$ROOT"/core "$ROOT"/readers "$ROOT"/measures
	assert_failure
}
