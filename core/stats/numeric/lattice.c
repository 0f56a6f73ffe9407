/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Masses on a lattice: coarsening and convolution; see lattice.h.
 *
 * Convolution is direct while the product of the lengths is small, above that by a Fourier
 * transform.
 */
#include <math.h>

#include "core/base/banned.h"
#include "core/stats/numeric/fourier.h"
#include "core/stats/numeric/lattice.h"

/* Multiplications. Both ways take the same time with half as many if the lengths are equal, with
 * twice as many if they are very unequal. */
#define DIRECT_PRODUCT 500000

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

int lattice_point(struct lattice *l, int level)
{
	int status = lattice_init(l, level, 0, 1);
	if (status == 0)
		l->mass[0] = 1;
	return status;
}

/* Drops the nodes with an index above `last`. */
static void cut(struct lattice *l, int64_t last)
{
	if (last < l->first)
		l->count = 0;
	else if (last < l->first + (int64_t)l->count)
		l->count = (size_t)(last - l->first + 1);
}

int lattice_copy(const struct lattice *in, int64_t last, struct lattice *out)
{
	struct lattice part = *in;
	cut(&part, last);
	if (lattice_init(out, part.level, part.first, part.count) < 0)
		return -1;
	if (part.count > 0)
		memcpy(out->mass, part.mass, part.count * sizeof *part.mass);
	return 0;
}

static int64_t end_of(const struct lattice *l)
{
	return l->first + (int64_t)l->count;
}

/* Room for the nodes of another one, too. */
static int widen(struct lattice *l, const struct lattice *more)
{
	int64_t first = l->first < more->first ? l->first : more->first;
	int64_t end = end_of(l) > end_of(more) ? end_of(l) : end_of(more);
	struct lattice wide;
	if (first == l->first && end == end_of(l))
		return 0;
	if (lattice_init(&wide, l->level, first, (size_t)(end - first)) < 0)
		return -1;
	memcpy(wide.mass + (l->first - first), l->mass, l->count * sizeof *l->mass);
	lattice_release(l);
	*l = wide;
	return 0;
}

int lattice_add(struct lattice *sum, const struct lattice *more)
{
	if (sum->count == 0)
		return lattice_copy(more, INT64_MAX, sum);
	if (widen(sum, more) < 0)
		return -1;
	for (size_t i = 0; i < more->count; i++)
		sum->mass[(size_t)(more->first - sum->first) + i] += more->mass[i];
	return 0;
}

void lattice_reverse(struct lattice *l)
{
	for (size_t i = 0; i < l->count / 2; i++) {
		double swap = l->mass[i];
		l->mass[i] = l->mass[l->count - 1 - i];
		l->mass[l->count - 1 - i] = swap;
	}
	l->first = 1 - end_of(l);
}

int lattice_coarsen(const struct lattice *in, struct lattice *out)
{
	static const double weight[6] = { 3.0 / 256,   -25.0 / 256, 150.0 / 256,
					  150.0 / 256, -25.0 / 256, 3.0 / 256 };
	int64_t last = in->first + (int64_t)in->count - 1;
	int64_t first = half_down(in->first) - 2, end = half_down(last) + 4;
	if (lattice_init(out, in->level + 1, first, (size_t)(end - first)) < 0)
		return -1;
	for (size_t i = 0; i < in->count; i++) {
		int64_t index = in->first + (int64_t)i;
		double *to = out->mass + (half_down(index) - first);
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
	/* four rows at once: a quarter of the loads and stores */
	for (; i + 4 <= x->count; i += 4) {
		double a = x->mass[i], b = x->mass[i + 1], c = x->mass[i + 2], d = x->mass[i + 3];
		const double *m = y->mass;
		double *o = out + i;
		size_t n = y->count;
		if (n < 4)
			break;
		o[0] += a * m[0];
		o[1] += a * m[1] + b * m[0];
		o[2] += a * m[2] + b * m[1] + c * m[0];
		size_t j = 3;
		for (; j + 2 <= n; j += 2)
			store_two(o + j,
				  load_two(o + j) +
					  ((a * load_two(m + j) + b * load_two(m + j - 1)) +
					   (c * load_two(m + j - 2) + d * load_two(m + j - 3))));
		for (; j < n; j++)
			o[j] += (a * m[j] + b * m[j - 1]) + (c * m[j - 2] + d * m[j - 3]);
		o[n] += b * m[n - 1] + c * m[n - 2] + d * m[n - 3];
		o[n + 1] += c * m[n - 1] + d * m[n - 2];
		o[n + 2] += d * m[n - 1];
	}
	for (; i < x->count; i++)
		for (size_t j = 0; j < y->count; j++)
			out[i + j] += x->mass[i] * y->mass[j];
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
	if (fourier_convolve(x->mass, x->count, y->mass, y->count, out->mass) < 0) {
		lattice_release(out);
		return -1;
	}
	return 0;
}

/* Drops nodes at both ends, with at most `tail` of absolute mass at either. */
static void trim(struct lattice *l, double tail)
{
	size_t from = 0, end = l->count;
	double sum = 0;
	while (from + 1 < end && (sum += fabs(l->mass[from])) <= tail)
		from++;
	sum = 0;
	while (from + 1 < end && (sum += fabs(l->mass[end - 1])) <= tail)
		end--;
	l->first += (int64_t)from;
	l->count = end - from;
	memmove(l->mass, l->mass + from, l->count * sizeof *l->mass);
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
			cut(&both, last);
			trim(&both, tail);
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
