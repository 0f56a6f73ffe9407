/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/arena.h"
#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/commands/simulate/power_simulation.h"
#include "core/stats/planning/sign_power.h"
#include "core/stats/random/uniform.h"

/* A pair with one of the effect sizes; the better system of all topics comes first. */
struct effective_pair {
	const double *better, *worse; /* scores by topic */
	size_t effect;		      /* which of the sizes */
};

struct work {
	const struct power_simulation *s;
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
	const struct power_simulation *s = w->s;
	size_t size = item / (size_t)s->samples, n = (size_t)s->sizes.value[size];
	size_t *topic = malloc(w->t->topics * sizeof *topic);
	double *share = w->share + item * s->effects.count;
	if (topic == NULL)
		return err_memory(e);
	struct uniform u = uniform_start(s->seed, item % (size_t)s->samples, (uint32_t)n);
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
	progress_step(&s->progress);
	return 0;
}

static void sample_fields(void *context, size_t item, struct shard_line *l)
{
	const struct work *w = context;
	for (size_t i = 0; i < w->s->effects.count; i++)
		SHARD_FIELD(l, &w->share[item * w->s->effects.count + i]);
}

static struct power_figures sum_up(const struct work *w, size_t size, size_t effect)
{
	const struct power_simulation *s = w->s;
	double sum = 0, squares = 0, count = (double)s->samples;
	for (size_t i = 0; i < (size_t)s->samples; i++)
		sum += w->share[(size * (size_t)s->samples + i) * s->effects.count + effect];
	for (size_t i = 0; i < (size_t)s->samples; i++) {
		double x = w->share[(size * (size_t)s->samples + i) * s->effects.count + effect];
		squares += (x - sum / count) * (x - sum / count);
	}
	bool any = w->of_effect[effect] > 0;
	return (struct power_figures){
		.pairs = w->of_effect[effect],
		.predicted = sign_power_exact((int64_t)s->sizes.value[size],
					      s->effects.value[effect], s->alpha),
		.observed = any ? sum / count : NAN,
		.deviation = any && s->samples > 1 ? sqrt(squares / (count - 1)) : NAN,
	};
}

static int check(const struct work *w, const char *path, struct err *e)
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
	const struct power_simulation *s = w->s;
	size_t items = s->sizes.count * (size_t)s->samples,
	       cells = s->sizes.count * s->effects.count;
	w->of_effect = arena_zeroed(&w->memory, s->effects.count, sizeof *w->of_effect);
	w->critical = arena_zeroed(&w->memory, w->t->topics + 1, sizeof *w->critical);
	w->share = arena_zeroed(&w->memory, items * s->effects.count, sizeof *w->share);
	*figures = calloc(cells, sizeof **figures);
	if (w->memory.failed || *figures == NULL)
		return err_memory(e);
	for (size_t i = 0; i <= w->t->topics; i++)
		w->critical[i] = sign_critical_value((int64_t)i, s->alpha);
	progress_begin(&s->progress, items);
	if (add_pairs(w, e) < 0 ||
	    shard_each(s->shard, s->jobs, items, run_sample, sample_fields, w, e) < 0)
		return -1;
	for (size_t i = 0; i < cells; i++)
		(*figures)[i] = sum_up(w, i / s->effects.count, i % s->effects.count);
	return 0;
}

int power_simulate(const struct power_simulation *s, const struct score_table *t, const char *path,
		   struct power_figures **figures, struct err *e)
{
	struct work w = { .s = s, .t = t };
	*figures = NULL;
	int result = check(&w, path, e) < 0 ? -1 : simulate(&w, figures, e);
	free(w.pair);
	arena_release(&w.memory);
	if (result < 0) {
		free(*figures);
		*figures = NULL;
	}
	return result;
}
