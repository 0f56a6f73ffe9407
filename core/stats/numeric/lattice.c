/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Masses on a lattice: coarsening and convolution; see lattice.h.
 *
 * Convolution is direct while the product of the lengths is small; above that by a
 * radix-2 Fourier transform of x + iy, whose square holds the product: with Z the transform,
 * X Y = (Z(k)^2 - conj(Z(-k))^2) / 4i. Its rounding error is about 1e-16 of the total mass.
 */
#include <math.h>

#include "core/base/banned.h"
#include "core/stats/numeric/lattice.h"

#define DIRECT_PRODUCT 1000000 /* multiplications; measured, the two cost the same here */

int lattice_init(struct lattice *l, int level, int64_t first, size_t count)
{
	*l = (struct lattice){ .level = level, .first = first, .count = count };
	l->mass = calloc(count ? count : 1, sizeof *l->mass);
	return l->mass ? 0 : -1;
}

void lattice_release(struct lattice *l)
{
	free(l->mass);
	*l = (struct lattice){ 0 };
}

int lattice_copy(const struct lattice *in, int64_t last, struct lattice *out)
{
	struct lattice part = *in;
	lattice_cut(&part, last);
	if (lattice_init(out, part.level, part.first, part.count) < 0)
		return -1;
	if (part.count > 0)
		memcpy(out->mass, part.mass, part.count * sizeof *part.mass);
	return 0;
}

static int64_t floor_half(int64_t i)
{
	return i >= 0 ? i / 2 : -((1 - i) / 2);
}

int lattice_coarsen(const struct lattice *in, struct lattice *out)
{
	static const double weight[6] = { 3.0 / 256,   -25.0 / 256, 150.0 / 256,
					  150.0 / 256, -25.0 / 256, 3.0 / 256 };
	int64_t last = in->first + (int64_t)in->count - 1;
	int64_t first = floor_half(in->first) - 2, end = floor_half(last) + 4;
	if (lattice_init(out, in->level + 1, first, (size_t)(end - first)) < 0)
		return -1;
	for (size_t i = 0; i < in->count; i++) {
		int64_t index = in->first + (int64_t)i;
		double *to = out->mass + (floor_half(index) - first);
		if (index % 2 == 0) {
			*to += in->mass[i];
			continue;
		}
		for (int j = 0; j < 6; j++)
			to[j - 2] += weight[j] * in->mass[i];
	}
	return 0;
}

static void convolve_direct(const struct lattice *x, const struct lattice *y, double *out)
{
	if (x->count > y->count) {
		const struct lattice *swap = x;
		x = y;
		y = swap;
	}
	size_t i = 0;
	for (; i + 4 <= x->count;
	     i += 4) { /* four rows at once: a quarter of the loads and stores */
		double a = x->mass[i], b = x->mass[i + 1], c = x->mass[i + 2], d = x->mass[i + 3];
		const double *m = y->mass;
		double *o = out + i;
		size_t n = y->count;
		if (n < 4)
			break;
		o[0] += a * m[0];
		o[1] += a * m[1] + b * m[0];
		o[2] += a * m[2] + b * m[1] + c * m[0];
		for (size_t j = 3; j < n; j++)
			o[j] += (a * m[j] + b * m[j - 1]) + (c * m[j - 2] + d * m[j - 3]);
		o[n] += b * m[n - 1] + c * m[n - 2] + d * m[n - 3];
		o[n + 1] += c * m[n - 1] + d * m[n - 2];
		o[n + 2] += d * m[n - 1];
	}
	for (; i < x->count; i++)
		for (size_t j = 0; j < y->count; j++)
			out[i + j] += x->mass[i] * y->mass[j];
}

struct complex {
	double re, im;
};

/*
 * In place, n a power of two; root[k] = exp(-2 pi i k / n) for k < n/2. Decimation in frequency:
 * the result is in bit-reversed order.
 */
static void transform(struct complex *z, size_t n, const struct complex *root)
{
	for (size_t half = n / 2, stride = 1; half >= 1; half /= 2, stride *= 2) {
		for (size_t base = 0; base < n; base += 2 * half) {
			struct complex *p = z + base, *q = p + half;
			for (size_t k = 0; k < half; k++) {
				struct complex w = root[k * stride];
				double re = p[k].re - q[k].re, im = p[k].im - q[k].im;
				p[k].re += q[k].re;
				p[k].im += q[k].im;
				q[k].re = re * w.re - im * w.im;
				q[k].im = re * w.im + im * w.re;
			}
		}
	}
}

