/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/engine/services/figures.h"

void figures_add(struct figures *f, const struct figure *x, size_t size)
{
	struct figure full = { 0 };
	memcpy(&full, x, size < sizeof full ? size : sizeof full);
	if (ARRAY_ROOM(f->figure, f->count, f->room))
		f->figure[f->count++] = full;
	else
		f->failed = true;
}

void figures_release(struct figures *f)
{
	free(f->figure);
	*f = (struct figures){ 0 };
}
