/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the rules of core/stats/stopping stop a review: the work of the command stop.
 */
#pragma once

#include "core/base/warnings.h"
#include "core/data/reviews/reviews.h"
#include "core/options/options.h"
#include "core/stats/stopping/stopping.h"
#include "readers/formats.h"

struct stop_question {
	const char *const *file; /* a review, or judgments and a run */
	size_t files;
	const char *judgment_format, *run_format; /* NULL: the usual ones */
	struct formats formats;			  /* what is said of columns */
	int64_t collection;			  /* 0: not given */
	int64_t relevant;			  /* least grade */
	int64_t batch;
	struct stopping_question rules;
};

/* One review, and what the rules say of it. */
struct stop_case {
	const char *topic; /* NULL: a file of its own */
	struct review review;
	int64_t all;			 /* relevant documents; below 0: not known */
	size_t stop[STOPPING_RULES_MAX]; /* look at which each rule stops, or SIZE_MAX */
};

struct stop_answer {
	struct stop_case *item;
	size_t count;
	/* One of these two is set. */
	struct reviewed reviewed;
	struct ranked_reviews ranked;
	bool from_run;
};

/* On failure nothing is left to release. */
int stop_review(const struct stop_question *q, struct stop_answer *out, struct warnings *w,
		struct err *e);
void stop_answer_release(struct stop_answer *a);

/* The formats must be those of complete judgments and of rankings; also for simulations. */
int stop_formats(struct formats *f, const char *judgments, const char *runs, struct err *e);

/* Documents of a ranking and relevant ones that it lacks, or what was given, if that is enough. */
int stop_collection(const struct ranked_review *r, int64_t given, int64_t *out, struct err *e);

/*
 * Options of stopping rules, which `stop` and `simulate` share.
 */

/* Options that fill a struct stopping_question: { OPTION_TARGET, OPTION_AT(struct x, rules.target)
 * }. */
#define OPTION_TARGET NAME_TARGET, .here = "(default 0.95)", REAL(BETWEEN(0, 1)), .usual = "0.95"
#define OPTION_TAIL_SIZE \
	"tail-size", 0, "N", "Random documents at which to test once, as set before the review"
#define OPTION_BATCH                                                                        \
	"batch", 0, "N", "Look after each N documents (default 100)", WHOLE(1, 1000000000), \
		.usual = "100",                                                             \
		.more = "These are documents behind the control sample. There is a look at the end, too."
