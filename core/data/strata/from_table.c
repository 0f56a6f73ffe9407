/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/data/strata/strata.h"
#include "readers/strata_table.h"

#define NO_RUN "-" /* as a row of the table says it */

struct table {
	struct strata *s;
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
		if (names_add(&t->runs, &t->memory, name, e) < 0)
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
	t->s->topic[topic].count++;
	return 0;
}

static int add_row(void *context, const struct stratum_record *r, struct err *e)
{
	struct table *t = context;
	struct topic_strata *topic = &t->s->topic[names_find(&t->j->names, r->topic)];
	uint64_t *signature = arena_zeroed(&t->s->memory, t->s->words, sizeof *signature);
	const char *label = arena_copy(&t->s->memory, r->label);
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
	const char **name = names_texts(&t->runs, &t->memory, e);
	s->run = arena_alloc(&s->memory, s->runs * sizeof *s->run);
	bool room = name != NULL && s->run != NULL;
	for (size_t r = 0; r < s->runs && room; r++) {
		s->run[r] = arena_copy(&s->memory, slice_of(name[r]));
		room = s->run[r] != NULL;
	}
	for (size_t i = 0; i < s->topics && room; i++) {
		struct topic_strata *x = &s->topic[i];
		x->stratum = arena_alloc(&s->memory, x->count * sizeof *x->stratum);
		x->count = 0;
		room = x->stratum != NULL;
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
	names_release(&t.runs);
	names_release(&t.labels);
	names_release(&t.pairs);
	free(t.line);
	arena_release(&t.memory);
	if (result < 0)
		strata_release(s);
	return result;
}
