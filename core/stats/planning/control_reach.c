/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/base/array.h"
#include "core/stats/distribution/hypergeometric.h"
#include "core/stats/interval/cut_strata.h"
#include "core/stats/numeric/monotone_border.h"
#include "core/stats/planning/control_reach.h"
#include "core/stats/rmath.h"

/* Left out at either end of a distribution. */
static const double NEGLECT = 5e-10;

struct need_search {
	const struct reach_request *request;
	const struct sampled_whole *set;
	int64_t n;
	bool exact; /* else a number that is known to be enough, if there is one */
	int hurts;  /* which kind of relevant documents: 0 or 1 */
	bool failed;
	struct err *err;
	struct control_needs *needs;
	int64_t rows[2], relevant[2]; /* from, to: of those that hurt, and of all */
	int64_t *need;		      /* by row */
};

void control_init(struct control_reach *c, const struct reach_request *q,
		  const struct sampled_whole *set)
{
	*c = (struct control_reach){ .request = *q, .set = *set };
}

void control_release(struct control_reach *c)
{
	for (int i = 0; i < 4; i++)
		free(c->needs[i / 2].at[i % 2]);
}

int control_interval(const struct reach_request *q, const struct sampled_whole *c, int64_t n,
		     const int64_t relevant[2], struct interval *out, struct err *e)
{
	const struct divided_stratum d = {
		.size = c->size,
		.sampled = n,
		.relevant = { relevant[0], relevant[1] },
		.other = { n - relevant[0] - relevant[1], 0 },
		.cut = true,
	};
	return divided_interval(q->method, &d, 1, &q->interval, false, out, e);
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
	if (!s->failed)
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
	if (low[row].n > 0)
		return low[row].need;
	if (row > 1 && low[row - 1].n > 0 && low[row - 2].n > 0)
		return 2 * low[row - 1].need - low[row - 2].need;
	if (row > 0 && low[row - 1].n > 0)
		return low[row - 1].need;
	double t = s->request->target, share = s->request->goal == GOAL_UPPER ? 1 - t : t;
	return (int64_t)((double)row * fmin(share / (1 - share), 1e3));
}

/* Keeps what was found, beside what is known of sizes around it. */
static void keep_need(struct control_needs *t, int64_t row, struct control_need found)
{
	struct control_need *low = &t->at[0][row], *high = &t->at[1][row];
	if (low->n == 0) {
		*low = found;
	} else if (found.n < low->n) {
		*high = *low;
		*low = found;
	} else if (found.n > high->n || found.need == high->need) {
		*high = found;
	} else {
		*low = found;
	}
}

/* What the row needs in a sample of s->n; n + 1: not even all others are enough. -1: it failed. */
static int64_t need_of(struct need_search *s, int64_t row)
{
	const struct control_need *low = &s->needs->at[0][row], *high = &s->needs->at[1][row];
	bool enough_known = low->n > 0 && low->n <= s->n;
	if (enough_known &&
	    (!s->exact || low->n == s->n || (high->n >= s->n && high->need == low->need)))
		return low->need;
	int64_t first = first_column(s, row);
	if (first > s->n)
		return s->n + 1;
	struct monotone_border b = { .border = guess_need(s, row) };
	int64_t need = monotone_border_next(&b, enough, s, row, first, s->n);
	keep_need(s->needs, row, (struct control_need){ s->n, need });
	return s->failed ? -1 : need;
}

static int find_needs(struct need_search *s)
{
	s->need = calloc(items_of(s->rows[1] - s->rows[0] + 1), sizeof *s->need);
	if (s->need == NULL)
		return err_memory(s->err);
	if (make_room(s->needs, s->rows[1], s->err) < 0)
		return -1;
	for (int64_t row = s->rows[0]; row <= s->rows[1]; row++) {
		s->need[row - s->rows[0]] = need_of(s, row);
		if (s->need[row - s->rows[0]] < 0)
			return -1;
	}
	return 0;
}

/* q(m): the largest number that hurts, of those that are allowed, and all below it. */
static double reached_given(const struct need_search *s, int64_t m)
{
	const int64_t *relevant = s->set->relevant;
	int64_t row = s->rows[1];
	while (row >= s->rows[0] && m - row < s->need[row - s->rows[0]])
		row--;
	return row < s->rows[0] ? 0
				: phyper((double)row, (double)relevant[s->hurts],
					 (double)relevant[1 - s->hurts], (double)m, 1, 0);
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

static int distribution_of(struct hypergeometric *h, const struct sampled_whole *c,
			   int64_t relevant, int64_t n, struct err *e)
{
	if (hypergeometric_init(h, n, e) < 0)
		return -1;
	hypergeometric_set(h, c->size, (double)relevant, n);
	hypergeometric_trim(h, NEGLECT);
	return 0;
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
	int status = distribution_of(&h[0], c, relevant, from, e);
	if (status == 0)
		status = distribution_of(&h[1], c, relevant, to, e);
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
		if (distribution_of(&h, c, all_relevant(c), n, e) < 0)
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
	struct need_search s = { .request = &c->request, .set = &c->set, .n = from, .err = e };
	s.exact = from == to;
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
