/*
 * strat_eval [OPTION...] QRELS RUN...
 */
#include <argp.h>
#include <limits.h>
#include <omp.h>

#include "core/base/number.h"
#include "core/cli/command.h"
#include "core/cli/help.h"
#include "core/cli/output.h"

enum { OPTION_FORMAT = 0x100, OPTION_DIGITS, OPTION_JOBS, OPTION_PLUGIN, OPTION_QUIET, OPTION_OLD,
       OPTION_USAGE };

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
	{ "Output_old_results_format", OPTION_OLD, "X", OPTION_HIDDEN, "Accepted and ignored", 0 },
	{ 0, 0, 0, 0, "Beyond trec_eval:", 2 },
	{ "digits", OPTION_DIGITS, "N", 0, "Digits behind the decimal point (default 4)", 0 },
	{ "format", OPTION_FORMAT, "NAME", 0, "Output as trec (default), csv or jsonl", 0 },
	{ "jobs", OPTION_JOBS, "N", 0, "Evaluate N runs at a time (default: as many as cores)", 0 },
	{ "plugin", OPTION_PLUGIN, "FILE.so", 0, "Load more measures; may be repeated", 0 },
	{ "quiet-warnings", OPTION_QUIET, 0, 0, "No warnings on standard error", 0 },
	{ 0, 0, 0, 0, "Help:", 3 },
	{ "help", 'h', 0, 0, "Print this, or the manual of what -m, -R, -T name", 0 },
	{ "usage", OPTION_USAGE, 0, 0, "Print a short usage message", 0 },
	{ "version", 'v', 0, 0, "Print version, licence and libraries", 0 },
	{ 0 },
};

/* A command line, as parsed. Strings are borrowed from argv. */
struct command_line {
	struct evaluation_options evaluation;
	struct output_options output;
	const char **measure, **plugin, **file; /* each with room for argc */
	int measures, plugins, files;
	const char *judgment_format, *run_format, *zscores;
	int jobs;
	bool quiet, help, version;
};

/* Whole number of an option's argument; argp_error() exits with 64. */
static int64_t number(struct argp_state *state, const char *option, const char *text, int64_t least,
		      int64_t most)
{
	int64_t value;
	if (!parse_integer(slice_of(text), &value) || value < least || value > most)
		argp_error(state, "%s %s: not a whole number from %lld to %lld", option, text,
			   (long long)least, (long long)most);
	return value;
}

