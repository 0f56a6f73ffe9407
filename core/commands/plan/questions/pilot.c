/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan pilot: how many judgments it takes to be certain of the sign of a difference, learnt from a
 * pilot study, and with that the study that costs least (Carterette & Smucker 2007, sections 4.2
 * and 5.2).
 */
#include <math.h>

#include "core/base/parallel.h"
#include "core/commands/plan/curves.h"
#include "core/commands/plan/sign_test.h"
#include "core/engine/pilot/pilot_data.h"
#include "core/stats/planning/study_cost.h"

struct pilot_request {
	struct topics_options topics;
	struct planning_options options;
	struct pilot_question pilot;
	struct text_list file;			  /* judgments and runs */
	const char *judgment_format, *run_format; /* NULL: the usual ones */
	struct formats formats;
	bool quiet;
};

/* ---- options ---- */

#define AT(member) OPTION_AT(struct pilot_request, member)

static const struct command_option options[] = {
	{ .include = topics_options, AT(topics) },
	{ HEADING("The pilot study:") },
	{ NAME_LEVEL_FOR_REL, WHOLE(-1000000000, 1000000000), AT(pilot.level), .usual = "1" },
	{ OPTION_JUDGMENT_FORMAT, AT(judgment_format) },
	{ OPTION_RUN_FORMAT, AT(run_format) },
	COLUMN_OPTIONS(AT, formats),
	{ NAME_MOST_RETRIEVED, .here = "(default: as many as the pool is deep)",
	  WHOLE(1, 1000000000), AT(pilot.length) },
	{ NAME_POOL_DEPTH, .here = "(the deepest one; default 100)", WHOLE(1, 1000000000),
	  AT(pilot.depth), .usual = "100" },
	{ NAME_PROB_REL, REAL(BETWEEN(0, 1)), AT(pilot.unjudged), .usual = "0.5" },
	{ NAME_RESAMPLES, .here = "(default 100)", WHOLE(1, 1000000), AT(pilot.resamples),
	  .repeat = REPEAT_LAST, .usual = "100" },
	{ OPTION_SEED, AT(pilot.seed) },
	{ OPTION_JOBS, AT(pilot.jobs) },
	{ OPTION_QUIET, AT(quiet),
	  .more = "They are about topics that a run lacks and documents that nobody judged." },
	{ .include = planning_options, AT(options) },
	{ 0 },
};

/* Without a question about topics only the fit is shown. */
static const struct option_rule rules[] = {
	{ "", .needs = "WORDS=3", .says = "judgments and two runs are needed" },
	TWO_OF_THREE_RULES,
	{ "alpha|certainty|topic-cost|free-topics", .needs = "topics|effect|power",
	  .says = TWO_OF_THREE },
	{ 0 },
};

static const struct command_table table = {
	.name = "plan pilot",
	.summary = "what certainty costs, from a pilot study's judgments and runs",
	.arguments = "QRELS RUN RUN...",
	.doc = "What certainty costs, learnt from a pilot study.",
	.notes =
		"Without a question about topics the fit is shown: of certainties from 0.55 to 0.99, and 1 to 200 topics, drawn without repetition up to as many as there are. " NOTE_OF_LISTS
			PILOT_EXIT_STATUS,
	.examples = "  strat_eval plan pilot --effect=0.5 --power=0.8 qrels a.run b.run\n",
	.option = options,
	.word = &(const struct command_option){ ADDED_FILES, AT(file) },
	.size = sizeof(struct pilot_request),
	.rule = rules,
};

/* ---- the work ---- */

/* All observations of one certainty and one number of topics. */
struct pilot_cell {
	double certainty, topics;
	size_t reached, missed; /* how often the certainty was, and how often never */
	double judgments;	/* mean where it was reached; nan if it never was */
};

struct pilot_result {
	size_t topics, pairs;
	size_t left_out; /* judged topics that not every run has */
	int64_t pooled,
		unjudged; /* documents in the deepest pools of all pairs; unjudged of these */
	struct pilot_cell *cell; /* certainty by certainty within numbers of topics */
	size_t cells;
	size_t reached, missed;
	struct judgment_model model;
	struct poisson_fit fit;
};

