/*
 * What simulate --topic-count prints.
 */
#ifndef CLI_SIMULATE_MEANS_PRINT_H
#define CLI_SIMULATE_MEANS_PRINT_H

#include "core/cli/output/records.h"
#include "core/engine/ask/simulate_options.h"

void means_records(struct records *r);
void means_add(struct records *r, const struct simulate_request *q, const char *name,
	       const struct means_result *x, size_t count);

#endif
