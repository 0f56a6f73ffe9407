/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A leaderboard as people read it: runs by measures, also of each group of topics; a page also has
 * pictures, what labels are worth, and the values of topics.
 */
#include <stdlib.h>

#include "core/commands/evaluate/board.h"
#include "core/commands/evaluate/evaluate.h"
#include "core/engine/evaluate/labels_frame.h"

/* ---- runs by measures ---- */

/* A value with the bounds that were asked for. */
static void add_value(struct report *out, enum record_kind kind, const char *tail, int digits,
		      const struct board_value *v, bool best)
{
	bool lower = v->bounded && (tail == NULL || strcmp(tail, "upper") != 0);
	bool upper = v->bounded && (tail == NULL || strcmp(tail, "lower") != 0);
	const struct board_number value = board_number(kind, digits, v->value),
				  from = board_number(kind, digits, v->lower),
				  to = board_number(kind, digits, v->upper);
	report_marked(out, value.text,
		      &(struct report_marks){ .lower = lower ? from.text : NULL,
					      .upper = upper ? to.text : NULL,
					      .best = best });
}

static void add_runs(struct report *out, const struct board *b, unsigned titled, const char *title,
		     int digits)
{
	const struct board_run *any = &b->run[0]; /* all have the same measures */
	report_table(out, titled, "%s", title);
	report_column(out, "run", CELLS_TEXT, 0);
	for (size_t m = 0; m < any->count; m++)
		report_column(out, any->measure[m].name, CELLS_MEASURE, 0);
	for (size_t i = 0; i < b->runs; i++) {
		const struct board_run *r = &b->run[b->order[i]];
		report_cell(out, "%s", r->name);
		for (size_t m = 0; m < any->count; m++)
			add_value(out, r->measure[m].kind, r->measure[m].tail, digits,
				  &r->measure[m].value, board_is_best(b, b->order[i], m, digits));
	}
}

/* Groups of topics. Only counts have no mean over groups. */
static void add_parts(struct report *out, const struct board *b, int digits)
{
	for (size_t i = 0; i < b->parts; i++)
		if (b->part[i].run[0].count > 0)
			add_runs(out, &b->part[i], IN_ALL, b->part[i].title, digits);
}

/* ---- notes ---- */

static void note_best(struct report *out, const struct board *b, int digits)
{
	bool any = false;
	for (size_t m = 0; m < b->run[0].count; m++)
		any = any || board_has_best(b, m, digits);
	if (any && b->parts > 0)
		report_space(out);
	if (any)
		report_note(out, "%s the best value of its column", report_format(out)->best);
}

/* Whether the method was already named, for an earlier run or measure. */
static bool told_before(const struct board *b, size_t run, size_t measure, const char *method)
{
	for (size_t i = 0; i <= run; i++)
		for (size_t m = 0; m < (i < run ? b->run[i].count : measure); m++) {
			const char *other = b->run[i].measure[m].method;
			if (other != NULL && strcmp(other, method) == 0)
				return true;
		}
	return false;
}

/* Means over several topics, which labels do not divide. */
static bool has_means(const struct board *b)
{
	for (size_t i = 0; i < b->runs; i++)
		for (size_t k = 0; k < b->run[i].count; k++)
			if (b->run[i].measure[k].topics > 1)
				return true;
	return false;
}

/* "95 % intervals by clogit, bb-learnt", and how strata were split: one line, or none. */
static void note_methods(struct report *out, const struct board *b)
{
	struct buffer *note = report_text(out, REPORT_NOTE);
	for (size_t i = 0; i < b->runs; i++)
		for (size_t k = 0; k < b->run[i].count; k++) {
			const struct board_measure *m = &b->run[i].measure[k];
			if (m->method == NULL || told_before(b, i, k, m->method))
				continue;
			bool both = m->tail == NULL || strcmp(m->tail, "both") == 0;
			if (note->length == 0)
				buffer_print(note, "%g %% %s by %s", 100 * m->level,
					     both ? "intervals" : "bounds", m->method);
			else
				buffer_print(note, ", %s", m->method);
		}
	const struct board *macro = b->parts > 0 ? &b->part[b->parts - 1] : b;
	if (macro != b && note->length > 0 && macro->run[0].count > 0)
		buffer_print(note, "; of the mean over groups by %s",
			     macro->run[0].measure->method);
	const char *by = has_means(b) ? ", corrected by the labels of " : " and by the labels of ";
	bool labels = b->labels != NULL && b->labels->file.count > 0;
	if (b->whose != NULL && note->length > 0)
		buffer_print(note, ", about %s", b->whose);
	if (b->pairs && labels)
		buffer_print(note, "; " LABELS_FRAME_OF_PAIRS, labels_names(b->labels).text);
	else if (b->post_stratified || labels)
		buffer_print(note, "%spost-stratified by what each run retrieves%s%s",
			     note->length > 0 ? "; " : "", labels ? by : "",
			     labels ? labels_names(b->labels).text : "");
	if (note->length > 0)
		buffer_print(note, "%s", report_stop(out));
}

/* ---- topics, of a page ---- */

/* All topics of all runs, each once, in bytewise order, as the topics of each run are. */
struct topics {
	const char **name;
	size_t count;
};

