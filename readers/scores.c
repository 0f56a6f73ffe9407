/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "readers/csv_text.h"
#include "readers/json_text.h"
#include "readers/lines.h"
#include "readers/scores.h"

/* A difference of two is within the 1e100 of core/stats/topics/paired_test.h. */
static const double LARGEST = 1e99;

int score_value(struct place where, struct slice column, struct slice field, double *value,
		struct err *e)
{
	*value = NAN;
	if (field_is_word(field, "NA"))
		return 0;
	if (!parse_real(field, value))
		return field_not_number(where, shown(column).text, field, e);
	if (isinf(*value))
		return field_bad(where, shown(column).text, field, "is not a finite number", e);
	if (fabs(*value) > LARGEST)
		return field_bad(where, shown(column).text, field,
				 "is beyond 1e99: its square could not be added up", e);
	return 0;
}

/*
 * One score a line.
 */

static const struct columns_asked in_table = {
	.needed = COLUMN(ITEM) | COLUMN(MEASURE) | COLUMN(MEASURED),
	.optional = COLUMN(RUN) | COLUMN(SYSTEM),
};

static const struct columns_asked in_log = {
	.needed = COLUMN(ITEM),
	.optional =
		COLUMN(SCORE) | COLUMN(RUN) | COLUMN(SYSTEM) | COLUMN(REPETITION) | COLUMN(DATASET),
	.may_lack = COLUMN(SCORE),
};

int score_of(const struct score_record *r, double *value, struct err *e)
{
	*value = NAN;
	if (r->value.length == 0 ||
	    ((r->item || r->column.at != NULL) && word_score(r->options, r->value, value)))
		return 0;
	return score_value(r->place, r->column.at != NULL ? r->column : r->measure, r->value, value,
			   e);
}

/* The columns, from 0. */
struct layout {
	int columns, topic, measure;
};

static bool is_runid(struct slice measure)
{
	return slice_equal(measure, slice_of("runid"));
}

/* Which of the two columns in question is that of the topics. */
static int find_layout(const struct input *in, struct slice measure, struct layout *out,
		       struct err *e)
{
	struct slice field[4];
	struct lines l;
	bool all[2] = { false, false }, asked[2] = { false, false };
	int count, first = 0; /* of the two */
	double value;
	*out = (struct layout){ 0 };
	lines_start(&l, in);
	while ((count = lines_next(&l, field, 4, e)) > 0) {
		if (out->columns == 0 && (count == 3 || count == 4) &&
		    parse_real(field[count - 1], &value) && !is_runid(field[0]) &&
		    !(count == 4 && measure.at != NULL && slice_equal(field[0], measure))) {
			out->columns = count;
			first = count - 3;
		}
		for (int i = 0; i < 2 && out->columns > 0 && count >= out->columns; i++) {
			all[i] = all[i] || slice_equal(field[first + i], slice_of("all"));
			asked[i] = asked[i] ||
				   (measure.at != NULL && slice_equal(field[first + i], measure));
		}
	}
	bool topic_first = all[0] != all[1] ? all[0] : asked[0] != asked[1] && asked[1];
	if (out->columns == 4 && all[0] == all[1] && asked[0] == asked[1])
		return err_data(e,
				"%.600s: columns 2 and 3 are the topic and the measure, but which "
				"is which? Name a measure of the file with -m, or write a header: "
				"run, topic, measure, value",
				in->path);
	out->topic = first + !topic_first;
	out->measure = first + topic_first;
	return count;
}

static int read_lines(const struct input *in, struct slice measure, score_sink receiver,
		      void *context, struct err *e)
{
	enum { ROOM = 16 }; /* fields of a value beyond it are cut off */
	static const struct columns three = { 3, 0, "measure topic value" },
				    four = { 4, 0, "run topic measure value" };
	struct slice field[ROOM];
	struct layout at;
	struct lines l;
	if (find_layout(in, measure, &at, e) < 0)
		return -1;
	lines_start(&l, in);
	int count;
	bool any = false;
	while ((count = lines_next_checked(&l, at.columns == 4 ? &four : &three, field, ROOM, e)) >
	       0) {
		struct slice last = field[count < ROOM ? count - 1 : ROOM - 1];
		struct slice from = field[at.columns == 4 ? 3 : 2];
		struct score_record r = { .place = lines_place(&l),
					  .measure = field[at.measure],
					  .topic = field[at.topic],
					  .value = { from.at,
						     (size_t)(last.at + last.length - from.at) } };
		if (at.columns == 4)
			r.run = field[0];
		any = true;
		if (receiver(context, &r, e) < 0)
			return -1;
	}
	if (count == 0 && !any)
		return err_data(e, "%.600s: no scores: the file is empty", in->path);
	return count;
}

struct score_rows {
	score_sink receiver;
	void *context;
	struct slice measure; /* that is looked for; of a log the name of its scores */
	bool any, scored;
};

