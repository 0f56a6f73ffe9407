/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * See bootstrap_simulation.h. One set of resamples serves all methods and levels of a sample. The
 * samples of a system and size are cut into blocks, which are the units of parallel work; what the
 * blocks count is added in their order.
 */
#include <math.h>

#include "core/base/arena.h"
#include "core/base/parallel.h"
#include "core/commands/simulate/bootstrap_simulation.h"
#include "core/stats/random/uniform.h"

enum { BLOCKS = 20 }; /* of the samples of a system and size */

/* The scores of one system on the topics where it has one. */
struct population {
	double *score;
	size_t count;
	double mean;
};

/* The result of one block of samples, for one method and alpha. */
struct tally {
	int64_t below, above, undefined;
	double width;
};

struct work {
	const struct bootstrap_simulation *b;
	struct population *population;
	size_t systems;
	int64_t most; /* topics in a sample */
	size_t blocks;
	struct tally *tally; /* of each block, methods by alphas */
	bool resample;
	double limit;		    /* the most that a score can be: 1, unless some are above */
	struct system_shape *shape; /* instead of tallies */
	struct arena memory;
};

static const double GRAIN = 1e-12; /* by which a mean may pass an end, for rounding's sake */

/* ---- one block ---- */

static void count_interval(struct tally *t, double lower, double upper, double mean)
{
	t->below += mean < lower - GRAIN;
	t->above += mean > upper + GRAIN;
	t->width += upper - lower;
}

/* All methods and alphas on one sample. */
static int try_sample(const struct work *w, const double *sample, size_t n, uint64_t seed,
		      double mean, struct tally *tally, struct err *e)
{
	const struct bootstrap_simulation *b = w->b;
	const struct mean_interval_request q = {
		.ends.upper_p = 1, .most = w->limit, .resamples = b->resamples, .ends.seed = seed
	};
	struct mean_sample s;
	if (mean_sample_init(&s, sample, n, w->resample, &q, e) < 0)
		return -1;
	for (size_t m = 0; m < b->methods; m++) {
		const struct mean_interval_method *method = b->method[m];
		struct mean_fit f;
		bool defined = mean_interval_fit(method, &s, &q, &f);
		for (size_t a = 0; a < b->alphas.count; a++) {
			struct tally *t = &tally[m * b->alphas.count + a];
			if (!defined) {
				t->undefined++;
				continue;
			}
			double tail = b->alphas.value[a] / 2;
			count_interval(t, method->end(&s, &q, &f, tail),
				       method->end(&s, &q, &f, 1 - tail), mean);
		}
	}
	mean_sample_release(&s);
	return 0;
}

/* Room that a block needs. */
struct scratch {
	size_t *order; /* of the topics */
	double *sample;
	struct arena memory;
};

static int scratch_init(struct scratch *x, size_t topics, size_t n, struct err *e)
{
	*x = (struct scratch){ 0 };
	x->order = arena_zeroed(&x->memory, topics, sizeof *x->order);
	x->sample = arena_zeroed(&x->memory, n, sizeof *x->sample);
	return x->memory.failed ? err_memory(e) : 0;
}

/* Sample number `i` of a system and size. Its mean; `seed`, if wanted, is for its resamples. */
static double draw_numbered(const struct work *w, size_t system, uint64_t i, size_t n,
			    struct scratch *x, uint64_t *seed)
{
	const struct population *p = &w->population[system];
	struct uniform u =
		uniform_start(w->b->effort.seed, (uint64_t)system << 32 | i, (uint32_t)n);
	bool again = w->b->with_replacement;
	double sum = 0;
	for (size_t k = 0; !again && k < p->count; k++)
		x->order[k] = k;
	if (!again)
		uniform_choose(&u, x->order, p->count, n);
	for (size_t k = 0; k < n; k++) {
		x->sample[k] = p->score[again ? uniform_below(&u, p->count) : x->order[k]];
		sum += x->sample[k];
	}
	if (seed != NULL)
		*seed = uniform_bits(&u);
	return sum / (double)n;
}

