/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/pages.h"
#include "core/base/sort.h"
#include "core/data/drawing/listed_strata.h"

/* More labels than this are no labels, but another column. */
enum { LABELS_MAX = 10000 };

void listed_strata_release(struct listed_strata *x)
{
	pages_release(x->ordered, x->list.records.count * sizeof *x->ordered);
	free(x->number);
	free(x->run);
	free(x->each);
	free(x->cut);
	names_release(&x->labels);
	arena_release(&x->memory);
	run_release(&x->list);
}

static size_t place_of(const struct listed_strata *x, const struct run_record *r)
{
	return (size_t)(r - x->list.records.record);
}

/*
 * Labels.
 */

static int number_labels(struct listed_strata *x, const struct run_topic *t, struct err *e)
{
	for (size_t i = 0; i < t->count; i++) {
		struct slice label = piece_slice(&x->list.in, t->record[i].label);
		int64_t number = names_add(&x->labels, &x->memory, label, e);
		if (number < 0)
			return -1;
		if (number >= LABELS_MAX)
			return err_at(e, x->list.in.path, input_line(&x->list.in, label.at),
				      "label '%s' is the %dth: are these labels?",
				      shown(label.at, label.length).text, LABELS_MAX + 1);
		x->number[place_of(x, &t->record[i])] = (uint32_t)number;
	}
	return 0;
}

/*
 * Bands.
 */

/* The score at place ceil(i n / K) of the falling scores. */
static int find_cuts(const struct run_topic *t, size_t bands, double *cut, struct err *e)
{
	size_t n = t->count;
	struct keyed *keyed = malloc(2 * n * sizeof *keyed);
	if (keyed == NULL)
		return err_memory(e);
	for (size_t i = 0; i < n; i++)
		keyed[i] = (struct keyed){ key_descending(t->record[i].score), i };
	keyed_sort(keyed, n, keyed + n, NULL, NULL);
	for (size_t i = 1; i < bands; i++)
		cut[i - 1] = t->record[keyed[(i * n + bands - 1) / bands - 1].item].score;
	free(keyed);
	return 0;
}

static int number_bands(struct listed_strata *x, const struct run_topic *t,
			const struct bands *bands, double *cut, struct err *e)
{
	if (bands->count > 0 && find_cuts(t, bands->count, cut, e) < 0)
		return -1;
	for (size_t i = 0; bands->count == 0 && i < bands->cuts; i++)
		cut[i] = bands->cut[i];
	for (size_t i = 0; i < t->count; i++) {
		size_t low = 0, high = x->cuts; /* the first cut that the score reaches */
		while (low < high) {
			size_t middle = (low + high) / 2;
			if (t->record[i].score >= cut[middle])
				high = middle;
			else
				low = middle + 1;
		}
		x->number[place_of(x, &t->record[i])] = (uint32_t)low;
	}
	return 0;
}

static int name_bands(struct listed_strata *x, struct err *e)
{
	for (size_t i = 0; i <= x->cuts; i++) {
		char name[32];
		snprintf(name, sizeof name, "band%zu", i + 1);
		if (names_add(&x->labels, &x->memory, slice_of(name), e) < 0)
			return -1;
	}
	return 0;
}

static int number_all(struct listed_strata *x, const struct bands *bands, struct err *e)
{
	size_t topics = x->list.topics;
	if (bands != NULL) {
		x->cuts = bands->count > 0 ? bands->count - 1 : bands->cuts;
		x->cut = calloc(topics * x->cuts + 1, sizeof *x->cut);
		if (x->cut == NULL)
			return err_memory(e);
		if (name_bands(x, e) < 0)
			return -1;
	}
	for (size_t t = 0; t < topics; t++)
		if ((bands == NULL ? number_labels(x, &x->list.topic[t], e)
				   : number_bands(x, &x->list.topic[t], bands, x->cut + t * x->cuts,
						  e)) < 0)
			return -1;
	x->count = x->labels.count;
	return 0;
}

/*
 * Runs.
 */

/* A run for each stratum, with room for the topics that it will have. `seen` is zeroed. */
static int make_runs(struct listed_strata *x, size_t *seen, struct err *e)
{
	size_t *topics = calloc(x->count + 1, sizeof *topics);
	const char **name = calloc(x->count + 1, sizeof *name);
	x->run = calloc(x->count + 1, sizeof *x->run);
	x->each = calloc(x->count + 1, sizeof *x->each);
	int result = topics == NULL || name == NULL || x->run == NULL || x->each == NULL
			     ? err_memory(e)
			     : 0;
	for (size_t t = 0; t < x->list.topics && result == 0; t++) {
		const struct run_topic *from = &x->list.topic[t];
		for (size_t i = 0; i < from->count; i++) {
			uint32_t number = x->number[place_of(x, &from->record[i])];
			topics[number] += seen[number] != t + 1;
			seen[number] = t + 1;
		}
	}
	if (result == 0)
		names_list(&x->labels, name);
	for (size_t s = 0; s < x->count && result == 0; s++) {
		x->run[s] = (struct run){ .in = x->list.in, .id = name[s] };
		x->run[s].topic =
			arena_alloc(&x->memory, (topics[s] + 1) * sizeof *x->run[s].topic);
		x->each[s] = &x->run[s];
		result = x->run[s].topic == NULL ? err_memory(e) : 0;
	}
	free(topics);
	free(name);
	return result;
}

/*
 * The documents of a topic, stratum by stratum, in the order of the file, which their scores keep.
 * `next` has an element for each stratum.
 */
static void order_topic(struct listed_strata *x, const struct run_topic *from, size_t *next)
{
	size_t at = place_of(x, from->record);
	for (size_t s = 0; s < x->count; s++)
		next[s] = 0;
	for (size_t i = 0; i < from->count; i++)
		next[x->number[at + i]]++;
	for (size_t s = 0, start = at; s < x->count; s++) {
		size_t count = next[s];
		next[s] = start;
		if (count > 0)
			x->run[s].topic[x->run[s].topics++] =
				(struct run_topic){ .name = from->name,
						    .judged = from->judged,
						    .record = x->ordered + start,
						    .count = count };
		start += count;
	}
	for (size_t i = 0; i < from->count; i++)
		x->ordered[next[x->number[at + i]]++] =
			(struct run_record){ .document = from->record[i].document,
					     .score = -(double)i };
}

static int split(struct listed_strata *x, const struct bands *bands, struct err *e)
{
	size_t count = x->list.records.count;
	x->number = malloc(count * sizeof *x->number);
	x->ordered = pages_reserve(count * sizeof *x->ordered);
	if (x->number == NULL || x->ordered == NULL)
		return err_memory(e);
	if (number_all(x, bands, e) < 0)
		return -1;
	size_t *next = calloc(x->count + 1, sizeof *next);
	int result = next == NULL ? err_memory(e) : make_runs(x, next, e);
	for (size_t t = 0; t < x->list.topics && result == 0; t++)
		order_topic(x, &x->list.topic[t], next);
	free(next);
	free(x->number);
	x->number = NULL;
	return result;
}

int listed_strata_read(struct listed_strata *x, const char *path, const struct bands *bands,
		       const struct column_options *columns, const struct names *only_topic,
		       struct err *e)
{
	*x = (struct listed_strata){ 0 };
	struct run_format format = bands == NULL ? labelled_list : scored_list;
	format.options = columns;
	if (run_read(&x->list, &format, path, only_topic, 1, e) < 0)
		return -1;
	if (split(x, bands, e) == 0)
		return 0;
	listed_strata_release(x);
	return -1;
}
