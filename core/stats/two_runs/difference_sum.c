/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/near.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/two_runs/difference_sum.h"

/* a z^2 + b z + c <= 0; z - origin is the yield. */
struct quadratic {
	double a, b, c, origin; /* each is linear in each of the other yields */
	double size;		/* plane: the sum of the absolute terms of c; surface: 0 */
};

/* Both roots, ascending; if a = 0, twice the only one. `square` is b^2 - 4ac >= 0. */
static void quadratic_roots(const struct quadratic *f, double square, double root[2])
{
	double q = -(f->b + copysign(sqrt(square), f->b)) / 2;
	double one = q != 0 ? f->c / q : 0, other = f->a != 0 ? q / f->a : one;
	root[0] = fmin(one, other);
	root[1] = fmax(one, other);
}

struct border difference_border(const struct difference *d, double t)
{
	double b2 = d->beta * d->beta, s = t, right = 0;
	if (d->quantity == QUANTITY_PRECISION)
		return (struct border){ .c = { d->size_b, -d->size_a, d->size_b - d->size_a },
					.right = t * d->size_a * d->size_b };
	if (d->quantity == QUANTITY_F) {
		s = t / difference_factor(d);
		right = s * fmax(d->size_a, d->size_b) / b2;
	}
	if (!d->curved)
		return (struct border){ .c = { 1 - s, -(1 + s), -s }, .right = right };
	double h = (d->size_b - d->size_a) / (2 * b2);
	return (struct border){ .curved = true,
				.s = s,
				.m = (d->size_a + d->size_b) / (2 * b2),
				.h = h,
				.end = s * h * h };
}

static struct quadratic plane_at(const struct border *f, size_t last, const double x[AXES])
{
	struct quadratic q = { .b = f->c[last],
			       .c = -f->right,
			       .size = LEAST_POSITIVE + fabs(f->right) };
	for (size_t i = 0; i < AXES; i++)
		if (i != last) {
			q.c += f->c[i] * x[i];
			q.size += fabs(f->c[i] * x[i]);
		}
	return q;
}

/* Z is the last yield plus all others and m. */
static struct quadratic difference_quadratic(const struct border *f, size_t last,
					     const double x[AXES])
{
	double u = x[AXIS_A], v = x[AXIS_B], both = x[AXIS_REST], none = x[AXIS_NEITHER];
	double s = f->s, h = f->h, origin;
	if (!f->curved)
		return plane_at(f, last, x);
	switch (last) {
	case AXIS_A:
		origin = both + v + none + f->m;
		return (struct quadratic){ 1 - s, h - origin - v,
					   h * (2 * both + v - origin) + f->end, origin, 0 };
	case AXIS_B:
		origin = both + u + none + f->m;
		return (struct quadratic){ -1 - s, h + origin + u,
					   h * (2 * both + u - origin) + f->end, origin, 0 };
	case AXIS_REST:
		origin = u + v + none + f->m;
		return (struct quadratic){ -s, u - v + 2 * h, h * (u + v - 2 * origin) + f->end,
					   origin, 0 };
	default:
		origin = both + u + v + f->m;
		return (struct quadratic){ -s, u - v, h * (2 * both + u + v) + f->end, origin, 0 };
	}
}

/* From `low` to `high`. */
struct span {
	double low, high;
};

/* The yields with a z^2 + b z + c <= 0: how many spans, up to two. */
static size_t spans_of(const struct quadratic *f, struct span span[2])
{
	double square = f->b * f->b - 4 * f->a * f->c, root[2];
	span[0] = span[1] = (struct span){ -HUGE_VAL, HUGE_VAL };
	if (f->a != 0 ? square < 0 : f->b == 0)
		return f->a != 0 ? f->a < 0 : f->c <= 0;
	quadratic_roots(f, square, root);
	if (f->a < 0 || (f->a == 0 && f->b > 0)) /* up to the lower root */
		span[0].high = root[0] - f->origin;
	else /* from a root on, or between them */
		span[0].low = root[0] - f->origin;
	if (f->a > 0)
		span[0].high = root[1] - f->origin;
	span[1].low = root[1] - f->origin;
	return f->a < 0 ? 2 : 1;
}

