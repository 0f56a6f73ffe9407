/*
 * strat_eval [OPTION...] QRELS RUN...
 */
#include "core/base/number.h"
#include "core/cli/command.h"
#include "core/cli/options/help.h"
#include "core/cli/options/run_options.h"
#include "core/cli/output/output.h"

enum {
	OPTION_FORMAT = 0x100,
	OPTION_OLD,
	OPTION_USAGE,
	OPTION_SHOW_STRATA,
	OPTION_MICRO,
	OPTION_TOPICS,
	OPTION_CAPPED,
};

static const struct argp_option option_table[] = {
	{ 0, 0, 0, 0, "As in trec_eval:", 1 },
	{ "query_eval_wanted", 'q', 0, 0, "Print the values of each topic before those of all", 0 },
	{ "nosummary", 'n', 0, 0, "Do not print the values of all topics together", 0 },
	{ "measure", 'm', "NAME[.PARAMETERS]", 0,
	  "Measure or nickname to print (default: official); may be repeated", 0 },
	OPTION_ENTRIES_JUDGMENTS,
	{ "Debug_level", 'D', "N[.TOPIC]", 0, "Evaluate only TOPIC; N is ignored", 0 },
	{ "Zscore", 'Z', "FILE", 0, "Print z-scores by the means and deviations in FILE", 0 },
	/* abbreviations that are unique in trec_eval and would not be here */
	{ "q", 'q', 0, OPTION_HIDDEN, "", 0 },
	{ "qu", 0, 0, OPTION_ALIAS | OPTION_HIDDEN, 0, 0 },
	{ "m", 'm', "NAME", OPTION_HIDDEN, "", 0 },
	{ "c", 'c', 0, OPTION_HIDDEN, "", 0 },
	{ "l", 'l', "N", OPTION_HIDDEN, "", 0 },
	{ "le", 0, 0, OPTION_ALIAS | OPTION_HIDDEN, 0, 0 },
	{ "Output_old_results_format", OPTION_OLD, "X", OPTION_HIDDEN, "Accepted and ignored", 0 },
	{ 0, 0, 0, 0, "Beyond trec_eval:", 2 },
	{ "format", OPTION_FORMAT, "NAME", 0, "Output as trec (default), csv or jsonl", 0 },
	OPTION_ENTRIES_PROGRAM,
	{ 0, 0, 0, 0, "Bounds:", 3 },
	{ "ci", OPTION_CI, "METHOD,...", OPTION_ARG_OPTIONAL,
	  "Bounds for means over topics (default slogit) and for estimates from samples (default "
	  "bb-shared, or ht-logit without strata)",
	  0 },
	OPTION_ENTRIES_BOUNDS,
	{ 0, 0, 0, 0, "Sampled judgments (-R probs, prels, strata, csv, table):", 4 },
	OPTION_ENTRIES_SAMPLE,
	{ "show-strata", OPTION_SHOW_STRATA, 0, 0, "Print the strata instead of the evaluation",
	  0 },
	{ "micro", OPTION_MICRO, 0, 0, "Also estimates of all topics pooled, as micro_...", 0 },
	{ "topics", OPTION_TOPICS, "WHICH", 0,
	  "Bounds of means are for these topics (default), or random ones like them", 0 },
	{ "capped", OPTION_CAPPED, 0, 0, "Keep estimates within what is possible (needs -N)", 0 },
	{ 0, 0, 0, 0, "Help:", 5 },
	{ "help", 'h', 0, 0, "Print this, or the manual of what -m, -R, -T name", 0 },
	{ "usage", OPTION_USAGE, 0, 0, "Print a short usage message", 0 },
	{ "version", 'v', 0, 0, "Print version, licence and libraries", 0 },
	{ 0 },
};

/* A command line, as parsed. Strings are borrowed from argv. */
struct command_line {
	struct run_options runs;
	const char *zscores;
	bool help, version;
};

