/*
 * How far a long computation is, on a terminal only: a line on standard error that is written over
 * and erased at the end.
 */
#ifndef CLI_OPTIONS_PROGRESS_H
#define CLI_OPTIONS_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

struct progress {
	bool shown; /* standard error is a terminal */
	size_t total, done;
	double began, written; /* in seconds */
};

void progress_begin(struct progress *p, size_t total);

/* One more is done. From any thread. */
void progress_step(struct progress *p);

/* Erases the line, so that something else can be written. */
void progress_pause(struct progress *p);

void progress_end(struct progress *p);

#endif
