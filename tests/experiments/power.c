/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often the sign test finds the difference of two systems, beside the power that theory
 * predicts (Carterette & Smucker 2007, section 3.2.1 and Table 2; doc/papers.md): the topics of a
 * matrix of scores are taken as all that there are, so that the effect size of each pair of systems
 * is known, and samples of topics are drawn from them without replacement.
 *
 * Evidence: matrix=ap.csv
 */
#include <math.h>

#include "core/base/arena.h"
#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/stats/planning/sign_power.h"
#include "core/stats/random/uniform.h"
#include "tests/experiments/matrix.h"

/* A pair has an effect size if its own differs from it by at most this. */
#define POWER_WITHIN 0.01

struct power_asked {
	struct matrix_asked asked;
	struct number_list sizes;   /* topics in a sample */
	struct number_list effects; /* h = (theta - 1/2)/(1/2) */
	double alpha;		    /* of the one-sided test, ties dropped */
	struct effort effort;	    /* samples of each size */
};

struct power_figures {
	size_t pairs;	  /* that have the effect size */
	double predicted; /* exact power at this number of topics */
	double observed;  /* share of the tests that reject; nan without pairs */
	double deviation; /* over samples, of the share of the pairs: the paper's standard error */
};

#define AT(member) OPTION_AT(struct power_asked, member)

static const struct command_option keys[] = {
	{ "matrix", 0, "FILE", "Scores in CSV, a row for each topic and a column for each system",
	  .type = OPTION_FILE, AT(asked.matrix) },
	{ "sizes", 0, "N,...", "Topics in a sample (default 25,50,100)", LIST(WHOLES(2, 1000000)),
	  AT(sizes) },
	{ "effects", 0, "X,...", "Effect sizes of pairs of systems (default 0.25,0.35,0.5)",
	  LIST(FROM_TO(0, 1)), AT(effects) },
	{ OPTION_SAMPLES("Samples of each size (default 1000)"), AT(effort.samples) },
	{ .include = effort_options, AT(effort) },
	{ OPTION_PICTURE("power by effect size"), AT(asked.plot) },
	{ 0 },
};

static void init(void *request)
{
	*(struct power_asked *)request =
		(struct power_asked){ .sizes = { { 25, 50, 100 }, 3 },
				      .effects = { { 0.25, 0.35, 0.5 }, 3 },
				      .alpha = 0.05,
				      .effort = experiment_effort(1000) };
}

static const struct command_table table = {
	.name = "power",
	.doc = "How often the sign test finds a difference, with samples of the topics of a matrix, beside what theory predicts.",
	.option = keys,
	.size = sizeof(struct power_asked),
	.init = init,
	.check = matrix_check,
};

/* ---- the work ---- */

/* A pair with one of the effect sizes; the better system of all topics comes first. */
struct effective_pair {
	const double *better, *worse; /* scores by topic */
	size_t effect;		      /* which of the sizes */
};

struct work {
	const struct power_asked *s;
	const struct score_table *t;
	struct effective_pair *pair;
	size_t pairs;
	size_t *of_effect; /* pairs by effect size */
	int64_t *critical; /* by number of topics with a difference */
	double *share;	   /* of rejections: [(size * samples + sample) * effects + effect] */
	struct arena memory;
};

/* Topics on which the first is better, and on which it is worse. */
struct wins {
	int64_t first, second;
};

static void count_win(struct wins *w, double first, double second)
{
	w->first += first > second;
	w->second += second > first;
}

/* Adds the pair once for each effect size that it has. */
static int add_pair(struct work *w, const double *a, const double *b, struct err *e)
{
	struct wins wins = { 0 };
	for (size_t i = 0; i < w->t->topics; i++)
		count_win(&wins, a[i], b[i]);
	bool turned = wins.second > wins.first;
	double most = (double)(turned ? wins.second : wins.first);
	double effect = 2 * most / (double)(wins.first + wins.second) - 1;
	for (size_t k = 0; k < w->s->effects.count; k++) {
		if (!(fabs(effect - w->s->effects.value[k]) <= POWER_WITHIN + 1e-12))
			continue;
		if (!ARRAY_RESIZE(w->pair, w->pairs + 1))
			return err_memory(e);
		w->pair[w->pairs++] = (struct effective_pair){ turned ? b : a, turned ? a : b, k };
		w->of_effect[k]++;
	}
	return 0;
}

