/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * R's distribution functions (qnorm(), pbeta() ...), as in the library libRmath, next to those
 * of <math.h>.
 */
#pragma once

#include <math.h>

#define MATHLIB_STANDALONE
#include <Rmath.h>
