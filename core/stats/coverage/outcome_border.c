/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/coverage/outcome_border.h"
#include "core/stats/numeric/monotone_border.h"

struct walk {
	const struct outcome_border *border;
	int row, column; /* which count */
};

/* False, then true along the columns. */
static bool beyond(void *context, int64_t row, int64_t column)
{
	const struct walk *w = context;
	int64_t count[2];
	count[w->row] = row;
	count[w->column] = column;
	return w->border->holds(w->border->context, count) == w->border->rises[w->column];
}

double outcome_border_mass(const struct outcome_border *b)
{
	struct walk w = { .border = b };
	w.row = hypergeometric_points(b->count[0]) <= hypergeometric_points(b->count[1]) ? 0 : 1;
	w.column = 1 - w.row;
	const struct hypergeometric *rows = b->count[w.row], *columns = b->count[w.column];
	/* rows in the order in which the border moves forwards */
	bool backwards = b->rises[0] == b->rises[1];
	struct monotone_border s = { .border = columns->first };
	double sum = 0;
	for (int64_t i = 0; i < hypergeometric_points(rows); i++) {
		int64_t at = backwards ? rows->last - i : rows->first + i;
		int64_t k = monotone_border_next(&s, beyond, &w, at, columns->first, columns->last);
		double part = 0;
		if (b->rises[w.column] && k <= columns->last)
			part = columns->above[k - columns->first];
		else if (!b->rises[w.column] && k > columns->first)
			part = columns->below[k - 1 - columns->first];
		sum += rows->mass[at - rows->first] * part;
	}
	return sum;
}
