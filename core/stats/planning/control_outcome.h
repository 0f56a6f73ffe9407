/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Does an outcome of a control set reach the target? By its interval, for many outcomes of samples
 * of one size: the number of relevant retrieved documents has the same posterior whatever the
 * number of the others is, so that the distributions of either are kept.
 *
 * Apart from control_reach.h because this is about one outcome, and that about all of a sample.
 */
#pragma once

#include "core/stats/interval/cut_strata_model.h"
#include "core/stats/planning/reach.h"

struct sampled_whole {
	int64_t size;	     /* of the collection */
	int64_t relevant[2]; /* [1]: and retrieved; [0]: and not retrieved */
};

/* The interval for a sample of n with these numbers of relevant documents, as in sampled_whole. */
int control_interval(const struct reach_request *q, const struct sampled_whole *c, int64_t n,
		     const int64_t relevant[2], struct interval *out, struct err *e);

/* The two kinds of relevant documents as cut_strata_model.h has them, for one end. To be released. */
int control_model(struct cut_model *y, const struct reach_request *q, int64_t size, int64_t n,
		  const int64_t relevant[2], bool lower, struct err *e);

struct control_outcomes {
	const struct reach_request *request;
	const struct sampled_whole *set;
	int64_t n;
	struct kept_kind *kept[2]; /* by the number found, for [1]: what is retrieved */
	int64_t room[2];
};

/* Forgets what was kept. */
void control_outcomes_release(struct control_outcomes *o);

/* Is the target reached? */
int control_outcome_reaches(struct control_outcomes *o, const int64_t relevant[2], bool *out,
			    struct err *e);
