/*
 * The one place that prints errors and decides the exit status.
 */
#include <signal.h>
#include <unistd.h>

#include "core/cli/command.h"
#include "core/cli/output/output.h"
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
	struct err e = { 0 };
	signal(SIGBUS, input_shortened);
	if (program_run(argc, argv, &e) == 0)
		output_close(&e);
	if (e.text[0] != '\0')
		fprintf(stderr, PROGRAM_NAME ": %s\n", e.text);
	return e.status;
}
