/*
 * simulate --bootstrap: reads a matrix of scores and prints how often the intervals of each method
 * miss the mean; a row for each method and alpha and a column for each size, as in Park's Tables 1
 * to 3, or a line for each figure.
 */
#ifndef CLI_SIMULATE_BOOTSTRAP_PRINT_H
#define CLI_SIMULATE_BOOTSTRAP_PRINT_H

#include "core/cli/output/output.h"
#include "core/cli/output/records.h"
#include "core/engine/simulate/bootstrap_simulation.h"

int bootstrap_command(struct bootstrap_simulation *s, const char *matrix, enum record_format format,
		      const struct output *out, struct err *e);

#endif
