/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Adjustments for several tests; see p_adjust.h.
 */
#include <math.h>

#include "core/stats/numeric/ascending.h"
#include "core/stats/topics/p_adjust.h"

static void none(double *p, size_t count)
{
	(void)p;
	(void)count;
}

static void bonferroni(double *p, size_t count)
{
	for (size_t i = 0; i < count; i++)
		p[i] = fmin(1, (double)count * p[i]);
}

static void holm(double *p, size_t count)
{
	double largest = 0;
	for (size_t i = 0; i < count; i++) {
		largest = fmax(largest, (double)(count - i) * p[i]);
		p[i] = fmin(1, largest);
	}
}

static void benjamini_hochberg(double *p, size_t count)
{
	double smallest = 1;
	for (size_t i = count; i > 0; i--) {
		smallest = fmin(smallest, (double)count / (double)i * p[i - 1]);
		p[i - 1] = smallest;
	}
}

#define UNEQUAL                                                                                    \
	"it takes all systems to vary equally; at 0.05 it called some of 10 equal ones different " \
	"in 4 to 9 % of samples, and cannot find differences between near-duplicates"

const struct adjustment simultaneous_intervals = {
	.name = "shrunk-t",
	.called = "shrunk-t, the largest t of all pairs with topics resampled",
	.summary = "largest t of all pairs, topics resampled, errors shrunk; also intervals",
	.together = shrunk_t_compare,
	.random = true,
};

const struct adjustment *const adjustments[] = {
	&(const struct adjustment){
		.name = "holm",
		.called = "Holm",
		.summary = "chance of any false claim; never above bonferroni",
		.adjust = holm,
		.checked = true,
	},
	&(const struct adjustment){
		.name = "bonferroni",
		.called = "Bonferroni",
		.summary = "chance of any false claim; p times the number of tests",
		.adjust = bonferroni,
		.checked = true,
	},
	&(const struct adjustment){
		.name = "bh",
		.called = "Benjamini-Hochberg",
		.summary = "share of false claims among all claims (Benjamini & Hochberg)",
		.adjust = benjamini_hochberg,
	},
	&simultaneous_intervals,
	&(const struct adjustment){
		.name = "tukey",
		.summary = "Tukey's HSD, model topic + system; also intervals",
		.together = tukey_compare,
		.caution = UNEQUAL,
		.called = "Tukey's HSD",
		.all_pairs = true,
	},
	&(const struct adjustment){
		.name = "random-tukey",
		.summary = "randomised Tukey HSD: scores permuted within topics; also intervals",
		.together = random_tukey_compare,
		.caution = UNEQUAL,
		.called = "randomised Tukey HSD",
		.all_pairs = true,
		.random = true,
	},
	&(const struct adjustment){
		.name = "none", .called = "none", .summary = "each p as it is", .adjust = none },
	NULL,
};

const struct adjustment *adjustment_find(const char *name)
{
	for (const struct adjustment *const *a = adjustments; *a; a++)
		if (strcmp((*a)->name, name) == 0)
			return *a;
	return NULL;
}

struct placed {
	double p;
	size_t place;
};

int adjustment_apply(const struct adjustment *a, const double *p, size_t count, double *out,
		     struct err *e)
{
	for (size_t i = 0; i < count; i++)
		if (!isnan(p[i]) && !(p[i] >= 0 && p[i] <= 1))
			return err_data(e, "p-value %zu: need a number from 0 to 1, found %g",
					i + 1, p[i]);
	struct placed *placed = calloc(count ? count : 1, sizeof *placed);
	double *sorted = calloc(count ? count : 1, sizeof *sorted);
	int status = placed && sorted ? 0 : err_memory(e);
	if (status == 0) {
		size_t known = 0;
		for (size_t i = 0; i < count; i++)
			if (!isnan(p[i]))
				placed[known++] = (struct placed){ p[i], i };
			else
				out[i] = p[i];
		qsort(placed, known, sizeof *placed, ascending);
		for (size_t i = 0; i < known; i++)
			sorted[i] = placed[i].p;
		a->adjust(sorted, known);
		for (size_t i = 0; i < known; i++)
			out[placed[i].place] = sorted[i];
	}
	free(placed);
	free(sorted);
	return status;
}
