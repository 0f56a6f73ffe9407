/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/near.h"
#include "core/base/parallel.h"
#include "core/base/sort.h"
#include "core/stats/random/resample.h"
#include "core/stats/topics/correlation.h"
#include "core/stats/topics/rank_agreement.h"

/* The best first. */
static int by_score(const void *a, const void *b, void *context)
{
	const double *score = context;
	size_t i = *(const size_t *)a, j = *(const size_t *)b;
	if (score[i] != score[j])
		return score[i] > score[j] ? -1 : 1;
	return i < j ? -1 : i > j;
}

void rank_places(const double *score, size_t count, size_t *order, double *place)
{
	const double tolerance = tie_tolerance(score, count);
	for (size_t i = 0; i < count; i++)
		order[i] = i;
	stable_sort(order, count, sizeof *order, by_score, (void *)score);
	for (size_t i = 0; i < count; i++) {
		bool tied = i > 0 && score[order[i - 1]] - score[order[i]] <= tolerance;
		place[order[i]] = tied ? place[order[i - 1]] : (double)i;
	}
}

/* How many systems are above i in y, and in x too; those tied in x count `tied`. */
static double concordant_above(const double *x, const double *y, size_t count, size_t i,
			       double tied)
{
	double above = 0;
	for (size_t j = 0; j < count; j++)
		if (y[j] < y[i])
			above += x[j] < x[i] ? 1 : x[j] == x[i] ? tied : 0;
	return above;
}

static size_t tied_with(const double *y, size_t count, size_t i)
{
	size_t group = 0;
	for (size_t j = 0; j < count; j++)
		group += y[j] == y[i];
	return group;
}

/*
 * A system of a group has any of its places with the same probability; k others of the group are
 * then above it, and each of them is in the right order with probability 1/2, over the group.
 */
static double tau_ap_a(const double *x, const double *y, size_t count)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++) {
		double above = concordant_above(x, y, count, i, 0.5);
		size_t group = tied_with(y, count, i);
		double mean = 0;
		for (size_t k = y[i] > 0 ? 0 : 1; k < group; k++)
			mean += (above + (double)k / 2) / (y[i] + (double)k);
		sum += mean / (double)group;
	}
	return 2 * sum / (double)(count - 1) - 1;
}

static double tau_ap_b_of(const double *x, const double *y, size_t count)
{
	double sum = 0;
	size_t below = 0;
	for (size_t i = 0; i < count; i++) {
		if (y[i] == 0)
			continue;
		below++;
		sum += concordant_above(x, y, count, i, 0) / y[i];
	}
	return below > 0 ? 2 * sum / (double)below - 1 : NAN;
}

/* `size`: systems whose place is up to a depth, added over both rankings; `both`: in both. */
static double overlap(const double *x, const double *y, size_t count, double p, size_t *room)
{
	size_t *size = room, *both = room + count;
	size_t sizes = 0, common = 0;
	double sum = 0, weight = 1 - p;
	memset(room, 0, 2 * count * sizeof *room);
	for (size_t i = 0; i < count; i++) {
		size[(size_t)x[i]]++;
		size[(size_t)y[i]]++;
		both[(size_t)fmax(x[i], y[i])]++;
	}
	for (size_t d = 0; d < count; d++, weight *= p) {
		sizes += size[d];
		common += both[d];
		sum += weight * 2 * (double)common / (double)sizes;
	}
	return sum + weight / (1 - p); /* A_d = 1 beyond */
}

void rank_agreement(const double *x, const double *y, size_t count, double p, size_t *room,
		    double *out)
{
	for (int c = 0; c < COEFFICIENTS; c++)
		out[c] = NAN;
	if (count < 2)
		return;
	const struct pair_orders o = pair_orders(x, y, count);
	out[TAU] = (double)o.agree / (double)o.pairs;
	out[TAU_B] = kendall_tau_b(&o);
	out[TAU_AP_A] = tau_ap_a(x, y, count);
	out[TAU_AP_B] = (tau_ap_b_of(x, y, count) + tau_ap_b_of(y, x, count)) / 2;
	out[RBO] = overlap(x, y, count, p, room);
}

/*
 * Resamples.
 */

void rank_means(const struct rank_scores *s, size_t side, const uint32_t *times, double *mean)
{
	for (size_t i = 0; i < s->systems; i++) {
		const double *value = s->value[side] + i * s->topics;
		double sum = 0;
		for (size_t t = 0; t < s->topics; t++)
			sum += times != NULL ? times[t] * value[t] : value[t];
		mean[i] = sum / (double)s->topics;
	}
}

double rank_reliability(const struct rank_scores *s, size_t side, const double *mean)
{
	double systems = (double)s->systems, topics = (double)s->topics;
	double all = 0, between = 0, residual = 0;
	for (size_t i = 0; i < s->systems; i++)
		all += mean[i] / systems;
	for (size_t i = 0; i < s->systems; i++)
		between += (mean[i] - all) * (mean[i] - all) / (systems - 1);
	for (size_t t = 0; t < s->topics; t++) {
		const double *value = s->value[side] + t;
		double of_topic = 0;
		for (size_t i = 0; i < s->systems; i++)
			of_topic += value[i * s->topics] / systems;
		for (size_t i = 0; i < s->systems; i++) {
			double rest = value[i * s->topics] - mean[i] - of_topic + all;
			residual += rest * rest;
		}
	}
	residual /= (systems - 1) * (topics - 1);
	return between > 0 && topics > 1 ? 1 - residual / topics / between : NAN;
}

enum { CHUNK = 64 }; /* resamples that a thread takes at a time */

struct resampling {
	const struct rank_scores *s;
	const struct rank_request *q;
	double *drawn; /* by judge, by coefficient, then by resample */
};

