/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/data/strata/sample_weights.h"

/* What is known of the stratum of a judgment, except what was sampled of it. */
static struct drawn_stratum as_given(const struct drawn *d, const struct judgments *j, size_t topic,
				     size_t i)
{
	const struct given_stratum *given =
		given_strata_find(&j->strata, topic, j->judgment[i].part);
	if (given != NULL)
		return (struct drawn_stratum){ .size = given->size, .picks = given->picks };
	const struct design_stratum *cells =
		d->strata != NULL ? d->strata->topic[topic].stratum : NULL;
	bool known = cells != NULL && d->stratum[i] >= 0;
	return (struct drawn_stratum){ .size = known ? cells[d->stratum[i]].label_size : 0 };
}

/* Counts the judgments of a topic into `stratum`; `seen` has an element for each label. */
static size_t count_labels(struct drawn *d, const struct judgments *j, size_t topic, bool whole,
			   int32_t *seen, struct drawn_stratum *stratum)
{
	const struct judgment_set *all = &j->topic[topic].all;
	size_t first = (size_t)(all->judgment - j->judgment), count = 0;
	for (size_t i = 0; i < all->count; i++) {
		const struct judgment *x = &all->judgment[i];
		d->place[first + i] = -1;
		if (x->part == 0)
			continue;
		if (seen[x->part - 1] < 0) {
			seen[x->part - 1] = (int32_t)count;
			stratum[count] = as_given(d, j, topic, first + i);
			stratum[count++].label = (uint32_t)x->part;
		}
		d->place[first + i] = seen[x->part - 1];
		struct drawn_stratum *s = &stratum[seen[x->part - 1]];
		s->size += whole;
		if (whole && x->level == -1)
			continue;
		s->sampled++;
		s->assessable += x->level >= 0;
	}
	for (size_t i = 0; i < all->count; i++)
		if (all->judgment[i].part > 0)
			seen[all->judgment[i].part - 1] = -1;
	return count;
}

static int build_all(struct drawn *d, const struct judgments *j, bool whole, int32_t *seen,
		     struct drawn_stratum *stratum, struct err *e)
{
	for (size_t t = 0; t < j->topics; t++) {
		size_t count = count_labels(d, j, t, whole, seen, stratum);
		struct drawn_stratum *kept = arena_alloc(&d->memory, count * sizeof *kept);
		if (kept == NULL)
			return err_memory(e);
		memcpy(kept, stratum, count * sizeof *kept);
		d->topic[t] = (struct drawn_topic){ kept, count };
	}
	return 0;
}

int drawn_build(struct drawn *d, const struct judgments *j, const struct strata *strata,
		const int32_t *place_of, bool whole, struct err *e)
{
	*d = (struct drawn){ .strata = strata, .stratum = place_of };
	size_t labels = j->stratum_names.count;
	int32_t *seen = malloc((labels + 1) * sizeof *seen);
	struct drawn_stratum *stratum = malloc((labels + 1) * sizeof *stratum);
	d->topic = arena_alloc(&d->memory, j->topics * sizeof *d->topic);
	d->place = arena_alloc(&d->memory, j->count * sizeof *d->place);
	int result = 0;
	if (seen == NULL || stratum == NULL || d->topic == NULL || d->place == NULL)
		result = err_memory(e);
	for (size_t i = 0; result == 0 && i < labels; i++)
		seen[i] = -1;
	if (result == 0)
		result = build_all(d, j, whole, seen, stratum, e);
	free(seen);
	free(stratum);
	if (result < 0)
		drawn_release(d);
	return result;
}

void drawn_release(struct drawn *d)
{
	arena_release(&d->memory);
}
