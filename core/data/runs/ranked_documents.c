/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/base/fetch.h"
#include "core/base/hash.h"
#include "core/data/runs/ranked_documents.h"

void ranking_release(struct ranking *k)
{
	arena_release(&k->memory);
	free(k->tie);
}

/* Which way documents of one score are put in order. */
struct tie_break {
	const struct run *run;
	enum tie_order order;
};

static bool falls(const struct run_topic *topic)
{
	for (size_t i = 1; i < topic->count; i++)
		if (topic->record[i - 1].score < topic->record[i].score)
			return false;
	return true;
}

static uint64_t item_of(struct piece p)
{
	uint64_t item;
	memcpy(&item, &p, sizeof item);
	return item;
}

static struct piece piece_of(uint64_t item)
{
	struct piece p;
	memcpy(&p, &item, sizeof p);
	return p;
}

static int compare_documents(uint64_t a, uint64_t b, const void *context)
{
	const struct tie_break *t = context;
	const struct input *in = &t->run->in;
	return t->order * slice_compare(piece_slice(in, piece_of(a)), piece_slice(in, piece_of(b)));
}

/* By rank; documents of one rank, or without, by falling number. */
static int compare_ranks(uint64_t a, uint64_t b, const void *context)
{
	const struct tie_break *t = context, by_name = { t->run, TIES_FALLING };
	uint64_t x = rank_key(t->run, piece_of(a)), y = rank_key(t->run, piece_of(b));
	return x < y ? -1 : x > y ? 1 : compare_documents(a, b, &by_name);
}

static int add_tie(struct ranking *k, size_t begin, size_t end, struct err *e)
{
	if (!ARRAY_ROOM(k->tie, k->ties, k->tie_room))
		return err_memory(e);
	k->tie[k->ties++] = (struct tie){ (uint32_t)begin, (uint32_t)end };
	return 0;
}

/* The ties among documents that were just put in order, all of them. */
static int find_ties(struct ranking *k, size_t count, struct err *e)
{
	for (size_t begin = 0, end; begin < count; begin = end) {
		end = begin + 1;
		while (end < count && k->keyed[end].key == k->keyed[begin].key)
			end++;
		if (end - begin > 1 && add_tie(k, begin, end, e) < 0)
			return -1;
	}
	return 0;
}

/* Puts the records from `start` to `end` in order. */
static void rank_part(struct ranking *k, const struct run_topic *topic, size_t start, size_t end,
		      const struct tie_break *tie)
{
	size_t n = end - start;
	const struct run_record *x = topic->record + start;
	for (size_t i = 0; i < n; i++)
		k->keyed[i] = (struct keyed){ key_descending(x[i].score), item_of(x[i].document) };
	keyed_sort(k->keyed, n, k->keyed + n,
		   tie->order == TIES_BY_RANK ? compare_ranks : compare_documents, tie);
	for (size_t i = 0; i < n; i++)
		k->document[start + i] = piece_of(k->keyed[i].item);
}

/* Most runs have falling scores: only ties are then put in order. */
int ranking_make(struct ranking *k, const struct run *run, const struct run_topic *topic,
		 enum tie_order ties, struct err *e)
{
	const struct tie_break tie = { run, ties };
	const struct run_record *x = topic->record;
	enum { AHEAD = 12 }; /* to compare ties is a wait for memory */
	if (topic->count > DOCUMENTS_MAX)
		return err_data(e, "%.600s: topic '%s' has %zu documents: at most %u are allowed",
				run->in.path, shown(topic->name).text, topic->count, DOCUMENTS_MAX);
	arena_clear(&k->memory);
	k->document = arena_alloc(&k->memory, topic->count * sizeof *k->document);
	k->keyed = arena_alloc(&k->memory, 2 * topic->count * sizeof *k->keyed);
	if (k->memory.failed)
		return err_memory(e);
	k->ties = 0;
	if (!falls(topic)) {
		rank_part(k, topic, 0, topic->count, &tie);
		return find_ties(k, topic->count, e);
	}
	for (size_t start = 0, end; start < topic->count; start = end) {
		end = start + 1;
		if (start + AHEAD < topic->count)
			fetch(run->in.bytes + x[start + AHEAD].document.at);
		while (end < topic->count && x[end].score == x[start].score)
			end++;
		if (end - start == 1) {
			k->document[start] = x[start].document;
			continue;
		}
		rank_part(k, topic, start, end, &tie);
		if (add_tie(k, start, end, e) < 0)
			return -1;
	}
	return 0;
}

/* ---- documents that stand there twice ---- */

/* The documents of a topic in the order of the file. */
struct listed {
	const struct run *run;
	const struct run_record *record;
	unsigned *hash;
	struct document_table table;
};

static struct slice listed_name(const struct listed *l, size_t i)
{
	return piece_slice(&l->run->in, l->record[i].document);
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
	const struct documents documents =
		documents_of_pieces(&l->run->in, &l->record->document, sizeof *l->record, l->hash);
	struct slice name = listed_name(l, i);
	l->hash[i] = hash_bytes(name.at, name.length);
	return document_table_add(&l->table, &documents, i);
}

int retrieved_twice(const struct run *run, const struct run_topic *topic, struct err *e)
{
	struct listed l;
	size_t again = 0, first = 0;
	int result = listed_init(&l, run, topic, e);
	if (result == 0) {
		while (again < topic->count && (first = listed_add(&l, again)) == again)
			again++;
		struct slice name = listed_name(&l, again);
		result =
			err_at(e, run->in.path, input_line(&run->in, name.at),
			       run->records.nuggets
				       ? "nugget '%s' of topic '%s' is assigned twice: first on "
					 "line %llu"
				       : "document '%s' of topic '%s' is retrieved twice: first "
					 "on line %llu",
			       shown(name).text, shown(topic->name).text,
			       (unsigned long long)input_line(&run->in, listed_name(&l, first).at));
	}
	listed_release(&l);
	return result;
}

/* A ranking is by scores, whatever the order of the file: the highest score is the first place, of
 * equal ones the lowest rank. */
static bool stands_above(const struct run *run, const struct run_record *a,
			 const struct run_record *b)
{
	return a->score != b->score
		       ? a->score > b->score
		       : run->ranks && rank_key(run, a->document) < rank_key(run, b->document);
}

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
		else if (stands_above(run, &record[kept], &record[first]))
			record[first] = record[kept];
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
