/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/coverage/outcomes.h"
#include "core/stats/distribution/hypergeometric.h"
#include "core/stats/interval/repeated_samples.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/planning/expected_interval.h"

enum { FINE_NODES = 7, ROUGH_NODES = 5 };

/* Most outcomes to sum: by a formula, and by a method that searches for its ends. */
enum { FAST_OUTCOMES = 20000, SLOW_OUTCOMES = 100 };

/* Sums over the intervals that are defined: of weights, ends and widths. */
struct sums {
	double weight, undefined, first[3];
};

struct study {
	struct outcomes outcomes; /* of one stratum or two */
	struct repeated_samples *repeated;
	struct sums sums;
	bool slow;
	struct err *err;
	bool failed;
};

static int study_init(struct study *y, const struct interval_method *m, const struct truth *t,
		      const struct interval_request *q, struct err *e)
{
	*y = (struct study){ .slow = m->prior || m->monotone, .err = e };
	/* an exact interval of one sample is a formula, and its ends are steps */
	for (size_t i = 0; q->by_rule && i < t->count; i++)
		y->slow = y->slow && t->strata[i].sampled < t->strata[i].size;
	if (outcomes_init(&y->outcomes, t, q->quantity, 0, e) < 0)
		return -1;
	for (size_t i = 0; i < t->count; i++)
		if (t->count > 2 || t->strata[i].sampled < 1)
			return err_usage(e, "the expected interval needs a sample in each segment");
	y->repeated = repeated_samples_new(m, y->outcomes.strata, t->count, q, e);
	return y->repeated ? 0 : -1;
}

/* Adds the interval of the outcome that stands in the strata. */
static bool add_outcome(void *context, double weight)
{
	struct study *y = context;
	struct interval x = { NAN, NAN };
	y->failed = repeated_samples_interval(y->repeated, &x, y->err) < 0;
	if (y->failed || isnan(x.lower) || isnan(x.upper)) {
		y->sums.undefined += weight;
		return !y->failed;
	}
	const double value[3] = { x.lower, x.upper, x.upper - x.lower };
	y->sums.weight += weight;
	for (int i = 0; i < 3; i++)
		y->sums.first[i] += weight * value[i];
	return true;
}

static int by_rule(struct study *y, int nodes, struct err *e)
{
	struct hypergeometric_quadrature r[2] = { 0 };
	struct stratum *s = y->outcomes.strata;
	size_t last = y->outcomes.count - 1;
	r[1] = (struct hypergeometric_quadrature){ .weight = { 1 }, .count = 1 };
	for (size_t i = 0; i <= last; i++)
		if (hypergeometric_quadrature_init(&r[i], &y->outcomes.distribution[i],
						   s[i].sampled, nodes, e) < 0)
			return -1;
	for (int i = 0; i < r[0].count; i++)
		for (int j = 0; j < r[1].count; j++) {
			s[last].relevant = r[1].at[j];
			s[0].relevant = r[0].at[i];
			if (!add_outcome(y, r[0].weight[i] * r[1].weight[j]))
				return -1;
		}
	return 0;
}

/* Means over all outcomes, or, with nodes, over those of a rule. */
static int take_means(struct study *y, int nodes, struct expected *out, struct err *e)
{
	struct expected_mean *mean[3] = { &out->lower, &out->upper, &out->width };
	struct sums *s = &y->sums;
	*s = (struct sums){ 0 };
	int status = nodes > 0 ? by_rule(y, nodes, e) : 0;
	if (nodes == 0)
		outcomes_each(&y->outcomes, add_outcome, y);
	if (status < 0 || y->failed)
		return -1;
	for (int i = 0; i < 3; i++)
		mean[i]->value = s->weight > 0 ? s->first[i] / s->weight : NAN;
	out->undefined = s->undefined / (s->weight + s->undefined);
	return 0;
}

/* By how much a rule with fewer points differs is the error. */
static int compute(struct study *y, enum expected_effort effort, struct expected *out,
		   struct err *e)
{
	struct expected fewer = { { NAN, 0 }, { NAN, 0 }, { NAN, 0 }, 0, false };
	out->exact = effort == EFFORT_EXACT ||
		     outcomes_count(&y->outcomes) <= (y->slow ? SLOW_OUTCOMES : FAST_OUTCOMES);
	for (size_t i = 0; i < y->outcomes.count; i++)
		hypergeometric_trim(&y->outcomes.distribution[i],
				    out->exact ? 100 * TAIL_LEFT_OUT : RULE_ERROR / 10);
	if (out->exact)
		return take_means(y, 0, out, e);
	if ((effort == EFFORT_FULL && take_means(y, ROUGH_NODES, &fewer, e) < 0) ||
	    take_means(y, effort == EFFORT_ROUGH ? ROUGH_NODES : FINE_NODES, out, e) < 0)
		return -1;
	out->lower.error = fabs(out->lower.value - fewer.lower.value);
	out->upper.error = fabs(out->upper.value - fewer.upper.value);
	out->width.error = fabs(out->width.value - fewer.width.value);
	return 0;
}

int expected_interval(const struct interval_method *m, const struct truth *t,
		      const struct interval_request *q, enum expected_effort effort,
		      struct expected *out, struct err *e)
{
	struct study y;
	*out = (struct expected){ 0 };
	int status = study_init(&y, m, t, q, e);
	if (status == 0)
		status = compute(&y, effort, out, e);
	repeated_samples_free(y.repeated); /* which borrows the strata */
	outcomes_release(&y.outcomes);
	return status;
}
