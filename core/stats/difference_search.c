/*
 * Quantiles of a difference and the probability that it is positive; see difference.h.
 *
 * A quantile is first found smoothly, by secant steps on the normal scale. Where the lumps of
 * single documents matter and all masses can be summed, two thresholds around it are then closed
 * in upon by exact sums, until few enough values lie between them to be listed and sorted.
 */
#define MATHLIB_STANDALONE
#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include "core/stats/difference.h"

#define ALL_POINTS     (RULE_LEVELS - 1)
#define FIRST_LEVEL    1    /* a Gauss rule of 12 nodes */
#define RULE_TOLERANCE 2e-8 /* of a probability, in the choice of rules */
#define SMOOTH_WORK    4e6  /* the most points for a smooth sum */
#define NO_LUMPS       2e-7 /* deviations of a quantile up to here are left alone */
#define TRIFLING       2e4  /* exact sums up to so many points are made without a question */
#define CHEAP_PLANE    1e6  /* up to so many where a lump is large enough to be seen */
#define CHEAP_SURFACE  2e5
#define DEAR_PLANE     2e8 /* up to so many where the lumps matter */
#define DEAR_SURFACE   1e7
#define LUMPY_SURFACE  4e6   /* the same, with rules for the rest */
#define LISTED	       30000 /* values to be sorted */
#define CLOSE	       1e-9  /* thresholds so near are one */
#define WAVES	       16    /* harmonics of the steps */
#define PI	       3.14159265358979323846

/* The partial derivatives of the difference where it is t, the other yields at their means. */
static void influence(const struct difference *d, double t, double out[AXES])
{
	double u = d->axis[AXIS_A].law->mean, v = d->axis[AXIS_B].law->mean;
	double rest = d->axis[AXIS_REST].law->mean, all = u + v + rest, b2 = d->beta * d->beta;
	if (d->quantity == QUANTITY_PRECISION) {
		out[AXIS_A] = 1 / d->size_a;
		out[AXIS_B] = -1 / d->size_b;
		out[AXIS_REST] = 1 / d->size_a - 1 / d->size_b;
		return;
	}
	double scale = 1 / fmax(all, 1), s = t;
	if (d->quantity == QUANTITY_F) {
		double factor = (1 + b2) / b2;
		s = t / factor;
		scale = factor / fmax(fmax(d->size_a, d->size_b) / b2 + all, 1);
	}
	if (!d->curved) {
		out[AXIS_A] = scale * (1 - s);
		out[AXIS_B] = -scale * (1 + s);
		out[AXIS_REST] = -scale * s;
		return;
	}
	all += d->axis[AXIS_NEITHER].law->mean;
	double m = (d->size_a + d->size_b) / (2 * b2), h = (d->size_b - d->size_a) / (2 * b2);
	double Z = all + m, k = s * (Z - h * h / Z) - h * (2 * rest + u + v) / Z;
	scale = (1 + b2) / b2 / (Z * Z - h * h);
	out[AXIS_A] = scale * (Z + k + h - 2 * s * Z);
	out[AXIS_B] = scale * (-Z + k + h - 2 * s * Z);
	out[AXIS_REST] = scale * (k + 2 * h - 2 * s * Z);
	out[AXIS_NEITHER] = scale * (k - 2 * s * Z);
}

static bool certain(const struct axis *a)
{
	return a->points.count == 1;
}

/* How wide a law is without regard to its tails: the standard deviation, for a normal law. */
static double width(const struct axis *a)
{
	return certain(a) ? 0 : 0.4 / a->points.largest;
}

static size_t most_influential(const struct difference *d, double t, size_t from)
{
	double by[AXES] = { 0 }, most = -1;
	size_t last = from;
	influence(d, t, by);
	for (size_t i = from; i < d->axes; i++) {
		double weight = fabs(by[i]) * width(&d->axis[i]);
		if (weight > most) {
			most = weight;
			last = i;
		}
	}
	return last;
}

/* The next finer rule of an axis, or -1. */
static int finer(const struct difference *d, size_t axis, int level)
{
	const struct axis *a = &d->axis[axis];
	if (level >= ALL_POINTS || a->rule[level].count == a->points.count)
		return -1;
	return level + 1;
}

