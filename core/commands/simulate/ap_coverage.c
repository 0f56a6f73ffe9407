/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * See ap_coverage.h. A sample is the unit of parallel work; what the samples gave is added in their
 * order.
 */
#include "core/base/parallel.h"
#include "core/base/smallest.h"
#include "core/commands/simulate/ap_coverage.h"
#include "core/data/drawing/frame.h"
#include "core/stats/ranking/jackknife.h"
#include "core/stats/ranking/mean_ap.h"
#include "core/stats/rmath.h"

const char *const ap_estimate_names[AP_ESTIMATES] = { "statAP", "statAP_bc" };

/* What one sample says of one run. */
struct outcome {
	double truth; /* the frame's MAP over the topics that have an estimate */
	double value[AP_ESTIMATES];
	struct interval bounds[AP_ESTIMATES];
	bool warned[AP_ESTIMATES];
};

/* Working memory of one thread. */
struct bench {
	struct frame_draw draw;
	struct keyed *heap;
	uint8_t *residual; /* of each document: drawn below */
	size_t *rank;	   /* of each document in a run, from 1; 0: not retrieved */
	struct ranked_unit *unit;
	double *value[AP_ESTIMATES]; /* [run][topic] */
	struct ranked_error *error[AP_ESTIMATES];
	struct mean_ap_design *design; /* by run */
};

struct work {
	const struct ap_coverage *s;
	struct ap_coverage_result *r;
	const struct ranked_topic **topic;
	struct frame *frame;
	bool *shapes;
	double *frame_ap, *ap; /* [run][topic] */
	struct bench *bench;
	struct outcome *outcome;  /* [picks][sample][run] */
	double *judged, *without; /* [picks][sample] */
	size_t most;		  /* documents of a topic */
	struct arena memory;	  /* of all that */
};

/* ---- the truth ---- */

static bool is_reachable(const struct work *w, size_t topic, size_t document)
{
	uint32_t best = w->frame[topic].best[document];
	return best > 0 && (best <= w->s->deepest || w->s->below > 0);
}

/* Average precision if the reachable documents, or all, are the relevant ones. */
static double average_precision(const struct work *w, size_t topic, size_t run, bool reachable)
{
	const struct ranked_topic *t = w->topic[topic];
	int64_t all = 0, other;
	double found = 0, sum = 0;
	if (reachable)
		for (size_t i = 0; i < t->documents; i++)
			all += t->grade[i] >= w->s->relevant && is_reachable(w, topic, i);
	else
		judgment_set_count(&t->judged->all, w->s->relevant, &all, &other);
	for (size_t i = 0; i < t->count[run]; i++) {
		uint32_t document = t->order[run][i];
		if (t->grade[document] < w->s->relevant ||
		    (reachable && !is_reachable(w, topic, document)))
			continue;
		sum += ++found / (double)(i + 1);
	}
	return sum / (double)all;
}

static int find_truth(struct work *w, struct err *e)
{
	struct ap_coverage_result *r = w->r;
	for (size_t t = 0; t < r->topics; t++) {
		if (frame_make(&w->frame[t], w->topic[t], w->shapes, r->runs, w->s->deepest, e) < 0)
			return -1;
		for (size_t run = 0; run < r->runs; run++) {
			w->frame_ap[run * r->topics + t] = average_precision(w, t, run, true);
			w->ap[run * r->topics + t] = average_precision(w, t, run, false);
			r->map[run] += w->ap[run * r->topics + t] / (double)r->topics;
		}
	}
	return 0;
}

/* ---- one sample ---- */

/* Below the documents that Stevens' design draws from, as drawing_below() does. */
static int64_t draw_below(struct work *w, struct bench *b, size_t topic, struct ranked_bucket *x)
{
	const struct frame *f = &w->frame[topic];
	const struct ranked_topic *t = w->topic[topic];
	struct smallest smallest = { .heap = b->heap, .room = (size_t)w->s->below };
	memset(b->residual, 0, t->documents);
	for (size_t i = 0; i < t->documents; i++) {
		if (f->best[i] <= w->s->deepest)
			continue;
		uint64_t bits = uniform_permanent(b->draw.seed, b->draw.key, t->name[i]);
		x->size++;
		if (smallest_wants(&smallest, bits))
			smallest_keep(&smallest, bits, i);
	}
	x->sampled = (int64_t)smallest.count;
	for (size_t i = 0; i < smallest.count; i++) {
		b->residual[smallest.heap[i].item] = 1;
		b->draw.weight[smallest.heap[i].item] = (double)x->size / (double)smallest.count;
	}
	return x->sampled;
}

