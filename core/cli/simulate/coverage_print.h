/*
 * What the command simulate prints.
 */
#ifndef CLI_SIMULATE_COVERAGE_PRINT_H
#define CLI_SIMULATE_COVERAGE_PRINT_H

#include "core/cli/output/records.h"
#include "core/engine/simulate/coverage_simulation.h"

/* As in --quantity; ended by NULL. */
extern const char *const simulation_quantities[];

struct simulation_output {
	const struct simulation *simulation;
	int quantity; /* place in the list */
	enum tail tail;
	enum record_format format;
};

extern const struct record_column simulation_columns[];

/* Adds the lines of one scenario. */
void simulation_add(struct records *r, const struct simulation_output *o, const char *name,
		    const struct simulation_result *x);

#endif
