/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate skew: skew of the scores of each system and bias of sample means, and their histograms
 * (Park 2011, Figures 1 to 3). The samples are those of simulate bootstrap.
 */
#include <math.h>

#include "core/commands/simulate/bootstrap_simulation.h"
#include "core/commands/simulate/simulate.h"

struct skew_asked {
	struct matrix_asked asked;
	struct bootstrap_simulation bootstrap;
};

#define AT(member) OPTION_AT(struct skew_asked, member)

static const struct command_option options[] = {
	{ HEADING("What is drawn:") },
	{ OPTION_MATRIX, AT(asked.matrix) },
	{ OPTION_SIZES("Topics in a sample (default 5,10,20)"), AT(bootstrap.sizes) },
	{ OPTION_WITH_REPLACEMENT, AT(bootstrap.with_replacement) },
	{ HEADING("How:") },
	{ OPTION_SAMPLES(
		  "Draw N samples of each size from the topics of each system (default 1000)"),
	  AT(bootstrap.effort.samples) },
	{ .include = effort_options, AT(bootstrap.effort) },
	{ OPTION_PICTURE("histograms of skew and bias"), AT(asked.answer.plot) },
	{ .include = answer_options, AT(asked.answer) },
	{ 0 },
};

static void init(void *request)
{
	struct skew_asked *q = request;
	q->bootstrap = (struct bootstrap_simulation){ .sizes = { { 5, 10, 20 }, 3 },
						      .effort = effort_by_default(1000) };
}

static const struct command_table table = {
	.name = "simulate skew",
	.summary = "skew of the scores of systems, and bias of the mean of a sample",
	.doc = "Skew of the scores of each system, and the bias of the mean of a sample of topics.",
	.notes = EXIT_STATUS,
	.option = options,
	.size = sizeof(struct skew_asked),
	.init = init,
	.shard = offsetof(struct skew_asked, asked.answer.shard),
	.check = matrix_check,
};

/* ---- lines ---- */

struct row {
	const char *system;
	double topics, mean, deviation, skew;
	double size, bias, error;
	int64_t samples, seed;
};

