/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval validate [OPTION...]
 */
#include <math.h>
#include <stdlib.h>

#include "core/base/number.h"
#include "core/commands/validate/validate.h"
#include "core/engine/evaluate/run_options.h"
#include "core/help/help.h"
#include "core/options/command.h"
#include "core/output/score_lines.h"
#include "core/stats/default_methods.h"

/* ---- options ---- */

#define AT(member) OPTION_AT(struct validate_request, member)

enum { COUNTS_MAX = 4, NOT_GIVEN = -1 };

/* Whole numbers with colons between; how many, or 0: they are not. What is empty is NOT_GIVEN. */
static size_t parse_counts(const char *text, int64_t *count)
{
	static const int64_t most = INT64_C(1000000000000);
	for (size_t i = 0; i < COUNTS_MAX; i++) {
		size_t length = strcspn(text, ":");
		count[i] = NOT_GIVEN;
		if (length > 0 && (!parse_integer((struct slice){ text, length }, &count[i]) ||
				   count[i] < 0 || count[i] > most))
			return 0;
		text += length;
		if (*text++ == '\0')
			return i + 1;
	}
	return 0;
}

/* N, N:n:r or N::r */
OPTION_SETTER(set_segment)
{
	struct segment_list *list = (void *)((char *)request + o->at);
	int64_t x[COUNTS_MAX];
	size_t count = parse_counts(text, x);
	if ((count != 1 && count != 3) || x[0] < 0 || (count == 3 && x[2] < 0))
		return err_usage(e,
				 "%s=%.100s: not N:n:r, whole numbers (N::r: all were reviewed; N: "
				 "the size alone)",
				 option_name(o).text, text);
	if (list->count == LIST_MAX)
		return err_usage(e, "%s: more than %d", option_name(o).text, LIST_MAX);
	struct counted_segment *s = &list->item[list->count++];
	*s = (struct counted_segment){ .text = text, .size = x[0], .size_only = count == 1 };
	if (count == 3) {
		s->sampled = x[1] < 0 ? x[0] : x[1];
		s->relevant = x[2];
	}
	return 0;
}

/* n:p:a:b; p may be empty */
OPTION_SETTER(set_control)
{
	struct control_set *c = &((struct validate_request *)request)->question.counts.control;
	int64_t x[COUNTS_MAX];
	if (parse_counts(text, x) != 4 || x[0] < 0 || x[2] < 0 || x[3] < 0)
		return err_usage(e,
				 "%s=%.100s: not n:p:a:b, whole numbers (n::a:b: how many are "
				 "produced is not known)",
				 option_name(o).text, text);
	if (c->text != NULL)
		return err_usage(e, "%s is given twice", option_name(o).text);
	*c = (struct control_set){ .text = text,
				   .sampled = x[0],
				   .produced = x[1],
				   .relevant = { x[3], x[2] },
				   .parted = x[1] >= 0 };
	return 0;
}

/* M:R */
OPTION_SETTER(set_twice)
{
	struct counted_twice *c = (void *)((char *)request + o->at);
	int64_t x[COUNTS_MAX];
	if (parse_counts(text, x) != 2 || x[0] < 0 || x[1] < 0)
		return err_usage(e, "%s=%.100s: not M:R, two whole numbers", option_name(o).text,
				 text);
	*c = (struct counted_twice){ .text = text, .documents = x[0], .relevant = x[1] };
	return 0;
}

