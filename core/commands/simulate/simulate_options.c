/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/commands/simulate/simulate_options.h"
#include "readers/fields.h"

#define AT(member)    OPTION_AT(struct simulate_request, member)
#define GIVEN(member) .given = offsetof(struct simulate_request, member)

const char *const simulation_quantities[] = { "recall", "precision",   "F",
					      "yield",	"diff-recall", "diff-P",
					      "diff-F", "prob-gt",     NULL };
static const char *const whose[] = { "these", "random", NULL };
static const char *const truths[] = { "all", "pool", NULL };

static int ask(struct simulate_request *q, struct slice name, bool table, struct err *e)
{
	if (!ARRAY_RESIZE(q->asked, q->count + 1))
		return err_memory(e);
	q->asked[q->count] = (struct asked_truths){ strndup(name.at, name.length), table };
	return q->asked[q->count].name != NULL ? (q->count++, 0) : err_memory(e);
}

OPTION_SETTER(set_table)
{
	return ask(request, slice_of(text), true, e);
}

OPTION_SETTER(set_scenarios)
{
	struct slice name;
	while (next_item(&text, &name)) {
		if (name.length == 0)
			return err_usage(e, "--%s: a name is missing", o->name);
		if (ask(request, name, false, e) < 0)
			return -1;
	}
	return 0;
}

OPTION_SETTER(add_held)
{
	struct simulate_request *q = request;
	const char *rest = text;
	struct slice name;
	while (next_item(&rest, &name))
		if (name.length == 0)
			return err_usage(e, "--%s: a name is missing", o->name);
	return text_list_add(&q->held, text, e);
}

/* A number, or all. */
OPTION_SETTER(set_draw_from)
{
	struct command_option number = *o;
	number.set = NULL;
	if (strcmp(text, "all") != 0)
		return option_take(&number, request, text, e);
	((struct simulate_request *)request)->sampling.deepest = SIZE_MAX;
	return 0;
}

