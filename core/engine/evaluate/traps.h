/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What may make the figures of a run other than its owner thinks, without being wrong: scores that
 * are tied, ranks that contradict scores, document numbers that differ from the judged ones in
 * upper and lower case only, the same run twice.
 *
 * All but the last are looked for with complete judgments only. Each is one warning a call.
 */
#pragma once

#include "core/base/warnings.h"
#include "core/data/joined/join.h"
#include "core/engine/evaluate/evaluated.h"
#include "core/engine/shard/shard.h"

/* What a run is to be warned of. */
struct run_traps {
	const char *path; /* borrowed, as the name of the measure */
	size_t topics, tied;
	const char *measure; /* that ties change most; NULL: no printed digit changes */
	double value, least, most;
	size_t contradicting, unlike;
	struct shown judged, retrieved;
	uint64_t rankings;
};

/*
 * Looks at a topic that was scored. `view` is that of the join, and not to be used after that.
 * `several`: there are other runs that may be the same.
 */
int traps_look(struct found_traps *f, struct evaluation *x, struct join *j,
	       const struct judged_topic *judged, const struct run *run,
	       const struct run_topic *topic, bool several, struct topic_view *view, struct err *e);

/* Adds what was found in later topics. */
void traps_add(struct found_traps *f, const struct found_traps *later);

/* Writes what was found; or reads it, and adds it. */
void traps_fields(struct evaluation *x, struct shard_line *l);

/* What there is to say when all topics are done; `digits` are printed. */
int traps_of_run(const struct evaluation *x, int digits, struct run_traps *out, struct err *e);

/* One line for each kind. */
void traps_warn(const struct run_traps *run, size_t runs, int digits, struct warnings *w);
