/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/cli/output/plot_commands.h"

enum { ROW = 18, FRAME = 130, NAMES_BELOW = 70 };

enum plot_kind plot_kind_of(const char *path)
{
	static const char *const end[] = {
		[PLOT_SVG] = ".svg", [PLOT_PNG] = ".png", [PLOT_PDF] = ".pdf"
	};
	size_t length = strlen(path);
	for (enum plot_kind k = PLOT_SVG; k <= PLOT_PDF; k++)
		if (length > 4 && strcmp(path + length - 4, end[k]) == 0)
			return k;
	return PLOT_UNKNOWN;
}

/* A text between single quotes, in which gnuplot knows no escape but the doubled quote. */
static void quoted(struct buffer *b, const char *text)
{
	buffer_print(b, "'");
	for (; *text != '\0'; text++)
		if (*text == '\'')
			buffer_print(b, "''");
		else if ((unsigned char)*text >= ' ')
			buffer_print(b, "%c", *text);
	buffer_print(b, "'");
}

static void set_text(struct buffer *b, const char *what, const struct buffer *text)
{
	buffer_print(b, "set %s ", what);
	quoted(b, text->length > 0 ? text->text : "");
	buffer_print(b, "\n");
	b->failed = b->failed || text->failed;
}

/* ---- the page ---- */

/* In pixels of a screen. */
struct extent {
	size_t width, height;
};

/* As high as the plot with the most rows needs. */
static struct extent panel_size(const struct plot *p, size_t count)
{
	struct extent size = count > 1 ? (struct extent){ 450, 400 } : (struct extent){ 900, 600 };
	bool rows = false;
	size_t high = 0;
	for (size_t i = 0; i < count; i++) {
		size_t own = p[i].names > 0 && !p[i].names_below ? ROW * p[i].names + FRAME : 0;
		rows = rows || own > 0;
		high = own > high ? own : high;
	}
	if (rows && count == 1)
		size.height = high > 220 ? high : 220;
	else if (rows)
		size = (struct extent){ 500, high > size.height ? high : size.height };
	return size;
}

static void write_terminal(struct buffer *b, enum plot_kind kind, struct extent size)
{
	if (kind == PLOT_SVG)
		buffer_print(b,
			     "set terminal svg size %zu,%zu font 'sans,14' noenhanced background "
			     "rgb 'white'\n",
			     size.width, size.height);
	else if (kind == PLOT_PDF) /* in inches */
		buffer_print(b, "set terminal pdfcairo size %.2f,%.2f font 'sans,10' noenhanced\n",
			     (double)size.width / 96, (double)size.height / 96);
	else
		buffer_print(b,
			     "if (strstrt(GPVAL_TERMINALS, 'pngcairo') > 0) {\n"
			     "set terminal pngcairo size %zu,%zu font 'sans,14' noenhanced\n"
			     "} else {\n"
			     "set terminal png size %zu,%zu noenhanced\n"
			     "}\n",
			     size.width, size.height, size.width, size.height);
	buffer_print(b, "set colorsequence podo\n");
}

/* ---- axes ---- */

/* Can the point be drawn? */
static bool is_visible(const struct plot *p, double x, double y)
{
	return isfinite(x) && isfinite(y) && (!p->log_x || x > 0) && (!p->log_y || y > 0);
}

/* The least and the greatest that can be drawn, of x or of y. */
struct reach {
	double least, most;
};

static struct reach reach_of(const struct plot *p, bool vertical)
{
	struct reach r = { INFINITY, -INFINITY };
	for (size_t i = 0; i < p->curves; i++)
		for (size_t k = 0; k < p->curve[i].count; k++) {
			const struct plot_point *at = &p->curve[i].point[k];
			double v = vertical ? at->y : at->x;
			if (!is_visible(p, at->x, at->y))
				continue;
			r.least = v < r.least ? v : r.least;
			r.most = v > r.most ? v : r.most;
		}
	return r;
}

