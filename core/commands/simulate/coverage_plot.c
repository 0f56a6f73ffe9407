/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pictures of simulate coverage: boxes over the truths, or a curve over them.
 */
#include <math.h>

#include "core/commands/simulate/coverage_simulation.h"

enum { PANELS = 4 }; /* of a source */

/* The axes end here, as in the paper: else methods that fail would squeeze the others. */
static const double LEAST_DRAWN = 0.8, WIDEST_GAP = 0.15;

/* A box for each method, a diamond for its mean, and a line to compare with. */
static void draw_boxes(struct plot *p, const struct coverage_result *r, size_t at, double level)
{
	plot_curve(p, PLOT_FAINT, NULL, 0);
	plot_point(p, -0.5, level);
	plot_point(p, (double)r->methods - 0.5, level);
	for (size_t m = 0; m < r->methods; m++) {
		double sum = 0;
		plot_curve(p, PLOT_BOX, NULL, 0);
		for (size_t i = 0; i < r->truths; i++) {
			double y = record_real(&r->coverage[i * r->methods + m], at);
			plot_point(p, (double)m, y);
			sum += y;
		}
		plot_curve(p, PLOT_MARK, NULL, 1);
		plot_point(p, (double)m, sum / (double)r->truths);
	}
}

static void draw_closest(struct plot *p, const struct coverage_result *r)
{
	p->from_zero = true;
	plot_curve(p, PLOT_BARS, NULL, 0);
	for (size_t m = 0; m < r->methods; m++)
		plot_point(p, (double)m, r->method[m].closest);
}

/* Figures 9 to 11, 12 and 13. */
static void draw_source(struct plot *p, const char *name, const struct coverage_result *r,
			double level)
{
	static const char *const label[PANELS] = { "coverage", "truth below", "truth above",
						   "closest" };
	for (int i = 0; i < PANELS; i++) {
		buffer_print(&p[i].title, "%s", name);
		buffer_print(&p[i].y_label, "%s", label[i]);
		p[i].names_below = true;
		for (size_t m = 0; m < r->methods; m++)
			plot_name(&p[i], r->method[m].method->name, NULL);
	}
	draw_boxes(&p[0], r, offsetof(struct coverage, covered), level);
	p[0].bottom = fmin(LEAST_DRAWN, level - 4 * (1 - level));
	p[0].top = 1;
	draw_boxes(&p[1], r, offsetof(struct coverage, below), (1 - level) / 2);
	draw_boxes(&p[2], r, offsetof(struct coverage, above), (1 - level) / 2);
	p[1].top = p[2].top = fmax(WIDEST_GAP, 3 * (1 - level));
	draw_closest(&p[3], r);
}

/* Truths of a scenario are random, without an order that a line could follow. */
static enum plot_style style_of(const struct truth_source *from)
{
	return from->scenario != NULL ? PLOT_DOTS : PLOT_LINE;
}

static void by_size(struct plot *p)
{
	buffer_print(&p->x_label, "sampled, not retrieved");
	p->log_x = true;
}

/* Figures 4 to 7; the level is a curve too. */
static void draw_coverage(struct plot *p, const struct truths_asked *q,
			  const struct truth_source *from, const struct coverage_result *r,
			  size_t sources, bool sizes)
{
	double low = INFINITY, high = -INFINITY;
	size_t colour = 0;
	buffer_print(&p->title, "coverage of each truth");
	buffer_print(&p->y_label, "coverage");
	if (sizes)
		by_size(p);
	else
		buffer_print(&p->x_label, "%s", simulation_quantities[q->quantity]);
	for (size_t s = 0; s < sources; s++)
		for (size_t m = 0; m < r[s].methods; m++) {
			char title[256];
			snprintf(title, sizeof title, "%s%s%.200s", r[s].method[m].method->name,
				 sources > 1 ? " " : "", sources > 1 ? from[s].name : "");
			plot_curve(p, style_of(&from[s]), title, colour++);
			for (size_t i = 0; i < r[s].truths; i++) {
				double x = sizes ? (double)r[s].truth[i].n0 : r[s].truth[i].value;
				plot_point(p, x, r[s].coverage[i * r[s].methods + m].covered);
				low = fmin(low, x);
				high = fmax(high, x);
			}
		}
	plot_line(p, "level", low, q->simulation.level, high, q->simulation.level);
}

static bool sizes_differ(const struct coverage_result *r)
{
	for (size_t i = 1; i < r->truths; i++)
		if (r->truth[i].n0 != r->truth[0].n0)
			return true;
	return false;
}

/* Figure 3. */
static void draw_bias(struct plot *p, const struct truth_source *from,
		      const struct coverage_result *r, size_t sources)
{
	buffer_print(&p->title, "bias of the estimate");
	buffer_print(&p->y_label, "bias");
	by_size(p);
	for (size_t s = 0; s < sources; s++) {
		plot_curve(p, style_of(&from[s]), from[s].name, s);
		for (size_t i = 0; i < r[s].truths; i++)
			plot_point(p, (double)r[s].truth[i].n0, r[s].truth[i].estimate.bias);
	}
}

int coverage_draw(const struct truths_asked *q, bool by_truth, const struct truth_source *from,
		  const struct coverage_result *r, size_t sources, struct picture *out,
		  struct err *e)
{
	bool sizes = false;
	for (size_t s = 0; s < sources; s++)
		sizes = sizes || sizes_differ(&r[s]);
	if (!by_truth) {
		if (picture_init(out, sources, PANELS, e) < 0)
			return -1;
		for (size_t s = 0; s < sources; s++)
			draw_source(&out->plot[s * PANELS], from[s].name, &r[s],
				    q->simulation.level);
		return 0;
	}
	if (picture_init(out, 1, sizes ? 2 : 1, e) < 0)
		return -1;
	draw_coverage(&out->plot[0], q, from, r, sources, sizes);
	if (sizes)
		draw_bias(&out->plot[1], from, r, sources);
	return 0;
}
