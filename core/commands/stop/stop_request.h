/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the parts of `stop` share: the question (stop.c), the answer in lines, tables and as a page
 * and with its picture (stop_report.c), and the verdict in sentences (stop_verdict.c).
 */
#pragma once

#include <math.h>

#include "core/engine/stop/stop_review.h"
#include "core/options/options.h"
#include "core/output/plot.h"

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
