/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/array.h"
#include "core/base/hash.h"
#include "core/data/judgments/names.h"
#include "core/data/scores/truths.h"
#include "core/data/strata/from_table.h"
#include "readers/columns.h"
#include "readers/fields.h"
#include "readers/input.h"

/*
 * Truths for a simulation, in CSV (readers/csv_text.h): what is really in the strata of a
 * collection, and how many documents are to be sampled of each.
 */

/* One stratum of a truth. */
struct truth_record {
	struct place place;
	struct slice truth; /* its name */
	bool retrieved;
	int64_t size;	 /* documents in it */
	int64_t yield;	 /* of them relevant */
	int64_t sampled; /* of them to be sampled */
	bool second;	 /* retrieved by a second run */
	bool has_second;
	struct slice label; /* empty: none */
};

/* Takes one record; returns 0, or -1 with `e` filled, which ends the reading. */
typedef int (*truth_sink)(void *context, const struct truth_record *r, struct err *e);

static const struct columns_asked asked = {
	.needed =
		COLUMN(TRUTH) | COLUMN(RETRIEVED) | COLUMN(SIZE) | COLUMN(YIELD) | COLUMN(SAMPLED),
	.optional = COLUMN(RETRIEVED_B) | COLUMN(LABEL),
};

/* Where the records go, and whether there are any. */
struct receiver {
	truth_sink receiver;
	void *context;
	bool any;
};

static int take_part(const struct table_row *row, enum known_column column, const char *name,
		     int64_t size, int64_t *part, struct err *e)
{
	if (field_count(row->place, name, row->field[column], part, e) < 0)
		return -1;
	if (*part > size)
		return err_at(e, row->place.path, row->place.line, "%s %lld, size %lld: too many",
			      name, (long long)*part, (long long)size);
	return 0;
}

static int take(void *context, const struct table_row *row, struct err *e)
{
	struct receiver *to = context;
	struct truth_record r = { .place = row->place, .truth = row->field[COLUMN_TRUTH] };
	to->any = true;
	if (field_name(row->place, "truth", r.truth, e) < 0 ||
	    field_flag(row->place, "retrieved", row->field[COLUMN_RETRIEVED], &r.retrieved, e) < 0)
		return -1;
	r.has_second = row->field[COLUMN_RETRIEVED_B].at != NULL;
	if (r.has_second &&
	    field_flag(row->place, "retrieved_b", row->field[COLUMN_RETRIEVED_B], &r.second, e) < 0)
		return -1;
	r.label = row->field[COLUMN_LABEL];
	if (field_count(row->place, "size", row->field[COLUMN_SIZE], &r.size, e) < 0 ||
	    take_part(row, COLUMN_YIELD, "yield", r.size, &r.yield, e) < 0 ||
	    take_part(row, COLUMN_SAMPLED, "sampled", r.size, &r.sampled, e) < 0)
		return -1;
	return to->receiver(to->context, &r, e);
}

/*
 * Columns truth, retrieved (1 or 0), size, yield, sampled, in any order. Lines with one name in the
 * column truth are strata of one truth. Optional: retrieved_b, the same for a second run, and
 * label, equal for strata that are alike in several truths. Yield and sampled are at
 * most the size.
 */
static int truths_read(const struct input *in, truth_sink receiver, void *context, struct err *e)
{
	struct receiver to = { .receiver = receiver, .context = context };
	if (table_read(in, &asked, take, &to, e) < 0)
		return -1;
	if (!to.any)
		return err_data(e, "%.600s: no truths: there is nothing below the header",
				in->path);
	return 0;
}

void truths_release(struct truths *t)
{
	arena_release(&t->memory);
}

static int allocate(struct truths *t, size_t count, struct err *e)
{
	t->truth = arena_zeroed(&t->memory, count + 1, sizeof *t->truth);
	t->name = arena_alloc(&t->memory, (count + 1) * sizeof *t->name);
	t->kind = arena_alloc(&t->memory, (count + 1) * sizeof *t->kind);
	return t->truth == NULL || t->name == NULL || t->kind == NULL ? err_memory(e) : 0;
}

/* Strata of truth `number`, with room for `count`. */
static struct true_stratum *strata_for(struct truths *t, size_t number, size_t count)
{
	struct true_stratum *strata = arena_alloc(&t->memory, (count + 1) * sizeof *strata);
	t->kind[number] = arena_alloc(&t->memory, (count + 1) * sizeof **t->kind);
	t->truth[number] = (struct truth){ .strata = strata };
	return t->kind[number] != NULL ? strata : NULL;
}

/*
 * A file of truths, read twice.
 */

struct reading {
	struct truths *truths;
	struct names names;
	size_t *strata; /* of each truth; grows with the names */
	size_t count, room;
	struct true_stratum **list;
};

