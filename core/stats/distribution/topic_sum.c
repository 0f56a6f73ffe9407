/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/distribution/topic_sum.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/cumulative.h"
#include "core/stats/numeric/lattice.h"

#define FEW_VALUES 2e5	  /* of each of two parts of the sum, to enumerate */
#define FEW_TRIED  4e5	  /* the same before values without mass, and equal ones, are left out */
#define NODES	   0x1p18 /* of the sum's lattice */
#define WHOLE	   0x1p20 /* nodes for whole steps */
#define FAR	   64.0	  /* standard deviations of the sum */
#define ATOMS	   1e6	  /* of all terms together */
#define COARSEST   8.0	  /* steps in a standard deviation of the sum */
#define FEW_LUMPS  4	  /* terms; the lumps of more than these average out */
#define TOLERANCE  (2 * RULE_ERROR)
#define LUMPS	   (30 * RULE_ERROR) /* the tolerance if all values are known: the sum jumps by more */
#define TAIL	   TAIL_LEFT_OUT

/* ---- the sum ---- */

struct sum {
	const struct sum_term *term; /* those that vary */
	size_t count;
	double shift; /* the sum of the constant terms */
	double deviation;
	double lower_p, upper_p, zero;
	double low, high; /* of the sum */
};

/* Must the quantile at p be computed? At 0 and 1 it is an end of the sum; nan is not asked for. */
static bool is_inside(double p)
{
	return p > 0 && p < 1;
}

static double end_at(const struct sum *s, double p)
{
	return p <= 0 ? s->low : p >= 1 ? s->high : NAN;
}

/* ---- all values ---- */

static int answer_from_parts(const struct sum *s, struct atom_parts *p, struct sum_answers *out,
			     struct err *e)
{
	if (atom_parts_ready(p, e) < 0)
		return -1;
	if (!isnan(s->zero))
		out->above = atom_parts_above(p, s->zero);
	if (is_inside(s->lower_p))
		out->lower = atom_parts_quantile(p, s->lower_p, s->low, s->high);
	if (is_inside(s->upper_p))
		out->upper = atom_parts_quantile(p, s->upper_p, s->low, s->high);
	return 0;
}

/* ---- enumerate ---- */

static int add_pairs(const struct atoms *a, const struct atoms *b, struct atoms *out, struct err *e)
{
	for (size_t i = 0; i < a->count; i++)
		for (size_t j = 0; j < b->count; j++)
			if (atoms_add(out, a->atom[i].value + b->atom[j].value,
				      a->atom[i].mass * b->atom[j].mass, e) < 0)
				return -1;
	atoms_merge(out);
	return 0;
}

/* Adds a term to a part; `done` is false if the part would have too many values. */
static int add_term(const struct sum_term *t, struct atoms *part, bool *done, struct err *e)
{
	struct atoms one = { 0 }, both = { 0 };
	int status = t->all(t->of, &one, e);
	atoms_merge(&one);
	*done = (double)one.count * (double)part->count <= FEW_VALUES;
	if (status == 0 && *done)
		status = add_pairs(part, &one, &both, e);
	atoms_release(&one);
	atoms_release(part);
	*part = both;
	return status;
}

/* Could two parts have few values? */
static bool may_enumerate(const struct sum *s)
{
	double one = 1, other = 1;
	for (size_t i = 0; i < s->count; i++)
		*(one <= other ? &one : &other) *= s->term[i].values;
	return one <= FEW_TRIED && other <= FEW_TRIED;
}

/* `done` is false if there are too many values. */
static int enumerate(const struct sum *s, struct sum_answers *out, bool *done, struct err *e)
{
	struct atom_parts p = { .upto = NULL };
	*done = may_enumerate(s);
	int status = atoms_add(&p.first, s->shift, 1, e);
	if (status == 0)
		status = atoms_add(&p.second, 0, 1, e);
	for (size_t i = 0; i < s->count && status == 0 && *done; i++)
		status = add_term(&s->term[i],
				  p.first.count <= p.second.count ? &p.first : &p.second, done, e);
	if (status == 0 && *done)
		status = answer_from_parts(s, &p, out, e);
	atom_parts_release(&p);
	return status;
}

/* ---- lattices ---- */

/*
 * Shares a mass among the nodes around x, with the values of Lagrange's polynomials: products of
 * the distances from all nodes but one.
 */
enum { POINTS = 10 };