/* N or N.TOPIC */
static void debug_level(struct argp_state *state, const char *text, struct command_line *c)
{
	size_t length = strcspn(text, ".");
	int64_t ignored;
	if (!parse_integer((struct slice){ text, length }, &ignored))
		argp_error(state, "-D %s: not a whole number, or number.topic", text);
	if (text[length] == '.')
		c->evaluation.only_topic = text + length + 1;
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
	struct command_line *c = state->input;
	struct join_options *join = &c->evaluation.join;
	switch (key) {
	case 'q':
		c->output.topics = true;
		break;
	case 'n':
		c->output.no_summary = true;
		break;
	case 'm':
		c->measure[c->measures++] = text;
		break;
	case 'c':
		join->complete = true;
		break;
	case 'l':
		join->level = (int32_t)number(state, "-l", text, -GRADE_MAX, GRADE_MAX);
		break;
	case 'J':
		join->judged_only = true;
		break;
	case 'N':
		join->collection_size = number(state, "-N", text, 0, INT64_C(1) << 53);
		break;
	case 'M':
		join->most_retrieved = number(state, "-M", text, 0, INT64_MAX);
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
		c->output.format = output_find(text);
		if (c->output.format == NULL)
			argp_error(state, "--format=%s: not one of trec, csv, jsonl", text);
		break;
	case OPTION_DIGITS:
		c->output.digits = (int)number(state, "--digits", text, 0, 17);
		break;
	case OPTION_JOBS:
		c->jobs = (int)number(state, "--jobs", text, 1, 1024);
		break;
	case OPTION_PLUGIN:
		c->plugin[c->plugins++] = text;
		break;
	case OPTION_QUIET:
		c->quiet = true;
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
		if (c->files < 2 && !c->help && !c->version)
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
	.doc = "Evaluate retrieval runs against relevance judgments, in trec_eval's output format.\v"
	       "Any file may be gzip, and one of them may be - for standard input. Exit status: 0 "
	       "success, 1 the data is wrong, 2 reading or writing failed, 64 wrong usage.",
};

static const struct judgment_format *find_judgment_format(const char *name, struct err *e)
{
	for (size_t i = 0; judgment_formats[i] != NULL; i++)
		if (strcmp(judgment_formats[i]->name, name) == 0)
			return judgment_formats[i];
	err_usage(e, "-R %.100s: no such format of judgments (-h lists them)", name);
	return NULL;
}

static const struct run_format *find_run_format(const char *name, struct err *e)
{
	for (size_t i = 0; run_formats[i] != NULL; i++)
		if (strcmp(run_formats[i]->name, name) == 0)
			return run_formats[i];
	err_usage(e, "-T %.100s: no such format of runs (-h lists them)", name);
	return NULL;
}

static int print_buffer(struct buffer *b, struct err *e)
{
	int result = output_write(b, e);
	buffer_release(b);
	return result;
}

static void help_everything(struct buffer *b, const struct registry *r)
{
	help_measures(b, r);
	buffer_print(b, "Formats of judgments:\n");
	for (size_t i = 0; judgment_formats[i] != NULL; i++)
		buffer_print(b, "  -R %-21s %s\n", judgment_formats[i]->name,
			     judgment_formats[i]->summary);
	buffer_print(b, "Formats of runs:\n");
	for (size_t i = 0; run_formats[i] != NULL; i++)
		buffer_print(b, "  -T %-21s %s\n", run_formats[i]->name, run_formats[i]->summary);
}

static int help_named_measures(struct buffer *b, const struct command_line *c,
			       const struct registry *r, struct err *e)
{
	struct plan plan = { 0 };
	int result = 0;
	for (int i = 0; i < c->measures && result == 0; i++)
		result = plan_ask(&plan, r, c->measure[i], e);
	const struct measure **list = calloc(r->count, sizeof *list);
	if (result == 0 && list == NULL)
		result = err_memory(e);
	size_t count = result == 0 ? plan_measures(&plan, r, list) : 0;
	for (size_t i = 0; i < count; i++)
		help_measure(b, list[i]);
	free(list);
	plan_release(&plan);
	return result;
}

/* The manual of what was named, or else everything. */
static int help(struct buffer *b, const struct command_line *c, const struct registry *r,
		struct err *e)
{
	if (c->measures == 0 && c->judgment_format == NULL && c->run_format == NULL) {
		argp_help(&argp, stdout, ARGP_HELP_STD_HELP & ~(unsigned)ARGP_HELP_EXIT_OK,
			  (char[]){ PROGRAM_NAME });
		buffer_print(b, "\n");
		help_everything(b, r);
	}
	if (c->judgment_format != NULL) {
		const struct judgment_format *f = find_judgment_format(c->judgment_format, e);
		if (f == NULL)
			return -1;
		help_judgment_format(b, f);
	}
	if (c->run_format != NULL) {
		const struct run_format *f = find_run_format(c->run_format, e);
		if (f == NULL)
			return -1;
		help_run_format(b, f);
	}
	return help_named_measures(b, c, r, e);
}

/* What one run came to: its lines and its warnings, or an error. */
struct outcome {
	struct buffer text;
	struct err err;
	size_t missing, judged;
	uint64_t lines_with_more;
};

static void evaluate_one(struct outcome *out, const struct plan *plan,
			 const struct judgments *judgments, const struct run_format *format,
			 const char *path, const struct command_line *c)
{
	struct evaluation x;
	if (evaluation_run(&x, plan, judgments, format, path, &c->evaluation, &out->err) < 0)
		return;
	out->missing = x.missing;
	out->judged = judgments->topics;
	out->lines_with_more = x.lines_with_more;
	output_run(&out->text, &x, &c->output);
	evaluation_release(&x);
}

static void warn(const struct command_line *c, const struct outcome *out, const char *path)
{
	if (out->lines_with_more > 0)
		fprintf(stderr,
			PROGRAM_NAME ": warning: %s: %llu line%s with more than six columns; the "
				     "rest is ignored\n",
			path, (unsigned long long)out->lines_with_more,
			out->lines_with_more == 1 ? "" : "s");
	if (out->missing > 0 && c->evaluation.only_topic == NULL)
		fprintf(stderr,
			PROGRAM_NAME ": warning: %s: %zu of %zu judged topics %s missing from the "
				     "run; %s\n",
			path, out->missing, out->judged, out->missing == 1 ? "is" : "are",
			c->evaluation.join.complete ? "counted as retrieving nothing (-c)"
						    : "left out (-c counts them)");
}

static int evaluate_all(const struct command_line *c, const struct plan *plan,
			const struct judgments *judgments, const struct run_format *format,
			struct err *e)
{
	int runs = c->files - 1;
	struct outcome *outcome = calloc((size_t)runs, sizeof *outcome);
	if (outcome == NULL)
		return err_memory(e);
#pragma omp parallel for schedule(dynamic, 1) num_threads(c->jobs < runs ? c->jobs : runs)
	for (int i = 0; i < runs; i++)
		evaluate_one(&outcome[i], plan, judgments, format, c->file[i + 1], c);

	int result = 0;
	for (int i = 0; i < runs && result == 0; i++) {
		if (outcome[i].err.status != STATUS_OK) {
			*e = outcome[i].err;
			result = -1;
		}
	}
	struct buffer header = { 0 };
	buffer_print(&header, "%s", c->output.format->header);
	if (result == 0)
		result = output_write(&header, e);
	buffer_release(&header);
	for (int i = 0; i < runs; i++) {
		if (result == 0 && !c->quiet)
			warn(c, &outcome[i], c->file[i + 1]);
		if (result == 0)
			result = output_write(&outcome[i].text, e);
		buffer_release(&outcome[i].text);
	}
	free(outcome);
	return result;
}

static const char *default_nickname(const struct judgment_format *f)
{
	return f->kind == JUDGMENTS_GRADED ? "official"
	       : f->kind == JUDGMENTS_GROUPED ? "qrels_jg"
					      : "prefs";
}

static int make_plan(struct plan *plan, const struct command_line *c, const struct registry *r,
		     const struct judgment_format *format, struct err *e)
{
	if (c->measures == 0 && plan_ask(plan, r, default_nickname(format), e) < 0)
		return -1;
	for (int i = 0; i < c->measures; i++)
		if (plan_ask(plan, r, c->measure[i], e) < 0)
			return -1;
	return plan_finish(plan, r, format, c->evaluation.join.level, e);
}

static int refuse_second_stdin(const struct command_line *c, struct err *e)
{
	int count = c->zscores != NULL && strcmp(c->zscores, "-") == 0;
	for (int i = 0; i < c->files; i++)
		count += strcmp(c->file[i], "-") == 0;
	return count > 1 ? err_usage(e, "- stands for standard input, which can be read only once")
			 : 0;
}

static int evaluate_with(struct command_line *c, const struct registry *r, struct err *e)
{
	const char *judgments_name = c->judgment_format != NULL ? c->judgment_format : "qrels";
	const char *runs_name = c->run_format != NULL ? c->run_format : "trec_results";
	const struct judgment_format *format = find_judgment_format(judgments_name, e);
	const struct run_format *run_format = format != NULL ? find_run_format(runs_name, e) : NULL;
	if (run_format == NULL || refuse_second_stdin(c, e) < 0)
		return -1;
	struct plan plan = { 0 };
	struct zscores zscores;
	struct judgments judgments;
	int result = make_plan(&plan, c, r, format, e);
	if (result == 0 && c->zscores != NULL) {
		result = zscores_load(&zscores, c->zscores, e);
		if (result == 0)
			c->evaluation.zscores = &zscores;
	}
	if (result == 0) {
		result = judgments_read(&judgments, format, c->file[0], e);
		if (result == 0) {
			result = evaluate_all(c, &plan, &judgments, run_format, e);
			judgments_release(&judgments);
		}
	}
	if (c->evaluation.zscores != NULL)
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
	c->output.several_runs = c->files > 2;
	c->output.zscores = c->zscores != NULL;
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
		.evaluation.join = { .level = 1, .most_retrieved = INT64_MAX },
		.output = { .format = output_find("trec"), .digits = 4 },
		.jobs = omp_get_num_procs(),
	};
	const char **words = calloc(3 * (size_t)argc, sizeof *words);
	if (words == NULL)
		return err_memory(e);
	c.measure = words;
	c.plugin = words + argc;
	c.file = words + 2 * argc;
	int result = -1;
	if (argp_parse(&argp, argc, argv, ARGP_NO_HELP, NULL, &c) == 0)
		result = evaluate_parsed(&c, e);
	else
		err_usage(e, "the command line could not be parsed");
	free(words);
	return result;
}

const struct command command_evaluate = { .run = evaluate };
