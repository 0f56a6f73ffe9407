/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/commands/simulate/simulate.h"

struct row {
	const char *scenario, *quantity, *tail, *whose;
	double beta, level, topics;
	int64_t seed;
	struct means_result result;
};

#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "scenario", "scenario", RECORD_TEXT, .width = 8, AT(scenario) },
	{ "topic_count", "topics", RECORD_COUNT, .width = 6, AT(topics) },
	{ "method", "method", RECORD_TEXT, .width = 13, AT(result.method) },
	{ "quantity", "quantity", RECORD_TEXT, .width = 9, AT(quantity) },
	{ "beta", NULL, RECORD_SHORT, AT(beta) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "tail", NULL, RECORD_TEXT, AT(tail) },
	{ "topics", NULL, RECORD_TEXT, AT(whose) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ "samples", "samples", RECORD_COUNT, .width = 7, AT(result.samples) },
	{ "coverage", "coverage", RECORD_REAL, 6, 4, 8, AT(result.covered) },
	{ "coverage_se", "se", RECORD_REAL, 6, 4, 6, AT(result.error) },
	{ "coverage_estimated", "estimated", RECORD_REAL, 6, 4, 9, AT(result.estimated) },
	{ "below", "below", RECORD_REAL, 6, 4, 7, AT(result.below) },
	{ "above", "above", RECORD_REAL, 6, 4, 7, AT(result.above) },
	{ "width", "width", RECORD_REAL, 6, 4, 8, AT(result.width) },
	{ "bias", "bias", RECORD_REAL, 6, 4, 8, AT(result.bias) },
	{ "rmse", "rmse", RECORD_REAL, 6, 4, 8, AT(result.rmse) },
	{ "outside", "outside", RECORD_REAL, 6, 4, 7, AT(result.outside) },
	{ "warned", "warned", RECORD_REAL, 6, 4, 7, AT(result.warned) },
	{ "undefined", "undefined", RECORD_REAL, 6, 4, 9, AT(result.undefined) },
	{ "prob_above", "P>.95", RECORD_REAL, 6, 4, 7, AT(result.surely_above), .if_any = true },
	{ "prob_below", "P<.05", RECORD_REAL, 6, 4, 7, AT(result.surely_below), .if_any = true },
	{ 0 },
};

void means_records(struct records *r)
{
	records_init(r, columns, sizeof(struct row));
}

void means_add(struct records *r, const struct simulate_request *q, const char *name,
	       const struct means_result *x, size_t count)
{
	const struct simulation *s = &q->simulation;
	for (size_t i = 0; i < count; i++) {
		struct row row = { .scenario = name,
				   .quantity = simulation_quantities[q->quantity],
				   .tail = tail_names[q->tail],
				   .whose = q->means.random_topics ? "random" : "these",
				   .beta = s->interval.beta,
				   .level = s->level,
				   .topics = (double)x[i].topics,
				   .seed = (int64_t)s->seed,
				   .result = x[i] };
		if (q->tail != TAIL_BOTH)
			row.result.width = NAN;
		records_add(r, &row);
	}
}
