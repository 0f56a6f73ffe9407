/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The cells of the pool: documents that are retrieved by the same ones of the runs. Cell 0, of what
 * no run retrieves, has no document here. Some other cells may be empty, too.
 *
 * Apart from drawn_sample.h because it counts, and draws nothing.
 */
#pragma once

#include "core/data/runs/pool.h"

struct pool_cell {
	uint32_t parent; /* the cell without the last of its runs */
	uint32_t run;	 /* that last one */
	int64_t size;	 /* documents of the pool */
};

struct pool_cells {
	struct pool_cell *cell;
	size_t count, room;
	uint32_t *of;	 /* cell of each document */
	uint32_t *split; /* while they are made: the cell's part with the current run */
	size_t documents;
};

/* A zeroed struct pool_cells is ready, and can be used again. */
int pool_cells_make(struct pool_cells *c, const struct pool *p, struct err *e);
void pool_cells_release(struct pool_cells *c);
