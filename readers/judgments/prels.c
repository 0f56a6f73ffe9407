/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/number.h"
#include "readers/judgment_format.h"

enum { NOT_JUDGED = -999 };

/* Why a document was judged, in the five-column form. */
enum { DETERMINISTIC = 0, SAMPLED = 1, BOTH = 2 };

static int fill_prel(const struct lines *l, const struct slice *fields, struct judgment_record *r,
		     struct err *e)
{
	int64_t method = SAMPLED;
	struct slice probability = fields[l->fields - 1];
	if (lines_grade(l, fields[2], &r->level, e) < 0)
		return -1;
	if (l->fields == 5 &&
	    (!parse_whole(fields[3], &method) || method < DETERMINISTIC || method > BOTH))
		return field_bad(lines_place(l), "method", fields[3], "is not 0, 1 or 2", e);
	if (r->level == NOT_JUDGED || slice_equal(probability, slice_of("NA")))
		return JUDGMENT_SKIPPED;
	if (field_probability(lines_place(l), probability, &r->probability, e) < 0)
		return -1;
	if (method != SAMPLED)
		r->probability = 1;
	r->decimals = field_decimals(probability);
	r->topic = fields[0];
	r->document = fields[1];
	return 0;
}

JUDGMENT_FORMAT = {
	.name = "prels",
	.summary = "sampled judgments of the Million Query and Web 2009 tracks",
	.manual =
		"Five columns: topic document relevance method probability. Method 0 says that "
		"the\n"
		"document was chosen for certain and 2 that it was chosen both ways: the\n"
		"probability is then 1 whatever the column says; method 1 is a sampled document.\n"
		"Or four columns (Total Recall 2016): topic document relevance probability.\n"
		"Lines with relevance -999 or probability NA are passed over.\n"
		"  10 GX253-98-16418961 0 1 0.165904710473544\n",
	.kind = JUDGMENTS_GRADED,
	.sampling = SAMPLING_PROBABILITIES,
	.columns = { 4, 5, "topic document relevance [method] probability" },
	.fill = fill_prel,
};
