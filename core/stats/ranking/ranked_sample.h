/*
 * A ranking of which a sample with unequal probabilities was judged: what interval methods and
 * estimates that need more than the probabilities see of it. Numbers in, numbers out.
 */
#ifndef STATS_RANKING_RANKED_SAMPLE_H
#define STATS_RANKING_RANKED_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/err.h"
#include "core/stats/stratum.h"

/* One sampled document. */
struct ranked_unit {
	double rank;	    /* from 1; INFINITY: not retrieved */
	double probability; /* of being in the sample: above 0; 1: for certain */
	int32_t bucket;	    /* that it was drawn from; -1: taken for certain, or not known */
	bool relevant;
};

/* One stratum or bucket, as the sample was drawn from it. */
struct ranked_bucket {
	int64_t size;	 /* documents in it */
	int64_t sampled; /* those in the sample */
	int64_t picks;	 /* Stevens' design: how often one of the buckets was picked; all of a topic
			    have the same number. 0: a simple random sample of its own */
};

struct ranked_sample {
	const struct ranked_unit *unit; /* by rank */
	size_t units;
	const struct ranked_bucket *bucket;
	size_t buckets;
	bool known; /* the design: every unit that is not certain has a bucket */
};

/* What a method says of an estimate. */
struct ranked_error {
	double se;   /* standard error; nan: the sample cannot tell */
	double bias; /* of the estimate before any correction; 0: not estimated */
	double df;   /* degrees of freedom of Student's t for the interval of a single topic */
	/* `bias` has been taken off the estimate, and `se` is that of the result. */
	bool corrected;
};

/*
 * The interval of one topic: around the estimate less its bias. What was taken off is taken to be
 * uncertain by as much, so that its standard error is sqrt(se^2 + bias^2). Symmetric on the logit
 * scale, by Student's t. Where the middle is 1 or more and has no logit, up to 1, and down as on
 * the logarithmic scale. With `certain` (everything was judged) it is the estimate itself. Where
 * the estimate is 0, or the error, the sample shows no variance to tell an end by: nan, but for a
 * lower end of 0.
 */
struct ranked_interval {
	double lower, upper;
};
struct ranked_interval ranked_interval_of(double estimate, const struct ranked_error *error,
					  bool certain, double lower_p, double upper_p);

/* Whether every unit was taken for certain. */
bool ranked_is_certain(const struct ranked_sample *s);

/*
 * A mean over topics. "These topics": the topics' errors are independent; those that are not known
 * are taken to be as large as the others, on average. "Topics like these" (random): the estimates'
 * own scatter, which has the errors in it. The corrections of bias are uncertain by as much as they
 * are, and all in the same direction. Topics whose estimate is nan are left out; nan where nothing
 * is known.
 */
struct ranked_mean {
	double se;     /* of the mean */
	double bias;   /* to be taken off it */
	double spread; /* standard error of what is left: for the interval */
};
struct ranked_mean ranked_mean_of(const double *estimate, const struct ranked_error *error,
				  size_t topics, bool random);

/*
 * Average precision of the sample and its parts (Aslam & Pavlu 2008, eq 1, a document counting once
 * in its own precision), for the relevant units only, in their order. With w = 1/probability,
 *
 *     A = sum of w/rank + sum over pairs, f above d, of w_d w_f / rank of d,    R = sum of w
 *
 * and AP = A/R. `gradient` is that of A: 1/rank + above/rank + below.
 */
struct ranked_ap {
	size_t units; /* relevant ones */
	size_t *at;   /* places in the sample */
	double *weight;
	double *precision; /* at the rank; 0 where not retrieved */
	double *gradient;
	double numerator, total; /* A and R */
};

/* The caller releases it; on failure nothing is left to release. */
int ranked_ap_init(struct ranked_ap *a, const struct ranked_sample *s, struct err *e);
void ranked_ap_release(struct ranked_ap *a);

/*
 * Average precision less the bias that the method ht-jackknife estimates; nan where nothing
 * relevant was sampled.
 */
int ranked_ap_corrected(const struct ranked_sample *s, double *value, struct err *e);

/*
 * Average precision with two corrections, where the design is known: terms of pairs are divided by
 * the probability of the pair, and the ratio is corrected as Beale (1962) does,
 *
 *     A'/R (1 + cov(A',R)/(A' R)) / (1 + var(R)/R^2)
 *
 * with the Horvitz-Thompson estimates of (co)variance; that of A' by linearisation. nan where
 * nothing relevant was sampled, or the design is not known.
 */
int ranked_ap_beale(const struct ranked_sample *s, double *value, struct err *e);

#endif
