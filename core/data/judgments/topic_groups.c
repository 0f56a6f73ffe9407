/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/data/judgments/topic_groups.h"

/* ---- which name is in which group ---- */

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

int members_add(struct members *m, struct slice name, struct slice group, struct err *e)
{
	size_t before = m->name.count;
	int64_t number = names_add(&m->name, &m->memory, name, e);
	int64_t of = number < 0 ? -1 : names_add(&m->group, &m->memory, group, e);
	if (of < 0)
		return -1;
	if ((size_t)number < before)
		return m->group_of[number] == (size_t)of
			       ? 0
			       : err_data(e, "'%s' is in two groups, one of them '%s'",
					  shown(name).text, shown(group).text);
	if (!ARRAY_ROOM(m->group_of, (size_t)number, m->room))
		return err_memory(e);
	m->group_of[number] = (size_t)of;
	return 0;
}

int members_finish(struct members *m, const char *path, struct err *e)
{
	m->path = path;
	m->name_text = names_texts(&m->name, &m->memory, e);
	m->group_text = m->name_text != NULL ? names_texts(&m->group, &m->memory, e) : NULL;
	return m->group_text != NULL ? 0 : -1;
}

static int add_topic_of_row(void *context, const struct table_row *row, struct err *e)
{
	const struct reading *x = context;
	struct members *m = x->m;
	struct slice name = row->field[x->name];
	if (field_name(row->place, column_name(x->name), name, e) < 0 ||
	    check_group(row, x->group, e) < 0)
		return -1;
	int64_t number = names_find(&m->name, name);
	if (number != NAME_UNKNOWN)
		return err_at(e, row->place.path, row->place.line,
			      "%s '%s' is listed twice, first in line %llu: it belongs to one %s",
			      column_name(x->name), shown(name).text,
			      (unsigned long long)m->line[number], column_name(x->group));
	if (members_add(m, name, row->field[x->group], e) < 0)
		return -1;
	if (!ARRAY_RESIZE(m->line, m->name.count))
		return err_memory(e);
	m->line[m->name.count - 1] = row->place.line;
	return 0;
}

