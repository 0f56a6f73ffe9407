/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often an interval method covers the truth: Webber's four criteria (2013, section 4.1) for one
 * truth, and their summary over many.
 */
#pragma once

#include "core/stats/coverage/outcomes.h"
#include "core/stats/coverage/scenario.h"
#include "core/stats/interval/interval.h"

enum coverage_by {
	COVERAGE_AUTO,	    /* the first of the others that applies and is not too slow */
	COVERAGE_BY_SUM,    /* every outcome, weighted with its probability: exact */
	COVERAGE_BY_BORDER, /* the outcomes at which covering ends: exact, see below */
	COVERAGE_BY_SAMPLE, /* `draws` random samples */
};

struct coverage_request {
	struct interval_request interval; /* what is asked of the method, and the level */
	enum coverage_by by;
	int64_t outcomes; /* most for COVERAGE_AUTO to sum; a million is a second for a fast method
			   */
	double neglect; /* probability that may be left out at either end of a sample's distribution
			 */
	int64_t widths; /* BY_BORDER: samples that give the mean width */
	int64_t draws;	/* standard error of a coverage near .95: .22/sqrt(draws) */
	uint64_t seed;
	uint64_t index; /* of the truth: with the seed it decides the samples */
};

struct coverage {
	double offered; /* probability that a sample has an interval */
	/* Of such samples; nan if there are none. */
	double covered;	   /* probability that the interval covers the true value (covers.h) */
	double above;	   /* that the true value lies above the interval */
	double below;	   /* that it lies below */
	double width;	   /* mean width */
	int64_t intervals; /* computed */
	enum coverage_by by;
};

/*
 * One truth, one method. COVERAGE_BY_BORDER is for recall, F and yield, one stratum per segment,
 * and methods whose ends rise with r1 and fall with r0 (struct interval_method.monotone, and the
 * Bayesian ones; not naive or normal). It asks about four times for each outcome of the narrower
 * sample on which side of the interval the truth is (core/stats/interval/repeated_samples.h). The
 * mean width then comes from `widths` samples that are spread evenly from a random start, without
 * bias. The other ways take any strata. Precision does not look at unretrieved strata, and they are
 * not counted as outcomes.
 *
 * Outcomes with less than about 1e-12 of probability are left out, and `neglect` on either side of
 * the distribution of each stratum. Fails if the true value is undefined, if the method
 * fails, or if BY_BORDER does not apply.
 */
int coverage_of(const struct interval_method *m, const struct truth *t,
		const struct coverage_request *q, struct coverage *out, struct err *e);

/* Of the truths with a coverage, except what is offered: that is of all. */
struct coverage_summary {
	size_t count;
	double offered;
	double mean;	     /* unbiasedness: mean coverage */
	double rmse;	     /* consistency: root mean square of coverage - nominal (Table X) */
	double least, most;  /* coverage */
	double above, below; /* balance: mean gaps (figure 12) */
	double width;	     /* narrowness: mean width (Table IX) */
};

/* Adds in the order of the array, so that the result does not depend on threads. */
struct coverage_summary coverage_summarize(const struct coverage *c, size_t count, double nominal);

/* As the ceil(count/4)-th smallest, and so on, without those that are nan; nan of nothing. Sorts
 * the values. */
struct quartiles {
	double first, median, third;
};
struct quartiles quartiles_of(double *value, size_t count);

/*
 * Adds to share[i] what method i has of a truth: 1 if its coverage is the closest to the level, and
 * a part of it if several are. Coverage counts to a thousandth, as in the paper (Figure 13).
 */
void coverage_closest(const struct coverage *c, size_t methods, double level, double *share);

/*
 * How often an interval covers the truth at every look, while the sample grows: `looks` looks at
 * samples that grow evenly, in all strata, to what the truth says; q->draws paths. A path is
 * covered if the truth is in the interval at all looks; otherwise the first miss counts as above or
 * below. The width is that at the last look. Fails as coverage_of() does.
 */
int coverage_of_looks(const struct interval_method *m, const struct truth *t,
		      const struct coverage_request *q, int64_t looks, struct coverage *out,
		      struct err *e);

/*
 * Bias and deviation of an estimate, for one truth (Webber 2013, section 2.4, Figure 3): every
 * sample that can be drawn, with its probability and its estimate. If there are more samples than
 * q->outcomes, or if samples are asked for, q->draws of them instead.
 */

/* Over the samples that have an estimate; nan if none has. */
struct estimate_moments {
	double bias, sd;
	double undefined; /* probability that there is no estimate */
};

/* Fields of `q` that are for the method are not used. */
int estimate_moments_of(const struct truth *t, const struct coverage_request *q,
			struct estimate_moments *out, struct err *e);

/* The samples over which that is: all, or as many as are asked for. */
void estimate_each(struct outcomes *x, const struct coverage_request *q, outcome_visit *visit,
		   void *context);
