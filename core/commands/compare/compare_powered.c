/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/sort.h"
#include "core/commands/compare/compare_output.h"
#include "core/data/judgments/names.h"
#include "core/data/scores/score_table.h"
#include "core/stats/regression/powered_mean.h"
#include "readers/columns.h"

/* Both matrices, joined by the topics and systems of the labels. */
struct joined {
	struct score_table labels, people;
	size_t *topic;	   /* of each topic of the labels: its number among people's; or NONE */
	size_t *system;	   /* likewise */
	size_t *stratum;   /* of each topic of the labels */
	size_t *order;	   /* topics of the labels, stratum by stratum */
	struct names name; /* of strata */
	struct arena memory;
	struct powered_topic *score; /* room for the topics of one score */
};

#define NONE SIZE_MAX

static void joined_release(struct joined *x)
{
	score_table_release(&x->labels);
	score_table_release(&x->people);
	names_release(&x->name);
	arena_release(&x->memory);
}

/* The file with the scores by people. */
static const char *path_of_people(const struct compare_request *o)
{
	return o->judged_matrix != NULL ? o->judged_matrix : o->matrix;
}

/* One matrix with a column by labels and one by people becomes two, of one system. */
static int part_columns(struct joined *x, const struct compare_request *o, struct err *e)
{
	struct score_table *t = &x->labels;
	size_t judged = text_find(t->system, t->systems, o->judged_column);
	if (judged == t->systems)
		return err_usage(e, "--judged-scores=%.300s#%.200s: no column of this name",
				 o->matrix, o->judged_column);
	if (t->systems != 2)
		return err_usage(
			e,
			"--judged-scores=FILE#COLUMN needs one other column, of scores by labels, and "
			"%.300s has %zu: for several systems give a matrix by labels and "
			"one by people (--judged-scores=FILE)",
			o->matrix, t->systems - 1);
	x->people = *t;
	x->people.memory = (struct arena){ 0 }; /* the labels own it all */
	x->people.value += judged * t->topics;
	t->value += (1 - judged) * t->topics;
	t->system += 1 - judged;
	x->people.system = t->system;
	t->systems = x->people.systems = 1;
	return 0;
}

/* Everything that people scored has a score by labels. */
static int join(struct joined *x, const struct compare_request *o, struct err *e)
{
	struct score_table *f = &x->labels, *y = &x->people;
	x->topic = arena_zeroed(&x->memory, f->topics, sizeof *x->topic);
	x->system = arena_zeroed(&x->memory, f->systems, sizeof *x->system);
	x->stratum = arena_zeroed(&x->memory, f->topics, sizeof *x->stratum);
	x->order = arena_zeroed(&x->memory, f->topics, sizeof *x->order);
	x->score = arena_zeroed(&x->memory, f->topics, sizeof *x->score);
	if (x->memory.failed)
		return err_memory(e);
	size_t next = 0; /* of people's topics: both matrices have theirs in the same order */
	for (size_t i = 0; i < f->topics; i++) {
		bool both = next < y->topics && strcmp(y->topic[next], f->topic[i]) == 0;
		x->order[i] = i;
		x->topic[i] = both ? next++ : NONE;
	}
	if (next < y->topics)
		return err_data(e, "%.300s: topic '%s' has no scores by labels in %.300s",
				path_of_people(o), y->topic[next], o->matrix);
	for (size_t i = 0; i < f->systems; i++)
		x->system[i] = text_find(y->system, y->systems, f->system[i]);
	for (size_t i = 0; i < y->systems; i++)
		if (text_find(f->system, f->systems, y->system[i]) == f->systems)
			return err_data(e, "%.300s: system '%s' has no scores by labels in %.300s",
					path_of_people(o), y->system[i], o->matrix);
	for (size_t i = 0; i < f->systems; i++)
		if (x->system[i] == y->systems)
			return err_data(e, "%.300s: system '%s' has no scores by people in %.300s",
					o->matrix, f->system[i], path_of_people(o));
	return 0;
}

/* ---- strata of topics ---- */

static const struct columns_asked strata_columns = { .needed = COLUMN(TOPIC) | COLUMN(STRATUM) };

static int take_stratum(void *context, const struct table_row *row, struct err *e)
{
	struct joined *x = context;
	size_t topic = score_table_topic(&x->labels, row->field[COLUMN_TOPIC]);
	int64_t number = names_add(&x->name, &x->memory, row->field[COLUMN_STRATUM], e);
	if (number < 0)
		return -1;
	if (topic == NONE)
		return 0;
	if (x->stratum[topic] != NONE)
		return err_at(e, row->place.path, row->place.line, "topic '%s' is listed twice",
			      x->labels.topic[topic]);
	x->stratum[topic] = (size_t)number;
	return 0;
}

/* Topics by their strata, else in their order. */
static int by_stratum(const void *a, const void *b, void *context)
{
	const size_t *stratum = context, *i = a, *k = b;
	return (stratum[*i] > stratum[*k]) - (stratum[*i] < stratum[*k]);
}

