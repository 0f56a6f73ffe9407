/*
 * R's distribution functions (qnorm(), pbeta() ...), as the library libRmath has them, beside those
 * of <math.h>.
 */
#pragma once

#include <math.h>

#define MATHLIB_STANDALONE
#include <Rmath.h>
