/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/distribution/betabinomial.h"
#include "core/stats/distribution/yield_parts.h"
#include "core/stats/numeric/accuracy.h"

#define TAIL	      (TAIL_LEFT_OUT / 100) /* mass left out at either end of a term or a sum */
#define RESOLUTION    20.0  /* nodes in a deviation; sqrt(a+5) times as many at a singular end */
#define TOP_NODES     512   /* the least number of nodes on the coarsest lattice */
#define MIXED_NODES   16384 /* the most nodes of a window */
#define SMOOTH_POWER  6.0   /* an end with a larger hyperparameter is smooth */
#define SMOOTH_LOG    18.0  /* a sum is smooth if -ln of its error is at least this */
#define WINDOW_MARGIN 48    /* nodes at the upper edge of a window that are not accurate */
#define LEVELS	      62

/* The terms, from the low end upwards; mirrored, from the high end downwards. */
struct terms {
	struct betabinomial_lattices *lattices;
	size_t count;
	double length; /* from the lowest to the highest sum of kept values */
	double range;  /* of the sum with its own tails cut, roughly */
	double deviation;
};

static int terms_init(struct terms *t, const struct beta_binomial *distribution, size_t count,
		      bool mirrored)
{
	*t = (struct terms){ 0 };
	t->lattices = calloc(count, sizeof *t->lattices);
	if (!t->lattices)
		return -1;
	t->count = count;
	double variance = 0, squares = 0;
	for (size_t i = 0; i < count; i++) {
		struct beta_binomial d = distribution[i];
		if (mirrored) {
			d.a = distribution[i].b;
			d.b = distribution[i].a;
		}
		betabinomial_lattices_init(&t->lattices[i], &d, TAIL);
		double range = (double)(t->lattices[i].high - t->lattices[i].low) + 1;
		t->length += range - 1;
		squares += range * range;
		variance += beta_binomial_variance(&d);
	}
	t->range = sqrt(squares);
	t->deviation = sqrt(variance);
	return 0;
}

static void terms_release(struct terms *t)
{
	for (size_t i = 0; i < t->count; i++)
		betabinomial_lattices_release(&t->lattices[i]);
	free(t->lattices);
}

/*
 * At an end like x^(power-1), what the term adds to -ln of the error of the sum at spacing h. A
 * term narrower than h adds as much as the characteristic function of a gamma distribution with its
 * deviation falls by: little, but a sum of many such terms is smooth, though none of them is.
 */
static double share(const struct beta_binomial *d, double power, double h)
{
	double steps = sqrt(beta_binomial_variance(d)) / h, a = fmin(power, SMOOTH_POWER);
	double narrow = a / 2 * log1p(fmin(steps * steps, 1) / a);
	return steps > 1 ? fmax(a * log(steps), narrow) : narrow;
}

/* -ln of the error at the low end of the sum: each term contributes a factor (h/deviation)^a. */
static double smoothness(const struct terms *t, double h)
{
	double sum = 0;
	for (size_t i = 0; i < t->count; i++)
		sum += share(&t->lattices[i].distribution, t->lattices[i].distribution.a, h);
	return sum;
}

/*
 * The same at the worst point inside, where some terms are at their low end and others at a
 * singular high one.
 */
static double smoothness_inside(const struct terms *t, double h)
{
	double sum = 0, nearest = HUGE_VAL;
	size_t at_low = 0, at_high = 0;
	for (size_t i = 0; i < t->count; i++) {
		const struct beta_binomial *d = &t->lattices[i].distribution;
		double low = share(d, d->a, h), high = share(d, d->b, h);
		if (d->b >= SMOOTH_POWER) {
			sum += low;
			at_low++;
			continue;
		}
		sum += fmin(low, high);
		nearest = fmin(nearest, fabs(high - low));
		if (d->b < d->a)
			at_high++;
		else
			at_low++;
	}
	return at_low > 0 && at_high > 0 ? sum : sum + (t->count > 1 ? nearest : HUGE_VAL);
}

static int top_level(const struct terms *t)
{
	double spacing = t->range / TOP_NODES, smooth = t->deviation / RESOLUTION;
	if (smooth < spacing && smoothness(t, spacing) >= SMOOTH_LOG &&
	    smoothness_inside(t, spacing) >= SMOOTH_LOG)
		spacing = smooth;
	return spacing > 1 ? ilogb(spacing) : 0;
}

