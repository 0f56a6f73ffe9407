/*
 * Draws the documents to judge from any number of runs, over several threads, and prints them as
 * CSV when all of it is known.
 */
#ifndef ENGINE_SAMPLE_DRAW_TOPICS_H
#define ENGINE_SAMPLE_DRAW_TOPICS_H

#include "core/data/drawing/drawing.h"

/* All of it is borrowed. */
struct sampling_request {
	struct drawing_options drawing; /* but for the runs */
	const struct run_format *run_format;
	const char *const *run; /* files */
	size_t runs;
	const char *only_topic; /* of lists that name none, or NULL */
	int64_t size;		/* documents to draw for each topic; 0: not given */
	int64_t total;		/* for all topics; 0: not given */
	int jobs;
	bool quiet;
};

int sampling_run(const struct sampling_request *s, struct err *e);

#endif
