#include <errno.h>

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

int output_write_all(const struct buffer *header, const struct buffer *list, size_t count,
		     struct err *e)
{
	for (size_t i = 0; i < count; i++)
		if (list[i].failed)
			return err_memory(e);
	int result = output_write(header, e);
	for (size_t i = 0; i < count && result == 0; i++)
		result = output_write(&list[i], e);
	return result;
}

int output_close(struct err *e)
{
	errno = 0;
	return fflush(stdout) != 0 || fclose(stdout) != 0 ? lost(e) : 0;
}
