/* The law of a difference: its planes and surfaces, and sums over them; see difference.h. */
#include <math.h>
#include <stdlib.h>

#include "core/stats/difference.h"

bool difference_is_curved(enum quantity quantity, double beta, double size_a, double size_b)
{
	return quantity == QUANTITY_F && beta > 0 && size_a > 0 && size_b > 0 && size_a != size_b;
}

int difference_init(struct difference *d, enum quantity quantity, double beta, double size_a,
		    double size_b, struct law *const law[AXES], struct err *e)
{
	*d = (struct difference){
		.quantity = quantity, .beta = beta, .size_a = size_a, .size_b = size_b, .axes = 3
	};
	if (quantity == QUANTITY_F && !(beta > 0)) { /* F_0 is precision, but 0 of an empty set */
		d->quantity = QUANTITY_PRECISION;
		d->size_a = fmax(size_a, 1);
		d->size_b = fmax(size_b, 1);
	}
	d->curved = difference_is_curved(quantity, beta, size_a, size_b);
	if (d->curved)
		d->axes = 4;
	int status = 0;
	d->none = quantity == QUANTITY_RECALL;
	for (size_t i = 0; i < d->axes; i++) {
		d->axis[i].law = law[i];
		if (status == 0)
			status = rule_points(&d->axis[i].points, law[i]);
		d->none *= law_cdf(law[i], 0);
	}
	if (status < 0) {
		difference_release(d);
		return err_memory(e);
	}
	return 0;
}

void difference_release(struct difference *d)
{
	for (size_t i = 0; i < d->axes; i++) {
		struct axis *a = &d->axis[i];
		law_free(a->law);
		rule_release(&a->points);
		for (int level = 0; level < RULE_LEVELS; level++)
			rule_release(&a->rule[level]);
		smoothed_release(&a->smoothed);
	}
	*d = (struct difference){ 0 };
}

int difference_rule(struct difference *d, size_t axis, int level, const struct rule **out,
		    struct err *e)
{
	static const size_t gauss[] = { 6, 12, 24 };
	enum { GAUSS = 3, ALL = RULE_LEVELS - 1 };
	struct axis *a = &d->axis[axis];
	struct rule *r = &a->rule[level];
	*out = level == ALL ? &a->points : r;
	if (level == ALL || r->count > 0)
		return 0;
	int status;
	if (level < GAUSS && a->points.count > 2000) { /* from panels: as good, and sooner made */
		const struct rule *fine;
		if (difference_rule(d, axis, GAUSS + 2, &fine, e) < 0)
			return -1;
		status = rule_gauss(r, fine, gauss[level]);
	} else if (level < GAUSS) {
		status = rule_gauss(r, &a->points, gauss[level]);
	} else {
		status = rule_panels(r, &a->points, a->law, ldexp(1, GAUSS - level));
	}
	return status < 0 ? err_memory(e) : 0;
}

/* F_b = factor P/(size + Y); size = N/b^2 */
static double factor(const struct difference *d)
{
	double b2 = d->beta * d->beta;
	return (1 + b2) / b2;
}

double difference_value(const struct difference *d, const double x[AXES])
{
	double u = x[AXIS_A], v = x[AXIS_B], rest = x[AXIS_REST], b2 = d->beta * d->beta;
	switch (d->quantity) {
	case QUANTITY_RECALL:
		return u + v + rest > 0 ? (u - v) / (u + v + rest) : 0;
	case QUANTITY_PRECISION:
		return (rest + u) / d->size_a - (rest + v) / d->size_b;
	case QUANTITY_F:
		break;
	case QUANTITY_YIELD:
		return NAN;
	}
	double all = u + v + rest, size = fmax(d->size_a, d->size_b) / b2;
	if (!d->curved)
		return size + all > 0 ? factor(d) * (u - v) / (size + all) : 0;
	all += x[AXIS_NEITHER];
	return factor(d) *
	       ((rest + u) / (d->size_a / b2 + all) - (rest + v) / (d->size_b / b2 + all));
}

/* --- the values of the last variable for which the difference is at most t --- */

struct plane {
	double c[AXIS_REST + 1], right; /* c[0] U + c[1] V + c[2] rest <= right */
};

static struct plane plane_at(const struct difference *d, double t)
{
	double b2 = d->beta * d->beta, s;
	if (d->quantity == QUANTITY_PRECISION)
		return (struct plane){ .c = { d->size_b, -d->size_a, d->size_b - d->size_a },
				       .right = t * d->size_a * d->size_b };
	if (d->quantity == QUANTITY_RECALL)
		return (struct plane){ .c = { 1 - t, -(1 + t), -t } };
	s = t / factor(d);
	return (struct plane){ .c = { 1 - s, -(1 + s), -s },
			       .right = s * fmax(d->size_a, d->size_b) / b2 };
}

