/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/data/design/building.h"

#define NO_RUN "-" /* as a row of the table says it */

/* The runs that rows name, in the order of the table. */
static int name_runs(struct design *d, const struct stratum_rows *rows, struct names *runs,
		     struct err *e)
{
	for (size_t i = 0; i < rows->of.both.count; i++) {
		struct slice rest = rows->row[i].is.runs, name;
		while (stratum_next_run(&rest, &name))
			if (names_add(runs, &d->memory, name, e) < 0)
				return -1;
	}
	d->no_run = runs->count == 0;
	if (d->no_run && names_add(runs, &d->memory, slice_of(NO_RUN), e) < 0)
		return -1;
	d->runs = runs->count;
	d->words = (d->runs + 63) / 64;
	d->run = names_texts(runs, &d->memory, e);
	return d->run != NULL ? 0 : -1;
}

/* Puts a row among the strata of its topic, with its runs as bits. */
static int place_row(struct design *d, struct topic_strata *to, const struct stratum_record *r,
		     const struct names *runs, struct err *e)
{
	uint64_t *signature = arena_zeroed(&d->memory, d->words, sizeof *signature);
	to->stratum[to->count++] = (struct design_stratum){
		.signature = signature,
		.name = arena_copy(&d->memory, r->label),
		.size = r->size,
		.sampled = r->sampled,
		.relevant = r->relevant,
		.gray = r->sampled - r->assessable,
	};
	if (d->memory.failed)
		return err_memory(e);
	for (struct slice rest = r->runs, name; stratum_next_run(&rest, &name);) {
		size_t run = (size_t)names_find(runs, name);
		signature[run / 64] |= UINT64_C(1) << (run % 64);
	}
	return 0;
}

static int place_rows(struct design *d, const struct stratum_rows *rows, const struct names *runs,
		      struct err *e)
{
	for (size_t i = 0; i < d->topics; i++) {
		struct topic_strata *to = &d->topic[i];
		const struct stratum_row *r = NULL;
		size_t count = 0;
		while ((r = stratum_rows_next(rows, to->name, r)) != NULL)
			count++;
		to->stratum = arena_alloc(&d->memory, count * sizeof *to->stratum);
		if (to->stratum == NULL)
			return err_memory(e);
		while ((r = stratum_rows_next(rows, to->name, r)) != NULL)
			if (place_row(d, to, &r->is, runs, e) < 0)
				return -1;
	}
	return 0;
}

int rows_read(struct building *b, struct err *e)
{
	struct names runs = { 0 };
	struct stratum_rows rows;
	if (stratum_rows_read(&rows, &b->j->in, e) < 0)
		return -1;
	int result = name_runs(b->d, &rows, &runs, e);
	if (result == 0)
		result = place_rows(b->d, &rows, &runs, e);
	names_release(&runs);
	stratum_rows_release(&rows);
	return result;
}

int table_build(struct building *b, struct err *e)
{
	int64_t all = b->o->collection_size, sum = 0;
	for (size_t i = 0; i < b->to->count; i++)
		sum += b->to->stratum[i].size;
	if (all > 0 && sum > all)
		return strata_too_large(all, b->to->name, sum, e);
	b->to->outside = all > 0 ? all - sum : 0;
	return 1;
}
