/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/sort.h"
#include "core/data/design/label_cells.h"

/* Those of one probability by the stratum that they name. */
static int by_name(uint64_t a, uint64_t b, const void *context)
{
	const struct judgment *x = context;
	if (x[a].stratum != x[b].stratum)
		return x[a].stratum < x[b].stratum ? -1 : 1;
	return 0;
}

/*
 * The judgments of a topic by falling probability, and those of one probability by the stratum that
 * they name: `keyed` has room for twice as many. Equal keys are those of one probability.
 */
static void sort_by_rate(const struct judgment *x, size_t count, bool named, struct keyed *keyed)
{
	for (size_t i = 0; i < count; i++)
		keyed[i] = (struct keyed){ key_descending(x[i].probability), i };
	keyed_sort(keyed, count, keyed + count, NULL, x);
	uint64_t rate = 0;
	for (size_t i = 0; i < count; i++) {
		const struct judgment *last = i > 0 ? &x[keyed[i - 1].item] : NULL;
		rate += last != NULL && !rates_are_one(last, &x[keyed[i].item]);
		keyed[i].key = rate;
	}
	if (named)
		keyed_sort(keyed, count, keyed + count, by_name, x);
}

static bool same_stratum(const struct judgment *x, const struct keyed *a, const struct keyed *b)
{
	return a->key == b->key && x[a->item].stratum == x[b->item].stratum;
}

/* `sum` is that of 1/p of its documents; x has the most decimals of them. */
static bool finish_stratum(struct design_stratum *c, const struct judgment *x, double sum)
{
	struct judgment rate = *x;
	rate.decimals = decimals_of(x);
	c->size = llround(sum);
	return c->size >= c->sampled && rate_is(&rate, c->sampled, c->size);
}

/*
 * For --post-stratify or labels. If every document was drawn from all strata but one, that one is
 * the rest of the collection, provided that n/N is then its probability to the digits printed.
 */
static void fill_collection(struct building *b, const struct judgment *const *first)
{
	struct topic_strata *t = b->to;
	int64_t others = 0;
	size_t open = 0, at = 0;
	for (size_t i = 0; i < t->count; i++) {
		bool drawn = t->stratum[i].sampled == t->stratum[i].size;
		others += drawn ? t->stratum[i].size : 0;
		open += !drawn;
		at = drawn ? at : i;
	}
	int64_t left = b->o->collection_size - others;
	if (open == 1 && left >= t->stratum[at].sampled &&
	    rate_is(first[at], t->stratum[at].sampled, left))
		t->stratum[at].size = left;
}

/* Whose probability has more decimals; either may be NULL. */
static const struct judgment *longer(const struct judgment *x, const struct judgment *y)
{
	if (x != NULL && x->probability == y->probability)
		return x;
	return x == NULL || decimals_of(y) > decimals_of(x) ? y : x;
}

/* The strata in the order of `keyed`. Returns 1; 0: there are none. */
static int count_strata(struct building *b, const struct keyed *keyed,
			struct design_stratum *stratum, const struct judgment **rate, size_t *count)
{
	const struct judgment_set *all = &b->topic->all;
	const struct judgment *x = all->judgment;
	size_t single = 0;
	double sum = 0;
	*count = 0;
	for (size_t i = 0; i < all->count; i++) {
		const struct judgment *y = &x[keyed[i].item];
		struct design_stratum *to = &stratum[*count];
		if (i == 0 || !same_stratum(x, &keyed[i - 1], &keyed[i])) {
			const char *name = y->stratum > 0 ? b->stratum_name[y->stratum - 1] : NULL;
			*to = (struct design_stratum){ .name = name };
			rate[*count] = NULL;
			sum = 0;
		}
		STRATUM_COUNT(b, to, y);
		sum += 1 / y->probability;
		rate[*count] = longer(rate[*count], y);
		if (i + 1 < all->count && same_stratum(x, &keyed[i], &keyed[i + 1]))
			continue;
		if (!finish_stratum(to, rate[*count], sum))
			return 0;
		single += to->sampled == 1 && to->size > 1;
		++*count;
	}
	return 10 * single <= all->count;
}

int rates_build(struct building *b, struct err *e)
{
	const struct judgment_set *all = &b->topic->all;
	const struct judgment *x = all->judgment;
	struct keyed *keyed = arena_alloc(&b->memory, 2 * all->count * sizeof *keyed);
	size_t most = 0, count = 0;
	if (keyed == NULL)
		return err_memory(e);
	sort_by_rate(x, all->count, b->j->with_stratum > 0, keyed);
	for (size_t i = 0; i < all->count; i++)
		most += i == 0 || !same_stratum(x, &keyed[i - 1], &keyed[i]);
	struct design_stratum *stratum = arena_alloc(&b->d->memory, most * sizeof *stratum);
	const struct judgment **rate = arena_alloc(&b->memory, most * sizeof *rate);
	if (stratum == NULL || rate == NULL)
		return err_memory(e);
	if (!count_strata(b, keyed, stratum, rate, &count))
		return 0;
	b->to->stratum = stratum;
	b->to->count = count;
	if (divides_by_run(b) && b->o->collection_size > 0)
		fill_collection(b, rate);
	for (size_t i = 0, place = 0, left = (size_t)stratum[0].sampled; i < all->count; i++) {
		if (left == 0)
			left = (size_t)stratum[++place].sampled;
		left--;
		weigh_judgment(b, &x[keyed[i].item], (int32_t)place);
	}
	if (divides_by_run(b) && retrieved_parts_of_listed(b, e) < 0)
		return -1;
	return 1;
}
