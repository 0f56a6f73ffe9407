/*
 * The one place that prints errors and decides the exit status.
 */
#include "core/cli/command.h"
#include "core/cli/output.h"

int main(int argc, char **argv)
{
	struct err e = { 0 };
	if (command_evaluate.run(argc, argv, &e) == 0)
		output_close(&e);
	if (e.status != STATUS_OK)
		fprintf(stderr, PROGRAM_NAME ": %s\n", e.text);
	return e.status;
}
