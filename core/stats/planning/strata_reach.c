/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/stats/coverage/outcomes.h"
#include "core/stats/interval/repeated_samples.h"
#include "core/stats/planning/reach.h"
#include "core/stats/random/uniform.h"
#include "core/stats/sampling/allocation.h"

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

struct strata_study {
	const struct strata_request *request;
	struct outcomes outcomes;
	struct repeated_samples *repeated;
	double sum; /* probability of the outcomes that reach the target */
	bool failed;
	struct err *err;
};

/* The sample that stands in the strata. */
static bool add(void *context, double weight)
{
	struct strata_study *y = context;
	bool reached = false;
	y->failed = reach_by_sample(&y->request->reach, y->repeated, y->outcomes.strata,
				    y->outcomes.count, &reached, y->err) < 0;
	y->sum += reached ? weight : 0;
	return !y->failed;
}

/* Sample by sample with numbers of its own, so that they are the same for every size. */
static void by_sample(struct strata_study *y)
{
	const struct strata_request *q = y->request;
	for (int64_t draw = 0; draw < q->draws && !y->failed; draw++) {
		struct uniform u = uniform_start(q->seed, (uint64_t)draw, STREAM_EXPECTED_INTERVAL);
		for (size_t i = 0; i < q->count; i++)
			y->outcomes.strata[i].relevant = hypergeometric_quantile(
				&y->outcomes.distribution[i], uniform_next(&u));
		add(y, 1.0 / (double)q->draws);
	}
}

int strata_reach(const struct strata_request *q, struct strata_reached *out, struct err *e)
{
	struct strata_study y = { .request = q, .err = e };
	const struct truth t = { q->strata, q->count };
	bool ready = outcomes_init(&y.outcomes, &t, QUANTITY_RECALL, 0, e) == 0;
	if (ready)
		y.repeated = repeated_samples_new(q->reach.method, y.outcomes.strata, q->count,
						  &q->reach.interval, e);
	ready = ready && y.repeated != NULL;
	bool exact = ready && outcomes_count(&y.outcomes) <= (double)q->draws;
	if (exact)
		outcomes_each(&y.outcomes, add, &y);
	else if (ready)
		by_sample(&y);
	double p = y.sum;
	*out = (struct strata_reached){ p, exact ? 0 : sqrt(p * (1 - p) / (double)q->draws) };
	repeated_samples_free(y.repeated); /* which borrows the strata */
	outcomes_release(&y.outcomes);
	return ready && !y.failed ? 0 : -1;
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
