/* The law of a difference: its planes and surfaces, and sums over them; see difference.h. */
#include <math.h>
#include <stdlib.h>

#include "core/stats/shared/difference_parts.h"

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
		return size + all > 0 ? difference_factor(d) * (u - v) / (size + all) : 0;
	all += x[AXIS_NEITHER];
	return difference_factor(d) *
	       ((rest + u) / (d->size_a / b2 + all) - (rest + v) / (d->size_b / b2 + all));
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

/* The sum over the inner axis of a plane, the outer one fixed in x. */
static double plane_row(const struct difference *d, const struct plane *p, const struct scheme *s,
			const struct loops *l, double width, double x[AXES], bool strict)
{
	const struct rule *r = l->rule[1];
	double sum = 0, c = p->c[s->last], slope = c != 0 ? fabs(p->c[l->axis[1]] / c) : 0;
	for (size_t i = 0; i < r->count; i++) {
		struct span span[2];
		x[l->axis[1]] = r->x[i];
		if (difference_plane_spans(p, s->last, x, span) > 0)
			sum += r->w[i] * difference_smooth_mass(&d->axis[s->last], span,
								width + slope * r->cell[i], strict);
	}
	return sum;
}

static double plane_sum(const struct difference *d, const struct scheme *s, const struct loops *l,
			double t, bool strict)
{
	const struct plane p = difference_plane(d, t);
	double x[AXES] = { 0 }, sum = 0, c = p.c[s->last];
	const struct rule *outer = l->rule[0];
	double slope = c != 0 ? fabs(p.c[l->axis[0]] / c) : 0;
	for (size_t i = 0; i < outer->count; i++) {
		x[l->axis[0]] = outer->x[i];
		sum += outer->w[i] * plane_row(d, &p, s, l, slope * outer->cell[i], x, strict);
	}
	/* Nothing relevant: the difference is 0, and half of the mass is counted on either side. */
	return t == 0 ? sum : sum + copysign(d->none / 2, t);
}

static double surface_sum(const struct difference *d, const struct scheme *s, const struct loops *l,
			  double t)
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
				size_t spans = difference_surface_spans(&f, s->last, x, span);
				double P = 0;
				for (size_t n = 0; n < spans; n++)
					P += difference_smooth_mass(last, &span[n], 1, false);
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
		sum = s->exact ? difference_exact_surface(d, s, &l, t, strict)
			       : surface_sum(d, s, &l, t);
	else
		sum = s->exact ? difference_exact_plane(d, s, &l, t, strict)
			       : plane_sum(d, s, &l, t, strict);
	*out = fmin(fmax(sum, 0), 1);
	return 0;
}
