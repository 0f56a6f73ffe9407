/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/base/banned.h"
#include "core/stats/numeric/fourier.h"

/*
 * Complex numbers: the real parts in one array, the imaginary ones in another, so that two
 * neighbours go through every step together. The transforms join two steps of radix 2 into one: one
 * pass over memory, and three products for four numbers. If the number of steps is odd, one is
 * taken alone.
 */
struct complex {
	double *re, *im;
};

struct pair {
	two re, im;
};

static inline struct pair load(struct complex z, size_t i)
{
	return (struct pair){ load_two(z.re + i), load_two(z.im + i) };
}

static inline void store(struct complex z, size_t i, struct pair x)
{
	store_two(z.re + i, x.re);
	store_two(z.im + i, x.im);
}

static inline struct pair plus(struct pair x, struct pair y)
{
	return (struct pair){ x.re + y.re, x.im + y.im };
}

static inline struct pair minus(struct pair x, struct pair y)
{
	return (struct pair){ x.re - y.re, x.im - y.im };
}

static inline struct pair times(struct pair x, struct pair w)
{
	return (struct pair){ x.re * w.re - x.im * w.im, x.im * w.re + x.re * w.im };
}

static inline struct pair times_conjugate(struct pair x, struct pair w)
{
	return (struct pair){ x.re * w.re + x.im * w.im, x.im * w.re - x.re * w.im };
}

/* x times i */
static inline struct pair turned(struct pair x)
{
	return (struct pair){ -x.im, x.re };
}

/* exp(-2 pi i k / n) for k < 3n/4, from the first quarter of a turn. */
static inline void copy_factor(struct complex turn, size_t n, size_t k, struct complex w, size_t to)
{
	size_t i = k & (n / 4 - 1); /* n is a power of two */
	bool second = k >= n / 4 && k < n / 2;
	double sign = k >= n / 4 ? -1 : 1;
	w.re[to] = second ? turn.im[i] : sign * turn.re[i];
	w.im[to] = sign * (second ? turn.re[i] : turn.im[i]);
}

/*
 * The factors in the order in which they are needed: n - 1. A pass over numbers that are `quarter`
 * apart has three times `quarter`, from place quarter - 1 on: k = stride j, 2 stride j and 3 stride
 * j with stride = n / (4 quarter). The step that is taken alone has k < n/2, from place n/2 - 1 on.
 * `turn` is room for n/4.
 */
static void set_factors(struct complex w, struct complex turn, size_t n)
{
	for (size_t k = 0; k < n / 4; k++) {
		double angle = -2 * M_PI * (double)k / (double)n;
		turn.re[k] = cos(angle);
		turn.im[k] = sin(angle);
	}
	size_t quarter = 1;
	for (; 4 * quarter <= n; quarter *= 4)
		for (size_t j = 0; j < quarter; j++)
			for (size_t m = 1; m <= 3; m++)
				copy_factor(turn, n, m * j * (n / 4 / quarter), w,
					    m * quarter - 1 + j);
	for (size_t k = 0; quarter < n && k < n / 2; k++)
		copy_factor(turn, n, k, w, n / 2 - 1 + k);
}

/* In place, n a power of two. Decimation in frequency: the result is in bit-reversed order. */
static void transform(struct complex z, size_t n, struct complex w)
{
	size_t quarter = n / 4;
	if (__builtin_ctzll(n) % 2 != 0) {
		for (size_t k = 0; k < n / 2; k += 2) {
			struct pair p = load(z, k), q = load(z, k + n / 2);
			store(z, k, plus(p, q));
			store(z, k + n / 2, times(minus(p, q), load(w, n / 2 - 1 + k)));
		}
		quarter /= 2;
	}
	for (; quarter > 1; quarter /= 4)
		for (size_t base = 0; base < n; base += 4 * quarter)
			for (size_t j = 0; j < quarter; j += 2) {
				size_t i = base + j, v = quarter - 1 + j;
				struct pair a = load(z, i), b = load(z, i + quarter);
				struct pair c = load(z, i + 2 * quarter);
				struct pair d = load(z, i + 3 * quarter);
				struct pair ac = plus(a, c), bd = plus(b, d), less = minus(a, c);
				struct pair across = turned(minus(b, d));
				store(z, i, plus(ac, bd));
				store(z, i + quarter, times(minus(ac, bd), load(w, v + quarter)));
				store(z, i + 2 * quarter, times(minus(less, across), load(w, v)));
				store(z, i + 3 * quarter,
				      times(plus(less, across), load(w, v + 2 * quarter)));
			}
	for (double *re = z.re, *im = z.im; re < z.re + n;
	     re += 4, im += 4) { /* all factors are 1 */
		double a = re[0] + re[2], b = re[1] + re[3], c = re[0] - re[2], d = re[1] - re[3];
		double e = im[0] + im[2], f = im[1] + im[3], g = im[0] - im[2], h = im[1] - im[3];
		re[0] = a + b;
		im[0] = e + f;
		re[1] = a - b;
		im[1] = e - f;
		re[2] = c + h;
		im[2] = g - d;
		re[3] = c - h;
		im[3] = g + d;
	}
}