static const struct command_option options[] = {
	{ HEADING("Intervals from sampled judgments:"), GIVEN(truths_given) },
	{ "scenario", 0, "NAME|FILE,...",
	  "Scenarios by name (default: all that are listed below), or files of truths; may be "
	  "repeated",
	  SET_BY(set_scenarios) },
	{ "table", 0, "FILE",
	  "Truths that look like the strata of a table, for each topic and run; may be repeated",
	  .type = OPTION_FILES, .set = set_table },
	{ "topic-count", 0, "T,...",
	  "Means over T truths, drawn with replacement as topics (default: each truth alone)",
	  LIST(WHOLES(1, 100000)), AT(means.topics) },
	{ "topics", 0, "WHICH",
	  "With --topic-count: means are of these topics (default), or of random ones like them",
	  WORD(whose), AT(means.random_topics) },
	{ "quantity", 0, "NAME",
	  "recall (default), precision, F or yield; with --topic-count also diff-recall, diff-P "
	  "or diff-F of two runs; prob-gt, how sure one seems the better, is diff-recall",
	  WORD(simulation_quantities), AT(quantity) },
	{ "beta", 0, "X", "Weight of recall in F (default 1)", REAL(FROM_TO(0, INFINITY)),
	  AT(simulation.interval.beta) },
	{ OPTION_TAIL, AT(tail) },
	{ "realizations", 0, "N", "Truths drawn from each scenario that has a name (default 1000)",
	  WHOLE(1, 10000000), AT(simulation.realizations) },
	{ "exact", 0, NULL,
	  "Sum over all samples that can be drawn, however many (default: if they are few)",
	  AT(simulation.exact) },
	{ "looks", 0, "N",
	  "Look N times while the samples grow, and count a miss at any look (default 1: at the end)",
	  WHOLE(1, 1000), AT(simulation.looks) },
	{ "by-truth", 0, NULL, "Print coverage, and bias of the estimate, of each truth",
	  AT(by_truth) },
	{ "distribution", 0, NULL,
	  "Instead of coverage, the distribution of the estimate over the samples of each truth",
	  AT(distribution) },
	{ HEADING("Instead, intervals of means over topics:"), GIVEN(bootstrap_given) },
	{ "bootstrap", 0, NULL,
	  "How often they miss the mean, with samples of the topics of a matrix",
	  AT(by_bootstrap) },
	{ "by-system", 0, NULL,
	  "Instead: skew of the scores of each system, and the bias of the mean of a sample",
	  AT(by_system) },
	{ "alphas", 0, "X,...", "1 less the levels (default 0.05,0.1,...,0.5)", LIST(BETWEEN(0, 1)),
	  AT(bootstrap.alphas) },
	{ "with-replacement", 0, NULL,
	  "Draw the topics of a sample with replacement: each stands for many like it",
	  AT(bootstrap.with_replacement) },
	{ HEADING("Instead, the sign test:"), GIVEN(power_given) },
	{ "power", 0, NULL,
	  "How often it finds a difference, with samples of the topics of a matrix, beside what "
	  "theory predicts",
	  AT(by_power) },
	{ "effects", 0, "X,...", "Effect sizes of pairs of systems (default 0.25,0.35,0.5)",
	  LIST(FROM_TO(0, 1)), AT(power.effects) },
	{ HEADING("Instead, comparisons of systems:"), GIVEN(comparisons_given) },
	{ "comparisons", 0, NULL,
	  "How often adjustments for many comparisons are wrong, what they find, and how often "
	  "intervals of differences and effect sizes cover, with samples of the topics of a matrix",
	  AT(by_comparisons) },
	{ "systems", 0, "K", "Systems in a comparison, drawn anew for each sample (default 10)",
	  WHOLE(2, 10000), AT(comparison.systems) },
	{ HEADING("Of --bootstrap, --comparisons and --power:"), GIVEN(matrix_given) },
	{ "matrix", 0, "FILE", "Scores in CSV, a row for each topic and a column for each system",
	  .type = OPTION_FILE, AT(matrix) },
	{ HEADING("Of --bootstrap and --comparisons:"), GIVEN(resamples_given) },
	{ "resamples", 0, "N", "Resamples of each sample (default 1000)", WHOLE(1, 1000000000),
	  AT(bootstrap.resamples) },
	{ HEADING("Instead, judging until a difference is certain:"), GIVEN(study_given) },
	{ "confidence", 0, NULL,
	  "How often the sign of a difference is right, by the confidence in it, as pools are "
	  "judged: QRELS RUN...",
	  AT(by_confidence) },
	{ "study", 0, NULL,
	  "Studies of pairs of runs that a pilot study plans: judgments and power: QRELS RUN...",
	  AT(by_study) },
	{ "certainty", 0, "X", "Judge every study to this certainty, without a pilot",
	  REAL(ABOVE_TO(0.5, 1)), AT(study.certainty) },
	{ "pilot", 0, "N", "Topics of a pilot (default 10)", WHOLE(2, 1000000),
	  AT(study.pilot_topics) },
	{ "topic-cost", 0, "X", "Cost of a topic, that of a judgment being 1 (default 0)",
	  REAL(FROM_TO(0, 1e9)), AT(study.price.topic) },
	{ "free-topics", 0, "N", "Topics that cost nothing (default 0)", REAL(FROM_TO(0, 1e9)),
	  AT(study.price.free_topics) },
	{ "depth", 0, "N", "Depth of the deepest pool, at which rankings end (default 100)",
	  WHOLE(1, 1000000), AT(study.pilot.depth) },
	{ HEADING("Of --bootstrap, --comparisons, --power, --confidence and --study:"),
	  GIVEN(sizes_given) },
	{ "sizes", 0, "N,...",
	  "Topics in a sample (default 5,10,20; --comparisons 50; --power 25,50,100; --confidence all, "
	  "once). Of "
	  "--study one number, the topics that would have the power if all were judged (default 25)",
	  LIST(WHOLES(2, 1000000)), AT(sizes) },
	{ HEADING("Instead, samples against pools:"), GIVEN(sampling_given) },
	{ "sampling", 0, NULL,
	  "How well samples and pools of the same size agree with all judgments: QRELS RUN...",
	  AT(by_sampling) },
	{ "depths", 0, "K,...", "Depths of the pools (default 1:10:1)", LIST(WHOLES(1, 1000000)),
	  AT(sampling.depths), GIVEN(agreement_given) },
	{ "pool-depth", 0, "K",
	  "Depth of the pool that is part of the sample, if both are mixed (default 1)",
	  WHOLE(1, 1000000), AT(sampling.pool_depth), GIVEN(pool_depth_given) },
	{ "draw-from", 0, "N",
	  "Draw from the first N documents of each run, or from all (default 100)",
	  WHOLE(1, DOCUMENTS_MAX), AT(sampling.deepest), .set = set_draw_from },
	{ "truth", 0, "WHICH",
	  "All judgments (default), or the pool that is drawn from, as if nothing else were judged",
	  WORD(truths), AT(sampling.pool_is_truth), GIVEN(agreement_given) },
	{ "hold-out", 0, "RUN,...",
	  "Runs, by name or file, that shape neither pools nor samples; may be repeated",
	  .type = OPTION_TEXTS, AT(held), .set = add_held },
	{ "hold-out-count", 0, "N", "Hold out N runs, drawn anew for each sample",
	  WHOLE(1, 1000000), AT(sampling.held_at_random), GIVEN(agreement_given) },
	{ "measure", 'm', "NAME",
	  "map, Rprec or P.K,... (default: map, Rprec, P.30); may be repeated",
	  .type = OPTION_TEXTS, AT(measure), GIVEN(agreement_given) },
	{ OPTION_PLUGIN, AT(plugin) },
	{ "by-run", 0, NULL, "Print the estimates of each run", AT(by_run),
	  GIVEN(agreement_given) },
	{ "by-topic", 0, "RUN", "Print the estimates of each topic of this run, by name or file",
	  .type = OPTION_TEXT, AT(by_topic), GIVEN(agreement_given) },
	{ HEADING("Instead of agreement, with --sampling:"), GIVEN(coverage_given) },
	{ "coverage", 0, NULL,
	  "How often the intervals of statAP and statAP_bc cover the true value", AT(by_coverage) },
	{ "picks", 0, "N,...", "With --coverage: documents to draw for each topic (default 100)",
	  LIST(WHOLES(2, 1000000)), AT(coverage.picks) },
	{ "below", 0, "Q", "With --coverage: as sample --below, with --draw-from as -M",
	  WHOLE(1, 1000000), AT(coverage.below) },
	{ HEADING("Instead, when to stop a review:"), GIVEN(stopping_given) },
	{ "stopping", 0, NULL,
	  "How often stopping rules miss their target, in reviews of urns, or of rankings: QRELS "
	  "RUN...",
	  AT(by_stopping) },
	{ OPTION_TARGET, AT(stopping.rules.target) },
	{ "Number_docs_in_coll", 'N', "N",
	  "Documents of a collection (default 10000; of a ranking: those that it has, and relevant "
	  "ones that it lacks)",
	  WHOLE(10, 10000000), AT(stopping.collection) },
	{ "prevalence", 0, "X,...", "Share of an urn that is relevant (default 0.001,0.01,0.1)",
	  LIST(BETWEEN(0, 1)), AT(stopping.prevalence) },
	{ "separation", 0, "X",
	  "Urns: standard deviations between scores of relevant and other documents (default 2)",
	  REAL(FROM_TO(0, 100)), AT(stopping.separation) },
	{ "control", 0, "N", "Documents in the control sample (default 500)", WHOLE(0, 10000000),
	  AT(stopping.control) },
	{ "ranked", 0, "X",
	  "Share of the collection that is reviewed by rank, before random documents are drawn "
	  "(default 0.3)",
	  REAL(FROM_TO(0, 1)), AT(stopping.ranked) },
	{ OPTION_TAIL_SIZE " (default 500)", WHOLE(1, INT64_C(1) << 53), AT(stopping.rules.tail) },
	{ OPTION_BATCH, AT(stopping.batch) },
	{ OPTION_BATCH_PRECISION, AT(stopping.rules.precision) },
	{ OPTION_BUDGET, AT(stopping.rules.budget) },
	{ HEADING("Of all that take judgments and runs:"), GIVEN(files_given) },
	{ "level_for_rel", 'l', "N", "Least grade that is relevant (default 1)",
	  WHOLE(1, GRADE_MAX), AT(sampling.level) },
	{ OPTION_JUDGMENT_FORMAT, AT(judgment_format) },
	{ OPTION_RUN_FORMAT, AT(run_format) },
	{ HEADING("Of intervals from sampled judgments, of --stopping and of --comparisons:"),
	  GIVEN(level_given) },
	{ "level", 0, "X", "Level of the intervals, or of the rules (default 0.95)",
	  REAL(BETWEEN(0, 1)), AT(simulation.level) },
	{ HEADING("Of intervals:"), GIVEN(intervals_given) },
	{ "ci", 0, "METHOD,...",
	  "Interval methods (default: all that apply; with --bootstrap percentile,bca,slogit)",
	  .type = OPTION_METHODS, AT(simulation.named) },
	{ HEADING("How:") },
	{ "samples", 0, "N",
	  "Draw N samples from each truth (default: exact coverage if that is possible, else "
	  "1000), from the topics of each system (default 1000), for each depth (default 10), or N "
	  "reviews with --stopping (default 1000)",
	  WHOLE(1, 1000000000), AT(samples) },
	{ OPTION_SEED, AT(seed) },
	{ OPTION_JOBS, AT(jobs) },
	{ OPTION_SHARD, AT(shard) },
	{ OPTION_TABLE_FORMAT, AT(format) },
	{ OPTION_PICTURE("coverage or estimates, agreement (--sampling), skew and bias "
			 "(--by-system), power, confidence or studies"),
	  AT(plot) },
	{ OPTION_QUIET, AT(quiet) },
	{ HEADING("Help:") },
	{ OPTION_HELP("Print this, the scenarios and the methods") },
	{ OPTION_USAGE },
	{ 0 },
};

