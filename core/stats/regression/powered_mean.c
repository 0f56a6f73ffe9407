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

static bool counts(const struct powered_topic *t, enum which which)
{
	bool judged = !isnan(t->judged);
	return which == ALL || judged == (which == JUDGED);
}

/* Of the topics of one stratum. */
static struct moments moments_of(const struct powered_topic *t, size_t count, enum which which)
{
	struct moments m = { 0 };
	double least = INFINITY, most = -INFINITY;
	for (size_t i = 0; i < count; i++) {
		if (!counts(&t[i], which))
			continue;
		m.n++;
		least = fmin(least, t[i].label);
		most = fmax(most, t[i].label);
		m.mean_f += t[i].label;
		m.mean_y += which == JUDGED ? t[i].judged : 0;
	}
	m.mean_f /= m.n;
	m.mean_y /= m.n;
	for (size_t i = 0; i < count; i++) {
		if (!counts(&t[i], which))
			continue;
		double f = least < most ? t[i].label - m.mean_f : 0;
		double y = which == JUDGED ? t[i].judged - m.mean_y : 0;
		m.ff += f * f;
		m.yy += y * y;
		m.yf += y * f;
	}
	return m;
}

/* A stratum, and its share of all topics. */
struct part {
	struct moments judged, others, all;
	double w;
};

static struct part part_of(const struct powered_topic *t, size_t count, size_t all_topics)
{
	struct part p = { .judged = moments_of(t, count, JUDGED),
			  .others = moments_of(t, count, OTHERS),
			  .all = moments_of(t, count, ALL) };
	p.w = p.all.n / (double)all_topics;
	return p;
}

/* How many topics from the first on are of its stratum. */
static size_t stratum_size(const struct powered_topic *t, size_t count)
{
	size_t size = 1;
	while (size < count && t[size].stratum == t[0].stratum)
		size++;
	return size;
}

/* Squares of y - slope f about their mean. */
static double residual(const struct moments *m, double slope)
{
	return fmax(m->yy - 2 * slope * m->yf + slope * slope * m->ff, 0);
}

/* How far the labels of the other topics are from those of the judged ones. */
static double distance(const struct part *p)
{
	return p->others.n > 0 ? p->others.mean_f - p->judged.mean_f : 0;
}

static void add_published(struct powered_mean *out, const struct part *p)
{
	double n = p->judged.n, m = p->others.n, w = p->w;
	double var_f = p->all.ff / (p->all.n - 1);
	double lambda = m > 0 && var_f > 0 ? p->judged.yf / (n - 1) / ((1 + n / m) * var_f) : 0;
	double of_others =
		m > 0 ? lambda * lambda * (m > 1 ? p->others.ff / (m - 1) : var_f) / m : 0;
	out->mean += w * (p->judged.mean_y + lambda * distance(p));
	out->se += w * w * (residual(&p->judged, lambda) / (n - 1) / n + of_others);
	out->lambda += w * lambda;
}

/* What all strata together say of the slope. */
struct fit {
	double slope, Sxx, squares, df;
	double distance; /* that the slope is multiplied with */
	double ff, free; /* squares of f about its means over all topics, and their number less 1 */
};

static void add_regression(struct powered_mean *out, const struct part *p, struct fit *fit)
{
	double n = p->judged.n, T = p->all.n, w = p->w, part = p->others.n / T;
	double fitted = fit->slope != 0 ? (fit->df + 1) / fit->df : 1;
	double s2 = residual(&p->judged, fit->slope) / (n - 1) * fitted;
	out->mean += w * (p->judged.mean_y + fit->slope * part * distance(p));
	out->se += w * w * (s2 / n + fit->slope * fit->slope * p->all.ff / (T - 1) / T);
	out->lambda += w * fit->slope * part;
	fit->squares += residual(&p->judged, fit->slope);
	fit->distance += w * part * distance(p);
	fit->ff += p->all.ff;
	fit->free += T - 1;
}

/* Nothing is fitted if all topics are judged, or too few, or if labels say the same of all. */
static struct fit fit_of(const struct powered_topic *t, size_t count)
{
	struct fit fit = { 0 };
	double yf = 0, n = 0, used = 0;
	for (size_t from = 0, size; from < count; from += size) {
		size = stratum_size(t + from, count - from);
		const struct moments judged = moments_of(t + from, size, JUDGED);
		if (!(judged.n > 0))
			continue;
		n += judged.n;
		used++;
		fit.Sxx += judged.ff;
		yf += judged.yf;
	}
	fit.df = n - used - 1;
	if (n < (double)count && fit.df >= 1 && fit.Sxx > 0)
		fit.slope = yf / fit.Sxx;
	else
		fit.df = n - used;
	return fit;
}

int powered_mean(const struct powered_topic *t, size_t count, enum powered_by by,
		 struct powered_mean *out, size_t *short_of)
{
	struct fit fit = fit_of(t, count);
	*out = (struct powered_mean){ .topics = count };
	*short_of = 0;
	for (size_t from = 0, size; from < count; from += size) {
		size = stratum_size(t + from, count - from);
		const struct part p = part_of(t + from, size, count);
		if (p.judged.n < 2) {
			*short_of = t[from].stratum;
			return -1;
		}
		if (by == POWERED_AS_PUBLISHED)
			add_published(out, &p);
		else
			add_regression(out, &p, &fit);
		out->n += (size_t)p.judged.n;
		out->judged += p.w * p.judged.mean_y;
		out->judged_se += p.w * p.w * p.judged.yy / (p.judged.n - 1) / p.judged.n;
		out->labels += p.w * p.all.mean_f;
	}
	double error = fit.slope != 0		      ? fit.squares / fit.df / fit.Sxx
		       : !(fit.Sxx > 0) && fit.ff > 0 ? fit.squares / fit.df / (fit.ff / fit.free)
						      : 0;
	if (by == POWERED_BY_REGRESSION)
		out->se += error * fit.distance * fit.distance;
	out->df = by == POWERED_BY_REGRESSION ? fit.df : INFINITY;
	out->se = sqrt(out->se);
	out->judged_se = sqrt(out->judged_se);
	return 0;
}

double powered_end(const struct powered_mean *x, double p)
{
	if (p <= 0 || p >= 1)
		return p <= 0 ? -INFINITY : INFINITY;
	return x->mean + qt(p, x->df, 1, 0) * x->se;
}

double powered_p(const struct powered_mean *x)
{
	double z = -fabs(x->mean) / x->se;
	if (!(x->se > 0))
		return NAN;
	return 2 * pt(z, x->df, 1, 0);
}
