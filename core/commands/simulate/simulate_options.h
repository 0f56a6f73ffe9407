/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is asked of the command simulate.
 */
#pragma once

#include "core/commands/simulate/ap_coverage.h"
#include "core/commands/simulate/bootstrap_simulation.h"
#include "core/commands/simulate/comparison_simulation.h"
#include "core/commands/simulate/coverage_simulation.h"
#include "core/commands/simulate/means_simulation.h"
#include "core/commands/simulate/pool_or_sample.h"
#include "core/commands/simulate/power_simulation.h"
#include "core/commands/simulate/stopping_simulation.h"
#include "core/commands/simulate/study_simulation.h"
#include "core/engine/evaluate/run_options.h"
#include "core/engine/stop/stopping_options.h"

/* Where truths come from: a scenario, a file of truths or, with `table`, a table of strata. */
struct asked_truths {
	char *name; /* owned */
	bool table;
};

struct simulate_request {
	/* Of all ways to simulate. */
	int64_t samples; /* 0: not given */
	uint64_t seed;
	int jobs;
	struct shard shard;
	enum record_format format;
	bool quiet;
	/* The coverage of intervals from sampled judgments. */
	struct simulation simulation;
	struct asked_truths *asked;
	size_t count;
	int quantity; /* place in simulation_quantities */
	enum tail tail;
	struct means_simulation means; /* of several topics */
	bool by_truth;
	bool distribution; /* of the estimate, instead of coverage */
	/* Instead, intervals of means over topics. */
	bool by_bootstrap;
	struct bootstrap_simulation bootstrap;
	const char *matrix;
	bool by_system; /* skew and bias */
	struct number_list sizes;
	/* Instead, the power of the sign test. */
	bool by_power;
	struct power_simulation power;
	/* Instead, judging until a difference is certain. */
	bool by_confidence, by_study;
	struct study_simulation study;
	/* Instead, comparisons of systems, with the resamples of `bootstrap`. */
	bool by_comparisons;
	struct comparison_simulation comparison;
	/* Instead, samples against pools. */
	bool by_sampling;
	struct sampling_simulation sampling;
	struct text_list measure, file, plugin;
	struct text_list held; /* each may be several names with commas between */
	const char *judgment_format, *run_format, *plot;
	bool by_run;
	const char *by_topic; /* a run */
	/* Instead of agreement, the coverage of the intervals of statAP. */
	bool by_coverage;
	struct ap_coverage coverage;
	bool pool_depth_given, agreement_given; /* an option that is not for it */
	/* Instead, reviews that end. */
	bool by_stopping;
	struct stopping_simulation stopping;
	/* An option of each group that was given, or NULL. */
	const char *truths_given, *bootstrap_given, *sampling_given, *intervals_given,
		*coverage_given, *stopping_given, *files_given, *level_given, *power_given,
		*matrix_given, *study_given, *sizes_given, *comparisons_given, *resamples_given;
};

extern const struct command_table simulate_table;

/* As in --quantity; ended by NULL. */
extern const char *const simulation_quantities[];

/* Before the simulation: sets what depends on several options, and refuses what is left. */
int simulate_request_ready(struct simulate_request *q, struct err *e);
