/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/numeric/logit.h"
#include "core/stats/ranking/ranking_method.h"
#include "core/stats/rmath.h"

struct interval interval_below_one(double centre, double spread, double low)
{
	double end = centre * exp(low * spread / centre);
	return (struct interval){ end < 1 ? end : exp(low * spread), 1 };
}

struct interval ranked_interval_of(double estimate, const struct ranked_error *error, bool certain,
				   double lower_p, double upper_p)
{
	struct interval out = { NAN, NAN };
	if (isnan(estimate))
		return out;
	if (certain)
		return (struct interval){ estimate, estimate };
	double centre = estimate - (error->corrected ? 0 : error->bias);
	double spread = error->corrected ? error->se : hypot(error->se, error->bias);
	if (estimate <= 0)
		out.lower = 0;
	if (!(estimate > 0 && centre > 0 && error->se > 0))
		return out;
	double low = qt(lower_p, error->df, 1, 0), high = qt(upper_p, error->df, 1, 0);
	out = centre >= 1 ? interval_below_one(centre, spread, low)
			  : logit_ends(centre, spread, low, high);
	return (struct interval){ fmin(out.lower, estimate), fmin(fmax(out.upper, estimate), 1) };
}

struct ranked_mean ranked_mean_of(const double *estimate, const struct ranked_error *error,
				  size_t topics, bool random)
{
	double count = 0, known = 0, errors = 0, spreads = 0, sum = 0, bias = 0, scatter = 0;
	bool corrected = topics > 0 && error[0].corrected;
	for (size_t t = 0; t < topics; t++) {
		if (isnan(estimate[t]))
			continue;
		count++;
		sum += estimate[t];
		if (isnan(error[t].se))
			continue;
		double square = error[t].se * error[t].se;
		known++;
		errors += square;
		spreads += square + (corrected ? 0 : error[t].bias * error[t].bias);
		bias += error[t].bias;
	}
	for (size_t t = 0; t < topics; t++)
		scatter += isnan(estimate[t]) ? 0 : pow(estimate[t] - sum / count, 2);
	double se = sqrt(errors / known / count), independent = sqrt(spreads / known / count);
	if (random)
		se = independent = count > 1 ? sqrt(scatter / (count - 1) / count) : NAN;
	else if (known == 0)
		se = independent = NAN;
	return (struct ranked_mean){ .se = se,
				     .bias = corrected || count == 0 ? 0 : bias / count,
				     .spread = hypot(independent, bias / count) };
}

const struct ranking_method *ranking_method_find(const char *name)
{
	for (const struct ranking_method *const *m = ranking_methods; *m != NULL; m++)
		if (strcmp((*m)->name, name) == 0)
			return *m;
	return NULL;
}