static const struct command_option options[] = {
	{ HEADING("What was counted:") },
	{ "produced", 0, "N:n:r",
	  "N documents produced, n of them sampled at random, r of these relevant (N::r: all were "
	  "reviewed); repeated: strata of the production",
	  SET_BY(set_segment), AT(question.counts.produced),
	  .more = "Each stratum has a sample of its own. Alone, this option tells precision." },
	{ "null", 0, "N:n:r", "The same of the documents not produced: an elusion sample",
	  SET_BY(set_segment), AT(question.counts.null),
	  .more = "They are the null set. May be repeated likewise. Alone, this option tells "
		  "elusion, the relevant share of them." },
	{ "collection", 'N', "N[:n:r]",
	  "Documents in the collection; with n:r, a sample of all of them: richness",
	  SET_BY(set_segment), AT(question.counts.collection),
	  .more = "Richness is also called prevalence. May be repeated for strata. If the "
		  "sizes of --produced and --null are given too, they must add up to it." },
	{ "control", 0, "n:p:a:b",
	  "Control set: n documents of the collection sampled, p of them produced, a relevant and "
	  "produced, b relevant and not produced (n::a:b: p is not known)",
	  SET_BY(set_control),
	  .more = "If p is left out, elusion, precision and F are not known. The control set "
		  "is one stratum that the production cuts, unless the size of the production is known "
		  "from --produced or --null, which may be N alone here: then its documents in the "
		  "production and those in the null set are samples of these, of known sizes. They "
		  "join a sample that was drawn there." },
	{ "null-overlap", 0, "M:R",
	  "Documents that are in the control set and in the elusion sample, and the relevant ones "
	  "of them",
	  SET_BY(set_twice), AT(question.counts.twice[0]),
	  .more = "They count once. The option must be given if there are both samples; it is "
		  "0:0 if the second sample was drawn from documents that are not in the control set." },
	{ "produced-overlap", 0, "M:R", "The same for the sample of the production",
	  SET_BY(set_twice), AT(question.counts.twice[1]) },
	{ HEADING("What is asked:") },
	{ "target", 0, "X", "Is a recall of X shown?", REAL(ABOVE_TO(0, 1)), AT(question.target),
	  .more = "It is `shown` if the one-sided lower bound is not below it, `shown to be "
		  "missed` if the one-sided upper bound is below it, and otherwise `not shown`." },
	{ "ci", 0, "METHOD,...",
	  "Interval methods (default: " DEFAULT_INTERVAL " between two ends, " DEFAULT_PROPORTION
	  " of one sample, " DEFAULT_BOUND " on one side)",
	  .type = OPTION_METHODS, .least = 1, AT(question.methods),
	  .more = "INTERVALS of strat_eval(1) has them." },
	{ "level", 0, "X", "Level of the bounds (default 0.95)", REAL(BETWEEN(0, 1)),
	  AT(question.level) },
	{ OPTION_TAIL, AT(tail) },
	{ HEADING("Output:") },
	{ "format", 0, "NAME", "Output as table (default), trec, csv, jsonl or html",
	  FORMAT(FORMATS_OF_VALIDATION, FORMAT_TABLE), AT(format),
	  .more = "`table` has the sentences for a report, whose bounds are rounded to their "
		  "safe side; `html` is the same as a page with pictures. `trec`, `csv` and `jsonl` "
		  "have the lines of an evaluation, of topic `all`, for est_richness, est_rel, "
		  "est_rel_ret, est_rel_unret, est_elusion, est_recall, est_P and est_F with their "
		  "bounds, and `target`: `shown`, `missed` or `not_shown`. What the counts do not tell "
		  "is left out." },
	{ OPTION_PICTURE_OF("the shares with their bounds, and each segment if there are several",
			    "Bounds are by the first method, and the target is shown if there is "
			    "one. The relevant share of a segment has its exact interval "
			    "(`hypergeometric`). "),
	  AT(plot) },
	{ "digits", 0, "N", "Digits behind the decimal point (default 4)", WHOLE(0, 17), AT(digits),
	  .given = offsetof(struct validate_request, digits_given),
	  .more = "A table has more where fewer than three would count." },
	{ OPTION_QUIET, AT(quiet),
	  .more = "There is one if the number of produced documents in a control set is more "
		  "than 4 standard deviations from what a random sample would have." },
	{ OPTION_HELP("Print this") },
	{ OPTION_USAGE },
	{ 0 },
};

static void init(void *request)
{
	struct validate_request *q = request;
	q->question.level = 0.95;
	q->question.target = NAN;
	q->digits = 4;
}

static int check(void *request, struct err *e)
{
	const struct validate_request *q = request;
	return methods_are_for_sets(&q->question.methods, e);
}

const struct command_table validate_table = {
	.name = "validate",
	.summary = "recall, elusion, richness, precision of a production, from counts",
	.doc = "What counts of reviewed documents show: recall, elusion, richness and precision of a "
	       "production, with bounds.",
	.notes =
		"Exit status: 0 success, 1 the method does not fit the counts, 2 writing failed, 64 "
		"wrong usage or counts that cannot be.",
	.option = options,
	.size = sizeof(struct validate_request),
	.init = init,
	.command = offsetof(struct validate_request, command),
	.check = check,
};

/* ---- for programs: the lines of an evaluation ---- */

/* If there are several methods, a name ends with that of the method. */
enum { NAME_MAX_LENGTH = 2 * METHOD_NAME_MAX };

