/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/output/svg.h"
#include "core/stats/numeric/ascending.h"

/* Seven of the colours that Okabe and Ito (2008) chose for all kinds of colour vision, and grey. */
static const char *const colours[] = { "#0072b2", "#d55e00", "#009e73", "#cc79a7",
				       "#e69f00", "#56b4e9", "#b8a000", "#7f7f7f" };

/* Around the origin: circle, square, triangle, diamond, triangle, plus, cross, open circle. */
static const char *const shapes[] = {
	"M-4,0a4,4 0 1 0 8,0a4,4 0 1 0 -8,0z",
	"M-3.6,-3.6h7.2v7.2h-7.2z",
	"M0,-4.6L4.4,3.4h-8.8z",
	"M0,-5L5,0L0,5L-5,0z",
	"M0,4.6L4.4,-3.4h-8.8z",
	"M-1.4,-4.5h2.8v3.1h3.1v2.8h-3.1v3.1h-2.8v-3.1h-3.1v-2.8h3.1z",
	"M-4,-2.2L-2.2,-4L0,-1.8L2.2,-4L4,-2.2L1.8,0L4,2.2L2.2,4L0,1.8L-2.2,4L-4,2.2L-1.8,0z",
	"M-4,0a4,4 0 1 0 8,0a4,4 0 1 0 -8,0zM-2.4,0a2.4,2.4 0 1 1 4.8,0a2.4,2.4 0 1 1 -4.8,0z",
};

enum { COLOURS = sizeof colours / sizeof colours[0], SHAPES = sizeof shapes / sizeof shapes[0] };

static const char *colour_of(const struct plot_curve *c)
{
	return colours[c->colour % COLOURS];
}

/* ---- one point ---- */

static double along(const struct plot_axis *a, double at)
{
	return a->log ? log(at / a->low) / log(a->high / a->low)
		      : (at - a->low) / (a->high - a->low);
}

double svg_x(const struct svg_plot *s, double x)
{
	return s->left + s->width * along(&s->x, x);
}

double svg_y(const struct svg_plot *s, double y)
{
	return s->top + s->height * (1 - along(&s->y, y));
}

static void shape(struct buffer *b, const char *path, double x, double y)
{
	buffer_print(b, "<path transform=\"translate(%.2f,%.2f)\" d=\"%s\"/>\n", x, y, path);
}

static const char *shape_of(const struct plot_curve *c)
{
	switch (c->style) {
	case PLOT_CURVE:
		return shapes[c->colour % SHAPES];
	case PLOT_MARK:
		return "M0,-7L7,0L0,7L-7,0z";
	case PLOT_DOTS:
		return "M-2,0a2,2 0 1 0 4,0a2,2 0 1 0 -4,0z";
	default:
		return shapes[0];
	}
}

/* A missing end is drawn at the point itself. */
static double end_or(double end, double point)
{
	return isfinite(end) ? end : point;
}

/* A line with a stroke across each end. */
static void interval(const struct svg_plot *s, const struct plot_curve *c,
		     const struct plot_point *at)
{
	bool row = c->style == PLOT_INTERVALS;
	double middle = row ? at->x : at->y;
	double low = end_or(at->low, middle), high = end_or(at->high, middle);
	if (row)
		buffer_print(s->out, "M%.2f,%.2fv8m0,-4H%.2fm0,-4v8", svg_x(s, low),
			     svg_y(s, at->y) - 4, svg_x(s, high));
	else
		buffer_print(s->out, "M%.2f,%.2fh8m-4,0V%.2fm-4,0h8", svg_x(s, at->x) - 4,
			     svg_y(s, low), svg_y(s, high));
}

/* ---- a curve ---- */

static void intervals(const struct svg_plot *s, const struct plot_curve *c)
{
	bool any = false;
	for (size_t i = 0; i < c->count; i++) {
		const struct plot_point *at = &c->point[i];
		if ((!isfinite(at->low) && !isfinite(at->high)) ||
		    !plot_is_visible(s->plot, at->x, at->y))
			continue;
		buffer_print(s->out,
			     any ? "\n"
				 : "<path class=\"interval\" fill=\"none\" "
				   "stroke=\"%s\" stroke-width=\"1.8\" d=\"",
			     colour_of(c));
		interval(s, c, at);
		any = true;
	}
	if (any)
		buffer_print(s->out, "\"/>\n");
}

