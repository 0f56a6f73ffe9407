/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether sets of judgments, measures, or tables of scores order the same runs alike: what is
 * asked, and the answer.
 */
#pragma once

#include "core/data/scores/score_table.h"
#include "core/engine/evaluate/run_options.h"
#include "core/engine/request/registry.h"
#include "core/output/report.h"
#include "core/stats/topics/graded_judges.h"
#include "core/stats/topics/rank_agreement.h"
#include "core/stats/topics/two_judges.h"

struct agree_request {
	struct run_request runs;
	struct text_list format_of; /* of the judgments A, and of the others */
	struct text_list also;	    /* further judgments */
	struct text_list scores;    /* instead of judgments and runs */
	bool scores_are_words;	    /* --scores without a file */
	const char *of_runs;	    /* the first option that is about judgments and runs; or NULL */
	double persistence;	    /* p of rank-biased overlap */
	enum record_format format;
};

enum { SIDES_MOST = 26 }; /* which are called A to Z */

/* Judgments with a measure, or scores, and what they say of each run. A is side 0, and the others
 * are judges, who are compared with it. */
struct agree_side {
	const char *path;    /* of the judgments or the scores; borrowed */
	const char *file;    /* the same, as it is shown */
	const char *asked;   /* measure; or NULL */
	const char *measure; /* as it is printed; NULL: a matrix has none */
	bool lower_better;
	double *mean;  /* of each run, over the topics that count */
	double *place; /* how many runs are better */
	double *p;     /* of each pair of runs, i < k: t test, adjusted by Holm */
	size_t *run;   /* which of the table's each run is */
	/* Its own. */
	struct judgments judgments;
	bool read; /* the judgments are there */
	struct request_list requests;
	struct run_scores scores;
	struct score_table table;
};

/* Two runs, the first of which is better on side A. */
struct changed_pair {
	size_t better[2]; /* the run that is better on side A, and on side B */
};

/* The same, of which only one side says that they differ, or each side that another one is better.
 */
struct separated_pair {
	size_t better[2]; /* by the mean of A */
	double p[2];	  /* of A, and of the judge */
};

struct agree_judge {
	struct changed_pair *changed; /* by the places of side A */
	size_t changes;
	size_t tied[2]; /* pairs that are tied on this side and not on the other */
	struct separated_pair *separated;
	size_t separations;
	size_t by_both, by_one[2], opposite; /* pairs that they separate */
	struct judged_all agreement;
};

struct agree_answer {
	bool by_file; /* sides are files of judgments or scores; else measures on one file */
	const char *column[2]; /* of codes, of each side; or NULL */
	struct agree_side *side;
	size_t sides;
	struct agree_judge *judge; /* sides - 1 */
	const char **run;	   /* names; borrowed */
	size_t runs, topics, pairs;
	bool summary;  /* there are means only */
	size_t *order; /* runs by side A, the best first */
	/* Of judges, then by coefficient or figure; `difference` of pairs of judges, i < k. */
	double *coefficient;
	struct interval *bounds, *difference;
	bool judged; /* all have a grade for each document: the agreement is known */
	bool graded; /* and so is that of grades, of which there are not too many */
	bool binary; /* two grades, one of them relevant: weighted kappas are kappa, both alphas the
			same */
	struct judged_alike *figure, *figure_difference;
	struct judged_alike joint[2]; /* alpha of all, nominal and ordinal */
	/* Its own. */
	struct registry registry;
	struct arena memory;
};

/* Two files of judgments alone, or one: how far they agree on documents, and nothing of orders. */
static inline bool agree_has_no_runs(const struct agree_request *q)
{
	return q->scores.count == 0 && q->runs.file.count <= 2 && q->runs.measure.count == 0;
}

static inline size_t pairs_of(size_t count)
{
	return count * (count - 1) / 2;
}

/* The quantiles of the request, and what is resampled. */
struct rank_request agree_ranks(const struct agree_request *q);

/* Reads, evaluates and compares. Warnings are added to those of the request. Release also after a
 * failure. */
int agree(struct agree_request *q, struct agree_answer *out, struct err *e);
void agree_release(struct agree_answer *x);

/* One file alone: how far the judges agree that it names, pair by pair. */
static inline bool agree_has_one_file(const struct agree_request *q)
{
	return q->scores.count == 0 && q->runs.file.count == 1;
}
/* What is before the name of such a column in --column. */
#define OF_CODES "rel="
/* Or, without -R, it has two columns of codes: which. The user may name those of two files, too. */
int agree_find_columns(const struct agree_request *q, struct agree_answer *x, struct err *e);
int judges_of_file_print(const struct agree_request *q, const struct output *out, struct err *e);

/* How all judge the documents that they have in topics of the same name; after the orders. */
int agree_on_documents(struct agree_request *q, struct agree_answer *x, struct err *e);

/*
 * The answer in words.
 */

struct agree_name {
	const char *name, *title; /* in records, and for people */
};
extern const struct agree_name agree_coefficients[COEFFICIENTS], agree_figures[GRADED_FIGURES];

/* What a side is called in tables, and in records. */
static inline char agree_letter(size_t side)
{
	return (char)('A' + side);
}

static inline const char *agree_name_of(const struct agree_answer *x, size_t side)
{
	return x->by_file ? x->side[side].file : x->side[side].measure;
}

/* A figure of a judge, 0 being B; how many figures there are. */
struct judged_alike agree_figure_of(const struct agree_answer *x, size_t judge, int figure);

static inline int agree_figures_of(const struct agree_answer *x)
{
	return x->graded ? GRADED_FIGURES : GRADED_KAPPA + 1;
}

/* A difference between two judges, by coefficients, and then by figures; false: no more. */
bool agree_difference_of(const struct agree_answer *x, size_t pair, const size_t *judge, size_t i,
			 struct judged_alike *out, const struct agree_name **name);

void agree_lines(struct report *out, const struct agree_request *q, const struct agree_answer *x);
void agree_tables(struct report *out, const struct agree_request *q, const struct agree_answer *x);
