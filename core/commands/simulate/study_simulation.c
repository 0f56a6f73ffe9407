/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/parallel.h"
#include "core/base/sort.h"
#include "core/commands/simulate/study_simulation.h"
#include "core/stats/numeric/ascending.h"
#include "core/stats/planning/sign_power.h"
#include "core/stats/topics/correlation.h"

/* The certainty that counts as 1: the normal distribution never gets there. */
static const double SURE = 0.9999;

static int sign(double x)
{
	return (x > 0) - (x < 0);
}

/* What all judgments say of a topic. */
static double truth(const struct pilot_topic *t)
{
	return t->difference[t->depths - 1].mean;
}

/* ---- confidence ---- */

struct confidence_work {
	const struct study_simulation *s;
	const struct pilot_data *d;
	const struct number_list *sizes;
	struct confidence_bin *bin; /* of each pair, sums */
};

/* Every depth of one set of topics. */
static void observe_depths(const struct pilot_topic *topic, const struct pilot_draw *r,
			   struct confidence_bin *bin)
{
	double judged, sum = 0;
	for (size_t i = 0; i < r->size; i++)
		sum += truth(&topic[r->drawn[i]]);
	size_t depths = pilot_depths(topic, r);
	for (size_t k = 1; k <= depths && sum != 0; k++) {
		struct map_difference x = pilot_judge(topic, r, k, &judged);
		int place = (int)((x.certainty - 0.5) * 2 * CONFIDENCE_BINS);
		struct confidence_bin *to =
			&bin[place < CONFIDENCE_BINS ? place : CONFIDENCE_BINS - 1];
		double right = 0, different = 0;
		for (size_t i = 0; i < r->size; i++) {
			int actual = sign(truth(&topic[r->drawn[i]]));
			different += actual != 0;
			right += actual != 0 && sign(r->difference[i].mean) == actual;
		}
		to->observations++;
		to->confidence += x.certainty;
		to->right += sign(x.mean) == sign(sum);
		to->topics += right / different;
	}
}

static int observe_pair(void *context, size_t pair, int thread, struct err *e)
{
	(void)thread;
	const struct confidence_work *w = context;
	const struct study_simulation *s = w->s;
	const struct pilot_topic *topic = w->d->topic + pair * w->d->topics;
	size_t topics = w->d->topics, most = topics;
	struct confidence_bin *bin = w->bin + pair * CONFIDENCE_BINS;
	for (size_t i = 0; i < w->sizes->count; i++)
		most = w->sizes->value[i] > (double)most ? (size_t)w->sizes->value[i] : most;
	struct pilot_draw r;
	int result = pilot_draw_init(&r, topics, most, e);
	if (result == 0 && w->sizes->count == 0) {
		r.size = topics;
		memcpy(r.drawn, r.order, topics * sizeof *r.drawn);
		observe_depths(topic, &r, bin);
	}
	for (size_t i = 0; result == 0 && i < w->sizes->count; i++)
		for (int64_t k = 0; k < s->effort.samples; k++) {
			size_t size = (size_t)w->sizes->value[i];
			struct uniform u = uniform_start(
				s->effort.seed, pair * (uint64_t)s->effort.samples + (uint64_t)k,
				(uint32_t)size);
			pilot_draw_next(&r, &u, topics, size);
			observe_depths(topic, &r, bin);
		}
	pilot_draw_release(&r);
	progress_step(&s->effort.progress);
	return result;
}

static void pair_fields(void *context, size_t pair, struct shard_line *l)
{
	const struct confidence_work *w = context;
	for (size_t i = 0; i < CONFIDENCE_BINS; i++) {
		struct confidence_bin *x = &w->bin[pair * CONFIDENCE_BINS + i];
		SHARD_FIELD(l, &x->observations);
		SHARD_FIELD(l, &x->confidence);
		SHARD_FIELD(l, &x->right);
		SHARD_FIELD(l, &x->topics);
	}
}

int confidence_simulate(const struct study_simulation *s, const struct pilot_data *d,
			const struct number_list *sizes, struct confidence_bin *bin, struct err *e)
{
	struct confidence_work w = { s, d, sizes, NULL };
	w.bin = calloc(d->pairs * CONFIDENCE_BINS, sizeof *w.bin);
	if (w.bin == NULL)
		return err_memory(e);
	progress_begin(&s->effort.progress, d->pairs);
	int result = shard_each(s->effort.shard, s->effort.jobs, d->pairs, observe_pair,
				pair_fields, &w, e);
	for (size_t i = 0; i < CONFIDENCE_BINS; i++) {
		struct confidence_bin sum = { 0 };
		for (size_t pair = 0; pair < d->pairs; pair++) {
			const struct confidence_bin *x = &w.bin[pair * CONFIDENCE_BINS + i];
			sum.observations += x->observations;
			sum.confidence += x->confidence;
			sum.right += x->right;
			sum.topics += x->topics;
		}
		double n = (double)sum.observations;
		bin[i] = (struct confidence_bin){ sum.observations, sum.confidence / n,
						  sum.right / n, sum.topics / n };
	}
	free(w.bin);
	return result;
}

