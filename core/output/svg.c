/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/buffer.h"
#include "core/output/svg.h"

/* In pixels: the size of letters, the height of a line of text and of a row, space at the sides,
 * for the sample of a curve, and above the legend. */
enum { LETTER = 13, LINE = 18, ROW = 21, SIDE = 12, SAMPLE = 32, GAP = 6 };

/* What is around the frame of a plot. */
struct margins {
	double left, right, top, bottom;
	double names;  /* of names below: how high they are */
	size_t every;  /* the first of so many names is written */
	size_t legend; /* lines of the legend */
};

/* ---- text ---- */

/* About how wide a text is, in pixels: no font is known here, so that this errs to the wide side.
 */
static double text_width(const char *text)
{
	double em = 0;
	for (; *text != '\0'; text++)
		if (((unsigned char)*text & 0xc0) == 0x80)
			continue; /* inside a character */
		else if (strchr("iIjlt.,:;'|!()[] ", *text) != NULL)
			em += 0.34;
		else
			em += strchr("mwMW@%", *text) != NULL ? 0.9 : 0.62;
	return LETTER * em;
}

/* Bytes of the text that have room, at whole characters. */
static size_t fitting(const char *text, double width)
{
	size_t length = strlen(text);
	char part[512];
	if (text_width(text) <= width)
		return length;
	length = length < sizeof part - 1 ? length : sizeof part - 1;
	memcpy(part, text, length);
	do {
		do
			length--;
		while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80);
		part[length] = '\0';
	} while (length > 0 && text_width(part) + LETTER > width);
	return length;
}

/* A text that is cut to a width; all of it is then in a title, which browsers show. */
static void add_text(struct buffer *b, const char *text, double width)
{
	size_t fits = fitting(text, width);
	if (text[fits] == '\0') {
		escape_html(b, text);
		return;
	}
	char part[512];
	memcpy(part, text, fits);
	part[fits] = '\0';
	escape_html(b, part);
	buffer_print(b, "\xe2\x80\xa6<title>"); /* three dots */
	escape_html(b, text);
	buffer_print(b, "</title>");
}

static void place_text(struct buffer *b, double x, double y, const char *anchor, const char *more,
		       const char *text, double width)
{
	buffer_print(b, "<text x=\"%.2f\" y=\"%.2f\" text-anchor=\"%s\"%s>", x, y, anchor, more);
	add_text(b, text, width);
	buffer_print(b, "</text>\n");
}

/* The lines of a text, one below the other, around x. */
static void place_lines(struct buffer *b, const struct buffer *text, double x, double y,
			double width, bool bold)
{
	const char *at = text->length > 0 ? text->text : "";
	b->failed = b->failed || text->failed;
	while (*at != '\0') {
		char line[1024];
		size_t length = strcspn(at, "\n");
		snprintf(line, sizeof line, "%.*s", (int)length, at);
		place_text(b, x, y, "middle", bold ? " font-weight=\"600\"" : "", line, width);
		bold = false; /* only the first */
		y += LINE;
		at += length + (at[length] == '\n');
	}
}

static size_t count_lines(const struct buffer *text)
{
	size_t lines = text->length > 0;
	for (size_t i = 0; i < text->length; i++)
		lines += text->text[i] == '\n';
	return lines;
}

/* ---- room ---- */

static double ticks_width(const struct plot_axis *a)
{
	double width = 0;
	char text[32];
	for (size_t i = 0; i < a->ticks; i++) {
		snprintf(text, sizeof text, "%.10g", a->tick[i]);
		width = fmax(width, text_width(text));
	}
	return width;
}

static double names_width(const struct plot *p, bool marks)
{
	double width = 0;
	for (size_t i = 0; i < p->names; i++) {
		const char *text = marks ? p->name[i].mark : p->name[i].name;
		if (text != NULL)
			width = fmax(width, text_width(text));
	}
	return width;
}

/* Lines of the legend, and where the next entry goes. */
struct flow {
	double x, width;
	size_t lines;
};

static double flow_next(struct flow *f, const char *title)
{
	double wide = fmin(SAMPLE + text_width(title) + SIDE, f->width);
	if (f->lines == 0 || f->x + wide > f->width) {
		f->lines++;
		f->x = 0;
	}
	double at = f->x;
	f->x += wide;
	return at;
}

static size_t legend_lines(const struct plot *p, double width)
{
	struct flow f = { 0, width - 2 * SIDE, 0 };
	for (size_t i = 0; i < p->curves; i++)
		if (p->curve[i].title != NULL)
			flow_next(&f, p->curve[i].title);
	return f.lines;
}

