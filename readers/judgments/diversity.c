/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/judgment_format.h"

JUDGMENT_FORMAT = {
	.name = "diversity",
	.summary = "judgments by sub-topics (intents), as ndeval reads them",
	.manual =
		"Four columns: topic sub-topic document relevance.\n"
		"As qrels, but the second column names the sub-topic, or intent, that the document\n"
		"was judged for. A document may appear only once in a topic and sub-topic. For\n"
		"alpha_ndcg, err_ia and the other measures of novelty and diversity. With -J a\n"
		"document stays if it is judged for any sub-topic.\n"
		"  51 2 clueweb09-en0000-23-00001 1\n",
	.kind = JUDGMENTS_GROUPED,
	.subtopics = true,
	.columns = QRELS_COLUMNS,
	.fill = judgment_fill_qrels,
};
