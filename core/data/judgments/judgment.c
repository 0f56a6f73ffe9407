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
