/*
 * What is printed goes to standard output whole, or is an error.
 */
#ifndef CLI_OUTPUT_OUTPUT_H
#define CLI_OUTPUT_OUTPUT_H

#include "core/base/buffer.h"
#include "core/base/err.h"

/* Writes all of it to standard output; a lost byte is an error. */
int output_write(const struct buffer *b, struct err *e);
int output_close(struct err *e);

/*
 * The same of several buffers, a header first; nothing is written if any of them lacks something.
 */
int output_write_all(const struct buffer *header, const struct buffer *list, size_t count,
		     struct err *e);

#endif
