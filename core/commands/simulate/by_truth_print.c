/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate --by-truth: each truth, with the mean of its estimate over all samples.
 */
#include <math.h>

#include "core/commands/simulate/simulate.h"

struct row {
	const char *scenario, *truth, *method, *quantity, *tail, *how;
	double beta, level;
	int64_t number, seed, samples, n1, n0;
	double value, estimate, bias, sd;
	struct coverage coverage;
};

#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
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
	{ NULL, "how", RECORD_TEXT, AT(how) },
	{ 0 },
};

void by_truth_records(struct records *r)
{
	records_init(r, columns, sizeof(struct row));
}

/* So small a bias comes from rounding: it is printed as 0, never as -0.000000. */
static double without_rounding(double bias)
{
	return fabs(bias) < 5e-7 ? 0 : bias;
}

static struct row row_of(const struct simulate_request *q, const struct simulation_result *x,
			 size_t truth, size_t method)
{
	const struct simulation *s = &q->simulation;
	const struct truth_result *t = &x->truth[truth];
	const struct coverage *c = &x->coverage[truth * x->methods + method];
	bool sampled = c->by == COVERAGE_BY_SAMPLE;
	return (struct row){
		.number = (int64_t)t->number + 1,
		.truth = t->name,
		.method = x->method[method].method->name,
		.quantity = simulation_quantities[q->quantity],
		.tail = tail_names[q->tail],
		.how = sampled ? "sampled" : "exact",
		.beta = s->interval.beta,
		.level = s->level,
		.seed = (int64_t)s->seed,
		.samples = sampled ? x->samples : RECORD_NONE,
		.n1 = t->n1,
		.n0 = t->n0,
		.value = t->value,
		.estimate = t->value + t->estimate.bias,
		.bias = without_rounding(t->estimate.bias),
		.sd = t->estimate.sd,
		.coverage = *c,
	};
}

void by_truth_add(struct records *r, const struct simulate_request *q, const char *name,
		  const struct simulation_result *x)
{
	for (size_t i = 0; i < x->truths; i++)
		for (size_t m = 0; m < x->methods; m++) {
			struct row row = row_of(q, x, i, m);
			row.scenario = name;
			records_add(r, &row);
		}
}
