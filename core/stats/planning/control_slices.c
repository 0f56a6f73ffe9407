/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/stats/distribution/hypergeometric.h"
#include "core/stats/planning/control_slices.h"
#include "core/stats/rmath.h"

/* From slice to slice, of a width and of a bound; none has more than this part of the collection.
 */
static const double RATIO[2] = { 1.2, 2 }, LARGEST_PART = 0.8;

/*
 * In documents: a polynomial that is so good needs no more nodes; one that is so rough is not used;
 * no prediction is surer than the third. A polynomial is as unsure as its nodes are off, times the
 * fourth. The last is how unsure the rows before it are, between slices.
 */
static const double GOOD = 0.015, TOO_ROUGH = 1, LEAST_UNSURE = 5e-4, TIMES_UNSURE = 5,
		    ENDS_UNSURE = 0.03;

/* The first row of the polynomial; those before are computed one by one. */
enum { FIRST_ROW = 8, NODES = 14, LEAST_NODES = 7, WHOLE_NODES = 4, SPARE = 2, DEGREE = 8 };

struct slice {
	int64_t n;
	int64_t first, last;	 /* rows of the polynomial */
	int nodes;		 /* 0: there is no polynomial */
	double unsure;		 /* in documents */
	double small[FIRST_ROW]; /* x of the rows before the first; nan: not computed */
	bool usable;
	bool all;    /* rows after the last need no more than the first column */
	bool bent;   /* the bend is known */
	double bend; /* what the middle lacks to the next slice, as a part of x */
};

/* x and `steeper` by polynomials that are orthogonal on the nodes (Forsythe 1957). */
struct control_slice {
	struct slice s;
	struct row_node node[NODES];
	int degree;
	double shift[NODES], back[NODES], times[2][NODES];
};

void control_slices_release(struct control_slices *t)
{
	for (int k = 0; k < SLICES; k++)
		free(t->slice[k]);
}

static double ratio_of(const struct control_slices *t)
{
	return RATIO[t->question.request.goal != GOAL_WIDTH];
}

/* The polynomial of x or of `steeper`. */
static double polynomial(const struct control_slice *s, int which, double root)
{
	double before = 0, p = 1, y = 0;
	for (int k = 0; k <= s->degree; k++) {
		y += s->times[which][k] * p;
		double next = (root - s->shift[k]) * p - s->back[k] * before;
		before = p;
		p = next;
	}
	return y;
}

/* Fits the polynomials to the nodes, and returns the most that one of them is off. */
static double fit(struct control_slice *s, int degree)
{
	double before[NODES] = { 0 }, p[NODES], off[2][NODES], last = 1, most = 0;
	int nodes = s->s.nodes;
	for (int i = 0; i < nodes; i++) {
		p[i] = 1;
		off[0][i] = s->node[i].x;
		off[1][i] = s->node[i].steeper;
	}
	s->degree = degree;
	for (int k = 0; k <= degree; k++) {
		double squares = 0, moved = 0, sum[2] = { 0, 0 };
		for (int i = 0; i < nodes; i++) {
			squares += p[i] * p[i];
			moved += s->node[i].root * p[i] * p[i];
			sum[0] += off[0][i] * p[i];
			sum[1] += off[1][i] * p[i];
		}
		s->shift[k] = moved / squares;
		s->back[k] = k > 0 ? squares / last : 0;
		last = squares;
		for (int i = 0; i < nodes; i++) {
			for (int which = 0; which < 2; which++)
				off[which][i] -= sum[which] / squares * p[i];
			double next =
				(s->node[i].root - s->shift[k]) * p[i] - s->back[k] * before[i];
			before[i] = p[i];
			p[i] = next;
		}
		s->times[0][k] = sum[0] / squares;
		s->times[1][k] = sum[1] / squares;
	}
	for (int i = 0; i < nodes; i++)
		most = fmax(most, fabs(off[0][i]));
	return most;
}

/* What other slices say of a row, else the normal approximation. */
static double guess_of(const struct control_slices *t, int k, int64_t row)
{
	for (int other = k - 1; other <= k + 1; other += 2) {
		const struct control_slice *s =
			other >= 0 && other < SLICES ? t->slice[other] : NULL;
		if (s != NULL && row < FIRST_ROW && s->s.usable && s->s.small[row] > 0)
			return s->s.small[row];
		if (s != NULL && s->s.nodes > 0 && row >= s->s.first && row <= s->s.last)
			return polynomial(s, 0, sqrt((double)row));
	}
	return row_rough_need(&t->question, row, t->slice[k]->s.n);
}

