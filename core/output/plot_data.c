/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"
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
