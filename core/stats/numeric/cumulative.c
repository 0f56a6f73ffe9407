/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/ascending.h"
#include "core/stats/numeric/cumulative.h"
#include "core/stats/numeric/root.h"

/* Weights of the differences of the masses one, two, ... nodes after and before a node. */
enum { REACH = 5 };

static const double gregory[REACH] = { -11639731.0 / 159667200, 299093.0 / 13305600,
				       -203257.0 / 35481600, 230371.0 / 239500800,
				       -14797.0 / 191600640 };

void cumulative_fill(const double *mass, size_t count, double *upto)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++) {
		upto[i] = sum + mass[i] / 2;
		for (size_t j = 1; j <= REACH; j++) {
			double after = i + j < count ? mass[i + j] : 0;
			double before = j <= i ? mass[i - j] : 0;
			upto[i] += gregory[j - 1] * (after - before);
		}
		sum += mass[i];
	}
}

enum { POINTS = 10 };

double cumulative_at(const double *upto, size_t count, double x)
{
	static const double binomial[POINTS] = { 1, -9, 36, -84, 126, -126, 84, -36, 9, -1 };
	double start = floor(x) - (POINTS / 2 - 1), above = 0, below = 0;
	if (!(x > -1 && x < (double)count))
		return isnan(x) ? NAN : x > 0;
	for (int i = 0; i < POINTS; i++) {
		double at = start + i, distance = x - at;
		double value = at < 0 ? 0 : at >= (double)count ? 1 : upto[(size_t)at];
		if (distance == 0)
			return value;
		above += binomial[i] / distance * value;
		below += binomial[i] / distance;
	}
	return fmin(fmax(above / below, 0), 1);
}

struct search {
	const double *upto;
	size_t count;
	double p;
};

static double beyond(const void *of, double x)
{
	const struct search *s = of;
	return cumulative_at(s->upto, s->count, x) - s->p;
}

double cumulative_quantile(const double *upto, size_t count, double p)
{
	const struct search s = { upto, count, p };
	double next = (double)first_at_least(upto, count, p);
	return root_between(beyond, &s, next - 1, next, ROOT_ACCURACY);
}
