/*
 * strat_eval [OPTION...] QRELS RUN...
 */
#include "core/base/number.h"
#include "core/cli/command.h"
#include "core/cli/options/help.h"
#include "core/cli/options/run_options.h"
#include "core/cli/output/output.h"
#include "core/cli/output/run_lines.h"
#include "core/cli/output/warnings_print.h"
#include "core/stats/ranking/ranking_method.h"

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
	struct run_request runs;
	struct output_options output;
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
		c->output.format =
			(enum score_format)option_choice(state, "--format", text, score_formats);
		break;
	case OPTION_SHOW_STRATA:
		c->runs.show_strata = true;
		break;
	case OPTION_MICRO:
		b->evaluation.micro = true;
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

static void help_method(struct buffer *b, const char *name)
{
	const struct interval_method *m = interval_find(name);
	const struct ranking_method *ranked = ranking_method_find(name);
	if (m != NULL)
		help_manual(b, "--ci=", m->name, m->summary, m->manual);
	else if (ranked != NULL)
		help_manual(b, "--ci=", ranked->name, ranked->summary, ranked->manual);
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
		help_method(b, c->runs.methods.method[i]);
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
	if (c->zscores != NULL && (f->sampling != SAMPLING_NONE || c->runs.with_ci))
		return err_usage(e, "-Z goes with neither sampled judgments nor --ci");
	if (b->capped && b->strata.collection_size == 0)
		return err_usage(e, "--capped needs the size of the collection (-N)");
	return run_request_check_stdin(&c->runs, (const char *[]){ c->zscores, NULL }, e);
}

static void set_output(struct command_line *c)
{
	const struct mean_request *bounds = &c->runs.batch.evaluation.bounds;
	struct output_options *o = &c->output;
	o->topics = c->runs.topics;
	o->no_summary = c->runs.no_summary;
	o->digits = c->runs.digits;
	o->zscores = c->zscores != NULL;
	o->micro = c->runs.batch.evaluation.micro;
	o->bounds = c->runs.batch.sampled || plan_has_bounds(c->runs.batch.plan);
	o->level = c->runs.level;
	o->draws = bounds->interval.draws;
	o->seed = bounds->interval.seed;
	o->resamples = bounds->resamples;
	o->random_topics = bounds->random_topics;
}

static int evaluate_judged(struct command_line *c, struct plan *plan, const struct registry *r,
			   struct judgments *judgments, struct err *e)
{
	struct batch *b = &c->runs.batch;
	const struct bounds_asked bounds = run_request_bounds(&c->runs, judgments);
	if (c->runs.measures == 0 && ask_default(plan, r, judgments, b->run_format, e) < 0)
		return -1;
	if (plan_finish(plan, r, judgments->format, b->evaluation.join.level, &bounds, e) < 0 ||
	    run_request_ready(&c->runs, plan, judgments, false, e) < 0)
		return -1;
	set_output(c);
	struct run_lines lines = { .output = &c->output, .judgments = judgments };
	const struct batch_sink sink = run_lines_sink(&lines, c->runs.show_strata);
	b->sink = &sink;
	int result = batch_run(b, &c->runs.warnings, e);
	warnings_print(&c->runs.warnings, c->runs.quiet);
	if (result == 0)
		result = run_lines_write(&lines, e);
	run_lines_release(&lines);
	return result;
}

static int evaluate_with(struct command_line *c, const struct registry *r, struct err *e)
{
	const struct judgment_format *format = run_request_formats(&c->runs, e);
	if (format == NULL || check_options(c, format, e) < 0)
		return -1;
	struct plan plan = { 0 };
	struct zscores zscores;
	struct judgments judgments;
	struct evaluation_options *options = &c->runs.batch.evaluation;
	int result = 0;
	for (int i = 0; i < c->runs.measures && result == 0; i++)
		result = plan_ask(&plan, r, c->runs.measure[i], e);
	if (result == 0 && c->zscores != NULL) {
		result = zscores_load(&zscores, c->zscores, e);
		if (result == 0)
			options->zscores = &zscores;
	}
	if (result == 0) {
		result = run_request_read(&c->runs, format, &judgments, e);
		if (result == 0) {
			result = evaluate_judged(c, &plan, r, &judgments, e);
			judgments_release(&judgments);
		}
	}
	if (options->zscores != NULL)
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
	run_request_files(&c->runs, 1);
	struct registry registry;
	if (registry_init(&registry, e) < 0)
		return -1;
	int result = 0;
	for (int i = 0; i < c->runs.plugins && result == 0; i++)
		result = registry_load(&registry, c->runs.plugin[i], e);
	if (result == 0)
		result = run_request_check_methods(&c->runs, &registry, e);
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
	if (run_request_init(&c.runs, argc, e) < 0)
		return -1;
	int result = option_parse(&argp, argc, argv, &c, e);
	if (result == 0)
		result = evaluate_parsed(&c, e);
	warnings_print(&c.runs.warnings, c.runs.quiet);
	run_request_release(&c.runs);
	return result;
}

const struct command command_evaluate = { .run = evaluate };
