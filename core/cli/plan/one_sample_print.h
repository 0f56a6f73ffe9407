/*
 * plan richness, elusion, precision and control: the answer, and what is printed.
 */
#ifndef CLI_PLAN_ONE_SAMPLE_PRINT_H
#define CLI_PLAN_ONE_SAMPLE_PRINT_H

#include "core/cli/plan/plan.h"

/* `what` is measured: "richness". */
int one_sample_run(struct one_sample_request *q, const char *what, struct err *e);

#endif
