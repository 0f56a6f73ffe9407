/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/near.h"
#include "core/stats/interval/recall_ratio.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/numeric/root.h"
#include "core/stats/rmath.h"

static double effective(double N, double n, bool finite)
{
	if (!finite || n == 0.0)
		return n;
	return n < N ? n * (N - 1.0) / (N - n) : INFINITY;
}

struct ratio_design ratio_design_of(const struct two_samples *x, bool finite)
{
	struct ratio_design d = {
		.N1 = (double)x->N1,
		.n1 = (double)x->n1,
		.N0 = (double)x->N0,
		.n0 = (double)x->n0,
	};
	d.m1 = effective(d.N1, d.n1, finite);
	d.m0 = effective(d.N0, d.n0, finite);
	d.weight1 = isinf(d.m1) ? 1.0 : isinf(d.m0) ? 0.0 : d.m1 / (d.m1 + d.m0);
	d.weight0 = isinf(d.m0) ? 1.0 : isinf(d.m1) ? 0.0 : d.m0 / (d.m1 + d.m0);
	return d;
}

struct interval two_samples_possible_logit(const struct two_samples *x)
{
	double most1 = (double)(x->r1 + x->N1 - x->n1), most0 = (double)(x->r0 + x->N0 - x->n0);
	double low = log((double)x->r1) - log(most0), high = log(most1) - log((double)x->r0);
	return (struct interval){ fmax(-FAR, low), fmin(FAR, high) };
}

struct ratio_null ratio_null_at(const struct ratio_design *d, double log_odds)
{
	double by1 = inverse_logit(log_odds) / d->N1, by0 = inverse_logit(-log_odds) / d->N0;
	return (struct ratio_null){ by1, by0, by0 * by0 / d->m1, by1 * by1 / d->m0 };
}

/*
 * With a = by1, b = by0, w the weights and x = w·p, setting the derivative of the log likelihood
 *
 *     (x1+x0)·ln u + (w1-x1)·ln(1-a·u) + (w0-x0)·ln(1-b·u)
 *
 * to 0 gives ab·u² - (a(w1+x0) + b(w0+x1))·u + (x1+x0) = 0 (w1+w0 = 1), of which the smaller root
 * is wanted. Its discriminant is written as a sum of terms that are not negative and the root with
 * the large sum below, so that nothing cancels.
 */
struct prevalences ratio_constrained(const struct ratio_design *d, const struct ratio_null *h,
				     double p1, double p0)
{
	double x1 = d->weight1 * p1, x0 = d->weight0 * p0;
	double left = h->by1 * (d->weight1 + x0), right = h->by0 * (d->weight0 + x1);
	double cross = 4.0 * h->by1 * h->by0 * (d->weight1 - x1) * (d->weight0 - x0);
	double root = sqrt((left - right) * (left - right) + cross);
	double u = x1 + x0 > 0.0 ? 2.0 * (x1 + x0) / (left + right + root) : 0.0;
	return (struct prevalences){ fmin(1.0, h->by1 * u), fmin(1.0, h->by0 * u) };
}

static double over_sd(double distance, double variance)
{
	if (distance == 0.0)
		return 0.0;
	return variance > 0.0 ? distance / sqrt(variance) : copysign(INFINITY, distance);
}

/*
 * b·p1 - a·p0, exactly 0 at the point estimate: where every document sampled is relevant the
 * standard error is 0 too, and what rounding leaves of the difference would look infinitely far.
 */
static double contrast(const struct ratio_null *h, double p1, double p0)
{
	double left = h->by0 * p1, right = h->by1 * p0;
	return near_apart(left, right, NEAR_BITS) ? left - right : 0.0;
}

/*
 * At the constrained estimate Pearson's chi-square of the four cells equals the square of the
 * contrast b·p1 - a·p0 over its standard error (Gart and Nam 1988), which keeps its sign and its
 * digits and needs no limit where a segment is known completely.
 */
double ratio_score_root(const struct ratio_design *d, const struct ratio_null *h, double p1,
			double p0, struct prevalences c)
{
	double v1 = c.pi1 * (1.0 - c.pi1), v0 = c.pi0 * (1.0 - c.pi0);
	if (d->m1 == 0.0)
		return over_sd(c.pi0 - p0, v0 / d->m0);
	if (d->m0 == 0.0)
		return over_sd(p1 - c.pi1, v1 / d->m1);
	return over_sd(contrast(h, p1, p0), h->spread1 * v1 + h->spread0 * v0);
}

