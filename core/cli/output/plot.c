/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/cli/output/gnuplot.h"
#include "core/cli/output/plot.h"
#include "core/cli/output/plot_commands.h"

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

/* The list with room for one more; as it was if memory runs out. */
static void *grown(struct plot *p, void *list, size_t count, size_t *room, size_t size)
{
	if (p->failed || count < *room)
		return list;
	size_t more = 2 * *room + 8;
	void *larger = realloc(list, more * size);
	if (larger == NULL) {
		p->failed = true;
		return list;
	}
	*room = more;
	return larger;
}

static char *copy(struct plot *p, const char *text)
{
	char *own = text != NULL ? strdup(text) : NULL;
	p->failed = p->failed || (text != NULL && own == NULL);
	return own;
}

void plot_curve(struct plot *p, const char *title, size_t colour, bool pale)
{
	p->curve = grown(p, p->curve, p->curves, &p->room, sizeof *p->curve);
	if (p->failed)
		return;
	p->curve[p->curves++] =
		(struct plot_curve){ .title = copy(p, title), .colour = colour, .pale = pale };
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
	c->point = grown(p, c->point, c->count, &c->room, sizeof *c->point);
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

void plot_style(struct plot *p, enum plot_style style)
{
	if (last(p) != NULL)
		last(p)->style = style;
}

void plot_name(struct plot *p, const char *name, const char *mark)
{
	p->name = grown(p, p->name, p->names, &p->name_room, sizeof *p->name);
	if (!p->failed)
		p->name[p->names++] = (struct plot_name){ copy(p, name), copy(p, mark) };
}

/* ---- what becomes of it ---- */

bool plot_available(void)
{
	struct buffer nothing = { 0 }, picture = { 0 };
	struct err ignored = { 0 };
	int result = gnuplot_draw(&nothing, &picture, &ignored);
	buffer_release(&picture);
	return result == 0;
}

int plot_check(const char *path, struct err *e)
{
	if (plot_kind_of(path) == PLOT_UNKNOWN)
		return err_usage(e, "--plot=%.800s: the name must end in .svg, .png or .pdf", path);
	struct buffer nothing = { 0 }, picture = { 0 };
	int result = gnuplot_draw(&nothing, &picture, e);
	buffer_release(&picture);
	return result;
}

static int draw(const struct plot *p, size_t rows, size_t columns, enum plot_kind kind,
		struct buffer *picture, struct err *e)
{
	struct buffer commands = { 0 };
	plot_commands(&commands, p, rows, columns, kind);
	int result = commands.failed ? err_memory(e) : gnuplot_draw(&commands, picture, e);
	if (result == 0 && picture->length == 0)
		result = err_io(e, "gnuplot drew nothing");
	buffer_release(&commands);
	return result;
}

int plot_svg(const struct plot *p, size_t rows, size_t columns, struct buffer *svg, struct err *e)
{
	return draw(p, rows, columns, PLOT_SVG, svg, e);
}

int plot_write_grid(const struct plot *p, size_t rows, size_t columns, const char *path,
		    struct err *e)
{
	struct buffer picture = { 0 };
	int result = draw(p, rows, columns, plot_kind_of(path), &picture, e);
	if (result == 0)
		result = gnuplot_write(&picture, path, e);
	buffer_release(&picture);
	return result;
}

int plot_write(const struct plot *p, const char *path, struct err *e)
{
	return plot_write_grid(p, 1, 1, path, e);
}

/* ---- pictures ---- */

int picture_init(struct picture *x, size_t plots, struct err *e)
{
	x->columns = plots <= 1 ? 1 : plots <= 4 ? 2 : 3;
	x->rows = plots > 0 ? (plots + x->columns - 1) / x->columns : 1;
	x->plot = calloc(x->rows * x->columns, sizeof *x->plot);
	return x->plot != NULL ? 0 : err_memory(e);
}

void picture_release(struct picture *x)
{
	for (size_t i = 0; x->plot != NULL && i < x->rows * x->columns; i++)
		plot_release(&x->plot[i]);
	free(x->plot);
	*x = (struct picture){ 0 };
}

int picture_write(const struct picture *x, const char *path, struct err *e)
{
	return plot_write_grid(x->plot, x->rows, x->columns, path, e);
}
