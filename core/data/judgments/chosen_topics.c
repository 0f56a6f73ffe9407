/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/data/judgments/chosen_topics.h"
#include "readers/lines.h"

static int add_line(struct chosen_topics *c, struct slice name, uint64_t number, struct err *e)
{
	size_t before = c->names.count;
	if (names_add(&c->names, &c->memory, name, e) < 0)
		return -1;
	if (c->names.count == before)
		return 0;
	if (!ARRAY_RESIZE(c->line, c->names.count))
		return err_memory(e);
	c->line[before] = number;
	return 0;
}

static int add_file(struct chosen_topics *c, const char *path, struct err *e)
{
	static const struct columns columns = { 1, 1, "topic" };
	struct input in;
	struct lines l;
	struct slice topic;
	bool any = false;
	int result;
	if (input_read(&in, path, e) < 0)
		return -1;
	c->path = in.path;
	lines_start(&l, &in);
	while ((result = lines_next_checked(&l, &columns, &topic, 1, e)) > 0) {
		any = true;
		if (add_line(c, topic, l.number, e) < 0) {
			result = -1;
			break;
		}
	}
	if (result == 0 && !any)
		result = err_data(e, "%.600s: no topics", c->path);
	input_release(&in);
	return result;
}

int chosen_topics_read(struct chosen_topics *c, const char *const *name, size_t count,
		       const char *path, struct err *e)
{
	*c = (struct chosen_topics){ 0 };
	int result = 0;
	for (size_t i = 0; i < count && result == 0; i++)
		result = add_line(c, slice_of(name[i]), 0, e);
	if (result == 0 && path != NULL)
		result = add_file(c, path, e);
	if (result == 0 && (c->name = names_texts(&c->names, &c->memory, e)) == NULL)
		result = -1;
	if (result < 0)
		chosen_topics_release(c);
	return result;
}

void chosen_topics_release(struct chosen_topics *c)
{
	names_release(&c->names);
	arena_release(&c->memory);
	free(c->line);
	*c = (struct chosen_topics){ 0 };
}

static int refuse(const struct chosen_topics *c, const bool *found, const char *what,
		  const char *source, struct err *e)
{
	size_t i = 0;
	while (i < c->names.count && found[i])
		i++;
	if (i == c->names.count)
		return 0;
	struct shown topic = shown(slice_of(c->name[i]));
	return c->line[i] > 0 ? err_at(e, c->path, c->line[i], "topic '%s' has no %s in %.300s",
				       topic.text, what, source)
			      : err_data(e, "topic '%s', which is chosen, has no %s in %.300s",
					 topic.text, what, source);
}

bool *chosen_topics_mark(const struct chosen_topics *c, struct arena *memory,
			 const char *const *topic, size_t topics, const char *what,
			 const char *source, struct err *e)
{
	bool *chosen = arena_zeroed(memory, topics + 1, sizeof *chosen);
	bool *found = arena_zeroed(memory, c->names.count + 1, sizeof *found);
	if (memory->failed) {
		err_memory(e);
		return NULL;
	}
	for (size_t t = 0; t < topics; t++) {
		int64_t number = names_find(&c->names, slice_of(topic[t]));
		chosen[t] = number != NAME_UNKNOWN;
		if (chosen[t])
			found[number] = true;
	}
	return refuse(c, found, what, source, e) == 0 ? chosen : NULL;
}
