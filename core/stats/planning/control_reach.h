/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often a control set, a simple random sample of the whole collection, will reach a bound or a
 * width of recall.
 *
 * The sample has m relevant documents, a of them retrieved. m is hypergeometric, and
 * given m so is a, whatever the size n of the sample:
 *
 *     P(reached) = sum over m of P(m of n) q(m),   q(m) = P(a of m reaches it)
 *
 * A row is the number of relevant documents that hurt: for a lower bound those not retrieved, for
 * an upper one those retrieved, for a width either kind where it is the rarer one in the sample. A
 * column is the number of the others. share_score_range() says from which column on the target is
 * surely reached, and before which one it is surely not; the few outcomes between are open, and
 * their intervals are computed (core/stats/interval/cut_strata.h), the likely ones first, as long
 * as it depends on them whether the probability is the one that is wanted. So every outcome counts
 * as its interval says, also in small collections, where widths jump with whole documents and a
 * column may reach the target though the next one does not.
 *
 * Many sizes at once: with the same a and b, an interval gets narrower as n grows, because less of
 * the collection is left, or, in samples of few relevant documents, where the prior counts for
 * less, a little wider. Either way what is surely reached in the smallest and in the largest sample
 * is so in all between them. If two or more columns of a row are open, the first that reaches the
 * target is searched for, by intervals, as if all behind it did: in small collections this is not
 * quite a limit (sample_size.h), and single sizes are.
 *
 * Apart from one_sample.h because it is one of the kinds of samples.
 */
#pragma once

#include "core/stats/planning/control_outcome.h"

struct control_reach {
	struct reach_request request;
	struct sampled_whole set;
	double assurance; /* only whether a probability is at least this is asked for; nan: all */
};

/*
 * At most the least probability of all sizes from..to. If from == to it is exact, except for 1e-9
 * of the outcomes, or as exact as `assurance` asks for.
 */
int control_between(const struct control_reach *c, int64_t from, int64_t to, double *out,
		    struct err *e);