/* The inverse, from bit-reversed to natural order, without the factor 1/n. */
static void transform_back(struct complex *z, size_t n, const struct complex *root)
{
	for (size_t half = 1, stride = n / 2; half < n; half *= 2, stride /= 2) {
		for (size_t base = 0; base < n; base += 2 * half) {
			struct complex *p = z + base, *q = p + half;
			for (size_t k = 0; k < half; k++) {
				struct complex w = root[k * stride];
				double re = q[k].re * w.re + q[k].im * w.im;
				double im = q[k].im * w.re - q[k].re * w.im;
				q[k].re = p[k].re - re;
				q[k].im = p[k].im - im;
				p[k].re += re;
				p[k].im += im;
			}
		}
	}
}

/*
 * Where the frequency -k stands when k stands at i in bit-reversed order: all bits below the
 * highest set one are flipped.
 */
static size_t mirror(size_t i)
{
	size_t high = 1;
	while (2 * high <= i)
		high *= 2;
	return i < 2 ? i : i ^ (high - 1);
}

static int convolve_fourier(const struct lattice *x, const struct lattice *y, double *out,
			    size_t count)
{
	size_t n = 2;
	while (n < count)
		n *= 2;
	struct complex *z = calloc(n + n / 2, sizeof *z), *root = z + n;
	if (!z)
		return -1;
	for (size_t k = 0; k < n / 2; k++) {
		double angle = -2 * M_PI * (double)k / (double)n;
		root[k] = (struct complex){ cos(angle), sin(angle) };
	}
	for (size_t i = 0; i < x->count; i++)
		z[i].re = x->mass[i];
	for (size_t i = 0; i < y->count; i++)
		z[i].im = y->mass[i];
	transform(z, n, root);
	for (size_t i = 0; i < n; i++) {
		size_t j = mirror(i);
		if (j < i)
			continue;
		struct complex p = z[i], q = z[j];
		double re = p.re * p.re - p.im * p.im - q.re * q.re + q.im * q.im;
		double im = 2 * p.re * p.im + 2 * q.re * q.im;
		z[i] = (struct complex){ im / 4, -re / 4 };
		z[j] = (struct complex){ im / 4, re / 4 };
	}
	transform_back(z, n, root);
	for (size_t i = 0; i < count; i++)
		out[i] = z[i].re / (double)n;
	free(z);
	return 0;
}

int lattice_convolve(const struct lattice *x, const struct lattice *y, struct lattice *out)
{
	size_t count = x->count && y->count ? x->count + y->count - 1 : 0;
	if (lattice_init(out, x->level, x->first + y->first, count) < 0)
		return -1;
	if ((double)x->count * (double)y->count <= DIRECT_PRODUCT) {
		convolve_direct(x, y, out->mass);
		return 0;
	}
	if (convolve_fourier(x, y, out->mass, count) < 0) {
		lattice_release(out);
		return -1;
	}
	return 0;
}

/* Keeps nodes from .. from+count-1 in place. */
static void keep(struct lattice *l, size_t from, size_t count)
{
	memmove(l->mass, l->mass + from, count * sizeof *l->mass);
	l->first += (int64_t)from;
	l->count = count;
}

void lattice_trim(struct lattice *l, double tail)
{
	size_t from = 0, end = l->count;
	double sum = 0;
	while (from + 1 < end && (sum += fabs(l->mass[from])) <= tail)
		from++;
	sum = 0;
	while (from + 1 < end && (sum += fabs(l->mass[end - 1])) <= tail)
		end--;
	keep(l, from, end - from);
}

void lattice_cut(struct lattice *l, int64_t last)
{
	int64_t end = l->first + (int64_t)l->count;
	if (last < l->first)
		l->count = 0;
	else if (last < end)
		l->count = (size_t)(last - l->first + 1);
}

/* Restores the heap (smallest count on top) below entry i. */
static void sift(struct lattice *l, size_t count, size_t i)
{
	for (;;) {
		size_t child = 2 * i + 1;
		if (child >= count)
			return;
		if (child + 1 < count && l[child + 1].count < l[child].count)
			child++;
		if (l[i].count <= l[child].count)
			return;
		struct lattice swap = l[i];
		l[i] = l[child];
		l[child] = swap;
		i = child;
	}
}

int lattice_sum(struct lattice *l, size_t count, int64_t last, double tail, struct lattice *out)
{
	int status = 0;
	for (size_t i = count / 2; i-- > 0;)
		sift(l, count, i);
	while (count > 1 && status == 0) {
		struct lattice smallest = l[0], both;
		l[0] = l[--count];
		sift(l, count, 0);
		status = lattice_convolve(&smallest, &l[0], &both);
		lattice_release(&smallest);
		if (status == 0) {
			lattice_cut(&both, last);
			lattice_trim(&both, tail);
			lattice_release(&l[0]);
			l[0] = both;
			sift(l, count, 0);
		}
	}
	if (status == 0) {
		*out = l[0];
		l[0] = (struct lattice){ 0 };
	}
	for (size_t i = 0; i < count; i++)
		lattice_release(&l[i]);
	return status;
}