/* Is spacing h too coarse for the sum, as far from its low end as the term is wide? */
static bool reaches_far(const struct betabinomial_lattices *l, double h, double smoothness_at_end)
{
	if (l->distribution.a >= SMOOTH_POWER && l->distribution.b >= SMOOTH_POWER)
		return sqrt(beta_binomial_variance(&l->distribution)) < RESOLUTION * h;
	if (l->distribution.b >= SMOOTH_POWER)
		return false;
	return smoothness_at_end + share(&l->distribution, l->distribution.b, h) -
		       share(&l->distribution, l->distribution.a, h) <
	       SMOOTH_LOG;
}

/*
 * How far a window at `level` must reach, so that beyond it the next coarser one is accurate: past
 * the singular end, and past the ranges of the terms that the coarser spacing does not resolve,
 * without the widest term. If that takes more than MIXED_NODES, only past the singular end.
 */
static double window_reach(const struct terms *t, int level)
{
	size_t widest = 0;
	for (size_t i = 1; i < t->count; i++)
		if (t->lattices[i].high - t->lattices[i].low >
		    t->lattices[widest].high - t->lattices[widest].low)
			widest = i;
	double squares = 0, sum = 0, depth = 0, coarser = ldexp(1, level + 1);
	double smoothness_at_end = smoothness(t, coarser);
	for (size_t i = 0; i < t->count; i++) {
		const struct betabinomial_lattices *l = &t->lattices[i];
		double range = (double)(l->high - l->low);
		if (l->distribution.a < SMOOTH_POWER)
			depth = fmax(depth, RESOLUTION * sqrt(l->distribution.a + 5));
		if (i == widest || !reaches_far(l, coarser, smoothness_at_end))
			continue;
		if (l->distribution.b < SMOOTH_POWER)
			sum += range;
		else
			squares += range * range;
	}
	double end = ldexp((t->count == 1 ? 2 : 4) * depth + WINDOW_MARGIN, level);
	double far = end + sum + sqrt(squares);
	return ldexp(far, -level) <= MIXED_NODES ? far : end;
}

/* The sum of all terms on one level, up to position `reach`; the whole sum if that is negative. */
static int sum_terms(struct terms *t, int level, double reach, struct lattice *out)
{
	struct lattice *l = calloc(t->count, sizeof *l);
	if (!l)
		return -1;
	int64_t last = reach < 0 ? INT64_MAX : (int64_t)ldexp(reach, -level);
	int status = 0;
	for (size_t i = 0; i < t->count && status == 0; i++) {
		status = betabinomial_lattices_climb(&t->lattices[i], level, (int64_t)reach,
						     reach < 0);
		if (status == 0)
			status = lattice_copy(&t->lattices[i].near_low, last, &l[i]);
	}
	if (status == 0)
		status = lattice_sum(l, t->count, last, TAIL, out);
	else
		for (size_t i = 0; i < t->count; i++)
			lattice_release(&l[i]);
	free(l);
	return status;
}

/* The windows at one end of the sum: levels first .. top-1, finest first. */
struct end {
	int first, top;
	int64_t last[LEVELS]; /* index of the last accurate cell edge */
	struct lattice sum[LEVELS];
};

static int end_init(struct end *e, struct terms *t, int top)
{
	*e = (struct end){ .first = top, .top = top };
	if (smoothness(t, ldexp(1, top)) >= SMOOTH_LOG)
		return 0;
	while (e->first > 0 && smoothness(t, ldexp(1, e->first)) < SMOOTH_LOG)
		e->first--;
	int64_t spill = 5 * (t->count < 5 ? (int64_t)t->count - 1 : 4);
	for (int level = e->first; level < top; level++) {
		double reach = window_reach(t, level);
		e->last[level] = (int64_t)ldexp(reach, -level) - spill - 6;
		if (sum_terms(t, level, reach, &e->sum[level]) < 0)
			return -1;
	}
	return 0;
}

static void end_release(struct end *e)
{
	for (int level = e->first; level < e->top; level++)
		lattice_release(&e->sum[level]);
}

