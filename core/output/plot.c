/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/output.h"
#include "core/base/system.h"
#include "core/output/plot.h"
#include "core/output/svg.h"

enum plot_kind { PLOT_UNKNOWN, PLOT_SVG, PLOT_PNG, PLOT_PDF };

static enum plot_kind kind_of_plot(const char *path)
{
	static const char *const end[] = {
		[PLOT_SVG] = ".svg", [PLOT_PNG] = ".png", [PLOT_PDF] = ".pdf"
	};
	size_t length = strlen(path);
	for (enum plot_kind k = PLOT_SVG; k <= PLOT_PDF; k++)
		if (length > 4 && strcmp(path + length - 4, end[k]) == 0)
			return k;
	return strncmp(path, "/dev/fd/", 8) == 0 ? PLOT_SVG : PLOT_UNKNOWN;
}

/* ---- PNG and PDF ---- */

static int needs(const char *what, struct err *e)
{
	return err_io(e, "a picture in PNG or PDF needs %s; SVG needs nothing: --plot=NAME.svg",
		      what);
}

/*
 * By the program rsvg-convert, which writes to a pipe: no file name is part of a command, and a
 * full disk is seen here.
 */
static int convert(const struct buffer *svg, enum plot_kind kind, struct buffer *drawn,
		   struct err *e)
{
	const bool pdf = kind == PLOT_PDF;
	char program[] = "rsvg-convert", to_pdf[] = "--format=pdf", to_png[] = "--format=png";
	char once[] = "--zoom=1", twice[] = "--zoom=2"; /* sharp on paper and on fine screens */
	char *const argv[] = { program, pdf ? to_pdf : to_png, pdf ? once : twice, NULL };
	struct shown said;
	switch (system_run(argv, svg, drawn, &said)) {
	case RUN_DONE:
		if (drawn->failed)
			return err_memory(e);
		return drawn->length > 0 ? 0 : err_io(e, "rsvg-convert drew nothing");
	case RUN_FAILED:
		return err_io(e, "rsvg-convert failed: %s", said.text);
	case RUN_MISSING:
		return needs("the program rsvg-convert, which is not installed (Debian's package "
			     "is librsvg2-bin)",
			     e);
	case RUN_IMPOSSIBLE:
		return needs("the program rsvg-convert, which cannot run here", e);
	case RUN_NO_FILE:
		return err_io(e, "a temporary file cannot be written: %s", strerror(errno));
	case RUN_NO_START:
		return err_io(e, "rsvg-convert cannot be run: %s", strerror(errno));
	default:
		return err_io(e, "rsvg-convert: %s", strerror(errno));
	}
}

/*
 * Without a font rsvg-convert succeeds, and draws the same box for every letter, or nothing at all:
 * then two letters look alike.
 */
static int check_letters(struct err *e)
{
	struct buffer svg[2] = { 0 }, drawn[2] = { 0 };
	int result = 0;
	for (int i = 0; i < 2 && result == 0; i++) {
		buffer_print(&svg[i],
			     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"20\">"
			     "<text y=\"15\">%c</text></svg>\n",
			     "AB"[i]);
		result = svg[i].failed ? err_memory(e) : convert(&svg[i], PLOT_PNG, &drawn[i], e);
	}
	if (result == 0 && drawn[0].length == drawn[1].length &&
	    memcmp(drawn[0].text, drawn[1].text, drawn[0].length) == 0)
		result = needs("fonts, and rsvg-convert finds none with Latin letters (Debian's "
			       "package is fonts-liberation)",
			       e);
	for (int i = 0; i < 2; i++) {
		buffer_release(&svg[i]);
		buffer_release(&drawn[i]);
	}
	return result;
}

int plot_check(const char *path, struct err *e)
{
	if (path == NULL)
		return 0;
	if (kind_of_plot(path) == PLOT_UNKNOWN)
		return err_usage(e, "--plot=%.800s: the name must end in .svg, .png or .pdf", path);
	static const char *const pictures[] = { "<?xml", "<svg", "\x89PNG", "%PDF", NULL };
	if (new_file_check(path, pictures, "--plot", "a picture",
			   "give another name, or remove it first", e) < 0)
		return -1;
	return kind_of_plot(path) == PLOT_SVG ? 0 : check_letters(e);
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

int picture_write(struct picture *x, const char *path, struct err *lost, struct err *e)
{
	const enum plot_kind kind = path != NULL ? kind_of_plot(path) : PLOT_UNKNOWN;
	struct buffer svg = { 0 }, drawn = { 0 };
	int result = 0;
	if (kind != PLOT_UNKNOWN)
		svg_picture(&svg, x->plot, x->rows, x->columns, true);
	if (svg.failed)
		result = err_memory(e);
	else if (kind == PLOT_SVG)
		new_file_write(path, &svg, "the plot", lost);
	else if (kind != PLOT_UNKNOWN && convert(&svg, kind, &drawn, lost) == 0)
		new_file_write(path, &drawn, "the plot", lost);
	buffer_release(&svg);
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
