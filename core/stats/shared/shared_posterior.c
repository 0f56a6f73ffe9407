#include <math.h>
#include <stdlib.h>

#include "core/stats/interval/posterior.h"
#include "core/stats/shared/difference.h"
#include "core/stats/shared/shared_posterior.h"

static int check(const struct interval_method *m, const struct stratum *s, size_t count,
		 const struct interval_request *q, struct err *e)
{
	if (m->prior == NULL)
		return err_usage(
			e,
			"a comparison on sampled judgments needs a method with a posterior, "
			"which '%s' has not",
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

/* The law of the yield of groups first .. last, in units of 1/fine of a document. */
static struct law *yield(const struct shared_model *x, size_t first, size_t last, int64_t fine,
			 struct err *e)
{
	size_t begin = x->begin[first], count = x->begin[last + 1] - begin;
	struct beta_binomial *term = calloc(count + 1, sizeof *term);
	if (term == NULL) {
		err_memory(e);
		return NULL;
	}
	int64_t found = 0;
	for (size_t i = 0; i < count; i++) {
		const struct stratum *s = &x->s[begin + i];
		const struct prior *p = &x->prior[begin + i];
		found += s->relevant;
		term[i] = (struct beta_binomial){
			.size = (s->size - s->sampled) * fine,
			.a = p->alpha + (double)s->relevant,
			.b = p->beta + (double)(s->sampled - s->relevant),
		};
	}
	struct law *l = law_new(found * fine, term, count, LAW_EXACT_POINTS, e);
	free(term);
	return l;
}

int shared_difference(const struct shared_model *x, const struct interval_request *q,
		      struct difference *out, struct err *e)
{
	const struct posterior_model all = {
		.s = x->s, .prior = x->prior, .count = x->begin[GROUPS], .binomial = x->binomial
	};
	int64_t fine = posterior_fineness(&all);
	double size_a = x->size_a * (double)fine, size_b = x->size_b * (double)fine;
	bool curved = difference_is_curved(q->quantity, q->beta, size_a, size_b);
	bool precision =
		q->quantity == QUANTITY_PRECISION || (q->quantity == QUANTITY_F && !(q->beta > 0));
	size_t rest = curved || precision ? GROUP_BOTH : GROUP_NEITHER;
	struct law *law[AXES] = { 0 };
	law[AXIS_A] = yield(x, GROUP_A, GROUP_A, fine, e);
	if (law[AXIS_A] != NULL)
		law[AXIS_B] = yield(x, GROUP_B, GROUP_B, fine, e);
	if (law[AXIS_B] != NULL)
		law[AXIS_REST] = yield(x, GROUP_BOTH, rest, fine, e);
	if (law[AXIS_REST] != NULL && curved)
		law[AXIS_NEITHER] = yield(x, GROUP_NEITHER, GROUP_NEITHER, fine, e);
	if (law[curved ? AXIS_NEITHER : AXIS_REST] == NULL) {
		for (size_t i = 0; i < AXES; i++)
			law_free(law[i]);
		return -1;
	}
	return difference_init(out, q->quantity, q->beta, size_a, size_b, law, e);
}

static int computed(const struct shared_model *x, const struct interval_request *q,
		    struct shared_result *out, struct err *e)
{
	struct difference d;
	if (shared_difference(x, q, &d, e) < 0)
		return -1;
	*out = (struct shared_result){ 0 };
	int status = difference_probability(&d, &out->probability, e);
	if (status == 0)
		status = difference_mean(&d, &out->mean, e);
	if (status == 0)
		status = difference_quantile(&d, q->lower_p, &out->interval.lower, e);
	if (status == 0)
		status = difference_quantile(&d, q->upper_p, &out->interval.upper, e);
	difference_release(&d);
	return status;
}

static int drawn(const struct shared_model *x, const struct interval_request *q,
		 struct shared_result *out, struct err *e)
{
	double *difference = calloc((size_t)q->draws, sizeof *difference);
	if (difference == NULL)
		return err_memory(e);
	for (int64_t i = 0; i < q->draws; i++)
		difference[i] = shared_draw(x, q, i, 0);
	shared_drawn(difference, q->draws, q, out);
	free(difference);
	return 0;
}

int shared_compare(const struct interval_method *m, const struct shared_cell *cell, size_t count,
		   const struct interval_request *q, struct shared_result *out, struct err *e)
{
	struct shared_model x;
	if (shared_model_init(&x, m, cell, count, q, e) < 0)
		return -1;
	int status = 0;
	if (x.undefined)
		*out = (struct shared_result){ NAN, NAN, NAN, { NAN, NAN } };
	else
		status = q->draws > 0 ? drawn(&x, q, out, e) : computed(&x, q, out, e);
	shared_model_release(&x);
	return status;
}
