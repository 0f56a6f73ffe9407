/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Skew of the scores of each system and bias of the mean of a sample of topics, and their
 * histograms (Park 2011, section 3, Figures 1 to 3; doc/papers.md). The samples are those of
 * simulate bootstrap.
 *
 * Evidence: matrix=ap.csv sizes=5
 */
#include <math.h>

#include "core/base/parallel.h"
#include "core/stats/random/uniform.h"
#include "tests/experiments/matrix.h"

struct skew_asked {
	struct matrix_asked asked;
	struct number_list sizes; /* topics in a sample */
	bool with_replacement;
	struct effort effort; /* samples of each system and size */
};

#define AT(member) OPTION_AT(struct skew_asked, member)

static const struct command_option keys[] = {
	{ "matrix", 0, "FILE", "Scores in CSV, a row for each topic and a column for each system",
	  .type = OPTION_FILE, AT(asked.matrix) },
	{ "sizes", 0, "N,...", "Topics in a sample (default 5,10,20)", LIST(WHOLES(2, 1000000)),
	  AT(sizes) },
	{ OPTION_TOPIC_SCOPE("Draw topics from these (default), or random ones: with replacement",
			     NULL),
	  AT(with_replacement) },
	{ OPTION_SAMPLES("Samples of each size from the topics of each system (default 1000)"),
	  AT(effort.samples) },
	{ .include = effort_options, AT(effort) },
	{ OPTION_PICTURE("histograms of skew and bias"), AT(asked.plot) },
	{ 0 },
};

static void init(void *request)
{
	struct skew_asked *q = request;
	q->sizes = (struct number_list){ { 5, 10, 20 }, 3 };
	q->effort = experiment_effort(1000);
}

static const struct command_table table = {
	.name = "skew",
	.doc = "Skew of the scores of each system, and the bias of the mean of a sample of topics.",
	.option = keys,
	.size = sizeof(struct skew_asked),
	.init = init,
	.check = matrix_check,
};

/* ---- one system ---- */

/* The scores of one system, and what the means of samples do. */
struct system_shape {
	size_t topics;
	double mean, deviation; /* of all topics, with n - 1 */
	double skew; /* third central moment over the power 3/2 of the second; nan: none */
	double bias[LIST_MAX];	/* by size: mean of the samples' means less the mean; their design
				   has none */
	double error[LIST_MAX]; /* its standard error */
};

struct work {
	const struct skew_asked *asked;
	const struct score_table *t;
	struct system_shape *shape;
};

static void describe(const double *score, struct system_shape *out)
{
	double second = 0, third = 0, n = (double)out->topics;
	for (size_t i = 0; i < out->topics; i++)
		out->mean += score[i] / n;
	for (size_t i = 0; i < out->topics; i++) {
		double x = score[i] - out->mean;
		second += x * x;
		third += x * x * x;
	}
	out->deviation = sqrt(second / (n - 1));
	out->skew = third / n / pow(second / n, 1.5);
}

/* The mean of sample number `i` of a system and size. */
static double mean_of_sample(const struct work *w, size_t system, uint64_t i, size_t n,
			     const double *score, size_t *order)
{
	size_t topics = w->shape[system].topics;
	struct uniform u =
		uniform_start(w->asked->effort.seed, (uint64_t)system << 32 | i, (uint32_t)n);
	bool again = w->asked->with_replacement;
	double sum = 0;
	for (size_t k = 0; k < topics; k++)
		order[k] = k;
	if (!again)
		uniform_choose(&u, order, topics, n);
	for (size_t k = 0; k < n; k++)
		sum += score[again ? uniform_below(&u, topics) : order[k]];
	return sum / (double)n;
}

/* The bias over the samples of one size. */
static void find_bias(const struct work *w, size_t system, size_t size, const double *score,
		      size_t *order)
{
	const struct skew_asked *q = w->asked;
	struct system_shape *shape = &w->shape[system];
	double sum = 0, squares = 0, samples = (double)q->effort.samples;
	for (int64_t i = 0; i < q->effort.samples; i++) {
		double off = mean_of_sample(w, system, (uint64_t)i, (size_t)q->sizes.value[size],
					    score, order) -
			     shape->mean;
		sum += off;
		squares += off * off;
	}
	double variance = (squares - sum * sum / samples) / (samples - 1);
	shape->bias[size] = sum / samples;
	shape->error[size] = sqrt(fmax(0, variance) / samples);
}

static int run_system(void *context, size_t system, int thread, struct err *e)
{
	(void)thread;
	const struct work *w = context;
	const struct score_table *t = w->t;
	const struct number_list *sizes = &w->asked->sizes;
	struct system_shape *shape = &w->shape[system];
	double *score = calloc(t->topics, sizeof *score);
	size_t *order = calloc(t->topics, sizeof *order);
	int result = score == NULL || order == NULL ? err_memory(e) : 0;
	for (size_t i = 0; i < t->topics && result == 0; i++)
		if (!isnan(t->value[system * t->topics + i]))
			score[shape->topics++] = t->value[system * t->topics + i];
	for (size_t k = 0; k < sizes->count && result == 0; k++)
		if (shape->topics == 0 ||
		    (sizes->value[k] > (double)shape->topics && !w->asked->with_replacement))
			result = err_data(e,
					  "%.300s: system '%.100s' has scores for %zu topics, from "
					  "which %g cannot be drawn",
					  shown_path(w->asked->asked.matrix), t->system[system],
					  shape->topics, sizes->value[k]);
	if (result == 0)
		describe(score, shape);
	for (size_t k = 0; k < sizes->count && result == 0; k++)
		find_bias(w, system, k, score, order);
	free(score);
	free(order);
	return result;
}

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
	{ "system", NULL, RECORD_TEXT, AT(system) },
	{ "topics", NULL, RECORD_COUNT, AT(topics) },
	{ "mean", NULL, RECORD_REAL, 6, AT(mean) },
	{ "sd", NULL, RECORD_REAL, 6, AT(deviation) },
	{ "skew", NULL, RECORD_REAL, 6, AT(skew) },
	{ "n", NULL, RECORD_COUNT, AT(size) },
	{ "bias", NULL, RECORD_REAL, 6, AT(bias) },
	{ "se_bias", NULL, RECORD_REAL, 6, AT(error) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

static void add_lines(struct records *r, const struct work *w)
{
	const struct skew_asked *q = w->asked;
	for (size_t i = 0; i < w->t->systems; i++)
		for (size_t k = 0; k < q->sizes.count; k++) {
			const struct system_shape *x = &w->shape[i];
			records_add(r, &(struct row){ w->t->system[i], (double)x->topics, x->mean,
						      x->deviation, x->skew, q->sizes.value[k],
						      x->bias[k], x->error[k], q->effort.samples,
						      (int64_t)q->effort.seed });
		}
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

static int draw(const struct skew_asked *s, const struct score_table *t,
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

static int answer(const void *request, const struct score_table *t, struct records *lines,
		  struct picture *picture, struct err *e)
{
	const struct skew_asked *q = request;
	struct work w = { q, t, calloc(t->systems, sizeof *w.shape) };
	int result = w.shape == NULL ? err_memory(e)
				     : parallel_each(q->effort.jobs, t->systems, run_system, &w, e);
	if (result == 0)
		add_lines(lines, &w);
	if (result == 0 && q->asked.plot != NULL)
		result = draw(q, t, w.shape, picture, e);
	free(w.shape);
	return result;
}

static int run(void *request, const struct output *out, struct err *e)
{
	return matrix_run(request, columns, sizeof(struct row), answer, out, e);
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
