/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * anytime: bounds that hold at every look, however often and whenever one looks.
 *
 * For each stratum the prior-posterior ratio of a beta-binomial prior is a martingale at the true
 * yield (Waudby-Smith and Ramdas 2020; core/stats/distribution/drawing_ratio.h). Strata are drawn
 * from independently, so the product over k strata of 1 - 1/k + 1/k of the ratio is one too, in
 * whatever order and in whatever parts documents are drawn from them, if who decides has seen no
 * more than what was drawn. With probability 1 - alpha the true yields are in
 *
 *     {(R_1, R_2, ...) : product < 1/alpha}
 *
 * at all sample sizes at once, and so is a quantity between its least and greatest value over this
 * set (core/stats/interval/confidence_set.h). Precision looks at retrieved strata only. A yield is
 * whole, so its ends are too.
 *
 * One set gives both ends: alpha is not halved. A bound with --tail is an end of the set of the
 * same level, which is valid and costs nothing: the two ends of a two-sided interval are the
 * bounds.
 *
 * Not covered by the proof: gray documents that are left out (--gray=nonrelevant is), means over
 * topics.
 */
#include <math.h>
#include <stdlib.h>

#include "core/stats/interval/confidence_set.h"
#include "core/stats/interval/interval.h"

/* What an end that is a whole number may be off by, and more for one above 1e8. */
static const double WHOLE = 1e-6, RELATIVE = 1e-14;

/*
 * Time is linear in strata, but nearly a millisecond for each. More strata would not help: a factor
 * of the product is close to 1 then, and the interval no narrower with 10,000 strata than with
 * 1,000.
 */
enum { MOST_STRATA = 10000 };

/* The strata that matter, for the caller to free; NULL: `e` is filled. */
static struct stratum *choose(const struct stratum *s, size_t count,
			      const struct interval_request *q, size_t *used, struct err *e)
{
	struct stratum *out = calloc(count + 1, sizeof *out);
	*used = 0;
	if (out == NULL)
		err_memory(e);
	for (size_t i = 0; out != NULL && i < count; i++) {
		bool matters = q->quantity != QUANTITY_PRECISION || s[i].retrieved;
		if (matters && s[i].size > 0)
			out[(*used)++] = s[i];
	}
	return out;
}

/* 1 less the level; 0 for an end that is not asked for. */
static double alpha_of(const struct interval_request *q, bool lower)
{
	bool asked = lower ? q->ends.lower_p > 0 : q->ends.upper_p < 1;
	return asked ? q->ends.lower_p + (1 - q->ends.upper_p) : 0;
}

static int compute(const struct stratum *s, size_t count, const struct interval_request *q,
		   struct interval *out, struct err *e)
{
	size_t used;
	if (count > MOST_STRATA)
		return err_data(
			e,
			"interval method 'anytime' is for at most %d strata in a topic, found %zu; "
			"bb-bound takes more, and holds at one look",
			MOST_STRATA, count);
	struct stratum *t = choose(s, count, q, &used, e);
	if (t == NULL)
		return -1;
	int status = confidence_set_end(t, used, q, alpha_of(q, true), true, &out->lower, e);
	if (status == 0)
		status = confidence_set_end(t, used, q, alpha_of(q, false), false, &out->upper, e);
	free(t);
	if (status < 0)
		return -1;
	if (q->quantity == QUANTITY_YIELD) {
		out->lower = ceil(out->lower - fmax(WHOLE, RELATIVE * out->lower));
		out->upper = floor(out->upper + fmax(WHOLE, RELATIVE * out->upper));
	}
	return 0;
}

static int beyond(const struct stratum *s, size_t count, const struct interval_request *q,
		  double value, bool lower, bool *out, struct err *e)
{
	size_t used;
	struct stratum *t = choose(s, count, q, &used, e);
	if (t == NULL)
		return -1;
	int status = confidence_set_beyond(t, used, q, alpha_of(q, lower), value, lower, out, e);
	free(t);
	return status;
}

INTERVAL_METHOD = {
	.name = "anytime",
	.summary = "holds at every look, however often one looks; wide",
	.manual =
		"For looking more than once: with the probability of the level the true value is "
		"inside at all looks together, whenever they are and in whatever order strata are "
		"sampled (Waudby-Smith and Ramdas 2020: prior-posterior ratios of draws without "
		"replacement, multiplied over strata). Both ends hold together, so a bound with "
		"--tail is an end of the interval. Its bounds are one and a half times as far "
		"out as at one look, and more with many strata (doc/coverage.md). The proof is for random samples without replacement from each "
		"stratum, one topic and one run, and does not cover gray documents that are left "
		"out, nor means over topics. Strata that the run cuts have no such bound. At most "
		"10,000 strata in a topic.",
	.quantities = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F | QUANTITY_YIELD,
	.keeps_level = true,
	.includes_estimate = true,
	/* seen in all samples of small designs, not proved */
	.monotone = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F | QUANTITY_YIELD,
	.compute = compute,
	.beyond = beyond,
};
