/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval compare [OPTION...] QRELS RUN RUN...: comparisons from counts, wins, scores, a matrix
 * and runs.
 */
#include <math.h>

#include "core/commands/compare/compare_output.h"
#include "core/engine/bounds/measure_bounds.h"
#include "core/engine/compare/run_comparison.h"
#include "core/engine/compare/score_comparison.h"
#include "core/help/help.h"
#include "core/options/command.h"
#include "core/output/earlier_scores.h"

/*
 * Help.
 */

/* The manuals of what -m names. */
static int help_pair_measures(struct buffer *b, const struct compare_request *o,
			      const struct registry *r, struct err *e)
{
	for (size_t i = 0; i < o->runs.measure.count; i++) {
		const char *name = o->runs.measure.text[i];
		bool found = false;
		for (size_t k = 0; k < r->pairs; k++) {
			if (families_find(r, name, r->pair[k]->input) != r->pair[k])
				continue;
			help_manual(b, "-m ", r->pair[k]->name, r->pair[k]->summary,
				    r->pair[k]->manual);
			found = true;
		}
		if (!found)
			return err_usage(
				e,
				"-m %.200s: not a measure of pairs; strat_eval -h -m describes the "
				"others",
				name);
	}
	return 0;
}

/* What can be named in options. */
static void list_names(struct buffer *b, const struct registry *r)
{
	buffer_print(b, "\nFigures of a pair (-m NAME; --help -m NAME for more):\n");
	for (size_t i = 0; i < r->pairs; i++)
		buffer_print(b, "  %-12s %s\n", r->pair[i]->name, r->pair[i]->summary);
	buffer_print(b, "Tests over topics:\n");
	HELP_LIST(b, "  %-12s %s\n", paired_tests);
	buffer_print(b, "Intervals of the difference:\n");
	HELP_LIST(b, "  %-12s %s\n", mean_interval_methods);
	buffer_print(b, "Adjustments for many comparisons:\n");
	HELP_LIST(b, "  %-12s %s\n", adjustments);
}

static int help(void *request, struct help *h, struct err *e)
{
	struct compare_request *q = request;
	struct registry registry;
	int result = 0;
	if (registry_init(&registry, &q->runs.plugin, e) < 0)
		return -1;
	h->alone = q->runs.measure.count > 0;
	if (h->alone)
		result = help_pair_measures(&h->text, q, &registry, e);
	else
		list_names(&h->text, &registry);
	registry_release(&registry);
	return result;
}

/*
 * Output.
 */

/* `groups` of topics may have none, or be NULL. */
static int print_comparison(struct compare_request *o, const struct comparison *c,
			    const struct compared_groups *groups, const struct gate *gate,
			    const struct output *out, struct err *e)
{
	char title[64];
	snprintf(title, sizeof title, "Comparison of %zu runs", c->runs);
	const struct report_origin origin = compare_origin(o, out, title);
	const struct comparison_output output = {
		.asked = o,
		.runs = &o->runs,
		.request = &o->request,
		.lower = o->runs.tail != TAIL_UPPER,
		.upper = o->runs.tail != TAIL_LOWER,
		.origin = &origin,
		.groups = groups != NULL && groups->groups.count > 0 ? groups : NULL,
		.gate = gate,
	};
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	bool counts = o->source == COMPARE_COUNTS;
	if (o->plot != NULL && c->measures == 0 && !counts)
		return err_usage(e, "--plot is for --counts and comparisons over topics");
	if (o->leaderboard && c->measures == 0)
		return err_usage(e,
				 "--show=leaderboard needs a measure that is averaged over topics: "
				 "-m NAME");
	int result = comparison_print(&b, c, &output, out->line != NULL ? out : NULL,
				      &o->runs.warnings, e);
	if (result == 0 && o->plot != NULL)
		result = counts ? counts_picture(o, &picture, e)
				: comparison_picture(c, &output, &picture, e);
	return picture_finish(&picture, o->plot, &b, result, out, e);
}

