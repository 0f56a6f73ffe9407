/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/two_runs/difference_scheme.h"

#define FIRST_LEVEL 1	/* a Gauss rule of 12 nodes */
#define LITTLE_WORK 3e4 /* points of a sum before another last axis is tried */

/* The axes by how much each of them spreads the difference, most first. */
static void by_influence(const struct difference *d, double t, size_t order[AXES])
{
	double by[AXES] = { 0 }, x[AXES] = { 0 };
	for (size_t i = 0; i < AXES; i++)
		x[i] = d->axis[i].distribution->mean;
	difference_influence(d, t, x, by);
	for (size_t i = 0; i < AXES; i++) {
		/* how wide a yield spreads, without regard to tails: the deviation of a normal one
		 */
		double wide = axis_certain(&d->axis[i]) ? 0 : 0.4 / d->axis[i].points.largest;
		by[i] = fabs(by[i]) * wide;
		size_t at = i;
		while (at > 0 && by[order[at - 1]] < by[i]) {
			order[at] = order[at - 1];
			at--;
		}
		order[at] = i;
	}
}

/* The next finer rule of an axis, or -1. */
static int finer(const struct difference *d, size_t axis, int level)
{
	const struct axis *a = &d->axis[axis];
	if (level >= ALL_POINTS || a->rule[level].count == a->points.count)
		return -1;
	return level + 1;
}

/* One axis: finer rules until nothing changes. `enough` is false if that takes too much work. */
static int refine_axis(struct difference *d, double t, double tolerance, double most_work,
		       size_t axis, struct scheme *s, double *now, bool *enough, struct err *e)
{
	for (;;) {
		struct scheme try = *s;
		const struct rule *r;
		double then;
		try.level[axis] = finer(d, axis, s->level[axis]);
		*enough = true;
		if (try.level[axis] < 0)
			return 0;
		if (difference_rule(d, axis, try.level[axis], &r, e) < 0)
			return -1;
		*enough = difference_work(d, &try) <= most_work;
		if (!*enough)
			return 0;
		if (difference_sum(d, &try, t, false, &then, e) < 0)
			return -1;
		if (fabs(then - *now) <= tolerance)
			return 0;
		*s = try;
		*now = then;
	}
}

#define COARSE 1e-4 /* after a larger change, all axes are refined again */

/* Makes the rules of the axes finer, one by one, until nothing changes. */
static int refine(struct difference *d, double t, double tolerance, double most_work,
		  struct scheme *s, bool *enough, struct err *e)
{
	double now, before;
	*enough = true;
	if (difference_sum(d, s, t, false, &now, e) < 0)
		return -1;
	do {
		before = now;
		for (size_t i = 0; i < AXES && *enough; i++)
			if (i != s->last &&
			    refine_axis(d, t, tolerance, most_work, i, s, &now, enough, e) < 0)
				return -1;
	} while (*enough && fabs(now - before) > COARSE);
	return 0;
}

int difference_scheme(struct difference *d, double t, double tolerance, double most_work,
		      struct scheme *out, struct err *e)
{
	size_t order[AXES];
	bool enough = false;
	by_influence(d, t, order);
	/* If one last axis needs many points of the others, another may need fewer. */
	struct scheme other;
	for (size_t attempt = 0; attempt < AXES && !enough; attempt++) {
		if (attempt > 0 && axis_certain(&d->axis[order[attempt]]))
			continue;
		struct scheme *s = attempt == 0 ? out : &other;
		*s = (struct scheme){ .last = order[attempt] };
		for (size_t i = 0; i < AXES; i++)
			s->level[i] = FIRST_LEVEL;
		if (refine(d, t, tolerance, fmin(LITTLE_WORK, most_work), s, &enough, e) < 0)
			return -1;
		if (enough)
			*out = *s;
	}
	return enough ? 0 : refine(d, t, tolerance, most_work, out, &enough, e);
}

bool difference_exact_scheme(const struct difference *d, struct scheme *s)
{
	size_t wide = 0;
	*s = (struct scheme){ .exact = true };
	for (size_t i = 0; i < AXES; i++) {
		const struct rule *points = &d->axis[i].points, *last = &d->axis[s->last].points;
		s->level[i] = ALL_POINTS;
		wide += !points->masses;
		if (!points->masses || (last->masses && points->count > last->count))
			s->last = i;
	}
	return wide <= 1;
}

void difference_rough_scheme(const struct difference *d, double t, struct scheme *s)
{
	size_t order[AXES];
	by_influence(d, t, order);
	*s = (struct scheme){ .last = order[0] };
}

int difference_coarsen(struct difference *d, double most_work, struct scheme *s, struct err *e)
{
	while (difference_work(d, s) > most_work) {
		const struct rule *r, *most = NULL;
		size_t axis = 0;
		for (size_t i = 0; i < AXES; i++) {
			if (i == s->last || s->level[i] == 0)
				continue;
			if (difference_rule(d, i, s->level[i], &r, e) < 0)
				return -1;
			if (most == NULL || r->count > most->count) {
				most = r;
				axis = i;
			}
		}
		if (most == NULL)
			return 0;
		s->level[axis]--;
		if (difference_rule(d, axis, s->level[axis], &r, e) < 0)
			return -1;
	}
	return 0;
}
