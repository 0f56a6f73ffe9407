/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Linked into the wheel only. hypot() has a new version in glibc 2.35, which differs from the one
 * before in nothing but errno. It is the only function that a Debian 12 would bind to anything
 * newer than glibc 2.34; bound to the old version, the wheel runs there, too.
 */
#include <math.h>

#if defined(__x86_64__)
#define FIRST_VERSION "GLIBC_2.2.5"
#elif defined(__aarch64__)
#define FIRST_VERSION "GLIBC_2.17"
#endif

#if defined(FIRST_VERSION) && defined(__GLIBC__)
double first_hypot(double x, double y);
__asm__(".symver first_hypot,hypot@" FIRST_VERSION);

double hypot(double x, double y)
{
	return first_hypot(x, y);
}
#endif
