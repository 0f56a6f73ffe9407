/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a comparison is to be shown, in whatever form.
 */
#pragma once

#include "core/engine/ask/formats.h"
#include "core/engine/compare/score_comparison.h"

struct html_origin;

struct comparison_output {
	enum comparison_format format;
	const struct comparison_request *request;
	double level; /* of the bounds */
	bool lower, upper;
	bool topics;	  /* -q */
	bool leaderboard; /* without the pairs */
	bool by_topic;	  /* the topics by their differences */
	bool no_summary;  /* -n */
	int digits;
	bool post_stratified;		  /* --post-stratify */
	const struct html_origin *origin; /* of a page */
	bool digits_given; /* else p-values have six significant digits in CSV and JSON */
};

/*
 * The interval of a difference that is shown: the simultaneous one, if the adjustment has it, else
 * that of the first method.
 */
static inline struct interval comparison_bounds(const struct over_topics *x,
						const struct comparison_output *o)
{
	return o->request->adjust->together != NULL ? x->simultaneous : x->bounds[0];
}

static inline const char *comparison_bounds_name(const struct comparison_output *o)
{
	const struct comparison_request *q = o->request;
	return q->adjust->together != NULL ? q->adjust->name
	       : q->methods > 0		   ? q->method[0]->name
					   : "";
}
