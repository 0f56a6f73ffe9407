/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate --distribution: what the estimate may be, and how often.
 */
#include <math.h>

#include "core/cli/simulate/simulate.h"
#include "core/engine/simulate/estimate_distribution.h"

enum { PICTURES_MAX = 12, PICTURES_IN_A_ROW = 4 };

struct row {
	const char *scenario, *truth, *quantity;
	int64_t number;
	struct estimate_class share;
};

#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "scenario", "scenario", RECORD_TEXT, .width = 8, AT(scenario) },
	{ "number", "number", RECORD_WHOLE, .width = 6, AT(number) },
	{ "truth", "truth", RECORD_TEXT, .width = 5, AT(truth), .if_any = true },
	{ "quantity", NULL, RECORD_TEXT, AT(quantity) },
	{ "from", "from", RECORD_REAL, 6, 4, 7, AT(share.from) },
	{ "to", "to", RECORD_REAL, 6, 4, 7, AT(share.to) },
	{ "probability", "probability", RECORD_REAL, 6, 4, 11, AT(share.probability) },
	{ "normal", "normal", RECORD_REAL, 6, 4, 7, AT(share.normal) },
	{ 0 },
};

static void draw(struct plot *p, const struct row *first, const struct estimate_class *c,
		 size_t count)
{
	buffer_print(&p->title, "%s", first->truth != NULL ? first->truth : first->scenario);
	buffer_print(&p->x_label, "%s", first->quantity);
	buffer_print(&p->y_label, "probability");
	p->from_zero = true;
	plot_curve(p, "estimate", 0, false);
	plot_style(p, PLOT_IMPULSES);
	for (size_t i = 0; i < count; i++)
		plot_point(p, (c[i].from + c[i].to) / 2, c[i].probability);
	plot_curve(p, "normal", 1, false);
	plot_style(p, PLOT_LINE);
	for (size_t i = 0; i < count; i++)
		plot_point(p, (c[i].from + c[i].to) / 2, c[i].normal);
}

/* Lines of one truth, and its picture if there is to be one. */
static int add_truth(struct records *r, const struct simulate_request *q,
		     const struct truth_source *from, size_t number, struct plot *p, struct err *e)
{
	size_t count;
	struct estimate_class *c = estimate_distribution(&q->simulation, from, number, &count, e);
	if (c == NULL)
		return -1;
	struct row row = {
		.scenario = from->name,
		.number = (int64_t)number + 1,
		.truth = from->truths != NULL ? from->truths->name[number] : NULL,
		.quantity = simulation_quantities[q->quantity],
	};
	if (p != NULL)
		draw(p, &row, c, count);
	for (size_t i = 0; i < count; i++) {
		row.share = c[i];
		records_add(r, &row);
	}
	free(c);
	return 0;
}

int simulate_distribution(const struct simulate_request *q, const struct truth_source *from,
			  size_t sources, struct buffer *b, struct err *e)
{
	struct plot p[PICTURES_MAX] = { 0 };
	struct records r;
	size_t truths = 0, done = 0;
	int result = 0;
	for (size_t s = 0; s < sources; s++)
		truths += simulation_steps(&q->simulation, &from[s]);
	if (q->plot != NULL && truths > PICTURES_MAX)
		return err_usage(e, "--plot: %zu truths; distributions are drawn of %d at most",
				 truths, PICTURES_MAX);
	records_init(&r, columns, sizeof(struct row));
	for (size_t s = 0; s < sources; s++)
		for (size_t i = 0; i < simulation_steps(&q->simulation, &from[s]) && result == 0;
		     i++)
			result = add_truth(&r, q, &from[s], i, q->plot != NULL ? &p[done++] : NULL,
					   e);
	size_t across = truths < PICTURES_IN_A_ROW ? truths : PICTURES_IN_A_ROW;
	if (result == 0)
		records_print(&r, q->format, b);
	if (result == 0 && b->failed)
		result = err_memory(e); /* before a picture is written */
	if (result == 0 && q->plot != NULL)
		result = plot_write_grid(p, (truths + across - 1) / across, across, q->plot, e);
	for (size_t i = 0; i < PICTURES_MAX; i++)
		plot_release(&p[i]);
	records_release(&r);
	return result;
}
