/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Evaluations of systems that have several runs each, in place of those of the runs (--system-of).
 */
#pragma once

#include "core/data/scores/run_systems.h"
#include "core/engine/evaluate/batch.h"

struct evaluated_systems {
	struct batch_receiver to; /* gets the systems as if they were runs */
	const struct batch *batch;
	const char *path; /* the file that says which run is of which system */
	struct warnings *warnings;
	/* Its own. */
	struct run_scores runs;
	struct run_systems systems;
	const struct evaluation **list; /* room for the runs of one */
	size_t carried;			/* intervals, as of runs */
};

/* A receiver for batch_run(); `runs` is to be released, also after a failure. */
struct batch_receiver evaluated_systems_receiver(struct evaluated_systems *s);
