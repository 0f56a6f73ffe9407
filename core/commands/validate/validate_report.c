/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What `validate` says to people: the counts, a table for each method with its notes, the sentences
 * for a report and what they do not say; a page also has pictures and the methods in words.
 */
#include <math.h>
#include <stdlib.h>

#include "core/base/buffer.h"
#include "core/commands/validate/validate.h"
#include "core/options/command.h"
#include "core/stats/interval/interval.h"

/* The name of a figure in the user's word: "responsive, produced". */
struct figure_label {
	char text[96];
};

static struct figure_label figure_label(const struct validate_request *q,
					const struct validation_figure *f)
{
	static const char usual[] = "relevant";
	struct figure_label out;
	bool named = strncmp(f->label, usual, strlen(usual)) == 0;
	snprintf(out.text, sizeof out.text, "%s%s", named ? q->word : "",
		 f->label + (named ? strlen(usual) : 0));
	return out;
}

/* The columns of the table: the estimate, and the bounds on the sides that are asked for. */
struct column {
	const char *heading;
	double value; /* of one figure */
	enum rounding how;
};

static size_t find_columns(struct column out[5], enum tail tail, const struct validation_figure *f,
			   size_t method)
{
	const struct validation_bounds x = validation_shown(f, method);
	size_t count = 0;
	/* what was counted has no bounds that could claim too much */
	enum rounding down = f->counted ? TO_NEAREST : DOWN, up = f->counted ? TO_NEAREST : UP;
	out[count++] = (struct column){ "estimate", f->value, TO_NEAREST };
	if (tail == TAIL_BOTH) {
		out[count++] = (struct column){ "from", x.between.lower, down };
		out[count++] = (struct column){ "to", x.between.upper, up };
	}
	if (tail != TAIL_UPPER)
		out[count++] = (struct column){ "at least", x.at_least, down };
	if (tail != TAIL_LOWER)
		out[count++] = (struct column){ "at most", x.at_most, up };
	return count;
}

/* Beside one-sided bounds, a two-sided interval has its level in the heading. */
static void begin_table(struct report *out, const char *title, const char *first,
			const struct column *column, size_t columns, double level)
{
	report_table(out, IN_PAPER | IN_PAGE, "%s", title);
	report_column(out, first, CELLS_TEXT, 22);
	for (size_t k = 0; k < columns; k++) {
		char heading[40];
		bool two_sided = columns == 5 && (k == 1 || k == 2);
		snprintf(heading, sizeof heading, two_sided ? "%2$g %% %1$s" : "%1$s",
			 column[k].heading, 100 * level);
		report_column(out, heading, CELLS_NUMBER, 11);
	}
}

static void add_cells(struct report *out, const struct validation_figure *f,
		      const struct column *column, size_t columns, int digits)
{
	for (size_t k = 0; k < columns; k++)
		report_cell(out, "%s",
			    rounded_figure(f, column[k].value, column[k].how, digits).text);
}

static void add_figures(struct report *out, const struct validate_request *q,
			const struct validation *x, size_t m)
{
	struct column column[5];
	size_t columns = find_columns(column, q->tail, &x->figure[0], m);
	begin_table(out, "Estimates and bounds", report_is(out, IN_TEXT) ? "" : "figure", column,
		    columns, q->question.level);
	for (size_t i = 0; i < x->figures; i++) {
		find_columns(column, q->tail, &x->figure[i], m);
		report_cell(out, "%s", figure_label(q, &x->figure[i]).text);
		add_cells(out, &x->figure[i], column, columns, validation_digits(q, x));
	}
}

/* The relevant share of each stratum that has a name. */
static void add_strata(struct report *out, const struct validate_request *q,
		       const struct validation *x)
{
	struct column column[5];
	size_t columns = 0;
	const char *method = "";
	const struct validation_question *a = &q->question;
	double level = validation_row_level(a, &x->design);
	for (size_t i = 0; i < x->design.strata; i++) {
		if (!validation_has_row(a, &x->design, i))
			continue;
		const struct validation_figure f = validation_row(&x->design.stratum[i], level);
		bool first = columns == 0;
		columns = find_columns(column, q->tail, &f, 0);
		method = f.bounds[0].by;
		if (first) {
			report_space(out);
			begin_table(out, "Relevant share of each stratum", "share in stratum",
				    column, columns, level);
		}
		report_cell(out, "%.*s", (int)x->design.name[i].length, x->design.name[i].at);
		add_cells(out, &f, column, columns, validation_digits(q, x));
	}
	if (columns == 0)
		return;
	report_space(out);
	report_note(
		out,
		a->simultaneous
			? "strata: exact limits (%s), level %g %% of all at once (%g %% each)"
			: "strata: exact limits (%s) of each on its own, level %g %%; it is less certain\n  that all of them hold at once",
		method, 100 * a->level, 100 * level);
}

