/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A comparison as people read it: in text runs over topics, groups of topics and the figures of
 * pairs, then sentences to copy; a page begins with these.
 */
#include <math.h>

#include "core/commands/compare/compare_output.h"
#include "core/engine/evaluate/labels_frame.h"
#include "core/output/text.h"

/* ---- figures of pairs ---- */

/* Words in the order in which they were first seen. */
struct words {
	const char *word[64];
	size_t count;
};

static void add_word(struct words *w, const char *word)
{
	for (size_t i = 0; i < w->count; i++)
		if (strcmp(w->word[i], word) == 0)
			return;
	if (w->count < 64)
		w->word[w->count++] = word;
}

static const struct figure *find_figure(const struct figures *f, const char *row_name,
					const char *column, bool micro)
{
	for (size_t i = 0; i < f->count; i++) {
		const struct figure *x = &f->figure[i];
		if (x->topic == NULL && x->row != NULL && x->micro == micro &&
		    strcmp(x->row, row_name) == 0 && strcmp(x->column, column) == 0)
			return x;
	}
	return NULL;
}

static void add_grid(struct report *out, const struct figures *f, const char *title, bool micro,
		     const struct comparison_output *o)
{
	struct words rows = { 0 }, columns = { 0 };
	for (size_t i = 0; i < f->count; i++) {
		const struct figure *x = &f->figure[i];
		if (x->topic != NULL || x->row == NULL || x->micro != micro)
			continue;
		add_word(&rows, x->row);
		add_word(&columns, x->column);
	}
	if (rows.count == 0)
		return;
	report_table(out, micro ? 0 : IN_ALL, "%s", title);
	report_column(out, micro ? "all topics pooled" : "", CELLS_TEXT, 26);
	for (size_t k = 0; k < columns.count; k++)
		report_column(out, columns.word[k], CELLS_NUMBER, 10);
	for (size_t i = 0; i < rows.count; i++) {
		report_cell(out, "%s", rows.word[i]);
		for (size_t k = 0; k < columns.count; k++) {
			const struct figure *x =
				find_figure(f, rows.word[i], columns.word[k], micro);
			if (x == NULL)
				report_cell(out, "%s", "");
			else
				report_number(out, x->integer ? 0 : o->runs->digits, x->value);
		}
	}
}

/* One pair: the figures of each family under its title. */
static void add_grids(struct report *out, const struct figures *f,
		      const struct comparison_output *o)
{
	for (size_t start = 0, end; start < f->count; start = end) {
		const struct pair_measure *family = f->figure[start].family;
		end = start;
		while (end < f->count && f->figure[end].family == family)
			end++;
		const struct figures part = { .figure = f->figure + start, .count = end - start };
		add_grid(out, &part, family->title, false, o);
		add_grid(out, &part, family->title, true, o);
	}
}

static bool is_headline(const struct figure *x)
{
	return x->headline && x->topic == NULL;
}

static size_t headlines(const struct figures *f)
{
	size_t count = 0;
	for (size_t i = 0; i < f->count; i++)
		count += is_headline(&f->figure[i]);
	return count;
}

/* What a pair says under a heading; nan: nothing, as micro_ of one topic in common. */
static double value_under(const struct figures *f, const struct figure *heading)
{
	for (size_t i = 0; i < f->count; i++) {
		const struct figure *x = &f->figure[i];
		if (is_headline(x) && x->micro == heading->micro &&
		    strcmp(x->name, heading->name) == 0)
			return x->value;
	}
	return NAN;
}

/* Many pairs: one line each, with the figures that matter most. */
static void add_headlines(struct report *out, const struct comparison *c,
			  const struct comparison_output *o)
{
	int width = text_width(c->run, c->runs, 3);
	const struct figures *most = &c->pair[0].figures;
	for (size_t k = 1; k < c->pairs; k++)
		if (headlines(&c->pair[k].figures) > headlines(most))
			most = &c->pair[k].figures;
	report_space(out);
	report_table(out, 0, "Pairs");
	report_columns(out, CELLS_TEXT, width, "A", "B", NULL);
	for (size_t i = 0; i < most->count; i++) {
		const struct figure *x = &most->figure[i];
		char name[96];
		snprintf(name, sizeof name, "%s%s", x->micro ? "micro_" : "", x->name);
		if (is_headline(x))
			report_column(out, name, CELLS_NUMBER, (int)strlen(name) + 1);
	}
	for (size_t k = 0; k < c->pairs; k++) {
		const struct pair *p = &c->pair[k];
		report_cell(out, "%s", c->run[p->run[0]]);
		report_cell(out, "%s", c->run[p->run[1]]);
		for (size_t i = 0; i < most->count; i++)
			if (is_headline(&most->figure[i]))
				report_number(out, o->runs->digits,
					      value_under(&p->figures, &most->figure[i]));
	}
}

