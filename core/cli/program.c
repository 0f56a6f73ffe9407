/*
 * The one place that prints errors and decides the exit status.
 */
#include "core/cli/options/options.h"
#include "core/cli/output/output.h"
#include "core/cli/plan/plan.h"
#include "core/cli/program.h"

static const struct command *const commands[] = { &command_compare, &command_sample,
						  &command_simulate };

/* The first argument names a command only if it is exactly its word: ./sample is a file. */
int program_run(int argc, char **argv, struct err *e)
{
	if (argc > 1 && strcmp(argv[1], "plan") == 0)
		return plan(argc - 1, argv + 1, e);
	for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof commands[0]; i++)
		if (strcmp(argv[1], commands[i]->table->name) == 0)
			return options_run(commands[i], argc - 1, argv + 1, e);
	return options_run(&command_evaluate, argc, argv, e);
}

int program_main(int argc, char **argv)
{
	struct err e = { 0 };
	if (program_run(argc, argv, &e) == 0)
		output_close(&e);
	if (e.text[0] != '\0')
		fprintf(stderr, PROGRAM_NAME ": %s\n", e.text);
	return e.status;
}
