/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/planning/control_row.h"
#include "core/stats/distribution/hypergeometric.h"
#include "core/stats/interval/cut_strata.h"
#include "core/stats/rmath.h"

/* Left out at either end of a distribution. */
static const double NEGLECT = 5e-10;

int control_interval(const struct reach_request *q, const struct sampled_whole *c, int64_t n,
		     const int64_t relevant[2], struct interval *out, struct err *e)
{
	const struct divided_stratum d = { .size = c->size,
					   .sampled = n,
					   .relevant = { relevant[0], relevant[1] },
					   .other = { n - relevant[0] - relevant[1], 0 },
					   .cut = true };
	return divided_interval(q->method, &d, 1, &q->interval, false, out, e);
}

int control_outcomes(struct hypergeometric *h, const struct sampled_whole *c, int64_t relevant,
		     int64_t n, struct err *e)
{
	if (hypergeometric_init(h, n, e) < 0)
		return -1;
	hypergeometric_set(h, c->size, (double)relevant, n);
	hypergeometric_trim(h, NEGLECT);
	return 0;
}

int64_t control_first_column(const struct reach_request *q, int hurts, int64_t row)
{
	return q->goal == GOAL_WIDTH ? row + hurts : 0;
}

/* A width or an end on a scale on which it rises nearly in a straight line with the others. */
static double straight(const struct reach_request *q, double x)
{
	return q->goal == GOAL_WIDTH   ? 1 / (x * x)
	       : q->goal == GOAL_LOWER ? x / (1 - x)
				       : (1 - x) / x;
}

/* Are `column` of the others enough? */
bool row_is_enough(struct row_search *s, int64_t row, int64_t column)
{
	const struct reach_request *q = &s->t->request;
	struct interval x = { NAN, NAN };
	int64_t relevant[2];
	relevant[s->hurts] = row;
	relevant[1 - s->hurts] = column;
	s->failed = control_interval(q, &s->t->set, s->n, relevant, &x, s->err) < 0;
	double off = straight(q, q->target) - straight(q, q->goal == GOAL_WIDTH ? x.upper - x.lower
							  : q->goal == GOAL_LOWER ? x.lower
										  : x.upper);
	bool enough = reach_is_reached(q, NULL, 0, x);
	if (enough && column < s->enough) {
		s->enough = column;
		s->over = off;
	} else if (!enough && column > s->few) {
		s->few = column;
		s->lacks = off;
	}
	return enough;
}

struct row_search row_search_of(const struct control_question *t, int hurts, int64_t n,
				struct err *e)
{
	return (struct row_search){
		.t = t, .n = n, .hurts = hurts, .err = e, .few = -1, .enough = INT64_MAX
	};
}

/* Between what is too few and what is enough, on the scale on which ends are straight. */
static int64_t next_column(const struct row_search *s, double slope, int round)
{
	bool low = s->few >= s->first, high = s->enough <= s->last;
	double x = low	  ? (double)s->few + s->lacks / slope
		   : high ? (double)s->enough + s->over / slope
			  : NAN;
	if (low && high)
		x = (double)s->few + (double)(s->enough - s->few) * s->lacks / (s->lacks - s->over);
	if (low && high && (!isfinite(x) || round % 4 == 3))
		x = 0.5 * (double)(s->few + s->enough);
	if (!isfinite(x)) /* in steps that double */
		x = low ? (double)(2 * s->few + 1 - s->first)
			: (double)(2 * s->enough - 1 - s->last);
	/* of the two whole numbers around x, the one that is not known; or far steps, to the side
	 */
	double to = low && (!high || x - (double)s->few > 1) ? ceil(x) : floor(x);
	to = fmin(fmax(to, (double)s->few + 1), (double)s->enough - 1);
	return (int64_t)to;
}

/*
 * The least column of first..last that is enough, last + 1 if none is: from a guess, along the
 * straight line, until two neighbours are known of which only one is enough. `slope` is what a
 * document changes, or nan.
 */
static int64_t search_columns(struct row_search *s, int64_t row, int64_t first, int64_t last,
			      double guess, double slope)
{
	s->first = first;
	s->last = last;
	s->few = first - 1;
	s->enough = last + 1;
	int64_t at = (int64_t)fmin(fmax(guess, (double)first), (double)last);
	for (int round = 0; s->few + 1 < s->enough && !s->failed; round++) {
		row_is_enough(s, row, at);
		if (s->few + 1 < s->enough)
			at = next_column(s, slope, round);
	}
	return s->enough;
}

