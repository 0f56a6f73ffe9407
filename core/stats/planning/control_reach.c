/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/base/array.h"
#include "core/stats/distribution/hypergeometric.h"
#include "core/stats/interval/cut_strata.h"
#include "core/stats/numeric/monotone_border.h"
#include "core/stats/planning/control_reach.h"
#include "core/stats/rmath.h"

/* In documents: a prediction that is so unsure is not used. */
static const double ROUGH = 0.3;

struct need_search {
	const struct reach_request *request;
	const struct sampled_whole *set;
	int64_t n;
	bool exact; /* else a number that is known to be enough, if there is one */
	int hurts;  /* which kind of relevant documents: 0 or 1 */
	bool failed;
	struct err *err;
	struct control_needs *needs;
	struct control_slices *slices; /* of a width */
	int64_t last;		       /* of the sizes */
	int64_t rows[2], relevant[2];  /* from, to: of those that hurt, and of all */
	int64_t *need;		       /* by row */
	bool ordered;		       /* row and need together grow with the row */
};

void control_init(struct control_reach *c, const struct reach_request *q,
		  const struct sampled_whole *set)
{
	*c = (struct control_reach){ .request = *q, .set = *set, .slices.question = { *q, *set } };
}

void control_release(struct control_reach *c)
{
	for (int i = 0; i < 4; i++)
		free(c->needs[i / 2].at[i % 2]);
	control_slices_release(&c->slices);
}

static struct divided_stratum sample_of(const struct sampled_whole *c, int64_t n,
					const int64_t relevant[2])
{
	return (struct divided_stratum){
		.size = c->size,
		.sampled = n,
		.relevant = { relevant[0], relevant[1] },
		.other = { n - relevant[0] - relevant[1], 0 },
		.cut = true,
	};
}

/*
 * Does a bound reach the target? By one value of the distribution function, at the target, if that
 * is far enough from the probability of the bound; a bound itself takes about twenty of them.
 * *known is false if it is too close, if the ends may be forced (none of a kind, a level below
 * 0.8), or if so few relevant documents of a kind are to be expected in the collection that whole
 * documents matter.
 *
 * "Far enough" is in normal scores: CLOSE + CLOSE_PART (n/N)^2 for the steps of theta, and
 * CLOSE_WHOLE over the documents of the rarer kind in the collection. The difference between a
 * bound and the value that has its probability by this function was at most half of that in
 * samples of 1 to 70 % of 3,000 to 3,000,000 documents that pass.
 */
static const double CLOSE = 2e-4, CLOSE_PART = 0.1, CLOSE_WHOLE = 8, FEWEST = 100;

/*
 * The same without the finite collection, as a normal score: the share of a beta distribution. What
 * it lacks changes slowly from row to row.
 */
static double beta_score(const struct need_search *s, const int64_t relevant[2], bool lower)
{
	double a = (double)relevant[1] + (lower ? 0 : 1), b = (double)relevant[0] + (lower ? 1 : 0);
	return qnorm(pbeta(s->request->target, a, b, 1, 1), 0, 1, 1, 1);
}

/* What the score lacked at the last two rows, in samples of about this size. */
static bool predicted(const struct need_search *s, int64_t row, double score, double margin,
		      double *far)
{
	const struct control_anchor *x = s->needs->anchor;
	double apart = fabs((double)(s->n - x[0].n));
	if (x[0].n == 0 || x[1].n == 0 || apart > 0.02 * (double)s->n ||
	    8 * (row > x[0].row ? row - x[0].row : x[0].row - row) > 8 + x[0].row)
		return false;
	double unsure = 0.05 * fabs(x[0].lack) + fabs(x[0].lack - x[1].lack);
	*far = score + x[0].lack;
	return fabs(*far) > margin + 2 * unsure;
}

static void keep_anchor(struct need_search *s, int64_t row, double lack)
{
	struct control_anchor *x = s->needs->anchor;
	if (x[0].row != row || x[0].n != s->n)
		x[1] = x[0];
	x[0] = (struct control_anchor){ s->n, row, lack };
}

