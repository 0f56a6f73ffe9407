/*
 * strat_eval simulate [OPTION...]
 */
#include <math.h>

#include "core/base/number.h"
#include "core/base/parallel.h"
#include "core/cli/command.h"
#include "core/cli/options/options.h"
#include "core/cli/output/progress_line.h"
#include "core/cli/output/output.h"
#include "core/cli/output/warnings_print.h"
#include "core/cli/simulate/bootstrap_print.h"
#include "core/cli/simulate/coverage_print.h"
#include "core/cli/simulate/sampling_options.h"
#include "core/engine/simulate/coverage_simulation.h"

enum {
	OPTION_FIRST = 0x100,
	OPTION_SCENARIO = OPTION_FIRST,
	OPTION_TABLE,
	OPTION_CI,
	OPTION_QUANTITY,
	OPTION_BETA,
	OPTION_LEVEL,
	OPTION_TAIL,
	OPTION_REALIZATIONS,
	OPTION_SAMPLES,
	OPTION_SEED,
	OPTION_FORMAT,
	OPTION_JOBS,
	OPTION_QUIET,
	OPTION_USAGE,
	OPTION_BOOTSTRAP,
	OPTION_MATRIX,
	OPTION_SIZES,
	OPTION_ALPHAS,
	OPTION_RESAMPLES,
};

/* Groups of options: those of one way to simulate are refused with the others. */
enum { FOR_TRUTHS = 1, FOR_BOOTSTRAP, FOR_SAMPLING, FOR_INTERVALS, FOR_ALL, FOR_HELP };

static const struct argp_option option_table[] = {
	{ 0, 0, 0, 0, "Intervals from sampled judgments:", FOR_TRUTHS },
	{ "scenario", OPTION_SCENARIO, "NAME|FILE,...", 0,
	  "Scenarios by name (default: all that are listed below), or files of truths; may be "
	  "repeated",
	  0 },
	{ "table", OPTION_TABLE, "FILE", 0,
	  "Truths that look like the strata of a table, for each topic and run; may be repeated",
	  0 },
	{ "quantity", OPTION_QUANTITY, "NAME", 0, "recall (default), precision, F or yield", 0 },
	{ "beta", OPTION_BETA, "X", 0, "Weight of recall in F (default 1)", 0 },
	{ "level", OPTION_LEVEL, "X", 0, "Level of the intervals (default 0.95)", 0 },
	{ "tail", OPTION_TAIL, "SIDE", 0, "Bounds on both sides (default), lower or upper only",
	  0 },
	{ "realizations", OPTION_REALIZATIONS, "N", 0,
	  "Truths drawn from each scenario that has a name (default 1000)", 0 },
	{ 0, 0, 0, 0, "Instead, intervals of means over topics:", FOR_BOOTSTRAP },
	{ "bootstrap", OPTION_BOOTSTRAP, 0, 0,
	  "How often they miss the mean, with samples of the topics of a matrix", 0 },
	{ "matrix", OPTION_MATRIX, "FILE", 0,
	  "Scores in CSV, a row for each topic and a column for each system", 0 },
	{ "sizes", OPTION_SIZES, "N,...", 0, "Topics in a sample (default 5,10,20)", 0 },
	{ "alphas", OPTION_ALPHAS, "X,...", 0, "1 less the levels (default 0.05,0.1,...,0.5)", 0 },
	{ "resamples", OPTION_RESAMPLES, "N", 0, "Resamples of each sample (default 1000)", 0 },
	{ 0, 0, 0, 0, "Of intervals:", FOR_INTERVALS },
	{ "ci", OPTION_CI, "METHOD,...", 0,
	  "Interval methods (default: all that apply; with --bootstrap percentile,bca,slogit)", 0 },
	{ 0, 0, 0, 0, "How:", FOR_ALL },
	{ "samples", OPTION_SAMPLES, "N", 0,
	  "Draw N samples from each truth (default: exact coverage where that is possible, else "
	  "1000), from the topics of each system (default 1000), or for each depth (default 10)",
	  0 },
	{ "seed", OPTION_SEED, "N", 0, "Seed of all random numbers (default 1)", 0 },
	{ "jobs", OPTION_JOBS, "N", 0, "Threads (default: as many as cores)", 0 },
	{ "format", OPTION_FORMAT, "NAME", 0, "Output as table (default), csv or jsonl", 0 },
	{ "quiet-warnings", OPTION_QUIET, 0, 0, "No warnings on standard error", 0 },
	{ 0, 0, 0, 0, "Help:", FOR_HELP },
	{ "help", 'h', 0, 0, "Print this, the scenarios and the methods", 0 },
	{ "usage", OPTION_USAGE, 0, 0, "Print a short usage message", 0 },
	{ 0 },
};

