/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What `validate` prints for a person.
 */
#include <math.h>

#include "core/base/buffer.h"
#include "core/commands/validate/validate.h"
#include "core/output/text.h"

struct figure_label figure_label(const struct validate_request *q,
				 const struct validation_figure *f)
{
	static const char usual[] = "relevant";
	struct figure_label out;
	bool named = strncmp(f->label, usual, strlen(usual)) == 0;
	snprintf(out.text, sizeof out.text, "%s%s", named ? q->word : "",
		 f->label + (named ? strlen(usual) : 0));
	return out;
}

size_t validation_columns(struct validation_column out[5], enum tail tail,
			  const struct validation_figure *f, size_t method)
{
	const struct validation_bounds x = validation_shown(f, method);
	size_t count = 0;
	/* what was counted has no bounds that could claim too much */
	enum rounding down = f->counted ? TO_NEAREST : DOWN, up = f->counted ? TO_NEAREST : UP;
	out[count++] = (struct validation_column){ "estimate", f->value, TO_NEAREST };
	if (tail == TAIL_BOTH) {
		out[count++] = (struct validation_column){ "from", x.between.lower, down };
		out[count++] = (struct validation_column){ "to", x.between.upper, up };
	}
	if (tail != TAIL_UPPER)
		out[count++] = (struct validation_column){ "at least", x.at_least, down };
	if (tail != TAIL_LOWER)
		out[count++] = (struct validation_column){ "at most", x.at_most, up };
	return count;
}

static void print_figures(struct buffer *b, const struct validate_request *q,
			  const struct validation *x, size_t m)
{
	struct validation_column column[5];
	size_t columns = validation_columns(column, q->tail, &x->figure[0], m);
	int digits = validation_digits(q, x), width = 22;
	for (size_t i = 0; i < x->figures; i++) {
		int length = (int)strlen(figure_label(q, &x->figure[i]).text);
		width = length > width ? length : width;
	}
	buffer_print(b, "%-*s", width, "");
	for (size_t k = 0; k < columns; k++)
		buffer_print(b, " %11s", column[k].heading);
	buffer_print(b, "\n");
	for (size_t i = 0; i < x->figures; i++) {
		const struct validation_figure *f = &x->figure[i];
		validation_columns(column, q->tail, f, m);
		buffer_print(b, "%-*s", width, figure_label(q, f).text);
		for (size_t k = 0; k < columns; k++)
			buffer_print(
				b, " %11s",
				rounded_figure(f, column[k].value, column[k].how, digits).text);
		buffer_print(b, "\n");
	}
}

/* A line under the table, on several lines if it is long. */
static void print_note(struct buffer *b, const struct buffer *note)
{
	struct buffer wrapped = { 0 };
	if (!note->failed)
		text_wrapped(&wrapped, note->text, 2, 80);
	if (wrapped.length > 0 && !wrapped.failed)
		buffer_print(b, "%s", wrapped.text + 2);
	b->failed = b->failed || note->failed || wrapped.failed;
	buffer_release(&wrapped);
}

/* The figures of one sample may have a method of their own; what was counted needs none. */
static void print_between(struct buffer *b, const struct validate_request *q,
			  const struct validation *x, size_t m)
{
	const char *method = x->method[m].between, *own = NULL;
	struct buffer note = { 0 }, names = { 0 };
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
	buffer_print(&note, "from, to: two-sided interval, level %g %%, method %s",
		     100 * q->question.level, own != NULL && !any ? own : method);
	if (own != NULL && any && !names.failed)
		buffer_print(&note, "; where one sample decides, %s: %s", own, names.text);
	print_note(b, &note);
	b->failed = b->failed || names.failed;
	buffer_release(&note);
	buffer_release(&names);
}

static void print_legend(struct buffer *b, const struct validate_request *q,
			 const struct validation *x, size_t number)
{
	const struct validation_method *m = &x->method[number];
	double level = 100 * q->question.level;
	if (q->tail == TAIL_BOTH)
		print_between(b, q, x, number);
	buffer_print(b, "%s: %s, level %g %%%s, method %s\n",
		     q->tail == TAIL_BOTH    ? "at least, at most"
		     : q->tail == TAIL_LOWER ? "at least"
					     : "at most",
		     q->tail == TAIL_BOTH ? "one-sided bounds" : "one-sided bound", level,
		     q->tail == TAIL_BOTH ? " each" : "", m->one_sided);
}

