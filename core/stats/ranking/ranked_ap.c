/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/ranking/joint_inclusion.h"
#include "core/stats/ranking/ranked_ap.h"

static bool allocate(struct ranked_ap *a, size_t units)
{
	double *numbers = calloc(3 * units + 1, sizeof *numbers);
	a->weight = numbers;
	a->precision = numbers != NULL ? numbers + units : NULL;
	a->gradient = numbers != NULL ? numbers + 2 * units : NULL;
	a->at = calloc(units + 1, sizeof *a->at);
	return numbers != NULL && a->at != NULL;
}

/* Precisions from the top, what each unit adds to those below it from the bottom. */
static void differentiate(struct ranked_ap *a, const struct ranked_sample *s)
{
	double above = 0, below = 0;
	for (size_t i = 0; i < a->units; i++) {
		double rank = s->unit[a->at[i]].rank;
		a->precision[i] = isinf(rank) ? 0 : (above + 1) / rank;
		a->numerator += a->weight[i] * a->precision[i];
		a->total += a->weight[i];
		above += a->weight[i];
	}
	for (size_t i = a->units; i-- > 0;) {
		double rank = s->unit[a->at[i]].rank;
		a->gradient[i] = a->precision[i] + below;
		below += isinf(rank) ? 0 : a->weight[i] / rank;
	}
}

int ranked_ap_init(struct ranked_ap *a, const struct ranked_sample *s, struct err *e)
{
	*a = (struct ranked_ap){ 0 };
	size_t relevant = 0;
	for (size_t i = 0; i < s->units; i++)
		relevant += s->unit[i].relevant;
	if (!allocate(a, relevant)) {
		ranked_ap_release(a);
		return err_memory(e);
	}
	for (size_t i = 0; i < s->units; i++) {
		if (!s->unit[i].relevant)
			continue;
		a->at[a->units] = i;
		a->weight[a->units++] = 1 / s->unit[i].probability;
	}
	differentiate(a, s);
	return 0;
}

void ranked_ap_release(struct ranked_ap *a)
{
	free(a->weight);
	free(a->at);
}

/* ---- corrected as Beale does ---- */

/* A' and its gradient: as A, with the factors of pairs. `gradient` has room for all units. */
static int pair_terms(const struct ranked_ap *a, const struct joint *j, double *numerator,
		      double *gradient, struct err *e)
{
	const struct ranked_unit *unit = j->sample->unit;
	struct joint_sums above, below;
	if (joint_sums_init(&above, j, e) < 0)
		return -1;
	if (joint_sums_init(&below, j, e) < 0) {
		joint_sums_release(&above);
		return -1;
	}
	*numerator = 0;
	for (size_t i = 0; i < a->units; i++) {
		const struct ranked_unit *u = &unit[a->at[i]];
		double more = joint_sums_from(&above, j, u->bucket);
		gradient[i] = isinf(u->rank) ? 0 : (more + 1) / u->rank;
		*numerator += a->weight[i] * gradient[i];
		joint_sums_add(&above, j, u->bucket, a->weight[i]);
	}
	for (size_t i = a->units; i-- > 0;) {
		const struct ranked_unit *u = &unit[a->at[i]];
		gradient[i] += joint_sums_from(&below, j, u->bucket);
		if (!isinf(u->rank))
			joint_sums_add(&below, j, u->bucket, a->weight[i] / u->rank);
	}
	joint_sums_release(&above);
	joint_sums_release(&below);
	return 0;
}

static int beale(const struct ranked_ap *a, const struct joint *j, double *gradient, double *ones,
		 double *value, struct err *e)
{
	double A, R = a->total, covariance, variance;
	for (size_t i = 0; i < a->units; i++)
		ones[i] = 1;
	if (pair_terms(a, j, &A, gradient, e) < 0 ||
	    joint_covariance(j, a->at, gradient, ones, a->units, &covariance, e) < 0 ||
	    joint_covariance(j, a->at, ones, ones, a->units, &variance, e) < 0)
		return -1;
	*value = A > 0 ? A / R * (1 + covariance / (A * R)) / (1 + variance / (R * R)) : 0;
	return 0;
}

int ranked_ap_beale(const struct ranked_sample *s, double *value, struct err *e)
{
	struct ranked_ap a;
	struct joint j;
	*value = NAN;
	if (!s->known)
		return 0;
	if (ranked_ap_init(&a, s, e) < 0)
		return -1;
	if (joint_init(&j, s, e) < 0) {
		ranked_ap_release(&a);
		return -1;
	}
	double *room = calloc(2 * a.units + 1, sizeof *room);
	int result = room == NULL ? err_memory(e) : 0;
	if (result == 0 && a.units > 0)
		result = beale(&a, &j, room, room + a.units, value, e);
	free(room);
	joint_release(&j);
	ranked_ap_release(&a);
	return result;
}
