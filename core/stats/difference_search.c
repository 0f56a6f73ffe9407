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

#include "core/stats/difference_parts.h"

#define ALL_POINTS	(RULE_LEVELS - 1)
#define FIRST_LEVEL	1	/* a Gauss rule of 12 nodes */
#define RULE_TOLERANCE	1e-7	/* of a probability, in the choice of rules */
#define LITTLE_WORK	3e4	/* points for a smooth sum before another last axis is tried */
#define SMOOTH_WORK	4e6	/* the most points */
#define NO_LUMPS	4e-7	/* deviations of a quantile up to here are left alone */
#define SEEN		5e-6	/* above, much work is done */
/* Exact sums: up to so many points at once, without a question, where lumps matter, are seen. */
#define TINY		3e3
#define TRIFLING_PLANE	2e5
#define TRIFLING_SURFACE 2e4
#define PLANE_POINTS	1e7
#define MOST_PLANE	3e8
#define SURFACE_POINTS	1e6
#define MOST_SURFACE	1e7
#define LUMPY_POINTS	4e6	/* the single documents of A and B, and rules for the rest */
#define LISTED		30000	/* values to be sorted */
#define CLOSE		1e-9	/* thresholds so near are one */
#define WAVES		16	/* harmonics of the steps */
#define PI		3.14159265358979323846

/* The partial derivatives of the difference where it is t, the yields being about x. */
static void influence(const struct difference *d, double t, const double x[AXES], double out[AXES])
{
	double u = x[AXIS_A], v = x[AXIS_B], rest = x[AXIS_REST], all = u + v + rest;
	double b2 = d->beta * d->beta, factor = (1 + b2) / b2;
	if (d->quantity == QUANTITY_PRECISION) {
		out[AXIS_A] = 1 / d->size_a;
		out[AXIS_B] = -1 / d->size_b;
		out[AXIS_REST] = 1 / d->size_a - 1 / d->size_b;
		return;
	}
	double scale = 1 / fmax(all, 1), s = t;
	if (d->quantity == QUANTITY_F) {
		s = t / factor;
		scale = factor / fmax(fmax(d->size_a, d->size_b) / b2 + all, 1);
	}
	if (!d->curved) {
		out[AXIS_A] = scale * (1 - s);
		out[AXIS_B] = -scale * (1 + s);
		out[AXIS_REST] = -scale * s;
		return;
	}
	double m = (d->size_a + d->size_b) / (2 * b2), h = (d->size_b - d->size_a) / (2 * b2);
	double Z = all + x[AXIS_NEITHER] + m, k = s * (Z - h * h / Z) - h * (2 * rest + u + v) / Z;
	scale = factor / (Z * Z - h * h);
	out[AXIS_A] = scale * (Z + k + h - 2 * s * Z);
	out[AXIS_B] = scale * (-Z + k + h - 2 * s * Z);
	out[AXIS_REST] = scale * (k + 2 * h - 2 * s * Z);
	out[AXIS_NEITHER] = scale * (k - 2 * s * Z);
}

