/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * aslam-pavlu: the variance that Aslam & Pavlu 2008 print in their appendix, for average precision:
 *
 *     1/R^2 ( sum of (1-p)/p^2 y^2 - 1/(|S|-1) sum over d, f of y_d y_f/(p_d p_f) ),  y = PC - AP
 *
 * over the relevant documents of the sample S. The paper gives no range for the double sum; over
 * all pairs it is 0, and the derivation, from the joint probabilities, asks for d and f in
 * different buckets. Where buckets are not known, each document is its own. The precisions PC are
 * taken as known.
 */
#include <math.h>

#include "core/stats/ranking/ranked_ap.h"
#include "core/stats/ranking/ranking_method.h"

static int aslam_pavlu(const struct ranked_sample *s, enum ranked_quantity quantity, double cutoff,
		       struct ranked_error *out, struct err *e)
{
	(void)quantity, (void)cutoff;
	struct ranked_ap a;
	*out = (struct ranked_error){ .se = NAN, .df = INFINITY };
	if (ranked_ap_init(&a, s, e) < 0)
		return -1;
	double *bucket = calloc(s->buckets + 1, sizeof *bucket);
	if (bucket == NULL) {
		ranked_ap_release(&a);
		return err_memory(e);
	}
	double own = 0, sum = 0, same = 0;
	for (size_t i = 0; i < a.units; i++) {
		const struct ranked_unit *u = &s->unit[a.at[i]];
		double y = (a.precision[i] - a.numerator / a.total) * a.weight[i];
		own += (1 - u->probability) * y * y;
		sum += y;
		if (s->known && u->bucket >= 0)
			bucket[u->bucket] += y;
		else
			same += y * y;
	}
	for (size_t b = 0; b < s->buckets; b++)
		same += bucket[b] * bucket[b];
	double square = own - (sum * sum - same) / ((double)s->units - 1);
	if (ranked_is_certain(s))
		out->se = 0;
	else if (a.units > 1 && square >= 0)
		out->se = sqrt(square) / a.total;
	free(bucket);
	ranked_ap_release(&a);
	return 0;
}

RANKING_METHOD = {
	.name = "aslam-pavlu",
	.summary = "statAP: the variance that the paper prints, much too small",
	.manual =
		"Aslam & Pavlu 2008, appendix, with pairs of different buckets in the double sum. "
		"It takes the precisions as known, and understates the standard deviation 2 to 4 "
		"times. Normal interval on the logit scale. For comparison only.",
	.quantities = RANKED_AP,
	.error = aslam_pavlu,
};
