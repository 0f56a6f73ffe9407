/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/coverage/outcomes.h"
#include "core/stats/numeric/root.h"
#include "core/stats/random/uniform.h"

void outcomes_release(struct outcomes *x)
{
	for (size_t i = 0; x->distribution && i < x->count; i++)
		hypergeometric_release(&x->distribution[i]);
	free(x->distribution);
	free(x->strata);
}

int outcomes_init(struct outcomes *x, const struct truth *t, enum quantity quantity, double neglect,
		  struct err *e)
{
	*x = (struct outcomes){ .count = t->count };
	if (truth_check(t, e) < 0)
		return -1;
	x->distribution = calloc(t->count, sizeof *x->distribution);
	x->strata = calloc(t->count, sizeof *x->strata);
	if (!x->distribution || !x->strata)
		return err_memory(e);
	for (size_t i = 0; i < t->count; i++) {
		const struct true_stratum *s = &t->strata[i];
		struct hypergeometric *d = &x->distribution[i];
		if (hypergeometric_init(d, s->sampled, e) < 0)
			return -1;
		bool counts = s->retrieved || quantity != QUANTITY_PRECISION;
		hypergeometric_set(d, s->size, counts ? (double)s->yield : 0.0, s->sampled);
		hypergeometric_trim(d, neglect);
		x->strata[i] = (struct stratum){ .size = s->size,
						 .sampled = s->sampled,
						 .assessable = s->sampled,
						 .retrieved = s->retrieved };
	}
	return 0;
}

double outcomes_count(const struct outcomes *x)
{
	double count = 1.0;
	for (size_t i = 0; i < x->count; i++)
		count *= (double)hypergeometric_points(&x->distribution[i]);
	return count;
}

/* Every combination, counted like an odometer. */
void outcomes_each(struct outcomes *x, outcome_visit *visit, void *context)
{
	for (size_t i = 0; i < x->count; i++)
		x->strata[i].relevant = x->distribution[i].first;
	for (;;) {
		double weight = 1.0;
		for (size_t i = 0; i < x->count; i++)
			weight *= hypergeometric_mass(&x->distribution[i], x->strata[i].relevant);
		bool more = visit(context, weight);
		size_t i = 0;
		while (i < x->count && x->strata[i].relevant == x->distribution[i].last) {
			x->strata[i].relevant = x->distribution[i].first;
			i++;
		}
		if (i == x->count || !more)
			return;
		x->strata[i].relevant++;
	}
}

void outcomes_draw(struct outcomes *x, struct uniform *u, int64_t draws, outcome_visit *visit,
		   void *context)
{
	bool more = true;
	for (int64_t draw = 0; draw < draws && more; draw++) {
		for (size_t i = 0; i < x->count; i++)
			x->strata[i].relevant =
				hypergeometric_quantile(&x->distribution[i], uniform_next(u));
		more = visit(context, 1.0 / (double)draws);
	}
}

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
