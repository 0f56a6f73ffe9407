/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What `validate` prints for a person.
 */
#include <math.h>

#include "core/commands/validate/validate.h"

/* Shares have the digits asked for, or more, so that three are significant. */
struct validation_number validation_number(const struct validation_figure *f, double value,
					   int digits)
{
	struct validation_number out;
	double size = fabs(value);
	for (int i = 0; i < 6 && digits > 0 && size > 0 && size * pow(10, digits) < 100; i++)
		digits++;
	if (isnan(value))
		snprintf(out.text, sizeof out.text, "-");
	else if (!f->share)
		snprintf(out.text, sizeof out.text, "%s", grouped_number(value).text);
	else
		snprintf(out.text, sizeof out.text, "%.*f", digits, value);
	return out;
}

size_t validation_columns(struct validation_column out[5], enum tail tail,
			  const struct validation_figure *f, size_t method)
{
	const struct validation_bounds *x = &f->bounds[method];
	size_t count = 0;
	out[count++] = (struct validation_column){ "estimate", f->value };
	if (tail == TAIL_BOTH) {
		out[count++] = (struct validation_column){ "from", x->between.lower };
		out[count++] = (struct validation_column){ "to", x->between.upper };
	}
	if (tail != TAIL_UPPER)
		out[count++] = (struct validation_column){ "at least", x->at_least };
	if (tail != TAIL_LOWER)
		out[count++] = (struct validation_column){ "at most", x->at_most };
	return count;
}

static void print_figures(struct buffer *b, const struct validate_request *q,
			  const struct validation *x, size_t m)
{
	struct validation_column column[5];
	size_t columns = validation_columns(column, q->tail, &x->figure[0], m);
	buffer_print(b, "%-22s", "");
	for (size_t k = 0; k < columns; k++)
		buffer_print(b, " %11s", column[k].heading);
	buffer_print(b, "\n");
	for (size_t i = 0; i < x->figures; i++) {
		const struct validation_figure *f = &x->figure[i];
		validation_columns(column, q->tail, f, m);
		buffer_print(b, "%-22s", f->label);
		for (size_t k = 0; k < columns; k++)
			buffer_print(b, " %11s",
				     validation_number(f, column[k].value, q->digits).text);
		buffer_print(b, "\n");
	}
}

/* The figures of one sample may have a method of their own. */
static void print_between(struct buffer *b, double level, const struct validation *x, size_t m)
{
	const char *method = x->method[m].between;
	size_t own = 0;
	for (size_t i = 0; i < x->figures; i++)
		own += strcmp(x->figure[i].bounds[m].by, method) != 0;
	buffer_print(b, "from, to: two-sided interval, level %g %%, method %s", level,
		     own == x->figures ? x->figure[0].bounds[m].by : method);
	for (size_t i = 0, said = 0; i < x->figures && own < x->figures; i++) {
		const struct validation_figure *f = &x->figure[i];
		if (strcmp(f->bounds[m].by, method) == 0)
			continue;
		if (said++ == 0)
			buffer_print(b, "; of one sample\n  %s: ", f->bounds[m].by);
		buffer_print(b, "%s%s", said > 1 ? "; " : "", f->label);
	}
	buffer_print(b, "\n");
}

static void print_legend(struct buffer *b, const struct validate_request *q,
			 const struct validation *x, size_t number)
{
	const struct validation_method *m = &x->method[number];
	double level = 100 * q->question.level;
	if (q->tail == TAIL_BOTH)
		print_between(b, level, x, number);
	buffer_print(b, "%s: %s, level %g %%%s, method %s\n",
		     q->tail == TAIL_BOTH    ? "at least, at most"
		     : q->tail == TAIL_LOWER ? "at least"
					     : "at most",
		     q->tail == TAIL_BOTH ? "one-sided bounds" : "one-sided bound", level,
		     q->tail == TAIL_BOTH ? " each" : "", m->one_sided);
}

static void print_verdict(struct buffer *b, const struct validate_request *q,
			  const struct validation *x, size_t m)
{
	static const char *const what[] = { "shown", "shown to be missed", "not shown" };
	static const char *const why[] = { "at least %.*f", "at most %.*f", "at least %.*f only" };
	if (isnan(q->question.target))
		return;
	const struct validation_bounds *r = &validation_find(x, "est_recall")->bounds[m];
	enum verdict v = x->verdict[m];
	buffer_print(b, "recall of %g: %s (", q->question.target, what[v]);
	buffer_print(b,
		     v == VERDICT_SHOWN	   ? why[0]
		     : v == VERDICT_MISSED ? why[1]
					   : why[2],
		     q->digits, v == VERDICT_MISSED ? r->at_most : r->at_least);
	buffer_print(b, ")\n");
}

/* What the counts do not tell, and why. */
static void print_missing(struct buffer *b, const struct validation *x)
{
	if ((x->design.known & KNOWN_PARTS) == 0 && (x->design.known & KNOWN_PRODUCED) != 0)
		buffer_print(b, "not known: elusion, precision and F1, for which the number of "
				"sampled documents\nthat are produced is needed "
				"(--control=n:p:a:b)\n");
}

void validation_notes(struct buffer *b, const struct validate_request *q,
		      const struct validation *x, size_t m)
{
	print_legend(b, q, x, m);
	print_missing(b, x);
	print_verdict(b, q, x, m);
}

void validation_table(struct buffer *b, const struct validate_request *q,
		      const struct validation *x)
{
	for (size_t m = 0; m < x->methods; m++) {
		if (m > 0)
			buffer_print(b, "\n");
		print_figures(b, q, x, m);
		buffer_print(b, "\n");
		validation_notes(b, q, x, m);
		buffer_print(b, "\nFor the report:\n");
		report_print(b, q, x, m);
	}
}
