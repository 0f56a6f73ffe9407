/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Studies of two runs that judge their pools deeper and deeper until the sign of the difference is
 * certain enough (Carterette & Smucker 2007, sections 4.1 and 5), on existing judgments and runs.
 * The judgments of all documents in the pools are taken as the truth.
 *
 * Apart from study_asked.h because it is the work, without options.
 */
#pragma once

#include "core/commands/simulate/effort.h"
#include "core/engine/pilot/pilot_data.h"
#include "core/stats/planning/study_cost.h"

struct study_simulation {
	struct pilot_question pilot; /* judgments, runs; `certainty` and `size` of the fit */
	double topics;		     /* n: the power to be kept is that of n topics without error */
	double certainty;	     /* of every study; 0: what a pilot study says is cheapest */
	int64_t pilot_topics;
	struct study_prices price;
	double alpha;
	struct effort
		effort; /* studies, each of a pair that is drawn; of confidence: draws of topics */
};

/* ---- confidence (section 4.1, Figure 4) ---- */

enum { CONFIDENCE_BINS = 10 }; /* between 1/2 and 1 */

/* All depths of all pairs, and of all draws of topics, with a confidence in the bin. */
struct confidence_bin {
	int64_t observations;
	double confidence; /* mean, of the sign of the difference in MAP */
	double right;	   /* share in which it is the sign of all judgments */
	double topics;	   /* share of the topics with a difference whose sign is right */
};

/*
 * `sizes` are numbers of topics, of each of which `samples` draws are made; none: all topics, once.
 * Warnings of the data are the caller's: `d` was read with s->pilot.
 */
int confidence_simulate(const struct study_simulation *s, const struct pilot_data *d,
			const struct number_list *sizes, struct confidence_bin *bin, struct err *e);

/* ---- studies (sections 5.1 and 5.2) ---- */

enum { STUDY_BINS = 10 }; /* of effect sizes, .1 wide; the last row is all studies */

struct study_bin {
	int64_t studies;
	double effect;		/* mean size over all topics, of the better run */
	double certainty;	/* mean, that was aimed at */
	double topics;		/* mean number */
	double adjusted;	/* mean effect that eq 2 predicts */
	double observed;	/* mean effect of the signs that were seen */
	double predicted_power; /* mean, of n topics without error */
	double power;		/* share that finds the better run, one-sided sign test */
	double predicted;	/* mean judgments that the pilot predicted; nan without a pilot */
	double judgments;	/* mean */
	double median;
	double complete;    /* mean, of n topics until the sign is certain */
	double pool;	    /* mean, of the deepest pools of n topics */
	double start;	    /* mean, of the pilots */
	double reached;	    /* share in which the certainty was reached */
	double correlation; /* of predicted and actual judgments */
};

struct study_result {
	struct study_bin bin[STUDY_BINS + 1];
	int64_t unplanned; /* pilots from which no plan follows; left out */
};

int study_simulate(const struct study_simulation *s, const struct pilot_data *d,
		   struct study_result *out, struct err *e);
