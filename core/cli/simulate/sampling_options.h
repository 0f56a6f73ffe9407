/*
 * strat_eval simulate --sampling QRELS RUN...: what of the command line is its own.
 */
#ifndef CLI_SIMULATE_SAMPLING_OPTIONS_H
#define CLI_SIMULATE_SAMPLING_OPTIONS_H

#include <argp.h>

#include "core/cli/output/records.h"
#include "core/engine/simulate/pool_or_sample.h"

/* As parsed. Texts are borrowed from argv. */
struct sampling_command {
	/* The parser's own. */
	bool asked;		 /* --sampling was given */
	const char *first_given; /* an option of these but --sampling, or NULL */
	struct sampling_simulation simulation;
	const char **measure, **held, **plugin; /* room for all arguments */
	size_t measures, helds, plugins;
	const char *judgment_format, *run_format;
	const char *plot;
	bool by_run;
	bool no_memory;
	/* For the caller to fill in. */
	const char **file;
	size_t files;
	enum record_format format;
	bool quiet;
};

/* Its input is a struct sampling_command. */
extern const struct argp sampling_command_argp;

/* Defaults, and room for the words of argv. */
int sampling_command_init(struct sampling_command *c, int argc, struct err *e);
void sampling_command_release(struct sampling_command *c);

int sampling_command_run(struct sampling_command *c, struct err *e);

#endif
