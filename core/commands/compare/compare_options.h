/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is asked of the command compare.
 */
#pragma once

#include "core/commands/compare/gate.h"
#include "core/engine/compare/score_comparison.h"
#include "core/engine/evaluate/run_options.h"

enum compare_source {
	COMPARE_RUNS,
	COMPARE_COUNTS,
	COMPARE_WINS,
	COMPARE_SCORES,
};

struct compare_request {
	struct run_request runs;
	enum compare_source source;
	const char *matrix;
	const char *judged_matrix; /* scores by people, that of `matrix` being by labels; or NULL */
	const char *judged_column; /* the same as a column of `matrix`; or NULL */
	bool lower_better;	   /* of scores that were computed before */
	struct confusion confusion[2];
	int confusions;
	double wins[3];
	bool utility_given;
	struct comparison_request request;
	struct gate_request gate;
	struct pair_request pair;
	struct estimate_request bounds; /* of pairs */
	enum record_format format;
	const char *plot;  /* file, or NULL */
	bool leaderboard;  /* without the pairs */
	bool simultaneous; /* intervals that hold all at once */
	bool ranks;	   /* that each run can have */
	bool by_topic;	   /* the topics by their differences */
};

/* Whether there are scores by labels and by people. */
static inline bool compare_is_powered(const struct compare_request *o)
{
	return o->judged_matrix != NULL || o->judged_column != NULL;
}

extern const struct command_table compare_table;

/*
 * Before the comparison: refuses options that cannot be combined with what is compared, and copies
 * the others into `request` and `pair`.
 */
int compare_request_ready(struct compare_request *o, struct err *e);
