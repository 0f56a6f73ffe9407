/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "readers/formats.h"

int formats_find(struct formats *f, const char *judgments, const char *runs, struct err *e)
{
	const struct judgment_format *j =
		judgment_format_find(judgments != NULL ? judgments : "qrels", e);
	if (j != NULL && runs == NULL)
		runs = j->runs;
	const struct run_format *r =
		j != NULL ? run_format_find(runs != NULL ? runs : "trec_results", e) : NULL;
	if (r == NULL)
		return -1;
	f->run_columns.hidden = f->columns.hidden;
	f->columns.option = "--column";
	f->run_columns.option = "--run-column";
	f->judgments = *j;
	f->judgments.unnamed = judgments == NULL;
	f->judgments.options = &f->columns;
	f->runs = *r;
	f->runs.unnamed = runs == NULL;
	f->runs.options = &f->run_columns;
	return column_options_check(&f->columns, e) < 0 ? -1
							: column_options_check(&f->run_columns, e);
}
