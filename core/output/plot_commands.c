/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <math.h>

#include "core/output/plot_axes.h"
#include "core/output/plot_commands.h"

/* Heights in pixels: of a row, of what is above and below all rows, of a line of text. */
enum { ROW = 20, FRAME = 90, LINE = 22 };

enum { COLUMNS_MAX = 60 }; /* of more names below, not every one is written */

/*
 * A text in double quotes, where gnuplot knows octal escapes. Only letters, blanks and bytes of
 * UTF-8 stand there as they are, so that no name can mean anything to gnuplot; digits do not,
 * because an escape would swallow those behind it. `format`: gnuplot takes the text for a format of
 * printf, as it does with names on an axis.
 */
static void quoted(struct buffer *b, const char *text, bool format)
{
	buffer_print(b, "\"");
	for (; *text != '\0'; text++) {
		unsigned char c = (unsigned char)*text;
		if (isalpha(c) || c == ' ' || c >= 0x80)
			buffer_print(b, "%c", c);
		else if (c == '%' && format)
			buffer_print(b, "\\045\\045");
		else if (c == '\n')
			buffer_print(b, "\\n");
		else if (c > ' ')
			buffer_print(b, "\\%03o", c);
	}
	buffer_print(b, "\"");
}

static void set_text(struct buffer *b, const char *what, const struct buffer *text)
{
	buffer_print(b, "set %s ", what);
	quoted(b, text->length > 0 ? text->text : "", false);
	buffer_print(b, "\n");
	b->failed = b->failed || text->failed;
}

/* ---- the page ---- */

/* In pixels of a screen. */
struct extent {
	size_t width, height;
};

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

static size_t lines_of(const struct buffer *text)
{
	size_t lines = text->length > 0;
	for (size_t i = 0; i < text->length; i++)
		lines += text->text[i] == '\n';
	return lines;
}

/* All plots of a picture are as large as the one that needs the most room. */
static struct extent panel_size(const struct plot *p, size_t rows, size_t columns)
{
	const size_t count = rows * columns, others = count > 1 ? 340 : 556;
	struct extent size = { columns > 1 ? 450 : 900, 0 };
	for (size_t i = 0; i < count; i++) {
		size_t own = plot_has_rows(&p[i]) ? ROW * p[i].names + FRAME : others;
		own += LINE * (lines_of(&p[i].title) + lines_of(&p[i].x_label));
		if (count > 1) /* the legend is below, two entries a line */
			own += LINE * (plot_titles(&p[i]) + 1) / 2;
		size.height = larger(size.height, own);
		if (plot_has_rows(&p[i]))
			size.width = larger(size.width, 500);
	}
	return size;
}

static void write_terminal(struct buffer *b, enum plot_kind kind, struct extent size)
{
	if (kind == PLOT_PDF) /* in inches */
		buffer_print(b,
			     "set terminal pdfcairo size %.2f,%.2f font 'sans,10' fontscale 1 "
			     "noenhanced\n",
			     (double)size.width / 96, (double)size.height / 96);
	else
		buffer_print(
			b,
			"if (strstrt(GPVAL_TERMINALS, 'pngcairo') > 0) {\n"
			"set terminal pngcairo size %zu,%zu font 'sans,14' fontscale 2 linewidth 2 pointscale 2 noenhanced\n"
			"} else {\n"
			"set terminal png size %zu,%zu noenhanced\n"
			"}\n",
			size.width, size.height, size.width, size.height);
	buffer_print(b, "set colorsequence podo\n");
}

/* ---- axes ---- */

static void write_axis(struct buffer *b, char axis, const struct plot_axis *a)
{
	buffer_print(b, "%sset logscale %c\n", a->log ? "" : "un", axis);
	buffer_print(b, "set %crange [%.10g:%.10g]\nset %ctics norotate scale 1 (", axis, a->low,
		     a->high, axis);
	for (size_t i = 0; i < a->ticks; i++)
		buffer_print(b, "%s%.10g", i > 0 ? "," : "", a->tick[i]);
	buffer_print(b, ")\n");
}