/* The same, and the exit status of a gate, if one is asked for. */
static int decide_and_print(struct compare_request *o, const struct comparison *c,
			    const struct compared_groups *groups, const struct output *out,
			    struct err *e)
{
	struct gate gate = { 0 };
	int result = 0;
	if (o->gate.asked && c->measures == 0)
		result = err_usage(e, "--gate needs a measure that is averaged over topics: -m "
				      "NAME");
	else if (o->gate.asked)
		result = gate_decide(&gate, c, &o->gate, o->request.alpha, e);
	if (result == 0)
		result = print_comparison(o, c, groups, o->gate.asked ? &gate : NULL, out, e);
	if (result == 0 && o->gate.asked)
		e->status = gate_status(&gate);
	gate_release(&gate);
	return result;
}

/*
 * From counts.
 */

/* The pair has no documents, only the counts of one topic. `family` ends with NULL. */
static int from_one_topic(struct compare_request *o, const char *const *family,
			  const struct pair_topic *t, const struct output *out, struct err *e)
{
	struct families families = { 0 };
	struct pair pair = { .run = { 0, 1 } };
	static const char *names[2] = { "A", "B" };
	const struct pair_view v = { .run = { names[0], names[1] },
				     .topic = t,
				     .topic_size = sizeof *t,
				     .topics = 1,
				     .services = &services };
	struct comparison c = { .request = &o->request,
				.run = names,
				.runs = 2,
				.pair = &pair,
				.pairs = 1,
				.baseline = SIZE_MAX };
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
		result = print_comparison(o, &c, NULL, NULL, out, e);
	figures_release(&pair.figures);
	families_release(&families);
	registry_release(&registry);
	return result;
}

static int from_counts(struct compare_request *o, const struct output *out, struct err *e)
{
	if (o->confusions != 2)
		return err_usage(e, "--counts needs two systems: TP,FP,FN TP,FP,FN");
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
					    o->matrix != NULL ? shown_path(o->matrix) : "the files",
					    e);
	chosen_topics_release(&chosen);
	return result;
}

/* Topics that only some runs have a score for: pairs are compared over those that both have. */
static void warn_of_gaps(const struct compare_request *o, const struct comparison *c,
			 struct warnings *w)
{
	for (size_t m = 0; m < c->measures; m++) {
		const struct score_table *t = &c->measure[m].table;
		size_t gaps = 0, first = 0;
		for (size_t k = 0; k < t->topics; k++) {
			size_t have = 0;
			for (size_t s = 0; s < t->systems; s++)
				have += isnan(t->value[s * t->topics + k]) ? 0 : 1;
			if (have > 0 && have < t->systems && gaps++ == 0)
				first = k;
		}
		if (gaps > 0)
			warnings_add(w,
				     "%s%s%s: %zu of %zu topics %s no score of some run (such as "
				     "%s): a pair is compared over the topics that both runs have",
				     o->matrix != NULL ? shown_path(o->matrix) : "",
				     o->matrix != NULL ? ": " : "", c->measure[m].title, gaps,
				     t->topics, gaps == 1 ? "has" : "have", t->topic[first]);
	}
}

static int from_tables(struct compare_request *o, struct comparison *c, const struct output *out,
		       struct err *e)
{
	if (choose_topics(o, c, e) < 0)
		return -1;
	if (c->measure[0].table.systems < 2)
		return err_usage(e, "two systems or more are needed for a comparison");
	struct warnings *w = &o->runs.warnings;
	struct compared_groups groups = { 0 };
	if (comparison_systems(c, o->runs.system_of, NULL, w, e) < 0)
		return -1;
	warn_of_gaps(o, c, w);
	if (comparison_run(c, e) < 0)
		return -1;
	int result = compared_groups_run(&groups, c, o->runs.topic_groups, w, e);
	if (result == 0)
		result = decide_and_print(o, c, &groups, out, e);
	compared_groups_release(&groups);
	return result;
}