/* ---- studies ---- */

/* One study. */
struct trial {
	bool planned;
	double effect; /* of the better run, over all topics */
	struct study plan;
	double topics; /* whole number */
	double judgments, complete, pool, start;
	bool reached, significant;
	double observed; /* effect of the signs that were seen, for the better run */
};

struct study_work {
	const struct study_simulation *s;
	const struct pilot_data *d;
	struct trial *trial;
};

/* Certainty and topics from a pilot study, whose topics are judged completely. */
static int plan(const struct study_simulation *s, const struct pilot_topic *pilot, uint64_t number,
		struct trial *t, struct err *e)
{
	const struct pilot_question *q = &s->pilot;
	size_t topics = (size_t)s->pilot_topics;
	const struct pilot_design design = { q->certainty.value, q->certainty.count, q->size.value,
					     q->size.count,	 q->resamples,	     q->seed };
	struct pilot_observations x;
	struct judgment_model model;
	struct err why = { 0 };
	for (size_t i = 0; i < topics; i++)
		t->start += (double)pilot[i].judged[pilot[i].depths - 1];
	t->planned = pilot_observe(pilot, topics, &design, number, &x, &why) == 0 &&
		     pilot_fit(&design, &x, 1, &model, NULL, &why) == 0 &&
		     study_cheapest(&model, &s->price, s->topics, &t->plan, &why) == 0;
	free(x.judgments);
	if (why.status != STATUS_IO)
		return 0;
	*e = why; /* out of memory: not the pilot's fault */
	return -1;
}

/* Judges the topics that were drawn until they are certain enough; the state then. */
static struct map_difference judge_until(const struct pilot_topic *topic,
					 const struct pilot_draw *r, double certainty,
					 double *judged)
{
	struct map_difference x = { 0 };
	size_t depths = pilot_depths(topic, r);
	for (size_t k = 1; k <= depths; k++) {
		x = pilot_judge(topic, r, k, judged);
		if (pilot_reaches(&x, certainty))
			break;
	}
	return x;
}

/* The study itself, and beside it n topics that are judged until nothing is open. */
static int carry_out(const struct study_simulation *s, const struct pilot_topic *topic,
		     size_t topics, int better, struct uniform *u, struct trial *t, struct err *e)
{
	size_t size = (size_t)t->topics, n = (size_t)s->topics;
	struct pilot_draw r;
	if (pilot_draw_init(&r, topics, size > n ? size : n, e) < 0) {
		pilot_draw_release(&r);
		return -1;
	}
	pilot_draw_next(&r, u, topics, size);
	struct map_difference x = judge_until(topic, &r, t->plan.lambda, &t->judgments);
	int64_t right = better > 0 ? x.positive : x.negative, seen = x.positive + x.negative;
	t->reached = pilot_reaches(&x, t->plan.lambda);
	t->observed = seen > 0 ? 2 * (double)right / (double)seen - 1 : 0;
	t->significant = right >= sign_critical_value(seen, s->alpha);
	pilot_draw_next(&r, u, topics, n);
	judge_until(topic, &r, SURE, &t->complete);
	judge_until(topic, &r, INFINITY, &t->pool);
	pilot_draw_release(&r);
	return 0;
}

/* Effect size of the better run over all topics, and which of the two that is. */
static double effect_of(const struct pilot_topic *topic, size_t topics, int *better)
{
	double balance = 0, different = 0;
	for (size_t i = 0; i < topics; i++) {
		balance += sign(truth(&topic[i]));
		different += truth(&topic[i]) != 0;
	}
	*better = sign(balance) >= 0 ? 1 : -1;
	return different > 0 ? fabs(balance) / different : 0;
}

/* A copy of the topics in random order, for the caller to free; NULL: out of memory. */
static struct pilot_topic *shuffle(const struct pilot_topic *topic, size_t topics,
				   struct uniform *u)
{
	size_t *order = malloc(topics * sizeof *order);
	struct pilot_topic *out = malloc(topics * sizeof *out);
	bool room = order != NULL && out != NULL;
	for (size_t i = 0; room && i < topics; i++)
		order[i] = i;
	if (room)
		uniform_choose(u, order, topics, topics);
	for (size_t i = 0; room && i < topics; i++)
		out[i] = topic[order[i]];
	free(order);
	if (!room)
		free(out);
	return room ? out : NULL;
}

