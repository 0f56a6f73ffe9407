/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Interval methods for estimates of a ranking from a sample (statAP, statRprec, statP).
 *
 * Each method is one file in core/stats/ranking/methods/, which ends with one
 * `RANKING_METHOD = { ... };`; the build collects the folder into the registry.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/err.h"
#include "core/stats/bounds.h"

/*
 * A ranking of which a sample with unequal probabilities was judged: the input of interval methods
 * and of estimates that need more than the probabilities. Numbers in, numbers out.
 */

/* One sampled document. */
struct ranked_unit {
	double rank;	    /* from 1; INFINITY: not retrieved */
	double probability; /* of being in the sample: above 0; 1: for certain */
	int32_t bucket;	    /* from which it was drawn; -1: taken for certain, or not known */
	bool relevant;
};

/* One stratum or bucket, as the sample was drawn from it. */
struct ranked_bucket {
	int64_t size;	 /* documents in it */
	int64_t sampled; /* those in the sample */
	int64_t picks;	 /* Stevens' design: how often one of the buckets was picked; the same
			    number for all buckets of a topic. 0: a simple random sample of its own */
};

struct ranked_sample {
	const struct ranked_unit *unit; /* by rank */
	size_t units;
	const struct ranked_bucket *bucket;
	size_t buckets;
	bool known; /* the design: every unit that is not certain has a bucket */
};

/*
 * The units that were drawn alike: strata have groups from 1 on, all others (Stevens' design, or a
 * design that is not known) are in group 0.
 */
static inline size_t ranked_group(const struct ranked_sample *s, const struct ranked_unit *u)
{
	bool own = s->known && u->bucket >= 0 && s->bucket[u->bucket].picks == 0;
	return own ? 1 + (size_t)u->bucket : 0;
}

/* Whether every unit was taken for certain. */
static inline bool ranked_is_certain(const struct ranked_sample *s)
{
	for (size_t i = 0; i < s->units; i++)
		if (s->unit[i].probability < 1)
			return false;
	return true;
}

/*
 * The error of an estimate of a ranking, as an interval method states it, and what follows from it:
 * the interval of one topic, and the error of a mean over topics.
 */
struct ranked_error {
	double se;   /* standard error; nan: not known from the sample */
	double bias; /* of the estimate before any correction; 0: not estimated */
	double df;   /* degrees of freedom of Student's t for the interval of a single topic */
	/* `bias` has been taken off the estimate, and `se` is the error of the result. */
	bool corrected;
};

/*
 * The interval of one topic, around the estimate less its bias. The correction is itself uncertain:
 * its size is added in quadrature, so that the standard error is sqrt(se^2 + bias^2). The interval
 * is symmetric on the logit scale, by Student's t. A centre of 1 or more has no logit: then the
 * interval is interval_below_one(). An end that would leave an estimate between 0 and 1 outside is
 * moved to it; no end lies beyond 0 and 1. With `certain` (everything was judged) the interval is
 * the estimate itself. If the estimate is 0 or less, or its error 0, the sample shows no variance,
 * and the ends are nan, except for a lower end of 0.
 */
struct interval ranked_interval_of(double estimate, const struct ranked_error *error, bool certain,
				   double lower_p, double upper_p);

/*
 * Around a centre of 1 or more, which is more than is possible: up to 1, from where the logarithmic
 * scale puts the quantile `low` of Student's t, and if that is not below 1, around 1 itself.
 */
struct interval interval_below_one(double centre, double spread, double low);

/*
 * A mean over topics of any estimates (average precision has its own: mean_ap.h). "These topics":
 * the topics' errors are independent; errors that are not known are taken to be as large as the
 * others on average. "Topics like these" (random): the scatter of the estimates, which contains
 * their errors. The corrections of bias are uncertain by their own size, and all in the same
 * direction. Topics whose estimate is nan are left out. The result is nan if nothing is known.
 */
struct ranked_mean {
	double se;     /* of the mean */
	double bias;   /* to be taken off it */
	double spread; /* standard error of what is left: for the interval */
};
struct ranked_mean ranked_mean_of(const double *estimate, const struct ranked_error *error,
				  size_t topics, bool random);

struct ranking_method {
	const char *name;    /* as in --ci=NAME */
	const char *summary; /* one line */
	const char *manual;  /* formula in words, source (paper and equation), when to use it */
	unsigned quantities; /* which of enum ranked_quantity it answers */

	/* `cutoff` is the k of RANKED_PRECISION. */
	int (*error)(const struct ranked_sample *s, enum ranked_quantity quantity, double cutoff,
		     struct ranked_error *out, struct err *e);
};

/* The build defines UNIT_SYMBOL per file, from the file's name. */
#define RANKING_METHOD const struct ranking_method UNIT_SYMBOL

/* NULL: there is no such method. */
const struct ranking_method *ranking_method_find(const char *name);

/* The registry, in the order of names, ended by NULL. */
extern const struct ranking_method *const ranking_methods[];
