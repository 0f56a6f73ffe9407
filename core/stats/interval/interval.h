/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Interval methods for recall, precision, F and yield from a stratified sample.
 *
 * Numbers in, numbers out: a caller describes the strata of one topic and asks a method for the
 * ends of an interval. Each method is one file in core/stats/interval/methods/, which ends with one
 * `INTERVAL_METHOD = { ... };`; the build collects the directory into the registry.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/interval/interval_request.h"
#include "core/stats/interval/posterior_model.h"

struct segments;

/* r of n documents are relevant, drawn from N. */
struct one_proportion {
	int64_t N, n, r;
};

/* One end as a share of the documents; 0 < prob < 1 is the probability below it. */
typedef double one_proportion_end(const struct one_proportion *x, double prob, bool lower);

/*
 * A method has one of `prior`, `end_prior`, `compute` and `weighted`. Functions return 0, or -1
 * with `e` filled if the method does not apply (for example Koopman with more than two strata).
 */
struct interval_method {
	const char *name;	/* as in --ci=NAME */
	const char *summary;	/* one line */
	const char *manual;	/* formula in words, source (paper and equation), when to use it */
	unsigned quantities;	/* which of enum quantity it answers */
	bool raw_gray;		/* the strata keep their gray documents; else they are adjusted */
	bool includes_estimate; /* an end on the wrong side of the estimate is moved to it */
	bool forced_ends;	/* then, ends that the sample decides are forced */

	/* A bound fails with at most the stated probability, whatever the truth is: proved, or
	 * measured in the worst truth of every design tried (doc/coverage.md). Other methods are
	 * right on average, or approximately.
	 */
	bool keeps_level;

	/*
	 * For which quantities the method is monotone: with one sample for each segment, the ends
	 * of recall and F rise with the relevant documents among the retrieved and fall with the
	 * others, and the ends of a yield rise with all. Methods with a `prior` always are.
	 */
	unsigned monotone;

	/* Bayesian: the ends are quantiles of the posterior from this prior. The prior depends only
	 * on the sizes of strata and samples, not on what was found, unless `by_sample` is set (and
	 * even then not with one stratum in each segment). Hyperparameters may then be negative,
	 * but not alpha + r and beta + n - r.
	 */
	void (*prior)(const struct stratum *s, size_t count, struct prior *out);
	bool binomial; /* see struct posterior_model */
	bool by_sample;

	/*
	 * Each end is a quantile of its own posterior, as exact confidence limits are. The
	 * hyperparameters of an end may depend on what was found and may be negative; alpha + r and
	 * beta + n - r may not. With one stratum in each segment, the hyperparameters of a stratum
	 * do not depend on what was found in the other one.
	 */
	int (*end_prior)(const struct stratum *s, size_t count, enum quantity quantity, bool lower,
			 struct prior *out, struct err *e);

	/*
	 * A stratum without a sample borrows from the sampled ones, and no end excludes the
	 * estimate (core/stats/interval/cut_strata.h).
	 */
	bool borrows;

	/*
	 * If a run cuts strata, it counts one more document, against the bound, in the stratum of
	 * the largest weight (core/stats/interval/cut_strata.h).
	 */
	bool one_more;

	/*
	 * Added in quadrature over topics, its ends cover the mean of a sum, such as a yield,
	 * though not that of a ratio.
	 */
	bool adds_up;

	/* Means over topics have a prior learnt from the topics (core/stats/learnt_prior). */
	bool learnt;

	int (*compute)(const struct interval_method *m, const struct stratum *s, size_t count,
		       const struct interval_request *q, struct interval *out, struct err *e);

	/* What compute() asks, of one proportion (one_proportion.h) and of the normal methods
	 * (segments.h): an end; the c of eq 27; another variance of the estimate, or NULL. */
	one_proportion_end *end;
	double added;
	double (*variance)(const struct segments *g, double value);

	/*
	 * Optional, besides `compute`: is `value` below the lower end (above the upper one)? For
	 * methods that can tell faster than they find the end. Not asked if the end is open (a
	 * probability of 0 or 1) or forced.
	 */
	int (*beyond)(const struct stratum *s, size_t count, const struct interval_request *q,
		      double value, bool lower, bool *out, struct err *e);

	/* From documents and their probabilities, without strata. A `clustered` method also looks
	 * at their clusters and strata, and gets all documents: with those that are asked for alone
	 * it could not tell how a sample of another size would have fallen out. */
	bool clustered;
	int (*weighted)(const struct weighted *d, size_t count, const struct interval_request *q,
			struct interval *out, struct err *e);
};

/* The build defines UNIT_SYMBOL per file, from the file's name. */
#define INTERVAL_METHOD const struct interval_method UNIT_SYMBOL

/* Moves ends out to the bounds on one side of the same level (choose.h). nan: there is none. */
static inline void interval_move_out(struct interval *x, double at_least, double at_most)
{
	x->lower = at_least < x->lower ? at_least : x->lower;
	x->upper = at_most > x->upper ? at_most : x->upper;
}

/* NULL: there is no such method. */
const struct interval_method *interval_find(const char *name);

/* The registry, in the order of names, ended by NULL. */
extern const struct interval_method *const interval_methods[];

/*
 * Checks the strata (0 <= r <= a <= n <= N), applies the convention for gray documents, and asks
 * the method. Then moves ends to the estimate and forces those that the sample decides, if the
 * method says so.
 */
int interval_compute(const struct interval_method *m, const struct stratum *s, size_t count,
		     const struct interval_request *q, struct interval *out, struct err *e);

/* The same for a method with `weighted`. */
int interval_weighted(const struct interval_method *m, const struct weighted *d, size_t count,
		      const struct interval_request *q, struct interval *out, struct err *e);

/*
 * What a document adds to numerator and denominator of a quantity (enum quantity); of a yield, to
 * the numerator.
 */
void interval_shares(const struct weighted *d, const struct interval_request *q, double *a,
		     double *b);

/* The checks of interval_compute(), and one stratum without its gray documents. */
int interval_check(const struct stratum *s, size_t count, const struct interval_request *q,
		   struct err *e);
struct stratum interval_adjust(const struct stratum *s, const struct interval_request *q);

/* Forced ends, by the totals of the segments (interval.c). Leaves nan alone. */
void interval_force_ends(const struct stratum *s, size_t count, enum quantity quantity,
			 struct interval *out);

/*
 * The estimate as it is printed, from strata with their gray documents: these are not rounded here,
 * and strata without a sample add nothing. nan: there is none.
 */
double interval_estimate(const struct stratum *s, size_t count, const struct interval_request *q);

/* Moves an end on the wrong side of the estimate to it. */
void interval_include_estimate(const struct stratum *s, size_t count,
			       const struct interval_request *q, struct interval *out);
