/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The mean of a score over topics, some of which, drawn at random, have a score y by people, and
 * all a score f by labels: the prediction-powered mean (Angelopoulos, Duchi and Zrnic 2023,
 * "PPI++", arXiv 2311.01453; within strata of topics: Fisch and others 2024, arXiv 2406.04291).
 *
 * In a stratum with n topics judged and m not,
 *
 *     lambda = cov(y, f) / ((1 + n/m) var(f))         var(f) over all n + m topics, divisors less 1
 *     mean   = lambda mean_m(f) + mean_n(y - lambda f)
 *     var    = lambda^2 var_m(f)/m + var_n(y - lambda f)/n
 *
 * mean_n is over the judged topics and mean_m over the others. Strata count by n + m. lambda is
 * tuned, and not clipped: labels that say the opposite of what people say are as good as others.
 * With lambda = 0 it is the mean of the judged topics, so that useless labels cost next to nothing.
 * The variance is that of topics like these (a superpopulation), not that of these n + m topics
 * alone. A difference of two systems is one score, y_A - y_B and f_A - f_B: its lambda is its own.
 *
 * Its degrees of freedom are Satterthwaite's: n - 2 of var_n(y - lambda f), at least 1 (n - 1 if
 * all topics are judged and nothing is tuned), and m - 1 of var_m(f).
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* One topic of one score. */
struct powered_topic {
	double label, judged; /* f and y; nan: not judged */
	size_t stratum;	      /* from 0 */
};

struct powered_mean {
	double mean, se, df;
	double lambda;		  /* mean over strata, by their sizes */
	double judged, judged_se; /* of people alone */
	double labels;		  /* of labels alone */
	size_t topics, n;
};

/* Returns 0, or -1: a stratum with fewer than two judged topics, whose number is in `short_of`. */
int powered_mean(const struct powered_topic *t, size_t count, size_t strata,
		 struct powered_mean *out, size_t *short_of);

/* The end with this probability below it; `normal`: by the normal distribution, not by t. */
double powered_end(const struct powered_mean *x, double p, int normal);

/* Two-sided, of a mean of 0. nan: there is no error. */
double powered_p(const struct powered_mean *x, int normal);
