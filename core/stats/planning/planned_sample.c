/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/base/near.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/planning/planned_sample.h"
#include "core/stats/rmath.h"
#include "core/stats/sampling/allocation.h"

/* ---- the design ---- */

static int64_t documents(const struct planned_sample *p)
{
	int64_t all = p->control != NULL ? p->control->size : 0;
	for (size_t i = 0; p->control == NULL && i < p->count; i++)
		all += p->strata[i].size;
	return all;
}

/* sqrt(R(N-R)), as if half a document were relevant, or not, where none is. */
static double spread(const struct true_stratum *s)
{
	double N = (double)s->size, R = fmin(fmax((double)s->yield, 0.5), fmax(N - 0.5, 0.5));
	return sqrt(R * fmax(N - R, 0.5));
}

/*
 * The share that makes the variance of recall smallest, (V1 R0^2 + V0 R1^2)/R^4 (Webber 2013, eq
 * 23): n goes with N sqrt(p(1-p)) times the yield of the other segment (Neyman 1934).
 */
static double neyman_share(const struct planned_sample *p)
{
	double weight[2] = { 0, 0 }, yield[2] = { 0, 0 };
	for (size_t i = 0; i < p->count; i++) {
		weight[p->strata[i].retrieved] += spread(&p->strata[i]);
		yield[p->strata[i].retrieved] += (double)p->strata[i].yield;
	}
	double one = weight[1] * fmax(yield[0], 0.5), zero = weight[0] * fmax(yield[1], 0.5);
	return one / (one + zero);
}

static int divide(const struct planned_sample *p, double share, int64_t n, struct err *e)
{
	double weight[2] = { 0, 0 };
	if (p->control != NULL)
		return 0;
	struct allocation_part *part = calloc(p->count + 1, sizeof *part);
	if (part == NULL)
		return err_memory(e);
	for (size_t i = 0; i < p->count; i++)
		weight[p->strata[i].retrieved] += spread(&p->strata[i]);
	for (size_t i = 0; i < p->count; i++) {
		const struct true_stratum *s = &p->strata[i];
		part[i] = (struct allocation_part){
			.weight = spread(s) / weight[s->retrieved] *
				  (s->retrieved ? share : 1 - share),
			.size = s->size,
		};
	}
	int status = allocate(part, p->count, n, e);
	for (size_t i = 0; status == 0 && i < p->count; i++)
		p->strata[i].sampled = part[i].share;
	free(part);
	return status;
}

/* ---- sizes ---- */

/* Stretches of outcomes, for a search and for an answer (planned_outcomes.h). */
static const double LONG = 1.0 / 32, SHORT = 1.0 / 128;

/* Longer ones of many strata, each of whose intervals takes longer. */
static double stretch_of(const struct planned_sample *p, double stretch)
{
	return fmin(stretch * fmax(1, (double)p->count / 4), 1.0 / 16);
}

static int probability_at(const struct planned_sample *p, double share, int64_t n, double stretch,
			  double *out, struct err *e)
{
	struct planned_study y = { 0 };
	int status = divide(p, share, n, e);
	if (status == 0)
		status = planned_study_init(&y, p, n, (size_t)p->samples, true, e);
	if (status == 0)
		status = planned_study_probability(&y, stretch_of(p, stretch), out);
	planned_study_release(&y);
	return status;
}

static int mean_at(const struct planned_sample *p, int64_t n, double *out, struct err *e)
{
	struct planned_study y = { 0 };
	int status = divide(p, p->share, n, e);
	if (status == 0)
		status = planned_study_init(&y, p, n, (size_t)p->samples, true, e);
	if (status == 0)
		status = planned_study_mean(&y, out, e);
	planned_study_release(&y);
	return status;
}

/* Climbs to the share with which n documents reach the target most often. */
static int best_share(struct planned_sample *p, int64_t n, struct err *e)
{
	double best = 0, z = logit(neyman_share(p));
	p->share = inverse_logit(z);
	if (p->control != NULL || !p->reach.method->forced_ends || p->count > 8)
		return 0;
	if (probability_at(p, p->share, n, LONG, &best, e) < 0)
		return -1;
	for (double step = 0.4; step > 0.15; step /= 2)
		for (int side = -1; side <= 1; side += 2)
			for (double x = 0;;) {
				double share = inverse_logit(z + side * step);
				if (probability_at(p, share, n, LONG, &x, e) < 0)
					return -1;
				if (!(x > best + 0.002))
					break;
				best = x;
				z += side * step;
				p->share = share;
			}
	return 0;
}

int planned_divide(struct planned_sample *p, int64_t n, struct err *e)
{
	if (isnan(p->share) && best_share(p, n, e) < 0)
		return -1;
	return divide(p, p->share, n, e);
}