/* From a column on; n - row + 1: not even all others are enough. */
int64_t row_search_need(struct row_search *s, int64_t row, int64_t first, double guess,
			double slope)
{
	return first > s->n - row ? s->n - row + 1
				  : search_columns(s, row, first, s->n - row, guess, slope);
}

/* Where the target is met, by the normal approximation. */
double row_rough_need(const struct control_question *t, int64_t row, int64_t n)
{
	const struct reach_request *q = &t->request;
	bool lower = q->goal == GOAL_LOWER;
	double z = fabs(
		qnorm(lower ? q->interval.ends.lower_p : q->interval.ends.upper_p, 0, 1, 1, 0));
	double b = (double)row + 0.5;
	z *= sqrt(1 - (double)n / (double)t->set.size);
	if (q->goal != GOAL_WIDTH) {
		double h = lower ? 1 - q->target : q->target, v = z * sqrt(h * (1 - h));
		double root = (v + sqrt(v * v + 4 * h * b)) / (2 * h);
		return root * root - b;
	}
	double times = 4 * z * z / (q->target * q->target), m = sqrt(times * b);
	for (int i = 0; i < 20; i++)
		m = sqrt(times * b * fmax(m - b, b / 2) / m);
	return m - b;
}

/*
 * The last row of first..last that may be met by `most` relevant documents of both kinds: one that
 * needs at least this part of the rough need, less a few.
 */
int64_t row_last(const struct control_question *t, int64_t n, double most, double part,
		 int64_t first, int64_t last)
{
	while (first < last) {
		int64_t middle = first + (last - first + 1) / 2;
		if ((double)middle + part * row_rough_need(t, middle, n) - 3 > most)
			last = middle - 1;
		else
			first = middle;
	}
	return first;
}

/* By how much a document changes the end there, on the scale of straight(). */
double row_rough_slope(const struct reach_request *q, int64_t row, double x)
{
	double a = fmax(x, 1), m = a + (double)row;
	return straight(q, q->target) *
	       (q->goal == GOAL_WIDTH ? fmax(3 / m - 1 / a, 0.5 / m) : 1 / a);
}

/* See control_row.h. */
int row_meet(const struct control_question *t, int hurts, int64_t n, int64_t row, double guess,
	     double slope_guess, struct row_node *out, bool *met, struct err *e)
{
	struct row_search s = row_search_of(t, hurts, n, e);
	/* the curve of a width goes on behind equal counts */
	int64_t need = row_search_need(&s, row, t->request.goal == GOAL_WIDTH ? 1 + row / 2 : 0,
				       guess, slope_guess);
	if (s.failed)
		return -1;
	*met = need <= n - row && s.few == need - 1 && s.few >= s.first && isfinite(s.lacks) &&
	       isfinite(s.over);
	double slope = s.lacks - s.over, x = (double)s.few + (slope > 0 ? s.lacks / slope : 1);
	*out = (struct row_node){ sqrt((double)row), x,
				  slope / row_rough_slope(&t->request, row, x) };
	*met = *met && slope > 0;
	return 0;
}

/* The same with one interval, if the guess is good and the slope is known. */
int row_meet_near(const struct control_question *t, int hurts, int64_t n, int64_t row, double guess,
		  double slope, struct row_node *out, bool *met, struct err *e)
{
	struct row_search s = row_search_of(t, hurts, n, e);
	double k = round(guess);
	if (!(k >= 1) || k + (double)row > (double)n || !(slope > 0))
		return row_meet(t, hurts, n, row, guess, slope, out, met, e);
	bool enough = row_is_enough(&s, row, (int64_t)k);
	double x = k + (enough ? s.over : s.lacks) / slope;
	if (s.failed)
		return -1;
	if (!(fabs(x - k) < 0.75))
		return row_meet(t, hurts, n, row, guess, slope, out, met, e);
	*met = true;
	*out = (struct row_node){ sqrt((double)row), x,
				  slope / row_rough_slope(&t->request, row, x) };
	return 0;
}