/* Makes the rules of the axes that are not fixed finer, one by one, until nothing changes. */
static int refine(struct difference *d, double t, double tolerance, double most_work,
		  const bool fixed[AXES], struct scheme *s, struct err *e)
{
	double now;
	if (difference_sum(d, s, t, false, &now, e) < 0)
		return -1;
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 0; i < d->axes; i++) {
			if (i == s->last || fixed[i])
				continue;
			for (;;) {
				struct scheme try = *s;
				try.level[i] = finer(d, i, s->level[i]);
				const struct rule *r;
				if (try.level[i] < 0)
					break;
				if (difference_rule(d, i, try.level[i], &r, e) < 0)
					return -1;
				if (difference_work(d, &try) > most_work)
					break;
				double then;
				if (difference_sum(d, &try, t, false, &then, e) < 0)
					return -1;
				if (fabs(then - now) <= tolerance)
					break;
				*s = try;
				now = then;
				changed = true;
			}
		}
	}
	return 0;
}

int difference_scheme(struct difference *d, double t, double tolerance, struct scheme *out,
		      struct err *e)
{
	const bool fixed[AXES] = { false };
	*out = (struct scheme){ .last = most_influential(d, t, 0) };
	for (size_t i = 0; i < d->axes; i++)
		out->level[i] = FIRST_LEVEL;
	return refine(d, t, tolerance, SMOOTH_WORK, fixed, out, e);
}

/*
 * The steps of the last variable, P(X <= y) less its smooth value, are f(y) s(y) with the sawtooth
 * s(y) = sum over m of sin(2 pi m y)/(pi m). Over another variable x, on which y depends with slope
 * g, the m-th wave is damped by |E exp(2 pi i m g x)|; more exactly, by that of x near the border,
 * whose square root this stands for: half the variance, for normal laws of equal influence.
 */
int difference_lumps(struct difference *d, const struct scheme *s, double t, double *out,
		     struct err *e)
{
	(void)e;
	double by[AXES] = { 0 };
	influence(d, t, by);
	*out = 0;
	for (int m = 1; m <= WAVES; m++) {
		double left = fabs(by[s->last]) / (PI * m);
		for (size_t i = 0; i < d->axes && left > NO_LUMPS / WAVES; i++)
			if (i != s->last && !certain(&d->axis[i]))
				left *= sqrt(
					rule_wave(&d->axis[i].points, m * by[i] / by[s->last]));
		*out += left;
	}
	return 0;
}

int difference_moments(struct difference *d, double *mean, double *deviation, struct err *e)
{
	const struct rule *r[AXES];
	size_t index[AXES] = { 0 }, axis = 0;
	double sum = 0, squares = 0;
	for (size_t i = 0; i < d->axes; i++)
		if (difference_rule(d, i, 0, &r[i], e) < 0)
			return -1;
	while (axis < d->axes) {
		double x[AXES] = { 0 }, w = 1;
		for (size_t i = 0; i < d->axes; i++) {
			x[i] = r[i]->x[index[i]];
			w *= r[i]->w[index[i]];
		}
		double value = difference_value(d, x);
		sum += w * value;
		squares += w * value * value;
		for (axis = 0; axis < d->axes && ++index[axis] == r[axis]->count; axis++)
			index[axis] = 0;
	}
	*mean = sum;
	*deviation = sqrt(fmax(squares - sum * sum, 0));
	return 0;
}

/* --- quantiles --- */

/* On the normal scale, as far as it goes. */
static double normal_scale(double P)
{
	return qnorm(fmin(fmax(P, 1e-14), 1 - 1e-14), 0, 1, 1, 0);
}

/* A root search: P(difference <= low) < p <= P(difference <= high). */
struct search {
	double p, low, high;
	double t[2], gap[2]; /* the last two points, on the normal scale */
	int points;
};

static void search_add(struct search *s, double t, double P)
{
	if (P >= s->p)
		s->high = fmin(s->high, t);
	else
		s->low = fmax(s->low, t);
	s->t[0] = s->t[1];
	s->gap[0] = s->gap[1];
	s->t[1] = t;
	s->gap[1] = normal_scale(P) - normal_scale(s->p);
	s->points++;
}

