#include <errno.h>

#include "core/cli/command.h"
#include "core/cli/output/output.h"

static int lost(struct err *e)
{
	return err_io(e, "cannot write to standard output: %s", strerror(errno));
}

int output_write(const struct buffer *b, struct err *e)
{
	if (b->failed)
		return err_memory(e);
	errno = 0;
	if (b->length > 0 && fwrite(b->text, 1, b->length, stdout) != b->length)
		return lost(e);
	return 0;
}

int output_finish(struct buffer *b, int result, struct err *e)
{
	if (result == 0)
		result = output_write(b, e);
	buffer_release(b);
	return result;
}

int output_close(struct err *e)
{
	errno = 0;
	return fflush(stdout) != 0 || fclose(stdout) != 0 ? lost(e) : 0;
}

void warnings_print(struct warnings *w, bool quiet)
{
	for (size_t i = 0; i < w->count && !quiet; i++)
		fprintf(stderr, PROGRAM_NAME ": warning: %s\n", w->line[i]);
	warnings_release(w);
}
