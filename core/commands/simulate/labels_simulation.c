/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/commands/simulate/labels_simulation.h"
#include "core/stats/interval/choose.h"
#include "core/stats/random/uniform.h"
#include "core/stats/sampling/joined_classes.h"
#include "core/stats/two_runs/shared_posterior.h"

const char *const labels_quantities[] = { "recall",	 "precision", "F",	"yield",
					  "diff-recall", "diff-P",    "diff-F", NULL };

static const enum quantity quantity_of[] = {
	QUANTITY_RECALL, QUANTITY_PRECISION, QUANTITY_F, QUANTITY_YIELD,
	QUANTITY_RECALL, QUANTITY_PRECISION, QUANTITY_F,
};

/* Documents by which runs retrieve them (bit 0 the first, bit 1 the second) and by class. */
enum { QUARTERS = 4 };
struct cells {
	struct class_part part[QUARTERS][LABEL_CLASSES_MAX + 1];
	int64_t relevant[QUARTERS][LABEL_CLASSES_MAX + 1]; /* of the sample */
	size_t classes;
};

/* What two runs and labels of a kind make of a sample, in a fixed order. */
struct pair_cells {
	struct pair_stratum cell[QUARTERS * (LABEL_CLASSES_MAX + 1)];
	size_t count;
};

/* The answer of one sample. */
struct answer {
	double estimate;
	struct interval interval;
};

struct drawing {
	const struct labels_simulation *s;
	const struct labels_world *w;
	size_t *item;		  /* of each thread: a list of all documents */
	struct cells *cells;	  /* of each thread */
	struct pair_cells *pairs; /* of each thread and kind */
	struct answer *answer;	  /* of each sample, kind (the last being none) and quantity */
};

static int quarter_of(const struct labels_world *w, size_t i)
{
	return w->in[0][i] | w->in[1][i] << 1;
}

/* `class_of` is NULL for one class. */
static void count_all(struct cells *c, const struct labels_world *w, const uint16_t *class_of,
		      size_t classes)
{
	c->classes = classes;
	for (int q = 0; q < QUARTERS; q++)
		for (size_t k = 0; k < classes; k++) {
			c->part[q][k] = (struct class_part){ 0, 0 };
			c->relevant[q][k] = 0;
		}
	for (size_t i = 0; i < w->documents; i++)
		c->part[quarter_of(w, i)][class_of != NULL ? class_of[i] : 0].size++;
}

static void count_sample(struct cells *c, const struct labels_world *w, const uint16_t *class_of,
			 const size_t *item, int64_t count)
{
	for (int64_t n = 0; n < count; n++) {
		size_t i = item[n], k = class_of != NULL ? class_of[i] : 0;
		c->part[quarter_of(w, i)][k].sampled++;
		c->relevant[quarter_of(w, i)][k] += w->relevant[i];
	}
}

/*
 * One run.
 */

/* Strata of the first run: quarters 0 and 2 are not retrieved, 1 and 3 are. */
static size_t strata_of(const struct cells *c, struct divided_stratum *out)
{
	size_t count = 0;
	int64_t unsampled[2] = { 0, 0 };
	for (int side = 0; side < 2; side++) {
		struct class_part part[LABEL_CLASSES_MAX + 1];
		uint16_t group[LABEL_CLASSES_MAX + 1];
		for (size_t k = 0; k < c->classes; k++)
			part[k] = (struct class_part){
				c->part[side][k].size + c->part[side + 2][k].size,
				c->part[side][k].sampled + c->part[side + 2][k].sampled
			};
		size_t groups = classes_join(part, c->classes, SIZE_MAX, group);
		for (size_t g = 0; g < groups; g++) {
			struct divided_stratum d = { .retrieved = side == 1 };
			for (size_t k = 0; k < c->classes; k++) {
				if (group[k] != g)
					continue;
				d.size += part[k].size;
				d.sampled += part[k].sampled;
				d.relevant[side] += c->relevant[side][k] + c->relevant[side + 2][k];
			}
			d.other[side] = d.sampled - d.relevant[side];
			if (d.sampled > 0)
				out[count++] = d;
			else
				unsampled[side] += d.size;
		}
	}
	for (int side = 0; side < 2; side++)
		if (unsampled[side] > 0)
			out[count++] = (struct divided_stratum){ .size = unsampled[side],
								 .retrieved = side == 1 };
	return count;
}

static struct interval_request request_of(const struct labels_simulation *s, int quantity)
{
	struct interval_request q = { .quantity = quantity_of[quantity],
				      .beta = 1,
				      .post_stratified = true };
	q.ends.seed = 1;
	q.ends.draws = s->draws;
	tails_set(&q.ends, s->level, TAIL_BOTH);
	return q;
}