static void share(double *node, double x, double mass)
{
	static const double factor[POINTS] = { -1.0 / 362880, 1.0 / 40320, -1.0 / 10080,
					       1.0 / 4320,    -1.0 / 2880, 1.0 / 2880,
					       -1.0 / 4320,   1.0 / 10080, -1.0 / 40320,
					       1.0 / 362880 };
	double start = floor(x) - (POINTS / 2 - 1), from[POINTS], before[POINTS], after[POINTS];
	double *to = node + (ptrdiff_t)start;
	for (int i = 0; i < POINTS; i++)
		from[i] = x - (start + i);
	before[0] = 1;
	after[POINTS - 1] = mass;
	for (int i = 1; i < POINTS; i++) { /* neither product waits for the other */
		before[i] = before[i - 1] * from[i - 1];
		after[POINTS - 1 - i] = after[POINTS - i] * from[POINTS - i];
	}
	for (int i = 0; i < POINTS; i++)
		to[i] += factor[i] * before[i] * after[i];
}

/*
 * The atoms, moved by `shift`, on multiples of h. Those farther than `far` from their mean are
 * moved to that distance: they are still beyond all quantiles of the sum.
 */
static int make_lattice(const struct atoms *a, double shift, double h, double far,
			struct lattice *out, struct err *e)
{
	double low = INFINITY, high = -INFINITY, mean = 0;
	for (size_t i = 0; i < a->count; i++) {
		low = fmin(low, a->atom[i].value);
		high = fmax(high, a->atom[i].value);
		mean += a->atom[i].value * a->atom[i].mass;
	}
	low = fmax(low, mean - far);
	high = fmin(high, mean + far);
	double first = floor((low + shift) / h) - POINTS / 2;
	double last = ceil((high + shift) / h) + POINTS / 2;
	if (lattice_init(out, 0, (int64_t)first, (size_t)(last - first) + 1) < 0)
		return err_memory(e);
	for (size_t i = 0; i < a->count; i++) {
		double value = fmin(fmax(a->atom[i].value, low), high);
		share(out->mass, (value + shift) / h - first, a->atom[i].mass);
	}
	return 0;
}

/*
 * The sum less `zero`, on multiples of h, with atoms for that scale. `gap` is h, or 0 for all
 * values, which are then multiples of h.
 */
static int convolve(const struct sum *s, double zero, double h, double gap, struct lattice *out,
		    bool *limited, struct err *e)
{
	struct lattice *l = calloc(s->count, sizeof *l);
	size_t made = 0;
	int status = l == NULL ? err_memory(e) : 0;
	double most = fmax(ATOMS / (double)s->count, 2e4);
	double far = gap > 0 ? FAR * s->deviation : INFINITY;
	while (status == 0 && made < s->count) {
		const struct sum_term *t = &s->term[made];
		struct atoms a = { 0 };
		status = gap > 0 ? t->atoms(t->of, gap, most, &a, e) : t->all(t->of, &a, e);
		*limited = *limited || status > 0;
		status = status < 0 ? -1 : 0;
		for (size_t i = 0; i < a.count && gap == 0; i++) /* exactly on a node */
			a.atom[i].value = round(a.atom[i].value / h) * h;
		if (status == 0)
			status = make_lattice(&a, made == 0 ? s->shift - zero : 0, h, far, &l[made],
					      e);
		made += status == 0;
		atoms_release(&a);
	}
	if (status == 0) {
		made = 0; /* lattice_sum() releases them */
		if (lattice_sum(l, s->count, INT64_MAX, TAIL, out) < 0)
			status = err_memory(e);
	}
	for (size_t i = 0; i < made; i++)
		lattice_release(&l[i]);
	free(l);
	return status;
}

/* ---- whole steps ---- */

/* The S for which all values are multiples of 1/S; 0 if there would be too many steps. */
static double common_steps(const struct sum *s)
{
	double product = 1, range = 0;
	for (size_t i = 0; i < s->count; i++) {
		int64_t whole = s->term[i].whole;
		if (whole <= 0 || !(s->term[i].values < HUGE_VAL))
			return 0;
		product *= (double)(whole / common_divisor((int64_t)product, whole));
		range += s->term[i].high - s->term[i].low;
		if (!(product * range <= WHOLE && product < 0x1p53))
			return 0;
	}
	return product;
}

static int sum_whole_steps(const struct sum *s, double steps, struct sum_answers *out,
			   struct err *e)
{
	struct lattice l;
	struct atom_parts p = { .upto = NULL };
	bool limited = false;
	if (convolve(s, s->shift, 1 / steps, 0, &l, &limited, e) < 0)
		return -1;
	int status = atoms_add(&p.first, s->shift, 1, e);
	for (size_t i = 0; i < l.count && status == 0; i++)
		if (l.mass[i] > 0)
			status = atoms_add(&p.second, (double)(l.first + (int64_t)i) / steps,
					   l.mass[i], e);
	if (status == 0)
		status = answer_from_parts(s, &p, out, e);
	lattice_release(&l);
	atom_parts_release(&p);
	return status;
}