double difference_smooth_part(const struct difference *d, const struct border *f, size_t last,
			      const double x[AXES])
{
	const struct yield_smoothed *yield = &d->axis[last].smoothed;
	const struct quadratic q = difference_quadratic(f, last, x);
	struct span span[2];
	double P = 0;
	for (size_t spans = spans_of(&q, span); spans > 0; spans--) {
		double low = span[spans - 1].low, high = span[spans - 1].high;
		P += fmax((high < HUGE_VAL ? yield_smoothed_cdf(yield, high) : 1) -
				  (low > -HUGE_VAL ? yield_smoothed_cdf(yield, low) : 0),
			  0);
	}
	return P;
}

double difference_last_at(const struct difference *d, const struct border *f, size_t last,
			  const double x[AXES])
{
	const struct yield_distribution *l = d->axis[last].distribution;
	const struct quadratic q = difference_quadratic(f, last, x);
	struct span span[2];
	size_t spans = spans_of(&q, span);
	for (size_t n = 0; n < spans; n++) {
		if (span[n].low >= (double)l->min && span[n].low <= (double)l->max)
			return span[n].low;
		if (span[n].high >= (double)l->min && span[n].high <= (double)l->max)
			return span[n].high;
	}
	return l->mean;
}

int difference_loops(struct loops *l, struct difference *d, const struct scheme *s, struct err *e)
{
	size_t count = 0;
	for (size_t i = 0; i < AXES; i++) {
		if (i == s->last)
			continue;
		const struct rule *r;
		if (difference_rule(d, i, s->level[i], &r, e) < 0)
			return -1;
		size_t at = count++;
		while (at > 0 && l->rule[at - 1]->count > r->count) {
			l->axis[at] = l->axis[at - 1];
			l->rule[at] = l->rule[at - 1];
			at--;
		}
		l->axis[at] = i;
		l->rule[at] = r;
	}
	struct axis *last = &d->axis[s->last];
	if (!s->exact && last->smoothed.knots == 0 &&
	    yield_smoothed_init(&last->smoothed, last->distribution) < 0)
		return err_memory(e);
	return 0;
}

double difference_work(const struct difference *d, const struct scheme *s)
{
	double work = 1;
	for (size_t i = 0; i < AXES; i++)
		if (i != s->last)
			work *= (double)(s->level[i] == ALL_POINTS
						 ? d->axis[i].points.count
						 : d->axis[i].rule[s->level[i]].count);
	return work;
}

/* --- smooth --- */

static double smooth_sum(const struct difference *d, const struct scheme *s, const struct loops *l,
			 double t)
{
	const struct border f = difference_border(d, t);
	const struct rule *outer = l->rule[0], *middle = l->rule[1], *inner = l->rule[2];
	double x[AXES] = { 0 }, sum = 0;
	for (size_t i = 0; i < outer->count; i++) {
		x[l->axis[0]] = outer->x[i];
		for (size_t j = 0; j < middle->count; j++) {
			x[l->axis[1]] = middle->x[j];
			double row = 0;
			for (size_t k = 0; k < inner->count; k++) {
				x[l->axis[2]] = inner->x[k];
				row += inner->w[k] * difference_smooth_part(d, &f, s->last, x);
			}
			sum += outer->w[i] * middle->w[j] * row;
		}
	}
	/* With nothing relevant the difference is 0, but half of that mass is on either side. */
	return t == 0 ? sum : sum + copysign(d->none / 2, t);
}

/* --- exact --- */

/* The distribution function of the last yield at integers from `first` on; 0 before, 1 behind. */
struct steps {
	const struct yield_distribution *distribution;
	const double *upto; /* NULL: ask the distribution */
	double first, count;
};

