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

/* Pairs of outcomes that are less likely are left out of a sum over widths. */
static const double RARE = 2 * PLAN_LEFT_OUT;

/* Ends are compared with targets up to rounding. */
static const double ROUNDING = 4 * NEAR_ROUNDING;

/* Outcomes of one sample whose widths are all computed, and of those in a block of sizes; of so
 * many, one document matters little. */
enum { LOOKED_AT = 4000, IN_BLOCKS = 1000 };

/* A design under study. */
struct study {
	const struct reach_request *request;
	size_t count;
	struct hypergeometric distribution[2]; /* of one stratum: and of a sample of nothing */
	struct stratum strata[2];
	struct repeated_samples *repeated;
	bool mirrored;	  /* counts are of documents that are not relevant */
	bool helpful[2];  /* one more that is counted makes it easier to reach the goal */
	size_t along;	  /* of a line of outcomes: the stratum whose count varies */
	double border[2]; /* of what reaches a width, on the two lines before */
	double margin;	  /* by which a width may exceed the target */
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
static int is_better(struct study *y, bool *out)
{
	bool surely = false, perhaps = false;
	*out = false;
	if (repeated_samples_beyond(y->repeated, 0.5, true, &surely, y->err) < 0 ||
	    repeated_samples_beyond(y->repeated, 0.5 - NEAR_DIGITS, true, &perhaps, y->err) < 0)
		return -1;
	*out = surely;
	if (surely == perhaps)
		return 0;
	struct pair_stratum cell[2];
	for (size_t i = 0; i < 2; i++) {
		const struct stratum *s = &y->strata[i];
		cell[i] = (struct pair_stratum){ .size = s->size,
						 .sampled = s->sampled,
						 .relevant = s->relevant,
						 .assessable = s->assessable,
						 .in_a = s->retrieved,
						 .in_b = !s->retrieved };
	}
	struct shared_result x;
	if (shared_compare(y->request->method, cell, 2, &y->request->interval, &x, y->err) < 0)
		return -1;
	*out = x.probability >= 1 - y->request->interval.ends.lower_p - ROUNDING;
	return 0;
}

/* The interval is wanted as a whole, or one end is compared. */
int reach_by_sample(const struct reach_request *q, struct repeated_samples *r,
		    const struct stratum *s, size_t count, bool *out, struct err *e)
{
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
	int status = y->request->goal == GOAL_BETTER
			     ? is_better(y, &reached)
			     : reach_by_sample(y->request, y->repeated, y->strata, y->count,
					       &reached, y->err);
	y->failed = y->failed || status < 0;
	return reached && status == 0;
}

/* An outcome of a line, and by how much its width exceeds the target; it reaches it up to 0. */
struct point {
	int64_t k;
	double excess;
};

static struct point look(struct study *y, int64_t k)
{
	struct interval x = { NAN, NAN };
	y->strata[y->along].relevant = k;
	y->failed = y->failed || repeated_samples_interval(y->repeated, &x, y->err) < 0;
	return (struct point){ k, -reach_over(y->request, y->strata, y->count, x) };
}

/* A document, as a width has it. */
static double unit(const struct study *y)
{
	return whole(y->request, y->strata, 1) / (double)y->strata[0].size;
}

/* The condition of which the probability is wanted; monotone in either count. */
static bool holds(void *context, const int64_t count[2])
{
	struct study *y = context;
	for (size_t i = 0; i < y->count; i++) {
		int64_t n = y->strata[i].sampled, k = count[i];
		if (y->failed)
			return false;
		/* a corner: more than its sample has */
		if (k > n)
			return y->helpful[i];
		/* the rarer kind decides on a width; the commoner one is the other half of it */
		if (y->request->goal == GOAL_WIDTH && y->count == 1 &&
		    (y->mirrored ? 2 * k >= n : 2 * k > n))
			return false;
		y->strata[i].relevant = y->mirrored ? n - k : k;
	}
	return y->request->goal == GOAL_WIDTH ? look(y, y->strata[0].relevant).excess <= y->margin
					      : reached_here(y);
}

/* Does one document more of the kind that is counted make it easier to reach the goal? */
static bool helps(const struct reach_request *q, const struct true_stratum *s, bool mirrored)
{
	bool rises = (s->retrieved || q->interval.quantity == QUANTITY_YIELD) != mirrored;
	return q->goal != GOAL_WIDTH && rises == (q->goal != GOAL_UPPER);
}

static void study_release(struct study *y)
{
	for (int i = 0; i < 2; i++)
		hypergeometric_release(&y->distribution[i]);
	repeated_samples_free(y->repeated);
}

/* The corner between two designs. */
static int study_init(struct study *y, const struct reach_request *q, const struct truth *from,
		      const struct truth *to, bool mirrored, struct err *e)
{
	*y = (struct study){ .request = q, .count = from->count, .mirrored = mirrored, .err = e };
	for (size_t i = 0; i < 2; i++) {
		const struct true_stratum nothing = { .size = 1 };
		const struct true_stratum *a = i < y->count ? &from->strata[i] : &nothing,
					  *b = i < y->count ? &to->strata[i] : &nothing;
		y->helpful[i] = i < y->count && helps(q, a, mirrored);
		const struct true_stratum *found = y->helpful[i] ? a : b,
					  *sized = y->helpful[i] ? b : a;
		int64_t yield = mirrored ? a->size - a->yield : a->yield;
		if (hypergeometric_init(&y->distribution[i], found->sampled, e) < 0)
			return -1;
		hypergeometric_set(&y->distribution[i], a->size, (double)yield, found->sampled);
		hypergeometric_trim(&y->distribution[i], NEGLECT);
		y->strata[i] = (struct stratum){ .size = a->size,
						 .sampled = sized->sampled,
						 .assessable = sized->sampled,
						 .retrieved = a->retrieved };
	}
	y->repeated = repeated_samples_new(q->method, y->strata, y->count, &q->interval, e);
	return y->repeated ? 0 : -1;
}

static int corner(const struct reach_request *q, const struct truth *from, const struct truth *to,
		  bool mirrored, double *out, struct err *e)
{
	struct study y;
	int status = study_init(&y, q, from, to, mirrored, e);
	if (status == 0) {
		/* a width jumps by up to two documents, see of_width() */
		if (q->goal == GOAL_WIDTH && hypergeometric_points(&y.distribution[0]) <= IN_BLOCKS)
			y.margin = (from->strata[0].sampled < to->strata[0].sampled ? -2 : 2) *
				   unit(&y);
		const struct outcome_border b = {
			.count = { &y.distribution[0], &y.distribution[1] },
			.rises = { y.helpful[0], y.helpful[1] },
			.holds = holds,
			.context = &y,
		};
		*out = fmin(outcome_border_mass(&b), 1);
		status = y.failed ? -1 : 0;
	}
	study_release(&y);
	return status;
}

static bool is_smooth(const struct study *y)
{
	const struct stratum *s = y->strata;
	const struct interval_method *m = y->request->method;
	bool whole = s[0].sampled == s[0].size || s[1].sampled == s[1].size;
	return (m->prior || m->end_prior) && !(y->request->interval.by_rule && whole);
}

static double mass_between(const struct hypergeometric *h, int64_t first, int64_t last)
{
	return h->below[last - h->first] - h->below[first - h->first] +
	       hypergeometric_mass(h, first);
}

/*
 * The mass of the outcomes of a row that reach the width, if the first count has `row`. Widths
 * change smoothly, except for the first and last two outcomes, where an end jumps. So far from the
 * target, none can reach it within a step that the steepest change of the row, twice taken, does
 * not overcome. It is not taken for less than width/k a document: a width goes with a power of k,
 * 2r - 1 - s/2 of the theory below, and where the row begins it may be flat.
 */
static double row_mass(struct study *y, double row)
{
	const struct hypergeometric *h = &y->distribution[1];
	struct point before = { 0 };
	double steepest = 0, sum = 0;
	for (int64_t k = h->first, step; k <= h->last && !y->failed; k += step) {
		step = 1;
		if (row * hypergeometric_mass(h, k) < RARE)
			continue;
		struct point x = look(y, k);
		double most = (double)(y->strata[1].sampled - 2 - k),
		       change = x.excess - before.excess;
		if (before.k >= 2 && is_smooth(y)) {
			double width = x.excess + y->request->target;
			steepest = fmax(steepest, fabs(change) / (double)(k - before.k));
			steepest = fmax(steepest, width / (double)k);
			if (most > 1 && steepest > 0 && fabs(x.excess) > 2 * steepest)
				step = (int64_t)fmin(fabs(x.excess) / (2 * steepest), most);
		}
		before = x;
		if (x.excess <= 0)
			sum += mass_between(h, k, k + step - 1 < h->last ? k + step - 1 : h->last);
	}
	return sum;
}

/*
 * In large collections a line, along one of the counts, needs a few widths only: they rise to one
 * maximum, then fall. By normal theory a width goes with r (1-r) sqrt(1/i + 1/k), for i and k
 * relevant documents in the samples and the estimate r. With s = i/(i+k), the slope of its
 * logarithm in ln i is (1+s)/2 - 2r: one zero, for r goes from 0 to 1 with s, and is convex or
 * concave.
 *
 * But ends, fractions of whole documents, go in steps: about a width over four standard deviations
 * of the wider yield. They must be smaller than what one document of k changes, about width/(2k).
 */
static bool has_one_maximum(const struct study *y)
{
	double deviation = 0;
	for (size_t i = 0; i < 2; i++) {
		const struct stratum *s = &y->strata[i];
		double least = (double)y->distribution[i].first, n = (double)s->sampled;
		deviation = fmax(deviation, ((double)s->size - n) / n * sqrt(least + 1));
	}
	return is_smooth(y) && deviation >= 2 * (double)y->distribution[y->along].last;
}

/*
 * The last outcome on the way from a, which reaches the width, to b, which misses it: where the
 * lines before let expect it, then where a line through both ends says, and a little beyond, so
 * that it is enclosed from both sides.
 */
static int64_t last_reached(struct study *y, struct point a, struct point b)
{
	int64_t way = b.k > a.k ? 1 : -1;
	double part = (double)way * (2 * y->border[0] - y->border[1] - (double)a.k), beyond = 0;
	for (int turn = 1; llabs(b.k - a.k) > 1; turn++) {
		double n = fabs((double)(b.k - a.k)), secant = n * a.excess / (a.excess - b.excess);
		if (turn > 1 || !(part > 0 && part < n))
			part = secant + beyond * (0.1 * fmin(secant, n - secant) + 0.3);
		if (turn % 5 == 0)
			part = n / 2;
		struct point x = look(y, a.k + way * (int64_t)fmin(fmax(round(part), 1), n - 1));
		beyond = x.excess <= 0 ? 1 : -1;
		*(x.excess <= 0 ? &a : &b) = x;
	}
	y->border[1] = y->border[0];
	y->border[0] = (double)a.k;
	return a.k;
}

/* Between a and b, which reach the width: an outcome that misses it, or else the widest. */
static struct point widest(struct study *y, struct point a, struct point b)
{
	if (b.k - a.k < 2 || look(y, a.k + 1).excess < a.excess)
		return a;
	if (look(y, b.k - 1).excess < b.excess)
		return b;
	while (b.k - a.k > 1) {
		struct point x = look(y, a.k + (b.k - a.k) / 2);
		if (!(x.excess <= 0))
			return x;
		*(look(y, x.k + 1).excess > x.excess ? &a : &b) = x;
	}
	return a;
}

/* The mass of the outcomes of a line that reach the width, if the other count has `other`. */
static double line_mass(struct study *y, double other)
{
	const struct hypergeometric *h = &y->distribution[y->along];
	int64_t first = h->first, last = h->last, top = y->strata[y->along].sampled - 2;
	double sum = 0;
	while (first <= last && other * hypergeometric_mass(h, first) < RARE)
		first++;
	while (first <= last && other * hypergeometric_mass(h, last) < RARE)
		last--;
	for (; first <= last && first < 2; first++) /* there an end jumps, as above */
		sum += look(y, first).excess <= 0 ? hypergeometric_mass(h, first) : 0;
	for (; first <= last && last > top; last--)
		sum += look(y, last).excess <= 0 ? hypergeometric_mass(h, last) : 0;
	if (first > last)
		return sum;
	struct point a = look(y, first), b = look(y, last);
	bool low = a.excess <= 0, high = b.excess <= 0;
	struct point missing = !low ? a : !high ? b : widest(y, a, b);
	if (missing.excess <= 0)
		return sum + mass_between(h, first, last);
	if (low)
		sum += mass_between(h, first, last_reached(y, a, missing));
	return high ? sum + mass_between(h, last_reached(y, b, missing), last) : sum;
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
		bool reached = look(y, from + way * middle).excess < most;
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
static int of_width(const struct reach_request *q, const struct truth *t, double *out,
		    struct err *e)
{
	struct study y;
	int status = study_init(&y, q, t, t, false, e);
	const struct hypergeometric *h = &y.distribution[0];
	int64_t half = t->strata[0].sampled / 2;
	*out = 0;
	for (int way = 1; way >= -1 && status == 0; way -= 2) {
		int64_t from = way > 0 ? h->first : h->last;
		int64_t to = way > 0 ? (h->last < half ? h->last : half) + 1
				     : (h->first > half ? h->first : half + 1) - 1;
		if ((to - from) * way <= 0)
			continue;
		int64_t open = first_missing(&y, from, to, -2);
		int64_t lost = first_missing(&y, from, to, 2);
		if (llabs(lost - open) > LOOKED_AT)
			open = lost = first_missing(&y, from, to, 0);
		if (open != from)
			*out += way > 0 ? mass_between(h, from, open - 1)
					: mass_between(h, open + 1, from);
		for (int64_t k = open; k != lost; k += way)
			*out += look(&y, k).excess <= 0 ? hypergeometric_mass(h, k) : 0;
	}
	status = y.failed ? -1 : status;
	study_release(&y);
	return status;
}

/* By lines along the count with more outcomes, or by rows; of ends not monotone, every outcome. */
static int by_sum(const struct reach_request *q, const struct truth *t, double *out, struct err *e)
{
	struct study y;
	int status = study_init(&y, q, t, t, false, e);
	bool rows = status == 0 && q->goal == GOAL_WIDTH && y.count == 2;
	y.along = hypergeometric_points(&y.distribution[0]) <=
		  hypergeometric_points(&y.distribution[1]);
	bool lines = rows && has_one_maximum(&y);
	y.along = lines ? y.along : 1;
	const struct hypergeometric *a = &y.distribution[1 - y.along], *b = &y.distribution[1];
	*out = 0;
	for (int64_t i = a->first; status == 0 && i <= a->last; i++) {
		double part = 0;
		y.strata[1 - y.along].relevant = i;
		if (lines)
			part = line_mass(&y, hypergeometric_mass(a, i));
		else if (rows)
			part = row_mass(&y, hypergeometric_mass(a, i));
		for (int64_t k = b->first; !rows && k <= b->last && !y.failed; k++) {
			y.strata[1].relevant = k;
			if (reached_here(&y))
				part += hypergeometric_mass(b, k);
		}
		*out += hypergeometric_mass(a, i) * part;
	}
	if (y.failed)
		status = -1;
	study_release(&y);
	return status;
}

bool reach_has_corners(const struct reach_request *q, const struct truth *t)
{
	const struct interval_method *m = q->method;
	return (m->prior || m->end_prior || (m->monotone & (unsigned)q->interval.quantity)) &&
	       (t->count == 1 || q->goal != GOAL_WIDTH);
}

/*
 * Of one stratum the relevant documents are counted. If nearly all are relevant, their number grows
 * with the sample one by one, and the corner of a block leaves its designs after a few standard
 * errors, that is after sqrt(n q) documents, q being the share of the others: a check of sizes up
 * to n takes sqrt(n/q) blocks. The others are counted if those are too many; the same sizes pass.
 */
static bool counts_others(const struct reach_request *q, const struct truth *t)
{
	const double too_many = 3e7; /* n/q */
	const struct true_stratum *s = &t->strata[0];
	double others = (double)(s->size - s->yield) / (double)s->size;
	return q->goal != GOAL_WIDTH && t->count == 1 && others < 0.5 &&
	       (double)s->sampled > too_many * others;
}

int reach_between(const struct reach_request *q, const struct truth *from, const struct truth *to,
		  double *out, struct err *e)
{
	double other = 0;
	if (q->goal == GOAL_WIDTH && from->strata[0].sampled == to->strata[0].sampled)
		return of_width(q, from, out, e);
	if (corner(q, from, to, counts_others(q, from), out, e) < 0)
		return -1;
	if (q->goal == GOAL_WIDTH && corner(q, from, to, true, &other, e) < 0)
		return -1;
	*out = fmin(*out + other, 1);
	return 0;
}

int reach_probability(const struct reach_request *q, const struct truth *t, double *out,
		      struct err *e)
{
	if (truth_check(t, e) < 0)
		return -1;
	return reach_has_corners(q, t) ? reach_between(q, t, t, out, e) : by_sum(q, t, out, e);
}
