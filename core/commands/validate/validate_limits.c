/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the sentences for a report do not say. Quoting them without this claims more than a sample
 * can show.
 */
#include "core/commands/validate/validate.h"

static void add_limit(struct report *out, const char *text)
{
	buffer_print(report_text(out, REPORT_POINT), "%s", text);
}

static const char every_look[] =
	"Looks: the bounds hold at every look, if every document was drawn at random from those not yet drawn.";
static const char rounds[] =
	"Looks: the bounds are for one look. If a round was drawn because of what an earlier one "
	"showed, only --ci=anytime keeps the confidence level.";
static const char one_look[] =
	"One look: the bounds hold for a sample whose size was fixed in advance. If you draw more "
	"documents because of the result, you need --ci=anytime from the first look on.";
static const char choice[] =
	"Choice: fix the level, the method, the target and one- or two-sided bounds before you see the "
	"result. If you compute two and report the better one, neither keeps its confidence level.";
static const char in_families[] =
	"Families: the bounds assume that whole families were drawn, each with the same chance. %s "
	"approximations that need many families.";
static const char one_by_one[] =
	"Families: the bounds assume that documents were drawn one by one. If whole families (messages with attachments) "
	"were drawn or coded together, they are too narrow.";
static const char erecall[] =
	"eRecall: its bounds hold for two samples that were drawn independently and reviewed alike, even if they "
	"overlap. They are wide because each sample gets half of the error. A reviewer who is stricter in the null set inflates eRecall. "
	"Counting how many documents of the collection sample were produced (--control) says more.";
static const char with_culled[] =
	"Collection: these numbers leave out documents that were lost or never collected; "
	"culled documents count only in end-to-end recall.";
static const char without_culled[] =
	"Collection: these numbers leave out documents that were culled, lost or never collected.";

/* What holds if something was sampled. */
static void add_about_samples(struct report *out, const struct validate_request *q,
			      const struct validation *x)
{
	add_limit(out, at_every_look(&q->question)     ? every_look
		       : q->question.counts.rounds > 0 ? rounds
						       : one_look);
	add_limit(out, choice);
	buffer_print(
		report_text(out, REPORT_POINT),
		"Together: each bound holds at the %g %% confidence level on its own. It is less certain that all of them hold at once.",
		100 * q->question.level);
	const struct validation_figure *recall = validation_recall(x);
	buffer_print(
		report_text(out, REPORT_POINT),
		q->question.drawn.document != NULL ? in_families : one_by_one,
		recall == NULL || recall->sure == NULL
			? "They are"
			: "The lower bound of recall (fay-feuer) allows for the worst case; the "
			  "others are");
}

void validation_limits(struct report *out, const struct validate_request *q,
		       const struct validation *x)
{
	if (x->whole.strata > 0)
		add_limit(out, erecall);
	buffer_print(
		report_text(out, REPORT_POINT),
		"Reviewers: a document is %.60s if it was coded so. Coding errors affect all of these numbers, and one in a "
		"sample counts for every document that the sampled one represents.",
		q->word);
	add_limit(out, q->question.counts.culled.count > 0 ? with_culled : without_culled);
	bool counted = true;
	for (size_t i = 0; i < x->figures; i++)
		counted = counted && x->figure[i].counted;
	if (!counted)
		add_about_samples(out, q, x);
}