/* The inverse, from bit-reversed to natural order, without the factor 1/n. */
static void transform_back(struct complex z, size_t n, struct complex w)
{
	for (double *re = z.re, *im = z.im; re < z.re + n; re += 4, im += 4) {
		double a = re[0] + re[1], b = re[0] - re[1], c = re[2] + re[3], d = re[2] - re[3];
		double e = im[0] + im[1], f = im[0] - im[1], g = im[2] + im[3], h = im[2] - im[3];
		re[0] = a + c;
		im[0] = e + g;
		re[1] = b - h;
		im[1] = f + d;
		re[2] = a - c;
		im[2] = e - g;
		re[3] = b + h;
		im[3] = f - d;
	}
	size_t quarter = 4;
	for (; 4 * quarter <= n; quarter *= 4)
		for (size_t base = 0; base < n; base += 4 * quarter)
			for (size_t j = 0; j < quarter; j += 2) {
				size_t i = base + j, v = quarter - 1 + j;
				struct pair a = load(z, i);
				struct pair b =
					times_conjugate(load(z, i + quarter), load(w, v + quarter));
				struct pair c =
					times_conjugate(load(z, i + 2 * quarter), load(w, v));
				struct pair d = times_conjugate(load(z, i + 3 * quarter),
								load(w, v + 2 * quarter));
				struct pair ab = plus(a, b), cd = plus(c, d), less = minus(a, b);
				struct pair across = turned(minus(c, d));
				store(z, i, plus(ab, cd));
				store(z, i + quarter, plus(less, across));
				store(z, i + 2 * quarter, minus(ab, cd));
				store(z, i + 3 * quarter, minus(less, across));
			}
	for (size_t k = 0; quarter < n && k < n / 2; k += 2) {
		struct pair p = load(z, k);
		struct pair q = times_conjugate(load(z, k + n / 2), load(w, n / 2 - 1 + k));
		store(z, k, plus(p, q));
		store(z, k + n / 2, minus(p, q));
	}
}

/*
 * Where the frequency -k stands when k stands at i in bit-reversed order: all bits below the
 * highest set one are flipped.
 */
static size_t mirror(size_t i)
{
	return i < 2 ? i : i ^ (size_t)((UINT64_C(1) << (63 - __builtin_clzll(i))) - 1);
}

/*
 * Doubles between the arrays. If what is needed at a time were apart by powers of two, it would
 * meet in one set of the cache.
 */
enum { APART = 72 };

int fourier_convolve(const double *x, size_t in_x, const double *y, size_t in_y, double *out)
{
	size_t count = in_x + in_y - 1, n = 4;
	while (n < count)
		n *= 2;
	size_t part = n + APART;
	double *room = calloc(4 * part, sizeof *room);
	if (!room)
		return -1;
	const struct complex z = { room, room + part }, w = { room + 2 * part, room + 3 * part };
	set_factors(w, z, n); /* z is not used yet */
	memset(room, 0, n / 4 * sizeof *room);
	memset(z.im, 0, n / 4 * sizeof *room);
	memcpy(z.re, x, in_x * sizeof *x);
	memcpy(z.im, y, in_y * sizeof *y);
	transform(z, n, w);
	for (size_t i = 0; i < n; i++) {
		size_t j = mirror(i);
		if (j < i)
			continue;
		double a = z.re[i], b = z.im[i], c = z.re[j], d = z.im[j];
		double re = a * a - b * b - c * c + d * d, im = 2 * a * b + 2 * c * d;
		z.re[i] = z.re[j] = im / 4;
		z.im[i] = -re / 4;
		z.im[j] = re / 4;
	}
	transform_back(z, n, w);
	for (size_t i = 0; i < count; i++)
		out[i] = z.re[i] / (double)n;
	free(room);
	return 0;
}
