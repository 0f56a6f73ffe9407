/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <malloc.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "core/main/process.h"

/*
 * Computing an interval allocates and frees some megabytes, thousands of times. Freed memory is
 * kept: if it went back to the system, the system would clear it each time.
 */
void process_begin(void (*shortened)(int signal))
{
#ifdef M_TRIM_THRESHOLD /* not every C library has it */
	mallopt(M_TRIM_THRESHOLD, 16 << 20);
	mallopt(M_MMAP_THRESHOLD, 2 << 20);
#endif
	signal(SIGBUS, shortened);
}

void process_end(const char *text, int status)
{
	ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
	(void)ignored;
	_exit(status);
}
