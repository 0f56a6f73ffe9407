/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which interval method is used if nobody names one: a table of conditions, which `help methods`
 * and doc/which-interval.md print. Evaluations, validate, labels, plan and simulate ask here, so
 * that what is planned for is what will be printed.
 */
#pragma once

#include "core/base/err.h"
#include "core/stats/interval/cut_strata.h"
#include "core/stats/interval/interval.h"

/* Of what the interval is. */
enum interval_of {
	OF_SET,		   /* recall, precision, F, numbers and shares of relevant documents */
	OF_SET_MEAN,	   /* over topics */
	OF_SET_DIFFERENCE, /* of two runs */
	OF_RANKING,	   /* average precision and others, estimated from a sample */
	OF_MEAN,	   /* over topics, of scores from complete judgments */
	OF_DIFFERENCE,	   /* of two such means */
	OF_PAIR_PLAN,	   /* two runs whose sample is not drawn yet */
};

/* What else decides. */
enum interval_fact {
	FACT_ONE_SAMPLE = 1, /* one simple random sample is all that is in doubt */
	FACT_ONE_END = 2,    /* a bound on one side is wanted */
	FACT_DRAWS = 4,	     /* random draws of a posterior are wanted */
	FACT_NO_STRATA = 8,  /* only inclusion probabilities are known */
	FACT_CLUSTERS = 16,  /* clusters of documents were drawn */
	FACT_NO_LIMIT = 32,  /* scores have no least value, or lie below it */
	FACT_CONSTANT = 64,  /* two topics or more have a score, and all the same one */
	/* There are more topics than RESAMPLED_TOPICS_MOST, or resampled means do not differ. */
	FACT_NO_RESAMPLES = 128,
};

/* With more topics than this the means of resampled topics are as good as normal. */
enum { RESAMPLED_TOPICS_MOST = 10000 };

/* The last rule that applies decides. */
struct interval_rule {
	enum interval_of of;
	unsigned facts, none_of; /* all of the first must hold, and none of the second */
	const char *method;
	const char *quantity, *ends, *judgments; /* in words; NULL: not printed */
};

/* Ended by a rule without a method. */
extern const struct interval_rule interval_rules[];

/* The name of the method. */
const char *interval_choose(enum interval_of of, unsigned facts);

/* FACT_ONE_END, FACT_DRAWS. */
unsigned interval_facts_of_ends(const struct ends *ends);

/* What a default interval is computed from, besides the strata. */
struct default_request {
	struct interval_request interval;
	bool retrieved_only; /* a yield: that of the retrieved documents */
	bool labels;	     /* labels made these strata of one simple random sample */
};

/*
 * The method that strata as a run divides them get by the rule, and their interval. Of recall and F
 * whose doubt is one sample the limits of that sample give it (one_in_doubt()); labels do not make
 * the interval of one proportion narrower than it is without them.
 */
const struct interval_method *default_method(const struct divided_stratum *d, size_t count,
					     const struct default_request *q);
int default_interval(const struct divided_stratum *d, size_t count, const struct default_request *q,
		     struct interval *out, struct err *e);

/*
 * Recall and F if one simple random sample is all that is in doubt: the production was judged as a
 * whole and the rest was sampled, or the other way round. Both then rise or fall with the number R
 * of relevant documents in the sampled stratum, so that the exact limits of R give theirs:
 *
 *     recall = a / (a + R), F1 = 2 a / (a + R + P)    if P documents were produced, a relevant
 *     recall = R / (R + c), F1 = 2 R / (R + c + P)    if the production is sampled, and c relevant
 *                                                     documents are outside it
 *
 * They cover at least the level whatever the truth is, as those of R do.
 */

/*
 * Whether it is so. Not if a document is gray, if a stratum is cut, or if recall is the same
 * whatever R is.
 */
bool one_in_doubt(const struct divided_stratum *d, size_t count, enum quantity quantity);

/* By `m`, a method of one proportion. An end that is not asked for is what the sample leaves
 * possible. */
int one_in_doubt_interval(const struct interval_method *m, const struct divided_stratum *d,
			  size_t count, const struct interval_request *q, struct interval *out,
			  struct err *e);

/* Names for the texts of options. */
#define NAMED_SET      "bb-spread"
#define NAMED_ONE      "hypergeometric"
#define NAMED_BOUND    "bb-bound"
#define NAMED_WEIGHTED "ht-logit"
#define NAMED_SET_MEAN "bb-learnt"
#define NAMED_MEAN     "clogit"
