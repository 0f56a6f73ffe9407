/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Linked into a program that is built with -finstrument-functions: writes to the file
 * STRAT_EVAL_TRACE, for each function that the main thread enters, the addresses of the frames from
 * main to it; again if it is entered deeper in the stack.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define UNTRACED __attribute__((no_instrument_function))

enum { DEEPEST = 1000, TABLE = 1 << 14 };

void __cyg_profile_func_enter(void *function, void *caller);
void __cyg_profile_func_exit(void *function, void *caller);

static FILE *trace;
static _Thread_local void *stack[DEEPEST];
static _Thread_local int depth;
static _Thread_local int is_main; /* 1: it has been entered */

/* The deepest entry of each function so far. */
static struct {
	void *function;
	int depth;
} seen[TABLE];

UNTRACED static int *deepest(void *function)
{
	size_t i = ((uintptr_t)function >> 2) % TABLE;
	while (seen[i].function != NULL && seen[i].function != function)
		i = (i + 1) % TABLE;
	seen[i].function = function;
	return &seen[i].depth;
}

UNTRACED void __cyg_profile_func_enter(void *function, void *caller)
{
	(void)caller;
	const char *path = getenv("STRAT_EVAL_TRACE");
	if (trace == NULL && path != NULL && (trace = fopen(path, "w")) != NULL)
		is_main = 1;
	if (depth < DEEPEST)
		stack[depth] = function;
	depth++;
	if (!is_main || depth > DEEPEST || *deepest(function) >= depth)
		return;
	*deepest(function) = depth;
	for (int i = 0; i < depth; i++)
		fprintf(trace, "%lx%c", (unsigned long)(uintptr_t)stack[i],
			i + 1 < depth ? ' ' : '\n');
	fflush(trace);
}

UNTRACED void __cyg_profile_func_exit(void *function, void *caller)
{
	(void)function;
	(void)caller;
	depth--;
}
