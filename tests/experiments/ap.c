/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often the intervals of the mean of statAP and statAP_bc cover the true value, on anyone's
 * runs and complete judgments (doc/methods.md, "Errors and intervals"): samples are drawn as
 * `sample` draws them, judged from the judgments, and evaluated. Sample number i = 0, 1, ... is the
 * one that `sample --seed` draws with the seed + i. A line for each number of picks, estimate and
 * run.
 *
 * The true value is the frame's MAP: the documents that could be drawn are all that are relevant,
 * over the topics that have an estimate in the sample. `coverage_map` is about the MAP with all
 * judgments, over all topics; `sd` is the standard deviation of the estimate's error, `error` the
 * mean half width of the interval over its normal quantile, `warned` the share of samples with a
 * warning of bias.
 *
 * Evidence: samples=100 picks=100 Max_retrieved_per_topic=100 below=100 qrels.robust03.gz
 * input.UIUC03Rd1.gz input.humR03dc.gz input.rutcor03100.gz input.uic0301.gz
 */
#include <math.h>

#include "core/base/arena.h"
#include "core/base/parallel.h"
#include "core/base/sort.h"
#include "core/commands/simulate/judged_runs.h"
#include "core/commands/simulate/trials.h"
#include "core/data/drawing/frame.h"
#include "core/stats/ranking/jackknife.h"
#include "core/stats/ranking/mean_ap.h"
#include "core/stats/rmath.h"
#include "tests/experiments/key_value.h"

enum ap_estimate { STAT_AP, STAT_AP_BC, AP_ESTIMATES };
static const char *const estimate_names[AP_ESTIMATES] = { "statAP", "statAP_bc" };

struct ap_asked {
	struct judged_asked judged;
	struct number_list picks; /* documents to draw for each topic */
	size_t pool_depth; /* documents at the top of each run that are always taken; 0: none */
	int64_t below;	   /* documents drawn below --Max_retrieved_per_topic; 0: none */
	double level;	   /* of the intervals */
	struct effort effort;
};

#define AT(member) OPTION_AT(struct ap_asked, member)

static const struct command_option keys[] = {
	{ "picks", 0, "N,...", "Documents to draw for each topic, as sample --size (default 100)",
	  LIST(WHOLES(2, 1000000)), AT(picks) },
	{ OPTION_POOL_DEPTH("Always take the first K documents of each run (default: none)"),
	  AT(pool_depth) },
	{ "below", 0, "Q", "As sample --below, with Max_retrieved_per_topic=N as -M",
	  WHOLE(1, 1000000), AT(below) },
	{ .include = judged_options, AT(judged) },
	{ .include = file_options, AT(judged.files) },
	{ OPTION_SAMPLES("Samples for each number of picks (default 100)"), AT(effort.samples) },
	{ .include = effort_options, AT(effort) },
	{ 0 },
};

static const struct command_option files = { .type = OPTION_FILES, AT(judged.files.file) };

static void init(void *request)
{
	*(struct ap_asked *)request =
		(struct ap_asked){ .judged = { .files.level = 1, .deepest = 100 },
				   .picks = { { 100 }, 1 },
				   .level = 0.95,
				   .effort = experiment_effort(100) };
}

static int check(void *request, struct err *e)
{
	const struct ap_asked *q = request;
	if (q->below > 0 && q->judged.deepest == SIZE_MAX)
		return err_usage(e, "below draws below Max_retrieved_per_topic=N, not below all");
	return q->judged.files.file.count >= 3
		       ? 0
		       : err_usage(e, "judgments and two runs or more are needed");
}

static const struct command_table table = {
	.name = "ap",
	.arguments = "QRELS RUN...",
	.doc = "How often the intervals of statAP and statAP_bc cover the true value, with samples from complete judgments.",
	.option = keys,
	.word = &files,
	.size = sizeof(struct ap_asked),
	.init = init,
	.check = check,
};

/* ---- the truth ---- */

/* Working memory of one sample. */
struct bench {
	struct arena memory;
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
	const struct ap_asked *s;
	const struct rankings *rankings;
	const struct ranked_topic **topic; /* with a relevant document */
	struct frame *frame;
	bool *shapes;
	double *frame_ap, *ap;	   /* [run][topic] */
	double *map;		   /* by run, with all judgments */
	size_t runs, topics, most; /* `most` documents of a topic */
	int64_t picks;
	struct arena memory; /* of all that */
};

