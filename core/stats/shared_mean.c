/*
 * The comparison of two systems by a mean over topics; see shared_posterior.h.
 *
 * A topic's difference is kept as all its values, where these are few, else as its smooth
 * distribution function at points that are close where it is steep, with a monotone cubic between
 * them (Fritsch and Carlson 1980). Both become masses on the multiples of h, 1/STEPS of the width
 * of the sum, which are convolved. Topics with but one possible difference are a shift.
 */
#include <math.h>
#include <stdlib.h>

#include "core/stats/difference_parts.h"
#include "core/stats/lattice.h"
#include "core/stats/shared_posterior.h"

enum { STEPS = 512, PARTS = 48, POINTS = 2048, NODES = 1 << 18 };

#define FEW_VALUES	5e4 /* of a topic */
#define FEW_SUMS	3e5
#define BEND		2e-4 /* deviations from a straight line that a cubic is trusted with */
#define FEW_PAIRS	2000.0
#define PROBES		3
#define PROBE_TOLERANCE 1e-5
#define PROBE_WORK	2e4
#define TAIL		1e-10

/* One topic's difference, with schemes for its distribution function left, right and between. */
struct smooth_topic {
	struct difference *d;
	double mean, deviation;
	struct scheme scheme[PROBES];
};

/* Where only A, or only B, retrieves few documents that are open, each of them counts. */
static int probe(struct smooth_topic *x, struct err *e)
{
	double single = (double)x->d->axis[AXIS_A].points.count *
			(double)x->d->axis[AXIS_B].points.count;
	for (int i = 0; i < PROBES; i++) {
		double t = x->mean + 1.5 * (i - 1) * x->deviation;
		bool done = false;
		if (single <= FEW_PAIRS &&
		    difference_lumpy_scheme(x->d, t, PROBE_TOLERANCE, PROBE_WORK, &x->scheme[i],
					    &done, e) < 0)
			return -1;
		if (!done && difference_scheme(x->d, t, PROBE_TOLERANCE, PROBE_WORK,
					       &x->scheme[i], e) < 0)
			return -1;
	}
	return 0;
}

static int smooth_cdf(struct smooth_topic *x, double t, double *out, struct err *e)
{
	double z = (t - x->mean) / x->deviation;
	int nearest = z < -0.75 ? 0 : z > 0.75 ? 2 : 1;
	return difference_sum(x->d, &x->scheme[nearest], t, false, out, e);
}

/* The distribution function at rising points. */
struct curve {
	size_t count;
	double t[POINTS], F[POINTS], slope[POINTS];
};

/* From where to where the difference lies, but for tails. */
static int range(struct smooth_topic *x, double *low, double *high, struct err *e)
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
static int add_points(struct curve *c, struct smooth_topic *x, double t, double F, double least,
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

static int curve_init(struct curve *c, struct smooth_topic *x, struct err *e)
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

#define SAME 1e-13 /* sums of the same fractions in another order */

/* Sorts, and makes one of equal values; how many are left. */
static size_t merge(struct lump *value, size_t count)
{
	size_t left = 0;
	qsort(value, count, sizeof *value, rising);
	for (size_t i = 0; i < count; i++) {
		if (left > 0 && value[i].value - value[left - 1].value <= SAME)
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
		for (axis = 0; axis < d->axes && ++index[axis] == d->axis[axis].points.count; axis++)
			index[axis] = 0;
	}
	return merge(out, count);
}

static double values_quantile(const struct lump *value, size_t count, double p)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		if ((sum += value[i].mass) >= p - LAW_TIE)
			return value[i].value;
	return value[count - 1].value;
}

/* The law of one topic's difference. */
struct topic_law {
	struct lump *value; /* all, or */
	size_t values;
	struct curve *curve;
	double low, high, width; /* half of what holds the middle two thirds */
};

static void topic_law_release(struct topic_law *l)
{
	free(l->value);
	free(l->curve);
}

static int topic_law_init(struct topic_law *l, struct difference *d, double mean, double deviation,
			  struct err *e)
{
	*l = (struct topic_law){ 0 };
	double combined = combinations(d);
	if (combined <= FEW_VALUES) {
		l->value = calloc((size_t)combined, sizeof *l->value);
		if (l->value == NULL)
			return err_memory(e);
		l->values = all_values(d, l->value);
		l->low = l->value[0].value;
		l->high = l->value[l->values - 1].value;
		l->width = (values_quantile(l->value, l->values, 0.84) -
			    values_quantile(l->value, l->values, 0.16)) /
			   2;
		return 0;
	}
	struct smooth_topic x = { .d = d, .mean = mean, .deviation = deviation };
	l->curve = calloc(1, sizeof *l->curve);
	if (l->curve == NULL)
		return err_memory(e);
	if (probe(&x, e) < 0 || curve_init(l->curve, &x, e) < 0) {
		topic_law_release(l);
		return -1;
	}
	l->low = l->curve->t[0];
	l->high = l->curve->t[l->curve->count - 1];
	l->width = (curve_quantile(l->curve, 0.84) - curve_quantile(l->curve, 0.16)) / 2;
	return 0;
}

