/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate ap: how often the intervals of statAP and statAP_bc cover the true value. A line for
 * each number of picks, estimate and run.
 */
#include "core/commands/simulate/ap_coverage.h"
#include "core/commands/simulate/judged_runs.h"

struct ap_asked {
	struct ap_coverage coverage;
	struct judged_asked judged;
	struct answer_options answer;
};

#define AT(member) OPTION_AT(struct ap_asked, member)

static const struct command_option options[] = {
	{ HEADING("Samples:") },
	{ "picks", 0, "N,...", "Documents to draw for each topic (default 100)",
	  LIST(WHOLES(2, 1000000)), AT(coverage.picks),
	  .more = "They are drawn as by `sample --size`." },
	{ OPTION_POOL_DEPTH("Always take the first K documents of each run (default: none)"),
	  AT(coverage.pool_depth) },
	{ "below", 0, "Q", "As sample --below, with --draw-from as -M", WHOLE(1, 1000000),
	  AT(coverage.below), .more = "Q documents below --draw-from are drawn, too." },
	{ .include = judged_options, AT(judged) },
	{ .include = file_options, AT(judged.files) },
	{ HEADING("How:") },
	{ OPTION_SAMPLES("Draw N samples for each number of picks (default 100)"),
	  AT(coverage.effort.samples) },
	{ .include = effort_options, AT(coverage.effort) },
	{ .include = answer_options, AT(answer) },
	{ 0 },
};

static const struct command_option files = { .type = OPTION_FILES, AT(judged.files.file) };

static void init(void *request)
{
	struct ap_asked *q = request;
	q->coverage = (struct ap_coverage){ .picks = { { 100 }, 1 },
					    .level = 0.95,
					    .effort = effort_by_default(100) };
	q->judged = judged_by_default();
}

static int check(void *request, struct err *e)
{
	struct ap_asked *q = request;
	struct ap_coverage *c = &q->coverage;
	c->deepest = q->judged.deepest;
	c->relevant = q->judged.files.level;
	if (c->below > 0 && c->deepest == SIZE_MAX)
		return err_usage(e, "--below draws below --draw-from=N, not below all");
	return judged_asked_check(&q->judged, e);
}

static const struct command_table table = {
	.name = "simulate ap",
	.summary = "how often the intervals of statAP and statAP_bc cover the true value",
	.arguments = "QRELS RUN...",
	.doc = "How often the intervals of statAP and statAP_bc cover the true value, with samples from complete judgments.",
	.notes = EXIT_STATUS,
	.option = options,
	.word = &files,
	.size = sizeof(struct ap_asked),
	.init = init,
	.shard = offsetof(struct ap_asked, answer.shard),
	.merged_words = SIZE_MAX,
	.check = check,
};

/* ---- lines ---- */

struct row {
	const char *run, *group, *estimate;
	double picks, below, pool_depth, judged, without, topics, map, ratio, samples;
	struct ap_coverage_figures figures;
	double level;
	int64_t seed;
};

#undef AT
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

static void print(struct buffer *b, const struct ap_coverage *s, const struct ap_coverage_result *r,
		  const char *const *name, enum record_format format)
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
			.samples = (double)s->effort.samples,
			.figures = r->figures[i],
			.level = s->level,
			.seed = (int64_t)s->effort.seed,
		};
		records_add(&x, &row);
	}
	records_finish(&x, format, b);
}

/* ---- the question ---- */

static int simulate(struct ap_asked *q, const struct judged_runs *x, const struct output *out,
		    struct err *e)
{
	struct ap_coverage_result r;
	struct buffer b = { 0 };
	q->coverage.rankings = &x->rankings;
	q->coverage.held = x->held;
	if (ap_coverage_simulate(&q->coverage, &r, e) < 0)
		return -1;
	print(&b, &q->coverage, &r, x->name, q->answer.format);
	int result = output_finish(out, &b, 0, e);
	ap_coverage_result_release(&r);
	return result;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct ap_asked *q = request;
	struct judged_runs x;
	if (simulation_begin(&q->coverage.effort, &q->answer, out, e) < 0 ||
	    judged_runs_read(&x, &q->judged, 0, q->coverage.effort.jobs, e) < 0)
		return -1;
	int result = simulate(q, &x, out, e);
	judged_runs_release(&x);
	return result;
}

COMMAND = { &table, run, NULL };
