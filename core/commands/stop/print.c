/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/commands/stop/stop_request.h"
#include "core/output/html.h"
#include "core/output/records.h"
#include "core/output/text.h"

/* Where a rule stops, or what is known at a look. */
struct row {
	const char *topic, *what, *rule, *guarantee;
	int64_t step, judged, found;
	double cost, recall, p;
	const char *needs;
};

#define ROW(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "topic", NULL, RECORD_TEXT, ROW(topic) },
	{ "what", NULL, RECORD_TEXT, ROW(what) },
	{ "rule", "rule", RECORD_TEXT, .width = 15, ROW(rule) },
	{ "guarantee", NULL, RECORD_TEXT, ROW(guarantee) },
	{ "step", "stops at", RECORD_WHOLE, .width = 8, ROW(step) },
	{ "judged", "judged", RECORD_WHOLE, .width = 7, ROW(judged) },
	{ "cost", "cost", RECORD_REAL, 6, 4, 6, ROW(cost) },
	{ "found", "found", RECORD_WHOLE, .width = 6, ROW(found) },
	{ "recall", "recall", RECORD_REAL, 6, 4, 6, ROW(recall) },
	{ "p", "p", RECORD_REAL, 6, 4, 6, ROW(p) },
	{ "needs", "needs", RECORD_TEXT, ROW(needs), .if_any = true },
	{ 0 },
};

static struct row row_of(const struct stop_request *q, const struct stop_case *x, size_t rule,
			 size_t look)
{
	const struct stopping_rule *s = stopping_rules[rule];
	const struct review_point *at = review_at(&x->review, look);
	return (struct row){
		.topic = x->topic != NULL ? x->topic : "all",
		.what = "look",
		.rule = s->name,
		.guarantee = s->guarantee ? "yes" : "no",
		.step = (int64_t)x->review.look[look],
		.judged = at->judged,
		.found = at->found,
		.cost = (double)at->judged / (double)x->review.collection,
		.recall = x->all > 0 ? (double)at->found / (double)x->all : NAN,
		.p = stop_p(s, q, x, look),
	};
}

/* A rule that does not stop: its last p, and what it needs if it has none. */
static struct row unstopped(const struct stop_request *q, const struct stop_case *x, size_t rule)
{
	const struct stopping_rule *s = stopping_rules[rule];
	struct row r = row_of(q, x, rule, x->review.looks - 1);
	r.step = r.judged = r.found = RECORD_NONE;
	r.cost = r.recall = NAN;
	for (size_t i = x->review.looks; i > 0 && isnan(r.p); i--)
		r.p = stop_p(s, q, x, i - 1);
	r.needs = isnan(r.p) && s->needs != NULL ? s->needs : NULL;
	return r;
}

static void add_stop(struct records *r, const struct stop_request *q, const struct stop_case *x,
		     size_t rule)
{
	bool stops = x->stop[rule] != SIZE_MAX;
	struct row row = stops ? row_of(q, x, rule, x->stop[rule]) : unstopped(q, x, rule);
	row.what = "stop";
	records_add(r, &row);
}

/* Whether a look is among those that are printed: `lines` of them, evenly spread. */
static bool is_shown(const struct stop_request *q, const struct stop_case *x, size_t look)
{
	double looks = (double)x->review.looks, lines = (double)q->lines;
	if (lines >= looks)
		return true;
	double line = floor(((double)look + 1) * lines / looks);
	return line > floor((double)look * lines / looks);
}

/* ---- CSV and JSON ---- */

static void add_case(struct records *r, const struct stop_request *q, const struct stop_case *x)
{
	for (size_t i = 0; stopping_rules[i] != NULL; i++)
		add_stop(r, q, x, i);
	for (size_t look = 0; look < x->review.looks; look++)
		for (size_t i = 0; stopping_rules[i] != NULL && is_shown(q, x, look); i++) {
			struct row row = row_of(q, x, i, look);
			if (!isnan(row.p))
				records_add(r, &row);
		}
}

/* ---- tables ---- */

/* As text or for a page. Releases the lines. */
static void print_table(struct buffer *b, const struct stop_request *q, const char *title,
			struct records *r)
{
	if (q->format == FORMAT_HTML) {
		records_html(r, title, b);
		return;
	}
	buffer_print(b, "\n%s\n", title);
	records_finish(r, FORMAT_TABLE, b);
}

static void print_rules(struct buffer *b, const struct stop_request *q, const struct stop_case *x,
			bool guarantee)
{
	struct records r;
	char title[128] = "Heuristics and repeated looks: no guarantee";
	if (guarantee)
		snprintf(title, sizeof title,
			 "Rules with a guarantee: recall below %g with probability %g at most",
			 q->question.rules.target, q->question.rules.alpha);
	records_init(&r, columns, sizeof(struct row));
	for (size_t i = 0; stopping_rules[i] != NULL; i++)
		if (stopping_rules[i]->guarantee == guarantee)
			add_stop(&r, q, x, i);
	print_table(b, q, title, &r);
}

/* One look, with p of all rules that have one. */
struct along {
	int64_t step, judged, found;
	double recall;
	double p[STOPPING_RULES_MAX];
};

