/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/commands/plan/curves.h"

static const void *line_at(const struct records *r, size_t i)
{
	return r->line + i * r->size;
}

static const struct curve_point *point_of(const struct curves *c, const struct records *r, size_t i)
{
	return (const void *)((const char *)line_at(r, i) + c->point);
}

static const char *text_of(const struct curve_key *k, const void *line)
{
	const char *text = *(const char *const *)(const void *)((const char *)line + k->at);
	return text != NULL ? text : "";
}

static bool same_value(const struct curve_key *k, const void *a, const void *b)
{
	if (k->text)
		return strcmp(text_of(k, a), text_of(k, b)) == 0;
	double x = record_real(a, k->at), y = record_real(b, k->at);
	return x == y || (isnan(x) && isnan(y));
}

static bool same_curve(const struct curves *c, const struct records *r, size_t a, size_t b)
{
	for (const struct curve_key *k = c->key; k->form != NULL; k++)
		if (k != c->axis && !same_value(k, line_at(r, a), line_at(r, b)))
			return false;
	return true;
}

static bool varies(const struct curve_key *k, const struct records *r)
{
	for (size_t i = 1; i < r->count; i++)
		if (!same_value(k, line_at(r, 0), line_at(r, i)))
			return true;
	return false;
}

static void print_key(const struct curve_key *k, const void *line, struct buffer *b)
{
	if (!k->text)
		buffer_print(b, k->form, record_real(line, k->at));
	else if (*text_of(k, line) != '\0')
		buffer_print(b, k->form, text_of(k, line));
}

/* The things in which curves differ. */
static void name_curve(const struct curves *c, const struct records *r, size_t line,
		       struct buffer *b)
{
	for (const struct curve_key *k = c->key; k->form != NULL; k++)
		if (k != c->axis && varies(k, r))
			print_key(k, line_at(r, line), b);
	if (b->length == 0)
		print_key(c->usual, line_at(r, line), b);
}

static int by_place(const void *a, const void *b)
{
	const struct curve_point *x = a, *y = b;
	return (x->x > y->x) - (x->x < y->x);
}

/* The points of the curve that begins with a line, from left to right; those without a place are
 * left out. */
static size_t gather(const struct curves *c, const struct records *r, size_t first,
		     struct curve_point *out)
{
	size_t count = 0;
	for (size_t i = first; i < r->count; i++)
		if (same_curve(c, r, first, i) && !isnan(point_of(c, r, i)->x) &&
		    !isnan(point_of(c, r, i)->y))
			out[count++] = *point_of(c, r, i);
	qsort(out, count, sizeof *out, by_place);
	return count;
}

static void add_curve(const struct curves *c, const struct records *r, size_t first,
		      struct curve_point *point, size_t colour, struct plot *p)
{
	struct buffer name = { 0 };
	size_t count = gather(c, r, first, point);
	name_curve(c, r, first, &name);
	if (!isnan(point[0].pale)) {
		plot_curve(p, PLOT_PALE, colour == 0 ? c->pale : NULL, colour);
		for (size_t i = 0; i < count; i++)
			plot_point(p, point[i].x, point[i].pale);
	}
	plot_curve(p, PLOT_CURVE, name.length > 2 ? name.text + 2 : "", colour);
	for (size_t i = 0; i < count; i++)
		if (!point[i].marked)
			plot_point(p, point[i].x, point[i].y);
	for (size_t i = 0; i < count; i++)
		if (point[i].marked) {
			plot_curve(p, PLOT_MARK, colour == 0 ? c->marked : NULL, colour);
			plot_point(p, point[i].x, point[i].y);
		}
	p->failed = p->failed || name.failed;
	buffer_release(&name);
}

int plan_curves(const struct curves *c, const struct records *lines, struct picture *out,
		struct err *e)
{
	struct curve_point *point = calloc(lines->count + 1, sizeof *point);
	size_t longest = 0, colour = 0;
	if (point == NULL || picture_init(out, 1, 1, e) < 0) {
		free(point);
		return err_memory(e);
	}
	struct plot *p = out->plot;
	buffer_print(&p->title, "%s", c->title);
	buffer_print(&p->x_label, "%s", c->label[0]);
	buffer_print(&p->y_label, "%s", c->label[1]);
	p->from_zero = true;
	p->log_x = c->log_x;
	p->log_y = c->log_y;
	for (size_t i = 0; i < lines->count; i++) {
		bool begins = true;
		for (size_t k = 0; k < i && begins; k++)
			begins = !same_curve(c, lines, k, i);
		size_t count = begins ? gather(c, lines, i, point) : 0;
		longest = count > longest ? count : longest;
		if (count > 0)
			add_curve(c, lines, i, point, colour++, p);
	}
	free(point);
	if (longest > 1)
		return 0;
	return err_usage(e, "--plot: nothing to draw a curve of; %s",
			 longest > 0 ? "ask for several values of one option"
				     : "no number is enough");
}
