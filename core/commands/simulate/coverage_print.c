/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Webber's figures come from 1000 samples of each realization. Their noise adds
 * level (1 - level) / 1000 to the mean square of the error (.0069 squared at 95 %). An exact figure
 * is printed with this added, too, for comparison with his.
 */
#include <math.h>

#include "core/commands/simulate/simulate.h"

struct row {
	const char *scenario, *method, *quantity, *tail, *how;
	double beta, level, truths;
	int64_t seed, samples;
	struct coverage_summary summary;
	struct quartiles coverage, gap_below, gap_above; /* nan of one truth */
	double closest;					 /* nan of one method */
	double with_noise, bias;
};

#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "scenario", "scenario", RECORD_TEXT, .width = 8, AT(scenario) },
	{ "method", "method", RECORD_TEXT, .width = 13, AT(method) },
	{ "quantity", NULL, RECORD_TEXT, AT(quantity) },
	{ "beta", NULL, RECORD_SHORT, AT(beta) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "tail", NULL, RECORD_TEXT, AT(tail) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ "realizations", NULL, RECORD_COUNT, AT(truths) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "how", NULL, RECORD_TEXT, AT(how) },
	{ "coverage", "coverage", RECORD_REAL, 6, 4, 8, AT(summary.mean) },
	{ "least", "least", RECORD_REAL, 6, 4, 7, AT(summary.least) },
	{ "most", NULL, RECORD_REAL, 6, AT(summary.most) },
	{ "q1", "q1", RECORD_REAL, 6, 4, 6, AT(coverage.first), .if_any = true },
	{ "median", "median", RECORD_REAL, 6, 4, 6, AT(coverage.median), .if_any = true },
	{ "q3", "q3", RECORD_REAL, 6, 4, 6, AT(coverage.third), .if_any = true },
	{ "closest", "closest", RECORD_REAL, 6, 4, 7, AT(closest), .if_any = true },
	{ "rmse", "rmse", RECORD_REAL, 6, 4, 7, AT(summary.rmse) },
	{ "rmse_with_noise", "+noise", RECORD_REAL, 6, 4, 7, AT(with_noise) },
	{ "width", "width", RECORD_REAL, 6, 4, 8, AT(summary.width) },
	{ "below", "below", RECORD_REAL, 6, 4, 7, AT(summary.below) },
	{ "above", "above", RECORD_REAL, 6, 4, 7, AT(summary.above) },
	{ "below_q1", NULL, RECORD_REAL, 6, AT(gap_below.first) },
	{ "below_median", NULL, RECORD_REAL, 6, AT(gap_below.median) },
	{ "below_q3", NULL, RECORD_REAL, 6, AT(gap_below.third) },
	{ "above_q1", NULL, RECORD_REAL, 6, AT(gap_above.first) },
	{ "above_median", NULL, RECORD_REAL, 6, AT(gap_above.median) },
	{ "above_q3", NULL, RECORD_REAL, 6, AT(gap_above.third) },
	{ "undefined", "undefined", RECORD_REAL, 6, 4, 9, AT(summary.undefined) },
	{ "bias", NULL, RECORD_REAL, 6, AT(bias) },
	{ NULL, "how", RECORD_TEXT, AT(how) },
	{ 0 },
};

static double with_noise(const struct method_result *r, double level)
{
	double rmse = r->summary.rmse;
	return r->sampled == 0 ? sqrt(rmse * rmse + level * (1 - level) / 1000) : NAN;
}

void simulation_records(struct records *r)
{
	records_init(r, columns, sizeof(struct row));
}

void simulation_add(struct records *r, const struct simulate_request *q, const char *name,
		    const struct simulation_result *x)
{
	const struct simulation *s = &q->simulation;
	const struct quartiles none = { NAN, NAN, NAN };
	bool many = x->truths > 1;
	for (size_t i = 0; i < x->methods; i++) {
		const struct method_result *m = &x->method[i];
		const struct row row = {
			.scenario = name,
			.method = m->method->name,
			.quantity = simulation_quantities[q->quantity],
			.tail = tail_names[q->tail],
			.how = m->sampled == 0 ? "exact"
			       : m->exact == 0 ? "sampled"
					       : "mixed",
			.beta = s->interval.beta,
			.level = s->level,
			.truths = (double)x->truths,
			.seed = (int64_t)s->seed,
			.samples = m->sampled > 0 ? x->samples : RECORD_NONE,
			.summary = m->summary,
			.coverage = many ? m->coverage : none,
			.gap_below = many ? m->below : none,
			.gap_above = many ? m->above : none,
			.closest = x->methods > 1 ? m->closest : NAN,
			.bias = x->bias,
			.with_noise = with_noise(m, s->level),
		};
		records_add(r, &row);
	}
}
