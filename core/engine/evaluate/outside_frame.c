/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/parallel.h"
#include "core/data/runs/pool.h"
#include "core/engine/evaluate/outside_frame.h"
#include "core/stats/sampling/frame_test.h"

/* One topic whose documents outside cannot be counted; `stratum` has room for its strata. */
static struct framed_topic framed(const struct sample_view *s, struct framed_stratum *stratum)
{
	struct framed_topic t = { .stratum = stratum, .retrieved = s->retrieved };
	int64_t judged = 0;
	for (size_t i = 0; i < s->strata; i++) {
		const struct divided_stratum *d = &s->stratum[i];
		if (d->sampled == 0) { /* it may hold as many of them */
			t.retrieved -= d->size;
			continue;
		}
		int64_t met = d->relevant[1] + d->other[1] + d->gray[1];
		stratum[t.strata++] = (struct framed_stratum){ d->size, d->sampled, met };
		judged += met;
	}
	t.retrieved = t.retrieved > judged ? t.retrieved : judged;
	return t;
}

int outside_frame_find(struct evaluation *x, struct err *e)
{
	size_t topics = 0, used = 0, strata = 0;
	struct arena memory = { 0 };
	for (size_t t = 0; t < x->judgments->topics; t++)
		strata += x->kept[t].strata;
	struct framed_topic *topic = arena_zeroed(&memory, x->judgments->topics, sizeof *topic);
	struct framed_stratum *stratum = arena_zeroed(&memory, strata, sizeof *stratum);
	struct outside_frame *to = &x->count.outside;
	*to = (struct outside_frame){ .p = 1, .as = OUTSIDE_LEFT_OUT };
	for (size_t i = 0; !memory.failed && i < x->judgments->topics; i++) {
		size_t t = x->judgments->sorted[i];
		const struct sample_view *s = &x->kept[t];
		if (!x->evaluated[t])
			continue;
		to->retrieved += (double)s->retrieved;
		*(s->outside_counted ? &to->counted : &to->estimated) += s->outside;
		if (s->outside_counted || s->strata == 0 || s->retrieved == 0)
			continue;
		to->as = s->outside_as > to->as ? s->outside_as : to->as;
		topic[topics] = framed(s, stratum + used);
		used += topic[topics].strata;
		for (size_t k = 0; k < topic[topics].strata; k++)
			to->judged += topic[topics].stratum[k].judged;
		topics++;
	}
	int result = memory.failed ? err_memory(e) : frame_test(topic, topics, &to->p, e);
	arena_release(&memory);
	return result;
}

static const char *said(enum outside as)
{
	static const char *const text[] = {
		[OUTSIDE_LEFT_OUT] =
			("precision, F and their differences are about the others (--outside), recall is "
			 "that of the frame"),
		[OUTSIDE_NONRELEVANT] =
			"they count as not relevant, and recall is that of the frame",
		[OUTSIDE_UNKNOWN] =
			"bounds are from none to all of them relevant, and recall is that of the frame",
	};
	return text[as];
}

void outside_frame_warn(const char *run, const struct outside_frame *x, enum outside as,
			struct warnings *w)
{
	bool by_design = as == OUTSIDE_BY_DESIGN;
	if (by_design)
		as = x->as;
	if (x->counted > 0)
		warnings_add(
			w,
			"%s: %.0f of its %.0f documents could not be drawn, as they are outside "
			"the frame of the sample: %s",
			run, x->counted, x->retrieved, said(by_design ? OUTSIDE_LEFT_OUT : as));
	if (x->p <= 0)
		warnings_add(w,
			     "%s: about %.0f of its %.0f documents could not be drawn, as they are "
			     "outside the frame of the sample (more than the frame can hold beside "
			     "what is not retrieved): %s",
			     run, x->estimated, x->retrieved, said(as));
	else if (x->p <= FRAME_ALARM)
		warnings_add(
			w,
			"%s: about %.0f of its %.0f documents could not be drawn, as they are "
			"outside the frame of the sample (%lld are judged; of a run within the "
			"frame that few would be with a probability of at most %.1g): %s",
			run, x->estimated, x->retrieved, (long long)x->judged, x->p, said(as));
}

struct frame_reach {
	size_t topics;	  /* with a sample and a run */
	double retrieved; /* documents that any of the runs retrieves there */
	double frame;	  /* documents that could be drawn, or an estimate */
	double variance;  /* of the estimate */
};

