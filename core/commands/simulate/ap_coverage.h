/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often the intervals of the mean of statAP and statAP_bc cover the true value, on anyone's
 * runs and complete judgments: samples are drawn as `sample` draws them, judged from the judgments,
 * and evaluated. Sample number i = 0, 1, ... is the one that `sample --seed` draws with the seed +
 * i.
 */
#pragma once

#include "core/base/arena.h"
#include "core/commands/simulate/effort.h"
#include "core/data/joined/rankings.h"
#include "core/options/lists.h"

/* All of it is borrowed. */
struct ap_coverage {
	const struct rankings *rankings; /* built with complete and by_name */
	const bool *held;		 /* by run: it shapes no sample; NULL: all do */
	struct number_list picks;	 /* documents to draw for each topic */
	size_t deepest;			 /* documents of each run that can be drawn */
	size_t pool_depth;    /* documents at the top of each run that are always taken; 0: none */
	int64_t below;	      /* documents drawn below `deepest`; 0: none */
	double level;	      /* of the intervals */
	int32_t relevant;     /* the least grade that is */
	struct effort effort; /* samples */
};

enum ap_estimate { STAT_AP, STAT_AP_BC, AP_ESTIMATES };
extern const char *const ap_estimate_names[AP_ESTIMATES];

/*
 * Figures of one number of picks, estimate and run. The frame's MAP takes the documents that could
 * be drawn as all that are relevant, over the topics that have an estimate in the sample.
 */
struct ap_coverage_figures {
	double bias;	    /* mean error against the frame's MAP */
	double sd;	    /* standard deviation of the error */
	double error;	    /* mean half-width of the interval over its normal quantile */
	double covered;	    /* share of samples whose interval covers the frame's MAP */
	double covered_map; /* the MAP with all judgments, over all topics */
	double warned;	    /* share of samples with a warning of bias */
};

struct ap_coverage_result {
	size_t runs, topics;	  /* topics with a relevant document */
	double *map;		  /* by run, with all judgments */
	double *judged, *without; /* by picks: judged for a topic; topics without an estimate */
	struct ap_coverage_figures *figures; /* [picks][estimate][run] */
	struct arena memory;
};

/* The same for any number of jobs. On failure nothing is left to release. */
int ap_coverage_simulate(const struct ap_coverage *s, struct ap_coverage_result *r, struct err *e);
void ap_coverage_result_release(struct ap_coverage_result *r);