static struct steps steps_of(const struct yield_distribution *l)
{
	if (!yield_is_exact(l))
		return (struct steps){ .distribution = l,
				       .first = (double)l->min,
				       .count = (double)(l->max - l->min) + 1 };
	return (struct steps){ .distribution = l,
			       .upto = l->low.upto,
			       .first = (double)l->low.first,
			       .count = (double)l->low.count };
}

/*
 * The last integer that counts as below y: y itself if it is an integer and `included`. Counted
 * from `first`, not beyond -1 and `count`.
 */
static inline int64_t index_below(const struct steps *s, double y, double slack, bool included)
{
	double z = included ? y + slack - s->first : y - slack - s->first;
	z = fmin(fmax(z, -1), s->count); /* y is never nan */
	int64_t i = (int64_t)(z + 1) - 1;
	return included || (double)i < z ? i : i - 1;
}

static inline double step_at(const struct steps *s, int64_t i)
{
	if (i < 0)
		return 0;
	if ((double)i >= s->count)
		return 1;
	return s->upto ? s->upto[i] : yield_cdf(s->distribution, s->first + (double)i);
}

/* Values first .. last of the last yield, counted from its first step; empty if last < first. */
struct range {
	int64_t first, last;
};

static inline double range_mass(const struct steps *s, const struct range *r)
{
	return r->last < r->first ? 0 : step_at(s, r->last) - step_at(s, r->first - 1);
}

/* By how much rounding may have moved a root. */
static inline double root_slack(const struct quadratic *f, double root)
{
	if (f->size > 0)
		return 2 * NEAR_BITS * (1 + f->size / fabs(f->b));
	return 10 * NEAR_BITS * (1 + fabs(root) + fabs(f->origin));
}

/* The border along the innermost axis, where its coefficients are linear. */
struct row {
	struct quadratic at_0, slope;
	/* plane: the last yield on it is y0 + by x; smaller ones are inside (`up`), or larger */
	double y0, by, slack;
	bool up;
};

static struct row row_at(const struct border *f, const struct scheme *s, const struct loops *l,
			 double x[AXES])
{
	size_t axis = l->axis[2];
	const struct rule *inner = l->rule[2];
	struct row r;
	x[axis] = f->curved ? 1 : inner->x[inner->count - 1];
	struct quadratic q = difference_quadratic(f, s->last, x);
	x[axis] = 0;
	r.at_0 = difference_quadratic(f, s->last, x);
	if (f->curved) {
		r.slope = (struct quadratic){ .b = q.b - r.at_0.b,
					      .c = q.c - r.at_0.c,
					      .origin = q.origin - r.at_0.origin };
		return r;
	}
	if (q.b == 0) /* the last yield does not matter: give it almost no weight */
		q.b = 1e20 * LEAST_POSITIVE;
	r.y0 = -r.at_0.c / q.b;
	r.by = -f->c[axis] / q.b;
	r.slack = root_slack(&q, 0);
	r.up = q.b > 0;
	return r;
}

static inline void plane_ranges(const struct row *r, const struct steps *s, double x, bool strict,
				struct range out[2])
{
	int64_t k = index_below(s, r->y0 + r->by * x, r->slack, r->up != strict);
	out[0] = r->up ? (struct range){ 0, k } : (struct range){ k + 1, (int64_t)s->count - 1 };
	out[1] = (struct range){ 0, -1 };
}

