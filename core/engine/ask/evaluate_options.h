/*
 * What is asked of the command that evaluates runs.
 */
#ifndef ENGINE_ASK_EVALUATE_OPTIONS_H
#define ENGINE_ASK_EVALUATE_OPTIONS_H

#include "core/engine/ask/run_options.h"

struct evaluate_request {
	struct run_request runs;
	enum score_format format;
	const char *zscores; /* file, or NULL */
	bool agreement;	     /* of judges, instead of an evaluation */
};

extern const struct command_table evaluate_table;

#endif