/* N or N.TOPIC */
static void debug_level(struct argp_state *state, const char *text, struct command_line *c)
{
	size_t length = strcspn(text, ".");
	int64_t ignored;
	if (!parse_integer((struct slice){ text, length }, &ignored))
		argp_error(state, "-D %s: not a whole number, or number.topic", text);
	if (text[length] == '.')
		c->runs.batch.evaluation.only_topic = text + length + 1;
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
	struct command_line *c = state->input;
	static const char *const topics[] = { "these", "random", NULL };
	struct batch *b = &c->runs.batch;
	switch (key) {
	case 'D':
		debug_level(state, text, c);
		break;
	case 'Z':
		c->zscores = text;
		break;
	case OPTION_FORMAT:
		b->output.format =
			(enum score_format)option_choice(state, "--format", text, score_formats);
		break;
	case OPTION_SHOW_STRATA:
		b->show_strata = true;
		break;
	case OPTION_MICRO:
		b->evaluation.micro = b->output.micro = true;
		break;
	case OPTION_TOPICS:
		b->evaluation.bounds.random_topics =
			option_choice(state, "--topics", text, topics) == 1;
		c->runs.estimate_options = true;
		break;
	case OPTION_CAPPED:
		b->capped = true;
		break;
	case 'h':
		c->help = true;
		break;
	case 'v':
		c->version = true;
		break;
	case OPTION_USAGE:
		argp_state_help(state, stdout, ARGP_HELP_USAGE | ARGP_HELP_EXIT_OK);
		break;
	case OPTION_OLD:
		break;
	case ARGP_KEY_END:
		if (c->runs.files < 1 && !c->help && !c->version)
			argp_error(state, "two files are needed: judgments and a run");
		break;
	default:
		return run_options_take(&c->runs, key, text, state) ? 0 : ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse_option,
	.args_doc = "QRELS RUN...",
	.doc = "Evaluate retrieval runs against relevance judgments, in trec_eval's output "
	       "format.\v"
	       "Other commands: 'strat_eval compare', 'plan', 'sample' and 'simulate', each with --help. "
	       "Any file may be gzip, and one of them may be - for standard input. Exit status: 0 "
	       "success, 1 the data is wrong, 2 reading or writing failed, 64 wrong usage.",
};

static int print_buffer(struct buffer *b, struct err *e)
{
	int result = output_write(b, e);
	buffer_release(b);
	return result;
}

/* The manual of what was named, or else everything. */
static int help(struct buffer *b, const struct command_line *c, const struct registry *r,
		struct err *e)
{
	if (c->runs.measures == 0 && c->runs.judgment_format == NULL &&
	    c->runs.run_format == NULL && !c->runs.with_ci) {
		argp_help(&argp, stdout, ARGP_HELP_STD_HELP & ~(unsigned)ARGP_HELP_EXIT_OK,
			  (char[]){ PROGRAM_NAME });
		help_everything(b, r);
	}
	if (c->runs.judgment_format != NULL) {
		const struct judgment_format *f = judgment_format_find(c->runs.judgment_format, e);
		if (f == NULL)
			return -1;
		help_judgment_format(b, f);
	}
	if (c->runs.run_format != NULL) {
		const struct run_format *f = run_format_find(c->runs.run_format, e);
		if (f == NULL)
			return -1;
		help_run_format(b, f);
	}
	for (size_t i = 0; i < c->runs.methods.count; i++)
		help_manual(b, "--ci=", c->runs.methods.method[i]->name,
			    c->runs.methods.method[i]->summary, c->runs.methods.method[i]->manual);
	for (size_t i = 0; i < c->runs.methods.over_topics_count; i++)
		help_manual(b, "--ci=", c->runs.methods.over_topics[i]->name,
			    c->runs.methods.over_topics[i]->summary,
			    c->runs.methods.over_topics[i]->manual);
	return help_named_measures(b, r, c->runs.measure, c->runs.measures, e);
}

static const char *default_nickname(const struct judgments *j)
{
	enum judgment_kind kind = j->format->kind;
	return judgments_are_sampled(j)	   ? "est"
	       : kind == JUDGMENTS_GRADED  ? "official"
	       : kind == JUDGMENTS_GROUPED ? "qrels_jg"
					   : "prefs";
}

/*
 * What is printed without -m. A sample with documents tells what each of them stands for, be it by
 * probabilities or by strata, so that a ranking (other than a set) can be judged by it too.
 */
static int ask_default(struct plan *plan, const struct registry *r, const struct judgments *j,
		       const struct run_format *runs, struct err *e)
{
	if (plan_ask(plan, r, default_nickname(j), e) < 0)
		return -1;
	bool ranked = j->format->kind != JUDGMENTS_TABLE && !runs->set;
	return judgments_are_sampled(j) && ranked ? plan_ask(plan, r, "stat", e) : 0;
}

/* Options that do not go together. */
static int check_options(const struct command_line *c, const struct judgment_format *f,
			 struct err *e)
{
	const struct batch *b = &c->runs.batch;
	if (f->kind != JUDGMENTS_TABLE && c->runs.files < 2)
		return err_usage(e, "two files are needed: judgments and a run");
	if (run_options_check_sampling(&c->runs, f, e) < 0)
		return -1;
	if (c->zscores != NULL && (f->sampling != SAMPLING_NONE || c->runs.with_ci))
		return err_usage(e, "-Z goes with neither sampled judgments nor --ci");
	if (b->capped && b->strata.collection_size == 0)
		return err_usage(e, "--capped needs the size of the collection (-N)");
	return run_options_check_stdin(&c->runs, (const char *[]){ c->zscores, NULL }, e);
}

static int evaluate_judged(struct command_line *c, struct plan *plan, const struct registry *r,
			   struct judgments *judgments, struct err *e)
{
	struct batch *b = &c->runs.batch;
	const struct bounds_asked bounds = run_options_bounds(&c->runs, judgments);
	if (c->runs.measures == 0 && ask_default(plan, r, judgments, b->run_format, e) < 0)
		return -1;
	if (plan_finish(plan, r, judgments->format, b->evaluation.join.level, &bounds, e) < 0)
		return -1;
	b->plan = plan;
	b->judgments = judgments;
	b->sampled = plan_needs_sample(plan) || b->show_strata;
	b->output.bounds = b->sampled || plan_has_bounds(plan);
	const struct measure *pool = plan_needs_pool(plan);
	if (pool != NULL && !strata_are_whole(judgments, &b->strata))
		return err_usage(e,
				 "-m %s: the judgments must list every document of their strata, "
				 "so that there is no place for -N or --strata",
				 pool->name);
	if (b->strata.sizes != NULL && judgments->strata.count > 0)
		return err_usage(e, "--strata: the judgments have the sizes of their strata");
	if (b->strata.sizes != NULL && judgments->with_stratum == 0)
		return err_usage(
			e, "--strata: the judgments name no strata whose sizes it could give");
	if (b->sampled &&
	    (b->evaluation.join.most_retrieved != INT64_MAX || b->evaluation.join.judged_only))
		return err_usage(e, "-M and -J change the retrieved set, for which strata are "
				    "formed: use cutoffs (-m est_recall.100) instead");
	b->output.level = c->runs.level;
	b->output.draws = b->evaluation.bounds.interval.draws;
	b->output.seed = b->evaluation.bounds.interval.seed;
	b->output.resamples = b->evaluation.bounds.resamples;
	b->output.random_topics = b->evaluation.bounds.random_topics;
	b->strata.level = b->evaluation.join.level;
	return batch_run(b, e);
}

static int evaluate_with(struct command_line *c, const struct registry *r, struct err *e)
{
	const char *judgments_name =
		c->runs.judgment_format != NULL ? c->runs.judgment_format : "qrels";
	const char *runs_name = c->runs.run_format != NULL ? c->runs.run_format : "trec_results";
	const struct judgment_format *format = judgment_format_find(judgments_name, e);
	struct batch *b = &c->runs.batch;
	b->run_format = format != NULL ? run_format_find(runs_name, e) : NULL;
	b->strata.collection_size = b->evaluation.join.collection_size;
	if (b->run_format == NULL || check_options(c, format, e) < 0)
		return -1;
	struct plan plan = { 0 };
	struct zscores zscores;
	struct judgments judgments;
	int result = 0;
	for (int i = 0; i < c->runs.measures && result == 0; i++)
		result = plan_ask(&plan, r, c->runs.measure[i], e);
	if (result == 0 && c->zscores != NULL) {
		result = zscores_load(&zscores, c->zscores, e);
		if (result == 0)
			b->evaluation.zscores = &zscores;
	}
	if (result == 0) {
		result = run_options_read(&c->runs, format, &judgments, e);
		if (result == 0) {
			result = evaluate_judged(c, &plan, r, &judgments, e);
			judgments_release(&judgments);
		}
	}
	if (b->evaluation.zscores != NULL)
		zscores_release(&zscores);
	plan_release(&plan);
	return result;
}

static int evaluate_parsed(struct command_line *c, struct err *e)
{
	struct buffer b = { 0 };
	if (c->version) {
		help_version(&b);
		return print_buffer(&b, e);
	}
	struct batch *batch = &c->runs.batch;
	batch->output.several_runs = c->runs.files > 2;
	batch->output.zscores = c->zscores != NULL;
	batch->run = c->runs.file + 1;
	batch->runs = c->runs.files > 0 ? (size_t)c->runs.files - 1 : 0;
	batch->pool = c->runs.pool;
	batch->pools = (size_t)c->runs.pools;
	struct registry registry;
	if (registry_init(&registry, e) < 0)
		return -1;
	int result = 0;
	for (int i = 0; i < c->runs.plugins && result == 0; i++)
		result = registry_load(&registry, c->runs.plugin[i], e);
	if (result == 0)
		result = c->help ? help(&b, c, &registry, e) : evaluate_with(c, &registry, e);
	if (result == 0)
		result = print_buffer(&b, e);
	else
		buffer_release(&b);
	registry_release(&registry);
	return result;
}

static int evaluate(int argc, char **argv, struct err *e)
{
	struct command_line c = { 0 };
	if (run_options_init(&c.runs, argc, e) < 0)
		return -1;
	int result = option_parse(&argp, argc, argv, &c, e);
	if (result == 0)
		result = evaluate_parsed(&c, e);
	run_options_release(&c.runs);
	return result;
}

const struct command command_evaluate = { .run = evaluate };
