/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far searches go and what sums leave out: the constants of all iterations, with their reasons.
 *
 * What is equal up to rounding is in core/base/near.h. A file that needs another number than these
 * has a reason of its own, and says it; tests/project/structure.bats counts them.
 */
#pragma once

#include "core/base/near.h"

/*
 * Searches, as a share of the scale of what is searched for. The last step of root_between() is far
 * smaller than the one before it, so the error is that of the function, not of the search.
 */
#define ROOT_ACCURACY NEAR_ROUNDING
#define ROOT_BITS     NEAR_BITS	  /* for roots whose own error is what a header promises */
#define ROOT_ROUGH    NEAR_DIGITS /* for functions that cost much, or have an error of this size */
#define FLAT_ACCURACY 1e-6 /* of a maximum, which is flat over 1e-8 of its scale in doubles */

/* Probability that an exact sum leaves out at either end of a distribution. */
#define TAIL_LEFT_OUT 1e-13

/* A term of a sum, or a weight, that is as good as none: a hundredth of a rounding of the sum. */
#define TERM_LEFT_OUT 1e-18

/* The error that a rule with nodes is asked for: of a probability, so 1000 times below print. */
#define RULE_ERROR 1e-7

/* How close to 0 and 1 a share may be when its logit or normal score is taken; and the coarser one
 * of models that put no more into 0 or 1 than a billionth. */
#define SHARE_EDGE	 NEAR_ROUNDING
#define MODEL_SHARE_EDGE NEAR_DIGITS

/* A product is turned into a logarithm before it is smaller; a positive number that is as good as
 * 0, but can be divided by. */
#define SMALL_PRODUCT  1e-200
#define LEAST_POSITIVE 1e-300
