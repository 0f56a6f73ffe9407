/*
 * Evaluates any number of runs against one set of judgments, over several threads, and prints the
 * result, or hands it on, when all of it is known.
 */
#ifndef ENGINE_EVALUATE_BATCH_H
#define ENGINE_EVALUATE_BATCH_H

#include "core/cli/output/score_lines.h"

/* Who gets the evaluations instead of standard output. */
struct batch_sink {
	void *context;
	bool keep_runs; /* all() wants to see the runs and not only the evaluations */
	/* How many there will be; before the first of them. */
	int (*expect)(void *context, size_t count, struct err *e);
	/* Takes `x` over; called by several threads, each with other numbers. */
	void (*evaluated)(void *context, size_t number, const struct evaluation *x);
	/* When every run has been evaluated. `run` has runs only where they were to be kept. */
	int (*all)(void *context, const struct evaluated_run *run, size_t count, struct err *e);
};

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
	const struct batch_sink *sink; /* NULL: it is printed */
};

int batch_run(const struct batch *b, struct err *e);

#endif
