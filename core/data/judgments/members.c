/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/data/judgments/members.h"

struct reading {
	struct members *m;
	enum known_column name, group;
};

/* Groups are printed in the columns of trec_eval's format, which blanks would shift. */
static int check_group(const struct table_row *row, enum known_column column, struct err *e)
{
	struct slice group = row->field[column];
	if (field_name(row->place, column_name(column), group, e) < 0)
		return -1;
	return memchr(group.at, ' ', group.length) == NULL
		       ? 0
		       : field_bad(row->place, column_name(column), group,
				   "has a blank in it: write _ or - instead", e);
}

static int take_row(void *context, const struct table_row *row, struct err *e)
{
	const struct reading *x = context;
	struct members *m = x->m;
	struct slice name = row->field[x->name];
	size_t before = m->name.count;
	if (field_name(row->place, column_name(x->name), name, e) < 0 ||
	    check_group(row, x->group, e) < 0)
		return -1;
	int64_t number = names_add(&m->name, &m->memory, name, e);
	if (number < 0)
		return -1;
	if ((size_t)number < before)
		return err_at(e, row->place.path, row->place.line,
			      "%s '%s' is listed twice, first in line %llu: it belongs to one %s",
			      column_name(x->name), shown(name.at, name.length).text,
			      (unsigned long long)m->line[number], column_name(x->group));
	int64_t group = names_add(&m->group, &m->memory, row->field[x->group], e);
	if (group < 0)
		return -1;
	if (!ARRAY_RESIZE(m->group_of, m->name.count) || !ARRAY_RESIZE(m->line, m->name.count))
		return err_memory(e);
	m->group_of[number] = (size_t)group;
	m->line[number] = row->place.line;
	return 0;
}

static int list_names(struct members *m, struct err *e)
{
	m->name_text = arena_zeroed(&m->memory, m->name.count, sizeof *m->name_text);
	m->group_text = arena_zeroed(&m->memory, m->group.count, sizeof *m->group_text);
	if (m->memory.failed)
		return err_memory(e);
	names_list(&m->name, m->name_text);
	names_list(&m->group, m->group_text);
	return 0;
}

int members_read(struct members *m, const char *path, enum known_column name,
		 enum known_column group, struct err *e)
{
	const struct columns_asked asked = { .needed = (column_set)1 << name | (column_set)1
										       << group };
	struct reading x = { m, name, group };
	struct input in;
	*m = (struct members){ 0 };
	if (input_read(&in, path, e) < 0)
		return -1;
	m->path = in.path;
	int result = table_read(&in, &asked, take_row, &x, e);
	if (result == 0 && m->name.count == 0)
		result = err_data(e, "%.600s: a header, and no rows below it", in.path);
	input_release(&in);
	if (result == 0)
		result = list_names(m, e);
	if (result < 0)
		members_release(m);
	return result;
}

void members_release(struct members *m)
{
	names_release(&m->name);
	names_release(&m->group);
	arena_release(&m->memory);
	free(m->group_of);
	free(m->line);
	*m = (struct members){ 0 };
}
