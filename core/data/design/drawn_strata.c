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

/* Counts the judgments of a topic into `stratum`; `place` is building.stratum_place. */
static size_t count_named(struct design *d, const struct judgments *j, size_t topic,
			  uint32_t *place, struct drawn_stratum *stratum)
{
	const struct judgment_set *all = &j->topic[topic].all;
	size_t first = (size_t)(all->judgment - j->judgment), count = 0;
	for (size_t i = 0; i < all->count; i++) {
		const struct judgment *x = &all->judgment[i];
		d->drawn_place[first + i] = -1;
		if (x->stratum == 0)
			continue;
		if (place[x->stratum] == 0) {
			stratum[count] = as_given(d, j, topic, first + i);
			stratum[count++].label = (uint32_t)x->stratum;
			place[x->stratum] = (uint32_t)count;
		}
		struct drawn_stratum *s = &stratum[place[x->stratum] - 1];
		d->drawn_place[first + i] = (int32_t)(s - stratum);
		s->size += d->whole;
		if (d->whole && x->level == -1)
			continue;
		s->sampled++;
		s->assessable += x->level >= 0;
	}
	for (size_t i = 0; i < all->count; i++)
		place[all->judgment[i].stratum] = 0; /* for the next topic */
	return count;
}

int drawn_build(struct building *b, struct err *e)
{
	struct design *d = b->d;
	size_t names = b->j->stratum_names.count;
	struct drawn_stratum *stratum = arena_alloc(&b->memory, (names + 1) * sizeof *stratum);
	d->drawn_place = arena_alloc(&d->memory, b->j->count * sizeof *d->drawn_place);
	if (stratum == NULL || d->drawn_place == NULL)
		return err_memory(e);
	for (size_t t = 0; t < d->topics; t++) {
		size_t count = count_named(d, b->j, t, b->stratum_place, stratum);
		struct drawn_stratum *kept = arena_alloc(&d->memory, count * sizeof *kept);
		if (kept == NULL)
			return err_memory(e);
		memcpy(kept, stratum, count * sizeof *kept);
		d->topic[t].drawn = kept;
		d->topic[t].drawn_strata = count;
	}
	return 0;
}