static int add_pairs(struct work *w, struct err *e)
{
	const struct score_table *t = w->t;
	for (size_t a = 0; a < t->systems; a++)
		for (size_t b = a + 1; b < t->systems; b++)
			if (add_pair(w, t->value + a * t->topics, t->value + b * t->topics, e) < 0)
				return -1;
	return 0;
}

/* One sample of one size: the test of each pair. */
static int run_sample(void *context, size_t item, int thread, struct err *e)
{
	(void)thread;
	const struct work *w = context;
	const struct power_asked *s = w->s;
	size_t size = item / (size_t)s->effort.samples, n = (size_t)s->sizes.value[size];
	size_t *topic = malloc(w->t->topics * sizeof *topic);
	double *share = w->share + item * s->effects.count;
	if (topic == NULL)
		return err_memory(e);
	struct uniform u =
		uniform_start(s->effort.seed, item % (size_t)s->effort.samples, (uint32_t)n);
	for (size_t i = 0; i < w->t->topics; i++)
		topic[i] = i;
	uniform_choose(&u, topic, w->t->topics, n);
	for (size_t p = 0; p < w->pairs; p++) {
		const struct effective_pair *x = &w->pair[p];
		struct wins wins = { 0 };
		for (size_t i = 0; i < n; i++)
			count_win(&wins, x->better[topic[i]], x->worse[topic[i]]);
		bool rejects = wins.first >= w->critical[wins.first + wins.second];
		share[x->effect] += rejects / (double)w->of_effect[x->effect];
	}
	free(topic);
	return 0;
}

static struct power_figures sum_up(const struct work *w, size_t size, size_t effect)
{
	const struct power_asked *s = w->s;
	double sum = 0, squares = 0, count = (double)s->effort.samples;
	for (size_t i = 0; i < (size_t)s->effort.samples; i++)
		sum += w->share[(size * (size_t)s->effort.samples + i) * s->effects.count + effect];
	for (size_t i = 0; i < (size_t)s->effort.samples; i++) {
		double x = w->share[(size * (size_t)s->effort.samples + i) * s->effects.count +
				    effect];
		squares += (x - sum / count) * (x - sum / count);
	}
	bool any = w->of_effect[effect] > 0;
	return (struct power_figures){
		.pairs = w->of_effect[effect],
		.predicted = sign_power_exact((int64_t)s->sizes.value[size],
					      s->effects.value[effect], s->alpha),
		.observed = any ? sum / count : NAN,
		.deviation = any && s->effort.samples > 1 ? sqrt(squares / (count - 1)) : NAN,
	};
}

static int check_sizes(const struct work *w, const char *path, struct err *e)
{
	const struct score_table *t = w->t;
	if (t->systems < 2)
		return err_data(e, "%.600s: the power of a test needs two systems or more", path);
	for (size_t i = 0; i < w->s->sizes.count; i++)
		if (w->s->sizes.value[i] > (double)t->topics)
			return err_data(e, "%.600s: %g topics cannot be drawn from %zu", path,
					w->s->sizes.value[i], t->topics);
	return 0;
}

