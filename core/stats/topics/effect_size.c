/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Effect sizes of paired differences; see effect_size.h.
 */
#include <math.h>

#include "core/stats/distribution/scale_mixture.h"
#include "core/stats/rmath.h"
#include "core/stats/topics/effect_size.h"

int effect_compute(const double *difference, size_t count, double scale, struct effect *out,
		   struct err *e)
{
	struct differences d;
	*out = (struct effect){ .mean = NAN, .deviation = NAN, .cohen_d = NAN };
	if (differences_init(&d, difference, count, scale, e) < 0)
		return -1;
	*out = (struct effect){
		.count = count,
		.wins = d.wins,
		.ties = d.ties,
		.losses = d.losses,
		.mean = d.mean,
		.deviation = d.deviation,
		.cohen_d = d.deviation > 0 ? d.mean / d.deviation : NAN,
	};
	differences_release(&d);
	return 0;
}

struct interval effect_interval(const struct effect *x, double lower_p, double upper_p)
{
	if (isnan(x->cohen_d))
		return (struct interval){ NAN, NAN };
	double n = (double)x->count, root = sqrt(n), t = x->cohen_d * root;
	return (struct interval){
		lower_p > 0 ? noncentral_t_centre(t, n - 1, 1 - lower_p) / root : -INFINITY,
		upper_p < 1 ? noncentral_t_centre(t, n - 1, 1 - upper_p) / root : INFINITY,
	};
}

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
