/*
 * strat_eval [OPTION...] QRELS RUN...
 */
#include <limits.h>
#include <omp.h>

#include "core/base/number.h"
#include "core/cli/batch.h"
#include "core/cli/command.h"
#include "core/cli/help.h"
#include "core/cli/options.h"

enum {
	OPTION_FORMAT = 0x100,
	OPTION_DIGITS,
	OPTION_JOBS,
	OPTION_PLUGIN,
	OPTION_QUIET,
	OPTION_OLD,
	OPTION_USAGE,
	OPTION_CI,
	OPTION_LEVEL,
	OPTION_TAIL,
	OPTION_DRAWS,
	OPTION_SEED,
	OPTION_POOL,
	OPTION_STRATA,
	OPTION_SHOW_STRATA,
	OPTION_MICRO,
	OPTION_TOPICS,
	OPTION_RESAMPLES,
	OPTION_GRAY,
	OPTION_CAPPED,
};

static const struct argp_option option_table[] = {
	{ 0, 0, 0, 0, "As in trec_eval:", 1 },
	{ "query_eval_wanted", 'q', 0, 0, "Print the values of each topic before those of all", 0 },
	{ "nosummary", 'n', 0, 0, "Do not print the values of all topics together", 0 },
	{ "measure", 'm', "NAME[.PARAMETERS]", 0,
	  "Measure or nickname to print (default: official); may be repeated", 0 },
	{ "complete_rel_info_wanted", 'c', 0, 0,
	  "Average over all judged topics; those missing from the run retrieve nothing", 0 },
	{ "level_for_rel", 'l', "N", 0, "Least grade that counts as relevant (default 1)", 0 },
	{ "Judged_docs_only", 'J', 0, 0, "Leave unjudged documents out of the ranking", 0 },
	{ "Number_docs_in_coll", 'N', "N", 0, "Number of documents in the collection", 0 },
	{ "Max_retrieved_per_topic", 'M', "N", 0, "Keep only the first N documents of a topic", 0 },
	{ "Debug_level", 'D', "N[.TOPIC]", 0, "Evaluate only TOPIC; N is ignored", 0 },
	{ "Rel_info_format", 'R', "FORMAT", 0, "Format of the judgments (default qrels)", 0 },
	{ "Results_format", 'T', "FORMAT", 0, "Format of the runs (default trec_results)", 0 },
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
	{ "digits", OPTION_DIGITS, "N", 0, "Digits behind the decimal point (default 4)", 0 },
	{ "format", OPTION_FORMAT, "NAME", 0, "Output as trec (default), csv or jsonl", 0 },
	{ "jobs", OPTION_JOBS, "N", 0, "Evaluate N runs at a time (default: as many as cores)", 0 },
	{ "plugin", OPTION_PLUGIN, "FILE.so", 0, "Load more measures; may be repeated", 0 },
	{ "quiet-warnings", OPTION_QUIET, 0, 0, "No warnings on standard error", 0 },
	{ 0, 0, 0, 0, "Sampled judgments (-R probs, prels, strata, csv, table):", 3 },
	{ "ci", OPTION_CI, "METHOD,...", OPTION_ARG_OPTIONAL,
	  "Bounds for the estimates (default bb-shared, or ht-logit without strata)", 0 },
	{ "level", OPTION_LEVEL, "X", 0, "Level of the bounds (default 0.95)", 0 },
	{ "tail", OPTION_TAIL, "SIDE", 0, "Bounds on both sides (default), lower or upper only",
	  0 },
	{ "draws", OPTION_DRAWS, "N", 0, "Bayesian bounds from N Monte Carlo draws", 0 },
	{ "seed", OPTION_SEED, "N", 0, "Seed of all random numbers (default 1)", 0 },
	{ "pool", OPTION_POOL, "RUN", 0, "A run that helps to form strata; may be repeated", 0 },
	{ "strata", OPTION_STRATA, "FILE", 0, "CSV with the sizes of strata: topic,stratum,size",
	  0 },
	{ "show-strata", OPTION_SHOW_STRATA, 0, 0, "Print the strata instead of the evaluation",
	  0 },
	{ "micro", OPTION_MICRO, 0, 0, "Also estimates of all topics pooled, as micro_...", 0 },
	{ "topics", OPTION_TOPICS, "WHICH", 0,
	  "Bounds of means are for these topics (default), or random ones like them", 0 },
	{ "resamples", OPTION_RESAMPLES, "N", 0, "Resamples of topics (default 10000)", 0 },
	{ "gray", OPTION_GRAY, "HOW", 0,
	  "Gray documents are left-out of precision (default) or nonrelevant", 0 },
	{ "capped", OPTION_CAPPED, 0, 0, "Keep estimates within what is possible (needs -N)", 0 },
	{ 0, 0, 0, 0, "Help:", 4 },
	{ "help", 'h', 0, 0, "Print this, or the manual of what -m, -R, -T name", 0 },
	{ "usage", OPTION_USAGE, 0, 0, "Print a short usage message", 0 },
	{ "version", 'v', 0, 0, "Print version, licence and libraries", 0 },
	{ 0 },
};

