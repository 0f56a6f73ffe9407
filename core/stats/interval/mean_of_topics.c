/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/arena.h"
#include "core/stats/distribution/yield.h"
#include "core/stats/interval/mean_of_topics.h"
#include "core/stats/interval/posterior.h"
#include "core/stats/random/resample.h"
#include "core/stats/random/variates.h"

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

static int add_topic(struct posteriors *x, const struct posterior *p, struct err *e)
{
	const struct yield_distribution *distribution[] = { p->retrieved, p->unretrieved };
	struct yield_term *t = &x->yields[x->count];
	if (yield_term_init(t, distribution, p->unretrieved == NULL ? 1 : 2, quantity_at, p, e) < 0)
		return -1;
	x->term[x->count++] = yield_term_in_sum(t, posterior_whole(p));
	return 0;
}

static int posteriors_init(struct posteriors *x, const struct topic_sample *topics, size_t count,
			   struct err *e)
{
	*x = (struct posteriors){ 0 };
	x->yields = arena_zeroed(&x->memory, count, sizeof *x->yields);
	x->term = arena_zeroed(&x->memory, count, sizeof *x->term);
	if (x->memory.failed)
		return err_memory(e);
	for (size_t t = 0; t < count; t++)
		if (!isnan(topics[t].estimate) && add_topic(x, topics[t].posterior, e) < 0)
			return -1;
	return 0;
}

static int sum_of_topics(const struct posteriors *x, const struct interval_request *q,
			 struct interval *out, struct err *e)
{
	struct sum_answers a;
	if (topic_sum(x->term, x->count, q->ends.lower_p, q->ends.upper_p, NAN, &a, e) < 0)
		return -1;
	out->lower = a.lower / (double)x->count;
	out->upper = a.upper / (double)x->count;
	return 0;
}

/* ---- topics like these ---- */

/* The values of one topic, ascending, and the probability up to each. */
static int make_values(const struct sum_term *t, struct atoms *out, struct err *e)
{
	const double few = 5e4, many = 2e5;
	double gap = t->values <= few || !(t->deviation > 0) ? 0 : t->deviation / 10;
	if ((gap > 0 ? t->atoms(t->of, gap, many, out, e) : t->all(t->of, out, e)) < 0)
		return -1;
	atoms_merge(out);
	for (size_t i = 1; i < out->count; i++)
		out->atom[i].mass += out->atom[i - 1].mass;
	return 0;
}

static double draw_value(const struct atoms *upto, double u)
{
	size_t low = 0, high = upto->count - 1;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (upto->atom[middle].mass < u)
			low = middle + 1;
		else
			high = middle;
	}
	return upto->atom[low].value;
}

static void draw_means(const struct atoms *upto, size_t count, const struct mean_request *q,
		       double *mean)
{
	for (int64_t b = 0; b < q->resamples; b++) {
		struct random g;
		random_init(&g, q->interval.ends.seed, (uint64_t)b, 0);
		for (size_t t = 0; t < count; t++) {
			size_t topic = (size_t)(random_uniform(&g) * (double)count);
			mean[b] += draw_value(&upto[topic], random_uniform(&g));
		}
		mean[b] /= (double)count;
	}
}

static int resample_topics(const struct posteriors *x, const struct mean_request *q,
			   struct interval *out, struct err *e)
{
	double *mean = calloc((size_t)q->resamples, sizeof *mean);
	struct atoms *upto = calloc(x->count, sizeof *upto);
	int status = mean == NULL || upto == NULL ? err_memory(e) : 0;
	for (size_t i = 0; i < x->count && status == 0; i++)
		status = make_values(&x->term[i], &upto[i], e);
	if (status == 0) {
		draw_means(upto, x->count, q, mean);
		status = resample_sort(mean, q->resamples, e);
	}
	if (status == 0) {
		out->lower = resample_quantile(mean, q->resamples, q->interval.ends.lower_p);
		out->upper = resample_quantile(mean, q->resamples, q->interval.ends.upper_p);
	}
	for (size_t i = 0; i < x->count && upto != NULL; i++)
		atoms_release(&upto[i]);
	free(upto);
	free(mean);
	return status;
}

static int by_posteriors(const struct topic_sample *topics, size_t count,
			 const struct mean_request *q, struct interval *out, struct err *e)
{
	struct posteriors x;
	int status = posteriors_init(&x, topics, count, e);
	if (status == 0 && q->random_topics)
		status = resample_topics(&x, q, out, e);
	else if (status == 0)
		status = sum_of_topics(&x, &q->interval, out, e);
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
	if (low)
		out->lower = 0;
	if (high)
		out->upper = 1;
}

int interval_mean(const struct interval_method *m, const struct topic_sample *topics, size_t count,
		  const struct mean_request *q, struct interval *out, struct err *e)
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
	if (q->random_topics && m->prior == NULL)
		return err_usage(e,
				 "--topic-scope=random needs a method with a posterior: "
				 "'%s' has none; use bb-learnt",
				 m->name);
	if (defined == 1 && !q->random_topics) {
		*out = topics[only].interval;
		return 0;
	}
	if (m->prior == NULL)
		in_quadrature(topics, count, out);
	else if (by_posteriors(topics, count, q, out, e) < 0)
		return -1;
	if (q->interval.quantity != QUANTITY_YIELD)
		force_ends(m, topics, count, out);
	return 0;
}
