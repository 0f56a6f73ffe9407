/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/number.h"
#include "core/data/scores/score_table.h"

void score_table_release(struct score_table *t)
{
	members_release(&t->systems_of);
	members_release(&t->data_sets);
	arena_release(&t->memory);
}

bool names_are_scores(const char *const *name, size_t count)
{
	size_t numbers = 0, fractions = 0;
	for (size_t i = 0; i < count; i++) {
		double value;
		bool number = parse_real(slice_of(name[i]), &value);
		numbers += number;
		fractions += number && value != floor(value);
	}
	return numbers == count && fractions > 0;
}

size_t score_table_topics(const struct score_table *t, size_t system)
{
	size_t count = 0;
	for (size_t k = 0; k < t->topics; k++)
		count += isnan(t->value[system * t->topics + k]) ? 0 : 1;
	return count;
}

double score_table_mean(const struct score_table *t, size_t system)
{
	double sum = 0;
	for (size_t k = 0; k < t->topics; k++) {
		double value = t->value[system * t->topics + k];
		sum += isnan(value) ? 0 : value;
	}
	return sum / (double)score_table_topics(t, system);
}

int score_table_choose(struct score_table *t, const struct chosen_topics *c, const char *path,
		       struct err *e)
{
	const bool *chosen =
		chosen_topics_mark(c, &t->memory, t->topic, t->topics, "scores", path, e);
	if (chosen == NULL)
		return -1;
	score_table_keep(t, chosen);
	return 0;
}

void score_table_keep(struct score_table *t, const bool *chosen)
{
	size_t kept = 0, topics = t->topics;
	for (size_t s = 0; s < t->systems; s++)
		for (size_t i = 0; i < topics; i++)
			if (chosen[i])
				t->value[kept++] = t->value[s * topics + i];
	t->topics = 0;
	for (size_t i = 0; i < topics; i++)
		if (chosen[i])
			t->topic[t->topics++] = t->topic[i];
}

int score_table_copy(struct score_table *t, const struct score_table *from, struct err *e)
{
	size_t values = from->systems * from->topics;
	*t = (struct score_table){ .system = from->system,
				   .systems = from->systems,
				   .topics = from->topics };
	t->topic = arena_zeroed(&t->memory, t->topics + 1, sizeof *t->topic);
	t->value = arena_zeroed(&t->memory, values + 1, sizeof *t->value);
	if (t->memory.failed)
		return err_memory(e);
	memcpy(t->topic, from->topic, t->topics * sizeof *t->topic);
	memcpy(t->value, from->value, values * sizeof *t->value);
	return 0;
}

size_t score_table_topic(const struct score_table *t, struct slice name)
{
	for (size_t from = 0, end = t->topics; from < end;) {
		size_t middle = from + (end - from) / 2;
		int order = slice_compare(name, slice_of(t->topic[middle]));
		if (order == 0)
			return middle;
		if (order < 0)
			end = middle;
		else
			from = middle + 1;
	}
	return SIZE_MAX;
}