static void means(const struct difference *d, double x[AXES])
{
	for (size_t i = 0; i < d->axes; i++)
		x[i] = d->axis[i].law->mean;
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

/* The same from `low` to `high`. */
static double width_between(const struct axis *a, double low, double high)
{
	const struct rule *r = &a->points;
	double largest = 0;
	for (size_t i = 0; i < r->count; i++)
		if (r->x[i] >= low && r->x[i] <= high)
			largest = fmax(largest, r->w[i] / fmax(r->cell[i], 1));
	return certain(a) || !(largest > 0) ? 0 : 0.4 / largest;
}

/* The axes from `from` on, by how wide the difference is for what each of them does, widest first. */
static void by_influence(const struct difference *d, double t, size_t from, size_t order[AXES])
{
	double by[AXES] = { 0 }, x[AXES] = { 0 };
	means(d, x);
	influence(d, t, x, by);
	for (size_t i = from; i < d->axes; i++) {
		by[i] = fabs(by[i]) * width(&d->axis[i]);
		size_t at = i - from;
		while (at > 0 && by[order[at - 1]] < by[i]) {
			order[at] = order[at - 1];
			at--;
		}
		order[at] = i;
	}
}

/* The next finer rule of an axis, or -1. */
static int finer(const struct difference *d, size_t axis, int level)
{
	const struct axis *a = &d->axis[axis];
	if (level >= ALL_POINTS || a->rule[level].count == a->points.count)
		return -1;
	return level + 1;
}

/* One axis: finer rules until nothing changes. False where that takes more work than allowed. */
static int refine_axis(struct difference *d, double t, double tolerance, double most_work,
		       size_t axis, struct scheme *s, double *now, bool *enough, struct err *e)
{
	for (;;) {
		struct scheme try = *s;
		const struct rule *r;
		double then;
		try.level[axis] = finer(d, axis, s->level[axis]);
		*enough = true;
		if (try.level[axis] < 0)
			return 0;
		if (difference_rule(d, axis, try.level[axis], &r, e) < 0)
			return -1;
		*enough = difference_work(d, &try) <= most_work;
		if (!*enough)
			return 0;
		if (difference_sum(d, &try, t, false, &then, e) < 0)
			return -1;
		if (fabs(then - *now) <= tolerance)
			return 0;
		*s = try;
		*now = then;
	}
}

#define COARSE 1e-4 /* a change by so much, and the other axes are looked at again */

/* Makes the rules of the axes that are not fixed finer, one by one, until nothing changes. */
static int refine(struct difference *d, double t, double tolerance, double most_work,
		  const bool fixed[AXES], struct scheme *s, bool *enough, struct err *e)
{
	double now, before;
	*enough = true;
	if (difference_sum(d, s, t, false, &now, e) < 0)
		return -1;
	do {
		before = now;
		for (size_t i = 0; i < d->axes && *enough; i++)
			if (i != s->last && !fixed[i] &&
			    refine_axis(d, t, tolerance, most_work, i, s, &now, enough, e) < 0)
				return -1;
	} while (*enough && fabs(now - before) > COARSE);
	return 0;
}

int difference_scheme(struct difference *d, double t, double tolerance, double most_work,
		      struct scheme *out, struct err *e)
{
	const bool fixed[AXES] = { false };
	size_t order[AXES];
	bool enough = false;
	by_influence(d, t, 0, order);
	/* Where the first needs many points of the others, another may not. */
	struct scheme other;
	for (size_t attempt = 0; attempt < d->axes && !enough; attempt++) {
		struct scheme *s = attempt == 0 ? out : &other;
		*s = (struct scheme){ .last = order[attempt] };
		for (size_t i = 0; i < d->axes; i++)
			s->level[i] = FIRST_LEVEL;
		if (refine(d, t, tolerance, fmin(LITTLE_WORK, most_work), fixed, s, &enough, e) < 0)
			return -1;
		if (enough)
			*out = *s;
	}
	return enough ? 0 : refine(d, t, tolerance, most_work, fixed, out, &enough, e);
}

/*
 * The steps of the last variable, P(X <= y) less its smooth value, are f(y) s(y) with the sawtooth
 * s(y) = sum over m of sin(2 pi m y)/(pi m). Over another variable x, on which y depends with slope
 * g, the m-th wave is damped by |E exp(2 pi i m g x)|; more exactly, by that of x near the border,
 * whose square root this stands for: half the variance, for normal laws of equal influence. Of the
 * waves beyond the first few, one in so many as another variable has values is not damped by it, as
 * if by chance; in a plane the phases of all go together.
 */
double difference_lumps(const struct difference *d, const struct scheme *s, double t,
			const struct between *near)
{
	double by[AXES] = { 0 }, sum = 0, chance = 1;
	influence(d, t, near->mean, by);
	for (size_t i = 0; i < d->axes; i++) {
		double reach = fmax(1, 2 * near->deviation[i]), at = near->mean[i];
		double wide = width_between(&d->axis[i], at - reach, at + reach);
		double one = i == s->last ? 1 : fmin(1, 0.6 / fmax(wide, 0.6));
		chance = d->curved ? chance * one : fmin(chance, one);
	}
	for (int m = 1; m <= WAVES; m++) {
		double left = fabs(by[s->last]) / (PI * m);
		bool whole = true; /* the steps are always in phase: those of a common lattice */
		for (size_t i = 0; i < d->axes && left > NO_LUMPS / WAVES; i++) {
			double turns = m * by[i] / by[s->last];
			if (i == s->last || certain(&d->axis[i]))
				continue;
			left *= sqrt(rule_wave(&d->axis[i].points, turns));
			whole = whole && fabs(turns - round(turns)) < 1e-9;
		}
		sum += whole && d->quantity == QUANTITY_PRECISION ? 0 : left;
	}
	return fmax(sum, fabs(by[s->last]) / PI * sqrt(chance / WAVES));
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

/* To within a tenth of the standard deviation or so. */
static int rough_quantile(struct difference *d, double p, double *t, double *deviation,
			  struct err *e)
{
	double mean;
	size_t order[AXES];
	if (difference_moments(d, &mean, deviation, e) < 0)
		return -1;
	*deviation = fmax(*deviation, 1e-12);
	*t = fmin(fmax(mean + *deviation * normal_scale(p), -1), 1);
	by_influence(d, *t, 0, order);
	struct scheme rough = { .last = order[0] };
	return search_root(d, &rough, p, *deviation, 1e-4 * *deviation, t, e);
}

/*
 * A scheme is right where it was chosen: it is chosen anew until the root is there. The first is to
 * come near.
 */
static int smooth_quantile(struct difference *d, double p, double deviation, struct scheme *s,
			   double *t, struct err *e)
{
	for (int round = 0; round < 6; round++) {
		double chosen_at = *t, tolerance = round == 0 ? 1e-4 : RULE_TOLERANCE;
		double near = round == 0 ? 1e-4 * deviation : CLOSE;
		if (difference_scheme(d, *t, tolerance, SMOOTH_WORK, s, e) < 0 ||
		    search_root(d, s, p, deviation, near, t, e) < 0)
			return -1;
		if (round > 0 && fabs(*t - chosen_at) < 0.02 * deviation)
			break;
	}
	return 0;
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
	double low = -3, high = 3, P_low = 0, P_high = 1; /* what is known of the quantile */
	double step = w->to - w->from;
	for (;;) {
		if (difference_window(d, s, w, e) < 0)
			return -1;
		bool above = w->upto_to < p - LAW_TIE, below = w->upto_from >= p - LAW_TIE;
		if (above) {
			low = w->to;
			P_low = w->upto_to;
		} else if (below) {
			high = w->from;
			P_high = w->upto_from;
		} else {
			low = w->from;
			P_low = w->upto_from;
			high = w->to;
			P_high = w->upto_to;
		}
		if (high - low <= CLOSE) {
			w->to = high;
			return 0;
		}
		if (!above && !below) {
			if (w->count <= (double)w->room)
				return 0;
			step = fmin(high - low, (high - low) * 0.5 * (double)w->room / w->count);
		} else {
			step *= 8;
		}
		step = fmax(step, CLOSE / 4);
		double share = P_high > P_low ? (p - P_low) / (P_high - P_low) : 0.5;
		double at = low + fmin(fmax(share, 0), 1) * (high - low);
		if (above && high == 3) /* nothing is known on that side yet: go on from here */
			at = low + step / 2;
		if (below && low == -3)
			at = high - step / 2;
		w->from = fmax(low, at - step / 2);
		w->to = fmin(high, at + step / 2);
	}
}

/* The quantile is looked for up to `half` from t first. */
static int exact_quantile(struct difference *d, const struct scheme *s, double p, double half,
			  double *t, struct err *e)
{
	struct window w = { .from = *t - half, .to = *t + half, .room = LISTED };
	w.room += (size_t)fmin(difference_work(d, s) / 4, 1e6); /* a sum takes as long as a sort */
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

int difference_lumpy_scheme(struct difference *d, double t, double tolerance, double most_work,
			    struct scheme *s, bool *possible, struct err *e)
{
	const bool fixed[AXES] = { true, true };
	/* the wider one last: its documents are the ones that do not show */
	bool wider = d->curved && width(&d->axis[AXIS_NEITHER]) > width(&d->axis[AXIS_REST]);
	*s = (struct scheme){ .last = wider ? AXIS_NEITHER : AXIS_REST };
	for (size_t i = 0; i < d->axes; i++) {
		const struct rule *r;
		bool single = i < AXIS_REST || d->axis[i].points.count <= 64;
		s->level[i] = single ? ALL_POINTS : 0;
		if (difference_rule(d, i, s->level[i], &r, e) < 0)
			return -1;
	}
	*possible = difference_work(d, s) <= most_work;
	if (!*possible || !d->curved)
		return 0;
	return refine(d, t, tolerance, most_work, fixed, s, possible, e);
}

/* Steps: secants do not help, halving does. */
static int lumpy_quantile(struct difference *d, const struct scheme *s, double p, double step,
			  double *t, struct err *e)
{
	double low = *t, high = *t, P;
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
	while (high - low > 2e-7) {
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

/* Which way is to be taken at t, where the smooth scheme has been found. */
enum way { WAY_SMOOTH, WAY_EXACT, WAY_LUMPY };

struct choice {
	enum way way;
	struct scheme scheme;
	double lump; /* by how much one document of the last variable changes the difference */
	double left; /* what is left of it on average */
};

/* Are there so few masses that they are summed without a question? */
static bool trifling(const struct difference *d, struct scheme *s)
{
	return exact_scheme(d, s) &&
	       difference_work(d, s) <= (d->curved ? TRIFLING_SURFACE : TRIFLING_PLANE);
}

/* `probability`: what matters is the error of P(difference <= t), not that of a quantile. */
static int choose_way(struct difference *d, const struct scheme *smooth, double t, bool probability,
		  struct choice *c, struct err *e)
{
	double by[AXES] = { 0 }, mean, deviation;
	struct between near;
	*c = (struct choice){ .way = WAY_SMOOTH, .scheme = *smooth };
	if (difference_moments(d, &mean, &deviation, e) < 0)
		return -1;
	double reach = fmax(0.01 * deviation, 1e-9);
	if (difference_between(d, smooth, t - reach, t + reach, &near, e) < 0)
		return -1;
	double scale = probability ? near.P / (2 * reach) : 1;
	influence(d, t, near.mean, by);
	c->lump = fabs(by[smooth->last]);
	struct scheme s;
	if (trifling(d, &s)) {
		*c = (struct choice){ .way = WAY_EXACT, .scheme = s, .lump = c->lump };
		return 0;
	}
	if (c->lump * scale / 2 < NO_LUMPS)
		return 0;
	c->left = difference_lumps(d, smooth, t, &near);
	if (c->left * scale < NO_LUMPS)
		return 0;
	double most = d->curved ? SURFACE_POINTS : PLANE_POINTS;
	if (c->left * scale > SEEN)
		most = d->curved ? MOST_SURFACE : MOST_PLANE;
	bool possible = exact_scheme(d, &s) && difference_work(d, &s) <= most;
	if (possible) {
		c->way = WAY_EXACT;
	} else {
		if (difference_lumpy_scheme(d, t, RULE_TOLERANCE, LUMPY_POINTS, &s, &possible,
					    e) < 0)
			return -1;
		c->way = possible ? WAY_LUMPY : WAY_SMOOTH;
	}
	if (possible)
		c->scheme = s;
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

/* A difference of precision is a multiple of 1/L, L the least common multiple of both sizes. */
static double on_lattice(const struct difference *d, double t)
{
	double a = d->size_a, b = d->size_b;
	while (b > 0) {
		double rest = fmod(a, b);
		a = b;
		b = rest;
	}
	double L = d->size_a / a * d->size_b;
	return L < 1e12 ? ceil(t * L - 0.5) / L : t;
}

/* Precision of two sets of one size: (U-V)/N. */
static double pair_quantile(const struct difference *d, double p)
{
	const struct law *u = d->axis[AXIS_A].law, *v = d->axis[AXIS_B].law;
	int64_t low = u->min - v->max - 1, high = u->max - v->min;
	while (high - low > 1) { /* P(U-V <= low) < p <= P(U-V <= high) */
		int64_t k = low + (high - low) / 2;
		if (law_pair_cdf(u, v, (double)k, 1) >= p - LAW_TIE)
			high = k;
		else
			low = k;
	}
	return (double)high / d->size_a;
}

int difference_quantile(struct difference *d, double p, double *out, struct err *e)
{
	if (constant(d) || p <= 0 || p >= 1) {
		*out = extreme(d, p >= 0.5);
		return 0;
	}
	if (d->quantity == QUANTITY_PRECISION && d->size_a == d->size_b) {
		*out = pair_quantile(d, p);
		return 0;
	}
	struct scheme s;
	struct choice c;
	double deviation;
	if (rough_quantile(d, p, out, &deviation, e) < 0)
		return -1;
	if (exact_scheme(d, &s) && difference_work(d, &s) <= TINY)
		return exact_quantile(d, &s, p, 0.01 * deviation, out, e);
	if (smooth_quantile(d, p, deviation, &s, out, e) < 0 ||
	    choose_way(d, &s, *out, false, &c, e) < 0)
		return -1;
	if (c.way == WAY_EXACT)
		return exact_quantile(d, &c.scheme, p, 2e-7 + 0.002 * c.lump, out, e);
	if (c.way == WAY_LUMPY)
		return lumpy_quantile(d, &c.scheme, p, c.left, out, e);
	if (d->quantity == QUANTITY_PRECISION)
		*out = on_lattice(d, *out);
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
	struct scheme s;
	struct choice c;
	double P, strict;
	if (trifling(d, &s))
		c.scheme = s;
	else if (difference_scheme(d, 0, RULE_TOLERANCE / 2, SMOOTH_WORK, &s, e) < 0 ||
		 choose_way(d, &s, 0, true, &c, e) < 0)
		return -1;
	if (difference_sum(d, &c.scheme, 0, false, &P, e) < 0 ||
	    difference_sum(d, &c.scheme, 0, true, &strict, e) < 0)
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