static void along_columns(struct record_column *c)
{
	*c++ = (struct record_column){ NULL, "step", RECORD_WHOLE, .width = 7,
				       .at = offsetof(struct along, step) };
	*c++ = (struct record_column){ NULL, "judged", RECORD_WHOLE, .width = 7,
				       .at = offsetof(struct along, judged) };
	*c++ = (struct record_column){ NULL, "found", RECORD_WHOLE, .width = 6,
				       .at = offsetof(struct along, found) };
	*c++ = (struct record_column){ NULL,	      "recall",
				       RECORD_REAL,   .table_digits = 4,
				       .width = 6,    .at = offsetof(struct along, recall),
				       .if_any = true };
	for (size_t i = 0; stopping_rules[i] != NULL; i++)
		if (stopping_rules[i]->p != NULL)
			*c++ = (struct record_column){ NULL,
						       stopping_rules[i]->name,
						       RECORD_REAL,
						       .table_digits = 4,
						       .width = 6,
						       .if_any = true,
						       .at = offsetof(struct along, p) +
							     i * sizeof(double) };
	*c = (struct record_column){ 0 };
}

static void print_along(struct buffer *b, const struct stop_request *q, const struct stop_case *x)
{
	struct record_column column[STOPPING_RULES_MAX + 5];
	struct records r;
	along_columns(column);
	records_init(&r, column, sizeof(struct along));
	for (size_t look = 0; look < x->review.looks; look++) {
		if (!is_shown(q, x, look))
			continue;
		const struct row row = row_of(q, x, 0, look);
		struct along y = { row.step, row.judged, row.found, row.recall, { 0 } };
		for (size_t i = 0; stopping_rules[i] != NULL; i++)
			y.p[i] = stop_p(stopping_rules[i], q, x, look);
		records_add(&r, &y);
	}
	char title[64];
	snprintf(title, sizeof title, "p along the way: of \"recall is below %g\"",
		 q->question.rules.target);
	print_table(b, q, title, &r);
}

static void print_tables(struct buffer *b, const struct stop_request *q, const struct stop_case *x)
{
	print_rules(b, q, x, true);
	print_rules(b, q, x, false);
	if (q->lines > 0)
		print_along(b, q, x);
}

/* What there is, in one line. */
static void print_counts(struct buffer *b, const struct stop_case *x)
{
	const struct review *r = &x->review;
	const struct review_point *end = &r->at[r->steps];
	buffer_print(b, "%lld documents, %lld judged, %lld relevant found",
		     (long long)r->collection, (long long)end->judged, (long long)end->found);
	if (x->all >= 0)
		buffer_print(b, " of %lld", (long long)x->all);
	if (r->control > 0)
		buffer_print(b, "; control sample of %lld, %lld relevant, %lld of them reached",
			     (long long)r->control, (long long)r->control_relevant,
			     (long long)end->reached);
	if (end->drawn > 0)
		buffer_print(b, "; random %lld, %lld relevant", (long long)end->drawn,
			     (long long)end->drawn_found);
}

static int print_case(struct buffer *b, const struct stop_request *q, const struct stop_case *x,
		      struct err *e)
{
	struct buffer verdict = { 0 };
	buffer_print(b, "%s", b->length > 0 ? "\n" : "");
	if (x->topic != NULL)
		buffer_print(b, "topic %s: ", x->topic);
	print_counts(b, x);
	buffer_print(b, "\n");
	print_tables(b, q, x);
	int result = stop_verdict(&verdict, q, x, e);
	if (verdict.length > 0 && !verdict.failed) {
		buffer_print(b, "\nVerdict:\n");
		text_wrapped(b, verdict.text, 0, 80);
	}
	b->failed = b->failed || verdict.failed;
	buffer_release(&verdict);
	return result;
}

/* ---- a page ---- */

static int show_case(struct buffer *b, const struct stop_request *q, const struct stop_case *x,
		     struct err *e)
{
	struct buffer verdict = { 0 }, counts = { 0 };
	struct picture picture = { 0 };
	char title[256] = "Verdict";
	if (x->topic != NULL)
		snprintf(title, sizeof title, "Topic %s", x->topic);
	else if (x->all >= 0)
		snprintf(title, sizeof title, "Where rules stop");
	html_section(b, title);
	int result = stop_verdict(&verdict, q, x, e);
	html_lines(b, &verdict);
	print_counts(&counts, x);
	html_lines(b, &counts);
	if (result == 0)
		result = stop_picture(&picture, q, x, e);
	if (result == 0)
		html_plots(b, &picture, 0, picture.rows * picture.columns);
	picture_release(&picture);
	print_tables(b, q, x);
	html_section_end(b);
	buffer_release(&verdict);
	buffer_release(&counts);
	return result;
}

static int print_page(struct buffer *b, const struct stop_request *q, const struct stop_answer *a,
		      const struct warnings *warnings, struct err *e)
{
	const struct html_origin origin = {
		.command = q->command,
		.table = &stop_table,
		.request = q,
		.words = q->file.count,
		.warnings = warnings,
	};
	html_begin(b, "When to stop a review", warnings);
	for (size_t i = 0; i < a->count; i++)
		if (show_case(b, q, &a->item[i], e) < 0)
			return -1;
	html_section(b, "The rules");
	for (size_t i = 0; stopping_rules[i] != NULL; i++)
		html_paragraph(b, "%s: %s. %s", stopping_rules[i]->name, stopping_rules[i]->summary,
			       stopping_rules[i]->manual);
	html_section_end(b);
	return html_end(b, &origin, e);
}

int stop_print(struct buffer *b, const struct stop_request *q, const struct stop_answer *a,
	       const struct warnings *warnings, struct err *e)
{
	struct records r;
	int result = 0;
	if (q->format == FORMAT_HTML)
		return print_page(b, q, a, warnings, e);
	for (size_t i = 0; q->format == FORMAT_TABLE && i < a->count && result == 0; i++)
		result = print_case(b, q, &a->item[i], e);
	if (q->format == FORMAT_TABLE)
		return result;
	records_init(&r, columns, sizeof(struct row));
	for (size_t i = 0; i < a->count; i++)
		add_case(&r, q, &a->item[i]);
	records_finish(&r, q->format, b);
	return 0;
}
