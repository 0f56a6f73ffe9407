/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan pilot: how many judgments it takes to be certain, learnt from a pilot study, and with that
 * the study that costs least (Carterette & Smucker 2007, section 5.2).
 */
#include "core/commands/plan/questions/topics.h"

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
	records_finish(&lines, format, b);
}

/* Judgments against certainty, a curve for each number of topics, with the fit in grey. */
static int draw(const struct pilot_question *p, const struct pilot_result *r, struct picture *out,
		struct err *e)
{
	if (picture_init(out, 1, 1, e) < 0)
		return -1;
	struct plot *plot = out->plot;
	buffer_print(&plot->title, "Judgments that make the sign of a difference certain");
	buffer_print(&plot->x_label, "certainty");
	buffer_print(&plot->y_label, "judgments");
	plot->log_y = true;
	for (size_t s = 0; s < p->size.count; s++)
		for (int pale = 1; pale >= 0; pale--) {
			char name[32];
			snprintf(name, sizeof name, "%.0f topic%s", p->size.value[s],
				 p->size.value[s] == 1 ? "" : "s");
			plot_curve(plot, pale ? PLOT_PALE : PLOT_CURVE,
				   !pale    ? name
				   : s == 0 ? "fit"
					    : NULL,
				   s);
			for (size_t c = 0; c < p->certainty.count; c++) {
				const struct pilot_cell *x = &r->cell[s * p->certainty.count + c];
				double fitted =
					judgments_needed(&r->model, x->certainty, x->topics);
				plot_point(plot, x->certainty, pale ? fitted : x->judgments);
			}
		}
	return 0;
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

static int answer_topics(struct pilot_request *c, const struct pilot_result *r, struct buffer *b,
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

static int answer(struct pilot_request *c, const struct pilot_result *r, const struct output *out,
		  struct err *e)
{
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	int result = 0;
	if (c->options.format == FORMAT_TABLE)
		print_fit(r, &b);
	if (topics_options_given(&c->topics) > 0)
		result = answer_topics(c, r, &b, e);
	else
		print_cells(&c->pilot, r, c->options.format, &b);
	if (result == 0 && c->options.plot != NULL)
		result = draw(&c->pilot, r, &picture, e);
	if (result == 0) {
		struct warnings warnings = { 0 };
		warn(r, &warnings);
		result = warnings_check(&warnings, e);
		output_warn(out, &warnings, c->quiet);
	}
	return picture_finish(&picture, c->options.plot, &b, result, out, e);
}

/* ---- the question ---- */

static int run(void *request, const struct output *out, struct err *e)
{
	struct pilot_request *c = request;
	if (pilot_formats(&c->pilot, c->judgment_format, c->run_format, e) < 0 ||
	    plot_check(c->options.plot, e) < 0)
		return -1;
	struct pilot_result r;
	int result = pilot_study(&c->pilot, &r, e);
	if (result == 0)
		result = answer(c, &r, out, e);
	pilot_result_release(&r);
	return result;
}

COMMAND = { &pilot_table, run, NULL };
