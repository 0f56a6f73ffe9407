/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/data/judgments/judgment.h"

static struct slice name_of(const void *context, size_t i)
{
	const struct judgment *x = context;
	return judgment_document(&x[i]);
}

static unsigned hash_of(const void *context, size_t i)
{
	const struct judgment *x = context;
	return x[i].hash;
}

struct documents judgment_documents(const struct judgment *first)
{
	return (struct documents){ first, name_of, hash_of };
}

int judgments_tabulate(struct document_table *t, const struct judgment *first, size_t count,
		       struct err *e)
{
	const struct documents documents = judgment_documents(first);
	if (document_table_start(t, count, e) < 0)
		return -1;
	for (size_t i = 0; i < count; i++)
		*document_table_slot(t, &documents, judgment_document(&first[i]), first[i].hash) =
			(uint32_t)i + 1;
	return 0;
}

const struct judgment *judgments_find(const struct document_table *t, const struct judgment *first,
				      struct slice name, unsigned hash)
{
	const struct documents documents = judgment_documents(first);
	uint32_t slot = *document_table_slot(t, &documents, name, hash);
	return slot != 0 ? &first[slot - 1] : NULL;
}

int judgment_twice(const struct judgment_building *b, const struct judgment *x,
		   const struct judgment *y, const char *where, struct err *e)
{
	uint64_t line = input_line(b->in, x->document), other = input_line(b->in, y->document);
	return err_at(e, b->in->path, line > other ? line : other,
		      "document '%s' of topic '%s' is judged twice%s: first on line %llu",
		      shown(x->document, x->length).text, b->topic, where,
		      (unsigned long long)(line > other ? other : line));
}

size_t judgment_group_length(const struct judgment *first, const struct judgment *end)
{
	const struct judgment *x = first;
	while (x < end && x->group == first->group)
		x++;
	return (size_t)(x - first);
}
