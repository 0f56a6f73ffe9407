/* The law of a difference: its planes and surfaces, and sums over them; see difference.h. */
#include <math.h>
#include <stdlib.h>

#include "core/stats/difference_parts.h"

bool difference_is_curved(enum quantity quantity, double beta, double size_a, double size_b)
{
	return quantity == QUANTITY_F && beta > 0 && size_a > 0 && size_b > 0 && size_a != size_b;
}

int difference_init(struct difference *d, enum quantity quantity, double beta, double size_a,
		    double size_b, struct law *const law[AXES], struct err *e)
{
	*d = (struct difference){ .quantity = quantity,
				  .beta = beta,
				  .size_a = size_a,
				  .size_b = size_b,
				  .axes = 3 };
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
		if (difference_rule(d, axis, GAUSS + 4, &fine, e) < 0)
			return -1;
		status = rule_gauss(r, fine, gauss[level]);
	} else if (level < GAUSS) {
		status = rule_gauss(r, &a->points, gauss[level]);
	} else {
		status = rule_panels(r, &a->points, a->law, ldexp(4, GAUSS - level));
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

struct plane difference_plane(const struct difference *d, double t)
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
	span[0] = c > 0 ? (struct span){ -HUGE_VAL, y, slack }
			: (struct span){ y, HUGE_VAL, slack };
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
struct surface difference_surface(const struct difference *d, double t)
{
	double b2 = d->beta * d->beta, s = t / factor(d);
	double h = (d->size_b - d->size_a) / (2 * b2);
	return (struct surface){
		.s = s, .m = (d->size_a + d->size_b) / (2 * b2), .h = h, .end = s * h * h
	};
}

size_t difference_surface_spans(const struct surface *f, size_t last, const double x[AXES],
				bool strict, struct span span[2])
{
	double u = x[AXIS_A], v = x[AXIS_B], both = x[AXIS_REST], none = x[AXIS_NEITHER];
	double s = f->s, h = f->h, origin;
	switch (last) {
	case AXIS_A:
		origin = both + v + none + f->m;
		return quadratic_spans(1 - s, h - origin - v, h * (2 * both + v - origin) + f->end,
				       origin, strict, span);
	case AXIS_B:
		origin = both + u + none + f->m;
		return quadratic_spans(-1 - s, h + origin + u, h * (2 * both + u - origin) + f->end,
				       origin, strict, span);
	case AXIS_REST:
		origin = u + v + none + f->m;
		return quadratic_spans(-s, u - v + 2 * h, h * (u + v - 2 * origin) + f->end, origin,
				       strict, span);
	default:
		origin = both + u + v + f->m;
		return quadratic_spans(-s, u - v, h * (2 * both + u + v) + f->end, origin, strict,
				       span);
	}
}

/* --- probabilities of the last variable --- */

double difference_span_first(const struct span *s, bool strict)
{
	return strict ? floor(s->low + s->slack) + 1 : ceil(s->low - s->slack);
}

double difference_span_last(const struct span *s, bool strict)
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

double difference_span_mass(const struct law *l, const struct span *s, bool strict)
{
	double high = s->high == HUGE_VAL ? 1 : upto(l, difference_span_last(s, strict));
	double low = s->low == -HUGE_VAL ? 0 : upto(l, difference_span_first(s, strict) - 1);
	return fmax(high - low, 0);
}

/* --- sums --- */

int difference_loops(struct loops *l, struct difference *d, const struct scheme *s, struct err *e)
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

/* P(the last variable is in the span), and below is not at most. */
static double mass_in(const struct axis *last, const struct span *s, bool exact, double width,
		      bool strict)
{
	if (exact || width == 0)
		return difference_span_mass(last->law, s, strict);
	const struct smoothed *f = &last->smoothed;
	double high = 1, low = 0;
	if (s->high < HUGE_VAL)
		high = width < 1 ? smoothed_steps(f, s->high, width) : smoothed_cdf(f, s->high);
	if (s->low > -HUGE_VAL)
		low = width < 1 ? smoothed_steps(f, s->low, width) : smoothed_cdf(f, s->low);
	return fmax(high - low, 0);
}

/* The sum over the inner axis of a plane, the outer one fixed in x. */
static double plane_row(const struct difference *d, const struct plane *p, const struct scheme *s,
			const struct loops *l, double width, double x[AXES])
{
	const struct rule *r = l->rule[1];
	double sum = 0, c = p->c[s->last], slope = c != 0 ? fabs(p->c[l->axis[1]] / c) : 0;
	for (size_t i = 0; i < r->count; i++) {
		struct span span[2];
		x[l->axis[1]] = r->x[i];
		if (plane_spans(p, s->last, x, false, span) > 0)
			sum += r->w[i] * mass_in(&d->axis[s->last], span, false,
						 width + slope * r->cell[i], false);
	}
	return sum;
}

static double plane_sum(const struct difference *d, const struct scheme *s, const struct loops *l,
			double t)
{
	const struct plane p = difference_plane(d, t);
	double x[AXES] = { 0 }, sum = 0, c = p.c[s->last];
	const struct rule *outer = l->rule[0];
	double slope = c != 0 ? fabs(p.c[l->axis[0]] / c) : 0;
	for (size_t i = 0; i < outer->count; i++) {
		x[l->axis[0]] = outer->x[i];
		sum += outer->w[i] * plane_row(d, &p, s, l, slope * outer->cell[i], x);
	}
	/* Nothing relevant: the difference is 0, and half of the mass is counted on either side. */
	return t == 0 ? sum : sum + copysign(d->none / 2, t);
}

static double surface_sum(const struct difference *d, const struct scheme *s, const struct loops *l,
			  double t, bool strict)
{
	const struct axis *last = &d->axis[s->last];
	const struct surface f = difference_surface(d, t);
	double x[AXES] = { 0 }, sum = 0;
	for (size_t i = 0; i < l->rule[0]->count; i++) {
		x[l->axis[0]] = l->rule[0]->x[i];
		for (size_t j = 0; j < l->rule[1]->count; j++) {
			x[l->axis[1]] = l->rule[1]->x[j];
			double row = 0;
			for (size_t k = 0; k < l->rule[2]->count; k++) {
				struct span span[2];
				x[l->axis[2]] = l->rule[2]->x[k];
				size_t spans = difference_surface_spans(&f, s->last, x, strict, span);
				double P = 0;
				for (size_t n = 0; n < spans; n++)
					P += mass_in(last, &span[n], s->exact, 1, strict);
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
	if (difference_loops(&l, d, s, e) < 0)
		return -1;
	double sum;
	if (d->curved)
		sum = surface_sum(d, s, &l, t, strict);
	else
		sum = s->exact ? difference_exact_plane(d, s, &l, t, strict) : plane_sum(d, s, &l, t);
	*out = fmin(fmax(sum, 0), 1);
	return 0;
}

static size_t spans_at(const struct difference *d, double t, size_t last, const double x[AXES],
		       struct span span[2])
{
	const struct plane p = difference_plane(d, t);
	if (!d->curved)
		return plane_spans(&p, last, x, false, span);
	const struct surface f = difference_surface(d, t);
	return difference_surface_spans(&f, last, x, false, span);
}

/* P(the difference is in (from, to]) for one point of all variables but the last. */
static double point_between(const struct difference *d, const struct scheme *s, double from,
			    double to, const double x[AXES])
{
	const struct axis *last = &d->axis[s->last];
	double P[2] = { 0, 0 }, t[2] = { from, to };
	for (int end = 0; end < 2; end++) {
		struct span span[2];
		size_t spans = spans_at(d, t[end], s->last, x, span);
		for (size_t n = 0; n < spans; n++)
			P[end] += mass_in(last, &span[n], false, 1, false);
	}
	return fmax(P[1] - P[0], 0);
}

/* The last variable where the difference is t, the others being x; its mean if that cannot be. */
static double last_at(const struct difference *d, double t, size_t last, const double x[AXES])
{
	const struct law *l = d->axis[last].law;
	struct span span[2];
	size_t spans = spans_at(d, t, last, x, span);
	for (size_t n = 0; n < spans; n++) {
		if (span[n].low >= (double)l->min && span[n].low <= (double)l->max)
			return span[n].low;
		if (span[n].high >= (double)l->min && span[n].high <= (double)l->max)
			return span[n].high;
	}
	return l->mean;
}

int difference_between(struct difference *d, const struct scheme *s, double from, double to,
		       struct between *out, struct err *e)
{
	struct loops l;
	if (difference_loops(&l, d, s, e) < 0)
		return -1;
	double x[AXES] = { 0 }, sum[AXES] = { 0 }, squares[AXES] = { 0 };
	size_t third = d->curved ? l.rule[2]->count : 1;
	*out = (struct between){ .P = 0 };
	for (size_t i = 0; i < l.rule[0]->count; i++)
		for (size_t j = 0; j < l.rule[1]->count; j++)
			for (size_t k = 0; k < third; k++) {
				double w = l.rule[0]->w[i] * l.rule[1]->w[j];
				x[l.axis[0]] = l.rule[0]->x[i];
				x[l.axis[1]] = l.rule[1]->x[j];
				if (d->curved) {
					x[l.axis[2]] = l.rule[2]->x[k];
					w *= l.rule[2]->w[k];
				}
				w *= point_between(d, s, from, to, x);
				x[s->last] = last_at(d, (from + to) / 2, s->last, x);
				out->P += w;
				for (size_t n = 0; n < d->axes; n++) {
					sum[n] += w * x[n];
					squares[n] += w * x[n] * x[n];
				}
			}
	for (size_t i = 0; i < d->axes; i++) {
		const struct law *law = d->axis[i].law;
		bool known = out->P > 0;
		out->mean[i] = known ? sum[i] / out->P : law->mean;
		double variance = known ? squares[i] / out->P - out->mean[i] * out->mean[i]
					: law->variance;
		out->deviation[i] = sqrt(fmax(variance, 0));
	}
	return 0;
}
