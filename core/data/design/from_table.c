/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/data/design/building.h"
#include "readers/strata_table.h"

#define NO_RUN "-" /* as a row of the table says it */

/* A row; its runs are known by number once the whole table was read. */
struct row {
	struct design_stratum stratum;
	int64_t topic;
	uint64_t line;
	size_t first_run, runs; /* in the list of all rows */
};

struct table {
	struct design *d;
	const struct judgments *j;
	struct names runs;
	struct name_pairs pairs; /* of a topic and a stratum: no row appears twice */
	struct row *row;	 /* by number of the pair */
	size_t *run;
	size_t room, listed, run_room;
};

static int note_runs(struct table *t, const struct stratum_record *r, struct row *row,
		     struct err *e)
{
	struct slice rest = r->runs, name;
	row->first_run = t->listed;
	while (stratum_next_run(&rest, &name)) {
		int64_t run = names_add(&t->runs, &t->d->memory, name, e);
		if (run < 0)
			return -1;
		if (!ARRAY_ROOM(t->run, t->listed, t->run_room))
			return err_memory(e);
		t->run[t->listed++] = (size_t)run;
	}
	row->runs = t->listed - row->first_run;
	return 0;
}

static int note_row(void *context, const struct stratum_record *r, struct err *e)
{
	struct table *t = context;
	struct row row = { .topic = names_find(&t->j->names, r->topic), .line = r->place.line };
	size_t before = t->pairs.both.count;
	if (note_runs(t, r, &row, e) < 0)
		return -1;
	if (!ARRAY_ROOM(t->row, before, t->room))
		return err_memory(e);
	int64_t number = name_pairs_add(&t->pairs, r->topic, r->label, e);
	if (number < 0)
		return -1;
	if ((size_t)number < before)
		return stratum_twice(r, t->row[number].line, e);
	row.stratum = (struct design_stratum){
		.name = arena_copy(&t->d->memory, r->label),
		.size = r->size,
		.sampled = r->sampled,
		.relevant = r->relevant,
		.gray = r->sampled - r->assessable,
	};
	t->row[number] = row;
	t->d->topic[row.topic].count++;
	return row.stratum.name != NULL ? 0 : err_memory(e);
}

/* Puts a row among the strata of its topic, with its runs as bits. */
static int place_row(const struct table *t, struct row *row, struct err *e)
{
	struct topic_strata *topic = &t->d->topic[row->topic];
	uint64_t *signature = arena_zeroed(&t->d->memory, t->d->words, sizeof *signature);
	if (signature == NULL)
		return err_memory(e);
	for (size_t i = 0; i < row->runs; i++) {
		size_t run = t->run[row->first_run + i];
		signature[run / 64] |= UINT64_C(1) << (run % 64);
	}
	row->stratum.signature = signature;
	topic->stratum[topic->count++] = row->stratum;
	return 0;
}

static int read_rows(struct table *t, struct err *e)
{
	struct design *d = t->d;
	if (strata_table_read(&t->j->in, note_row, t, e) < 0)
		return -1;
	d->no_run = t->runs.count == 0;
	if (d->no_run && names_add(&t->runs, &d->memory, slice_of(NO_RUN), e) < 0)
		return -1;
	d->runs = t->runs.count;
	d->words = (d->runs + 63) / 64;
	d->run = names_texts(&t->runs, &d->memory, e);
	if (d->run == NULL)
		return -1;
	for (size_t i = 0; i < d->topics; i++) {
		struct topic_strata *x = &d->topic[i];
		x->stratum = arena_alloc(&d->memory, x->count * sizeof *x->stratum);
		x->count = 0;
		if (x->stratum == NULL)
			return err_memory(e);
	}
	for (size_t i = 0; i < t->pairs.both.count; i++)
		if (place_row(t, &t->row[i], e) < 0)
			return -1;
	return 0;
}

int rows_read(struct building *b, struct err *e)
{
	struct table t = { .d = b->d, .j = b->j };
	int result = read_rows(&t, e);
	names_release(&t.runs);
	name_pairs_release(&t.pairs);
	free(t.row);
	free(t.run);
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
