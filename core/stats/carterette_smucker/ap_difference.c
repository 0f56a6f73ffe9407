/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/near.h"
#include "core/base/sort.h"
#include "core/stats/carterette_smucker/ap_difference.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/rmath.h"

/* ---- the numerator ---- */

/* Up to this number of documents, going through the pairs is as fast as the tree. */
static const size_t FEW = 96;

/* A difference below this part of the sum of squares has lost too many digits. */
static const double CANCELLED = 1e-3;

/* Partial sums over documents at places of B: of v, and of v over the rank in B. */
struct tree_node {
	double sum, scaled;
};

/* A document that was passed on the way along A. */
struct passed {
	size_t place; /* in B */
	double inverse, v;
};

void ap_numerator_release(struct ap_numerator *f)
{
	arena_release(&f->memory);
	*f = (struct ap_numerator){ 0 };
}

static int reserve(struct ap_numerator *f, size_t count, struct err *e)
{
	if (count <= f->room)
		return 0;
	ap_numerator_release(f);
	double **const numbers[] = { &f->relevant,  &f->rank_a,	   &f->rank_b,
				     &f->inverse_a, &f->inverse_b, &f->slope,
				     &f->spread,    &f->spare,	   &f->slope_b };
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		*numbers[i] = arena_zeroed(&f->memory, count, sizeof **numbers[i]);
	f->order_b = arena_zeroed(&f->memory, count, sizeof *f->order_b);
	f->place_b = arena_zeroed(&f->memory, count, sizeof *f->place_b);
	f->tree = arena_zeroed(&f->memory, count + 1, sizeof *f->tree);
	f->passed = arena_zeroed(&f->memory, count, sizeof *f->passed);
	f->keyed = arena_zeroed(&f->memory, 2 * count, sizeof *f->keyed);
	if (f->memory.failed) {
		ap_numerator_release(f);
		return err_memory(e);
	}
	f->room = count;
	return 0;
}

/* Ranks from 1 upwards, then those without one. */
static uint64_t key_of_rank(int64_t rank)
{
	return rank > 0 ? (uint64_t)rank : UINT64_MAX;
}

/* Sorts, those without a rank in their order, and counts those that have one. */
static int sort_by_rank(struct ap_numerator *f, size_t count, char ranking, size_t *ranked,
			struct err *e)
{
	struct keyed *k = f->keyed;
	keyed_sort(k, count, k + count, NULL, NULL);
	size_t n = 0;
	for (; n < count && k[n].key != UINT64_MAX; n++)
		if (n > 0 && k[n].key == k[n - 1].key)
			return err_data(e, "two documents at rank %llu of ranking %c",
					(unsigned long long)k[n].key, ranking);
	*ranked = n;
	return 0;
}

static int check_documents(const struct ap_document *d, size_t count, struct err *e)
{
	for (size_t i = 0; i < count; i++) {
		if (!(d[i].relevant >= 0.0 && d[i].relevant <= 1.0))
			return err_data(e, "probability of relevance %g is not in [0,1]",
					d[i].relevant);
		if (d[i].rank_a < 0 || d[i].rank_b < 0)
			return err_data(e, "rank %lld is negative",
					(long long)(d[i].rank_a < 0 ? d[i].rank_a : d[i].rank_b));
	}
	return 0;
}

/* Documents in the order of A. */
static int place_in_a(struct ap_numerator *f, const struct ap_document *d, size_t count,
		      struct err *e)
{
	size_t kept = 0;
	for (size_t i = 0; i < count; i++)
		if (d[i].relevant > 0.0)
			f->keyed[kept++] = (struct keyed){ key_of_rank(d[i].rank_a), i };
	f->count = kept;
	if (sort_by_rank(f, kept, 'A', &f->ranked_a, e) < 0)
		return -1;
	for (size_t i = 0; i < kept; i++) {
		const struct ap_document *x = &d[f->keyed[i].item];
		f->relevant[i] = x->relevant;
		f->rank_a[i] = x->rank_a > 0 ? (double)x->rank_a : INFINITY;
		f->rank_b[i] = x->rank_b > 0 ? (double)x->rank_b : INFINITY;
		f->inverse_a[i] = 1.0 / f->rank_a[i];
		f->inverse_b[i] = 1.0 / f->rank_b[i];
	}
	for (size_t i = 0; i < kept; i++)
		f->keyed[i] = (struct keyed){ key_of_rank(d[f->keyed[i].item].rank_b), i };
	return 0;
}

