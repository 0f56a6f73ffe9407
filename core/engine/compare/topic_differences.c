/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/engine/compare/topic_differences.h"

static int by_difference(const void *a, const void *b)
{
	const struct topic_difference *x = a, *y = b;
	if (x->difference != y->difference)
		return x->difference > y->difference ? -1 : 1;
	return strcmp(x->topic, y->topic);
}

struct topic_difference *topic_differences(const struct compared_measure *m, const struct pair *p,
					   size_t *count)
{
	const struct score_table *t = &m->table;
	struct topic_difference *list = calloc(t->topics + 1, sizeof *list);
	*count = 0;
	for (size_t i = 0; list != NULL && i < t->topics; i++) {
		double a = t->value[p->run[0] * t->topics + i];
		double b = t->value[p->run[1] * t->topics + i];
		if (!isnan(a) && !isnan(b))
			list[(*count)++] = (struct topic_difference){ t->topic[i], a, b, a - b };
	}
	if (list != NULL)
		qsort(list, *count, sizeof *list, by_difference);
	return list;
}
