/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the topics of a run gave, as a line of a shard: their scores, estimates and texts, and the
 * samples from which the results for all topics come.
 *
 * Apart from evaluation_run.c because it is the format of a file.
 */
#pragma once

#include "core/data/runs/run.h"
#include "core/engine/evaluate/evaluated.h"
#include "core/engine/shard/shard.h"

/*
 * A topic that was evaluated, and its place in the order: first the topics of the run, then those
 * that it lacks.
 */
struct placed_topic {
	size_t place, topic;
};

struct evaluated_topics {
	struct placed_topic *list; /* room for all judged topics */
	size_t count;
};

/* The topics of an evaluation. `run` is NULL if only a table names it. */
void evaluated_topics_find(struct evaluated_topics *t, const struct evaluation *x,
			   const struct run *run);

/* In the order of their places. */
void evaluated_topics_sort(struct evaluated_topics *t);

/*
 * Writes these topics; or reads some more of them, into an evaluation that has room. What was
 * counted is added up. With `documents`, those of the samples are kept, for measures that need them
 * for all topics.
 */
void evaluation_fields(struct evaluation *x, struct evaluated_topics *t, bool documents,
		       struct shard_line *l);