/* "at least 0.8317": the bound that decides. */
static struct rounded deciding_bound(const struct validate_request *q, const struct validation *x,
				     const struct validation_figure *recall, size_t m)
{
	const struct validation_bounds r = validation_shown(recall, m);
	bool missed = x->verdict[m] == VERDICT_MISSED;
	return rounded_share(missed ? r.at_most : r.at_least, missed ? UP : DOWN,
			     validation_digits(q, x));
}

static void print_verdict(struct buffer *b, const struct validate_request *q,
			  const struct validation *x, size_t m)
{
	if (isnan(q->question.target))
		return;
	const struct validation_figure *recall = validation_recall(x);
	struct rounded bound = deciding_bound(q, x, recall, m);
	enum verdict v = x->verdict[m];
	buffer_print(b, "recall%s of %g: ", x->end_to_end.strata > 0 ? ", end to end," : "",
		     q->question.target);
	if (isnan(recall->value))
		buffer_print(b, "not shown (recall cannot be estimated)\n");
	else if (v == VERDICT_NOT_SHOWN)
		buffer_print(b, "not shown (at least %s only)\n", bound.text);
	else if (validation_keeps_level(x, recall, m))
		buffer_print(b,
			     v == VERDICT_SHOWN ? "shown (at least %s)\n"
						: "shown to be missed (at most %s)\n",
			     bound.text);
	else
		buffer_print(b, "not shown (at %s %s by %s, an approximation)\n",
			     v == VERDICT_SHOWN ? "least" : "most", bound.text,
			     x->method[m].one_sided);
}

/* Bounds that cannot be are printed as what can be. */
static void print_cut_bounds(struct buffer *b, const struct validation *x, size_t m)
{
	bool cut = false;
	for (size_t i = 0; i < x->figures; i++) {
		const struct validation_bounds is = x->figure[i].bounds[m];
		const struct validation_bounds shown = validation_shown(&x->figure[i], m);
		cut = cut || is.between.lower < shown.between.lower ||
		      is.between.upper > shown.between.upper || is.at_least < shown.at_least ||
		      is.at_most > shown.at_most;
	}
	if (cut)
		buffer_print(b,
			     "%s: bounds beyond what is possible are cut off there (csv has them "
			     "whole)\n",
			     x->method[m].between);
}

/* A one-sided bound that no truth may break can lie beyond the end of an interval that keeps its
 * level on average over truths. */
static void print_wider_bounds(struct buffer *b, const struct validate_request *q,
			       const struct validation *x, size_t m)
{
	struct buffer note = { 0 };
	size_t wider = 0;
	bool two_methods = strcmp(x->method[m].between, x->method[m].one_sided) != 0;
	for (size_t i = 0; i < x->figures && q->tail == TAIL_BOTH && two_methods; i++) {
		const struct validation_bounds shown = validation_shown(&x->figure[i], m);
		if ((shown.at_least < shown.between.lower || shown.at_most > shown.between.upper) &&
		    validation_keeps_level(x, &x->figure[i], m))
			buffer_print(&note, "%s%s", wider++ == 0 ? "" : "; ",
				     figure_label(q, &x->figure[i]).text);
	}
	buffer_print(&note, ": a one-sided bound lies beyond the interval. It holds whatever the "
			    "truth is, the interval on average over truths.");
	if (wider > 0)
		print_note(b, &note);
	buffer_release(&note);
}

/* The least distance of two bounds, in documents, that the table may show. */
static const double APART = 0.01;

/*
 * A bound of all relevant documents may lie below that of a part of them: each is found by itself,
 * and a little more or less is left to chance.
 */
