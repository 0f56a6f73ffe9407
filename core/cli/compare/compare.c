/*
 * strat_eval compare [OPTION...] QRELS RUN RUN...
 */
#include "core/base/number.h"
#include "core/cli/command.h"
#include "core/cli/compare/compare.h"
#include "core/stats/independent/confusion.h"
#include "core/cli/options/help.h"
#include "core/cli/output/output.h"
#include "core/cli/output/warnings_print.h"

enum {
	OPTION_FORMAT = 0x100,
	OPTION_USAGE,
	OPTION_COUNTS,
	OPTION_WINS,
	OPTION_SCORES,
	OPTION_MATRIX,
	OPTION_BASELINE,
	OPTION_TEST,
	OPTION_ADJUST,
	OPTION_TIES,
	OPTION_PRIOR,
	OPTION_BETA,
	OPTION_PROB_REL,
};

static const struct argp_option option_table[] = {
	{ 0, 0, 0, 0, "What is compared, instead of runs:", 1 },
	{ "counts", OPTION_COUNTS, "TP,FP,FN TP,FP,FN", 0, "Two sets by what is right in them", 0 },
	{ "wins", OPTION_WINS, "N1,N2[,N3]", 0,
	  "Two systems by how often each alone is right, and how often they agree; several add up",
	  0 },
	{ "scores", OPTION_SCORES, 0, 0,
	  "The files are scores by topic, as trec_eval -q prints them", 0 },
	{ "matrix", OPTION_MATRIX, "FILE", 0,
	  "CSV with a line for each topic, a column for each system", 0 },
	{ 0, 0, 0, 0, "Over topics:", 2 },
	{ "measure", 'm', "NAME[.PARAMETERS]", 0,
	  "Measure to compare by (default map), or what to say of each pair; may be repeated", 0 },
	{ "baseline", OPTION_BASELINE, "RUN", 0, "Compare each run with this one only", 0 },
	{ "test", OPTION_TEST, "NAME,...", 0,
	  "Tests (default t,sign,wilcoxon,random); the first one is adjusted and marked", 0 },
	{ "adjust", OPTION_ADJUST, "NAME", 0,
	  "For many comparisons: holm (default), bonferroni, bh or none", 0 },
	{ "ties", OPTION_TIES, "HOW", 0,
	  "Topics without a difference, in the sign test: drop (default), half or random", 0 },
	{ "ci", OPTION_CI, "METHOD,...", 0,
	  "Interval of the difference: t (default), percentile, bca, slogit; on sampled "
	  "judgments whose prior is used (default bb-shared)",
	  0 },
	OPTION_ENTRIES_BOUNDS,
	{ 0, 0, 0, 0, "Each pair:", 3 },
	{ "prior", OPTION_PRIOR, "NAME|X", 0,
	  "Prior of what is not known: jeffreys (default), uniform, or a number", 0 },
	{ "beta", OPTION_BETA, "X", 0, "Weight of recall in F (default 1)", 0 },
	{ "prob-rel", OPTION_PROB_REL, "X", 0,
	  "Probability that an unjudged document is relevant (default 0.5)", 0 },
	OPTION_ENTRIES_SAMPLE,
	{ 0, 0, 0, 0, "Judgments and runs, as in evaluation:", 4 },
	OPTION_ENTRIES_JUDGMENTS,
	{ 0, 0, 0, 0, "Output:", 5 },
	{ "query_eval_wanted", 'q', 0, 0, "Also the figures of each topic (not in tables)", 0 },
	{ "nosummary", 'n', 0, 0, "Not those of all topics (not in tables)", 0 },
	{ "format", OPTION_FORMAT, "NAME", 0,
	  "Output as table (default), trec, csv, jsonl or latex", 0 },
	OPTION_ENTRIES_PROGRAM,
	{ 0, 0, 0, 0, "Help:", 6 },
	{ "help", 'h', 0, 0, "Print this, the tests and what can be said of pairs", 0 },
	{ "usage", OPTION_USAGE, 0, 0, "Print a short usage message", 0 },
	/* not options: a count with a sign in front */
	{ 0, '0', 0, OPTION_HIDDEN, 0, 0 },
	{ 0, '1', 0, OPTION_HIDDEN, 0, 0 },
	{ 0, '2', 0, OPTION_HIDDEN, 0, 0 },
	{ 0, '3', 0, OPTION_HIDDEN, 0, 0 },
	{ 0, '4', 0, OPTION_HIDDEN, 0, 0 },
	{ 0, '5', 0, OPTION_HIDDEN, 0, 0 },
	{ 0, '6', 0, OPTION_HIDDEN, 0, 0 },
	{ 0, '7', 0, OPTION_HIDDEN, 0, 0 },
	{ 0, '8', 0, OPTION_HIDDEN, 0, 0 },
	{ 0, '9', 0, OPTION_HIDDEN, 0, 0 },
	{ 0 },
};