/* A command line, as parsed. Strings are borrowed from argv. */
struct command_line {
	struct batch batch;				/* what of it the options decide */
	const char **measure, **plugin, **file, **pool; /* each with room for argc */
	int measures, plugins, files, pools;
	const char *judgment_format, *run_format, *zscores;
	bool with_ci;
	bool bounds_options; /* one of those that only bounds have was given */
	double level;
	enum tail tail;
	struct method_list methods;
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
		c->batch.evaluation.only_topic = text + length + 1;
}

static int32_t grade(struct argp_state *state, const char *text)
{
	return (int32_t)option_number(state, "-l", text, -GRADE_MAX, GRADE_MAX);
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
	struct command_line *c = state->input;
	static const char *const topics[] = { "these", "random", NULL };
	static const char *const grays[] = { "left-out", "nonrelevant", NULL };
	struct batch *b = &c->batch;
	struct join_options *join = &b->evaluation.join;
	struct mean_request *bounds = &b->evaluation.bounds;
	switch (key) {
	case 'q':
		b->output.topics = true;
		break;
	case 'n':
		b->output.no_summary = true;
		break;
	case 'm':
		c->measure[c->measures++] = text;
		break;
	case 'c':
		join->complete = true;
		break;
	case 'l':
		join->level = grade(state, text);
		break;
	case 'J':
		join->judged_only = true;
		break;
	case 'N':
		join->collection_size = option_number(state, "-N", text, 0, INT64_C(1) << 53);
		break;
	case 'M':
		join->most_retrieved = option_number(state, "-M", text, 0, INT64_MAX);
		break;
	case 'D':
		debug_level(state, text, c);
		break;
	case 'R':
		c->judgment_format = text;
		break;
	case 'T':
		c->run_format = text;
		break;
	case 'Z':
		c->zscores = text;
		break;
	case OPTION_FORMAT:
		b->output.format = output_find(text);
		if (b->output.format == NULL)
			argp_error(state, "--format=%s: not one of trec, csv, jsonl", text);
		break;
	case OPTION_DIGITS:
		b->output.digits = (int)option_number(state, "--digits", text, 0, 17);
		break;
	case OPTION_JOBS:
		b->jobs = (int)option_number(state, "--jobs", text, 1, 1024);
		break;
	case OPTION_PLUGIN:
		c->plugin[c->plugins++] = text;
		break;
	case OPTION_QUIET:
		b->quiet = true;
		break;
	case OPTION_CI:
		c->with_ci = true;
		option_methods(state, text, &c->methods);
		break;
	case OPTION_LEVEL: /* in trec_eval an abbreviation of --level_for_rel, of a whole number */
		if (parse_integer(slice_of(text), &(int64_t){ 0 }))
			join->level = grade(state, text);
		else
			c->level = option_share(state, "--level", text), c->bounds_options = true;
		break;
	case OPTION_TAIL:
		c->tail = (enum tail)option_choice(state, "--tail", text, option_tails);
		c->bounds_options = true;
		break;
	case OPTION_DRAWS:
		bounds->interval.draws = option_number(state, "--draws", text, 1, 1000000000);
		c->bounds_options = true;
		break;
	case OPTION_SEED:
		bounds->interval.seed =
			(uint64_t)option_number(state, "--seed", text, 0, INT64_MAX);
		break;
	case OPTION_POOL:
		c->pool[c->pools++] = text;
		break;
	case OPTION_STRATA:
		b->strata.sizes = text;
		break;
	case OPTION_SHOW_STRATA:
		b->show_strata = true;
		break;
	case OPTION_MICRO:
		b->evaluation.micro = b->output.micro = true;
		break;
	case OPTION_TOPICS:
		bounds->random_topics = option_choice(state, "--topics", text, topics) == 1;
		c->bounds_options = true;
		break;
	case OPTION_RESAMPLES:
		bounds->resamples = option_number(state, "--resamples", text, 100, 100000000);
		c->bounds_options = true;
		break;
	case OPTION_GRAY:
		bounds->interval.gray_nonrelevant =
			option_choice(state, "--gray", text, grays) == 1;
		c->bounds_options = true;
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
	case ARGP_KEY_ARG:
		c->file[c->files++] = text;
		break;
	case ARGP_KEY_END:
		if (c->files < 1 && !c->help && !c->version)
			argp_error(state, "two files are needed: judgments and a run");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse_option,
	.args_doc = "QRELS RUN...",
	.doc = "Evaluate retrieval runs against relevance judgments, in trec_eval's output "
	       "format.\v"
	       "'strat_eval simulate --help' tells about another command. Any file may be gzip, "
	       "and one "
	       "of them may be - for standard input. Exit status: 0 "
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
	if (c->measures == 0 && c->judgment_format == NULL && c->run_format == NULL &&
	    !c->with_ci) {
		argp_help(&argp, stdout, ARGP_HELP_STD_HELP & ~(unsigned)ARGP_HELP_EXIT_OK,
			  (char[]){ PROGRAM_NAME });
		help_everything(b, r);
	}
	if (c->judgment_format != NULL) {
		const struct judgment_format *f = judgment_format_find(c->judgment_format, e);
		if (f == NULL)
			return -1;
		help_judgment_format(b, f);
	}
	if (c->run_format != NULL) {
		const struct run_format *f = run_format_find(c->run_format, e);
		if (f == NULL)
			return -1;
		help_run_format(b, f);
	}
	for (size_t i = 0; i < c->methods.count; i++)
		help_interval_method(b, c->methods.method[i]);
	return help_named_measures(b, r, c->measure, c->measures, e);
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

/* Methods for sets and those for rankings are chosen apart: none of a kind named, its default. */
static void add_default_method(struct method_list *list, bool ranked, const char *name)
{
	for (size_t i = 0; i < list->count; i++)
		if ((list->method[i]->ranked != NULL) == ranked)
			return;
	list->method[list->count++] = interval_find(name);
}

static int finish_plan(struct plan *plan, struct command_line *c, const struct registry *r,
		       const struct judgments *j, struct err *e)
{
	bool strata = (j->format->kind == JUDGMENTS_TABLE || j->with_stratum > 0 ||
		       c->batch.strata.collection_size > 0) &&
		      !j->strata.picked;
	add_default_method(&c->methods, false, strata ? "bb-shared" : "ht-logit");
	add_default_method(&c->methods, true, "ht-jackknife");
	struct bounds_asked bounds = {
		.method = c->methods.method,
		.methods = c->methods.count,
		.lower = c->tail != TAIL_UPPER,
		.upper = c->tail != TAIL_LOWER,
		.everywhere = c->with_ci || c->measures == 0,
	};
	option_set_tails(&c->batch.evaluation.bounds.interval, c->level, c->tail);
	return plan_finish(plan, r, j->format, c->batch.evaluation.join.level, &bounds, e);
}

static int refuse_second_stdin(const struct command_line *c, struct err *e)
{
	int count = c->zscores != NULL && strcmp(c->zscores, "-") == 0;
	count += c->batch.strata.sizes != NULL && strcmp(c->batch.strata.sizes, "-") == 0;
	for (int i = 0; i < c->files; i++)
		count += strcmp(c->file[i], "-") == 0;
	for (int i = 0; i < c->pools; i++)
		count += strcmp(c->pool[i], "-") == 0;
	return count > 1 ? err_usage(e, "- stands for standard input, which can be read only once")
			 : 0;
}

/* Options that do not go together. */
static int check_options(const struct command_line *c, const struct judgment_format *f,
			 struct err *e)
{
	const struct batch *b = &c->batch;
	if (f->kind != JUDGMENTS_TABLE && c->files < 2)
		return err_usage(e, "two files are needed: judgments and a run");
	if (f->sampling == SAMPLING_NONE &&
	    (c->with_ci || c->pools > 0 || b->strata.sizes != NULL || b->show_strata ||
	     b->output.micro || b->capped))
		return err_usage(e,
				 "--ci, --pool, --strata, --show-strata, --micro and --capped need "
				 "sampled judgments: -R probs, prels, strata, csv or table");
	if (f->sampling == SAMPLING_NONE && c->bounds_options)
		return err_usage(e, "--level (of bounds), --tail, --draws, --gray, --topics and "
				    "--resamples are for estimates from sampled judgments");
	if (f->kind == JUDGMENTS_TABLE && (c->pools > 0 || b->strata.sizes != NULL))
		return err_usage(e, "--pool and --strata form strata, which a table has already");
	if (f->sampling != SAMPLING_NONE && c->zscores != NULL)
		return err_usage(e, "-Z does not go with sampled judgments");
	if (b->capped && b->strata.collection_size == 0)
		return err_usage(e, "--capped needs the size of the collection (-N)");
	return refuse_second_stdin(c, e);
}

static int evaluate_judged(struct command_line *c, struct plan *plan, const struct registry *r,
			   struct judgments *judgments, struct err *e)
{
	struct batch *b = &c->batch;
	if (c->measures == 0 && ask_default(plan, r, judgments, b->run_format, e) < 0)
		return -1;
	if (finish_plan(plan, c, r, judgments, e) < 0)
		return -1;
	b->plan = plan;
	b->judgments = judgments;
	b->sampled = b->output.sampled = plan_needs_sample(plan) || b->show_strata;
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
	b->output.level = c->level;
	b->output.draws = b->evaluation.bounds.interval.draws;
	b->output.seed = b->evaluation.bounds.interval.seed;
	b->output.resamples =
		b->evaluation.bounds.random_topics ? b->evaluation.bounds.resamples : 0;
	b->strata.level = b->evaluation.join.level;
	return batch_run(b, e);
}

static int evaluate_with(struct command_line *c, const struct registry *r, struct err *e)
{
	const char *judgments_name = c->judgment_format != NULL ? c->judgment_format : "qrels";
	const char *runs_name = c->run_format != NULL ? c->run_format : "trec_results";
	const struct judgment_format *format = judgment_format_find(judgments_name, e);
	struct batch *b = &c->batch;
	b->run_format = format != NULL ? run_format_find(runs_name, e) : NULL;
	b->strata.collection_size = b->evaluation.join.collection_size;
	if (b->run_format == NULL || check_options(c, format, e) < 0)
		return -1;
	struct plan plan = { 0 };
	struct zscores zscores;
	struct judgments judgments;
	int result = 0;
	for (int i = 0; i < c->measures && result == 0; i++)
		result = plan_ask(&plan, r, c->measure[i], e);
	if (result == 0 && c->zscores != NULL) {
		result = zscores_load(&zscores, c->zscores, e);
		if (result == 0)
			b->evaluation.zscores = &zscores;
	}
	if (result == 0) {
		result = judgments_read(&judgments, format, c->file[0], e);
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
	struct batch *batch = &c->batch;
	batch->output.several_runs = c->files > 2;
	batch->output.zscores = c->zscores != NULL;
	batch->run = c->file + 1;
	batch->runs = c->files > 0 ? (size_t)c->files - 1 : 0;
	batch->pool = c->pool;
	batch->pools = (size_t)c->pools;
	struct registry registry;
	if (registry_init(&registry, e) < 0)
		return -1;
	int result = 0;
	for (int i = 0; i < c->plugins && result == 0; i++)
		result = registry_load(&registry, c->plugin[i], e);
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
	struct command_line c = {
		.batch = {
			.evaluation = {
				.join = { .level = 1, .most_retrieved = INT64_MAX },
				.bounds = { .interval = { .beta = 1, .seed = 1 }, .resamples = 10000 },
			},
			.output = { .format = output_find("trec"), .digits = 4 },
			.jobs = omp_get_num_procs(),
		},
		.level = 0.95,
	};
	const char **words = calloc(4 * (size_t)argc, sizeof *words);
	if (words == NULL)
		return err_memory(e);
	c.measure = words;
	c.plugin = words + argc;
	c.file = words + 2 * argc;
	c.pool = words + 3 * argc;
	int result = -1;
	if (argp_parse(&argp, argc, argv, ARGP_NO_HELP, NULL, &c) == 0)
		result = evaluate_parsed(&c, e);
	else
		err_usage(e, "the command line could not be parsed");
	free(words);
	return result;
}

const struct command command_evaluate = { .run = evaluate };