static const char *name_for(char name[NAME_MAX_LENGTH], const struct validation *x, size_t m,
			    const char *prefix, const char *measure)
{
	snprintf(name, NAME_MAX_LENGTH, "%s%s%s%s", prefix, measure, x->methods > 1 ? "_" : "",
		 x->methods > 1 ? x->method[m].between : "");
	return name;
}

static void add_figure(struct score_lines *lines, const struct validate_request *q,
		       const struct validation *x, const struct validation_figure *f)
{
	char name[2 * METHODS_MAX][NAME_MAX_LENGTH];
	struct score_end end[2 * METHODS_MAX];
	size_t ends = 0;
	bool both = q->tail == TAIL_BOTH;
	for (size_t m = 0; m < x->methods; m++) {
		const struct validation_bounds *b = &f->bounds[m];
		const char *method = both ? b->by : x->method[m].one_sided;
		double low = both ? b->between.lower : b->at_least;
		double high = both ? b->between.upper : b->at_most;
		if (q->tail != TAIL_UPPER && !isnan(low)) {
			const char *own = name_for(name[ends], x, m, "ci_lo_", f->measure);
			end[ends++] = (struct score_end){ END_LOWER, own, low, method, 0, NULL };
		}
		if (q->tail != TAIL_LOWER && !isnan(high)) {
			const char *own = name_for(name[ends], x, m, "ci_hi_", f->measure);
			end[ends++] = (struct score_end){ END_UPPER, own, high, method, 0, NULL };
		}
	}
	score_lines_add(lines, &(struct score_line){ .run = { NULL, "production" },
						     .topic = "all",
						     .measure = f->measure,
						     .end = end,
						     .ends = ends,
						     .kind = RECORD_REAL,
						     .number = f->value,
						     .level = q->question.level,
						     .tail = tail_names[q->tail],
						     .seed = RECORD_NONE,
						     .n = 1,
						     .design = "counts" });
}

/* One word each: columns are separated by white space in some formats. */
static void add_verdicts(struct score_lines *lines, const struct validate_request *q,
			 const struct validation *x)
{
	static const char *const word[] = { "shown", "missed", "not_shown" };
	static const enum tail by[] = { TAIL_LOWER, TAIL_UPPER, TAIL_BOTH };
	for (size_t m = 0; m < x->methods && !isnan(q->question.target); m++) {
		char name[NAME_MAX_LENGTH];
		score_lines_add(lines,
				&(struct score_line){ .run = { NULL, "production" },
						      .topic = "all",
						      .measure = name_for(name, x, m, "", "target"),
						      .kind = RECORD_TEXT,
						      .text = word[x->verdict[m]],
						      .method = x->method[m].one_sided,
						      .level = q->question.level,
						      .tail = tail_names[by[x->verdict[m]]],
						      .seed = RECORD_NONE,
						      .n = 1,
						      .design = "counts" });
	}
}

static void print_lines(struct buffer *b, const struct validate_request *q,
			const struct validation *x, const struct output *receiver)
{
	struct score_lines lines;
	score_lines_init(&lines, b, q->format, false, true, q->digits, !q->digits_given);
	score_lines_begin(&lines, receiver);
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
	const struct output *receiver = out->line != NULL ? out : NULL;
	int result = 0;
	if (receiver == NULL && q->format == FORMAT_TABLE)
		validation_table(&b, q, x);
	else if (receiver == NULL && q->format == FORMAT_HTML)
		result = validation_page(&b, q, x, warnings, e);
	else
		print_lines(&b, q, x, receiver);
	struct picture picture = { 0 };
	if (result == 0 && q->plot != NULL)
		result = validation_picture(q, x, &picture, e);
	return picture_finish(&picture, q->plot, &b, result, out, e);
}

/* ---- the command ---- */

static int run(void *request, const struct output *out, struct err *e)
{
	const struct validate_request *q = request;
	struct warnings warnings = { 0 };
	if (plot_check(q->plot, e) < 0)
		return -1;
	struct validation *x = calloc(1, sizeof *x);
	int result = x == NULL ? err_memory(e) : validate(x, &q->question, &warnings, e);
	if (result == 0)
		result = warnings_check(&warnings, e);
	if (result == 0)
		result = print(q, x, &warnings, out, e);
	free(x);
	output_warn(out, &warnings, q->quiet);
	return result;
}

COMMAND = { &validate_table, run, help_with_set_methods };
