/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate --distribution: what the estimate may be, and how often.
 */
#include <math.h>

#include "core/commands/simulate/estimate_distribution.h"
#include "core/commands/simulate/simulate.h"

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
	plot_curve(p, PLOT_IMPULSES, "estimate", 0);
	for (size_t i = 0; i < count; i++)
		plot_point(p, (c[i].from + c[i].to) / 2, c[i].probability);
	plot_curve(p, PLOT_LINE, "normal", 1);
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

void distribution_records(struct records *r)
{
	records_init(r, columns, sizeof(struct row));
}

int distribution_add(struct records *r, const struct simulate_request *q,
		     const struct truth_source *from, size_t sources, struct picture *picture,
		     struct err *e)
{
	size_t truths = 0, done = 0;
	for (size_t s = 0; s < sources; s++)
		truths += simulation_steps(&q->simulation, &from[s]);
	if (q->plot != NULL && truths > PICTURES_MAX)
		return err_usage(e, "--plot: %zu truths; distributions are drawn of %d at most",
				 truths, PICTURES_MAX);
	size_t across = truths < PICTURES_IN_A_ROW ? truths : PICTURES_IN_A_ROW;
	if (q->plot != NULL && picture_init(picture, (truths + across - 1) / across, across, e) < 0)
		return -1;
	for (size_t s = 0; s < sources; s++)
		for (size_t i = 0; i < simulation_steps(&q->simulation, &from[s]); i++) {
			struct plot *p = q->plot != NULL ? &picture->plot[done++] : NULL;
			if (add_truth(r, q, &from[s], i, p, e) < 0)
				return -1;
		}
	return 0;
}
