/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The column of codes of each side, if they have names of their own; of one export with two columns
 * of codes, such as First Level and QC, which they are.
 */
#include "core/commands/agree/agree.h"
#include "core/data/judgments/coded.h"
#include "readers/csv_text.h"

#define OF_CODES "rel="

enum { COLUMNS_SHOWN = 6 };

/* The columns that nothing else is known of, as long as all of their words are codes. */
struct code_columns {
	struct coded_look look;
	bool *coded, *other; /* by column */
};

static int look_for_codes(void *context, const struct csv_record *r, struct err *e)
{
	struct code_columns *x = context;
	(void)e;
	for (size_t i = 0; i < r->fields && !r->header; i++) {
		int64_t grade = 0;
		bool code = word_grade(x->look.in.options, r->field[i], &grade) &&
			    grade >= GRADE_GRAY && grade <= 1;
		x->other[i] = x->other[i] || (r->field[i].length > 0 && !code);
		x->coded[i] = x->coded[i] || code;
	}
	return 0;
}

static char *as_option(struct arena *memory, struct slice name)
{
	size_t room = name.length + sizeof OF_CODES;
	char *text = arena_zeroed(memory, room, 1);
	if (text != NULL)
		snprintf(text, room, OF_CODES "%.*s", (int)name.length, name.at);
	return text;
}

/* As --column names them; how many there are, of which `found` gets the first. */
static int find_codes(struct code_columns *x, struct arena *memory, const char **found,
		      size_t *count, struct err *e)
{
	x->coded = arena_zeroed(memory, x->look.columns + 1, 1);
	x->other = arena_zeroed(memory, x->look.columns + 1, 1);
	if (memory->failed)
		return err_memory(e);
	if (csv_read(&x->look.in, CSV_ALL, look_for_codes, x, e) < 0)
		return -1;
	for (size_t i = 0; i < x->look.columns && *count < COLUMNS_SHOWN; i++) {
		enum known_column use = x->look.column[i].use;
		if ((use == COLUMN_KINDS || use == COLUMN_RELEVANCE) && x->coded[i] && !x->other[i])
			found[(*count)++] = as_option(memory, x->look.column[i].name);
	}
	return memory->failed ? err_memory(e) : 0;
}

static int refuse(const char *path, const char *const *found, size_t count, struct err *e)
{
	char list[600] = "";
	size_t at = 0;
	for (size_t i = 0; i < count; i++)
		at += (size_t)snprintf(list + at, sizeof list - at, "%s'%.60s'", i > 0 ? ", " : "",
				       found[i] + strlen(OF_CODES));
	return err_data(
		e,
		"%.300s: two columns with codes are needed, and there are %zu (%s): "
		"--column=rel=FIRST --column=rel=SECOND names two; -R csv is for a column judged_by",
		path, count, count == 0 ? "none" : list);
}

int agree_find_columns(const struct agree_request *q, struct agree_answer *x, struct err *e)
{
	struct column_options columns = q->runs.formats.columns;
	const char *path = q->runs.file.text[0], *found[COLUMNS_SHOWN];
	size_t count = 0;
	columns.option = "--column";
	for (size_t i = 0; i < columns.column.count && count < COLUMNS_SHOWN; i++)
		if (strncmp(columns.column.text[i], OF_CODES, strlen(OF_CODES)) == 0)
			found[count++] = columns.column.text[i];
	if (count == 0 && agree_has_one_file(q)) {
		struct code_columns c = { 0 };
		if (coded_look(&c.look, path, &columns, e) < 0)
			return -1;
		int result = find_codes(&c, &x->memory, found, &count, e);
		coded_look_release(&c.look);
		if (result < 0)
			return -1;
	}
	if (count == 2)
		memcpy(x->column, found, sizeof x->column);
	else if (agree_has_one_file(q))
		return refuse(path, found, count, e);
	return 0;
}
