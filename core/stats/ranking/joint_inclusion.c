/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/ranking/joint_inclusion.h"
#include "core/stats/sampling/stevens.h"

/* The weight of a short bucket, from the probability of its documents. */
static double weight_of_bucket(int64_t picks, int64_t size, double p)
{
	double low = 0, high = 1;
	for (int i = 0; i < 200; i++) {
		double middle = (low + high) / 2;
		if (middle == low || middle == high)
			break;
		if (stevens_inclusion(picks, size, middle) < p)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

static void set_factors(struct joint *j, size_t b, double probability)
{
	const struct ranked_bucket *x = &j->sample->bucket[b];
	double N = (double)x->size, n = (double)x->sampled, m = (double)x->picks;
	double square = probability * probability;
	j->within[b] = j->across[b] = 1;
	if (x->picks == 0) {
		if (n > 1)
			j->within[b] = square * N * (N - 1) / (n * (n - 1));
	} else if (x->size >= x->picks) {
		j->across[b] = m > 1 ? m / (m - 1) : 1;
	} else {
		double w = weight_of_bucket(x->picks, x->size, probability);
		j->last = (int64_t)b;
		j->across[b] = probability / stevens_inclusion(x->picks - 1, x->size, w);
		if (N > 1)
			j->within[b] = square / stevens_pair_within(x->picks, x->size, w);
	}
}

int joint_init(struct joint *j, const struct ranked_sample *s, struct err *e)
{
	*j = (struct joint){ .sample = s,
			     .within = calloc(s->buckets + 1, sizeof *j->within),
			     .across = calloc(s->buckets + 1, sizeof *j->across),
			     .last = -1 };
	if (j->within == NULL || j->across == NULL) {
		joint_release(j);
		return err_memory(e);
	}
	for (size_t i = 0; i < s->units; i++) {
		int32_t b = s->unit[i].bucket;
		if (b >= 0 && j->within[b] == 0)
			set_factors(j, (size_t)b, s->unit[i].probability);
	}
	return 0;
}

void joint_release(struct joint *j)
{
	free(j->within);
	free(j->across);
}

static bool is_picked(const struct joint *j, int64_t bucket)
{
	return bucket >= 0 && j->sample->bucket[bucket].picks > 0;
}

int joint_sums_init(struct joint_sums *x, const struct joint *j, struct err *e)
{
	*x = (struct joint_sums){ .bucket = calloc(j->sample->buckets + 1, sizeof *x->bucket) };
	return x->bucket == NULL ? err_memory(e) : 0;
}

void joint_sums_add(struct joint_sums *x, const struct joint *j, int64_t bucket, double value)
{
	x->all += value;
	if (bucket < 0)
		return;
	x->bucket[bucket] += value;
	if (bucket == j->last)
		x->last += value;
	else if (is_picked(j, bucket))
		x->picked += value;
}

/* Sums are taken apart by f: the own bucket, other full ones, the short one, the independent. */
double joint_sums_from(const struct joint_sums *x, const struct joint *j, int64_t bucket)
{
	if (bucket < 0)
		return x->all;
	double own = x->bucket[bucket];
	if (!is_picked(j, bucket))
		return j->within[bucket] * own + (x->all - own);
	double full = x->picked, last = x->last;
	*(bucket == j->last ? &last : &full) -= own;
	double rest = x->all - x->picked - x->last;
	double across_last = j->last >= 0 ? j->across[j->last] : 1;
	double across_full = bucket == j->last ? across_last : j->across[bucket];
	return j->within[bucket] * own + across_full * full + across_last * last + rest;
}

int joint_covariance(const struct joint *j, const size_t *at, const double *x, const double *y,
		     size_t count, double *out, struct err *e)
{
	struct joint_sums sums;
	if (joint_sums_init(&sums, j, e) < 0)
		return -1;
	const struct ranked_unit *unit = j->sample->unit;
	double total = 0, sum = 0;
	for (size_t i = 0; i < count; i++) {
		double value = y[i] / unit[at[i]].probability;
		joint_sums_add(&sums, j, unit[at[i]].bucket, value);
		total += value;
	}
	for (size_t i = 0; i < count; i++) {
		const struct ranked_unit *u = &unit[at[i]];
		double a = x[i] / u->probability, b = y[i] / u->probability;
		double own = u->bucket >= 0 ? j->within[u->bucket] * b : b;
		double others = joint_sums_from(&sums, j, u->bucket) - own;
		sum += a * ((1 - u->probability) * b + (total - b) - others);
	}
	joint_sums_release(&sums);
	*out = sum;
	return 0;
}
