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
	{ .include = column_options, AT(formats) },
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

/* All observations of one certainty and one number of topics, with what is printed beside them. */
struct pilot_row {
	double certainty, topics;
	double reached, missed; /* how often the certainty was, and how often never */
	double judgments;	/* mean where it was reached; nan if it never was */
	double fitted;
	struct judgment_model model;
	int64_t seed;
	struct curve_point point;
};

#define ROW(field) .at = offsetof(struct pilot_row, field)

static const struct record_column columns[] = {
	{ "topics", "topics", RECORD_COUNT, ROW(topics) },
	{ "certainty", "certainty", RECORD_SHORT, ROW(certainty) },
	{ "reached", "reached", RECORD_COUNT, ROW(reached) },
	{ "missed", "missed", RECORD_COUNT, ROW(missed) },
	{ "judgments", "judgments", RECORD_REAL, 3, 1, 9, ROW(judgments) },
	{ "fitted", "fitted", RECORD_REAL, 3, 1, 9, ROW(fitted) },
	{ "gamma_0", NULL, RECORD_SHORT, ROW(model.gamma[0]) },
	{ "gamma_1", NULL, RECORD_SHORT, ROW(model.gamma[1]) },
	{ "gamma_2", NULL, RECORD_SHORT, ROW(model.gamma[2]) },
	{ "seed", NULL, RECORD_WHOLE, ROW(seed) },
	{ 0 },
};

struct pilot_result {
	struct pilot_data data;
	struct pilot_design design;
	double *all;	     /* observations, by pair */
	struct records rows; /* certainty by certainty within numbers of topics */
	double reached, missed;
	struct judgment_model model;
	double deviance_r2;
};

/* Means over all pairs and resamples, beside what the model says. */
static void add_rows(struct pilot_result *out)
{
	const struct pilot_design *p = &out->design;
	for (size_t i = 0; i < p->sizes * p->certainties; i++) {
		size_t s = i / p->certainties, c = i % p->certainties;
		struct pilot_row x = { .certainty = p->certainty[c],
				       .topics = p->size[s],
				       .model = out->model,
				       .seed = (int64_t)p->seed };
		for (int64_t k = 0; k < (int64_t)out->data.pairs * p->resamples; k++) {
			double j = out->all[pilot_place(p, c, s, k)];
			*(isnan(j) ? &x.missed : &x.reached) += 1;
			x.judgments += isnan(j) ? 0 : j;
		}
		x.judgments = x.reached > 0 ? x.judgments / x.reached : NAN;
		x.fitted = judgments_needed(&out->model, x.certainty, x.topics);
		x.point = (struct curve_point){ x.certainty, x.judgments, x.fitted, false };
		out->reached += x.reached;
		out->missed += x.missed;
		records_add(&out->rows, &x);
	}
}

static int observe_pair(void *context, size_t pair, int thread, struct err *e)
{
	(void)thread;
	const struct pilot_result *x = context;
	const struct pilot_data *d = &x->data;
	return pilot_observe(d->topic + pair * d->topics, d->topics, &x->design, pair,
			     x->all + pair * pilot_observations(&x->design), e);
}

static int observe_all(const struct pilot_question *q, struct pilot_result *out, struct err *e)
{
	out->design = pilot_design(q);
	size_t count = out->data.pairs * pilot_observations(&out->design);
	out->all = calloc(count + 1, sizeof *out->all);
	if (out->all == NULL)
		return err_memory(e);
	if (parallel_each(q->jobs, out->data.pairs, observe_pair, out, e) < 0 ||
	    pilot_fit(&out->design, out->all, count, &out->model, &out->deviance_r2, e) < 0)
		return -1;
	add_rows(out);
	return 0;
}

/* ---- lines ---- */

static void add_fit(const struct pilot_result *r, struct report *out)
{
	const double *g = r->model.gamma;
	struct buffer *b = report_text(out, REPORT_LINE);
	buffer_print(b, "%zu topics, %zu pair%s of runs, %.0f observations", r->data.topics,
		     r->data.pairs, r->data.pairs == 1 ? "" : "s", r->reached);
	if (r->missed > 0)
		buffer_print(b, " (in %.0f more the certainty was not reached)", r->missed);
	report_line(out, "judgments for n topics at certainty x: exp(%.4f) x^%.4f n^%.4f", g[0],
		    g[1], g[2]);
	report_line(out, "share of the deviance explained %.4f", r->deviance_r2);
	report_space(out);
}

static const struct curve_key keys[] = {
	{ offsetof(struct pilot_row, topics), false, ", %.0f topics" }, { 0 }
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

static void warn(const struct pilot_data *r, struct warnings *w)
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

static int say_pilot(struct pilot_request *c, struct pilot_result *r, const struct output *out,
		     struct err *e)
{
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	struct warnings warnings = { 0 };
	struct report report;
	report_init(&report, c->options.format,
		    &(struct report_origin){ .asked = &out->asked, .warnings = &warnings });
	c->topics.model = r->model;
	warn(&r->data, &warnings);
	int result = warnings_check(&warnings, e);
	add_fit(r, &report);
	if (result == 0 && r->rows.failed)
		result = err_memory(e);
	if (result == 0 && c->options.plot != NULL)
		result = plan_curves(&curves, &r->rows, &picture, e);
	if (c->topics.topics.count + c->topics.effect.count + c->topics.power.count == 0)
		report_records(&report, IN_PAGE, curves.title, &r->rows);
	else if (result == 0)
		result = topics_plan(&c->topics, &report, NULL, e);
	result = report_write(&report, result, &b, e);
	if (result == 0)
		output_warn(out, &warnings, c->quiet);
	warnings_release(&warnings);
	return picture_finish(&picture, c->options.plot, &b, result, out, e);
}

/* ---- the question ---- */

/* The same for any number of jobs. */
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
	struct pilot_result r = { 0 };
	records_init(&r.rows, columns, sizeof(struct pilot_row));
	int result = pilot_data_init(&r.data, &c->pilot, e);
	if (result == 0)
		result = observe_all(&c->pilot, &r, e);
	if (result == 0)
		result = say_pilot(c, &r, out, e);
	pilot_data_release(&r.data);
	records_release(&r.rows);
	free(r.all);
	return result;
}

COMMAND = { &table, plan_pilot, NULL };