static int simulate(struct work *w, struct power_figures **figures, struct err *e)
{
	const struct power_asked *s = w->s;
	size_t items = s->sizes.count * (size_t)s->effort.samples,
	       cells = s->sizes.count * s->effects.count;
	w->of_effect = arena_zeroed(&w->memory, s->effects.count, sizeof *w->of_effect);
	w->critical = arena_zeroed(&w->memory, w->t->topics + 1, sizeof *w->critical);
	w->share = arena_zeroed(&w->memory, items * s->effects.count, sizeof *w->share);
	*figures = calloc(cells, sizeof **figures);
	if (w->memory.failed || *figures == NULL)
		return err_memory(e);
	for (size_t i = 0; i <= w->t->topics; i++)
		w->critical[i] = sign_critical_value((int64_t)i, s->alpha);
	if (add_pairs(w, e) < 0 || parallel_each(s->effort.jobs, items, run_sample, w, e) < 0)
		return -1;
	for (size_t i = 0; i < cells; i++)
		(*figures)[i] = sum_up(w, i / s->effects.count, i % s->effects.count);
	return 0;
}

/*
 * figures[size * effects + effect], for the caller to free. The same for any number of jobs.
 * Errors: fewer than two systems; more topics in a sample than both systems of some pair have.
 */
static int power_simulate(const struct power_asked *s, const struct score_table *t,
			  const char *path, struct power_figures **figures, struct err *e)
{
	struct work w = { .s = s, .t = t };
	*figures = NULL;
	int result = check_sizes(&w, path, e) < 0 ? -1 : simulate(&w, figures, e);
	free(w.pair);
	arena_release(&w.memory);
	if (result < 0) {
		free(*figures);
		*figures = NULL;
	}
	return result;
}

/* ---- lines and the picture ---- */

struct row {
	double size, effect, pairs;
	struct power_figures figures;
	double alpha;
	int64_t samples, seed;
};

#undef AT
#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "n", NULL, RECORD_COUNT, AT(size) },
	{ "effect", NULL, RECORD_SHORT, AT(effect) },
	{ "pairs", NULL, RECORD_COUNT, AT(pairs) },
	{ "predicted", NULL, RECORD_REAL, 6, AT(figures.predicted) },
	{ "observed", NULL, RECORD_REAL, 6, AT(figures.observed) },
	{ "deviation", NULL, RECORD_REAL, 6, AT(figures.deviation) },
	{ "alpha", NULL, RECORD_SHORT, AT(alpha) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

/* Power by effect size, a colour for each number of topics; what theory predicts is dashed. */
static int draw(const struct power_asked *s, const struct power_figures *f, struct picture *out,
		struct err *e)
{
	if (picture_init(out, 1, 1, e) < 0)
		return -1;
	struct plot *p = out->plot;
	p->from_zero = true;
	buffer_print(&p->title, "Power of the sign test, predicted (dashed) and observed");
	buffer_print(&p->x_label, "effect size");
	buffer_print(&p->y_label, "power");
	for (size_t n = 0; n < s->sizes.count; n++)
		for (int observed = 0; observed < 2; observed++) {
			char title[32];
			snprintf(title, sizeof title, "%g topics", s->sizes.value[n]);
			plot_curve(p, observed ? PLOT_CURVE : PLOT_LINE, observed ? title : NULL,
				   n);
			if (!observed)
				plot_dash(p);
			for (size_t k = 0; k < s->effects.count; k++) {
				const struct power_figures *x = &f[n * s->effects.count + k];
				plot_point(p, s->effects.value[k],
					   observed ? x->observed : x->predicted);
			}
		}
	return 0;
}

static int answer(const void *request, const struct score_table *t, struct records *lines,
		  struct picture *picture, struct err *e)
{
	const struct power_asked *q = request;
	struct power_figures *f = NULL;
	int result = power_simulate(q, t, shown_path(q->asked.matrix), &f, e);
	for (size_t i = 0; result == 0 && i < q->sizes.count * q->effects.count; i++)
		records_add(lines, &(struct row){ q->sizes.value[i / q->effects.count],
						  q->effects.value[i % q->effects.count],
						  (double)f[i].pairs, f[i], q->alpha,
						  q->effort.samples, (int64_t)q->effort.seed });
	if (result == 0 && q->asked.plot != NULL)
		result = draw(q, f, picture, e);
	free(f);
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
