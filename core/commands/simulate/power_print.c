/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate --power: predicted and observed power of the sign test (Carterette & Smucker 2007, Table
 * 2).
 */
#include "core/commands/simulate/simulate.h"

struct row {
	double size, effect, pairs;
	struct power_figures figures;
	double alpha;
	int64_t samples, seed;
};

#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "n", "topics", RECORD_COUNT, AT(size) },
	{ "effect", "effect", RECORD_SHORT, AT(effect) },
	{ "pairs", "pairs", RECORD_COUNT, AT(pairs) },
	{ "predicted", "predicted", RECORD_REAL, 6, 4, 9, AT(figures.predicted) },
	{ "observed", "observed", RECORD_REAL, 6, 4, 8, AT(figures.observed) },
	{ "deviation", "+/-", RECORD_REAL, 6, 4, 6, AT(figures.deviation) },
	{ "alpha", NULL, RECORD_SHORT, AT(alpha) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

static void print(struct buffer *b, const struct power_simulation *s, const struct power_figures *f,
		  enum record_format format)
{
	struct records r;
	records_init(&r, columns, sizeof(struct row));
	for (size_t i = 0; i < s->sizes.count * s->effects.count; i++)
		records_add(&r, &(struct row){ s->sizes.value[i / s->effects.count],
					       s->effects.value[i % s->effects.count],
					       (double)f[i].pairs, f[i], s->alpha, s->samples,
					       (int64_t)s->seed });
	records_finish(&r, format, b);
}

/* Power by effect size, a colour for each number of topics; what theory predicts is dashed. */
static int draw(const struct power_simulation *s, const struct power_figures *f,
		struct picture *out, struct err *e)
{
	if (picture_init(out, 1, 1, e) < 0)
		return -1;
	struct plot *p = out->plot;
	p->from_zero = true;
	buffer_print(&p->title, "Power of the sign test, predicted (dashed) and observed");
	buffer_print(&p->x_label, "effect size");
	buffer_print(&p->y_label, "power");
	for (size_t n = 0; n < s->sizes.count; n++)
		for (int observed = 0; observed < 2; observed++) {
			char title[32];
			snprintf(title, sizeof title, "%g topics", s->sizes.value[n]);
			plot_curve(p, observed ? PLOT_CURVE : PLOT_LINE, observed ? title : NULL,
				   n);
			if (!observed)
				plot_dash(p);
			for (size_t k = 0; k < s->effects.count; k++) {
				const struct power_figures *x = &f[n * s->effects.count + k];
				plot_point(p, s->effects.value[k],
					   observed ? x->observed : x->predicted);
			}
		}
	return 0;
}

int simulate_power(const struct simulate_request *q, const struct score_table *t, struct buffer *b,
		   struct picture *picture, struct err *e)
{
	struct power_figures *figures = NULL;
	int result = power_simulate(&q->power, t, q->matrix, &figures, e);
	if (result == 0)
		print(b, &q->power, figures, q->format);
	if (result == 0 && q->plot != NULL)
		result = draw(&q->power, figures, picture, e);
	free(figures);
	return result;
}