#define NEEDED "two files of scores or more are needed, or one with several runs"

/* The scores of one measure; NULL: the usual one. */
static int read_scores(struct compare_request *o, const struct registry *r, const char *name,
		       struct compared_measure *m, struct err *e)
{
	const struct text_list *file = &o->runs.file;
	bool matrix = o->matrix != NULL;
	if (score_table_from_scores(&m->table, matrix ? &o->matrix : file->text,
				    matrix ? 1 : file->count, name, &o->runs.formats.columns,
				    e) < 0)
		return -1;
	m->name = m->title = m->table.measure;
	m->asked = matrix ? NULL : m->name;
	const struct measure *known = registry_find(r, m->name);
	m->lower_better = o->lower_better || (known != NULL && known->lower_better);
	if (matrix && names_are_scores(m->table.system, m->table.systems))
		warnings_add(&o->runs.warnings,
			     "%s: the first line must name the systems, but it has numbers such "
			     "as %s; if they are scores, add a line of names above",
			     shown_path(o->matrix), m->table.system[0]);
	return !matrix && m->table.systems < 2 ? err_usage(e, NEEDED) : 0;
}

static int from_scores(struct compare_request *o, const struct output *out, struct err *e)
{
	static const char *by_default[] = { NULL };
	const struct run_request *runs = &o->runs;
	const char **name = runs->measure.count > 0 ? runs->measure.text : by_default;
	size_t names = runs->measure.count > 0 ? runs->measure.count : 1;
	if (runs->file.count == 0 && o->matrix == NULL)
		return err_usage(e, NEEDED);
	struct comparison c = { .request = &o->request };
	struct registry registry = { 0 };
	c.measure = arena_zeroed(&c.memory, names, sizeof *c.measure);
	int result = c.measure == NULL ? err_memory(e) : registry_init(&registry, NULL, e);
	if (result == 0)
		result = column_options_check(&runs->formats.columns, e);
	if (result == 0)
		result = earlier_scores_agree(runs->file.text, runs->file.count, e);
	for (size_t i = 0; i < names && result == 0; i++)
		result = read_scores(o, &registry, name[i], &c.measure[c.measures++], e);
	if (result == 0 && c.measure[0].table.systems == runs->file.count)
		c.file = runs->file.text;
	if (result == 0)
		result = from_tables(o, &c, out, e);
	registry_release(&registry);
	comparison_release(&c);
	return result;
}

/*
 * From runs.
 */

static int from_runs(struct compare_request *o, const struct output *out, struct err *e)
{
	struct run_comparison w = { .runs = &o->runs, .request = &o->request, .pair = &o->pair };
	const char *earlier = o->request.baseline_scores;
	int result = earlier != NULL
			     ? earlier_scores_check(earlier, &out->asked, &o->runs.warnings, e)
			     : 0;
	if (result == 0)
		result = run_comparison(&w, e);
	if (result == 0)
		result = decide_and_print(o, &w.shown, &w.groups, out, e);
	run_comparison_release(&w);
	return result;
}

/*
 * Any source.
 */

static int compare_source(struct compare_request *o, const struct output *out, struct err *e)
{
	if (compare_request_ready(o, e) < 0 || plot_check(o->plot, e) < 0)
		return -1;
	switch (o->source) {
	case COMPARE_COUNTS:
		return from_counts(o, out, e);
	case COMPARE_WINS:
		return from_wins(o, out, e);
	case COMPARE_SCORES:
		return compare_is_powered(o) ? compare_powered(o, out, e) : from_scores(o, out, e);
	case COMPARE_RUNS:
		break;
	}
	return from_runs(o, out, e);
}

static int compare_files(void *request, const struct output *out, struct err *e)
{
	struct compare_request *q = request;
	int result = compare_source(q, out, e);
	output_warn(out, &q->runs.warnings, q->runs.quiet);
	return result;
}

COMMAND = { &compare_table, compare_files, help };
