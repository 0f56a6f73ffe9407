/*
 * Where an answer goes: to the terminal (terminal.h), or into the memory of whoever calls the
 * program as a library. Commands know neither.
 */
#ifndef CLI_OUTPUT_OUTPUT_H
#define CLI_OUTPUT_OUTPUT_H

#include "core/base/buffer.h"
#include "core/base/warnings.h"
#include "core/engine/progress.h"

struct output {
	void *context;
	/* Takes all of the text; a lost byte is an error. */
	int (*write)(void *context, const char *text, size_t length, struct err *e);
	void (*warn)(void *context, const char *line);
	struct progress progress; /* for long computations */
};

int output_write(const struct output *o, const struct buffer *b, struct err *e);

/* Hands the warnings over, unless nobody wants them, and empties the list. */
void output_warn(const struct output *o, struct warnings *w, bool quiet);

#endif
