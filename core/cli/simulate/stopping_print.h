/*
 * simulate --stopping: reads what is to be reviewed, and prints what the rules did.
 */
#ifndef CLI_SIMULATE_STOPPING_PRINT_H
#define CLI_SIMULATE_STOPPING_PRINT_H

#include "core/cli/output/output.h"
#include "core/engine/ask/simulate_options.h"

int simulate_stopping(struct simulate_request *q, const struct output *out, struct err *e);

#endif