/* Atoms and knots of one end, from its extreme inwards, below `limit`. */
static int read_end(const struct end *e, double total, double limit, struct yield_atoms *a,
		    struct knots *k)
{
	for (int level = e->first; level < e->top; level++) {
		const struct lattice *l = &e->sum[level];
		int64_t atoms = (int64_t)fmin((double)e->last[0], limit);
		if (level == 0 ? atoms_from_lattice(a, k, l, total, atoms)
			       : knots_add_lattice(k, l, total, e->last[level], limit))
			return -1;
	}
	return 0;
}

static double total_mass(const struct lattice *l)
{
	double sum = 0;
	for (size_t i = 0; i < l->count; i++)
		sum += l->mass[i];
	return sum;
}

/* All masses, as atoms. */
static int keep_masses(struct yield_distribution *l, struct lattice masses)
{
	int64_t first = masses.first;
	masses.first = 0;
	int status = atoms_from_lattice(&l->low, NULL, &masses, total_mass(&masses),
					(int64_t)masses.count - 1);
	l->low.first = first;
	return status;
}

static int build_exact(struct yield_distribution *l, struct terms *t)
{
	struct lattice sum = { 0 };
	if (sum_terms(t, 0, -1, &sum) < 0)
		return -1;
	int status = keep_masses(l, sum);
	lattice_release(&sum);
	return status;
}

static int build_wide(struct yield_distribution *l, struct terms *t, struct terms *mirrored,
		      int top, bool coarse)
{
	struct end low = { 0 }, high = { 0 };
	struct lattice sum = { 0 };
	struct knots k = { 0 }, k_high = { 0 };
	double length = t->length;

	int status = end_init(&low, t, top);
	if (status == 0)
		status = sum_terms(t, top, -1, &sum);
	if (status == 0)
		status = end_init(&high, mirrored, top);
	if (status == 0) {
		double total = total_mass(&sum);
		bool both =
			low.first < top && high.first < top; /* then each has half of the range */
		double limit = both ? length / 2 : HUGE_VAL;
		status = read_end(&low, total, limit, &l->low, &k) ||
			 read_end(&high, total, limit, &l->high, &k_high);
		limit = k_high.count > 0 ? length - k_high.knot[k_high.count - 1].x : HUGE_VAL;
		status = status || knots_add_lattice(&k, &sum, total, INT64_MAX, limit) ||
			 append_mirrored(&l->high, &k, &k_high, length);
	}
	l->knot = k.knot;
	l->knots = k.count;
	l->spacing = low.first == top && high.first == top ? ldexp(1, top) : 0;
	if (status == 0) {
		knots_finish(l->knot, l->knots);
		status = coarse ? 0 : yield_extend_atoms(l);
		for (int turn = 0; turn < (coarse ? 3 : 1) && l->spacing == 0; turn++)
			l->knots = knots_thin(l->knot, l->knots,
					      coarse ? 10 * RULE_ERROR : ROOT_ROUGH);
	}
	free(k_high.knot);
	lattice_release(&sum);
	end_release(&low);
	end_release(&high);
	return status ? -1 : 0;
}

/* From positions relative to the sum of the terms' low ends to values of X. */
static void shift_by(struct yield_distribution *l, int64_t origin)
{
	l->low.first += origin;
	l->high.first += origin;
	for (size_t i = 0; i < l->knots; i++)
		l->knot[i].x += (double)origin;
}

/* Would windows with a node at every integer cover half of the range? Then all masses are kept. */
static bool windows_cover(const struct terms *t, int top)
{
	return smoothness(t, ldexp(1, top)) < SMOOTH_LOG && window_reach(t, 0) > t->length / 2;
}

bool yield_split_high(const struct beta_binomial *term)
{
	return term->b < term->a && term->b < SMOOTH_POWER;
}

/* Are some terms singular at the low end and others at the high end, and the sum not smooth? */
static bool must_split(const struct terms *t, int top)
{
	bool low = false, high = false;
	for (size_t i = 0; i < t->count; i++) {
		const struct beta_binomial *d = &t->lattices[i].distribution;
		high |= yield_split_high(d);
		low |= d->a < SMOOTH_POWER && !yield_split_high(d);
	}
	return low && high && smoothness_inside(t, ldexp(1, top)) < SMOOTH_LOG;
}