static bool bound_reaches(struct need_search *s, const int64_t relevant[2], bool *known)
{
	const struct reach_request *q = s->request;
	bool lower = q->goal == GOAL_LOWER;
	double prob = lower ? q->interval.ends.lower_p : q->interval.ends.upper_p, p = 0;
	double part = (double)s->n / (double)s->set->size;
	double rarer = fmin((double)relevant[0], (double)relevant[1]) / part;
	*known = false;
	if (q->goal == GOAL_WIDTH || rarer < FEWEST || part > 0.5 || fmin(prob, 1 - prob) > 0.2 ||
	    q->interval.ends.draws > 0)
		return false;
	double margin = CLOSE + CLOSE_PART * part * part + CLOSE_WHOLE / rarer, far = 0;
	double wanted = qnorm(prob, 0, 1, 1, 0), score = beta_score(s, relevant, lower) - wanted;
	*known = predicted(s, relevant[s->hurts], score, margin, &far);
	if (!*known) {
		const struct divided_stratum d = sample_of(s->set, s->n, relevant);
		s->failed = divided_cdf(q->method, &d, 1, &q->interval, lower, q->target, &p,
					s->err) < 0;
		far = qnorm(p, 0, 1, 1, 0) - wanted;
		if (fabs(far) < 1)
			keep_anchor(s, relevant[s->hurts], far - score);
		*known = s->failed || fabs(far) > margin;
	}
	return !s->failed && (lower ? far < 0 : far > 0);
}

/* Are `column` of the others enough if `row` hurt? */
static bool enough(void *context, int64_t row, int64_t column)
{
	struct need_search *s = context;
	struct interval x = { NAN, NAN };
	int64_t relevant[2];
	relevant[s->hurts] = row;
	relevant[1 - s->hurts] = column;
	if (row + column > s->n) /* more than the sample has: ends the search */
		return true;
	bool known = s->failed;
	bool reaches = !known && bound_reaches(s, relevant, &known);
	if (known)
		return reaches;
	s->failed = control_interval(s->request, s->set, s->n, relevant, &x, s->err) < 0;
	return reach_is_reached(s->request, NULL, 0, x);
}

/*
 * The width depends on the rarer kind of relevant documents, so that both kinds are searched. Equal
 * counts belong to the first.
 */
static int64_t first_column(const struct need_search *s, int64_t row)
{
	return s->request->goal == GOAL_WIDTH ? row + s->hurts : 0;
}

/* Room for the needs of rows up to `last`. */
static int make_room(struct control_needs *t, int64_t last, struct err *e)
{
	if (last < t->room)
		return 0;
	int64_t room = 2 * last + 16;
	for (int i = 0; i < 2; i++) {
		if (!ARRAY_RESIZE(t->at[i], items_of(room)))
			return err_memory(e);
		for (int64_t k = t->room; k < room; k++)
			t->at[i][k] = (struct control_need){ 0 };
	}
	t->room = room;
	return 0;
}

/* Where the search begins: where it ended, or one row further than the rows before, else by the
 * target. */
static int64_t guess_need(const struct need_search *s, int64_t row)
{
	const struct control_need *low = s->needs->at[0];
	if (low[row].from > 0)
		return low[row].need;
	if (row > 1 && low[row - 1].from > 0 && low[row - 2].from > 0)
		return 2 * low[row - 1].need - low[row - 2].need;
	if (row > 0 && low[row - 1].from > 0)
		return low[row - 1].need;
	double t = s->request->target, share = s->request->goal == GOAL_UPPER ? 1 - t : t;
	return (int64_t)((double)row * fmin(share / (1 - share), 1e3));
}

/* Keeps what a sample of n was found to need, beside what is known of sizes around it. */
static void keep_need(struct control_needs *t, int64_t row, int64_t n, int64_t need)
{
	struct control_need *low = &t->at[0][row], *high = &t->at[1][row];
	const struct control_need found = { n, n, need };
	if (low->from == 0) {
		*low = found;
	} else if (n < low->from && need == low->need) {
		low->from = n;
	} else if (n < low->from) {
		*high = *low;
		*low = found;
	} else if (need == low->need && (high->from == 0 || n < high->from)) {
		low->to = n;
	} else if (high->from == 0 || (n > high->to && need != high->need)) {
		*high = found;
	} else if (need == high->need) {
		high->from = n < high->from ? n : high->from;
		high->to = n > high->to ? n : high->to;
	} else {
		*low = found;
	}
}

/* The need of a sample of n, if it is known; else -1. */
static int64_t known_need(const struct control_needs *t, int64_t row, int64_t n)
{
	const struct control_need *low = &t->at[0][row], *high = &t->at[1][row];
	if (low->from == 0 || n < low->from || (n > low->to && high->from == 0))
		return -1;
	if (n <= low->to || (n <= high->to && low->need == high->need))
		return low->need;
	return n >= high->from && n <= high->to ? high->need : -1;
}

