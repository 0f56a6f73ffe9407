/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * melded: from exact limits, for one stratum in each segment.
 *
 * It is made to hold whatever the truth is. For a precision and a yield that is proved, as they
 * have one limit; recall and F combine two, for which it is measured (doc/coverage.md): at least
 * the level for recall and for the lower bound of F. The upper bound of F at .95 covers .942 in
 * few truths, in which three quarters or more of what is retrieved are relevant.
 *
 * The two one-sided posteriors of a yield whose quantiles are the exact confidence limits of a
 * hypergeometric sample are
 *
 *     lower: R = r + BetaBin(N-n; r, n-r+1)       (hyperparameters (0,1))
 *     upper: R = r + BetaBin(N-n; r+1, n-r)       (hyperparameters (1,0))
 *
 * The lower end of a quantity that grows with R1 and falls with R0 melds the lower one of R1 with
 * the upper one of R0 (Fay, Proschan and Brittain 2015, "Combining one-sample confidence procedures
 * for inference in the two-sample case"); a yield takes the lower of both. The upper end is its
 * mirror image.
 */
#include "core/stats/interval/interval.h"

static int check(const struct stratum *s, size_t count, struct err *e)
{
	bool found[2] = { false, false };
	for (size_t i = 0; i < count; i++) {
		if (s[i].size == 0)
			continue;
		if (found[s[i].retrieved])
			return err_data(e,
					"interval method 'melded' needs one stratum in each "
					"segment: more than one is %s; bb-bound takes several",
					s[i].retrieved ? "retrieved" : "not retrieved");
		found[s[i].retrieved] = true;
	}
	return 0;
}

/* The hyperparameters for one end. */
static int priors(const struct stratum *s, size_t count, enum quantity quantity, bool lower,
		  struct prior *out, struct err *e)
{
	const struct prior low = { 0, 1 }, high = { 1, 0 };
	if (check(s, count, e) < 0)
		return -1;
	for (size_t i = 0; i < count; i++) {
		bool grows = s[i].retrieved || quantity == QUANTITY_YIELD;
		out[i] = grows == lower ? low : high;
	}
	return 0;
}

INTERVAL_METHOD = {
	.name = "melded",
	.summary = "conservative: melded exact limits, one stratum in each segment",
	.manual = "The lower end combines the posterior that gives the exact lower confidence "
		  "limit of the retrieved yield, hyperparameters (0,1), with the one that "
		  "gives the exact upper limit of the unretrieved yield, (1,0); the upper end "
		  "the other way round (Fay, Proschan and Brittain 2015). For use where "
		  "coverage must not fall below the level, which was measured to hold except "
		  "for the upper bound of F (.942 at .95 in few truths); wider than bb-half by "
		  "about a seventh. One stratum in each segment only.",
	.quantities = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F | QUANTITY_YIELD,
	.keeps_level = true,
	.forced_ends = true,
	.monotone = QUANTITY_RECALL | QUANTITY_PRECISION | QUANTITY_F | QUANTITY_YIELD,
	.end_prior = priors,
};
