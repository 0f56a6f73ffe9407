#include <math.h>
#include <stdlib.h>

#include "core/stats/distribution/topic_sum.h"
#include "core/stats/numeric/cumulative.h"
#include "core/stats/numeric/lattice.h"

#define FEW_VALUES 5e4 /* of one term, to enumerate sums */
#define FEW_SUMS   3e5
#define NODES	   0x1p18 /* of the sum's lattice */
#define WHOLE	   0x1p20 /* the same, for whole steps */
#define ATOMS	   4e6	  /* of all terms together */
#define COARSEST   8.0	  /* steps in a standard deviation of the sum */
#define TOLERANCE  2e-7
#define SAME	   1e-13 /* sums of the same fractions in another order differ by less */
#define TIE	   1e-12 /* round-off must not decide between two values */
#define TAIL	   1e-13

/* ---- atoms ---- */

int atoms_add(struct atoms *a, double value, double mass, struct err *e)
{
	if (a->count == a->room) {
		size_t room = a->room == 0 ? 256 : 2 * a->room;
		struct atom *grown = realloc(a->atom, room * sizeof *grown);
		if (grown == NULL)
			return err_memory(e);
		a->atom = grown;
		a->room = room;
	}
	a->atom[a->count++] = (struct atom){ value, mass };
	return 0;
}

void atoms_release(struct atoms *a)
{
	free(a->atom);
	*a = (struct atoms){ 0 };
}

static int rising(const void *a, const void *b)
{
	const struct atom *x = a, *y = b;
	return (x->value > y->value) - (x->value < y->value);
}

void atoms_merge(struct atoms *a)
{
	size_t left = 0;
	if (a->count > 0)
		qsort(a->atom, a->count, sizeof *a->atom, rising);
	for (size_t i = 0; i < a->count; i++) {
		if (left > 0 && a->atom[i].value - a->atom[left - 1].value <=
					SAME * fmax(1, fabs(a->atom[i].value)))
			a->atom[left - 1].mass += a->atom[i].mass;
		else
			a->atom[left++] = a->atom[i];
	}
	a->count = left;
}

double atoms_quantile(const struct atoms *a, double p)
{
	double sum = 0;
	for (size_t i = 0; i < a->count; i++)
		if ((sum += a->atom[i].mass) >= p - TIE)
			return a->atom[i].value;
	return a->atom[a->count - 1].value;
}

/* ---- the sum ---- */

struct sum {
	const struct sum_term *term; /* those that vary, and */
	size_t count;
	double shift; /* the sum of the others */
	double deviation;
	double lower_p, upper_p, zero;
	double low, high; /* of the sum */
};

/* A quantile at 0 or 1 is an end; nan is not asked for. */
static bool is_inside(double p)
{
	return p > 0 && p < 1;
}

