/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Regression estimates of rankings: of sums of w y over the documents of a ranking, w being known
 * weights (1/k in the first k, discounts, differences of two rankings) and y what a judgment says
 * (1 if relevant, a gain), from simple random samples of the strata of a pool.
 *
 * A GREG estimate (greg.h) with z = w y, covariates w 1[class = c] and q = |w|. Its coefficient B_c
 * is the mean of y over the judged documents of class c, weighted by |w| N/n. If no w is negative
 * the estimate is
 *
 *     T = sum over c of W_c B_c,      W_c the sum of w over all documents of class c
 *
 * a ratio estimate, which never leaves the range of y times the sum of w. With one class it is the
 * regression on the weights alone; classes of cheap labels are more covariates. As labels enter
 * through B_c only, they may say anything: reversed labels are as good as right ones, and no
 * coefficient is clipped. Over topics there is one B for all of them; a topic's own line has its
 * own. Classes of few judged documents are joined with their neighbours (joined_classes.h), until
 * of n judged documents with a weight there are at most 1 + n/16 classes: if they say nothing, the
 * variance is larger by about (classes - 1)/n, and the interval wider by 3 % at most. Of
 * differences a class needs twice as many, as small classes bias these.
 *
 * The variance is that of greg.h with residuals divided by sqrt(1 - h), h = (|w| N/n)/(their sum
 * over the judged documents of the class), since the coefficient was fitted to them (MacKinnon and
 * White 1985, HC2). As few disagreements decide if labels are good, and a small sample may show
 * none, it has one more than was seen, and at least two. One is
 *
 *     y2 mean over unjudged documents of N^2 (1 - n/N)/(n (n-1)) w^2
 *
 * y2 being the mean square of the gains above 0 that were seen, 1 if there are none. (Labels wrong
 * in 1 of 100, 3 such documents expected in a sample: P covers .910 without the one more, .972 with
 * it.)
 * Student's t has as many degrees of freedom as there are judged documents with a weight in strata
 * not judged as a whole, less the classes.
 *
 * A normalised measure divides the weights of a topic by an estimate I of their ideal sum, which
 * varies, too. With u = dI/d(document) to first order, g e - T u/I takes the place of g e. 1/I is
 * corrected for its bias, by a part of itself; half of what that changes in the estimate, squared,
 * is added to the variance, since topics do not differ in the sign of what is left of it.
 *
 * If I is by a model of all topics, gains are compared with those that it expects, x = w times
 * these, and B is near 1. u is that of documents with a weight alone, as far as a topic is known by
 * its judgments, less its mean; the spread of what is expected is added, and a part of the mean,
 * for the model, as large as topics are unknown. Only a part of a disagreement is added.
 */
#pragma once

#include <stdbool.h>

#include "core/stats/bounds.h"
#include "core/stats/regression/greg.h"

/* A document of the ranking with a weight. */
struct regressed_document {
	double weight; /* w */
	double gain;   /* y; nan: not judged */
	double ideal;  /* u, if it is judged */
	size_t stratum;
	int32_t class;	 /* of its label, from 0; -1: it has none */
	double expected; /* gain, by a model; 0: there is none, and B is a mean gain */
};

struct regressed_stratum {
	struct greg_stratum of; /* may have no sample; or it is one of all topics (its parts are in
				   these, and the covariances among them are left out) */
	double ideal[2];	/* sums of u and of its square over all its judged documents */
};

struct regressed_topic {
	const struct regressed_stratum *stratum;
	size_t strata;
	const struct regressed_document *document;
	size_t documents;
	double ideal;	 /* I; 1: not normalised. 0: the value is 0 */
	double shift;	 /* by which part of itself 1/I was lowered for its bias */
	bool modelled;	 /* I is by a model of all topics (ideal_model.h), ... */
	double spread;	 /* ... with this variance of gains/I, of the square of their mean, */
	double unknown;	 /* ... and this part of what a topic has not known */
	double constant; /* added to the sum */
	double pairs;	 /* a part of it that has an error of its own */
};

struct ranked_regression {
	double mean;  /* over topics; nan: nothing was judged that has a weight */
	double se;    /* of these topics */
	double df;    /* of se */
	double among; /* standard error for topics like these, never below se: topics of which
			 nothing was judged do not scatter; nan: fewer than two */
	size_t classes;
	bool unsampled; /* a stratum with weights has no judged document */
	/* Share of topics whose ideal sum is 0, though a document with a weight is not judged:
	   their value counts as 0, and may be up to 1. */
	double blank;
	double least, most; /* that the mean can be */
};

/* A topic, with the coefficients of all; its own documents tell the error, which is infinite if a
 * stratum has no judged document. */
struct regressed_value {
	double value, se;
};

/*
 * `classes` is one more than the largest class, or 0: labels are not used. `each`, if it is not
 * NULL, gets the estimates of the topics.
 */
int ranked_regression(const struct regressed_topic *topic, size_t topics, size_t classes,
		      struct ranked_regression *out, struct regressed_value *each, struct err *e);

/*
 * By Student's t: of a share on the scale of logits, of what is not negative on that of logarithms,
 * of a difference as it is. At the ends of a range, which have no logit, as it is, too. Blank
 * topics may have any value up to 1, in a difference any from -1 to 1: the ends are moved by their
 * share. Never beyond what the mean can be.
 */
enum regressed_scale { SCALE_SHARE, SCALE_POSITIVE, SCALE_PLAIN };
struct interval ranked_regression_interval(const struct ranked_regression *x,
					   enum regressed_scale scale, double lower_p,
					   double upper_p);