/* x - ln(1+x), not negative; a series where the difference would lose its digits. */
static double log_gap(double x)
{
	if (fabs(x) > 0.03)
		return x - log1p(x);
	/* terms of even and of odd order apart: one sum need not wait for the other */
	double y = x * x;
	double even =
		1.0 / 2.0 + y * (1.0 / 4.0 + y * (1.0 / 6.0 + y * (1.0 / 8.0 + y * (1.0 / 10.0))));
	double odd =
		1.0 / 3.0 + y * (1.0 / 5.0 + y * (1.0 / 7.0 + y * (1.0 / 9.0 + y * (1.0 / 11.0))));
	return y * (even - x * odd);
}

/*
 * Kullback-Leibler divergence of two coins, p·ln(p/q) + (1-p)·ln((1-p)/(1-q)). The first-order
 * parts of the two terms cancel, so that only log_gap() is left of each.
 */
static double divergence(double p, double q)
{
	if (p == q)
		return 0.0;
	if (p <= 0.0)
		return -log1p(-q);
	if (p >= 1.0)
		return -log(q);
	return p * log_gap((q - p) / p) + (1.0 - p) * log_gap((p - q) / (1.0 - p));
}

double ratio_likelihood_root(const struct ratio_design *d, const struct ratio_null *h, double p1,
			     double p0, struct prevalences c)
{
	double sum = 0.0;
	if (d->m1 > 0.0 && !isinf(d->m1))
		sum += d->m1 * divergence(p1, c.pi1);
	if (d->m0 > 0.0 && !isinf(d->m0))
		sum += d->m0 * divergence(p0, c.pi0);
	double sign = contrast(h, p1, p0);
	if (d->m1 == 0.0)
		sign = c.pi0 - p0;
	else if (d->m0 == 0.0)
		sign = p1 - c.pi1;
	return sign == 0.0 ? 0.0 : copysign(sqrt(2.0 * sum), sign);
}

double ratio_score_solve(const struct ratio_design *d, double p1, double p0, double z, double low,
			 double high)
{
	for (int step = 0; step < 200; step++) {
		double middle = 0.5 * (low + high);
		if (middle <= low || middle >= high)
			break;
		struct ratio_null h = ratio_null_at(d, middle);
		struct prevalences c = ratio_constrained(d, &h, p1, p0);
		if (ratio_score_root(d, &h, p1, p0, c) > z)
			low = middle;
		else
			high = middle;
	}
	return 0.5 * (low + high);
}

static double share(int64_t r, int64_t n)
{
	return n > 0 ? (double)r / (double)n : 0.0;
}

/* One end, between limits of the logit. */
static double score_end(const struct two_samples *x, bool finite, struct interval limit,
			double prob)
{
	const struct ratio_design d = ratio_design_of(x, finite);
	double z = qnorm(prob, 0.0, 1.0, 0, 0);
	return inverse_logit(ratio_score_solve(&d, share(x->r1, x->n1), share(x->r0, x->n0), z,
					       limit.lower, limit.upper));
}

int ratio_score_interval(const struct interval_method *m, const struct stratum *s, size_t count,
			 const struct interval_request *q, struct interval *out, struct err *e)
{
	struct two_samples x;
	struct interval limit = { -FAR, FAR };
	if (two_samples_from(s, count, m->name, &x, e) < 0)
		return -1;
	if (two_samples_trivial(&x, out))
		return 0;
	*out = m->finite ? two_samples_possible(&x) : (struct interval){ 0.0, 1.0 };
	if (out->lower >= out->upper)
		return 0;
	if (m->finite)
		limit = two_samples_possible_logit(&x);
	if (x.r1 > 0 && q->ends.lower_p > 0.0)
		out->lower = score_end(&x, m->finite, limit, q->ends.lower_p);
	if (x.r0 > 0 && q->ends.upper_p < 1.0)
		out->upper = score_end(&x, m->finite, limit, q->ends.upper_p);
	return 0;
}

/* ---- the test of the method calibrated ---- */

/*
 * Where, row by row, the samples become extreme under one hypothesis: the first column of the upper
 * region, and the first after the lower one. A border at an end of the columns may really lie
 * beyond it.
 */
enum region { UPPER, LOWER };

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
static const double NEGLIGIBLE = 100 * TERM_LEFT_OUT;

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
	double slack = NEAR_DIGITS * (1.0 + fabs(T));
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
