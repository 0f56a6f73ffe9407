/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/near.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/numeric/root.h"
#include "core/stats/planning/planned_sample.h"
#include "core/stats/planning/planned_share.h"
#include "core/stats/rmath.h"

/* ---- what a size has ---- */

/* Samples of so few documents are tried one by one. */
enum { FEW = 24 };

/* Stretches of outcomes, for a search and for an answer (planned_outcomes.h). */
static const double LONG = 1.0 / 32, SHORT = 1.0 / 128;

/* Longer ones of many strata, each of whose intervals takes longer. */
static double stretch_of(const struct planned_sample *p, double stretch)
{
	double many = fmax(1, (double)p->count / 4);
	return fmin(stretch * many * many, 1.0 / 16);
}

/* The division stands in the strata. `sampled`, if it is not NULL: by points of a lattice? */
static int probability_here(const struct planned_sample *p, int64_t n, double stretch,
			    bool *sampled, double *out, struct err *e)
{
	struct planned_study y = { 0 };
	struct share_reach share = { 0 };
	if (planned_one(p)) {
		int status = share_reach(p, &share, e);
		*out = share.probability;
		return status;
	}
	int64_t points = p->samples / (p->count > 4 && stretch >= LONG ? 16 : 1);
	int status = planned_study_init(&y, p, n, (size_t)points, PLANNED_OUTCOMES, e);
	if (status == 0)
		status = planned_study_probability(&y, stretch_of(p, stretch), out);
	if (sampled != NULL)
		*sampled = !y.all;
	planned_study_release(&y);
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

/* Of a mean to its limit, which it comes close to as samples grow; nearly a line in their
 * logarithm. */
static double closeness(const struct sizes *s, double mean)
{
	bool width = s->p->reach.goal == GOAL_WIDTH;
	return -log(fmax(fabs(width ? mean : mean - s->truth), NEAR_ROUNDING));
}

/* What a sample of n documents has of what is wanted: a probability, or a mean, the lower the
 * better except of a lower bound. */
static int value_at(const struct sizes *s, double share, int64_t n, double *out)
{
	struct expected x = { 0 };
	int status = planned_share_out(s->p, share, n, s->err);
	if (status == 0 && !isnan(s->assurance))
		return probability_here(s->p, n, s->stretch, NULL, out, s->err);
	if (status == 0)
		status = planned_interval(s->p, n, NODES_FINE, &x, s->err);
	*out = x.mean[s->p->reach.goal];
	return status;
}

/* How much a size has, and whether that is enough. */
static int look(const struct sizes *s, int64_t n, double *x, bool *enough)
{
	const struct reach_request *q = &s->p->reach;
	double value = 0;
	if (value_at(s, s->p->share, n, &value) < 0)
		return -1;
	if (!isnan(s->assurance)) {
		*x = qnorm(fmin(fmax(value, NEAR_DIGITS), 1 - NEAR_DIGITS), 0, 1, 1, 0);
		*enough = value >= s->assurance;
		return 0;
	}
	*enough = q->goal == GOAL_LOWER ? value >= q->target : value <= q->target;
	*x = closeness(s, value);
	return 0;
}

/* ---- the best division ---- */

/* A search for the best share of the retrieved, which is left in `share`. */
struct climb {
	struct sizes sizes;
	int64_t n;
	double best, least; /* what the share has; by how much another must have more */
};

/* Goes on with a share if it has more. */
static int try_share(struct climb *c, double share, bool *more)
{
	double x = 0;
	if (value_at(&c->sizes, share, c->n, &x) < 0)
		return -1;
	if (isnan(c->sizes.assurance) && c->sizes.p->reach.goal != GOAL_LOWER)
		x = -x;
	*more = x > c->best + c->least;
	if (*more) {
		c->best = x;
		c->sizes.p->share = share;
	}
	return 0;
}

/* Goes on in steps on the logit scale, of a document at least, as long as there is more. */
static int walk(struct climb *c, double step, bool *moved)
{
	bool more = true;
	for (*moved = false; more; *moved = *moved || more) {
		double share = c->sizes.p->share, least = copysign(1 / (double)c->n, step);
		double to = inverse_logit(logit(share) + step), next = share + least;
		share = step < 0 ? fmin(to, fmax(next, SHARE_EDGE))
				 : fmax(to, fmin(next, 1 - SHARE_EDGE));
		if (try_share(c, share, &more) < 0)
			return -1;
	}
	return 0;
}

/* From the formula's, or from halves if they do better. */
static int best_share(struct climb *c, double first_step, double last_step)
{
	struct planned_sample *p = c->sizes.p;
	bool nothing = false, moved = false; /* is relevant in a stratum: the formula has no say */
	for (size_t i = 0; i < p->count; i++)
		nothing = nothing || p->strata[i].yield == 0;
	double start = isnan(p->share) ? planned_neyman(p) : p->share;
	p->share = start;
	if (p->control != NULL || !p->reach.method->forced_ends || p->count > 8)
		return 0;
	c->best = -INFINITY;
	if (try_share(c, nothing ? 0.5 : start, &moved) < 0 ||
	    ((nothing || c->least > 0) && try_share(c, nothing ? start : 0.5, &moved) < 0))
		return -1;
	for (double step = first_step; step >= last_step; step /= 2)
		if (walk(c, -step, &moved) < 0 || (!moved && walk(c, step, &moved) < 0))
			return -1;
	return 0;
}

int planned_divide(struct planned_sample *p, int64_t n, struct err *e)
{
	struct climb c = { { .p = p, .err = e, .stretch = LONG }, .n = n, .least = 0.002 };
	/* of many strata, each of whose intervals takes longer, in long steps alone */
	if (isnan(p->share) && best_share(&c, 0.4, p->count > 4 ? 0.4 : 0.2) < 0)
		return -1;
	return planned_share_out(p, p->share, n, e);
}

/* Of so few documents all divisions are tried. */
int planned_best(struct planned_sample *p, int64_t n, struct err *e)
{
	struct climb c = { { .p = p, .err = e, .assurance = NAN }, .n = n };
	bool more = false;
	if (isnan(p->share))
		p->share = planned_neyman(p);
	if (planned_share_out(p, p->share, n, e) < 0)
		return -1;
	p->share = 0;
	for (size_t i = 0; i < p->count; i++)
		p->share += p->strata[i].retrieved * (double)p->strata[i].sampled / (double)n;
	if (best_share(&c, 0.6, fmax(0.015, 2.5 / (double)n)) < 0)
		return -1;
	for (int64_t i = 1; i < n && n <= FEW && p->reach.method->forced_ends; i++)
		if (try_share(&c, (double)i / (double)n, &more) < 0)
			return -1;
	return planned_share_out(p, p->share, n, e);
}

/* ---- sizes ---- */

int planned_reach(struct planned_sample *p, int64_t n, struct planned_answer *out, struct err *e)
{
	bool sampled = false;
	*out = (struct planned_answer){ .size = n, .checked = n };
	if (planned_divide(p, n, e) < 0)
		return -1;
	double x = NAN;
	if (!isnan(p->reach.target) && probability_here(p, n, SHORT, &sampled, &x, e) < 0)
		return -1;
	out->probability = x;
	out->error = sampled ? sqrt(x * (1 - x) / (double)p->samples) : 0;
	struct expected fewer;
	if (p->reach.goal == GOAL_BETTER)
		return 0;
	if (planned_interval(p, n, NODES_FINE, &out->expected, e) < 0)
		return -1;
	if (out->expected.exact || !planned_segments(p))
		return 0;
	if (planned_interval(p, n, NODES_ROUGH, &fewer, e) < 0)
		return -1;
	out->rule_error = fabs(out->expected.mean[p->reach.goal] - fewer.mean[p->reach.goal]);
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
	double wanted = isnan(s->assurance) ? closeness(s, s->p->reach.target)
					    : qnorm(s->assurance, 0, 1, 1, 0);
	if (turn % 3 < 2 && b->low > 0 && b->at_high > b->at_low)
		part = (wanted - b->at_low) / (b->at_high - b->at_low);
	int64_t n = (int64_t)llround(exp(low + fmin(fmax(part, 0.02), 0.98) * (high - low)));
	return n <= b->low ? b->low + 1 : n >= b->high ? b->high - 1 : n;
}

/* From a guess: growing steps until both ends are known, then between them, to one in `narrow`. */
static int search(const struct sizes *s, struct bracket *b, int64_t from, int64_t narrow)
{
	int64_t all = planned_documents(s->p),
		least = s->p->control != NULL ? 1 : (int64_t)s->p->count;
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
	for (size_t i = 0; p->control == NULL && i < p->count; i++) {
		const struct true_stratum *s = &p->strata[i];
		double N = (double)s->size, R = (double)s->yield;
		least = fmin(least, (double)s->sampled / N * (p->count == 1 ? fmin(R, N - R) : R));
	}
	return (int64_t)fmin(fmax(1.25 * size / fmax(least, 0.5), 2), 0.5 * size + 2);
}

/*
 * Of one stratum, sizes are looked at one by one up to this step; beyond, if it is of a bound, at
 * the ends of stretches in which the probability rises or falls steadily, and so many of these.
 */
enum { ONE_BY_ONE = 4000, JUMPS = 40 };

/* How far beyond a size larger ones are looked at, of one stratum, and of others. */
static int64_t reach_of(const struct planned_sample *p, int64_t size, int64_t step)
{
	enum { OF_WIDTH = 256, OF_BOUND = 1000, LARGE = 20000 };
	int64_t least = !planned_one(p)		      ? 0
			: p->reach.goal != GOAL_WIDTH ? OF_BOUND
			: size > LARGE		      ? OF_WIDTH / 8
						      : OF_WIDTH;
	return step > least ? step : least;
}

static int border_at(const struct sizes *s, int64_t n, int64_t *out)
{
	struct share_reach x;
	s->p->strata[0].sampled = n;
	int status = share_reach(s->p, &x, s->err);
	*out = x.border;
	return status;
}

struct jump {
	const struct sizes *sizes;
	int64_t border; /* before it */
	int status;
};

static bool has_jumped(void *of, int64_t row, int64_t n)
{
	struct jump *j = of;
	int64_t there = 0;
	(void)row;
	j->status = j->status < 0 ? -1 : border_at(j->sizes, n, &there);
	return there != j->border;
}

/* The next size to look at: the last one with the same border, or the one behind it. */
static int next_jump(const struct sizes *s, int64_t n, int64_t all, int64_t *out)
{
	struct jump j = { .sizes = s };
	struct monotone_border from = { .border = n + 1 };
	if (border_at(s, n, &j.border) < 0)
		return -1;
	int64_t end = monotone_border_next(&from, has_jumped, &j, 0, n + 1, all) - 1;
	*out = end > n ? end : n + 1;
	return j.status;
}

/*
 * The least size from which on the probability stays reached, from one that has it: larger ones, up
 * to a step beyond, of which one that lacks the probability is passed over. Of one stratum until
 * the probability of a miss has been a tenth of what is allowed for a while.
 */
static int stay_reached(const struct sizes *s, struct bracket *b, int64_t *checked)
{
	const struct planned_sample *p = s->p;
	bool one = planned_one(p), enough = false;
	int64_t all = planned_documents(p), step = longest_step(p, b->high), border = -1;
	int64_t looks = p->count < 3 && (10 * step > b->high || step < 16) ? 8 : 2;
	int64_t stride = !one ? 1 + step / looks : step > ONE_BY_ONE ? step / 500 : 1;
	int64_t beyond = reach_of(p, b->high, step), steady = 0, n = b->high, next = n + stride;
	double much = qnorm(1 - (1 - s->assurance) / 10, 0, 1, 1, 0), x = 0;
	if (one && step > ONE_BY_ONE && border_at(s, n, &border) < 0)
		return -1;
	bool jumps = border >= 0;
	if (jumps && next_jump(s, n, all, &next) < 0)
		return -1;
	while (next <= all &&
	       (jumps ? steady < 2 * JUMPS - 1 : next <= b->high + beyond && steady < 50)) {
		if (look(s, n = next, &x, &enough) < 0)
			return -1;
		next = n + stride;
		if (jumps && next_jump(s, n, all, &next) < 0)
			return -1;
		steady = one && (jumps ? enough : x >= much) ? steady + 1 : 0;
		if (!enough)
			*b = (struct bracket){ .low = n, .high = next < all ? next : all };
	}
	*checked = n;
	while (b->high - b->low > 1 + (one ? 0 : b->high / 400))
		if (try_size(s, b, b->low + (b->high - b->low) / 2) < 0)
			return -1;
	return 0;
}

/* By the normal approximation, with the sampling fraction left out. */
static int64_t share_guess(const struct planned_sample *p, double assurance)
{
	const struct reach_request *q = &p->reach;
	bool both = q->goal == GOAL_WIDTH;
	double truth = planned_truth(p);
	double z = qnorm(q->goal == GOAL_LOWER ? 1 - q->interval.ends.lower_p
					       : q->interval.ends.upper_p,
			 0, 1, 1, 0);
	double more = both ? 0 : qnorm(assurance, 0, 1, 1, 0);
	double half = both ? q->target / 2 : fabs(truth - q->target);
	double counted =
		truth * (1 - truth) * (z + more) * (z + more) / fmax(half * half, SHARE_EDGE);
	return (int64_t)fmin(fmax(counted, 10), (double)planned_documents(p));
}

/* Where the formula of the order says that enough outcomes reach the target: nothing is asked. */
static int rough_at(const struct planned_sample *p, double share, double assurance, int64_t *out,
		    struct err *e)
{
	double low = log(fmax((double)p->count, 2)), high = log((double)planned_documents(p));
	const struct reach_request *q = &p->reach;
	double target = q->goal == GOAL_LOWER	 ? q->target
			: q->goal == GOAL_BETTER ? qnorm(1 - q->interval.ends.lower_p, 0, 1, 1, 0)
						 : -q->target;
	while (high - low > 0.02) {
		double middle = (low + high) / 2, reached = 0;
		struct planned_study y = { 0 };
		int64_t n = (int64_t)exp(middle);
		int status = planned_share_out(p, share, n, e);
		if (status == 0)
			status = planned_study_init(&y, p, n, 200, 0, e);
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

/* With the share of the formula, or with halves where nothing is relevant and it has no say. */
static int rough_size(const struct planned_sample *p, double assurance, int64_t *out, struct err *e)
{
	int64_t halves = INT64_MAX;
	bool free = isnan(p->share) && p->control == NULL;
	if (planned_one(p)) {
		*out = share_guess(p, assurance);
		return 0;
	}
	if (rough_at(p, free ? planned_neyman(p) : p->share, assurance, out, e) < 0 ||
	    (free && rough_at(p, 0.5, assurance, &halves, e) < 0))
		return -1;
	*out = halves < *out ? halves : *out;
	return 0;
}

static int never(const struct planned_sample *p, double assurance, struct err *e)
{
	static const char *const names[] = { "a width", "a lower bound", "an upper bound" };
	if (p->reach.goal == GOAL_BETTER)
		return err_usage(e,
				 "not even judging all %lld documents of only one run tells "
				 "them apart",
				 (long long)planned_documents(p));
	return err_usage(e,
			 "%s of %g is not reached with probability %g by judging all %lld "
			 "documents, if the true value is %.6g",
			 names[p->reach.goal], p->reach.target, assurance,
			 (long long)planned_documents(p), planned_truth(p));
}

int planned_smallest(struct planned_sample *p, double assurance, struct planned_answer *out,
		     struct err *e)
{
	struct sizes s = { .p = p, .assurance = assurance, .err = e, .stretch = LONG };
	struct bracket b;
	int64_t guess = 0, checked = 0, narrow = planned_one(p) ? INT64_MAX : 400;
	if (rough_size(p, assurance, &guess, e) < 0)
		return -1;
	if (planned_divide(p, guess, e) < 0 || search(&s, &b, guess, 50) < 0)
		return -1;
	s.stretch = SHORT;
	if (b.high <= planned_documents(p) && search(&s, &b, b.high, narrow) < 0)
		return -1;
	if (b.high > planned_documents(p))
		return never(p, assurance, e);
	if (stay_reached(&s, &b, &checked) < 0 || planned_reach(p, b.high, out, e) < 0)
		return -1;
	out->checked = checked > b.high ? checked : b.high;
	return 0;
}

double planned_truth(const struct planned_sample *p)
{
	double yield[2] = { 0, 0 };
	for (size_t i = 0; p->control == NULL && i < p->count; i++)
		yield[p->strata[i].retrieved] += (double)p->strata[i].yield;
	for (int k = 0; p->control != NULL && k < 2; k++)
		yield[k] = (double)p->control->relevant[k];
	return yield[1] / (planned_one(p) ? (double)p->strata[0].size : yield[0] + yield[1]);
}

/* The smallest size at a share of the retrieved; 0: not even all documents. */
static int expected_at(const struct sizes *s, int64_t guess, int64_t *size)
{
	struct bracket b;
	bool exact = planned_one(s->p) || planned_segments(s->p);
	if (search(s, &b, guess, exact ? INT64_MAX : 400) < 0)
		return -1;
	*size = b.high > planned_documents(s->p) ? 0 : b.high;
	return 0;
}

/* For a small sample: one document less as long as its best division reaches the target. */
static int step_down(const struct sizes *s, int64_t *size)
{
	for (bool enough = true; enough && *size <= FEW && *size > 2;) {
		double x = 0, share = s->p->share;
		if (planned_best(s->p, *size - 1, s->err) < 0 ||
		    look(s, *size - 1, &x, &enough) < 0)
			return -1;
		if (!enough)
			s->p->share = share;
		*size -= enough;
	}
	return 0;
}

int planned_expected(struct planned_sample *p, int64_t *size, struct err *e)
{
	const struct sizes s = { .p = p, .assurance = NAN, .err = e, .truth = planned_truth(p) };
	int64_t guess = 0;
	bool best = isnan(p->share) && planned_segments(p);
	if (rough_size(p, 0.5, &guess, e) < 0)
		return -1;
	if (isnan(p->share))
		p->share = planned_neyman(p);
	if (best && (p->strata[0].yield == 0 || p->strata[1].yield == 0) &&
	    planned_best(p, guess, e) < 0) /* the formula has no say where nothing is relevant */
		return -1;
	for (int round = 0; round < 4; round++) {
		int64_t before = guess;
		if (expected_at(&s, guess, size) < 0)
			return -1;
		if (*size == 0 || !best || (round > 0 && llabs(*size - before) <= *size / 1000))
			break;
		guess = *size;
		if (planned_best(p, *size, e) < 0)
			return -1;
	}
	if (*size > 0 && best && step_down(&s, size) < 0)
		return -1;
	return *size == 0 ? 0 : planned_share_out(p, p->share, *size, e);
}