static int read_strata(struct joined *x, const char *path, struct err *e)
{
	struct input in;
	if (path == NULL)
		return 0;
	for (size_t i = 0; i < x->labels.topics; i++)
		x->stratum[i] = NONE;
	if (input_read(&in, path, e) < 0)
		return -1;
	int result = table_read(&in, &strata_columns, take_stratum, x, e);
	input_release(&in);
	stable_sort(x->order, x->labels.topics, sizeof *x->order, by_stratum, x->stratum);
	for (size_t i = 0; i < x->labels.topics && result == 0; i++)
		if (x->stratum[i] == NONE)
			result = err_data(e, "%.600s: no stratum for topic '%s'", path,
					  x->labels.topic[i]);
	return result;
}

/* ---- lines ---- */

struct powered_row {
	const char *kind, *a, *b, *method;
	struct powered_mean x;
	double topics, n, lower, upper, p, adjusted, ratio, level;
};

#define AT(field) .at = offsetof(struct powered_row, field)

static const struct record_column columns[] = {
	{ "kind", NULL, RECORD_TEXT, AT(kind) },
	{ "run", "run", RECORD_TEXT, .width = 8, AT(a) },
	{ "than", "less", RECORD_TEXT, .width = 8, AT(b), .if_any = true },
	{ "topics", "topics", RECORD_COUNT, .width = 6, AT(topics) },
	{ "judged", "judged", RECORD_COUNT, .width = 6, AT(n) },
	{ "by_labels", "labels", RECORD_REAL, 6, 4, 8, AT(x.labels) },
	{ "by_people", "people", RECORD_REAL, 6, 4, 8, AT(x.judged) },
	{ "estimate", "both", RECORD_REAL, 6, 4, 8, AT(x.mean) },
	{ "lower", "from", RECORD_REAL, 6, 4, 8, AT(lower) },
	{ "upper", "to", RECORD_REAL, 6, 4, 8, AT(upper) },
	{ "se", "se", RECORD_REAL, 6, 4, 7, AT(x.se) },
	{ "se_people", "people's", RECORD_REAL, 6, 4, 8, AT(x.judged_se) },
	{ "lambda", "lambda", RECORD_REAL, 6, 3, 6, AT(x.lambda) },
	{ "df", NULL, RECORD_SHORT, AT(x.df) },
	{ "p", "p", RECORD_REAL, 6, 4, 6, AT(p), .if_any = true },
	{ "p_adjusted", "adjusted", RECORD_REAL, 6, 4, 8, AT(adjusted), .if_any = true },
	{ "method", NULL, RECORD_TEXT, AT(method) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ 0 },
};

/* The score of a system on a topic; `b` is NONE, or what is subtracted. */
static double score_of(const struct score_table *t, size_t a, size_t b, size_t topic)
{
	double x = t->value[a * t->topics + topic];
	return b == NONE ? x : x - t->value[b * t->topics + topic];
}

static int make_row(struct joined *x, const struct compare_request *o, size_t a, size_t b,
		    struct powered_row *out, struct err *e)
{
	bool normal = o->runs.methods.count > 0;
	size_t count = 0, short_of;
	size_t second = b == NONE ? NONE : x->system[b];
	for (size_t k = 0; k < x->labels.topics; k++) {
		size_t i = x->order[k];
		double f = score_of(&x->labels, a, b, i), y = NAN;
		if (x->topic[i] != NONE)
			y = score_of(&x->people, x->system[a], second, x->topic[i]);
		if (isnan(f) && !isnan(y))
			return err_data(e,
					"%.300s: no score of '%s' for topic '%s', which has one "
					"by people",
					o->matrix, x->labels.system[a], x->labels.topic[i]);
		if (!isnan(f))
			x->score[count++] = (struct powered_topic){ f, y, x->stratum[i] };
	}
	*out = (struct powered_row){ .kind = b == NONE ? "mean" : "difference",
				     .a = x->labels.system[a],
				     .b = b == NONE ? NULL : x->labels.system[b],
				     .method = normal ? "normal" : "t",
				     .level = o->runs.level,
				     .p = NAN,
				     .adjusted = NAN };
	if (powered_mean(x->score, count, normal ? POWERED_AS_PUBLISHED : POWERED_BY_REGRESSION,
			 &out->x, &short_of) < 0)
		return err_data(e,
				"%.300s: fewer than two topics of '%s'%s%s have a score by people",
				path_of_people(o), out->a, x->name.count > 0 ? " in stratum " : "",
				x->name.count > 0 ? names_text(&x->name, (int64_t)short_of) : "");
	out->topics = (double)out->x.topics;
	out->n = (double)out->x.n;
	out->lower = powered_end(&out->x, o->request.ends.lower_p);
	out->upper = powered_end(&out->x, o->request.ends.upper_p);
	if (b != NONE)
		out->p = powered_p(&out->x);
	return 0;
}

