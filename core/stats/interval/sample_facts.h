/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts about a sample, the question and the options, from which the default interval is chosen
 * (choose.h). They are derived only here: evaluations, plan, validate and simulate just say what
 * they know about the sample.
 */
#pragma once

#include "core/stats/interval/cut_strata.h"

/* What the interval is for. */
enum interval_of {
	OF_SET,		   /* recall, precision, F, numbers and shares of relevant documents */
	OF_SET_MEAN,	   /* over topics */
	OF_SET_DIFFERENCE, /* of two runs */
	OF_RANKING,	   /* average precision and others, estimated from a sample */
	OF_MEAN,	   /* over topics, of scores from complete judgments */
	OF_DIFFERENCE,	   /* of two such means */
	OF_PAIR_PLAN,	   /* two runs whose sample is not drawn yet */
};

/* Flags. */
enum interval_fact {
	FACT_ONE_SAMPLE = 1, /* a proportion of which only one simple random sample is in doubt */
	FACT_ONE_DOUBT = 2,  /* the same for recall or F, which rise or fall with it */
	FACT_LABELS = 4,     /* the same, but for labels that divide it */
	FACT_ONE_END = 8,    /* a bound on one side is wanted */
	FACT_DRAWS = 16,     /* random draws of a posterior are wanted */
	FACT_NO_STRATA = 32, /* only inclusion probabilities are known */
	FACT_CLUSTERS = 64,  /* clusters of documents were drawn */
	FACT_NO_LIMIT = 128, /* scores have no least value, or lie below it */
	FACT_CONSTANT = 256, /* two topics or more have a score, and it is the same */
	/* There are more topics than RESAMPLED_TOPICS_MOST, or resampled means do not differ. */
	FACT_NO_RESAMPLES = 512,
	FACT_BINARY = 1024, /* of differences: all scores of both runs are 0 or 1 */
};

/* With more topics than this the series of `delta` errs by less than 10,000 resamples do. */
enum { RESAMPLED_TOPICS_MOST = 2000 };

/* What is known; members left out are false or unknown. */
struct sample_known {
	bool one_end; /* by an option; or: */
	const struct ends
		*ends; /* that are wanted; NULL: two, without draws, unless `asked` has some */
	bool clusters, no_strata; /* of the design */
	bool one_sample;	  /* is planned, and nothing else */
	/* The strata as a run divides them, and what is asked of them; NULL: not yet known. */
	const struct divided_stratum *stratum;
	size_t strata;
	const struct interval_request *asked;
	/* Scores of topics. */
	size_t topics;
	bool no_limit, constant, no_spread, binary;
};

/* Strata that were judged as a whole, and the one that was not. */
struct known_part {
	double relevant[2]; /* that are retrieved [1], or not */
	double retrieved;   /* documents of all strata */
	double least, most; /* possible numbers of relevant documents, given what was judged */
	int open;	    /* side of the stratum in doubt */
	size_t strata;	    /* that are in doubt */
	bool plain;	    /* no stratum is cut, unsampled or has documents left out */
};

struct sample_facts {
	enum interval_of of;
	unsigned is; /* enum interval_fact */
	struct sample_known from;
	struct known_part part;
	struct divided_stratum side[2]; /* FACT_LABELS: the strata without labels */
	size_t sides;
};

struct sample_facts sample_facts(enum interval_of of, struct sample_known known);

/* Of strata as a run divides them. */
static inline struct sample_facts strata_facts(const struct divided_stratum *d, size_t count,
					       const struct interval_request *q)
{
	return sample_facts(OF_SET,
			    (struct sample_known){ .stratum = d, .strata = count, .asked = q });
}
