/*
 * plan pilot: how many judgments it takes to be certain, learnt from a pilot study, and with that
 * the study that costs least (Carterette & Smucker 2007, section 5.2).
 */
#include <math.h>

#include "core/base/parallel.h"
#include "core/cli/options/options.h"
#include "core/cli/output/warnings_print.h"
#include "core/cli/plan/topics_print.h"
#include "core/cli/command.h"
#include "core/cli/plan/topics_options.h"
#include "core/engine/plan/pilot_study.h"

enum {
	OPTION_DEPTH = 0x100,
	OPTION_PROB_REL,
	OPTION_REACH,
	OPTION_SIZES,
	OPTION_RESAMPLES,
	OPTION_SEED,
	OPTION_JOBS,
	OPTION_QUIET,
};

static const struct argp_option option_table[] = {
	{ 0, 0, 0, 0, "The pilot study:", 4 },
	{ "level_for_rel", 'l', "N", 0, "Least grade that counts as relevant (default 1)", 0 },
	{ "Rel_info_format", 'R', "FORMAT", 0, "Format of the judgments (default qrels)", 0 },
	{ "Results_format", 'T', "FORMAT", 0, "Format of the runs (default trec_results)", 0 },
	{ "Max_retrieved_per_topic", 'M', "N", 0,
	  "Keep only the first N documents of a topic (default: as many as the depth)", 0 },
	{ "depth", OPTION_DEPTH, "N", 0, "Depth of the deepest pool (default 100)", 0 },
	{ "prob-rel", OPTION_PROB_REL, "X", 0,
	  "Probability that a document which is not judged yet is relevant (default 0.5)", 0 },
	{ "reach", OPTION_REACH, "X,...", 0,
	  "Certainties to be reached (default 0.55:0.95:0.05,0.99)", 0 },
	{ "sizes", OPTION_SIZES, "N,...", 0,
	  "Numbers of topics to draw (default 1,2,5,10,20,50,100,200)", 0 },
	{ "resamples", OPTION_RESAMPLES, "N", 0, "Draws of topics for each (default 100)", 0 },
	{ "seed", OPTION_SEED, "N", 0, "Seed of all random numbers (default 1)", 0 },
	{ "jobs", OPTION_JOBS, "N", 0, "Threads (default: as many as cores)", 0 },
	{ "quiet-warnings", OPTION_QUIET, 0, 0, "No warnings on standard error", 0 },
	{ 0 },
};

struct command_line {
	struct topics_options topics;
	struct planning_options options;
	struct pilot_question pilot;
	const char *judgment_format, *run_format;
	const char **file; /* judgments and runs */
	size_t files;
	bool quiet;
};

static const struct number_range certainties = { false, 0.5, 1, true, false };
static const struct number_range topic_numbers = { true, 1, 1e6, false, false };