/* Means over all pairs and resamples. */
static int sum_up(const struct pilot_design *p, const struct pilot_observations *all,
		  struct pilot_result *out, struct err *e)
{
	out->cells = p->sizes * p->certainties;
	out->cell = calloc(out->cells, sizeof *out->cell);
	if (out->cell == NULL)
		return err_memory(e);
	for (size_t s = 0; s < p->sizes; s++)
		for (size_t c = 0; c < p->certainties; c++) {
			struct pilot_cell *x = &out->cell[s * p->certainties + c];
			*x = (struct pilot_cell){ p->certainty[c], p->size[s], 0, 0, 0 };
			for (size_t pair = 0; pair < out->pairs; pair++)
				for (int64_t k = 0; k < p->resamples; k++) {
					double j = all[pair].judgments[pilot_place(p, c, s, k)];
					*(isnan(j) ? &x->missed : &x->reached) += 1;
					x->judgments += isnan(j) ? 0 : j;
				}
			x->judgments = x->reached > 0 ? x->judgments / (double)x->reached : NAN;
			out->reached += x->reached;
			out->missed += x->missed;
		}
	return 0;
}

struct observing {
	const struct pilot_data *data;
	const struct pilot_design *design;
	struct pilot_observations *all; /* by pair */
};

static int observe_pair(void *context, size_t pair, int thread, struct err *e)
{
	(void)thread;
	const struct observing *x = context;
	const struct pilot_data *d = x->data;
	return pilot_observe(d->topic + pair * d->topics, d->topics, x->design, pair, &x->all[pair],
			     e);
}

static int observe_all(const struct pilot_data *d, struct pilot_result *out, struct err *e)
{
	const struct pilot_question *q = d->question;
	const struct pilot_design p = pilot_design(q);
	struct pilot_observations *all = calloc(d->pairs, sizeof *all);
	if (all == NULL)
		return err_memory(e);
	struct observing x = { d, &p, all };
	int result = parallel_each(q->jobs, d->pairs, observe_pair, &x, e);
	if (result == 0)
		result = sum_up(&p, all, out, e);
	if (result == 0 && out->reached == 0)
		result = err_data(e, "none of the certainties is ever reached: the runs differ too "
				     "little, or the pools are not deep enough");
	if (result == 0)
		result = pilot_fit(&p, all, d->pairs, &out->model, &out->fit, e);
	for (size_t pair = 0; pair < d->pairs; pair++)
		free(all[pair].judgments);
	free(all);
	return result;
}

/* The same for any number of jobs. Release also after a failure. */
static int pilot_study(const struct pilot_question *q, struct pilot_result *out, struct err *e)
{
	struct pilot_data d;
	*out = (struct pilot_result){ 0 };
	int result = pilot_data_init(&d, q, e);
	out->topics = d.topics;
	out->pairs = d.pairs;
	out->left_out = d.left_out;
	out->pooled = d.pooled;
	out->unjudged = d.unjudged;
	if (result == 0)
		result = observe_all(&d, out, e);
	pilot_data_release(&d);
	return result;
}

/* ---- lines ---- */

static void add_fit(const struct pilot_result *r, struct report *out)
{
	const double *g = r->model.gamma;
	struct buffer *b = report_text(out, REPORT_LINE);
	buffer_print(b, "%zu topics, %zu pair%s of runs, %zu observations", r->topics, r->pairs,
		     r->pairs == 1 ? "" : "s", r->reached);
	if (r->missed > 0)
		buffer_print(b, " (in %zu more the certainty was not reached)", r->missed);
	report_line(out, "judgments for n topics at certainty x: exp(%.4f) x^%.4f n^%.4f", g[0],
		    g[1], g[2]);
	report_line(out, "share of the deviance explained %.4f", r->fit.deviance_r2);
	report_space(out);
}

/* A cell of the study with all that is printed beside it. */
struct pilot_row {
	struct pilot_cell cell;
	double reached, missed, fitted;
	struct judgment_model model;
	int64_t seed;
	struct curve_point point;
};

#define ROW(field) .at = offsetof(struct pilot_row, field)

