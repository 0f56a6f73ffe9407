/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/array.h"
#include "core/base/hash.h"
#include "core/data/judgments/names.h"
#include "core/data/scores/truths.h"
#include "core/data/design/design.h"
#include "readers/columns.h"
#include "readers/fields.h"
#include "readers/input.h"

/*
 * Truths for a simulation, in CSV (readers/csv_text.h): what is really in the strata of a
 * collection, and how many documents are to be sampled of each.
 */

/* One stratum, and the number of its truth. */
struct read_stratum {
	size_t truth;
	struct true_stratum is;
	struct stratum_kind kind;
	bool labelled;
};

struct reading {
	struct truths *truths;
	struct names names;
	struct read_stratum *list;
	size_t count, room;
};

/*
 * Columns truth, retrieved (1 or 0), size, yield, sampled, in any order. Lines with one name in the
 * column truth are strata of one truth. Optional: retrieved_b, the same for a second run, and
 * label, equal for strata that are alike in several truths. Yield and sampled are at
 * most the size.
 */
static const struct columns_asked asked = {
	.needed =
		COLUMN(TRUTH) | COLUMN(RETRIEVED) | COLUMN(SIZE) | COLUMN(YIELD) | COLUMN(SAMPLED),
	.optional = COLUMN(RETRIEVED_B) | COLUMN(LABEL),
	.rows = "truths",
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

static int take_truth(void *context, const struct table_row *row, struct err *e)
{
	struct reading *x = context;
	const struct slice *field = row->field;
	struct read_stratum r = { .labelled = field[COLUMN_LABEL].length > 0 };
	bool pairs = field[COLUMN_RETRIEVED_B].at != NULL;
	if (field_name(row->place, "truth", field[COLUMN_TRUTH], e) < 0 ||
	    field_flag(row->place, "retrieved", field[COLUMN_RETRIEVED], &r.is.retrieved, e) < 0 ||
	    (pairs && field_flag(row->place, "retrieved_b", field[COLUMN_RETRIEVED_B],
				 &r.kind.second, e) < 0) ||
	    field_count(row->place, "size", field[COLUMN_SIZE], &r.is.size, e) < 0 ||
	    take_part(row, COLUMN_YIELD, "yield", r.is.size, &r.is.yield, e) < 0 ||
	    take_part(row, COLUMN_SAMPLED, "sampled", r.is.size, &r.is.sampled, e) < 0)
		return -1;
	int64_t number = names_add(&x->names, &x->truths->memory, field[COLUMN_TRUTH], e);
	if (number < 0)
		return -1;
	if (!ARRAY_ROOM(x->list, x->count, x->room))
		return err_memory(e);
	r.truth = (size_t)number;
	r.kind.label = r.labelled ? (uint32_t)hash_name(field[COLUMN_LABEL]) : 0;
	x->truths->pairs = pairs;
	x->list[x->count++] = r;
	return 0;
}

static int allocate(struct truths *t, size_t count, struct err *e)
{
	t->truth = arena_zeroed(&t->memory, count + 1, sizeof *t->truth);
	t->name = arena_alloc(&t->memory, (count + 1) * sizeof *t->name);
	t->kind = arena_alloc(&t->memory, (count + 1) * sizeof *t->kind);
	return t->memory.failed ? err_memory(e) : 0;
}

/*
 * A file of truths.
 */

/* The strata of a truth stand together, in the order of the file. */
static int sort_by_truth(const struct reading *x, struct err *e)
{
	struct truths *t = x->truths;
	struct true_stratum *all = arena_alloc(&t->memory, (x->count + 1) * sizeof *all);
	struct stratum_kind *kind = arena_alloc(&t->memory, (x->count + 1) * sizeof *kind);
	if (allocate(t, x->names.count, e) < 0 || all == NULL || kind == NULL)
		return err_memory(e);
	t->count = x->names.count;
	names_list(&x->names, t->name);
	for (size_t i = 0; i < x->count; i++)
		t->truth[x->list[i].truth].count++;
	for (size_t n = 0, next = 0; n < t->count; n++) {
		t->kind[n] = kind + next;
		next += t->truth[n].count;
		t->truth[n] = (struct truth){ .strata = all + (t->kind[n] - kind) };
	}
	for (size_t i = 0; i < x->count; i++) {
		const struct read_stratum *r = &x->list[i];
		size_t place = t->truth[r->truth].count++;
		struct stratum_kind *to = &t->kind[r->truth][place];
		all[to - kind] = r->is;
		*to = r->kind;
		to->label = r->labelled ? r->kind.label : (uint32_t)place;
	}
	return 0;
}

static int from_file(struct truths *t, const struct input *in, struct err *e)
{
	struct reading x = { .truths = t };
	int result = table_read(in, &asked, take_truth, &x, e);
	if (result == 0)
		result = sort_by_truth(&x, e);
	names_release(&x.names);
	free(x.list);
	return result;
}

/*
 * A table of strata.
 */

static int add_truth(struct truths *t, const struct topic_strata *x, const struct design *s,
		     size_t run, struct err *e)
{
	struct true_stratum *strata = arena_alloc(&t->memory, (x->count + 1) * sizeof *strata);
	struct stratum_kind *kind = arena_alloc(&t->memory, (x->count + 1) * sizeof *kind);
	t->name[t->count] = arena_print(&t->memory, "%s %s", x->name, s->run[run]);
	if (t->memory.failed)
		return err_memory(e);
	for (size_t i = 0; i < x->count; i++) {
		const struct design_stratum *c = &x->stratum[i];
		double share = c->sampled > 0 ? (double)c->relevant / (double)c->sampled : 0.0;
		strata[i] = (struct true_stratum){
			.size = c->size,
			.yield = (int64_t)llround((double)c->size * share),
			.sampled = c->sampled,
			.retrieved = stratum_has_run(c, run),
		};
		kind[i] = (struct stratum_kind){ .label = (uint32_t)i };
	}
	t->truth[t->count] = (struct truth){ strata, x->count };
	t->kind[t->count++] = kind;
	return 0;
}

static int from_strata(struct truths *t, const struct design *s, struct err *e)
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

static int from_table(struct truths *t, const struct input *in, const char *path, struct err *e)
{
	struct judgments j;
	struct design s;
	const struct design_options o = { 0 };
	const struct slice bytes = { in->bytes, in->size };
	const struct judgment_format *table = judgment_format_find("table", e);
	if (table == NULL ||
	    judgments_read_as(&j, table, path, &(struct judgment_reading){ .bytes = &bytes }, e) <
		    0)
		return -1;
	int result = design_build(&s, &j, NULL, 0, &o, e);
	if (result == 0) {
		result = s.no_run ? err_data(e, "%.600s: the table names no run", j.in.path)
				  : from_strata(t, &s, e);
		design_release(&s);
	}
	judgments_release(&j);
	return result;
}

int truths_read(struct truths *t, const char *path, struct err *e)
{
	static const struct columns_asked strata = { .needed = COLUMN(STRATUM) | COLUMN(RUNS) };
	struct input in;
	*t = (struct truths){ 0 };
	if (input_read(&in, path, e) < 0)
		return -1;
	int table = has_header(&in, &strata, e);
	int result = table < 0	 ? -1
		     : table > 0 ? from_table(t, &in, path, e)
				 : from_file(t, &in, e);
	input_release(&in);
	return result;
}
