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
 * Let b count the relevant documents that hurt (for a lower bound, those not retrieved). For each b
 * there is a least number of the others with which the target is reached, and both together grow
 * with b, except in small collections, where whole documents matter. So the search for each b
 * starts from the answer for the b before. The interval is that of core/stats/interval/cut_strata.h
 * for one stratum that the run cuts.
 *
 * With the same a and b, an interval mostly gets a little narrower as n grows, because less of the
 * collection is left: counts that reach the target in a sample of n reach it in larger ones, and
 * q(m) of the smallest n is a lower limit for all. It is not so in samples of few relevant
 * documents, where the prior counts for less as n grows: of about 31,000 steps between sizes of
 * collections of 300 to 20,000 documents eight made the need of a row larger, by one, all with
 * samples of less than 300 documents. What this does to a limit is seen when single sizes are
 * checked.
 *
 * Apart from one_sample.h because it is one of the kinds of samples.
 */
#pragma once

#include "core/stats/planning/control_slices.h"

/* How many of the others are needed in samples of `from` to `to` documents; from = 0: not known. */
struct control_need {
	int64_t from, to, need;
};

/* A row of a sample of n whose score was computed, and what a simpler one lacks there. */
struct control_anchor {
	int64_t n, row;
	double lack;
};

/*
 * The needs by the number that hurt, found for smaller and for larger samples. A need falls with n.
 * So a need that is the same for two sizes is the same for all sizes between them, and a number
 * that is enough at one size is enough at all larger ones.
 */
struct control_needs {
	struct control_need *at[2];	 /* smaller and larger samples */
	struct control_anchor anchor[2]; /* the last one first */
	int64_t room;
};

/* One question, asked of many sizes. */
struct control_reach {
	struct reach_request request;
	struct sampled_whole set;
	struct control_needs needs[2]; /* by which kind of relevant documents hurts */
	struct control_slices slices;  /* of a width: what most rows need without a search */
};

/* Release with control_release(). */
void control_init(struct control_reach *c, const struct reach_request *q,
		  const struct sampled_whole *set);
void control_release(struct control_reach *c);

/* At most the least probability of all sizes from..to; exact if from == to. */
int control_between(struct control_reach *c, int64_t from, int64_t to, double *out, struct err *e);
