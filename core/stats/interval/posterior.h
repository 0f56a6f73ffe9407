/*
 * The posterior of recall, precision, F and yield for a stratified sample, given the
 * hyperparameters of each stratum (Webber 2013, sections 2.8, 3.5 and 3.6).
 *
 * Given its sample, the yield of a stratum with N documents, n judged, r of them relevant, is
 *
 *     R = r + BetaBin(N-n; alpha+r, beta+n-r)      (eq 17)
 *
 * Strata are independent; R1 is the sum over the retrieved ones and R0 over the others. Then
 *
 *     P(recall <= t) = P(R1 <= theta R0),            theta = t/(1-t)
 *     P(F_b <= t)    = P(R1 <= c + theta R0),        c = t N1/q, theta = t b^2/q, q = 1 + b^2 (1-t)
 *     precision      = R1/N1,   yield = R1 + R0
 *
 * with F_b = (1+b^2) R1 / (N1 + b^2 (R1+R0)). Recall and F count as 0 where they would be 0/0;
 * precision is nan where nothing is retrieved.
 */
#ifndef STATS_INTERVAL_POSTERIOR_H
#define STATS_INTERVAL_POSTERIOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/err.h"
#include "core/stats/interval/interval.h"

struct posterior_model {
	const struct stratum *s; /* already adjusted for gray documents: n and r count */
	const struct prior *prior;
	size_t count;
	/*
	 * Binomial proportions instead of a finite population (section 3.5): R = r + p (N-n) with
	 * p ~ Beta(alpha+r, beta+n-r), a real number.
	 */
	bool binomial;
};

struct posterior;

/* Borrows nothing. NULL: `e` is filled. The result can be read by many threads. */
struct posterior *posterior_new(const struct posterior_model *m, enum quantity quantity,
				double beta, struct err *e);
void posterior_free(struct posterior *p);

/* P(quantity <= t) */
double posterior_cdf(const struct posterior *p, double t);

/*
 * The smallest value t of the quantity with P(quantity <= t) >= p. Error: none where all masses are
 * summed (ranges up to LAW_EXACT_POINTS), else below 1e-6 (relative to the end for a yield).
 */
double posterior_quantile(const struct posterior *p, double prob);

struct law;

/*
 * The same for recall or F, where the laws of the two segments' yields are there already, in
 * units of 1/fineness of a document. Borrows them.
 */
double posterior_pair_quantile(struct law *retrieved, struct law *unretrieved,
			       enum quantity quantity, double beta, double retrieved_size,
			       int64_t fineness, double prob);

/*
 * The same quantiles from `draws` Monte Carlo draws, as the paper has them: the ceil(p draws)-th
 * smallest. Each draw has its own stream of random numbers, made from the seed and its number, so
 * the result does not depend on how the work is divided. -1: `e` is filled.
 */
int posterior_draw_quantiles(const struct posterior_model *m, enum quantity quantity, double beta,
			     int64_t draws, uint64_t seed, const double *prob, size_t count,
			     double *quantile, struct err *e);

/*
 * Both ends of an interval, by either way, as the request says; nan where the quantity can only be
 * 0/0.
 */
int posterior_interval(const struct posterior_model *m, const struct interval_request *q,
		       struct interval *out, struct err *e);

/* Laws of yields count in units of 1/fineness of a document: 1, but for binomial proportions. */
int64_t posterior_fineness(const struct posterior_model *m);

/* The quantity for given yields, N1 documents retrieved. */
double posterior_value(enum quantity quantity, double beta, double retrieved_size,
		       double retrieved_yield, double unretrieved_yield);

#endif
