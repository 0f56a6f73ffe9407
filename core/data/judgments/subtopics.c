/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/sort.h"
#include "core/data/judgments/subtopics.h"

static int compare(const struct judgment *x, uint64_t a, uint64_t b)
{
	return slice_compare(judgment_document(&x[a]), judgment_document(&x[b]));
}

/* The later group of a document comes first, since the list is reversed. */
static int by_document(uint64_t a, uint64_t b, const void *context)
{
	int order = compare(context, a, b);
	return order != 0 ? order : (a < b) - (a > b);
}

const struct group_judgment *subtopics_by_document(const struct judgment *x, size_t count,
						   struct arena *memory, struct err *e)
{
	struct keyed *keyed = malloc(2 * count * sizeof *keyed);
	size_t *group = malloc(count * sizeof *group), documents = 0;
	struct group_judgment *list = arena_alloc(memory, count * sizeof *list);
	if (keyed == NULL || group == NULL || list == NULL) {
		free(keyed);
		free(group);
		err_memory(e);
		return NULL;
	}
	for (size_t i = 0; i < count; i++) {
		group[i] = i == 0 ? 0 : group[i - 1] + (x[i].group != x[i - 1].group);
		keyed[i] = (struct keyed){ key_of_text(judgment_document(&x[i])), i };
	}
	keyed_sort(keyed, count, keyed + count, by_document, x);
	for (size_t i = count; i-- > 0;) {
		size_t item = (size_t)keyed[i].item;
		if (i + 1 < count && compare(x, item, keyed[i + 1].item) != 0)
			documents++;
		list[count - 1 - i] = (struct group_judgment){
			.document = documents,
			.group = group[item],
			.grade = x[item].level < 0 ? GRADE_UNJUDGED : (int32_t)x[item].level,
		};
	}
	free(keyed);
	free(group);
	return list;
}