/* Of --bootstrap: Park 2011, section 2. */
static void init(void *request)
{
	*(struct simulate_request *)request = (struct simulate_request){
		.seed = 1,
		.jobs = parallel_processors(),
		.simulation = { .interval = { .beta = 1 }, .level = 0.95, .realizations = 1000 },
		.bootstrap = {
			.alphas = { { .05, .1, .15, .2, .25, .3, .35, .4, .45, .5 }, 10 },
			.resamples = 1000,
		},
		.power = { .effects = { { 0.25, 0.35, 0.5 }, 3 }, .alpha = 0.05 },
		.study = {
			.pilot = {
				.depth = 100,
				.unjudged = 0.5,
				.certainty = { { .55, .6, .65, .7, .75, .8, .85, .9, .95, .99 }, 10 },
				.resamples = 10,
			},
			.pilot_topics = 10,
			.price = { .judgment = 1 },
			.alpha = 0.05,
		},
		.sampling = {
			.depths = { { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }, 10 },
			.pool_depth = 1,
			.deepest = 100,
			.level = 1,
		},
		.stopping = {
			.rules = { .target = 0.95, .tail = 500, .precision = 0.05, .budget = 0.5 },
			.batch = 100,
			.control = 500,
			.ranked = 0.3,
			.separation = 2,
		},
		.comparison = { .systems = 10 },
		.coverage = { .picks = { { 100 }, 1 }, .level = 0.95 },
		.judgment_format = "qrels",
		.run_format = "trec_results",
	};
}