/* From `low` to `high`; rounding may have moved an end that is an integer by `slack`. */
struct span {
	double low, high, slack;
};

/* `strict`: below, not at most. */
static size_t plane_spans(const struct plane *p, size_t last, const double x[AXES], bool strict,
			  struct span span[2])
{
	double right = p->right, size = fabs(p->right), c = p->c[last];
	for (size_t i = 0; i <= AXIS_REST; i++)
		if (i != last) {
			right -= p->c[i] * x[i];
			size += fabs(p->c[i] * x[i]);
		}
	if (c == 0) {
		span[0] = (struct span){ -HUGE_VAL, HUGE_VAL, 0 };
		return strict ? right > 0 : right >= 0;
	}
	double y = right / c, slack = 2e-14 * (1 + size / fabs(c));
	span[0] =
		c > 0 ? (struct span){ -HUGE_VAL, y, slack } : (struct span){ y, HUGE_VAL, slack };
	return 1;
}

/* The z with a z^2 + b z + c <= 0, less `origin`. */
static size_t quadratic_spans(double a, double b, double c, double origin, bool strict,
			      struct span span[2])
{
	double square = b * b - 4 * a * c;
	if (a != 0 && square < 0) {
		span[0] = (struct span){ -HUGE_VAL, HUGE_VAL, 0 };
		return a < 0;
	}
	double q = -(b + copysign(sqrt(fmax(square, 0)), b)) / 2;
	double one = q != 0 ? c / q : 0; /* the root that stays where a = 0 */
	double slack = 1e-13 * (1 + fabs(one) + fabs(origin));
	if (a == 0) {
		if (b == 0) {
			span[0] = (struct span){ -HUGE_VAL, HUGE_VAL, 0 };
			return strict ? c < 0 : c <= 0;
		}
		span[0] = b > 0 ? (struct span){ -HUGE_VAL, one - origin, slack }
				: (struct span){ one - origin, HUGE_VAL, slack };
		return 1;
	}
	double other = q / a, low = fmin(one, other), high = fmax(one, other);
	slack = 1e-13 * (1 + fabs(low) + fabs(origin));
	double slack_high = 1e-13 * (1 + fabs(high) + fabs(origin));
	if (a > 0) {
		span[0] = (struct span){ low - origin, high - origin, fmax(slack, slack_high) };
		return 1;
	}
	span[0] = (struct span){ -HUGE_VAL, low - origin, slack };
	span[1] = (struct span){ high - origin, HUGE_VAL, slack_high };
	return 2;
}

/*
 * With Z = Y + m, m the mean and 2h the difference of n_A = N_A/b^2 and n_B = N_B/b^2, and s as
 * above, the difference of F is at most t where
 *
 *     (U - V) Z + h (2X + U + V) - s (Z^2 - h^2) <= 0,
 *
 * which is quadratic in Z, and Z is the last variable plus all others and m.
 */
static size_t surface_spans(const struct difference *d, double t, size_t last, const double x[AXES],
			    bool strict, struct span span[2])
{
	double b2 = d->beta * d->beta, s = t / factor(d);
	double m = (d->size_a + d->size_b) / (2 * b2), h = (d->size_b - d->size_a) / (2 * b2);
	double u = x[AXIS_A], v = x[AXIS_B], both = x[AXIS_REST], none = x[AXIS_NEITHER];
	double end = s * h * h, origin;
	switch (last) {
	case AXIS_A:
		origin = both + v + none + m;
		return quadratic_spans(1 - s, h - origin - v, h * (2 * both + v - origin) + end,
				       origin, strict, span);
	case AXIS_B:
		origin = both + u + none + m;
		return quadratic_spans(-1 - s, h + origin + u, h * (2 * both + u - origin) + end,
				       origin, strict, span);
	case AXIS_REST:
		origin = u + v + none + m;
		return quadratic_spans(-s, u - v + 2 * h, h * (u + v - 2 * origin) + end, origin,
				       strict, span);
	default:
		origin = both + u + v + m;
		return quadratic_spans(-s, u - v, h * (2 * both + u + v) + end, origin, strict,
				       span);
	}
}

static size_t spans_at(const struct difference *d, double t, size_t last, const double x[AXES],
		       struct span span[2])
{
	if (d->curved)
		return surface_spans(d, t, last, x, false, span);
	const struct plane p = plane_at(d, t);
	return plane_spans(&p, last, x, false, span);
}

/* --- probabilities of the last variable --- */

/* The integers of a span, its ends included or not. */
static double first_of(const struct span *s, bool strict)
{
	return strict ? floor(s->low + s->slack) + 1 : ceil(s->low - s->slack);
}