/* A source of truths as it was asked for. */
struct asked {
	char *name; /* of a scenario or a file; owned */
	bool table;
};

struct command_line {
	struct simulation simulation;
	struct asked *asked;
	size_t count, room;
	struct simulation_output output;
	struct bootstrap_simulation bootstrap;
	const char *matrix;
	struct sampling_command sampling;
	uint32_t given; /* bits of the options that were, counted from OPTION_FIRST */
	bool quiet, help;
	bool no_memory;
};

static void ask(struct command_line *c, const char *name, size_t length, bool table)
{
	if (c->count == c->room) {
		size_t room = 2 * c->room + 8;
		struct asked *more = realloc(c->asked, room * sizeof *more);
		if (more == NULL) {
			c->no_memory = true;
			return;
		}
		c->asked = more;
		c->room = room;
	}
	char *copy = strndup(name, length);
	c->no_memory = c->no_memory || copy == NULL;
	if (copy != NULL)
		c->asked[c->count++] = (struct asked){ copy, table };
}

static void ask_scenarios(struct argp_state *state, struct command_line *c, const char *text)
{
	for (;;) {
		size_t length = strcspn(text, ",");
		if (length == 0)
			argp_error(state, "--scenario: a name is missing");
		ask(c, text, length, false);
		if (text[length] == '\0')
			return;
		text += length + 1;
	}
}

static bool is_given(const struct command_line *c, int key)
{
	return c->given >> (key - OPTION_FIRST) & 1;
}

/* What chooses the way to simulate that a group of options belongs to; NULL: none does. */
static const char *const group_chosen_by[] = {
	[FOR_BOOTSTRAP] = "bootstrap", [FOR_SAMPLING] = "sampling", [FOR_HELP] = NULL
};

static bool belongs(int group, int mode)
{
	return group == mode || group >= FOR_ALL ||
	       (group == FOR_INTERVALS && mode != FOR_SAMPLING);
}

static void check_bootstrap(struct argp_state *state, const struct command_line *c, bool bootstrap)
{
	const struct method_list *named = &c->simulation.named;
	if (bootstrap && !is_given(c, OPTION_MATRIX))
		argp_error(state, "--bootstrap needs --matrix");
	if (bootstrap && named->count > 0)
		argp_error(state, "--ci=%s: not a method for means over topics (-h lists them)",
			   named->method[0]);
	if (!bootstrap && named->over_topics_count > 0)
		argp_error(state,
			   "--ci=%s: a method for means over topics, which goes only with "
			   "--bootstrap",
			   named->over_topics[0]->name);
}

