/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Estimates against the true values, a dot for each run, or for each topic of one run: Figures 5 to
 * 9 of Aslam & Pavlu 2008. For each measure there are pools and samples of the first depth and of
 * the last; bars are the standard deviation over samples.
 */
#include <math.h>

#include "core/commands/simulate/sampling_print.h"

/* The figures of a topic of one run, or of a run. */
static const struct sampling_run_figures *figures_of(const struct sampling_result *r, size_t column,
						     size_t depth, size_t judging, size_t i)
{
	return r->topic != NULL ? sampling_topic_figures(r, column, depth, judging, i)
				: sampling_run_figures(r, column, depth, judging, i);
}

static struct plot_point point_of(const struct sampling_run_figures *f)
{
	double y = f->estimate.count > 0 ? f->estimate.mean : NAN;
	double sd = spread_deviation(&f->estimate);
	return (struct plot_point){ f->actual, y, y - sd, y + sd };
}

/* The runs that shape pools and samples, then those held out, or the topics. */
static void draw_dots(struct plot *p, const struct sampling_simulation *s,
		      const struct sampling_result *r, size_t column, size_t depth, size_t judging)
{
	bool topics = r->topic != NULL;
	for (int held = 0; held < (topics || s->held == NULL ? 1 : 2); held++) {
		plot_curve(p, PLOT_POINTS,
			   topics      ? "topics"
			   : held == 1 ? "runs held out"
				       : "runs",
			   (size_t)held);
		for (size_t i = 0; i < (topics ? r->topics : r->runs); i++)
			if (topics || s->held == NULL || s->held[i] == (held == 1))
				plot_interval(p,
					      point_of(figures_of(r, column, depth, judging, i)));
	}
	if (!topics)
		return;
	plot_curve(p, PLOT_MARK, "their mean", 2);
	struct plot_point mean =
		point_of(sampling_run_figures(r, column, depth, judging, s->by_topic));
	plot_point(p, mean.x, mean.y);
}

static void draw(struct plot *p, const struct sampling_simulation *s,
		 const struct sampling_result *r, size_t column, size_t depth, size_t judging)
{
	const struct sampling_figures *f = sampling_figures(r, column, GROUP_ALL, depth, judging);
	double judged = f->judged.count > 0 ? f->judged.mean : NAN;
	buffer_print(&p->title, "%s, %s, %.1f judged", r->column[column], judging_names[judging],
		     judged);
	buffer_print(&p->x_label, "with all judgments");
	buffer_print(&p->y_label, "estimate");
	double least = INFINITY, most = -INFINITY;
	for (size_t i = 0; i < (r->topic != NULL ? r->topics : r->runs); i++) {
		double x = figures_of(r, column, depth, judging, i)->actual;
		least = fmin(least, x);
		most = fmax(most, x);
	}
	plot_line(p, NULL, least, least, most, most);
	draw_dots(p, s, r, column, depth, judging);
}

int sampling_draw_scatter(const struct sampling_simulation *s, const struct sampling_result *r,
			  struct picture *out, struct err *e)
{
	size_t depths = r->depths > 1 ? 2 : 1, across = 2 * depths;
	if (picture_init(out, r->columns, across, e) < 0)
		return -1;
	for (size_t i = 0; i < r->columns * across; i++)
		draw(&out->plot[i], s, r, i / across, i % across / 2 == 0 ? 0 : r->depths - 1,
		     i % 2 == 0 ? JUDGE_POOL : JUDGE_SAMPLE);
	return 0;
}