static struct margins margins_of(const struct plot *p, double width)
{
	struct plot_axis x, y;
	struct margins m = { .every = 1, .legend = legend_lines(p, width) };
	plot_axes(p, &x, &y);
	double beside =
		plot_has_rows(p) ? fmin(names_width(p, false), 0.42 * width) : ticks_width(&y);
	m.left = SIDE + beside + 10 + (p->y_label.length > 0 ? LINE : 0);
	m.right = SIDE + 8 + (plot_has_rows(p) ? fmin(names_width(p, true), 0.25 * width) : 0);
	m.top = SIDE + LINE * (double)count_lines(&p->title);
	m.names = LINE;
	if (p->names_below) {
		double room = (width - m.left - m.right) / (double)(p->names > 0 ? p->names : 1);
		double longest = names_width(p, false);
		if (longest + 4 > room) { /* upright */
			m.names = fmin(longest, 120) + 8;
			m.every = (size_t)ceil((LETTER + 1) / room);
		}
	}
	m.bottom = m.names + LINE * (double)(count_lines(&p->x_label) + m.legend) + SIDE +
		   (m.legend > 0 ? GAP : 0);
	return m;
}

static double frame_height(const struct plot *p, bool alone)
{
	return plot_has_rows(p) ? ROW * (double)p->names : alone ? 320 : 230;
}

/* ---- the frame ---- */

/* Thin lines across the frame at the numbers and rows, and the frame itself. */
static void draw_grid(const struct svg_plot *s)
{
	buffer_print(s->out,
		     "<path fill=\"none\" stroke=\"currentColor\" stroke-opacity=\"0.18\" d=\"");
	for (size_t i = 0; i < s->x.ticks; i++)
		buffer_print(s->out, "M%.2f,%.2fv%.2f", svg_x(s, s->x.tick[i]), s->top, s->height);
	for (size_t i = 0; i < s->y.ticks; i++)
		buffer_print(s->out, "M%.2f,%.2fh%.2f", s->left, svg_y(s, s->y.tick[i]), s->width);
	for (size_t i = 0; plot_has_rows(s->plot) && i < s->plot->names; i++)
		buffer_print(s->out, "M%.2f,%.2fh%.2f", s->left, svg_y(s, (double)i), s->width);
	buffer_print(s->out,
		     "\"/>\n<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" "
		     "fill=\"none\" stroke=\"currentColor\" stroke-opacity=\"0.5\"/>\n",
		     s->left, s->top, s->width, s->height);
}

/* Numbers on both axes. Where they would touch each other, every second one is left out. */
static void draw_numbers(const struct svg_plot *s)
{
	char text[32];
	double wide = ticks_width(&s->x) + 6, room = s->width;
	if (s->x.ticks > 1)
		room = svg_x(s, s->x.tick[1]) - svg_x(s, s->x.tick[0]);
	size_t every = s->x.ticks > 0 && !s->x.log ? (size_t)ceil(wide / room) : 1;
	double last = -INFINITY;
	for (size_t i = 0; i < s->x.ticks; i += every) {
		double at = svg_x(s, s->x.tick[i]);
		snprintf(text, sizeof text, "%.10g", s->x.tick[i]);
		if (s->x.log && at - last < text_width(text))
			continue;
		last = at;
		place_text(s->out, at, s->top + s->height + 16, "middle", "", text, INFINITY);
	}
	for (size_t i = 0; i < s->y.ticks; i++) {
		snprintf(text, sizeof text, "%.10g", s->y.tick[i]);
		place_text(s->out, s->left - 6, svg_y(s, s->y.tick[i]) + 4.5, "end", "", text,
			   INFINITY);
	}
}

static void draw_rows(const struct svg_plot *s, const struct margins *m)
{
	for (size_t i = 0; i < s->plot->names; i++) {
		const struct plot_name *n = &s->plot->name[i];
		double y = svg_y(s, (double)i) + 4.5;
		if (n->name != NULL)
			place_text(s->out, s->left - 8, y, "end", "", n->name, m->left - 8);
		if (n->mark != NULL)
			place_text(s->out, s->left + s->width + 8, y, "start", "", n->mark,
				   m->right - 8);
	}
}

static void draw_columns(const struct svg_plot *s, const struct margins *m)
{
	bool upright = m->names > LINE;
	for (size_t i = 0; i < s->plot->names; i += m->every) {
		const char *name = s->plot->name[i].name;
		double x = svg_x(s, (double)i), y = s->top + s->height + (upright ? 6 : 16);
		char turn[64];
		snprintf(turn, sizeof turn, " transform=\"rotate(-90 %.2f %.2f)\" dy=\"4.5\"", x,
			 y);
		if (name != NULL && name[0] != '\0')
			place_text(s->out, x, y, upright ? "end" : "middle", upright ? turn : "",
				   name, upright ? m->names : INFINITY);
	}
}