static void check_options(struct argp_state *state, const struct command_line *c)
{
	bool bootstrap = is_given(c, OPTION_BOOTSTRAP);
	int mode = c->sampling.asked ? FOR_SAMPLING : bootstrap ? FOR_BOOTSTRAP : FOR_TRUTHS;
	int group = 0;
	for (const struct argp_option *o = option_table; o->name != NULL || o->doc != NULL; o++) {
		group = o->group != 0 ? o->group : group;
		if (o->name == NULL || belongs(group, mode) || !is_given(c, o->key))
			continue;
		if (group_chosen_by[mode] != NULL)
			argp_error(state, "--%s does not go with --%s", o->name,
				   group_chosen_by[mode]);
		argp_error(state, "--%s goes only with --%s", o->name, group_chosen_by[group]);
	}
	if (mode != FOR_SAMPLING && c->sampling.first_given != NULL)
		argp_error(state, "--%s goes only with --sampling", c->sampling.first_given);
	if (mode != FOR_SAMPLING && c->sampling.files > 0)
		argp_error(state, "'%s': simulate takes files only with --sampling",
			   c->sampling.file[0]);
	if (mode != FOR_SAMPLING)
		check_bootstrap(state, c, bootstrap);
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
	static const struct number_range whole = { .whole = true, .least = 2, .most = 1000000 };
	static const struct number_range share = {
		.least = 0, .most = 1, .above_least = true, .below_most = true
	};
	struct command_line *c = state->input;
	struct simulation *s = &c->simulation;
	struct bootstrap_simulation *b = &c->bootstrap;
	if (key >= OPTION_FIRST && key <= OPTION_RESAMPLES)
		c->given |= UINT32_C(1) << (key - OPTION_FIRST);
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &c->sampling;
		break;
	case OPTION_SCENARIO:
		ask_scenarios(state, c, text);
		break;
	case OPTION_TABLE:
		ask(c, text, strlen(text), true);
		break;
	case OPTION_CI:
		option_methods(state, text, &s->named);
		break;
	case OPTION_QUANTITY:
		c->output.quantity =
			option_choice(state, "--quantity", text, simulation_quantities);
		break;
	case OPTION_BETA:
		if (!parse_real(slice_of(text), &s->interval.beta) ||
		    !(s->interval.beta >= 0 && isfinite(s->interval.beta)))
			argp_error(state, "--beta=%s: not a number from 0 upwards", text);
		break;
	case OPTION_LEVEL:
		s->level = option_share(state, "--level", text);
		break;
	case OPTION_TAIL:
		c->output.tail = (enum tail)option_choice(state, "--tail", text, tail_names);
		break;
	case OPTION_REALIZATIONS:
		s->realizations = option_number(state, "--realizations", text, 1, 10000000);
		break;
	case OPTION_SAMPLES:
		s->samples = option_number(state, "--samples", text, 1, 1000000000);
		break;
	case OPTION_SEED:
		s->seed = (uint64_t)option_number(state, "--seed", text, 0, INT64_MAX);
		break;
	case OPTION_JOBS:
		s->jobs = (int)option_number(state, "--jobs", text, 1, 1024);
		break;
	case OPTION_FORMAT:
		c->output.format =
			(enum record_format)option_choice(state, "--format", text, record_formats);
		break;
	case OPTION_BOOTSTRAP:
		break;
	case OPTION_MATRIX:
		c->matrix = text;
		break;
	case OPTION_SIZES:
		option_list(state, "--sizes", text, &whole, &b->sizes);
		break;
	case OPTION_ALPHAS:
		option_list(state, "--alphas", text, &share, &b->alphas);
		break;
	case OPTION_RESAMPLES:
		b->resamples = option_number(state, "--resamples", text, 1, 1000000000);
		break;
	case ARGP_KEY_END:
		if (!c->help)
			check_options(state, c);
		break;
	case OPTION_QUIET:
		c->quiet = true;
		break;
	case 'h':
		c->help = true;
		break;
	case OPTION_USAGE:
		argp_state_help(state, stdout, ARGP_HELP_USAGE | ARGP_HELP_EXIT_OK);
		break;
	case ARGP_KEY_ARG:
		c->sampling.file[c->sampling.files++] = text;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp_child children[] = {
	{ &sampling_command_argp, 0, "Instead, samples against pools:", FOR_SAMPLING },
	{ 0 },
};

static const struct argp argp = {
	.options = option_table,
	.parser = parse_option,
	.children = children,
	.args_doc = "\n--bootstrap --matrix=FILE\n--sampling QRELS RUN...",
	.doc = "Measure how often the intervals of each method hold the true value, or how well "
	       "samples and pools of documents agree with all judgments.\v"
	       "A file of truths is CSV with the columns truth, retrieved, size, yield and "
	       "sampled: "
	       "a line for each stratum. Exit status: 0 success, 1 the data is wrong, 2 reading or "
	       "writing failed, 64 wrong usage.",
};

#define COMMAND_NAME PROGRAM_NAME " simulate"

static int help(struct err *e)
{
	struct buffer b = { 0 };
	argp_help(&argp, stdout, ARGP_HELP_STD_HELP & ~(unsigned)ARGP_HELP_EXIT_OK,
		  (char[]){ COMMAND_NAME });
	buffer_print(&b, "\nScenarios:\n");
	for (size_t i = 0; scenarios[i] != NULL; i++)
		buffer_print(&b, "  %-15s %s\n", scenarios[i]->name, scenarios[i]->summary);
	buffer_print(&b, "Methods for means over topics, with --bootstrap:\n");
	for (size_t i = 0; mean_interval_methods[i] != NULL; i++)
		buffer_print(&b, "  %-15s %s\n", mean_interval_methods[i]->name,
			     mean_interval_methods[i]->summary);
	buffer_print(&b, "Interval methods:\n");
	for (size_t i = 0; interval_methods[i] != NULL; i++)
		if (interval_methods[i]->weighted == NULL)
			buffer_print(&b, "  %-15s %s\n", interval_methods[i]->name,
				     interval_methods[i]->summary);
	int result = output_write(&b, e);
	buffer_release(&b);
	return result;
}

/* Everything that has been asked for, with the truths of files read. */
struct sources {
	struct truth_source *source;
	struct truths *truths; /* of the source with the same number */
	size_t count;
};

static void sources_release(struct sources *x)
{
	for (size_t i = 0; x->truths != NULL && i < x->count; i++)
		truths_release(&x->truths[i]);
	free(x->truths);
	free(x->source);
}

static int sources_init(struct sources *x, const struct command_line *c, struct err *e)
{
	*x = (struct sources){ .count = c->count };
	x->source = calloc(c->count, sizeof *x->source);
	x->truths = calloc(c->count, sizeof *x->truths);
	if (x->source == NULL || x->truths == NULL)
		return err_memory(e);
	for (size_t i = 0; i < c->count; i++) {
		const struct asked *a = &c->asked[i];
		struct truth_source *s = &x->source[i];
		s->name = a->name;
		s->scenario = a->table ? NULL : scenario_find(a->name);
		if (s->scenario != NULL)
			continue;
		s->truths = &x->truths[i];
		int result = a->table ? truths_from_table(&x->truths[i], a->name, e)
				      : truths_from_file(&x->truths[i], a->name, e);
		if (result < 0)
			return -1;
	}
	return 0;
}

static void warn(const struct command_line *c, const struct truth_source *from,
		 const struct simulation_result *r)
{
	struct warnings w = { 0 };
	if (r->undefined > 0)
		warnings_add(&w,
			     "%s: in %zu of %zu truths the quantity is "
			     "undefined; they are left out",
			     from->name, r->undefined, r->undefined + r->truths);
	warnings_print(&w, c->quiet);
}

static int simulate_sources(struct command_line *c, const struct sources *x, struct records *lines,
			    struct err *e)
{
	struct progress_line line;
	size_t steps = 0;
	for (size_t i = 0; i < x->count; i++)
		steps += simulation_steps(&c->simulation, &x->source[i]);
	c->simulation.progress = progress_line_start(&line);
	progress_begin(&c->simulation.progress, steps);
	int result = 0;
	for (size_t i = 0; i < x->count && result == 0; i++) {
		struct simulation_result r;
		result = simulation_run(&c->simulation, &x->source[i], &r, e);
		if (result < 0)
			break;
		progress_line_pause(&line);
		warn(c, &x->source[i], &r);
		simulation_add(lines, &c->output, x->source[i].name, &r);
	}
	progress_line_end(&line);
	return result;
}

static int refuse_second_stdin(const struct command_line *c, struct err *e)
{
	int count = 0;
	for (size_t i = 0; i < c->count; i++)
		count += strcmp(c->asked[i].name, "-") == 0;
	return count > 1 ? err_usage(e, "- stands for standard input, which can be read only once")
			 : 0;
}

static int simulate_bootstrap(struct command_line *c, struct err *e)
{
	const struct simulation *s = &c->simulation;
	struct bootstrap_simulation *b = &c->bootstrap;
	b->methods = s->named.over_topics_count;
	memcpy(b->method, s->named.over_topics, b->methods * sizeof *b->method);
	b->samples = s->samples;
	b->seed = s->seed;
	b->jobs = s->jobs;
	struct progress_line line;
	b->progress = progress_line_start(&line);
	int result = bootstrap_command(b, c->matrix, c->output.format, e);
	progress_line_end(&line);
	return result;
}

static int simulate_sampling(struct command_line *c, struct err *e)
{
	struct sampling_command *x = &c->sampling;
	x->simulation.samples = c->simulation.samples > 0 ? c->simulation.samples : 10;
	x->simulation.seed = c->simulation.seed;
	x->simulation.jobs = c->simulation.jobs;
	x->format = c->output.format;
	x->quiet = c->quiet;
	struct progress_line line;
	x->simulation.progress = progress_line_start(&line);
	int result = sampling_command_run(x, e);
	progress_line_end(&line);
	return result;
}

static int simulate_parsed(struct command_line *c, struct err *e)
{
	if (c->help)
		return help(e);
	if (!is_given(c, OPTION_BOOTSTRAP) && methods_are_for_sets(&c->simulation.named, e) < 0)
		return -1;
	if (c->sampling.asked)
		return simulate_sampling(c, e);
	if (is_given(c, OPTION_BOOTSTRAP))
		return simulate_bootstrap(c, e);
	struct simulation *s = &c->simulation;
	static const char *const by_default[] = { "neutral", "legal", "small" };
	for (size_t i = 0, none = c->count == 0; none && i < 3; i++)
		ask(c, by_default[i], strlen(by_default[i]), false);
	if (c->no_memory)
		return err_memory(e);
	if (refuse_second_stdin(c, e) < 0)
		return -1;
	static const enum quantity quantities[] = { QUANTITY_RECALL, QUANTITY_PRECISION, QUANTITY_F,
						    QUANTITY_YIELD };
	s->interval.quantity = quantities[c->output.quantity];
	tails_set(&s->interval, s->level, c->output.tail);
	c->output.simulation = s;
	struct sources x;
	struct records lines;
	struct buffer b = { 0 };
	simulation_records(&lines);
	int result = sources_init(&x, c, e);
	if (result == 0)
		result = simulate_sources(c, &x, &lines, e);
	if (result == 0) {
		records_print(&lines, c->output.format, &b);
		result = output_write(&b, e);
	}
	buffer_release(&b);
	records_release(&lines);
	sources_release(&x);
	return result;
}

static int simulate(int argc, char **argv, struct err *e)
{
	struct command_line c = {
		.simulation = {
			.interval = { .beta = 1 },
			.level = 0.95,
			.realizations = 1000,
			.seed = 1,
			.jobs = parallel_processors(),
		},
	};
	char name[] = COMMAND_NAME;
	argv[0] = name; /* for argp's messages */
	if (sampling_command_init(&c.sampling, argc, e) < 0)
		return -1;
	int result = option_parse(&argp, argc, argv, &c, e);
	if (result == 0)
		result = simulate_parsed(&c, e);
	for (size_t i = 0; i < c.count; i++)
		free(c.asked[i].name);
	free(c.asked);
	sampling_command_release(&c.sampling);
	return result;
}

const struct command command_simulate = { "simulate", simulate };
