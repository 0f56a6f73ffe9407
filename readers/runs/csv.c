/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/columns.h"
#include "readers/run_format.h"

static int begins(const struct input *in, struct err *e)
{
	static const struct columns_asked asked = { .needed = COLUMN(DOCUMENT) };
	return is_delimited(in, &asked, e);
}

RUN_FORMAT = {
	.name = "csv",
	.summary = "CSV with a header: docno, score and optionally topic and tag",
	.manual =
		"Values separated by commas, semicolons or tabs. The header names the columns, in any\n"
		"order: docno, score (or Relevance Score, Probability), and optionally topic and tag;\n"
		"others are ignored. Names of docno and topic are those of -R csv, and\n"
		"--run-column=score='Model output' names a column that is called otherwise. A column\n"
		"Rank may be either way round: --run-column=rank=Rank says that 1 is the best,\n"
		"--run-column=score=Rank that the highest is. Without -T, a file with a header that has\n"
		"a docno is read so.\n"
		"Without topics, the judgments must have a single one. Documents are ranked as in\n"
		"trec_results. The tag of the last row is the run's name; without\n"
		"that column it is the file's name, without folder and without .gz, .txt, .csv, .tsv,\n"
		".run, .json or .jsonl. A field with a comma, a quote or a line end in it stands in double quotes,\n"
		"its own quotes doubled. Lines that begin with # may precede the header.\n"
		"  topic,docno,score,tag\n"
		"  301,FR940202-2-00150,2.129133,STANDARD\n",
	.named = true,
	.read = run_rows_read,
	.begins = begins,
};
