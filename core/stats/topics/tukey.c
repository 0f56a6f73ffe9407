/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tukey's honestly significant difference, and the randomised one; see simultaneous.h.
 *
 *     MSE = sum (x_st - mean_s - mean_t + mean)^2 / ((k-1)(n-1))
 *     q = |mean_a - mean_b| / sqrt(MSE/n),  p = P(Q > q)
 *
 * In R: TukeyHSD(aov(score ~ topic + system), "system").
 */
#include <math.h>

#include "core/base/parallel.h"
#include "core/stats/distribution/scale_mixture.h"
#include "core/stats/random/uniform.h"
#include "core/stats/topics/correlation.h"
#include "core/stats/topics/simultaneous.h"

static double mean_of(const double *x, size_t count, size_t stride)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += x[i * stride];
	return sum / (double)count;
}

static double *means_of_systems(const struct score_block *x)
{
	double *mean = calloc(x->systems, sizeof *mean);
	for (size_t s = 0; mean != NULL && s < x->systems; s++)
		mean[s] = mean_of(x->score + s * x->topics, x->topics, 1);
	return mean;
}

static double difference(const double *mean, const struct system_pair *p)
{
	return fabs(mean[p->a] - mean[p->b]);
}

/* The standard error of system means; 0 if the model leaves no error. */
static double standard_error(const struct score_block *x, const double *mean)
{
	double all = mean_of(mean, x->systems, 1), squares = 0;
	double k = (double)x->systems, n = (double)x->topics;
	for (size_t t = 0; t < x->topics; t++) {
		double topic = mean_of(x->score + t, x->systems, x->topics);
		for (size_t s = 0; s < x->systems; s++) {
			double rest = x->score[s * x->topics + t] - mean[s] - topic + all;
			squares += rest * rest;
		}
	}
	double error = sqrt(squares / ((k - 1) * (n - 1)) / n);
	return error > tie_tolerance(x->score, x->systems * x->topics) ? error : 0;
}

struct ranges {
	const struct system_pair *pair;
	const double *mean;
	double error, systems, freedom, reach;
	struct simultaneous *out;
};

static int compare_ranges(void *context, size_t i, int thread, struct err *e)
{
	const struct ranges *r = context;
	(void)thread, (void)e;
	double q = difference(r->mean, &r->pair[i]) / r->error;
	r->out[i] = (struct simultaneous){ studentized_range_above(q, r->systems, r->freedom),
					   r->reach };
	return 0;
}

double tukey_quantile(size_t systems, size_t topics, double alpha)
{
	double k = (double)systems, n = (double)topics;
	return studentized_range_quantile(alpha, k, (k - 1) * (n - 1));
}

int tukey_compare(const struct score_block *x, const struct system_pair *pair, size_t pairs,
		  const struct simultaneous_request *q, struct simultaneous *out, struct err *e)
{
	double *mean = means_of_systems(x);
	if (mean == NULL)
		return err_memory(e);
	struct ranges r = { .pair = pair,
			    .mean = mean,
			    .error = standard_error(x, mean),
			    .systems = (double)x->systems,
			    .freedom = ((double)x->systems - 1) * ((double)x->topics - 1),
			    .out = out };
	int result = 0;
	for (size_t i = 0; i < pairs; i++)
		out[i] = (struct simultaneous){ NAN, NAN };
	r.reach =
		r.error * (q->range_quantile > 0 ? q->range_quantile
						 : tukey_quantile(x->systems, x->topics, q->alpha));
	for (size_t i = 0; r.error > 0 && i < pairs; i++)
		out[i].reach = r.reach;
	if (r.error > 0 && q->range_quantile == 0)
		result = parallel_each(q->jobs, pairs, compare_ranges, &r, e);
	free(mean);
	return result;
}

/* ---- randomised ---- */

struct permuting {
	const double *score; /* by topic */
	size_t systems, topics;
	uint64_t seed;
};

/* Exchanges the scores of a topic, each choice being 32 bits. */
static void permute(double *score, size_t count, struct uniform *u)
{
	uint64_t bits = 0;
	for (size_t left = count; left > 1; left--) {
		bits = (count - left) % 2 == 0 ? uniform_bits(u) : bits >> 32;
		size_t chosen = (size_t)((bits & UINT32_MAX) * left >> 32);
		double moved = score[left - 1];
		score[left - 1] = score[chosen];
		score[chosen] = moved;
	}
}

/* The range of the means, of scores that are permuted within topics. */
static double permuted_range(const void *of, int64_t i, double *memory)
{
	const struct permuting *p = of;
	double *sum = memory, *topic = memory + p->systems;
	struct uniform u = uniform_start(p->seed, (uint64_t)i, STREAM_PERMUTED);
	memset(sum, 0, p->systems * sizeof *sum);
	for (size_t t = 0; t < p->topics; t++) {
		memcpy(topic, p->score + t * p->systems, p->systems * sizeof *topic);
		permute(topic, p->systems, &u);
		for (size_t s = 0; s < p->systems; s++)
			sum[s] += topic[s];
	}
	double least = sum[0], most = sum[0];
	for (size_t s = 1; s < p->systems; s++) {
		least = fmin(least, sum[s]);
		most = fmax(most, sum[s]);
	}
	return (most - least) / (double)p->topics;
}

int random_tukey_compare(const struct score_block *x, const struct system_pair *pair, size_t pairs,
			 const struct simultaneous_request *q, struct simultaneous *out,
			 struct err *e)
{
	double *mean = means_of_systems(x);
	double grain = tie_tolerance(x->score, x->systems * x->topics);
	double *score = calloc(x->systems * x->topics, sizeof *score);
	struct permuting p = { score, x->systems, x->topics, q->seed };
	const struct maximum_drawing how = { .one = permuted_range,
					     .of = &p,
					     .room = 2 * x->systems };
	struct drawn_maximum d = { 0 };
	for (size_t i = 0; score != NULL && i < x->systems * x->topics; i++)
		score[i % x->topics * x->systems + i / x->topics] = x->score[i];
	int result = mean == NULL || score == NULL
			     ? err_memory(e)
			     : drawn_maximum_draw(&d, q->resamples, q->jobs, &how, e);
	for (size_t i = 0; result == 0 && i < pairs; i++)
		out[i] = (struct simultaneous){ drawn_maximum_p(&d,
								difference(mean, &pair[i]) - grain),
						drawn_maximum_quantile(&d, q->alpha) };
	drawn_maximum_release(&d);
	free(score);
	free(mean);
	return result;
}
