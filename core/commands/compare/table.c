/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of a comparison: runs over topics, groups of topics, and the figures of pairs.
 */
#include "core/commands/compare/comparison_output.h"
#include "core/output/text.h"

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

static void grid_part(struct buffer *b, const struct figures *f, bool micro,
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
	buffer_print(b, "%-26s", micro ? "all topics pooled" : "");
	for (size_t k = 0; k < columns.count; k++)
		buffer_print(b, " %10s", columns.word[k]);
	buffer_print(b, "\n");
	for (size_t i = 0; i < rows.count; i++) {
		buffer_print(b, "%-26s", rows.word[i]);
		for (size_t k = 0; k < columns.count; k++) {
			const struct figure *x =
				find_figure(f, rows.word[i], columns.word[k], micro);
			if (x == NULL)
				buffer_print(b, " %10s", "");
			else
				text_number(b, 10, x->integer ? 0 : o->runs->digits, x->value);
		}
		text_end_line(b);
	}
}

/* One pair: the figures of each family under its title. */
static void grids(struct buffer *b, const struct figures *f, bool first,
		  const struct comparison_output *o)
{
	for (size_t start = 0, end; start < f->count; start = end) {
		const struct pair_measure *family = f->figure[start].family;
		end = start;
		while (end < f->count && f->figure[end].family == family)
			end++;
		const struct figures part = { .figure = f->figure + start, .count = end - start };
		buffer_print(b, "%s%s\n", first ? "" : "\n", family->title);
		grid_part(b, &part, false, o);
		grid_part(b, &part, true, o);
		first = false;
	}
}

/* Many pairs: one line each, with the figures that matter most. */
static void headlines(struct buffer *b, const struct comparison *c,
		      const struct comparison_output *o)
{
	int width = text_width(c->run, c->runs, 3);
	const struct figures *first = &c->pair[0].figures;
	buffer_print(b, "\n%-*s %-*s", width, "A", width, "B");
	for (size_t i = 0; i < first->count; i++)
		if (first->figure[i].headline && first->figure[i].topic == NULL)
			buffer_print(b, "  %s%s", first->figure[i].micro ? "micro_" : "",
				     first->figure[i].name);
	buffer_print(b, "\n");
	for (size_t k = 0; k < c->pairs; k++) {
		const struct pair *p = &c->pair[k];
		buffer_print(b, "%-*s %-*s", width, c->run[p->run[0]], width, c->run[p->run[1]]);
		for (size_t i = 0; i < p->figures.count; i++) {
			const struct figure *x = &p->figures.figure[i];
			if (x->headline && x->topic == NULL)
				text_number(b, (int)strlen(x->name) + (x->micro ? 7 : 1),
					    o->runs->digits, x->value);
		}
		buffer_print(b, "\n");
	}
}

void comparison_table(struct buffer *b, const struct comparison *c,
		      const struct comparison_output *o)
{
	comparison_system_table(b, c, o);
	comparison_over_topics(b, c, o);
	comparison_group_tables(b, c, o);
	if (o->asked->by_topic)
		comparison_topic_table(b, c, o);
	if (comparison_is_cut(o))
		buffer_print(b,
			     "post-stratified by what each run retrieves; a pair, by what both, "
			     "one or neither of its runs retrieve%s%s\n",
			     o->runs->batch.labels.path != NULL ? "; all by the labels of " : "",
			     o->runs->batch.labels.path != NULL ? o->runs->batch.labels.path : "");
	if (o->asked->leaderboard)
		return;
	if (c->pairs > 1 && c->pair[0].figures.count > 0)
		headlines(b, c, o);
	if (c->pairs == 1)
		grids(b, &c->pair[0].figures, c->measures == 0, o);
	comparison_report(b, c, o);
}
