/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "core/stats/distribution/yield_memory.h"

static void forget(struct kept_yield *k)
{
	yield_free(k->distribution);
	free(k->term);
	*k = (struct kept_yield){ 0 };
}

void yield_memory_release(struct yield_memory *m)
{
	for (int i = 0; i < YIELDS_KEPT; i++)
		forget(&m->kept[i]);
}

static bool same_terms(const struct beta_binomial *x, const struct beta_binomial *y, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (x[i].size != y[i].size || !(x[i].a <= y[i].a && x[i].a >= y[i].a) ||
		    !(x[i].b <= y[i].b && x[i].b >= y[i].b))
			return false;
	return true;
}

static bool is_asked_for(const struct kept_yield *k, int64_t shift,
			 const struct beta_binomial *term, size_t count, double exact_points)
{
	return k->distribution != NULL && k->shift == shift && k->count == count &&
	       !(k->exact_points < exact_points) && !(k->exact_points > exact_points) &&
	       same_terms(k->term, term, count);
}

const struct yield_distribution *yield_remembered(struct yield_memory *m, int64_t shift,
						  const struct beta_binomial *term, size_t count,
						  double exact_points, struct err *e)
{
	struct kept_yield *oldest = &m->kept[0];
	m->requests++;
	for (int i = 0; i < (m->many ? YIELDS_KEPT : YIELDS_OF_TOPIC); i++) {
		struct kept_yield *k = &m->kept[i];
		if (is_asked_for(k, shift, term, count, exact_points)) {
			k->asked = m->requests;
			return k->distribution;
		}
		oldest = k->asked < oldest->asked ? k : oldest;
	}
	struct kept_yield made = { .term = calloc(count + 1, sizeof *made.term),
				   .count = count,
				   .shift = shift,
				   .exact_points = exact_points,
				   .asked = m->requests };
	if (made.term == NULL) {
		err_memory(e);
		return NULL;
	}
	if (count > 0)
		memcpy(made.term, term, count * sizeof *term);
	made.distribution = yield_new(shift, term, count, exact_points, e);
	if (made.distribution == NULL) {
		free(made.term);
		return NULL;
	}
	forget(oldest);
	*oldest = made;
	return made.distribution;
}
