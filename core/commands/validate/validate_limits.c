/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the sentences for a report do not say. Whoever quotes them without this claims more than a
 * sample can tell.
 */
#include "core/commands/validate/validate.h"

static bool all_counted(const struct validation *x)
{
	bool all = true;
	for (size_t i = 0; i < x->figures; i++)
		all = all && x->figure[i].counted;
	return all;
}

static void add_limit(struct report *out, const char *text)
{
	buffer_print(report_text(out, REPORT_POINT), "%s", text);
}

/* What holds if something was sampled. */
static void add_about_samples(struct report *out, const struct validate_request *q)
{
	char text[320];
	add_limit(
		out,
		at_every_look(&q->question)
			? "Looks: the bounds hold at every look, if every document was drawn at "
			  "random from those not yet drawn."
		: q->question.counts.rounds > 0
			? "Looks: the bounds are for one look. If a round was drawn because of what "
			  "an earlier one showed, only --ci=anytime keeps the confidence level."
			: "One look: the bounds hold for a sample whose size was fixed before. If "
			  "you draw more documents because of the result, you need --ci=anytime from "
			  "the first look on.");
	add_limit(
		out,
		"Choice: level, method, target and one side or two are fixed before the result is "
		"seen. If you compute two and report the better one, neither has its confidence "
		"level.");
	snprintf(text, sizeof text,
		 "Together: each bound holds at the %g %% confidence level by itself. That all of "
		 "them hold at once is less certain.",
		 100 * q->question.level);
	add_limit(out, text);
	add_limit(
		out,
		q->question.drawn.document != NULL
			? "Families: the bounds assume that whole families were drawn, each with the "
			  "same chance. They are approximations for many families."
			: "Families: documents count as drawn one by one. If whole families (messages "
			  "with attachments) were drawn or coded together, the bounds are too "
			  "narrow.");
}

void validation_limits(struct report *out, const struct validate_request *q,
		       const struct validation *x)
{
	char text[320];
	if (x->whole.strata > 0)
		add_limit(
			out,
			"eRecall: its bounds hold for two samples that were drawn independently and "
			"reviewed alike, even if they overlap; they are wide, as each sample has half of "
			"the error. A stricter reviewer of the null set would raise it. How many "
			"documents of the sample of the collection were produced (--control) says more.");
	snprintf(text, sizeof text,
		 "Reviewers: a document is %.60s if it was coded so. Wrong decisions are in all of "
		 "these numbers, and one in a sample counts for all documents that it stands for.",
		 q->word);
	add_limit(out, text);
	add_limit(
		out,
		q->question.counts.culled.count > 0
			? "Collection: documents that were lost or never collected are not part of "
			  "these counts; those that were culled are part of end-to-end recall "
			  "alone."
			: "Collection: documents that were culled, lost or never collected before "
			  "these were counted are not part of them.");
	if (!all_counted(x))
		add_about_samples(out, q);
}
