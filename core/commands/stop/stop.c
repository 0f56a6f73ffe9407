/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval stop [OPTION...] REVIEW
 */
#include "core/commands/stop/stop_request.h"
#include "core/engine/evaluate/run_options.h"
#include "core/help/help.h"
#include "core/options/command.h"

/* ---- options ---- */

#define AT(member) OPTION_AT(struct stop_request, member)

static const struct stopping_rule *find_rule(struct slice name, struct choices *guaranteed)
{
	const struct stopping_rule *found = NULL;
	for (size_t i = 0; stopping_rules[i] != NULL; i++) {
		const struct stopping_rule *s = stopping_rules[i];
		found = slice_equal(slice_of(s->name), name) ? s : found;
		if (s->guarantee)
			choices_add(guaranteed, s->name);
	}
	return found;
}

/* A rule with a guarantee, or one that has a number, and that. */
OPTION_SETTER(set_rule)
{
	struct stopping_question *n = &((struct stop_request *)request)->question.rules;
	const struct stopping_rule **named = &((struct stop_request *)request)->rule;
	const char *number = strchr(text, ':');
	struct slice name = { text, strcspn(text, ":") };
	struct choices c = choices_for(name);
	const struct stopping_rule *found = find_rule(name, &c);
	if (found == NULL || (found->guarantee && number != NULL))
		return err_usage(e, "--rule=%.100s: not one of %s", text, choices_text(&c));
	double *share = words_have("budget", found->name)	     ? &n->budget
			: words_have("batch-precision", found->name) ? &n->precision
								     : NULL;
	if (share != NULL && number != NULL)
		return option_number(o, slice_of(number + 1), share, e);
	if (!found->guarantee)
		return err_usage(e, "--rule=%s: the rule has no guarantee, and gives no verdict%s",
				 found->name,
				 share != NULL ? "; with :X it has another share" : "");
	if (*named != NULL && *named != found)
		return err_usage(e, "--rule=%s: there is --rule=%s already; only one can be given",
				 found->name, (*named)->name);
	*named = found;
	return 0;
}

static const struct command_option options[] = {
	{ HEADING("What is asked:") },
	{ NAME_COLLECTION_SIZE, .own = true,
	  .here = "(default with a run: those that it ranks, and relevant ones that it lacks)",
	  WHOLE(1, INT64_C(1) << 53), AT(question.collection),
	  .more = "An export that also has the records that were not reviewed, as ASReview's, needs none: its "
		  "records are the collection." },
	{ OPTION_TARGET, AT(question.rules.target) },
	{ NAME_LEVEL, REAL(BETWEEN(0, 1)), AT(level), .repeat = REPEAT_LAST, .usual = "0.95" },
	{ HEADING("Rules:") },
	{ "rule", 0, "NAME[:X]",
	  "The rule below, with a guarantee, that was set before the review; or budget:X, the share of the "
	  "collection that is judged (default 0.5), or batch-precision:X, the share of a batch that is "
	  "relevant (default 0.05); may be repeated",
	  SET_BY(set_rule), .range = { ABOVE_TO(0, 1) }, .repeat = REPEAT_ADDS,
	  .more = "The verdict is by the rule with a guarantee. If you name none and several apply, taking the "
		  "first that stops would have several chances to be wrong: the verdict then gives "
		  "each of k rules a k-th of the error." },
	{ OPTION_BATCH, AT(question.batch) },
	{ OPTION_TAIL_SIZE, WHOLE(1, INT64_C(1) << 53), AT(question.rules.tail),
	  .more = "They are random documents in a row, which `tail-once` looks at. The number "
		  "must have been set before the first of them was judged." },
	{ HEADING("Input:") },
	{ NAME_LEVEL_FOR_REL, WHOLE(1, 1000000), AT(question.relevant), .usual = "1" },
	{ OPTION_JUDGMENT_FORMAT, AT(question.judgment_format) },
	{ OPTION_RUN_FORMAT, AT(question.run_format) },
	{ .include = column_options, AT(question.formats) },
	{ HEADING("Output:") },
	{ "looks", 0, "N", "Lines of the table along the way (default 10)", WHOLE(0, 1000000),
	  AT(lines), .usual = "10", .more = "They are spread evenly." },
	{ OPTION_ANSWER_FORMAT(0, FORMAT_TABLE), AT(format),
	  .more = "`html` is a page with verdict, tables and pictures." },
	{ OPTION_PICTURE_OF("curves",
			    "They are recall (or what was found), p and the stops of one topic. "),
	  AT(plot) },
	{ OPTION_MANIFEST },
	{ OPTION_QUIET, AT(quiet) },
	{ OPTION_HELP },
	{ 0 },
};

static const struct option_rule rules[] = {
	{ "", .needs = "WORDS", .says = "a review is needed, or judgments and a run" },
	{ "WORDS=3", .excludes = "WORDS", .says = "give one review, or judgments and one run" },
	{ "tail-size", .excludes = "WORDS=2",
	  .says = "--tail-size: a ranking has no random documents (the experiment stopping draws some)" },
	{ 0 },
};

static const struct command_table table = {
	.name = "stop",
	.summary = "where rules end a review, and which of them guarantee its recall",
	.arguments = "REVIEW\nQRELS RUN",
	.doc = "Where each stopping rule would end a review, given in the order in which it was "
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
	.examples = "  strat_eval stop -N 2000 --target=0.8 review.csv\n",
	.option = options,
	.word = &(const struct command_option){ ADDED_FILES, AT(file) },
	.size = sizeof(struct stop_request),
	.rule = rules,
};

/* ---- the command ---- */

static int help(void *request, struct help *h, struct err *e)
{
	(void)request;
	(void)e;
	for (int guarantee = 1; guarantee >= 0; guarantee--) {
		buffer_print(&h->text, "\n%s\n",
			     guarantee ? "Rules with a guarantee:"
				       : "Heuristics and repeated looks, without a guarantee:");
		for (size_t i = 0; stopping_rules[i] != NULL; i++)
			if (stopping_rules[i]->guarantee == guarantee)
				help_manual(&h->text, "", stopping_rules[i]->name,
					    stopping_rules[i]->summary, stopping_rules[i]->manual);
	}
	return 0;
}

static int stop_or_go_on(void *request, const struct output *out, struct err *e)
{
	struct stop_request *q = request;
	struct stopping_question *n = &q->question.rules;
	struct stop_answer answer;
	struct warnings warnings = { 0 };
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	if (plot_check(q->plot, e) < 0)
		return -1;
	n->precision = n->precision > 0 ? n->precision : 0.05;
	n->budget = n->budget > 0 ? n->budget : 0.5;
	n->alpha = 1 - q->level;
	q->question.file = q->file.text;
	q->question.files = q->file.count;
	int result = stop_review(&q->question, &answer, &warnings, e);
	if (result < 0) {
		output_warn(out, &warnings, q->quiet);
		return -1;
	}
	if (q->plot != NULL && answer.count > 1)
		result = err_usage(e, "--plot draws one topic, and there are %zu", answer.count);
	if (result == 0 && q->plot != NULL)
		result = stop_picture(&picture, q, &answer.item[0], e);
	if (result == 0)
		result = stop_print(&b, q, &answer, &out->asked, &warnings, e);
	if (result == 0)
		result = warnings_check(&warnings, e);
	stop_answer_release(&answer);
	output_warn(out, &warnings, q->quiet);
	return picture_finish(&picture, q->plot, &b, result, out, e);
}

COMMAND = { &table, stop_or_go_on, help };
