/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Comparisons from counts, wins, scores, a matrix and runs, and the choice between them.
 */
#include "core/cli/compare/compare.h"
#include "core/cli/compare/counts_picture.h"
#include "core/cli/compare/picture.h"
#include "core/cli/output/html.h"
#include "core/cli/output/plot.h"
#include "core/engine/compare/run_comparison.h"
#include "core/engine/evaluate/services.h"

static int print(struct compare_request *o, const struct comparison *c, const struct output *out,
		 struct err *e)
{
	const struct run_request *r = &o->runs;
	const struct html_origin origin = { .command = o->command,
					    .table = &compare_table,
					    .request = o,
					    .words = run_request_file_words(r),
					    .warnings = &r->warnings };
	const struct comparison_output output = {
		.format = o->format,
		.origin = &origin,
		.request = &o->request,
		.level = r->level,
		.lower = r->tail != TAIL_UPPER,
		.upper = r->tail != TAIL_LOWER,
		.topics = r->topics,
		.leaderboard = o->leaderboard,
		.by_topic = o->by_topic,
		.no_summary = r->no_summary,
		.post_stratified = r->batch.strata.post_stratify,
		.digits = r->digits,
		.digits_given = r->digits_given,
	};
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	bool counts = o->source == COMPARE_COUNTS;
	if (o->plot != NULL && c->measures == 0 && !counts)
		return err_usage(e, "--plot is for --counts and comparisons over topics");
	int result = comparison_print(&b, c, &output, out->line != NULL ? out : NULL,
				      &o->runs.warnings, e);
	if (result == 0 && o->plot != NULL)
		result = counts ? counts_picture(o, &picture, e)
				: comparison_picture(c, &output, &picture, e);
	return picture_finish(&picture, o->plot, &b, result, out, e);
}

/*
 * From counts.
 */

/* The pair has no documents: its one topic is given as counts. `family` ends with NULL. */
static int from_one_topic(struct compare_request *o, const char *const *family,
			  const struct pair_topic *t, const struct output *out, struct err *e)
{
	struct families families = { 0 };
	struct pair pair = { .run = { 0, 1 } };
	static const char *names[2] = { "A", "B" };
	const struct pair_view v = {
		.run = { names[0], names[1] }, .topic = t, .topics = 1, .services = &services
	};
	struct comparison c = {
		.run = names, .runs = 2, .pair = &pair, .pairs = 1, .baseline = SIZE_MAX
	};
	struct registry registry;
	if (registry_init(&registry, NULL, e) < 0)
		return -1;
	int result = 0;
	for (; *family != NULL && result == 0; family++)
		result = families_ask(&families, families_find(&registry, *family, PAIR_DOCUMENTS),
				      NULL, e);
	if (result == 0)
		result = families_compare(&families, &v, &o->pair, &pair.figures, e);
	if (result == 0)
		result = print(o, &c, out, e);
	figures_release(&pair.figures);
	families_release(&families);
	registry_release(&registry);
	return result;
}

static int from_counts(struct compare_request *o, const struct output *out, struct err *e)
{
	if (o->confusions != 2)
		return err_usage(e, "--counts compares two: TP,FP,FN TP,FP,FN");
	const struct pair_topic t = { .count = { o->confusion[0], o->confusion[1] } };
	const char *const families[] = { "prob_gt", o->utility_given ? "prob_gt_utility" : NULL,
					 NULL };
	return from_one_topic(o, families, &t, out, e);
}

static int from_wins(struct compare_request *o, const struct output *out, struct err *e)
{
	const struct pair_topic t = { .right = { (int64_t)o->wins[0], (int64_t)o->wins[1] },
				      .same = (int64_t)o->wins[2] };
	return from_one_topic(o, (const char *const[]){ "paired", NULL }, &t, out, e);
}

/*
 * From scores.
 */

static int choose_topics(const struct compare_request *o, struct comparison *c, struct err *e)
{
	struct chosen_topics chosen;
	if (!run_request_chooses_topics(&o->runs))
		return 0;
	int result = run_request_topics(&o->runs, &chosen, e);
	for (size_t m = 0; m < c->measures && result == 0; m++)
		result = score_table_choose(&c->measure[m].table, &chosen,
					    o->matrix != NULL ? o->matrix : "the files", e);
	chosen_topics_release(&chosen);
	return result;
}

static int from_tables(struct compare_request *o, struct comparison *c, const struct output *out,
		       struct err *e)
{
	if (choose_topics(o, c, e) < 0)
		return -1;
	if (c->measure[0].table.systems < 2)
		return err_usage(e, "two systems or more are needed for a comparison");
	if (comparison_run(c, &o->request, e) < 0)
		return -1;
	return print(o, c, out, e);
}

static int from_scores(struct compare_request *o, const struct output *out, struct err *e)
{
	static const char *by_default[] = { "map" };
	struct run_request *runs = &o->runs;
	const char **name = runs->measure.count > 0 ? runs->measure.text : by_default;
	size_t names = runs->measure.count > 0 ? runs->measure.count : 1;
	if (runs->file.count < 2)
		return err_usage(e, "two files of scores or more are needed");
	struct comparison c = { .measure = calloc(names, sizeof *c.measure) };
	struct registry registry = { 0 };
	int result = c.measure == NULL ? err_memory(e) : registry_init(&registry, NULL, e);
	for (size_t i = 0; i < names && result == 0; i++) {
		struct compared_measure *m = &c.measure[c.measures++];
		const struct measure *known = registry_find(&registry, name[i]);
		m->name = name[i];
		m->lower_better = o->lower_better || (known != NULL && known->lower_better);
		result = score_table_from_scores(&m->table, runs->file.text, runs->file.count,
						 name[i], e);
	}
	c.file = runs->file.text;
	if (result == 0)
		result = from_tables(o, &c, out, e);
	registry_release(&registry);
	comparison_release(&c);
	return result;
}

static int from_matrix(struct compare_request *o, const struct output *out, struct err *e)
{
	struct comparison c = { .measure = calloc(1, sizeof *c.measure) };
	if (c.measure == NULL)
		return err_memory(e);
	c.measures = 1;
	c.measure[0].name = "score";
	c.measure[0].lower_better = o->lower_better;
	int result = score_table_from_matrix(&c.measure[0].table, o->matrix, e);
	if (result == 0)
		result = from_tables(o, &c, out, e);
	comparison_release(&c);
	return result;
}

/*
 * From runs.
 */

static int from_runs(struct compare_request *o, const struct output *out, struct err *e)
{
	struct run_comparison w = { .runs = &o->runs, .request = &o->request, .pair = &o->pair };
	int result = run_comparison(&w, e);
	if (result == 0)
		result = print(o, &w.shown, out, e);
	run_comparison_release(&w);
	return result;
}

/*
 * Any source.
 */

int compare_source(struct compare_request *o, const struct output *out, struct err *e)
{
	if (compare_request_ready(o, e) < 0 || plot_check(o->plot, e) < 0)
		return -1;
	switch (o->source) {
	case COMPARE_COUNTS:
		return from_counts(o, out, e);
	case COMPARE_WINS:
		return from_wins(o, out, e);
	case COMPARE_SCORES:
		return from_scores(o, out, e);
	case COMPARE_MATRIX:
		return from_matrix(o, out, e);
	case COMPARE_RUNS:
		break;
	}
	return from_runs(o, out, e);
}