static const struct record_column cell_columns[] = {
	{ "topics", "topics", RECORD_COUNT, ROW(cell.topics) },
	{ "certainty", "certainty", RECORD_SHORT, ROW(cell.certainty) },
	{ "reached", "reached", RECORD_COUNT, ROW(reached) },
	{ "missed", "missed", RECORD_COUNT, ROW(missed) },
	{ "judgments", "judgments", RECORD_REAL, 3, 1, 9, ROW(cell.judgments) },
	{ "fitted", "fitted", RECORD_REAL, 3, 1, 9, ROW(fitted) },
	{ "gamma_0", NULL, RECORD_SHORT, ROW(model.gamma[0]) },
	{ "gamma_1", NULL, RECORD_SHORT, ROW(model.gamma[1]) },
	{ "gamma_2", NULL, RECORD_SHORT, ROW(model.gamma[2]) },
	{ "seed", NULL, RECORD_WHOLE, ROW(seed) },
	{ 0 },
};

static int make_rows(const struct pilot_question *p, const struct pilot_result *r,
		     struct records *lines, struct err *e)
{
	records_init(lines, cell_columns, sizeof(struct pilot_row));
	for (size_t i = 0; i < r->cells; i++) {
		const struct pilot_cell *x = &r->cell[i];
		struct pilot_row row = {
			.cell = *x,
			.reached = (double)x->reached,
			.missed = (double)x->missed,
			.fitted = judgments_needed(&r->model, x->certainty, x->topics),
			.model = r->model,
			.seed = (int64_t)p->seed,
		};
		row.point = (struct curve_point){ x->certainty, x->judgments, row.fitted, false };
		records_add(lines, &row);
	}
	return lines->failed ? err_memory(e) : 0;
}

static const struct curve_key keys[] = {
	{ offsetof(struct pilot_row, cell.topics), false, ", %.0f topics" }, { 0 }
};

/* Judgments against certainty, a curve for each number of topics, with the fit in grey. */
static const struct curves curves = {
	.title = "Judgments that make the sign of a difference certain",
	.label = { "certainty", "judgments" },
	.key = keys,
	.usual = keys,
	.point = offsetof(struct pilot_row, point),
	.pale = "fit",
	.log_y = true,
};

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

static int answer_topics(struct pilot_request *c, const struct pilot_result *r, struct report *b,
			 struct err *e)
{
	struct topics_options *q = &c->topics;
	struct topics_answer answer;
	q->model = r->model;
	int result = topics_plan(q, &answer, e);
	if (result == 0)
		result = topics_plan_lines(q, &answer, b, NULL, e);
	topics_answer_release(&answer);
	return result;
}

static int say_pilot(struct pilot_request *c, const struct pilot_result *r,
		     const struct output *out, struct err *e)
{
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	struct warnings warnings = { 0 };
	struct report report;
	report_init(&report, c->options.format,
		    &(struct report_origin){ .asked = &out->asked, .warnings = &warnings });
	warn(r, &warnings);
	int result = warnings_check(&warnings, e);
	add_fit(r, &report);
	struct records rows;
	if (make_rows(&c->pilot, r, &rows, e) < 0)
		result = -1;
	if (result == 0 && c->options.plot != NULL)
		result = plan_curves(&curves, &rows, &picture, e);
	if (topics_options_given(&c->topics) == 0)
		report_records(&report, IN_PAGE, curves.title, &rows);
	else if (result == 0)
		result = answer_topics(c, r, &report, e);
	if (topics_options_given(&c->topics) > 0)
		records_release(&rows);
	result = report_write(&report, result, &b, e);
	if (result == 0)
		output_warn(out, &warnings, c->quiet);
	warnings_release(&warnings);
	return picture_finish(&picture, c->options.plot, &b, result, out, e);
}

/* ---- the question ---- */

static int plan_pilot(void *request, const struct output *out, struct err *e)
{
	struct pilot_request *c = request;
	c->pilot.length = c->pilot.length > 0 ? c->pilot.length : c->pilot.depth;
	c->pilot.judgments = c->file.text[0];
	c->pilot.run = c->file.text + 1;
	c->pilot.runs = c->file.count - 1;
	c->topics.priced = true;
	topics_options_ready(&c->topics);
	if (pilot_formats(&c->pilot, &c->formats, c->judgment_format, c->run_format, e) < 0 ||
	    plot_check(c->options.plot, e) < 0)
		return -1;
	struct pilot_result r;
	int result = pilot_study(&c->pilot, &r, e);
	if (result == 0)
		result = say_pilot(c, &r, out, e);
	free(r.cell);
	return result;
}

COMMAND = { &table, plan_pilot, NULL };
