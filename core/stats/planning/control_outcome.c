/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/base/array.h"
#include "core/stats/interval/cut_strata.h"
#include "core/stats/interval/posterior.h"
#include "core/stats/planning/control_outcome.h"

/* The posterior of one kind for either end: the terms that were asked for, and what they gave. */
struct kept_kind {
	struct beta_binomial term[2];
	struct yield_distribution *yield[2];
};

static struct divided_stratum sample_of(int64_t size, int64_t n, const int64_t relevant[2])
{
	return (struct divided_stratum){
		.size = size,
		.sampled = n,
		.relevant = { relevant[0], relevant[1] },
		.other = { n - relevant[0] - relevant[1], 0 },
		.cut = true,
	};
}

int control_interval(const struct reach_request *q, const struct sampled_whole *c, int64_t n,
		     const int64_t relevant[2], struct interval *out, struct err *e)
{
	const struct divided_stratum d = sample_of(c->size, n, relevant);
	return divided_interval(q->method, &d, 1, &q->interval, out, e);
}

int control_model(struct cut_model *y, const struct reach_request *q, int64_t size, int64_t n,
		  const int64_t relevant[2], bool lower, struct err *e)
{
	const struct divided_stratum d = sample_of(size, n, relevant);
	struct cut_case c = cut_case_of(q->method, &d, 1, &q->interval);
	int status = cut_case_priors(&c, e);
	if (status == 0 && q->method->one_more)
		cut_case_add_one_more(&c, lower);
	if (status == 0)
		status = cut_model_init(y, &c, 1, NOT_EXTREME, e);
	free(c.prior);
	return status;
}

void control_outcomes_release(struct control_outcomes *o)
{
	for (int side = 0; side < 2; side++) {
		for (int64_t i = 0; i < o->room[side]; i++)
			for (int end = 0; end < 2; end++)
				yield_free(o->kept[side][i].yield[end]);
		free(o->kept[side]);
		o->kept[side] = NULL;
		o->room[side] = 0;
	}
}

/* What is kept of a number found; NULL: `e` is filled. */
static struct kept_kind *kept_of(struct control_outcomes *o, int side, int64_t found, struct err *e)
{
	if (found >= o->room[side]) {
		int64_t room = 2 * found + 16;
		if (!ARRAY_RESIZE(o->kept[side], items_of(room))) {
			err_memory(e);
			return NULL;
		}
		for (int64_t i = o->room[side]; i < room; i++)
			o->kept[side][i] = (struct kept_kind){ 0 };
		o->room[side] = room;
	}
	return &o->kept[side][found];
}

static bool is_same(const struct beta_binomial *x, const struct beta_binomial *y)
{
	return x->size == y->size && !(x->a < y->a || x->a > y->a) && !(x->b < y->b || x->b > y->b);
}

/* The posterior of one end. */
static int posterior_of(struct control_outcomes *o, const int64_t relevant[2], bool lower,
			struct posterior *p, struct err *e)
{
	struct cut_model y;
	if (control_model(&y, o->request, o->set->size, o->n, relevant, lower, e) < 0)
		return -1;
	*p = (struct posterior){
		.quantity = QUANTITY_RECALL, .beta = 1, .unit = 1, .remembered = true
	};
	int status = 0;
	for (size_t i = 0; i < y.count && status == 0; i++) {
		int side = y.s[i].retrieved;
		int64_t found = y.s[i].relevant;
		const struct beta_binomial term = {
			.size = y.s[i].size - y.s[i].sampled,
			.a = y.prior[i].alpha + (double)found,
			.b = y.prior[i].beta + (double)(y.s[i].sampled - found),
		};
		struct kept_kind *k = kept_of(o, side, found, e);
		status = k != NULL ? 0 : -1;
		if (status == 0 && (k->yield[lower] == NULL || !is_same(&k->term[lower], &term))) {
			yield_free(k->yield[lower]);
			k->term[lower] = term;
			k->yield[lower] = yield_new(found, &term, 1, YIELD_EXACT_POINTS, e);
			status = k->yield[lower] != NULL ? 0 : -1;
		}
		if (status == 0)
			*(side ? &p->retrieved : &p->unretrieved) = k->yield[lower];
	}
	cut_model_release(&y);
	return status;
}

/* Ends that the masses of both kinds give; *known is false if that is not all there is to it. */
static int exact_ends(struct control_outcomes *o, const int64_t relevant[2], struct interval *x,
		      bool *known, struct err *e)
{
	const struct reach_request *q = o->request;
	double value = (double)relevant[1] / (double)(relevant[0] + relevant[1]);
	struct posterior p;
	*known = false;
	*x = (struct interval){ 0, 1 };
	if (relevant[0] + relevant[1] == 0 || o->n >= o->set->size || q->method->binomial ||
	    !q->method->forced_ends || q->interval.ends.draws > 0)
		return 0;
	for (int lower = 0; lower < 2; lower++) {
		if (q->goal == (lower ? GOAL_UPPER : GOAL_LOWER) || relevant[lower] == 0)
			continue; /* not wanted, or forced */
		if (posterior_of(o, relevant, lower, &p, e) < 0)
			return -1;
		if (!yield_is_exact(p.retrieved) || !yield_is_exact(p.unretrieved))
			return 0;
		if (lower)
			x->lower = posterior_quantile(&p, q->interval.ends.lower_p);
		else
			x->upper = posterior_quantile(&p, q->interval.ends.upper_p);
	}
	*known = x->lower <= value && x->upper >= value;
	return 0;
}

int control_outcome_reaches(struct control_outcomes *o, const int64_t relevant[2], bool *out,
			    struct err *e)
{
	struct interval x;
	bool known;
	if (exact_ends(o, relevant, &x, &known, e) < 0)
		return -1;
	if (!known && control_interval(o->request, o->set, o->n, relevant, &x, e) < 0)
		return -1;
	*out = reach_is_reached(o->request, NULL, 0, x);
	return 0;
}
