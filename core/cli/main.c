/*
 * The one place that prints errors and decides the exit status.
 */
#include <signal.h>
#include <unistd.h>

#include "core/cli/options/options.h"
#include "core/cli/output/output.h"
#include "core/cli/plan/plan.h"

/* Inputs are mapped: one that somebody shortens while it is read ends here. */
static void input_shortened(int signal)
{
	static const char text[] = PROGRAM_NAME ": an input file was shortened while it was read\n";
	(void)signal;
	ssize_t ignored = write(STDERR_FILENO, text, sizeof text - 1);
	(void)ignored;
	_exit(STATUS_IO);
}

static const struct command *const commands[] = { &command_compare, &command_sample,
						  &command_simulate, &command_stop };

/* The first argument names a command only if it is exactly its word: ./sample is a file. */
static int run(int argc, char **argv, struct err *e)
{
	if (argc > 1 && strcmp(argv[1], "plan") == 0)
		return plan(argc - 1, argv + 1, e);
	for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof commands[0]; i++)
		if (strcmp(argv[1], commands[i]->table->name) == 0)
			return options_run(commands[i], argc - 1, argv + 1, e);
	return options_run(&command_evaluate, argc, argv, e);
}

int main(int argc, char **argv)
{
	struct err e = { 0 };
	signal(SIGBUS, input_shortened);
	if (run(argc, argv, &e) == 0)
		output_close(&e);
	if (e.status != STATUS_OK)
		fprintf(stderr, PROGRAM_NAME ": %s\n", e.text);
	return e.status;
}