static void release(void *request)
{
	struct simulate_request *q = request;
	for (size_t i = 0; i < q->count; i++)
		free(q->asked[i].name);
	free(q->asked);
}

/* Options of one way to simulate are refused with the others. */
static int check_groups(const struct simulate_request *q, struct err *e)
{
	const struct {
		bool asked;
		const char *name;
	} ways[] = {
		{ q->by_sampling, "sampling" },	      { q->by_stopping, "stopping" },
		{ q->by_bootstrap, "bootstrap" },     { q->by_power, "power" },
		{ q->by_confidence, "confidence" },   { q->by_study, "study" },
		{ q->by_comparisons, "comparisons" },
	};
	const char *way = NULL;
	for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
		if (ways[i].asked && way != NULL)
			return err_usage(e, "--%s does not go with --%s", ways[i].name, way);
		way = ways[i].asked ? ways[i].name : way;
	}
	bool studies = q->by_confidence || q->by_study;
	bool files = q->by_sampling || q->by_stopping || studies;
	const struct {
		const char *given, *way; /* NULL: no option chooses the way */
		bool allowed;
	} group[] = {
		{ q->truths_given, NULL, way == NULL },
		{ q->bootstrap_given, "bootstrap", q->by_bootstrap },
		{ q->power_given, "power", q->by_power },
		{ q->comparisons_given, "comparisons", q->by_comparisons },
		{ q->matrix_given, "bootstrap, --comparisons or --power",
		  q->by_bootstrap || q->by_comparisons || q->by_power },
		{ q->resamples_given, "bootstrap or --comparisons",
		  q->by_bootstrap || q->by_comparisons },
		{ q->study_given, "study", studies },
		{ q->sizes_given, "bootstrap, --comparisons, --power, --confidence or --study",
		  q->by_bootstrap || q->by_comparisons || q->by_power || studies },
		{ q->intervals_given, NULL, !files && !q->by_power && !q->by_comparisons },
		{ q->sampling_given, "sampling", q->by_sampling },
		{ q->coverage_given, "sampling", q->by_sampling },
		{ q->stopping_given, "stopping", q->by_stopping },
		{ q->files_given, "sampling, --stopping, --confidence or --study", files },
		{ q->level_given, NULL, way == NULL || q->by_stopping || q->by_comparisons },
	};
	for (size_t i = 0; i < sizeof group / sizeof group[0]; i++) {
		if (group[i].given == NULL || group[i].allowed)
			continue;
		if ((files && way != NULL) || group[i].way == NULL)
			return err_usage(e, "--%s does not go with --%s", group[i].given, way);
		return err_usage(e, "--%s goes only with --%s", group[i].given, group[i].way);
	}
	return 0;
}