static int place_in_b(struct ap_numerator *f, struct err *e)
{
	if (sort_by_rank(f, f->count, 'B', &f->ranked_b, e) < 0)
		return -1;
	for (size_t i = 0; i < f->count; i++) {
		f->order_b[i] = (size_t)f->keyed[i].item;
		f->place_b[f->keyed[i].item] = i;
	}
	return 0;
}

int ap_numerator_set(struct ap_numerator *f, const struct ap_document *d, size_t count,
		     struct err *e)
{
	if (check_documents(d, count, e) < 0 || reserve(f, count > 0 ? count : 1, e) < 0)
		return -1;
	if (place_in_a(f, d, count, e) < 0 || place_in_b(f, e) < 0)
		return -1;
	double first = 1.0;
	f->undecided = 0;
	f->uniform = true;
	f->pairs = -1.0;
	for (size_t i = 0; i < f->count; i++) {
		if (f->relevant[i] == 1.0)
			continue;
		if (f->undecided++ == 0)
			first = f->relevant[i];
		if (f->relevant[i] != first)
			f->uniform = false;
	}
	return 0;
}

/*
 * Means if the documents have the probabilities `p`, one for each that was kept, in their order. If
 * all are 0 or 1, the sums are those of average precision, added in the order of ranks, so that
 * mean_a / relevant is AP to the last bit.
 */
static struct ap_moments ap_numerator_means(const struct ap_numerator *f, const double *p)
{
	struct ap_moments out = { 0 };
	double above = 0.0;
	for (size_t i = 0; i < f->ranked_a; i++) {
		out.mean_a += p[i] * (1.0 + above) / f->rank_a[i];
		above += p[i];
	}
	for (size_t i = f->ranked_a; i < f->count; i++)
		above += p[i];
	out.relevant = above;
	above = 0.0;
	for (size_t k = 0; k < f->ranked_b; k++) {
		size_t i = f->order_b[k];
		out.mean_b += p[i] * (1.0 + above) / f->rank_b[i];
		above += p[i];
	}
	return out;
}

/* ---- variance ---- */

/*
 * What one ranking gives to each g_i: from above, (1 + sum of p above)/rank; from below, the sum of
 * p/rank. `order` NULL: that of the documents.
 */
static void slopes_of(const double *inverse, const size_t *order, size_t ranked, const double *p,
		      double *slope)
{
	double above = 0.0, below = 0.0;
	for (size_t k = 0; k < ranked; k++) {
		size_t i = order ? order[k] : k;
		slope[i] = (1.0 + above) * inverse[i];
		above += p[i];
	}
	for (size_t k = ranked; k-- > 0;) {
		size_t i = order ? order[k] : k;
		slope[i] += below;
		below += p[i] * inverse[i];
	}
}

/* One ranking's part less the other's: exactly 0 if the rankings are the same. */
static void slopes(struct ap_numerator *f, const double *p, double centre)
{
	double *b = f->slope_b;
	for (size_t i = 0; i < f->count; i++)
		f->slope[i] = b[i] = 0.0;
	slopes_of(f->inverse_a, NULL, f->ranked_a, p, f->slope);
	slopes_of(f->inverse_b, f->order_b, f->ranked_b, p, b);
	for (size_t i = 0; i < f->count; i++)
		f->slope[i] = (f->slope[i] - b[i]) - centre;
}

/*
 * Sum over pairs of c_ij^2 v_i v_j without cancellation: along A, where a_ij is 1/rank of the later
 * document i, while those passed are kept in the order of B. For those above i in B as well, c_ij
 * is c_ii; the others are just those that i has to be put in front of. So the time is that of as
 * many steps as there are pairs in different order.
 */
static double pairs_one_by_one(struct ap_numerator *f)
{
	struct passed *passed = f->passed;
	double total = 0.0, above = 0.0;
	size_t n = 0;
	for (size_t i = 0; i < f->count; i++) {
		double in_a = f->inverse_a[i], in_b = f->inverse_b[i], v = f->spread[i];
		double sum = 0.0, turned = 0.0;
		size_t k = n;
		if (v == 0.0)
			continue;
		for (; k > 0 && passed[k - 1].place > f->place_b[i]; k--) {
			double c = in_a - passed[k - 1].inverse;
			sum += c * c * passed[k - 1].v;
			turned += passed[k - 1].v;
			passed[k] = passed[k - 1];
		}
		if (k > 0)
			sum += (in_a - in_b) * (in_a - in_b) * (above - turned);
		passed[k] = (struct passed){ f->place_b[i], in_b, v };
		n++;
		above += v;
		total += v * sum;
	}
	return total;
}

