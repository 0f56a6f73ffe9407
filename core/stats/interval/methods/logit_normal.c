/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The normal interval on the scale of log odds, which Webber leaves to future work (2013, section
 * 5.1; Newcombe 2001 for one proportion, where it is ln(p/q) ± z/sqrt(npq)). With the estimate x
 * and its variance V of 'normal' (eq 23-26), the log odds of x have the variance V/(x(1-x))²:
 *
 *     x' = 1/(1 + exp(-(ln(x/(1-x)) ± z·sqrt(V)/(x(1-x)))))
 *
 * For recall ln(x/(1-x)) = ln(R1/R0), and its variance is V1/R1² + V0/R0². If x is 0 or 1, both
 * ends are x, as the paper warns.
 */
#include "core/stats/interval/segments.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/rmath.h"

static int logit_normal(const struct interval_method *m, const struct stratum *s, size_t count,
			const struct interval_request *q, struct interval *out, struct err *e)
{
	(void)e;
	struct segments g;
	segments_estimate(s, count, m->added, &g);
	struct estimate x = segments_quantity(&g, q);
	if (x.value <= 0 || x.value >= 1)
		x.variance = 0;
	*out = segments_normal_ends(&g, q, x);
	if (x.variance > 0)
		*out = logit_ends(x.value, sqrt(x.variance), qnorm(q->ends.lower_p, 0, 1, 1, 0),
				  qnorm(q->ends.upper_p, 0, 1, 1, 0));
	return 0;
}

INTERVAL_METHOD = {
	.name = "logit-normal",
	.summary = "as 'normal', on the scale of log odds",
	.manual = "The estimate x and its variance V are those of 'normal'; the ends are x on the "
		  "scale of log odds, +- z sqrt(V)/(x(1-x)), taken back. They stay within 0 and 1 "
		  "and are not symmetric. Webber (2013), section 5.1, as future work; Newcombe "
		  "(2001). An estimate of 0 or 1 has no width at all, as with 'normal': do not use "
		  "it if few relevant documents were seen. Undefined if no relevant document was "
		  "seen or a stratum was not sampled.",
	.quantities = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F,
	.compute = logit_normal,
};
