/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Scenarios: true states of a collection on which interval methods are tried out.
 *
 * A *truth* is what nobody knows in practice, a list of strata with their sizes and numbers of
 * relevant documents, together with the sample sizes. A scenario is a random source of truths; the
 * three here are Webber's (2013, section 4.1, Tables V-VIII). A user's own scenario is simply an
 * array of truths.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/interval/interval.h"

struct true_stratum {
	int64_t size;	 /* N */
	int64_t yield;	 /* R */
	int64_t sampled; /* n */
	bool retrieved;
};

/* Borrows `strata`. */
struct truth {
	const struct true_stratum *strata;
	size_t count;
};

/* 0 <= R <= N and 0 <= n <= N in every stratum, and at least one stratum. */
int truth_check(const struct truth *t, struct err *e);

/* The true value of what `q` asks for; nan if undefined. */
double truth_value(const struct truth *t, const struct interval_request *q);

/* The parameters of Table V, as drawn. */
struct realization {
	double prevalence, recall, precision;
	struct true_stratum strata[2]; /* retrieved, unretrieved; rounded to whole documents */
};

struct uniform;

struct scenario {
	const char *name;
	const char *summary;
	void (*draw)(struct uniform *u, struct realization *out);
};

/* neutral, legal, small; NULL if there is no such scenario. The list is ended by NULL. */
const struct scenario *scenario_find(const char *name);
extern const struct scenario *const scenarios[];

/*
 * Realization `index` under `seed`: the same whatever was drawn before. Draws anew, within the
 * realization, where rounding leaves a segment empty or no relevant document.
 */
void scenario_realize(const struct scenario *s, uint64_t seed, uint64_t index,
		      struct realization *out);
