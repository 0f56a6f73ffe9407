/*
 * One side of the plane, or of the surface, on which a difference is t: the values of the last
 * variable that lie there, and their probability; see difference_parts.h.
 */
#include <math.h>

#include "core/stats/shared/difference_parts.h"

struct plane difference_plane(const struct difference *d, double t)
{
	double b2 = d->beta * d->beta, s;
	if (d->quantity == QUANTITY_PRECISION)
		return (struct plane){ .c = { d->size_b, -d->size_a, d->size_b - d->size_a },
				       .right = t * d->size_a * d->size_b };
	if (d->quantity == QUANTITY_RECALL)
		return (struct plane){ .c = { 1 - t, -(1 + t), -t } };
	s = t / difference_factor(d);
	return (struct plane){ .c = { 1 - s, -(1 + s), -s },
			       .right = s * fmax(d->size_a, d->size_b) / b2 };
}

size_t difference_plane_spans(const struct plane *p, size_t last, const double x[AXES],
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
		return right >= 0;
	}
	double y = right / c, slack = 2e-14 * (1 + size / fabs(c));
	span[0] =
		c > 0 ? (struct span){ -HUGE_VAL, y, slack } : (struct span){ y, HUGE_VAL, slack };
	return 1;
}

/* The z with a z^2 + b z + c <= 0, less the origin. */
static size_t quadratic_spans(const struct quadratic *f, struct span span[2])
{
	double square = f->b * f->b - 4 * f->a * f->c, origin = f->origin;
	if (f->a != 0 ? square < 0 : f->b == 0) {
		bool all = f->a != 0 ? f->a < 0 : f->c <= 0;
		span[0] = (struct span){ -HUGE_VAL, HUGE_VAL, 0 };
		return all;
	}
	double root[2];
	difference_roots(f, square, root);
	double slack[2];
	for (int i = 0; i < 2; i++)
		slack[i] = difference_root_slack(root[i], origin);
	if (f->a == 0 && f->b > 0)
		span[0] = (struct span){ -HUGE_VAL, root[0] - origin, slack[0] };
	else if (f->a == 0)
		span[0] = (struct span){ root[0] - origin, HUGE_VAL, slack[0] };
	else if (f->a > 0)
		span[0] = (struct span){ root[0] - origin, root[1] - origin,
					 fmax(slack[0], slack[1]) };
	else
		span[0] = (struct span){ -HUGE_VAL, root[0] - origin, slack[0] };
	if (f->a >= 0)
		return 1;
	span[1] = (struct span){ root[1] - origin, HUGE_VAL, slack[1] };
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
	double b2 = d->beta * d->beta, s = t / difference_factor(d);
	double h = (d->size_b - d->size_a) / (2 * b2);
	return (struct surface){
		.s = s, .m = (d->size_a + d->size_b) / (2 * b2), .h = h, .end = s * h * h
	};
}

struct quadratic difference_quadratic(const struct surface *f, size_t last, const double x[AXES])
{
	double u = x[AXIS_A], v = x[AXIS_B], both = x[AXIS_REST], none = x[AXIS_NEITHER];
	double s = f->s, h = f->h, origin;
	switch (last) {
	case AXIS_A:
		origin = both + v + none + f->m;
		return (struct quadratic){ 1 - s, h - origin - v,
					   h * (2 * both + v - origin) + f->end, origin };
	case AXIS_B:
		origin = both + u + none + f->m;
		return (struct quadratic){ -1 - s, h + origin + u,
					   h * (2 * both + u - origin) + f->end, origin };
	case AXIS_REST:
		origin = u + v + none + f->m;
		return (struct quadratic){ -s, u - v + 2 * h, h * (u + v - 2 * origin) + f->end,
					   origin };
	default:
		origin = both + u + v + f->m;
		return (struct quadratic){ -s, u - v, h * (2 * both + u + v) + f->end, origin };
	}
}

size_t difference_surface_spans(const struct surface *f, size_t last, const double x[AXES],
				struct span span[2])
{
	const struct quadratic q = difference_quadratic(f, last, x);
	return quadratic_spans(&q, span);
}

/* --- probabilities of the last variable --- */

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

/* The mass of a span with its ends, or without them. */
static double span_mass(const struct law *l, const struct span *s, bool strict)
{
	double end = strict ? ceil(s->high - s->slack) - 1 : floor(s->high + s->slack);
	double before = strict ? floor(s->low + s->slack) : ceil(s->low - s->slack) - 1;
	double high = s->high == HUGE_VAL ? 1 : upto(l, end);
	double low = s->low == -HUGE_VAL ? 0 : upto(l, before);
	return fmax(high - low, 0);
}

double difference_smooth_mass(const struct axis *last, const struct span *s, double width,
			      bool strict)
{
	if (width == 0)
		return span_mass(last->law, s, strict);
	const struct smoothed *f = &last->smoothed;
	double high = 1, low = 0;
	if (s->high < HUGE_VAL)
		high = width < 1 ? smoothed_steps(f, s->high, width) : smoothed_cdf(f, s->high);
	if (s->low > -HUGE_VAL)
		low = width < 1 ? smoothed_steps(f, s->low, width) : smoothed_cdf(f, s->low);
	return fmax(high - low, 0);
}
