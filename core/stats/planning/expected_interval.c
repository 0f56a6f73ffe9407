/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/coverage/outcomes.h"
#include "core/stats/distribution/hypergeometric.h"
#include "core/stats/interval/repeated_samples.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/planning/expected_interval.h"
#include "core/stats/random/uniform.h"

enum { FINE_NODES = 7, ROUGH_NODES = 5 };

/* Most outcomes to sum: by a formula, and by a method that searches for its ends. */
enum { FAST_OUTCOMES = 20000, SLOW_OUTCOMES = 100 };

/* Probability that a sum and a rule leave out at either end of a distribution. */
static const double NEGLECT[] = {
	[EXPECTED_BY_SUM] = 100 * TAIL_LEFT_OUT, [EXPECTED_BY_RULE] = RULE_ERROR / 10
};

/* Sums over the intervals that are defined: of weights, ends and widths, and of squares. */
struct sums {
	double weight, undefined;
	double first[3], second[3];
};

struct study {
	const struct expected_request *request;
	struct outcomes outcomes; /* of the two strata */
	struct repeated_samples *repeated;
	struct sums sums;
	int64_t intervals;
	bool slow;
};

static int study_init(struct study *y, const struct interval_method *m, const struct truth *t,
		      const struct expected_request *q, struct err *e)
{
	*y = (struct study){ .request = q, .slow = m->prior || m->monotone };
	/* an exact interval of one sample is a formula, and its ends are steps */
	for (size_t i = 0; q->interval.by_rule && i < t->count; i++)
		y->slow = y->slow && t->strata[i].sampled < t->strata[i].size;
	if (outcomes_init(&y->outcomes, t, q->interval.quantity, 0, e) < 0)
		return -1;
	if (t->count != 2 || t->strata[0].retrieved == t->strata[1].retrieved)
		return err_usage(e, "the expected interval needs one retrieved and one unretrieved "
				    "stratum");
	if (t->strata[0].sampled < 1 || t->strata[1].sampled < 1)
		return err_usage(e, "the expected interval needs a sample in each segment");
	y->repeated = repeated_samples_new(m, y->outcomes.strata, 2, &q->interval, e);
	return y->repeated ? 0 : -1;
}

/* Adds the interval of one outcome. */
static int add_outcome(struct study *y, int64_t x0, int64_t x1, double weight, struct err *e)
{
	struct interval x = { NAN, NAN };
	y->outcomes.strata[0].relevant = x0;
	y->outcomes.strata[1].relevant = x1;
	if (repeated_samples_interval(y->repeated, &x, e) < 0)
		return -1;
	y->intervals++;
	if (isnan(x.lower) || isnan(x.upper)) {
		y->sums.undefined += weight;
		return 0;
	}
	const double value[3] = { x.lower, x.upper, x.upper - x.lower };
	y->sums.weight += weight;
	for (int i = 0; i < 3; i++) {
		y->sums.first[i] += weight * value[i];
		y->sums.second[i] += weight * value[i] * value[i];
	}
	return 0;
}

static int by_sum(struct study *y, struct err *e)
{
	const struct hypergeometric *a = &y->outcomes.distribution[0],
				    *b = &y->outcomes.distribution[1];
	for (int64_t i = a->first; i <= a->last; i++)
		for (int64_t j = b->first; j <= b->last; j++)
			if (add_outcome(y, i, j,
					hypergeometric_mass(a, i) * hypergeometric_mass(b, j),
					e) < 0)
				return -1;
	return 0;
}

static int by_rule(struct study *y, int nodes, struct err *e)
{
	struct hypergeometric_quadrature r[2];
	y->sums = (struct sums){ 0 };
	for (int i = 0; i < 2; i++)
		if (hypergeometric_quadrature_init(&r[i], &y->outcomes.distribution[i],
						   y->outcomes.strata[i].sampled, nodes, e) < 0)
			return -1;
	for (int i = 0; i < r[0].count; i++)
		for (int j = 0; j < r[1].count; j++)
			if (add_outcome(y, r[0].at[i], r[1].at[j], r[0].weight[i] * r[1].weight[j],
					e) < 0)
				return -1;
	return 0;
}