static void points(const struct svg_plot *s, const struct plot_curve *c)
{
	buffer_print(s->out, "<g class=\"points\" fill=\"%s\">\n", colour_of(c));
	for (size_t i = 0; i < c->count; i++)
		if (plot_is_visible(s->plot, c->point[i].x, c->point[i].y))
			shape(s->out, shape_of(c), svg_x(s, c->point[i].x),
			      svg_y(s, c->point[i].y));
	buffer_print(s->out, "</g>\n");
}

/* How a line is drawn: its colour, width, dashes. */
static void pen(struct buffer *b, const struct plot_curve *c)
{
	const char *dash = "", *width = "2";
	if (c->style == PLOT_PALE)
		dash = c->dashed ? " stroke-dasharray=\"2 4\"" : " stroke-dasharray=\"7 4\"";
	else if (c->dashed)
		dash = " stroke-dasharray=\"7 4\"";
	if (c->style == PLOT_FAINT)
		width = "1";
	bool grey = c->style == PLOT_PALE || c->style == PLOT_FAINT;
	buffer_print(b, "fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s",
		     c->style == PLOT_FAINT ? "#b8b8b8"
		     : grey		    ? "#8c8c8c"
					    : colour_of(c),
		     width, dash);
}

/* Lines from point to point, with a gap where one cannot be drawn. */
static void line(const struct svg_plot *s, const struct plot_curve *c)
{
	static const char *const name[] = { [PLOT_PALE] = "pale", [PLOT_FAINT] = "faint" };
	bool down = false;
	buffer_print(s->out, "<path class=\"%s\" ",
		     c->style == PLOT_PALE || c->style == PLOT_FAINT ? name[c->style] : "line");
	pen(s->out, c);
	buffer_print(s->out, " d=\"");
	for (size_t i = 0; i < c->count; i++) {
		const struct plot_point *at = &c->point[i];
		bool visible = plot_is_visible(s->plot, at->x, at->y);
		if (visible)
			buffer_print(s->out, "%c%.2f,%.2f", down ? 'L' : 'M', svg_x(s, at->x),
				     svg_y(s, at->y));
		down = visible;
	}
	buffer_print(s->out, "\"/>\n");
}

/* From the low ends, left to right, and back along the high ones. */
static void band(const struct svg_plot *s, const struct plot_curve *c)
{
	const char *between = "M";
	buffer_print(s->out, "<path class=\"band\" fill=\"%s\" fill-opacity=\"0.22\" d=\"",
		     colour_of(c));
	for (size_t k = 0; k < 2 * c->count; k++) {
		bool back = k >= c->count;
		const struct plot_point *at = &c->point[back ? 2 * c->count - 1 - k : k];
		double y = back ? at->high : at->low;
		if (!plot_is_visible(s->plot, at->x, y))
			continue;
		buffer_print(s->out, "%s%.2f,%.2f", between, svg_x(s, at->x), svg_y(s, y));
		between = "L";
	}
	buffer_print(s->out, "z\"/>\n");
}

/* From 0 to y: bars, or thin lines. */
static void bars(const struct svg_plot *s, const struct plot_curve *c)
{
	double half = c->style == PLOT_BARS ? 0.4 : 0, zero = svg_y(s, fmax(0, s->y.low));
	buffer_print(s->out, "<g class=\"bars\" fill=\"%s\">\n", colour_of(c));
	for (size_t i = 0; i < c->count; i++) {
		const struct plot_point *at = &c->point[i];
		if (!plot_is_visible(s->plot, at->x, at->y))
			continue;
		double left = svg_x(s, at->x - half), right = svg_x(s, at->x + half);
		double y = svg_y(s, at->y), width = fmax(right - left, 2);
		buffer_print(s->out,
			     "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"/>\n",
			     (left + right - width) / 2, fmin(y, zero), width, fabs(y - zero));
	}
	buffer_print(s->out, "</g>\n");
}

/* ---- a box of quartiles ---- */

/* By linear interpolation between the sorted values. */
static double quartile(const double *sorted, size_t count, double share)
{
	double at = share * (double)(count - 1);
	size_t i = (size_t)at;
	return i + 1 < count ? sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i])
			     : sorted[i];
}

