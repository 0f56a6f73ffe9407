/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/coverage/outcomes.h"
#include "core/stats/random/uniform.h"

void outcomes_release(struct outcomes *x)
{
	for (size_t i = 0; x->distribution && i < x->count; i++)
		hypergeometric_release(&x->distribution[i]);
	free(x->distribution);
	free(x->strata);
}

int outcomes_init(struct outcomes *x, const struct truth *t, enum quantity quantity, double neglect,
		  struct err *e)
{
	*x = (struct outcomes){ .count = t->count };
	if (truth_check(t, e) < 0)
		return -1;
	x->distribution = calloc(t->count, sizeof *x->distribution);
	x->strata = calloc(t->count, sizeof *x->strata);
	if (!x->distribution || !x->strata)
		return err_memory(e);
	for (size_t i = 0; i < t->count; i++) {
		const struct true_stratum *s = &t->strata[i];
		struct hypergeometric *d = &x->distribution[i];
		if (hypergeometric_init(d, s->sampled, e) < 0)
			return -1;
		bool counts = s->retrieved || quantity != QUANTITY_PRECISION;
		hypergeometric_set(d, s->size, counts ? (double)s->yield : 0.0, s->sampled);
		hypergeometric_trim(d, neglect);
		x->strata[i] = (struct stratum){ .size = s->size,
						 .sampled = s->sampled,
						 .assessable = s->sampled,
						 .retrieved = s->retrieved };
	}
	return 0;
}

double outcomes_count(const struct outcomes *x)
{
	double count = 1.0;
	for (size_t i = 0; i < x->count; i++)
		count *= (double)hypergeometric_points(&x->distribution[i]);
	return count;
}

/* Every combination, counted like an odometer. */
void outcomes_each(struct outcomes *x, outcome_visit *visit, void *context)
{
	for (size_t i = 0; i < x->count; i++)
		x->strata[i].relevant = x->distribution[i].first;
	for (;;) {
		double weight = 1.0;
		for (size_t i = 0; i < x->count; i++)
			weight *= hypergeometric_mass(&x->distribution[i], x->strata[i].relevant);
		bool more = visit(context, weight);
		size_t i = 0;
		while (i < x->count && x->strata[i].relevant == x->distribution[i].last) {
			x->strata[i].relevant = x->distribution[i].first;
			i++;
		}
		if (i == x->count || !more)
			return;
		x->strata[i].relevant++;
	}
}

void outcomes_draw(struct outcomes *x, struct uniform *u, int64_t draws, outcome_visit *visit,
		   void *context)
{
	bool more = true;
	for (int64_t draw = 0; draw < draws && more; draw++) {
		for (size_t i = 0; i < x->count; i++)
			x->strata[i].relevant =
				hypergeometric_quantile(&x->distribution[i], uniform_next(u));
		more = visit(context, 1.0 / (double)draws);
	}
}
