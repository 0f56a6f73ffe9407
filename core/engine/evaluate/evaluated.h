/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evaluation of one run, and how to look up its numbers.
 */
#pragma once

#include "core/data/judgments/judgments.h"
#include "core/data/judgments/topic_groups.h"
#include "core/data/scores/score_table.h"
#include "core/engine/request/requests.h"
#include "core/stats/regression/sampled_ranking.h"

/* A reason why bounds need caution, and how many bounds it concerns. */
struct caution {
	const char *text; /* as in struct estimate */
	size_t count;
};
enum { CAUTIONS_MAX = 16 };

/* Values and, where there are any, estimates and bounds; `row` of one topic or of all. */
struct score_row {
	double *score;			/* asked->width */
	struct estimate *estimate;	/* asked->estimates */
	struct mean_bounds *mean_bound; /* asked->mean_bounds; NULL: of a topic */
};

/* What a run retrieves outside the frame of the sample, over all topics (outside_frame.h). */
struct outside_frame {
	double retrieved;
	double counted, estimated; /* outside, in topics where it can be counted, and in others */
	int64_t judged;		   /* documents that it retrieves in these others */
	double p;		   /* upper limit of the probability of so few within the frame */
	enum outside as;	   /* how they count in these others */
};

/* A topic whose documents could be in another order, and its values then. */
struct other_orders {
	struct other_orders *next;
	size_t topic;
	bool tied;	      /* documents have equal scores */
	bool ranked;	      /* the column of ranks contradicts the scores */
	double *least, *most; /* of the orders of ties; as wide as a row of scores */
	double *by_rank;      /* in the order of the ranks */
};

/* An example of a document of each kind; of several, the one whose judged name comes first. */
struct two_documents {
	struct shown judged, retrieved; /* empty: none */
};

/* Findings in the topics of a run that may make its figures misleading (traps.h). */
struct found_traps {
	struct other_orders *other, **last; /* in the order of the run */
	size_t unlike;			    /* topics without a judged document, except for case */
	struct two_documents alike;	    /* in one of these */
	struct two_documents unmet;	    /* in a topic without a judged document */
	size_t looked, ranked;	    /* topics that were looked at, and those whose ranks were */
	size_t first, first_judged; /* the first ten documents of the topics, and those judged */
	uint64_t rankings;	    /* a checksum of the documents in their order */
};

/* What is counted of a run, over all topics. */
struct run_counts {
	size_t missing;		 /* judged topics that the run lacks */
	size_t empty_groups;	 /* groups of which it has no topic */
	size_t carried;		 /* intervals of means that rest on one topic */
	size_t retrieved, known; /* in judged topics: documents, and those in the judgments; without
				    any, scores are meaningless */
	size_t joined, judged;	 /* topics that are judged and in the run; judgments of them */
	struct outside_frame outside;
};

struct evaluation {
	const struct request_list *asked;  /* borrowed */
	const struct judgments *judgments; /* borrowed */
	struct arena memory;
	char *runid;
	const char *path;	   /* of the run, borrowed; NULL: only a table names it */
	const char *other_name;	   /* if another run has the same id; borrowed, or NULL */
	bool *evaluated;	   /* by number of the topic */
	bool *lacking;		   /* those of them that the run lacks (-c) */
	double *score;		   /* asked->width for each topic */
	struct estimate *estimate; /* asked->estimates for each topic */
	const char **text;	   /* asked->text_width for each topic */
	const char **run_text;	   /* by request: AGGREGATE_RUN */
	struct score_row overall;  /* over all topics */
	struct score_row micro;	   /* of the pooled topics of a sample; nan: no such value */
	const struct topic_groups *groups; /* of topics, borrowed; NULL: there are none */
	struct score_row *group;	   /* over the topics of each */
	struct score_row macro; /* the means of `group`, of measures that are averaged; else nan */
	const size_t *listed;	/* which topics `overall` is about, if evaluated, */
	size_t listed_count;	/* in the order of their names; borrowed */
	size_t topics;		/* how many were evaluated */
	struct run_counts count;
	bool too_long; /* a topic has more documents than the collection (-N), or than are judged */
	struct caution caution[CAUTIONS_MAX];
	size_t ranks_end;	  /* up to where in the run ranks are looked at */
	int32_t least_placed;	  /* traps_least_placed() */
	struct found_traps traps; /* if they were looked for */
	/* The sample of each topic, by its number, for the bounds of all topics; NULL: the
	 * judgments are not a sample. */
	struct sample_view *kept;
	/* For columns of sampled rankings: the estimate from all topics
	 * (core/stats/regression/sampled_ranking.h), and by number of the topic, which of its
	 * topics it is. The contributions are in the row, at request.first_for_all. */
	struct sampled_ranking *ranking;
	size_t *ranked;
};

