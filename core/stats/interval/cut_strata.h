/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Intervals from the strata of a design that a run divides.
 *
 * Strata that the run retrieves as a whole, or not at all, are what interval.h knows: there the
 * answer is that of interval_compute(). A stratum that the run cuts (a control set, a run that came
 * later) has a sample of N documents in which a of n are relevant and retrieved, b relevant and not
 * retrieved, and so on. How many documents the run retrieves of it is not used. All of recall,
 * precision and F are then the share A/(A+B) of two numbers of documents,
 *
 *     recall     A = R1              B = R0
 *     precision  A = R1              B = S1
 *     F_b        A = (1+b^2) R1      B = S1 + b^2 R0
 *
 * with R1, S1 the relevant and other retrieved documents and R0 the relevant ones that are not
 * retrieved; P(share <= t) = P(A - theta B <= 0), theta = t/(1-t). With kinds k of documents of one
 * stratum, coefficients c_k (1 + b^2, -theta, -theta b^2) and shares p_k of the stratum, the
 * multinomial posterior gives A - theta B the variance
 *
 *     K (sum c_k^2 p_k - (sum c_k p_k)^2),        K = N (N-n)/n, nearly
 *
 * The kinds are taken as independent beta-binomials with their own means and shapes, and the second
 * term is taken off the kinds that outweigh the others: X_k has the variance K p_k (1-g) with
 *
 *     g = m^2 / sum of c_k^2 p_k over the kinds whose c_k has the sign of m,   m = sum c_k p_k
 *
 * for these kinds, and g = 0 for the others: a beta-binomial of p_k/g times the documents. In a
 * stratum that is not cut g = p, which is Webber's posterior (2013, eq 17). theta is that of the
 * end, found in three steps. Compared with draws from the multinomial posterior, ends with two cut
 * strata are within .2 % of the width.
 *
 * If one stratum has all documents, g = 0 for all kinds: given their sum, independent negative
 * binomials are the multinomial posterior, and a share does not depend on the sum, except for what
 * was judged. Of many documents the share of recall has the Beta(a, b) distribution of two gamma
 * variables. Compared with the exact posterior for a million documents, ends differ by 3e-6.
 *
 * bb-bound (`one_more`), of strata that are cut: no prior, and one more document of B for the lower
 * end, of A for the upper one, in the stratum of the largest N/n that may have it (Fay and Feuer
 * 1997). With one stratum that is nearly Clopper and Pearson's limit for a relevant of a + b.
 * Recall and precision are then no further inside than the exact bound: given m = a + b, a of these
 * are hypergeometric if A of R documents are of kind A, and the bound is the least A/R over all R
 * that the sample leaves possible among those with P(a or more) > .05. Clopper and Pearson's is its
 * limit for many documents. R is rarely as large as it may be, so that an end moves by .0115 at
 * most if 80 % of the sample or less are of the two kinds; coverage by enumeration,
 * doc/coverage.md.
 *
 * Strata without a sample (methods with `borrows`): a share p of them is relevant, p that of the
 * sampled strata together, with the weight of half a relevant document: Beta(1/2, (1-p)/2p).
 *
 * No end excludes the estimate (methods with `borrows`): if it would, it is computed again as if
 * strata of which the sample has nothing of a kind had nothing of it, and those of which it has
 * nothing else had nothing else, as far as this moves the end outwards. With all strata so, this is
 * the forced end of interval.c. Ends are those of whole documents and the estimate is not: if it
 * still lies beyond, by a fraction of a document, the end is the estimate.
 */
#pragma once

#include "core/stats/interval/interval.h"

struct posterior;

/* Is any stratum cut? */
bool divided_is_cut(const struct divided_stratum *d, size_t count);

/* The estimate: sums of N r/n. nan: 0/0. */
double divided_value(const struct divided_stratum *d, size_t count,
		     const struct interval_request *q);

/*
 * Computes the interval of strata that a run may cut. If it cuts none, interval_compute() is asked.
 * The yield of all documents is that of the design: it does not depend on how a run divides it,
 * unless the run splits the strata (post_stratified). Methods without `prior` or `one_more` have no
 * form for recall, precision and F where a stratum is cut.
 */
int divided_interval(const struct interval_method *m, const struct divided_stratum *d, size_t count,
		     const struct interval_request *q, struct interval *out, struct err *e);

/* The posterior of a method with `prior`, for the caller to free; NULL: `e` is filled. */
struct posterior *divided_posterior(const struct interval_method *m,
				    const struct divided_stratum *d, size_t count,
				    const struct interval_request *q, struct err *e);

/* As strata of interval.h, each as the run retrieves it. `out` has room for `count`. */
void divided_strata(const struct divided_stratum *d, size_t count, struct stratum *out);
