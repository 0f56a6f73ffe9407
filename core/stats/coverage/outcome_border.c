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

/* Rows in the order in which the border moves forwards. */
static int64_t row_at(const struct walk *w, int64_t i)
{
	const struct hypergeometric *rows = w->border->count[w->row];
	bool backwards = w->border->rises[0] == w->border->rises[1];
	return backwards ? rows->last - i : rows->first + i;
}

/* How many rows at the beginning are beyond the border as a whole. */
static int64_t whole_rows(struct walk *w, int64_t rows, int64_t first)
{
	int64_t low = 0, high = rows;
	while (low < high) {
		int64_t middle = low + (high - low) / 2;
		if (beyond(w, row_at(w, middle), first))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Rows that the border does not cross need no test of their own: most of them, if it is steep. */
double outcome_border_mass(const struct outcome_border *b)
{
	struct walk w = { .border = b };
	w.row = hypergeometric_points(b->count[0]) <= hypergeometric_points(b->count[1]) ? 0 : 1;
	w.column = 1 - w.row;
	const struct hypergeometric *rows = b->count[w.row], *columns = b->count[w.column];
	int64_t points = hypergeometric_points(rows), k = columns->first;
	int64_t whole = whole_rows(&w, points, columns->first);
	struct monotone_border s = { .border = columns->first };
	double sum = 0;
	for (int64_t i = 0; i < points; i++) {
		int64_t at = row_at(&w, i);
		if (i >= whole && k <= columns->last)
			k = monotone_border_next(&s, beyond, &w, at, columns->first, columns->last);
		double part = 0;
		if (b->rises[w.column] && k <= columns->last)
			part = columns->above[k - columns->first];
		else if (!b->rises[w.column] && k > columns->first)
			part = columns->below[k - 1 - columns->first];
		sum += rows->mass[at - rows->first] * part;
	}
	return sum;
}
