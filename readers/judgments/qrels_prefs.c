/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/judgment_format.h"

JUDGMENT_FORMAT = {
	.name = "qrels_prefs",
	.summary = "grades read as preferences: a higher grade is preferred to a lower one",
	.manual = "Four columns: topic group document relevance.\n"
		  "As qrels_jg, but taken as preferences: within a group, each document is\n"
		  "preferred to every document with a lower grade.\n"
		  "  301 0 FBIS3-10082 1\n",
	.kind = JUDGMENTS_PREFERENCES,
	.columns = QRELS_COLUMNS,
	.fill = judgment_fill_qrels,
};
