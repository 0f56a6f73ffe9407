/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/hash.h"
#include "core/data/document_table.h"
#include "core/data/runs/duplicates.h"

/* The documents of a topic in the order of the file. */
struct listed {
	const struct run *run;
	const struct run_record *record;
	unsigned *hash;
	struct document_table table;
};

static struct slice name_of(const void *context, size_t i)
{
	const struct listed *l = context;
	return piece_slice(&l->run->in, l->record[i].document);
}

static unsigned hash_of(const void *context, size_t i)
{
	const struct listed *l = context;
	return l->hash[i];
}

static int listed_init(struct listed *l, const struct run *run, const struct run_topic *topic,
		       struct err *e)
{
	*l = (struct listed){ .run = run, .record = topic->record };
	l->hash = malloc((topic->count + 1) * sizeof *l->hash);
	return l->hash == NULL ? err_memory(e) : document_table_start(&l->table, topic->count, e);
}

static void listed_release(struct listed *l)
{
	free(l->hash);
	document_table_release(&l->table);
}

/* Document `i` joins those before it; returns the number of an equal one, or else `i`. */
static size_t listed_add(struct listed *l, size_t i)
{
	const struct documents documents = { l, name_of, hash_of };
	struct slice name = name_of(l, i);
	l->hash[i] = hash_bytes(name.at, name.length);
	uint32_t *slot = document_table_slot(&l->table, &documents, name, l->hash[i]);
	if (*slot == 0)
		*slot = (uint32_t)i + 1;
	return *slot - 1;
}

int retrieved_twice(const struct run *run, const struct run_topic *topic, struct err *e)
{
	struct listed l;
	size_t again = 0, first = 0;
	int result = listed_init(&l, run, topic, e);
	if (result == 0) {
		while (again < topic->count && (first = listed_add(&l, again)) == again)
			again++;
		struct slice name = name_of(&l, again);
		result = err_at(e, run->in.path, input_line(&run->in, name.at),
				"document '%s' of topic '%s' is retrieved twice: first on line "
				"%llu",
				shown(name.at, name.length).text,
				shown(topic->name.at, topic->name.length).text,
				(unsigned long long)input_line(&run->in, name_of(&l, first).at));
	}
	listed_release(&l);
	return result;
}

/* A ranking is by scores, whatever the order of the file: the highest score is the first place. */
static int keep_first(struct run *run, struct run_topic *topic, struct err *e)
{
	struct run_record *record = run->records.record + (topic->record - run->records.record);
	struct listed l;
	size_t kept = 0;
	int result = listed_init(&l, run, topic, e);
	for (size_t i = 0; result == 0 && i < topic->count; i++) {
		record[kept] = record[i];
		size_t first = listed_add(&l, kept);
		if (first == kept)
			kept++;
		else if (record[kept].score > record[first].score)
			record[first].score = record[kept].score;
	}
	topic->count = result == 0 ? kept : topic->count;
	listed_release(&l);
	return result;
}

int run_keep_first(struct run *run, size_t *dropped, struct err *e)
{
	*dropped = 0;
	for (size_t t = 0; t < run->topics; t++) {
		size_t before = run->topic[t].count;
		if (before > DOCUMENTS_MAX)
			continue; /* which ranking_make() refuses */
		if (keep_first(run, &run->topic[t], e) < 0)
			return -1;
		*dropped += before - run->topic[t].count;
	}
	return 0;
}
