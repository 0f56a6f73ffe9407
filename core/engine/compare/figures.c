/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/engine/compare/figures.h"

void figures_add(struct figures *f, const struct figure *x)
{
	if (f->count == f->room) {
		size_t room = 2 * f->room + 16;
		struct figure *more = realloc(f->figure, room * sizeof *more);
		if (more == NULL) {
			f->failed = true;
			return;
		}
		f->figure = more;
		f->room = room;
	}
	f->figure[f->count++] = *x;
}

void figures_release(struct figures *f)
{
	free(f->figure);
	*f = (struct figures){ 0 };
}