static inline void surface_ranges(const struct row *f, const struct steps *s, double x, bool strict,
				  struct range out[2])
{
	const struct quadratic q = { f->at_0.a, f->at_0.b + x * f->slope.b,
				     f->at_0.c + x * f->slope.c,
				     f->at_0.origin + x * f->slope.origin, 0 };
	double square = q.b * q.b - 4 * q.a * q.c, root[2];
	int64_t end = (int64_t)s->count - 1;
	out[0] = out[1] = (struct range){ 0, -1 };
	if (q.a != 0 ? square < 0 : q.b == 0) {
		bool all = q.a != 0 ? q.a < 0 : strict ? q.c < 0 : q.c <= 0;
		out[0].last = all ? end : -1;
		return;
	}
	quadratic_roots(&q, square, root);
	double slack[2] = { root_slack(&q, root[0]), root_slack(&q, root[1]) };
	if (q.a < 0 || (q.a == 0 && q.b > 0)) /* up to the lower root */
		out[0].last = index_below(s, root[0] - q.origin, slack[0], !strict);
	if (q.a < 0 || (q.a == 0 && q.b < 0)) /* from the upper root on */
		out[1] = (struct range){ index_below(s, root[1] - q.origin, slack[1], strict) + 1,
					 end };
	if (q.a > 0) /* between them */
		out[0] = (struct range){ index_below(s, root[0] - q.origin, slack[0], strict) + 1,
					 index_below(s, root[1] - q.origin, slack[1], !strict) };
	if (out[0].last > end)
		out[0].last = end;
	if (out[1].first <= out[0].last) /* roots that rounding has made one */
		out[1].first = out[0].last + 1;
}

/* The values of the last yield with a difference of at most t (below t), and their mass. */
static inline double ranges_at(const struct row *r, const struct steps *s, double x, bool strict,
			       bool curved, struct range out[2])
{
	if (!curved) {
		plane_ranges(r, s, x, strict, out);
		return range_mass(s, &out[0]);
	}
	surface_ranges(r, s, x, strict, out);
	return range_mass(s, &out[0]) + range_mass(s, &out[1]);
}

/* Points with less mass are left out: 1e-13 in all, 1e-10 for surfaces. */
#define NEGLIGIBLE	   1e-20
#define NEGLIGIBLE_SURFACE 1e-16

/* The part of a row that is not negligible, its points weighing `weight` each. */
static struct range row_part(const struct rule *r, double weight, bool curved)
{
	double least = curved ? NEGLIGIBLE_SURFACE : NEGLIGIBLE;
	struct range part = { 0, (int64_t)r->count - 1 };
	while (part.first <= part.last && r->w[part.first] * weight < least)
		part.first++;
	while (part.first <= part.last && r->w[part.last] * weight < least)
		part.last--;
	return part;
}

static inline double sum_rows(const struct difference *d, const struct scheme *s,
			      const struct loops *l, double t, bool strict, bool curved)
{
	const struct border f = difference_border(d, t);
	const struct steps steps = steps_of(d->axis[s->last].distribution);
	const struct rule *inner = l->rule[2];
	double x[AXES] = { 0 }, sum = 0;
	for (size_t i = 0; i < l->rule[0]->count; i++)
		for (size_t j = 0; j < l->rule[1]->count; j++) {
			double weight = l->rule[0]->w[i] * l->rule[1]->w[j], row = 0;
			struct range part = row_part(inner, weight, curved), r[2];
			x[l->axis[0]] = l->rule[0]->x[i];
			x[l->axis[1]] = l->rule[1]->x[j];
			const struct row at = row_at(&f, s, l, x);
			for (int64_t k = part.first; k <= part.last; k++)
				row += inner->w[k] *
				       ranges_at(&at, &steps, inner->x[k], strict, curved, r);
			sum += weight * row;
		}
	return sum;
}

static double exact_sum(const struct difference *d, const struct scheme *s, const struct loops *l,
			double t, bool strict)
{
	if (d->curved)
		return sum_rows(d, s, l, t, strict, true);
	double sum = sum_rows(d, s, l, t, strict, false);
	/* With nothing relevant the difference is 0, but that point is on the plane for every t. */
	return t != 0 && strict == (t > 0) ? sum + copysign(d->none, t) : sum;
}

int difference_sum(struct difference *d, const struct scheme *s, double t, bool strict, double *out,
		   struct err *e)
{
	struct loops l;
	if (difference_loops(&l, d, s, e) < 0)
		return -1;
	double sum = s->exact ? exact_sum(d, s, &l, t, strict) : smooth_sum(d, s, &l, t);
	*out = fmin(fmax(sum, 0), 1);
	return 0;
}

