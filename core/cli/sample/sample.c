/*
 * strat_eval sample [OPTION...] RUN...
 */
#include <math.h>

#include "core/base/number.h"
#include "core/base/parallel.h"
#include "core/cli/command.h"
#include "core/cli/options/options.h"
#include "core/cli/output/output.h"
#include "core/cli/output/warnings_print.h"
#include "core/cli/sample/sample_lines.h"

enum {
	OPTION_DESIGN = 0x100,
	OPTION_SIZE,
	OPTION_TOTAL,
	OPTION_POOL_DEPTH,
	OPTION_ALLOCATION,
	OPTION_PREVALENCE,
	OPTION_COLLECTION,
	OPTION_JUDGED,
	OPTION_ADD_JUDGED,
	OPTION_TOPIC,
	OPTION_SEED,
	OPTION_JOBS,
	OPTION_QUIET,
	OPTION_USAGE,
};

static const struct argp_option option_table[] = {
	{ 0, 0, 0, 0, "What is drawn:", 1 },
	{ "design", OPTION_DESIGN, "NAME", 0,
	  "stevens (default): the higher ranked, the likelier; strata: simple random samples of what "
	  "the same runs retrieve; pool: only what --pool-depth takes",
	  0 },
	{ "size", OPTION_SIZE, "N", 0, "Documents to draw for each topic", 0 },
	{ "total", OPTION_TOTAL, "N", 0, "Documents to draw for all topics, in equal parts", 0 },
	{ "pool-depth", OPTION_POOL_DEPTH, "K", 0,
	  "Take the first K documents of each run as well, for certain", 0 },
	{ "Max_retrieved_per_topic", 'M', "N", 0,
	  "Of each run only the first N documents of a topic count (not with strata)", 0 },
	{ "seed", OPTION_SEED, "N", 0, "Seed of all random numbers (default 1)", 0 },
	{ 0, 0, 0, 0, "With --design=strata:", 2 },
	{ "allocation", OPTION_ALLOCATION, "RULE|FILE", 0,
	  "How the documents are shared out among the cells: proportional (default), equal, neyman, "
	  "or as CSV says: topic,stratum,size",
	  0 },
	{ "prevalence", OPTION_PREVALENCE, "P[,P]", 0,
	  "Guessed share of relevant documents in the cells and in the rest, for neyman (default "
	  "0.5,0.01)",
	  0 },
	{ "collection", OPTION_COLLECTION, "FILE", 0,
	  "List of all document numbers, to draw also from what no run retrieves", 0 },
	{ "Number_docs_in_coll", 'N', "N", 0,
	  "Number of documents in the collection, where there is no such list", 0 },
	{ 0, 0, 0, 0, "What is known already:", 3 },
	{ "judged", OPTION_JUDGED, "QRELS", 0, "Fill in the relevance of documents judged there",
	  0 },
	{ "add-judged", OPTION_ADD_JUDGED, 0, 0,
	  "All documents judged there belong to the sample, for certain", 0 },
	{ "Rel_info_format", 'R', "FORMAT", 0, "Format of these judgments (default qrels)", 0 },
	{ "level_for_rel", 'l', "N", 0, "Least grade that is relevant, for neyman (default 1)", 0 },
	{ 0, 0, 0, 0, "How:", 4 },
	{ "Results_format", 'T', "FORMAT", 0, "Format of the runs (default trec_results)", 0 },
	{ "topic", OPTION_TOPIC, "NAME", 0, "Topic of lists that name none (-T set)", 0 },
	{ "jobs", OPTION_JOBS, "N", 0, "Threads (default: as many as cores)", 0 },
	{ "quiet-warnings", OPTION_QUIET, 0, 0, "No warnings on standard error", 0 },
	{ 0, 0, 0, 0, "Help:", 5 },
	{ "help", 'h', 0, 0, "Print this", 0 },
	{ "usage", OPTION_USAGE, 0, 0, "Print a short usage message", 0 },
	{ 0 },
};

/* A command line, as parsed. Strings are borrowed from argv. */
struct command_line {
	struct sampling_request sampling;
	const char **run;
	const char *run_format, *judgment_format, *judged, *collection, *shares;
	bool allocation, prevalence, depth, level; /* were given */
	bool help, quiet;
};

/* P or P,P */
static void parse_prevalence(struct argp_state *state, const char *text, struct drawing_options *d)
{
	char first[64];
	size_t length = strcspn(text, ",");
	snprintf(first, sizeof first, "%.*s", (int)length, text);
	d->prevalence = option_share(state, "--prevalence", first);
	if (text[length] == ',')
		d->rest_prevalence = option_share(state, "--prevalence", text + length + 1);
}

