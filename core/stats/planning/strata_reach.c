/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/stats/design/allocation.h"
#include "core/stats/distribution/hypergeometric.h"
#include "core/stats/interval/repeated_samples.h"
#include "core/stats/planning/strata_reach.h"
#include "core/stats/random/uniform.h"

/* Samples of each size that a search looks at. The answer comes from as many as are asked for. */
enum { SEARCH_DRAWS = 200 };

int strata_divide(const struct strata_request *q, int64_t n, struct err *e)
{
	double yield[2] = { 0, 0 };
	struct allocation_part *part = calloc(q->count + 1, sizeof *part);
	if (part == NULL)
		return err_memory(e);
	for (size_t i = 0; i < q->count; i++)
		yield[q->strata[i].retrieved] += (double)q->strata[i].yield;
	for (size_t i = 0; i < q->count; i++) {
		const struct true_stratum *s = &q->strata[i];
		/* as if half a document were relevant, or not, where none is */
		double N = (double)s->size, R = fmin(fmax((double)s->yield, 0.5), N - 0.5);
		part[i] = (struct allocation_part){
			.weight = sqrt(R * (N - R)) * fmax(yield[!s->retrieved], 0.5),
			.size = s->size,
		};
	}
	int status = allocate(part, q->count, n, e);
	for (size_t i = 0; status == 0 && i < q->count; i++)
		q->strata[i].sampled = part[i].share;
	free(part);
	return status;
}

struct study {
	const struct strata_request *request;
	struct hypergeometric *distribution;
	struct stratum *strata;
	struct repeated_samples *repeated;
};

static void study_release(struct study *y)
{
	for (size_t i = 0; y->distribution && i < y->request->count; i++)
		hypergeometric_release(&y->distribution[i]);
	repeated_samples_free(y->repeated);
	free(y->distribution);
	free(y->strata);
}

static int study_init(struct study *y, const struct strata_request *q, struct err *e)
{
	*y = (struct study){ .request = q };
	y->distribution = calloc(q->count + 1, sizeof *y->distribution);
	y->strata = calloc(q->count + 1, sizeof *y->strata);
	if (!y->distribution || !y->strata)
		return err_memory(e);
	for (size_t i = 0; i < q->count; i++) {
		const struct true_stratum *s = &q->strata[i];
		if (hypergeometric_init(&y->distribution[i], s->sampled, e) < 0)
			return -1;
		hypergeometric_set(&y->distribution[i], s->size, (double)s->yield, s->sampled);
		y->strata[i] = (struct stratum){ .size = s->size,
						 .sampled = s->sampled,
						 .assessable = s->sampled,
						 .retrieved = s->retrieved };
	}
	y->repeated =
		repeated_samples_new(q->reach.method, y->strata, q->count, &q->reach.interval, e);
	return y->repeated ? 0 : -1;
}

/* Adds the weight of the sample that stands in the strata, if it reaches the target. */
static int add(struct study *y, double weight, double *sum, struct err *e)
{
	bool reached = false;
	if (reach_by_sample(&y->request->reach, y->repeated, y->strata, y->request->count, &reached,
			    e) < 0)
		return -1;
	if (reached)
		*sum += weight;
	return 0;
}

/* Every outcome, counted like an odometer. */
static int by_sum(struct study *y, double *sum, struct err *e)
{
	size_t count = y->request->count, i = 0;
	for (size_t k = 0; k < count; k++)
		y->strata[k].relevant = y->distribution[k].first;
	while (i < count) {
		double weight = 1;
		for (size_t k = 0; k < count; k++)
			weight *= hypergeometric_mass(&y->distribution[k], y->strata[k].relevant);
		if (add(y, weight, sum, e) < 0)
			return -1;
		for (i = 0; i < count && y->strata[i].relevant == y->distribution[i].last; i++)
			y->strata[i].relevant = y->distribution[i].first;
		if (i < count)
			y->strata[i].relevant++;
	}
	return 0;
}

static int by_sample(struct study *y, double *sum, struct err *e)
{
	const struct strata_request *q = y->request;
	for (int64_t draw = 0; draw < q->draws; draw++) {
		struct uniform u = uniform_start(q->seed, (uint64_t)draw, STREAM_EXPECTED_INTERVAL);
		for (size_t i = 0; i < q->count; i++)
			y->strata[i].relevant =
				hypergeometric_quantile(&y->distribution[i], uniform_next(&u));
		if (add(y, 1.0 / (double)q->draws, sum, e) < 0)
			return -1;
	}
	return 0;
}

int strata_reach(const struct strata_request *q, struct strata_reached *out, struct err *e)
{
	struct study y;
	double outcomes = 1, p = 0;
	int status = study_init(&y, q, e);
	for (size_t i = 0; status == 0 && i < q->count; i++)
		outcomes *= (double)hypergeometric_points(&y.distribution[i]);
	bool exact = outcomes <= (double)q->draws;
	if (status == 0)
		status = exact ? by_sum(&y, &p, e) : by_sample(&y, &p, e);
	*out = (struct strata_reached){ p, exact ? 0 : sqrt(p * (1 - p) / (double)q->draws) };
	study_release(&y);
	return status;
}

static int try_size(const struct strata_request *q, int64_t n, double *p, struct err *e)
{
	struct strata_reached x = { 0 };
	if (strata_divide(q, n, e) < 0 || strata_reach(q, &x, e) < 0)
		return -1;
	*p = x.probability;
	return 0;
}

int strata_smallest(const struct strata_request *q, double assurance, struct strata_reached *out,
		    struct err *e)
{
	struct strata_request rough = *q;
	int64_t all = 0, low = (int64_t)q->count - 1, high = 100 * (int64_t)q->count;
	double p = 0;
	rough.draws = q->draws < SEARCH_DRAWS ? q->draws : SEARCH_DRAWS;
	for (size_t i = 0; i < q->count; i++)
		all += q->strata[i].size;
	for (;; low = high, high *= 2) {
		high = high < all ? high : all;
		if (try_size(&rough, high, &p, e) < 0)
			return -1;
		if (p >= assurance)
			break;
		if (high == all)
			return err_usage(
				e,
				"%g is not reached with probability %g by judging all %lld "
				"documents",
				q->reach.target, assurance, (long long)all);
	}
	while (high - low > 1 + high / 50) {
		int64_t n = low + (high - low) / 2;
		if (try_size(&rough, n, &p, e) < 0)
			return -1;
		*(p >= assurance ? &high : &low) = n;
	}
	for (;; high += 1 + high / 50) {
		high = high < all ? high : all;
		if (strata_divide(q, high, e) < 0 || strata_reach(q, out, e) < 0)
			return -1;
		if (out->probability >= assurance || high == all)
			return 0;
	}
}
