/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval stop [OPTION...] REVIEW
 */
#include <math.h>

#include "core/commands/stop/stop.h"
#include "core/engine/evaluate/run_options.h"
#include "core/engine/stop/stopping_options.h"
#include "core/help/help.h"
#include "core/options/command.h"
#include "core/output/records.h"

/* ---- options ---- */

#define AT(member) OPTION_AT(struct stop_request, member)

/* One of the rules with a guarantee. */
OPTION_SETTER(set_rule)
{
	struct nearest n = nearest_to(slice_of(text));
	char list[128] = "";
	for (size_t i = 0; stopping_rules[i] != NULL; i++) {
		const struct stopping_rule *s = stopping_rules[i];
		size_t length = strlen(list);
		if (strcmp(s->name, text) == 0 && s->guarantee) {
			((struct stop_request *)request)->rule = s;
			return 0;
		}
		if (strcmp(s->name, text) == 0)
			return err_usage(
				e, "--rule=%s: the rule has no guarantee, and gives no verdict",
				text);
		if (!s->guarantee)
			continue;
		snprintf(list + length, sizeof list - length, "%s%s", length > 0 ? ", " : "",
			 s->name);
		nearest_try(&n, slice_of(s->name));
	}
	return err_usage(e, "--rule=%.100s: not one of %s%s", text, list, nearest_text(&n).text);
}

static const struct command_option options[] = {
	{ HEADING("What is asked:") },
	{ "Number_docs_in_coll", 'N', "N",
	  "Number of documents in the collection (default with a run: those that it ranks, and "
	  "relevant ones that it lacks)",
	  WHOLE(1, INT64_C(1) << 53), AT(question.collection) },
	{ OPTION_TARGET, AT(question.rules.target) },
	{ "level", 0, "X",
	  "Rules with a guarantee reach the target with this probability (default 0.95)",
	  REAL(BETWEEN(0, 1)), AT(level) },
	{ HEADING("Rules:") },
	{ "rule", 0, "NAME", "The rule with a guarantee that was set before the review",
	  SET_BY(set_rule),
	  .more = "The verdict is by this rule. If none is named and several have something to say, "
		  "whoever takes the first that stops has several chances to be wrong: the verdict "
		  "then has each of k rules at a k-th of the error." },
	{ OPTION_BATCH, AT(question.batch) },
	{ OPTION_TAIL_SIZE, WHOLE(1, INT64_C(1) << 53), AT(question.rules.tail),
	  .more = "They are random documents in a row, which `tail-once` looks at. The number "
		  "must have been set before the first of them was judged." },
	{ OPTION_BATCH_PRECISION, AT(question.rules.precision) },
	{ OPTION_BUDGET, AT(question.rules.budget) },
	{ HEADING("Input:") },
	{ "level_for_rel", 'l', "N", "Least grade that is relevant (default 1)", WHOLE(1, 1000000),
	  AT(question.relevant) },
	{ OPTION_JUDGMENT_FORMAT, AT(question.judgment_format) },
	{ OPTION_RUN_FORMAT, AT(question.run_format) },
	COLUMN_OPTIONS(AT, question.formats),
	{ HEADING("Output:") },
	{ "looks", 0, "N", "Lines of the table along the way (default 10)", WHOLE(0, 1000000),
	  AT(lines), .more = "They are spread evenly." },
	{ OPTION_TABLE_FORMAT, AT(format) },
	{ OPTION_PICTURE_OF("curves",
			    "They are recall (or what was found), p and the stops of one topic. "),
	  AT(plot) },
	{ OPTION_QUIET, AT(quiet) },
	{ OPTION_HELP("Print this and the rules") },
	{ OPTION_USAGE },
	{ 0 },
};

static void init(void *request)
{
	*(struct stop_request *)request = (struct stop_request){
		.question = { .relevant = 1,
			      .batch = 100,
			      .rules = { .target = 0.95, .precision = 0.05, .budget = 0.5 } },
		.level = 0.95,
		.lines = 10,
	};
}

static int check(void *request, struct err *e)
{
	struct stop_request *q = request;
	if (q->file.count == 0)
		return err_usage(e, "a review is needed, or judgments and a run");
	if (q->file.count > 2)
		return err_usage(e, "'%.200s': one review, or judgments and one run, no more",
				 shown_path(q->file.text[2]));
	if (q->file.count == 1 && q->question.collection == 0)
		return err_usage(e, "the size of the collection is missing (-N)");
	if (q->file.count == 2 && q->question.rules.tail > 0)
		return err_usage(e, "--tail-size: a ranking has no random documents (simulate "
				    "stopping draws some)");
	q->question.rules.alpha = 1 - q->level;
	q->question.file = q->file.text;
	q->question.files = q->file.count;
	return check_stdin(&q->file, 0, e);
}

