/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/sort.h"
#include "core/data/judgments/subtopics.h"

static int by_document(uint64_t a, uint64_t b, const void *context)
{
	const struct judgment *x = context;
	return slice_compare(judgment_document(&x[a]), judgment_document(&x[b]));
}

/* The group that judgment number `i` of the topic belongs to. */
static size_t group_of(const struct judged_topic *t, size_t i)
{
	size_t g = 0;
	while (&t->all.judgment[i] >= t->group[g].judgment + t->group[g].count)
		g++;
	return g;
}

const struct group_judgment *subtopics_by_document(const struct judged_topic *t,
						   struct arena *memory, struct err *e)
{
	const struct judgment *x = t->all.judgment;
	size_t count = t->all.count, documents = 0;
	struct keyed *keyed = malloc(2 * count * sizeof *keyed);
	struct group_judgment *list = arena_alloc(memory, count * sizeof *list);
	if (keyed == NULL || list == NULL) {
		free(keyed);
		err_memory(e);
		return NULL;
	}
	for (size_t i = 0; i < count; i++)
		keyed[i] = (struct keyed){ key_of_text(judgment_document(&x[i])), i };
	keyed_sort(keyed, count, keyed + count, by_document, x);
	for (size_t i = count; i-- > 0;) {
		size_t item = keyed[i].item;
		if (i + 1 < count && by_document(item, keyed[i + 1].item, x) != 0)
			documents++;
		list[count - 1 - i] = (struct group_judgment){
			.document = documents,
			.group = group_of(t, item),
			.grade = x[item].level < 0 ? GRADE_UNJUDGED : (int32_t)x[item].level,
		};
	}
	free(keyed);
	return list;
}
