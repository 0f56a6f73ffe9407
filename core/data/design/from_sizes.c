/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/data/design/label_cells.h"

/* The size in a row of the file is the one that the judgments give, if they give one. */
static int check_row(const struct judgments *j, const struct stratum_record *r, struct err *e)
{
	const struct given_stratum *given =
		given_strata_find(&j->strata, (size_t)names_find(&j->names, r->topic),
				  (uint32_t)(names_find(&j->stratum_names, r->label) + 1));
	if (given == NULL || given->size == r->size)
		return 0;
	return err_at(e, r->place.path, r->place.line,
		      "stratum '%s' of topic '%s' has size %lld, but %lld in %.300s",
		      shown(r->label).text, shown(r->topic).text, (long long)r->size,
		      (long long)given->size, j->in.path);
}

int sizes_read(struct building *b, struct err *e)
{
	if (b->o->sizes == NULL)
		return 0;
	int result = stratum_sizes_load(&b->sizes, b->o->sizes, &b->j->names, e);
	for (size_t i = 0; i < b->sizes.of.both.count && result == 0; i++)
		result = check_row(b->j, &b->sizes.row[i].is, e);
	return result;
}

bool names_have_sizes(const struct building *b)
{
	const struct judgment_set *all = &b->topic->all;
	for (size_t i = 0; i < all->count; i++) {
		uint32_t stratum = all->judgment[i].stratum;
		if (stratum == 0 || (!b->d->whole && named_size(b, stratum) == 0))
			return false;
	}
	return !b->j->strata.picked;
}

static int make_room(struct building *b, struct err *e)
{
	size_t names = b->j->stratum_names.count, more = 0;
	size_t most = b->topic->all.count < names ? b->topic->all.count : names;
	const struct stratum_row *l = NULL;
	while ((l = stratum_rows_next(&b->sizes, b->topic->name, l)) != NULL)
		more++;
	b->to->stratum = arena_alloc(&b->d->memory, (most + more + 1) * sizeof *b->to->stratum);
	return b->to->stratum == NULL ? err_memory(e) : 0;
}

static void count_judgments(struct building *b)
{
	const struct judgment_set *all = &b->topic->all;
	struct topic_strata *t = b->to;
	uint32_t *place = b->stratum_place;
	for (size_t i = 0; i < all->count; i++) {
		const struct judgment *x = &all->judgment[i];
		if (place[x->stratum] == 0) {
			t->stratum[t->count++] =
				(struct design_stratum){ .name = b->stratum_name[x->stratum - 1] };
			place[x->stratum] = (uint32_t)t->count;
			if (!b->d->whole)
				t->stratum[t->count - 1].size = named_size(b, x->stratum);
		}
		struct design_stratum *c = &t->stratum[place[x->stratum] - 1];
		c->size += b->d->whole;
		if (judgment_is_sampled(b, x))
			STRATUM_COUNT(b, c, x);
	}
	for (size_t i = 0; i < t->count; i++)
		t->stratum[i].named_size = b->d->whole ? 0 : t->stratum[i].size;
}

/* Strata in the file of sizes of which nothing was sampled. */
static int add_unsampled(struct building *b, struct err *e)
{
	struct topic_strata *t = b->to;
	const uint32_t *place = b->stratum_place;
	size_t count = 0, known = 0;
	const struct stratum_row *l = NULL;
	for (; (l = stratum_rows_next(&b->sizes, t->name, l)) != NULL; count++)
		known += place[names_find(&b->j->stratum_names, l->is.label) + 1] > 0;
	if (count > 0 && known == 0)
		return err_data(e, "%.600s: topic '%s' has none of the strata of %.300s",
				b->j->in.path, t->name, b->o->sizes);
	while ((l = stratum_rows_next(&b->sizes, t->name, l)) != NULL) {
		if (l->is.size == 0 || place[names_find(&b->j->stratum_names, l->is.label) + 1] > 0)
			continue;
		const char *name = arena_copy(&b->d->memory, l->is.label);
		if (name == NULL)
			return err_memory(e);
		t->stratum[t->count++] = (struct design_stratum){ .name = name,
								  .size = l->is.size,
								  .named_size = l->is.size };
	}
	return 0;
}

/* Sizes must not contradict the samples, the collection or the probabilities. */
static int check_sizes(const struct building *b, struct err *e)
{
	const uint32_t *place = b->stratum_place;
	const struct judgment_set *all = &b->topic->all;
	const struct topic_strata *t = b->to;
	int64_t sum = 0;
	for (size_t i = 0; i < t->count; i++) {
		sum += t->stratum[i].size;
		if (t->stratum[i].size < t->stratum[i].sampled)
			return size_too_small(b->j->in.path, b->topic->name, &t->stratum[i], e);
	}
	if (b->o->collection_size > 0 && sum > b->o->collection_size)
		return strata_too_large(b->o->collection_size, t->name, sum, e);
	/* of families that were drawn whole, it is the share of families */
	bool exact = !b->o->partial && !clusters_matter(&b->j->clusters);
	for (size_t i = 0; i < all->count && exact; i++) {
		const struct judgment *x = &all->judgment[i];
		const struct design_stratum *c = &t->stratum[place[x->stratum] - 1];
		if (x->probability > 0 && !rate_is(x, c->sampled, c->size))
			return err_at(e, b->j->in.path, input_line(&b->j->in, x->document),
				      "probability %s, but stratum '%s' of topic '%s' has %lld "
				      "sampled documents of %lld, which is %.6g (--partial allows "
				      "it)",
				      real_text(x->probability).text, c->name, t->name,
				      (long long)c->sampled, (long long)c->size,
				      (double)c->sampled / (double)c->size);
	}
	return 0;
}

int sizes_build(struct building *b, struct err *e)
{
	const struct judgment_set *all = &b->topic->all;
	uint32_t *place = b->stratum_place;
	if (make_room(b, e) < 0)
		return -1;
	count_judgments(b);
	if (add_unsampled(b, e) < 0 || check_sizes(b, e) < 0)
		return -1;
	for (size_t i = 0; i < b->to->count; i++)
		b->to->outside -= b->to->stratum[i].size;
	b->to->outside = b->o->collection_size > 0 ? b->o->collection_size + b->to->outside : 0;
	b->to->complete = b->o->collection_size > 0 && b->to->outside == 0;
	for (size_t i = 0; i < all->count; i++)
		weigh_judgment(b, &all->judgment[i], (int32_t)place[all->judgment[i].stratum] - 1);
	for (size_t i = 0; i < all->count; i++)
		place[all->judgment[i].stratum] = 0; /* for the next topic */
	bool count = b->d->whole || divides_by_run(b);
	return count && retrieved_parts_of_listed(b, e) < 0 ? -1 : 1;
}
