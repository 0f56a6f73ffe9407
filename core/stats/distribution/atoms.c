/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/array.h"
#include "core/base/near.h"
#include "core/stats/distribution/atoms.h"
#include "core/stats/numeric/ascending.h"

#define SAME (10 * NEAR_BITS) /* sums of the same fractions in another order differ by less */
#define TIE  NEAR_ROUNDING    /* round-off must not decide between two values */

int atoms_add(struct atoms *a, double value, double mass, struct err *e)
{
	if (!ARRAY_ROOM(a->atom, a->count, a->room))
		return err_memory(e);
	a->atom[a->count++] = (struct atom){ value, mass };
	return 0;
}

void atoms_release(struct atoms *a)
{
	free(a->atom);
	*a = (struct atoms){ 0 };
}

void atoms_merge(struct atoms *a)
{
	size_t left = 0;
	if (a->count > 0)
		qsort(a->atom, a->count, sizeof *a->atom, ascending);
	for (size_t i = 0; i < a->count; i++) {
		if (left > 0 && a->atom[i].value - a->atom[left - 1].value <=
					SAME * fmax(1, fabs(a->atom[i].value)))
			a->atom[left - 1].mass += a->atom[i].mass;
		else
			a->atom[left++] = a->atom[i];
	}
	a->count = left;
}

void atom_parts_release(struct atom_parts *p)
{
	atoms_release(&p->first);
	atoms_release(&p->second);
	free(p->upto);
}

/* P(sum <= s), and in `next` the smallest value above s. */
static double parts_upto(const struct atom_parts *p, double s, double *next)
{
	size_t j = p->second.count;
	double sum = 0;
	*next = HUGE_VAL;
	for (size_t i = 0; i < p->first.count; i++) {
		const struct atom *a = &p->first.atom[i];
		while (j > 0 && a->value + p->second.atom[j - 1].value > s)
			j--;
		if (j < p->second.count)
			*next = fmin(*next, a->value + p->second.atom[j].value);
		sum += a->mass * (j > 0 ? p->upto[j - 1] : 0);
	}
	return sum;
}

/* Halves the range until one value is left. */
double atom_parts_quantile(const struct atom_parts *p, double prob, double low, double high)
{
	double next = low, after;
	low -= SAME * fmax(1, fabs(low));
	while (next < high) {
		double middle = low + (high - low) / 2;
		if (!(middle > low && middle < high))
			break;
		if (parts_upto(p, middle, &after) >= prob - TIE) {
			high = middle;
			continue;
		}
		low = middle;
		next = after;
	}
	return next;
}

int atom_parts_ready(struct atom_parts *p, struct err *e)
{
	double sum = 0;
	p->upto = malloc((p->second.count + 1) * sizeof *p->upto);
	if (p->upto == NULL)
		return err_memory(e);
	for (size_t i = 0; i < p->second.count; i++)
		p->upto[i] = sum += p->second.atom[i].mass;
	return 0;
}

double atom_parts_above(const struct atom_parts *p, double s)
{
	double near = SAME * fmax(1, fabs(s)), next;
	return 1 - (parts_upto(p, s + near, &next) + parts_upto(p, s - near, &next)) / 2;
}
