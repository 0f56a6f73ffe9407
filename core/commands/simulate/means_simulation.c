/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/parallel.h"
#include "core/commands/simulate/means_simulation.h"
#include "core/engine/services/services.h"
#include "core/stats/interval/choose.h"
#include "core/stats/interval/cut_strata.h"
#include "core/stats/learnt_prior/learnt_difference.h"
#include "core/stats/random/uniform.h"
#include "core/stats/two_runs/shared_posterior.h"

/* The result of one sample by one method. */
struct outcome {
	double value, estimated_value; /* true: of all topics, of those with an estimate */
	double estimate, probability;
	struct interval interval;
	bool warned;
};

/* One number of topics, one source. */
struct study {
	const struct simulation *s;
	const struct means_simulation *m;
	const struct truth_source *from;
	const char *method[METHODS_MAX];
	size_t methods, topics;
	bool by_default;
	double population;	 /* mean over all truths */
	struct outcome *outcome; /* methods of each sample */
};

/* One sample: the topics as an evaluation sees them, and as a comparison does. */
struct work {
	struct divided_stratum *stratum;
	struct pair_stratum *cell;
	struct true_stratum *second; /* strata of a truth as the second run retrieves them */
	struct sample_view *view;
	const struct sample_view **sample;
	struct estimate *estimate;
	struct learnt_pair *pair;
	struct shared_topic *shared;
	struct arena memory;
};

static size_t most_strata(const struct truth_source *from)
{
	size_t most = 2;
	for (size_t i = 0; from->truths != NULL && i < from->truths->count; i++)
		if (from->truths->truth[i].count > most)
			most = from->truths->truth[i].count;
	return most;
}

static int work_init(struct work *w, const struct study *y, struct err *e)
{
	size_t most = most_strata(y->from), topics = y->topics, cells = topics * most;
	struct arena *m = &w->memory;
	*w = (struct work){ 0 };
	w->stratum = arena_zeroed(m, cells, sizeof *w->stratum);
	w->cell = arena_zeroed(m, cells, sizeof *w->cell);
	w->second = arena_zeroed(m, most, sizeof *w->second);
	w->view = arena_zeroed(m, topics, sizeof *w->view);
	w->sample = arena_zeroed(m, topics, sizeof *w->sample);
	w->estimate = arena_zeroed(m, topics, sizeof *w->estimate);
	w->pair = arena_zeroed(m, topics, sizeof *w->pair);
	w->shared = arena_zeroed(m, topics, sizeof *w->shared);
	return m->failed ? err_memory(e) : 0;
}

/* How many relevant documents a simple random sample has, drawn one by one. */
static int64_t draw_relevant(const struct true_stratum *s, struct uniform *u)
{
	int64_t found = 0;
	if (s->sampled == s->size)
		return s->yield;
	for (int64_t i = 0; i < s->sampled && found < s->yield; i++)
		found += uniform_next(u) * (double)(s->size - i) < (double)(s->yield - found);
	return found;
}

/* A truth, and what is known of its strata besides. */
struct topic_truth {
	struct truth truth;
	const struct stratum_kind *kind;
	struct realization drawn; /* room for it */
};

/* The strata of a scenario with a name: the retrieved documents, and the others. */
static const struct stratum_kind two_kinds[2] = { { false, 0 }, { false, 1 } };

static void truth_at(const struct study *y, size_t number, struct topic_truth *out)
{
	out->truth = simulation_truth(y->s, y->from, number, &out->drawn);
	out->kind = y->from->scenario != NULL ? two_kinds : y->from->truths->kind[number];
}

