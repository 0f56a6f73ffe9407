/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/gauss_quadrature.h"

static double dot(const double *a, const double *b, size_t count)
{
	double sum[4] = { 0 }; /* four sums, so that no addition waits for the one before it */
	size_t i = 0;
	for (; i + 4 <= count; i += 4)
		for (int k = 0; k < 4; k++)
			sum[k] += a[i + (size_t)k] * b[i + (size_t)k];
	for (; i < count; i++)
		sum[0] += a[i] * b[i];
	return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/*
 * The recurrence: a[k] on the diagonal, b[k] between k-1 and k. q holds n vectors of `count`
 * values. Returns the order that the points support.
 */
static size_t recurrence(const double *x, const double *w, size_t count, size_t n, double *q,
			 double *a, double *b)
{
	double total = 0;
	for (size_t i = 0; i < count; i++)
		total += w[i];
	for (size_t i = 0; i < count; i++)
		q[i] = sqrt(w[i] / total);
	for (size_t k = 0; k < n; k++) {
		const double *now = q + k * count;
		double *next = q + (k + 1) * count;
		for (size_t i = 0; i < count; i++)
			next[i] = x[i] * now[i];
		a[k] = dot(next, now, count);
		for (int twice = 0; twice < 2; twice++)
			for (size_t j = 0; j <= k; j++) {
				const double *old = q + j * count;
				double part = dot(next, old, count);
				for (size_t i = 0; i < count; i++)
					next[i] -= part * old[i];
			}
		double length = sqrt(dot(next, next, count));
		b[k + 1] = length;
		if (length < TAIL_LEFT_OUT)
			return k + 1;
		for (size_t i = 0; i < count; i++)
			next[i] /= length;
	}
	return n;
}

/* A symmetric tridiagonal matrix, to be made diagonal. */
struct tridiagonal {
	double *d;     /* diagonal; in the end the eigenvalues */
	double *off;   /* off[k] stands between k and k+1 */
	double *first; /* first components of the eigenvectors */
};

/* One QL step with shift on rows low..m, by plane rotations from the bottom upwards. */
static void ql_step(struct tridiagonal *t, size_t low, size_t m)
{
	double *d = t->d, *off = t->off, *first = t->first;
	double half = (d[low + 1] - d[low]) / (2 * off[low]);
	double shift = d[low] - off[low] / (half + copysign(hypot(half, 1), half));
	double g = d[m] - shift, s = 1, c = 1, carried = 0;
	for (size_t i = m; i-- > low;) {
		double f = s * off[i], h = c * off[i], length = hypot(f, g);
		off[i + 1] = length;
		if (length == 0) { /* the matrix falls into two here */
			d[i + 1] -= carried;
			off[m] = 0;
			return;
		}
		s = f / length;
		c = g / length;
		g = d[i + 1] - carried;
		double turned = (d[i] - g) * s + 2 * c * h;
		carried = s * turned;
		d[i + 1] = g + carried;
		g = c * turned - h;
		double lower = first[i + 1];
		first[i + 1] = s * first[i] + c * lower;
		first[i] = c * first[i] - s * lower;
	}
	d[low] -= carried;
	off[low] = g;
	off[m] = 0;
}

static void diagonalize(struct tridiagonal *t, size_t n)
{
	for (size_t i = 0; i < n; i++)
		t->first[i] = i == 0;
	t->off[n - 1] = 0;
	for (size_t low = 0; low < n; low++)
		for (int step = 0; step < 60; step++) {
			size_t m = low;
			while (m + 1 < n &&
			       fabs(t->off[m]) > DBL_EPSILON * (fabs(t->d[m]) + fabs(t->d[m + 1])))
				m++;
			if (m == low)
				break;
			ql_step(t, low, m);
		}
}

static void sort_nodes(double *node, double *weight, size_t n)
{
	for (size_t i = 1; i < n; i++)
		for (size_t j = i; j > 0 && node[j] < node[j - 1]; j--) {
			double x = node[j], w = weight[j];
			node[j] = node[j - 1];
			weight[j] = weight[j - 1];
			node[j - 1] = x;
			weight[j - 1] = w;
		}
}

size_t gauss_rule(const double *x, const double *w, size_t count, size_t n, double *node,
		  double *weight)
{
	if (count <= n) {
		for (size_t i = 0; i < count; i++) {
			node[i] = x[i];
			weight[i] = w[i];
		}
		return count;
	}
	double low = x[0], high = x[0], total = 0;
	for (size_t i = 0; i < count; i++) {
		low = fmin(low, x[i]);
		high = fmax(high, x[i]);
		total += w[i];
	}
	double *scaled = calloc((n + 2) * count, sizeof *scaled);
	if (scaled == NULL)
		return 0;
	double centre = low + (high - low) / 2, half = high > low ? (high - low) / 2 : 1;
	for (size_t i = 0; i < count; i++)
		scaled[i] = (x[i] - centre) / half;
	double a[GAUSS_MOST], b[GAUSS_MOST + 1], first[GAUSS_MOST];
	size_t found = recurrence(scaled, w, count, n, scaled + count, a, b);
	free(scaled);
	struct tridiagonal t = { .d = a, .off = b + 1, .first = first };
	diagonalize(&t, found);
	for (size_t i = 0; i < found; i++) {
		node[i] = centre + half * a[i];
		weight[i] = total * first[i] * first[i];
	}
	sort_nodes(node, weight, found);
	return found;
}
