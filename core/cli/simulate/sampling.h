/*
 * strat_eval simulate --sampling QRELS RUN...
 */
#ifndef CLI_SIMULATE_SAMPLING_H
#define CLI_SIMULATE_SAMPLING_H

#include "core/cli/output/output.h"
#include "core/engine/ask/simulate_options.h"

/* Reads the files, simulates and prints, when the request is ready. */
int simulate_sampling(struct simulate_request *c, const struct output *out, struct err *e);

#endif
