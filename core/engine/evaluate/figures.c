/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/engine/evaluate/figures.h"

void figures_add(struct figures *f, const struct figure *x)
{
	if (ARRAY_ROOM(f->figure, f->count, f->room))
		f->figure[f->count++] = *x;
	else
		f->failed = true;
}

void figures_release(struct figures *f)
{
	free(f->figure);
	*f = (struct figures){ 0 };
}
