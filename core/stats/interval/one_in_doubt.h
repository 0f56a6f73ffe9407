/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Recall and F if one simple random sample is all that is in doubt: the production was judged as a
 * whole and the rest was sampled, or the other way round. Both then rise or fall with the number R
 * of relevant documents in the sampled stratum, so that the exact limits of R give theirs:
 *
 *     recall = a / (a + R), F1 = 2 a / (a + R + P)    if P documents were produced, a relevant
 *     recall = R / (R + c), F1 = 2 R / (R + c + P)    if the production is sampled, and c relevant
 *                                                     documents are outside it
 *
 * They cover at least the level whatever the truth is, as those of R do.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/interval/interval.h"

/*
 * Whether it is so. Not if a document is gray, if a stratum is cut, or if recall is the same
 * whatever R is.
 */
bool one_in_doubt(const struct divided_stratum *d, size_t count, enum quantity quantity);

/* By `m`, a method of one proportion. An end that is not asked for is what the sample leaves
 * possible. */
int one_in_doubt_interval(const struct interval_method *m, const struct divided_stratum *d,
			  size_t count, const struct interval_request *q, struct interval *out,
			  struct err *e);