/* Searches for what a sample of n needs; n - row + 1: not even all others are enough. */
static int64_t search_need(struct need_search *s, int64_t row, int64_t n)
{
	int64_t first = first_column(s, row), asked = s->n;
	if (first > n - row)
		return n - row + 1;
	struct monotone_border b = { .border = guess_need(s, row) };
	s->n = n;
	int64_t need = monotone_border_next(&b, enough, s, row, first, n - row);
	s->n = asked;
	if (need <= n - row) /* else a larger sample has room for more: nothing to keep */
		keep_need(s->needs, row, n, need);
	return need;
}

/* What the row needs in a sample of s->n; -1: it failed. */
static int64_t need_of(struct need_search *s, int64_t row)
{
	const struct control_need *low = &s->needs->at[0][row], *high = &s->needs->at[1][row];
	int64_t need = known_need(s->needs, row, s->n);
	if (need >= 0)
		return need;
	if (!s->exact && low->from > 0 && low->from <= s->n)
		return low->need;
	/* sizes are asked one after the other: where the need changes is soon known by halving */
	while (s->request->goal != GOAL_WIDTH && low->from > 0 && low->to < s->n &&
	       s->n + 1 < high->from && low->need == high->need + 1 && !s->failed) {
		search_need(s, row, s->n + (high->from - s->n) / 2);
		if (low->to >= s->n)
			return s->failed ? -1 : low->need;
	}
	need = search_need(s, row, s->n);
	return s->failed ? -1 : need;
}

/*
 * The need if the slices know it up to a whole number k: one interval, of k documents, decides. -1:
 * it is elsewhere, or it failed.
 */
static int64_t decide(struct need_search *s, int64_t row, const struct predicted *p)
{
	double k = floor(p->x + p->unsure);
	struct row_search r = row_search_of(&s->slices->question, s->hurts, s->n, s->err);
	if (k < 1 || k + (double)row > (double)s->n || !(p->slope > 0))
		return -1;
	bool enough = row_is_enough(&r, row, (int64_t)k);
	double x = k + (enough ? r.over : r.lacks) / p->slope;
	s->failed = r.failed;
	if (r.failed || !(fabs(x - p->x) < 0.5))
		return -1;
	int64_t first = first_column(s, row), need = (int64_t)k + !enough;
	need = need < first ? first : need;
	keep_need(s->needs, row, s->n, need);
	return need;
}

/* What the row needs at one size, by the slices; -1: not known, or failed. */
static int64_t need_by_slices(struct need_search *s, int64_t row)
{
	struct predicted p;
	double first = (double)first_column(s, row);
	s->failed = control_predict(s->slices, row, s->n, &p, s->err) < 0;
	if (s->failed || !p.usable || isnan(p.x) || p.unsure > ROUGH)
		return -1;
	double least = fmax(ceil(p.x - p.unsure), first), most = fmax(ceil(p.x + p.unsure), first);
	if (least == most)
		return most + (double)row > (double)s->n ? s->n - row + 1 : (int64_t)most;
	int64_t known = known_need(s->needs, row, s->n);
	return known >= 0 ? known : decide(s, row, &p);
}

/* At least what the row needs at the first and the last of many sizes; -1: not known, or failed. */
static int64_t most_by_slices(struct need_search *s, int64_t row)
{
	int64_t most = first_column(s, row);
	for (int end = 0; end < 2; end++) {
		struct predicted p;
		s->failed = control_predict(s->slices, row, end ? s->last : s->n, &p, s->err) < 0;
		if (s->failed || !p.usable || isnan(p.x) || p.unsure > ROUGH)
			return -1;
		int64_t need = (int64_t)ceil(p.x + p.unsure);
		most = need > most ? need : most;
	}
	return most;
}

static int find_needs(struct need_search *s)
{
	s->need = calloc(items_of(s->rows[1] - s->rows[0] + 1), sizeof *s->need);
	if (s->need == NULL)
		return err_memory(s->err);
	if (make_room(s->needs, s->rows[1], s->err) < 0)
		return -1;
	s->ordered = true;
	for (int64_t row = s->rows[0]; row <= s->rows[1]; row++) {
		int64_t *need = &s->need[row - s->rows[0]];
		*need = -1;
		if (s->request->goal == GOAL_WIDTH)
			*need = s->exact ? need_by_slices(s, row) : most_by_slices(s, row);
		if (*need < 0 && !s->failed)
			*need = need_of(s, row);
		if (*need < 0)
			return -1;
		s->ordered = s->ordered && (row == s->rows[0] || need[0] + 1 >= need[-1]);
	}
	return 0;
}

