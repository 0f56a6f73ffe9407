/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * With M of the documents that were not drawn coded relevant (two_phase.h: N1 = n1 + M), R1 and R0
 * are counted from that end at which they pile up: if less than half of those of a code are
 * relevant, the relevant ones, else the others (if few were seen, see add_code()). With B1 and B0
 * what is counted and was not seen,
 *
 *     R = origin + shift M + (-1)^high1 B1 + (-1)^high0 B0,    shift = high1 - high0
 *
 * and the distributions of B1 and B0 change little as M does: their means by half of M at most. So
 * M is a lattice, and those of B1 and B0 are computed at some values of M and interpolated between
 * them: the masses of R are the sum over these nodes i of
 *
 *     (masses of M times the polynomial of node i) * B1 given i * B0 given i,   * : convolution
 *
 * As the moments of a beta-binomial are polynomials of its size, the interpolation keeps the first
 * five of them. If M has few values, each is a node, and nothing is interpolated. The
 * hyperparameters jump at an M from which on one stratum has the whole document (bb_bound.c):
 * nothing is interpolated across such a value.
 */
#include <math.h>

#include "core/base/array.h"
#include "core/stats/distribution/betabinomial.h"
#include "core/stats/interval/choose.h"
#include "core/stats/interval/interval.h"
#include "core/stats/interval/posterior.h"
#include "core/stats/interval/two_phase_yield.h"
#include "core/stats/numeric/accuracy.h"

static const double TAIL = TAIL_LEFT_OUT; /* is left out at either end of a distribution */

enum {
	EXACT = 8192,	 /* values of a sum that are kept one by one */
	POINTS = 4096,	 /* else so many nodes of a lattice, at most */
	ALL_VALUES = 96, /* so many values of M are nodes, each */
	NODES = 40,	 /* else so many of them, about */
	ORDER = 6,	 /* nodes of a polynomial */
};

bool coded_sample_is_settled(const struct coded_sample *s)
{
	for (int code = 0; code < 2; code++)
		if (!s->trusted[code] && s->again[code] < s->coded[code])
			return false;
	return true;
}

double coded_sample_share(const struct coded_sample *s, int code)
{
	if (s->trusted[code] || s->again[code] == 0)
		return code;
	return (double)s->relevant[code] / (double)s->again[code];
}

int64_t coded_sample_found(const struct coded_sample *s)
{
	return llround((double)s->coded[0] * coded_sample_share(s, 0) +
		       (double)s->coded[1] * coded_sample_share(s, 1));
}

/* ---- one stratum ---- */

/* For one end of its bounds. */
struct coded_end {
	const struct coded_sample *s;
	bool lower;
	bool plain;		   /* at this end the second review tells nothing */
	struct beta_binomial open; /* M; of a plain sample, what is relevant and was not drawn */
	int64_t low, high;	   /* its range */
	bool mirrored[2];	   /* of a code, those that are not relevant are counted */
	int64_t origin;
	int shift;
};

/* At one end (two_phase.h): what was coded relevant is not more than that, or not less. */
static bool is_plain(const struct coded_sample *s, bool lower)
{
	struct coded_sample x = *s;
	int outer = lower ? 0 : 1;
	x.trusted[outer] = x.trusted[outer] || coded_sample_share(s, outer) == outer;
	return coded_sample_is_settled(&x);
}

bool two_phase_is_plain(const struct coded_sample *const *s, size_t count, bool lower)
{
	size_t i = 0;
	while (i < count && is_plain(s[i], lower))
		i++;
	return i == count;
}

static bool is_certain(const struct beta_binomial *d)
{
	return d->size <= 0 || !(d->a > 0) || !(d->b > 0);
}

static void find_range(const struct beta_binomial *d, int64_t *low, int64_t *high)
{
	*low = *high = d->size > 0 && d->a > 0 ? d->size : 0;
	if (!is_certain(d))
		beta_binomial_range(d, beta_binomial_log_constant(d), TAIL, low, high);
}

/*
 * What is known of the documents of a code, and where counting begins: at the end at which they
 * pile up; if few were seen, so that they pile up nowhere, at that which is asked for.
 */
