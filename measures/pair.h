/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How to write a measure of a pair of runs.
 *
 * A family is one file that ends with one array:
 *
 *	PAIR_MEASURES = {
 *		{
 *			.abi = PAIR_ABI,
 *			.name = "overlap",
 *			...
 *		},
 *		PAIR_MEASURES_END,
 *	};
 *
 * It is built into the program when it stands in measures/compare/, and as a shared object for
 * --plugin when compiled alone, if it calls nothing of the program by name. It sees all topics of
 *both runs, joined, and adds figures: by topic, for all topics and for the topics pooled into one.
 *It does not print, open files, or keep anything between calls, and may be called from several
 *threads at once.
 */
#pragma once

#include "core/data/joined/pair_view.h"
#include "measures/services.h"

/* What a measure of pairs was built for: see services.h. */
#define PAIR_ABI INTERFACE_OF(struct pair_measure)

/* What the options say. */
struct pair_request {
	const struct estimate_request
		*bounds;	    /* their ends, draws, seed, and the method for strata */
	double beta;		    /* of F */
	bool gray_nonrelevant;	    /* gray documents count as not relevant */
	double prior;		    /* --prior: lambda, alpha */
	double gain, cost;	    /* --utility: of a true and of a false positive */
	double prob_relevant;	    /* --prob-rel: of an unjudged document */
	bool topics;		    /* -q: the figures of each topic are wanted */
	struct learnt_known *known; /* what the model integrated before, of one pair; or NULL */
	const double *at; /* the model may tell the tails at this in place of its bounds; or NULL */
};

struct pair_measure;

struct figure {
	const struct pair_measure *family; /* set by the caller of compare() */
	const char *topic;		   /* NULL: all topics */
	bool micro;			   /* of all topics pooled: printed with micro_ in front */
	const char *name;		   /* static */
	const char *row, *column; /* its place in a table for people; NULL: not shown there */
	bool headline;		  /* shown also when many pairs have one line each */
	bool integer;
	double value;
	const char *method;  /* of a bound, or NULL */
	int64_t draws;	     /* that it took */
	const char *caution; /* static: why it may be off, as in "in 3 pairs of runs TEXT"; or NULL
			      */
};

enum pair_input {
	PAIR_DOCUMENTS, /* complete judgments */
	PAIR_STRATA,	/* a sample with strata */
};

/* A topic small enough to work out by hand, which the tests do for every measure. */
struct pair_example {
	/* Documents as GRADE:RANK_A:RANK_B, 0 for a rank of a run that does not retrieve it. */
	const char *documents;
	/* Strata as RUNS:SIZE:SAMPLED:RELEVANT, RUNS being AB, A, B or - */
	const char *strata;
	const char *figure; /* the name of the one that is checked */
	double value;
};

/* What a model of both runs says of the difference of their means over topics. */
struct model_difference {
	double centre;
	struct interval bounds;
	struct tails tails;
	bool told; /* the tails, and nothing else */
};

struct pair_measure {
	int abi;	     /* PAIR_ABI; first, so that it is read before anything else */
	const char *name;    /* as in -m NAME */
	const char *summary; /* one line */
	const char *title;   /* above its table for people: what is asked */
	const char *manual;  /* what is asked and answered, formula, source */
	const char *figures; /* names of what it adds, for -m and for manuals */
	enum pair_input input;
	bool by_default; /* belongs to what is said when nothing is asked for */
	/* Adds figures with v->services->add_figure(). Returns 0, or -1 with `e` filled. */
	int (*compare)(const struct pair_view *v, const struct pair_request *q, struct figures *out,
		       struct err *e);
	struct pair_example example;
	bool needs_frame; /* retrieved documents that could not be drawn matter to it */
	/* The width of intervals of differences of sets, of recall, precision or F; NULL: it has no
	 * such model. */
	int (*model)(const struct pair_view *v, const struct pair_request *q,
		     enum quantity quantity, struct model_difference *out, struct err *e);
};

/* The build defines UNIT_SYMBOL for each file of measures/compare/; a plugin has this name. */
#ifdef UNIT_SYMBOL
#define PAIRS_SYMBOL UNIT_SYMBOL
#else
#define PAIRS_SYMBOL strat_eval_pairs
#endif
#define PAIR_MEASURES                                    \
	extern const struct pair_measure PAIRS_SYMBOL[]; \
	const struct pair_measure PAIRS_SYMBOL[]
#define PAIR_MEASURES_END \
	{                 \
		.abi = 0  \
	}
