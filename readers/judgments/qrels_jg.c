/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/judgment_format.h"

JUDGMENT_FORMAT = {
	.name = "qrels_jg",
	.summary = "judgments by several judgment groups (users), each with its own grades",
	.manual =
		"Four columns: topic group document relevance.\n"
		"As qrels, but the second column names the judgment group, usually one user. A\n"
		"document may stand only once in a topic and group. Measures of this format\n"
		"(map_avgjg, P_avgjg, Rprec_mult_avgjg) are averaged over the groups of a topic.\n"
		"  301 user2 FBIS3-10082 1\n",
	.kind = JUDGMENTS_GROUPED,
	.columns = QRELS_COLUMNS,
	.fill = judgment_fill_qrels,
};