/* A table with a column of measures, or a log. */
static int take_score_row(void *context, const struct table_row *row, struct err *e)
{
	struct score_rows *x = context;
	const struct slice *field = row->field;
	const bool log = row->header->asked == &in_log;
	const struct score_record r = {
		.place = row->place,
		.run = field[field[COLUMN_SYSTEM].at != NULL ? COLUMN_SYSTEM : COLUMN_RUN],
		.measure = log ? x->measure : field[COLUMN_MEASURE],
		.topic = field[COLUMN_ITEM],
		.value = field[log ? COLUMN_SCORE : COLUMN_MEASURED],
		.repetition = field[COLUMN_REPETITION],
		.dataset = field[COLUMN_DATASET],
		.item = log,
		.options = row->header->in->options,
	};
	x->any = true;
	x->scored = x->scored || r.value.at != NULL;
	if ((r.run.at != NULL && field_name(r.place, "run", r.run, e) < 0) ||
	    (!log && field_name(r.place, "measure", r.measure, e) < 0) ||
	    field_name(r.place, log ? "item" : "topic", r.topic, e) < 0)
		return -1;
	return x->receiver(x->context, &r, e);
}

/* Whether the first row has these columns. */
static int take_first(void *context, const struct table_row *row, struct err *e)
{
	column_set *present = context;
	*present = row->header->present;
	return err_data(e, "that is enough");
}

static bool has_columns(const struct input *in, const struct columns_asked *asked, column_set all)
{
	struct err ignored = { 0 };
	column_set present = 0;
	(void)table_read(in, asked, take_first, &present, &ignored);
	return (present & all) == all;
}

/* An input whose column of scores is the one that the measure names. */
struct named_scores {
	struct input in;
	struct column_options options;
	char column[300];
	const char *list[64];
};

static void name_scores(struct named_scores *x, const struct input *in, struct slice measure)
{
	x->in = *in;
	x->options = in->options != NULL ? *in->options
					 : (struct column_options){ .option = "--column" };
	size_t count = x->options.column.count;
	if (measure.at == NULL || count >= 63)
		return;
	for (size_t i = 0; i < count; i++)
		x->list[i] = x->options.column.text[i];
	snprintf(x->column, sizeof x->column, "score=%.*s", (int)fmin(250, (double)measure.length),
		 measure.at);
	x->list[count] = x->column;
	x->options.column = (struct text_list){ .text = x->list, .count = count + 1 };
	x->in.options = &x->options;
}

static int read_log(const struct input *in, struct score_rows *x, struct err *e)
{
	struct named_scores named;
	name_scores(&named, in, x->measure);
	if (x->measure.at == NULL)
		x->measure = slice_of("score");
	if (table_read(&named.in, &in_log, take_score_row, x, e) < 0)
		return -1;
	return x->scored || !x->any
		       ? 0
		       : err_data(e,
				  "%.500s: no column '%s': -m NAME, or --column=score=NAME, says "
				  "which one has the scores",
				  in->path, shown(x->measure).text);
}

/*
 * A matrix: a column of topics and one for each system.
 */

struct matrix {
	score_sink receiver;
	void *context;
	struct slice *system; /* as the header names them */
	size_t systems, topics;
	struct score_record cell;
};

static int take_cell(struct matrix *m, struct slice system, struct slice value, struct err *e)
{
	m->cell.run = m->cell.column = system;
	m->cell.value = value;
	return m->receiver(m->context, &m->cell, e);
}

static int begin_row(struct matrix *m, struct slice topic, struct err *e)
{
	m->cell.topic = topic;
	m->topics++;
	return field_name(m->cell.place, "topic", topic, e);
}

static int take_header(struct matrix *m, const struct csv_record *r, struct err *e)
{
	if (r->fields < 2)
		return err_at(e, r->place.path, r->place.line,
			      "a matrix has a column of topics and one for each system, found 1 "
			      "column '%s'",
			      shown(r->field[0]).text);
	m->systems = r->fields - 1;
	m->system = calloc(m->systems, sizeof *m->system);
	if (m->system == NULL)
		return err_memory(e);
	for (size_t s = 0; s < m->systems; s++) {
		m->system[s] = r->field[s + 1];
		if (m->system[s].length == 0)
			return err_at(e, r->place.path, r->place.line,
				      "column %zu of the header, a system's name, is empty", s + 2);
		if (field_name(r->place, "system", m->system[s], e) < 0)
			return -1;
	}
	return 0;
}

static int take_record(void *context, const struct csv_record *r, struct err *e)
{
	struct matrix *m = context;
	if (r->header)
		return take_header(m, r, e);
	m->cell.place = r->place;
	int result = begin_row(m, r->field[0], e);
	for (size_t s = 0; s < m->systems && result == 0; s++)
		result = take_cell(m, m->system[s], r->field[s + 1], e);
	return result;
}