static int by_rank(const void *a, const void *b)
{
	const struct ranked_unit *x = a, *y = b;
	return (x->rank > y->rank) - (x->rank < y->rank);
}

/*
 * One run of a topic whose documents have weights. All buckets of Stevens' design are one here,
 * which is the same to the jackknife.
 */
static int judge_run(const struct work *w, struct bench *b, size_t topic, size_t run,
		     const struct ranked_bucket *bucket, struct err *e)
{
	const struct ranked_topic *t = w->topic[topic];
	size_t units = 0, place = run * w->r->topics + topic, relevant = 0;
	memset(b->rank, 0, t->documents * sizeof *b->rank);
	for (size_t i = 0; i < t->count[run]; i++)
		b->rank[t->order[run][i]] = i + 1;
	for (size_t i = 0; i < t->documents; i++) {
		double weight = b->draw.weight[i];
		if (!(weight > 0))
			continue;
		int32_t drawn_from = w->s->below > 0 && b->residual[i] ? 1 : 0;
		b->unit[units++] = (struct ranked_unit){
			.rank = b->rank[i] > 0 ? (double)b->rank[i] : INFINITY,
			.probability = 1 / weight,
			.bucket = weight > 1 ? drawn_from : -1,
			.relevant = t->grade[i] >= w->s->relevant,
		};
		relevant += t->grade[i] >= w->s->relevant;
	}
	qsort(b->unit, units, sizeof *b->unit, by_rank);
	const struct ranked_sample s = { b->unit, units, bucket, w->s->below > 0 ? 2 : 1, true };
	b->value[STAT_AP][place] = b->value[STAT_AP_BC][place] = NAN;
	if (relevant == 0)
		return 0;
	struct ranked_error *plain = &b->error[STAT_AP][place];
	if (ranked_jackknife(&s, RANKED_AP, 0, plain, e) < 0 ||
	    ranked_jackknife(&s, RANKED_AP_CORRECTED, 0, &b->error[STAT_AP_BC][place], e) < 0 ||
	    ranked_ap_corrected(&s, &b->value[STAT_AP_BC][place], e) < 0)
		return -1;
	b->value[STAT_AP][place] = b->value[STAT_AP_BC][place] + plain->bias;
	mean_ap_design_add(&b->design[run], &s);
	return 0;
}

static void sum_up_run(const struct work *w, const struct bench *b, size_t run, struct outcome *out)
{
	size_t topics = w->r->topics;
	double tail = (1 - w->s->level) / 2;
	for (size_t k = 0; k < AP_ESTIMATES; k++) {
		const double *value = b->value[k] + run * topics;
		double sum = 0, truth = 0, count = 0;
		for (size_t t = 0; t < topics; t++) {
			if (isnan(value[t]))
				continue;
			sum += value[t];
			truth += w->frame_ap[run * topics + t];
			count++;
		}
		const struct mean_ap m = mean_ap_of(value, b->error[k] + run * topics, topics);
		out->truth = truth / count;
		out->value[k] = sum / count;
		out->bounds[k] = mean_ap_interval(sum / count, &m, tail, 1 - tail);
		out->warned[k] =
			mean_ap_caution(&m, &b->design[run], k == STAT_AP_BC) > MEAN_AP_CAUTION;
	}
}

static int draw_topic(struct work *w, struct bench *b, size_t topic, int64_t picks, uint64_t seed,
		      double *judged, struct err *e)
{
	struct ranked_bucket bucket[2] = {
		{ .size = (int64_t)w->frame[topic].count, .picks = picks }, { 0 }
	};
	if (frame_draw_start(&b->draw, &w->frame[topic], seed, e) < 0 ||
	    frame_draw_make(&b->draw, picks, w->s->pool_depth, e) < 0)
		return -1;
	*judged += (double)b->draw.judged;
	bucket[0].sampled = (int64_t)b->draw.judged;
	if (w->s->below > 0)
		*judged += (double)draw_below(w, b, topic, &bucket[1]);
	for (size_t run = 0; run < w->r->runs; run++)
		if (judge_run(w, b, topic, run, bucket, e) < 0)
			return -1;
	return 0;
}

