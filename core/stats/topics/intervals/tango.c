/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The difference of two proportions on the same items, by the score test (Tango 1998, "Equivalence
 * test and confidence interval for the difference in proportions for the paired-sample design",
 * Statistics in Medicine 17, 891-908).
 *
 * Of n items, b are right for the first system alone and c for the second alone. If the difference
 * is D, the likelihood is largest where a share q of items is right for the second alone, which is
 * the larger root of 2n q^2 + (D (2n - b + c) - b - c) q - c D (1 - D) = 0, and b - c - nD has the
 * variance n (2q + D (1 - D)). The ends are the D at which the two differ by z.
 */
#include <math.h>

#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/root.h"
#include "core/stats/rmath.h"
#include "core/stats/topics/mean_interval.h"

static bool fit(const struct mean_sample *s, struct mean_fit *out)
{
	for (size_t i = 0; i < s->count; i++) {
		out->location += s->score[i] > 0.5;
		out->scale += s->score[i] < -0.5;
	}
	return true;
}

struct pairs {
	double n, b, c, z;
};

/* Positive below the end, negative above it. */
static double excess(const void *of, double d)
{
	const struct pairs *x = of;
	double linear = d * (2 * x->n - x->b + x->c) - x->b - x->c;
	double root = sqrt(fmax(linear * linear + 8 * x->n * x->c * d * (1 - d), 0));
	double q = fmax((root - linear) / (4 * x->n), 0);
	double variance = x->n * fmax(2 * q + d * (1 - d), 0);
	return x->b - x->c - x->n * d + x->z * sqrt(variance);
}

/* At the difference that was seen there may be no variance, so that the search begins beside it. */
static const double BESIDE = NEAR_ROUNDING;

static double end(const struct mean_sample *s, const struct mean_fit *f, double p)
{
	const struct pairs x = { (double)s->count, f->location, f->scale, qnorm(p, 0, 1, 1, 0) };
	double middle = (x.b - x.c) / x.n;
	if (p < 0.5)
		return middle - BESIDE <= -1
			       ? -1
			       : root_between(excess, &x, -1, middle - BESIDE, ROOT_BITS);
	return middle + BESIDE >= 1 ? 1 : root_between(excess, &x, middle + BESIDE, 1, ROOT_BITS);
}

MEAN_INTERVAL_METHOD = {
	.name = "tango",
	.summary = "score interval of the difference of two proportions on the same topics",
	.manual = "Of scores that are all 0 or 1: b topics are right for the first run alone and c "
		  "for the second alone, and the ends are the differences that the score test of "
		  "paired proportions does not reject (Tango 1998). The default for differences of "
		  "such scores. It needs no two different differences, stays within -1 and 1, and "
		  "its test of no difference is McNemar's.",
	.binary = true,
	.fit = fit,
	.end = end,
};
