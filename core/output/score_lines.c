/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/output/score_lines.h"

#define AT(field) .at = offsetof(struct score_line, field)

/* The columns of a pair. For a single run the first is left out, and the second is called runid. */
enum { AT_RUN = 1, AT_VALUE = 4, AT_METHOD = 5, AT_TOPICS = 10, AT_ASKED = 14, AT_ONE_SIDED };
static const struct record_column columns[] = {
	{ "run_a", NULL, RECORD_TEXT, AT(run[0]) },
	{ "run_b", NULL, RECORD_TEXT, AT(run[1]) },
	{ "topic", NULL, RECORD_TEXT, AT(topic) },
	{ "measure", NULL, RECORD_TEXT, AT(measure) },
	{ "value", NULL, RECORD_REAL, AT(number) },
	{ "method", NULL, RECORD_TEXT, AT(method), .optional = true },
	{ "level", NULL, RECORD_SHORT, AT(level), .optional = true },
	{ "draws", NULL, RECORD_WHOLE, AT(draws), .optional = true },
	{ "seed", NULL, RECORD_WHOLE, AT(seed), .optional = true },
	{ "tail", NULL, RECORD_TEXT, AT(tail), .optional = true },
	{ "n", NULL, RECORD_WHOLE, AT(n), .optional = true },
	{ "design", NULL, RECORD_TEXT, AT(design), .optional = true },
	{ "estimator", NULL, RECORD_TEXT, AT(estimator), .optional = true },
	{ "file", NULL, RECORD_TEXT, AT(file), .optional = true },
	{ "asked", NULL, RECORD_TEXT, AT(asked), .optional = true },
	{ "one_sided", NULL, RECORD_REAL, AT(one_sided), .optional = true },
	{ "one_sided_method", NULL, RECORD_TEXT, AT(one_sided_method), .optional = true },
	{ 0 },
};

void score_lines_init(struct score_lines *s, struct buffer *b, enum record_format format,
		      bool pairs, bool bounds, int digits, bool exact)
{
	*s = (struct score_lines){ .b = b, .format = format, .digits = digits };
	memcpy(s->column, columns, sizeof columns);
	s->first = pairs ? s->column : &s->column[AT_RUN];
	if (!pairs)
		s->column[AT_RUN].name = "runid";
	else { /* what stands between is about a single run */
		s->column[AT_TOPICS] = s->column[AT_ASKED];
		s->column[AT_TOPICS + 1] = (struct record_column){ 0 };
	}
	s->value = &s->column[AT_VALUE];
	s->value->digits = exact ? RECORD_EXACT : digits;
	s->value->padded = digits + 2; /* as trec_eval does; it shows if there are no digits */
	if (!bounds)
		s->column[AT_METHOD] = (struct record_column){ 0 };
	s->column[AT_ONE_SIDED] = (struct record_column){ 0 }; /* ends the columns */
}

void score_lines_contributions(struct score_lines *s)
{
	static const struct record_column contribution = { "contribution", NULL, RECORD_REAL,
							   AT(contribution), .optional = true };
	s->column[AT_ONE_SIDED] = s->column[AT_ASKED];
	s->column[AT_ONE_SIDED + 1] = (struct record_column){ 0 };
	s->column[AT_ASKED] = contribution;
	s->column[AT_ASKED].digits = s->value->digits;
}

void score_lines_one_sided(struct score_lines *s)
{
	memcpy(&s->column[AT_ASKED], &columns[AT_ONE_SIDED], 3 * sizeof columns[0]);
	s->column[AT_ASKED].digits = s->value->digits;
}

void score_lines_begin(struct score_lines *s, const struct output *receiver)
{
	s->receiver = receiver;
	if (receiver != NULL)
		s->b->failed = s->b->failed || !receiver->expect(receiver->context, 1);
	else
		record_header(s->first, s->format, s->b);
}

static void trec_line(const struct score_lines *s, const struct score_line *l)
{
	int width = 22;
	if (s->padded_apart && l->prefix != NULL)
		width += (int)strlen(l->prefix);
	buffer_print(s->b, "%-*s\t%s\t", width, l->measure, l->topic);
	if (l->kind == RECORD_TEXT)
		buffer_print(s->b, "%s\n", l->text);
	else if (l->kind == RECORD_COUNT)
		buffer_print(s->b, "%.0f\n", l->number);
	else /* nan without the sign that some machines give it */
		buffer_print(s->b, "%*.*f\n", s->digits + 2, s->digits,
			     isnan(l->number) ? fabs(l->number) : l->number);
}

/* Writes a value, or an end that has taken its place. */
static void write_line(struct score_lines *s, const struct score_line *l)
{
	struct score_line line = *l;
	if (l->prefix != NULL && l->prefix[0] != '\0') {
		s->name.length = 0;
		buffer_print(&s->name, "%s%s", l->prefix, l->measure);
		line.measure = s->name.text;
	}
	if (s->name.failed || s->b->failed) {
		s->b->failed = true;
		return;
	}
	if (s->format == FORMAT_TREC) {
		trec_line(s, &line);
		return;
	}
	s->value->kind = l->kind;
	s->value->at = l->kind == RECORD_TEXT ? offsetof(struct score_line, text)
					      : offsetof(struct score_line, number);
	if (l->method == NULL) {
		line.level = NAN;
		line.draws = line.seed = RECORD_NONE;
		line.tail = NULL;
	}
	if (line.n == 0)
		line.n = RECORD_NONE;
	record_line(s->first, s->format, &line, s->b);
}

struct score_line score_line_of_end(const struct score_line *l, const struct score_end *end)
{
	struct score_line line = *l;
	line.measure = end->name;
	line.number = end->number;
	line.method = end->method;
	line.draws = end->draws;
	line.estimator = end->estimator;
	line.asked = end->asked;
	line.order = end->order;
	line.title = NULL;
	line.one_sided = end->one_sided;
	line.one_sided_method = end->one_sided_method;
	line.contribution = NAN;
	line.hidden = false;
	line.ends = 0;
	return line;
}

void score_lines_add(struct score_lines *s, const struct score_line *l)
{
	if (s->receiver != NULL) {
		s->b->failed =
			s->b->failed || !s->receiver->line(s->receiver->context, s->block, l);
		return;
	}
	if (!l->hidden)
		write_line(s, l);
	for (size_t i = 0; i < l->ends; i++) {
		const struct score_line line = score_line_of_end(l, &l->end[i]);
		write_line(s, &line);
	}
}