static bool is_baseline(const struct compare_request *o, const char *name)
{
	const struct text_list *list = &o->request.baseline;
	return text_find(list->text, list->count, name) < list->count;
}

/* All pairs, or those with a baseline. */
static int add_pairs(struct records *r, struct joined *x, const struct compare_request *o,
		     struct err *e)
{
	size_t systems = x->labels.systems, count = 0;
	size_t room = systems * systems + 1;
	struct powered_row *row = arena_zeroed(&x->memory, room, sizeof *row);
	double *p = arena_zeroed(&x->memory, room, sizeof *p);
	bool some = o->request.baseline.count > 0;
	int result = x->memory.failed ? err_memory(e) : 0;
	for (size_t a = 0; a < systems && result == 0; a++)
		for (size_t b = some ? 0 : a + 1; b < systems && result == 0; b++) {
			bool from = is_baseline(o, x->labels.system[a]);
			if (some && (from || !is_baseline(o, x->labels.system[b])))
				continue;
			result = make_row(x, o, a, b, &row[count], e);
			p[count] = row[count].p;
			count++;
		}
	if (result == 0)
		result = adjustment_apply(o->request.adjust, p, count, p, e);
	for (size_t i = 0; i < count && result == 0; i++) {
		row[i].adjusted = p[i];
		records_add(r, &row[i]);
	}
	return result;
}

static int check_powered(const struct compare_request *o, struct err *e)
{
	const struct method_list *m = &o->runs.methods;
	bool t = m->over_topics_count == 0 ||
		 (m->over_topics_count == 1 && strcmp(m->over_topics[0]->name, "t") == 0);
	bool normal = m->count == 1 && strcmp(m->method[0], "normal") == 0;
	if (!t || (m->count > 0 && !normal))
		return err_usage(e, "--judged-scores needs --ci=t or --ci=normal");
	return 0;
}

/* Where intervals were seen to cover too little (doc/coverage.md). */
static void warn_of_few(struct compare_request *o, size_t judged)
{
	enum { FEW = 10 };
	if (judged < FEW)
		warnings_add(&o->runs.warnings,
			     "%s: %zu topics have scores by people: intervals of fewer than %d "
			     "covered .89 to .99 for .95, and useless labels make them wider "
			     "(doc/coverage.md)",
			     path_of_people(o), judged, FEW);
}

/* Releases the lines. */
static int print_powered(struct records *means, struct records *pairs,
			 const struct compare_request *o, const struct output *out, int result,
			 struct buffer *b, struct err *e)
{
	struct report r;
	const struct report_origin origin =
		compare_origin(o, out, "Scores by labels, and by people for some topics");
	report_init(&r, o->format, &origin);
	report_records(&r, IN_PAPER | IN_PAGE, "Means", means);
	if (pairs->count > 0) {
		report_space(&r);
		report_records(&r, IN_PAPER | IN_PAGE, "Differences", pairs);
	} else
		records_release(pairs);
	return report_write(&r, result, b, e);
}

static int compare_powered_means(struct joined *x, struct compare_request *o,
				 const struct output *out, struct buffer *b, struct err *e)
{
	struct records means, pairs;
	int result = join(x, o, e);
	if (result == 0)
		result = read_strata(x, o->runs.batch.strata.sizes, e);
	for (size_t i = 0; i < o->request.baseline.count && result == 0; i++)
		if (text_find(x->labels.system, x->labels.systems, o->request.baseline.text[i]) ==
		    x->labels.systems)
			result = err_usage(e,
					   "--baseline=%.200s: no system of this name in "
					   "%.300s",
					   o->request.baseline.text[i], o->matrix);
	records_init(&means, columns, sizeof(struct powered_row));
	records_init(&pairs, columns, sizeof(struct powered_row));
	for (size_t a = 0; a < x->labels.systems && result == 0; a++) {
		struct powered_row row;
		result = make_row(x, o, a, NONE, &row, e);
		if (result == 0)
			records_add(&means, &row);
		if (result == 0 && a == 0)
			warn_of_few(o, row.x.n);
	}
	if (result == 0 && x->labels.systems > 1)
		result = add_pairs(&pairs, x, o, e);
	return print_powered(&means, &pairs, o, out, result, b, e);
}

int compare_powered(struct compare_request *o, const struct output *out, struct err *e)
{
	struct joined x = { 0 };
	struct buffer b = { 0 };
	if (check_powered(o, e) < 0)
		return -1;
	int result = score_table_from_matrix(&x.labels, o->matrix, e);
	if (result == 0)
		result = o->judged_matrix != NULL
				 ? score_table_from_matrix(&x.people, o->judged_matrix, e)
				 : part_columns(&x, o, e);
	if (result == 0)
		result = compare_powered_means(&x, o, out, &b, e);
	if (result == 0)
		result = warnings_check(&o->runs.warnings, e);
	joined_release(&x);
	return output_finish(out, &b, result, e);
}