/* Where the line through the last two points meets 0; else the middle. */
static double search_next(const struct search *s, double deviation)
{
	double slope = 1 / deviation;
	if (s->points > 1 && s->t[1] != s->t[0])
		slope = (s->gap[1] - s->gap[0]) / (s->t[1] - s->t[0]);
	double to = s->t[1] - s->gap[1] / slope;
	if (slope > 0 && to > s->low && to < s->high && s->points % 8 != 0)
		return to;
	return s->low + (s->high - s->low) / 2;
}

static int search_root(struct difference *d, const struct scheme *s, double p, double deviation,
		       double tolerance, double *t, struct err *e)
{
	struct search x = { .p = p, .low = -1.000001, .high = 1.000001 };
	for (int round = 0; round < 100; round++) {
		double P;
		if (difference_sum(d, s, *t, false, &P, e) < 0)
			return -1;
		search_add(&x, *t, P);
		double next = search_next(&x, deviation);
		bool there = fabs(next - *t) <= tolerance || x.high - x.low <= tolerance;
		*t = next;
		if (there || fabs(P - p) < 1e-13)
			break;
	}
	return 0;
}

static int smooth_quantile(struct difference *d, double p, struct scheme *s, double *t,
			   struct err *e)
{
	double mean, deviation;
	if (difference_moments(d, &mean, &deviation, e) < 0)
		return -1;
	deviation = fmax(deviation, 1e-12);
	*t = fmin(fmax(mean + deviation * normal_scale(p), -1), 1);
	struct scheme rough = { .last = most_influential(d, *t, 0) };
	if (search_root(d, &rough, p, deviation, 1e-4 * deviation, t, e) < 0 ||
	    difference_scheme(d, *t, RULE_TOLERANCE, s, e) < 0)
		return -1;
	return search_root(d, s, p, deviation, CLOSE, t, e);
}

/* All masses of all axes but one: the one with the most, or the one that is not kept so. */
static bool exact_scheme(const struct difference *d, struct scheme *s)
{
	size_t wide = 0;
	*s = (struct scheme){ .exact = true };
	for (size_t i = 0; i < d->axes; i++) {
		const struct rule *points = &d->axis[i].points, *last = &d->axis[s->last].points;
		s->level[i] = ALL_POINTS;
		wide += !points->masses;
		if (!points->masses || (last->masses && points->count > last->count))
			s->last = i;
	}
	return wide <= 1;
}

static int rising(const void *a, const void *b)
{
	const struct lump *x = a, *y = b;
	return (x->value > y->value) - (x->value < y->value);
}

/* Closes in upon the quantile by exact sums until the values in the window can be listed. */
static int close_in(struct difference *d, const struct scheme *s, double p, struct window *w,
		    struct err *e)
{
	double step = w->to - w->from;
	if (difference_window(d, s, w, e) < 0)
		return -1;
	while (w->upto_from >= p - LAW_TIE || w->upto_to < p - LAW_TIE) {
		step *= 8;
		if (w->upto_from >= p - LAW_TIE) {
			w->to = w->from;
			w->from -= step;
		} else {
			w->from = w->to;
			w->to += step;
		}
		if (w->to < -3 || w->from > 3) /* rounding: no probability is left there */
			return 0;
		if (difference_window(d, s, w, e) < 0)
			return -1;
	}
	while (w->count > LISTED && w->to - w->from > CLOSE) {
		double inside = w->upto_to - w->upto_from, P;
		double share = inside > 0 ? (p - w->upto_from) / inside : 0.5;
		double half = fmin(0.5, 0.4 * LISTED / w->count), at = w->from, length = w->to - at;
		double from = at + length * fmax(share - half, 0),
		       to = at + length * fmin(share + half, 1);
		if (difference_sum(d, s, from, false, &P, e) < 0)
			return -1;
		if (P >= p - LAW_TIE) {
			w->to = from;
		} else {
			w->from = from;
			if (difference_sum(d, s, to, false, &P, e) < 0)
				return -1;
			if (P >= p - LAW_TIE)
				w->to = to;
			else
				w->from = to;
		}
		if (difference_window(d, s, w, e) < 0)
			return -1;
	}
	return 0;
}