static int try_sample(void *context, size_t item, int thread, struct err *e)
{
	struct work *w = context;
	struct bench *b = &w->bench[thread];
	size_t samples = (size_t)w->s->effort.samples, topics = w->r->topics;
	int64_t picks = (int64_t)w->s->picks.value[item / samples];
	uint64_t seed = w->s->effort.seed + item % samples;
	double judged = 0, without = 0;
	for (size_t run = 0; run < w->r->runs; run++)
		b->design[run] = (struct mean_ap_design){ 0 };
	for (size_t t = 0; t < topics; t++)
		if (draw_topic(w, b, t, picks, seed, &judged, e) < 0)
			return -1;
	for (size_t t = 0; t < topics; t++)
		without += isnan(b->value[STAT_AP][t]); /* the same for all runs */
	for (size_t run = 0; run < w->r->runs; run++)
		sum_up_run(w, b, run, &w->outcome[item * w->r->runs + run]);
	w->judged[item] = judged / (double)topics;
	w->without[item] = without;
	progress_step(&w->s->effort.progress);
	return 0;
}

static void sample_fields(void *context, size_t item, struct shard_line *l)
{
	const struct work *w = context;
	SHARD_FIELD(l, &w->judged[item]);
	SHARD_FIELD(l, &w->without[item]);
	for (size_t run = 0; run < w->r->runs; run++) {
		struct outcome *x = &w->outcome[item * w->r->runs + run];
		SHARD_FIELD(l, &x->truth);
		for (size_t k = 0; k < AP_ESTIMATES; k++) {
			SHARD_FIELD(l, &x->value[k]);
			SHARD_FIELD(l, &x->bounds[k].lower);
			SHARD_FIELD(l, &x->bounds[k].upper);
			SHARD_FIELD(l, &x->warned[k]);
		}
	}
}

/* ---- all samples ---- */

static struct ap_coverage_figures figures_of(const struct work *w, size_t size, size_t estimate,
					     size_t run)
{
	struct ap_coverage_figures f = { 0 };
	double n = (double)w->s->effort.samples, sum = 0, squares = 0, width = 0;
	for (size_t i = 0; i < (size_t)w->s->effort.samples; i++) {
		const struct outcome *x =
			&w->outcome[(size * (size_t)w->s->effort.samples + i) * w->r->runs + run];
		struct interval b = x->bounds[estimate];
		double off = x->value[estimate] - x->truth;
		sum += off;
		squares += off * off;
		width += (b.upper - b.lower) / 2;
		f.covered += (b.lower <= x->truth && x->truth <= b.upper) / n;
		f.covered_map += (b.lower <= w->r->map[run] && w->r->map[run] <= b.upper) / n;
		f.warned += x->warned[estimate] / n;
	}
	f.bias = sum / n;
	f.sd = n > 1 ? sqrt(fmax(squares - sum * sum / n, 0) / (n - 1)) : NAN;
	f.error = width / n / qnorm((1 + w->s->level) / 2, 0, 1, 1, 0);
	return f;
}

static void add_up(struct work *w)
{
	struct ap_coverage_result *r = w->r;
	size_t samples = (size_t)w->s->effort.samples;
	for (size_t p = 0; p < w->s->picks.count; p++) {
		for (size_t i = 0; i < samples; i++) {
			r->judged[p] += w->judged[p * samples + i] / (double)samples;
			r->without[p] += w->without[p * samples + i] / (double)samples;
		}
		for (size_t k = 0; k < AP_ESTIMATES; k++)
			for (size_t run = 0; run < r->runs; run++)
				r->figures[(p * AP_ESTIMATES + k) * r->runs + run] =
					figures_of(w, p, k, run);
	}
}

/* ---- room ---- */

