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
#include "core/base/near.h"
#include "core/stats/distribution/yield.h"
#include "core/stats/interval/posterior.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/ascending.h"
#include "core/stats/random/resample.h"
#include "core/stats/two_runs/difference.h"
#include "core/stats/two_runs/shared_posterior.h"

/* ---- the model ---- */

static int check_shared_method(const struct interval_method *m, const struct stratum *s,
			       size_t count, const struct interval_request *q, struct err *e)
{
	if (m->prior == NULL)
		return err_usage(e,
				 "'%s' has no posterior, which a comparison on sampled judgments "
				 "needs; use bb-spread",
				 m->name);
	if (q->quantity != QUANTITY_RECALL && q->quantity != QUANTITY_PRECISION &&
	    q->quantity != QUANTITY_F)
		return err_usage(e, "systems are compared by recall, precision or F");
	return interval_check(s, count, q, e);
}

static size_t group_of(const struct pair_stratum *c)
{
	if (c->in_a)
		return c->in_b ? GROUP_BOTH : GROUP_A;
	return c->in_b ? GROUP_B : GROUP_NEITHER;
}

/*
 * If a stratum is cut, recall and F see the yield of a part, which is a share of the whole stratum,
 * and precision its documents.
 */
static struct stratum stratum_of(const struct pair_stratum *c, enum quantity quantity)
{
	struct stratum s = { .size = c->size,
			     .sampled = c->sampled,
			     .relevant = c->relevant,
			     .assessable = c->assessable,
			     .retrieved = c->in_a || c->in_b };
	if (c->cut && quantity == QUANTITY_PRECISION) {
		s.size = (int64_t)llround(pair_stratum_size(c));
		s.sampled = c->part;
		s.assessable = c->part - (c->sampled - c->assessable);
	}
	return s;
}

/* How many documents of a part of a stratum count: precision and F leave gray ones out. */
static double counted_size(const struct pair_stratum *c, const struct interval_request *q)
{
	bool leave_out = q->quantity != QUANTITY_RECALL && !q->gray_nonrelevant;
	int64_t gray = leave_out && (c->in_a || c->in_b) ? c->sampled - c->assessable : 0;
	return (double)c->size * (double)(c->part - gray) / (double)c->sampled;
}

/* The cells of one group, behind those of the groups before it. */
static void add_group(struct shared_model *x, size_t group, const struct pair_stratum *cell,
		      size_t count, const struct interval_request *q)
{
	struct stratum *s = x->s + x->begin[group];
	struct stratum unsampled = { 0 };
	size_t added = 0;
	double size = 0;
	for (size_t i = 0; i < count; i++) {
		if (group_of(&cell[i]) != group)
			continue;
		struct stratum whole = stratum_of(&cell[i], q->quantity);
		struct stratum t = interval_adjust(&whole, q);
		unsampled.retrieved = t.retrieved;
		size += cell[i].cut ? counted_size(&cell[i], q) : (double)t.size;
		if (t.sampled > 0)
			s[added++] = t;
		else
			unsampled.size += t.size;
	}
	if (unsampled.size > 0)
		s[added++] = unsampled;
	qsort(s, added, sizeof *s, posterior_stratum_order);
	x->begin[group + 1] = x->begin[group] + added;
	x->size_a += group == GROUP_A || group == GROUP_BOTH ? size : 0;
	x->size_b += group == GROUP_B || group == GROUP_BOTH ? size : 0;
}

/* Cells without a sample borrow from the others, as in core/stats/interval/cut_strata.h. */
static void borrow(struct shared_model *x, const struct pair_stratum *cell, size_t count)
{
	double size = 0, found = 0, sampled = 0;
	for (size_t i = 0; i < count; i++) {
		if (cell[i].sampled == 0)
			continue;
		size += pair_stratum_size(&cell[i]);
		found += (double)cell[i].size * (double)cell[i].relevant / (double)cell[i].sampled;
		sampled += cell[i].cut ? (double)cell[i].part : (double)cell[i].sampled;
	}
	double p = fmax(size > 0 ? found / size : 0, 0.5 / (sampled + 1));
	p = fmin(p, 1 - MODEL_SHARE_EDGE);
	for (size_t i = 0; i < x->begin[GROUPS]; i++)
		if (x->s[i].sampled == 0)
			x->prior[i] = p <= 0.5 ? (struct prior){ 0.5, 0.5 * (1 - p) / p }
					       : (struct prior){ 0.5 * p / (1 - p), 0.5 };
}

static bool undefined(const struct shared_model *x, const struct interval_request *q)
{
	int64_t may_be_relevant = 0;
	for (size_t i = 0; i < x->begin[GROUPS]; i++)
		may_be_relevant += x->s[i].size - (x->s[i].sampled - x->s[i].relevant);
	bool empty = x->size_a == 0 || x->size_b == 0;
	if (q->quantity == QUANTITY_PRECISION)
		return empty;
	return may_be_relevant == 0 && (q->quantity == QUANTITY_RECALL || empty);
}

int shared_model_init(struct shared_model *x, const struct interval_method *m,
		      const struct shared_topic *topic, const struct interval_request *q,
		      struct err *e)
{
	const struct pair_stratum *cell = topic->cell;
	size_t count = topic->cells;
	*x = (struct shared_model){ .binomial = m->binomial };
	x->s = calloc(count + GROUPS, sizeof *x->s);
	x->prior = calloc(count + GROUPS, sizeof *x->prior);
	int status = x->s != NULL && x->prior != NULL ? 0 : err_memory(e);
	if (status == 0) {
		for (size_t i = 0; i < count; i++)
			x->s[i] = stratum_of(&cell[i], q->quantity);
		status = check_shared_method(m, x->s, count, q, e);
	}
	if (status < 0) {
		shared_model_release(x);
		return -1;
	}
	for (size_t group = 0; group < GROUPS; group++) {
		add_group(x, group, cell, count, q);
		size_t begin = x->begin[group];
		m->prior(x->s + begin, x->begin[group + 1] - begin, x->prior + begin);
	}
	x->size_a = fmax(x->size_a + topic->beyond[0], 0);
	x->size_b = fmax(x->size_b + topic->beyond[1], 0);
	if (m->borrows)
		borrow(x, cell, count);
	x->undefined = undefined(x, q);
	return 0;
}

void shared_model_release(struct shared_model *x)
{
	free(x->s);
	free(x->prior);
	*x = (struct shared_model){ 0 };
}

/* ---- the posterior ---- */

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
	out->told = q->at != NULL;
	if (out->told)
		return difference_tails(d, *q->at, &out->tails, e);
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
		bool equal = near_within(difference[i], 0, NEAR_BITS);
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
	*out = undefined ? (struct shared_result){ .probability = NAN,
						   .probability_error = NAN,
						   .mean = NAN,
						   .interval = { NAN, NAN } }
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
