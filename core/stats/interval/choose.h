/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The default interval methods: a table of conditions, which `help methods` and
 * doc/which-interval.md print. Evaluations, validate, labels, plan and simulate all ask here, so a
 * plan uses the method that the answer will use.
 */
#pragma once

#include "core/stats/interval/sample_facts.h"

/* What the method is asked for.
 *
 * If only one simple random sample leaves recall or F in doubt (the production was judged as a
 * whole and the rest was sampled, or the reverse), both rise or fall with the number R of relevant
 * documents in the sampled stratum. Then the method is asked for the yield, and its exact limits
 * give theirs:
 *
 *     recall = a / (a + R), F1 = 2 a / (a + R + P)    if P documents were produced, a relevant
 *     recall = R / (R + c), F1 = 2 R / (R + c + P)    if the production is sampled, and c relevant
 *                                                     documents are outside it
 * They cover at least the level whatever the truth is, as those of R do. This is not done if a
 * document is gray, if a stratum is cut, or if recall does not depend on R.
 *
 * Labels do not make the interval of one proportion narrower than it is without them. Without
 * labels it is exact and wider than that of the method for several strata. So each end is moved
 * away from the estimate by the factor by which it is further away, without labels, in the exact
 * interval. With classes drawn at random the two widths are the same within 1 % (doc/labels.md).
 */
enum interval_asked { ASKED_DIRECTLY, ASKED_FOR_YIELD, ASKED_WITHOUT_LABELS };

/* The last rule that applies decides. */
struct interval_rule {
	enum interval_of of;
	unsigned facts, none_of; /* all of the first must hold, and none of the second */
	const char *method;
	const char *quantity, *ends, *judgments; /* in words; NULL: a method was named */
	enum interval_asked how;
};

/* Ended by a rule without a method. */
extern const struct interval_rule interval_rules[];

const struct interval_rule *interval_choose(struct sample_facts f);

/* The name of its method, by what is known. */
static inline const char *chosen_method(enum interval_of of, struct sample_known known)
{
	return interval_choose(sample_facts(of, known))->method;
}

/* Computes an interval of the strata that the facts describe, by a rule. A two-sided interval is
 * right on average over truths, a one-sided bound in the worst of them. So that the two do not
 * contradict each other, an end inside the bound of the same level is moved out to it
 * (interval_move_out()), unless the user named the method.
 */
int chosen_interval(const struct interval_rule *r, const struct sample_facts *f,
		    struct interval *out, struct err *e);

/* What is asked of the bound on one side of the same level as the interval `x`; the two ends have
 * the same probability beyond them. */
struct interval_request one_sided(const struct interval_request *two, struct interval x,
				  bool lower);

/* ASKED_WITHOUT_LABELS: `x` is moved by the two intervals without labels, the exact one and the one
 * by its own method. No stratum is cut. */
void widen_for_labels(const struct sample_facts *f, const struct interval *exact,
		      const struct interval *plain, struct interval *x);

/* Names for the texts of options. */
#define NAMED_SET      "bb-spread"
#define NAMED_ONE      "hypergeometric"
#define NAMED_BOUND    "bb-bound"
#define NAMED_WEIGHTED "ht-logit"
#define NAMED_SET_MEAN "bb-learnt"
#define NAMED_MEAN     "clogit"