static void answer_from_atoms(const struct sum *s, const struct atoms *a, struct sum_answers *out)
{
	double near = SAME * fmax(1, fabs(s->zero));
	out->above = 0;
	for (size_t i = 0; i < a->count; i++) {
		double beyond = a->atom[i].value - s->zero;
		out->above += a->atom[i].mass * (fabs(beyond) <= near ? 0.5 : beyond > 0);
	}
	if (is_inside(s->lower_p))
		out->lower = atoms_quantile(a, s->lower_p);
	if (is_inside(s->upper_p))
		out->upper = atoms_quantile(a, s->upper_p);
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

/* `done` is false if there are too many sums. */
static int enumerate(const struct sum *s, struct sum_answers *out, bool *done, struct err *e)
{
	struct atoms sum = { 0 };
	double most = 0;
	for (size_t i = 0; i < s->count; i++)
		most = fmax(most, s->term[i].values);
	*done = most <= FEW_VALUES;
	int status = atoms_add(&sum, s->shift, 1, e);
	for (size_t i = 0; i < s->count && status == 0 && *done; i++) {
		const struct sum_term *t = &s->term[i];
		struct atoms one = { 0 }, both = { 0 };
		status = t->atoms(t->of, 0, FEW_VALUES, &one, e);
		atoms_merge(&one);
		*done = (double)one.count * (double)sum.count <= FEW_SUMS;
		if (status == 0 && *done)
			status = add_pairs(&sum, &one, &both, e);
		atoms_release(&one);
		atoms_release(&sum);
		sum = both;
	}
	if (status == 0 && *done)
		answer_from_atoms(s, &sum, out);
	atoms_release(&sum);
	return status;
}

/* ---- lattices ---- */

/* Shares a mass among the nodes around x. */
enum { POINTS = 10 };

static void share(double *node, double x, double mass)
{
	static const double binomial[POINTS] = { 1, -9, 36, -84, 126, -126, 84, -36, 9, -1 };
	double weight[POINTS], sum = 0, start = floor(x) - (POINTS / 2 - 1);
	double *to = node + (ptrdiff_t)start;
	for (int i = 0; i < POINTS; i++) {
		double distance = x - (start + i);
		if (distance == 0) {
			to[i] += mass;
			return;
		}
		weight[i] = binomial[i] / distance;
		sum += weight[i];
	}
	for (int i = 0; i < POINTS; i++)
		to[i] += mass * weight[i] / sum;
}

/* The atoms, moved by `shift`, on multiples of h. */
static int make_lattice(const struct atoms *a, double shift, double h, struct lattice *out,
			struct err *e)
{
	double low = INFINITY, high = -INFINITY;
	for (size_t i = 0; i < a->count; i++) {
		low = fmin(low, a->atom[i].value);
		high = fmax(high, a->atom[i].value);
	}
	double first = floor((low + shift) / h) - POINTS / 2;
	double last = ceil((high + shift) / h) + POINTS / 2;
	if (lattice_init(out, 0, (int64_t)first, (size_t)(last - first) + 1) < 0)
		return err_memory(e);
	for (size_t i = 0; i < a->count; i++)
		share(out->mass, (a->atom[i].value + shift) / h - first, a->atom[i].mass);
	return 0;
}

/*
 * The sum less `zero`, on multiples of h, with atoms for that scale. `gap` is h, or 0 for all
 * values, which are then multiples of h.
 */
static int convolve(const struct sum *s, double zero, double h, double gap, struct lattice *out,
		    struct err *e)
{
	struct lattice *l = calloc(s->count, sizeof *l);
	size_t made = 0;
	int status = l == NULL ? err_memory(e) : 0;
	double most = fmax(ATOMS / (double)s->count, 2e4);
	while (status == 0 && made < s->count) {
		const struct sum_term *t = &s->term[made];
		struct atoms a = { 0 };
		status = t->atoms(t->of, gap, most, &a, e);
		for (size_t i = 0; i < a.count && gap == 0; i++) /* exactly on a node */
			a.atom[i].value = round(a.atom[i].value / h) * h;
		if (status == 0)
			status = make_lattice(&a, made == 0 ? s->shift - zero : 0, h, &l[made], e);
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

static int64_t common_divisor(int64_t a, int64_t b)
{
	while (b != 0) {
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

/* All values are multiples of one over this; 0 if there would be too many steps. */
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
	struct atoms a = { 0 };
	if (convolve(s, s->shift, 1 / steps, 0, &l, e) < 0)
		return -1;
	int status = 0;
	for (size_t i = 0; i < l.count && status == 0; i++)
		if (l.mass[i] > 0)
			status = atoms_add(&a, s->shift + (double)(l.first + (int64_t)i) / steps,
					   l.mass[i], e);
	if (status == 0)
		answer_from_atoms(s, &a, out);
	lattice_release(&l);
	atoms_release(&a);
	return status;
}

/* ---- smooth ---- */

static int answer_smoothly(const struct sum *s, double h, struct sum_answers *out, struct err *e)
{
	struct lattice l;
	double zero = isnan(s->zero) ? 0 : s->zero; /* is a node */
	/* of a smooth sum only frequencies below 8 over its deviation are left; else up to pi/h */
	double gap = h > s->deviation / 20 ? s->deviation / 10 : h / 2;
	if (convolve(s, zero, h, gap, &l, e) < 0)
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

static int sum_smoothly(const struct sum *s, struct sum_answers *out, struct err *e)
{
	double h = s->deviation / COARSEST;
	if (answer_smoothly(s, h, out, e) < 0)
		return -1;
	do {
		struct sum_answers before = *out;
		h /= 2;
		if (answer_smoothly(s, h, out, e) < 0)
			return -1;
		out->error = change(s, out, &before);
	} while (out->error > TOLERANCE &&
		 fmin(s->high - s->low, 40 * s->deviation) < NODES / 2 * h);
	out->lower = fmax(out->lower, s->low);
	out->upper = fmin(out->upper, s->high);
	return 0;
}

/* ---- all of it ---- */

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
	*out = (struct sum_answers){ lower_p <= 0   ? s.low
				     : lower_p >= 1 ? s.high
						    : NAN,
				     upper_p <= 0   ? s.low
				     : upper_p >= 1 ? s.high
						    : NAN,
				     NAN, 0 };
	bool done;
	double steps = common_steps(&s);
	int status = enumerate(&s, out, &done, e);
	if (status == 0 && !done)
		status = steps > 0 ? sum_whole_steps(&s, steps, out, e) : sum_smoothly(&s, out, e);
	free(varying);
	return status;
}
