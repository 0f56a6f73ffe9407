/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trials: samples are drawn again and again where the truth is known, and each makes claims,
 * estimates with intervals. A question says what one trial is; this makes all of them, by threads
 * and in shards, and counts how the claims agree with the truth.
 *
 * The columns below are those of every question, with one meaning:
 *
 *     samples      that were drawn
 *     offered      share of the samples whose claim has an interval
 *     coverage     share of these intervals that cover the true value (covers.h)
 *     coverage_se  its standard error, sqrt(coverage (1 - coverage) / intervals)
 *     below        share of these intervals with the true value below them
 *     above        share of these intervals with the true value above them
 *     width        mean width of these intervals
 *     bias         mean of estimate - true value, of the samples that have an estimate
 *     rmse         root mean square of the same
 *
 * What was not offered, or is not known, is left out, and nothing is left of nothing (nan).
 */
#pragma once

#include "core/base/output.h"
#include "core/engine/shard/shard.h"
#include "core/stats/bounds.h"

/*
 * How much is drawn, from which seed, and how the work is divided: a part of what every simulation
 * is asked.
 */
struct effort {
	int64_t samples; /* a simulation says of what; 0: not given */
	uint64_t seed;
	int jobs;
	struct shard *shard;
	struct progress progress;
};

/* Figures of a question's own that a claim can carry. */
enum { CLAIM_MORE = 4 };

/* What one sample says of one quantity, and what is true of it; nan: nothing. */
struct claim {
	double truth;
	double estimate;
	struct interval interval;
	double more[CLAIM_MORE];
};

/*
 * Makes the claims of a sample, all of which are nan before. Samples have numbers from 0, group by
 * group. Called by several threads. -1: `e` is filled.
 */
typedef int trials_one(const void *question, size_t sample, void *scratch, struct claim *to,
		       struct err *e);

struct trials {
	const struct effort *effort;
	size_t groups;	/* of samples that are counted apart */
	size_t samples; /* of each group */
	size_t claims;	/* of each sample */
	size_t scratch; /* bytes that each thread has for itself, zeroed once */
	trials_one *one;
	const void *question;
};

struct tally {
	double samples, offered, coverage, coverage_se, below, above, width, bias, rmse;
	double truth;		 /* mean, of the samples that have one */
	double more[CLAIM_MORE]; /* means, of the samples that have one */
};

/*
 * Fills tally[group * claims + claim]. The same for any number of threads and of shards. A step of
 * progress is a sample.
 */
int trials_run(const struct trials *t, struct tally *tally, struct err *e);

/* Entries of a table of columns (records.h): AT(member) is the place of a member of the tally. */
/* clang-format off */
#define TALLY_COLUMNS(AT) \
	{ "samples", "samples", RECORD_COUNT, .width = 7, AT(samples), .if_any = true }, \
	{ "offered", "offered", RECORD_REAL, 6, 4, 7, AT(offered) }, \
	{ "coverage", "coverage", RECORD_REAL, 6, 4, 8, AT(coverage) }, \
	{ "coverage_se", "+-", RECORD_REAL, 6, 4, 6, AT(coverage_se), .if_any = true }, \
	{ "below", "below", RECORD_REAL, 6, 4, 6, AT(below) }, \
	{ "above", "above", RECORD_REAL, 6, 4, 6, AT(above) }, \
	{ "width", "width", RECORD_REAL, 6, 4, 8, AT(width), .if_any = true }, \
	{ "bias", "bias", RECORD_REAL, 6, 4, 8, AT(bias), .if_any = true }, \
	{ "rmse", "rmse", RECORD_REAL, 6, 4, 8, AT(rmse), .if_any = true }
/* clang-format on */
