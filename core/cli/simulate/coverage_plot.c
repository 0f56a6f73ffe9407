/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pictures of simulate's coverage: boxes over the truths, or a curve over them.
 */
#include <math.h>

#include "core/cli/simulate/simulate.h"

enum { PANELS = 4 }; /* of a source */

/* Below this no coverage is drawn, as in the paper: methods that fail would hide the others. */
static const double LEAST_DRAWN = 0.8, WIDEST_GAP = 0.15;

static void draw_boxes(struct plot *p, const struct simulation_result *r, size_t at)
{
	p->kind = PLOT_BOXES;
	for (size_t m = 0; m < r->methods; m++) {
		plot_curve(p, r->method[m].method->name, 0, false);
		for (size_t i = 0; i < r->truths; i++)
			plot_point(p, 0, record_real(&r->coverage[i * r->methods + m], at));
	}
}

static void draw_closest(struct plot *p, const struct simulation_result *r)
{
	p->kind = PLOT_BARS;
	p->from_zero = true;
	for (size_t m = 0; m < r->methods; m++) {
		plot_curve(p, r->method[m].method->name, 0, false);
		plot_point(p, 0, r->method[m].closest);
	}
}

/* Figures 9 to 11, 12 and 13. */
static void draw_source(struct plot *p, const char *name, const struct simulation_result *r,
			double level)
{
	static const char *const label[PANELS] = { "coverage", "truth below", "truth above",
						   "share of truths: closest" };
	for (int i = 0; i < PANELS; i++) {
		p[i].title = name;
		p[i].x_label = "";
		p[i].y_label = label[i];
	}
	draw_boxes(&p[0], r, offsetof(struct coverage, covered));
	p[0].bottom = fmin(LEAST_DRAWN, level - 4 * (1 - level));
	p[0].top = 1;
	p[0].level = level;
	draw_boxes(&p[1], r, offsetof(struct coverage, below));
	draw_boxes(&p[2], r, offsetof(struct coverage, above));
	p[1].top = p[2].top = fmax(WIDEST_GAP, 3 * (1 - level));
	p[1].level = p[2].level = (1 - level) / 2;
	draw_closest(&p[3], r);
}

/* Truths that were drawn have no order. */
static enum plot_style style_of(const struct truth_source *from)
{
	return from->scenario != NULL ? STYLE_POINTS : STYLE_LINE;
}

static void by_size(struct plot *p)
{
	p->x_label = "sampled, not retrieved";
	p->log_x = true;
}

/* Figures 4 to 7; the level is a curve too. */
static void draw_coverage(struct plot *p, const struct simulate_request *q,
			  const struct truth_source *from, const struct simulation_result *r,
			  size_t sources, bool sizes)
{
	double low = INFINITY, high = -INFINITY;
	size_t colour = 0;
	p->title = "coverage of each truth";
	p->x_label = simulation_quantities[q->quantity];
	p->y_label = "coverage";
	if (sizes)
		by_size(p);
	for (size_t s = 0; s < sources; s++)
		for (size_t m = 0; m < r[s].methods; m++) {
			char title[256];
			snprintf(title, sizeof title, "%s%s%.200s", r[s].method[m].method->name,
				 sources > 1 ? " " : "", sources > 1 ? from[s].name : "");
			plot_curve(p, title, colour++, false);
			plot_style(p, style_of(&from[s]));
			for (size_t i = 0; i < r[s].truths; i++) {
				double x = sizes ? (double)r[s].truth[i].n0 : r[s].truth[i].value;
				plot_point(p, x, r[s].coverage[i * r[s].methods + m].covered);
				low = fmin(low, x);
				high = fmax(high, x);
			}
		}
	plot_curve(p, "level", 0, true);
	plot_point(p, low, q->simulation.level);
	plot_point(p, high, q->simulation.level);
}

static bool sizes_differ(const struct simulation_result *r)
{
	for (size_t i = 1; i < r->truths; i++)
		if (r->truth[i].n0 != r->truth[0].n0)
			return true;
	return false;
}

/* Figure 3. */
static void draw_bias(struct plot *p, const struct truth_source *from,
		      const struct simulation_result *r, size_t sources)
{
	p->title = "bias of the estimate";
	p->y_label = "bias";
	by_size(p);
	for (size_t s = 0; s < sources; s++) {
		plot_curve(p, from[s].name, s, false);
		plot_style(p, style_of(&from[s]));
		for (size_t i = 0; i < r[s].truths; i++)
			plot_point(p, (double)r[s].truth[i].n0, r[s].truth[i].estimate.bias);
	}
}

int coverage_draw(const struct simulate_request *q, const struct truth_source *from,
		  const struct simulation_result *r, size_t sources, struct err *e)
{
	size_t rows = q->by_truth ? 1 : sources, columns = q->by_truth ? 1 : PANELS;
	for (size_t s = 0; q->by_truth && s < sources; s++)
		columns = sizes_differ(&r[s]) ? 2 : columns;
	struct plot *p = calloc(rows * columns, sizeof *p);
	if (p == NULL)
		return err_memory(e);
	for (size_t s = 0; !q->by_truth && s < sources; s++)
		draw_source(&p[s * PANELS], from[s].name, &r[s], q->simulation.level);
	if (q->by_truth)
		draw_coverage(&p[0], q, from, r, sources, columns == 2);
	if (q->by_truth && columns == 2)
		draw_bias(&p[1], from, r, sources);
	int result = columns == 1 ? plot_write(p, q->plot, e)
				  : plot_write_grid(p, rows, columns, q->plot, e);
	for (size_t i = 0; i < rows * columns; i++)
		plot_release(&p[i]);
	free(p);
	return result;
}
