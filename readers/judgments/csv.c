/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/judgment_format.h"

JUDGMENT_FORMAT = {
	.name = "csv",
	.summary = "CSV with a header: topic, docno, rel and, if sampled, prob, stratum, size",
	.manual =
		"Values separated by commas, semicolons or tabs. The header names the columns, in any\n"
		"order; capitals, blanks, - _ and ? in a name do not matter:\n"
		"  topic  also qid, query-id, topic_id, query\n"
		"  docno  also document, doc, Doc ID, Document ID, Control Number, BegBates, BegDoc,\n"
		"         PMID, corpus-id, pid, record_id, doc_number, id\n"
		"  rel    also relevance, grade, label, Responsive?, Responsiveness, Relevant,\n"
		"         included, label_included, Coding, Responsive Designation\n"
		"and optionally prob, stratum, size, picks and judged_by; others are ignored.\n"
		"--column=rel='Second look' names a column that is called otherwise. The relevance is a\n"
		"whole number, or a word for 1 or 0: R, Y, yes, true, relevant, responsive, included, hot;\n"
		"NR, N, no, false, not relevant, irrelevant, not responsive, excluded and the like;\n"
		"--relevant-word, --nonrelevant-word and --gray-word explain others.\n"
		"prob is the probability with which the document was sampled, stratum a label, and size\n"
		"the number of documents of the stratum; picks, if the strata are buckets that were picked\n"
		"with replacement (Stevens' design), how often that was done in the topic. An empty\n"
		"relevance is refused, or left out with --partial. With judged_by a document may stand\n"
		"there once for each judge: --judge chooses one, and strat_eval agree compares them.\n"
		"Lines that begin with # may precede the header. A workbook (.xlsx) or load file\n"
		"(.dat) is read as such a table; --sheet names one of several sheets.\n"
		"  topic,docno,rel,stratum,prob\n"
		"  201,\"0.7.47.1001\",1,RRNR,0.154\n",
	JUDGMENT_ROWS,
	.read = judgment_rows_read,
	.begins = judgment_rows_begin,
};
