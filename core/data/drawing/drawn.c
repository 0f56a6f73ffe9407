/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the designs share: the list of drawn documents, their random numbers, and what is known of a
 * document.
 */
#include "core/base/array.h"
#include "core/base/hash.h"
#include "core/data/drawing/drawing.h"

int drawing_add(struct drawing *d, const struct drawn_document *x, struct err *e)
{
	if (!ARRAY_ROOM(d->drawn, d->count, d->room))
		return err_memory(e);
	d->drawn[d->count++] = *x;
	return 0;
}

uint64_t drawing_bits(const struct drawing *d, struct slice name)
{
	return uniform_permanent(d->o->seed, d->key, hash_name(name));
}

const struct judgment *drawing_record(const struct drawing *d, struct slice name, unsigned hash)
{
	if (d->t->judged == NULL)
		return NULL;
	return judgments_find(&d->judged_table, d->t->judged->all.judgment, name, hash);
}

const struct judgment *drawing_judgment(const struct drawing *d, struct slice name, unsigned hash)
{
	const struct judgment *j = drawing_record(d, name, hash);
	return j != NULL && j->level >= 0 ? j : NULL;
}