int planned_reach(struct planned_sample *p, int64_t n, struct planned_answer *out, struct err *e)
{
	struct planned_study y = { 0 };
	*out = (struct planned_answer){ .size = n, .mean = NAN };
	int status = planned_divide(p, n, e);
	if (status == 0)
		status = planned_study_init(&y, p, n, (size_t)p->samples, true, e);
	if (status == 0)
		status = planned_study_probability(&y, stretch_of(p, SHORT), &out->probability);
	double x = out->probability;
	out->error = y.all ? 0 : sqrt(x * (1 - x) / (double)p->samples);
	planned_study_release(&y);
	if (status == 0 && p->reach.goal != GOAL_BETTER)
		status = mean_at(p, n, &out->mean, e);
	return status;
}

/* A search: `low` lacks what is wanted, `high` has it; -1 and all + 1: not known. */
struct bracket {
	int64_t low, high;
	double at_low, at_high; /* normal scores, or logarithms of distances */
};

struct sizes {
	struct planned_sample *p;
	double assurance; /* nan: the mean is to reach the target */
	struct err *err;
	double truth, stretch;
};

/* How much a size has, and whether that is enough. */
static int look(const struct sizes *s, int64_t n, double *x, bool *enough)
{
	const struct reach_request *q = &s->p->reach;
	double value = 0;
	if (!isnan(s->assurance)) {
		if (probability_at(s->p, s->p->share, n, s->stretch, &value, s->err) < 0)
			return -1;
		*x = qnorm(fmin(fmax(value, NEAR_DIGITS), 1 - NEAR_DIGITS), 0, 1, 1, 0);
		*enough = value >= s->assurance;
		return 0;
	}
	if (mean_at(s->p, n, &value, s->err) < 0)
		return -1;
	double target = q->target;
	*enough = q->goal == GOAL_LOWER ? value >= target : value <= target;
	*x = -log(fmax(fabs(q->goal == GOAL_WIDTH ? value : value - s->truth), NEAR_ROUNDING));
	return 0;
}

static int try_size(const struct sizes *s, struct bracket *b, int64_t n)
{
	double x = 0;
	bool enough = false;
	if (look(s, n, &x, &enough) < 0)
		return -1;
	*(enough ? &b->high : &b->low) = n;
	*(enough ? &b->at_high : &b->at_low) = x;
	return 0;
}

/* Where the line through both ends has what is wanted, in the root or the logarithm of sizes. */
static int64_t next_size(const struct sizes *s, const struct bracket *b, int turn)
{
	double low = log(fmax((double)b->low, 0.5)), high = log((double)b->high), part = 0.5;
	double wanted = isnan(s->assurance)
				? -log(fmax(fabs(s->p->reach.goal == GOAL_WIDTH
							 ? s->p->reach.target
							 : s->p->reach.target - s->truth),
					    NEAR_ROUNDING))
				: qnorm(s->assurance, 0, 1, 1, 0);
	if (turn % 3 < 2 && b->low > 0 && b->at_high > b->at_low)
		part = (wanted - b->at_low) / (b->at_high - b->at_low);
	int64_t n = (int64_t)llround(exp(low + fmin(fmax(part, 0.02), 0.98) * (high - low)));
	return n <= b->low ? b->low + 1 : n >= b->high ? b->high - 1 : n;
}

/* From a guess: growing steps until both ends are known, then between them, to one in `narrow`. */
static int search(const struct sizes *s, struct bracket *b, int64_t from, int64_t narrow)
{
	int64_t all = documents(s->p), least = s->p->control != NULL ? 1 : (int64_t)s->p->count;
	*b = (struct bracket){ .low = least - 1, .high = all + 1 };
	from = from < least ? least : from > all ? all : from;
	if (try_size(s, b, from) < 0)
		return -1;
	for (double f = 1.03; b->high > all && b->low < all; f *= f) {
		double n = ceil(f * (double)b->low);
		if (try_size(s, b, n < (double)all ? (int64_t)n : all) < 0)
			return -1;
	}
	for (double f = 1.03; b->low < least && b->high > least; f *= f) {
		int64_t n = (int64_t)((double)b->high / f);
		if (try_size(s, b, n > least ? n : least) < 0)
			return -1;
	}
	for (int turn = 0; b->high <= all && b->high - b->low > 1 + b->high / narrow; turn++)
		if (try_size(s, b, next_size(s, b, turn)) < 0)
			return -1;
	return 0;
}

/*
 * How many sizes it takes until one more document must be found: the steps of the probability are
 * no longer than that.
 */
static int64_t longest_step(const struct planned_sample *p, int64_t n)
{
	double least = INFINITY, size = (double)n;
	if (p->control != NULL)
		for (int k = 0; k < 2; k++)
			least = fmin(least, size * (double)p->control->relevant[k] /
						    (double)p->control->size);
	for (size_t i = 0; p->control == NULL && i < p->count; i++)
		least = fmin(least, (double)p->strata[i].sampled * (double)p->strata[i].yield /
					    (double)p->strata[i].size);
	return (int64_t)fmin(fmax(1.25 * size / fmax(least, 0.5), 2), 0.5 * size + 2);
}

