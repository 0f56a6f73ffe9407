/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A sampled pool as two runs rank it: what regression estimates of differences see, beside the
 * cells of strata (pair_topics.h).
 */
#pragma once

#include "core/data/joined/pair_topics.h"

/* The rank of each judged or listed document in a run, from 0; -1: not retrieved. */
int judgment_ranks(const struct judgments *j, const struct run *run, int64_t *rank, struct err *e);

/* The ranks in all runs. */
struct pooled_ranks {
	int64_t *rank; /* by run and judgment */
	size_t judgments;
};
int pooled_ranks_init(struct pooled_ranks *x, const struct judgments *j,
		      const struct run *const *runs, size_t count, struct err *e);
void pooled_ranks_release(struct pooled_ranks *x);

struct pooled_topics {
	struct pooled_document *document; /* of all topics */
};

/* Adds the pools of the topics to `to`, for runs number a and b. Released by the caller in any
 * case.
 */
int pooled_topics_add(struct pooled_topics *x, struct pair_topics *to, const struct sample *s,
		      const struct judgments *j, const struct pooled_ranks *ranks, size_t a,
		      size_t b, struct err *e);
void pooled_topics_release(struct pooled_topics *x);