/* The rows of sizes around a slice; of a width as far as the target is not met by equal counts. */
static int slice_rows(const struct control_slices *t, struct slice *s, int hurts, struct err *e)
{
	int64_t size = t->question.set.size, relevant = t->question.set.relevant[hurts];
	for (int i = 0; i < 2; i++) {
		struct hypergeometric h;
		double n = (double)s->n * (i ? ratio_of(t) : 1 / ratio_of(t));
		int64_t drawn = n < 1 ? 1 : n > (double)size ? size : (int64_t)n;
		if (control_outcomes(&h, &t->question.set, relevant, drawn, e) < 0)
			return -1;
		if (i == 0) {
			s->first = h.first < FIRST_ROW ? FIRST_ROW : h.first;
			for (int64_t row = 0; row < FIRST_ROW; row++)
				s->small[row] = row < h.first ? NAN : 0;
		} else
			s->last = h.last;
		hypergeometric_release(&h);
	}
	struct hypergeometric all;
	double n = (double)s->n * ratio_of(t);
	if (control_outcomes(&all, &t->question.set,
			     t->question.set.relevant[0] + t->question.set.relevant[1],
			     n > (double)size ? size : (int64_t)n, e) < 0)
		return -1;
	if (s->last > s->first) {
		s->last = row_last(&t->question, s->n, (double)all.last, 0.85, s->first, s->last);
		s->last = row_last(&t->question, s->n, (double)s->n - 10, 1.05, s->first, s->last);
	}
	hypergeometric_release(&all);
	if (t->question.request.goal == GOAL_WIDTH) {
		/* both kinds have the same curve, nearly; it ends where they are equal */
		double z = qnorm(t->question.request.interval.ends.upper_p, 0, 1, 1, 0);
		double times = z / t->question.request.target,
		       part = 1 - (double)s->n / (double)t->question.set.size;
		int64_t end = (int64_t)(times * times * part / 2) + 3;
		s->last = end < s->last ? end : s->last;
	}
	return 0;
}

/*
 * The nodes of a slice: the ends, the middle, and so on. Two more than the polynomial needs say how
 * good it is.
 */
static int add_nodes(const struct control_slices *t, int k, int hurts, struct control_slice *s,
		     struct err *e)
{
	/* places in the order in which Chebyshev's points are best added, from 0 to 1 */
	static const double place[NODES] = { 0,	    1,	   0.5,	  0.146, 0.854, 0.309, 0.691,
					     0.038, 0.962, 0.222, 0.778, 0.402, 0.598, 0.08 };
	double from = sqrt((double)s->s.first), to = sqrt((double)s->s.last);
	int64_t rows = s->s.last - s->s.first + 1;
	for (int i = 0; i < NODES; i++) {
		double root = from + place[i] * (to - from);
		int64_t row = rows <= NODES ? s->s.first + i : (int64_t)llround(root * root);
		struct row_node *x = &s->node[s->s.nodes];
		bool met = false;
		if (rows <= i)
			break;
		root = sqrt((double)row);
		double predicted = i < 3 ? guess_of(t, k, row) : polynomial(s, 0, root);
		double slope = (i < 3 ? 1 : polynomial(s, 1, root)) *
			       row_rough_slope(&t->question.request, row, predicted);
		if ((i < WHOLE_NODES ? row_meet : row_meet_near)(&t->question, hurts, s->s.n, row,
								 predicted, slope, x, &met, e) < 0)
			return -1;
		if (!met) {
			s->s.nodes = 0;
			return 0;
		}
		s->s.nodes++;
		bool every = rows <= NODES;
		int degree = i < 3 ? i : i - SPARE;
		double off = fit(s, every ? i : degree < DEGREE ? degree : DEGREE);
		s->s.unsure = fmax(TIMES_UNSURE * off, every ? 0 : fabs(x->x - predicted));

		if (!every && i >= LEAST_NODES - 1 && s->s.unsure < GOOD)
			return 0;
	}
	if (s->s.unsure > TOO_ROUGH)
		s->s.nodes = 0;
	return 0;
}

double control_slice_size(const struct control_slices *t, int k)
{
	return (double)t->base * pow(ratio_of(t), k - SLICES / 2);
}

/* The last slice whose size is not above n. */
int control_slice_below(const struct control_slices *t, int64_t n)
{
	double k = floor(log((double)n / (double)t->base) / log(ratio_of(t)) + 1e-9);
	return SLICES / 2 + (int)fmin(fmax(k, -SLICES / 2 + 1), SLICES / 2 - 2);
}

/* Which kind hurts where the curve is computed: of a width the rarer one. */
static int curve_of(const struct control_slices *t)
{
	if (t->question.request.goal == GOAL_WIDTH)
		return t->question.set.relevant[1] < t->question.set.relevant[0];
	return t->question.request.goal == GOAL_UPPER;
}

