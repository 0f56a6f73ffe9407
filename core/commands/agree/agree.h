/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether two sets of judgments, or two measures, order the same runs alike: what is asked, and the
 * answer.
 *
 * Apart from agree.c, which has the options and prints, because order_agreement.c computes it.
 */
#pragma once

#include "core/data/scores/score_table.h"
#include "core/engine/evaluate/run_options.h"
#include "core/engine/request/registry.h"
#include "core/stats/topics/rank_agreement.h"
#include "core/stats/topics/two_judges.h"

struct agree_request {
	struct run_request runs;
	const char *b_format;  /* of the judgments B; NULL: as A */
	const char *b_measure; /* for B; NULL: as for A */
	double persistence;    /* p of rank-biased overlap */
	bool over_documents;   /* intervals of the agreement of several topics, too */
	enum record_format format;
};

/* Judgments with a measure, and what they say of each run. */
struct agree_side {
	const char *file;    /* of the judgments; borrowed */
	const char *measure; /* as it is printed */
	bool lower_better;
	double *mean;  /* of each run, over the topics that count */
	double *place; /* how many runs are better */
	/* Its own. */
	struct judgments judgments;
	bool read; /* the judgments are there */
	struct request_list asked;
	struct run_scores scores;
	struct score_table table;
};

/* Runs in opposite orders. */
struct changed_pair {
	size_t better[2]; /* the run that is better on side A, and on side B */
};

struct agree_answer {
	bool two_files; /* of judgments; else two measures */
	struct agree_side side[2];
	const char **run; /* names; borrowed */
	size_t runs, topics;
	size_t *order; /* runs by side A, the best first */
	double coefficient[COEFFICIENTS];
	struct interval bounds[COEFFICIENTS];
	struct changed_pair *changed; /* by the places of side A */
	size_t changes, pairs;
	size_t tied[2]; /* pairs that are tied on this side and not on the other */
	bool judged;	/* both have a grade for each document: the agreement is known */
	struct judged_all agreement;
	/* Its own. */
	struct registry registry;
	struct arena memory;
};

/* Reads, evaluates and compares. Warnings are added to those of the request. Release also after a
 * failure. */
int agree(struct agree_request *q, struct agree_answer *out, struct err *e);
void agree_release(struct agree_answer *x);