static int topics_init(struct topics *t, const struct board *b, struct err *e)
{
	size_t all = 0, kept = 0;
	for (size_t i = 0; i < b->runs; i++)
		all += b->run[i].topics;
	*t = (struct topics){ .name = calloc(all + 1, sizeof *t->name) };
	if (t->name == NULL)
		return err_memory(e);
	for (size_t i = 0; i < b->runs; i++)
		for (size_t k = 0; k < b->run[i].topics; k++)
			t->name[t->count++] = b->run[i].topic[k].topic;
	qsort(t->name, t->count, sizeof *t->name, compare_texts);
	for (size_t i = 0; i < t->count; i++)
		if (kept == 0 || strcmp(t->name[kept - 1], t->name[i]) != 0)
			t->name[kept++] = t->name[i];
	t->count = kept;
	return 0;
}

/* The value of a measure; `from` is where to begin, and moves on from topic to topic. */
static const struct board_topic *find(const struct board_run *r, const char *topic,
				      const char *measure, size_t *from)
{
	while (*from < r->topics && strcmp(r->topic[*from].topic, topic) < 0)
		++*from;
	for (size_t i = *from; i < r->topics && strcmp(r->topic[i].topic, topic) == 0; i++)
		if (strcmp(r->topic[i].measure, measure) == 0)
			return &r->topic[i];
	return NULL;
}

static int add_topics(struct report *out, const struct board *b, const struct topics *t,
		      const char *measure, int digits, struct err *e)
{
	size_t *from = calloc(b->runs + 1, sizeof *from);
	if (from == NULL)
		return err_memory(e);
	report_table(out, IN_PAGE, "%s", measure);
	report_column(out, "topic", CELLS_TEXT, 0);
	for (size_t i = 0; i < b->runs; i++)
		report_column(out, b->run[b->order[i]].name, CELLS_MEASURE, 0);
	for (size_t k = 0; k < t->count; k++) {
		report_cell(out, "%s", t->name[k]);
		for (size_t i = 0; i < b->runs; i++) {
			const struct board_run *r = &b->run[b->order[i]];
			const struct board_topic *x = find(r, t->name[k], measure, &from[i]);
			if (x == NULL)
				report_cell(out, "-");
			else
				add_value(out, x->kind, x->tail, digits, &x->value, false);
		}
	}
	free(from);
	return 0;
}

/* The measure of a run's first topic that was asked for next (after NULL: first); NULL: none. */
static const struct board_topic *next_measure(const struct board_run *r,
					      const struct board_topic *before)
{
	const struct board_topic *next = NULL;
	for (size_t i = 0; i < r->topics; i++) {
		const struct board_topic *x = &r->topic[i];
		if (strcmp(x->topic, r->topic[0].topic) != 0)
			break;
		bool later = before == NULL || x->order > before->order ||
			     (x->order == before->order && x > before);
		if (later && (next == NULL || x->order < next->order))
			next = x;
	}
	return next;
}

/* A table for each measure that topics have. */
static int add_by_topic(struct report *out, const struct board *b, int digits, struct err *e)
{
	struct topics t;
	const struct board_run *any = &b->run[b->order[0]];
	if (topics_init(&t, b, e) < 0)
		return -1;
	int result = 0;
	report_section(out, "By topic");
	for (const struct board_topic *x = next_measure(any, NULL); x != NULL && result == 0;
	     x = next_measure(any, x))
		result = add_topics(out, b, &t, x->measure, digits, e);
	free(t.name);
	return result;
}

/* ---- all of it ---- */

static int add_page(struct report *out, const struct board *b, int digits,
		    struct labels_report *labels, struct err *e)
{
	const struct board_run *any = &b->run[0];
	report_section(out, "Leaderboard");
	add_runs(out, b, IN_PAGE, "Runs, best first by the first measure", digits);
	note_methods(out, b);
	for (size_t m = 0; m < any->count; m++)
		if (any->measure[m].lower_better)
			report_note(out, "%s: lower is better", any->measure[m].name);
	if (b->parts > 0)
		report_section(out, "By group of topics");
	add_parts(out, b, digits);
	if (labels != NULL)
		labels_report_add(out, labels, digits);
	struct picture *picture = report_picture(out, e);
	if (picture == NULL || board_picture(b, picture, e) < 0)
		return -1;
	report_section(out, "Pictures");
	report_figures(out, picture, 0, picture->rows * picture->columns);
	return b->by_topic ? add_by_topic(out, b, digits, e) : 0;
}

int board_report(const struct board *b, enum record_format format, int digits,
		 struct labels_report *labels, struct report_origin origin, struct buffer *out,
		 struct err *e)
{
	struct report r;
	char title[64];
	int result = 0;
	snprintf(title, sizeof title, "Evaluation of %zu run%s", b->runs, b->runs == 1 ? "" : "s");
	origin.title = title;
	report_init(&r, format, &origin);
	if (report_is(&r, IN_PAGE))
		result = add_page(&r, b, digits, labels, e);
	else {
		add_runs(&r, b, 0, "", digits);
		add_parts(&r, b, digits);
		if (report_is(&r, IN_LATEX))
			note_methods(&r, b);
		note_best(&r, b, digits);
		if (!report_is(&r, IN_LATEX))
			note_methods(&r, b);
	}
	return report_write(&r, result, out, e);
}
