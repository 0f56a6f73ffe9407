/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The strata of many topics, as the means over topics see them.
 *
 * Strata of one group and one label are a class: the same kind of documents in every topic, such as
 * those that runs 1 and 3 retrieve and run 2 does not. The prevalence of a class is pooled over the
 * topics, with one document of the rate of its group, and at least with its share of half a
 * relevant document if the group has k > 1 classes:
 *
 *     rate = (r + max(g, 1/(2k))) / (n + 1),   g = (r_group + 1/2) / (n_group + 1)
 *
 * It only says how much a stratum weighs in its group, never what the group yields. Without the
 * share of half a document, a class of many documents in which nothing relevant was seen would be
 * taken to be certain, and the mean over 5 topics covered .84 (1 + 3 strata of falling rates).
 *
 * A stratum that a run cuts has n sampled of N documents, of which a are relevant and retrieved, b
 * relevant and not retrieved, and so on; the sizes of the parts are not used. Each kind is a cell
 * of N documents. Kinds of one stratum are not independent: what one has another lacks. In a ratio
 * of two kinds that adds up to the variances of Poisson, 1/a + 1/b, which cells have that are
 * PADDED times as large, with as many times the sample and no more that are relevant. A run may
 * cut a stratum in some topics and not be met in it in others: rates are then pooled over what was
 * drawn, without the padding. (With it, the rate came out up to 16 times too low, and means over 20
 * topics with a stratum of 20,000 documents covered .87: doc/coverage.md.)
 *
 * If any topic has a stratum that is cut, precision and F are shares of kinds in all topics
 * (core/stats/interval/cut_strata.h): relevant retrieved documents, and those that stand against
 * them.
 *
 * A topic without strata has documents of weight w = 1/p. Each is a stratum of w documents that is
 * cut, with one sampled. Padded like that, the estimate of a total is Horvitz and Thompson's,
 * sum of w r, and its variance that of independent draws, sum of w (w - 1) r. Documents whose
 * weights lie between the same powers of 2 are a class.
 */
#pragma once

#include <math.h>
#include <stddef.h>

#include "core/base/err.h"
#include "core/stats/bounds.h"
#include "core/stats/stratum.h"

/* Groups of strata: as one run sees them, and as two runs do. */
enum { LEARNT_RETRIEVED, LEARNT_REST };
enum { LEARNT_BOTH, LEARNT_FIRST, LEARNT_SECOND, LEARNT_NEITHER, LEARNT_GROUPS };

/* Sizes need not be whole: gray documents are left out by their share. */
struct learnt_cell {
	double size, sampled, relevant;
	double weight; /* of its documents */
	uint32_t label;
	int group;
	bool padded;  /* the sample is PADDED times what was drawn */
	bool counted; /* of a sum: not only a stand-in for strata without a sample */
	double rate;  /* of its class; see learnt_cells_pool() */
};

struct learnt_topic {
	struct learnt_cell *cell;
	size_t cells;
	double unit;	  /* of a sum: what a document adds; 0: the topic does not count */
	double retrieved; /* judged documents that the run retrieves; of one run */
	double beyond[2]; /* of two runs: what each retrieves more than its cells have */
};

/* What a mean is about. */
struct learnt_quantity {
	enum quantity quantity;
	double beta;	     /* of F */
	bool retrieved_only; /* a yield is that of the retrieved documents */
	bool gray_nonrelevant;
	bool share; /* of kinds: some stratum is cut, or a topic has none */
	bool heavy; /* some stratum is cut, and few documents of large weights decide a recall */
};

/* A yield, and a precision that is no share of kinds. */
static inline bool learnt_is_linear(const struct learnt_quantity *q)
{
	return q->quantity == QUANTITY_YIELD || (q->quantity == QUANTITY_PRECISION && !q->share);
}