static void draw_topic(struct work *w, size_t topic, size_t first, const struct topic_truth *x,
		       struct uniform *u)
{
	const struct truth *t = &x->truth;
	for (size_t i = 0; i < t->count; i++) {
		const struct true_stratum *s = &t->strata[i];
		uint32_t label = x->kind[i].label;
		struct divided_stratum *d = &w->stratum[first + i];
		int64_t r = draw_relevant(s, u);
		*d = (struct divided_stratum){ .size = s->size,
					       .sampled = s->sampled,
					       .retrieved = s->retrieved,
					       .label = label };
		d->relevant[s->retrieved] = r;
		d->other[s->retrieved] = s->sampled - r;
		w->cell[first + i] = (struct pair_stratum){ .size = s->size,
							    .sampled = s->sampled,
							    .relevant = r,
							    .assessable = s->sampled,
							    .in_a = s->retrieved,
							    .in_b = x->kind[i].second,
							    .label = label };
	}
	w->view[topic] = (struct sample_view){ .stratum = w->stratum + first, .strata = t->count };
	w->sample[topic] = &w->view[topic];
	w->pair[topic] = (struct learnt_pair){ .cell = w->cell + first, .cells = t->count };
	w->shared[topic] = (struct shared_topic){ .cell = w->cell + first, .cells = t->count };
}

/*
 * The quantity of one truth; nan without a relevant document, except a precision and a yield.
 * `second` is room for the strata of the truth, and needed for differences only.
 */
static double value_of(const struct study *y, const struct topic_truth *x,
		       struct true_stratum *second)
{
	const struct truth *t = &x->truth;
	const struct interval_request *q = &y->s->interval;
	bool ratio = q->quantity == QUANTITY_RECALL || q->quantity == QUANTITY_F;
	int64_t relevant = 0;
	for (size_t i = 0; i < t->count; i++)
		relevant += t->strata[i].yield;
	if (relevant == 0 && (ratio || y->m->difference))
		return NAN;
	double value = truth_value(t, q);
	if (!y->m->difference)
		return value;
	for (size_t i = 0; i < t->count; i++) {
		second[i] = t->strata[i];
		second[i].retrieved = x->kind[i].second;
	}
	return value - truth_value(&(struct truth){ second, t->count }, q);
}

/* State of computing one mean. */
struct mean {
	double sum, count;
};

static void add(struct mean *m, double x)
{
	if (!isnan(x)) {
		m->sum += x;
		m->count++;
	}
}

static double mean_of(const struct mean *m)
{
	return m->count > 0 ? m->sum / m->count : NAN;
}

static void draw_topics(const struct study *y, size_t number, struct work *w, double *value,
			double *estimated)
{
	struct uniform u = uniform_start(y->s->effort.seed, number, STREAM_COVERAGE_SAMPLES);
	struct mean all = { 0, 0 }, with_estimate = { 0, 0 };
	for (size_t t = 0, first = 0; t < y->topics; t++) {
		struct topic_truth x;
		if (y->from->scenario != NULL)
			truth_at(y, number * y->topics + t, &x);
		else
			truth_at(y, uniform_below(&u, y->from->truths->count), &x);
		draw_topic(w, t, first, &x, &u);
		w->estimate[t] = (struct estimate){
			.value = divided_value(w->stratum + first, x.truth.count, &y->s->interval,
					       false),
			.se = NAN,
			.bounds = { NAN, NAN },
		};
		first += x.truth.count;
		double one = value_of(y, &x, w->second);
		add(&all, one);
		add(&with_estimate, isnan(w->estimate[t].value) ? NAN : one);
	}
	*value = y->m->random_topics ? y->population : mean_of(&all);
	*estimated = y->m->random_topics ? y->population : mean_of(&with_estimate);
}

static enum measured_quantity measured_quantity(enum quantity q)
{
	return q == QUANTITY_RECALL	 ? SET_RECALL
	       : q == QUANTITY_PRECISION ? SET_PRECISION
	       : q == QUANTITY_F	 ? SET_F
					 : SET_YIELD;
}

