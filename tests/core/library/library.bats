#!/usr/bin/env bats
# SPDX-FileCopyrightText: strat_eval developers
# SPDX-License-Identifier: GPL-3.0-or-later
# The library as others see it: its example, its names, and what it must not do.

load ../../support/helper

library=$BUILD/libstrat_eval.so.0

# The block of doc/library.md that is a file.
example()
{
	awk '/^```c file=example.c/ { inside = 1; next } /^```/ { inside = 0 } inside' "$ROOT/doc/library.md" >example.c
	[ -s example.c ]
}

compile() # SOURCE TARGET LIBRARY...
{
	local source=$1 target=$2
	shift 2
	${CC:-gcc} -std=c17 -Wall -Wextra -Werror "-I$ROOT/core/library" "$source" -o "$target" "$@"
}

@test "the example of library.md compiles, shared and static, and prints what stands there" {
	without_sanitizer "the library needs the sanitizer's run time"
	example
	awk '/^\$ .\/example/ { inside = 1; next } /^```/ { inside = 0 } inside' "$ROOT/doc/library.md" >expected
	[ -s expected ]
	compile example.c shared "-L$BUILD" -lstrat_eval
	LD_LIBRARY_PATH=$BUILD run ./shared
	assert_success
	assert_output "$(cat expected)"
	compile example.c static "$BUILD/libstrat_eval.a" -lRmath -lcsv $(sed -n '/^LIBS *:= /{s///p;q}' "$ROOT/Makefile") -pthread
	run ./static
	assert_success
	assert_output "$(cat expected)"
}

@test "the library shows the names of its header and no others" {
	nm -D --defined-only "$library" | awk '{ print $3 }' | grep -v '^_' | sort >shown
	grep -o 'strat_eval_[a-z_]*(' "$ROOT/core/library/strat_eval.h" | tr -d '(' | sort -u >declared
	run diff declared shown
	assert_success
	[ "$(wc -l <shown)" -ge 10 ]
}

@test "the library calls nothing that prints, exits or handles signals" {
	without_sanitizer "sanitizers print"
	nm -D --undefined-only "$library" | awk '{ print $2 }' | sed 's/@.*//' >called
	run grep -xE '_?_?_?(exit|_exit|quick_exit|abort|printf|fprintf|vprintf|vfprintf|puts|fputs|putchar|fputc|putc|perror|psignal|err|errx|warn|warnx|signal|sigaction|setlocale|stdout|stderr|argp_.*)(_chk)?' called
	assert_failure
	assert_output ''
}