/* The slice with a number; one without nodes is of no use. */
static struct control_slice *slice_at(struct control_slices *t, int k, struct err *e)
{
	struct control_slice *s = t->slice[k];
	if (s != NULL)
		return s;
	s = t->slice[k] = calloc(1, sizeof *s);
	if (s == NULL) {
		err_memory(e);
		return NULL;
	}
	int hurts = curve_of(t);
	double n = control_slice_size(t, k);
	s->s.n = (int64_t)llround(n);
	s->s.unsure = INFINITY;
	if (n < 2 || n > LARGEST_PART * (double)t->question.set.size)
		return s;
	if (slice_rows(t, &s->s, hurts, e) < 0)
		return NULL;
	if (s->s.last >= s->s.first && add_nodes(t, k, hurts, s, e) < 0)
		return NULL;
	s->s.all = t->question.request.goal == GOAL_WIDTH && s->s.nodes > 0 &&
		   polynomial(s, 0, sqrt((double)s->s.last)) < (double)s->s.last - 0.5;
	s->s.usable = s->s.nodes > 0;
	for (int64_t row = 0; row < FIRST_ROW && s->s.usable; row++) {
		struct row_node x;
		bool met = false;
		double guess = guess_of(t, k, row);
		if (isnan(s->s.small[row]))
			continue;
		if (row_meet(&t->question, hurts, s->s.n, row, guess,
			     row_rough_slope(&t->question.request, row, guess), &x, &met, e) < 0)
			return NULL;
		s->s.small[row] = met ? x.x : NAN;
	}
	return s;
}

/* What a slice says of a row: x, or that the first column is enough (-1); nan: nothing. */
static double slice_says(const struct control_slice *s, int64_t row)
{
	if (row < FIRST_ROW)
		return s->s.usable ? s->s.small[row] : NAN;
	if (s->s.nodes == 0 || row < s->s.first)
		return NAN;
	return row <= s->s.last ? polynomial(s, 0, sqrt((double)row)) : s->s.all ? -1 : NAN;
}

/* How far the straight line to the next slice is from the truth in its middle, at one row. */
static int find_bend(struct control_slices *t, struct control_slice *s,
		     const struct control_slice *next, struct err *e)
{
	if (s->s.bent)
		return 0;
	int64_t first = s->s.first > next->s.first ? s->s.first : next->s.first;
	int64_t last = s->s.last < next->s.last ? s->s.last : next->s.last;
	int64_t row = first + (last - first) / 2, n = s->s.n + (next->s.n - s->s.n) / 2;
	double part = (double)(n - s->s.n) / (double)(next->s.n - s->s.n);
	double line = (1 - part) * slice_says(s, row) + part * slice_says(next, row);
	struct row_node middle;
	bool met = false;
	double slope = row_rough_slope(&t->question.request, row, line) *
		       polynomial(s, 1, sqrt((double)row));
	if (first <= last &&
	    row_meet(&t->question, curve_of(t), n, row, line, slope, &middle, &met, e) < 0)
		return -1;
	s->s.bent = true;
	s->s.bend = met ? (middle.x - line) / line : INFINITY;
	return 0;
}

/*
 * How far single rows are from a smooth curve of widths because an end is a share of whole
 * documents. 1/R is 2n/(N t) documents of the sample, as the width falls by t/2m with each; the
 * steps of a ratio of two numbers of documents are smaller than that, by about the root of R. In
 * five plans (20,000 to a million documents) the worst row was 0.115 documents off, with 0.156
 * here.
 */
static double whole_documents(const struct control_slices *t, int64_t n)
{
	const struct sampled_whole *c = &t->question.set;
	double part = (double)n / (double)c->size;
	return 25 * part /
	       (t->question.request.target * sqrt((double)(c->relevant[0] + c->relevant[1])));
}

int control_predict(struct control_slices *t, int64_t row, int64_t n, struct predicted *out,
		    struct err *e)
{
	int k = control_slice_below(t, n);
	struct control_slice *s = slice_at(t, k, e), *next = s;
	*out = (struct predicted){ .x = NAN, .unsure = INFINITY };
	if (s == NULL)
		return -1;
	if (s->s.n != n)
		next = slice_at(t, k + 1, e);
	if (next == NULL)
		return -1;
	if (!s->s.usable || !next->s.usable)
		return 0;
	if (s != next && find_bend(t, s, next, e) < 0)
		return -1;
	double x[2] = { slice_says(s, row), slice_says(next, row) };
	double part = s == next ? 0 : (double)(n - s->s.n) / (double)(next->s.n - s->s.n);
	double line = (1 - part) * x[0] + part * x[1];
	double bend = s == next ? 0 : 4 * part * (1 - part) * s->s.bend * line;
	*out = (struct predicted){ .x = line + bend,
				   .unsure = fmax(s->s.unsure, next->s.unsure) + LEAST_UNSURE +
					     fabs(bend) / 4 + whole_documents(t, n),
				   .slope = polynomial(s, 1, sqrt((double)row)) *
					    row_rough_slope(&t->question.request, row, line),
				   .usable = true };
	if (x[0] == -1 || x[1] == -1) { /* of a width: at the end of the curve, or behind it */
		out->usable = x[0] == -1 && x[1] == -1;
		out->x = out->usable ? -1 : NAN;
		out->unsure = out->usable ? 0 : INFINITY;
	} else if (row < FIRST_ROW) {
		out->unsure = fmax(out->unsure, fmax(ENDS_UNSURE, fabs(bend)));
		out->slope = row_rough_slope(&t->question.request, row, line);
	}
	return 0;
}
