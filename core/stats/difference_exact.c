/*
 * Exact sums over all masses of all variables but one, and the list of the values between two
 * thresholds; see difference_parts.h.
 */
#include <math.h>

#include "core/stats/difference_parts.h"

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

/* One point of all variables but the last: what (from, to] adds. */
static void surface_point(const struct difference *d, const struct surface f[2],
			  const struct steps *s, size_t last, double x[AXES], double weight,
			  struct window *w)
{
	struct span in[2], out[2];
	size_t outs = difference_surface_spans(&f[0], last, x, false, out);
	size_t ins = difference_surface_spans(&f[1], last, x, false, in);
	double most = s->first + s->count - 1;
	for (size_t i = 0; i < outs; i++)
		w->upto_from += weight * difference_span_mass(s->law, &out[i], false);
	for (size_t i = 0; i < ins; i++) {
		w->upto_to += weight * difference_span_mass(s->law, &in[i], false);
		double first = fmax(difference_span_first(&in[i], false), s->first);
		double end = fmin(difference_span_last(&in[i], false), most);
		for (size_t j = 0; j < outs && first <= end; j++) { /* what is below `from` too */
			double out_first = fmax(difference_span_first(&out[j], false), s->first);
			double out_end = fmin(difference_span_last(&out[j], false), most);
			if (out_end < first || out_first > end)
				continue;
			add_lumps(d, s, last, x, weight, (int64_t)(first - s->first),
				  (int64_t)(out_first - 1 - s->first), w);
			first = out_end + 1;
		}
		if (first <= end)
			add_lumps(d, s, last, x, weight, (int64_t)(first - s->first),
				  (int64_t)(end - s->first), w);
	}
}

static void surface_window(const struct difference *d, const struct scheme *s,
			   const struct loops *l, struct window *w)
{
	const struct steps steps = steps_of(d->axis[s->last].law);
	const struct surface f[2] = { difference_surface(d, w->from),
				      difference_surface(d, w->to) };
	double x[AXES] = { 0 };
	for (size_t i = 0; i < l->rule[0]->count; i++)
		for (size_t j = 0; j < l->rule[1]->count; j++) {
			double weight = l->rule[0]->w[i] * l->rule[1]->w[j];
			x[l->axis[0]] = l->rule[0]->x[i];
			x[l->axis[1]] = l->rule[1]->x[j];
			for (size_t k = 0; k < l->rule[2]->count; k++) {
				x[l->axis[2]] = l->rule[2]->x[k];
				surface_point(d, f, &steps, s->last, x, weight * l->rule[2]->w[k],
					      w);
			}
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
