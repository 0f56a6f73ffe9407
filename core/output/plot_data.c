/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/near.h"
#include "core/output/plot_data.h"

void plot_release(struct plot *p)
{
	for (size_t i = 0; i < p->curves; i++) {
		free(p->curve[i].title);
		free(p->curve[i].point);
	}
	for (size_t i = 0; i < p->names; i++) {
		free(p->name[i].name);
		free(p->name[i].mark);
	}
	free(p->curve);
	free(p->name);
	buffer_release(&p->title);
	buffer_release(&p->x_label);
	buffer_release(&p->y_label);
	*p = (struct plot){ 0 };
}

static char *copy(struct plot *p, const char *text)
{
	char *own = text != NULL ? strdup(text) : NULL;
	p->failed = p->failed || (text != NULL && own == NULL);
	return own;
}

void plot_curve(struct plot *p, enum plot_style style, const char *title, size_t colour)
{
	p->failed = p->failed || !ARRAY_ROOM(p->curve, p->curves, p->room);
	if (!p->failed)
		p->curve[p->curves++] = (struct plot_curve){ .style = style,
							     .title = copy(p, title),
							     .colour = colour };
}

static struct plot_curve *last(struct plot *p)
{
	return !p->failed && p->curves > 0 ? &p->curve[p->curves - 1] : NULL;
}

void plot_interval(struct plot *p, struct plot_point x)
{
	struct plot_curve *c = last(p);
	if (c == NULL)
		return;
	p->failed = !ARRAY_ROOM(c->point, c->count, c->room);
	if (!p->failed)
		c->point[c->count++] = x;
}

void plot_point(struct plot *p, double x, double y)
{
	plot_interval(p, (struct plot_point){ x, y, NAN, NAN });
}

void plot_dash(struct plot *p)
{
	if (last(p) != NULL)
		last(p)->dashed = true;
}

void plot_line(struct plot *p, const char *title, double from_x, double from_y, double to_x,
	       double to_y)
{
	plot_curve(p, PLOT_PALE, title, 0);
	plot_point(p, from_x, from_y);
	plot_point(p, to_x, to_y);
}

void plot_name(struct plot *p, const char *name, const char *mark)
{
	p->failed = p->failed || !ARRAY_ROOM(p->name, p->names, p->name_room);
	if (!p->failed)
		p->name[p->names++] = (struct plot_name){ copy(p, name), copy(p, mark) };
}

void plot_topics(struct buffer *title, int64_t least, int64_t most)
{
	if (least < most)
		buffer_print(title, ", %lld to %lld topics", (long long)least, (long long)most);
	else
		buffer_print(title, ", %lld topic%s", (long long)most, most == 1 ? "" : "s");
}

bool plot_is_visible(const struct plot *p, double x, double y)
{
	return isfinite(x) && isfinite(y) && (!p->log_x || x > 0) && (!p->log_y || y > 0);
}

/* The least and the greatest value of x or y that can be drawn. */
struct reach {
	double least, most;
};

/* Half of the width of what is drawn around x, or nothing. */
static double half_width(enum plot_style style)
{
	return style == PLOT_BOX || style == PLOT_BARS ? 0.5 : 0;
}

static void reach_curve(struct reach *r, const struct plot *p, const struct plot_curve *c,
			bool vertical)
{
	bool from_zero = c->style == PLOT_BARS || c->style == PLOT_IMPULSES;
	bool ends = (c->style == PLOT_INTERVALS) != vertical;
	for (size_t k = 0; k < c->count; k++) {
		const struct plot_point *at = &c->point[k];
		double v = vertical ? at->y : at->x, half = vertical ? 0 : half_width(c->style);
		if (!plot_is_visible(p, at->x, at->y))
			continue;
		r->least = fmin(r->least, ends ? fmin(v, at->low) : v - half);
		r->most = fmax(r->most, ends ? fmax(v, at->high) : v + half);
		if (vertical && from_zero && !p->log_y) {
			r->least = fmin(r->least, 0);
			r->most = fmax(r->most, 0);
		}
	}
}

static struct reach reach_of(const struct plot *p, bool vertical)
{
	struct reach r = { INFINITY, -INFINITY };
	for (size_t i = 0; i < p->curves; i++)
		reach_curve(&r, p, &p->curve[i], vertical);
	return r;
}

/* ---- numbers on an axis ---- */

static void add_tick(struct plot_axis *a, double at)
{
	if (a->ticks < TICKS_MAX)
		a->tick[a->ticks++] = at;
}