/* Masses on the multiples of h; a single value is shared between the two nearest. */
static int discretize(const struct topic_law *l, double h, struct lattice *out, struct err *e)
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

/* --- the sum of topics --- */

/* The topics with a difference. */
struct topics {
	struct shared_model *model;
	struct difference *difference;
	double *mean, *deviation; /* of the difference, for the choice of points */
	size_t count, made;
	size_t only; /* the number of the last of them */
};

static void topics_release(struct topics *x)
{
	for (size_t i = 0; i < x->count; i++)
		shared_model_release(&x->model[i]);
	for (size_t i = 0; i < x->made; i++)
		difference_release(&x->difference[i]);
	free(x->model);
	free(x->difference);
	free(x->mean);
}

static int topics_init(struct topics *x, const struct interval_method *m,
		       const struct shared_topic *topic, size_t count,
		       const struct interval_request *q, struct err *e)
{
	*x = (struct topics){ .model = calloc(count + 1, sizeof *x->model),
			      .difference = calloc(count + 1, sizeof *x->difference),
			      .mean = calloc(2 * count + 1, sizeof *x->mean) };
	if (x->model == NULL || x->difference == NULL || x->mean == NULL) {
		topics_release(x);
		return err_memory(e);
	}
	x->deviation = x->mean + count;
	for (size_t i = 0; i < count; i++) {
		struct shared_model *model = &x->model[x->count];
		if (shared_model_init(model, m, topic[i].cell, topic[i].cells, q, e) < 0) {
			topics_release(x);
			return -1;
		}
		if (model->undefined) {
			shared_model_release(model);
			continue;
		}
		x->only = i;
		x->count++;
	}
	return 0;
}

/* The laws of all topics, and the mean of the means. */
static int make_differences(struct topics *x, const struct interval_request *q, double *mean,
			    struct err *e)
{
	double sum = 0;
	for (size_t i = 0; i < x->count; i++) {
		struct difference *d = &x->difference[i];
		double one;
		if (shared_difference(&x->model[i], q, d, e) < 0)
			return -1;
		x->made++;
		if (difference_moments(d, &x->mean[i], &x->deviation[i], e) < 0 ||
		    difference_mean(d, &one, e) < 0)
			return -1;
		sum += one;
	}
	*mean = sum / (double)x->count;
	return 0;
}

/* The sum of the differences is `shift` + h times the lattice's node. */
struct sum {
	double shift, h;
	struct lattice lattice;
};

/* The laws of the topics that vary; the others are summed up in `shift`. */
static int make_laws(struct topics *x, struct topic_law *law, size_t *laws, double *shift,
		     struct err *e)
{
	for (size_t i = 0; i < x->count; i++) {
		if (!(x->deviation[i] > 1e-12)) {
			*shift += x->mean[i];
			continue;
		}
		if (topic_law_init(&law[*laws], &x->difference[i], x->mean[i], x->deviation[i],
				   e) < 0)
			return -1;
		++*laws;
	}
	return 0;
}

static int add_laws(const struct topic_law *law, size_t laws, struct sum *s, struct err *e)
{
	double squares = 0, range = 0;
	for (size_t i = 0; i < laws; i++) {
		squares += law[i].width * law[i].width;
		range += law[i].high - law[i].low;
	}
	s->h = fmax(fmax(sqrt(squares) / STEPS, range / NODES), 1e-12);
	struct lattice *l = calloc(laws + 1, sizeof *l);
	if (l == NULL || lattice_init(&l[0], 0, 0, 1) < 0) {
		free(l);
		return err_memory(e);
	}
	l[0].mass[0] = 1;
	size_t made = 1;
	int status = 0;
	for (size_t i = 0; i < laws && status == 0; i++) {
		status = discretize(&law[i], s->h, &l[made], e);
		made += status == 0;
	}
	if (status == 0 && lattice_sum(l, made, INT64_MAX, 1e-13, &s->lattice) < 0)
		status = err_memory(e);
	else if (status < 0)
		for (size_t i = 0; i < made; i++)
			lattice_release(&l[i]);
	free(l);
	return status;
}

/* A node's mass is spread evenly over the spacing around it. */
static double sum_quantile(const struct sum *s, double p)
{
	const struct lattice *l = &s->lattice;
	double before = 0, at = (double)(l->first + (int64_t)l->count - 1);
	for (size_t i = 0; i < l->count; i++) {
		double mass = l->mass[i];
		if (mass > 0 && before + mass >= p) {
			at = (double)(l->first + (int64_t)i) - 0.5 + (p - before) / mass;
			break;
		}
		before += mass;
	}
	return s->shift + s->h * at;
}

