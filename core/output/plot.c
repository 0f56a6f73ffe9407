/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "core/base/new_file.h"
#include "core/output/gnuplot.h"
#include "core/output/plot.h"
#include "core/output/plot_commands.h"
#include "core/output/svg.h"

static enum plot_kind kind_of(const char *path)
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

int plot_check(const char *path, struct err *e)
{
	if (path == NULL)
		return 0;
	if (kind_of(path) == PLOT_UNKNOWN)
		return err_usage(e, "--plot=%.800s: the name must end in .svg, .png or .pdf", path);
	static const char *const pictures[] = { "<?xml", "<svg", "\x89PNG", "%PDF", NULL };
	if (new_file_check(path, pictures, "--plot", "a picture",
			   "give another name, or remove it first", e) < 0)
		return -1;
	if (kind_of(path) == PLOT_SVG)
		return 0;
	struct buffer nothing = { 0 }, picture = { 0 };
	int result = gnuplot_draw(&nothing, &picture, e);
	buffer_release(&picture);
	return result;
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

static int run_gnuplot(const struct picture *x, enum plot_kind kind, struct buffer *drawn,
		       struct err *e)
{
	struct buffer commands = { 0 };
	plot_commands(&commands, x->plot, x->rows, x->columns, kind);
	int result = commands.failed ? err_memory(e) : gnuplot_draw(&commands, drawn, e);
	if (result == 0 && drawn->length == 0)
		result = err_io(e, "gnuplot drew nothing");
	buffer_release(&commands);
	return result;
}

int picture_write(struct picture *x, const char *path, struct err *lost, struct err *e)
{
	const enum plot_kind kind = path != NULL ? kind_of(path) : PLOT_UNKNOWN;
	struct buffer drawn = { 0 };
	int result = 0;
	if (kind == PLOT_SVG)
		svg_picture(&drawn, x->plot, x->rows, x->columns, true);
	if (drawn.failed)
		result = err_memory(e);
	else if (kind == PLOT_SVG ||
		 (kind != PLOT_UNKNOWN && run_gnuplot(x, kind, &drawn, lost) == 0))
		new_file_write(path, &drawn, "the plot", lost);
	buffer_release(&drawn);
	picture_release(x);
	return result;
}

int picture_status(int result, const struct err *lost, struct err *e)
{
	if (result < 0 || lost->status == STATUS_OK)
		return result;
	*e = *lost;
	return -1;
}

int picture_finish(struct picture *x, const char *path, struct buffer *text, int result,
		   const struct output *out, struct err *e)
{
	struct err lost = { 0 };
	if (result == 0 && text->failed)
		result = err_memory(e);
	if (result == 0)
		result = picture_write(x, path, &lost, e);
	picture_release(x);
	return picture_status(output_finish(out, text, result, e), &lost, e);
}
