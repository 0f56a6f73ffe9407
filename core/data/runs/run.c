/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/pages.h"
#include "core/base/parallel.h"
#include "core/base/sort.h"
#include "core/data/runs/run.h"
#include "readers/memory.h"

static struct slice segment_name(const struct run *r, size_t s)
{
	return piece_slice(&r->in, r->records.segment[s].topic);
}

/* The lines of a topic do not all stand together: move each to its topic's place. */
static int gather(struct run *r, const size_t *topic_of_segment, struct err *e)
{
	struct run_records *x = &r->records;
	struct run_record *ordered = pages_reserve(x->count * sizeof *ordered);
	size_t *next = calloc(r->topics, sizeof *next);
	if (ordered == NULL || next == NULL) {
		pages_release(ordered, x->count * sizeof *ordered);
		free(next);
		return err_memory(e);
	}
	for (size_t t = 1; t < r->topics; t++)
		next[t] = next[t - 1] + r->topic[t - 1].count;
	for (size_t t = 0; t < r->topics; t++)
		r->topic[t].record = ordered + next[t];
	for (size_t s = 0; s < x->segments; s++) {
		size_t length = x->segment[s].count, t = topic_of_segment[s];
		memcpy(ordered + next[t], x->record + x->segment[s].first,
		       length * sizeof *ordered);
		next[t] += length;
	}
	free(next);
	pages_release(x->record, x->capacity * sizeof *x->record);
	x->record = ordered;
	x->capacity = x->count;
	return 0;
}

/*
 * A run without topics, as a production in one matter is: its documents belong to the only topic
 * that was judged. With several judged topics it is an error.
 */
static int assign_only_topic(const struct run *r, const struct names *judged, struct slice *name,
			     struct err *e)
{
	if (judged->count == 0)
		return err_data(e, "%.600s: the documents have no topic: name it with --topic",
				r->in.path);
	if (judged->count != 1)
		return err_data(e,
				"%.600s: the documents have no topic, but the judgments have %zu "
				"topics: name the topic of each document",
				r->in.path, judged->count);
	*name = slice_of(names_text(judged, 0));
	return 0;
}

/*
 * Which topic each segment belongs to, the topics being numbered as they appear. `seen` is zeroed
 * and has room for all judged topics and as many others as there are segments: number of a topic,
 * plus 1.
 */
static int number_topics(struct run *r, const struct names *judged, size_t *seen,
			 size_t *topic_of_segment, struct err *e)
{
	const struct run_records *x = &r->records;
	for (size_t s = 0; s < x->segments; s++) {
		struct slice name = segment_name(r, s);
		if (s + NAMES_FAR < x->segments) {
			names_fetch(judged, segment_name(r, s + NAMES_FAR), NAMES_FAR);
			names_fetch(judged, segment_name(r, s + NAMES_NEAR), NAMES_NEAR);
		}
		if (name.length == 0 && assign_only_topic(r, judged, &name, e) < 0)
			return -1;
		int64_t number = names_find(judged, name), other = 0;
		if (number == NAME_UNKNOWN)
			other = names_add(&r->names, &r->memory, name, e);
		if (other < 0)
			return -1;
		size_t *known = &seen[number != NAME_UNKNOWN ? (size_t)number
							     : judged->count + (size_t)other];
		if (*known == 0) {
			r->topic[r->topics++] =
				(struct run_topic){ .name = name, .judged = number };
			*known = r->topics;
		}
		topic_of_segment[s] = *known - 1;
	}
	return 0;
}

/*
 * Parts.
 */

/* The place of a piece in the input, or of the text that it mirrors. */
static size_t place_of(const struct input *in, struct piece p)
{
	return (size_t)(p.at >= in->mirror ? p.at - in->mirror : p.at);
}

/* The bytes that the records of a segment need. */
static void find_bytes(const struct run *r, const struct run_segment *g, size_t *begin, size_t *end)
{
	size_t topic = place_of(&r->in, g->topic);
	*begin = g->topic.length > 0 ? topic : r->in.size;
	*end = g->topic.length > 0 ? topic + g->topic.length : 0;
	for (size_t i = g->first; i < g->first + g->count; i++) {
		struct piece d = r->records.record[i].document;
		size_t at = place_of(&r->in, d);
		*begin = at < *begin ? at : *begin;
		*end = at + d.length > *end ? at + d.length : *end;
	}
}