static int answer_of_run(const struct labels_simulation *s, const struct cells *c, int quantity,
			 struct answer *out, struct err *e)
{
	struct divided_stratum *d = calloc(2 * LABEL_CLASSES_MAX + 4, sizeof *d);
	if (d == NULL)
		return err_memory(e);
	size_t count = strata_of(c, d);
	const struct interval_request q = request_of(s, quantity);
	const struct default_request by_rule = { .interval = q, .labels = true };
	out->estimate = divided_value(d, count, &q, false);
	int result = s->method == NULL ? default_interval(d, count, &by_rule, &out->interval, e)
				       : divided_interval(interval_find(s->method), d, count, &q,
							  false, &out->interval, e);
	free(d);
	return result;
}

/*
 * Two runs.
 */

static size_t shared_of(const struct cells *c, struct pair_stratum *out)
{
	size_t count = 0;
	for (int quarter = 0; quarter < QUARTERS; quarter++) {
		uint16_t group[LABEL_CLASSES_MAX + 1];
		size_t groups = classes_join(c->part[quarter], c->classes, SIZE_MAX, group);
		for (size_t g = 0; g < groups; g++) {
			struct pair_stratum d = { .in_a = quarter & 1, .in_b = quarter >> 1 & 1 };
			for (size_t k = 0; k < c->classes; k++) {
				if (group[k] != g)
					continue;
				d.size += c->part[quarter][k].size;
				d.sampled += c->part[quarter][k].sampled;
				d.relevant += c->relevant[quarter][k];
			}
			d.assessable = d.sampled;
			out[count++] = d;
		}
	}
	return count;
}

static int by_cell(const void *a, const void *b)
{
	const struct pair_stratum *x = a, *y = b;
	const int64_t one[] = { x->in_a, x->in_b, x->size, x->sampled, x->relevant };
	const int64_t other[] = { y->in_a, y->in_b, y->size, y->sampled, y->relevant };
	for (size_t i = 0; i < sizeof one / sizeof *one; i++)
		if (one[i] != other[i])
			return one[i] < other[i] ? -1 : 1;
	return 0;
}

static bool same_cells(const struct pair_cells *a, const struct pair_cells *b)
{
	bool same = a->count == b->count;
	for (size_t i = 0; same && i < a->count; i++)
		same = by_cell(&a->cell[i], &b->cell[i]) == 0;
	return same;
}

static int answer_of_pair(const struct labels_simulation *s, const struct pair_cells *p,
			  int quantity, struct answer *out, struct err *e)
{
	const struct interval_request q = request_of(s, quantity);
	struct shared_result r;
	const struct interval_method *m =
		interval_find(s->method != NULL ? s->method : interval_choose(OF_SET, 0));
	if (shared_compare(m, p->cell, p->count, &q, &r, e) < 0)
		return -1;
	*out = (struct answer){ r.mean, r.interval };
	return 0;
}

static bool is_tried(const struct drawing *x, int kind)
{
	return kind == KINDS || (x->w->class_of[kind] != NULL && x->s->kind[kind]);
}

/* Kinds that make the same cells (`reversed` those of `perfect`) have the same answers. */
static int answer_pairs(const struct drawing *x, const struct cells *c, struct pair_cells *pairs,
			int kind, struct answer *out, struct err *e)
{
	int same = 0;
	pairs[kind].count = shared_of(c, pairs[kind].cell);
	qsort(pairs[kind].cell, pairs[kind].count, sizeof *pairs[kind].cell, by_cell);
	while (!(is_tried(x, same) && same_cells(&pairs[same], &pairs[kind])))
		same++;
	for (int q = LABELS_DIFF_RECALL; q < LABELS_QUANTITIES; q++) {
		if (!x->s->wanted[q])
			continue;
		if (same < kind)
			out[kind * LABELS_QUANTITIES + q] = out[same * LABELS_QUANTITIES + q];
		else if (answer_of_pair(x->s, &pairs[kind], q, &out[kind * LABELS_QUANTITIES + q],
					e) < 0)
			return -1;
	}
	return 0;
}

/*
 * Samples.
 */

static int answer_sample(void *context, size_t sample, int thread, struct err *e)
{
	const struct drawing *x = context;
	const struct labels_world *w = x->w;
	struct cells *c = &x->cells[thread];
	size_t *item = x->item + (size_t)thread * w->documents;
	struct answer *out = x->answer + sample * (KINDS + 1) * LABELS_QUANTITIES;
	struct uniform u = uniform_start(x->s->effort->seed, sample, STREAM_LABELLED_SAMPLE);
	for (size_t i = 0; i < w->documents; i++)
		item[i] = i;
	uniform_choose(&u, item, w->documents, (size_t)x->s->sampled);
	for (int kind = 0; kind <= KINDS; kind++) {
		const uint16_t *class_of = kind < KINDS ? w->class_of[kind] : NULL;
		if (!is_tried(x, kind))
			continue;
		count_all(c, w, class_of, kind < KINDS ? w->classes[kind] : 1);
		count_sample(c, w, class_of, item, x->s->sampled);
		for (int q = 0; q < LABELS_DIFF_RECALL; q++)
			if (x->s->wanted[q] &&
			    answer_of_run(x->s, c, q, &out[kind * LABELS_QUANTITIES + q], e) < 0)
				return -1;
		if (answer_pairs(x, c, x->pairs + thread * (KINDS + 1), kind, out, e) < 0)
			return -1;
	}
	progress_step(&x->s->effort->progress);
	return 0;
}