static void check(struct argp_state *state, struct command_line *c)
{
	if (c->options.help)
		return;
	if (c->files < 3)
		argp_error(state, "judgments and two runs are needed");
	for (size_t i = 0, count = 0; i < c->files; i++) {
		count += strcmp(c->file[i], "-") == 0;
		if (count > 1)
			argp_error(state,
				   "- stands for standard input, which can be read only once");
	}
	const struct topics_question *q = &c->topics.question;
	c->topics.question.priced = true;
	/* without a question about topics only the fit is shown */
	if (topics_options_given(&c->topics) > 0 || q->alpha.count > 0 || q->normal ||
	    q->certainty.count > 0 || c->topics.cost_given)
		topics_options_check(state, &c->topics, "a pilot study");
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
	struct command_line *c = state->input;
	struct pilot_question *p = &c->pilot;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &c->topics;
		state->child_inputs[1] = &c->options;
		break;
	case 'l':
		p->level = (int32_t)option_number(state, "-l", text, -1000000000, 1000000000);
		break;
	case 'R':
		c->judgment_format = text;
		break;
	case 'T':
		c->run_format = text;
		break;
	case 'M':
		p->length = (size_t)option_number(state, "-M", text, 1, 1000000000);
		break;
	case OPTION_DEPTH:
		p->depth = (size_t)option_number(state, "--depth", text, 1, 1000000000);
		break;
	case OPTION_PROB_REL:
		p->unjudged = option_share(state, "--prob-rel", text);
		break;
	case OPTION_REACH:
		option_list(state, "--reach", text, &certainties, &p->certainty);
		break;
	case OPTION_SIZES:
		option_list(state, "--sizes", text, &topic_numbers, &p->size);
		break;
	case OPTION_RESAMPLES:
		p->resamples = option_number(state, "--resamples", text, 1, 1000000);
		break;
	case OPTION_SEED:
		p->seed = (uint64_t)option_number(state, "--seed", text, 0, INT64_MAX);
		break;
	case OPTION_JOBS:
		p->jobs = (int)option_number(state, "--jobs", text, 1, 1024);
		break;
	case OPTION_QUIET:
		c->quiet = true;
		break;
	case ARGP_KEY_ARG:
		c->file[c->files++] = text;
		break;
	case ARGP_KEY_END:
		check(state, c);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp_child children[] = { { &topics_options_argp, 0, NULL, 0 },
					      { &planning_options_argp, 0, "Output:", 5 },
					      { 0 } };

static const struct argp argp = {
	.options = option_table,
	.parser = parse_option,
	.args_doc = "QRELS RUN RUN...",
	.children = children,
	.doc = "What certainty costs, learnt from a pilot study.\v"
	       "Without a question about topics the fit is shown. A list makes a line for each of its "
	       "values; FROM:TO:STEP is short for a list. Exit status: 0 success, 1 the data is "
	       "wrong, 2 reading, writing or plotting failed, 64 wrong usage.",
};

/* ---- output ---- */

static void print_fit(const struct pilot_result *r, struct buffer *b)
{
	const double *g = r->model.gamma;
	buffer_print(b, "%zu topics, %zu pair%s of runs, %zu observations", r->topics, r->pairs,
		     r->pairs == 1 ? "" : "s", r->reached);
	if (r->missed > 0)
		buffer_print(b, " (in %zu more the certainty was not reached)", r->missed);
	buffer_print(b,
		     "\njudgments for n topics at certainty x: exp(%.4f) x^%.4f n^%.4f\n"
		     "share of the deviance explained %.4f\n\n",
		     g[0], g[1], g[2], r->fit.deviance_r2);
}

/* A cell of the study with all that is printed beside it. */
struct row {
	struct pilot_cell cell;
	double reached, missed, fitted;
	struct judgment_model model;
	int64_t seed;
};

#define AT(field) .at = offsetof(struct row, field)

static const struct record_column cell_columns[] = {
	{ "topics", "topics", RECORD_COUNT, AT(cell.topics) },
	{ "certainty", "certainty", RECORD_SHORT, AT(cell.certainty) },
	{ "reached", "reached", RECORD_COUNT, AT(reached) },
	{ "missed", "missed", RECORD_COUNT, AT(missed) },
	{ "judgments", "judgments", RECORD_REAL, 3, 1, 9, AT(cell.judgments) },
	{ "fitted", "fitted", RECORD_REAL, 3, 1, 9, AT(fitted) },
	{ "gamma_0", NULL, RECORD_SHORT, AT(model.gamma[0]) },
	{ "gamma_1", NULL, RECORD_SHORT, AT(model.gamma[1]) },
	{ "gamma_2", NULL, RECORD_SHORT, AT(model.gamma[2]) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

static void print_cells(const struct pilot_question *p, const struct pilot_result *r,
			enum record_format format, struct buffer *b)
{
	struct records lines;
	records_init(&lines, cell_columns, sizeof(struct row));
	for (size_t i = 0; i < r->cells; i++) {
		const struct pilot_cell *x = &r->cell[i];
		struct row row = {
			.cell = *x,
			.reached = (double)x->reached,
			.missed = (double)x->missed,
			.fitted = judgments_needed(&r->model, x->certainty, x->topics),
			.model = r->model,
			.seed = (int64_t)p->seed,
		};
		records_add(&lines, &row);
	}
	records_print(&lines, format, b);
	records_release(&lines);
}

/* Judgments against certainty, a curve for each number of topics, with the fit in grey. */
static void draw(const struct pilot_question *p, const struct pilot_result *r, struct plot *plot)
{
	plot->title = "Judgments that make the sign of a difference certain";
	plot->x_label = "certainty";
	plot->y_label = "judgments";
	plot->log_y = true;
	for (size_t s = 0; s < p->size.count; s++)
		for (int pale = 1; pale >= 0; pale--) {
			char name[32];
			snprintf(name, sizeof name, "%.0f topic%s", p->size.value[s],
				 p->size.value[s] == 1 ? "" : "s");
			plot_curve(plot, !pale ? name : s == 0 ? "fit" : NULL, s, pale);
			for (size_t c = 0; c < p->certainty.count; c++) {
				const struct pilot_cell *x = &r->cell[s * p->certainty.count + c];
				double fitted =
					judgments_needed(&r->model, x->certainty, x->topics);
				plot_point(plot, x->certainty, pale ? fitted : x->judgments);
			}
		}
}

static void warn(const struct pilot_result *r, struct warnings *w)
{
	if (r->left_out > 0)
		warnings_add(w,
			     "%zu judged topic%s that not all runs have %s left "
			     "out",
			     r->left_out, r->left_out == 1 ? "" : "s",
			     r->left_out == 1 ? "is" : "are");
	if (r->unjudged > 0)
		warnings_add(w,
			     "%lld of %lld documents in the pools were not judged, and "
			     "count as not relevant",
			     (long long)r->unjudged, (long long)r->pooled);
}

static int answer_topics(struct command_line *c, const struct pilot_result *r, struct buffer *b,
			 struct err *e)
{
	struct topics_question *q = &c->topics.question;
	struct topics_answer answer;
	q->model = r->model;
	int result = topics_plan(q, &answer, e);
	if (result == 0)
		topics_plan_lines(q, &answer, c->options.format, b);
	topics_answer_release(&answer);
	return result;
}

static int answer(struct command_line *c, const struct pilot_result *r, struct err *e)
{
	struct buffer b = { 0 };
	struct plot plot = { 0 };
	int result = 0;
	if (c->options.format == FORMAT_TABLE)
		print_fit(r, &b);
	if (topics_options_given(&c->topics) > 0)
		result = answer_topics(c, r, &b, e);
	else
		print_cells(&c->pilot, r, c->options.format, &b);
	if (c->options.plot != NULL)
		draw(&c->pilot, r, &plot);
	if (result == 0) {
		struct warnings warnings = { 0 };
		warn(r, &warnings);
		warnings_print(&warnings, c->quiet);
		result = planning_finish(&c->options, &plot, &b, e);
	}
	plot_release(&plot);
	buffer_release(&b);
	return result;
}

/* ---- the question ---- */

static int find_formats(struct command_line *c, struct err *e)
{
	const char *judgments = c->judgment_format != NULL ? c->judgment_format : "qrels";
	const char *runs = c->run_format != NULL ? c->run_format : "trec_results";
	const struct judgment_format *f = judgment_format_find(judgments, e);
	c->pilot.judgment_format = f;
	c->pilot.run_format = f != NULL ? run_format_find(runs, e) : NULL;
	if (c->pilot.run_format == NULL)
		return -1;
	if (f->kind != JUDGMENTS_GRADED || f->sampling == SAMPLING_PROBABILITIES ||
	    f->sampling == SAMPLING_STRATA)
		return err_usage(e,
				 "-R %s: a pilot study needs pools that were judged completely: "
				 "qrels or csv",
				 f->name);
	return 0;
}

static void set_defaults(struct pilot_question *p)
{
	p->length = p->length > 0 ? p->length : p->depth;
	static const double sizes[] = { 1, 2, 5, 10, 20, 50, 100, 200 };
	if (p->certainty.count == 0) {
		for (int percent = 55; percent <= 95; percent += 5)
			p->certainty.value[p->certainty.count++] = percent / 100.0;
		p->certainty.value[p->certainty.count++] = 0.99;
	}
	if (p->size.count == 0) {
		memcpy(p->size.value, sizes, sizeof sizes);
		p->size.count = sizeof sizes / sizeof sizes[0];
	}
}

static int run_pilot(struct command_line *c, struct err *e)
{
	set_defaults(&c->pilot);
	if (find_formats(c, e) < 0 ||
	    (c->options.plot != NULL && plot_check(c->options.plot, e) < 0))
		return -1;
	c->pilot.judgments = c->file[0];
	c->pilot.run = c->file + 1;
	c->pilot.runs = c->files - 1;
	struct pilot_result r;
	int result = pilot_study(&c->pilot, &r, e);
	if (result == 0)
		result = answer(c, &r, e);
	pilot_result_release(&r);
	return result;
}

static int pilot(int argc, char **argv, struct err *e)
{
	struct command_line c = { .pilot = { .level = 1,
					     .depth = 100,
					     .unjudged = 0.5,
					     .resamples = 100,
					     .seed = 1,
					     .jobs = parallel_processors() } };
	c.file = calloc((size_t)argc, sizeof *c.file);
	if (c.file == NULL)
		return err_memory(e);
	int result = option_parse(&argp, argc, argv, &c, e);
	if (result == 0)
		result = c.options.help ? planning_help(&argp, argv[0], &(struct buffer){ 0 }, e)
					: run_pilot(&c, e);
	free(c.file);
	return result;
}

PLAN_QUESTION = {
	.name = "pilot",
	.summary = "what certainty costs, from a pilot study's judgments and runs",
	.run = pilot,
};