static void draw_legend(const struct svg_plot *s, double left, double y, double width)
{
	struct flow f = { 0, width - 2 * SIDE, 0 };
	for (size_t i = 0; i < s->plot->curves; i++) {
		const struct plot_curve *c = &s->plot->curve[i];
		if (c->title == NULL)
			continue;
		double x = left + SIDE + flow_next(&f, c->title);
		double at = y + LINE * (double)(f.lines - 1);
		svg_sample(s->out, c, x, at - 4.5);
		place_text(s->out, x + SAMPLE, at, "start", "", c->title, f.width - SAMPLE);
	}
}

/* Points may lie outside if the ends of the axis were given: a picture within cuts them off. */
static void draw_inside(const struct svg_plot *s)
{
	if (!(s->plot->top > s->plot->bottom)) {
		svg_curves(s);
		return;
	}
	buffer_print(s->out,
		     "<svg x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" "
		     "viewBox=\"%.2f %.2f %.2f %.2f\">\n",
		     s->left, s->top, s->width, s->height, s->left, s->top, s->width, s->height);
	svg_curves(s);
	buffer_print(s->out, "</svg>\n");
}

static void draw_plot(struct buffer *b, const struct plot *p, double left, double top, double width,
		      bool alone)
{
	const struct margins m = margins_of(p, width);
	struct svg_plot s = { .out = b,
			      .plot = p,
			      .left = left + m.left,
			      .top = top + m.top,
			      .width = width - m.left - m.right,
			      .height = frame_height(p, alone) };
	bool any = plot_axes(p, &s.x, &s.y);
	double middle = s.left + s.width / 2, below = s.top + s.height + m.names + LINE - 4;
	b->failed = b->failed || p->failed || p->y_label.failed;
	place_lines(b, &p->title, left + width / 2, top + LINE, width - SIDE, true);
	if (any) {
		draw_grid(&s);
		draw_numbers(&s);
		if (p->names_below)
			draw_columns(&s, &m);
		else
			draw_rows(&s, &m);
		draw_inside(&s);
	} else {
		draw_grid(&s);
		place_text(b, middle, s.top + s.height / 2, "middle", "", "no values", INFINITY);
	}
	place_lines(b, &p->x_label, middle, below, width - SIDE, false);
	if (p->y_label.length > 0) {
		double x = left + SIDE + 4, y = s.top + s.height / 2;
		char turn[64];
		snprintf(turn, sizeof turn, " transform=\"rotate(-90 %.2f %.2f)\"", x, y);
		place_text(b, x, y, "middle", turn, p->y_label.text, s.height + m.top);
	}
	draw_legend(&s, left, below + LINE * (double)count_lines(&p->x_label) + GAP, width);
}

/* ---- the picture ---- */

static double row_height(const struct plot *p, size_t columns, double width, bool alone)
{
	double height = 0;
	for (size_t i = 0; i < columns; i++) {
		const struct margins m = margins_of(&p[i], width);
		if (!plot_is_gap(&p[i]))
			height = fmax(height, m.top + m.bottom + frame_height(&p[i], alone));
	}
	return height;
}

/* What a screen reader says: the titles. */
static void add_label(struct buffer *b, const struct plot *p, size_t count)
{
	const char *between = "";
	for (size_t i = 0; i < count; i++) {
		if (p[i].title.length == 0)
			continue;
		buffer_print(b, "%s", between);
		escape_html(b, p[i].title.text);
		between = "; ";
	}
}

void svg_picture(struct buffer *b, const struct plot *p, size_t rows, size_t columns, bool file)
{
	const bool alone = rows * columns == 1;
	const double width = columns > 1 ? 450 : 680;
	double height = 0, top = 0;
	for (size_t r = 0; r < rows; r++)
		height += row_height(p + r * columns, columns, width, alone);
	if (file)
		buffer_print(b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	buffer_print(b,
		     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
		     "viewBox=\"0 0 %.0f %.0f\" font-family=\"system-ui, 'Liberation Sans', Arial, "
		     "sans-serif\" font-size=\"%d\" fill=\"currentColor\"%s role=\"img\" "
		     "aria-label=\"",
		     width * (double)columns, height, width * (double)columns, height, LETTER,
		     file ? " color=\"#1b1f24\"" : "");
	add_label(b, p, rows * columns);
	buffer_print(b, "\">\n");
	if (file)
		buffer_print(b, "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
	for (size_t r = 0; r < rows; r++) {
		for (size_t c = 0; c < columns; c++)
			if (!plot_is_gap(&p[r * columns + c]))
				draw_plot(b, &p[r * columns + c], width * (double)c, top, width,
					  alone);
		top += row_height(p + r * columns, columns, width, alone);
	}
	buffer_print(b, "</svg>\n");
}
