/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The samples that can be drawn from a truth: how many relevant documents the sample of each
 * stratum has, and with which probability (Webber 2013, eq 6).
 */
#pragma once

#include "core/stats/coverage/scenario.h"
#include "core/stats/distribution/hypergeometric.h"

struct uniform;

struct outcomes {
	size_t count; /* of strata */
	struct hypergeometric *distribution;
	struct stratum *strata; /* as a method sees them; `relevant` is that of one outcome */
};

/*
 * Leaves out outcomes with less than about 1e-12 of probability, and `neglect` on either side of
 * the distribution of each stratum. Precision does not look at unretrieved strata, and they have
 * one outcome. Release with outcomes_release() also if this fails.
 */
int outcomes_init(struct outcomes *x, const struct truth *t, enum quantity quantity, double neglect,
		  struct err *e);
void outcomes_release(struct outcomes *x);

/* How many there are. */
double outcomes_count(const struct outcomes *x);

/* Looks at x->strata, whose probability is `weight`; false: stop. */
typedef bool outcome_visit(void *context, double weight);

/* Every outcome. */
void outcomes_each(struct outcomes *x, outcome_visit *visit, void *context);

/* `draws` random samples, each with the weight 1/draws. */
void outcomes_draw(struct outcomes *x, struct uniform *u, int64_t draws, outcome_visit *visit,
		   void *context);

/*
 * The probability of a condition on two independent hypergeometric counts, where the condition
 * changes at most once along each: from false to true, or from true to false. It is asked about
 * twice for each outcome of one count, instead of once for each pair.
 */
struct outcome_border {
	const struct hypergeometric *count[2];
	bool rises[2]; /* the condition becomes true as the count grows; else it becomes false */
	bool (*holds)(void *context, const int64_t count[2]);
	void *context;
};

double outcome_border_mass(const struct outcome_border *b);