#undef AT
#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "system", "system", RECORD_TEXT, AT(system) },
	{ "topics", "topics", RECORD_COUNT, AT(topics) },
	{ "mean", "mean", RECORD_REAL, 6, 4, 7, AT(mean) },
	{ "sd", "sd", RECORD_REAL, 6, 4, 7, AT(deviation) },
	{ "skew", "skew", RECORD_REAL, 6, 4, 7, AT(skew) },
	{ "n", "n", RECORD_COUNT, AT(size) },
	{ "bias", "bias", RECORD_REAL, 6, 4, 8, AT(bias) },
	{ "se_bias", "+/-", RECORD_REAL, 6, 4, 7, AT(error) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

static void print(struct buffer *b, const struct bootstrap_simulation *s,
		  const struct score_table *t, const struct system_shape *shape,
		  enum record_format format)
{
	struct records r;
	records_init(&r, columns, sizeof(struct row));
	for (size_t i = 0; i < t->systems; i++)
		for (size_t k = 0; k < s->sizes.count; k++) {
			const struct system_shape *x = &shape[i];
			records_add(&r, &(struct row){ t->system[i], (double)x->topics, x->mean,
						       x->deviation, x->skew, s->sizes.value[k],
						       x->bias[k], x->error[k], s->effort.samples,
						       (int64_t)s->effort.seed });
		}
	records_finish(&r, format, b);
}

/* ---- histograms ---- */

enum { BINS = 20 };

/* Drawn as steps; all curves of the plot have the same range. */
static void draw_histogram(struct plot *p, const char *title, size_t colour, const double *value,
			   size_t count, double least, double most)
{
	double bin[BINS] = { 0 }, width = (most - least) / BINS;
	for (size_t i = 0; i < count; i++) {
		double place = (value[i] - least) / width;
		if (place >= 0 && value[i] <= most)
			bin[place < BINS ? (int)place : BINS - 1]++;
	}
	plot_curve(p, PLOT_LINE, title, colour);
	plot_point(p, least, 0);
	for (int i = 0; i < BINS; i++) {
		plot_point(p, least + i * width, bin[i]);
		plot_point(p, least + (i + 1) * width, bin[i]);
	}
	plot_point(p, most, 0);
	p->from_zero = true;
}

struct extremes {
	double least, most;
};

static struct extremes extremes_of(const double *value, size_t count)
{
	struct extremes r = { INFINITY, -INFINITY };
	for (size_t i = 0; i < count; i++) {
		r.least = fmin(r.least, value[i]);
		r.most = fmax(r.most, value[i]);
	}
	return r;
}

/* A histogram over systems. */
static void draw_systems(struct plot *p, const double *value, size_t systems, const char *title,
			 const char *label)
{
	struct extremes r = extremes_of(value, systems);
	buffer_print(&p->title, "%s", title);
	buffer_print(&p->x_label, "%s", label);
	buffer_print(&p->y_label, "systems");
	if (r.most > r.least)
		draw_histogram(p, NULL, 0, value, systems, r.least, r.most);
}

/* The scores of the systems with the least, the median and the greatest skew. */
static void draw_three(struct plot *p, const struct score_table *t,
		       const struct system_shape *shape, double *value)
{
	static const char *const which[] = { "least", "median", "greatest" };
	size_t count = t->systems, at[3] = { 0, 0, 0 };
	for (size_t i = 0; i < count; i++) {
		size_t below = 0;
		for (size_t k = 0; k < count; k++)
			below += shape[k].skew < shape[i].skew ||
				 (shape[k].skew == shape[i].skew && k < i);
		at[0] = below == 0 ? i : at[0];
		at[1] = below == (count - 1) / 2 ? i : at[1];
		at[2] = below == count - 1 ? i : at[2];
	}
	buffer_print(&p->title, "Scores of three systems");
	buffer_print(&p->x_label, "score");
	buffer_print(&p->y_label, "topics");
	struct extremes r = extremes_of(t->value, t->systems * t->topics);
	for (size_t k = 0; k < 3 && r.most > r.least; k++) {
		char title[128];
		snprintf(title, sizeof title, "%s skew (%.60s)", which[k], t->system[at[k]]);
		memcpy(value, t->value + at[k] * t->topics, t->topics * sizeof *value);
		draw_histogram(p, title, k, value, t->topics, r.least, r.most);
	}
}

static int draw(const struct bootstrap_simulation *s, const struct score_table *t,
		const struct system_shape *shape, struct picture *out, struct err *e)
{
	char label[64];
	size_t most = t->systems > t->topics ? t->systems : t->topics;
	double *value = calloc(most, sizeof *value);
	int result = value == NULL ? err_memory(e) : picture_init_plots(out, 3, e);
	if (result == 0) {
		snprintf(label, sizeof label, "bias of the mean of %g topics, thousandths",
			 s->sizes.value[0]);
		for (size_t i = 0; i < t->systems; i++)
			value[i] = 1000 * shape[i].bias[0];
		draw_systems(&out->plot[0], value, t->systems, "Bias of sample means", label);
		for (size_t i = 0; i < t->systems; i++)
			value[i] = shape[i].skew;
		draw_systems(&out->plot[1], value, t->systems, "Skew of systems", "skew");
		draw_three(&out->plot[2], t, shape, value);
	}
	free(value);
	return result;
}

/* ---- the question ---- */

static int answer(const void *request, const struct score_table *t, struct buffer *b,
		  struct picture *picture, struct err *e)
{
	const struct skew_asked *q = request;
	struct system_shape *shape = NULL;
	int result = bootstrap_shapes(&q->bootstrap, t, shown_path(q->asked.matrix), &shape, e);
	if (result == 0)
		print(b, &q->bootstrap, t, shape, q->asked.answer.format);
	if (result == 0 && q->asked.answer.plot != NULL)
		result = draw(&q->bootstrap, t, shape, picture, e);
	free(shape);
	return result;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct skew_asked *q = request;
	return simulate_matrix(q, &q->bootstrap.effort, answer, out, e);
}

COMMAND = { &table, run, NULL };
