/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/near.h"
#include "core/stats/coverage/outcomes.h"
#include "core/stats/interval/repeated_samples.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/planning/reach.h"
#include "core/stats/two_runs/shared_posterior.h"

/* Left out at either end of the distribution of a sample. */
static const double NEGLECT = PLAN_LEFT_OUT;

/* Ends are compared with targets up to rounding. */
static const double ROUNDING = 4 * NEAR_ROUNDING;

/* Outcomes of one sample whose widths are all computed, and of those in a block of sizes; of so
 * many, one document matters little. */
enum { LOOKED_AT = 4000, IN_BLOCKS = 1000 };

/* A sample of one stratum under study. */
struct study {
	const struct reach_request *request;
	struct hypergeometric distribution;
	struct stratum stratum;
	struct repeated_samples *repeated;
	bool mirrored; /* counts are of documents that are not relevant */
	bool helpful;  /* one more that is counted makes it easier to reach the goal */
	double margin; /* by which a width may exceed the target */
	bool failed;
	struct err *err;
};

static double whole(const struct reach_request *q, const struct stratum *s, size_t count)
{
	double all = 0;
	for (size_t i = 0; i < count; i++)
		all += (double)s[i].size;
	return q->interval.quantity == QUANTITY_YIELD ? all : 1;
}

double reach_over(const struct reach_request *q, const struct stratum *s, size_t count,
		  struct interval x)
{
	double target = q->target * whole(q, s, count), slack = ROUNDING * fabs(target);
	if (isnan(x.lower) || isnan(x.upper))
		return NAN;
	return q->goal == GOAL_WIDTH   ? target + slack - (x.upper - x.lower)
	       : q->goal == GOAL_LOWER ? x.lower - (target - slack)
				       : target + slack - x.upper;
}

/*
 * Is the first run better? U/(U+V) > 1/2 is U > V, so that its lower end answers if it is not
 * within a tie of 1/2.
 */
static int is_better(const struct reach_request *q, struct repeated_samples *r,
		     const struct stratum *s, bool *out, struct err *e)
{
	bool surely = false, perhaps = false;
	struct pair_stratum cell[2];
	struct shared_result x;
	if (repeated_samples_beyond(r, 0.5, true, &surely, e) < 0 ||
	    repeated_samples_beyond(r, 0.5 - NEAR_DIGITS, true, &perhaps, e) < 0)
		return -1;
	*out = surely;
	if (surely == perhaps)
		return 0;
	for (size_t i = 0; i < 2; i++)
		cell[i] = (struct pair_stratum){ .size = s[i].size,
						 .sampled = s[i].sampled,
						 .relevant = s[i].relevant,
						 .assessable = s[i].assessable,
						 .in_a = s[i].retrieved,
						 .in_b = !s[i].retrieved };
	if (shared_compare(q->method, cell, 2, &q->interval, &x, e) < 0)
		return -1;
	*out = x.probability >= 1 - q->interval.ends.lower_p - ROUNDING;
	return 0;
}

/* The interval is wanted as a whole, or one end is compared. */
int reach_by_sample(const struct reach_request *q, struct repeated_samples *r,
		    const struct stratum *s, size_t count, bool *out, struct err *e)
{
	if (q->goal == GOAL_BETTER)
		return is_better(q, r, s, out, e);
	if (q->goal == GOAL_WIDTH) {
		struct interval x = { NAN, NAN };
		if (repeated_samples_interval(r, &x, e) < 0)
			return -1;
		*out = reach_over(q, s, count, x) >= 0;
		return 0;
	}
	bool lower = q->goal == GOAL_LOWER;
	double target = q->target * whole(q, s, count);
	return repeated_samples_beyond(r, target * (lower ? 1 - ROUNDING : 1 + ROUNDING), lower,
				       out, e);
}

static bool reached_here(struct study *y)
{
	bool reached = false;
	y->failed = y->failed ||
		    reach_by_sample(y->request, y->repeated, &y->stratum, 1, &reached, y->err) < 0;
	return reached && !y->failed;
}

