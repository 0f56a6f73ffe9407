/*
 * R's distribution functions (qnorm(), pbeta() ...), as the library libRmath has them, beside those
 * of <math.h>.
 */
#ifndef STATS_RMATH_H
#define STATS_RMATH_H

#include <math.h>

#define MATHLIB_STANDALONE
#include <Rmath.h>

#endif