static bool is_wanted(const struct run_part *part, const struct run_topic *t)
{
	return t->judged == NAME_UNKNOWN ? part->others : part->topic[t->judged];
}

/* Keeps the records of a part of the topics, and the bytes that they point to. */
static int keep_part(struct run *r, const size_t *topic_of_segment, const struct run_part *part,
		     struct err *e)
{
	struct run_records *x = &r->records;
	size_t kept = 0, done = 0, begin, end;
	for (size_t s = 0; s < x->segments; s++)
		if (is_wanted(part, &r->topic[topic_of_segment[s]]))
			kept += x->segment[s].count;
	struct run_record *record = pages_reserve((kept + 1) * sizeof *record);
	if (record == NULL)
		return err_memory(e);
	x->count = 0;
	for (size_t s = 0; s < x->segments; s++) {
		struct run_segment *g = &x->segment[s];
		if (is_wanted(part, &r->topic[topic_of_segment[s]])) {
			find_bytes(r, g, &begin, &end);
			input_forget(&r->in, done, begin);
			done = end > done ? end : done;
			memcpy(record + x->count, x->record + g->first, g->count * sizeof *record);
		} else {
			g->count = 0;
		}
		g->first = x->count;
		x->count += g->count;
	}
	input_forget(&r->in, done, r->in.size);
	pages_release(x->record, x->capacity * sizeof *x->record);
	x->record = record;
	x->capacity = kept + 1;
	return 0;
}

static int group_by_topic(struct run *r, const size_t *topic_of_segment, struct err *e)
{
	const struct run_records *x = &r->records;
	for (size_t s = x->segments; s-- > 0;) {
		struct run_topic *t = &r->topic[topic_of_segment[s]];
		t->record = x->record + x->segment[s].first;
		t->count += x->segment[s].count;
	}
	return x->segments > r->topics && x->count > 0 ? gather(r, topic_of_segment, e) : 0;
}

static int build(struct run *r, const struct names *judged, const struct run_part *part,
		 struct err *e)
{
	const struct run_records *x = &r->records;
	if (x->segments == 0)
		return err_data(e, "%.600s: no retrieved documents in the file", r->in.path);
	size_t *seen = calloc(judged->count + 2 * x->segments, sizeof *seen);
	size_t *topic_of_segment = seen != NULL ? seen + judged->count + x->segments : NULL;
	r->topic = arena_alloc(&r->memory, x->segments * sizeof *r->topic);
	r->id = arena_copy(&r->memory,
			   r->in.run_name != NULL ? slice_of(r->in.run_name) : x->runid);
	int result = -1;
	if (seen == NULL || r->topic == NULL || r->id == NULL)
		err_memory(e);
	else
		result = number_topics(r, judged, seen, topic_of_segment, e);
	if (result == 0 && part != NULL)
		result = keep_part(r, topic_of_segment, part, e);
	if (result == 0)
		result = group_by_topic(r, topic_of_segment, e);
	free(seen);
	return result;
}

int run_read(struct run *r, const struct run_format *format, const char *path,
	     const struct names *judged, const struct run_part *part, int jobs, struct err *e)
{
	*r = (struct run){ 0 };
	if (input_read_records(&r->in, path, format->options, e) < 0)
		return -1;
	format = run_format_of(format, &r->in, e);
	r->ranks =
		format != NULL && format->ranks && (r->in.records == NULL || r->in.records->ranks);
	if (format == NULL || run_records_read(&r->records, format, &r->in, jobs, e) < 0 ||
	    build(r, judged, part, e) < 0) {
		run_release(r);
		return -1;
	}
	return 0;
}

static bool ends_field(const char *p, const char *end)
{
	return p == end || *p == ' ' || *p == '\t' || *p == '\r' || *p == '\n';
}

