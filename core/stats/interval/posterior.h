/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The distribution and the quantiles of a posterior (posterior_model.h), without Monte Carlo.
 */
#pragma once

#include "core/stats/distribution/yield.h"
#include "core/stats/interval/interval_request.h"
#include "core/stats/interval/posterior_model.h"

/*
 * The distributions of the yields that the quantity is made of, in units of 1/fineness of a
 * document: of the retrieved and of the other documents; for a yield, of all of them, and for a
 * yield or precision NULL.
 */
struct posterior {
	enum quantity quantity;
	double beta;
	double unit; /* of the distributions, in documents */
	double retrieved_size;
	const struct yield_distribution *retrieved, *unretrieved;
	bool remembered; /* they belong to the memory of the model */
};

/* Borrows the memory of the model, if it has one. NULL: `e` is filled. The result can be read by
 * many threads. */
struct posterior *posterior_new(const struct posterior_model *m, enum quantity quantity,
				double beta, struct err *e);
void posterior_free(struct posterior *p);

/* P(quantity <= t) */
double posterior_cdf(const struct posterior *p, double t);

/*
 * The smallest value t of the quantity with P(quantity <= t) >= p. Error: none if all masses are
 * summed (ranges up to YIELD_EXACT_POINTS), else below 1e-6 (relative to the end for a yield).
 */
double posterior_quantile(const struct posterior *p, double prob);

/* The quantile of the lower or the upper end, or its substitute if it is not wanted (if_further).
 */
double posterior_end(const struct posterior *p, const struct interval_request *q, bool lower);

/*
 * Is `value` below the lower end (above the upper one), the quantile `prob`? An end is the smallest
 * t with P(Q <= t) >= prob, so
 *
 *     value < lower end   if and only if   P(Q <= value) < prob
 *     value > upper end   if and only if   P(Q < value) >= prob
 */
bool posterior_is_beyond(const struct posterior *p, double prob, double value, bool lower);

/* The same for a model; for one stratum, if possible without the distribution of its yield. */
int posterior_model_is_beyond(const struct posterior_model *m, enum quantity quantity, double beta,
			      double prob, double value, bool lower, bool *out, struct err *e);

/* The quantity for given yields in these units. */
static inline double posterior_value_at(const struct posterior *p, double retrieved,
					double unretrieved)
{
	return posterior_value(p->quantity, p->beta, p->retrieved_size, retrieved * p->unit,
			       unretrieved * p->unit);
}

/* Every value is a multiple of one over this; 0 if that is not so. */
int64_t posterior_whole(const struct posterior *p);

/* Limits on the documents in all strata, and on the judged ones in a partly judged stratum. Beyond
 * them half a document could not be represented as a double, and the masses of a beta-binomial
 * would have an error of one in a thousand.
 */
#define POSTERIOR_DOCUMENTS (INT64_C(1) << 52)
#define POSTERIOR_JUDGED    INT64_C(1000000000000)
int posterior_check_documents(double documents, struct err *e);

/* Which strata a sum is of. */
enum yield_part {
	PART_RETRIEVED = 1,
	PART_UNRETRIEVED = 2,
	PART_ALL = 3,
};

/* The yield of these strata, without a memory; `fine` and `exact_points` as in yield_new(). NULL:
 * `e` is filled. */
struct yield_distribution *posterior_yield(const struct posterior_model *m, enum yield_part part,
					   int64_t fine, double exact_points, struct err *e);

/*
 * Both ends of an interval, by either way, as the request says; nan if the quantity can only be
 * 0/0.
 */
int posterior_interval(const struct posterior_model *m, const struct interval_request *q,
		       struct interval *out, struct err *e);