/* As all_topics.c has it: a topic alone has its own interval. */
static int interval_of_run(const struct study *y, const char *method, struct work *w,
			   struct outcome *out, struct err *e)
{
	const struct interval_request *i = &y->s->interval;
	bool other = y->by_default;
	const enum measured_quantity quantity = measured_quantity(i->quantity);
	const struct parameters beta = { .count = quantity == SET_F, .value = &i->beta };
	struct mean mean = { 0, 0 };
	size_t only = 0;
	for (size_t t = 0; t < y->topics; t++) {
		add(&mean, w->estimate[t].value);
		only = isnan(w->estimate[t].value) ? only : t;
	}
	struct estimate x = { .value = mean_of(&mean), .se = NAN, .bounds = { NAN, NAN } };
	struct estimate_request q = { .method = method,
				      .by_default = y->by_default,
				      .ends.lower_p = i->ends.lower_p,
				      .ends.upper_p = i->ends.upper_p,
				      .ends.seed = y->s->effort.seed,
				      .random_topics = y->m->random_topics,
				      .resamples = y->m->resamples,
				      .other_method = true };
	bool alone = mean.count <= 1 && !q.random_topics;
	if (alone && other)
		q.method = interval_choose(OF_SET, interval_facts_of_ends(&i->ends));
	const struct topic_view topic = { .sample = &w->view[only], .services = &services };
	const struct topics_view topics = { .topics = y->topics,
					    .estimate = w->estimate,
					    .sample = w->sample,
					    .services = &services };
	if (mean.count > 0 && (alone ? services.bounds(&topic, quantity, &beta, &q, &x, e)
				     : services.mean(&topics, quantity, &beta, &q, &x, e)) < 0)
		return -1;
	out->estimate = x.value;
	out->interval = x.bounds;
	out->warned = x.caution != NULL;
	out->probability = NAN;
	return 0;
}

static int interval_of_pair(const struct study *y, const char *method, struct work *w,
			    struct outcome *out, struct err *e)
{
	const struct interval_method *m = interval_find(method);
	const struct interval_request *i = &y->s->interval;
	const struct learnt_request q = { .of = { .quantity = i->quantity, .beta = i->beta },
					  .ends = i->ends };
	struct shared_result shared;
	struct learnt_result learnt;
	if (m->learnt && y->topics > 1) {
		if (learnt_compare(w->pair, y->topics, &q, &learnt, e) < 0)
			return -1;
		out->estimate = learnt.estimate;
		out->interval = learnt.interval;
		out->probability = learnt.probability;
		out->warned = learnt.caution != LEARNT_SOUND;
		return 0;
	}
	if (shared_compare_mean(m, w->shared, y->topics, i, &shared, e) < 0)
		return -1;
	out->estimate = shared.mean;
	out->interval = shared.interval;
	out->probability = shared.probability;
	return 0;
}

static int one_sample(void *context, size_t number, int thread, struct err *e)
{
	(void)thread;
	const struct study *y = context;
	struct work w;
	double value, estimated;
	int result = work_init(&w, y, e);
	if (result == 0)
		draw_topics(y, number, &w, &value, &estimated);
	for (size_t k = 0; k < y->methods && result == 0; k++) {
		struct outcome *out = &y->outcome[number * y->methods + k];
		*out = (struct outcome){ .value = value, .estimated_value = estimated };
		result = (y->m->difference ? interval_of_pair : interval_of_run)(y, y->method[k],
										 &w, out, e);
	}
	arena_release(&w.memory);
	progress_step(&y->s->effort.progress);
	return result;
}

static void sample_fields(void *context, size_t number, struct shard_line *l)
{
	const struct study *y = context;
	for (size_t k = 0; k < y->methods; k++) {
		struct outcome *x = &y->outcome[number * y->methods + k];
		SHARD_FIELD(l, &x->value);
		SHARD_FIELD(l, &x->estimated_value);
		SHARD_FIELD(l, &x->estimate);
		SHARD_FIELD(l, &x->probability);
		SHARD_FIELD(l, &x->interval.lower);
		SHARD_FIELD(l, &x->interval.upper);
		SHARD_FIELD(l, &x->warned);
	}
}

static bool has(const struct interval *x, double value)
{
	double near = 1e-9 * (1 + fabs(value));
	return value >= x->lower - near && value <= x->upper + near;
}

