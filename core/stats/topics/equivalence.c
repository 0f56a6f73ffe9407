/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/rmath.h"
#include "core/stats/topics/equivalence.h"

struct equivalence equivalence_compute(const struct effect *x, double margin, double alpha,
				       bool lower_better)
{
	double freedom = (double)x->count - 1, error = x->deviation / sqrt((double)x->count);
	if (!(error > 0))
		return (struct equivalence){ NAN, NAN, { NAN, NAN } };
	double above = pt((x->mean + margin) / error, freedom, 0, 0); /* of mean <= -m */
	double below = pt((x->mean - margin) / error, freedom, 1, 0); /* of mean >= m */
	double reach = qt(1 - alpha, freedom, 1, 0) * error;
	return (struct equivalence){ fmax(above, below),
				     lower_better ? below : above,
				     { x->mean - reach, x->mean + reach } };
}