/* 1, 2 or 5 times a power of 10, so that about five of them fill the length. */
static double step_of(double length, bool whole)
{
	static const double nice[] = { 1, 2, 5, 10 };
	double unit = pow(10, floor(log10(length / 5)));
	size_t i = 0;
	while (i < 3 && length / 5 > near_above(nice[i] * unit))
		i++;
	return whole ? fmax(nice[i] * unit, 1) : nice[i] * unit;
}

/* Multiples of the step that are on the axis. Zero is exact, not 1e-17. */
static void add_steps(struct plot_axis *a, double step)
{
	double slack = NEAR_DIGITS * (a->high - a->low);
	for (double k = ceil((a->low - slack) / step);
	     k * step <= a->high + slack && a->ticks < TICKS_MAX; k++)
		add_tick(a, k == 0 ? 0 : k * step);
}

/*
 * Powers of 10, and if these are few, 2 and 5 times them. The axis begins and ends at such a
 * number.
 */
static void set_decades(struct plot_axis *a, struct reach r)
{
	static const double step[] = { 1, 2, 5 };
	double first = floor(log10(r.least)), last = ceil(log10(r.most));
	size_t steps = last - first <= 3 ? 3 : 1;
	a->low = pow(10, first);
	a->high = INFINITY;
	for (double d = first; d <= last; d++)
		for (size_t i = 0; i < steps; i++) {
			double at = step[i] * pow(10, d);
			a->low = at <= near_above(r.least) ? at : a->low;
			a->high = at >= near_below(r.most) && at < a->high ? at : a->high;
		}
	if (!(a->low < a->high))
		a->high = 10 * a->low;
	for (double d = first; d <= last + 1; d++)
		for (size_t i = 0; i < steps; i++) {
			double at = step[i] * pow(10, d);
			if (at >= near_below(a->low) && at <= near_above(a->high))
				add_tick(a, at);
		}
}

/* Values that differ by rounding alone have none. */
static bool has_length(struct reach r)
{
	return near_apart(r.most, r.least, NEAR_ROUNDING);
}

/* From a multiple of the step to another. */
static void set_linear(struct plot_axis *a, struct reach r, bool from_zero)
{
	double least = from_zero ? 0 : r.least;
	double length = r.most - least;
	if (!has_length((struct reach){ least, r.most })) {
		length = r.most != 0 ? fabs(r.most) : 1;
		least -= from_zero ? 0 : length / 2;
	}
	double step = step_of(length, false);
	a->low = step * near_floor(least / step);
	a->high = step * near_ceil((least + length) / step);
	add_steps(a, step);
}

/* The values of rows: the axis is a little longer than they need. */
static void set_row_values(struct plot_axis *a, const struct plot *p, struct reach r)
{
	double margin = has_length(r) ? 0.04 * (r.most - r.least) : fmax(0.1, fabs(r.most) / 1e6);
	bool share = p->share && r.least >= 0 &&
		     r.most <= 1; /* some methods have bounds outside 0 to 1 */
	a->low = share || (p->from_zero && r.least >= 0) ? 0 : r.least - margin;
	a->high = share ? 1 : r.most + margin;
	add_steps(a, step_of(a->high - a->low, p->whole));
}

static void set_vertical(struct plot_axis *a, const struct plot *p)
{
	struct reach r = reach_of(p, true);
	a->log = p->log_y;
	if (p->top > p->bottom) {
		a->low = p->bottom;
		a->high = p->top;
		add_steps(a, step_of(p->top - p->bottom, false));
	} else if (p->share) { /* longer than 1, so that a line there is not hidden by the frame */
		a->high = 1.04;
		add_steps(a, 0.2);
	} else if (p->log_y) {
		set_decades(a, r);
	} else {
		set_linear(a, r, p->from_zero && r.least >= 0);
	}
}

bool plot_axes(const struct plot *p, struct plot_axis *x, struct plot_axis *y)
{
	struct reach r = reach_of(p, false);
	*x = *y = (struct plot_axis){ .low = 0, .high = 1 };
	if (!(r.least <= r.most))
		return false;
	x->log = p->log_x;
	if (plot_has_rows(p)) {
		set_row_values(x, p, r);
		y->low = (double)p->names - 0.5;
		y->high = -0.5;
		return true;
	}
	if (p->names > 0) {
		x->low = -0.5;
		x->high = (double)p->names - 0.5;
	} else if (p->log_x) {
		set_decades(x, r);
	} else {
		set_linear(x, r, false);
	}
	set_vertical(y, p);
	return true;
}
