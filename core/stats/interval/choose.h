/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which interval method is used if nobody names one: a table of conditions, which `help methods`
 * and doc/which-interval.md print. Evaluations, validate, labels, plan and simulate ask here, so
 * that what is planned for is what will be printed.
 */
#pragma once

#include "core/stats/interval/cut_strata.h"

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

/* Facts of the sample and the request that choose the method; to be added up. */
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

/*
 * What the rule says of strata as a run divides them: the method, and what it is asked.
 *
 * If one simple random sample is all that is in doubt of recall or F (the production was judged as
 * a whole and the rest was sampled, or the other way round), both rise or fall with the number R of
 * relevant documents in the sampled stratum. Then the method is asked for the yield, and its exact
 * limits give theirs:
 *
 *     recall = a / (a + R), F1 = 2 a / (a + R + P)    if P documents were produced, a relevant
 *     recall = R / (R + c), F1 = 2 R / (R + c + P)    if the production is sampled, and c relevant
 *                                                     documents are outside it
 *
 * They cover at least the level whatever the truth is, as those of R do. Not if a document is gray,
 * if a stratum is cut, or if recall is the same whatever R is.
 *
 * Labels do not make the interval of one proportion narrower than it is without them. So two more
 * intervals are asked for if labels made the strata: without labels, by the method for one sample
 * (`exact`) and by that for several.
 */
enum { INTERVALS_ASKED = 3 };
struct interval_choice {
	const struct interval_method *method, *exact; /* NULL: one interval is all */
	struct interval_request asked;
	struct divided_stratum one[2]; /* the strata without labels */
	size_t strata;
};
struct interval_choice interval_choice(const struct divided_stratum *d, size_t count,
				       const struct interval_request *q);

/* How many intervals there are to ask for, by divided_interval(); and each of them. */
static inline int intervals_asked(const struct interval_choice *c)
{
	return c->exact != NULL ? INTERVALS_ASKED : 1;
}

struct interval_ask {
	const struct interval_method *method;
	const struct divided_stratum *stratum;
	size_t strata;
};
struct interval_ask interval_ask(const struct interval_choice *c, const struct divided_stratum *d,
				 size_t count, int number);

/* From the intervals of what was asked to that of `q`. */
struct interval interval_settle(const struct interval_choice *c, const struct divided_stratum *d,
				size_t count, const struct interval_request *q,
				const struct interval answer[INTERVALS_ASKED]);

/* All of this at once. */
int default_interval(const struct divided_stratum *d, size_t count,
		     const struct interval_request *q, struct interval *out, struct err *e);

/* Names for the texts of options. */
#define NAMED_SET      "bb-spread"
#define NAMED_ONE      "hypergeometric"
#define NAMED_BOUND    "bb-bound"
#define NAMED_WEIGHTED "ht-logit"
#define NAMED_SET_MEAN "bb-learnt"
#define NAMED_MEAN     "clogit"
