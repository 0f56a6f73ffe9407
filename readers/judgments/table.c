/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/judgment_format.h"
#include "readers/strata_table.h"

/* As a judgment, a stratum says which topic it belongs to; core/data/design/strata.c reads the
 * rest. */
static int forward(void *context, const struct stratum_record *r, struct err *e)
{
	const struct judgment_receiver *to = context;
	const struct judgment_record record = { .topic = r->topic,
						.retrieved = r->runs.length > 0 };
	return to->take(to->context, &record, e);
}

static int read_table(const struct input *in, struct judgment_receiver *to, struct err *e)
{
	return strata_table_read(in, forward, to, e);
}

JUDGMENT_FORMAT = {
	.name = "table",
	.summary = "a published table of strata, without documents",
	.manual = "CSV with a header: topic, stratum, runs (those that retrieve its documents, "
		  "joined by\n"
		  "+; - for none), size, sampled, relevant, and optionally assessable (of the "
		  "sampled;\n"
		  "else all are). Other columns are ignored. No run is read: those that the table "
		  "names\n"
		  "are evaluated, or those of them that are named after it.\n"
		  "  201,RRNR,CB+CS+UW,188,29,29,27   (with assessable before relevant)\n",
	.kind = JUDGMENTS_TABLE,
	.sampling = SAMPLING_STRATA,
	.named = true,
	.read = read_table,
};