/* On a logarithmic axis of few decades 2 and 5 are named too. */
static void write_decades(struct buffer *b, char axis, struct reach r)
{
	double first = floor(log10(r.least)), last = ceil(log10(r.most));
	static const double step[] = { 1, 2, 5 };
	size_t steps = last - first <= 3 ? 3 : 1;
	if (!(r.least > 0 && r.most >= r.least)) {
		return;
	}
	buffer_print(b, "set %ctics (", axis);
	for (double d = first; d <= last; d++)
		for (size_t i = 0; i < steps; i++)
			buffer_print(b, "%s%.10g", d > first || i > 0 ? "," : "",
				     step[i] * pow(10, d));
	buffer_print(b, ")\n");
}

static void write_axis(struct buffer *b, const struct plot *p, char axis, bool log, bool from_zero)
{
	buffer_print(b, "%sset logscale %c\n", log ? "" : "un", axis);
	buffer_print(b, "set %crange [%s:*] noreverse\nset %ctics autofreq norotate\n", axis,
		     from_zero && !log ? "0" : "*", axis);
	if (log)
		write_decades(b, axis, reach_of(p, axis == 'y'));
}

/* Names instead of numbers: `place` is x or y, or y2 for the marks. */
static void write_names(struct buffer *b, const struct plot *p, const char *place, bool marks)
{
	bool any = false;
	buffer_print(b, "set %stics (", place);
	for (size_t i = 0; i < p->names; i++) {
		const char *text = marks ? p->name[i].mark : p->name[i].name;
		if (text == NULL)
			continue;
		buffer_print(b, any ? "," : "");
		quoted(b, text);
		buffer_print(b, " %zu", i);
		any = true;
	}
	buffer_print(b, ")\n");
}

static void write_rows(struct buffer *b, const struct plot *p)
{
	double end = (double)p->names - 0.5;
	bool marks = false;
	for (size_t i = 0; i < p->names; i++)
		marks = marks || p->name[i].mark != NULL;
	if (p->names_below) {
		write_names(b, p, "x", false);
		buffer_print(b, "set xtics rotate\nset xrange [-0.5:%.10g]\n", end);
		return;
	}
	write_names(b, p, "y", false);
	buffer_print(b, "set yrange [%.10g:-0.5]\n", end);
	if (!marks)
		return;
	buffer_print(b, "set y2range [%.10g:-0.5]\n", end);
	write_names(b, p, "y2", true);
}

static void write_axes(struct buffer *b, const struct plot *p, const char *key)
{
	set_text(b, "title", &p->title);
	set_text(b, "xlabel", &p->x_label);
	set_text(b, "ylabel", &p->y_label);
	buffer_print(b, "set key %s\nset grid\nset datafile missing '?'\nunset y2tics\n", key);
	write_axis(b, p, 'x', p->log_x, false);
	write_axis(b, p, 'y', p->log_y, p->from_zero);
	if (p->share)
		buffer_print(b, "set %crange [0:1]\n", p->names > 0 && !p->names_below ? 'x' : 'y');
	if (p->names > 0)
		write_rows(b, p);
}

/* ---- points ---- */

static bool has_points(const struct plot *p)
{
	struct reach r = reach_of(p, false);
	return r.least <= r.most;
}

/* An end that there is none of is the point itself. */
static double end_or(double end, double point)
{
	return isfinite(end) ? end : point;
}

static void write_point(struct buffer *b, const struct plot_curve *c, const struct plot_point *at)
{
	double middle = c->style == PLOT_INTERVALS ? at->x : at->y;
	buffer_print(b, "%.10g %.10g %.10g %.10g\n", at->x, at->y, end_or(at->low, middle),
		     end_or(at->high, middle));
}

static void write_data(struct buffer *b, const struct plot *p)
{
	for (size_t i = 0; i < p->curves; i++) {
		const struct plot_curve *c = &p->curve[i];
		buffer_print(b, "$curve%zu << END\n", i);
		for (size_t k = 0; k < c->count; k++)
			if (is_visible(p, c->point[k].x, c->point[k].y))
				write_point(b, c, &c->point[k]);
			else
				buffer_print(b, "\n");
		buffer_print(b, "END\n");
	}
}

