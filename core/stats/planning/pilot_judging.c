/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/near.h"
#include "core/stats/planning/pilot_judging.h"

/* Certainties that agree so far are the same. */
static const double TIE = NEAR_ROUNDING;

static bool in_pool(const struct ap_document *d, int64_t depth)
{
	return (d->rank_a > 0 && d->rank_a <= depth) || (d->rank_b > 0 && d->rank_b <= depth);
}

static size_t longest(const struct ap_document *d, size_t count)
{
	int64_t most = 1;
	for (size_t i = 0; i < count; i++) {
		most = d[i].rank_a > most ? d[i].rank_a : most;
		most = d[i].rank_b > most ? d[i].rank_b : most;
	}
	return (size_t)most;
}

/* What is known when the pool of a depth is judged; `known` has room for all documents. */
static int judge(struct pilot_topic *t, const struct ap_document *d, size_t count, size_t depth,
		 double unjudged, struct ap_document *known, struct ap_numerator *f, struct err *e)
{
	int64_t judged = 0;
	for (size_t i = 0; i < count; i++) {
		bool pooled = in_pool(&d[i], (int64_t)depth);
		known[i] = d[i];
		known[i].relevant = pooled ? d[i].relevant : unjudged;
		judged += pooled;
	}
	if (ap_numerator_set(f, known, count, e) < 0)
		return -1;
	t->difference[depth - 1] = ap_difference(f);
	t->judged[depth - 1] = judged;
	return 0;
}

int pilot_topic_init(struct pilot_topic *t, const struct ap_document *d, size_t count,
		     size_t most_depths, double unjudged, struct ap_numerator *f, struct err *e)
{
	size_t depths = longest(d, count);
	*t = (struct pilot_topic){ .depths = depths < most_depths ? depths : most_depths };
	t->difference = calloc(t->depths, sizeof *t->difference);
	t->judged = calloc(t->depths, sizeof *t->judged);
	struct ap_document *known = calloc(count + 1, sizeof *known);
	int status = t->difference && t->judged && known ? 0 : err_memory(e);
	for (size_t depth = 1; depth <= t->depths && status == 0; depth++)
		status = judge(t, d, count, depth, unjudged, known, f, e);
	free(known);
	return status;
}

void pilot_topic_release(struct pilot_topic *t)
{
	free(t->difference);
	free(t->judged);
	*t = (struct pilot_topic){ 0 };
}

int pilot_draw_init(struct pilot_draw *d, size_t topics, size_t most, struct err *e)
{
	*d = (struct pilot_draw){ .order = calloc(topics + 1, sizeof *d->order),
				  .drawn = calloc(most + 1, sizeof *d->drawn),
				  .difference = calloc(most + 1, sizeof *d->difference) };
	if (d->order == NULL || d->drawn == NULL || d->difference == NULL)
		return err_memory(e);
	for (size_t i = 0; i < topics; i++)
		d->order[i] = i;
	return 0;
}

void pilot_draw_release(struct pilot_draw *d)
{
	free(d->order);
	free(d->drawn);
	free(d->difference);
}

void pilot_draw_next(struct pilot_draw *d, struct uniform *u, size_t topics, size_t size)
{
	bool again = size > topics;
	d->size = size;
	if (!again)
		uniform_choose(u, d->order, topics, size);
	for (size_t i = 0; i < size; i++)
		d->drawn[i] = again ? uniform_below(u, topics) : d->order[i];
}

size_t pilot_depths(const struct pilot_topic *topic, const struct pilot_draw *d)
{
	size_t depths = 0;
	for (size_t i = 0; i < d->size; i++)
		if (topic[d->drawn[i]].depths > depths)
			depths = topic[d->drawn[i]].depths;
	return depths;
}

struct map_difference pilot_judge(const struct pilot_topic *topic, const struct pilot_draw *d,
				  size_t depth, double *judged)
{
	*judged = 0;
	for (size_t i = 0; i < d->size; i++) {
		const struct pilot_topic *t = &topic[d->drawn[i]];
		size_t at = depth < t->depths ? depth - 1 : t->depths - 1;
		d->difference[i] = t->difference[at];
		*judged += (double)t->judged[at];
	}
	return map_difference(d->difference, d->size);
}

bool pilot_reaches(const struct map_difference *d, double certainty)
{
	return d->certainty >= certainty - TIE;
}

/* Goes deeper until all certainties are reached; those that never are, stay nan. */
static void judge_drawn(const struct pilot_topic *topic, const struct pilot_draw *r,
			const struct pilot_design *d, double *judgments)
{
	size_t depths = pilot_depths(topic, r), left = d->certainties;
	for (size_t c = 0; c < d->certainties; c++)
		judgments[c] = NAN;
	for (size_t k = 1; k <= depths && left > 0; k++) {
		double judged;
		struct map_difference x = pilot_judge(topic, r, k, &judged);
		for (size_t c = 0; c < d->certainties; c++)
			if (isnan(judgments[c]) && pilot_reaches(&x, d->certainty[c])) {
				judgments[c] = judged;
				left--;
			}
	}
}

static void observe(const struct pilot_topic *topic, size_t topics, const struct pilot_design *d,
		    uint64_t pair, struct pilot_draw *r, double *judgments)
{
	for (int64_t k = 0; k < d->resamples; k++) {
		struct uniform u = uniform_start(
			d->seed, pair * (uint64_t)d->resamples + (uint64_t)k, STREAM_PILOT);
		for (size_t i = 0; i < topics; i++)
			r->order[i] = i;
		for (size_t s = 0; s < d->sizes; s++) {
			pilot_draw_next(r, &u, topics, (size_t)d->size[s]);
			judge_drawn(topic, r, d, judgments + pilot_place(d, 0, s, k));
		}
	}
}

int pilot_observe(const struct pilot_topic *topic, size_t topics, const struct pilot_design *d,
		  uint64_t pair, double *judgments, struct err *e)
{
	size_t most = 1;
	for (size_t s = 0; s < d->sizes; s++)
		most = d->size[s] > (double)most ? (size_t)d->size[s] : most;
	struct pilot_draw r;
	int status = pilot_draw_init(&r, topics, most, e);
	if (status == 0)
		observe(topic, topics, d, pair, &r, judgments);
	pilot_draw_release(&r);
	return status;
}

int pilot_fit(const struct pilot_design *d, const double *judgments, size_t count,
	      struct judgment_model *out, double *deviance_r2, struct err *e)
{
	size_t reached = 0;
	struct judged *o = calloc(count + 1, sizeof *o);
	if (o == NULL)
		return err_memory(e);
	for (size_t i = 0; i < count; i++)
		if (!isnan(judgments[i]))
			o[reached++] = (struct judged){
				{ log(d->certainty[i % d->certainties]),
				  log(d->size[i / d->certainties % d->sizes]) },
				judgments[i],
			};
	int status = reached > 0
			     ? judgments_fit(o, reached, out, deviance_r2, e)
			     : err_data(e, "none of the certainties is ever reached: the runs "
					   "differ too little, or the pools are not deep enough");
	free(o);
	return status;
}
