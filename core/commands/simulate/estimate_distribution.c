/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/commands/simulate/estimate_distribution.h"
#include "core/stats/rmath.h"

enum { CLASSES = 100, VALUES_MAX = 200 };

/* Each value; a normal variable is counted for the value that is nearest. */
static size_t by_value(const struct atoms *a, double mean, double sd, struct estimate_class *out)
{
	double below = 0;
	for (size_t i = 0; i < a->count; i++) {
		double x = a->atom[i].value;
		double upto = i + 1 < a->count ? (x + a->atom[i + 1].value) / 2 : INFINITY;
		double upper = pnorm(upto, mean, sd, 1, 0);
		out[i] = (struct estimate_class){ x, x, a->atom[i].mass, upper - below };
		below = upper;
	}
	return a->count;
}

/* The greatest value of a recall is 1, which is a class of its own. */
static size_t by_class(const struct atoms *a, double width, double mean, double sd,
		       struct estimate_class *out)
{
	const double rounding = 1e-9;
	for (int i = 0; i <= CLASSES; i++) {
		double from = i * width, to = (i + 1) * width;
		out[i] = (struct estimate_class){ .from = from, .to = to };
		out[i].normal = pnorm(to, mean, sd, 1, 0) - pnorm(from, mean, sd, 1, 0);
	}
	for (size_t i = 0; i < a->count; i++) {
		int place = (int)floor(a->atom[i].value / width + rounding);
		out[place < CLASSES ? place : CLASSES].probability += a->atom[i].mass;
	}
	out[CLASSES].to = out[CLASSES].from;
	return CLASSES + 1;
}

static double most_possible(const struct truth *t, enum quantity quantity)
{
	double size = 0;
	for (size_t i = 0; i < t->count; i++)
		size += (double)t->strata[i].size;
	return quantity == QUANTITY_YIELD ? size : 1;
}

/* Classes, or values, of one truth. */
struct classes {
	struct estimate_class *list;
	size_t count;
};

static int compute(const struct simulation *s, const struct truth_source *from, size_t number,
		   struct classes *out, struct err *e)
{
	struct realization room;
	const struct truth t = simulation_truth(s, from, number, &room);
	const struct coverage_request q = simulation_samples(s, false, number);
	struct estimate_moments m;
	struct atoms a = { 0 };
	int result = estimate_moments_of(&t, &q, &m, e);
	if (result == 0)
		result = estimate_atoms_of(&t, &q, &a, e);
	if (result == 0) {
		double mean = truth_value(&t, &s->interval) + m.bias;
		double width = most_possible(&t, s->interval.quantity) / CLASSES;
		out->count = a.count <= VALUES_MAX ? by_value(&a, mean, m.sd, out->list)
						   : by_class(&a, width, mean, m.sd, out->list);
	}
	atoms_release(&a);
	return result;
}

static void class_fields(void *context, size_t number, struct shard_line *l)
{
	struct classes *x = context;
	(void)number;
	SHARD_FIELD(l, &x->count);
	l->wrong = l->wrong || x->count > VALUES_MAX + 1;
	for (size_t i = 0; !l->wrong && i < x->count; i++) {
		SHARD_FIELD(l, &x->list[i].from);
		SHARD_FIELD(l, &x->list[i].to);
		SHARD_FIELD(l, &x->list[i].probability);
		SHARD_FIELD(l, &x->list[i].normal);
	}
}

struct estimate_class *estimate_distribution(const struct simulation *s,
					     const struct truth_source *from, size_t number,
					     size_t *count, struct err *e)
{
	struct classes x = { .list = calloc(VALUES_MAX + 1, sizeof *x.list) };
	int result = x.list == NULL ? err_memory(e) : 0;
	if (result == 0 && shard_computes(s->shard, number))
		result = compute(s, from, number, &x, e);
	if (result == 0)
		result = shard_item(s->shard, number, class_fields, &x, e);
	*count = x.count;
	if (result == 0)
		return x.list;
	free(x.list);
	return NULL;
}
