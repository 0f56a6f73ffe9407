/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A comparison as people read it (table, latex, html) and as programs do (trec, csv, jsonl).
 */
#pragma once

#include "core/cli/compare/comparison_output.h"
#include "core/cli/output/output.h"

/*
 * Prints in the format that is asked for, and warns of what has no answer. `taker` gets lines
 * instead of the buffer; NULL: nobody does.
 */
int comparison_print(struct buffer *b, const struct comparison *c,
		     const struct comparison_output *o, const struct output *taker,
		     struct warnings *w, struct err *e);

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