static int exact_quantile(struct difference *d, const struct scheme *s, double p, double lump,
			  double *t, struct err *e)
{
	double half = 2e-7 + 0.02 * lump;
	struct window w = { .from = *t - half, .to = *t + half, .room = LISTED };
	w.lump = calloc(w.room, sizeof *w.lump);
	if (w.lump == NULL)
		return err_memory(e);
	int status = close_in(d, s, p, &w, e);
	*t = w.to;
	if (status == 0 && w.count <= (double)w.room && w.count > 0) {
		size_t count = (size_t)w.count;
		qsort(w.lump, count, sizeof *w.lump, rising);
		double P = w.upto_from;
		for (size_t i = 0; i < count; i++) {
			*t = w.lump[i].value;
			if ((P += w.lump[i].mass) >= p - LAW_TIE)
				break;
		}
	}
	free(w.lump);
	return status;
}

/*
 * A surface with the single documents of A and of B summed one by one, and rules for what both or
 * neither retrieve. False where that is too much work.
 */
static int lumpy_scheme(struct difference *d, double t, struct scheme *s, bool *possible,
			struct err *e)
{
	const bool fixed[AXES] = { true, true };
	*possible = false;
	if (!d->curved || !d->axis[AXIS_A].points.masses || !d->axis[AXIS_B].points.masses)
		return 0;
	*s = (struct scheme){ .last = most_influential(d, t, AXIS_REST) };
	size_t other = AXIS_REST + AXIS_NEITHER - s->last;
	const struct rule *r;
	s->level[AXIS_A] = s->level[AXIS_B] = ALL_POINTS;
	if (difference_rule(d, other, s->level[other] = 0, &r, e) < 0)
		return -1;
	if (difference_work(d, s) > LUMPY_SURFACE)
		return 0;
	*possible = true;
	return refine(d, t, RULE_TOLERANCE, LUMPY_SURFACE, fixed, s, e);
}

/* Steps: secants do not help, halving does. */
static int lumpy_quantile(struct difference *d, const struct scheme *s, double p, double lump,
			  double *t, struct err *e)
{
	double low = *t, high = *t, step = lump, P;
	if (difference_sum(d, s, *t, false, &P, e) < 0)
		return -1;
	bool above = P >= p;
	for (;; step *= 4) {
		double *end = above ? &low : &high, at = above ? low - step : high + step;
		if (difference_sum(d, s, at, false, &P, e) < 0)
			return -1;
		if ((P >= p) != above || fabs(at) > 2) {
			*end = at;
			break;
		}
		low = high = at;
	}
	while (high - low > 1e-8) {
		double middle = low + (high - low) / 2;
		if (difference_sum(d, s, middle, false, &P, e) < 0)
			return -1;
		if (P >= p)
			high = middle;
		else
			low = middle;
	}
	*t = high;
	return 0;
}

/* The least or largest difference at the corners of all possible yields. */
static double extreme(const struct difference *d, bool largest)
{
	double best = largest ? -HUGE_VAL : HUGE_VAL;
	for (unsigned corner = 0; corner < 1u << d->axes; corner++) {
		double x[AXES] = { 0 };
		for (size_t i = 0; i < d->axes; i++) {
			const struct law *l = d->axis[i].law;
			x[i] = (double)(corner >> i & 1 ? l->max : l->min);
		}
		double value = difference_value(d, x);
		best = largest ? fmax(best, value) : fmin(best, value);
	}
	return best;
}

/* Which of the ways is to be taken at t, where the smooth scheme has been found. */
enum way { WAY_SMOOTH, WAY_EXACT, WAY_LUMPY };

