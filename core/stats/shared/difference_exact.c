/*
 * Exact sums over all masses of all variables but one, and the list of the values between two
 * thresholds; see difference_parts.h.
 */
#include <math.h>

#include "core/stats/shared/difference_parts.h"

/* --- planes --- */

/*
 * For one value of the outer variable: the last variable at y0 + slope x is where the plane is.
 * Below it the difference is smaller (`up`), or larger.
 */
struct row {
	double y0, slope, slack;
	bool up;
};

static struct row row_at(const struct plane *p, const struct loops *l, size_t last, double outer)
{
	double c = p->c[last], right = p->right - p->c[l->axis[0]] * outer;
	const struct rule *inner = l->rule[1];
	double most = fmax(fabs(inner->x[0]), fabs(inner->x[inner->count - 1]));
	double slope = p->c[l->axis[1]];
	if (c == 0) /* all or nothing: as if the last variable had almost no weight */
		c = 1e-280;
	double size = fabs(p->right) + fabs(p->c[l->axis[0]] * outer) + fabs(slope) * most;
	return (struct row){ .y0 = right / c,
			     .slope = -slope / c,
			     .slack = 2e-14 * (1 + size / fabs(c)),
			     .up = c > 0 };
}

/* The distribution function at integers from `first` on; 0 before, 1 behind. */
struct steps {
	const struct law *law;
	const double *upto; /* NULL: ask the law */
	double first, count;
};

static struct steps steps_of(const struct law *l)
{
	if (!law_is_exact(l))
		return (struct steps){ .law = l,
				       .first = (double)l->min,
				       .count = (double)(l->max - l->min) + 1 };
	return (struct steps){ .law = l,
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
	z = fmin(fmax(z, -1), s->count); /* nan does not come here */
	int64_t i = (int64_t)(z + 1) - 1;
	return included || (double)i < z ? i : i - 1;
}

static inline double step_at(const struct steps *s, int64_t i)
{
	if (i < 0)
		return 0;
	if ((double)i >= s->count)
		return 1;
	return s->upto ? s->upto[i] : law_cdf(s->law, s->first + (double)i);
}

/*
 * Where rows go up, the last variable must be at most y (or below it), else at least y (or above
 * it): then what is left out is what is below y (or at most y).
 */
double difference_exact_plane(const struct difference *d, const struct scheme *s,
			      const struct loops *l, double t, bool strict)
{
	const struct plane p = difference_plane(d, t);
	const struct rule *outer = l->rule[0], *inner = l->rule[1];
	const struct steps steps = steps_of(d->axis[s->last].law);
	double sum = 0;
	for (size_t i = 0; i < outer->count; i++) {
		struct row r = row_at(&p, l, s->last, outer->x[i]);
		bool included = r.up != strict;
		double below = 0;
		for (size_t j = 0; j < inner->count; j++) {
			double y = r.y0 + r.slope * inner->x[j];
			below += inner->w[j] *
				 step_at(&steps, index_below(&steps, y, r.slack, included));
		}
		sum += outer->w[i] * (r.up ? below : 1 - below);
	}
	/* Nothing relevant: the difference is 0, but the plane holds the point at every t. */
	if (t != 0 && strict == (t > 0))
		sum += copysign(d->none, t);
	return sum;
}

static double value_mass(const struct steps *s, int64_t i)
{
	return step_at(s, i) - step_at(s, i - 1);
}

/* first .. last of the last variable, counted from the first step. */
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
			(struct lump){ difference_value(d, x), weight * value_mass(s, i) };
	}
}

static void plane_window(const struct difference *d, const struct scheme *s, const struct loops *l,
			 struct window *w)
{
	const struct plane from = difference_plane(d, w->from), to = difference_plane(d, w->to);
	const struct rule *outer = l->rule[0], *inner = l->rule[1];
	const struct steps steps = steps_of(d->axis[s->last].law);
	double x[AXES] = { 0 };
	for (size_t i = 0; i < outer->count; i++) {
		struct row a = row_at(&from, l, s->last, outer->x[i]);
		struct row b = row_at(&to, l, s->last, outer->x[i]);
		double below_a = 0, below_b = 0;
		x[l->axis[0]] = outer->x[i];
		for (size_t j = 0; j < inner->count; j++) {
			double at = inner->x[j];
			int64_t k = index_below(&steps, a.y0 + a.slope * at, a.slack, a.up);
			int64_t n = index_below(&steps, b.y0 + b.slope * at, b.slack, b.up);
			below_a += inner->w[j] * step_at(&steps, k);
			below_b += inner->w[j] * step_at(&steps, n);
			if (k == n && a.up == b.up)
				continue;
			x[l->axis[1]] = at;
			double weight = outer->w[i] * inner->w[j];
			if (a.up && b.up) {
				add_lumps(d, &steps, s->last, x, weight, k + 1, n, w);
			} else if (!a.up && !b.up) {
				add_lumps(d, &steps, s->last, x, weight, n + 1, k, w);
			} else if (a.up) { /* at most k before, then also above n */
				int64_t begin = k > n ? k : n;
				add_lumps(d, &steps, s->last, x, weight, begin + 1,
					  (int64_t)steps.count, w);
			} else { /* above k before, then also at most n */
				int64_t end = k < n ? k : n;
				add_lumps(d, &steps, s->last, x, weight, 0, end, w);
			}
		}
		w->upto_from += outer->w[i] * (a.up ? below_a : 1 - below_a);
		w->upto_to += outer->w[i] * (b.up ? below_b : 1 - below_b);
	}
}

/* --- surfaces --- */

/* The quadratic along the innermost axis, where its coefficients are linear. */
struct conic {
	struct quadratic at_0, slope;
};

