/*
 * Evaluates any number of runs against one set of judgments, over several threads, and prints the
 * result when all of it is known.
 */
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include "core/cli/output.h"

struct batch {
	const struct plan *plan;
	const struct judgments *judgments;
	const struct run_format *run_format;
	const char *const *run; /* files; names where the judgments are a table */
	size_t runs;
	const char *const *pool; /* files that help to form strata but are not evaluated */
	size_t pools;
	struct evaluation_options evaluation;
	struct output_options output;
	struct strata_options strata;
	bool capped;
	bool show_strata; /* print the strata instead */
	bool sampled;	  /* the judgments are a sample */
	int jobs;
	bool quiet;
};

int batch_run(const struct batch *b, struct err *e);

#endif