static int check_methods(const struct simulate_request *q, struct err *e)
{
	const struct method_list *named = &q->simulation.named;
	if ((q->by_bootstrap || q->by_power || q->by_comparisons) && q->matrix == NULL)
		return err_usage(e, "--%s needs --matrix",
				 q->by_power	   ? "power"
				 : q->by_bootstrap ? "bootstrap"
						   : "comparisons");
	if (q->by_bootstrap && named->count > 0)
		return err_usage(e, "--ci=%s: not a method for means over topics (-h lists them)",
				 named->method[0]);
	if (!q->by_bootstrap && named->over_topics_count > 0)
		return err_usage(
			e,
			"--ci=%s: a method for means over topics, which goes only with --bootstrap",
			named->over_topics[0]->name);
	return q->by_bootstrap ? 0 : methods_are_for_sets(named, e);
}

/* The estimates of each topic are no part of what the samples give. */
static int check_shard(const struct simulate_request *q, struct err *e)
{
	return q->shard.count > 0 && q->by_topic != NULL
		       ? err_usage(e, "--shard does not go with --by-topic")
		       : 0;
}

static int check(void *request, struct err *e)
{
	const struct simulate_request *q = request;
	if (check_groups(q, e) < 0 || check_shard(q, e) < 0)
		return -1;
	if (q->plot != NULL &&
	    (q->by_stopping || q->by_comparisons || (q->by_bootstrap && !q->by_system)))
		return err_usage(e, "--plot does not go with --%s",
				 q->by_stopping	     ? "stopping"
				 : q->by_comparisons ? "comparisons"
						     : "bootstrap alone, only with --by-system");
	if (q->by_sampling || q->by_stopping || q->by_confidence || q->by_study)
		return 0;
	if (q->file.count > 0)
		return err_usage(e,
				 "'%.200s': simulate takes files only with --sampling, --stopping, "
				 "--confidence and --study",
				 q->file.text[0]);
	return check_methods(q, e);
}

static const struct command_option files = { .type = OPTION_FILES, AT(file) };

const struct command_table simulate_table = {
	.name = "simulate",
	.summary = "measure the coverage of the interval methods",
	.arguments =
		"\n--bootstrap --matrix=FILE\n--comparisons --matrix=FILE\n--power --matrix=FILE\n--confidence QRELS RUN...\n--study QRELS RUN...\n--sampling QRELS RUN...\n--stopping [QRELS RUN...]",
	.doc = "Measure how often the intervals of each method cover the true value, or how well "
	       "samples and pools of documents agree with all judgments, or how often stopping "
	       "rules end a review too early.",
	.notes =
		"A file of truths is CSV with the columns truth, retrieved, size, yield and sampled: "
		"a line for each stratum. " EXIT_STATUS,
	.option = options,
	.word = &files,
	.size = sizeof(struct simulate_request),
	.init = init,
	.release = release,
	.shard = offsetof(struct simulate_request, shard),
	.merged_words = SIZE_MAX,
	.check = check,
};

