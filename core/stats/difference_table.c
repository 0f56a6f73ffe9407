#include <math.h>
#include <stdlib.h>

#include "core/stats/difference_table.h"

enum { PARTS = 48, POINTS = 2048 };

#define FEW_VALUES	5e4  /* that are kept as such */
#define BEND		2e-4 /* deviations from a straight line that a cubic is trusted with */
#define FEW_PAIRS	2000.0
#define PROBES		3
#define PROBE_TOLERANCE 1e-5
#define PROBE_WORK	2e4
#define TAIL		1e-10

/* The distribution function at rising points. */
struct curve {
	size_t count;
	double t[POINTS], F[POINTS], slope[POINTS];
};

/* A difference with schemes for its distribution function left, right and between. */
struct smooth {
	struct difference *d;
	double mean, deviation;
	struct scheme scheme[PROBES];
};

/* Where only A, or only B, retrieves few documents that are open, each of them counts. */
static int probe(struct smooth *x, struct err *e)
{
	double single =
		(double)x->d->axis[AXIS_A].points.count * (double)x->d->axis[AXIS_B].points.count;
	for (int i = 0; i < PROBES; i++) {
		double t = x->mean + 1.5 * (i - 1) * x->deviation;
		bool done = false;
		if (single <= FEW_PAIRS &&
		    difference_lumpy_scheme(x->d, t, PROBE_TOLERANCE, PROBE_WORK, &x->scheme[i],
					    &done, e) < 0)
			return -1;
		if (!done &&
		    difference_scheme(x->d, t, PROBE_TOLERANCE, PROBE_WORK, &x->scheme[i], e) < 0)
			return -1;
	}
	return 0;
}

static int smooth_cdf(struct smooth *x, double t, double *out, struct err *e)
{
	double z = (t - x->mean) / x->deviation;
	int nearest = z < -0.75 ? 0 : z > 0.75 ? 2 : 1;
	return difference_sum(x->d, &x->scheme[nearest], t, false, out, e);
}

/* From where to where the difference lies, but for tails. */
static int range(struct smooth *x, double *low, double *high, struct err *e)
{
	double P = 1;
	for (*low = x->mean; P > TAIL && *low > -1; *low = fmax(*low - 2 * x->deviation, -1))
		if (smooth_cdf(x, *low - 2 * x->deviation, &P, e) < 0)
			return -1;
	for (*high = x->mean, P = 0; P < 1 - TAIL && *high < 1;
	     *high = fmin(*high + 2 * x->deviation, 1))
		if (smooth_cdf(x, *high + 2 * x->deviation, &P, e) < 0)
			return -1;
	return 0;
}

static void add_point(struct curve *c, double t, double F)
{
	c->t[c->count] = t;
	c->F[c->count] = fmax(F, c->F[c->count - 1]);
	c->count++;
}

/* Adds points from the last one to t: halves while F rises by much, or bends, and there is room. */
static int add_points(struct curve *c, struct smooth *x, double t, double F, double least,
		      struct err *e)
{
	double at = c->t[c->count - 1], from = c->F[c->count - 1], middle = at + (t - at) / 2, P;
	if (F - from <= BEND || t - at <= least || c->count + 64 > POINTS) {
		add_point(c, t, F);
		return 0;
	}
	if (smooth_cdf(x, middle, &P, e) < 0)
		return -1;
	if (F - from <= 1.0 / PARTS && fabs(P - (F + from) / 2) <= BEND) {
		add_point(c, middle, P);
		add_point(c, t, F);
		return 0;
	}
	if (add_points(c, x, middle, P, least, e) < 0)
		return -1;
	return add_points(c, x, t, F, least, e);
}

static void add_slopes(struct curve *c)
{
	for (size_t i = 1; i + 1 < c->count; i++) {
		double a = c->t[i] - c->t[i - 1], b = c->t[i + 1] - c->t[i];
		double left = (c->F[i] - c->F[i - 1]) / a, right = (c->F[i + 1] - c->F[i]) / b;
		double slope = (b * left + a * right) / (a + b);
		c->slope[i] = fmin(slope, 3 * fmin(left, right));
	}
	c->slope[0] = c->slope[c->count - 1] = 0;
}

static int curve_init(struct curve *c, struct smooth *x, struct err *e)
{
	double low, high;
	if (range(x, &low, &high, e) < 0)
		return -1;
	double least = 5e-6 * (high - low);
	*c = (struct curve){ .count = 1, .t = { low - least }, .F = { 0 } };
	for (int i = 0; i <= PARTS; i++) {
		double t = low + (high - low) * i / PARTS, P = 1;
		if (i < PARTS && smooth_cdf(x, t, &P, e) < 0)
			return -1;
		if (add_points(c, x, t, P, least, e) < 0)
			return -1;
	}
	add_slopes(c);
	return 0;
}

