/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Interval for recall whose tail probabilities are computed, not taken from the normal
 * distribution.
 *
 * The interval is {t: p(t) >= α}, p(t) being the p-value of the hypothesis "recall is t"
 * (recall_ratio.h); each side is found by a bracketed root search. This is the estimated p-value
 * that is known for 2x2 tables, carried over to recall in a finite population.
 *
 * An interval whose sides have different levels, or that has one side only, uses the one-sided
 * p-value P(T(X; t) >= T(x; t)) - P(X = x)/2 for the lower end and its mirror image for the upper:
 * the two-sided one may put all of α on one side if the other tail is empty.
 *
 * Borders are kept during a search (struct borders): between two hypotheses the border of a row is
 * between those of the two, and where few samples are in doubt none has to be asked. That takes two
 * thirds off the statistics of an interval.
 */
#include "core/base/near.h"
#include "core/stats/interval/recall_ratio.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/rmath.h"

static void forget_bracket(struct recall_test *p)
{
	borders_forget(p->in);
	borders_forget(p->out);
}

/* One end of the interval: where p(t) falls below alpha on the way from the estimate outwards. */
struct end {
	struct recall_test *test;
	enum extreme extreme;
	double target; /* normal quantile of alpha, halved if it is of both sides */
	bool lower;
	double limit; /* of logit t, from the finite population */
};

/*
 * Not negative if p(t) >= alpha; on the scale of normal quantiles, on which it is nearly a line. In
 * tiny designs p(t) can equal alpha for a whole range of t: rounding must not decide there.
 */
static const double TIE = NEAR_ROUNDING;

static double excess(const struct end *e, double logit)
{
	double p = recall_test_p(e->test, logit, e->extreme);
	if (e->extreme == EXTREME_BOTH)
		p *= 0.5;
	return qnorm(fmin(fmax(p, LEAST_POSITIVE), 1.0), 0.0, 1.0, 1, 0) - e->target + TIE;
}

/* Accuracy of an end on the logit scale: four times that of recall, at least. */
static const double ACCURACY = 10 * ROOT_ROUGH;

/* A hypothesis, as logit t, and the excess there. */
struct point {
	double logit, excess;
};

/* Its borders become those of the side of the bracket to which it belongs. */
static struct point point_at(const struct end *e, double logit)
{
	struct recall_test *p = e->test;
	struct point there = { logit, excess(e, logit) };
	struct borders **side = there.excess >= 0.0 ? &p->in : &p->out, *before = *side;
	*side = p->latest;
	p->latest = before;
	return there;
}

/*
 * Root between `in`, where the excess is not negative, and `out`, where it is: interpolation,
 * truncation and projection (Oliveira and Takahashi 2020), which is never slower than bisection by
 * more than one step. p(t) has jumps, at which this is bisection.
 */
static struct point refine(const struct end *e, struct point in, struct point out)
{
	double start = fabs(out.logit - in.logit);
	int most = start > ACCURACY ? (int)ceil(log2(start / ACCURACY)) + 1 : 0;
	for (int step = 0; step < most && fabs(out.logit - in.logit) > ACCURACY; step++) {
		double width = out.logit - in.logit, middle = in.logit + 0.5 * width;
		double line = in.logit + width * in.excess / (in.excess - out.excess);
		double nudge = fmin(0.2 * width * width / start, fabs(middle - line));
		double at = line + copysign(nudge, middle - line);
		double radius = fmax(0.0, ldexp(0.5 * ACCURACY, most - step) - 0.5 * fabs(width));
		if (fabs(at - middle) > radius)
			at = middle - copysign(radius, middle - line);
		struct point there = point_at(e, at);
		*(there.excess >= 0.0 ? &in : &out) = there;
	}
	return in;
}

/* Not beyond the limit, which is a lower or an upper one. */
static double within(const struct end *e, double logit)
{
	return e->lower ? fmax(logit, e->limit) : fmin(logit, e->limit);
}

/*
 * p(t) falls on the way outwards, but jumps up where one more sample becomes extreme, in small
 * designs sometimes above alpha again. How far beyond an end that is looked for, as part of the
 * distance from the estimate, and in how many steps: more the fewer samples there are, which makes
 * the jumps higher and the steps cheaper.
 */
static const double LOOK = 0.3;
enum { LOOKS_MOST = 48 }; /* as KEPT_BORDERS allows */

static int look_ahead(const struct end *e)
{
	const struct hypergeometric *rows = e->test->rows;
	int64_t looks = 600 / (rows->last - rows->first + 1);
	return looks < 6 ? 6 : looks > LOOKS_MOST ? LOOKS_MOST : (int)looks;
}

