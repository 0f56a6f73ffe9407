/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Intervals of a mean over topics that are a sample from all topics (Park 2011).
 *
 * Numbers in, numbers out: a method sees one score for each topic. Each method is one file in
 * core/stats/topics/intervals/, which ends with one `MEAN_INTERVAL_METHOD = { ... };`; the build
 * collects the directory into the registry.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "core/base/err.h"
#include "core/stats/bounds.h"

struct mean_interval_request {
	struct ends ends;   /* the seed is that of the resamples */
	double least, most; /* range of a score: 0 and 1, or -1 and 1 for a difference; infinite
			       where it has no limit */
	bool difference;    /* scores are differences of two runs */
	bool binary;	    /* the scores of both are 0 or 1 */
	/*
	 * The largest magnitude of what was subtracted, for differences: what counts as equal is
	 * relative to it, as in the tests. 0: relative to the range.
	 */
	double scale;
	int64_t resamples;
};

/* What a method works on. */
struct mean_sample {
	const double *score; /* one for each topic; borrowed */
	size_t count;
	double mean;
	double grain; /* two scores or means are equal if they differ by no more */
	/* The range that was asked with. A mean whose scores go above it has no upper limit; one
	 * of differences has none at all if they leave it. */
	double least, most;
	bool binary;	   /* they are differences of scores of 0 and 1 */
	bool limited;	   /* there is a least score, and none lies below it */
	bool constant;	   /* all scores are equal, or there is only one, or one is not finite */
	double *resampled; /* means of the resamples, ascending; NULL unless asked for */
	int64_t resamples;
};

/*
 * What a method computes from a sample before it is asked for an end. Each method fills the fields
 * that it uses.
 */
struct mean_fit {
	double location, scale;	   /* t, slogit, clogit, delta */
	double bias, acceleration; /* bca; the bias, clogit and delta too */
};

struct mean_interval_method {
	const char *name;    /* as in --ci=NAME */
	const char *summary; /* one line */
	const char *manual;  /* formula in words, source, when to use it */
	bool resamples;	     /* needs mean_sample.resampled */
	bool bounded;	     /* needs a least score: nan if there is none, or one is below it */
	bool constant;	     /* only for equal scores of several topics; the others never are ... */
	bool binary;	     /* ... but this: only for differences of scores of 0 and 1 */

	/* False if the method is undefined for the sample. NULL: there is nothing to compute. */
	bool (*fit)(const struct mean_sample *s, struct mean_fit *out);

	/* The end with probability p below it, 0 < p < 1. */
	double (*end)(const struct mean_sample *s, const struct mean_fit *f, double p);
};

/*
 * The scale on which the mean of scores with a range is nearly normal: the logit of its share of
 * the range, (m - least)/(most - least), or log(m - least) if there is no upper limit, which is the
 * same except for a constant as `most` grows.
 */
double mean_scale(const struct mean_sample *s, double mean);

/*
 * The end of a method that is `location` -+ (`bias` + t `scale`) on that scale, with n - 1 degrees
 * of freedom for n topics; at p = 1/2 the location.
 */
double mean_scaled_end(const struct mean_sample *s, const struct mean_fit *f, double p);

/*
 * The resampled means on that scale. Means at an end of the range have no place on it and are left
 * out; so are those within 1e-12 of an end, where the rounding of a sum keeps them off it.
 */
struct resampled_logits {
	double of_mean;	  /* that of the mean itself */
	double shift;	  /* mean of y - of_mean */
	double deviation; /* standard deviation of y, with their number as its divisor */
};

/* False if fewer than two are left, or all of them are equal (to 1e-12). */
bool resampled_logits(const struct mean_sample *s, struct resampled_logits *out);

/* The build defines UNIT_SYMBOL per file, from the file's name. */
#define MEAN_INTERVAL_METHOD const struct mean_interval_method UNIT_SYMBOL

enum { MEAN_METHODS_MAX = 16 };

/* NULL if there is no such method. */
const struct mean_interval_method *mean_interval_find(const char *name);

/* The registry, in the order of names, ended by NULL. */
extern const struct mean_interval_method *const mean_interval_methods[];

