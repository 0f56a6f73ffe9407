/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is said of the traps that were found in runs, when all topics are done.
 *
 * Apart from traps.h because that is about topics, while they are scored.
 */
#pragma once

#include "core/engine/evaluate/traps.h"

/* What other orders of the documents do to a mean. */
struct order_effect {
	const struct request_column *column; /* borrowed */
	bool no_best;
	double value, least, most, by_rank;
	double half; /* half the width of its 95 % interval over topics; 0: one topic */
};

/* What a run is to be warned of. */
struct run_traps {
	const char *path; /* borrowed */
	size_t topics, tied, ranked;
	struct order_effect *effect; /* of the columns of traps_next() */
	size_t effects;
	size_t unlike, unknown;
	struct two_documents alike, unmet;
	size_t first, first_judged;
	uint64_t rankings;
};

/* Allocates from `memory`. */
int traps_of_run(const struct evaluation *x, struct arena *memory, struct run_traps *out,
		 struct err *e);

/* `digits` are printed; `ties`: whether ties are to be warned of here. */
int traps_warn(const struct run_traps *run, size_t runs, int digits, bool ties, struct warnings *w,
	       struct err *e);
