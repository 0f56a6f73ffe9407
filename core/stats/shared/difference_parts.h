/*
 * What the law of a difference is made of; for difference*.c.
 */
#ifndef STATS_SHARED_DIFFERENCE_PARTS_H
#define STATS_SHARED_DIFFERENCE_PARTS_H

#include <math.h>

#include "core/stats/shared/difference.h"

/* F_b = factor P/(N/b^2 + Y) */
static inline double difference_factor(const struct difference *d)
{
	double b2 = d->beta * d->beta;
	return (1 + b2) / b2;
}

static inline bool axis_certain(const struct axis *a)
{
	return a->points.count == 1;
}

/* How wide a law is without regard to its tails: the standard deviation, for a normal law. */
static inline double axis_width(const struct axis *a)
{
	return axis_certain(a) ? 0 : 0.4 / a->points.largest;
}

/* Which axis is summed by its distribution function, and with what rules the others. */
struct scheme {
	size_t last;
	int level[AXES];
	bool exact; /* steps, not smoothed: all rules are masses */
};

int difference_rule(struct difference *d, size_t axis, int level, const struct rule **out,
		    struct err *e);

/* How many points the rules of a scheme have together; all rules must be made. */
double difference_work(const struct difference *d, const struct scheme *s);

/* P(difference <= t), or < t, by a scheme. */
int difference_sum(struct difference *d, const struct scheme *s, double t, bool strict, double *out,
		   struct err *e);

/*
 * What is known of the values in (from, to]: the probability, and in `value` and `mass` those of
 * them that there is room for; `count` is how many there are. For an exact scheme.
 */
struct window {
	double from, to;
	double upto_from, upto_to; /* P(difference <= from), P(difference <= to) */
	double count;
	size_t room;
	struct lump {
		double value, mass;
	} * lump; /* filled where count <= room */
};

int difference_window(struct difference *d, const struct scheme *s, struct window *w,
		      struct err *e);

/*
 * The smooth scheme that suits t: P(difference <= t) changes by less than `tolerance` when any of
 * its rules is made finer, or it would take more than `most_work` points.
 */
int difference_scheme(struct difference *d, double t, double tolerance, double most_work,
		      struct scheme *out, struct err *e);

/*
 * The same with the single documents of A and of B summed one by one, as far as they are kept so,
 * and rules for what both or neither retrieve. `possible` is false where that is too much work.
 */
int difference_lumpy_scheme(struct difference *d, double t, double tolerance, double most_work,
			    struct scheme *s, bool *possible, struct err *e);

/* All masses of all axes but one: the one with the most, or the one that is not kept so. */
bool difference_exact_scheme(const struct difference *d, struct scheme *s);

/* A few points of each axis; and as many as before, but no more than `most_work` together. */
void difference_rough_scheme(const struct difference *d, double t, struct scheme *s);
int difference_coarsen(struct difference *d, double most_work, struct scheme *s, struct err *e);

/* --- lumps --- */

/* The partial derivatives of the difference where it is t, the yields being about x. */
void difference_influence(const struct difference *d, double t, const double x[AXES],
			  double out[AXES]);

/* P(the difference is in (from, to]), and the yields given that it is; roughly. */
struct between {
	double P, mean[AXES], deviation[AXES];
};

int difference_between(struct difference *d, const struct scheme *s, double from, double to,
		       struct between *out, struct err *e);

/*
 * By how much a quantile near t may deviate from its smooth value, for want of other variables to
 * average out the steps of the last one; `near` are the yields there.
 */
double difference_lumps(const struct difference *d, const struct scheme *s, double t,
			const struct between *near);

/* Is there but one possible value? */
bool difference_is_constant(const struct difference *d);

/* Mean and standard deviation, to about a tenth; no error but memory. */
int difference_moments(struct difference *d, double *mean, double *deviation, struct err *e);

/* --- one side of a plane or a surface --- */

struct plane {
	double c[AXIS_REST + 1], right; /* c[0] U + c[1] V + c[2] rest <= right */
};

struct plane difference_plane(const struct difference *d, double t);

/* From `low` to `high`; rounding may have moved an end that is an integer by `slack`. */
struct span {
	double low, high, slack;
};

/*
 * The values of the last variable, the others fixed in x, for which the difference is at most t:
 * how many spans, up to two for a surface.
 */
size_t difference_plane_spans(const struct plane *p, size_t last, const double x[AXES],
			      struct span span[2]);

/*
 * The mass of a span, with steps that are evened out over `width` of the axis: wholly, from 1 on.
 * Where it is 0, ends at integers count, unless `strict`.
 */
double difference_smooth_mass(const struct axis *last, const struct span *s, double width,
			      bool strict);

/* The surface on which a difference of F is t: what does not depend on the yields. */
struct surface {
	double s, m, h, end;
};

struct surface difference_surface(const struct difference *d, double t);

/* a z^2 + b z + c <= 0 is the side of a difference of at most t; z - origin is the last variable.
 */
struct quadratic {
	double a, b, c, origin; /* linear in each of the other variables */
};

struct quadratic difference_quadratic(const struct surface *f, size_t last, const double x[AXES]);

/* Both roots, ascending; where a = 0, twice the one. `square` is b^2 - 4ac >= 0. */
static inline void difference_roots(const struct quadratic *f, double square, double root[2])
{
	double q = -(f->b + copysign(sqrt(square), f->b)) / 2;
	double one = q != 0 ? f->c / q : 0, other = f->a != 0 ? q / f->a : one;
	root[0] = fmin(one, other);
	root[1] = fmax(one, other);
}

static inline double difference_root_slack(double root, double origin)
{
	return 1e-13 * (1 + fabs(root) + fabs(origin));
}

size_t difference_surface_spans(const struct surface *f, size_t last, const double x[AXES],
				struct span span[2]);

/* All but the last axis, that with the most points innermost. */
struct loops {
	size_t count, axis[AXES];
	const struct rule *rule[AXES];
};

/* Makes what is still to be made for a scheme. */
int difference_loops(struct loops *l, struct difference *d, const struct scheme *s, struct err *e);

/* P(difference <= t), or < t, for an exact scheme. */
double difference_exact_plane(const struct difference *d, const struct scheme *s,
			      const struct loops *l, double t, bool strict);
double difference_exact_surface(const struct difference *d, const struct scheme *s,
				const struct loops *l, double t, bool strict);

#endif
