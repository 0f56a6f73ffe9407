/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/interval/posterior_model.h"
#include "core/stats/two_runs/shared_model.h"

static int check(const struct interval_method *m, const struct stratum *s, size_t count,
		 const struct interval_request *q, struct err *e)
{
	if (m->prior == NULL)
		return err_usage(e,
				 "'%s' has no posterior, which a comparison on sampled judgments "
				 "needs; use bb-spread",
				 m->name);
	if (q->quantity != QUANTITY_RECALL && q->quantity != QUANTITY_PRECISION &&
	    q->quantity != QUANTITY_F)
		return err_usage(e, "systems are compared by recall, precision or F");
	return interval_check(s, count, q, e);
}

static size_t group_of(const struct pair_stratum *c)
{
	if (c->in_a)
		return c->in_b ? GROUP_BOTH : GROUP_A;
	return c->in_b ? GROUP_B : GROUP_NEITHER;
}

/*
 * If a stratum is cut, recall and F see the yield of a part, which is a share of the whole stratum,
 * and precision its documents.
 */
static struct stratum stratum_of(const struct pair_stratum *c, enum quantity quantity)
{
	struct stratum s = { .size = c->size,
			     .sampled = c->sampled,
			     .relevant = c->relevant,
			     .assessable = c->assessable,
			     .retrieved = c->in_a || c->in_b };
	if (c->cut && quantity == QUANTITY_PRECISION) {
		s.size = (int64_t)llround(pair_stratum_size(c));
		s.sampled = c->part;
		s.assessable = c->part - (c->sampled - c->assessable);
	}
	return s;
}

/* How many documents of a part of a stratum count: precision and F leave gray ones out. */
static double counted_size(const struct pair_stratum *c, const struct interval_request *q)
{
	bool leave_out = q->quantity != QUANTITY_RECALL && !q->gray_nonrelevant;
	int64_t gray = leave_out && (c->in_a || c->in_b) ? c->sampled - c->assessable : 0;
	return (double)c->size * (double)(c->part - gray) / (double)c->sampled;
}

/* The cells of one group, behind those of the groups before it. */
static void add_group(struct shared_model *x, size_t group, const struct pair_stratum *cell,
		      size_t count, const struct interval_request *q)
{
	struct stratum *s = x->s + x->begin[group];
	struct stratum unsampled = { 0 };
	size_t added = 0;
	double size = 0;
	for (size_t i = 0; i < count; i++) {
		if (group_of(&cell[i]) != group)
			continue;
		struct stratum whole = stratum_of(&cell[i], q->quantity);
		struct stratum t = interval_adjust(&whole, q);
		unsampled.retrieved = t.retrieved;
		size += cell[i].cut ? counted_size(&cell[i], q) : (double)t.size;
		if (t.sampled > 0)
			s[added++] = t;
		else
			unsampled.size += t.size;
	}
	if (unsampled.size > 0)
		s[added++] = unsampled;
	qsort(s, added, sizeof *s, posterior_stratum_order);
	x->begin[group + 1] = x->begin[group] + added;
	x->size_a += group == GROUP_A || group == GROUP_BOTH ? size : 0;
	x->size_b += group == GROUP_B || group == GROUP_BOTH ? size : 0;
}

/* Cells without a sample borrow from the others, as in core/stats/interval/cut_strata.h. */
static void borrow(struct shared_model *x, const struct pair_stratum *cell, size_t count)
{
	double size = 0, found = 0, sampled = 0;
	for (size_t i = 0; i < count; i++) {
		if (cell[i].sampled == 0)
			continue;
		size += pair_stratum_size(&cell[i]);
		found += (double)cell[i].size * (double)cell[i].relevant / (double)cell[i].sampled;
		sampled += cell[i].cut ? (double)cell[i].part : (double)cell[i].sampled;
	}
	double p = fmax(size > 0 ? found / size : 0, 0.5 / (sampled + 1));
	p = fmin(p, 1 - 1e-9);
	for (size_t i = 0; i < x->begin[GROUPS]; i++)
		if (x->s[i].sampled == 0)
			x->prior[i] = p <= 0.5 ? (struct prior){ 0.5, 0.5 * (1 - p) / p }
					       : (struct prior){ 0.5 * p / (1 - p), 0.5 };
}

static bool undefined(const struct shared_model *x, const struct interval_request *q)
{
	int64_t may_be_relevant = 0;
	for (size_t i = 0; i < x->begin[GROUPS]; i++)
		may_be_relevant += x->s[i].size - (x->s[i].sampled - x->s[i].relevant);
	bool empty = x->size_a == 0 || x->size_b == 0;
	if (q->quantity == QUANTITY_PRECISION)
		return empty;
	return may_be_relevant == 0 && (q->quantity == QUANTITY_RECALL || empty);
}

int shared_model_init(struct shared_model *x, const struct interval_method *m,
		      const struct shared_topic *topic, const struct interval_request *q,
		      struct err *e)
{
	const struct pair_stratum *cell = topic->cell;
	size_t count = topic->cells;
	*x = (struct shared_model){ .binomial = m->binomial };
	x->s = calloc(count + GROUPS, sizeof *x->s);
	x->prior = calloc(count + GROUPS, sizeof *x->prior);
	int status = x->s != NULL && x->prior != NULL ? 0 : err_memory(e);
	if (status == 0) {
		for (size_t i = 0; i < count; i++)
			x->s[i] = stratum_of(&cell[i], q->quantity);
		status = check(m, x->s, count, q, e);
	}
	if (status < 0) {
		shared_model_release(x);
		return -1;
	}
	for (size_t group = 0; group < GROUPS; group++) {
		add_group(x, group, cell, count, q);
		size_t begin = x->begin[group];
		m->prior(x->s + begin, x->begin[group + 1] - begin, x->prior + begin);
	}
	x->size_a = fmax(x->size_a + topic->beyond[0], 0);
	x->size_b = fmax(x->size_b + topic->beyond[1], 0);
	if (m->borrows)
		borrow(x, cell, count);
	x->undefined = undefined(x, q);
	return 0;
}

void shared_model_release(struct shared_model *x)
{
	free(x->s);
	free(x->prior);
	*x = (struct shared_model){ 0 };
}
