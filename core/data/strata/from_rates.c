/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/sort.h"
#include "core/data/strata/from_rates.h"
#include "core/data/strata/retrieved_parts.h"

bool rate_is(const struct judgment *x, int64_t sampled, int64_t size)
{
	const double rounding = 1e-12;
	if (x->probability >= 1) /* all of it was to be judged; "1" is no rounded rate */
		return sampled == size;
	double half = 0.5 * pow(10, -(double)x->number) * (1 + 1e-9);
	double rate = (double)sampled / (double)size;
	return fabs(rate - x->probability) <= fmax(half, rounding * rate);
}

/* By label, those of one probability. */
static int by_label(uint64_t a, uint64_t b, const void *context)
{
	const struct judgment *x = context;
	if (x[a].part != x[b].part)
		return x[a].part < x[b].part ? -1 : 1;
	return 0;
}

static bool same_class(const struct judgment *x, const struct judgment *y)
{
	return x->part == y->part && x->probability == y->probability;
}

static bool finish_class(struct cell *c, const struct judgment *x)
{
	c->size = llround((double)c->sampled / x->probability);
	return c->size >= c->sampled && rate_is(x, c->sampled, c->size);
}

/*
 * With --post-stratify: if every document was drawn from all classes but one, that class is the
 * rest of the collection, provided that n/N is then its probability to the digits printed.
 */
static void fill_collection(struct strata_building *b, const struct judgment *const *first)
{
	struct topic_strata *t = b->to;
	int64_t others = 0;
	size_t open = 0, at = 0;
	for (size_t i = 0; i < t->count; i++) {
		bool drawn = t->cell[i].sampled == t->cell[i].size;
		others += drawn ? t->cell[i].size : 0;
		open += !drawn;
		at = drawn ? at : i;
	}
	int64_t left = b->o->collection_size - others;
	if (open == 1 && left >= t->cell[at].sampled &&
	    rate_is(first[at], t->cell[at].sampled, left))
		t->cell[at].size = left;
}

int rate_classes_build(struct strata_building *b, struct err *e)
{
	const struct judgment_set *all = &b->topic->all;
	const struct judgment *x = all->judgment;
	struct keyed *keyed = arena_alloc(&b->memory, 2 * all->count * sizeof *keyed);
	size_t classes = 0, count = 0, single = 0, begin = 0;
	if (keyed == NULL)
		return err_memory(e);
	for (size_t i = 0; i < all->count; i++)
		keyed[i] = (struct keyed){ key_descending(x[i].probability), i };
	keyed_sort(keyed, all->count, keyed + all->count, b->j->with_stratum > 0 ? by_label : NULL,
		   x);
	for (size_t i = 0; i < all->count; i++)
		classes += i == 0 || !same_class(&x[keyed[i - 1].item], &x[keyed[i].item]);
	struct cell *cell = arena_alloc(&b->s->memory, classes * sizeof *cell);
	const struct judgment **first = arena_alloc(&b->memory, classes * sizeof *first);
	if (cell == NULL || first == NULL)
		return err_memory(e);
	for (size_t i = 0; i < all->count; i++) {
		const struct judgment *y = &x[keyed[i].item];
		if (i == begin) {
			first[count] = y;
			cell[count] =
				(struct cell){ .label = y->part > 0 ? b->label_name[y->part - 1]
								    : NULL };
		}
		CELL_COUNT(b, &cell[count], y);
		if (i + 1 < all->count && same_class(y, &x[keyed[i + 1].item]))
			continue;
		if (!finish_class(&cell[count], y))
			return 0;
		single += cell[count].sampled == 1 && cell[count].size > 1;
		count++;
		begin = i + 1;
	}
	if (10 * single > all->count)
		return 0;
	*b->to = (struct topic_strata){ .name = b->topic->name,
					.source = SOURCE_PROBABILITIES,
					.cell = cell,
					.count = count,
					.by_rate = true };
	if (b->o->post_stratify && b->o->collection_size > 0)
		fill_collection(b, first);
	for (size_t i = 0, place = 0, left = (size_t)cell[0].sampled; i < all->count; i++) {
		if (left == 0)
			left = (size_t)cell[++place].sampled;
		left--;
		weigh_judgment(b, &x[keyed[i].item], (int32_t)place);
	}
	if (b->o->post_stratify && retrieved_parts_of_listed(b, e) < 0)
		return -1;
	return 1;
}

int rate_classes_anywhere(const struct judgments *j, bool *fits, struct err *e)
{
	struct strata s = { .topics = j->topics };
	const struct strata_options o = { .level = 1 };
	struct strata_building b = { .s = &s, .j = j, .o = &o };
	b.weight = calloc(j->count + 1, sizeof *b.weight);
	b.place = calloc(j->count + 1, sizeof *b.place);
	b.label_name = calloc(j->stratum_names.count + 1, sizeof *b.label_name);
	bool can = j->with_probability == j->count && !j->strata.picked;
	bool room = b.weight != NULL && b.place != NULL && b.label_name != NULL;
	int found = room ? 0 : err_memory(e);
	for (size_t t = 0; t < j->topics && can && found == 0; t++) {
		struct topic_strata to = { 0 };
		b.topic = &j->topic[t];
		b.number = t;
		b.to = &to;
		found = rate_classes_build(&b, e);
		arena_clear(&b.memory);
	}
	arena_release(&b.memory);
	strata_release(&s);
	free(b.weight);
	free(b.place);
	free(b.label_name);
	*fits = found == 1;
	return found < 0 ? -1 : 0;
}
