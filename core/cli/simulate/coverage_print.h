/*
 * What `simulate` prints of the coverage of intervals.
 */
#ifndef CLI_SIMULATE_COVERAGE_PRINT_H
#define CLI_SIMULATE_COVERAGE_PRINT_H

#include "core/cli/output/records.h"
#include "core/engine/ask/simulate_options.h"

/* Makes lines ready; simulation_add() adds those of one scenario. `name` is borrowed. */
void simulation_records(struct records *r);
void simulation_add(struct records *r, const struct simulate_request *q, const char *name,
		    const struct simulation_result *x);

#endif