static void parse_allocation(struct command_line *c, const char *text)
{
	static const char *const rules[] = { "proportional", "equal", "neyman" };
	struct drawing_options *d = &c->sampling.drawing;
	c->allocation = true;
	d->allocation = ALLOCATION_GIVEN;
	c->shares = text;
	for (int i = 0; i < 3; i++)
		if (strcmp(rules[i], text) == 0) {
			d->allocation = (enum allocation_rule)i;
			c->shares = NULL;
		}
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
	static const char *const designs[] = { "stevens", "strata", "pool", NULL };
	struct command_line *c = state->input;
	struct sampling_request *s = &c->sampling;
	struct drawing_options *d = &s->drawing;
	switch (key) {
	case OPTION_DESIGN:
		d->design = (enum design)option_choice(state, "--design", text, designs);
		break;
	case OPTION_SIZE:
		s->size = option_number(state, "--size", text, 1, DOCUMENTS_MAX);
		break;
	case OPTION_TOTAL:
		s->total = option_number(state, "--total", text, 1, DOCUMENTS_MAX);
		break;
	case OPTION_POOL_DEPTH:
		d->pool_depth =
			(size_t)option_number(state, "--pool-depth", text, 1, DOCUMENTS_MAX);
		break;
	case 'M':
		d->depth = (size_t)option_number(state, "-M", text, 1, INT64_MAX);
		c->depth = true;
		break;
	case OPTION_SEED:
		d->seed = (uint64_t)option_number(state, "--seed", text, 0, INT64_MAX);
		break;
	case OPTION_ALLOCATION:
		parse_allocation(c, text);
		break;
	case OPTION_PREVALENCE:
		parse_prevalence(state, text, d);
		c->prevalence = true;
		break;
	case OPTION_COLLECTION:
		c->collection = text;
		break;
	case 'N':
		d->collection_size = option_number(state, "-N", text, 1, INT64_C(1) << 53);
		break;
	case OPTION_JUDGED:
		c->judged = text;
		break;
	case OPTION_ADD_JUDGED:
		d->add_judged = true;
		break;
	case 'R':
		c->judgment_format = text;
		break;
	case 'l':
		d->level = (int32_t)option_number(state, "-l", text, 0, GRADE_MAX);
		c->level = true;
		break;
	case 'T':
		c->run_format = text;
		break;
	case OPTION_TOPIC:
		s->only_topic = text;
		break;
	case OPTION_JOBS:
		s->jobs = (int)option_number(state, "--jobs", text, 1, 1024);
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
		c->run[s->runs++] = text;
		break;
	case ARGP_KEY_END:
		if (s->runs == 0 && !c->help)
			argp_error(state, "a run is needed, to draw documents from");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse_option,
	.args_doc = "RUN...",
	.doc = "Draw the documents to judge, with their inclusion probabilities.\v"
	       "The output is CSV: topic,docno,rel,prob,stratum,size,picks. When rel is filled in, "
	       "'strat_eval -R csv' reads it. Exit status: 0 success, 1 the data is wrong, 2 "
	       "reading or writing failed, 64 wrong usage.",
};

#define COMMAND_NAME PROGRAM_NAME " sample"

static int help(struct err *e)
{
	struct buffer b = { 0 };
	argp_help(&argp, stdout, ARGP_HELP_STD_HELP & ~(unsigned)ARGP_HELP_EXIT_OK,
		  (char[]){ COMMAND_NAME });
	int result = output_write(&b, e);
	buffer_release(&b);
	return result;
}

/* How many documents are to be drawn must be said once. */
static int check_size(const struct command_line *c, struct err *e)
{
	const struct sampling_request *s = &c->sampling;
	const struct drawing_options *d = &s->drawing;
	if (s->size > 0 && s->total > 0)
		return err_usage(e, "--size is for each topic, --total for all: give one of them");
	bool sized = s->size > 0 || s->total > 0;
	if (d->design == DESIGN_POOL && sized)
		return err_usage(e,
				 "--design=pool draws nothing: --size and --total are for stevens "
				 "and strata, to which --pool-depth can be added");
	if (d->design == DESIGN_POOL && d->pool_depth == 0)
		return err_usage(e, "--design=pool needs --pool-depth");
	if (c->shares != NULL && sized)
		return err_usage(e,
				 "--allocation=FILE says how many documents are drawn, and so do "
				 "--size and --total");
	if (d->design != DESIGN_POOL && c->shares == NULL && !sized)
		return err_usage(e, "how many documents are to be drawn? --size for each topic or "
				    "--total for all is needed (--design=pool takes a pool alone)");
	return 0;
}

/* Options that belong to one design. */
static int check_design(const struct command_line *c, struct err *e)
{
	const struct drawing_options *d = &c->sampling.drawing;
	bool strata = d->design == DESIGN_STRATA, list = strcmp(c->run_format, "set") == 0;
	if (!strata && (c->allocation || c->collection != NULL || d->collection_size > 0))
		return err_usage(e, "--allocation, --collection and -N are for --design=strata");
	if (c->prevalence && (!strata || d->allocation != ALLOCATION_NEYMAN))
		return err_usage(e, "--prevalence is for --allocation=neyman");
	if (strata && c->depth)
		return err_usage(e, "-M does not go with --design=strata: cells are what the runs "
				    "retrieve, as the evaluation sees them");
	if (c->collection != NULL && d->collection_size > 0)
		return err_usage(e, "-N is the size of the collection, which --collection has");
	if (list && !strata)
		return err_usage(e, "-T set has no ranking, by which stevens and pool choose: use "
				    "--design=strata");
	if (list && d->pool_depth > 0)
		return err_usage(e, "-T set has no ranking, by which --pool-depth chooses");
	if (!list && c->sampling.only_topic != NULL)
		return err_usage(e, "--topic is for lists that name none (-T set)");
	return 0;
}

static int check_judged(const struct command_line *c, const struct judgment_format *f,
			struct err *e)
{
	const struct drawing_options *d = &c->sampling.drawing;
	if (c->judged == NULL && (d->add_judged || c->judgment_format != NULL || c->level))
		return err_usage(e, "--add-judged, -R and -l are for --judged");
	if (f->kind != JUDGMENTS_GRADED)
		return err_usage(e, "-R %s: --judged needs one grade per document", f->name);
	int count = c->judged != NULL && strcmp(c->judged, "-") == 0;
	count += c->collection != NULL && strcmp(c->collection, "-") == 0;
	count += c->shares != NULL && strcmp(c->shares, "-") == 0;
	for (size_t i = 0; i < c->sampling.runs; i++)
		count += strcmp(c->run[i], "-") == 0;
	return count > 1 ? err_usage(e, "- stands for standard input, which can be read only once")
			 : 0;
}

/* Reads what there is beside the runs, draws, and releases it. */
static int sample_with(const struct command_line *c, const struct judgment_format *f, struct err *e)
{
	struct sampling_request s = c->sampling;
	struct collection collection;
	struct shares shares;
	struct judgments judged;
	int result = 0;
	if (c->collection != NULL) {
		result = collection_read(&collection, c->collection, e);
		if (result == 0) {
			s.drawing.collection = &collection;
			s.drawing.collection_size = (int64_t)collection_size(&collection);
		}
	}
	if (result == 0 && c->shares != NULL) {
		result = shares_read(&shares, c->shares, e);
		s.drawing.shares = result == 0 ? &shares : NULL;
	}
	if (result == 0 && c->judged != NULL) {
		result = judgments_read_partial(&judged, f, c->judged, e);
		s.drawing.judged = result == 0 ? &judged : NULL;
	}
	struct sample_lines lines = { 0 };
	struct warnings warnings = { 0 };
	const struct sampling_sink sink = sample_lines_sink(&lines);
	s.sink = &sink;
	if (result == 0)
		result = sampling_run(&s, &warnings, e);
	warnings_print(&warnings, c->quiet);
	if (result == 0)
		result = sample_lines_write(&lines, e);
	sample_lines_release(&lines);
	if (s.drawing.judged != NULL)
		judgments_release(&judged);
	if (s.drawing.shares != NULL)
		shares_release(&shares);
	if (s.drawing.collection != NULL)
		collection_release(&collection);
	return result;
}

static int sample_parsed(struct command_line *c, struct err *e)
{
	if (c->help)
		return help(e);
	if (c->run_format == NULL)
		c->run_format = "trec_results";
	const char *judgments = c->judgment_format != NULL ? c->judgment_format : "qrels";
	const struct judgment_format *f = judgment_format_find(judgments, e);
	c->sampling.run_format = f != NULL ? run_format_find(c->run_format, e) : NULL;
	c->sampling.run = c->run;
	if (c->sampling.run_format == NULL || check_size(c, e) < 0 || check_design(c, e) < 0 ||
	    check_judged(c, f, e) < 0)
		return -1;
	return sample_with(c, f, e);
}

static int sample(int argc, char **argv, struct err *e)
{
	struct command_line c = {
		.sampling = {
			.drawing = {
				.depth = SIZE_MAX,
				.seed = 1,
				.level = 1,
				.prevalence = 0.5,
				.rest_prevalence = 0.01,
			},
			.jobs = parallel_processors(),
		},
	};
	char name[] = COMMAND_NAME;
	argv[0] = name; /* for argp's messages */
	c.run = calloc((size_t)argc, sizeof *c.run);
	if (c.run == NULL)
		return err_memory(e);
	int result = option_parse(&argp, argc, argv, &c, e);
	if (result == 0)
		result = sample_parsed(&c, e);
	free(c.run);
	return result;
}

const struct command command_sample = { "sample", sample };