/* F at t, not before the t of the last call with the same cursor. */
static double curve_at(const struct curve *c, double t, size_t *cursor)
{
	if (t <= c->t[0])
		return 0;
	if (t >= c->t[c->count - 1])
		return 1;
	while (c->t[*cursor + 1] < t)
		++*cursor;
	size_t i = *cursor;
	double d = c->t[i + 1] - c->t[i], u = (t - c->t[i]) / d, v = 1 - u;
	return c->F[i] * v * v * (1 + 2 * u) + c->F[i + 1] * u * u * (1 + 2 * v) +
	       d * (c->slope[i] * u * v * v - c->slope[i + 1] * v * u * u);
}

/* The smallest t with F(t) >= p; roughly. */
static double curve_quantile(const struct curve *c, double p)
{
	size_t i = 1;
	while (i + 1 < c->count && c->F[i] < p)
		i++;
	double rise = c->F[i] - c->F[i - 1];
	double share = rise > 0 ? fmin(fmax((p - c->F[i - 1]) / rise, 0), 1) : 1;
	return c->t[i - 1] + share * (c->t[i] - c->t[i - 1]);
}

static double combinations(const struct difference *d)
{
	double product = 1;
	for (size_t i = 0; i < d->axes; i++)
		product *= d->axis[i].points.masses ? (double)d->axis[i].points.count : HUGE_VAL;
	return product;
}

static int rising(const void *a, const void *b)
{
	const struct lump *x = a, *y = b;
	return (x->value > y->value) - (x->value < y->value);
}

size_t lumps_merge(struct lump *value, size_t count)
{
	size_t left = 0;
	qsort(value, count, sizeof *value, rising);
	for (size_t i = 0; i < count; i++) {
		if (left > 0 && value[i].value - value[left - 1].value <= LUMP_SAME)
			value[left - 1].mass += value[i].mass;
		else
			value[left++] = value[i];
	}
	return left;
}

/* Every value once, sorted. */
static size_t all_values(const struct difference *d, struct lump *out)
{
	size_t index[AXES] = { 0 }, axis = 0, count = 0;
	while (axis < d->axes) {
		double x[AXES] = { 0 }, w = 1;
		for (size_t i = 0; i < d->axes; i++) {
			x[i] = d->axis[i].points.x[index[i]];
			w *= d->axis[i].points.w[index[i]];
		}
		out[count++] = (struct lump){ difference_value(d, x), w };
		for (axis = 0; axis < d->axes && ++index[axis] == d->axis[axis].points.count;
		     axis++)
			index[axis] = 0;
	}
	return lumps_merge(out, count);
}

double lumps_quantile(const struct lump *value, size_t count, double p)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		if ((sum += value[i].mass) >= p - LAW_TIE)
			return value[i].value;
	return value[count - 1].value;
}

void difference_table_release(struct difference_table *l)
{
	free(l->value);
	free(l->curve);
}

int difference_table_init(struct difference_table *l, struct difference *d, double mean,
			  double deviation, struct err *e)
{
	*l = (struct difference_table){ 0 };
	double combined = combinations(d);
	if (combined <= FEW_VALUES) {
		l->value = calloc((size_t)combined, sizeof *l->value);
		if (l->value == NULL)
			return err_memory(e);
		l->values = all_values(d, l->value);
		l->low = l->value[0].value;
		l->high = l->value[l->values - 1].value;
		l->width = (lumps_quantile(l->value, l->values, 0.84) -
			    lumps_quantile(l->value, l->values, 0.16)) /
			   2;
		return 0;
	}
	struct smooth x = { .d = d, .mean = mean, .deviation = deviation };
	l->curve = calloc(1, sizeof *l->curve);
	if (l->curve == NULL)
		return err_memory(e);
	if (probe(&x, e) < 0 || curve_init(l->curve, &x, e) < 0) {
		difference_table_release(l);
		return -1;
	}
	l->low = l->curve->t[0];
	l->high = l->curve->t[l->curve->count - 1];
	l->width = (curve_quantile(l->curve, 0.84) - curve_quantile(l->curve, 0.16)) / 2;
	return 0;
}

int difference_table_lattice(const struct difference_table *l, double h, struct lattice *out,
			     struct err *e)
{
	int64_t first = (int64_t)floor(l->low / h) - 1, last = (int64_t)ceil(l->high / h) + 1;
	if (lattice_init(out, 0, first, (size_t)(last - first + 1)) < 0)
		return err_memory(e);
	for (size_t i = 0; i < l->values; i++) {
		double at = l->value[i].value / h - (double)first, below = floor(at);
		out->mass[(size_t)below] += l->value[i].mass * (below + 1 - at);
		out->mass[(size_t)below + 1] += l->value[i].mass * (at - below);
	}
	double before = 0;
	size_t cursor = 0;
	for (size_t i = 0; i < out->count && l->curve != NULL; i++) {
		double upto = curve_at(l->curve, ((double)(first + (int64_t)i) + 0.5) * h, &cursor);
		out->mass[i] = upto - before;
		before = upto;
	}
	return 0;
}
