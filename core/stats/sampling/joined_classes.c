/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdbool.h>

#include "core/stats/sampling/joined_classes.h"

/* What the classes of a group have together, from class *at on, which is moved behind them. */
static struct class_part sum_of(const struct class_part *part, size_t count, const uint16_t *group,
				size_t number, size_t *at)
{
	struct class_part sum = { 0, 0 };
	for (; *at < count && group[*at] <= number; ++*at)
		if (group[*at] == number) {
			sum.size += part[*at].size;
			sum.sampled += part[*at].sampled;
		}
	return sum;
}

/* Fewer judged documents, or as many and fewer documents. */
static bool is_smaller(struct class_part x, struct class_part y)
{
	return x.sampled != y.sampled ? x.sampled < y.sampled : x.size < y.size;
}

/* The group to be joined with another, `any` or one that is small; `groups`: none. */
static size_t smallest(const struct class_part *part, size_t count, const uint16_t *group,
		       size_t groups, bool any)
{
	size_t found = groups;
	struct class_part least = { 0, 0 };
	for (size_t g = 0, i = 0; g < groups; g++) {
		const struct class_part x = sum_of(part, count, group, g, &i);
		bool small = x.sampled < CLASS_LEAST && x.sampled < x.size;
		if ((!any && !small) || (found < groups && !is_smaller(x, least)))
			continue;
		found = g;
		least = x;
	}
	return found;
}

size_t classes_most(const struct class_part *part, size_t count)
{
	int64_t sampled = 0;
	for (size_t i = 0; i < count; i++)
		sampled += part[i].sampled;
	return (size_t)(sampled / CLASS_JUDGED > CLASS_FEW ? sampled / CLASS_JUDGED : CLASS_FEW);
}

size_t classes_join(const struct class_part *part, size_t count, size_t most, uint16_t *group)
{
	size_t groups = 0;
	for (size_t i = 0; i < count; i++) {
		groups += part[i].size > 0;
		group[i] = (uint16_t)(groups > 0 ? groups - 1 : 0);
	}
	while (groups > 1) {
		size_t g = smallest(part, count, group, groups, groups > most);
		if (g == groups)
			break;
		size_t at = 0;
		bool down = g > 0;
		if (g > 0 && g + 1 < groups) {
			const struct class_part below = sum_of(part, count, group, g - 1, &at);
			down = !is_smaller(sum_of(part, count, group, g + 1, &at), below);
		}
		size_t first = down ? g - 1 : g; /* it and the next become one */
		for (size_t i = 0; i < count; i++)
			group[i] = (uint16_t)(group[i] - (group[i] > first));
		groups--;
	}
	return groups;
}
