/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Estimated yields of the retrieved and the unretrieved segment and what follows from them by
 * propagation of error (Webber 2013, section 2.10 and equations 4-5, 11, 23-29).
 *
 * The normal-approximation methods differ in little more than the variance they use; this is what
 * they share.
 */
#pragma once

#include "core/stats/interval/interval.h"

struct segment {
	int64_t size;	  /* N, summed over the segment's strata */
	int64_t sampled;  /* n */
	int64_t relevant; /* r */
	double yield;	  /* estimated number of relevant documents, eq 4-5 (eq 28 when adjusted) */
	double variance;  /* of that estimate, eq 24 summed over strata */
	bool unsampled; /* a stratum has documents and no sample: no yield (never when adjusted) */
};

struct segments {
	struct segment retrieved, unretrieved;
};

/*
 * Totals, yields and variances. `added` is the c of eq 27, put on the relevant and on the other
 * documents of every stratum: 0 for the maximum-likelihood estimate, 1 Laplace, 2 Agresti-Coull.
 * The finite-population factor 1 - n/N always has the true n. Strata without documents are skipped.
 */
void segments_estimate(const struct stratum *s, size_t count, double added, struct segments *out);

/* A quantity and the variance of its estimate; nan in both if it is undefined. */
struct estimate {
	double value, variance;
};

/*
 * Recall (eq 2 and 23), precision R1/N1, F = (1+b²)R1/(N1 + b²(R1+R0)) or yield R1+R0, with the
 * variance by eq 20 from the independent yields R1 and R0.
 */
struct estimate segments_quantity(const struct segments *g, const struct interval_request *q);

/*
 * Ends value + z·sd with the exact normal quantile of either end, not clipped (eq 26). An end that
 * is not asked for (lower_p <= 0 or upper_p >= 1) is the quantity's own limit.
 */
struct interval segments_normal_ends(const struct segments *g, const struct interval_request *q,
				     struct estimate x);

/* As struct interval_method.compute: eq 27-29 with its `added` and its `variance`. */
int segments_interval(const struct interval_method *m, const struct stratum *s, size_t count,
		      const struct interval_request *q, struct interval *out, struct err *e);

/*
 * A simple random sample from each of two segments, for methods that have no form for strata. A
 * segment without documents has size 0.
 */
struct two_samples {
	int64_t N1, n1, r1; /* retrieved */
	int64_t N0, n0, r0; /* unretrieved */
};

/* Fails, naming `method`, where a segment has more than one stratum with documents. */
int two_samples_from(const struct stratum *s, size_t count, const char *method,
		     struct two_samples *out, struct err *e);

/*
 * Answers the cases in which the sample leaves nothing to compute: a segment without documents, or
 * no relevant document in either sample. True if `out` was filled.
 */
bool two_samples_trivial(const struct two_samples *x, struct interval *out);