/*
 * q(m): the largest number that hurts, of those that are allowed, and all below it, except those
 * that are not allowed: where whole documents matter, a row may need more than the next one.
 */
static double reached_given(const struct need_search *s, int64_t m)
{
	double hurt = (double)s->set->relevant[s->hurts],
	       other = (double)s->set->relevant[1 - s->hurts];
	int64_t row = s->rows[1];
	while (row >= s->rows[0] && m - row < s->need[row - s->rows[0]])
		row--;
	if (row < s->rows[0])
		return 0;
	double sum = phyper((double)row, hurt, other, (double)m, 1, 0);
	for (int64_t i = s->rows[0]; !s->ordered && i < row; i++)
		if (m - i < s->need[i - s->rows[0]])
			sum -= dhyper((double)i, hurt, other, (double)m, 0);
	return sum;
}

/* Adds q(m) of one kind that hurts to those of the numbers of relevant documents. */
static int add_given(struct need_search *s, double *given)
{
	int status = find_needs(s);
	for (int64_t m = s->relevant[0]; status == 0 && m <= s->relevant[1]; m++)
		given[m - s->relevant[0]] += reached_given(s, m);
	free(s->need);
	return status;
}

static int64_t all_relevant(const struct sampled_whole *c)
{
	return c->relevant[0] + c->relevant[1];
}

/* From the first outcome of the smaller sample to the last of the larger one. */
static int range_of(const struct sampled_whole *c, int64_t relevant, int64_t from, int64_t to,
		    int64_t range[2], struct err *e)
{
	struct hypergeometric h[2] = { { 0 } };
	int status = control_outcomes(&h[0], c, relevant, from, e);
	if (status == 0)
		status = control_outcomes(&h[1], c, relevant, to, e);
	if (status == 0) {
		range[0] = h[0].first;
		range[1] = h[1].last;
	}
	for (int i = 0; i < 2; i++)
		hypergeometric_release(&h[i]);
	return status;
}

/* The least sum of P(m of n) q(m) over the sizes. */
static int least_sum(const struct sampled_whole *c, int64_t from, int64_t to, int64_t first,
		     const double *given, double *out, struct err *e)
{
	*out = 1;
	for (int64_t n = from; n <= to; n++) {
		struct hypergeometric h;
		double sum = 0;
		if (control_outcomes(&h, c, all_relevant(c), n, e) < 0)
			return -1;
		for (int64_t m = h.first; m <= h.last; m++)
			sum += h.mass[m - h.first] * given[m - first];
		hypergeometric_release(&h);
		*out = fmin(*out, sum);
	}
	return 0;
}

int control_between(struct control_reach *c, int64_t from, int64_t to, double *out, struct err *e)
{
	struct need_search s = { .request = &c->request,
				 .set = &c->set,
				 .n = from,
				 .last = to,
				 .exact = from == to,
				 .slices = &c->slices,
				 .err = e };
	c->slices.base = c->slices.base == 0 ? from : c->slices.base;
	if (range_of(&c->set, all_relevant(&c->set), from, to, s.relevant, e) < 0)
		return -1;
	double *given = calloc(items_of(s.relevant[1] - s.relevant[0] + 1), sizeof *given);
	if (given == NULL)
		return err_memory(e);
	int status = 0;
	for (s.hurts = 0; status == 0 && s.hurts < 2; s.hurts++) {
		if (c->request.goal != GOAL_WIDTH &&
		    s.hurts != (c->request.goal == GOAL_UPPER ? 1 : 0))
			continue;
		int64_t others[2];
		s.needs = &c->needs[s.hurts];
		status = range_of(&c->set, c->set.relevant[s.hurts], from, to, s.rows, e);
		if (status == 0)
			status = range_of(&c->set, c->set.relevant[1 - s.hurts], from, to, others,
					  e);
		if (status == 0 && first_column(&s, s.rows[0]) <= others[1])
			status = add_given(&s, given);
	}
	if (status == 0)
		status = least_sum(&c->set, from, to, s.relevant[0], given, out, e);
	free(given);
	return status;
}
