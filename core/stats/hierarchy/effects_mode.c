/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "core/stats/hierarchy/effects_mode.h"

struct place {
	double parameter[EFFECT_PARAMETERS], gradient[EFFECT_PARAMETERS], density;
};

static void second_derivatives(struct effects *m, const struct place *at,
			       double h[MATRIX_MOST][MATRIX_MOST])
{
	const double step = 1e-3;
	for (int k = 0; k < m->parameters; k++) {
		double near[EFFECT_PARAMETERS], g[EFFECT_PARAMETERS];
		memcpy(near, at->parameter, sizeof near);
		near[k] += step;
		effects_density(m, near, g);
		for (int j = 0; j < m->parameters; j++)
			h[k][j] = -(g[j] - at->gradient[j]) / step;
	}
	for (int i = 0; i < m->parameters; i++)
		for (int j = 0; j < i; j++)
			h[i][j] = h[j][i] = 0.5 * (h[i][j] + h[j][i]);
}

/* Newton's step with `damp` added to the diagonal, at most 1 long; its length, or -1. */
static double step_to(const struct effects *m, const struct place *from, double damp,
		      double h[MATRIX_MOST][MATRIX_MOST], double *to)
{
	int n = m->parameters;
	double a[MATRIX_MOST][MATRIX_MOST], l[MATRIX_MOST][MATRIX_MOST], y[EFFECT_PARAMETERS],
		step[EFFECT_PARAMETERS], largest = 0;
	memcpy(a, h, sizeof a);
	for (int i = 0; i < n; i++)
		a[i][i] += damp;
	if (matrix_factor(n, a, l) < 0)
		return -1;
	matrix_solve_lower(n, l, from->gradient, y);
	matrix_solve_upper(n, l, y, step);
	for (int i = 0; i < n; i++)
		largest = fmax(largest, fabs(step[i]));
	for (int i = 0; i < n; i++)
		to[i] = from->parameter[i] + (largest > 1 ? step[i] / largest : step[i]);
	return largest;
}

/* One step that does not fall; its length, or -1 if there is none. */
static double climb(struct effects *m, struct place *at, double *damp,
		    double h[MATRIX_MOST][MATRIX_MOST])
{
	for (int tries = 0; tries < 30; tries++) {
		struct place next = { 0 };
		double length = step_to(m, at, *damp, h, next.parameter);
		if (length >= 0) {
			next.density = effects_density(m, next.parameter, next.gradient);
			if (next.density >= at->density - 1e-6) {
				*at = next;
				*damp = *damp > 0.02 ? *damp / 4 : 0;
				return length;
			}
		}
		*damp = *damp > 0 ? *damp * 4 : 0.05;
	}
	return -1;
}

/* Where the place is flat or hollow, something is added to the diagonal. */
static int factor_rounded(int n, double h[MATRIX_MOST][MATRIX_MOST],
			  double l[MATRIX_MOST][MATRIX_MOST])
{
	for (double ridge = 0; ridge<1e6; ridge = ridge> 0 ? 4 * ridge : 0.01) {
		double a[MATRIX_MOST][MATRIX_MOST];
		memcpy(a, h, sizeof a);
		for (int i = 0; i < n; i++)
			a[i][i] += ridge;
		if (matrix_factor(n, a, l) == 0)
			return 0;
	}
	return -1;
}

int effects_mode(struct effects *m, double *parameter, double l[MATRIX_MOST][MATRIX_MOST])
{
	struct place at = { 0 };
	double h[MATRIX_MOST][MATRIX_MOST] = { { 0 } }, damp = 0;
	memcpy(at.parameter, parameter, sizeof at.parameter);
	at.density = effects_density(m, at.parameter, at.gradient);
	for (int round = 0; round < 60; round++) {
		second_derivatives(m, &at, h);
		if (climb(m, &at, &damp, h) < 0.02)
			break;
	}
	second_derivatives(m, &at, h);
	memcpy(parameter, at.parameter, sizeof at.parameter);
	return isfinite(at.density) ? factor_rounded(m->parameters, h, l) : -1;
}
