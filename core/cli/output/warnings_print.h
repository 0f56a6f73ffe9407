/*
 * Warnings go to standard error, each as one line.
 */
#ifndef CLI_OUTPUT_WARNINGS_PRINT_H
#define CLI_OUTPUT_WARNINGS_PRINT_H

#include "core/base/warnings.h"

/* Prints all lines, unless `quiet`, and releases the list. */
void warnings_print(struct warnings *w, bool quiet);

#endif