static double last_of(const struct span *s, bool strict)
{
	return strict ? ceil(s->high - s->slack) - 1 : floor(s->high + s->slack);
}

/* P(X <= k) for an integer k. */
static double upto(const struct law *l, double k)
{
	if (l->knots > 0)
		return law_cdf(l, k);
	double i = k - (double)l->low.first;
	if (i < 0)
		return 0;
	return i < (double)l->low.count ? l->low.upto[(size_t)i] : 1;
}

static double exact_mass(const struct law *l, const struct span *s, bool strict)
{
	double high = s->high == HUGE_VAL ? 1 : upto(l, last_of(s, strict));
	double low = s->low == -HUGE_VAL ? 0 : upto(l, first_of(s, strict) - 1);
	return fmax(high - low, 0);
}

static double smooth_mass(const struct smoothed *f, const struct span *s, double width)
{
	double high = 1, low = 0;
	if (s->high < HUGE_VAL)
		high = width < 1 ? smoothed_steps(f, s->high, width) : smoothed_cdf(f, s->high);
	if (s->low > -HUGE_VAL)
		low = width < 1 ? smoothed_steps(f, s->low, width) : smoothed_cdf(f, s->low);
	return fmax(high - low, 0);
}

/* --- sums --- */

/* All but the last axis, that with the most points innermost. */
struct loops {
	size_t count, axis[AXES];
	const struct rule *rule[AXES];
};

static int loops_init(struct loops *l, struct difference *d, const struct scheme *s, struct err *e)
{
	*l = (struct loops){ 0 };
	for (size_t i = 0; i < d->axes; i++) {
		if (i == s->last)
			continue;
		const struct rule *r;
		if (difference_rule(d, i, s->level[i], &r, e) < 0)
			return -1;
		size_t at = l->count++;
		while (at > 0 && l->rule[at - 1]->count > r->count) {
			l->axis[at] = l->axis[at - 1];
			l->rule[at] = l->rule[at - 1];
			at--;
		}
		l->axis[at] = i;
		l->rule[at] = r;
	}
	struct axis *last = &d->axis[s->last];
	if (!s->exact && last->smoothed.knots == 0 && smoothed_init(&last->smoothed, last->law) < 0)
		return err_memory(e);
	return 0;
}

double difference_work(const struct difference *d, const struct scheme *s)
{
	double work = 1;
	for (size_t i = 0; i < d->axes; i++)
		if (i != s->last)
			work *= (double)(s->level[i] == RULE_LEVELS - 1
						 ? d->axis[i].points.count
						 : d->axis[i].rule[s->level[i]].count);
	return work;
}

/* The sum over the innermost axis of a plane, all others fixed in x. */
static double plane_row(const struct difference *d, const struct plane *p, const struct scheme *s,
			const struct rule *r, size_t axis, double width, double x[AXES],
			bool strict)
{
	const struct axis *last = &d->axis[s->last];
	double sum = 0, c = p->c[s->last], slope = c != 0 ? fabs(p->c[axis] / c) : 0;
	for (size_t i = 0; i < r->count; i++) {
		struct span span[2];
		x[axis] = r->x[i];
		if (plane_spans(p, s->last, x, strict, span) == 0)
			continue;
		double spread = width + slope * r->cell[i];
		sum += r->w[i] * (s->exact || spread == 0
					  ? exact_mass(last->law, span, strict)
					  : smooth_mass(&last->smoothed, span, spread));
	}
	return sum;
}

static double plane_sum(const struct difference *d, const struct scheme *s, const struct loops *l,
			double t, bool strict)
{
	const struct plane p = plane_at(d, t);
	double x[AXES] = { 0 }, sum = 0, c = p.c[s->last];
	const struct rule *outer = l->rule[0];
	double slope = c != 0 ? fabs(p.c[l->axis[0]] / c) : 0;
	for (size_t i = 0; i < outer->count; i++) {
		x[l->axis[0]] = outer->x[i];
		sum += outer->w[i] * plane_row(d, &p, s, l->rule[1], l->axis[1],
					       slope * outer->cell[i], x, strict);
	}
	if (s->exact && t != 0 && strict == (t > 0)) /* nothing relevant: the difference is 0 */
		sum += t > 0 ? d->none : -d->none;
	else if (!s->exact && t != 0)
		sum += t > 0 ? d->none / 2 : -d->none / 2;
	return sum;
}