/* Names instead of numbers: `place` is x or y, or y2 for the marks. */
static void write_names(struct buffer *b, const struct plot *p, const char *place, bool marks)
{
	bool any = false;
	size_t every = p->names_below ? 1 + p->names / COLUMNS_MAX : 1;
	buffer_print(b, "set %stics (", place);
	for (size_t i = 0; i < p->names; i += every) {
		const char *text = marks ? p->name[i].mark : p->name[i].name;
		if (text == NULL || text[0] == '\0')
			continue;
		buffer_print(b, any ? "," : "");
		quoted(b, text, true);
		buffer_print(b, " %zu", i);
		any = true;
	}
	buffer_print(b, ")\n");
}

static void write_rows(struct buffer *b, const struct plot *p, const struct plot_axis *y)
{
	bool marks = false;
	for (size_t i = 0; i < p->names; i++)
		marks = marks || p->name[i].mark != NULL;
	if (p->names_below) {
		buffer_print(b, "set xtics rotate scale 0\n");
		write_names(b, p, "x", false);
		return;
	}
	write_names(b, p, "y", false);
	if (!marks)
		return;
	buffer_print(b, "set y2range [%.10g:%.10g]\n", y->low, y->high);
	write_names(b, p, "y2", true);
}

static void write_axes(struct buffer *b, const struct plot *p, const char *key)
{
	struct plot_axis x, y;
	plot_axes(p, &x, &y);
	set_text(b, "title", &p->title);
	set_text(b, "xlabel", &p->x_label);
	set_text(b, "ylabel", &p->y_label);
	if (plot_titles(p) > 0)
		buffer_print(b, "set key %s\n", key);
	else
		buffer_print(b, "unset key\n");
	buffer_print(
		b,
		"set grid %sxtics ytics lt 1 lw 0.7 lc rgb 'gray75'\nset datafile missing '?'\n"
		"unset y2tics\n",
		p->names_below ? "no" : "");
	write_axis(b, 'x', &x);
	write_axis(b, 'y', &y);
	if (p->names > 0)
		write_rows(b, p, &y);
}

/* ---- points ---- */

static bool is_bounded(const struct plot_point *at)
{
	return isfinite(at->low) || isfinite(at->high);
}

/* A missing end is drawn at the point itself. */
static double end_or(double end, double point)
{
	return isfinite(end) ? end : point;
}

/* A point, and its interval if it has one. */
static void write_point(struct buffer *b, const struct plot_curve *c, const struct plot_point *at)
{
	double middle = c->style == PLOT_INTERVALS ? at->x : at->y;
	buffer_print(b, "%.10g %.10g", at->x, at->y);
	if (is_bounded(at))
		buffer_print(b, " %.10g %.10g\n", end_or(at->low, middle),
			     end_or(at->high, middle));
	else
		buffer_print(b, " ? ?\n");
}

static void write_data(struct buffer *b, const struct plot *p)
{
	for (size_t i = 0; i < p->curves; i++) {
		const struct plot_curve *c = &p->curve[i];
		buffer_print(b, "$curve%zu << END\n", i);
		for (size_t k = 0; k < c->count; k++)
			if (plot_is_visible(p, c->point[k].x, c->point[k].y))
				write_point(b, c, &c->point[k]);
			else
				buffer_print(b, "\n");
		buffer_print(b, "END\n");
	}
}

static bool has_intervals(const struct plot_curve *c)
{
	for (size_t i = 0; i < c->count; i++)
		if (is_bounded(&c->point[i]))
			return true;
	return false;
}

