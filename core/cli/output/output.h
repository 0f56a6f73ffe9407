/*
 * The only ways to standard output and, for warnings, to standard error.
 */
#ifndef CLI_OUTPUT_OUTPUT_H
#define CLI_OUTPUT_OUTPUT_H

#include "core/base/buffer.h"
#include "core/base/err.h"

/* Writes all of it to standard output; a lost byte is an error. */
int output_write(const struct buffer *b, struct err *e);
int output_close(struct err *e);

/* One line on standard error, "strat_eval: warning: ...". Prints nothing if `quiet`
 * (--quiet-warnings). */
void output_warning(bool quiet, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