static struct conic conic_at(const struct surface *f, size_t last, size_t axis, double x[AXES])
{
	struct conic c;
	x[axis] = 0;
	c.at_0 = difference_quadratic(f, last, x);
	x[axis] = 1;
	struct quadratic q = difference_quadratic(f, last, x);
	c.slope = (struct quadratic){ 0, q.b - c.at_0.b, q.c - c.at_0.c, q.origin - c.at_0.origin };
	return c;
}

/* Values first .. last of the last variable, counted from its first step; empty if last < first. */
struct range {
	int64_t first, last;
};

/* The values on the side of a difference of at most t (below t), in two ranges. */
static inline void conic_ranges(const struct conic *f, const struct steps *s, double x, bool strict,
				struct range out[2])
{
	const struct quadratic q = { f->at_0.a, f->at_0.b + x * f->slope.b,
				     f->at_0.c + x * f->slope.c,
				     f->at_0.origin + x * f->slope.origin };
	double square = q.b * q.b - 4 * q.a * q.c, root[2];
	int64_t end = (int64_t)s->count - 1;
	out[0] = out[1] = (struct range){ 0, -1 };
	if (q.a != 0 ? square < 0 : q.b == 0) {
		bool all = q.a != 0 ? q.a < 0 : strict ? q.c < 0 : q.c <= 0;
		out[0].last = all ? end : -1;
		return;
	}
	difference_roots(&q, square, root);
	double slack[2] = { difference_root_slack(root[0], q.origin),
			    difference_root_slack(root[1], q.origin) };
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

static inline double range_mass(const struct steps *s, const struct range *r)
{
	return r->last < r->first ? 0 : step_at(s, r->last) - step_at(s, r->first - 1);
}

#define NEGLIGIBLE 1e-16 /* a point whose mass is less is left out: 1e-10 in all */

/* The part of a row that is not negligible, its points weighing `weight` each. */
static struct range row_part(const struct rule *r, double weight)
{
	struct range part = { 0, (int64_t)r->count - 1 };
	while (part.first <= part.last && r->w[part.first] * weight < NEGLIGIBLE)
		part.first++;
	while (part.first <= part.last && r->w[part.last] * weight < NEGLIGIBLE)
		part.last--;
	return part;
}

double difference_exact_surface(const struct difference *d, const struct scheme *s,
				const struct loops *l, double t, bool strict)
{
	const struct surface f = difference_surface(d, t);
	const struct steps steps = steps_of(d->axis[s->last].law);
	const struct rule *inner = l->rule[2];
	double x[AXES] = { 0 }, sum = 0;
	for (size_t i = 0; i < l->rule[0]->count; i++)
		for (size_t j = 0; j < l->rule[1]->count; j++) {
			double weight = l->rule[0]->w[i] * l->rule[1]->w[j], row = 0;
			struct range part = row_part(inner, weight), r[2];
			x[l->axis[0]] = l->rule[0]->x[i];
			x[l->axis[1]] = l->rule[1]->x[j];
			const struct conic c = conic_at(&f, s->last, l->axis[2], x);
			for (int64_t k = part.first; k <= part.last; k++) {
				conic_ranges(&c, &steps, inner->x[k], strict, r);
				row += inner->w[k] *
				       (range_mass(&steps, &r[0]) + range_mass(&steps, &r[1]));
			}
			sum += weight * row;
		}
	return sum;
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

static void surface_window(const struct difference *d, const struct scheme *s,
			   const struct loops *l, struct window *w)
{
	const struct surface from = difference_surface(d, w->from),
			     to = difference_surface(d, w->to);
	const struct steps steps = steps_of(d->axis[s->last].law);
	const struct rule *inner = l->rule[2];
	size_t axis = l->axis[2];
	double x[AXES] = { 0 };
	for (size_t i = 0; i < l->rule[0]->count; i++)
		for (size_t j = 0; j < l->rule[1]->count; j++) {
			double weight = l->rule[0]->w[i] * l->rule[1]->w[j];
			double below_from = 0, below_to = 0;
			struct range part = row_part(inner, weight), in[2], out[2];
			x[l->axis[0]] = l->rule[0]->x[i];
			x[l->axis[1]] = l->rule[1]->x[j];
			const struct conic a = conic_at(&from, s->last, axis, x);
			const struct conic b = conic_at(&to, s->last, axis, x);
			for (int64_t k = part.first; k <= part.last; k++) {
				double mass = inner->w[k];
				x[axis] = inner->x[k];
				conic_ranges(&a, &steps, x[axis], false, out);
				conic_ranges(&b, &steps, x[axis], false, in);
				below_from += mass * (range_mass(&steps, &out[0]) +
						      range_mass(&steps, &out[1]));
				below_to += mass * (range_mass(&steps, &in[0]) +
						    range_mass(&steps, &in[1]));
				if (in[0].last != out[0].last || in[0].first != out[0].first ||
				    in[1].last != out[1].last || in[1].first != out[1].first)
					add_new(d, &steps, s->last, x, weight * mass, in, out, w);
			}
			w->upto_from += weight * below_from;
			w->upto_to += weight * below_to;
		}
}

int difference_window(struct difference *d, const struct scheme *s, struct window *w, struct err *e)
{
	struct loops l;
	if (difference_loops(&l, d, s, e) < 0)
		return -1;
	w->upto_from = w->upto_to = w->count = 0;
	if (d->curved)
		surface_window(d, s, &l, w);
	else
		plane_window(d, s, &l, w);
	if (d->none > 0 && w->from < 0) { /* the sums count it below any threshold */
		w->upto_from -= d->none;
		if (w->to < 0)
			w->upto_to -= d->none;
		else if (w->count++ < (double)w->room)
			w->lump[(size_t)w->count - 1] = (struct lump){ 0, d->none };
	}
	return 0;
}