/* A command line, as parsed. Strings are borrowed from argv. */
struct command_line {
	struct compare_options options;
	bool help;
};

/*
 * Arguments.
 */

static void take_tests(struct argp_state *state, const char *text, struct comparison_request *q)
{
	q->tests = 0;
	while (true) {
		size_t length = strcspn(text, ",");
		char name[64];
		snprintf(name, sizeof name, "%.*s", (int)length, text);
		const struct paired_test *t = paired_test_find(name);
		if (t == NULL)
			argp_error(state, "--test=%s: no such test (--help lists them)", name);
		for (size_t i = 0; i < q->tests; i++)
			if (q->test[i] == t)
				argp_error(state, "--test: %s is named twice", name);
		if (q->tests < PAIRED_TESTS_MAX)
			q->test[q->tests++] = t;
		if (text[length] == '\0')
			return;
		text += length + 1;
	}
}

/* Whole numbers with commas between them; returns how many. */
static size_t take_counts(struct argp_state *state, const char *option, const char *text,
			  double *count, size_t least, size_t most)
{
	size_t given = 0;
	for (const char *p = text;; p++) {
		size_t length = strcspn(p, ",");
		int64_t value;
		if (given == most || !parse_integer((struct slice){ p, length }, &value) ||
		    value < 0 || value > 1000000000)
			break;
		count[given++] = (double)value;
		p += length;
		if (*p == '\0' && given >= least)
			return given;
		if (*p == '\0')
			break;
	}
	argp_error(state, "%s %s: not %s whole numbers from 0 to 1000000000 with commas between",
		   option, text, most == least ? "three" : "two or three");
	return 0;
}

static void take_wins(struct argp_state *state, const char *text, struct compare_options *o)
{
	double count[3] = { 0, 0, 0 };
	take_counts(state, "--wins", text, count, 2, 3);
	o->source = COMPARE_WINS;
	for (int i = 0; i < 3; i++)
		o->wins[i] += count[i];
}

static void take_confusion(struct argp_state *state, const char *text, struct compare_options *o)
{
	double count[3];
	take_counts(state, "--counts", text, count, 3, 3);
	if (o->confusions == 2)
		argp_error(state, "--counts compares two: there is a third, %s", text);
	o->confusion[o->confusions++] =
		(struct confusion){ .tp = count[0], .fp = count[1], .fn = count[2] };
}

static double take_prior(struct argp_state *state, const char *text)
{
	double value;
	if (strcmp(text, "jeffreys") == 0)
		return 0.5;
	if (strcmp(text, "uniform") == 0)
		return 1;
	if (!parse_real(slice_of(text), &value) ||
	    !(value >= CONFUSION_LEAST_PRIOR && value <= 1e6))
		argp_error(
			state,
			"--prior=%s: neither jeffreys, nor uniform, nor a number from 0.01 to 1e6",
			text);
	return value;
}

static double take_real(struct argp_state *state, const char *option, const char *text,
			double least, double most)
{
	double value;
	if (!parse_real(slice_of(text), &value) || !(value >= least && value <= most))
		argp_error(state, "%s=%s: not a number from %g to %g", option, text, least, most);
	return value;
}

