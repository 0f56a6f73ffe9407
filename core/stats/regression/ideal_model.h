/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A model of the grades of all documents, learnt from the judged ones of all topics: what a
 * document of the first k may be worth, and what the ideal sum of a normalised measure may be. With
 * few judged documents no topic knows its own.
 *
 * The ideal sum I of a topic is concave in its numbers of documents of each grade. Estimates of
 * these numbers put into it make it too small on average, and their means make it too large: what
 * is needed are the means of 1/I, and of (gain of a document)/I, over what the numbers may be. A
 * document of kind h (its class of labels, and the stratum that it was drawn from) has grade g > 0,
 * in a topic with u and v, two standard normal numbers, with odds against grade 0
 *
 *     exp(a_hg + b_g u + c_g v)
 *
 * (u: how much there is to find; v: how good it is). The ranking takes documents of grade g with
 * odds exp(d g) until it has as many as have a weight, so that it may leave none of the best in a
 * topic that has few: with odds of exp(... + d g) for what it shows, and the others as they are,
 * 1/I was too small by some 10 % where rankings are good. a, b, c and d are found by EM over a grid
 * of u and v, with weak priors; the time that this takes is held while they move. Around these
 * shares those of a topic vary as a Dirichlet distribution does, so that a topic with many
 * judgments goes by its own; its concentration is an average over four, by their likelihood. Given
 * u and v the numbers of unjudged documents at or above a grade have the mean and variance of
 * beta-binomial numbers, and Panjer's distribution with these two (binomial, Poisson or negative
 * binomial), at equal levels.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "core/base/err.h"

enum { IDEAL_GRADES = 8, IDEAL_KINDS = 8 };

/* The documents of a kind of a topic that have a weight, or the others. */
struct ideal_cell {
	size_t kind; /* below IDEAL_KINDS */
	bool shown;  /* they have a weight */
	double size, sampled;
	double count[IDEAL_GRADES]; /* judged ones, by grade above 0, the lowest first */
	/* Filled: of a document with a weight the mean of gain/I, or of its gain, given the
	 * judgments of the topic; and given these without one of the cell, by its grade, the first
	 * being 0. */
	double expected, without[1 + IDEAL_GRADES];
};

struct ideal_topic {
	struct ideal_cell *cell;
	size_t cells;
	/* Filled: */
	double inverse; /* mean of 1/I; 1 if the measure is not normalised */
	double spread;	/* standard deviation of 1/I over this mean */
};

struct ideal_asked {
	double gain[IDEAL_GRADES]; /* of grades above 0, rising */
	size_t grades;
	bool normalised;
	double cutoff; /* of the ideal ranking, if it is */
};

int ideal_model(struct ideal_topic *topic, size_t topics, const struct ideal_asked *as,
		struct err *e);
