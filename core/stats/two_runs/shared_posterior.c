/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two systems on one stratified sample; see shared_posterior.h.
 *
 * A topic's difference is a function of three or four independent yields (difference.h), and the
 * mean over topics a sum of such terms (core/stats/distribution/topic_sum.h).
 */
#include <math.h>

#include "core/base/arena.h"
#include "core/stats/distribution/yield.h"
#include "core/stats/interval/posterior.h"
#include "core/stats/interval/posterior_draw.h"
#include "core/stats/numeric/ascending.h"
#include "core/stats/random/resample.h"
#include "core/stats/two_runs/difference.h"
#include "core/stats/two_runs/shared_posterior.h"

/* The distribution of the yield of groups first .. end-1, in units of 1/fine of a document. */
static struct yield_distribution *yield(const struct shared_model *x, size_t first, size_t end,
					int64_t fine, struct err *e)
{
	size_t begin = x->begin[first];
	const struct posterior_model part = { .s = x->s + begin,
					      .prior = x->prior + begin,
					      .count = x->begin[end] - begin };
	return posterior_yield(&part, PART_ALL, fine, YIELD_EXACT_POINTS, e);
}

int shared_difference(const struct shared_model *x, const struct interval_request *q,
		      struct difference *out, struct err *e)
{
	const struct posterior_model all = {
		.s = x->s, .prior = x->prior, .count = x->begin[GROUPS], .binomial = x->binomial
	};
	int64_t fine = posterior_fineness(&all);
	double size_a = x->size_a * (double)fine, size_b = x->size_b * (double)fine;
	bool curved = difference_is_curved(q->quantity, q->beta, size_a, size_b);
	bool precision =
		q->quantity == QUANTITY_PRECISION || (q->quantity == QUANTITY_F && !(q->beta > 0));
	/* Axis i has group i, or the rest has both last groups and the last axis has none. */
	const size_t end[AXES] = { GROUP_A + 1, GROUP_B + 1,
				   curved || precision ? GROUP_NEITHER : GROUPS,
				   curved ? GROUPS : GROUP_NEITHER };
	struct yield_distribution *distribution[AXES] = { 0 };
	for (size_t i = 0; i < AXES; i++) {
		distribution[i] = yield(x, i, end[i], fine, e);
		if (distribution[i] != NULL)
			continue;
		for (size_t made = 0; made < i; made++)
			yield_free(distribution[made]);
		return -1;
	}
	return difference_init(out, q->quantity, q->beta, size_a, size_b, distribution, e);
}

/* The topics with a difference. */
struct topics {
	struct shared_model *model;
	struct difference *difference;
	struct yield_term *yields;
	struct sum_term *term;
	size_t count, made, terms; /* models, differences, terms */
	struct arena memory;
};

static void topics_release(struct topics *x)
{
	for (size_t i = 0; i < x->terms; i++)
		yield_term_release(&x->yields[i]);
	for (size_t i = 0; i < x->made; i++)
		difference_release(&x->difference[i]);
	for (size_t i = 0; i < x->count; i++)
		shared_model_release(&x->model[i]);
	arena_release(&x->memory);
}

/* Room for `count` of them. */
static int topics_init(struct topics *x, size_t count, struct err *e)
{
	struct arena *room = &x->memory;
	*x = (struct topics){ 0 };
	x->model = arena_zeroed(room, count, sizeof *x->model);
	x->difference = arena_zeroed(room, count, sizeof *x->difference);
	x->yields = arena_zeroed(room, count, sizeof *x->yields);
	x->term = arena_zeroed(room, count, sizeof *x->term);
	return room->failed ? err_memory(e) : 0;
}

static double difference_at(const void *of, const double yield[YIELDS])
{
	return difference_value(of, yield);
}

static int add_term(struct topics *x, struct difference *d, struct err *e)
{
	const struct yield_distribution *distribution[AXES];
	struct yield_term *t = &x->yields[x->terms];
	size_t axes = d->curved ? AXES : AXIS_NEITHER;
	for (size_t i = 0; i < axes; i++)
		distribution[i] = d->axis[i].distribution;
	if (yield_term_init(t, distribution, axes, difference_at, d, e) < 0)
		return -1;
	x->term[x->terms++] = yield_term_in_sum(t, 0);
	return 0;
}

/* The terms of all topics, and the mean of their means. */
static int make_terms(struct topics *x, const struct interval_request *q, double *mean,
		      struct err *e)
{
	double sum = 0;
	for (size_t i = 0; i < x->count; i++) {
		struct difference *d = &x->difference[i];
		double one;
		if (shared_difference(&x->model[i], q, d, e) < 0)
			return -1;
		x->made++;
		if (difference_mean(d, &one, e) < 0 || add_term(x, d, e) < 0)
			return -1;
		sum += one;
	}
	*mean = sum / (double)x->count;
	return 0;
}

/* ---- computed ---- */