static int run_trial(void *context, size_t number, int thread, struct err *e)
{
	(void)thread;
	const struct study_work *w = context;
	const struct study_simulation *s = w->s;
	struct trial *t = &w->trial[number];
	struct uniform u = uniform_start(s->effort.seed, number, STREAM_STUDY);
	size_t pair = uniform_below(&u, w->d->pairs), topics = w->d->topics, pilot = 0;
	const struct pilot_topic *topic = w->d->topic + pair * topics;
	struct pilot_topic *shuffled = NULL;
	int better, result = 0;
	t->effect = effect_of(topic, topics, &better);
	if (s->certainty > 0) {
		t->planned = true;
		t->plan = (struct study){ .lambda = s->certainty,
					  .topics = sign_adjusted_topics(s->topics, s->certainty) };
	} else { /* the first topics are for the pilot, the others for the study */
		pilot = (size_t)s->pilot_topics;
		topic = shuffled = shuffle(topic, topics, &u);
		result = shuffled == NULL ? err_memory(e) : plan(s, shuffled, number, t, e);
	}
	if (result == 0 && t->planned) {
		t->topics = whole_topics(t->plan.topics);
		result = carry_out(s, topic + pilot, topics - pilot, better, &u, t, e);
	}
	free(shuffled);
	progress_step(&s->effort.progress);
	return result;
}

/* Sums over the studies of a bin become means. */
static int sum_up(const struct study_work *w, size_t bin, struct study_bin *out, struct err *e)
{
	const struct study_simulation *s = w->s;
	size_t count = 0, all = (size_t)s->effort.samples;
	double *row = calloc(2 * all + 1, sizeof *row), *predicted = row, *actual = row + all;
	struct study_bin x = { 0 };
	if (row == NULL)
		return err_memory(e);
	for (size_t i = 0; i < all; i++) {
		const struct trial *t = &w->trial[i];
		size_t own = t->effect < 1 ? (size_t)(fmax(t->effect, 0) * STUDY_BINS + 1e-9)
					   : STUDY_BINS - 1;
		if (!t->planned || (bin < STUDY_BINS && own != bin))
			continue;
		x.effect += t->effect;
		x.certainty += t->plan.lambda;
		x.topics += t->topics;
		x.adjusted += sign_adjusted_effect(t->effect, t->plan.lambda);
		x.observed += t->observed;
		x.predicted_power += sign_power_exact((int64_t)s->topics, t->effect, s->alpha);
		x.power += t->significant;
		x.judgments += t->judgments;
		x.complete += t->complete;
		x.pool += t->pool;
		x.start += t->start;
		x.reached += t->reached;
		predicted[count] = t->plan.judgments;
		actual[count++] = t->judgments;
		x.predicted += t->plan.judgments;
	}
	double *const sum[] = { &x.effect,   &x.certainty, &x.topics,
				&x.adjusted, &x.observed,  &x.predicted_power,
				&x.power,    &x.judgments, &x.complete,
				&x.pool,     &x.start,	   &x.reached,
				&x.predicted };
	for (size_t i = 0; i < sizeof sum / sizeof *sum; i++)
		*sum[i] /= (double)count;
	x.studies = (int64_t)count;
	x.correlation = linear_correlation(predicted, actual, count);
	qsort(actual, count, sizeof *actual, ascending);
	x.median = count > 0 ? (actual[(count - 1) / 2] + actual[count / 2]) / 2 : NAN;
	if (s->certainty > 0)
		x.predicted = x.start = x.correlation = NAN;
	*out = x;
	free(row);
	return 0;
}

static void trial_fields(void *context, size_t number, struct shard_line *l)
{
	const struct study_work *w = context;
	struct trial *t = &w->trial[number];
	SHARD_FIELD(l, &t->planned);
	SHARD_FIELD(l, &t->effect);
	SHARD_FIELD(l, &t->plan.lambda);
	SHARD_FIELD(l, &t->plan.topics);
	SHARD_FIELD(l, &t->plan.judgments);
	SHARD_FIELD(l, &t->topics);
	SHARD_FIELD(l, &t->judgments);
	SHARD_FIELD(l, &t->complete);
	SHARD_FIELD(l, &t->pool);
	SHARD_FIELD(l, &t->start);
	SHARD_FIELD(l, &t->reached);
	SHARD_FIELD(l, &t->significant);
	SHARD_FIELD(l, &t->observed);
}

int study_simulate(const struct study_simulation *s, const struct pilot_data *d,
		   struct study_result *out, struct err *e)
{
	struct study_work w = { s, d, calloc((size_t)s->effort.samples, sizeof *w.trial) };
	*out = (struct study_result){ 0 };
	if (w.trial == NULL)
		return err_memory(e);
	if (s->certainty == 0 && (size_t)s->pilot_topics >= d->topics) {
		free(w.trial);
		return err_data(e, "%zu topics: none is left beside a pilot of %lld", d->topics,
				(long long)s->pilot_topics);
	}
	progress_begin(&s->effort.progress, (size_t)s->effort.samples);
	int result = shard_each(s->effort.shard, s->effort.jobs, (size_t)s->effort.samples,
				run_trial, trial_fields, &w, e);
	for (size_t i = 0; i <= STUDY_BINS && result == 0; i++)
		result = sum_up(&w, i, &out->bin[i], e);
	for (int64_t i = 0; i < s->effort.samples; i++)
		out->unplanned += !w.trial[i].planned;
	free(w.trial);
	return result;
}
