/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Evaluates one run: a row of scores for each topic, and one for all topics.
 */
#pragma once

#include "core/data/joined/join.h"
#include "core/data/judgments/zscores.h"
#include "core/engine/evaluate/evaluated.h"
#include "core/engine/shard/shard.h"

struct evaluation_options {
	struct join_options join;
	const struct zscores *zscores;	/* NULL: scores as they are */
	struct estimate_request bounds; /* of the estimates; the method is set for each */
	int jobs;			/* threads for the topics of one run; 0: one */
	struct join *memory;		/* of the run before, used again, if jobs is 1; or NULL */
	bool micro;			/* also the topics pooled into one */
	bool topics_only;		/* no row for all topics */
	/* Bounds of several topics' mean are by `mean_method` if a topic's are by `topic_method`.
	 * NULL: methods were named, or there are none. */
	const char *topic_method, *mean_method;
	/* Topics that are evaluated here; NULL: all. By number; those without judgments as the
	 * first one. */
	const struct shard *shard;
	bool keep_documents;		   /* of samples, even if no measure needs them */
	bool traps;			   /* look for them: see traps.h */
	bool compared;			   /* the caller compares the runs, and warns of ties */
	bool several;			   /* there are several runs */
	bool topics_shown;		   /* so cautions of their rankings matter */
	int digits;			   /* that are printed */
	const struct topic_groups *groups; /* NULL: none */
};

/* What is evaluated: a run, or a run that only a table of strata names. */
struct evaluated_run {
	const struct run *run;	     /* NULL: only the table */
	const struct design *sample; /* NULL: the judgments are not a sample */
	size_t number;		     /* in the strata of the sample */
	const char *name;	     /* if the table has another name for it, or NULL */
	/* The results of its topics from all shards, instead of evaluating them: only name and file
	 * of the run are known then. NULL: none. */
	struct shard_line *line;
	size_t lines;
};

/* Scores each topic of a run and, unless only these are wanted, all topics together. A shard wants
 * only these. On failure nothing is left to release. */
int evaluation_run(struct evaluation *x, const struct request_list *asked,
		   const struct judgments *judgments, const struct evaluated_run *r,
		   const struct evaluation_options *options, struct err *e);

/* The row for some topics, as if there were no others: numbers of judged topics, in the order of
 * their names. The row is in `memory`.
 */
int evaluation_over(const struct evaluation *x, const struct evaluated_run *r,
		    const struct evaluation_options *options, const size_t *topic, size_t topics,
		    struct arena *memory, struct score_row *out, struct err *e);

/* Such an evaluation as a line of a shard. */
int evaluation_write(struct evaluation *x, const struct evaluated_run *r,
		     const struct evaluation_options *options, struct shard_line *l, struct err *e);

/* Whether a request has a value for the pooled topics. */
bool evaluation_has_micro(const struct request *q);