static int of_one_topic(struct topics *x, const struct interval_request *q,
			struct shared_result *out, struct err *e)
{
	struct difference *d = x->difference;
	if (shared_difference(x->model, q, d, e) < 0)
		return -1;
	x->made++;
	int status = difference_probability(d, &out->probability, e);
	if (status == 0)
		status = difference_mean(d, &out->mean, e);
	if (status == 0)
		status = difference_quantile(d, q->ends.lower_p, &out->interval.lower, e);
	if (status == 0)
		status = difference_quantile(d, q->ends.upper_p, &out->interval.upper, e);
	return status;
}

static int of_several(struct topics *x, const struct interval_request *q, struct shared_result *out,
		      struct err *e)
{
	struct sum_answers a;
	double count = (double)x->count;
	if (make_terms(x, q, &out->mean, e) < 0 ||
	    topic_sum(x->term, x->count, q->ends.lower_p, q->ends.upper_p, 0, &a, e) < 0)
		return -1;
	out->probability = fmin(fmax(a.above, 0), 1);
	out->interval = (struct interval){ a.lower / count, a.upper / count };
	return 0;
}

/* ---- drawn ---- */

/* One draw of the difference. Cell i has the stream of random numbers `stream` + i. */
static double draw_one(const struct shared_model *x, const struct interval_request *q, int64_t draw,
		       uint32_t stream)
{
	double yield[GROUPS] = { 0 };
	for (size_t group = 0; group < GROUPS; group++)
		for (size_t i = x->begin[group]; i < x->begin[group + 1]; i++)
			yield[group] +=
				posterior_draw_yield(&x->s[i], &x->prior[i], x->binomial,
						     q->ends.seed, draw, stream + (uint32_t)i);
	double both = yield[GROUP_BOTH], a = yield[GROUP_A], b = yield[GROUP_B];
	double neither = yield[GROUP_NEITHER];
	return posterior_value(q->quantity, q->beta, x->size_a, both + a, b + neither) -
	       posterior_value(q->quantity, q->beta, x->size_b, both + b, a + neither);
}

/* The result from draws of a difference; sorts them. */
static void sum_up(double *difference, int64_t draws, const struct interval_request *q,
		   struct shared_result *out)
{
	double better = 0, squares = 0, sum = 0, B = (double)draws;
	for (int64_t i = 0; i < draws; i++) {
		/* equal fractions may differ by rounding */
		bool equal = fabs(difference[i]) < 1e-15;
		double wins = equal ? 0.5 : difference[i] > 0;
		better += wins;
		squares += wins * wins;
		sum += difference[i];
	}
	qsort(difference, (size_t)draws, sizeof *difference, ascending);
	double mean = better / B;
	*out = (struct shared_result){
		.probability = mean,
		.probability_error = sqrt(fmax(squares / B - mean * mean, 0) / B),
		.mean = sum / B,
		.interval = { resample_quantile(difference, draws, q->ends.lower_p),
			      resample_quantile(difference, draws, q->ends.upper_p) },
	};
}

static int drawn(struct topics *x, const struct interval_request *q, struct shared_result *out,
		 struct err *e)
{
	double *mean = calloc((size_t)q->ends.draws, sizeof *mean);
	if (mean == NULL)
		return err_memory(e);
	for (int64_t draw = 0; draw < q->ends.draws; draw++) {
		uint32_t stream = 0;
		for (size_t i = 0; i < x->count; i++) {
			mean[draw] += draw_one(&x->model[i], q, draw, stream);
			stream += (uint32_t)x->model[i].begin[GROUPS];
		}
		mean[draw] /= (double)x->count;
	}
	sum_up(mean, q->ends.draws, q, out);
	free(mean);
	return 0;
}

/* ---- the choice ---- */

int shared_compare_mean(const struct interval_method *m, const struct shared_topic *topic,
			size_t count, const struct interval_request *q, struct shared_result *out,
			struct err *e)
{
	struct topics x;
	int status = topics_init(&x, count, e);
	for (size_t i = 0; i < count && status == 0; i++) {
		struct shared_model *model = &x.model[x.count];
		status = shared_model_init(model, m, &topic[i], q, e);
		if (status == 0 && model->undefined)
			shared_model_release(model);
		else if (status == 0)
			x.count++;
	}
	bool undefined = x.count == 0;
	*out = undefined ? (struct shared_result){ NAN, NAN, NAN, { NAN, NAN } }
			 : (struct shared_result){ 0 };
	if (status == 0 && !undefined)
		status = (q->ends.draws > 0 ? drawn
			  : x.count == 1    ? of_one_topic
					    : of_several)(&x, q, out, e);
	topics_release(&x);
	return status;
}

int shared_compare(const struct interval_method *m, const struct pair_stratum *cell, size_t count,
		   const struct interval_request *q, struct shared_result *out, struct err *e)
{
	const struct shared_topic one = { .cell = cell, .cells = count };
	return shared_compare_mean(m, &one, 1, q, out, e);
}