static void add_code(struct coded_end *x, int code, int64_t unseen)
{
	const struct coded_sample *s = x->s;
	int64_t known = s->trusted[code] ? 0 : s->relevant[code];
	int64_t others = s->trusted[code] ? 0 : s->again[code] - known;
	bool few = !s->trusted[code] && known < ORDER && others < ORDER;
	x->mirrored[code] = few ? !x->lower : coded_sample_share(s, code) > 0.5;
	if (x->mirrored[code]) {
		x->shift += code == 1 ? 1 : -1;
		known = s->coded[code] + (code == 0 ? unseen : 0) - others;
	}
	x->origin += known;
}

static struct coded_end coded_end_of(const struct coded_sample *s, bool lower)
{
	struct coded_end x = { .s = s, .lower = lower, .plain = is_plain(s, lower) };
	int64_t drawn = s->coded[0] + s->coded[1], unseen = s->size - drawn;
	int64_t of = x.plain ? coded_sample_found(s) : s->coded[1];
	bool fewer =
		x.plain ? lower : lower == (coded_sample_share(s, 1) >= coded_sample_share(s, 0));
	x.open = (struct beta_binomial){ .size = unseen,
					 .a = (double)of + (fewer ? 0 : 1),
					 .b = (double)(drawn - of) + (fewer ? 1 : 0) };
	find_range(&x.open, &x.low, &x.high);
	if (x.plain) {
		x.origin = of;
		x.shift = 1;
	} else {
		add_code(&x, 0, unseen);
		add_code(&x, 1, unseen);
	}
	if (is_certain(&x.open))
		x.origin += x.shift * x.low;
	return x;
}

static int end_prior(const struct stratum *s, size_t count, bool lower, struct prior *out,
		     struct err *e)
{
	const struct interval_method *by =
		interval_find(chosen_method(OF_SET, (struct sample_known){ .one_end = true }));
	return by->end_prior(s, count, QUANTITY_YIELD, lower, out, e);
}

/* The distributions of B0 and B1, given M; `whole`: which of them have a whole document. */
static int parts_given(const struct coded_end *x, int64_t M, struct beta_binomial part[2],
		       unsigned *whole, struct err *e)
{
	const struct coded_sample *s = x->s;
	const int64_t coded = s->coded[1] + M, size[2] = { s->size - coded, coded };
	struct stratum stratum[2];
	struct prior prior[2];
	size_t count = 0;
	for (int code = 0; code < 2; code++)
		if (!s->trusted[code])
			stratum[count++] = (struct stratum){ .size = size[code],
							     .sampled = s->again[code],
							     .relevant = s->relevant[code],
							     .assessable = s->again[code] };
	if (end_prior(stratum, count, x->lower, prior, e) < 0)
		return -1;
	*whole = 0;
	for (int code = 1; code >= 0; code--) {
		part[code] = (struct beta_binomial){ 0 };
		if (s->trusted[code])
			continue;
		const struct stratum *t = &stratum[--count];
		const struct prior *p = &prior[count];
		double a = p->alpha + (double)t->relevant;
		double b = p->beta + (double)(t->sampled - t->relevant);
		bool mirrored = x->mirrored[code];
		part[code] = (struct beta_binomial){ .size = t->size - t->sampled,
						     .a = mirrored ? b : a,
						     .b = mirrored ? a : b };
		*whole |= (unsigned)(p->alpha + p->beta >= 1) << code;
	}
	return 0;
}

/* ---- the nodes at which they are computed ---- */

enum { SEGMENTS = 8 };

/* Values of M in which the same parts have a whole document, and nodes from the first to the last.
 */
struct segment {
	int64_t from, to;
	int64_t *node;
	size_t nodes, room;
};

/* The last M, from `low` on, that is like `low`, if that at `high` is not. */
static int last_alike(const struct coded_end *x, int64_t low, int64_t high, int64_t *out,
		      struct err *e)
{
	struct beta_binomial part[2];
	unsigned whole, there;
	if (parts_given(x, low, part, &whole, e) < 0)
		return -1;
	while (high - low > 1) {
		int64_t middle = low + (high - low) / 2;
		if (parts_given(x, middle, part, &there, e) < 0)
			return -1;
		if (there == whole)
			low = middle;
		else
			high = middle;
	}
	*out = low;
	return 0;
}