/* ---- notes under the table: how the bounds were made, and what they say of a target ---- */

/* The figures of one sample may have a method of their own; what was counted needs none. */
static void note_between(struct report *out, const struct validate_request *q,
			 const struct validation *x, size_t m)
{
	const char *method = x->method[m].between, *own = NULL;
	struct buffer *note = report_text(out, REPORT_WRAPPED), names = { 0 };
	bool any = false; /* by the method of the question */
	for (size_t i = 0; i < x->figures; i++) {
		const struct validation_figure *f = &x->figure[i];
		bool others = strcmp(f->bounds[m].by, method) != 0;
		any = any || (!f->counted && !others);
		if (f->counted || !others)
			continue;
		buffer_print(&names, "%s%s", own != NULL ? "; " : "", figure_label(q, f).text);
		own = f->bounds[m].by;
	}
	buffer_print(note, "from, to: two-sided interval, level %g %%, method %s",
		     100 * q->question.level, own != NULL && !any ? own : method);
	if (own != NULL && any && !names.failed)
		buffer_print(note, "; where one sample decides, %s: %s", own, names.text);
	out->failed = out->failed || names.failed;
	buffer_release(&names);
}

static void note_legend(struct report *out, const struct validate_request *q,
			const struct validation *x, size_t number)
{
	const struct validation_method *m = &x->method[number];
	double level = 100 * q->question.level;
	if (q->tail == TAIL_BOTH)
		note_between(out, q, x, number);
	report_note(out, "%s: %s, level %g %%%s, method %s",
		    q->tail == TAIL_BOTH    ? "at least, at most"
		    : q->tail == TAIL_LOWER ? "at least"
					    : "at most",
		    q->tail == TAIL_BOTH ? "one-sided bounds" : "one-sided bound", level,
		    q->tail == TAIL_BOTH ? " each" : "", m->one_sided);
}

static void note_verdict(struct report *out, const struct validate_request *q,
			 const struct validation *x, size_t m)
{
	if (isnan(q->question.target))
		return;
	const struct validation_figure *recall = validation_recall(x);
	enum verdict v = x->verdict[m];
	const struct validation_bounds r = validation_shown(recall, m);
	const bool missed = v == VERDICT_MISSED; /* "at most": the bound that decides */
	const struct drawn_documents *drawn = &q->question.drawn;
	const bool large = drawn->not_drawn[0] != '\0' && recall->sure != NULL;
	struct rounded bound = rounded_share(missed ? r.at_most : r.at_least, missed ? UP : DOWN,
					     validation_digits(q, x));
	struct buffer *b = report_text(out, REPORT_LINE);
	buffer_print(b, "recall%s of %g: ", x->end_to_end.strata > 0 ? ", end to end," : "",
		     q->question.target);
	if (isnan(recall->value))
		buffer_print(b, "not shown (recall cannot be estimated)");
	else if (v == VERDICT_NOT_SHOWN)
		buffer_print(b, "not shown (at least %s only%s%s%s)", bound.text,
			     large ? "; family " : "", large ? drawn->not_drawn : "",
			     large ? ", with more than 1 % of all documents, was not drawn"
			     : drawn->document != NULL && recall->sure == NULL
				     ? "; the sizes of all families are not known"
				     : "");
	else if (validation_keeps_level(x, recall, m))
		buffer_print(b, v == VERDICT_SHOWN ? "shown (at least %s)" : "missed (at most %s)",
			     bound.text);
	else
		buffer_print(b, "not shown (at %s %s by %s, an approximation)",
			     v == VERDICT_SHOWN ? "least" : "most", bound.text,
			     x->method[m].one_sided);
}

/* What figures of the review leave out, what the bounds of eRecall are made of, and what the counts
 * do not tell. */
static void note_left_out(struct report *out, const struct validate_request *q,
			  const struct validation *x)
{
	int64_t withheld = segments_size(&q->question.counts.withheld),
		culled = segments_size(&q->question.counts.culled);
	if (withheld + culled > 0)
		buffer_print(report_text(out, REPORT_WRAPPED),
			     "richness, %s, recall: of the review, without %s%s%s%s%s", q->word,
			     withheld > 0 ? COUNT(withheld) : "",
			     withheld > 0 ? " documents withheld" : "",
			     withheld > 0 && culled > 0 ? " and " : "",
			     culled > 0 ? COUNT(culled) : "",
			     culled > 0 ? " documents culled" : "");
	if (x->whole.strata > 0)
		report_note(out,
			    "eRecall: bounds of both samples at level %g %%, so that it has %g %%",
			    50 + 50 * q->question.level, 100 * q->question.level);
	if ((x->design.known & KNOWN_PARTS) == 0 && (x->design.known & KNOWN_PRODUCED) != 0)
		report_note(out,
			    "not known: elusion, precision and F1, for which the number of sampled "
			    "documents\n  that are produced is needed (--control=n:p:a:b)");
}