/* ---- smooth ---- */

/* Sets `limited` if a term could give no finer atoms. */
static int answer_smoothly(const struct sum *s, double h, struct sum_answers *out, bool *limited,
			   struct err *e)
{
	struct lattice l;
	double zero = isnan(s->zero) ? 0 : s->zero; /* is a node */
	/* a smooth sum has only frequencies below 8 over its deviation, another up to pi/h */
	double gap = h > s->deviation / 10 ? h : h > s->deviation / 20 ? 1.6 * h : h / 2;
	if (convolve(s, zero, h, gap, &l, limited, e) < 0)
		return -1;
	double *upto = malloc(l.count * sizeof *upto), first = (double)l.first;
	if (upto == NULL) {
		lattice_release(&l);
		return err_memory(e);
	}
	cumulative_fill(l.mass, l.count, upto);
	if (is_inside(s->lower_p))
		out->lower = zero + h * (first + cumulative_quantile(upto, l.count, s->lower_p));
	if (is_inside(s->upper_p))
		out->upper = zero + h * (first + cumulative_quantile(upto, l.count, s->upper_p));
	out->above = isnan(s->zero) ? NAN : 1 - cumulative_at(upto, l.count, -first);
	free(upto);
	lattice_release(&l);
	return 0;
}

/* The largest change from one answer to another. */
static double change(const struct sum *s, const struct sum_answers *a, const struct sum_answers *b)
{
	double most = 0; /* fmax() leaves out what is nan: not asked for */
	most = fmax(most, fabs(a->lower - b->lower) / s->deviation);
	most = fmax(most, fabs(a->upper - b->upper) / s->deviation);
	return fmax(most, fabs(a->above - b->above));
}

/* The h to go down to if there are few terms and all have lumps; HUGE_VAL: no such limit. */
static double small_enough(const struct sum *s)
{
	double least = HUGE_VAL;
	bool lumps = s->count <= FEW_LUMPS;
	for (size_t i = 0; i < s->count; i++) {
		lumps = lumps && s->term[i].lumps;
		least = fmin(least, s->term[i].deviation / COARSEST);
	}
	return lumps ? least : HUGE_VAL;
}

/* Are all values of all terms known? Then the sum has steps, however small. */
static bool is_discrete(const struct sum *s)
{
	size_t i = 0;
	while (i < s->count && s->term[i].values < HUGE_VAL)
		i++;
	return i == s->count;
}

static int sum_smoothly(const struct sum *s, struct sum_answers *out, struct err *e)
{
	double enough = small_enough(s), range = fmin(s->high - s->low, 40 * s->deviation);
	double h = s->deviation / COARSEST;
	double tolerance = is_discrete(s) ? LUMPS : TOLERANCE;
	bool more, limited = false;
	if (answer_smoothly(s, h, out, &limited, e) < 0)
		return -1;
	do {
		struct sum_answers before = *out;
		h /= 2;
		if (answer_smoothly(s, h, out, &limited, e) < 0)
			return -1;
		out->error = change(s, out, &before);
		more = out->error > tolerance || h > enough;
	} while (more && range < NODES / 2 * h && !limited);
	out->lower = fmax(out->lower, s->low);
	out->upper = fmin(out->upper, s->high);
	return 0;
}

/* ---- the choice between the three ---- */

/* Divides the terms into those that vary and the others. */
static void divide(const struct sum_term *term, size_t count, struct sum_term *varying,
		   struct sum *s)
{
	double squares = 0;
	for (size_t i = 0; i < count; i++) {
		s->low += term[i].low;
		s->high += term[i].high;
		if (!(term[i].deviation > 0)) {
			s->shift += term[i].low;
			continue;
		}
		squares += term[i].deviation * term[i].deviation;
		varying[s->count++] = term[i];
	}
	s->deviation = sqrt(squares);
}

int topic_sum(const struct sum_term *term, size_t count, double lower_p, double upper_p,
	      double zero, struct sum_answers *out, struct err *e)
{
	struct sum_term *varying = calloc(count, sizeof *varying);
	if (varying == NULL)
		return err_memory(e);
	struct sum s = { .term = varying, .lower_p = lower_p, .upper_p = upper_p, .zero = zero };
	divide(term, count, varying, &s);
	*out = (struct sum_answers){ end_at(&s, lower_p), end_at(&s, upper_p), NAN, 0 };
	double steps = s.count > 0 ? common_steps(&s) : 0;
	bool done = steps > 0;
	int status = done ? sum_whole_steps(&s, steps, out, e) : enumerate(&s, out, &done, e);
	if (status == 0 && !done)
		status = sum_smoothly(&s, out, e);
	free(varying);
	return status;
}