static void tree_add(struct tree_node *tree, size_t size, size_t place, double v, double scaled)
{
	for (size_t i = place + 1; i <= size; i += i & -i) {
		tree[i].sum += v;
		tree[i].scaled += scaled;
	}
}

static struct tree_node tree_before(const struct tree_node *tree, size_t place)
{
	struct tree_node out = { 0 };
	for (size_t i = place; i > 0; i -= i & -i) {
		out.sum += tree[i].sum;
		out.scaled += tree[i].scaled;
	}
	return out;
}

/*
 * Sum over pairs of a_ij b_ij v_i v_j: along A, so that a_ij is 1/rank of the later document, and
 * b_ij is 1/rank in B of the later one for those above it in B, of the other for those below.
 */
static double pairs_product(struct ap_numerator *f)
{
	double total = 0.0, scaled = 0.0;
	for (size_t i = 0; i <= f->ranked_b; i++)
		f->tree[i] = (struct tree_node){ 0 };
	for (size_t i = 0; i < f->ranked_a; i++) {
		double v = f->spread[i], in_b = f->inverse_b[i];
		if (v == 0.0 || in_b == 0.0)
			continue;
		struct tree_node above = tree_before(f->tree, f->place_b[i]);
		total += v * f->inverse_a[i] * (in_b * above.sum + (scaled - above.scaled));
		tree_add(f->tree, f->ranked_b, f->place_b[i], v, v * in_b);
		scaled += v * in_b;
	}
	return total;
}

/* Adds the squares of one ranking; `order` as in slopes_of(). */
static void add_squares(const double *inverse, const size_t *order, size_t ranked,
			const double *spread, double *total)
{
	double above = 0.0;
	for (size_t k = 0; k < ranked; k++) {
		size_t i = order ? order[k] : k;
		*total += spread[i] * inverse[i] * inverse[i] * above;
		above += spread[i];
	}
}

/* Sum over pairs of c_ij^2 v_i v_j with the v of `spread`. */
static double pairs(struct ap_numerator *f)
{
	bool same = true;
	for (size_t i = 0; i < f->count && same; i++)
		same = f->inverse_a[i] == f->inverse_b[i];
	if (same)
		return 0.0;
	if (f->undecided > FEW) {
		double squares = 0.0, product = pairs_product(f);
		add_squares(f->inverse_a, NULL, f->ranked_a, f->spread, &squares);
		add_squares(f->inverse_b, f->order_b, f->ranked_b, f->spread, &squares);
		if (squares - 2.0 * product > CANCELLED * squares)
			return squares - 2.0 * product;
	}
	return pairs_one_by_one(f);
}

/* If all v are equal, their square is a factor, and the rest is computed only once. */
static double pairs_uniform(struct ap_numerator *f, double v)
{
	if (f->pairs < 0.0) {
		for (size_t i = 0; i < f->count; i++)
			f->spread[i] = f->relevant[i] < 1.0 ? 1.0 : 0.0;
		f->pairs = pairs(f);
	}
	return v * v * f->pairs;
}

struct ap_moments ap_numerator_moments(struct ap_numerator *f, const double *p, double centre)
{
	struct ap_moments out = ap_numerator_means(f, p);
	double common = 0.0;
	if (f->undecided == 0)
		return out;
	slopes(f, p, centre);
	for (size_t i = 0; i < f->count; i++) {
		double v = p[i] * (1.0 - p[i]);
		f->spread[i] = v;
		out.variance += f->slope[i] * f->slope[i] * v;
		if (f->relevant[i] < 1.0)
			common = v;
	}
	out.variance += f->uniform ? pairs_uniform(f, common) : pairs(f);
	return out;
}

/* ---- the difference ---- */

/*
 * Points of the integrals over s > 0: s = exp(x - exp(-x))/scale at steps of x (Takahasi and Mori
 * 1974, for integrands that fall off like exp(-s)). The step gives fifteen digits for exp(-ks) with
 * k between scale/10 and 10·scale; below the first point there is less than 1e-16 of the integral.
 */
static const double STEP = 0.2, FIRST = -3.6;

/* Further points are left out where they could add no more than this, of a total of at most 1. */
static const double NEGLIGIBLE = TERM_LEFT_OUT;

/* Means of topics within this of 0 are 0 up to rounding. */
static const double ROUNDING = NEAR_ROUNDING;