static double surface_sum(const struct difference *d, const struct scheme *s, const struct loops *l,
			  double t, bool strict)
{
	const struct axis *last = &d->axis[s->last];
	double x[AXES] = { 0 }, sum = 0;
	for (size_t i = 0; i < l->rule[0]->count; i++) {
		x[l->axis[0]] = l->rule[0]->x[i];
		for (size_t j = 0; j < l->rule[1]->count; j++) {
			x[l->axis[1]] = l->rule[1]->x[j];
			double row = 0;
			for (size_t k = 0; k < l->rule[2]->count; k++) {
				struct span span[2];
				x[l->axis[2]] = l->rule[2]->x[k];
				size_t spans = surface_spans(d, t, s->last, x, strict, span);
				double P = 0;
				for (size_t n = 0; n < spans; n++)
					P += s->exact ? exact_mass(last->law, &span[n], strict)
						      : smooth_mass(&last->smoothed, &span[n], 1);
				row += l->rule[2]->w[k] * P;
			}
			sum += l->rule[0]->w[i] * l->rule[1]->w[j] * row;
		}
	}
	return sum;
}

int difference_sum(struct difference *d, const struct scheme *s, double t, bool strict, double *out,
		   struct err *e)
{
	struct loops l;
	if (loops_init(&l, d, s, e) < 0)
		return -1;
	double sum = d->curved ? surface_sum(d, s, &l, t, strict) : plane_sum(d, s, &l, t, strict);
	*out = fmin(fmax(sum, 0), 1);
	return 0;
}

/* --- the values between two thresholds, one by one --- */

/* Masses and values of first .. last of the last variable, the others fixed in x. */
static void add_lumps(const struct difference *d, size_t last, double x[AXES], double weight,
		      double first, double end, struct window *w)
{
	const struct law *l = d->axis[last].law;
	if (!(first <= end))
		return;
	double before = w->count;
	w->count += end - first + 1;
	if (w->count > (double)w->room)
		return;
	for (double k = first; k <= end; k++) {
		x[last] = k;
		w->lump[(size_t)(before++)] =
			(struct lump){ .value = difference_value(d, x),
				       .mass = weight * (upto(l, k) - upto(l, k - 1)) };
	}
}

/* One point of all variables but the last: what (from, to] adds. */
static void add_point(const struct difference *d, size_t last, double x[AXES], double weight,
		      struct window *w)
{
	const struct law *l = d->axis[last].law;
	bool exact = law_is_exact(l);
	double least = (double)(exact ? l->low.first : l->min);
	double most = exact ? least + (double)l->low.count - 1 : (double)l->max;
	struct span in[2], out[2];
	size_t ins = spans_at(d, w->to, last, x, in), outs = spans_at(d, w->from, last, x, out);
	for (size_t i = 0; i < outs; i++)
		w->upto_from += weight * exact_mass(l, &out[i], false);
	for (size_t i = 0; i < ins; i++) {
		w->upto_to += weight * exact_mass(l, &in[i], false);
		double first = fmax(first_of(&in[i], false), least);
		double end = fmin(last_of(&in[i], false), most);
		for (size_t j = 0; j < outs && first <= end; j++) { /* what is below `from` too */
			double out_first = first_of(&out[j], false),
			       out_end = last_of(&out[j], false);
			if (out_end < first || out_first > end)
				continue;
			add_lumps(d, last, x, weight, first, fmin(out_first - 1, end), w);
			first = out_end + 1;
		}
		add_lumps(d, last, x, weight, first, end, w);
	}
}

int difference_window(struct difference *d, const struct scheme *s, struct window *w, struct err *e)
{
	struct loops l;
	if (loops_init(&l, d, s, e) < 0)
		return -1;
	w->upto_from = w->upto_to = w->count = 0;
	double x[AXES] = { 0 };
	const struct rule one = {
		.count = 1, .x = &(double){ 0 }, .w = &(double){ 1 }, .cell = &(double){ 0 }
	};
	const struct rule *third = d->curved ? l.rule[2] : &one;
	for (size_t i = 0; i < l.rule[0]->count; i++)
		for (size_t j = 0; j < l.rule[1]->count; j++)
			for (size_t k = 0; k < third->count; k++) {
				x[l.axis[0]] = l.rule[0]->x[i];
				x[l.axis[1]] = l.rule[1]->x[j];
				if (d->curved)
					x[l.axis[2]] = third->x[k];
				add_point(d, s->last, x,
					  l.rule[0]->w[i] * l.rule[1]->w[j] * third->w[k], w);
			}
	if (d->none > 0 && w->from < 0) { /* the sums count it below any threshold */
		w->upto_from -= d->none;
		if (w->to < 0) {
			w->upto_to -= d->none;
		} else if (w->count++ < (double)w->room) {
			w->lump[(size_t)w->count - 1] = (struct lump){ 0, d->none };
		}
	}
	return 0;
}