/* By how much the width of an outcome exceeds the target; it reaches it up to 0. */
static double excess(struct study *y, int64_t k)
{
	struct interval x = { NAN, NAN };
	y->stratum.relevant = k;
	y->failed = y->failed || repeated_samples_interval(y->repeated, &x, y->err) < 0;
	return -reach_over(y->request, &y->stratum, 1, x);
}

/* A document, as a width has it. */
static double unit(const struct study *y)
{
	return whole(y->request, &y->stratum, 1) / (double)y->stratum.size;
}

/* The condition of which the probability is wanted; monotone in the count. */
static bool holds(struct study *y, int64_t k)
{
	int64_t n = y->stratum.sampled;
	bool width = y->request->goal == GOAL_WIDTH;
	/* a corner: more than its sample has */
	if (k > n)
		return y->helpful;
	/* the rarer kind decides on a width; the commoner one is the other half of it */
	if (y->failed || (width && (y->mirrored ? 2 * k >= n : 2 * k > n)))
		return false;
	y->stratum.relevant = y->mirrored ? n - k : k;
	return width ? excess(y, y->stratum.relevant) <= y->margin : reached_here(y);
}

/* Does one document more of the kind that is counted make it easier to reach the goal? */
static bool helps(const struct reach_request *q, const struct true_stratum *s, bool mirrored)
{
	bool rises = (s->retrieved || q->interval.quantity == QUANTITY_YIELD) != mirrored;
	return q->goal != GOAL_WIDTH && rises == (q->goal != GOAL_UPPER);
}

static void study_release(struct study *y)
{
	hypergeometric_release(&y->distribution);
	repeated_samples_free(y->repeated);
}

/* The corner between two sizes. */
static int study_init(struct study *y, const struct reach_request *q, const struct true_stratum *a,
		      int64_t to, bool mirrored, struct err *e)
{
	*y = (struct study){
		.request = q, .mirrored = mirrored, .helpful = helps(q, a, mirrored), .err = e
	};
	int64_t found = y->helpful ? a->sampled : to, sized = y->helpful ? to : a->sampled;
	if (hypergeometric_init(&y->distribution, found, e) < 0)
		return -1;
	hypergeometric_set(&y->distribution, a->size,
			   (double)(mirrored ? a->size - a->yield : a->yield), found);
	hypergeometric_trim(&y->distribution, NEGLECT);
	y->stratum = (struct stratum){
		.size = a->size, .sampled = sized, .assessable = sized, .retrieved = a->retrieved
	};
	y->repeated = repeated_samples_new(q->method, &y->stratum, 1, &q->interval, e);
	return y->repeated ? 0 : -1;
}

/* The probability of the outcomes for which the condition holds, by its border. */
static double mass_that_holds(struct study *y)
{
	const struct hypergeometric *h = &y->distribution;
	int64_t low = h->first, high = h->last + 1;
	while (low < high) {
		int64_t middle = low + (high - low) / 2;
		if (holds(y, middle) == y->helpful)
			high = middle;
		else
			low = middle + 1;
	}
	if (y->helpful)
		return low <= h->last ? h->above[low - h->first] : 0;
	return low > h->first ? h->below[low - 1 - h->first] : 0;
}

static int corner(const struct reach_request *q, const struct true_stratum *from, int64_t to,
		  bool mirrored, double *out, struct err *e)
{
	struct study y;
	int status = study_init(&y, q, from, to, mirrored, e);
	if (status == 0) {
		/* a width jumps by up to two documents, see of_width() */
		if (q->goal == GOAL_WIDTH && hypergeometric_points(&y.distribution) <= IN_BLOCKS)
			y.margin = (from->sampled < to ? -2 : 2) * unit(&y);
		*out = fmin(mass_that_holds(&y), 1);
		status = y.failed ? -1 : 0;
	}
	study_release(&y);
	return status;
}

static double mass_between(const struct hypergeometric *h, int64_t first, int64_t last)
{
	return h->below[last - h->first] - h->below[first - h->first] +
	       hypergeometric_mass(h, first);
}

/*
 * The first outcome on the way from one that misses the width by so many documents or more; `to`,
 * which is not looked at, is behind the last one.
 */
