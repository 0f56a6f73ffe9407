/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/number.h"
#include "core/base/pages.h"
#include "core/data/drawing/listed_strata.h"

void listed_strata_release(struct listed_strata *x)
{
	pages_release(x->ordered, x->store.list.records.count * sizeof *x->ordered);
	arena_release(&x->memory);
	labels_release(&x->store);
}

/* A guess for each class, of which `size` has the sizes; none if the labels are words, or no
 * shares. */
static int guess_shares(struct listed_strata *x, const size_t *size, struct err *e)
{
	const struct labels *l = &x->store;
	double *sum = arena_zeroed(&x->memory, l->classes + 1, sizeof *sum), most = 0, value;
	bool fits = true;
	if (sum == NULL)
		return err_memory(e);
	for (size_t k = 0; fits && !l->scores && k < l->classes; k++) {
		fits = parse_real(slice_of(l->class_name[k]), &value) && value >= 0;
		most = fmax(most, value);
	}
	for (size_t i = 0; fits && i < l->list.records.count; i++) {
		fits = !l->scores || (l->value[i] >= 0 && l->value[i] <= 1);
		sum[l->class_of[i]] += l->scores ? l->value[i] : (l->value[i] + 0.5) / (most + 1);
	}
	for (size_t k = 0; fits && k < l->classes; k++)
		sum[k] = size[k] > 0 ? fmin(fmax(sum[k] / (double)size[k], 0.02), 0.98) : 0.5;
	x->share = fits ? sum : NULL;
	return 0;
}

/* A run for each class, with room for the topics that it may have. */
static int make_runs(struct listed_strata *x, const size_t *size, struct err *e)
{
	const struct run *list = &x->store.list;
	x->run = arena_zeroed(&x->memory, x->count, sizeof *x->run);
	x->each = arena_zeroed(&x->memory, x->count, sizeof *x->each);
	for (size_t s = 0; s < x->count && !x->memory.failed; s++) {
		size_t topics = size[s] < list->topics ? size[s] : list->topics;
		x->run[s] = (struct run){ .in = list->in, .id = x->store.class_name[s] };
		x->run[s].topic = arena_alloc(&x->memory, (topics + 1) * sizeof *x->run[s].topic);
		x->each[s] = &x->run[s];
	}
	return x->memory.failed ? err_memory(e) : 0;
}

/*
 * The documents of a topic, stratum by stratum, in the order of the file, which their scores keep.
 * `next` has an element for each stratum.
 */
static void order_topic(struct listed_strata *x, const struct run_topic *from, size_t *next)
{
	size_t at = (size_t)(from->record - x->store.list.records.record);
	const uint16_t *class_of = x->store.class_of + at;
	for (size_t s = 0; s < x->count; s++)
		next[s] = 0;
	for (size_t i = 0; i < from->count; i++)
		next[class_of[i]]++;
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
		x->ordered[next[class_of[i]]++] =
			(struct run_record){ .document = from->record[i].document,
					     .score = -(double)i };
}

static int split(struct listed_strata *x, struct err *e)
{
	const struct run *list = &x->store.list;
	x->count = x->store.classes;
	x->ordered = pages_reserve(list->records.count * sizeof *x->ordered);
	size_t *size = arena_zeroed(&x->memory, x->count + 1, sizeof *size);
	if (x->ordered == NULL || size == NULL)
		return err_memory(e);
	for (size_t i = 0; i < list->records.count; i++)
		size[x->store.class_of[i]]++;
	if (guess_shares(x, size, e) < 0 || make_runs(x, size, e) < 0)
		return -1;
	for (size_t t = 0; t < list->topics; t++)
		order_topic(x, &list->topic[t], size);
	return 0;
}

int listed_strata_read(struct listed_strata *x, const struct labels_asked *labels,
		       const struct names *only_topic, struct err *e)
{
	*x = (struct listed_strata){ 0 };
	if (labels_read(&x->store, labels, only_topic, e) < 0)
		return -1;
	if (split(x, e) == 0)
		return 0;
	listed_strata_release(x);
	return -1;
}