/* The end of the segment that begins at `from`. */
static int segment_end(const struct coded_end *x, int64_t from, int64_t *to, struct err *e)
{
	struct beta_binomial part[2];
	unsigned whole, there;
	int64_t step = 1 + (x->high - x->low) / 16, at = from;
	if (parts_given(x, from, part, &whole, e) < 0)
		return -1;
	while (at < x->high) {
		int64_t next = x->high - at < step ? x->high : at + step;
		if (parts_given(x, next, part, &there, e) < 0)
			return -1;
		if (there != whole)
			return last_alike(x, at, next, to, e);
		at = next;
	}
	*to = x->high;
	return 0;
}

/*
 * The distance of the next node: a part of the range, and of what either code leaves open, as its
 * distribution changes with that. The distribution BetaBin(left; a, b) moves by a fifth of its
 * standard deviation at most; if it does not fade out at its far end, which moves with M, nodes are
 * twice as close. They are not closer than those of the lattice of M.
 */
static int step_at(const struct coded_end *x, int64_t M, int level, int64_t *out, struct err *e)
{
	const struct coded_sample *s = x->s;
	const int64_t left[2] = { s->size - s->coded[1] - M - s->again[0],
				  s->coded[1] + M - s->again[1] };
	struct beta_binomial part[2];
	unsigned whole;
	double range = (double)(x->high - x->low), step = range / NODES;
	if (parts_given(x, M, part, &whole, e) < 0)
		return -1;
	for (int code = 0; code < 2; code++) {
		double a = part[code].a, b = part[code].b;
		if (is_certain(&part[code]))
			continue;
		step = fmin(step, range / (b < ORDER ? 2 * NODES : NODES));
		step = fmin(step,
			    (double)left[code] * fmin(1.0 / ORDER, sqrt(b / a / (a + b + 1)) / 5));
	}
	*out = range < ALL_VALUES ? 1 : (int64_t)fmax(step, ldexp(1, level));
	return 0;
}

static int place_nodes(const struct coded_end *x, struct segment *g, int level, struct err *e)
{
	int64_t step = 0;
	for (int64_t M = g->from;; M += step) {
		if (!ARRAY_ROOM(g->node, g->nodes, g->room))
			return err_memory(e);
		g->node[g->nodes++] = M < g->to ? M : g->to;
		if (M >= g->to)
			return 0;
		if (step_at(x, M, level, &step, e) < 0)
			return -1;
	}
}

static int find_segments(const struct coded_end *x, int level, struct segment *g, size_t *count,
			 struct err *e)
{
	int64_t from = x->low;
	for (*count = 0; from <= x->high; from = g[(*count)++].to + 1) {
		g[*count] = (struct segment){ .from = from, .to = x->high };
		if (*count + 1 < SEGMENTS && segment_end(x, from, &g[*count].to, e) < 0)
			return -1;
		if (place_nodes(x, &g[*count], level, e) < 0)
			return -1;
	}
	return 0;
}

/*
 * The polynomial of node i between the nodes k and k + 1; beyond the segment, where a lattice has
 * some mass of rounding, that of its end.
 */
static double polynomial(const struct segment *g, size_t i, size_t k, double M)
{
	size_t order = g->nodes < ORDER ? g->nodes : ORDER, before = (order + 1) / 2 - 1;
	size_t first = k < before ? 0 : k - before;
	first = first > g->nodes - order ? g->nodes - order : first;
	if (i < first || i >= first + order)
		return 0;
	double product = 1, at = (double)g->node[i];
	M = fmin(fmax(M, (double)g->from), (double)g->to);
	for (size_t j = first; j < first + order; j++)
		if (j != i)
			product *= (M - (double)g->node[j]) / (at - (double)g->node[j]);
	return product;
}

/* ---- lattices ---- */

/* The masses of a distribution, on multiples of the spacing; of a value that is certain, at 0. */
static int lattice_of(const struct beta_binomial *d, int level, struct lattice *out)
{
	if (is_certain(d))
		return lattice_point(out, level);
	struct betabinomial_lattices l;
	betabinomial_lattices_init(&l, d, TAIL);
	l.low = (l.low >> level) << level;
	int status = betabinomial_lattices_climb(&l, level, -1, true);
	*out = l.near_low;
	out->first += l.low >> level;
	l.near_low = (struct lattice){ 0 };
	betabinomial_lattices_release(&l);
	return status;
}