static int64_t first_missing(struct study *y, int64_t from, int64_t to, double documents)
{
	double most = documents * unit(y);
	int64_t way = to > from ? 1 : -1, low = 0, high = llabs(to - from);
	while (low < high) {
		int64_t middle = low + (high - low) / 2;
		bool reached = excess(y, from + way * middle) < most;
		*(reached ? &low : &high) = middle + reached;
	}
	return from + way * low;
}

/*
 * The mass of the outcomes of one sample that reach the width. It grows with the rarer of relevant
 * and other documents, up to the middle of the sample. But ends are whole documents, up to one from
 * where they would be: only a width that differs from the target by two documents tells something
 * of the outcomes behind it. Those between are looked at one by one, unless they are too many.
 */
static double of_width(struct study *y)
{
	const struct hypergeometric *h = &y->distribution;
	int64_t half = y->stratum.sampled / 2;
	double sum = 0;
	for (int way = 1; way >= -1; way -= 2) {
		int64_t from = way > 0 ? h->first : h->last;
		int64_t to = way > 0 ? (h->last < half ? h->last : half) + 1
				     : (h->first > half ? h->first : half + 1) - 1;
		if ((to - from) * way <= 0)
			continue;
		int64_t open = first_missing(y, from, to, -2);
		int64_t lost = first_missing(y, from, to, 2);
		if (llabs(lost - open) > LOOKED_AT)
			open = lost = first_missing(y, from, to, 0);
		if (open != from)
			sum += way > 0 ? mass_between(h, from, open - 1)
				       : mass_between(h, open + 1, from);
		for (int64_t k = open; k != lost; k += way)
			sum += excess(y, k) <= 0 ? hypergeometric_mass(h, k) : 0;
	}
	return sum;
}

/* Of ends that are not monotone, every outcome. */
static double of_each(struct study *y)
{
	const struct hypergeometric *h = &y->distribution;
	double sum = 0;
	for (int64_t k = h->first; k <= h->last && !y->failed; k++) {
		y->stratum.relevant = k;
		sum += reached_here(y) ? hypergeometric_mass(h, k) : 0;
	}
	return sum;
}

bool reach_has_corners(const struct reach_request *q)
{
	const struct interval_method *m = q->method;
	return m->prior || m->end_prior || (m->monotone & (unsigned)q->interval.quantity);
}

/*
 * The relevant documents are counted. If nearly all are relevant, their number grows
 * with the sample one by one, and the corner of a block leaves its designs after a few standard
 * errors, that is after sqrt(n q) documents, q being the share of the others: a check of sizes up
 * to n takes sqrt(n/q) blocks. The others are counted if those are too many; the same sizes pass.
 */
static bool counts_others(const struct reach_request *q, const struct true_stratum *s)
{
	const double too_many = 3e7; /* n/q */
	double others = (double)(s->size - s->yield) / (double)s->size;
	return q->goal != GOAL_WIDTH && others < 0.5 && (double)s->sampled > too_many * others;
}

static int by_sum(const struct reach_request *q, const struct true_stratum *s,
		  double (*sum)(struct study *y), double *out, struct err *e)
{
	struct study y;
	int status = study_init(&y, q, s, s->sampled, false, e);
	*out = status == 0 ? sum(&y) : 0;
	status = y.failed ? -1 : status;
	study_release(&y);
	return status;
}

int reach_between(const struct reach_request *q, const struct true_stratum *from, int64_t to,
		  double *out, struct err *e)
{
	double other = 0;
	const struct truth t = { from, 1 };
	if (truth_check(&t, e) < 0)
		return -1;
	if (from->sampled == to && !reach_has_corners(q))
		return by_sum(q, from, of_each, out, e);
	if (q->goal == GOAL_WIDTH && from->sampled == to)
		return by_sum(q, from, of_width, out, e);
	if (corner(q, from, to, counts_others(q, from), out, e) < 0)
		return -1;
	if (q->goal == GOAL_WIDTH && corner(q, from, to, true, &other, e) < 0)
		return -1;
	*out = fmin(*out + other, 1);
	return 0;
}
