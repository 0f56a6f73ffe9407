/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rules that say when a review may stop. Each is one file in core/stats/stopping/rules/, which ends
 * with one `STOPPING_RULE = { ... };`; the build collects the directory into the registry.
 *
 * A rule looks at a review up to one look, never beyond it. It stops at the first look
 * at which p <= alpha, or at which `stops` is true.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/err.h"
#include "core/base/near.h"

/*
 * A review in the order in which it was done, as numbers: what had been judged and found after each
 * step.
 *
 * A control sample, drawn at random from the whole collection, comes first. Then the review goes
 * through the collection; documents of the control sample that it reaches are steps too, though
 * they cost nothing again. Some steps are random draws from what was left at that point.
 */
enum step_kind {
	STEP_RANKED,  /* chosen in whatever way */
	STEP_CONTROL, /* of the control sample; before all others */
	STEP_RANDOM,  /* drawn at random from all that was not judged yet */
	STEP_AGAIN,   /* the review reaches a document of the control sample */
};

struct review_step {
	uint8_t kind; /* enum step_kind */
	bool relevant;
};

/* After a number of steps. */
struct review_point {
	int64_t judged, found;	    /* different documents, and how many of them are relevant */
	int64_t reached;	    /* relevant documents of the control sample */
	int64_t drawn, drawn_found; /* random draws, without the control sample */
	size_t blocks;		    /* of random draws that have begun */
};

/* Random draws in a row: from `left` documents, with `found` relevant ones found before. */
struct review_block {
	int64_t left, found;
	int64_t drawn, drawn_found; /* before it */
	bool control;
};

struct review {
	int64_t collection; /* N */
	size_t steps;
	struct review_point *at; /* steps + 1 of them */
	struct review_block *block;
	int64_t control, control_relevant; /* the control sample, which is the first steps */
	size_t *look;			   /* steps after which rules look, in rising order */
	size_t looks;
};

/*
 * Looks are after each `batch` steps after the control sample, at the end, and after `tail` random
 * draws, which must be in a row (0: none). Fails if more is judged than there is. On failure
 * nothing is left to release.
 */
int review_init(struct review *r, const struct review_step *step, size_t steps, int64_t collection,
		int64_t batch, int64_t tail, struct err *e);
void review_release(struct review *r);

/*
 * The same review after n further random draws, none of them relevant, with one look there. For the
 * caller to release.
 */
int review_with_draws(const struct review *r, int64_t n, struct review *out, struct err *e);

/* The point at a look. */
static inline const struct review_point *review_at(const struct review *r, size_t look)
{
	return &r->at[r->look[look]];
}

/* The same before the first look: after the control sample. */
static inline const struct review_point *review_before(const struct review *r, size_t look)
{
	return look == 0 ? &r->at[r->control] : review_at(r, look - 1);
}

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

/* Whether p is alpha or less. If they are the same number, such as 1/10, they are rounded
 * otherwise. */
static inline bool stopping_is_enough(double p, double alpha)
{
	return p <= near_above(alpha);
}

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
