/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "core/base/new_file.h"
#include "core/output/gnuplot.h"
#include "core/output/plot.h"
#include "core/output/plot_commands.h"

int plot_check(const char *path, struct err *e)
{
	if (path == NULL)
		return 0;
	if (plot_kind_of(path) == PLOT_UNKNOWN)
		return err_usage(e, "--plot=%.800s: the name must end in .svg, .png or .pdf", path);
	static const char *const pictures[] = { "<?xml", "<svg", "\x89PNG", "%PDF", NULL };
	if (new_file_check(path, pictures, "--plot", "a picture",
			   "give another name, or remove it first", e) < 0)
		return -1;
	struct buffer nothing = { 0 }, picture = { 0 };
	int result = gnuplot_draw(&nothing, &picture, e);
	buffer_release(&picture);
	return result;
}

/* gnuplot writes a group for each change of the pen. Empty ones are a quarter of the text. */
static void drop_empty_groups(struct buffer *svg)
{
	size_t to = 0, from = 0;
	svg->text[svg->length] = '\0'; /* there is room for it */
	while (from < svg->length) {
		const char *at = svg->text + from;
		const char *end = strncmp(at, "<g ", 3) == 0 ? strchr(at, '>') : NULL;
		const char *next = end != NULL ? end + 1 + strspn(end + 1, " \t\n") : NULL;
		if (next != NULL && strncmp(next, "</g>\n", 5) == 0)
			from += (size_t)(next - at) + 5;
		else
			svg->text[to++] = svg->text[from++];
	}
	svg->length = to;
}

static int draw(const struct plot *p, size_t rows, size_t columns, enum plot_kind kind,
		struct buffer *drawn, struct err *e)
{
	struct buffer commands = { 0 };
	plot_commands(&commands, p, rows, columns, kind);
	int result = commands.failed ? err_memory(e) : gnuplot_draw(&commands, drawn, e);
	if (result == 0 && drawn->length == 0)
		result = err_io(e, "gnuplot drew nothing");
	if (result == 0 && kind == PLOT_SVG)
		drop_empty_groups(drawn);
	buffer_release(&commands);
	return result;
}

int plot_svg(const struct plot *p, struct buffer *svg, struct err *e)
{
	return draw(p, 1, 1, PLOT_SVG, svg, e);
}

/* ---- pictures ---- */

int picture_init(struct picture *x, size_t rows, size_t columns, struct err *e)
{
	*x = (struct picture){ calloc(rows * columns, sizeof *x->plot), rows, columns };
	return x->plot != NULL ? 0 : err_memory(e);
}

int picture_init_plots(struct picture *x, size_t plots, struct err *e)
{
	size_t columns = plots <= 1 ? 1 : plots <= 4 ? 2 : 3;
	return picture_init(x, plots > 0 ? (plots + columns - 1) / columns : 1, columns, e);
}

void picture_release(struct picture *x)
{
	for (size_t i = 0; x->plot != NULL && i < x->rows * x->columns; i++)
		plot_release(&x->plot[i]);
	free(x->plot);
	*x = (struct picture){ 0 };
}

static int write_picture(const struct picture *x, const char *path, struct err *e)
{
	struct buffer drawn = { 0 };
	int result = draw(x->plot, x->rows, x->columns, plot_kind_of(path), &drawn, e);
	if (result == 0)
		result = new_file_write(path, &drawn, "the plot", e);
	buffer_release(&drawn);
	return result;
}

int picture_finish(struct picture *x, const char *path, struct buffer *text, int result,
		   const struct output *out, struct err *e)
{
	if (result == 0 && text->failed)
		result = err_memory(e);
	if (result == 0 && path != NULL)
		result = write_picture(x, path, e);
	picture_release(x);
	return output_finish(out, text, result, e);
}