static int truths_ready(struct simulate_request *q, struct err *e)
{
	static const enum quantity quantities[] = { QUANTITY_RECALL, QUANTITY_PRECISION,
						    QUANTITY_F,	     QUANTITY_YIELD,
						    QUANTITY_RECALL, QUANTITY_PRECISION,
						    QUANTITY_F,	     QUANTITY_RECALL };
	enum { DIFFERENCES = 4 };
	struct simulation *s = &q->simulation;
	int inputs = 0;
	if (q->count == 0 && set_scenarios(&options[1], q, "neutral,legal,small", e) < 0)
		return -1;
	for (size_t i = 0; i < q->count; i++)
		inputs += is_stdin(q->asked[i].name);
	if (check_stdin(&q->file, inputs, e) < 0)
		return -1;
	if (s->exact && q->samples > 0)
		return err_usage(e, "--exact and --samples exclude each other");
	if (s->exact && s->looks > 1)
		return err_usage(e, "--exact and --looks exclude each other");
	if (q->means.topics.count > 0 && s->looks > 1)
		return err_usage(e, "--looks and --topic-count exclude each other");
	if (q->means.topics.count > 0 && (q->by_truth || q->distribution || q->plot != NULL))
		return err_usage(e, "--%s and --topic-count exclude each other",
				 q->by_truth	   ? "by-truth"
				 : q->distribution ? "distribution"
						   : "plot");
	if (q->distribution &&
	    (q->by_truth || s->looks > 1 || q->tail != TAIL_BOTH || q->intervals_given != NULL))
		return err_usage(e,
				 "--distribution is about estimates: --by-truth, --ci, --tail and "
				 "--looks do not go with it");
	s->interval.quantity = quantities[q->quantity];
	q->means.difference = q->quantity >= DIFFERENCES;
	q->means.resamples = 1000;
	bool means = q->means.topics.count > 0;
	if (!means && (q->means.difference || q->means.random_topics))
		return err_usage(e, "--%s needs --topic-count",
				 q->means.difference ? "quantity=diff-..." : "topics=random");
	if (q->means.difference && q->means.random_topics)
		return err_usage(e, "--topics=random has no differences");
	tails_set(&s->interval.ends, s->level, q->tail);
	s->samples = q->samples;
	s->seed = q->seed;
	s->jobs = q->jobs;
	s->shard = &q->shard;
	return 0;
}

/* The sizes that were given, or those of the paper. */
static struct number_list sizes_or(const struct simulate_request *q, struct number_list otherwise)
{
	return q->sizes.count > 0 ? q->sizes : otherwise;
}

static void power_ready(struct simulate_request *q)
{
	struct power_simulation *p = &q->power;
	p->sizes = sizes_or(q, (struct number_list){ { 25, 50, 100 }, 3 });
	p->samples = q->samples > 0 ? q->samples : 1000;
	p->seed = q->seed;
	p->jobs = q->jobs;
	p->shard = &q->shard;
}

static int study_ready(struct simulate_request *q, struct err *e)
{
	struct study_simulation *s = &q->study;
	struct pilot_question *p = &s->pilot;
	if (q->file.count < 3)
		return err_usage(e, "--%s needs judgments and two runs or more",
				 q->by_study ? "study" : "confidence");
	if (q->by_study && q->sizes.count > 1)
		return err_usage(e, "--sizes is one number with --study");
	if (q->by_confidence &&
	    (s->certainty > 0 || s->price.topic > 0 || s->price.free_topics > 0))
		return err_usage(e, "--certainty, --topic-cost and --free-topics are for --study");
	s->topics = q->sizes.count > 0 ? q->sizes.value[0] : 25;
	s->samples = q->samples > 0 ? q->samples : q->by_study ? 1000 : 10;
	p->judgments = q->file.text[0];
	p->run = q->file.text + 1;
	p->runs = q->file.count - 1;
	p->level = q->sampling.level;
	p->length = p->depth;
	p->size = (struct number_list){ { 1, 2, 5, 10, 20, 50, 100, 200 }, 8 };
	p->seed = q->seed;
	p->jobs = q->jobs;
	s->shard = &q->shard;
	return check_stdin(&q->file, 0, e);
}

static void bootstrap_ready(struct simulate_request *q)
{
	static const char *const methods[] = { "percentile", "bca", "slogit" };
	struct bootstrap_simulation *b = &q->bootstrap;
	b->sizes = sizes_or(q, (struct number_list){ { 5, 10, 20 }, 3 });
	b->methods = q->simulation.named.over_topics_count;
	memcpy(b->method, q->simulation.named.over_topics, b->methods * sizeof *b->method);
	for (size_t i = 0, none = b->methods == 0; none && i < 3; i++)
		b->method[b->methods++] = mean_interval_find(methods[i]);
	b->samples = q->samples > 0 ? q->samples : 1000;
	b->seed = q->seed;
	b->jobs = q->jobs;
	b->shard = &q->shard;
}