/* Larger sizes, up to a step beyond: one that lacks the probability is passed over. */
static int pass_steps(const struct sizes *s, struct bracket *b)
{
	int64_t all = documents(s->p), step = longest_step(s->p, b->high), end = b->high + step;
	int64_t looks = s->p->count < 3 && 10 * step > b->high ? 8 : 2, stride = 1 + step / looks;
	for (int64_t n = b->high + stride; n < end && n <= all; n += stride) {
		double x = 0;
		bool enough = false;
		if (look(s, n, &x, &enough) < 0)
			return -1;
		if (enough)
			continue;
		*b = (struct bracket){ .low = n, .high = n + stride < all ? n + stride : all };
		end = b->high + longest_step(s->p, b->high);
	}
	while (b->high - b->low > 1 + b->high / 400) {
		if (try_size(s, b, b->low + (b->high - b->low) / 2) < 0)
			return -1;
	}
	return 0;
}

/* Where the formula of the order says that enough outcomes reach the target: nothing is asked. */
static int rough_size(const struct planned_sample *p, double assurance, int64_t *out, struct err *e)
{
	double low = log(fmax((double)p->count, 2)), high = log((double)documents(p));
	const struct reach_request *q = &p->reach;
	double target = q->goal == GOAL_WIDTH	 ? -q->target
			: q->goal == GOAL_UPPER	 ? -q->target
			: q->goal == GOAL_BETTER ? qnorm(1 - q->interval.ends.lower_p, 0, 1, 1, 0)
						 : q->target;
	while (high - low > 0.02) {
		double middle = (low + high) / 2, reached = 0;
		struct planned_study y = { 0 };
		int64_t n = (int64_t)exp(middle);
		int status = divide(p, isnan(p->share) ? neyman_share(p) : p->share, n, e);
		if (status == 0)
			status = planned_study_init(&y, p, n, 200, false, e);
		for (size_t i = 0; status == 0 && i < y.points; i++)
			reached += y.point[i].score >= target ? y.point[i].weight : 0;
		planned_study_release(&y);
		if (status < 0)
			return -1;
		*(reached >= assurance ? &high : &low) = middle;
	}
	*out = (int64_t)exp(high);
	return 0;
}

static int never(const struct planned_sample *p, double assurance, struct err *e)
{
	static const char *const names[] = { "a width", "a lower bound", "an upper bound" };
	if (p->reach.goal == GOAL_BETTER)
		return err_usage(e,
				 "not even judging all %lld documents of only one run tells "
				 "them apart",
				 (long long)documents(p));
	return err_usage(e,
			 "%s of %g is not reached with probability %g by judging all %lld "
			 "documents",
			 names[p->reach.goal], p->reach.target, assurance, (long long)documents(p));
}

int planned_smallest(struct planned_sample *p, double assurance, struct planned_answer *out,
		     struct err *e)
{
	struct sizes s = { .p = p, .assurance = assurance, .err = e, .stretch = LONG };
	struct bracket b;
	int64_t guess = 0;
	if (rough_size(p, assurance, &guess, e) < 0)
		return -1;
	if (isnan(p->share) && best_share(p, guess, e) < 0)
		return -1;
	if (search(&s, &b, guess, 50) < 0)
		return -1;
	s.stretch = SHORT;
	if (b.high <= documents(p) && search(&s, &b, b.high, 400) < 0)
		return -1;
	if (b.high > documents(p))
		return never(p, assurance, e);
	if (pass_steps(&s, &b) < 0)
		return -1;
	return planned_reach(p, b.high, out, e);
}

double planned_truth(const struct planned_sample *p)
{
	double yield[2] = { 0, 0 };
	for (size_t i = 0; p->control == NULL && i < p->count; i++)
		yield[p->strata[i].retrieved] += (double)p->strata[i].yield;
	for (int k = 0; p->control != NULL && k < 2; k++)
		yield[k] = (double)p->control->relevant[k];
	return yield[1] / (yield[0] + yield[1]);
}

int planned_expected(struct planned_sample *p, int64_t *size, struct err *e)
{
	const struct sizes s = { .p = p, .assurance = NAN, .err = e, .truth = planned_truth(p) };
	struct bracket b;
	int64_t guess = 0;
	if (rough_size(p, 0.5, &guess, e) < 0)
		return -1;
	if (isnan(p->share) && best_share(p, guess, e) < 0)
		return -1;
	if (search(&s, &b, guess, 400) < 0)
		return -1;
	*size = b.high > documents(p) ? 0 : b.high;
	return 0;
}
