#include <math.h>
#include <stdlib.h>

#include "core/stats/shared/difference_table.h"

enum { PARTS = 48, POINTS = 2048, BINS = 1 << 18, BIN_LEVEL = 7 };

#define FEW_VALUES	5e4   /* that are kept as such */
#define BEND		2e-4  /* deviations from a straight line that a cubic is trusted with */
#define LUMPY		5e-4  /* of the standard deviation: so large are lumps that show */
#define BINNED		1.5e6 /* points that are sorted into bins */
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

/* Chooses the schemes, and finds out whether single documents show in the distribution function. */
static int probe(struct smooth *x, bool *lumpy, struct err *e)
{
	*lumpy = false;
	for (int i = 0; i < PROBES; i++) {
		double t = x->mean + 1.5 * (i - 1) * x->deviation, reach = 0.01 * x->deviation;
		struct scheme *s = &x->scheme[i];
		struct between near;
		if (difference_scheme(x->d, t, PROBE_TOLERANCE, PROBE_WORK, s, e) < 0 ||
		    difference_between(x->d, s, t - reach, t + reach, &near, e) < 0)
			return -1;
		double left = difference_lumps(x->d, s, t, &near);
		*lumpy = *lumpy || left > LUMPY * x->deviation;
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

/* One point of all axes after the other; false behind the last. */
struct walk {
	const struct rule *rule[AXES];
	size_t axes, index[AXES];
};

static bool walk_next(struct walk *w)
{
	for (size_t i = 0; i < w->axes; i++) {
		if (++w->index[i] < w->rule[i]->count)
			return true;
		w->index[i] = 0;
	}
	return false;
}

static struct lump walk_value(const struct walk *w, const struct difference *d)
{
	double x[AXES] = { 0 }, mass = 1;
	for (size_t i = 0; i < w->axes; i++) {
		x[i] = w->rule[i]->x[w->index[i]];
		mass *= w->rule[i]->w[w->index[i]];
	}
	return (struct lump){ difference_value(d, x), mass };
}

/* Every value once, sorted. */
static int all_values(struct difference_table *l, const struct difference *d, double combined,
		      struct err *e)
{
	struct walk w = { .axes = d->axes };
	for (size_t i = 0; i < d->axes; i++)
		w.rule[i] = &d->axis[i].points;
	l->value = calloc((size_t)combined, sizeof *l->value);
	if (l->value == NULL)
		return err_memory(e);
	do
		l->value[l->values++] = walk_value(&w, d);
	while (walk_next(&w));
	l->values = lumps_merge(l->value, l->values);
	return 0;
}

/* The finest rules that have so few points together, the axis with the most coarsened first. */
static int few_points(struct walk *w, struct difference *d, struct err *e)
{
	int level[AXES];
	double product = 1;
	for (size_t i = 0; i < d->axes; i++) {
		level[i] = BIN_LEVEL;
		if (difference_rule(d, i, level[i], &w->rule[i], e) < 0)
			return -1;
		product *= (double)w->rule[i]->count;
	}
	while (product > BINNED) {
		size_t most = d->axes;
		for (size_t i = 0; i < d->axes; i++)
			if (level[i] > 0 &&
			    (most == d->axes || w->rule[i]->count > w->rule[most]->count))
				most = i;
		if (most == d->axes)
			break;
		product /= (double)w->rule[most]->count;
		if (difference_rule(d, most, --level[most], &w->rule[most], e) < 0)
			return -1;
		product *= (double)w->rule[most]->count;
	}
	return 0;
}

/* Points of all axes, their masses shared between the two nearest of many bins from -1 to 1. */
static int binned_values(struct difference_table *l, struct difference *d, struct err *e)
{
	struct walk w = { .axes = d->axes };
	double *bin = calloc(BINS + 2, sizeof *bin);
	if (bin == NULL || few_points(&w, d, e) < 0) {
		free(bin);
		return bin == NULL ? err_memory(e) : -1;
	}
	do {
		struct lump x = walk_value(&w, d);
		double at = fmin(fmax((x.value + 1) * (BINS / 2), 0), BINS), below = floor(at);
		bin[(size_t)below] += x.mass * (below + 1 - at);
		bin[(size_t)below + 1] += x.mass * (at - below);
	} while (walk_next(&w));
	for (size_t i = 0; i <= BINS; i++)
		l->values += bin[i] > 0;
	l->value = calloc(l->values, sizeof *l->value);
	if (l->value != NULL) {
		size_t count = 0;
		for (size_t i = 0; i <= BINS; i++)
			if (bin[i] > 0)
				l->value[count++] =
					(struct lump){ (double)i / (BINS / 2) - 1, bin[i] };
	}
	free(bin);
	return l->value == NULL ? err_memory(e) : 0;
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

static void values_range(struct difference_table *l)
{
	l->low = l->value[0].value;
	l->high = l->value[l->values - 1].value;
	l->width = (lumps_quantile(l->value, l->values, 0.84) -
		    lumps_quantile(l->value, l->values, 0.16)) /
		   2;
}

static int smooth_table(struct difference_table *l, struct smooth *x, struct err *e)
{
	l->curve = calloc(1, sizeof *l->curve);
	if (l->curve == NULL)
		return err_memory(e);
	if (curve_init(l->curve, x, e) < 0)
		return -1;
	l->low = l->curve->t[0];
	l->high = l->curve->t[l->curve->count - 1];
	l->width = (curve_quantile(l->curve, 0.84) - curve_quantile(l->curve, 0.16)) / 2;
	return 0;
}

int difference_table_init(struct difference_table *l, struct difference *d, double mean,
			  double deviation, struct err *e)
{
	struct smooth x = { .d = d, .mean = mean, .deviation = fmax(deviation, 1e-9) };
	double combined = combinations(d);
	bool lumpy = false;
	*l = (struct difference_table){ 0 };
	int status = combined <= FEW_VALUES ? all_values(l, d, combined, e) : probe(&x, &lumpy, e);
	if (status == 0 && lumpy)
		status = binned_values(l, d, e);
	if (status == 0 && l->values > 0)
		values_range(l);
	else if (status == 0)
		status = smooth_table(l, &x, e);
	if (status < 0)
		difference_table_release(l);
	return status;
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