static void answer_fields(void *context, size_t sample, struct shard_line *l)
{
	struct drawing *x = context;
	size_t count = (KINDS + 1) * LABELS_QUANTITIES;
	for (size_t i = 0; i < count; i++) {
		struct answer *a = &x->answer[sample * count + i];
		SHARD_FIELD(l, &a->estimate);
		SHARD_FIELD(l, &a->interval.lower);
		SHARD_FIELD(l, &a->interval.upper);
	}
}

/* ---- what they say ---- */

/* Relevant and all documents of a quarter. */
static double truth_of(const struct labels_world *w, int quantity)
{
	double relevant[QUARTERS] = { 0 }, size[QUARTERS] = { 0 };
	for (size_t i = 0; i < w->documents; i++) {
		size[quarter_of(w, i)]++;
		relevant[quarter_of(w, i)] += w->relevant[i];
	}
	double all = relevant[0] + relevant[1] + relevant[2] + relevant[3];
	double found[2] = { relevant[1] + relevant[3], relevant[2] + relevant[3] };
	double sets[2] = { size[1] + size[3], size[2] + size[3] }, value[2];
	for (int side = 0; side < 2; side++)
		value[side] =
			quantity_of[quantity] == QUANTITY_RECALL      ? found[side] / all
			: quantity_of[quantity] == QUANTITY_PRECISION ? found[side] / sets[side]
			: quantity_of[quantity] == QUANTITY_F ? 2 * found[side] / (sets[side] + all)
							      : all;
	return quantity < LABELS_DIFF_RECALL ? value[0] : value[0] - value[1];
}

static void summarize(const struct drawing *x, struct labels_result out[KINDS][LABELS_QUANTITIES])
{
	double samples = (double)x->s->effort->samples;
	for (int kind = 0; kind < KINDS; kind++)
		for (int q = 0; q < LABELS_QUANTITIES; q++) {
			struct labels_result *r = &out[kind][q];
			*r = (struct labels_result){ .truth = truth_of(x->w, q) };
			double *covered[2] = { &r->covered, &r->without_covered };
			double *width[2] = { &r->width, &r->without_width };
			double *error[2] = { &r->estimate_error, &r->without_error };
			for (int64_t i = 0; i < x->s->effort->samples; i++)
				for (int k = 0; k < 2; k++) {
					const struct answer *a =
						&x->answer[((size_t)i * (KINDS + 1) +
							    (size_t)(k == 0 ? kind : KINDS)) *
								   LABELS_QUANTITIES +
							   (size_t)q];
					const double slack = 1e-9;
					*covered[k] += (a->interval.lower <= r->truth + slack &&
							a->interval.upper >= r->truth - slack) /
						       samples;
					*width[k] +=
						(a->interval.upper - a->interval.lower) / samples;
					*error[k] += (a->estimate - r->truth) *
						     (a->estimate - r->truth) / samples;
				}
			r->estimate_error = sqrt(r->estimate_error);
			r->without_error = sqrt(r->without_error);
		}
}

int labels_simulate(const struct labels_simulation *s, const struct labels_world *w,
		    struct labels_result out[KINDS][LABELS_QUANTITIES], struct err *e)
{
	size_t samples = (size_t)s->effort->samples;
	size_t threads = (size_t)parallel_threads(s->effort->jobs, samples);
	struct drawing x = { .s = s, .w = w };
	x.item = calloc(threads * w->documents + 1, sizeof *x.item);
	x.cells = calloc(threads, sizeof *x.cells);
	x.pairs = calloc(threads * (KINDS + 1), sizeof *x.pairs);
	x.answer = calloc(samples * (KINDS + 1) * LABELS_QUANTITIES + 1, sizeof *x.answer);
	int result = x.item == NULL || x.cells == NULL || x.pairs == NULL || x.answer == NULL
			     ? err_memory(e)
			     : shard_each(s->effort->shard, s->effort->jobs, samples, answer_sample,
					  answer_fields, &x, e);
	if (result == 0)
		summarize(&x, out);
	free(x.item);
	free(x.cells);
	free(x.pairs);
	free(x.answer);
	return result;
}