static void print_parts(struct buffer *b, const struct validate_request *q,
			const struct validation *x, size_t m)
{
	static const char *const part[] = { "est_rel_ret", "est_rel_unret" };
	const struct validation_figure *all = validation_find(x, "est_rel");
	for (size_t k = 0; k < 2 && all != NULL; k++) {
		const struct validation_figure *f = validation_find(x, part[k]);
		struct validation_column whole[5], own[5];
		size_t columns = validation_columns(whole, q->tail, all, m), below = 0;
		if (f == NULL)
			continue;
		validation_columns(own, q->tail, f, m);
		for (size_t i = 1; i < columns; i++)
			below += whole[i].value < own[i].value - APART;
		struct buffer note = { 0 };
		buffer_print(&note, "%s: a bound lies below that of a part",
			     figure_label(q, all).text);
		buffer_print(&note,
			     " (%s). Each bound holds by itself: that of the whole is not "
			     "the sum of those of its parts.",
			     figure_label(q, f).text);
		if (below > 0)
			print_note(b, &note);
		buffer_release(&note);
	}
}

/* What the counts do not tell, and why. */
static void print_missing(struct buffer *b, const struct validation *x)
{
	if ((x->design.known & KNOWN_PARTS) == 0 && (x->design.known & KNOWN_PRODUCED) != 0)
		buffer_print(b, "not known: elusion, precision and F1, for which the number of "
				"sampled documents\n  that are produced is needed "
				"(--control=n:p:a:b)\n");
}

void validation_notes(struct buffer *b, const struct validate_request *q,
		      const struct validation *x, size_t m)
{
	print_legend(b, q, x, m);
	print_wider_bounds(b, q, x, m);
	print_parts(b, q, x, m);
	print_cut_bounds(b, x, m);
	print_missing(b, x);
	print_verdict(b, q, x, m);
}

static void add_point(struct buffer *b, const char *text)
{
	struct buffer point = { 0 };
	text_wrapped(&point, text, 2, 80);
	if (!point.failed)
		buffer_print(b, "- %s", point.text + 2);
	b->failed = b->failed || point.failed;
	buffer_release(&point);
}

static void add_setting(struct buffer *b, const char *option, const char *text)
{
	buffer_print(b, " --%s=", option);
	escape_shell(b, text);
}

void validation_counts_line(struct buffer *b, const struct validate_request *q)
{
	const struct validation_question *a = &q->question;
	const struct segment_list *extra[] = { &a->counts.withheld, &a->counts.culled };
	static const char *const option[] = { "withheld", "culled" };
	buffer_print(b, "strat_eval validate");
	if (q->collection_list == NULL && a->counts.collection.count > 0)
		buffer_print(b, " --collection=%s", a->counts.collection.item[0].text);
	for (size_t i = 0; i < q->found.count; i++)
		add_setting(b, q->found.setting[i].option, q->found.setting[i].text);
	for (size_t k = 0; k < 2; k++)
		for (size_t i = 0; i < extra[k]->count; i++)
			add_setting(b, option[k], extra[k]->item[i].text);
	if (!isnan(a->target))
		buffer_print(b, " --target=%.15g", a->target);
	if (a->more)
		buffer_print(b, " --more");
	if (a->level != 0.95)
		buffer_print(b, " --level=%.15g", a->level);
	for (size_t i = 0; i < a->methods.count; i++)
		buffer_print(b, "%s%s", i == 0 ? " --ci=" : ",", a->methods.method[i]);
	if (q->tail != TAIL_BOTH)
		buffer_print(b, " --tail=%s", tail_names[q->tail]);
	if (q->digits_given)
		buffer_print(b, " --digits=%d", q->digits);
	if (strcmp(q->word, "relevant") != 0)
		add_setting(b, "word", q->word);
	buffer_print(b, "\n");
}

void validation_table(struct buffer *b, const struct validate_request *q,
		      const struct validation *x)
{
	if (q->title != NULL)
		buffer_print(b, "%s\n", q->title);
	if (q->date != NULL)
		buffer_print(b, "%s\n", q->date);
	if (q->title != NULL || q->date != NULL)
		buffer_print(b, "\n");
	if (q->found.count > 0) {
		buffer_print(b, "The same from counts:\n");
		validation_counts_line(b, q);
		buffer_print(b, "\n");
	}
	for (size_t m = 0; m < x->methods; m++) {
		if (m > 0)
			buffer_print(b, "\n");
		print_figures(b, q, x, m);
		buffer_print(b, "\n");
		validation_notes(b, q, x, m);
		buffer_print(b, "\nFor the report:\n");
		report_print(b, q, x, m);
	}
	buffer_print(b, "\nWhat this does not say:\n");
	validation_limits(q, x, add_point, b);
}