static int by_sample(struct study *y, struct err *e)
{
	const struct expected_request *q = y->request;
	if (q->draws < 2)
		return err_usage(e, "an expectation from samples needs at least two");
	struct uniform u = uniform_start(q->seed, q->index, STREAM_EXPECTED_INTERVAL);
	for (int64_t draw = 0; draw < q->draws; draw++) {
		int64_t i = hypergeometric_quantile(&y->outcomes.distribution[0], uniform_next(&u));
		int64_t j = hypergeometric_quantile(&y->outcomes.distribution[1], uniform_next(&u));
		if (add_outcome(y, i, j, 1, e) < 0)
			return -1;
	}
	return 0;
}

static void means(const struct sums *s, struct expected *out)
{
	struct expected_mean *mean[3] = { &out->lower, &out->upper, &out->width };
	for (int i = 0; i < 3; i++)
		mean[i]->value = s->weight > 0 ? s->first[i] / s->weight : NAN;
	out->undefined = s->undefined / (s->weight + s->undefined);
}

/* Errors of means over equally likely draws. */
static void standard_errors(const struct sums *s, struct expected *out)
{
	struct expected_mean *mean[3] = { &out->lower, &out->upper, &out->width };
	for (int i = 0; i < 3; i++) {
		double value = mean[i]->value, n = s->weight;
		double variance = (s->second[i] - n * value * value) / (n - 1);
		mean[i]->error = n > 1 ? sqrt(fmax(variance, 0) / n) : NAN;
	}
}

/* What the rule gives, and by how much one with fewer points differs. */
static int by_two_rules(struct study *y, struct expected *out, struct err *e)
{
	struct expected fewer = { 0 };
	if (by_rule(y, ROUGH_NODES, e) < 0)
		return -1;
	means(&y->sums, &fewer);
	if (by_rule(y, FINE_NODES, e) < 0)
		return -1;
	means(&y->sums, out);
	out->lower.error = fabs(out->lower.value - fewer.lower.value);
	out->upper.error = fabs(out->upper.value - fewer.upper.value);
	out->width.error = fabs(out->width.value - fewer.width.value);
	return 0;
}

static enum expected_by choose(const struct study *y)
{
	if (y->request->by != EXPECTED_AUTO)
		return y->request->by;
	return outcomes_count(&y->outcomes) <= (y->slow ? SLOW_OUTCOMES : FAST_OUTCOMES)
		       ? EXPECTED_BY_SUM
		       : EXPECTED_BY_RULE;
}

static int expected_of_design(struct study *y, struct expected *out, struct err *e)
{
	out->by = choose(y);
	for (int i = 0; i < 2 && out->by != EXPECTED_BY_SAMPLE; i++)
		hypergeometric_trim(&y->outcomes.distribution[i], NEGLECT[out->by]);
	enum expected_effort effort = y->request->effort;
	if (out->by == EXPECTED_BY_RULE && effort == EFFORT_FULL)
		return by_two_rules(y, out, e);
	int nodes = effort == EFFORT_FINE ? FINE_NODES : ROUGH_NODES;
	int status = out->by == EXPECTED_BY_SUM	   ? by_sum(y, e)
		     : out->by == EXPECTED_BY_RULE ? by_rule(y, nodes, e)
						   : by_sample(y, e);
	if (status < 0)
		return -1;
	means(&y->sums, out);
	if (out->by == EXPECTED_BY_RULE)
		out->lower.error = out->upper.error = out->width.error = NAN;
	if (out->by == EXPECTED_BY_SAMPLE)
		standard_errors(&y->sums, out);
	return 0;
}

int expected_interval(const struct interval_method *m, const struct truth *t,
		      const struct expected_request *q, struct expected *out, struct err *e)
{
	struct study y;
	*out = (struct expected){ 0 };
	int status = study_init(&y, m, t, q, e);
	if (status == 0)
		status = expected_of_design(&y, out, e);
	out->intervals = y.intervals;
	repeated_samples_free(y.repeated); /* which borrows the strata */
	outcomes_release(&y.outcomes);
	return status;
}
