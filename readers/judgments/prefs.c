/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/number.h"
#include "readers/judgment_format.h"

static int fill_preference(const struct lines *l, const struct slice *fields,
			   struct judgment_record *r, struct err *e)
{
	if (!parse_real(fields[4], &r->level) || !isfinite(r->level))
		return field_bad(lines_place(l), "level", fields[4], "is not a finite number", e);
	r->topic = fields[0];
	r->group = fields[1];
	r->subgroup = fields[2];
	r->document = fields[3];
	return 0;
}

JUDGMENT_FORMAT = {
	.name = "prefs",
	.summary = "preferences between documents, by judgment group and sub-group",
	.manual = "Five columns: topic group sub-group document level.\n"
		  "Within a sub-group, each document is preferred to every document with a lower\n"
		  "level; levels of different sub-groups are not compared. A group is usually one\n"
		  "user. The level is a number.\n"
		  "  1 user1 pair7 FR940303-1-00022 1\n",
	.kind = JUDGMENTS_PREFERENCES,
	.columns = { 5, 5, "topic group sub-group document level" },
	.fill = fill_preference,
};
