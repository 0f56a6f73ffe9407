#!/usr/bin/env bats
# The shape of the source: layers, headers, registries.

bats_load_library bats-support
bats_load_library bats-assert

# A file $1 of the tree with the include "$2" must be refused by the check of the layers.
refuses() {
	mkdir -p "$BATS_TEST_TMPDIR/$(dirname "$1")"
	printf '#include "%s"\n' "$2" >"$BATS_TEST_TMPDIR/$1"
	(cd "$BATS_TEST_TMPDIR" && awk -f "$BATS_TEST_DIRNAME/../support/layers.awk" "$1") && return 1
	return 0
}

accepts() {
	mkdir -p "$BATS_TEST_TMPDIR/$(dirname "$1")"
	printf '#include "%s"\n' "$2" >"$BATS_TEST_TMPDIR/$1"
	(cd "$BATS_TEST_TMPDIR" && awk -f "$BATS_TEST_DIRNAME/../support/layers.awk" "$1")
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
	run awk -f "$BATS_TEST_DIRNAME/../support/layers.awk" core/base/a.h core/base/b.h core/base/c.h
	assert_success
	echo '#include "core/base/a.h"' >core/base/c.h
	run awk -f "$BATS_TEST_DIRNAME/../support/layers.awk" core/base/a.h core/base/b.h core/base/c.h
	assert_failure
	assert_output --partial 'circle of includes'
}

@test "every unit of the folders is in the registry" {
	for file in measures/*/*.c readers/judgments/*.c readers/runs/*.c core/cli/plan/questions/*.c; do
		symbol=$(echo "${file%.c}" | tr / _)
		grep -q "^	&\?$symbol,\$" "${BUILD:-build}/registry.c" || {
			echo "$file is missing"
			return 1
		}
	done
}

@test "no source file calls what is banned" {
	run grep -nE '\b(atoi|atol|atof|strcpy|strcat|sprintf|strtok|gets)\(' -r core readers measures
	assert_failure
}