static bool has_intervals(const struct plot_curve *c)
{
	for (size_t i = 0; i < c->count; i++)
		if (isfinite(c->point[i].low) || isfinite(c->point[i].high))
			return true;
	return false;
}

static void write_style(struct buffer *b, const struct plot_curve *c)
{
	size_t colour = c->colour + 1, shape = c->colour % 13 + 4;
	if (c->pale) {
		buffer_print(b, "using 1:2 with lines lw 2 dt 2 lc rgb 'gray60' ");
		return;
	}
	switch (c->style) {
	case PLOT_CURVE:
		buffer_print(b, "using 1:2%s lw 2 dt %d pt %zu ps 0.8 lc %zu ",
			     has_intervals(c) ? ":3:4 with yerrorlines" : " with linespoints",
			     c->dashed ? 2 : 1, shape, colour);
		break;
	case PLOT_LINE:
		buffer_print(b, "using 1:2 with lines lw 2 dt %d lc %zu ", c->dashed ? 2 : 1,
			     colour);
		break;
	case PLOT_INTERVALS:
		buffer_print(b, "using 1:2:3:4 with xerrorbars lw 2 pt 7 ps 0.7 lc %zu ", colour);
		break;
	case PLOT_BARS:
		buffer_print(b, "using 1:2:(0.8) with boxes fs solid 0.7 noborder lc %zu ", colour);
		break;
	case PLOT_BAND:
		buffer_print(b,
			     "using 1:3:4 with filledcurves fs transparent solid 0.25 noborder "
			     "lc %zu ",
			     colour);
		break;
	case PLOT_MARK:
		buffer_print(b, "using 1:2 with points pt 7 ps 1.6 lc %zu ", colour);
		break;
	}
}

static void write_curves(struct buffer *b, const struct plot *p)
{
	for (size_t i = 0; i < p->curves; i++) {
		const struct plot_curve *c = &p->curve[i];
		buffer_print(b, "%s $curve%zu ", i > 0 ? ",\\\n" : "plot", i);
		write_style(b, c);
		if (c->title == NULL) {
			buffer_print(b, "notitle");
			continue;
		}
		buffer_print(b, "title ");
		quoted(b, c->title);
	}
	buffer_print(b, "\n");
}

/* gnuplot ends with an error if there is no point at all: then there is a frame that says so. */
static void write_plot(struct buffer *b, const struct plot *p, const char *key)
{
	write_axes(b, p, key);
	if (has_points(p)) {
		write_data(b, p);
		write_curves(b, p);
	} else {
		buffer_print(b, "unset logscale\n"
				"unset tics\n"
				"set label 1 'no values' at graph 0.5,0.5 center\n"
				"plot [1:10] [1:10] NaN notitle\n"
				"unset label 1\n"
				"set tics\n");
	}
	b->failed = b->failed || p->failed;
}

static bool is_gap(const struct plot *p)
{
	return p->title.length == 0 && p->curves == 0;
}

void plot_commands(struct buffer *b, const struct plot *p, size_t rows, size_t columns,
		   enum plot_kind kind)
{
	size_t count = rows * columns;
	struct extent size = panel_size(p, count);
	if (count == 1) {
		size_t scale = kind == PLOT_PNG ? 4 : 3;
		write_terminal(b, kind,
			       (struct extent){ size.width * scale / 3, size.height * scale / 3 });
		write_plot(b, p, "outside right top Left reverse");
		return;
	}
	write_terminal(b, kind, (struct extent){ size.width * columns, size.height * rows });
	buffer_print(b, "set multiplot layout %zu,%zu\n", rows, columns);
	for (size_t i = 0; i < count; i++)
		if (is_gap(&p[i]))
			buffer_print(b, "set multiplot next\n");
		else
			write_plot(b, &p[i], "below height 1");
	buffer_print(b, "unset multiplot\n");
}
