/*
 * What the command compare was asked.
 */
#ifndef CLI_COMPARE_COMPARE_H
#define CLI_COMPARE_COMPARE_H

#include "core/cli/compare/print.h"
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

/* Checks that the options suit what is compared, compares it and prints. */
int compare_source(struct compare_options *o, struct err *e);

#endif
