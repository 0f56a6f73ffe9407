/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The scores that `plan map` starts from: of runs evaluated here, or computed elsewhere.
 */
#pragma once

#include "core/data/scores/score_table.h"
#include "core/engine/evaluate/run_request.h"
#include "core/engine/request/registry.h"

enum map_source { MAP_RUNS, MAP_SCORES, MAP_MATRIX };

struct map_pilot {
	const char *measure; /* its name */
	struct score_table score;
	/* Standard errors and biases of the scores, from sampled judgments; no systems: not known.
	 */
	struct score_table error, bias;
	bool corrected; /* the bias has been taken off the scores */
	double *judged; /* documents judged, by topic of the table; NULL likewise */
	/* What names are borrowed from. */
	struct registry registry;
	struct judgments judgments;
	bool read; /* the judgments are there */
	struct request_list asked;
	struct run_scores scores;
};

/*
 * Reads and evaluates. `matrix` is the file of MAP_MATRIX; the files of the others are those of the
 * options. Release also after a failure.
 */
int map_pilot_read(struct map_pilot *p, enum map_source source, const char *matrix,
		   struct run_request *o, struct err *e);
void map_pilot_release(struct map_pilot *p);