static void write_style(struct buffer *b, const struct plot_curve *c)
{
	size_t colour = c->colour + 1, shape = c->colour % 13 + 4;
	switch (c->style) {
	case PLOT_CURVE:
		buffer_print(b, "using 1:2 with linespoints lw 2 dt %d pt %zu ps 0.8 lc %zu ",
			     c->dashed ? 2 : 1, shape, colour);
		break;
	case PLOT_LINE:
		buffer_print(b, "using 1:2 with lines lw 2 dt %d lc %zu ", c->dashed ? 2 : 1,
			     colour);
		break;
	case PLOT_PALE:
		buffer_print(b, "using 1:2 with lines lw 2 dt %d lc rgb 'gray60' ",
			     c->dashed ? 3 : 2);
		break;
	case PLOT_FAINT:
		buffer_print(b, "using 1:2 with lines lw 1 dt 1 lc rgb 'gray80' ");
		break;
	case PLOT_INTERVALS:
	case PLOT_POINTS:
		buffer_print(b, "using 1:2 with points pt 7 ps 1 lc %zu ", colour);
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
		buffer_print(b, "using 1:2 with points pt 12 ps 1.3 lw 2 lc %zu ", colour);
		break;
	case PLOT_DOTS:
		buffer_print(b, "using 1:2 with points pt 6 ps 0.5 lc %zu ", colour);
		break;
	case PLOT_IMPULSES:
		buffer_print(b, "using 1:2 with impulses lw 3 lc %zu ", colour);
		break;
	case PLOT_BOX:
		buffer_print(b,
			     "using (%.10g):2:(0.6) with boxplot fs solid 0.3 border -1 pt 6 "
			     "ps 0.4 lc %zu ",
			     c->count > 0 ? c->point[0].x : 0, colour);
		break;
	}
}

/* The intervals of a curve: of y, or by row of x. */
static void write_intervals(struct buffer *b, const struct plot_curve *c, size_t number)
{
	bool rows = c->style == PLOT_INTERVALS;
	if (!(rows || c->style == PLOT_CURVE || c->style == PLOT_POINTS) || !has_intervals(c))
		return;
	buffer_print(b,
		     ",\\\n $curve%zu using %s with vectors heads size screen 0.005,90 lw 2 "
		     "lc %zu notitle",
		     number, rows ? "3:2:($4-$3):(0)" : "1:3:(0):($4-$3)", c->colour + 1);
}

static void write_curves(struct buffer *b, const struct plot *p)
{
	for (size_t i = 0; i < p->curves; i++) {
		const struct plot_curve *c = &p->curve[i];
		buffer_print(b, "%s $curve%zu ", i > 0 ? ",\\\n" : "plot", i);
		write_style(b, c);
		buffer_print(b, c->title != NULL ? "title " : "notitle");
		if (c->title != NULL)
			quoted(b, c->title, false);
		write_intervals(b, c, i);
	}
	buffer_print(b, "\n");
}

/* gnuplot fails if there is no point at all: then an empty frame says "no values". */
static void write_plot(struct buffer *b, const struct plot *p, const char *key)
{
	struct plot_axis x, y;
	write_axes(b, p, key);
	if (plot_axes(p, &x, &y)) {
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

void plot_commands(struct buffer *b, const struct plot *p, size_t rows, size_t columns,
		   enum plot_kind kind)
{
	size_t count = rows * columns;
	struct extent size = panel_size(p, rows, columns);
	size_t scale = kind == PLOT_PNG ? 2 : 1; /* sharp on paper and on fine screens */
	write_terminal(b, kind,
		       (struct extent){ size.width * columns * scale, size.height * rows * scale });
	if (count == 1) {
		write_plot(b, p, "outside right top Left reverse");
		return;
	}
	const char *key = kind == PLOT_PDF ? "below maxcols 2 samplen 2 height 1 font ',9'"
					   : "below maxcols 2 samplen 2 height 1 font ',12'";
	buffer_print(b, "set multiplot layout %zu,%zu\n", rows, columns);
	for (size_t i = 0; i < count; i++)
		if (plot_is_gap(&p[i]))
			buffer_print(b, "set multiplot next\n");
		else
			write_plot(b, &p[i], key);
	buffer_print(b, "unset multiplot\n");
}