static int coarsen_to(struct lattice *l, int level)
{
	int status = 0;
	while (status == 0 && l->level < level) {
		struct lattice coarse = { 0 };
		status = lattice_coarsen(l, &coarse);
		lattice_release(l);
		*l = coarse;
	}
	return status;
}

/* The nodes of a lattice, and those of the polynomials, that belong to a segment. */
static bool is_inside(const struct coded_end *x, const struct segment *g, double M)
{
	return (M >= (double)g->from - 0.5 || g->from == x->low) &&
	       (M < (double)g->to + 0.5 || g->to == x->high);
}

/*
 * The masses of M, times the polynomial of a node, as what M adds to R: if that is nothing, their
 * sum.
 */
static int weighted(const struct coded_end *x, const struct lattice *M, const struct segment *g,
		    size_t node, int level, struct lattice *out)
{
	struct lattice l;
	size_t k = 0, from = M->count, to = 0;
	double sum = 0;
	if (lattice_init(&l, M->level, M->first, M->count) < 0)
		return -1;
	for (size_t i = 0; i < M->count; i++) {
		double at = ldexp((double)(M->first + (int64_t)i), M->level);
		while (k + 2 < g->nodes && at >= (double)g->node[k + 1])
			k++;
		double part = is_inside(x, g, at) ? polynomial(g, node, k, at) : 0;
		if (part == 0)
			continue;
		sum += l.mass[i] = M->mass[i] * part;
		from = i < from ? i : from;
		to = i;
	}
	from = from < to ? from : to;
	const struct lattice used = { l.level, l.first + (int64_t)from, to - from + 1,
				      l.mass + from },
			     none = { level, 0, 1, &sum };
	int status = lattice_copy(x->shift == 0 ? &none : &used, INT64_MAX, out);
	lattice_release(&l);
	if (status == 0 && x->shift < 0)
		lattice_reverse(out);
	return status == 0 ? coarsen_to(out, level) : -1;
}

/* What a node adds to the masses of R. */
static int add_node(const struct coded_end *x, const struct lattice *M, const struct segment *g,
		    size_t node, struct lattice *R, struct err *e)
{
	struct beta_binomial part[2];
	struct lattice l[3] = { 0 }, sum = { 0 };
	unsigned whole;
	if (parts_given(x, g->node[node], part, &whole, e) < 0)
		return -1;
	int status = weighted(x, M, g, node, R->level, &l[2]);
	for (int code = 0; code < 2 && status == 0; code++) {
		status = lattice_of(&part[code], R->level, &l[code]);
		if (status == 0 && x->mirrored[code])
			lattice_reverse(&l[code]);
	}
	if (status < 0) {
		for (int i = 0; i < 3; i++)
			lattice_release(&l[i]);
		return err_memory(e);
	}
	if (lattice_sum(l, 3, INT64_MAX, 0, &sum) < 0 || lattice_add(R, &sum) < 0)
		status = err_memory(e);
	lattice_release(&sum);
	return status;
}

static int level_for(double points, double most)
{
	return points > most ? (int)ceil(log2(points / most)) : 0;
}

/* The masses of R less the origin. The caller releases them, also on failure. */
static int stratum_lattice(const struct coded_end *x, int level, struct lattice *R, struct err *e)
{
	*R = (struct lattice){ .level = level };
	if (x->plain)
		return lattice_of(&x->open, level, R) == 0 ? 0 : err_memory(e);
	struct segment segment[SEGMENTS] = { 0 };
	struct lattice M = { 0 };
	size_t segments = 0;
	int own = level_for((double)(x->high - x->low), POINTS);
	own = x->shift != 0 && own > level ? level : own;
	int status = find_segments(x, own, segment, &segments, e);
	if (status == 0 && lattice_of(&x->open, own, &M) < 0)
		status = err_memory(e);
	for (size_t i = 0; i < segments && status == 0; i++)
		for (size_t k = 0; k < segment[i].nodes && status == 0; k++)
			status = add_node(x, &M, &segment[i], k, R, e);
	lattice_release(&M);
	for (size_t i = 0; i < SEGMENTS; i++)
		free(segment[i].node);
	return status;
}

/* ---- all strata ---- */