static int count_stratum(void *context, const struct truth_record *r, struct err *e)
{
	struct reading *x = context;
	int64_t number = names_add(&x->names, &x->truths->memory, r->truth, e);
	if (number < 0)
		return -1;
	if ((size_t)number == x->count) {
		if (!ARRAY_ROOM(x->strata, x->count, x->room))
			return err_memory(e);
		x->strata[x->count++] = 0;
	}
	x->strata[number]++;
	return 0;
}

static int add_stratum(void *context, const struct truth_record *r, struct err *e)
{
	struct reading *x = context;
	(void)e;
	size_t number = (size_t)names_find(&x->names, r->truth);
	struct truth *t = &x->truths->truth[number];
	bool labelled = r->label.at != NULL && r->label.length > 0;
	x->truths->pairs = r->has_second;
	x->list[number][t->count] = (struct true_stratum){
		.size = r->size,
		.yield = r->yield,
		.sampled = r->sampled,
		.retrieved = r->retrieved,
	};
	x->truths->kind[number][t->count] = (struct stratum_kind){
		.second = r->second,
		.label = labelled ? (uint32_t)hash_name(r->label) : (uint32_t)t->count,
	};
	t->count++;
	return 0;
}

static int read_twice(struct reading *x, const struct input *in, struct err *e)
{
	struct truths *t = x->truths;
	if (truths_read(in, count_stratum, x, e) < 0 || allocate(t, x->names.count, e) < 0)
		return -1;
	t->count = x->names.count;
	names_list(&x->names, t->name);
	x->list = calloc(t->count, sizeof *x->list);
	if (x->list == NULL)
		return err_memory(e);
	for (size_t i = 0; i < t->count; i++) {
		x->list[i] = strata_for(t, i, x->strata[i]);
		if (x->list[i] == NULL)
			return err_memory(e);
	}
	return truths_read(in, add_stratum, x, e);
}

int truths_from_file(struct truths *t, const char *path, struct err *e)
{
	*t = (struct truths){ 0 };
	struct reading x = { .truths = t };
	struct input in;
	if (input_read(&in, path, e) < 0)
		return -1;
	int result = read_twice(&x, &in, e);
	names_release(&x.names);
	free(x.strata);
	free(x.list);
	input_release(&in);
	return result;
}

/*
 * A table of strata.
 */

static bool topic_has_run(const struct topic_strata *x, size_t run)
{
	for (size_t i = 0; i < x->count; i++)
		if (stratum_has_run(&x->stratum[i], run))
			return true;
	return false;
}

static int add_truth(struct truths *t, const struct topic_strata *x, const struct strata *s,
		     size_t run, struct err *e)
{
	struct true_stratum *strata = strata_for(t, t->count, x->count);
	size_t room = strlen(x->name) + strlen(s->run[run]) + 2;
	char *name = arena_alloc(&t->memory, room);
	if (strata == NULL || name == NULL)
		return err_memory(e);
	snprintf(name, room, "%s %s", x->name, s->run[run]);
	for (size_t i = 0; i < x->count; i++) {
		const struct design_stratum *c = &x->stratum[i];
		double share = c->sampled > 0 ? (double)c->relevant / (double)c->sampled : 0.0;
		strata[i] = (struct true_stratum){
			.size = c->size,
			.yield = (int64_t)llround((double)c->size * share),
			.sampled = c->sampled,
			.retrieved = stratum_has_run(c, run),
		};
		t->kind[t->count][i] = (struct stratum_kind){ .label = (uint32_t)i };
	}
	t->truth[t->count].count = x->count;
	t->name[t->count++] = name;
	return 0;
}

static int from_strata(struct truths *t, const struct strata *s, struct err *e)
{
	if (allocate(t, s->topics * s->runs, e) < 0)
		return -1;
	for (size_t i = 0; i < s->topics; i++)
		for (size_t run = 0; run < s->runs; run++)
			if (topic_has_run(&s->topic[i], run) &&
			    add_truth(t, &s->topic[i], s, run, e) < 0)
				return -1;
	return 0;
}

int truths_from_table(struct truths *t, const char *path, struct err *e)
{
	*t = (struct truths){ 0 };
	struct judgments j;
	struct strata s;
	const struct judgment_format *table = judgment_format_find("table", e);
	if (table == NULL || judgments_read(&j, table, path, e) < 0)
		return -1;
	int result = strata_from_table(&s, &j, e);
	if (result == 0) {
		result = s.no_run ? err_data(e, "%.600s: the table names no run", j.in.path)
				  : from_strata(t, &s, e);
		strata_release(&s);
	}
	judgments_release(&j);
	return result;
}