static int choose_way(struct difference *d, const struct scheme *smooth, double t, double scale,
		      struct scheme *s, double *lump, enum way *way, struct err *e)
{
	struct scheme exact;
	double by[AXES] = { 0 }, left;
	influence(d, t, by);
	*way = WAY_SMOOTH;
	*lump = fabs(by[smooth->last]);
	bool possible = exact_scheme(d, &exact);
	double work = difference_work(d, &exact);
	if (*lump * scale / 2 < NO_LUMPS && !(possible && work <= TRIFLING))
		return 0;
	if (!possible || work > (d->curved ? CHEAP_SURFACE : CHEAP_PLANE)) {
		if (difference_lumps(d, smooth, t, &left, e) < 0)
			return -1;
		if (left * scale < NO_LUMPS)
			return 0;
		possible = possible && work <= (d->curved ? DEAR_SURFACE : DEAR_PLANE);
	}
	*s = exact;
	if (possible) {
		*way = WAY_EXACT;
		return 0;
	}
	if (lumpy_scheme(d, t, s, &possible, e) < 0)
		return -1;
	if (possible)
		*way = WAY_LUMPY;
	return 0;
}

/* Is there but one possible value? */
static bool constant(const struct difference *d)
{
	bool random = false;
	for (size_t i = 0; i < d->axes; i++)
		random = random || d->axis[i].law->min < d->axis[i].law->max;
	const struct law *u = d->axis[AXIS_A].law, *v = d->axis[AXIS_B].law;
	bool same = u->max == v->min && v->max == u->min;
	return !random || (same && !d->curved && d->quantity != QUANTITY_PRECISION);
}

int difference_quantile(struct difference *d, double p, double *out, struct err *e)
{
	if (constant(d) || p <= 0 || p >= 1) {
		*out = extreme(d, p >= 0.5);
		return 0;
	}
	struct scheme smooth, s;
	enum way way;
	double lump;
	if (smooth_quantile(d, p, &smooth, out, e) < 0 ||
	    choose_way(d, &smooth, *out, 1, &s, &lump, &way, e) < 0)
		return -1;
	if (way == WAY_EXACT)
		return exact_quantile(d, &s, p, lump, out, e);
	if (way == WAY_LUMPY)
		return lumpy_quantile(d, &s, p, lump, out, e);
	return 0;
}

/* --- the probability of a positive difference --- */

/* U > V, with half of U = V; the same from both sides, so that the two directions add up to 1. */
static double pair_probability(const struct law *one, const struct law *other)
{
	double greater = 1 - (law_pair_cdf(one, other, 0, 1) + law_pair_cdf(one, other, -1, 1)) / 2;
	double less = 1 - (law_pair_cdf(other, one, 0, 1) + law_pair_cdf(other, one, -1, 1)) / 2;
	return (greater + 1 - less) / 2;
}

static int general_probability(struct difference *d, double *out, struct err *e)
{
	struct scheme smooth, s;
	enum way way;
	double lump, P, strict, mean, deviation;
	if (difference_moments(d, &mean, &deviation, e) < 0 ||
	    difference_scheme(d, 0, RULE_TOLERANCE / 4, &smooth, e) < 0 ||
	    choose_way(d, &smooth, 0, 0.4 / fmax(deviation, 1e-6), &s, &lump, &way, e) < 0)
		return -1;
	if (way == WAY_SMOOTH)
		s = smooth;
	if (difference_sum(d, &s, 0, false, &P, e) < 0 ||
	    difference_sum(d, &s, 0, true, &strict, e) < 0)
		return -1;
	*out = 1 - (P + strict) / 2;
	return 0;
}

static void exchange(struct difference *d)
{
	struct axis a = d->axis[AXIS_A];
	double size = d->size_a;
	d->axis[AXIS_A] = d->axis[AXIS_B];
	d->axis[AXIS_B] = a;
	d->size_a = d->size_b;
	d->size_b = size;
}

int difference_probability(struct difference *d, double *out, struct err *e)
{
	if (d->quantity == QUANTITY_RECALL || d->size_a == d->size_b ||
	    (d->quantity == QUANTITY_F && !d->curved)) {
		*out = pair_probability(d->axis[AXIS_A].law, d->axis[AXIS_B].law);
		return 0;
	}
	bool larger = d->size_a > d->size_b; /* one order for both directions */
	if (larger)
		exchange(d);
	int status = general_probability(d, out, e);
	if (larger) {
		exchange(d);
		*out = 1 - *out;
	}
	return status;
}
