/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What cut_strata.c computes with: a quantity as the share of two numbers of documents, and kinds
 * of documents as independent beta-binomials. The formulas are in cut_strata.h.
 */
#pragma once

#include "core/stats/interval/interval.h"
#include "core/stats/interval/posterior_model.h"

/* Kinds of documents that a quantity is made of. */
enum cut_kind { RELEVANT_1, RELEVANT_0, OTHER_1, KINDS };

/* What a quantity asks for: A minus theta B. */
struct cut_question {
	bool yield;
	int64_t weight[KINDS]; /* in A, negative: in B; 0: it does not matter */
	bool retrieved_only;   /* a yield: of what is retrieved */
	bool one_segment;      /* one prior for all strata */
	bool gray_other;       /* gray documents are not relevant */
};

struct cut_question cut_question_of(const struct interval_request *q, double documents);

/* Both sides of a run together. */
static inline int64_t cut_sum_of(const int64_t x[2])
{
	return x[0] + x[1];
}

double cut_documents_of(const struct divided_stratum *d, size_t count);

/* How many documents of a kind the sample has, and whether the stratum may have any. */
int64_t cut_count_of(const struct divided_stratum *d, enum cut_kind kind,
		     const struct cut_question *x);

static inline bool cut_may_have(const struct divided_stratum *d, enum cut_kind kind)
{
	return d->cut || d->retrieved == (kind != RELEVANT_0);
}

/* The share of documents of a kind in all sampled strata together, retrieved or not. */
double cut_borrowed_share(const struct divided_stratum *d, size_t count, enum cut_kind kind,
			  const struct cut_question *x);

/* The prior of a kind of documents in a stratum: of this kind, and of all kinds together. */
struct kind_prior {
	double own, all;
};

/* A method and the strata to which it is applied. */
struct cut_case {
	const struct interval_method *m;
	const struct divided_stratum *d;
	size_t count;
	struct cut_question x;
	double documents;
	bool alone;			   /* one stratum has all of them */
	struct kind_prior (*prior)[KINDS]; /* of each stratum; NULL: not found yet */
	double borrowed[KINDS]; /* the share of each kind in a stratum without a sample */
};

/* Without priors. */
struct cut_case cut_case_of(const struct interval_method *m, const struct divided_stratum *d,
			    size_t count, const struct interval_request *q);

/* The priors, if there are none yet; to be freed by the caller (`prior`). */
int cut_case_priors(struct cut_case *c, struct err *e);

/* Is one stratum, which is cut, all there is of a share? Then theta does not matter. */
bool cut_is_alone(const struct cut_case *c);

/*
 * In place of priors: one more document as evidence against the end, in the stratum of the largest
 * weight.
 */
void cut_case_add_one_more(const struct cut_case *c, bool lower);

/* Which end is moved as far out as the sample allows; see "No end excludes" in cut_strata.h. */
enum cut_extreme { NOT_EXTREME, EXTREME_LOW, EXTREME_HIGH };

/* Strata whose yields are those of the kinds: A is retrieved, B is not. Released by the caller. */
struct cut_model {
	struct stratum *s;
	struct prior *prior;
	size_t count;
};

int cut_model_init(struct cut_model *y, const struct cut_case *c, double theta,
		   enum cut_extreme extreme, struct err *e);
void cut_model_release(struct cut_model *y);

/* The share of A at the means of the posterior. */
double cut_mean_share(const struct cut_case *c);