static struct means_result summarize(const struct study *y, size_t method, size_t samples)
{
	struct means_result r = { .method = y->method[method], .topics = y->topics };
	for (size_t i = 0; i < samples; i++) {
		const struct outcome *x = &y->outcome[i * y->methods + method];
		if (isnan(x->value) || isnan(x->interval.lower) || isnan(x->interval.upper)) {
			r.undefined++;
			continue;
		}
		double off = x->estimate - x->value;
		r.samples++;
		r.covered += has(&x->interval, x->value);
		r.estimated += has(&x->interval, x->estimated_value);
		r.below += x->value < x->interval.lower && !has(&x->interval, x->value);
		r.above += x->value > x->interval.upper && !has(&x->interval, x->value);
		r.outside += !has(&x->interval, x->estimate);
		r.width += x->interval.upper - x->interval.lower;
		r.bias += off;
		r.rmse += off * off;
		r.warned += x->warned;
		r.surely_above += x->probability > 0.95;
		r.surely_below += x->probability < 0.05;
	}
	double *share[] = { &r.covered, &r.estimated,	 &r.below,	 &r.above,
			    &r.outside, &r.width,	 &r.bias,	 &r.rmse,
			    &r.warned,	&r.surely_above, &r.surely_below };
	for (size_t i = 0; i < sizeof share / sizeof share[0]; i++)
		*share[i] /= r.samples;
	r.rmse = sqrt(r.rmse);
	r.error = sqrt(r.covered * (1 - r.covered) / r.samples);
	r.undefined /= (double)samples;
	if (!y->m->difference)
		r.surely_above = r.surely_below = NAN;
	return r;
}

static int choose_methods(struct study *y, struct err *e)
{
	const struct method_list *named = &y->s->named;
	y->by_default = named->count == 0;
	if (y->by_default)
		y->method[y->methods++] = interval_choose(OF_SET_MEAN, 0);
	for (size_t i = 0; i < named->count; i++) {
		const struct interval_method *m = interval_find(named->method[i]);
		if (!(m->quantities & (unsigned)y->s->interval.quantity) ||
		    (y->m->difference && m->prior == NULL))
			return err_usage(e, "--ci=%s: the method does not apply to the quantity",
					 m->name);
		y->method[y->methods++] = m->name;
	}
	return 0;
}

static double population_mean(const struct study *y)
{
	struct mean all = { 0, 0 };
	size_t count = simulation_steps(y->s, y->from);
	for (size_t i = 0; i < count; i++) {
		struct topic_truth x;
		truth_at(y, i, &x);
		add(&all, value_of(y, &x, NULL)); /* there are no differences */
	}
	return mean_of(&all);
}

size_t means_simulation_steps(const struct simulation *s, const struct means_simulation *m)
{
	return m->topics.count * (size_t)s->effort.samples;
}

int means_simulation_run(const struct simulation *s, const struct means_simulation *m,
			 const struct truth_source *from, struct means_result *out, size_t *count,
			 struct err *e)
{
	struct study y = { .s = s, .m = m, .from = from };
	size_t samples = (size_t)s->effort.samples;
	*count = 0;
	for (size_t i = 0; from->truths != NULL && i < from->truths->count; i++)
		if (truth_check(&from->truths->truth[i], e) < 0)
			return -1;
	if (choose_methods(&y, e) < 0)
		return -1;
	y.population = m->random_topics ? population_mean(&y) : NAN;
	y.outcome = calloc(samples * y.methods, sizeof *y.outcome);
	int result = y.outcome == NULL ? err_memory(e) : 0;
	for (size_t k = 0; k < m->topics.count && result == 0; k++) {
		y.topics = (size_t)m->topics.value[k];
		result = shard_each(s->effort.shard, s->effort.jobs, samples, one_sample,
				    sample_fields, &y, e);
		for (size_t i = 0; i < y.methods && result == 0; i++)
			out[(*count)++] = summarize(&y, i, samples);
	}
	free(y.outcome);
	return result;
}