/* In JSON, whether the first object has two numbers or more behind its item, and nothing else. */
static bool is_wide(const struct input *in)
{
	struct err ignored = { 0 };
	struct json j;
	struct slice key, text;
	size_t keys = 0, other = 0;
	json_start(&j, in, &ignored);
	if ((json_peek(&j) == '[' && (json_open(&j, '[') < 0 || json_next(&j) <= 0)) ||
	    json_open(&j, '{') < 0)
		return false;
	while (json_next_key(&j, &key) > 0) {
		other += keys++ > 0 && strchr("-0123456789tfn", json_peek(&j)) == NULL;
		if (json_plain(&j, &text) < 0)
			return false;
	}
	return other == 0 && keys > 2;
}

static int take_object(struct matrix *m, struct json *j)
{
	struct slice key, value;
	int more;
	bool first = true;
	m->cell.place = json_place(j);
	if (json_open(j, '{') < 0)
		return -1;
	while ((more = json_next_key(j, &key)) > 0) {
		if (json_plain(j, &value) < 0 ||
		    (!first && field_name(m->cell.place, "system", key, j->e) < 0) ||
		    (first ? begin_row(m, value, j->e) : take_cell(m, key, value, j->e)) < 0)
			return -1;
		first = false;
	}
	return more;
}

static int read_objects(const struct input *in, struct matrix *m, struct err *e)
{
	struct json j;
	int more;
	json_start(&j, in, e);
	const bool array = json_peek(&j) == '[';
	if (array && json_open(&j, '[') < 0)
		return -1;
	while ((more = array ? json_next(&j) : json_peek(&j) != '\0') > 0)
		if (take_object(m, &j) < 0)
			return -1;
	return more < 0 ? -1 : json_finish(&j);
}

static int read_matrix(const struct input *in, struct slice measure, score_sink receiver,
		       void *context, struct err *e)
{
	struct matrix m = { .receiver = receiver,
			    .context = context,
			    .cell = { .measure = measure.at != NULL ? measure : slice_of("score"),
				      .options = in->options } };
	int result = json_begins(in) ? read_objects(in, &m, e)
				     : csv_read(in, CSV_ALL, take_record, &m, e);
	free(m.system);
	if (result == 0 && m.topics == 0)
		return err_data(e, "%.600s: no topics: there is nothing below the header",
				in->path);
	return result;
}

const char *scores_provenance(const struct input *in)
{
	static const char begin[] = "{\"record\":\"provenance\",";
	const char *at = in->bytes + (in->size > 2 && memcmp(in->bytes, "# ", 2) == 0 ? 2 : 0);
	size_t left = in->size - (size_t)(at - in->bytes);
	return left > sizeof begin && memcmp(at, begin, sizeof begin - 1) == 0 ? at : NULL;
}

/* Whether commas, semicolons or tabs stand in a line. */
static bool is_delimited_line(const struct input *in, const char *at)
{
	const char *end = memchr(at, '\n', (size_t)(in->bytes + in->size - at));
	size_t length = (size_t)((end != NULL ? end : in->bytes + in->size) - at);
	return memchr(at, ',', length) != NULL || memchr(at, ';', length) != NULL ||
	       memchr(at, '\t', length) != NULL;
}

int scores_kind(const struct input *in, struct slice measure, struct err *e)
{
	struct named_scores named;
	struct slice field[4];
	struct lines l;
	struct err ignored = { 0 };
	double value;
	bool json = json_begins(in);
	int table =
		json ? has_columns(in, &in_table, in_table.needed) : has_header(in, &in_table, e);
	if (table != 0)
		return table < 0 ? -1 : SCORES_TABLE;
	name_scores(&named, in, measure);
	bool log = has_columns(&named.in, &in_log, COLUMN(SCORE));
	if (json && !log && measure.at == NULL && is_wide(in))
		return SCORES_MATRIX;
	if (json || log)
		return SCORES_LOG;
	/* the last field of a line of scores is a number, or it is the line runid */
	lines_start(&l, in);
	int count = lines_next(&l, field, 4, &ignored);
	return count > 0 && !is_runid(field[0]) &&
			       (count == 1 || is_delimited_line(in, field[0].at)) &&
			       !(count > 2 && count <= 4 && parse_real(field[count - 1], &value))
		       ? SCORES_MATRIX
		       : SCORES_LINES;
}

int scores_read(const struct input *in, enum scores_kind kind, struct slice measure,
		score_sink receiver, void *context, struct err *e)
{
	struct score_rows x = { receiver, context, measure, false, false };
	if (kind == SCORES_LINES)
		return read_lines(in, measure, receiver, context, e);
	if (kind == SCORES_MATRIX)
		return read_matrix(in, measure, receiver, context, e);
	if ((kind == SCORES_TABLE ? table_read(in, &in_table, take_score_row, &x, e)
				  : read_log(in, &x, e)) < 0)
		return -1;
	return x.any ? 0 : err_data(e, "%.600s: no scores: the file is empty", in->path);
}
