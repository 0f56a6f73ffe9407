/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/commands/simulate/simulate.h"
#include "core/engine/stop/stop_review.h"

struct row {
	const char *source, *rule, *guarantee;
	double prevalence, target, level;
	int64_t collection, truths, control, tail, samples, seed;
	struct stopping_figures figures;
};

#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "source", "source", RECORD_TEXT, .width = 6, AT(source) },
	{ "collection", NULL, RECORD_WHOLE, AT(collection) },
	{ "prevalence", "prevalence", RECORD_SHORT, .width = 10, AT(prevalence) },
	{ "truths", NULL, RECORD_WHOLE, AT(truths) },
	{ "target", NULL, RECORD_SHORT, AT(target) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "control", NULL, RECORD_WHOLE, AT(control) },
	{ "tail_size", NULL, RECORD_WHOLE, AT(tail) },
	{ "rule", "rule", RECORD_TEXT, .width = 15, AT(rule) },
	{ "guarantee", "guarantee", RECORD_TEXT, .width = 9, AT(guarantee) },
	{ "missed", "missed", RECORD_REAL, 6, 4, 6, AT(figures.missed) },
	{ "error", "+-", RECORD_REAL, 6, 4, 6, AT(figures.error) },
	{ "worst", "worst", RECORD_REAL, 6, 4, 6, AT(figures.worst) },
	{ "stopped", "stopped", RECORD_REAL, 6, 4, 7, AT(figures.stopped) },
	{ "recall", "recall", RECORD_REAL, 6, 4, 6, AT(figures.recall) },
	{ "cost", "cost", RECORD_REAL, 6, 4, 6, AT(figures.cost) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

static void add_group(struct records *r, const struct stopping_simulation *s,
		      const struct stopping_group *g, bool guarantee)
{
	for (size_t i = 0; stopping_rules[i] != NULL; i++) {
		const struct row row = {
			.source = g->run != NULL ? g->run : "urn",
			.rule = stopping_rules[i]->name,
			.guarantee = guarantee ? "yes" : "no",
			.prevalence = g->prevalence,
			.target = s->rules.target,
			.level = 1 - s->rules.alpha,
			.collection = g->collection,
			.truths = (int64_t)g->truths,
			.control = s->control,
			.tail = s->rules.tail,
			.samples = s->samples,
			.seed = (int64_t)s->seed,
			.figures = g->rule[i],
		};
		if (stopping_rules[i]->guarantee == guarantee)
			records_add(r, &row);
	}
}

static int simulate_and_print(const struct simulate_request *q, const struct output *out,
			      struct err *e)
{
	struct records r;
	struct buffer b = { 0 };
	size_t groups;
	struct stopping_group *group = stopping_simulate(&q->stopping, &groups, e);
	if (group == NULL)
		return -1;
	records_init(&r, columns, sizeof(struct row));
	if (q->stopping.reviews == NULL)
		records_column(&r, "worst")->heading = NULL;
	for (size_t g = 0; g < groups; g++) {
		add_group(&r, &q->stopping, &group[g], true);
		add_group(&r, &q->stopping, &group[g], false);
	}
	records_finish(&r, q->format, &b);
	free(group);
	return output_finish(out, &b, 0, e);
}

int simulate_stopping(struct simulate_request *q, const struct output *out, struct err *e)
{
	struct stopping_simulation *s = &q->stopping;
	const struct judgment_format *j;
	const struct run_format *format;
	struct ranked_reviews reviews;
	if (q->file.count == 0)
		return simulate_and_print(q, out, e);
	if (stop_formats(q->judgment_format, q->run_format, &j, &format, e) < 0 ||
	    ranked_reviews_read(&reviews, j, format, q->file.text, q->file.count, q->sampling.level,
				s->jobs, e) < 0)
		return -1;
	s->reviews = &reviews;
	int result = simulate_and_print(q, out, e);
	ranked_reviews_release(&reviews);
	return result;
}