/* Outwards by `distance`, but at least by the accuracy. */
static double outwards(const struct end *e, double distance)
{
	double step = fmax(fabs(distance), ACCURACY);
	return e->lower ? -step : step;
}

/* Points beyond an end. */
struct looks {
	const struct end *end;
	double from, step;
};

static double look(const struct looks *l, int number)
{
	return within(l->end, l->from + number * l->step);
}

/*
 * The first look between two others at which the excess is not negative, the second of the two if
 * there is none. `in` and `out` are the borders of the two; those of looks in between go to `room`.
 */
static int first_inside(const struct looks *l, int low, int high, struct borders *in,
			struct borders *out, struct borders *room)
{
	if (high - low < 2)
		return high;
	struct recall_test *p = l->end->test;
	int middle = (low + high) / 2;
	p->in = in;
	p->out = out;
	p->latest = room;
	bool inside = excess(l->end, look(l, middle)) >= 0.0;
	int found = first_inside(l, low, middle, in, room, room + 1);
	return found < middle || inside ? found
					: first_inside(l, middle, high, room, out, room + 1);
}

/* The first look at which the excess is not negative, or the last one. */
static struct point look_outwards(const struct end *e, double from, double step, int looks)
{
	const struct looks l = { e, from, step };
	struct recall_test *p = e->test;
	struct borders *in = p->in, *out = p->out, *latest = p->latest;
	borders_forget(out);
	struct point last = { look(&l, looks), excess(e, look(&l, looks)) };
	int found = first_inside(&l, 0, looks, in, latest, p->kept + 3);
	p->in = in;
	p->out = out;
	p->latest = latest;
	forget_bracket(p);
	return found < looks ? point_at(e, look(&l, found)) : last;
}

/*
 * From `in`, the point estimate or near it, outwards; `guess` is the score interval's end, seldom
 * far from the one that is wanted. If it falls short, the search goes on by eighths of its
 * distance, and by strides that double when that distance is passed: at low levels it may be next
 * to nothing.
 */
static double find_end(const struct end *e, struct point in, double guess)
{
	double start = in.logit;
	if (start == e->limit || in.excess < 0.0)
		return start;
	struct point out = point_at(e, guess == start ? e->limit : guess);
	double eighth = 0.125 * (out.logit - start);
	for (int i = 7; i > 0 && out.excess < 0.0; i--) {
		struct point there = point_at(e, start + i * eighth);
		if (there.excess >= 0.0) {
			in = there;
			break;
		}
		out = there;
	}
	for (;;) {
		double stride = outwards(e, eighth);
		for (int strides = 0; out.excess >= 0.0; strides++) {
			in = out;
			stride *= strides < 8 ? 1.0 : 2.0;
			if (in.logit == e->limit)
				return in.logit;
			out = point_at(e, within(e, in.logit + stride));
		}
		in = refine(e, in, out);
		/* The interval goes on if p(t) jumps above alpha again further out: look for it. */
		int looks = look_ahead(e);
		double step = outwards(e, LOOK * (in.logit - start) / looks);
		out = look_outwards(e, in.logit, step, looks);
		if (out.excess < 0.0)
			return in.logit;
	}
}

static struct end end_of(struct recall_test *p, const struct interval_request *q, bool lower)
{
	double below = q->ends.lower_p, above = 1.0 - q->ends.upper_p;
	bool both = near_within(below, above, NEAR_ROUNDING);
	struct interval limit = two_samples_possible_logit(&p->x);
	return (struct end){
		.test = p,
		.extreme = both	   ? EXTREME_BOTH
			   : lower ? EXTREME_ABOVE
				   : EXTREME_BELOW,
		.target = qnorm(lower ? below : above, 0.0, 1.0, 1, 0),
		.lower = lower,
		.limit = lower ? limit.lower : limit.upper,
	};
}

static double solve(const struct end *e)
{
	const struct recall_test *p = e->test;
	double p1 = p->share1, p0 = p->share0;
	double z = e->lower ? -e->target : e->target, far = e->lower ? FAR : -FAR;
	double low = fmin(e->limit, far), high = fmax(e->limit, far);
	double guess = ratio_score_solve(&p->d, p1, p0, z, low, high);
	forget_bracket(e->test);
	/*
	 * The estimate, which is never rejected: p is 1 there, one-sided 1/2. If it is 0 or 1, the
	 * score root has no zero, but comes close to it.
	 */
	struct point start = { log(p->d.N1 * p1) - log(p->d.N0 * p0), -e->target };
	if (isinf(start.logit))
		start = point_at(e,
				 within(e, ratio_score_solve(&p->d, p1, p0, 0.125 * z, low, high)));
	start.logit = within(e, start.logit);
	return inverse_logit(find_end(e, start, within(e, guess)));
}

