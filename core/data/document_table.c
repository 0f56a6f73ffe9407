/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/base/hash.h"
#include "core/data/document_table.h"

int document_table_start(struct document_table *t, size_t count, struct err *e)
{
	/* fewer collisions, as long as the table stays in the first cache */
	size_t sparse = count <= 4096 ? 4 : 2;
	size_t size = (size_t)1 << hash_log2(sparse * count + 1);
	if (!ARRAY_AT_LEAST(t->slot, size, t->capacity))
		return err_memory(e);
	memset(t->slot, 0, size * sizeof *t->slot);
	t->mask = size - 1;
	return 0;
}