/*
 * The cells of one topic; `out` has room for LEARNT_CELLS_MOST for each stratum. Gray documents as
 * in core/stats/interval/interval.h: sampled and not relevant, or left out of what is retrieved for
 * precision and F.
 */
enum { LEARNT_CELLS_MOST = 3 };
struct learnt_topic learnt_cells_of_design(const struct divided_stratum *d, size_t count,
					   const struct learnt_quantity *q,
					   struct learnt_cell *out);
/* The same of a topic without strata; LEARNT_CELLS_MOST for each document, q->share is set. */
struct learnt_topic learnt_cells_of_weights(const struct weighted *d, size_t count,
					    const struct learnt_quantity *q,
					    struct learnt_cell *out);
struct learnt_topic learnt_cells_of_pair(const struct pair_stratum *s, size_t count,
					 const struct learnt_quantity *q, struct learnt_cell *out);

/* Checks the counts, and fills in the rates. */
int learnt_cells_pool(const struct learnt_topic *topic, size_t count, struct err *e);

/* How many relevant documents were seen, and in how many topics none. */
double learnt_relevant_seen(const struct learnt_topic *topic, size_t count, size_t *blank);

/*
 * The part of a mean recall that the model decides, and not what was seen: a topic in which s
 * relevant documents were seen counts 1/(1+s). Of one run LEARNT_REST is what is not retrieved
 * alone, if no stratum is cut; 0 is all.
 */
double learnt_model_share(const struct learnt_topic *topic, size_t count, int least_group);

/* Is every document judged? */
bool learnt_cells_are_whole(const struct learnt_topic *topic, size_t count);

struct moments {
	double mean, variance, third; /* central */
};

/*
 * Posteriors of differences that were integrated before, by a hash of the groups: other ends of the
 * same need no other integral. Zeroed to begin with; of one thread.
 */
enum { LEARNT_KNOWN = 16 };
struct learnt_known {
	struct learnt_posterior {
		uint64_t key;
		struct moments is;
	} place[LEARNT_KNOWN];
};

/*
 * What is asked of a mean over topics, and the answer.
 */
struct learnt_request {
	struct learnt_quantity of;
	struct ends ends;	    /* if one is open, the other has its own prior */
	struct learnt_known *known; /* or NULL */
};

/*
 * Why an interval needs caution: what the sample holds too little of (doc/coverage.md, "Robust
 * 2003"). If no relevant document was seen in a topic, its recall is what the model learnt from the
 * other topics.
 */
enum learnt_caution {
	LEARNT_SOUND,
	LEARNT_FEW_RELEVANT,  /* recall: fewer than two relevant documents seen in a mean topic */
	LEARNT_FEW_RETRIEVED, /* precision and F of a run that cuts strata: fewer than four judged
				 documents that it retrieves, whose ratios are biased */
	LEARNT_ON_MODEL,      /* recall: what the model says of topics of which little was seen may
				 move the mean by .65 standard deviations
				 (learnt_model_share()) */
	LEARNT_FEW_HEAVY,     /* recall: learnt_quantity.heavy */
	LEARNT_MANY_BLANK,    /* recall and its differences: none seen in every tenth topic or
				 more */
};

/* Are there too many topics in which no relevant document was seen? */
static inline bool learnt_many_blank(size_t blank, size_t topics)
{
	return topics > 1 && 10 * blank >= topics;
}

struct learnt_result {
	double estimate;
	struct interval interval;
	double deviation; /* standard deviation of a mean of ratios, or of a difference; else nan */
	double correlation; /* learnt, of the size of a topic and its recall; else nan */
	double probability; /* of a difference: P(A > B) + P(equal)/2; else nan */
	bool moved;	    /* an end was moved to the estimate */
	bool mean;	    /* the estimate is the mean of the topics' own */
	enum learnt_caution caution;
};

/* Nothing can be said. */
static const struct learnt_result LEARNT_NOTHING = { NAN, { NAN, NAN }, NAN, NAN, NAN, 0, 0, 0 };
