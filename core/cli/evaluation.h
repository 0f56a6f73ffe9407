/*
 * One run evaluated: a row of scores for each topic, and what they come to over all topics.
 */
#ifndef CLI_EVALUATION_H
#define CLI_EVALUATION_H

#include "core/cli/plan.h"
#include "core/data/join.h"
#include "core/data/zscores.h"

struct evaluation_options {
	struct join_options join;
	const char *only_topic;        /* NULL: all of them */
	const struct zscores *zscores; /* NULL: scores as they are */
};

struct evaluation {
	const struct plan *plan;           /* borrowed */
	const struct judgments *judgments; /* borrowed */
	struct arena memory;
	char *runid;
	bool *evaluated;   /* by number of the topic */
	double *score;     /* plan->width for each topic */
	const char **text; /* plan->text_width for each topic */
	const char **run_text; /* by request: AGGREGATE_RUN */
	double *sum;       /* plan->width: over the topics, in the bytewise order of their names */
	size_t topics;     /* how many were evaluated */
	size_t missing;    /* judged topics that the run lacks */
	uint64_t lines_with_more;
};

/* Reads the run and scores it. On failure nothing is left to release. */
int evaluation_run(struct evaluation *x, const struct plan *plan, const struct judgments *judgments,
		   const struct run_format *format, const char *path,
		   const struct evaluation_options *options, struct err *e);
void evaluation_release(struct evaluation *x);

/* A column's value over all topics. */
double evaluation_overall(const struct evaluation *x, const struct request *q, size_t column);

#endif