/* Block number `block` of all: samples of one system and one size. */
static int run_block(void *context, size_t block, int thread, struct err *e)
{
	(void)thread;
	const struct work *w = context;
	const struct bootstrap_simulation *b = w->b;
	size_t part = block % w->blocks, size = block / w->blocks % b->sizes.count;
	size_t system = block / w->blocks / b->sizes.count, n = (size_t)b->sizes.value[size];
	const struct population *p = &w->population[system];
	struct tally *tally = w->tally + block * b->methods * b->alphas.count;
	struct scratch x;
	int result = scratch_init(&x, p->count, n, e);
	int64_t end = b->effort.samples * (int64_t)(part + 1) / (int64_t)w->blocks;
	for (int64_t i = b->effort.samples * (int64_t)part / (int64_t)w->blocks;
	     i < end && result == 0; i++) {
		uint64_t seed;
		draw_numbered(w, system, (uint64_t)i, n, &x, &seed);
		result = try_sample(w, x.sample, n, seed, p->mean, tally, e);
	}
	arena_release(&x.memory);
	progress_step(&b->effort.progress);
	return result;
}

static void block_fields(void *context, size_t block, struct shard_line *l)
{
	const struct work *w = context;
	size_t cells = w->b->methods * w->b->alphas.count;
	for (size_t i = 0; i < cells; i++) {
		struct tally *t = &w->tally[block * cells + i];
		SHARD_FIELD(l, &t->below);
		SHARD_FIELD(l, &t->above);
		SHARD_FIELD(l, &t->undefined);
		SHARD_FIELD(l, &t->width);
	}
}

/* ---- all blocks ---- */

static struct bootstrap_figures sum_up(const struct work *w, size_t method, size_t size,
				       size_t alpha)
{
	const struct bootstrap_simulation *b = w->b;
	double below = 0, above = 0, undefined = 0,
	       width = 0; /* a forged shard could overflow integers */
	for (size_t i = 0; i < w->systems * w->blocks; i++) {
		size_t block = (i / w->blocks * b->sizes.count + size) * w->blocks + i % w->blocks;
		const struct tally *t =
			&w->tally[(block * b->methods + method) * b->alphas.count + alpha];
		below += (double)t->below;
		above += (double)t->above;
		undefined += (double)t->undefined;
		width += t->width;
	}
	double all = (double)w->systems * (double)b->effort.samples;
	return (struct bootstrap_figures){
		.error = (below + above + undefined) / all,
		.below = below / all,
		.above = above / all,
		.undefined = undefined / all,
		.width = width / (all - undefined),
	};
}

/* ---- the systems ---- */

static int check_score(const struct work *w, const struct score_table *t, size_t system,
		       size_t topic, const char *path, struct err *e)
{
	double value = t->value[system * t->topics + topic];
	for (size_t m = 0; m < w->b->methods; m++)
		if (w->b->method[m]->bounded && !(value >= 0))
			return err_data(e,
					"%.300s: system '%.100s', topic '%.100s': score %g is "
					"below 0, and --ci=%s needs a least score",
					path, t->system[system], t->topic[topic], value,
					w->b->method[m]->name);
	return 0;
}

static int populate(struct work *w, const struct score_table *t, size_t system, const char *path,
		    struct err *e)
{
	struct population *p = &w->population[system];
	double sum = 0;
	p->score = arena_zeroed(&w->memory, t->topics, sizeof *p->score);
	if (p->score == NULL)
		return err_memory(e);
	for (size_t i = 0; i < t->topics; i++) {
		double value = t->value[system * t->topics + i];
		if (isnan(value))
			continue;
		if (check_score(w, t, system, i, path, e) < 0)
			return -1;
		p->score[p->count++] = value;
		sum += value;
		if (value > 1)
			w->limit = INFINITY;
	}
	p->mean = sum / (double)p->count;
	if (p->count == 0 || (p->count < (size_t)w->most && !w->b->with_replacement))
		return err_data(
			e,
			"%.300s: system '%.100s' has scores for %zu topics, from which %lld "
			"cannot be drawn",
			path, t->system[system], p->count, (long long)w->most);
	return 0;
}

static int simulate(struct work *w, const struct score_table *t, const char *path,
		    struct bootstrap_figures **figures, struct err *e)
{
	const struct bootstrap_simulation *b = w->b;
	size_t cells = b->methods * b->sizes.count * b->alphas.count;
	w->population = arena_zeroed(&w->memory, w->systems, sizeof *w->population);
	w->tally = arena_zeroed(&w->memory, w->systems * w->blocks * cells, sizeof *w->tally);
	struct bootstrap_figures *out = calloc(cells, sizeof *out);
	*figures = out;
	if (w->memory.failed || out == NULL)
		return err_memory(e);
	for (size_t s = 0; s < w->systems; s++)
		if (populate(w, t, s, path, e) < 0)
			return -1;
	size_t count = w->systems * b->sizes.count * w->blocks;
	progress_begin(&b->effort.progress, count);
	if (shard_each(b->effort.shard, b->effort.jobs, count, run_block, block_fields, w, e) < 0)
		return -1;
	for (size_t i = 0; i < cells; i++)
		out[i] = sum_up(w, i / b->alphas.count / b->sizes.count,
				i / b->alphas.count % b->sizes.count, i % b->alphas.count);
	return 0;
}

