/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate sampling: how well samples, and pools of as many documents, agree with all judgments
 * (Aslam & Pavlu 2008).
 */
#include "core/commands/simulate/judged_runs.h"
#include "core/commands/simulate/sampling_simulation.h"

struct sampling_asked {
	struct sampling_simulation sampling;
	struct judged_asked judged;
	struct text_list measure, plugin;
	bool by_run;
	const char *by_topic; /* a run */
	struct answer_options answer;
};

#define AT(member) OPTION_AT(struct sampling_asked, member)

static const char *const truths[] = { "all", "pool", NULL };

static const struct command_option options[] = {
	{ HEADING("Pools and samples:") },
	{ "depths", 0, "K,...", "Depths of the pools (default 1:10:1)", LIST(WHOLES(1, 1000000)),
	  AT(sampling.depths), .usual = "1:10:1" },
	{ OPTION_POOL_DEPTH("(part of the sample, if both are mixed; default 1)"),
	  AT(sampling.pool_depth), .usual = "1" },
	{ "truth", 0, "WHICH",
	  "All judgments (default), or the pool that is drawn from, as if nothing else were judged",
	  WORD(truths), AT(sampling.pool_is_truth) },
	{ .include = judged_options, AT(judged) },
	{ HEADING("Agreement:") },
	{ NAME_MEASURE, .own = true, .here = "(map, Rprec or P.K,...; default map, Rprec, P.30)",
	  .type = OPTION_TEXTS, .repeat = REPEAT_EACH, AT(measure),
	  .more = "It may also be the name of an estimate, such as `statAP_literal`. The default is "
		  "that of the paper." },
	{ OPTION_PLUGIN, AT(plugin) },
	{ NAME_QUERIES, .own = true, .here = "(here: the estimates of each run)", AT(by_run),
	  .more = "They take the place of how well the estimates agree: Figures 5 to 7 of the "
		  "paper, and with the judgments of one topic Figure 8." },
	{ NAME_SHOW, .here = "the estimates of each topic of a run, by its name or file",
	  .type = OPTION_TEXT, AT(by_topic), .more = "This is Figure 9 of the paper." },
	{ .include = file_options, AT(judged.files) },
	{ HEADING("How:") },
	{ OPTION_SAMPLES("(for each depth; default 10)"), AT(sampling.effort.samples),
	  .usual = "10" },
	{ .include = effort_options, AT(sampling.effort) },
	{ OPTION_PICTURE("agreement, or the estimates of runs or topics"), AT(answer.plot) },
	{ OPTION_QUIET, AT(answer.quiet) },
	{ .include = answer_options, AT(answer) },
	{ 0 },
};

/* The estimates of each topic are no part of what the samples give to a shard. */
static const struct option_rule rules[] = {
	{ "show", .excludes = "query_eval_wanted|shard" },
	{ "", .needs = "WORDS=3", .says = "judgments and two runs or more are needed" },
	{ 0 },
};

static int check_simulate_sampling(void *request, struct err *e)
{
	struct sampling_asked *q = request;
	struct sampling_simulation *s = &q->sampling;
	s->deepest = q->judged.deepest;
	s->level = q->judged.files.level;
	s->held_at_random = q->judged.held_at_random;
	if (q->judged.held.count > 0 && s->held_at_random > 0)
		return err_usage(e, "--hold-out names runs, or draws N: not both");
	for (size_t i = 0; i < s->depths.count; i++)
		if (s->pool_is_truth && s->depths.value[i] > (double)s->deepest)
			return err_usage(
				e,
				"--depths=%lld goes beyond -M %zu, which is all that is known with --truth=pool",
				(long long)s->depths.value[i], s->deepest);
	return 0;
}

