/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/data/judgments/common_documents.h"

static int add_topic(const struct judgment_set *a, const struct judgment_set *b, int32_t level,
		     struct document_table *table, struct agreement *out, struct err *e)
{
	if (judgments_tabulate(table, a->judgment, a->count, e) < 0)
		return -1;
	for (size_t i = 0; i < b->count; i++) {
		const struct judgment *of_b = &b->judgment[i];
		const struct judgment *of_a =
			judgments_find(table, a->judgment, judgment_document(of_b), of_b->hash);
		if (of_a != NULL)
			agreement_count(out, of_a->level, of_b->level, level);
	}
	return 0;
}

int common_agreement(const struct judgments *a, const struct judgments *b, int32_t level,
		     struct agreement *out, struct err *e)
{
	struct document_table table = { 0 };
	int result = 0;
	*out = (struct agreement){ 0 };
	for (size_t t = 0; t < a->topics && result == 0; t++) {
		const struct judged_topic *topic = &a->topic[t];
		int64_t other = names_find(&b->names, slice_of(topic->name));
		if (other != NAME_UNKNOWN)
			result =
				add_topic(&topic->all, &b->topic[other].all, level, &table, out, e);
	}
	document_table_release(&table);
	return result;
}
