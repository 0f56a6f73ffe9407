/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/main/process.h"
#include "core/main/program.h"
#include "core/options/command.h"

static void input_shortened(int signal)
{
	(void)signal;
	process_end(PROGRAM_NAME ": an input file was shortened while it was read\n", STATUS_IO);
}

/* Starts the program, and ends the process with its status. */
int main(int argc, char **argv)
{
	process_begin(input_shortened);
	/* Large enough for every --help: argp ignores writes that fail, so none may happen before
	 * the output is closed, where a full disk is reported. */
	static char room[1 << 16];
	setvbuf(stdout, room, _IOFBF, sizeof room);
	struct err e = { 0 };
	return program_end(program_start(argc, argv, &e), &e);
}