static bool is_reachable(const struct work *w, size_t topic, size_t document)
{
	uint32_t best = w->frame[topic].best[document];
	return best > 0 && (best <= w->s->judged.deepest || w->s->below > 0);
}

/* Average precision if the reachable documents, or all, are the relevant ones. */
static double average_precision(const struct work *w, size_t topic, size_t run, bool reachable)
{
	const struct ranked_topic *t = w->topic[topic];
	int64_t all = 0, other;
	double found = 0, sum = 0;
	if (reachable)
		for (size_t i = 0; i < t->documents; i++)
			all += t->grade[i] >= w->s->judged.files.level && is_reachable(w, topic, i);
	else
		judgment_set_count(&t->judged->all, w->s->judged.files.level, &all, &other);
	for (size_t i = 0; i < t->count[run]; i++) {
		uint32_t document = t->order[run][i];
		if (t->grade[document] < w->s->judged.files.level ||
		    (reachable && !is_reachable(w, topic, document)))
			continue;
		sum += ++found / (double)(i + 1);
	}
	return sum / (double)all;
}

static int find_truth(struct work *w, struct err *e)
{
	for (size_t t = 0; t < w->topics; t++) {
		if (frame_make(&w->frame[t], w->topic[t], w->shapes, w->runs, w->s->judged.deepest,
			       e) < 0)
			return -1;
		for (size_t run = 0; run < w->runs; run++) {
			w->frame_ap[run * w->topics + t] = average_precision(w, t, run, true);
			w->ap[run * w->topics + t] = average_precision(w, t, run, false);
			w->map[run] += w->ap[run * w->topics + t] / (double)w->topics;
		}
	}
	return 0;
}

/* ---- one sample ---- */

