/*
 * Where do single documents show? See difference_parts.h.
 */
#include <math.h>

#include "core/stats/shared/difference_parts.h"

#define WAVES 16 /* harmonics of the steps */

void difference_influence(const struct difference *d, double t, const double x[AXES],
			  double out[AXES])
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

static size_t spans_at(const struct difference *d, double t, size_t last, const double x[AXES],
		       struct span span[2])
{
	const struct plane p = difference_plane(d, t);
	if (!d->curved)
		return difference_plane_spans(&p, last, x, span);
	const struct surface f = difference_surface(d, t);
	return difference_surface_spans(&f, last, x, span);
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
			P[end] += difference_smooth_mass(last, &span[n], 1, false);
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
		double variance =
			known ? squares[i] / out->P - out->mean[i] * out->mean[i] : law->variance;
		out->deviation[i] = sqrt(fmax(variance, 0));
	}
	return 0;
}

/* How wide a law is from `low` to `high`, as axis_width(). */
static double width_between(const struct axis *a, double low, double high)
{
	const struct rule *r = &a->points;
	double largest = 0;
	for (size_t i = 0; i < r->count; i++)
		if (r->x[i] >= low && r->x[i] <= high)
			largest = fmax(largest, r->w[i] / fmax(r->cell[i], 1));
	return axis_certain(a) || !(largest > 0) ? 0 : 0.4 / largest;
}

/*
 * The steps of the last variable, P(X <= y) less its smooth value, are f(y) s(y) with the sawtooth
 * s(y) = sum over m of sin(2 pi m y)/(pi m). Over another variable x, on which y depends with slope
 * g, the m-th wave is damped by |E exp(2 pi i m g x)|; more exactly, by that of x near the border,
 * whose square root this stands for: half the variance, for normal laws of equal influence. Of the
 * waves beyond the first few, one in so many as another variable has values is not damped by it, as
 * if by chance; in a plane the phases of all go together, else each goes its own way (three times
 * the rest is what was found there).
 */
double difference_lumps(const struct difference *d, const struct scheme *s, double t,
			const struct between *near)
{
	double by[AXES] = { 0 }, sum = 0, chance = 1;
	difference_influence(d, t, near->mean, by);
	if (by[s->last] == 0)
		return 0;
	for (size_t i = 0; i < d->axes; i++) {
		double reach = fmax(1, 2 * near->deviation[i]), at = near->mean[i];
		double wide = width_between(&d->axis[i], at - reach, at + reach);
		double one = i == s->last ? 1 : fmin(1, 0.6 / fmax(wide, 0.6));
		chance = d->curved ? chance * one : fmin(chance, one);
	}
	for (int m = 1; m <= WAVES; m++) {
		double left = fabs(by[s->last]) / (M_PI * m);
		bool whole = true; /* the steps are always in phase: those of a common lattice */
		for (size_t i = 0; i < d->axes && left > 1e-9; i++) {
			double turns = m * by[i] / by[s->last];
			if (i == s->last || axis_certain(&d->axis[i]))
				continue;
			left *= sqrt(rule_wave(&d->axis[i].points, turns));
			whole = whole && fabs(turns - round(turns)) < 1e-9;
		}
		sum += whole && d->quantity == QUANTITY_PRECISION ? 0 : left;
	}
	double rest = fabs(by[s->last]) / M_PI * sqrt(chance / WAVES);
	return fmax(sum, d->curved ? 3 * rest : rest);
}