/* The square of the range that a stratum adds. */
static int range_squared(const struct coded_end *x, double *out, struct err *e)
{
	double M = x->shift != 0 ? (double)(x->high - x->low) : 0, most = 0;
	for (int i = 0; i < 3 && !x->plain; i++) {
		struct beta_binomial part[2];
		unsigned whole;
		int64_t low[2], high[2];
		if (parts_given(x, x->low + (x->high - x->low) / 2 * i, part, &whole, e) < 0)
			return -1;
		double sum = 0;
		for (int code = 0; code < 2; code++) {
			find_range(&part[code], &low[code], &high[code]);
			double range = (double)(high[code] - low[code]);
			sum += range * range;
		}
		most = fmax(most, sum);
	}
	*out = M * M + most;
	return 0;
}

/* A sum of plain samples has the bounds of such samples. */
static struct yield_distribution *plain_yield(const struct coded_sample *const *s, size_t count,
					      bool lower, struct err *e)
{
	struct stratum *stratum = calloc(count + 1, sizeof *stratum);
	struct prior *prior = calloc(count + 1, sizeof *prior);
	const struct posterior_model model = { .s = stratum, .prior = prior, .count = count };
	struct yield_distribution *out = NULL;
	for (size_t i = 0; stratum != NULL && i < count; i++) {
		int64_t drawn = s[i]->coded[0] + s[i]->coded[1];
		stratum[i] = (struct stratum){ .size = s[i]->size,
					       .sampled = drawn,
					       .relevant = coded_sample_found(s[i]),
					       .assessable = drawn };
	}
	if (stratum == NULL || prior == NULL)
		err_memory(e);
	else if (end_prior(stratum, count, lower, prior, e) == 0)
		out = posterior_yield(&model, PART_ALL, 1, YIELD_EXACT_POINTS, e);
	free(stratum);
	free(prior);
	return out;
}

/* Adds a stratum to the masses of those before it. */
static int add_stratum(const struct coded_end *x, struct lattice *sum, struct err *e)
{
	struct lattice l[2] = { *sum, { 0 } };
	*sum = (struct lattice){ 0 };
	if (stratum_lattice(x, l[0].level, &l[1], e) < 0) {
		lattice_release(&l[0]);
		lattice_release(&l[1]);
		return -1;
	}
	return lattice_sum(l, 2, INT64_MAX, 0, sum) == 0 ? 0 : err_memory(e);
}

/* Documents of the sample that are known to be relevant [1], and not to be [0]. */
static void add_known(const struct coded_sample *s, int64_t known[2])
{
	for (int code = 0; code < 2; code++) {
		known[code] += s->trusted[code] ? s->coded[code] : 0;
		known[1] += s->trusted[code] ? 0 : s->relevant[code];
		known[0] += s->trusted[code] ? 0 : s->again[code] - s->relevant[code];
	}
}

static struct yield_distribution *mixed_yield(const struct coded_sample *const *s, size_t count,
					      bool lower, struct err *e)
{
	struct lattice sum = { 0 };
	double squares = 0, part = 0;
	int64_t origin = 0, size = 0, known[2] = { 0, 0 };
	for (size_t i = 0; i < count; i++) {
		const struct coded_end x = coded_end_of(s[i], lower);
		if (range_squared(&x, &part, e) < 0)
			return NULL;
		squares += part;
		origin += x.origin;
		size += s[i]->size;
		add_known(s[i], known);
	}
	double range = sqrt(squares);
	int status = lattice_point(&sum, range < EXACT ? 0 : level_for(range, POINTS));
	if (status < 0)
		err_memory(e);
	for (size_t i = 0; i < count && status == 0; i++) {
		const struct coded_end x = coded_end_of(s[i], lower);
		status = add_stratum(&x, &sum, e);
	}
	struct yield_distribution *out =
		status == 0 ? yield_from_lattice(&sum, origin, known[1], size - known[0], e) : NULL;
	lattice_release(&sum);
	return out;
}

struct yield_distribution *two_phase_yield(const struct coded_sample *const *s, size_t count,
					   bool lower, struct err *e)
{
	bool plain = two_phase_is_plain(s, count, lower);
	return plain ? plain_yield(s, count, lower, e) : mixed_yield(s, count, lower, e);
}
