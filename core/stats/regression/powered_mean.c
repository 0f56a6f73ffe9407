/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdbool.h>

#include "core/stats/regression/powered_mean.h"
#include "core/stats/rmath.h"

/* Sums over topics of y, f and their squares, about a centre. */
struct moments {
	double n, mean_y, mean_f, yy, ff, yf;
};

enum which { JUDGED, OTHERS, ALL };

static bool counts(const struct powered_topic *t, size_t stratum, enum which which)
{
	bool judged = !isnan(t->judged);
	return t->stratum == stratum && (which == ALL || judged == (which == JUDGED));
}

static struct moments moments_of(const struct powered_topic *t, size_t count, size_t stratum,
				 enum which which)
{
	struct moments m = { 0 };
	for (size_t i = 0; i < count; i++) {
		if (!counts(&t[i], stratum, which))
			continue;
		m.n++;
		m.mean_f += t[i].label;
		m.mean_y += which == JUDGED ? t[i].judged : 0;
	}
	m.mean_f /= m.n;
	m.mean_y /= m.n;
	for (size_t i = 0; i < count; i++) {
		if (!counts(&t[i], stratum, which))
			continue;
		double f = t[i].label - m.mean_f;
		double y = which == JUDGED ? t[i].judged - m.mean_y : 0;
		m.ff += f * f;
		m.yy += y * y;
		m.yf += y * f;
	}
	return m;
}

/* What a stratum adds to the mean over all, its weight being w. */
static void add_stratum(struct powered_mean *out, double *squares, double w,
			const struct moments *judged, const struct moments *others,
			const struct moments *all)
{
	double n = judged->n, m = others->n;
	double var_f = all->ff / (all->n - 1);
	double lambda = m > 0 && var_f > 0 ? judged->yf / (n - 1) / ((1 + n / m) * var_f) : 0;
	double residual = judged->yy - 2 * lambda * judged->yf + lambda * lambda * judged->ff;
	double of_judged = fmax(residual, 0) / (n - 1) / n;
	double of_others = 0;
	if (m > 0)
		of_others = lambda * lambda * (m > 1 ? others->ff / (m - 1) : var_f) / m;
	out->mean +=
		w * (judged->mean_y + (m > 0 ? lambda * (others->mean_f - judged->mean_f) : 0));
	out->se += w * w * (of_judged + of_others);
	out->lambda += w * lambda;
	out->judged += w * judged->mean_y;
	out->judged_se += w * w * judged->yy / (n - 1) / n;
	out->labels += w * all->mean_f;
	/* squares of the parts over their degrees of freedom */
	double a = w * w * of_judged, b = w * w * of_others;
	*squares += a * a / (m > 0 ? fmax(n - 2, 1) : n - 1) + (m > 1 ? b * b / (m - 1) : b * b);
}

int powered_mean(const struct powered_topic *t, size_t count, size_t strata,
		 struct powered_mean *out, size_t *short_of)
{
	double squares = 0;
	*out = (struct powered_mean){ .topics = count };
	for (size_t s = 0; s < strata; s++) {
		const struct moments all = moments_of(t, count, s, ALL);
		const struct moments judged = moments_of(t, count, s, JUDGED);
		const struct moments others = moments_of(t, count, s, OTHERS);
		if (!(all.n > 0))
			continue;
		if (judged.n < 2) {
			*short_of = s;
			return -1;
		}
		out->n += (size_t)judged.n;
		add_stratum(out, &squares, all.n / (double)count, &judged, &others, &all);
	}
	out->df = squares > 0 ? out->se * out->se / squares : INFINITY;
	out->se = sqrt(out->se);
	out->judged_se = sqrt(out->judged_se);
	return 0;
}

double powered_end(const struct powered_mean *x, double p, int normal)
{
	if (p <= 0 || p >= 1)
		return p <= 0 ? -INFINITY : INFINITY;
	double quantile = normal ? qnorm(p, 0, 1, 1, 0) : qt(p, x->df, 1, 0);
	return x->mean + quantile * x->se;
}

double powered_p(const struct powered_mean *x, int normal)
{
	double z = -fabs(x->mean) / x->se;
	if (!(x->se > 0))
		return NAN;
	return 2 * (normal ? pnorm(z, 0, 1, 1, 0) : pt(z, x->df, 1, 0));
}