struct ap_difference ap_difference(struct ap_numerator *f)
{
	struct ap_moments m = ap_numerator_moments(f, f->relevant, 0.0);
	if (m.relevant == 0.0)
		return (struct ap_difference){ 0.0, 0.0 };
	/* Divided one by one, as either average precision is. */
	return (struct ap_difference){
		.mean = m.mean_a / m.relevant - m.mean_b / m.relevant,
		.variance = m.variance / m.relevant / m.relevant,
	};
}

/*
 * The distribution at s: its probabilities into f->spare; M(s) is returned. A product of many
 * factors below 1 is taken to the logarithm before it underflows.
 */
static double tilt(struct ap_numerator *f, double s)
{
	double shrunk = exp(-s), product = 1.0, logarithm = 0.0;
	for (size_t i = 0; i < f->count; i++) {
		double p = f->relevant[i] * shrunk, sum = 1.0 - f->relevant[i] + p;
		f->spare[i] = p / sum;
		product *= sum;
		if (product < SMALL_PRODUCT) {
			logarithm += log(product);
			product = 1.0;
		}
	}
	return exp(logarithm + log(product));
}

/* A point of the integrals: s, and the weight ds. */
struct point {
	double s, weight;
};

static struct point point(double scale, int number)
{
	double x = FIRST + STEP * number, fall = exp(-x), s = exp(x - fall) / scale;
	return (struct point){ s, STEP * s * (1.0 + fall) };
}

/* Both integrands are at most that for Q = N, which tells when to stop. */
static double exact_mean(struct ap_numerator *f, double scale)
{
	double mean = 0.0, bound = 0.0, total = 0.0;
	for (int number = 0; bound >= NEGLIGIBLE * total; number++) {
		struct point t = point(scale, number);
		double weight = t.weight * tilt(f, t.s);
		struct ap_moments m = ap_numerator_means(f, f->spare);
		mean += weight * (m.mean_a - m.mean_b);
		total += bound = weight * m.relevant;
	}
	return mean;
}

/* All terms are positive: small variances lose no digits. */
static double exact_variance(struct ap_numerator *f, double scale, double mean)
{
	double variance = 0.0, bound = 0.0, total = 0.0, none = 1.0;
	for (int number = 0; bound >= NEGLIGIBLE * total; number++) {
		struct point t = point(scale, number);
		double weight = t.weight * t.s * tilt(f, t.s);
		struct ap_moments m = ap_numerator_moments(f, f->spare, mean);
		double off = (m.mean_a - m.mean_b) - mean * m.relevant;
		variance += weight * (m.variance + off * off);
		total += bound = weight * m.relevant * (1.0 + m.relevant);
	}
	for (size_t i = 0; i < f->count; i++)
		none *= 1.0 - f->relevant[i];
	return variance + mean * mean * none;
}

struct ap_difference ap_difference_exact(struct ap_numerator *f)
{
	/* N is near its mean, and at least 1 if it counts. */
	double scale = 0.0;
	if (f->undecided == 0)
		return ap_difference(f);
	for (size_t i = 0; i < f->count; i++)
		scale += f->relevant[i];
	scale = fmax(1.0, scale);
	double mean = exact_mean(f, scale);
	return (struct ap_difference){ mean, exact_variance(f, scale, mean) };
}

/* ---- over topics ---- */

static void signs(struct map_difference *out, const struct ap_difference *topic, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (fabs(topic[i].mean) <= ROUNDING)
			out->zero++;
		else if (topic[i].mean > 0.0)
			out->positive++;
		else
			out->negative++;
	}
	double decided = (double)(out->positive + out->negative);
	out->effect = decided > 0.0 ? (double)(out->positive - out->negative) / decided : NAN;
}

struct map_difference map_difference(const struct ap_difference *topic, size_t count)
{
	struct map_difference out = { 0 };
	double topics = (double)count;
	signs(&out, topic, count);
	for (size_t i = 0; i < count; i++) {
		out.mean += topic[i].mean;
		out.variance += topic[i].variance;
	}
	out.mean /= topics;
	out.variance /= topics * topics;
	if (out.variance > 0.0) {
		double z = out.mean / sqrt(out.variance);
		out.below = pnorm(z, 0.0, 1.0, 0, 0);
		out.above = pnorm(z, 0.0, 1.0, 1, 0);
	} else if (out.variance == 0.0) {
		out.above = fabs(out.mean) <= ROUNDING ? 0.5 : out.mean > 0.0 ? 1.0 : 0.0;
		out.below = 1.0 - out.above;
	} else {
		out.below = out.above = NAN;
	}
	out.certainty = out.mean < 0.0 ? out.below : out.above;
	return out;
}
