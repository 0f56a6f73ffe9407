/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the ideal sums of a normalised measure may be, learnt from the judged documents of all
 * topics: with few judged documents no topic knows its own.
 *
 * The ideal sum I of a topic is concave in its numbers of documents of each grade. Estimates of
 * these numbers put into it make it too small on average, and their means make it too large: what
 * is needed is the mean of (grade of a document)/I over what the numbers may be. A document of
 * stratum h has grade g > 0, in a topic with u and v, two standard normal numbers, with odds
 * against grade 0
 *
 *     exp(a_hg + b_g u + c_g v + d grade)        the last term for documents with a weight only
 *
 * (u: how much there is to find; v: how good it is; d: how much better the ranking is than its
 * pool). a, b, c and d are found by EM over a grid of u and v, with weak priors. Around these
 * shares those of a topic vary as a Dirichlet distribution does, so that a topic with many
 * judgments goes by its own; its concentration is an average over four, by their likelihood. Given
 * u and v the numbers of unjudged documents above each grade are negative binomial, at equal
 * levels.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "core/base/err.h"

enum { IDEAL_GRADES = 8, IDEAL_STRATA = 8 };

/* The documents of a stratum of a topic that have a weight, or the others. */
struct ideal_cell {
	size_t stratum; /* its number among those of all topics, below IDEAL_STRATA */
	bool shown;	/* they have a weight */
	double size, sampled;
	double count[IDEAL_GRADES]; /* judged ones, by grade above 0, the lowest first */
	/* Filled: of a document with a weight the mean of grade/I, and of what it adds to I. */
	double expected, influence;
};

struct ideal_topic {
	struct ideal_cell *cell;
	size_t cells;
	/* Filled: */
	double inverse;			/* mean of 1/I */
	double influence[IDEAL_GRADES]; /* of one document more of a grade on I */
	double spread;			/* variance of expected/its mean */
	double known;			/* part of the variance of u that the judgments explain */
};

struct ideal_asked {
	double grade[IDEAL_GRADES]; /* above 0, rising */
	size_t grades;
	double cutoff;
};

int ideal_model(struct ideal_topic *topic, size_t topics, const struct ideal_asked *as,
		struct err *e);
