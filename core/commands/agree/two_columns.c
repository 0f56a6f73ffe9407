/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The column of codes of each side, if they have names of their own; of one export with two columns
 * of codes, such as First Level and QC, which they are.
 */
#include "core/commands/agree/agree.h"
#include "readers/columns.h"
#include "readers/csv_text.h"

enum { COLUMNS_MOST = 300 }; /* of a file; those behind are not looked at */

/* By column: whether it has codes, and whether it has, or is, something else. */
struct code_columns {
	const struct input *in;
	struct slice name[COLUMNS_MOST];
	bool coded[COLUMNS_MOST], other[COLUMNS_MOST];
};

static int look_for_codes(void *context, const struct csv_record *r, struct err *e)
{
	struct code_columns *x = context;
	(void)e;
	for (size_t i = 0; i < r->fields && i < COLUMNS_MOST; i++) {
		struct slice word = r->field[i];
		int64_t grade = 0;
		if (r->header) {
			x->name[i] = word;
			x->other[i] = column_is_called(COLUMN_PRIVILEGE, word);
		} else if (word.length > 0) {
			x->coded[i] = word_grade(x->in->options, word, &grade) &&
				      grade >= GRADE_GRAY && grade <= 1;
			x->other[i] = x->other[i] || !x->coded[i];
		}
	}
	return 0;
}

/* Those of the file, if there are two. */
static int find_columns(const struct input *in, struct agree_answer *to, struct err *e)
{
	struct code_columns x = { .in = in };
	char list[300] = "none";
	size_t count = 0, at = 0;
	if (csv_read(in, CSV_ALL, look_for_codes, &x, e) < 0)
		return -1;
	for (size_t i = 0; i < COLUMNS_MOST && at < sizeof list; i++) {
		if (!x.coded[i] || x.other[i])
			continue;
		char *name = arena_copy(&to->memory, x.name[i]);
		if (name == NULL)
			return err_memory(e);
		to->column[count++ % 2] = name;
		at += (size_t)snprintf(list + at, sizeof list - at, "%s'%s'", at > 0 ? ", " : "",
				       name);
	}
	return count == 2
		       ? 0
		       : err_data(
				 e,
				 "%.300s: two columns with codes are needed, not %zu (%s): --column=rel=FIRST --column=rel=SECOND names two; -R csv is for a column judged_by",
				 in->path, count, list);
}

int agree_find_columns(const struct agree_request *q, struct agree_answer *x, struct err *e)
{
	const struct column_options *columns = &q->runs.formats.columns;
	struct input in;
	size_t count = 0;
	for (size_t i = 0; i < columns->column.count; i++)
		if (strncmp(columns->column.text[i], OF_CODES, strlen(OF_CODES)) == 0)
			x->column[count++ % 2] = columns->column.text[i] + strlen(OF_CODES);
	x->column[0] = count == 2 ? x->column[0] : NULL; /* one name is of both files */
	if (count == 2 || !agree_has_one_file(q))
		return 0;
	if (input_read_table(&in, q->runs.file.text[0], columns, e) < 0)
		return -1;
	int result = find_columns(&in, x, e);
	input_release(&in);
	return result;
}
