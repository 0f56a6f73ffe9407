/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Do two systems differ, not for these runs of them, but for the seeds that these are a sample of?
 * Topics and seeds are crossed: each of S seeds of a system has a score on each of n topics, and
 * both are random. The t test of differences that are averaged over seeds takes the seeds as given.
 *
 *     score = system + topic + system:topic + seed + residual
 *     error^2 = T + sum over both systems of (M - R),  at least T
 *
 * T: variance of the averaged differences over n. M: variance of the means of the seeds over S. R:
 * mean square of the residuals over n S, which T and M both contain. Degrees of freedom by
 * Satterthwaite (1946, "An approximate distribution of estimates of variance components"), and n-1
 * where the error is T.
 */
#pragma once

#include <stddef.h>

/* The seeds of a system. */
struct seeds {
	size_t count;
	double deviation; /* of their means over topics, divisor count - 1 */
	double residual;  /* mean square: scores less the means of topic and seed */
};

struct crossed_seeds {
	double p; /* two-sided; nan: a system has fewer than SEEDS_NEEDED, or the error is not known
		   */
	double error, freedom;
};

enum { SEEDS_NEEDED = 3 };

/* `mean` and `deviation` of the averaged differences, with divisor topics - 1. */
struct crossed_seeds crossed_seeds_test(double mean, double deviation, size_t topics,
					const struct seeds of[2]);