static void bench_init(struct bench *b, struct work *w)
{
	size_t scores = w->r->runs * w->r->topics + 1, most = w->most + 1;
	struct arena *m = &w->memory;
	b->heap = arena_zeroed(m, (size_t)w->s->below + 1, sizeof *b->heap);
	b->residual = arena_zeroed(m, most, sizeof *b->residual);
	b->rank = arena_zeroed(m, most, sizeof *b->rank);
	b->unit = arena_zeroed(m, most, sizeof *b->unit);
	b->design = arena_zeroed(m, w->r->runs, sizeof *b->design);
	for (size_t k = 0; k < AP_ESTIMATES; k++) {
		b->value[k] = arena_zeroed(m, scores, sizeof *b->value[k]);
		b->error[k] = arena_zeroed(m, scores, sizeof *b->error[k]);
	}
}

static int choose_topics(struct work *w, struct err *e)
{
	const struct rankings *k = w->s->rankings;
	w->topic = arena_zeroed(&w->memory, k->topics + 1, sizeof *w->topic);
	if (w->topic == NULL)
		return err_memory(e);
	for (size_t i = 0; i < k->topics; i++) {
		int64_t relevant, other;
		judgment_set_count(&k->topic[i].judged->all, w->s->relevant, &relevant, &other);
		if (relevant == 0 || k->topic[i].documents == 0)
			continue;
		w->topic[w->r->topics++] = &k->topic[i];
		w->most = k->topic[i].documents > w->most ? k->topic[i].documents : w->most;
	}
	return w->r->topics > 0 ? 0 : err_data(e, "no topic of the runs has a relevant document");
}

static int make_room(struct work *w, int threads, struct err *e)
{
	struct ap_coverage_result *r = w->r;
	size_t picks = w->s->picks.count, items = picks * (size_t)w->s->effort.samples;
	struct arena *own = &w->memory, *out = &r->memory;
	w->shapes = arena_zeroed(own, r->runs, sizeof *w->shapes);
	w->frame = arena_zeroed(own, r->topics, sizeof *w->frame);
	w->frame_ap = arena_zeroed(own, r->runs * r->topics, sizeof *w->frame_ap);
	w->ap = arena_zeroed(own, r->runs * r->topics, sizeof *w->ap);
	w->outcome = arena_zeroed(own, items * r->runs, sizeof *w->outcome);
	w->judged = arena_zeroed(own, items, sizeof *w->judged);
	w->without = arena_zeroed(own, items, sizeof *w->without);
	w->bench = arena_zeroed(own, (size_t)threads, sizeof *w->bench);
	r->map = arena_zeroed(out, r->runs, sizeof *r->map);
	r->judged = arena_zeroed(out, picks, sizeof *r->judged);
	r->without = arena_zeroed(out, picks, sizeof *r->without);
	r->figures = arena_zeroed(out, picks * AP_ESTIMATES * r->runs, sizeof *r->figures);
	for (int i = 0; w->bench != NULL && i < threads; i++)
		bench_init(&w->bench[i], w);
	for (size_t run = 0; w->shapes != NULL && run < r->runs; run++)
		w->shapes[run] = w->s->held == NULL || !w->s->held[run];
	return own->failed || out->failed ? err_memory(e) : 0;
}

static void release(struct work *w, int threads)
{
	for (size_t t = 0; w->frame != NULL && t < w->r->topics; t++)
		frame_release(&w->frame[t]);
	for (int i = 0; w->bench != NULL && i < threads; i++)
		frame_draw_release(&w->bench[i].draw);
	arena_release(&w->memory);
}

int ap_coverage_simulate(const struct ap_coverage *s, struct ap_coverage_result *r, struct err *e)
{
	*r = (struct ap_coverage_result){ .runs = s->rankings->runs };
	struct work w = { .s = s, .r = r };
	size_t items = s->picks.count * (size_t)s->effort.samples;
	int threads = parallel_threads(s->effort.jobs, items);
	int result = choose_topics(&w, e);
	if (result == 0)
		result = make_room(&w, threads, e);
	if (result == 0)
		result = find_truth(&w, e);
	if (result == 0) {
		progress_begin(&s->effort.progress, items);
		result = shard_each(s->effort.shard, s->effort.jobs, items, try_sample,
				    sample_fields, &w, e);
	}
	if (result == 0)
		add_up(&w);
	release(&w, threads);
	if (result < 0)
		ap_coverage_result_release(r);
	return result;
}

void ap_coverage_result_release(struct ap_coverage_result *r)
{
	arena_release(&r->memory);
}
