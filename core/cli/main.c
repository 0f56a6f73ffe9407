/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "core/cli/command.h"
#include "core/cli/program.h"

/* Inputs are mapped: one that somebody shortens while it is read ends here. */
static void input_shortened(int signal)
{
	static const char text[] = PROGRAM_NAME ": an input file was shortened while it was read\n";
	(void)signal;
	ssize_t ignored = write(STDERR_FILENO, text, sizeof text - 1);
	(void)ignored;
	_exit(STATUS_IO);
}

int main(int argc, char **argv)
{
	/* Room for every --help, so that a full disk is seen when the output is closed, with its
	 * reason. */
	static char room[1 << 16];
	setvbuf(stdout, room, _IOFBF, sizeof room);
	signal(SIGBUS, input_shortened);
	return program_main(argc, argv);
}
