/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/commands/evaluate/board.h"
#include "core/commands/evaluate/labels_report.h"
#include "core/output/html.h"

/* A value with its bounds, as a cell. */
static void cell(struct buffer *out, const struct board_measure *m, int digits,
		 const struct board_value *v, bool best)
{
	buffer_print(out, best ? "<td class=\"best\">" : "<td>");
	board_number(out, m->kind, digits, v->value);
	buffer_print(out, v->bounded ? "<small>" : "");
	board_bounds(out, m, digits, v, "&ge; ", "&le; ");
	buffer_print(out, v->bounded ? "</small>" : "");
}

static void runs_table(const struct board *b, const char *caption, int digits, struct buffer *out)
{
	const struct board_run *any = &b->run[0];
	html_table(out, caption, b->runs, any->count + 1);
	html_heading(out, "run", false);
	for (size_t m = 0; m < any->count; m++)
		html_heading(out, any->measure[m].name, true);
	html_rows(out);
	for (size_t i = 0; i < b->runs; i++) {
		const struct board_run *r = &b->run[b->order[i]];
		html_row(out, r->name);
		for (size_t m = 0; m < any->count; m++)
			cell(out, &r->measure[m], digits, &r->value[m],
			     board_is_best(b, b->order[i], m, digits));
		buffer_print(out, "\n");
	}
	html_table_end(out);
}

static void leaderboard(const struct board *b, int digits, struct buffer *out)
{
	const struct board_run *any = &b->run[0];
	struct buffer methods = { 0 };
	html_section(out, "Leaderboard");
	runs_table(b, "Runs, the best by the first measure above", digits, out);
	board_explain(&methods, b, "");
	if (methods.length > 0)
		html_paragraph(out, "%.*s.", (int)methods.length - 1, methods.text);
	for (size_t m = 0; m < any->count; m++)
		if (any->measure[m].lower_better)
			html_paragraph(out, "%s: lower is better", any->measure[m].name);
	out->failed = out->failed || methods.failed;
	buffer_release(&methods);
	html_section_end(out);
}

/* Groups of topics, if there are any. */
static void by_group(const struct board *b, int digits, struct buffer *out)
{
	if (b->parts == 0)
		return;
	html_section(out, "By group of topics");
	for (size_t i = 0; i < b->parts; i++)
		if (b->part[i].run[0].count > 0)
			runs_table(&b->part[i], b->part[i].title, digits, out);
	html_section_end(out);
}

/*
 * Topics.
 */

/* All topics of all runs, each once, in bytewise order, as the topics of each run are. */
struct topics {
	const char **name;
	size_t count;
};

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

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
	qsort(t->name, t->count, sizeof *t->name, by_name);
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

static int topic_table(const struct board *b, const struct topics *t, const char *measure,
		       int digits, struct buffer *out, struct err *e)
{
	size_t *from = calloc(b->runs + 1, sizeof *from);
	if (from == NULL)
		return err_memory(e);
	html_table(out, measure, t->count, b->runs + 1);
	html_heading(out, "topic", false);
	for (size_t i = 0; i < b->runs; i++)
		html_heading(out, b->run[b->order[i]].name, true);
	html_rows(out);
	for (size_t k = 0; k < t->count; k++) {
		html_row(out, t->name[k]);
		for (size_t i = 0; i < b->runs; i++) {
			const struct board_run *r = &b->run[b->order[i]];
			const struct board_topic *x = find(r, t->name[k], measure, &from[i]);
			if (x == NULL)
				buffer_print(out, "<td>-");
			else
				cell(out,
				     &(struct board_measure){ .kind = x->kind, .tail = x->tail },
				     digits, &x->value, false);
		}
		buffer_print(out, "\n");
	}
	html_table_end(out);
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
static int by_topic(const struct board *b, int digits, struct buffer *out, struct err *e)
{
	struct topics t;
	const struct board_run *any = &b->run[b->order[0]];
	if (topics_init(&t, b, e) < 0)
		return -1;
	int result = 0;
	html_section(out, "By topic");
	for (const struct board_topic *x = next_measure(any, NULL); x != NULL && result == 0;
	     x = next_measure(any, x))
		result = topic_table(b, &t, x->measure, digits, out, e);
	html_section_end(out);
	free(t.name);
	return result;
}

int board_page(const struct board *b, int digits, const struct labels_report *labels,
	       const struct html_origin *origin, struct buffer *out, struct err *e)
{
	struct picture picture = { 0 };
	char title[64];
	snprintf(title, sizeof title, "Evaluation of %zu run%s", b->runs, b->runs == 1 ? "" : "s");
	html_begin(out, title, origin->warnings);
	leaderboard(b, digits, out);
	by_group(b, digits, out);
	if (labels != NULL)
		labels_report_page(labels, digits, out);
	if (html_picture(out, &picture, board_picture(b, &picture, e)) < 0 ||
	    (b->by_topic && by_topic(b, digits, out, e) < 0))
		return -1;
	return html_end(out, origin, e);
}
