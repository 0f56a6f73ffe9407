/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/simulate/simulate.h"

struct row {
	const char *run, *group, *estimate;
	double picks, below, pool_depth, judged, without, topics, map, ratio, samples;
	struct ap_coverage_figures figures;
	double level;
	int64_t seed;
};

#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "run", "run", RECORD_TEXT, .width = 12, AT(run) },
	{ "group", "group", RECORD_TEXT, .width = 8, AT(group) },
	{ "measure", "measure", RECORD_TEXT, .width = 9, AT(estimate) },
	{ "picks", "picks", RECORD_COUNT, .width = 5, AT(picks) },
	{ "below", "below", RECORD_COUNT, .width = 5, AT(below) },
	{ "pool_depth", "pool", RECORD_COUNT, .width = 4, AT(pool_depth) },
	{ "judged", "judged", RECORD_REAL, 4, 1, 6, AT(judged) },
	{ "without", "without", RECORD_REAL, 4, 1, 7, AT(without) },
	{ "topics", NULL, RECORD_COUNT, AT(topics) },
	{ "map", "map", RECORD_REAL, 6, 4, 6, AT(map) },
	{ "bias", "bias", RECORD_REAL, 6, 4, 7, AT(figures.bias) },
	{ "sd", "sd", RECORD_REAL, 6, 4, 6, AT(figures.sd) },
	{ "error", NULL, RECORD_REAL, 6, AT(figures.error) },
	{ "error_sd", "error/sd", RECORD_REAL, 4, 2, 8, AT(ratio) },
	{ "coverage", "coverage", RECORD_REAL, 6, 3, 8, AT(figures.covered) },
	{ "coverage_map", "of map", RECORD_REAL, 6, 3, 6, AT(figures.covered_map) },
	{ "warned", "warned", RECORD_REAL, 6, 2, 6, AT(figures.warned) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "samples", NULL, RECORD_COUNT, AT(samples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

void ap_coverage_print(struct buffer *b, const struct ap_coverage *s,
		       const struct ap_coverage_result *r, const char *const *name,
		       enum record_format format)
{
	struct records x;
	records_init(&x, columns, sizeof(struct row));
	for (size_t i = 0; i < s->picks.count * AP_ESTIMATES * r->runs; i++) {
		size_t run = i % r->runs, estimate = i / r->runs % AP_ESTIMATES;
		size_t p = i / r->runs / AP_ESTIMATES;
		const struct row row = {
			.run = name[run],
			.group = s->held != NULL && s->held[run] ? "held-out" : "shaping",
			.estimate = ap_estimate_names[estimate],
			.picks = s->picks.value[p],
			.below = (double)s->below,
			.pool_depth = (double)s->pool_depth,
			.judged = r->judged[p],
			.without = r->without[p],
			.topics = (double)r->topics,
			.map = r->map[run],
			.ratio = r->figures[i].error / r->figures[i].sd,
			.samples = (double)s->samples,
			.figures = r->figures[i],
			.level = s->level,
			.seed = (int64_t)s->seed,
		};
		records_add(&x, &row);
	}
	records_finish(&x, format, b);
}
