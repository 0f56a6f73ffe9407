/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/data/drawing/pool_cells.h"

void pool_cells_release(struct pool_cells *c)
{
	free(c->cell);
	free(c->of);
	free(c->split);
}

static int make_cell_room(struct pool_cells *c, size_t count, struct err *e)
{
	if (count <= c->room)
		return 0;
	size_t room = 2 * count + 64;
	if (!ARRAY_RESIZE(c->cell, room) || !ARRAY_RESIZE(c->split, room))
		return err_memory(e);
	c->room = room;
	return 0;
}

/*
 * Each run in turn moves its documents out of the cells where they are into new ones: those without
 * this run, and with it. So documents with the same runs stay together, and no others do.
 */
static int split_cells(struct pool_cells *c, const struct pool *p, uint32_t run, struct err *e)
{
	size_t before = c->count;
	for (size_t i = 0; i < before; i++)
		c->split[i] = 0;
	for (size_t i = p->start[run]; i < p->start[run + 1]; i++) {
		uint32_t document = p->ranked[i], from = c->of[document];
		if (c->split[from] == 0) {
			if (make_cell_room(c, c->count + 1, e) < 0)
				return -1;
			c->split[from] = (uint32_t)c->count;
			c->cell[c->count++] = (struct pool_cell){ .parent = from, .run = run };
		}
		c->cell[from].size--;
		c->of[document] = c->split[from];
		c->cell[c->of[document]].size++;
	}
	return 0;
}

int pool_cells_make(struct pool_cells *c, const struct pool *p, struct err *e)
{
	if (!ARRAY_AT_LEAST(c->of, p->count + 1, c->documents))
		return err_memory(e);
	if (make_cell_room(c, 1, e) < 0)
		return -1;
	memset(c->of, 0, p->count * sizeof *c->of);
	c->cell[0] = (struct pool_cell){ .size = (int64_t)p->count };
	c->count = 1;
	for (size_t r = 0; r < p->runs; r++)
		if (split_cells(c, p, (uint32_t)r, e) < 0)
			return -1;
	return 0;
}
