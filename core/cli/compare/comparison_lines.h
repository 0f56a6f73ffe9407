/*
 * A comparison as people read it (table, latex) and as programs do (trec, csv, jsonl).
 */
#ifndef CLI_COMPARE_COMPARISON_LINES_H
#define CLI_COMPARE_COMPARISON_LINES_H

#include "core/base/buffer.h"
#include "core/engine/compare/score_comparison.h"

enum comparison_format {
	COMPARISON_TABLE,
	COMPARISON_TREC,
	COMPARISON_CSV,
	COMPARISON_JSONL,
	COMPARISON_LATEX,
};
extern const char *const comparison_formats[]; /* names, ended by NULL */

struct comparison_output {
	enum comparison_format format;
	const struct comparison_request *request;
	double level; /* of the bounds */
	bool lower, upper;
	bool topics;	 /* -q */
	bool no_summary; /* -n */
	int digits;
};

void comparison_print(struct buffer *b, const struct comparison *c,
		      const struct comparison_output *o);

/* The two formats for people; comparison_print() calls them. */
void comparison_table(struct buffer *b, const struct comparison *c,
		      const struct comparison_output *o);
void comparison_latex(struct buffer *b, const struct comparison *c,
		      const struct comparison_output *o);

/* "*", "**", "***" for p below .05, .01 and .001, else "". */
const char *comparison_stars(double p);

#endif
