/*
 * What `simulate` prints of the coverage of intervals.
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

/* Makes lines ready; simulation_add() adds those of one scenario. `name` is borrowed. */
void simulation_records(struct records *r);
void simulation_add(struct records *r, const struct simulation_output *o, const char *name,
		    const struct simulation_result *x);

#endif
