#include <stdlib.h>

#include "core/stats/shared/shared_model.h"

static int check(const struct interval_method *m, const struct stratum *s, size_t count,
		 const struct interval_request *q, struct err *e)
{
	if (m->prior == NULL)
		return err_usage(e,
				 "'%s' has no posterior, which a comparison on sampled judgments "
				 "needs; use bb-shared",
				 m->name);
	if (q->quantity != QUANTITY_RECALL && q->quantity != QUANTITY_PRECISION &&
	    q->quantity != QUANTITY_F)
		return err_usage(e, "systems are compared by recall, precision or F");
	return interval_check(s, count, q, e);
}

static size_t group_of(const struct shared_cell *c)
{
	if (c->in_a)
		return c->in_b ? GROUP_BOTH : GROUP_A;
	return c->in_b ? GROUP_B : GROUP_NEITHER;
}

static struct stratum stratum_of(const struct shared_cell *c)
{
	return (struct stratum){ .size = c->size,
				 .sampled = c->sampled,
				 .relevant = c->relevant,
				 .assessable = c->assessable,
				 .retrieved = c->in_a || c->in_b };
}

/* The cells of one group, behind those of the groups before it. */
static void add_group(struct shared_model *x, size_t group, const struct shared_cell *cell,
		      size_t count, const struct interval_request *q)
{
	struct stratum *s = x->s + x->begin[group];
	struct stratum unsampled = { 0 };
	size_t added = 0;
	double size = 0;
	for (size_t i = 0; i < count; i++) {
		if (group_of(&cell[i]) != group)
			continue;
		struct stratum whole = stratum_of(&cell[i]), t = interval_adjust(&whole, q);
		unsampled.retrieved = t.retrieved;
		size += (double)t.size;
		if (t.sampled > 0)
			s[added++] = t;
		else
			unsampled.size += t.size;
	}
	if (unsampled.size > 0)
		s[added++] = unsampled;
	x->begin[group + 1] = x->begin[group] + added;
	x->size_a += group == GROUP_A || group == GROUP_BOTH ? size : 0;
	x->size_b += group == GROUP_B || group == GROUP_BOTH ? size : 0;
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
		      const struct shared_cell *cell, size_t count,
		      const struct interval_request *q, struct err *e)
{
	*x = (struct shared_model){ .binomial = m->binomial };
	x->s = calloc(count + GROUPS, sizeof *x->s);
	x->prior = calloc(count + GROUPS, sizeof *x->prior);
	int status = x->s != NULL && x->prior != NULL ? 0 : err_memory(e);
	if (status == 0) {
		for (size_t i = 0; i < count; i++)
			x->s[i] = stratum_of(&cell[i]);
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
	x->undefined = undefined(x, q);
	return 0;
}

void shared_model_release(struct shared_model *x)
{
	free(x->s);
	free(x->prior);
	*x = (struct shared_model){ 0 };
}
