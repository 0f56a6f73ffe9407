/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/arena.h"
#include "core/stats/distribution/yield.h"
#include "core/stats/interval/mean_of_topics.h"
#include "core/stats/interval/posterior.h"

/* The posteriors of the topics that have an estimate, as terms of a sum. */
struct posteriors {
	struct yield_term *yields;
	struct sum_term *term;
	size_t count;
	struct arena memory;
};

static void posteriors_release(struct posteriors *x)
{
	for (size_t i = 0; i < x->count; i++)
		yield_term_release(&x->yields[i]);
	arena_release(&x->memory);
}

static double quantity_at(const void *of, const double yield[YIELDS])
{
	return posterior_value_at(of, yield[0], yield[1]);
}

static int posteriors_init(struct posteriors *x, const struct topic_sample *topics, size_t count,
			   struct err *e)
{
	*x = (struct posteriors){ 0 };
	x->yields = arena_zeroed(&x->memory, count, sizeof *x->yields);
	x->term = arena_zeroed(&x->memory, count, sizeof *x->term);
	if (x->memory.failed)
		return err_memory(e);
	for (size_t t = 0; t < count; t++) {
		const struct posterior *p = topics[t].posterior;
		struct yield_term *to = &x->yields[x->count];
		if (isnan(topics[t].estimate))
			continue;
		const struct yield_distribution *of[] = { p->retrieved, p->unretrieved };
		if (yield_term_init(to, of, of[1] == NULL ? 1 : 2, quantity_at, p, e) < 0)
			return -1;
		x->term[x->count++] = yield_term_in_sum(to, posterior_whole(p));
	}
	return 0;
}

static int by_posteriors(const struct topic_sample *topics, size_t count,
			 const struct interval_request *q, struct interval *out, struct err *e)
{
	struct posteriors x;
	struct sum_answers a;
	int status = posteriors_init(&x, topics, count, e);
	if (status == 0)
		status = topic_sum(x.term, x.count, q->ends.lower_p, q->ends.upper_p, NAN, &a, e);
	if (status == 0)
		*out = (struct interval){ a.lower / (double)x.count, a.upper / (double)x.count };
	posteriors_release(&x);
	return status;
}

/* ---- methods without a posterior ---- */

static void in_quadrature(const struct topic_sample *topics, size_t count, struct interval *out)
{
	double sum = 0, below = 0, above = 0, used = 0;
	for (size_t t = 0; t < count; t++) {
		const struct topic_sample *x = &topics[t];
		if (isnan(x->estimate))
			continue;
		used++;
		sum += x->estimate;
		/* an end on the wrong side of the estimate adds nothing */
		double down = fmax(x->estimate - x->interval.lower, 0);
		double up = fmax(x->interval.upper - x->estimate, 0);
		if (isnan(x->interval.lower) || isnan(x->interval.upper))
			down = up = NAN;
		below += down * down;
		above += up * up;
	}
	out->lower = (sum - sqrt(below)) / used;
	out->upper = (sum + sqrt(above)) / used;
}

/* An end that the samples of all topics decide is decided for their mean. */
static void force_ends(const struct interval_method *m, const struct topic_sample *topics,
		       size_t count, struct interval *out)
{
	bool low = m->forced_ends, high = m->forced_ends;
	for (size_t t = 0; t < count; t++) {
		if (isnan(topics[t].estimate))
			continue;
		low = low && topics[t].interval.lower == 0;
		high = high && topics[t].interval.upper == 1;
	}
	out->lower = low ? 0 : out->lower;
	out->upper = high ? 1 : out->upper;
}

int interval_mean(const struct interval_method *m, const struct topic_sample *topics, size_t count,
		  const struct interval_request *q, struct interval *out, struct err *e)
{
	size_t defined = 0, only = 0;
	for (size_t t = 0; t < count; t++) {
		if (isnan(topics[t].estimate))
			continue;
		only = t;
		defined++;
	}
	*out = (struct interval){ NAN, NAN };
	if (defined == 0)
		return 0;
	if (defined == 1) {
		*out = topics[only].interval;
		return 0;
	}
	if (m->prior == NULL)
		in_quadrature(topics, count, out);
	else if (by_posteriors(topics, count, q, out, e) < 0)
		return -1;
	if (q->quantity != QUANTITY_YIELD)
		force_ends(m, topics, count, out);
	return 0;
}