static void draw_box(const struct svg_plot *s, const struct plot_curve *c, const double *y,
		     size_t count)
{
	double x = c->point[0].x, low = quartile(y, count, 0.25), high = quartile(y, count, 0.75);
	double left = svg_x(s, x - 0.3), right = svg_x(s, x + 0.3), far = 1.5 * (high - low);
	size_t first = 0, last = count - 1;
	while (y[first] < low - far)
		first++;
	while (y[last] > high + far)
		last--;
	buffer_print(s->out,
		     "<path class=\"box\" fill=\"%s\" fill-opacity=\"0.3\" "
		     "stroke=\"currentColor\" d=\"M%.2f,%.2fH%.2fV%.2fH%.2fz"
		     "M%.2f,%.2fH%.2fM%.2f,%.2fV%.2fM%.2f,%.2fV%.2f\"/>\n",
		     colour_of(c), left, svg_y(s, low), right, svg_y(s, high), left, left,
		     svg_y(s, quartile(y, count, 0.5)), right, svg_x(s, x), svg_y(s, low),
		     svg_y(s, y[first]), svg_x(s, x), svg_y(s, high), svg_y(s, y[last]));
	buffer_print(s->out, "<g class=\"outside\" fill=\"%s\">\n", colour_of(c));
	for (size_t i = 0; i < count; i++)
		if (i < first || i > last)
			shape(s->out, "M-2,0a2,2 0 1 0 4,0a2,2 0 1 0 -4,0z", svg_x(s, x),
			      svg_y(s, y[i]));
	buffer_print(s->out, "</g>\n");
}

static void box(const struct svg_plot *s, const struct plot_curve *c)
{
	double *y = calloc(c->count + 1, sizeof *y);
	size_t count = 0;
	s->out->failed = s->out->failed || y == NULL;
	for (size_t i = 0; y != NULL && i < c->count; i++)
		if (plot_is_visible(s->plot, c->point[i].x, c->point[i].y))
			y[count++] = c->point[i].y;
	if (count > 0) {
		qsort(y, count, sizeof *y, ascending);
		draw_box(s, c, y, count);
	}
	free(y);
}

/* What a style draws, one after the other. */
typedef void curve_part(const struct svg_plot *s, const struct plot_curve *c);
enum { PARTS = 3 };
static curve_part *const parts[][PARTS] = {
	[PLOT_CURVE] = { intervals, line, points },
	[PLOT_LINE] = { line },
	[PLOT_PALE] = { line },
	[PLOT_FAINT] = { line },
	[PLOT_INTERVALS] = { intervals, points },
	[PLOT_POINTS] = { intervals, points },
	[PLOT_MARK] = { points },
	[PLOT_DOTS] = { points },
	[PLOT_BARS] = { bars },
	[PLOT_IMPULSES] = { bars },
	[PLOT_BAND] = { band },
	[PLOT_BOX] = { box },
};

void svg_curves(const struct svg_plot *s)
{
	for (size_t i = 0; i < s->plot->curves; i++) {
		const struct plot_curve *c = &s->plot->curve[i];
		for (size_t k = 0; k < PARTS && parts[c->style][k] != NULL; k++)
			parts[c->style][k](s, c);
	}
}

/* ---- the legend ---- */

static bool is_line(enum plot_style style)
{
	return style == PLOT_CURVE || style == PLOT_LINE || style == PLOT_PALE ||
	       style == PLOT_FAINT;
}

void svg_sample(struct buffer *b, const struct plot_curve *c, double x, double y)
{
	bool area = c->style == PLOT_BARS || c->style == PLOT_BAND || c->style == PLOT_BOX ||
		    c->style == PLOT_IMPULSES;
	if (is_line(c->style)) {
		buffer_print(b, "<path ");
		pen(b, c);
		buffer_print(b, " d=\"M%.2f,%.2fh26\"/>\n", x, y);
	} else if (area) {
		buffer_print(b,
			     "<rect x=\"%.2f\" y=\"%.2f\" width=\"18\" height=\"10\" fill=\"%s\" "
			     "fill-opacity=\"%s\"/>\n",
			     x + 4, y - 5, colour_of(c), c->style == PLOT_BARS ? "1" : "0.3");
	}
	if (!area && (c->style == PLOT_CURVE || !is_line(c->style))) {
		buffer_print(b, "<g fill=\"%s\">", colour_of(c));
		shape(b, shape_of(c), x + 13, y);
		buffer_print(b, "</g>\n");
	}
}
