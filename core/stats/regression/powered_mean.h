/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mean of a score over topics, some of which, drawn at random, have a score y by people, and
 * all a score f by labels. In a stratum with n topics judged and m not, mean_n is over the judged
 * topics, mean_m over the others; strata count by n + m.
 *
 * By regression (double sampling: Cochran 1977, Sampling Techniques, section 12.6), with one slope
 * b of y on f within all strata, fitted to the judged topics:
 *
 *     mean = sum over strata of w (mean_n(y) + b m/(n+m) (mean_m(f) - mean_n(f)))
 *     var  = sum of w^2 (s^2/n + b^2 var(f)/(n+m)) + S^2/Sxx (sum of w m/(n+m) (mean_m(f) -
 * mean_n(f)))^2
 *
 * s^2 is the variance of y - b f in the stratum, times (n-H)/(n-H-1) for the fitted slope with n
 * topics in H strata, S^2 the same over all, Sxx the squares of f about its means over the judged
 * topics. The last part is the error of b. Bounds are by t with n-H-1 degrees of freedom.
 *
 * If f is the same in all judged topics of a stratum, though not in the others, nothing is known of
 * b but that it is at most the deviation of y over that of f: this stands for the error of b = 0.
 *
 * As published, the prediction-powered mean (Angelopoulos, Duchi and Zrnic 2023, "PPI++", arXiv
 * 2311.01453; within strata: Fisch and others 2024, arXiv 2406.04291), by the normal distribution:
 *
 *     lambda = cov(y, f) / ((1 + n/m) var(f))         var(f) over all n + m topics, divisors less 1
 *     mean   = lambda mean_m(f) + mean_n(y - lambda f)
 *     var    = lambda^2 var_m(f)/m + var_n(y - lambda f)/n
 *
 * which takes lambda for known: it covers less with 25 or fewer judged topics (doc/coverage.md).
 *
 * Neither slope is clipped: labels that say the opposite of what people say are as good as others.
 * The variance is that of topics like these (a superpopulation), not that of these n + m topics
 * alone. A difference of two systems is one score, y_A - y_B and f_A - f_B, with a slope of its
 * own.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* One topic of one score. */
struct powered_topic {
	double label, judged; /* f and y; nan: not judged */
	size_t stratum;	      /* from 0 */
};

enum powered_by { POWERED_BY_REGRESSION, POWERED_AS_PUBLISHED };

struct powered_mean {
	double mean, se;
	double df;		  /* INFINITY: the normal distribution */
	double lambda;		  /* or b m/(n+m): mean over strata, by their sizes */
	double judged, judged_se; /* of people alone */
	double labels;		  /* of labels alone */
	size_t topics, n;
};

/*
 * The topics of a stratum stand together. Returns 0, or -1: a stratum with fewer than two judged
 * topics, whose number is in `short_of`.
 */
int powered_mean(const struct powered_topic *t, size_t count, enum powered_by by,
		 struct powered_mean *out, size_t *short_of);

/* The end with this probability below it. */
double powered_end(const struct powered_mean *x, double p);

/* Two-sided, of a mean of 0. nan: there is no error. */
double powered_p(const struct powered_mean *x);