static void add_figures(struct report *out, const struct comparison *c,
			const struct comparison_output *o)
{
	const struct pair *p = &c->pair[0];
	bool named = report_is(out, IN_TEXT) && c->measures > 0; /* above */
	if (p->figures.count == 0)
		return;
	if (c->pairs > 1) {
		add_headlines(out, c, o);
		return;
	}
	if (!named && o->asked->source == COMPARE_RUNS)
		comparison_name_pair(out, c);
	add_grids(out, &p->figures, o);
}

/* A page has all of them. */
static void add_all_figures(struct report *out, const struct comparison *c,
			    const struct comparison_output *o)
{
	report_section(out, "What is said of each pair");
	report_table(out, IN_PAGE, "Figures of pairs");
	report_columns(out, CELLS_TEXT, 0, "A", "B", "topic", "what", NULL);
	report_column(out, "value", CELLS_NUMBER, 0);
	for (size_t k = 0; k < c->pairs; k++)
		for (size_t i = 0; i < c->pair[k].figures.count; i++) {
			const struct figure *x = &c->pair[k].figures.figure[i];
			if (x->topic != NULL && !o->runs->topics)
				continue;
			report_cell(out, "%s", c->run[c->pair[k].run[0]]);
			report_cell(out, "%s", c->run[c->pair[k].run[1]]);
			report_cell(out, "%s", x->topic != NULL ? x->topic : "all");
			report_cell(out, "%s%s", x->micro ? "micro_" : "", x->name);
			report_number(out, x->integer ? 0 : o->runs->digits, x->value);
		}
}

/* ---- all of it ---- */

static void add_sentences(struct report *out, const struct comparison *c,
			  const struct comparison_output *o)
{
	struct buffer text = { 0 };
	comparison_sentences(&text, c, o);
	if (text.length > 0 && !text.failed) {
		report_section(out, "For the report");
		buffer_print(report_text(out, REPORT_PROSE), "%s", text.text);
	}
	out->failed = out->failed || text.failed;
	buffer_release(&text);
}

static void add_text(struct report *out, const struct comparison *c,
		     const struct comparison_output *o)
{
	const struct labels_asked *labels = &o->runs->batch.labels;
	comparison_systems_table(out, c, o);
	comparison_over_topics(out, c, o, NULL);
	comparison_groups(out, c, o);
	if (o->asked->by_topic)
		comparison_by_topic(out, c, o);
	if (o->runs->people.pairs)
		report_note(out, LABELS_FRAME_OF_PAIRS, labels_names(labels).text);
	else if (comparison_is_cut(o))
		report_note(
			out,
			"post-stratified by what each run retrieves; a pair, by what both, one or "
			"neither of its runs retrieve%s%s",
			labels->file.count > 0 ? "; all by the labels of " : "",
			labels_names(labels).text);
	if (o->asked->leaderboard)
		return;
	add_figures(out, c, o);
	add_sentences(out, c, o);
}

static int add_page(struct report *out, const struct comparison *c,
		    const struct comparison_output *o, struct err *e)
{
	struct picture *picture = report_picture(out, e);
	if (picture == NULL || (c->measures > 0 && comparison_picture(c, o, picture, e) < 0))
		return -1;
	add_sentences(out, c, o);
	comparison_over_topics(out, c, o, picture);
	if (c->pairs > 0 && c->pair[0].figures.count > 0)
		add_all_figures(out, c, o);
	return 0;
}

int comparison_report(struct buffer *b, const struct comparison *c,
		      const struct comparison_output *o, struct err *e)
{
	struct report out;
	int result = 0;
	report_init(&out, o->asked->format, o->origin);
	comparison_gate(&out, c, o);
	if (report_is(&out, IN_PAGE))
		result = add_page(&out, c, o, e);
	else if (report_is(&out, IN_PAPER) && c->measures > 0) {
		comparison_paper(&out, c, o);
		if (o->runs->measure.count > 0) /* -m asks for them */
			add_figures(&out, c, o);
	} else
		add_text(&out, c, o);
	return report_write(&out, result, b, e);
}
