/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How to divide a sample between the retrieved and the unretrieved documents, and how large it must
 * be, for an interval on recall that is expected to be narrow or to have a high lower bound (Webber
 * 2013, section 4.3). What the documents are like is guessed; numbers of documents are known.
 */
#pragma once

#include "core/stats/planning/planned_sample.h"

struct guessed_segment {
	int64_t size, yield; /* documents, at least 1, and the relevant ones of them */
};

struct division_problem {
	const struct interval_method *method;
	struct interval_request interval; /* quantity: recall */
	enum reach_goal goal;
	enum expected_by by; /* EXPECTED_AUTO, or EXPECTED_BY_SUM: exact and slow */
	struct guessed_segment retrieved, unretrieved; /* 1 relevant document at least in both */
};

/* How a sample is divided: documents from either segment, at least 1. */
struct division {
	int64_t retrieved, unretrieved;
};

/*
 * A division of n documents, 2 <= n <= all, whose share of the retrieved is as near to `share` as
 * whole documents and the sizes of the segments allow.
 */
struct division division_of(const struct division_problem *p, int64_t n, double share);

/* The method of the interval: by the rule, if the problem leaves it to the rule. */
const struct interval_method *division_method(const struct division_problem *p, struct division a);

/* The expected interval; of `q` its interval is not used. */
int division_expect(const struct division_problem *p, struct division a,
		    const struct expected_request *q, struct expected *out, struct err *e);

/* The value that the goal is about. */
struct expected_mean division_value(const struct division_problem *p, const struct expected *x);

/*
 * The normal interval for a sample that finds exactly what is to be expected, n R/N of n documents,
 * which need not be a whole number (Webber's eq 23-26 with true yields). Its width falls with
 * 1/sqrt(n), and is not limited to 1.
 */
struct interval division_normal(const struct division_problem *p, struct division a);

/* Documents of both segments. */
int64_t division_documents(const struct division_problem *p);

/*
 * The best division of n documents: of all up to 24, else found by a search down to 0.3 %
 * of the sample, on a curve that is flat there.
 *
 * A method without forced ends (naive, normal and their kin) claims certainty where a sample finds
 * nothing, so that its intervals would be narrowest where nothing can be found. For these the
 * division is the one that makes the variance at the guessed truth smallest (Neyman's).
 */
int division_best(const struct division_problem *p, int64_t n, struct division *out, struct err *e);

/*
 * The smallest sample whose value reaches `target`, with `share` of it from the retrieved, or with
 * the best division where `share` is nan. It is found by narrowing down, as values get better with
 * every document; where they do not quite, at the steps between whole documents, the next smaller
 * sample misses the target. With the best division and more than 24 documents the size is good to
 * one in a thousand. Fails if not even the whole collection reaches the target.
 */
int division_smallest(const struct division_problem *p, double target, double share,
		      struct division *out, struct err *e);

/*
 * How often a sample of two segments will reach a bound or a width of recall (planned_sample.h).
 */
struct planned_effort {
	int64_t samples;
	uint64_t seed;
};

int division_reach(const struct division_problem *p, double target, struct division a,
		   const struct planned_effort *effort, struct planned_answer *out, struct err *e);

/* The division of n documents that reaches the target most often, and how often. */
int division_most_often(const struct division_problem *p, double target, int64_t n,
			const struct planned_effort *effort, struct division *out,
			struct planned_answer *found, struct err *e);

/*
 * The smallest sample that takes `share` of its documents from the retrieved (nan: the share that
 * reaches the target most often) and reaches it with the probability. Fails if not even the whole
 * collection does.
 */
int division_assured(const struct division_problem *p, double target, double assurance,
		     double share, const struct planned_effort *effort, struct division *out,
		     struct planned_answer *found, struct err *e);