/* ---- the same from counts ---- */

/* The command line that gives the same answer from counts: they are found, and the rest is as it
 * was asked for. */
static void print_counts_line(struct report *out, const struct found_counts *found,
			      const struct answered *asked)
{
	static const char *const kept[] = { "collection", "withheld culled target simultaneous "
							  "level ci tail digits word" };
	struct setting *line = calloc(found->count + asked->settings + 1, sizeof *line);
	size_t count = 0;
	out->failed = out->failed || line == NULL;
	for (int turn = 0; line != NULL && turn < 2; turn++) {
		for (size_t i = 0; i < asked->settings; i++) {
			const struct setting *s = &asked->setting[i];
			bool named = s->option != NULL && words_have(kept[turn], s->option);
			bool list = named && words_have("collection withheld culled", s->option) &&
				    !counts_are_meant(s->value);
			if (named && !list &&
			    setting_find(found->setting, found->count, s->option) == NULL)
				line[count++] = *s;
		}
		for (size_t i = 0; turn == 0 && i < found->count; i++)
			line[count++] = found->setting[i];
	}
	struct buffer *b = report_text(out, REPORT_COMMAND);
	command_line(b, asked->table, line, count);
	buffer_print(b, "\n");
	free(line);
}

static void add_counts_line(struct report *out, const struct validate_request *q,
			    const struct answered *asked)
{
	if (q->readings == 0)
		return;
	report_line(out, "%s",
		    q->question.drawn.document != NULL
			    ? "The estimates from counts, which say nothing about families:"
		    : q->readings > 1 ? "The estimates from counts:"
				      : "The same from counts:");
	print_counts_line(out, &q->reading[0].found, asked);
	report_space(out);
}

/* ---- methods ---- */

/* Whether bounds of the page are by a method. */
static bool is_used(const struct validate_request *q, const struct validation *x, const char *name)
{
	for (size_t m = 0; m < x->methods; m++) {
		if (strcmp(x->method[m].one_sided, name) == 0)
			return true;
		for (size_t i = 0; q->tail == TAIL_BOTH && i < x->figures; i++)
			if (!x->figure[i].counted && strcmp(x->figure[i].bounds[m].by, name) == 0)
				return true;
	}
	return false;
}

/* In words, with their sources. */
static void add_methods(struct report *out, const struct validate_request *q,
			const struct validation *x)
{
	report_section(out, "Methods");
	for (const struct interval_method *const *m = interval_methods; *m != NULL; m++)
		if (is_used(q, x, (*m)->name))
			report_note(out, "%s: %s. %s", (*m)->name, (*m)->summary, (*m)->manual);
	if (is_used(q, x, TWO_PHASE_METHOD))
		report_note(out, "%s", two_phase_manual);
}

/* What only a page has room for. */
static int end_page(struct report *out, const struct validate_request *q,
		    const struct validation *x, struct err *e)
{
	if (!report_is(out, IN_PAGE))
		return 0;
	struct picture *picture = report_picture(out, e);
	if (picture == NULL || validation_picture(q, x, picture, e) < 0)
		return -1;
	report_section(out, "Pictures");
	report_figures(out, picture, 0, picture->rows * picture->columns);
	add_methods(out, q, x);
	return 0;
}

/* ---- all of it ---- */

static void add_method(struct report *out, const struct validate_request *q,
		       const struct validation *x, size_t m)
{
	if (m > 0)
		report_space(out);
	report_for(out, IN_PAPER | IN_PAGE);
	report_section(out, "%s", x->methods > 1 ? x->method[m].between : "What the counts show");
	report_for(out, IN_ALL);
	add_figures(out, q, x, m);
	report_space(out);
	note_legend(out, q, x, m);
	note_left_out(out, q, x);
	note_verdict(out, q, x, m);
	if (m + 1 == x->methods)
		add_strata(out, q, x);
	report_heading(out, "For the report");
	report_print(report_text(out, REPORT_QUOTE), q, x, m);
}

int validation_report(struct buffer *b, const struct validate_request *q,
		      const struct validation *x, const struct answered *asked,
		      const struct warnings *warnings, struct err *e)
{
	const struct report_origin origin = {
		.title = q->title != NULL ? q->title : "Validation of a production",
		.asked = asked,
		.warnings = warnings,
	};
	struct report out;
	report_init(&out, q->format, &origin);
	if (q->title != NULL && !report_is(&out, IN_PAGE)) { /* which has it above everything */
		report_line(&out, "%s", q->title);
		report_space(&out);
	}
	ledger_print_misses(&out, q);
	add_counts_line(&out, q, asked);
	ledger_print(&out, q, x);
	for (size_t m = 0; m < x->methods; m++)
		add_method(&out, q, x, m);
	report_section(&out, "What this does not say");
	validation_limits(&out, q, x);
	return report_write(&out, end_page(&out, q, x, e), b, e);
}
