/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many cases or draws a test has: the first number with `make test-all`, which sets TEST_ALL,
 * otherwise the second. Tolerances follow the number.
 */
#pragma once

#include <stdint.h>
#include <stdlib.h>

static inline int64_t cases(int64_t all, int64_t few)
{
	const char *value = getenv("TEST_ALL");
	return value != NULL && value[0] != '\0' ? all : few;
}

/* Leaves a test of seconds, that repeats others on more cases, to `make test-all`. */
#define ONLY_WITH_TEST_ALL()          \
	do {                          \
		if (cases(0, 1) == 1) \
			skip();       \
	} while (0)