static const struct command_table table = {
	.name = "simulate sampling",
	.summary = "how well samples and pools of documents agree with all judgments",
	.arguments = "QRELS RUN...",
	.doc = "How well samples and pools of the same size agree with all judgments.",
	.notes = EXIT_STATUS,
	.examples = "  strat_eval simulate sampling --depths=1,5 qrels a.run b.run c.run\n",
	.option = options,
	.word = &(const struct command_option){ ADDED_FILES, AT(judged.files.file) },
	.size = sizeof(struct sampling_asked),
	.shard = offsetof(struct sampling_asked, answer.shard),
	.merged_words = SIZE_MAX,
	.check = check_simulate_sampling,
	.rule = rules,
};

/* ---- the answer ---- */

static int report(const struct sampling_asked *q, const struct judged_runs *f,
		  const struct sampling_result *r, const struct output *out, struct err *e)
{
	const struct sampling_simulation *s = &q->sampling;
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	struct warnings warnings = { 0 };
	struct report report;
	if (r->skipped > 0)
		warnings_add(&warnings,
			     "%zu topic%s without a relevant document, or that no run has, %s left "
			     "out",
			     r->skipped, r->skipped == 1 ? "" : "s",
			     r->skipped == 1 ? "is" : "are");
	int result = warnings_check(&warnings, e);
	report_init(&report, q->answer.format,
		    &(struct report_origin){ .asked = &out->asked, .warnings = &warnings });
	bool single = q->by_run || q->by_topic != NULL;
	if (single)
		sampling_print_runs(&report, s, r, f->name);
	else
		sampling_print(&report, s, r);
	result = report_write(&report, result, &b, e);
	output_warn(out, &warnings, q->answer.quiet);
	if (result == 0 && q->answer.plot != NULL)
		result = (single ? sampling_draw_scatter : sampling_draw)(s, r, &picture, e);
	return picture_finish(&picture, q->answer.plot, &b, result, out, e);
}

static int simulate(struct sampling_asked *q, const struct judged_runs *x, const struct output *out,
		    struct err *e)
{
	struct sampling_simulation *s = &q->sampling;
	struct sampling_result r;
	s->rankings = &x->rankings;
	s->held = x->held;
	s->by_topic = SIZE_MAX;
	if (q->by_topic != NULL) {
		s->by_topic = judged_run_find(x, &q->judged, slice_of(q->by_topic));
		if (s->by_topic == SIZE_MAX)
			return err_usage(e, "--show=%.200s: no run has this name or file",
					 shown_path(q->by_topic));
	}
	if (sampling_simulate(s, &r, e) < 0)
		return -1;
	int result = report(q, x, &r, out, e);
	arena_release(&r.memory);
	return result;
}

static int read_and_simulate(struct sampling_asked *q, const struct output *out, struct err *e)
{
	struct judged_runs x;
	if (judged_runs_read(&x, &q->judged, q->sampling.held_at_random, q->sampling.effort.jobs,
			     e) < 0)
		return -1;
	int result = simulate(q, &x, out, e);
	judged_runs_release(&x);
	return result;
}

/* ---- measures, and what estimates them ---- */

static void simulated_measures_release(struct simulated_measures *s)
{
	for (size_t i = 0; i < s->count; i++) {
		requests_release(&s->measure[i].actual);
		requests_release(&s->measure[i].estimate);
	}
	free(s->measure);
	arena_release(&s->memory);
}

/* A plan borrows the text of what is asked. */
static int make_plan(struct simulated_measures *s, struct request_list *p, const struct registry *g,
		     const char *name, const char *parameters, const char *format, int32_t level,
		     struct err *e)
{
	const struct bounds_asked none = { .lower = true, .upper = true };
	const struct judgment_format *f = judgment_format_find(format, e);
	const char *text = arena_print(&s->memory, "%s%s%s", name, parameters != NULL ? "." : "",
				       parameters != NULL ? parameters : "");
	if (f == NULL)
		return -1;
	if (text == NULL)
		return err_memory(e);
	return requests_ask(p, g, text, e) < 0 ? -1 : requests_finish(p, g, f, level, &none, e);
}

