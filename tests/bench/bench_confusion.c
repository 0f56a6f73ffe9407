/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Times the posteriors of precision, recall and F, comparisons of two systems, means over topics
 * and paired comparisons, each against what is wanted of it.
 */
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "core/stats/goutte_gaussier/confusion_mean.h"
#include "core/stats/goutte_gaussier/paired_counts.h"

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The shortest of several runs of `statement`, in milliseconds. */
#define TIME_OF(runs, best, statement)                      \
	do {                                                \
		best = INFINITY;                            \
		for (int run_ = 0; run_ < (runs); run_++) { \
			double start_ = now();              \
			statement;                          \
			best = fmin(best, now() - start_);  \
		}                                           \
		best *= 1e3;                                \
	} while (0)

static void report(const char *name, double ms, double wanted, double value)
{
	printf("%-58s %9.4f ms (wanted %g) %-4s %.12g\n", name, ms, wanted,
	       ms <= wanted ? "ok" : "OVER", value);
}

static struct confusion_posterior figure(double tp, double fp, double fn, double lambda,
					 enum quantity quantity, double beta)
{
	struct confusion c = { tp, fp, fn };
	struct confusion_posterior p = { 0 };
	struct err e = { 0 };
	if (confusion_posterior_init(&p, &c, lambda, quantity, beta, &e) < 0)
		printf("%s\n", e.text);
	return p;
}

/* P(A > B) over a grid of shapes from .01 to 1e9: the longest of all. */
static void time_grid(void)
{
	static const double shape[] = { 0.01, 0.5, 3, 1e3, 1e6, 1e9 };
	double longest = 0, sum = 0, p = 0;
	for (int i = 0; i < 6 * 6 * 6 * 6; i++) {
		struct confusion_posterior a = { QUANTITY_PRECISION, 1, shape[i % 6],
						 shape[i / 6 % 6], 1 };
		struct confusion_posterior b = { QUANTITY_PRECISION, 1, shape[i / 36 % 6],
						 shape[i / 216], 1 };
		double ms;
		TIME_OF(5, ms, p = confusion_compare(&a, &b).above);
		sum += ms;
		longest = fmax(longest, ms);
	}
	report("P(A > B), 1,296 pairs with shapes .01 to 1e9: mean", sum / 1296, 0.1, p);
	report("P(A > B), 1,296 pairs with shapes .01 to 1e9: longest", longest, 1, p);
}

static void time_pairs(enum quantity quantity, double beta, const char *name, double wanted)
{
	static const double count[][6] = { { 10, 10, 0, 3, 2, 7 },
					   { 400, 100, 30, 350, 20, 90 },
					   { 0, 0, 0, 5, 0, 0 },
					   { 1e9, 2e8, 3e8, 999990000, 2e8, 3e8 } };
	for (int i = 0; i < 4; i++) {
		const double *c = count[i];
		struct confusion_posterior a = figure(c[0], c[1], c[2], 0.5, quantity, beta);
		struct confusion_posterior b = figure(c[3], c[4], c[5], 0.5, quantity, beta);
		double ms, p = 0;
		char text[160];
		TIME_OF(20, ms, p = confusion_compare(&a, &b).above);
		snprintf(text, sizeof text, "P(A > B), %s, %g %g %g against %g %g %g", name, c[0],
			 c[1], c[2], c[3], c[4], c[5]);
		report(text, ms, wanted, p);
	}
}

static void time_posterior(double beta, const char *name)
{
	struct confusion_posterior p = figure(40, 10, 25, 0.5, QUANTITY_F, beta);
	double ms, x = 0;
	char text[160];
	TIME_OF(20, ms, x = confusion_mean(&p));
	snprintf(text, sizeof text, "mean of %s", name);
	report(text, ms, 1, x);
	TIME_OF(20, ms, x = confusion_quantile(&p, 0.025));
	snprintf(text, sizeof text, "quantile of %s", name);
	report(text, ms, 1, x);
	TIME_OF(20, ms, x = confusion_mode(&p));
	snprintf(text, sizeof text, "mode of %s", name);
	report(text, ms, 2, x);
}

static void time_topics(size_t count, double beta, int few, double wanted)
{
	static struct confusion_posterior a[1000], b[1000];
	uint32_t state = 12345;
	for (size_t t = 0; t < count; t++) {
		double c[6];
		for (int i = 0; i < 6; i++) {
			state = state * 1664525u + 1013904223u;
			c[i] = few ? 0 : (double)(state >> 26);
		}
		a[t] = figure(c[0], c[1], c[2], 0.5, QUANTITY_F, beta);
		b[t] = figure(few ? 1 : c[3], c[4], c[5], 0.5, QUANTITY_F, beta);
	}
	struct err e = { 0 };
	struct macro_interval x = { 0 };
	struct tails tails = { 0 };
	double ms, error = 0;
	char text[160];
	TIME_OF(5, ms, macro_interval(a, count, 0.025, 0.975, &x, &e));
	snprintf(text, sizeof text, "interval of the mean F_%g of %zu topics%s", beta, count,
		 few ? " without data" : "");
	report(text, ms, wanted, x.lower);
	TIME_OF(5, ms, macro_compare(a, b, count, &tails, &error, &e));
	snprintf(text, sizeof text, "P(mean F_%g of A > B), %zu topics%s", beta, count,
		 few ? " without data" : "");
	report(text, ms, wanted, tails.above);
}

static void time_agreement(void)
{
	struct agreement prior = AGREEMENT_PRIOR, counts = { 17, 4, 3278 }, p = prior;
	struct err e = { 0 };
	double ms, x = 0;
	if (agreement_update(&prior, &counts, &p, &e) < 0)
		printf("%s\n", e.text);
	TIME_OF(20, ms, x = agreement_compare(&p).above);
	report("P(pi1 > pi2)", ms, 1, x);
	TIME_OF(20, ms, x = agreement_difference_quantile(&p, 0.025));
	report("quantile of pi1 - pi2", ms, 1, x);
}

int main(void)
{
	time_pairs(QUANTITY_PRECISION, 1, "precision", 0.1);
	time_pairs(QUANTITY_F, 1, "F1", 0.1);
	time_pairs(QUANTITY_F, 2, "F2", 3);
	time_grid();
	time_posterior(1, "F1");
	time_posterior(2, "F2");
	time_agreement();
	time_topics(50, 1, 0, 50);
	time_topics(250, 1, 0, 50);
	time_topics(1000, 1, 0, 200);
	time_topics(250, 2, 0, 50);
	time_topics(2, 1, 1, 200);
	time_topics(5, 1, 1, 200);
	return 0;
}
