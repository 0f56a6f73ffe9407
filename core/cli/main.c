/*
 * The one place that prints errors and decides the exit status.
 */
#include <signal.h>
#include <unistd.h>

#include "core/cli/command.h"
#include "core/cli/output/output.h"

/* Inputs are mapped: one that somebody shortens while it is read ends here. */
static void input_shortened(int signal)
{
	static const char text[] = PROGRAM_NAME ": an input file was shortened while it was read\n";
	(void)signal;
	ssize_t ignored = write(STDERR_FILENO, text, sizeof text - 1);
	(void)ignored;
	_exit(STATUS_IO);
}

static const struct command *const commands[] = { &command_compare, &command_plan, &command_sample,
						  &command_simulate };

/* The first argument names a command only if it is exactly its word: ./sample is a file. */
static const struct command *find_command(int argc, char **argv)
{
	for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof commands[0]; i++)
		if (strcmp(argv[1], commands[i]->name) == 0)
			return commands[i];
	return NULL;
}

int main(int argc, char **argv)
{
	struct err e = { 0 };
	signal(SIGBUS, input_shortened);
	const struct command *command = find_command(argc, argv);
	int result = command != NULL ? command->run(argc - 1, argv + 1, &e)
				     : command_evaluate.run(argc, argv, &e);
	if (result == 0)
		output_close(&e);
	if (e.status != STATUS_OK)
		fprintf(stderr, PROGRAM_NAME ": %s\n", e.text);
	return e.status;
}
