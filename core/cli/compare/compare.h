/*
 * What the command compare was asked, and its work.
 */
#ifndef CLI_COMPARE_COMPARE_H
#define CLI_COMPARE_COMPARE_H

#include "core/cli/compare/comparison_lines.h"
#include "core/cli/options/run_options.h"
#include "core/engine/compare/run_comparison.h"

enum compare_source {
	COMPARE_RUNS,
	COMPARE_COUNTS,
	COMPARE_WINS,
	COMPARE_SCORES,
	COMPARE_MATRIX,
};

struct compare_options {
	struct run_request runs;
	enum compare_source source;
	const char *matrix;
	struct confusion confusion[2];
	int confusions;
	double wins[3];
	struct comparison_request request;
	struct pair_request pair;
	struct comparison_output output;
};

/* Reads, compares and prints. */
int compare_run(struct compare_options *o, struct err *e);

/* Warns of what has no answer, and prints. */
int compare_print(struct compare_options *o, const struct comparison *c, struct err *e);

/* The tests, adjustments and measures of pairs; or the manuals of what -m names. */
int compare_help(struct buffer *b, const struct compare_options *o, struct err *e);

#endif
