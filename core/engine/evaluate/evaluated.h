/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One run evaluated: what it holds, and how to look a number up.
 */
#pragma once

#include "core/data/judgments/judgments.h"
#include "core/engine/request/requests.h"

/* What a topic's sample was, kept for the bounds of all topics. */
struct kept_sample {
	struct divided_stratum *stratum;
	struct sampled_document *document;
	struct sample_view view; /* of both */
};

/* Why bounds are doubted, and how many of them. */
struct doubt {
	const char *text; /* as in struct estimate */
	size_t count;
};
enum { DOUBTS_MAX = 16 };

/* Values and, where there are any, estimates and bounds; `row` of one topic or of all. */
struct score_row {
	double *score;		   /* plan->width */
	struct estimate *estimate; /* plan->estimates */
	double *mean_bound;	   /* plan->mean_bounds; NULL: of a topic */
};

struct evaluation {
	const struct plan *plan;	   /* borrowed */
	const struct judgments *judgments; /* borrowed */
	struct arena memory;
	char *runid;
	const char *path;	   /* of the run, borrowed; NULL: only a table names it */
	bool *evaluated;	   /* by number of the topic */
	double *score;		   /* plan->width for each topic */
	struct estimate *estimate; /* plan->estimates for each topic */
	const char **text;	   /* plan->text_width for each topic */
	const char **run_text;	   /* by request: AGGREGATE_RUN */
	struct score_row overall;  /* over all topics */
	struct score_row micro;	   /* of the pooled topics; nan if there is no such value */
	size_t topics;		   /* how many were evaluated */
	size_t missing;		   /* judged topics that the run lacks */
	size_t retrieved, met;	   /* in judged topics: documents, and those in the sample */
	bool overlong;		   /* a topic has more documents than the collection (-N), or than
				      are judged */
	size_t unbounded;	   /* intervals of means that are nan */
	size_t carried;		   /* those that rest on one topic */
	struct doubt doubt[DOUBTS_MAX];
	struct kept_sample *kept; /* by number of the topic; NULL: the judgments are no sample */
};

/* One topic's row. */
static inline struct score_row evaluation_row(const struct evaluation *x, size_t topic)
{
	return (struct score_row){ .score = x->score + topic * x->plan->width,
				   .estimate = x->estimate + topic * x->plan->estimates };
}

/* The estimate that a column of errors or bounds is about. */
static inline const struct estimate *
evaluation_estimate(const struct score_row *row, const struct request *q, const struct column *c)
{
	return &row->estimate[q->first_estimate + c->method * q->values + c->value];
}

/* Adds what is doubted to `all`; both have DOUBTS_MAX places. */
void evaluation_add_doubts(struct doubt *all, const struct doubt *more);

/* What a column shows. */
double evaluation_number(const struct score_row *row, const struct request *q,
			 const struct column *c);

/* By which method that estimate has its bounds. */
const char *evaluation_method(const struct score_row *row, const struct request *q,
			      const struct column *c);