static int resample_chunk(void *context, size_t chunk, int thread, struct err *e)
{
	(void)thread;
	const struct resampling *r = context;
	const struct rank_scores *s = r->s;
	size_t n = s->systems, all = (size_t)r->q->resamples;
	size_t end = (chunk + 1) * CHUNK < all ? (chunk + 1) * CHUNK : all;
	uint32_t *times = calloc(s->topics + 1, sizeof *times);
	size_t *room = calloc(2 * n + 1, sizeof *room);
	double *mean = calloc((s->sides + 1) * n + 1, sizeof *mean), *place = mean + n;
	bool ready = times != NULL && room != NULL && mean != NULL;
	for (size_t b = chunk * CHUNK; ready && b < end; b++) {
		double found[COEFFICIENTS];
		resample_times(s->topics, (int64_t)b, r->q->ends.seed, times);
		for (size_t side = 0; side < s->sides; side++) {
			rank_means(s, side, times, mean);
			rank_places(mean, n, room, place + side * n);
			if (side == 0)
				continue;
			rank_agreement(place, place + side * n, n, r->q->p, room, found);
			for (size_t c = 0; c < COEFFICIENTS; c++)
				r->drawn[((side - 1) * COEFFICIENTS + c) * all + b] = found[c];
		}
	}
	free(times);
	free(room);
	free(mean);
	return ready ? 0 : err_memory(e);
}

/* Moves those that are numbers to the front; how many they are. */
static int64_t defined_first(double *x, int64_t count)
{
	int64_t defined = 0;
	for (int64_t i = 0; i < count; i++)
		if (!isnan(x[i]))
			x[defined++] = x[i];
	return defined;
}

/* The two ends for a probability: of the percentile interval, and of the basic one. */
static struct interval ends(const double *drawn, int64_t count, double coefficient, double p)
{
	const double grain = NEAR_ROUNDING;
	double lower = resample_quantile(drawn, count, p),
	       upper = 2 * coefficient - resample_quantile(drawn, count, 1 - p);
	return (struct interval){ settled_end(lower, grain), settled_end(upper, grain) };
}

static int interval_of(double *drawn, const struct rank_request *q, double coefficient,
		       struct interval range, struct interval *out, int64_t *undefined,
		       struct err *e)
{
	int64_t defined = defined_first(drawn, q->resamples);
	*out = (struct interval){ NAN, NAN };
	*undefined = q->resamples - defined;
	if (defined == 0 || isnan(coefficient))
		return 0;
	if (resample_sort(drawn, defined, e) < 0)
		return -1;
	*out = range;
	if (q->ends.lower_p > 0) {
		const struct interval low = ends(drawn, defined, coefficient, q->ends.lower_p);
		out->lower = fmax(fmin(low.lower, low.upper), range.lower);
	}
	if (q->ends.upper_p < 1) {
		const struct interval high = ends(drawn, defined, coefficient, q->ends.upper_p);
		out->upper = fmin(fmax(high.lower, high.upper), range.upper);
	}
	return 0;
}

/* The numbers that were drawn of one coefficient of a judge. */
static double *drawn_of(const struct resampling *r, size_t judge, size_t coefficient)
{
	return r->drawn + (judge * COEFFICIENTS + coefficient) * (size_t)r->q->resamples;
}

/* Before intervals_of_judges(), which puts what was drawn in order. */
static int intervals_of_pairs(const struct resampling *r, const double *coefficient,
			      struct interval *out, struct err *e)
{
	size_t judges = r->s->sides - 1, all = (size_t)r->q->resamples;
	double *less = calloc(all + 1, sizeof *less);
	int result = less == NULL ? err_memory(e) : 0;
	for (size_t j = 0; j < judges; j++)
		for (size_t k = j + 1; k < judges; k++)
			for (size_t c = 0; c < COEFFICIENTS && result == 0; c++, out++) {
				const double *a = drawn_of(r, j, c), *b = drawn_of(r, k, c);
				const struct interval range = { c == RBO ? -1 : -2,
								c == RBO ? 1 : 2 };
				int64_t undefined;
				for (size_t i = 0; i < all; i++)
					less[i] = a[i] - b[i];
				result = interval_of(less, r->q,
						     coefficient[j * COEFFICIENTS + c] -
							     coefficient[k * COEFFICIENTS + c],
						     range, out, &undefined, e);
			}
	free(less);
	return result;
}

static int intervals_of_judges(const struct resampling *r, const double *coefficient,
			       struct interval *out, int64_t *undefined, struct err *e)
{
	for (size_t i = 0; i < (r->s->sides - 1) * COEFFICIENTS; i++) {
		size_t c = i % COEFFICIENTS;
		const struct interval range = { c == RBO ? 0 : -1, 1 };
		if (interval_of(drawn_of(r, i / COEFFICIENTS, c), r->q, coefficient[i], range,
				&out[i], &undefined[i], e) < 0)
			return -1;
	}
	return 0;
}

int rank_intervals(const struct rank_scores *s, const struct rank_request *q,
		   const double *coefficient, struct interval *out, int64_t *undefined,
		   struct interval *difference, struct err *e)
{
	size_t all = (size_t)q->resamples, judges = s->sides - 1;
	struct resampling r = { s, q, calloc(judges * COEFFICIENTS * all + 1, sizeof *r.drawn) };
	if (r.drawn == NULL)
		return err_memory(e);
	int result = parallel_each(q->jobs, (all + CHUNK - 1) / CHUNK, resample_chunk, &r, e);
	if (result == 0 && difference != NULL)
		result = intervals_of_pairs(&r, coefficient, difference, e);
	if (result == 0)
		result = intervals_of_judges(&r, coefficient, out, undefined, e);
	free(r.drawn);
	return result;
}
