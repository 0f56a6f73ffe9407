/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All n topics have the same score: the interval is that score.
 *
 * It does not say that other topics have it too. If a share p of them had another score, n drawn at
 * random would all have this one with probability (1 - p)^n, which is alpha for p = 1 -
 * alpha^(1/n): the exact upper limit of a binomial proportion of which none was seen (Clopper &
 * Pearson 1934). The warning that goes with such an interval tells it.
 */
#include "core/stats/topics/mean_interval.h"

static double end(const struct mean_sample *s, const struct mean_fit *f, double p)
{
	(void)f, (void)p;
	return s->mean;
}

MEAN_INTERVAL_METHOD = {
	.name = "constant",
	.summary = "that score, if all topics have the same one",
	.manual = "Two or more topics, all with the same score: both ends are that score, without "
		  "resampling. It is the default for such scores, which tell nothing of how scores "
		  "vary. Other topics may have another score: if a share p of them had, n topics "
		  "would all be alike with probability (1-p)^n, so that at level 1-a up to "
		  "1 - a^(1/n) of them may. A warning says how much that is.",
	.constant = true,
	.end = end,
};
