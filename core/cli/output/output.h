/*
 * What is printed goes to standard output whole, or is an error. Warnings go to standard error,
 * each as one line.
 */
#pragma once

#include "core/base/buffer.h"
#include "core/base/warnings.h"

/* Writes all of it to standard output; a lost byte is an error. */
int output_write(const struct buffer *b, struct err *e);

/* Writes it if `result` is 0, and releases it. Returns `result`, or -1 if writing failed. */
int output_finish(struct buffer *b, int result, struct err *e);

int output_close(struct err *e);

/* Prints all lines, unless `quiet`, and releases the list. */
void warnings_print(struct warnings *w, bool quiet);