/*
 * Room for the scores of all topics; `asked`, `judgments` and `groups` are set, the rest is zero.
 * Release also after a failure.
 */
int evaluation_init(struct evaluation *x, const char *id, bool sampled, struct err *e);
void evaluation_release(struct evaluation *x);

/* Room for a row of all topics, or of some. */
struct score_row score_row_of(const struct request_list *p, struct arena *memory);

/* Documents that a run retrieves, if the judgments name none of them. */
static inline size_t unknown_documents(const struct run_counts *c)
{
	return c->known == 0 ? c->retrieved : 0;
}

/* One topic's row. */
static inline struct score_row evaluation_row(const struct evaluation *x, size_t topic)
{
	return (struct score_row){ .score = x->score + topic * x->asked->width,
				   .estimate = x->estimate + topic * x->asked->estimates };
}

/* The estimate that a column of errors or bounds belongs to. */
static inline const struct estimate *evaluation_estimate(const struct score_row *row,
							 const struct request *q,
							 const struct request_column *c)
{
	return &row->estimate[q->first_estimate + c->method * q->values + c->value];
}

/* Adds the cautions to `all`; both have CAUTIONS_MAX places. And one, or none (NULL). */
void evaluation_add_cautions(struct caution *all, const struct caution *more);
void evaluation_add_caution(struct evaluation *x, const char *text);

/* Those of a topic. A mean of rankings has its own, so theirs count where topics are `shown`. */
void evaluation_add_topic_cautions(struct evaluation *x, const struct request *q,
				   const struct score_row *row, bool shown);

/* What a column shows. */
double evaluation_number(const struct score_row *row, const struct request *q,
			 const struct request_column *c);

/* The method of that estimate's bounds. */
const char *evaluation_method(const struct score_row *row, const struct request *q,
			      const struct request_column *c);

/* Where the strata of all topics come from: "mixed" if not all from the same; NULL: no sample. */
const char *evaluation_design(const struct evaluation *x);

/* What the listed topics, or those of a group, add to the mean of one value, in their order; nan is
 * left out. Returns how many there are; `score` may be NULL. */
size_t evaluation_scores(const struct evaluation *x, const struct request *q, size_t value,
			 const size_t *group, double *score);

/* Recall after k documents of a review in the best order, and in a random order: lines that a
 * picture draws next to the recall of a run.
 *
 * After k documents of a topic with R relevant ones among N: min(k, R) / R, and min(k, N) / N
 * in expectation. Over topics, means. Of requests for other measures, and if N is not known, they
 * stay what they were. `collection` is -N, or 0.
 */
void evaluation_effort(const struct evaluation *x, const struct request *q, size_t value,
		       int64_t collection, double *perfect, double *random);

/* "est_recall 1.83, est_P 1.20", each the largest of all topics; NULL: there are none, or memory
 * ran out, which `memory` records. */
const char *design_effects_of(const struct evaluation *x, struct arena *memory);

/* The error of the mean of one value of a sampled ranking (quantity_is_joint()), or of the
 * difference of two runs' means, over topics, by number, that both have; `b` NULL: of one run;
 * `topic` NULL: all. Ends by sampled_interval(), p by sampled_p(): from contributions, and from
 * which documents decide.
 */
int evaluation_difference(const struct evaluation *a, const struct evaluation *b,
			  const struct request *q, size_t value, const size_t *topic, size_t topics,
			  bool random, struct sampled_error *out, struct err *e);

/* Scores by topic of runs evaluated here, in the same table as those of score files.
 */

/* Runs evaluated with one plan and one set of judgments. A zeroed struct can be released. */
struct run_scores {
	struct evaluation *evaluation;
	size_t runs;
};

/* Room for the evaluations of `runs` runs. */
int run_scores_init(struct run_scores *s, size_t runs, struct err *e);
void run_scores_release(struct run_scores *s);

/* Writes the names of all runs, told apart (runs_tell_apart()), into `name`; borrowed. */
int run_scores_names(const struct run_scores *s, const char **name, struct err *e);

/* Which part of a request's first value is wanted: what the topic adds to the mean (for sampled
 * rankings its contribution), or a part of its estimate by the first method. */
enum score_part { SCORE_VALUE, SCORE_ERROR, SCORE_BIAS };

/*
 * One value of a request, or a part of its estimate, for all judged topics; nan: a run has none. A
 * run has the name of run_scores_names(). Names are borrowed from runs and judgments. The caller
 * releases the table, whether this fails or not.
 */
int run_scores_table(struct score_table *t, const struct run_scores *s, const struct request *q,
		     size_t value, enum score_part part, struct err *e);
