/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate comparisons: how often comparisons of several systems are wrong, and how much they find,
 * with samples of the topics of a matrix. A line for each size and method.
 */
#include <math.h>

#include "core/commands/simulate/comparison_simulation.h"
#include "core/commands/simulate/simulate.h"

struct comparisons_asked {
	struct matrix_asked asked;
	struct comparison_simulation comparison;
};

#define AT(member) OPTION_AT(struct comparisons_asked, member)

static const struct command_option options[] = {
	{ HEADING("What is drawn:") },
	{ OPTION_MATRIX, AT(asked.matrix) },
	{ OPTION_SIZES("Topics in a sample (default 50)"), AT(comparison.sizes) },
	{ "systems", 0, "K", "Systems in a comparison, drawn anew for each sample (default 10)",
	  WHOLE(2, 10000), AT(comparison.systems), .more = "All pairs of them are compared." },
	{ "baseline", 0, NULL, "Compare the others with the first system drawn, not all pairs",
	  AT(comparison.baseline),
	  .more = "There are no sets of ranks then, and no Tukey's tests, which need all pairs." },
	{ "flip", 0, NULL,
	  "For the family error, make systems equal by flipping signs topic by topic (default: by "
	  "taking their means away, which keeps the skew)",
	  AT(comparison.flip) },
	{ HEADING("Comparisons:") },
	{ OPTION_LEVEL("tests and intervals"), AT(comparison.level) },
	{ OPTION_RESAMPLES, AT(comparison.resamples) },
	{ HEADING("How:") },
	{ OPTION_SAMPLES("Draw N samples of each size (default 1000)"),
	  AT(comparison.effort.samples) },
	{ .include = effort_options, AT(comparison.effort) },
	{ HEADING("Output:") },
	{ "deciles", 0, NULL,
	  "Instead: power by deciles of the standard deviation of the pairs' differences",
	  AT(comparison.deciles) },
	{ .include = answer_options, AT(asked.answer) },
	{ 0 },
};

static void init(void *request)
{
	struct comparisons_asked *q = request;
	q->comparison = (struct comparison_simulation){ .sizes = { { 50 }, 1 },
							.systems = 10,
							.level = 0.95,
							.resamples = 1000,
							.effort = effort_by_default(1000) };
}

static const struct command_table table = {
	.name = "simulate comparisons",
	.summary = "how often comparisons of several systems are wrong, and what they find",
	.doc = "How often adjustments for many comparisons are wrong, what they find, and how often intervals of differences and effect sizes cover, with samples of the topics of a matrix.",
	.notes = EXIT_STATUS,
	.option = options,
	.size = sizeof(struct comparisons_asked),
	.init = init,
	.shard = offsetof(struct comparisons_asked, asked.answer.shard),
	.check = matrix_check,
};

/* ---- lines ---- */

struct row {
	struct comparison_figures figures;
	double systems, level;
	int64_t samples, resamples, seed;
};

#undef AT
#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "n", "topics", RECORD_COUNT, .width = 6, AT(figures.size) },
	{ "systems", "systems", RECORD_COUNT, .width = 7, AT(systems) },
	{ "method", "method", RECORD_TEXT, .width = 12, AT(figures.method) },
	{ "family_error", "family error", RECORD_REAL, 6, 4, 12, AT(figures.family_error) },
	{ "warned", "warned", RECORD_REAL, 6, 4, 6, AT(figures.warned) },
	{ "warned_error", "its error", RECORD_REAL, 6, 4, 9, AT(figures.warned_error) },
	{ "power", "power", RECORD_REAL, 6, 4, 7, AT(figures.power) },
	{ "coverage_all", "all covered", RECORD_REAL, 6, 4, 11, AT(figures.all_covered) },
	{ "coverage", "covered", RECORD_REAL, 6, 4, 7, AT(figures.covered) },
	{ "width", "width", RECORD_REAL, 6, 4, 7, AT(figures.width) },
	{ "coverage_ranks", "ranks covered", RECORD_REAL, 6, 4, 13, AT(figures.ranks_covered) },
	{ "ranks", "ranks", RECORD_REAL, 6, 2, 6, AT(figures.ranks) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "resamples", NULL, RECORD_WHOLE, AT(resamples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

/* --deciles: a line for each decile. */
struct decile_row {
	struct row row;
	double decile, spread, power;
};

#undef AT
#define AT(field) .at = offsetof(struct decile_row, field)

static const struct record_column decile_columns[] = {
	{ "n", "topics", RECORD_COUNT, .width = 6, AT(row.figures.size) },
	{ "systems", "systems", RECORD_COUNT, .width = 7, AT(row.systems) },
	{ "method", "method", RECORD_TEXT, .width = 12, AT(row.figures.method) },
	{ "decile", "decile", RECORD_COUNT, .width = 6, AT(decile) },
	{ "sd", "sd up to", RECORD_REAL, 6, 4, 8, AT(spread) },
	{ "power", "power", RECORD_REAL, 6, 4, 7, AT(power) },
	{ "level", NULL, RECORD_SHORT, AT(row.level) },
	{ "samples", NULL, RECORD_WHOLE, AT(row.samples) },
	{ "resamples", NULL, RECORD_WHOLE, AT(row.resamples) },
	{ "seed", NULL, RECORD_WHOLE, AT(row.seed) },
	{ 0 },
};

static void add_deciles(struct records *r, const struct row *row)
{
	for (size_t d = 0; !isnan(row->figures.power) && d < COMPARISON_DECILES; d++) {
		const struct decile_row line = { .row = *row,
						 .decile = (double)(d + 1),
						 .spread = row->figures.decile_spread[d],
						 .power = row->figures.decile_power[d] };
		records_add(r, &line);
	}
}

static void print(struct buffer *b, const struct comparison_simulation *s,
		  const struct comparison_figures *figures, size_t count, enum record_format format)
{
	struct records r;
	if (s->deciles)
		records_init(&r, decile_columns, sizeof(struct decile_row));
	else
		records_init(&r, columns, sizeof(struct row));
	for (size_t i = 0; i < count; i++) {
		const struct row row = { .figures = figures[i],
					 .systems = (double)s->systems,
					 .level = s->level,
					 .samples = s->effort.samples,
					 .resamples = s->resamples,
					 .seed = (int64_t)s->effort.seed };
		if (s->deciles)
			add_deciles(&r, &row);
		else
			records_add(&r, &row);
	}
	records_finish(&r, format, b);
}

/* ---- the question ---- */

static int answer(const void *request, const struct score_table *t, struct buffer *b,
		  struct picture *picture, struct err *e)
{
	const struct comparisons_asked *q = request;
	struct comparison_figures *figures = NULL;
	size_t count = 0;
	(void)picture; /* there is none */
	int result = comparison_simulate(&q->comparison, t, shown_path(q->asked.matrix), &figures,
					 &count, e);
	if (result == 0)
		print(b, &q->comparison, figures, count, q->asked.answer.format);
	free(figures);
	return result;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct comparisons_asked *q = request;
	return simulate_matrix(q, &q->comparison.effort, answer, out, e);
}

COMMAND = { &table, run, NULL };