/* Whether the scores of two runs are all 0 or 1, and there are both. */
bool scores_are_binary(const double *a, const double *b, size_t count);

/* Stands for the method that the rule of core/stats/interval/choose.h says. */
extern const struct mean_interval_method mean_interval_by_rule;

/* Why there is no interval. */
enum mean_gap {
	MEAN_WHOLE,	 /* there is one */
	MEAN_NO_TOPIC,	 /* no topic has a score */
	MEAN_ONE_TOPIC,	 /* one has, which does not show how scores vary */
	MEAN_EQUAL,	 /* all scores are equal, or not finite */
	MEAN_UNEQUAL,	 /* they are not, and the method is for equal ones */
	MEAN_NOT_BINARY, /* the method is for differences of scores of 0 and 1 */
	MEAN_UNLIMITED,	 /* the method needs a least score: there is none, or one lies below it */
	MEAN_NO_SPREAD,	 /* the resampled means, or their numbers, do not show it */
};

/* An interval, and by which method it is. */
struct mean_bounds {
	struct interval ends;
	const struct mean_interval_method *by; /* never mean_interval_by_rule */
	enum mean_gap gap;
	size_t topics; /* that have a score */
};

/*
 * The intervals of several methods from one set of resamples, which depends on the scores' number,
 * the seed and `resamples` only. Scores are not nan.
 *
 * All scores equal (or only one): nan, since they do not show how scores vary; but `constant`
 * gives that score twice. A method that is `bounded`: nan also if there is no least score, or a
 * score lies below it. An end that is not asked for (lower_p 0, upper_p 1) is the end of the range,
 * unless the interval is nan. Ends of `t` may lie outside the range.
 */
int mean_intervals(const struct mean_interval_method *const *method, size_t methods,
		   const double *score, size_t count, const struct mean_interval_request *q,
		   struct mean_bounds *out, struct err *e);

/*
 * The same in steps, for callers that need one sample at many levels: the sample, with resamples if
 * `resample` is set, and a fit for each method. False from mean_interval_fit(): undefined.
 */
int mean_sample_init(struct mean_sample *s, const double *score, size_t count, bool resample,
		     const struct mean_interval_request *q, struct err *e);
void mean_sample_release(struct mean_sample *s);
bool mean_interval_fit(const struct mean_interval_method *m, const struct mean_sample *s,
		       struct mean_fit *out);

/*
 * One-sided bounds of a mean over topics, of scores that may be skewed: for a gate, which must not
 * be too sure on either side.
 *
 * The one-sided t bound errs to one side if scores are skewed. With q the quantile of t with n - 1
 * degrees of freedom and the skewness G1, Johnson's modified t (1978, "Modified t tests and
 * confidence intervals for asymmetrical populations") puts the lower bound
 *
 *     q - G1 (2 q^2 + 1) / (6 sqrt(n))
 *
 * standard errors below the mean. The third moment of few topics is noisy, so that the bound never
 * lies nearer than that of t. Hall's transformation (1992), which 0.4.0 had, agrees with it to the
 * first order, but has no limit: of 12 topics with a skewness of -1.8 its bound lay 7.6 standard
 * errors off, and a gate did not see that half of the mean was lost. The rates of error and the
 * power of all three: doc/coverage.md, "A gate".
 *
 * The skewness is the adjusted one, G1 = g1 sqrt(n (n - 1))/(n - 2) (Joanes & Gill 1998).
 */

/*
 * Each end alone has its error: the mean lies below `lower` with probability `lower_error`, and
 * above `upper` with `upper_error`, both above 0 and below 1/2. Scores that do not vary by more
 * than `grain` have their mean as both ends. nan for fewer than three scores.
 */
struct interval skewed_bounds(const double *score, size_t count, double grain, double lower_error,
			      double upper_error);

/* For the experiment: one way, with the quantiles of t, which take longer than all the rest. */
enum skewed_way { SKEWED_JOHNSON, SKEWED_T };
struct interval skewed_bounds_by(enum skewed_way way, const double *score, size_t count,
				 double grain, double lower_quantile, double upper_quantile);
