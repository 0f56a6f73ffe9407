/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the parts of `stop` share: the question (stop.c), where rules stop a review (stop_review.c),
 * the answer in lines, tables and as a page and with its picture (stop_report.c), and the verdict
 * in sentences (stop_verdict.c).
 */
#pragma once

#include <math.h>

#include "core/base/warnings.h"
#include "core/data/reviews/reviews.h"
#include "core/options/options.h"
#include "core/output/plot.h"
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

/* The formats must be those of complete judgments and of rankings. */
int stop_formats(struct formats *f, const char *judgments, const char *runs, struct err *e);

/* Documents of a ranking and relevant ones that it lacks, or what was given, if that is enough. */
int stop_collection(const struct ranked_review *r, int64_t given, int64_t *out, struct err *e);

/* Options that fill a struct stopping_question: { OPTION_TARGET, OPTION_AT(struct x, rules.target)
 * }. */
#define OPTION_TARGET NAME_TARGET, .here = "(default 0.95)", REAL(BETWEEN(0, 1)), .usual = "0.95"
#define OPTION_TAIL_SIZE \
	"tail-size", 0, "N", "Random documents at which to test once, as set before the review"
#define OPTION_BATCH                                                                        \
	"batch", 0, "N", "Look after each N documents (default 100)", WHOLE(1, 1000000000), \
		.usual = "100",                                                             \
		.more = "These are documents behind the control sample. There is a look at the end, too."

struct stop_request {
	struct stop_question question; /* except the files */
	double level;
	struct text_list file;
	int64_t lines; /* of the table along the way */
	enum record_format format;
	const char *plot;
	const struct stopping_rule *rule; /* set before the review; NULL: not said */
	bool quiet;
};

/* p of a rule at a look; nan: it has none there. */
static inline double stop_p(const struct stopping_rule *rule, const struct stop_request *q,
			    const struct stop_case *x, size_t look)
{
	return rule->p != NULL ? rule->p(&x->review, &q->question.rules, look) : NAN;
}

/* Whether a rule has a p at any look. */
static inline bool stop_has_p(const struct stopping_rule *rule, const struct stop_request *q,
			      const struct stop_case *x)
{
	for (size_t i = 0; i < x->review.looks; i++)
		if (!isnan(stop_p(rule, q, x, i)))
			return true;
	return false;
}

/* In the format that is asked for. */
int stop_print(struct buffer *b, const struct stop_request *q, const struct stop_answer *a,
	       const struct answered *asked, const struct warnings *warnings, struct err *e);

/*
 * May the review stop? What is guaranteed now, recall with its bound, and what to do next, each a
 * line. Nothing is said of judgments and a run, where recall is known.
 */
int stop_verdict(struct buffer *b, const struct stop_request *q, const struct stop_case *x,
		 struct err *e);

/* The curve of what is found and where rules stop, and below it p of the rules that have one. */
int stop_picture(struct picture *out, const struct stop_request *q, const struct stop_case *x,
		 struct err *e);