int yield_build(struct yield_distribution *l, const struct beta_binomial *term, size_t count,
		double exact_points, bool *split)
{
	struct terms t = { 0 }, mirrored = { 0 };
	int64_t origin = l->min;
	*split = false;
	int status = terms_init(&t, term, count, false);
	int top = status == 0 && t.range > exact_points ? top_level(&t) : 0;
	if (top > 0)
		status = terms_init(&mirrored, term, count, true);
	if (status == 0) {
		for (size_t i = 0; i < count; i++)
			origin += t.lattices[i].low;
		if (top == 0 || windows_cover(&t, top) || windows_cover(&mirrored, top))
			status = build_exact(l, &t);
		else if (must_split(&t, top))
			*split = true;
		else
			status = build_wide(l, &t, &mirrored, top,
					    exact_points < YIELD_ROUGH_POINTS);
	}
	if (status == 0 && !*split)
		shift_by(l, origin);
	terms_release(&t);
	terms_release(&mirrored);
	return status;
}

/* Next to a singular end single masses may be negative: the distribution function does not fall. */
static void let_rise(struct yield_knot *k, size_t count)
{
	double F = 0;
	for (size_t i = 0; i < count; i++) {
		k[i].f = k[i].F < F ? 0 : fmax(k[i].f, 0);
		F = k[i].F = fmin(fmax(k[i].F, F), 1);
	}
}

static int keep_knots(struct yield_distribution *l, const struct lattice *masses)
{
	struct knots k = { 0 };
	int status = knots_add_lattice(&k, masses, total_mass(masses), INT64_MAX, HUGE_VAL);
	l->knot = k.knot;
	l->knots = k.count;
	if (status == 0) {
		let_rise(k.knot, k.count);
		knots_finish(k.knot, k.count);
		l->knots = knots_thin(k.knot, k.count, ROOT_ROUGH);
	}
	return status;
}

struct yield_distribution *yield_from_lattice(const struct lattice *masses, int64_t origin,
					      int64_t min, int64_t max, struct err *e)
{
	struct yield_distribution *l = calloc(1, sizeof *l);
	double sum = 0, squares = 0, total = total_mass(masses);
	if (l == NULL ||
	    (masses->level == 0 ? keep_masses(l, *masses) : keep_knots(l, masses)) < 0) {
		yield_free(l);
		err_memory(e);
		return NULL;
	}
	for (size_t i = 0; i < masses->count; i++) {
		double x = ldexp((double)(masses->first + (int64_t)i), masses->level);
		sum += masses->mass[i] * x / total;
		squares += masses->mass[i] * x * x / total;
	}
	l->min = min;
	l->max = max;
	l->mean = (double)origin + sum;
	l->variance = fmax(squares - sum * sum, 0);
	shift_by(l, origin);
	return l;
}

/* The atoms of size - X; P(size - X <= k) = 1 - P(X < size - k). */
static int mirror_atoms(struct yield_atoms *to, const struct yield_atoms *from, int64_t size)
{
	size_t count = from->count;
	if (count > 0 && yield_atoms_init(to, size - from->first - (int64_t)count + 1, count) < 0)
		return -1;
	for (size_t i = 0; i < count; i++) {
		to->mass[i] = from->mass[count - 1 - i];
		to->upto[i] = 1 - from->upto[count - 1 - i] + to->mass[i];
	}
	return 0;
}

struct yield_distribution *yield_mirrored(const struct yield_distribution *l, int64_t size,
					  struct err *e)
{
	struct yield_distribution *out = calloc(1, sizeof *out);
	struct knots k = { 0 };
	bool exact = yield_is_exact(l); /* then all are low ones */
	int status = out == NULL ||
		     mirror_atoms(exact ? &out->low : &out->high, &l->low, size) < 0 ||
		     mirror_atoms(&out->low, &l->high, size) < 0;
	for (size_t i = l->knots; i-- > 0 && status == 0;)
		status = knots_add(&k, (double)size - l->knot[i].x, 1 - l->knot[i].F, l->knot[i].f);
	if (status != 0) {
		free(k.knot);
		yield_free(out);
		err_memory(e);
		return NULL;
	}
	knots_finish(k.knot, k.count);
	out->knot = k.knot;
	out->knots = k.count;
	out->spacing = l->spacing;
	out->min = size - l->max;
	out->max = size - l->min;
	out->mean = (double)size - l->mean;
	out->variance = l->variance;
	return out;
}
