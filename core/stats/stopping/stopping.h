/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rules that say when a review may stop. Each is one file in core/stats/stopping/rules/, which ends
 * with one `STOPPING_RULE = { ... };`; the build collects the directory into the registry.
 *
 * A rule looks at a review (review.h) up to one look, never beyond it. It stops at the first look
 * at which p <= alpha, or at which `stops` is true.
 */
#pragma once

#include "core/stats/stopping/review.h"

struct stopping_question {
	double target;	  /* recall that is wanted */
	double alpha;	  /* probability with which a rule with a guarantee may miss it */
	int64_t tail;	  /* random draws at which to look once; 0: not set */
	double precision; /* of a batch, below which the review seems to be done */
	double budget;	  /* share of the collection */
};

struct stopping_rule {
	const char *name;
	const char *summary; /* one line */
	const char *manual;  /* formula in words, source, and what is proved of it */
	bool guarantee;	     /* recall is below the target with probability alpha at most */
	/* What it needs to say anything; NULL: nothing. */
	const char *needs;
	/*
	 * One of both, at a look by number. p is that of "recall is below the target"; nan: the
	 * rule has nothing to say there.
	 */
	double (*p)(const struct review *r, const struct stopping_question *q, size_t look);
	bool (*stops)(const struct review *r, const struct stopping_question *q, size_t look);
};

/* The build defines UNIT_SYMBOL per file, from the file's name. */
#define STOPPING_RULE const struct stopping_rule UNIT_SYMBOL

/* The registry, in the order of names, ended by NULL. */
extern const struct stopping_rule *const stopping_rules[];

enum { STOPPING_RULES_MAX = 16 };

/* Where a rule stops: the number of a look, or SIZE_MAX. */
size_t stopping_look(const struct stopping_rule *rule, const struct review *r,
		     const struct stopping_question *q);

/*
 * The least number of relevant documents in the collection with which `found` of them are too few
 * for the target.
 */
double stopping_too_many(const struct stopping_question *q, int64_t found);

/*
 * Hypergeometric test (Callaghan and Mueller-Hansen 2020): of `left` documents, n were drawn at
 * random and k of them are relevant, `before` relevant ones having been found before. The
 * probability of k or fewer if the recall is below the target now, that is, if there were at least
 * stopping_too_many(before + k) - before among the `left`.
 */
double stopping_tail_p(const struct stopping_question *q, int64_t left, int64_t before, int64_t n,
		       int64_t k);
