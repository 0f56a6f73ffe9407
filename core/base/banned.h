/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Calls that turn bad input into silent wrong numbers or overflows: using one stops the build.
 * Included by every header of core/base, hence by everything, after the system headers it needs:
 * those of the calls, and of the types that every file uses.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#undef sprintf /* a macro of glibc for compilers other than gcc */
#pragma GCC poison atoi atol atoll atof strcpy strcat sprintf vsprintf strtok gets
