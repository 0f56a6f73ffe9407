/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "core/main/program.h"
#include "core/options/command.h"

/* Input files are mapped into memory. If one is shortened while it is read, SIGBUS comes. */
static void input_shortened(int signal)
{
	static const char text[] = PROGRAM_NAME ": an input file was shortened while it was read\n";
	(void)signal;
	ssize_t ignored = write(STDERR_FILENO, text, sizeof text - 1);
	(void)ignored;
	_exit(STATUS_IO);
}

/*
 * Computing an interval allocates and frees some megabytes, thousands of times. Freed memory is
 * kept: if it went back to the system, the system would clear it each time.
 */
static void keep_free_memory(void)
{
#ifdef M_TRIM_THRESHOLD /* not every C library has it */
	mallopt(M_TRIM_THRESHOLD, 16 << 20);
	mallopt(M_MMAP_THRESHOLD, 2 << 20);
#endif
}

int main(int argc, char **argv)
{
	keep_free_memory();
	/* Large enough for every --help: argp ignores writes that fail, so none may happen before
	 * the output is closed, where a full disk is reported. */
	static char room[1 << 16];
	setvbuf(stdout, room, _IOFBF, sizeof room);
	signal(SIGBUS, input_shortened);
	return program_main(argc, argv);
}
