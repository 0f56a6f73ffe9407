/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two neighbours in an array of doubles at once: every 64-bit processor can add and multiply them
 * together.
 */
#pragma once

#include <string.h>

typedef double two __attribute__((vector_size(16)));

static inline two load_two(const double *p)
{
	two x;
	memcpy(&x, p, sizeof x);
	return x;
}

static inline void store_two(double *p, two x)
{
	memcpy(p, &x, sizeof x);
}