static const struct command_option files = { .type = OPTION_FILES, AT(file) };

static const struct command_table table = {
	.name = "stop",
	.summary = "where rules end a review, and which of them guarantee its recall",
	.arguments = "REVIEW\nQRELS RUN",
	.doc = "Where each stopping rule ends a review that is given in the order in which it was "
	       "done, and what it had found and cost by then.",
	.notes =
		"REVIEW is CSV with the columns docno and rel, and optionally control (1: of a sample "
		"that was drawn from the whole collection beforehand; these lines come first, and a "
		"document comes again when the review reaches it), random (1: drawn from what was "
		"left at that point) and time (a number, or a date and time: the rows are put in its "
		"order, and those without a judgment were not reviewed, as ASReview exports them); or "
		"RIS or NBIB, with notes ASReview_relevant, ASReview_irrelevant and asreview_time, as "
		"ASReview writes them; or two columns, document and judgment. With judgments and a run, "
		"the ranking is the order. " EXIT_STATUS,
	.option = options,
	.word = &files,
	.size = sizeof(struct stop_request),
	.init = init,
	.check = check,
};

/* ---- the answer in lines ---- */

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

static void print_rules(struct buffer *b, const struct stop_request *q, const struct stop_case *x,
			bool guarantee)
{
	struct records r;
	records_init(&r, columns, sizeof(struct row));
	for (size_t i = 0; stopping_rules[i] != NULL; i++)
		if (stopping_rules[i]->guarantee == guarantee)
			add_stop(&r, q, x, i);
	records_finish(&r, FORMAT_TABLE, b);
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
	buffer_print(b, "\np along the way: of \"recall is below %g\"\n", q->question.rules.target);
	records_finish(&r, FORMAT_TABLE, b);
}

static void print_case(struct buffer *b, const struct stop_request *q, const struct stop_case *x)
{
	const struct review *r = &x->review;
	const struct review_point *end = &r->at[r->steps];
	buffer_print(b, "%s", b->length > 0 ? "\n" : "");
	if (x->topic != NULL)
		buffer_print(b, "topic %s: ", x->topic);
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
	buffer_print(b, "\n\nRules with a guarantee: recall below %g with probability %g at most\n",
		     q->question.rules.target, q->question.rules.alpha);
	print_rules(b, q, x, true);
	buffer_print(b, "\nHeuristics and repeated looks: no guarantee\n");
	print_rules(b, q, x, false);
	if (q->lines > 0)
		print_along(b, q, x);
}

static int print(struct buffer *b, const struct stop_request *q, const struct stop_answer *a,
		 struct err *e)
{
	struct records r;
	int result = 0;
	for (size_t i = 0; q->format == FORMAT_TABLE && i < a->count && result == 0; i++) {
		print_case(b, q, &a->item[i]);
		result = stop_verdict(b, q, &a->item[i], e);
	}
	if (q->format == FORMAT_TABLE)
		return result;
	records_init(&r, columns, sizeof(struct row));
	for (size_t i = 0; i < a->count; i++)
		add_case(&r, q, &a->item[i]);
	records_finish(&r, q->format, b);
	return 0;
}

/* ---- the command ---- */

static int help(void *request, struct help *h, struct err *e)
{
	(void)request;
	(void)e;
	for (int guarantee = 1; guarantee >= 0; guarantee--) {
		buffer_print(&h->text, "\n%s\n",
			     guarantee ? "Rules with a guarantee:"
				       : "Heuristics and repeated looks, without one:");
		for (size_t i = 0; stopping_rules[i] != NULL; i++)
			if (stopping_rules[i]->guarantee == guarantee)
				help_manual(&h->text, "", stopping_rules[i]->name,
					    stopping_rules[i]->summary, stopping_rules[i]->manual);
	}
	return 0;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct stop_request *q = request;
	struct stop_answer answer;
	struct warnings warnings = { 0 };
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	if (plot_check(q->plot, e) < 0)
		return -1;
	int result = stop_review(&q->question, &answer, &warnings, e);
	output_warn(out, &warnings, q->quiet);
	if (result < 0)
		return -1;
	if (q->plot != NULL && answer.count > 1)
		result = err_usage(e, "--plot draws one topic, and there are %zu", answer.count);
	if (result == 0 && q->plot != NULL)
		result = stop_picture(&picture, q, &answer.item[0], e);
	if (result == 0)
		result = print(&b, q, &answer, e);
	stop_answer_release(&answer);
	return picture_finish(&picture, q->plot, &b, result, out, e);
}

COMMAND = { &table, run, help };