/* It goes through the outcomes that are likely: minutes from here on, and gigabytes. */
#define MOST_JUDGED INT64_C(1000000)

static int calibrated(const struct interval_method *m, const struct stratum *s, size_t count,
		      const struct interval_request *q, struct interval *out, struct err *e)
{
	struct recall_test p = { 0 };
	if (two_samples_from(s, count, m->name, &p.x, e) < 0)
		return -1;
	if (two_samples_trivial(&p.x, out))
		return 0;
	*out = two_samples_possible(&p.x);
	if (out->lower >= out->upper)
		return 0;
	if (p.x.n1 > MOST_JUDGED || p.x.n0 > MOST_JUDGED)
		return err_data(e,
				"interval method 'calibrated' is for at most %lld judged documents "
				"in a segment",
				(long long)MOST_JUDGED);
	int status = recall_test_init(&p, e);
	if (status == 0) {
		struct end lower = end_of(&p, q, true), upper = end_of(&p, q, false);
		if (p.x.r1 > 0 && q->ends.lower_p > 0.0)
			out->lower = solve(&lower);
		if (p.x.r0 > 0 && q->ends.upper_p < 1.0)
			out->upper = solve(&upper);
	}
	recall_test_release(&p);
	return status;
}

/*
 * The p-value of the value itself decides, unless it is so close to alpha that a jump of p(t) could
 * take the end past the value: then the end is computed. A jump is the probability of the
 * sample that becomes extreme, about exp(-z²/2) of the greatest one, which on the scale of the
 * excess is 1.25 times the greatest one at every level.
 */
static const double JUMPS = 8.0;

static bool is_beyond(struct recall_test *p, const struct end *e, double value)
{
	double logit = log(value) - log1p(-value);
	double estimate = log(p->d.N1 * p->share1) - log(p->d.N0 * p->share0);
	if (e->lower ? logit >= estimate : logit <= estimate)
		return false;
	if (e->lower ? logit < e->limit : logit > e->limit)
		return true;
	double there = excess(e, logit);
	if (fabs(there) > JUMPS * recall_test_greatest_mass(p))
		return there < 0.0;
	double end = solve(e), slack = NEAR_ROUNDING * value;
	return e->lower ? value < end - slack : value > end + slack;
}

static int beyond(const struct stratum *s, size_t count, const struct interval_request *q,
		  double value, bool lower, bool *out, struct err *e)
{
	struct recall_test p = { 0 };
	struct interval x;
	*out = false;
	if (two_samples_from(s, count, "calibrated", &p.x, e) < 0)
		return -1;
	bool trivial = two_samples_trivial(&p.x, &x);
	if (!trivial)
		x = two_samples_possible(&p.x);
	double slack = NEAR_ROUNDING * value;
	*out = lower ? value < x.lower - slack : value > x.upper + slack;
	if (*out || trivial || x.lower >= x.upper || value <= 0.0 || value >= 1.0)
		return 0;
	int status = recall_test_init(&p, e);
	if (status == 0) {
		struct end end = end_of(&p, q, lower);
		*out = is_beyond(&p, &end, value);
	}
	recall_test_release(&p);
	return status;
}

INTERVAL_METHOD = {
	.name = "calibrated",
	.summary = "tail probabilities computed from the two hypergeometric distributions",
	.manual =
		"The interval holds every recall t that a test does not reject. The test's "
		"statistic is the mean of the finite-population score root ('score') and of "
		"the signed root of the likelihood ratio; its tail probability is not read "
		"off the normal distribution, but added up over all samples that the two segments "
		"could give if their yields were the most likely ones with recall t, the "
		"observed sample itself counting half (mid-P). Lower end 0 when no relevant "
		"document was seen among the retrieved, upper 1 when none among the "
		"unretrieved. Beyond Webber (2013); the idea is the estimated p-value known "
		"for 2x2 tables. One sample per segment. In Webber's three scenarios its "
		"coverage is closer to the nominal level than that of any method of the "
		"paper, at the same width. A one-sided bound has a test of its own and is "
		"not an end of the two-sided interval at twice the error.",
	.quantities = QUANTITY_RECALL,
	.forced_ends = true,
	.monotone = QUANTITY_RECALL,
	.compute = calibrated,
	.beyond = beyond,
};