static void comparisons_ready(struct simulate_request *q)
{
	struct comparison_simulation *c = &q->comparison;
	c->sizes = sizes_or(q, (struct number_list){ { 50 }, 1 });
	c->resamples = q->bootstrap.resamples;
	c->level = q->simulation.level;
	c->samples = q->samples > 0 ? q->samples : 1000;
	c->seed = q->seed;
	c->jobs = q->jobs;
	c->shard = &q->shard;
}

static int sampling_ready(struct simulate_request *q, struct err *e)
{
	struct sampling_simulation *s = &q->sampling;
	if (q->file.count < 3)
		return err_usage(e, "--sampling needs judgments and two runs or more");
	if (q->held.count > 0 && s->held_at_random > 0)
		return err_usage(
			e,
			"--hold-out names the runs, --hold-out-count draws them: give one of both");
	for (size_t i = 0; i < s->depths.count; i++)
		if (s->pool_is_truth && s->depths.value[i] > (double)s->deepest)
			return err_usage(
				e,
				"--depths=%lld goes beyond --draw-from=%zu, which is all that is known with --truth=pool",
				(long long)s->depths.value[i], s->deepest);
	if (q->by_run && q->by_topic != NULL)
		return err_usage(e, "--by-run and --by-topic exclude each other");
	s->by_topic = SIZE_MAX;
	s->samples = q->samples > 0 ? q->samples : 10;
	s->seed = q->seed;
	s->jobs = q->jobs;
	s->shard = &q->shard;
	return 0;
}

static int coverage_ready(struct simulate_request *q, struct err *e)
{
	struct ap_coverage *c = &q->coverage;
	if (!q->by_coverage)
		return q->coverage_given == NULL
			       ? 0
			       : err_usage(e, "--%s goes only with --coverage", q->coverage_given);
	if (q->agreement_given || q->plot != NULL)
		return err_usage(e, "--depths, --truth, --hold-out-count, -m, --by-run, --by-topic "
				    "and --plot do "
				    "not go with --coverage");
	if (c->below > 0 && q->sampling.deepest == SIZE_MAX)
		return err_usage(e, "--below draws below --draw-from=N, not below all");
	c->deepest = q->sampling.deepest;
	c->pool_depth = q->pool_depth_given ? q->sampling.pool_depth : 0;
	c->relevant = q->sampling.level;
	c->samples = q->samples > 0 ? q->samples : 100;
	c->seed = q->seed;
	c->jobs = q->jobs;
	c->shard = &q->shard;
	return 0;
}

static int stopping_ready(struct simulate_request *q, struct err *e)
{
	struct stopping_simulation *s = &q->stopping;
	bool urns = q->file.count == 0;
	if (q->file.count == 1)
		return err_usage(e, "--stopping needs judgments and a run, or no files");
	if (!urns && s->prevalence.count > 0)
		return err_usage(e, "--prevalence is for urns, and there are files");
	if (urns && s->collection == 0)
		s->collection = 10000;
	if (urns && s->prevalence.count == 0)
		s->prevalence = (struct number_list){ { 0.001, 0.01, 0.1 }, 3 };
	s->rules.alpha = 1 - q->simulation.level;
	s->samples = q->samples > 0 ? q->samples : 1000;
	s->seed = q->seed;
	s->jobs = q->jobs;
	s->shard = &q->shard;
	return check_stdin(&q->file, 0, e);
}

int simulate_request_ready(struct simulate_request *q, struct err *e)
{
	if (q->by_stopping)
		return stopping_ready(q, e);
	if (q->by_sampling)
		return sampling_ready(q, e) < 0 ? -1 : coverage_ready(q, e);
	if (q->by_confidence || q->by_study)
		return study_ready(q, e);
	if (q->by_power) {
		power_ready(q);
		return 0;
	}
	if (!q->by_bootstrap && !q->by_comparisons)
		return truths_ready(q, e);
	bootstrap_ready(q);
	comparisons_ready(q);
	return 0;
}