static struct work work_on(const struct bootstrap_simulation *b, const struct score_table *t)
{
	struct work w = { .b = b, .systems = t->systems, .limit = 1 };
	w.blocks = b->effort.samples < BLOCKS ? (size_t)b->effort.samples : BLOCKS;
	for (size_t i = 0; i < b->sizes.count; i++)
		w.most = (int64_t)fmax(b->sizes.value[i], (double)w.most);
	for (size_t m = 0; m < b->methods; m++)
		w.resample = w.resample || b->method[m]->resamples;
	return w;
}

int bootstrap_simulate(const struct bootstrap_simulation *b, const struct score_table *t,
		       const char *path, struct bootstrap_figures **figures, struct err *e)
{
	struct work w = work_on(b, t);
	*figures = NULL;
	int result = simulate(&w, t, path, figures, e);
	arena_release(&w.memory);
	if (result < 0) {
		free(*figures);
		*figures = NULL;
	}
	return result;
}

/* ---- skew and bias ---- */

static void describe(const struct population *p, struct system_shape *out)
{
	double second = 0, third = 0, n = (double)p->count;
	for (size_t i = 0; i < p->count; i++) {
		double x = p->score[i] - p->mean;
		second += x * x;
		third += x * x * x;
	}
	out->topics = p->count;
	out->mean = p->mean;
	out->deviation = sqrt(second / (n - 1));
	out->skew = third / n / pow(second / n, 1.5);
}

/* The bias over the samples of one system, all sizes. */
static int run_system(void *context, size_t system, int thread, struct err *e)
{
	(void)thread;
	const struct work *w = context;
	const struct bootstrap_simulation *b = w->b;
	const struct population *p = &w->population[system];
	struct system_shape *shape = &w->shape[system];
	struct scratch x;
	int result = scratch_init(&x, p->count, (size_t)w->most, e);
	describe(p, shape);
	for (size_t k = 0; k < b->sizes.count && result == 0; k++) {
		size_t n = (size_t)b->sizes.value[k];
		double sum = 0, squares = 0, samples = (double)b->effort.samples;
		for (int64_t i = 0; i < b->effort.samples; i++) {
			double off = draw_numbered(w, system, (uint64_t)i, n, &x, NULL) - p->mean;
			sum += off;
			squares += off * off;
		}
		double variance = (squares - sum * sum / samples) / (samples - 1);
		shape->bias[k] = sum / samples;
		shape->error[k] = sqrt(fmax(0, variance) / samples);
	}
	arena_release(&x.memory);
	progress_step(&b->effort.progress);
	return result;
}

static void shape_fields(void *context, size_t system, struct shard_line *l)
{
	const struct work *w = context;
	struct system_shape *s = &w->shape[system];
	SHARD_FIELD(l, &s->topics);
	SHARD_FIELD(l, &s->mean);
	SHARD_FIELD(l, &s->deviation);
	SHARD_FIELD(l, &s->skew);
	for (size_t k = 0; k < w->b->sizes.count; k++) {
		SHARD_FIELD(l, &s->bias[k]);
		SHARD_FIELD(l, &s->error[k]);
	}
}

int bootstrap_shapes(const struct bootstrap_simulation *b, const struct score_table *t,
		     const char *path, struct system_shape **shape, struct err *e)
{
	struct bootstrap_simulation any = *b;
	any.methods = 0; /* scores need no range */
	struct work w = work_on(&any, t);
	size_t sizes = b->sizes.count;
	w.population = arena_zeroed(&w.memory, w.systems, sizeof *w.population);
	*shape = calloc(w.systems, sizeof **shape + 2 * sizes * sizeof(double));
	w.shape = *shape;
	int result = w.memory.failed || *shape == NULL ? err_memory(e) : 0;
	for (size_t s = 0; s < w.systems && result == 0; s++) {
		w.shape[s].bias = (double *)(w.shape + w.systems) + 2 * s * sizes;
		w.shape[s].error = w.shape[s].bias + sizes;
		result = populate(&w, t, s, path, e);
	}
	if (result == 0) {
		progress_begin(&b->effort.progress, w.systems);
		result = shard_each(b->effort.shard, b->effort.jobs, w.systems, run_system,
				    shape_fields, &w, e);
	}
	arena_release(&w.memory);
	if (result < 0) {
		free(*shape);
		*shape = NULL;
	}
	return result;
}
