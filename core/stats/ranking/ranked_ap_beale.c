/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/ranking/joint_inclusion.h"
#include "core/stats/ranking/ranked_ap.h"
#include "core/stats/ranking/ranked_ap_beale.h"

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

static int correct(const struct ranked_ap *a, const struct joint *j, double *gradient, double *ones,
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
		result = correct(&a, &j, room, room + a.units, value, e);
	free(room);
	joint_release(&j);
	ranked_ap_release(&a);
	return result;
}
