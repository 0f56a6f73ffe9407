/*
 * The figures of simulate --sampling --coverage.
 */
#ifndef CLI_SIMULATE_AP_COVERAGE_PRINT_H
#define CLI_SIMULATE_AP_COVERAGE_PRINT_H

#include "core/cli/output/records.h"
#include "core/engine/simulate/ap_coverage.h"

/* A line for each number of picks, estimate and run; `name` by run. */
void ap_coverage_print(struct buffer *b, const struct ap_coverage *s,
		       const struct ap_coverage_result *r, const char *const *name,
		       enum record_format format);

#endif
