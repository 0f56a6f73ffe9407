/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/numeric/logit.h"
#include "core/stats/ranking/mean_ap.h"
#include "core/stats/rmath.h"

static const double COMMON = 1.0 / 3;	   /* of the bias that was taken off */
static const double MOST_ERROR_OF_R = 0.5; /* for an interval of R-precision */

struct mean_ap mean_ap_of(const double *estimate, const struct ranked_error *error, size_t topics,
			  enum ranked_quantity quantity)
{
	double count = 0, known = 0, sum = 0, bias = 0, squares = 0, fourth = 0;
	for (size_t t = 0; t < topics; t++) {
		if (isnan(estimate[t]))
			continue;
		count++;
		sum += estimate[t];
		bias += error[t].bias;
		if (isnan(error[t].se))
			continue;
		double v = error[t].se * error[t].se;
		known++;
		squares += v;
		fourth += v * v / error[t].df;
	}
	struct mean_ap out = { .se = NAN, .bias = bias / count, .spread = NAN, .df = 1 };
	if (known == 0)
		return out;
	out.se = sqrt(squares / known / count);
	if (quantity == RANKED_R_PRECISION)
		out.common = MEAN_R_COMMON * sum / count * sqrt(squares / known);
	else
		out.common = (quantity == RANKED_AP_CORRECTED ? COMMON : 1) * out.bias;
	out.spread = hypot(out.se, out.common);
	if (squares > 0)
		out.df =
			fmax(squares * squares / fourth, 1); /* infinite if all errors are normal */
	return out;
}

struct interval mean_ap_interval(double mean, const struct mean_ap *m, double lower_p,
				 double upper_p)
{
	struct interval out = { mean <= 0 ? 0 : NAN, NAN };
	if (!(mean > 0 && m->spread > 0))
		return out;
	double low = qt(lower_p, m->df, 1, 0), high = qt(upper_p, m->df, 1, 0);
	return mean >= 1 ? interval_below_one(mean, m->spread, low)
			 : logit_ends(mean, m->spread, low, high);
}

void mean_ap_design_add(struct mean_ap_design *d, const struct ranked_sample *s)
{
	bool picked = false;
	for (size_t b = 0; b < s->buckets; b++)
		picked = picked || s->bucket[b].picks > 0;
	double total = 0, square = 0;
	d->topics++;
	for (size_t i = 0; i < s->units; i++) {
		const struct ranked_unit *u = &s->unit[i];
		bool drawn = u->probability < 1;
		bool residual =
			drawn && picked && u->bucket >= 0 && s->bucket[u->bucket].picks == 0;
		d->has_residual = d->has_residual || residual;
		if (!u->relevant)
			continue;
		d->has_pool = d->has_pool || !drawn;
		d->drawn += drawn;
		d->residual += residual;
		total += 1 / u->probability;
		square += (1 / u->probability - 1) / u->probability;
	}
	d->relative_error += total > 0 ? sqrt(square) / total : 0;
}

double mean_ap_caution(const struct mean_ap *m, const struct mean_ap_design *d, bool corrected)
{
	double by_bias = m->se > 0 ? fabs(m->bias) / m->se : 0;
	if (!corrected)
		return by_bias;
	double scale = sqrt(d->topics / 100) * d->topics, caution = 4 * scale / d->drawn;
	if (d->has_residual)
		caution = fmax(caution, 0.5 * scale / d->residual);
	return d->has_pool ? fmax(caution, by_bias) : caution;
}

bool mean_r_precision_is_told(const struct mean_ap_design *d)
{
	return d->relative_error + d->without <= MOST_ERROR_OF_R * (d->topics + d->without);
}
