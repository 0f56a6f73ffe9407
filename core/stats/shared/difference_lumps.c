#include <math.h>

#include "core/stats/shared/difference_lumps.h"

#define WAVES 16 /* harmonics of the steps */

int difference_between(struct difference *d, const struct scheme *s, double from, double to,
		       struct between *out, struct err *e)
{
	struct loops l;
	if (difference_loops(&l, d, s, e) < 0)
		return -1;
	const struct border low = difference_border(d, from), high = difference_border(d, to),
			    middle = difference_border(d, (from + to) / 2);
	double x[AXES] = { 0 }, sum[AXES] = { 0 }, squares[AXES] = { 0 };
	*out = (struct between){ .P = 0 };
	for (size_t i = 0; i < l.rule[0]->count; i++)
		for (size_t j = 0; j < l.rule[1]->count; j++)
			for (size_t k = 0; k < l.rule[2]->count; k++) {
				x[l.axis[0]] = l.rule[0]->x[i];
				x[l.axis[1]] = l.rule[1]->x[j];
				x[l.axis[2]] = l.rule[2]->x[k];
				double P = difference_smooth_part(d, &high, s->last, x) -
					   difference_smooth_part(d, &low, s->last, x);
				double w = l.rule[0]->w[i] * l.rule[1]->w[j] * l.rule[2]->w[k] *
					   fmax(P, 0);
				x[s->last] = difference_last_at(d, &middle, s->last, x);
				out->P += w;
				for (size_t n = 0; n < AXES; n++) {
					sum[n] += w * x[n];
					squares[n] += w * x[n] * x[n];
				}
			}
	for (size_t i = 0; i < AXES; i++) {
		const struct yield_distribution *distribution = d->axis[i].distribution;
		bool known = out->P > 0;
		out->mean[i] = known ? sum[i] / out->P : distribution->mean;
		double variance = known ? squares[i] / out->P - out->mean[i] * out->mean[i]
					: distribution->variance;
		out->deviation[i] = sqrt(fmax(variance, 0));
	}
	return 0;
}

/* How wide a yield spreads from `low` to `high`, as axis_width(). */
static double width_between(const struct axis *a, double low, double high)
{
	const struct rule *r = &a->points;
	double largest = 0;
	for (size_t i = 0; i < r->count; i++)
		if (r->x[i] >= low && r->x[i] <= high)
			largest = fmax(largest, r->w[i] / fmax(r->cell[i], 1));
	return axis_certain(a) || !(largest > 0) ? 0 : 0.4 / largest;
}

double difference_lumps(const struct difference *d, const struct scheme *s, double t,
			const struct between *near)
{
	double by[AXES] = { 0 }, sum = 0, chance = 1;
	difference_influence(d, t, near->mean, by);
	if (by[s->last] == 0)
		return 0;
	for (size_t i = 0; i < AXES; i++) {
		double reach = fmax(1, 2 * near->deviation[i]), at = near->mean[i];
		double wide = width_between(&d->axis[i], at - reach, at + reach);
		double one = i == s->last ? 1 : fmin(1, 0.6 / fmax(wide, 0.6));
		chance = d->curved ? chance * one : fmin(chance, one);
	}
	for (int m = 1; m <= WAVES; m++) {
		double left = fabs(by[s->last]) / (M_PI * m);
		bool whole = true; /* the steps are always in phase: those of a common lattice */
		for (size_t i = 0; i < AXES && left > 1e-9; i++) {
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
