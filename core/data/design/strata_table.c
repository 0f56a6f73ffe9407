/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/hash.h"
#include "core/data/design/strata_table.h"
#include "readers/strata_table.h"

static const unsigned hash_log2_buckets = 8;

#define NO_RUN "-" /* as a row of the table says it */

/* One row, by topic and label, so that none appears twice. */
struct row {
	uint64_t line;
	UT_hash_handle hh;
	int64_t key[2];
};

struct table {
	struct strata *s;
	const struct judgments *j;
	struct names runs, labels;
	struct arena memory;
	struct row *rows;
};

/* First pass: which runs there are, and how many strata each topic has. */
static int count_row(void *context, const struct stratum_record *r, struct err *e)
{
	struct table *t = context;
	struct slice rest = r->runs, name;
	while (stratum_next_run(&rest, &name))
		if (names_add(&t->runs, &t->memory, name, e) < 0)
			return -1;
	struct row *row = arena_alloc(&t->memory, sizeof *row + sizeof row->key), *earlier;
	if (row == NULL)
		return err_memory(e);
	*row = (struct row){ .line = r->place.line };
	row->key[0] = names_find(&t->j->names, r->topic);
	row->key[1] = names_add(&t->labels, &t->memory, r->label, e);
	if (row->key[1] < 0)
		return -1;
	HASH_FIND(hh, t->rows, row->key, sizeof row->key, earlier);
	if (earlier != NULL)
		return stratum_twice(r, earlier->line, e);
	HASH_ADD(hh, t->rows, key, sizeof row->key, row);
	t->s->topic[row->key[0]].count++;
	return row->hh.tbl == NULL ? err_memory(e) : 0;
}

static int add_row(void *context, const struct stratum_record *r, struct err *e)
{
	struct table *t = context;
	struct topic_strata *topic = &t->s->topic[names_find(&t->j->names, r->topic)];
	uint64_t *signature = arena_alloc(&t->s->memory, t->s->words * sizeof *signature);
	const char *label = arena_copy(&t->s->memory, r->label);
	if (signature == NULL || label == NULL)
		return err_memory(e);
	memset(signature, 0, t->s->words * sizeof *signature);
	struct slice rest = r->runs, name;
	while (stratum_next_run(&rest, &name)) {
		size_t run = (size_t)names_find(&t->runs, name);
		signature[run / 64] |= UINT64_C(1) << (run % 64);
	}
	topic->cell[topic->count++] = (struct cell){
		.signature = signature,
		.label = label,
		.size = r->size,
		.sampled = r->sampled,
		.relevant = r->relevant,
		.gray = r->sampled - r->assessable,
	};
	return 0;
}

static int make_table(struct table *t, struct err *e)
{
	struct strata *s = t->s;
	s->topics = t->j->topics;
	s->topic = arena_alloc(&s->memory, s->topics * sizeof *s->topic);
	if (s->topic == NULL)
		return err_memory(e);
	for (size_t i = 0; i < s->topics; i++)
		s->topic[i] =
			(struct topic_strata){ .name = t->j->topic[i].name, .source = SOURCE_FILE };
	if (strata_table_read(&t->j->in, count_row, t, e) < 0)
		return -1;
	s->runs = t->runs.count;
	s->no_run = s->runs == 0;
	if (s->no_run && names_add(&t->runs, &t->memory, slice_of(NO_RUN), e) < 0)
		return -1;
	s->runs = t->runs.count;
	s->words = (s->runs + 63) / 64;
	const char **name = calloc(s->runs, sizeof *name);
	s->run = arena_alloc(&s->memory, s->runs * sizeof *s->run);
	bool room = name != NULL && s->run != NULL;
	if (room)
		names_list(&t->runs, name);
	for (size_t r = 0; r < s->runs && room; r++) {
		s->run[r] = arena_copy(&s->memory, slice_of(name[r]));
		room = s->run[r] != NULL;
	}
	free(name);
	for (size_t i = 0; i < s->topics && room; i++) {
		struct topic_strata *x = &s->topic[i];
		x->cell = arena_alloc(&s->memory, x->count * sizeof *x->cell);
		x->count = 0;
		room = x->cell != NULL;
	}
	return room ? strata_table_read(&t->j->in, add_row, t, e) : err_memory(e);
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

int strata_from_table(struct strata *s, const struct judgments *j, struct err *e)
{
	*s = (struct strata){ 0 };
	struct table t = { .s = s, .j = j };
	int result = make_table(&t, e);
	HASH_CLEAR(hh, t.rows);
	names_release(&t.runs);
	names_release(&t.labels);
	arena_release(&t.memory);
	if (result < 0)
		strata_release(s);
	return result;
}
