/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/number.h"
#include "core/base/pages.h"
#include "core/data/drawing/listed_strata.h"

void listed_strata_release(struct listed_strata *x)
{
	pages_release(x->ordered, x->list.records.count * sizeof *x->ordered);
	free(x->number);
	names_release(&x->labels);
	arena_release(&x->memory);
	free(x->share);
	labels_release(&x->store);
}

static size_t place_of(const struct listed_strata *x, const struct run_record *r)
{
	return (size_t)(r - x->list.records.record);
}

/*
 * Labels.
 */

/* A guess for each class; left out if the labels are words, or no shares. */
static int guess_shares(struct listed_strata *x, struct err *e)
{
	const struct labels *l = &x->store;
	size_t count = l->list.records.count, *size = calloc(l->classes + 1, sizeof *size);
	double *sum = calloc(l->classes + 1, sizeof *sum), most = 0, value;
	bool fits = size != NULL && sum != NULL;
	if (!fits)
		err_memory(e);
	for (size_t k = 0; fits && !l->scores && k < l->classes; k++) {
		fits = parse_real(slice_of(l->class_name[k]), &value) && value >= 0;
		most = fmax(most, value);
	}
	for (size_t i = 0; fits && i < count; i++) {
		fits = !l->scores || (l->value[i] >= 0 && l->value[i] <= 1);
		size[l->class_of[i]]++;
		sum[l->class_of[i]] += l->scores ? l->value[i] : (l->value[i] + 0.5) / (most + 1);
	}
	for (size_t k = 0; fits && k < l->classes; k++)
		sum[k] = size[k] > 0 ? fmin(fmax(sum[k] / (double)size[k], 0.02), 0.98) : 0.5;
	x->share = fits ? sum : NULL;
	if (!fits)
		free(sum);
	bool failed = size == NULL || (x->share == NULL && e->status != STATUS_OK);
	free(size);
	return failed ? -1 : 0;
}

/* The classes that the labels have, as strata. */
static int take_labels(struct listed_strata *x, struct err *e)
{
	const struct labels *l = &x->store;
	for (size_t k = 0; k < l->classes; k++)
		if (names_add(&x->labels, &x->memory, slice_of(l->class_name[k]), e) < 0)
			return -1;
	for (size_t i = 0; i < l->list.records.count; i++)
		x->number[i] = l->class_of[i];
	x->count = x->labels.count;
	return guess_shares(x, e);
}

/*
 * Runs.
 */

/* A run for each stratum, with room for the topics that it will have. `seen` is zeroed. */
static int make_runs(struct listed_strata *x, size_t *seen, struct err *e)
{
	size_t *topics = calloc(x->count + 1, sizeof *topics);
	const char **name = names_texts(&x->labels, &x->memory, e);
	x->run = arena_zeroed(&x->memory, x->count, sizeof *x->run);
	x->each = arena_zeroed(&x->memory, x->count, sizeof *x->each);
	int result = topics == NULL || x->memory.failed ? err_memory(e) : 0;
	for (size_t t = 0; t < x->list.topics && result == 0; t++) {
		const struct run_topic *from = &x->list.topic[t];
		for (size_t i = 0; i < from->count; i++) {
			uint32_t number = x->number[place_of(x, &from->record[i])];
			topics[number] += seen[number] != t + 1;
			seen[number] = t + 1;
		}
	}
	for (size_t s = 0; s < x->count && result == 0; s++) {
		x->run[s] = (struct run){ .in = x->list.in, .id = name[s] };
		x->run[s].topic =
			arena_alloc(&x->memory, (topics[s] + 1) * sizeof *x->run[s].topic);
		x->each[s] = &x->run[s];
		result = x->run[s].topic == NULL ? err_memory(e) : 0;
	}
	free(topics);
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

static int split(struct listed_strata *x, struct err *e)
{
	size_t count = x->list.records.count;
	x->number = malloc(count * sizeof *x->number);
	x->ordered = pages_reserve(count * sizeof *x->ordered);
	if (x->number == NULL || x->ordered == NULL)
		return err_memory(e);
	if (take_labels(x, e) < 0)
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

int listed_strata_read(struct listed_strata *x, const struct labels_asked *labels,
		       const struct names *only_topic, struct err *e)
{
	*x = (struct listed_strata){ 0 };
	if (labels_read(&x->store, labels, only_topic, e) < 0)
		return -1;
	x->list = x->store.list;
	if (split(x, e) == 0)
		return 0;
	listed_strata_release(x);
	return -1;
}
