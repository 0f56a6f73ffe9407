/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/data/design/building.h"
#include "readers/strata_table.h"

#define NO_RUN "-" /* as a row of the table says it */

struct table {
	struct design *d;
	const struct judgments *j;
	struct names runs, labels;
	struct names pairs; /* of a topic and a label: no row appears twice */
	uint64_t *line;	    /* by number of the pair */
	size_t room;
	struct arena memory;
};

/* First pass: which runs there are, and how many strata each topic has. */
static int count_row(void *context, const struct stratum_record *r, struct err *e)
{
	struct table *t = context;
	struct slice rest = r->runs, name;
	while (stratum_next_run(&rest, &name))
		if (names_add(&t->runs, &t->d->memory, name, e) < 0)
			return -1;
	size_t before = t->pairs.count;
	int64_t topic = names_find(&t->j->names, r->topic);
	int64_t label = names_add(&t->labels, &t->memory, r->label, e);
	if (label < 0)
		return -1;
	if (!ARRAY_ROOM(t->line, before, t->room))
		return err_memory(e);
	int64_t number = names_add_pair(&t->pairs, &t->memory, topic, label, e);
	if (number < 0)
		return -1;
	if (t->pairs.count == before)
		return stratum_twice(r, t->line[number], e);
	t->line[number] = r->place.line;
	t->d->topic[topic].count++;
	return 0;
}

static int add_row(void *context, const struct stratum_record *r, struct err *e)
{
	struct table *t = context;
	struct topic_strata *topic = &t->d->topic[names_find(&t->j->names, r->topic)];
	uint64_t *signature = arena_zeroed(&t->d->memory, t->d->words, sizeof *signature);
	const char *label = arena_copy(&t->d->memory, r->label);
	if (signature == NULL || label == NULL)
		return err_memory(e);
	struct slice rest = r->runs, name;
	while (stratum_next_run(&rest, &name)) {
		size_t run = (size_t)names_find(&t->runs, name);
		signature[run / 64] |= UINT64_C(1) << (run % 64);
	}
	topic->stratum[topic->count++] = (struct design_stratum){
		.signature = signature,
		.label = label,
		.size = r->size,
		.sampled = r->sampled,
		.relevant = r->relevant,
		.gray = r->sampled - r->assessable,
	};
	return 0;
}

static int read_rows(struct table *t, struct err *e)
{
	struct design *d = t->d;
	if (strata_table_read(&t->j->in, count_row, t, e) < 0)
		return -1;
	d->no_run = t->runs.count == 0;
	if (d->no_run && names_add(&t->runs, &d->memory, slice_of(NO_RUN), e) < 0)
		return -1;
	d->runs = t->runs.count;
	d->words = (d->runs + 63) / 64;
	d->run = names_texts(&t->runs, &d->memory, e);
	bool room = d->run != NULL;
	for (size_t i = 0; i < d->topics && room; i++) {
		struct topic_strata *x = &d->topic[i];
		x->stratum = arena_alloc(&d->memory, x->count * sizeof *x->stratum);
		x->count = 0;
		room = x->stratum != NULL;
	}
	return room ? strata_table_read(&t->j->in, add_row, t, e) : err_memory(e);
}

int rows_read(struct building *b, struct err *e)
{
	struct table t = { .d = b->d, .j = b->j };
	int result = read_rows(&t, e);
	names_release(&t.runs);
	names_release(&t.labels);
	names_release(&t.pairs);
	free(t.line);
	arena_release(&t.memory);
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

static int note_run(void *context, const struct stratum_record *r, struct err *e)
{
	(void)e;
	bool *names_run = context;
	*names_run = *names_run || r->runs.length > 0;
	return 0;
}

int strata_table_names_run(const struct judgments *j, bool *names_run, struct err *e)
{
	*names_run = j->format->kind != JUDGMENTS_TABLE;
	return *names_run ? 0 : strata_table_read(&j->in, note_run, names_run, e);
}
