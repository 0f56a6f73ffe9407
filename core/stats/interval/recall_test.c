/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/interval/recall_test.h"
#include "core/stats/numeric/monotone_border.h"

static double share(int64_t r, int64_t n)
{
	return n > 0 ? (double)r / (double)n : 0.0;
}

static double statistic(const struct recall_test *p, int64_t x1, int64_t x0)
{
	if (x1 == 0 && x0 == 0)
		return 0.0;
	double p1 = share(x1, p->x.n1), p0 = share(x0, p->x.n0);
	struct prevalences c = ratio_constrained(&p->d, &p->null, p1, p0);
	return 0.5 * (ratio_score_root(&p->d, &p->null, p1, p0, c) +
		      ratio_likelihood_root(&p->d, &p->null, p1, p0, c));
}

/* The statistic, with the sign that makes it rise along a row. */
static double along_row(const struct recall_test *p, int64_t row, int64_t column)
{
	return p->rows_retrieved ? -statistic(p, row, column) : statistic(p, column, row);
}

static bool reaches(void *context, int64_t row, int64_t column)
{
	const struct recall_test *p = context;
	return along_row(p, row, column) >= p->bound;
}

static int64_t clamp(int64_t k, const struct hypergeometric *columns)
{
	return k < columns->first ? columns->first : k > columns->last ? columns->last + 1 : k;
}

static bool has_row(const struct borders *b, int64_t row)
{
	return row >= b->first && row <= b->last;
}

/* Widens low .. high to what a side of the bracket says of a row. */
static void enclose(const struct borders *side, enum region region, int64_t row, int64_t *low,
		    int64_t *high)
{
	int64_t k = side->column[region][row - side->first];
	int64_t from = k == side->before ? INT64_MIN : k, to = k == side->behind ? INT64_MAX : k;
	*low = from < *low ? from : *low;
	*high = to > *high ? to : *high;
}

/* Samples that are less likely than this together may be on either side of a border. */
static const double NEGLIGIBLE = 1e-16;

/*
 * The first column of `row`, which has the probability `mass`, at which along_row() >= bound. The
 * bracket says about where it is, if both sides have the row.
 */
static int64_t next_border(struct recall_test *p, struct monotone_border *edge, enum region region,
			   int64_t row, double mass, double bound)
{
	const struct hypergeometric *columns = p->columns;
	int64_t low = INT64_MAX, high = INT64_MIN, first = columns->first;
	p->bound = bound;
	if (!has_row(p->in, row) || !has_row(p->out, row))
		return monotone_border_next(edge, reaches, p, row, first, columns->last);
	enclose(p->in, region, row, &low, &high);
	enclose(p->out, region, row, &low, &high);
	low = clamp(low, columns);
	high = clamp(high, columns);
	*edge = (struct monotone_border){ .border = low + (high - low) / 2 };
	if (low == high ||
	    mass * fmin(columns->above[low - first], columns->below[high - 1 - first]) < NEGLIGIBLE)
		return edge->border;
	return monotone_border_next(edge, reaches, p, row, low, high - 1);
}

/* The distribution of the samples under the hypothesis; R is kept within what the sample allows. */
static void set_distribution(struct hypergeometric *l, double prevalence, int64_t N, int64_t n,
			     int64_t r)
{
	double R = prevalence * (double)N;
	hypergeometric_set(l, N, fmin(fmax(R, (double)r), (double)(N - n + r)), n);
}

double recall_test_p(struct recall_test *p, double logit, enum extreme extreme)
{
	const struct two_samples *x = &p->x;
	p->null = ratio_null_at(&p->d, logit);
	struct prevalences c = ratio_constrained(&p->d, &p->null, p->share1, p->share0);
	set_distribution(&p->distribution1, c.pi1, x->N1, x->n1, x->r1);
	set_distribution(&p->distribution0, c.pi0, x->N0, x->n0, x->r0);
	double T = statistic(p, x->r1, x->r0);
	if (T == 0.0) {
		borders_forget(p->latest);
		return extreme == EXTREME_BOTH ? 1.0 : 0.5;
	}

	/* Samples as extreme as the observed one must not be lost to rounding. */
	double slack = 1e-9 * (1.0 + fabs(T));
	double high = INFINITY, low = -INFINITY;
	if (extreme == EXTREME_BOTH) {
		high = fabs(T) - slack;
		low = -high;
	} else if ((extreme == EXTREME_ABOVE) != p->rows_retrieved) {
		high = fabs(T) - slack;
	} else {
		low = slack - fabs(T);
	}

	const struct hypergeometric *rows = p->rows, *columns = p->columns;
	struct monotone_border upper = { .border = columns->first },
			       lower = { .border = columns->first };
	double sum = 0.0;
	for (int64_t row = rows->first; row <= rows->last; row++) {
		int64_t at = row - rows->first;
		double mass = rows->mass[at], part = 0.0;
		if (!isinf(high)) {
			int64_t k = next_border(p, &upper, UPPER, row, mass, high);
			p->latest->column[UPPER][at] = k;
			if (k <= columns->last)
				part += columns->above[k - columns->first];
		}
		if (!isinf(low)) {
			int64_t k = next_border(p, &lower, LOWER, row, mass, low);
			p->latest->column[LOWER][at] = k;
			if (k > columns->first)
				part += columns->below[k - 1 - columns->first];
		}
		sum += mass * part;
	}
	p->latest->before = columns->first;
	p->latest->behind = columns->last + 1;
	p->latest->first = rows->first;
	p->latest->last = rows->last;
	return sum - 0.5 * hypergeometric_mass(&p->distribution1, x->r1) *
			     hypergeometric_mass(&p->distribution0, x->r0);
}

int recall_test_init(struct recall_test *p, struct err *e)
{
	p->d = ratio_design_of(&p->x, true);
	p->share1 = share(p->x.r1, p->x.n1);
	p->share0 = share(p->x.r0, p->x.n0);
	if (hypergeometric_init(&p->distribution1, p->x.n1, e) < 0 ||
	    hypergeometric_init(&p->distribution0, p->x.n0, e) < 0)
		return -1;
	/* The narrower distribution makes the rows. */
	double p1 = p->share1, p0 = p->share0;
	p->rows_retrieved = p->d.n1 * p1 * (1.0 - p1) < p->d.n0 * p0 * (1.0 - p0);
	p->rows = p->rows_retrieved ? &p->distribution1 : &p->distribution0;
	p->columns = p->rows_retrieved ? &p->distribution0 : &p->distribution1;
	size_t room = (size_t)p->rows->room;
	p->memory = malloc(2 * KEPT_BORDERS * room * sizeof *p->memory);
	if (!p->memory)
		return err_memory(e);
	for (size_t i = 0; i < KEPT_BORDERS; i++)
		p->kept[i] = (struct borders){ .last = -1,
					       .column = { p->memory + 2 * i * room,
							   p->memory + (2 * i + 1) * room } };
	p->in = &p->kept[0];
	p->out = &p->kept[1];
	p->latest = &p->kept[2];
	return 0;
}

void recall_test_release(struct recall_test *p)
{
	hypergeometric_release(&p->distribution1);
	hypergeometric_release(&p->distribution0);
	free(p->memory);
}

static double greatest_mass(const struct hypergeometric *l)
{
	double most = 0.0;
	for (int64_t i = 0; i <= l->last - l->first; i++)
		most = fmax(most, l->mass[i]);
	return most;
}

double recall_test_greatest_mass(const struct recall_test *p)
{
	return greatest_mass(&p->distribution1) * greatest_mass(&p->distribution0);
}