static void set_source(struct argp_state *state, struct compare_options *o,
		       enum compare_source source)
{
	if (o->source != COMPARE_RUNS && (o->source != source || source != COMPARE_WINS))
		argp_error(state,
			   "only one of --counts, --wins, --scores and --matrix can be given, "
			   "and once (--wins may be repeated)");
	o->source = source;
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
	static const char *const ties[] = { "drop", "half", "random", NULL };
	struct command_line *c = state->input;
	struct compare_options *o = &c->options;
	struct comparison_request *q = &o->request;
	if (key >= '0' && key <= '9')
		argp_error(state, "-%c...: a count is not negative", key);
	switch (key) {
	case OPTION_COUNTS:
		set_source(state, o, COMPARE_COUNTS);
		take_confusion(state, text, o);
		break;
	case OPTION_WINS:
		set_source(state, o, COMPARE_WINS);
		take_wins(state, text, o);
		break;
	case OPTION_SCORES:
		set_source(state, o, COMPARE_SCORES);
		break;
	case OPTION_MATRIX:
		set_source(state, o, COMPARE_MATRIX);
		o->matrix = text;
		break;
	case OPTION_BASELINE:
		q->baseline = text;
		break;
	case OPTION_TEST:
		take_tests(state, text, q);
		break;
	case OPTION_ADJUST:
		q->adjust = adjustment_find(text);
		if (q->adjust == NULL)
			argp_error(state, "--adjust=%s: not one of holm, bonferroni, bh, none",
				   text);
		break;
	case OPTION_TIES:
		q->paired.ties = (enum ties)option_choice(state, "--ties", text, ties);
		break;
	case OPTION_PRIOR:
		o->pair.prior = take_prior(state, text);
		break;
	case OPTION_BETA:
		o->pair.beta = take_real(state, "--beta", text, 0, 1e6);
		break;
	case OPTION_PROB_REL:
		o->pair.prob_relevant = take_real(state, "--prob-rel", text, 0, 1);
		break;
	case OPTION_FORMAT:
		o->output.format = (enum comparison_format)option_choice(state, "--format", text,
									 comparison_formats);
		break;
	case 'h':
		c->help = true;
		break;
	case OPTION_USAGE:
		argp_state_help(state, stdout, ARGP_HELP_USAGE | ARGP_HELP_EXIT_OK);
		break;
	case ARGP_KEY_ARG:
		if (o->source == COMPARE_COUNTS) {
			take_confusion(state, text, o);
			break;
		}
		return run_options_take(&o->runs, key, text, state) ? 0 : ARGP_ERR_UNKNOWN;
	default:
		return run_options_take(&o->runs, key, text, state) ? 0 : ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse_option,
	.args_doc = "QRELS RUN RUN...\n--scores FILE FILE...\n--matrix FILE\n--counts TP,FP,FN "
		    "TP,FP,FN\n--wins N1,N2[,N3]",
	.doc = "Is A better than B, and how sure is that?\v"
	       "Any file may be gzip, and one of them may be - for standard input. Exit status: 0 "
	       "success, 1 the data is wrong, 2 reading or writing failed, 64 wrong usage.",
};

#define COMMAND_NAME PROGRAM_NAME " compare"

/* The manuals of what -m names. */
static int help_pair_measures(struct buffer *b, const struct compare_options *o,
			      const struct registry *r, struct err *e)
{
	for (int i = 0; i < o->runs.measures; i++) {
		const char *name = o->runs.measure[i];
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
				"-m %.200s: not a measure of pairs; strat_eval -h -m tells "
				"about the others",
				name);
	}
	return 0;
}

/* What can be named in options. */
static void list_names(struct buffer *b, const struct registry *r)
{
	buffer_print(b, "\nWhat can be said of a pair (-m NAME; --help -m NAME for more):\n");
	for (size_t i = 0; i < r->pairs; i++)
		buffer_print(b, "  %-12s %s\n", r->pair[i]->name, r->pair[i]->summary);
	buffer_print(b, "Tests over topics:\n");
	for (size_t i = 0; paired_tests[i] != NULL; i++)
		buffer_print(b, "  %-12s %s\n", paired_tests[i]->name, paired_tests[i]->summary);
	buffer_print(b, "Intervals of the difference:\n");
	for (size_t i = 0; mean_interval_methods[i] != NULL; i++)
		buffer_print(b, "  %-12s %s\n", mean_interval_methods[i]->name,
			     mean_interval_methods[i]->summary);
	buffer_print(b, "Adjustments for many comparisons:\n");
	for (size_t i = 0; adjustments[i] != NULL; i++)
		buffer_print(b, "  %-12s %s\n", adjustments[i]->name, adjustments[i]->summary);
}

static int help(const struct compare_options *o, struct err *e)
{
	struct buffer b = { 0 };
	struct registry registry;
	if (registry_init(&registry, e) < 0)
		return -1;
	int result = 0;
	for (int i = 0; i < o->runs.plugins && result == 0; i++)
		result = registry_load(&registry, o->runs.plugin[i], e);
	if (result < 0) {
		registry_release(&registry);
		return -1;
	}
	if (o->runs.measures == 0) {
		argp_help(&argp, stdout, ARGP_HELP_STD_HELP & ~(unsigned)ARGP_HELP_EXIT_OK,
			  (char[]){ COMMAND_NAME });
		list_names(&b, &registry);
	} else {
		result = help_pair_measures(&b, o, &registry, e);
	}
	if (result == 0)
		result = output_write(&b, e);
	registry_release(&registry);
	buffer_release(&b);
	return result;
}

static void set_defaults(struct compare_options *o)
{
	static const char *const tests[] = { "t", "sign", "wilcoxon", "random" };
	for (size_t i = 0; i < 4; i++)
		o->request.test[o->request.tests++] = paired_test_find(tests[i]);
	o->request.adjust = adjustment_find("holm");
	o->pair.prior = 0.5;
	o->pair.prob_relevant = 0.5;
	o->pair.beta = 1;
}

static int compare(int argc, char **argv, struct err *e)
{
	struct command_line c = { 0 };
	char name[] = COMMAND_NAME;
	argv[0] = name; /* for argp's messages */
	set_defaults(&c.options);
	if (run_request_init(&c.options.runs, argc, e) < 0)
		return -1;
	c.options.runs.draws_for_all = true;
	int result = option_parse(&argp, argc, argv, &c, e);
	if (result == 0)
		result = c.help ? help(&c.options, e) : compare_source(&c.options, e);
	warnings_print(&c.options.runs.warnings, c.options.runs.quiet);
	run_request_release(&c.options.runs);
	return result;
}

const struct command command_compare = { "compare", compare };
