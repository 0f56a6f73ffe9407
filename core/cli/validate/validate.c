/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval validate [OPTION...]
 */
#include <math.h>

#include "core/cli/command.h"
#include "core/cli/options/help.h"
#include "core/cli/output/score_lines.h"
#include "core/cli/validate/validate.h"

/* ---- for programs: the lines of an evaluation ---- */

/* A bound or the verdict by one method. If there are several, its name ends with the method. */
static void add_line(struct score_lines *lines, const struct validate_request *q,
		     const struct validation *x, size_t m, struct score_line *l)
{
	char name[2 * METHOD_NAME_MAX];
	const struct validation_method *method = &x->method[m];
	snprintf(name, sizeof name, "%s%s%s", l->measure, x->methods > 1 ? "_" : "",
		 x->methods > 1 ? method->between : "");
	l->measure = name;
	l->level = q->question.level;
	if (l->tail == NULL)
		l->tail = tail_names[q->tail];
	if (l->method == NULL)
		l->method = q->tail == TAIL_BOTH ? method->between : method->one_sided;
	score_lines_add(lines, l);
}

static void add_figure(struct score_lines *lines, const struct validate_request *q,
		       const struct validation *x, const struct validation_figure *f)
{
	const struct score_line like = {
		.run = { NULL, "production" },
		.topic = "all",
		.measure = f->measure,
		.kind = RECORD_REAL,
		.number = f->value,
		.seed = RECORD_NONE,
		.n = 1,
		.design = "counts",
	};
	score_lines_add(lines, &like);
	for (size_t m = 0; m < x->methods; m++) {
		const struct validation_bounds *bounds = &f->bounds[m];
		bool both = q->tail == TAIL_BOTH;
		struct score_line low = like, high = like;
		low.of = high.of = f->measure;
		high.upper = true;
		low.prefix = "ci_lo_";
		low.number = both ? bounds->between.lower : bounds->at_least;
		low.method = high.method = both ? bounds->by : NULL;
		high.prefix = "ci_hi_";
		high.number = both ? bounds->between.upper : bounds->at_most;
		if (q->tail != TAIL_UPPER && !isnan(low.number))
			add_line(lines, q, x, m, &low);
		if (q->tail != TAIL_LOWER && !isnan(high.number))
			add_line(lines, q, x, m, &high);
	}
}

/* One word each: columns are separated by white space in some formats. */
static void add_verdicts(struct score_lines *lines, const struct validate_request *q,
			 const struct validation *x)
{
	static const char *const word[] = { "shown", "missed", "not_shown" };
	static const enum tail by[] = { TAIL_LOWER, TAIL_UPPER, TAIL_BOTH };
	for (size_t m = 0; m < x->methods && !isnan(q->question.target); m++)
		add_line(lines, q, x, m,
			 &(struct score_line){ .run = { NULL, "production" },
					       .topic = "all",
					       .measure = "target",
					       .kind = RECORD_TEXT,
					       .text = word[x->verdict[m]],
					       .method = x->method[m].one_sided,
					       .tail = tail_names[by[x->verdict[m]]],
					       .seed = RECORD_NONE,
					       .n = 1,
					       .design = "counts" });
}

static void print_lines(struct buffer *b, const struct validate_request *q,
			const struct validation *x, const struct output *taker)
{
	static const enum score_format formats[] = { [VALIDATION_TREC] = SCORES_TREC,
						     [VALIDATION_CSV] = SCORES_CSV,
						     [VALIDATION_JSONL] = SCORES_JSONL };
	struct score_lines lines;
	score_lines_init(&lines, b, formats[q->format], false, true, q->digits, !q->digits_given);
	score_lines_begin(&lines, taker);
	for (size_t i = 0; i < x->figures; i++)
		add_figure(&lines, q, x, &x->figure[i]);
	add_verdicts(&lines, q, x);
	score_lines_release(&lines);
}

/* In the format that is asked for; lines, if somebody takes those. */
static int print(const struct validate_request *q, const struct validation *x,
		 const struct warnings *warnings, const struct output *out, struct err *e)
{
	struct buffer b = { 0 };
	const struct output *taker = out->line != NULL ? out : NULL;
	int result = 0;
	if (taker == NULL && q->format == VALIDATION_TABLE)
		validation_table(&b, q, x);
	else if (taker == NULL && q->format == VALIDATION_HTML)
		result = validation_page(&b, q, x, warnings, e);
	else
		print_lines(&b, q, x, taker);
	struct picture picture = { 0 };
	if (result == 0 && q->plot != NULL)
		result = validation_picture(q, x, &picture, e);
	return picture_finish(&picture, q->plot, &b, result, out, e);
}

/* ---- the command ---- */

static int run(void *request, const struct output *out, struct err *e)
{
	const struct validate_request *q = request;
	struct validation x;
	struct warnings warnings = { 0 };
	if (plot_check(q->plot, e) < 0)
		return -1;
	int result = validate(&x, &q->question, &warnings, e);
	if (result == 0)
		result = warnings_check(&warnings, e);
	if (result == 0)
		result = print(q, &x, &warnings, out, e);
	output_warn(out, &warnings, q->quiet);
	return result;
}

const struct command command_validate = { &validate_table, run, help_with_set_methods };
