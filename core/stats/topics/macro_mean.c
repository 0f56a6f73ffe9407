/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/rmath.h"
#include "core/stats/topics/macro_mean.h"
#include "core/stats/topics/mean_interval.h"

const struct mean_interval_method macro_mean_method = { .name = "within-groups-t" };

struct group_sum {
	size_t count;
	double sum, squares; /* of the deviations from the mean */
};

static void add_up(const struct group_sum *g, size_t groups, double grain, struct macro_mean *out)
{
	double sum = 0, variance = 0, weighted = 0;
	size_t used = 0;
	for (size_t k = 0; k < groups; k++) {
		double n = (double)g[k].count;
		if (g[k].count == 0)
			continue;
		double squares = g[k].squares > n * grain * grain ? g[k].squares : 0;
		double v = squares / (n - 1) / n; /* nan for one topic */
		used++;
		sum += g[k].sum / n;
		variance += v;
		weighted += v * v / (n - 1);
	}
	*out = (struct macro_mean){ .groups = used,
				    .mean = sum / (double)used,
				    .se = sqrt(variance) / (double)used,
				    .df = variance * variance / weighted };
	if (fabs(out->mean) <= grain)
		out->mean = 0;
}

int macro_mean(const double *score, const size_t *group, size_t count, size_t groups, double grain,
	       struct macro_mean *out, struct err *e)
{
	struct group_sum *g = calloc(groups + 1, sizeof *g);
	if (g == NULL)
		return err_memory(e);
	for (size_t i = 0; i < count; i++) {
		g[group[i]].sum += score[i];
		g[group[i]].count++;
	}
	for (size_t i = 0; i < count; i++) {
		struct group_sum *own = &g[group[i]];
		double from_mean = score[i] - own->sum / (double)own->count;
		own->squares += from_mean * from_mean;
	}
	add_up(g, groups, grain, out);
	free(g);
	return 0;
}

static bool has_error(const struct macro_mean *x)
{
	return x->se > 0 && x->df > 0;
}

struct interval macro_mean_interval(const struct macro_mean *x, double lower_p, double upper_p)
{
	if (!has_error(x))
		return (struct interval){ NAN, NAN };
	return (struct interval){ x->mean + qt(lower_p, x->df, 1, 0) * x->se,
				  x->mean + qt(upper_p, x->df, 1, 0) * x->se };
}

struct group_estimate macro_estimate(const struct group_estimate *group, size_t groups)
{
	double sum = 0, lower = 0, upper = 0, count = (double)groups;
	for (size_t k = 0; k < groups; k++) {
		double below = group[k].value - group[k].bounds.lower;
		double above = group[k].bounds.upper - group[k].value;
		sum += group[k].value;
		lower += below * below;
		upper += above * above;
	}
	double mean = sum / count;
	return (struct group_estimate){
		mean, { mean - sqrt(lower) / count, mean + sqrt(upper) / count }
	};
}

double macro_mean_p(const struct macro_mean *x)
{
	return has_error(x) ? 2 * pt(-fabs(x->mean) / x->se, x->df, 1, 0) : NAN;
}
