/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A comparison as people read it (table, latex) and as programs do (trec, csv, jsonl).
 */
#pragma once

#include "core/cli/output/output.h"
#include "core/engine/ask/formats.h"
#include "core/engine/compare/score_comparison.h"

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
	const char *plot;  /* file, or NULL */
	bool digits_given; /* else p-values have six significant digits in CSV and JSON */
};

/* Prints, and warns of what has no answer. */
int comparison_print(const struct comparison *c, const struct comparison_output *o,
		     struct warnings *w, const struct output *out, struct err *e);

/* The two formats for people; comparison_print() calls them. */
void comparison_table(struct buffer *b, const struct comparison *c,
		      const struct comparison_output *o);
void comparison_latex(struct buffer *b, const struct comparison *c,
		      const struct comparison_output *o);

/* Of each pair and measure: the topics that both have, with the largest difference first. */
void comparison_topic_table(struct buffer *b, const struct comparison *c,
			    const struct comparison_output *o);

/* Sentences to copy, about the first measure. */
void comparison_report(struct buffer *b, const struct comparison *c,
		       const struct comparison_output *o);
