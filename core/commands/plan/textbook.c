/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The size of a sample that every textbook has (Cochran 1977, section 4.4): 385 for plus or minus
 * 5 %, 1,537 for 2.5 %, 2,401 for 2 %. It takes the normal approximation, the worst share, 1/2, a
 * collection without end, and a width that is reached on average.
 */
#include <math.h>

#include "core/commands/plan/plan.h"
#include "core/stats/rmath.h"

static double size_for(const struct textbook_case *x, double p)
{
	double z = qnorm(0.5 + x->level / 2, 0, 1, 1, 0);
	return ceil(z * z * p * (1 - p) / (x->half_width * x->half_width) * (1 - 1e-12));
}

void textbook_print(struct buffer *b, const struct textbook_case *x)
{
	double usual = size_for(x, 0.5), guessed = size_for(x, x->guess);
	buffer_print(b, "Textbooks have %.0f for plus or minus %g: z^2 p (1-p) / h^2, p = 1/2",
		     usual, x->half_width);
	if (guessed != usual)
		buffer_print(b, "; with p = %g it is %.0f", x->guess, guessed);
	buffer_print(b, ". Ours is %lld: ", (long long)x->size);
	if ((double)x->size == usual)
		buffer_print(b, "the same.");
	else
		buffer_print(b,
			     "for a share of %g, in a collection of this size, with the limits of "
			     "%s, and so that the width is reached with probability %g.",
			     x->guess, x->method, x->assurance);
}
