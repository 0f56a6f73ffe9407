/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/near.h"
#include "core/base/sort.h"
#include "core/stats/rmath.h"
#include "core/stats/topics/paired_test.h"

static const double relative_tolerance = NEAR_ROUNDING, most_scale = 1e100, least_scale = 1 / 1e100;

double differences_scale(const double *x, const double *y, size_t count)
{
	double scale = least_scale;
	for (size_t i = 0; i < count; i++) {
		if (isfinite(x[i]))
			scale = fmax(scale, fabs(x[i]));
		if (isfinite(y[i]))
			scale = fmax(scale, fabs(y[i]));
	}
	return scale;
}

static int check_differences(const double *difference, size_t count, double scale, struct err *e)
{
	for (size_t i = 0; i < count; i++)
		if (!(fabs(difference[i]) <= most_scale))
			return err_data(e, "difference %zu: need a number within 1e100, found %g",
					i + 1, difference[i]);
	if (!(scale == 0 || (scale >= least_scale && scale <= most_scale)))
		return err_usage(e, "scale of the scores: need 1e-100 to 1e100, or 0, found %g",
				 scale);
	return 0;
}

/* `order` has the values by ascending magnitude. */
static void settle(double *value, const struct keyed *order, size_t count, double tolerance)
{
	double magnitude = 0;
	for (size_t i = 0; i < count; i++) {
		double *x = &value[order[i].item];
		if (fabs(*x) - magnitude > tolerance)
			magnitude = fabs(*x);
		*x = magnitude == 0 ? 0 : copysign(magnitude, *x);
	}
}

static void summarise(struct differences *d)
{
	double sum = 0, squares = 0;
	bool equal = true;
	for (size_t i = 0; i < d->count; i++) {
		double x = d->value[i];
		d->wins += x > 0;
		d->ties += x == 0;
		d->losses += x < 0;
		sum += x;
		equal = equal && x == d->value[0];
	}
	d->mean = d->count == 0 ? NAN : equal ? d->value[0] : sum / (double)d->count;
	if (fabs(d->mean) <= d->tolerance)
		d->mean = 0;
	for (size_t i = 0; i < d->count; i++)
		squares += (d->value[i] - d->mean) * (d->value[i] - d->mean);
	d->deviation = d->count < 2 ? NAN : sqrt(squares / (double)(d->count - 1));
}

int differences_init(struct differences *d, const double *difference, size_t count, double scale,
		     struct err *e)
{
	*d = (struct differences){ .count = count };
	if (check_differences(difference, count, scale, e) < 0)
		return -1;
	d->value = calloc(count ? count : 1, sizeof *d->value);
	struct keyed *order = calloc(2 * count + 1, sizeof *order);
	if (!d->value || !order) {
		free(order);
		differences_release(d);
		return err_memory(e);
	}
	if (scale == 0)
		scale = 1;
	for (size_t i = 0; i < count; i++) {
		d->value[i] = difference[i];
		order[i] = (struct keyed){ ~key_descending(fabs(difference[i])), i };
		scale = fmax(scale, fabs(difference[i]));
	}
	d->tolerance = relative_tolerance * scale;
	keyed_sort(order, count, order + count, NULL, NULL);
	settle(d->value, order, count, d->tolerance);
	free(order);
	summarise(d);
	return 0;
}

void differences_release(struct differences *d)
{
	free(d->value);
	*d = (struct differences){ 0 };
}

const struct paired_test *paired_test_find(const char *name)
{
	for (const struct paired_test *const *t = paired_tests; *t; t++)
		if (strcmp((*t)->name, name) == 0)
			return *t;
	return NULL;
}

int paired_test_compute(const struct paired_test *t, const double *difference, size_t count,
			const struct paired_test_request *q, struct paired_test_result *out,
			struct err *e)
{
	struct differences d;
	*out = (struct paired_test_result){ NAN, NAN, NAN, false };
	if (differences_init(&d, difference, count, q->scale, e) < 0)
		return -1;
	int status = count > 0 ? t->compute(&d, q, out, e) : 0;
	differences_release(&d);
	return status;
}

struct crossed_seeds crossed_seeds_test(double mean, double deviation, size_t topics,
					const struct seeds of[2])
{
	double n = (double)topics, of_topics = deviation * deviation / n;
	double variance = of_topics, below = of_topics * of_topics / (n - 1);
	struct crossed_seeds none = { NAN, NAN, NAN };
	for (int i = 0; i < 2; i++) {
		double count = (double)of[i].count;
		double of_means = of[i].deviation * of[i].deviation / count;
		double residual = of[i].residual / n / count;
		if (of[i].count < SEEDS_NEEDED)
			return none;
		variance += of_means - residual;
		below += (of_means * of_means + residual * residual / (n - 1)) / (count - 1);
	}
	if (isnan(variance) || !(of_topics > 0))
		return none;
	double freedom = variance > of_topics ? variance * variance / below : n - 1;
	double error = sqrt(fmax(variance, of_topics));
	return (struct crossed_seeds){ 2 * pt(-fabs(mean) / error, freedom, 1, 0), error, freedom };
}
