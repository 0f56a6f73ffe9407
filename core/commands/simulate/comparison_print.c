/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/simulate/simulate.h"

struct row {
	struct comparison_figures figures;
	double systems, level;
	int64_t samples, resamples, seed;
};

#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "n", "topics", RECORD_COUNT, .width = 6, AT(figures.size) },
	{ "systems", "systems", RECORD_COUNT, .width = 7, AT(systems) },
	{ "method", "method", RECORD_TEXT, .width = 12, AT(figures.method) },
	{ "family_error", "family error", RECORD_REAL, 6, 4, 12, AT(figures.family_error) },
	{ "power", "power", RECORD_REAL, 6, 4, 7, AT(figures.power) },
	{ "coverage_all", "all covered", RECORD_REAL, 6, 4, 11, AT(figures.all_covered) },
	{ "coverage", "covered", RECORD_REAL, 6, 4, 7, AT(figures.covered) },
	{ "width", "width", RECORD_REAL, 6, 4, 7, AT(figures.width) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "resamples", NULL, RECORD_WHOLE, AT(resamples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

static void print(struct buffer *b, const struct comparison_simulation *s,
		  const struct comparison_figures *figures, size_t count, enum record_format format)
{
	struct records r;
	records_init(&r, columns, sizeof(struct row));
	for (size_t i = 0; i < count; i++) {
		const struct row row = { .figures = figures[i],
					 .systems = (double)s->systems,
					 .level = s->level,
					 .samples = s->samples,
					 .resamples = s->resamples,
					 .seed = (int64_t)s->seed };
		records_add(&r, &row);
	}
	records_finish(&r, format, b);
}

int simulate_comparisons(const struct simulate_request *q, const struct score_table *t,
			 struct buffer *b, struct picture *picture, struct err *e)
{
	struct comparison_figures *figures = NULL;
	size_t count = 0;
	(void)picture; /* it has none */
	int result = comparison_simulate(&q->comparison, t, q->matrix, &figures, &count, e);
	if (result == 0)
		print(b, &q->comparison, figures, count, q->format);
	free(figures);
	return result;
}
