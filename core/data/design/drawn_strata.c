/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/data/design/building.h"

/* What is known of the stratum of a judgment, except what was sampled of it. */
static struct drawn_stratum as_given(const struct design *d, const struct judgments *j,
				     size_t topic, size_t i)
{
	const struct given_stratum *given =
		given_strata_find(&j->strata, topic, j->judgment[i].stratum);
	if (given != NULL)
		return (struct drawn_stratum){ .size = given->size, .picks = given->picks };
	const struct design_stratum *cells = d->topic[topic].stratum;
	bool known = cells != NULL && d->place[i] >= 0;
	return (struct drawn_stratum){ .size = known ? cells[d->place[i]].named_size : 0 };
}

/* Counts the judgments of a topic into `stratum`; `seen` has an element for each name. */
static size_t count_named(struct design *d, const struct judgments *j, size_t topic, int32_t *seen,
			  struct drawn_stratum *stratum)
{
	const struct judgment_set *all = &j->topic[topic].all;
	size_t first = (size_t)(all->judgment - j->judgment), count = 0;
	for (size_t i = 0; i < all->count; i++) {
		const struct judgment *x = &all->judgment[i];
		d->drawn_place[first + i] = -1;
		if (x->stratum == 0)
			continue;
		if (seen[x->stratum - 1] < 0) {
			seen[x->stratum - 1] = (int32_t)count;
			stratum[count] = as_given(d, j, topic, first + i);
			stratum[count++].label = (uint32_t)x->stratum;
		}
		d->drawn_place[first + i] = seen[x->stratum - 1];
		struct drawn_stratum *s = &stratum[seen[x->stratum - 1]];
		s->size += d->whole;
		if (d->whole && x->level == -1)
			continue;
		s->sampled++;
		s->assessable += x->level >= 0;
	}
	for (size_t i = 0; i < all->count; i++)
		if (all->judgment[i].stratum > 0)
			seen[all->judgment[i].stratum - 1] = -1;
	return count;
}

int drawn_build(struct building *b, struct err *e)
{
	struct design *d = b->d;
	size_t names = b->j->stratum_names.count;
	int32_t *seen = arena_alloc(&b->memory, (names + 1) * sizeof *seen);
	struct drawn_stratum *stratum = arena_alloc(&b->memory, (names + 1) * sizeof *stratum);
	d->drawn = arena_alloc(&d->memory, d->topics * sizeof *d->drawn);
	d->drawn_place = arena_alloc(&d->memory, b->j->count * sizeof *d->drawn_place);
	if (seen == NULL || stratum == NULL || d->drawn == NULL || d->drawn_place == NULL)
		return err_memory(e);
	for (size_t i = 0; i < names; i++)
		seen[i] = -1;
	for (size_t t = 0; t < d->topics; t++) {
		size_t count = count_named(d, b->j, t, seen, stratum);
		struct drawn_stratum *kept = arena_alloc(&d->memory, count * sizeof *kept);
		if (kept == NULL)
			return err_memory(e);
		memcpy(kept, stratum, count * sizeof *kept);
		d->drawn[t] = (struct drawn_topic){ kept, count };
	}
	return 0;
}