/* Below the documents that Stevens' design draws from, as drawing_below() does. */
static int64_t draw_below(const struct work *w, struct bench *b, size_t topic,
			  struct ranked_bucket *x)
{
	const struct frame *f = &w->frame[topic];
	const struct ranked_topic *t = w->topic[topic];
	struct smallest smallest = { .heap = b->heap, .room = (size_t)w->s->below };
	memset(b->residual, 0, t->documents);
	for (size_t i = 0; i < t->documents; i++) {
		if (f->best[i] <= w->s->judged.deepest)
			continue;
		uint64_t bits = uniform_permanent(b->draw.seed, b->draw.key, t->name[i]);
		x->size++;
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
	size_t units = 0, place = run * w->topics + topic, relevant = 0;
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
			.relevant = t->grade[i] >= w->s->judged.files.level,
		};
		relevant += t->grade[i] >= w->s->judged.files.level;
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

static int draw_topic(const struct work *w, struct bench *b, size_t topic, uint64_t seed,
		      double *judged, struct err *e)
{
	struct ranked_bucket bucket[2] = {
		{ .size = (int64_t)w->frame[topic].count, .picks = w->picks }, { 0 }
	};
	if (frame_draw_start(&b->draw, &w->frame[topic], seed, e) < 0 ||
	    frame_draw_make(&b->draw, w->picks, w->s->pool_depth, e) < 0)
		return -1;
	*judged += (double)b->draw.judged;
	bucket[0].sampled = (int64_t)b->draw.judged;
	if (w->s->below > 0)
		*judged += (double)draw_below(w, b, topic, &bucket[1]);
	for (size_t run = 0; run < w->runs; run++)
		if (judge_run(w, b, topic, run, bucket, e) < 0)
			return -1;
	return 0;
}

/* Of a run and estimate: the frame's MAP, and the MAP of all. */
enum { OF_FRAME, OF_ALL, CLAIMS };
enum { WARNED, JUDGED, WITHOUT };

static void claim_run(const struct work *w, const struct bench *b, size_t run, size_t estimate,
		      struct claim *to)
{
	double tail = (1 - w->s->level) / 2, sum = 0, truth = 0, count = 0;
	const double *value = b->value[estimate] + run * w->topics;
	for (size_t t = 0; t < w->topics; t++) {
		if (isnan(value[t]))
			continue;
		sum += value[t];
		truth += w->frame_ap[run * w->topics + t];
		count++;
	}
	const struct mean_ap m =
		mean_ap_of(value, b->error[estimate] + run * w->topics, w->topics,
			   estimate == STAT_AP_BC ? RANKED_AP_CORRECTED : RANKED_AP);
	double caution = mean_ap_caution(&m, &b->design[run], estimate == STAT_AP_BC);
	to[OF_FRAME] =
		(struct claim){ .truth = truth / count,
				.estimate = sum / count,
				.interval = mean_ap_interval(sum / count, &m, tail, 1 - tail),
				.more = { [WARNED] = caution > MEAN_AP_CAUTION } };
	to[OF_ALL] = to[OF_FRAME];
	to[OF_ALL].truth = w->map[run];
}

static int bench_init(struct bench *b, const struct work *w, struct err *e)
{
	size_t scores = w->runs * w->topics + 1, most = w->most + 1;
	*b = (struct bench){ 0 };
	struct arena *m = &b->memory;
	b->heap = arena_zeroed(m, (size_t)w->s->below + 1, sizeof *b->heap);
	b->residual = arena_zeroed(m, most, sizeof *b->residual);
	b->rank = arena_zeroed(m, most, sizeof *b->rank);
	b->unit = arena_zeroed(m, most, sizeof *b->unit);
	b->design = arena_zeroed(m, w->runs, sizeof *b->design);
	for (size_t k = 0; k < AP_ESTIMATES; k++) {
		b->value[k] = arena_zeroed(m, scores, sizeof *b->value[k]);
		b->error[k] = arena_zeroed(m, scores, sizeof *b->error[k]);
	}
	return m->failed ? err_memory(e) : 0;
}

static int one_sample(const void *question, size_t number, void *scratch, struct claim *to,
		      struct err *e)
{
	(void)scratch;
	const struct work *w = question;
	struct bench b;
	double judged = 0, without = 0;
	int result = bench_init(&b, w, e);
	for (size_t t = 0; t < w->topics && result == 0; t++)
		result = draw_topic(w, &b, t, w->s->effort.seed + number, &judged, e);
	for (size_t t = 0; t < w->topics && result == 0; t++)
		without += isnan(b.value[STAT_AP][t]); /* the same for all runs */
	for (size_t i = 0; i < AP_ESTIMATES * w->runs && result == 0; i++) {
		struct claim *own = to + i * CLAIMS;
		claim_run(w, &b, i % w->runs, i / w->runs, own);
		own->more[JUDGED] = judged / (double)w->topics;
		own->more[WITHOUT] = without;
	}
	frame_draw_release(&b.draw);
	arena_release(&b.memory);
	return result;
}

/* ---- lines ---- */

struct row {
	const char *run, *group, *estimate;
	double picks, below, pool_depth, topics, map, coverage_map, sd, error, ratio, level;
	int64_t seed;
	struct tally of;
};

#undef AT
#define AT(field)	 .at = offsetof(struct row, field)
#define AT_TALLY(member) AT(of.member)

static const struct record_column columns[] = {
	{ "run", NULL, RECORD_TEXT, AT(run) },
	{ "group", NULL, RECORD_TEXT, AT(group) },
	{ "measure", NULL, RECORD_TEXT, AT(estimate) },
	{ "picks", NULL, RECORD_COUNT, AT(picks) },
	{ "drawn_below", NULL, RECORD_COUNT, AT(below) },
	{ "pool_depth", NULL, RECORD_COUNT, AT(pool_depth) },
	{ "judged", NULL, RECORD_REAL, 4, AT(of.more[JUDGED]) },
	{ "without", NULL, RECORD_REAL, 4, AT(of.more[WITHOUT]) },
	{ "topics", NULL, RECORD_COUNT, AT(topics) },
	{ "map", NULL, RECORD_REAL, 6, AT(map) },
	TALLY_COLUMNS(AT_TALLY),
	{ "sd", NULL, RECORD_REAL, 6, AT(sd) },
	{ "error", NULL, RECORD_REAL, 6, AT(error) },
	{ "error_sd", NULL, RECORD_REAL, 4, AT(ratio) },
	{ "coverage_map", NULL, RECORD_REAL, 6, AT(coverage_map) },
	{ "warned", NULL, RECORD_REAL, 6, AT(of.more[WARNED]) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

static void add_lines(struct records *r, const struct work *w, const struct judged_runs *x,
		      const struct tally *tally)
{
	const struct ap_asked *q = w->s;
	for (size_t i = 0; i < AP_ESTIMATES * w->runs; i++) {
		size_t run = i % w->runs;
		const struct tally *t = &tally[i * CLAIMS];
		double n = t->samples, variance = t->rmse * t->rmse - t->bias * t->bias;
		struct row row = { .run = x->name[run],
				   .group = w->shapes[run] ? "shaping" : "held-out",
				   .estimate = estimate_names[i / w->runs],
				   .picks = (double)w->picks,
				   .below = (double)q->below,
				   .pool_depth = (double)q->pool_depth,
				   .topics = (double)w->topics,
				   .map = w->map[run],
				   .coverage_map = t[OF_ALL].coverage,
				   .sd = n > 1 ? sqrt(fmax(variance, 0) * n / (n - 1)) : NAN,
				   .error = t->width / 2 / qnorm((1 + q->level) / 2, 0, 1, 1, 0),
				   .level = q->level,
				   .seed = (int64_t)q->effort.seed,
				   .of = *t };
		row.ratio = row.error / row.sd;
		records_add(r, &row);
	}
}

/* ---- room ---- */

static int choose_topics(struct work *w, struct err *e)
{
	const struct rankings *k = w->rankings;
	w->topic = arena_zeroed(&w->memory, k->topics + 1, sizeof *w->topic);
	if (w->topic == NULL)
		return err_memory(e);
	for (size_t i = 0; i < k->topics; i++) {
		int64_t relevant, other;
		judgment_set_count(&k->topic[i].judged->all, w->s->judged.files.level, &relevant,
				   &other);
		if (relevant == 0 || k->topic[i].documents == 0)
			continue;
		w->topic[w->topics++] = &k->topic[i];
		w->most = k->topic[i].documents > w->most ? k->topic[i].documents : w->most;
	}
	return w->topics > 0 ? 0 : err_data(e, "no topic of the runs has a relevant document");
}

static int make_room(struct work *w, const bool *held, struct err *e)
{
	struct arena *m = &w->memory;
	w->shapes = arena_zeroed(m, w->runs, sizeof *w->shapes);
	w->frame = arena_zeroed(m, w->topics, sizeof *w->frame);
	w->frame_ap = arena_zeroed(m, w->runs * w->topics, sizeof *w->frame_ap);
	w->ap = arena_zeroed(m, w->runs * w->topics, sizeof *w->ap);
	w->map = arena_zeroed(m, w->runs, sizeof *w->map);
	for (size_t run = 0; w->shapes != NULL && run < w->runs; run++)
		w->shapes[run] = held == NULL || !held[run];
	return m->failed ? err_memory(e) : 0;
}

static int simulate(struct work *w, const struct judged_runs *x, struct records *lines,
		    struct err *e)
{
	const struct ap_asked *q = w->s;
	const struct trials trials = { .effort = &q->effort,
				       .groups = 1,
				       .samples = (size_t)q->effort.samples,
				       .claims = AP_ESTIMATES * w->runs * CLAIMS,
				       .one = one_sample,
				       .question = w };
	struct tally *tally = calloc(trials.claims, sizeof *tally);
	int result = tally == NULL ? err_memory(e) : find_truth(w, e);
	for (size_t i = 0; i < q->picks.count && result == 0; i++) {
		w->picks = (int64_t)q->picks.value[i];
		result = trials_run(&trials, tally, e);
		if (result == 0)
			add_lines(lines, w, x, tally);
	}
	free(tally);
	return result;
}

static int run(void *request, const struct output *out, struct err *e)
{
	const struct ap_asked *q = request;
	struct judged_runs x;
	struct records lines;
	if (judged_runs_read(&x, &q->judged, 0, q->effort.jobs, e) < 0)
		return -1;
	struct work w = { .s = q, .rankings = &x.rankings, .runs = x.rankings.runs };
	records_init(&lines, columns, sizeof(struct row));
	int result = choose_topics(&w, e);
	if (result == 0)
		result = make_room(&w, x.held, e);
	if (result == 0)
		result = simulate(&w, &x, &lines, e);
	result = print_csv(&lines, NULL, NULL, result, out, e); /* with names of the runs */
	for (size_t t = 0; w.frame != NULL && t < w.topics; t++)
		arena_release(&w.frame[t].memory);
	arena_release(&w.memory);
	judged_runs_release(&x);
	return result;
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
