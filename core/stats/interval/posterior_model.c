/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/f_measure.h"
#include "core/stats/interval/posterior_model.h"
#include "core/stats/random/resample.h"
#include "core/stats/random/variates.h"

#define BINOMIAL_BITS 36

int posterior_stratum_order(const void *a, const void *b)
{
	const struct stratum *x = a, *y = b;
	const int64_t u[] = { x->retrieved, x->size, x->sampled, x->relevant, x->assessable };
	const int64_t v[] = { y->retrieved, y->size, y->sampled, y->relevant, y->assessable };
	for (size_t i = 0; i < sizeof u / sizeof u[0]; i++)
		if (u[i] != v[i])
			return u[i] < v[i] ? -1 : 1;
	return 0;
}

double posterior_value(enum quantity quantity, double beta, double retrieved_size,
		       double retrieved_yield, double unretrieved_yield)
{
	double all = retrieved_yield + unretrieved_yield;
	switch (quantity) {
	case QUANTITY_RECALL:
		return all > 0 ? retrieved_yield / all : 0;
	case QUANTITY_PRECISION:
		return retrieved_yield / retrieved_size;
	case QUANTITY_F:
		return fmin(f_of_counts(retrieved_yield, retrieved_size, all, beta * beta), 1);
	case QUANTITY_YIELD:
		break;
	}
	return all;
}

int64_t posterior_fineness(const struct posterior_model *m)
{
	int64_t largest = 1, documents = 1, fine = 1;
	for (size_t i = 0; i < m->count; i++) {
		documents += m->s[i].size;
		if (m->s[i].size - m->s[i].sampled > largest)
			largest = m->s[i].size - m->s[i].sampled;
	}
	while (m->binomial && fine * largest < INT64_C(1) << BINOMIAL_BITS &&
	       fine < INT64_MAX / 4 / documents) /* so that all documents fit, with room to spare */
		fine *= 2;
	return fine;
}

/* ---- random draws ---- */

double posterior_draw_yield(const struct stratum *s, const struct prior *p, bool binomial,
			    uint64_t seed, int64_t draw, uint32_t stream)
{
	int64_t rest = s->size - s->sampled;
	if (rest == 0)
		return (double)s->relevant;
	struct random g;
	random_init(&g, seed, (uint64_t)draw, stream);
	double share = random_beta(&g, p->alpha + (double)s->relevant,
				   p->beta + (double)(s->sampled - s->relevant));
	return (double)s->relevant +
	       (binomial ? share * (double)rest : (double)random_binomial(&g, rest, share));
}

/* A stratum must be the first member: posterior_stratum_order() sees no more. */
struct drawn_stratum {
	struct stratum s;
	struct prior prior;
};

static int drawn_order(const void *a, const void *b)
{
	const struct prior *p = &((const struct drawn_stratum *)a)->prior;
	const struct prior *q = &((const struct drawn_stratum *)b)->prior;
	int order = posterior_stratum_order(a, b);
	if (order == 0)
		order = (p->alpha > q->alpha) - (p->alpha < q->alpha);
	return order != 0 ? order : (p->beta > q->beta) - (p->beta < q->beta);
}

/* The strata of a model in their order; NULL: out of memory. */
static struct drawn_stratum *drawn_strata(const struct posterior_model *m)
{
	struct drawn_stratum *list = calloc(m->count + 1, sizeof *list);
	for (size_t i = 0; list != NULL && i < m->count; i++)
		list[i] = (struct drawn_stratum){ m->s[i], m->prior[i] };
	if (list != NULL)
		qsort(list, m->count, sizeof *list, drawn_order);
	return list;
}

int posterior_draw_interval(const struct posterior_model *m, const struct interval_request *q,
			    struct interval *out, struct err *e)
{
	double retrieved_size = 0;
	for (size_t i = 0; i < m->count; i++)
		if (m->s[i].retrieved)
			retrieved_size += (double)m->s[i].size;
	size_t draws = (size_t)q->ends.draws;
	double *x = calloc(draws, sizeof *x);
	struct drawn_stratum *from = drawn_strata(m);
	if (x == NULL || from == NULL) {
		free(x);
		free(from);
		return err_memory(e);
	}
	for (size_t d = 0; d < draws; d++) {
		double yield[2] = { 0, 0 };
		for (size_t i = 0; i < m->count; i++)
			yield[from[i].s.retrieved] +=
				posterior_draw_yield(&from[i].s, &from[i].prior, m->binomial,
						     q->ends.seed, (int64_t)d, (uint32_t)i);
		x[d] = posterior_value(q->quantity, q->beta, retrieved_size, yield[1], yield[0]);
	}
	free(from);
	*out = (struct interval){ x[0], x[0] };
	int status = isnan(x[0]) ? 0 : resample_sort(x, q->ends.draws, e);
	if (status == 0 && !isnan(x[0]))
		*out = (struct interval){
			resample_quantile(x, q->ends.draws, q->ends.lower_p),
			resample_quantile(x, q->ends.draws, q->ends.upper_p),
		};
	free(x);
	return status;
}