struct frame_reach_work {
	const struct design *s;
	const struct judgments *j;
	const struct run *const *runs;
	size_t count;
	const struct run_topic **topic; /* of each judged topic and run, or NULL */
	struct pool *pool;		/* of each thread */
	struct frame_reach *reach;	/* of each judged topic */
};

/* The documents that a topic's sample was drawn from. */
static void measure_frame(const struct design *s, const struct judgments *j, size_t topic,
			  struct frame_reach *x)
{
	const struct judgment_set *all = &j->topic[topic].all;
	const struct topic_strata *strata = &s->topic[topic];
	size_t first = (size_t)(all->judgment - j->judgment);
	double n = 0, sum = 0, squares = 0;
	for (size_t b = 0; b < strata->drawn_strata; b++)
		if (strata->drawn[b].picks == 0)
			x->frame += (double)strata->drawn[b].size;
	for (size_t i = first; i < first + all->count; i++) {
		int32_t b = s->drawn_place[i];
		double w = s->weight[i];
		bool counted = b >= 0 && strata->drawn[b].picks == 0 && strata->drawn[b].size > 0;
		if (counted || !(w > 0))
			continue;
		x->frame += w;
		if (w > 1) {
			n++;
			sum += w;
			squares += w * w;
		}
	}
	if (n > 1)
		x->variance = fmax(n / (n - 1) * (squares - sum * sum / n), 0);
	else if (n > 0)
		x->variance = squares;
}

/* One run has no document twice. */
static int measure_topic(void *context, size_t t, int thread, struct err *e)
{
	struct frame_reach_work *w = context;
	struct frame_reach *x = &w->reach[t];
	struct pool *p = &w->pool[thread];
	const struct run_topic *const *topic = w->topic + t * w->count;
	if (w->count > 1 && pool_make(p, w->runs, topic, w->count, SIZE_MAX, e) < 0)
		return -1;
	size_t retrieved = w->count > 1 ? p->count : topic[0] != NULL ? topic[0]->count : 0;
	if (retrieved == 0)
		return 0;
	x->topics = 1;
	x->retrieved = (double)retrieved;
	measure_frame(w->s, w->j, t, x);
	return 0;
}

static void topic_fields(void *context, size_t t, struct shard_line *l)
{
	const struct frame_reach_work *w = context;
	struct frame_reach *x = &w->reach[t];
	SHARD_FIELDS(l, &x->topics, &x->retrieved, &x->frame, &x->variance);
}

int frame_reach_warn(const struct design *s, const struct judgments *j,
		     const struct run *const *runs, size_t count, int jobs, struct shard *shard,
		     struct warnings *warnings, struct err *e)
{
	int threads = parallel_threads(jobs, j->topics);
	struct arena memory = { 0 };
	struct frame_reach_work w = {
		.s = s,
		.j = j,
		.runs = runs,
		.count = count,
		.topic = runs_by_topic(runs, shard_merges(shard) ? 0 : count, j->topics, &memory),
		.pool = arena_zeroed(&memory, (size_t)threads, sizeof *w.pool),
		.reach = arena_zeroed(&memory, j->topics, sizeof *w.reach)
	};
	struct frame_reach x = { 0 };
	int result = memory.failed ? err_memory(e)
				   : shard_each(shard, jobs, j->topics, measure_topic, topic_fields,
						&w, e);
	for (size_t t = 0; result == 0 && t < j->topics; t++) {
		x.topics += w.reach[t].topics;
		x.retrieved += w.reach[t].retrieved;
		x.frame += w.reach[t].frame;
		x.variance += w.reach[t].variance;
	}
	for (int i = 0; w.pool != NULL && i < threads; i++)
		pool_release(&w.pool[i]);
	arena_release(&memory);
	double excess = x.retrieved - x.frame;
	if (excess > x.retrieved / 20 && excess > 5 * sqrt(x.variance))
		warnings_add(
			warnings,
			"the runs retrieve %.0f documents (topics: %zu), but the sample was "
			"drawn from about %.0f: some %.0f could not be drawn. Average precision "
			"and R-precision are estimated as if none of those were relevant "
			"('strat_eval sample --below' draws from them too)",
			x.retrieved, x.topics, x.frame, excess);
	return result;
}
