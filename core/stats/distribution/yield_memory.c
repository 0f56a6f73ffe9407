/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/stats/distribution/yield_memory.h"

static void forget(struct kept_yield *k)
{
	yield_free(k->distribution);
	free(k->term);
	*k = (struct kept_yield){ 0 };
}

static size_t places(const struct yield_memory *m)
{
	return m->many ? YIELDS_OF_PLAN : YIELDS_OF_TOPIC;
}

void yield_memory_release(struct yield_memory *m)
{
	for (size_t i = 0; m->kept != NULL && i < places(m); i++)
		forget(&m->kept[i]);
	free(m->kept);
	m->kept = NULL;
}

static bool is_asked_for(const struct kept_yield *k, const struct kept_yield *asked)
{
	return k->distribution != NULL && k->shift == asked->shift && k->count == asked->count &&
	       !(k->exact_points < asked->exact_points) &&
	       !(k->exact_points > asked->exact_points) &&
	       memcmp(k->term, asked->term, k->count * sizeof *k->term) == 0;
}

/* The place where it is kept, or else the one that was not asked for the longest. */
static struct kept_yield *place_of(struct yield_memory *m, const struct kept_yield *asked)
{
	struct kept_yield *oldest = &m->kept[0];
	for (size_t i = 0; i < places(m); i++) {
		struct kept_yield *k = &m->kept[i];
		if (is_asked_for(k, asked))
			return k;
		oldest = k->asked < oldest->asked ? k : oldest;
	}
	return oldest;
}

/* Any order does that puts the same terms in the same places. */
static int by_bytes(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct beta_binomial));
}

const struct yield_distribution *yield_remembered(struct yield_memory *m, int64_t shift,
						  const struct beta_binomial *term, size_t count,
						  double exact_points, struct err *e)
{
	struct kept_yield asked = { .term = calloc(count + 1, sizeof *asked.term),
				    .count = count,
				    .shift = shift,
				    .exact_points = exact_points,
				    .asked = ++m->requests };
	m->kept = m->kept != NULL ? m->kept : calloc(places(m), sizeof *m->kept);
	if (asked.term == NULL || m->kept == NULL) {
		free(asked.term);
		err_memory(e);
		return NULL;
	}
	if (count > 0)
		memcpy(asked.term, term, count * sizeof *term);
	if (m->many)
		qsort(asked.term, count, sizeof *term, by_bytes);
	struct kept_yield *k = place_of(m, &asked);
	if (is_asked_for(k, &asked)) {
		k->asked = asked.asked;
		forget(&asked);
		return k->distribution;
	}
	struct yield_distribution *l = yield_new(shift, asked.term, count, exact_points, e);
	if (l == NULL) {
		forget(&asked);
		return NULL;
	}
	if (l->knots > 0) /* many are kept: without the room that the knots do not need */
		(void)ARRAY_RESIZE(l->knot, l->knots);
	asked.distribution = l;
	forget(k);
	*k = asked;
	return l;
}
