/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The two ends of an interval, of whatever quantity, and what is asked of them. Part of the plugin
 * interface.
 */
#pragma once

#include <stdint.h>

struct interval {
	double lower, upper; /* nan: undefined for the data */
};

/* What lies below a value and above it, in probability. */
struct tails {
	double below, above;
};

struct ends {
	/* Probability below each end: .025 and .975 for two-sided 95 %; 0 and 1: that end is open.
	 */
	double lower_p, upper_p;
	int64_t draws; /* Monte Carlo draws, of a method that can draw; 0: deterministic */
	uint64_t seed; /* of all random numbers */
};

/* A quantity of a set; see core/stats/interval/interval.h. */
enum quantity {
	QUANTITY_RECALL = 1,
	QUANTITY_PRECISION = 2,
	QUANTITY_F = 4,
	QUANTITY_YIELD = 8, /* number of relevant documents in all strata */
};

/* A quantity of a ranking; see core/stats/ranking/ranking_method.h. */
enum ranked_quantity {
	RANKED_AP = 1,
	RANKED_AP_CORRECTED = 2, /* with the jackknife's correction of its bias */
	RANKED_R_PRECISION = 4,
	RANKED_PRECISION = 8, /* of the first k */
};
