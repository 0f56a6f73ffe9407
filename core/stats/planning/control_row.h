/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many relevant documents a control set must have to reach a bound or a width of recall: the
 * search in one row, by intervals.
 *
 * A row is the number of relevant documents that hurt: for a lower bound those not retrieved, for
 * an upper one those retrieved, for a width the rarer kind (or the commoner one, if it happens to
 * be rarer in the sample). A column is the number of the others. The need of a row is the first
 * column with which a sample of n reaches the target.
 *
 * Apart from control_slices.h because this computes intervals, and that predicts what they would
 * say.
 */
#pragma once

#include "core/stats/planning/reach.h"

struct sampled_whole {
	int64_t size;	     /* of the collection */
	int64_t relevant[2]; /* [1]: and retrieved; [0]: and not retrieved */
};

struct control_question {
	struct reach_request request;
	struct sampled_whole set;
};

/* The interval for a sample of n with these numbers of relevant documents, as in sampled_whole. */
int control_interval(const struct reach_request *q, const struct sampled_whole *c, int64_t n,
		     const int64_t relevant[2], struct interval *out, struct err *e);

/* The outcomes of a sample of n, of so many relevant documents, without what is rare. */
struct hypergeometric;
int control_outcomes(struct hypergeometric *h, const struct sampled_whole *c, int64_t relevant,
		     int64_t n, struct err *e);

/* The least column of a row: equal counts belong to the first of two kinds, of a width. */
int64_t control_first_column(const struct reach_request *q, int hurts, int64_t row);

struct row_search {
	const struct control_question *t;
	int64_t n;
	int hurts;
	bool failed;
	struct err *err;
	/* what the last column that is too few lacks, and what the first that is enough has over */
	int64_t first, last, few, enough;
	double lacks, over;
};

struct row_search row_search_of(const struct control_question *t, int hurts, int64_t n,
				struct err *e);

/* Are `column` of the others enough? Sets few and lacks, or enough and over. */
bool row_is_enough(struct row_search *s, int64_t row, int64_t column);

/*
 * The need, from a column on; n - row + 1: not even all others are enough. `slope`: by how much a
 * document changes the end there, on the scale of lacks and over, on which it is nearly straight.
 */
int64_t row_search_need(struct row_search *s, int64_t row, int64_t first, double guess,
			double slope);

/* Need and slope by the normal approximation. */
double row_rough_need(const struct control_question *t, int64_t row, int64_t n);
double row_rough_slope(const struct reach_request *q, int64_t row, double x);

/*
 * The last row of first..last that may be met by `most` relevant documents of both kinds: one that
 * needs at least this part of the rough need, less a few.
 */
int64_t row_last(const struct control_question *t, int64_t n, double most, double part,
		 int64_t first, int64_t last);

struct row_node {
	double root;	/* of the row */
	double x;	/* where the target is met, between two columns by a straight line */
	double steeper; /* the slope there, as a multiple of row_rough_slope() */
};

/* Where a row meets its target. *met is false if it does not. -1: it failed. */
int row_meet(const struct control_question *t, int hurts, int64_t n, int64_t row, double guess,
	     double slope, struct row_node *out, bool *met, struct err *e);

/* The same with one interval, if the guess is good and the slope is known. */
int row_meet_near(const struct control_question *t, int hurts, int64_t n, int64_t row, double guess,
		  double slope, struct row_node *out, bool *met, struct err *e);
