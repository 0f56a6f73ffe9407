#include "core/cli/command.h"
#include "core/cli/output/warnings_print.h"

void warnings_print(struct warnings *w, bool quiet)
{
	for (size_t i = 0; i < w->count && !quiet; i++)
		fprintf(stderr, PROGRAM_NAME ": warning: %s\n", w->line[i]);
	warnings_release(w);
}
