/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/base/near.h"
#include "core/stats/regression/greg.h"

/* The sum of d x x'/q, then its lower Cholesky factor in place. */
struct matrix {
	double at[GREG_COVARIATES][GREG_COVARIATES];
};

static double weight_of(const struct greg_sample *s, size_t unit)
{
	const struct greg_stratum *h = &s->stratum[s->of[unit]];
	return h->size / h->sampled;
}

static void add_up(const struct greg_sample *s, struct matrix *m, double *xz, double *estimated)
{
	size_t p = s->covariates;
	*m = (struct matrix){ 0 };
	for (size_t i = 0; i < p; i++)
		xz[i] = estimated[i] = 0;
	for (size_t u = 0; u < s->units; u++) {
		const double *x = s->x + u * p;
		double d = weight_of(s, u);
		for (size_t i = 0; i < p; i++) {
			xz[i] += d * x[i] * s->z[u] / s->q[u];
			estimated[i] += d * x[i];
			for (size_t j = 0; j <= i; j++)
				m->at[i][j] += d * x[i] * x[j] / s->q[u];
		}
	}
}

/* -1: a covariate is a combination of those before it. */
static int factor(struct matrix *m, size_t p)
{
	for (size_t i = 0; i < p; i++)
		for (size_t j = 0; j <= i; j++) {
			double whole = m->at[i][j], sum = whole;
			for (size_t k = 0; k < j; k++)
				sum -= m->at[i][k] * m->at[j][k];
			if (i == j && !(sum > NEAR_ROUNDING * whole))
				return -1;
			m->at[i][j] = i == j ? sqrt(sum) : sum / m->at[j][j];
		}
	return 0;
}

/* Solves in place. */
static void solve(const struct matrix *m, size_t p, double *b)
{
	for (size_t i = 0; i < p; i++) {
		for (size_t k = 0; k < i; k++)
			b[i] -= m->at[i][k] * b[k];
		b[i] /= m->at[i][i];
	}
	for (size_t i = p; i-- > 0;) {
		for (size_t k = i + 1; k < p; k++)
			b[i] -= m->at[k][i] * b[k];
		b[i] /= m->at[i][i];
	}
}

static double product(const double *a, const double *b, size_t p)
{
	double sum = 0;
	for (size_t i = 0; i < p; i++)
		sum += a[i] * b[i];
	return sum;
}

double greg_weight(const struct greg_stratum *h)
{
	double N = h->size, n = h->sampled;
	return N * N * (1 - n / N) / n / (n > 1 ? n - 1 : 1);
}

double greg_stratum_variance(const struct greg_stratum *h, double sum, double squares)
{
	double n = h->sampled;
	return greg_weight(h) * (n > 1 ? fmax(squares - sum * sum / n, 0) : squares);
}

int greg_fit(const struct greg_sample *s, struct greg *out, struct err *e)
{
	size_t p = s->covariates;
	struct matrix m;
	double estimated[GREG_COVARIATES], missing[GREG_COVARIATES];
	*out = (struct greg){ .residual = calloc(s->units + 1, sizeof *out->residual) };
	if (out->residual == NULL)
		return err_memory(e);
	add_up(s, &m, out->B, estimated);
	if (factor(&m, p) < 0)
		return err_data(e, "a covariate of the regression is a combination of others");
	solve(&m, p, out->B);
	for (size_t i = 0; i < p; i++)
		missing[i] = s->total[i] - estimated[i];
	solve(&m, p, missing);
	out->total = product(s->total, out->B, p);
	for (size_t u = 0; u < s->units; u++) {
		const double *x = s->x + u * p;
		double residual = s->z[u] - product(x, out->B, p);
		out->total += weight_of(s, u) * residual;
		out->residual[u] = (1 + product(missing, x, p) / s->q[u]) * residual;
	}
	return 0;
}

void greg_release(struct greg *x)
{
	free(x->residual);
}
