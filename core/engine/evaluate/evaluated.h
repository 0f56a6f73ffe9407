/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One run evaluated: what it holds, and how to look a number up.
 */
#pragma once

#include "core/data/judgments/judgments.h"
#include "core/data/judgments/topic_groups.h"
#include "core/data/scores/score_table.h"
#include "core/engine/request/requests.h"
#include "core/stats/regression/sampled_ranking.h"

/* Why bounds need caution, and how many of them. */
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
	double p;		   /* how likely so few are within the frame, at most */
	enum outside as;	   /* how they count in these others */
};

/* A topic whose documents could stand in another order, and its values then. */
struct other_orders {
	struct other_orders *next;
	size_t topic;
	bool tied;	      /* documents have equal scores */
	bool ranked;	      /* the column of ranks contradicts the scores */
	double *least, *most; /* of the orders of ties; as wide as a row of scores */
	double *by_rank;      /* in the order of the ranks */
};

/* A document of each side, as an example; of several, that with the first judged one by name. */
struct two_documents {
	struct shown judged, retrieved; /* empty: none */
};

/* What was found in the topics of a run that may make its figures other than expected (traps.h). */
struct found_traps {
	struct other_orders *other, **last; /* in the order of the run */
	size_t unlike;			    /* topics without a judged document, except for case */
	struct two_documents alike;	    /* in one of these */
	struct two_documents unmet;	    /* in a topic without a judged document */
	size_t looked, ranked;	    /* topics that were looked at, and those whose ranks were */
	size_t first, first_judged; /* the first ten documents of the topics, and those judged */
	uint64_t rankings;	    /* a checksum of the documents in their order */
};

struct evaluation {
	const struct request_list *asked;  /* borrowed */
	const struct judgments *judgments; /* borrowed */
	struct arena memory;
	char *runid;
	const char *path;	   /* of the run, borrowed; NULL: only a table names it */
	const char *other_name;	   /* if another run has the same; borrowed, or NULL */
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
	const size_t *listed; /* while adding up: which topics `overall` is about, if evaluated, */
	size_t listed_count;  /* in the order of their names; borrowed */
	size_t topics;	      /* how many were evaluated */
	size_t missing;	      /* judged topics that the run lacks */
	size_t empty_groups;  /* groups of which it has no topic */
	size_t retrieved, known; /* in judged topics: documents, and those of them that the
				    judgments name; without any, scores say nothing */
	size_t joined, judged;	 /* topics that are judged and in the run; judgments of them */
	bool too_long;		 /* a topic has more documents than the collection (-N), or than
				    are judged */
	size_t carried;		 /* intervals of means that rest on one topic */
	struct caution caution[CAUTIONS_MAX];
	struct outside_frame outside;
	size_t ranks_end;	  /* up to where in the run ranks are looked at */
	int32_t least_placed;	  /* traps_least_placed() */
	struct found_traps traps; /* if they were looked for */
	/* What a topic's sample was, for the bounds of all topics: by number of the topic; NULL:
	 * the judgments are no sample. */
	struct sample_view *kept;
	/* By column of a row of scores: what all topics say of it, if it is of sampled rankings
	 * (core/stats/regression/sampled_ranking.h); and by number of the topic, which of theirs it
	 * is. The contributions are in the row, at request.first_for_all. */
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

/* Whether the judgments name none of the documents that the run retrieves, or none of its topics:
 * what its scores are says nothing of the run. */
static inline bool evaluation_is_unmet(const struct evaluation *x)
{
	return x->path != NULL && x->known == 0 &&
	       (x->retrieved > 0 || x->missing == x->judgments->chosen_count);
}

/* One topic's row. */
static inline struct score_row evaluation_row(const struct evaluation *x, size_t topic)
{
	return (struct score_row){ .score = x->score + topic * x->asked->width,
				   .estimate = x->estimate + topic * x->asked->estimates };
}

/* The estimate that a column of errors or bounds is about. */
static inline const struct estimate *evaluation_estimate(const struct score_row *row,
							 const struct request *q,
							 const struct request_column *c)
{
	return &row->estimate[q->first_estimate + c->method * q->values + c->value];
}

/* Adds the cautions to `all`; both have CAUTIONS_MAX places. */
void evaluation_add_cautions(struct caution *all, const struct caution *more);
void evaluation_add_caution(struct evaluation *x, const char *text);

/* What a column shows. */
double evaluation_number(const struct score_row *row, const struct request *q,
			 const struct request_column *c);

/* By which method that estimate has its bounds. */
const char *evaluation_method(const struct score_row *row, const struct request *q,
			      const struct request_column *c);

/* Where the strata of all topics come from: "mixed" if not all from the same; NULL: no sample. */
const char *evaluation_design(const struct evaluation *x);

/* How many topics, of all or of a group, have the value of a request. */
int64_t evaluation_topics(const struct evaluation *x, const struct request *q, size_t value,
			  const size_t *group);

/*
 * Recall after k documents if a review went through them in the best order, and in a random order:
 * a picture draws these lines beside the recall of a run.
 *
 * After k documents of a topic with R relevant ones among N: min(k, R) / R, and min(k, N) / N
 * in expectation. Over topics, means. Of requests for other measures, and if N is not known, they
 * stay what they were. `collection` is -N, or 0.
 */
void evaluation_effort(const struct evaluation *x, const struct request *q, size_t value,
		       int64_t collection, double *perfect, double *random);

/* "est_recall 1.83, est_P 1.20", the largest of all topics each; NULL: there are none, or no memory
 * for them, which `memory` says. */
const char *design_effects_of(const struct evaluation *x, struct arena *memory);

/*
 * How sure the mean of one value of a sampled ranking is (quantity_is_joint()), or the difference
 * of two runs' means, over topics by their numbers, which both have; `b` NULL: of one run; `topic`
 * NULL: all. Ends by sampled_interval(), p by sampled_p(): from contributions, and from which
 * documents decide.
 */
int evaluation_difference(const struct evaluation *a, const struct evaluation *b,
			  const struct request *q, size_t value, const size_t *topic, size_t topics,
			  bool random, struct sampled_error *out, struct err *e);

/*
 * Scores by topic of runs that were evaluated here, as the table that score files make as well.
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

/* What of a request's first value is wanted: what the topic adds to the mean (of sampled rankings
 * its contribution), or of its estimate by the first method. */
enum score_part { SCORE_VALUE, SCORE_ERROR, SCORE_BIAS };

/*
 * One value of a request, or a part of its estimate, for all judged topics; nan: a run has none. A
 * run has the name of run_scores_names(). Names are borrowed from runs and judgments. The caller
 * releases the table, whether this fails or not.
 */
int run_scores_table(struct score_table *t, const struct run_scores *s, const struct request *q,
		     size_t value, enum score_part part, struct err *e);