/* Ranks are whole numbers as a rule, and read as such; of anything else parse_real() decides. */
double rank_behind(const struct run *r, struct piece document)
{
	enum { FEW_DIGITS = 9 };
	struct slice name = piece_slice(&r->in, document);
	const char *from = name.at + name.length, *end = r->in.bytes + r->in.size;
	while (from < end && (*from == ' ' || *from == '\t'))
		from++;
	const char *p = from;
	unsigned rank = 0, digit;
	for (; p < end && (digit = (unsigned char)*p - (unsigned)'0') <= 9; p++)
		rank = rank * 10 + digit;
	if (p > from && p - from <= FEW_DIGITS && ends_field(p, end))
		return rank;
	while (!ends_field(p, end))
		p++;
	double real;
	return p > from && parse_real((struct slice){ from, (size_t)(p - from) }, &real) ? real
											 : NAN;
}

uint64_t rank_key(const struct run *r, struct piece document)
{
	double rank = rank_behind(r, document);
	return isnan(rank) ? UINT64_MAX : ~key_descending(rank);
}

void run_release(struct run *r)
{
	names_release(&r->names);
	arena_release(&r->memory);
	run_records_release(&r->records);
	input_release(&r->in);
}

/* ---- several runs ---- */

struct reading {
	struct runs *runs;
	const struct run_format *format;
	const char *const *path;
	const struct names *judged;
	const struct run_part *part;
	int jobs; /* of each file */
};

static int read_one(void *context, size_t item, int thread, struct err *e)
{
	(void)thread;
	const struct reading *x = context;
	struct run *run = &x->runs->run[item];
	if (run_read(run, x->format, x->path[item], x->judged, x->part, x->jobs, e) < 0)
		return -1;
	x->runs->read[item] = true;
	x->runs->each[item] = run;
	return 0;
}

int runs_room(struct runs *r, size_t count, struct err *e)
{
	*r = (struct runs){ .count = count };
	r->run = arena_zeroed(&r->memory, count, sizeof *r->run);
	r->each = arena_zeroed(&r->memory, count, sizeof *r->each);
	r->read = arena_zeroed(&r->memory, count, sizeof *r->read);
	return r->memory.failed ? err_memory(e) : 0;
}

int runs_read(struct runs *r, const struct run_format *format, const char *const *path,
	      size_t count, const struct names *judged, const struct run_part *part, int jobs,
	      struct err *e)
{
	struct reading x = { r, format, path, judged, part, parallel_within(jobs, count) };
	int result = runs_room(r, count, e);
	if (result == 0)
		result = parallel_each(jobs, count, read_one, &x, e);
	if (result < 0)
		runs_release(r);
	return result;
}

void runs_release(struct runs *r)
{
	for (size_t i = 0; r->read != NULL && i < r->count; i++)
		if (r->read[i])
			run_release(&r->run[i]);
	arena_release(&r->memory);
	*r = (struct runs){ 0 };
}

const struct run_topic **runs_by_topic(const struct run *const *runs, size_t count, size_t topics,
				       struct arena *memory)
{
	const struct run_topic **topic = arena_zeroed(memory, count * topics, sizeof *topic);
	for (size_t r = 0; topic != NULL && r < count; r++)
		for (size_t t = 0; t < runs[r]->topics; t++)
			if (runs[r]->topic[t].judged != NAME_UNKNOWN)
				topic[(size_t)runs[r]->topic[t].judged * count + r] =
					&runs[r]->topic[t];
	return topic;
}

/* Marks the runs that have the name of another. */
static void mark_same(const char *const *name, size_t runs, bool *same)
{
	for (size_t i = 0; i < runs; i++)
		for (size_t k = 0; k < i; k++)
			if (strcmp(name[k], name[i]) == 0)
				same[i] = same[k] = true;
}

int runs_tell_apart(const char **name, const char *const *other, size_t runs, struct err *e)
{
	bool *same = calloc(runs + 1, sizeof *same);
	if (same == NULL)
		return err_memory(e);
	for (bool changed = true; changed;) {
		changed = false;
		mark_same(name, runs, same);
		for (size_t i = 0; i < runs; i++) {
			if (!same[i] || other[i] == NULL || name[i] == other[i])
				continue;
			name[i] = other[i];
			changed = true;
		}
	}
	free(same);
	return 0;
}
