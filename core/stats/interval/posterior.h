/*
 * The distribution and the quantiles of a posterior (posterior_model.h), without Monte Carlo.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/interval/interval_request.h"
#include "core/stats/interval/posterior_model.h"

struct posterior;

/* Borrows nothing. NULL: `e` is filled. The result can be read by many threads. */
struct posterior *posterior_new(const struct posterior_model *m, enum quantity quantity,
				double beta, struct err *e);
void posterior_free(struct posterior *p);

/* P(quantity <= t) */
double posterior_cdf(const struct posterior *p, double t);

/*
 * The smallest value t of the quantity with P(quantity <= t) >= p. Error: none where all masses are
 * summed (ranges up to YIELD_EXACT_POINTS), else below 1e-6 (relative to the end for a yield).
 */
double posterior_quantile(const struct posterior *p, double prob);

struct yield_distribution;

/*
 * The distributions of the yields that the quantity is made of, in units of 1/fineness of a
 * document: of the retrieved and of the other documents; for a yield, of all of them, and for a
 * yield or precision NULL. Borrowed.
 */
const struct yield_distribution *posterior_yield(const struct posterior *p, bool retrieved);

/* The quantity for given yields in these units. */
double posterior_value_at(const struct posterior *p, double retrieved, double unretrieved);

/* Every value is a multiple of one over this; 0 if that is not so. */
int64_t posterior_whole(const struct posterior *p);

/*
 * The same for recall or F, where the distributions of the two segments' yields are there already,
 * in units of 1/fineness of a document. Borrows them.
 */
double posterior_pair_quantile(struct yield_distribution *retrieved,
			       struct yield_distribution *unretrieved, enum quantity quantity,
			       double beta, double retrieved_size, int64_t fineness, double prob);

/*
 * Both ends of an interval, by either way, as the request says; nan where the quantity can only be
 * 0/0.
 */
int posterior_interval(const struct posterior_model *m, const struct interval_request *q,
		       struct interval *out, struct err *e);