static int name_columns(struct simulated_measures *s, struct simulated_measure *m,
			const struct request_list *asked, struct err *e)
{
	const struct request *q = asked->request;
	const char **name = arena_alloc(&s->memory, q->values * sizeof *name);
	if (name == NULL)
		return err_memory(e);
	for (size_t v = 0; v < q->values; v++) {
		name[v] = q->column[v].name;
		for (const struct simulated_measure *x = s->measure; x < m; x++)
			for (size_t i = 0; i < x->actual.request->values; i++)
				if (strcmp(x->as[i], name[v]) == 0)
					return err_usage(e, "-m: %s is asked for twice", name[v]);
	}
	m->as = name;
	return 0;
}

/* A measure that estimates another one, or the first that estimates it. */
static const struct measure *find_estimate(const struct registry *g, const struct measure *m)
{
	if (m->estimates != NULL)
		return m;
	for (size_t i = 0; i < g->count; i++)
		if (g->measure[i]->estimates != NULL &&
		    strcmp(g->measure[i]->estimates, m->name) == 0)
			return g->measure[i];
	return NULL;
}

/* Makes the two plans of one measure; `whole` is what was asked. */
static int make_measure(struct simulated_measures *s, const struct registry *g,
			const struct request_list *whole, const char *asked, int32_t level,
			struct err *e)
{
	struct simulated_measure *m = &s->measure[s->count++];
	const char *parameters = NULL;
	const struct measure *named = requests_only_asked(whole, &parameters);
	const struct measure *estimate = named != NULL ? find_estimate(g, named) : NULL;
	if (estimate == NULL)
		return err_usage(e,
				 "-m %.200s: neither a measure that is estimated from samples "
				 "(map, Rprec, P), nor one of the estimates (statAP ...)",
				 asked);
	if (make_plan(s, &m->actual, g, estimate->estimates, parameters, "qrels", level, e) < 0 ||
	    make_plan(s, &m->estimate, g, estimate->name, parameters, "csv", level, e) < 0)
		return -1;
	return name_columns(s, m, estimate == named ? &m->estimate : &m->actual, e);
}

/*
 * What the arguments of -m ask for: map, Rprec or P.K,..., by any of their names; or the name of an
 * estimate, which says how to estimate the measure if there are several ways. On failure nothing
 * is left to release.
 */
static int simulated_measures_init(struct simulated_measures *s, const struct registry *registry,
				   const struct text_list *texts, int32_t level, struct err *e)
{
	*s = (struct simulated_measures){ 0 };
	struct text_list asked = { 0 };
	int result = measures_split(texts, &s->memory, &asked, e);
	s->measure = calloc(asked.count + 1, sizeof *s->measure);
	if (result == 0 && s->measure == NULL)
		result = err_memory(e);
	for (size_t i = 0; i < asked.count && result == 0; i++) {
		struct request_list whole = { 0 };
		result = requests_ask(&whole, registry, asked.text[i], e);
		if (result == 0)
			result = make_measure(s, registry, &whole, asked.text[i], level, e);
		requests_release(&whole);
	}
	text_list_release(&asked);
	if (result < 0)
		simulated_measures_release(s);
	return result;
}

/* ---- the answer ---- */

static int simulate_sampling(void *request, const struct output *out, struct err *e)
{
	struct sampling_asked *q = request;
	const char *names[] = { "map", "Rprec", "P.30" };
	const struct text_list by_default = { names, 3 };
	struct simulated_measures m;
	struct registry registry;
	if (simulation_begin(&q->sampling.effort, &q->answer, out, e) < 0 ||
	    registry_init(&registry, &q->plugin, e) < 0)
		return -1;
	const struct text_list *asked = q->measure.count > 0 ? &q->measure : &by_default;
	int result = simulated_measures_init(&m, &registry, asked, q->sampling.level, e);
	if (result == 0) {
		q->sampling.measures = &m;
		result = read_and_simulate(q, out, e);
		simulated_measures_release(&m);
	}
	registry_release(&registry);
	return result;
}

COMMAND = { &table, simulate_sampling, NULL };
