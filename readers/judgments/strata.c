/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/judgment_format.h"

static int fill_stratum_of_record(const struct lines *l, const struct slice *fields,
				  struct judgment_record *r, struct err *e)
{
	if (lines_grade(l, fields[4], &r->level, e) < 0)
		return -1;
	r->topic = fields[0];
	r->document = fields[2];
	r->stratum = fields[3];
	return 0;
}

JUDGMENT_FORMAT = {
	.name = "strata",
	.summary = "judgments with stratum labels (the format of sample_eval)",
	.manual = "Five columns: topic iteration document stratum relevance.\n"
		  "Without -N and --strata, the file lists every document of a stratum: -1 is one\n"
		  "that was not sampled, -2 one that was sampled but is not assessable (gray), and "
		  "a\n"
		  "stratum is as large as it has lines. With -N or --strata, the file lists the\n"
		  "sampled documents only, and both -1 and -2 are gray; sizes come from counting "
		  "the\n"
		  "documents of the runs, from -N and from the file of --strata.\n"
		  "  1 0 10120276 2 -1\n",
	.kind = JUDGMENTS_GRADED,
	.sampling = SAMPLING_STRATA,
	.columns = { 5, 5, "topic iteration document stratum relevance" },
	.fill = fill_stratum_of_record,
};