/* --- windows --- */

/* first .. last of the last yield, counted from the first step. */
static void add_lumps(const struct difference *d, const struct steps *s, size_t axis,
		      double x[AXES], double weight, int64_t first, int64_t last, struct window *w)
{
	int64_t most = (int64_t)s->count - 1;
	first = first < 0 ? 0 : first;
	last = last > most ? most : last;
	if (first > last)
		return;
	double before = w->count;
	w->count += (double)(last - first + 1);
	if (w->count > (double)w->room)
		return;
	for (int64_t i = first; i <= last; i++) {
		x[axis] = s->first + (double)i;
		w->lump[(size_t)(before++)] =
			(struct atom){ difference_value(d, x),
				       weight * (step_at(s, i) - step_at(s, i - 1)) };
	}
}

/* What the ranges `in` hold and the ranges `out` do not. */
static void add_new(const struct difference *d, const struct steps *s, size_t last, double x[AXES],
		    double weight, const struct range in[2], const struct range out[2],
		    struct window *w)
{
	for (int i = 0; i < 2; i++) {
		int64_t first = in[i].first;
		for (int j = 0; j < 2; j++) {
			if (out[j].last < out[j].first || out[j].last < first ||
			    out[j].first > in[i].last)
				continue;
			add_lumps(d, s, last, x, weight, first, out[j].first - 1, w);
			first = out[j].last + 1;
		}
		add_lumps(d, s, last, x, weight, first, in[i].last, w);
	}
}

static inline bool same(const struct range a[2], const struct range b[2], bool curved)
{
	return a[0].first == b[0].first && a[0].last == b[0].last &&
	       (!curved || (a[1].first == b[1].first && a[1].last == b[1].last));
}

static inline void window_rows(const struct difference *d, const struct scheme *s,
			       const struct loops *l, struct window *w, bool curved)
{
	const struct border from = difference_border(d, w->from), to = difference_border(d, w->to);
	const struct steps steps = steps_of(d->axis[s->last].distribution);
	const struct rule *inner = l->rule[2];
	size_t axis = l->axis[2];
	double x[AXES] = { 0 };
	for (size_t i = 0; i < l->rule[0]->count; i++)
		for (size_t j = 0; j < l->rule[1]->count; j++) {
			double weight = l->rule[0]->w[i] * l->rule[1]->w[j];
			double upto_from = 0, upto_to = 0;
			struct range part = row_part(inner, weight, curved), in[2], out[2];
			x[l->axis[0]] = l->rule[0]->x[i];
			x[l->axis[1]] = l->rule[1]->x[j];
			const struct row a = row_at(&from, s, l, x), b = row_at(&to, s, l, x);
			for (int64_t k = part.first; k <= part.last; k++) {
				double mass = inner->w[k], at = inner->x[k];
				upto_from += mass * ranges_at(&a, &steps, at, false, curved, out);
				upto_to += mass * ranges_at(&b, &steps, at, false, curved, in);
				if (same(in, out, curved))
					continue;
				x[axis] = at;
				add_new(d, &steps, s->last, x, weight * mass, in, out, w);
			}
			w->upto_from += weight * upto_from;
			w->upto_to += weight * upto_to;
		}
}

int difference_window(struct difference *d, const struct scheme *s, struct window *w, struct err *e)
{
	struct loops l;
	if (difference_loops(&l, d, s, e) < 0)
		return -1;
	w->upto_from = w->upto_to = w->count = 0;
	if (d->curved)
		window_rows(d, s, &l, w, true);
	else
		window_rows(d, s, &l, w, false);
	if (d->none > 0 && w->from < 0) { /* both sums have counted it, whatever the threshold */
		w->upto_from -= d->none;
		if (w->to < 0)
			w->upto_to -= d->none;
		else if (w->count++ < (double)w->room)
			w->lump[(size_t)w->count - 1] = (struct atom){ 0, d->none };
	}
	return 0;
}
