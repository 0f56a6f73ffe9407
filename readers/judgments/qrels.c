/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/judgment_format.h"

JUDGMENT_FORMAT = {
	.name = "qrels",
	.summary = "TREC relevance judgments, one grade per document (the default)",
	.manual = "Four columns: topic iteration document relevance.\n"
		  "The iteration is ignored. The relevance is a whole number; -1 says that the\n"
		  "document was pooled but not judged, and so does any other negative number.\n"
		  "A document may appear only once in a topic.\n"
		  "  301 0 FBIS3-10082 1\n",
	.kind = JUDGMENTS_GRADED,
	.columns = QRELS_COLUMNS,
	.fill = judgment_fill_qrels,
};
