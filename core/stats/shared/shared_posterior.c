#include <math.h>

#include "core/stats/distribution/yield_new.h"
#include "core/stats/interval/posterior_model.h"
#include "core/stats/shared/difference_expectation.h"
#include "core/stats/shared/difference_quantile.h"
#include "core/stats/shared/shared_draw.h"
#include "core/stats/shared/shared_posterior.h"

/* The distribution of the yield of groups first .. last, in units of 1/fine of a document. */
static struct yield_distribution *yield(const struct shared_model *x, size_t first, size_t last,
					int64_t fine, struct err *e)
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
	struct yield_distribution *l = yield_new(found * fine, term, count, YIELD_EXACT_POINTS, e);
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
	struct yield_distribution *distribution[AXES] = { 0 };
	distribution[AXIS_A] = yield(x, GROUP_A, GROUP_A, fine, e);
	if (distribution[AXIS_A] != NULL)
		distribution[AXIS_B] = yield(x, GROUP_B, GROUP_B, fine, e);
	if (distribution[AXIS_B] != NULL)
		distribution[AXIS_REST] = yield(x, GROUP_BOTH, rest, fine, e);
	if (distribution[AXIS_REST] != NULL && curved)
		distribution[AXIS_NEITHER] = yield(x, GROUP_NEITHER, GROUP_NEITHER, fine, e);
	else if (distribution[AXIS_REST] != NULL)
		distribution[AXIS_NEITHER] = yield_new(0, NULL, 0, YIELD_EXACT_POINTS, e);
	if (distribution[AXIS_NEITHER] == NULL) {
		for (size_t i = 0; i < AXES; i++)
			yield_free(distribution[i]);
		return -1;
	}
	return difference_init(out, q->quantity, q->beta, size_a, size_b, distribution, e);
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
