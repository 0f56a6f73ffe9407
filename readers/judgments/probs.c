/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/judgment_format.h"

static int fill_probability(const struct lines *l, const struct slice *fields,
			    struct judgment_record *r, struct err *e)
{
	if (lines_grade(l, fields[3], &r->level, e) < 0 ||
	    field_probability(lines_place(l), fields[4], &r->probability, e) < 0)
		return -1;
	r->decimals = field_decimals(fields[4]);
	r->topic = fields[0];
	r->document = fields[2];
	return 0;
}

JUDGMENT_FORMAT = {
	.name = "probs",
	.summary = "sampled judgments with inclusion probabilities (TREC Legal track 2007-2010)",
	.manual =
		"Five columns, and a sixth that is ignored: topic iteration document relevance\n"
		"probability [run]. The probability is that with which the document was sampled,\n"
		"above 0 and at most 1. Relevance -1 or -2 is a gray document: sampled and shown,\n"
		"but not assessable.\n"
		"  7 0 acm90c00 2 0.330899048151\n",
	.kind = JUDGMENTS_GRADED,
	.sampling = SAMPLING_PROBABILITIES,
	.columns = { 5, 6, "topic iteration document relevance probability" },
	.fill = fill_probability,
};