static double sum_above_zero(const struct sum *s)
{
	const struct lattice *l = &s->lattice;
	double zero = -s->shift / s->h, above = 0;
	for (size_t i = 0; i < l->count; i++) {
		double top = (double)(l->first + (int64_t)i) + 0.5;
		above += l->mass[i] * fmin(fmax(top - zero, 0), 1);
	}
	return fmin(fmax(above, 0), 1);
}

/* From a lattice. */
static int add_up(const struct topic_law *law, size_t laws, double shift, double count,
		  const struct interval_request *q, struct shared_result *out, struct err *e)
{
	struct sum s = { .shift = shift };
	if (add_laws(law, laws, &s, e) < 0)
		return -1;
	out->probability = sum_above_zero(&s);
	out->interval.lower = sum_quantile(&s, q->lower_p) / count;
	out->interval.upper = sum_quantile(&s, q->upper_p) / count;
	lattice_release(&s.lattice);
	return 0;
}

/* From all values of the sum, where there are few: `done`. */
static int enumerate(const struct topic_law *law, size_t laws, double shift, double count,
		     const struct interval_request *q, struct shared_result *out, bool *done,
		     struct err *e)
{
	size_t size = 1;
	struct lump *sum = calloc(1, sizeof *sum);
	*done = true;
	if (sum == NULL)
		return err_memory(e);
	sum[0] = (struct lump){ shift, 1 };
	for (size_t i = 0; i < laws && *done; i++) {
		size_t values = law[i].values;
		*done = values > 0 && (double)size * (double)values <= FEW_SUMS;
		if (!*done)
			break;
		struct lump *next = calloc(size * values, sizeof *next);
		if (next == NULL) {
			free(sum);
			return err_memory(e);
		}
		for (size_t j = 0; j < size * values; j++) {
			const struct lump *a = &sum[j / values], *b = &law[i].value[j % values];
			next[j] = (struct lump){ a->value + b->value, a->mass * b->mass };
		}
		free(sum);
		sum = next;
		size = merge(sum, size * values);
	}
	if (*done) {
		for (size_t i = 0; i < size; i++)
			out->probability += sum[i].mass * (fabs(sum[i].value) <= SAME ? 0.5
							   : sum[i].value > 0	      ? 1
										      : 0);
		out->interval.lower = values_quantile(sum, size, q->lower_p) / count;
		out->interval.upper = values_quantile(sum, size, q->upper_p) / count;
	}
	free(sum);
	return 0;
}

static int computed(struct topics *x, const struct interval_request *q, struct shared_result *out,
		    struct err *e)
{
	struct topic_law *law = calloc(x->count, sizeof *law);
	size_t laws = 0;
	double shift = 0, count = (double)x->count;
	bool done = false;
	*out = (struct shared_result){ 0 };
	if (law == NULL)
		return err_memory(e);
	int status = make_differences(x, q, &out->mean, e);
	if (status == 0)
		status = make_laws(x, law, &laws, &shift, e);
	if (status == 0)
		status = enumerate(law, laws, shift, count, q, out, &done, e);
	if (status == 0 && !done)
		status = add_up(law, laws, shift, count, q, out, e);
	for (size_t i = 0; i < laws; i++)
		topic_law_release(&law[i]);
	free(law);
	return status;
}

static int drawn(const struct topics *x, const struct interval_request *q,
		 struct shared_result *out, struct err *e)
{
	double *mean = calloc((size_t)q->draws, sizeof *mean);
	if (mean == NULL)
		return err_memory(e);
	for (int64_t draw = 0; draw < q->draws; draw++) {
		uint32_t stream = 0;
		for (size_t i = 0; i < x->count; i++) {
			mean[draw] += shared_draw(&x->model[i], q, draw, stream);
			stream += (uint32_t)x->model[i].begin[GROUPS];
		}
		mean[draw] /= (double)x->count;
	}
	shared_drawn(mean, q->draws, q, out);
	free(mean);
	return 0;
}

int shared_compare_mean(const struct interval_method *m, const struct shared_topic *topic,
			size_t count, const struct interval_request *q, struct shared_result *out,
			struct err *e)
{
	struct topics x;
	if (topics_init(&x, m, topic, count, q, e) < 0)
		return -1;
	int status = 0;
	if (x.count == 0)
		*out = (struct shared_result){ NAN, NAN, NAN, { NAN, NAN } };
	else if (x.count == 1)
		status = shared_compare(m, topic[x.only].cell, topic[x.only].cells, q, out, e);
	else
		status = q->draws > 0 ? drawn(&x, q, out, e) : computed(&x, q, out, e);
	topics_release(&x);
	return status;
}
