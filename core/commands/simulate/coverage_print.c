/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Webber's figures come from 1000 samples of each realization. Their noise adds
 * level (1 - level) / 1000 to the mean square of the error (.0069 squared at 95 %). An exact figure
 * is printed with this added, too, for comparison with his.
 */
#include <math.h>

#include "core/commands/simulate/coverage_print.h"

/* ---- by method ---- */

struct method_row {
	const char *scenario, *method, *quantity, *tail, *how;
	double beta, level, truths;
	int64_t seed, samples;
	struct coverage_summary summary;
	struct quartiles coverage, gap_below, gap_above; /* nan of one truth */
	double closest;					 /* nan of one method */
	double with_noise, bias;
};

#define AT(field) .at = offsetof(struct method_row, field)

static const struct record_column method_columns[] = {
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
	records_init(r, method_columns, sizeof(struct method_row));
}

void simulation_add(struct records *r, const struct truths_asked *q, const char *name,
		    const struct simulation_result *x)
{
	const struct simulation *s = &q->simulation;
	const struct quartiles none = { NAN, NAN, NAN };
	bool many = x->truths > 1;
	for (size_t i = 0; i < x->methods; i++) {
		const struct method_result *m = &x->method[i];
		const struct method_row row = {
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
			.seed = (int64_t)s->effort.seed,
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

/* ---- by truth ---- */

struct truth_row {
	const char *scenario, *truth, *method, *quantity, *tail, *how;
	double beta, level;
	int64_t number, seed, samples, n1, n0, size1, size0;
	double value, estimate, bias, sd;
	struct coverage coverage;
};

#undef AT
#define AT(field) .at = offsetof(struct truth_row, field)

static const struct record_column truth_columns[] = {
	{ "scenario", "scenario", RECORD_TEXT, .width = 8, AT(scenario) },
	{ "number", "number", RECORD_WHOLE, .width = 6, AT(number) },
	{ "truth", "truth", RECORD_TEXT, .width = 5, AT(truth), .if_any = true },
	{ "method", "method", RECORD_TEXT, .width = 13, AT(method) },
	{ "quantity", NULL, RECORD_TEXT, AT(quantity) },
	{ "beta", NULL, RECORD_SHORT, AT(beta) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "tail", NULL, RECORD_TEXT, AT(tail) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "how", NULL, RECORD_TEXT, AT(how) },
	{ "n1", "n1", RECORD_WHOLE, .width = 5, AT(n1) },
	{ "n0", "n0", RECORD_WHOLE, .width = 5, AT(n0) },
	{ "value", "value", RECORD_REAL, 6, 4, 7, AT(value) },
	{ "estimate", "estimate", RECORD_REAL, 6, 4, 8, AT(estimate) },
	{ "bias", "bias", RECORD_REAL, 6, 4, 7, AT(bias) },
	{ "sd", "sd", RECORD_REAL, 6, 4, 7, AT(sd) },
	{ "coverage", "coverage", RECORD_REAL, 6, 4, 8, AT(coverage.covered) },
	{ "width", "width", RECORD_REAL, 6, 4, 8, AT(coverage.width) },
	{ "below", "below", RECORD_REAL, 6, 4, 7, AT(coverage.below) },
	{ "above", "above", RECORD_REAL, 6, 4, 7, AT(coverage.above) },
	{ "undefined", "undefined", RECORD_REAL, 6, 4, 9, AT(coverage.undefined) },
	{ "N1", NULL, RECORD_WHOLE, AT(size1) },
	{ "N0", NULL, RECORD_WHOLE, AT(size0) },
	{ NULL, "how", RECORD_TEXT, AT(how) },
	{ 0 },
};

void by_truth_records(struct records *r)
{
	records_init(r, truth_columns, sizeof(struct truth_row));
}

/* So small a bias comes from rounding: it is printed as 0, never as -0.000000. */
static double without_rounding(double bias)
{
	return fabs(bias) < 5e-7 ? 0 : bias;
}

static struct truth_row row_of(const struct truths_asked *q, const struct simulation_result *x,
			       size_t truth, size_t method)
{
	const struct simulation *s = &q->simulation;
	const struct truth_result *t = &x->truth[truth];
	const struct coverage *c = &x->coverage[truth * x->methods + method];
	bool sampled = c->by == COVERAGE_BY_SAMPLE;
	return (struct truth_row){
		.number = (int64_t)t->number + 1,
		.truth = t->name,
		.method = x->method[method].method->name,
		.quantity = simulation_quantities[q->quantity],
		.tail = tail_names[q->tail],
		.how = sampled ? "sampled" : "exact",
		.beta = s->interval.beta,
		.level = s->level,
		.seed = (int64_t)s->effort.seed,
		.samples = sampled ? x->samples : RECORD_NONE,
		.size1 = t->size1,
		.size0 = t->size0,
		.n1 = t->n1,
		.n0 = t->n0,
		.value = t->value,
		.estimate = t->value + t->estimate.bias,
		.bias = without_rounding(t->estimate.bias),
		.sd = t->estimate.sd,
		.coverage = *c,
	};
}

void by_truth_add(struct records *r, const struct truths_asked *q, const char *name,
		  const struct simulation_result *x)
{
	for (size_t i = 0; i < x->truths; i++)
		for (size_t m = 0; m < x->methods; m++) {
			struct truth_row row = row_of(q, x, i, m);
			row.scenario = name;
			records_add(r, &row);
		}
}