int members_take(struct members *m, const char *path, enum known_column name,
		 enum known_column group, struct members *given, struct err *e)
{
	const struct columns_asked asked = { .needed = (column_set)1 << name | (column_set)1
										       << group };
	struct reading x = { m, name, group };
	struct input in;
	*m = path == NULL ? *given : (struct members){ 0 };
	if (path == NULL) {
		*given = (struct members){ 0 };
		return 0;
	}
	if (input_read(&in, path, e) < 0)
		return -1;
	m->path = in.path;
	int result = table_read(&in, &asked, add_topic_of_row, &x, e);
	if (result == 0 && m->name.count == 0)
		result = err_data(e, "%.600s: a header, and no rows below it", in.path);
	input_release(&in);
	if (result == 0)
		result = members_finish(m, m->path, e);
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

/* ---- groups of topics ---- */

bool topic_is_group(struct slice topic)
{
	size_t length = strlen(GROUP_PREFIX);
	return topic.length >= length && memcmp(topic.at, GROUP_PREFIX, length) == 0;
}

/* Which group of the file each topic is in; SIZE_MAX: in none. */
static size_t *find_topics(struct topic_groups *g, const char *const *topic, size_t topics,
			   const bool *counted)
{
	struct members *m = &g->members;
	size_t *of = arena_zeroed(&m->memory, topics + 1, sizeof *of);
	for (size_t t = 0; of != NULL && t < topics; t++) {
		int64_t known = counted == NULL || counted[t]
					? names_find(&m->name, slice_of(topic[t]))
					: NAME_UNKNOWN;
		of[t] = known != NAME_UNKNOWN ? m->group_of[known] : SIZE_MAX;
	}
	return of;
}

static void warn_of_left_out(const struct topic_groups *g, const size_t *of,
			     const char *const *topic, size_t topics, const bool *counted,
			     struct warnings *w)
{
	size_t without = 0, all = 0, first = 0, found = 0;
	for (size_t t = 0; t < topics; t++) {
		if (counted != NULL && !counted[t])
			continue;
		all++;
		found += of[t] != SIZE_MAX;
		if (of[t] == SIZE_MAX && without++ == 0)
			first = t;
	}
	if (without > 0)
		warnings_add(w,
			     "%s: %zu of %zu topics %s in no group (such as %s): counted in the "
			     "mean of all topics, and in no group",
			     g->members.path, without, all, without == 1 ? "is" : "are",
			     topic[first]);
	if (found < g->members.name.count)
		warnings_add(w, "%s: topics that are not evaluated: %zu of %zu; they are ignored",
			     g->members.path, g->members.name.count - found, g->members.name.count);
}

/* Numbers the groups that have topics; the others are named in a warning. */
static void number_groups(struct topic_groups *g, const size_t *found, struct warnings *w)
{
	const struct members *m = &g->members;
	for (size_t k = 0; k < m->group.count; k++) {
		g->number[k] = found[k] > 0 ? g->count : SIZE_MAX;
		if (found[k] == 0) {
			warnings_add(w, "%s: group %s has no topic that is evaluated", m->path,
				     m->group_text[k]);
			continue;
		}
		g->name[g->count] = m->group_text[k];
		g->topics[g->count++] = found[k];
	}
}

/* Gives each group its topics. */
static int list_members(struct topic_groups *g, const size_t *of, const char *const *topic,
			size_t topics, struct err *e)
{
	size_t *place = arena_zeroed(&g->members.memory, topics + 1, sizeof *place);
	size_t *filled = arena_zeroed(&g->members.memory, g->count + 1, sizeof *filled);
	const size_t *sorted = texts_sorted(topic, topics, &g->members.memory, e);
	if (g->members.memory.failed || sorted == NULL)
		return err_memory(e);
	for (size_t k = 0; k < g->count; k++) {
		g->member[k] = place;
		place += g->topics[k];
	}
	for (size_t i = 0; i < topics; i++)
		if (of[sorted[i]] != SIZE_MAX) {
			size_t k = g->number[of[sorted[i]]];
			g->member[k][filled[k]++] = sorted[i];
		}
	return 0;
}

static int refuse_labels(const struct topic_groups *g, const char *const *topic, size_t topics,
			 struct err *e)
{
	for (size_t t = 0; t < topics; t++)
		if (topic_is_group(slice_of(topic[t])))
			return err_data(e,
					"topic '%.100s' looks like a group: with --topic-groups no "
					"topic may begin with " GROUP_PREFIX,
					topic[t]);
	for (size_t k = 0; k < g->members.group.count; k++)
		if (strcmp(g->members.group_text[k], "*") == 0)
			return err_data(e,
					"%.600s: a group cannot be called *, which is the mean "
					"over groups",
					g->members.path);
	return 0;
}

static int find_groups(struct topic_groups *g, const char *const *topic, size_t topics,
		       const bool *counted, struct warnings *w, struct err *e)
{
	struct members *m = &g->members;
	size_t all = m->group.count;
	bool any = false;
	size_t *found = arena_zeroed(&m->memory, all, sizeof *found);
	g->number = arena_zeroed(&m->memory, all, sizeof *g->number);
	g->name = arena_zeroed(&m->memory, all, sizeof *g->name);
	g->label = arena_zeroed(&m->memory, all, sizeof *g->label);
	g->topics = arena_zeroed(&m->memory, all, sizeof *g->topics);
	g->member = arena_zeroed(&m->memory, all, sizeof *g->member);
	const size_t *of = find_topics(g, topic, topics, counted);
	if (m->memory.failed)
		return err_memory(e);
	for (size_t t = 0; t < topics; t++)
		if (of[t] != SIZE_MAX) {
			found[of[t]]++;
			any = true;
		}
	if (!any)
		return err_data(e,
				"%.600s: none of the topics has a group: are topics written the "
				"same way? The file has '%.100s', and '%.100s' is evaluated",
				m->path, m->name_text[0], topics > 0 ? topic[0] : "");
	warn_of_left_out(g, of, topic, topics, counted, w);
	number_groups(g, found, w);
	for (size_t k = 0; k < g->count; k++)
		g->label[k] = arena_print(&m->memory, "%s%s", GROUP_PREFIX, g->name[k]);
	return m->memory.failed ? err_memory(e) : list_members(g, of, topic, topics, e);
}

int topic_groups_read(struct topic_groups *g, const char *path, struct members *given,
		      const char *const *topic, size_t topics, const bool *counted,
		      struct warnings *w, struct err *e)
{
	*g = (struct topic_groups){ 0 };
	if (members_take(&g->members, path, COLUMN_TOPIC, COLUMN_GROUP, given, e) < 0)
		return -1;
	int result = refuse_labels(g, topic, topics, e);
	if (result == 0)
		result = find_groups(g, topic, topics, counted, w, e);
	if (result < 0)
		topic_groups_release(g);
	return result;
}

size_t topic_groups_find(const struct topic_groups *g, const char *topic)
{
	const struct members *m = &g->members;
	int64_t known = names_find(&m->name, slice_of(topic));
	return known != NAME_UNKNOWN ? g->number[m->group_of[known]] : SIZE_MAX;
}

void topic_groups_release(struct topic_groups *g)
{
	members_release(&g->members);
	*g = (struct topic_groups){ 0 };
}
