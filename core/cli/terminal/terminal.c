/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>

#include "core/cli/command.h"
#include "core/cli/terminal/terminal.h"
#include "readers/input.h"

/* main() handles the signal that comes if a mapped file is shortened. */
const bool input_maps_files = true;

static int lost(struct err *e)
{
	return err_io(e, "cannot write to standard output: %s", strerror(errno));
}

static int write_text(void *context, const char *text, size_t length, struct err *e)
{
	struct terminal *t = context;
	progress_line_pause(&t->line);
	errno = 0;
	return fwrite(text, 1, length, stdout) != length ? lost(e) : 0;
}

static void warn(void *context, const char *line)
{
	struct terminal *t = context;
	progress_line_pause(&t->line);
	fprintf(stderr, PROGRAM_NAME ": warning: %s\n", line);
}

struct output terminal_output(struct terminal *t)
{
	const struct progress progress = progress_line_start(&t->line);
	return (struct output){
		.context = t, .write = write_text, .warn = warn, .progress = progress
	};
}

int terminal_close(struct err *e)
{
	errno = 0;
	return fflush(stdout) != 0 || fclose(stdout) != 0 ? lost(e) : 0;
}
