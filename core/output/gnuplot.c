/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/output/gnuplot.h"

extern char **environ;

/* Files of the child: its commands, what it says, and both ends of the pipe for the picture. */
struct streams {
	FILE *commands, *messages;
	int picture[2];
};

static int no_gnuplot(struct err *e)
{
	return err_io(e,
		      "a picture in PNG or PDF needs the program gnuplot, which is not installed "
		      "(Debian's package is gnuplot-nox); SVG needs nothing: --plot=NAME.svg");
}

static int start_gnuplot(const struct streams *s, pid_t *child, struct err *e)
{
	char *argv[] = { "gnuplot", "-d", NULL };
	const int from[] = { fileno(s->commands), s->picture[1], fileno(s->messages) };
	posix_spawn_file_actions_t actions;
	int failed = 0;
	if (posix_spawn_file_actions_init(&actions) != 0)
		return err_memory(e);
	for (int i = 0; i < 3 && failed == 0; i++)
		failed = posix_spawn_file_actions_adddup2(&actions, from[i], i);
	if (failed == 0)
		failed = posix_spawnp(child, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (failed == ENOENT)
		return no_gnuplot(e);
	return failed != 0 ? err_io(e, "gnuplot cannot be run: %s", strerror(failed)) : 0;
}

/* All bytes until the writer closes its end; -1: errno says why not. */
static int read_all(int file, struct buffer *out)
{
	char bytes[8192];
	ssize_t length;
	do {
		length = read(file, bytes, sizeof bytes);
		if (length > 0)
			buffer_add(out, bytes, (size_t)length);
	} while (length > 0 || (length < 0 && errno == EINTR));
	return length < 0 ? -1 : 0;
}

/* The first line of what gnuplot said that is not empty. */
static struct shown first_message(FILE *messages)
{
	char line[256] = "";
	rewind(messages);
	while (fgets(line, sizeof line, messages) != NULL &&
	       strspn(line, " \t\r\n") == strlen(line))
		;
	return shown(line, strcspn(line, "\r\n"));
}

static int run_gnuplot(struct streams *s, struct buffer *picture, struct err *e)
{
	pid_t child;
	int status, result = start_gnuplot(s, &child, e);
	close(s->picture[1]); /* else the pipe never ends */
	s->picture[1] = -1;
	if (result < 0)
		return -1;
	if (read_all(s->picture[0], picture) < 0)
		result = err_io(e, "gnuplot: %s", strerror(errno));
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return err_io(e, "gnuplot: %s", strerror(errno));
	if (result < 0)
		return -1;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return picture->failed ? err_memory(e) : 0;
	struct shown said = first_message(s->messages);
	return err_io(e, "gnuplot failed: %s", said.text);
}

int gnuplot_draw(const struct buffer *commands, struct buffer *picture, struct err *e)
{
	struct streams s = { tmpfile(), tmpfile(), { -1, -1 } };
	int result = -1;
	if (s.commands == NULL || s.messages == NULL || pipe2(s.picture, O_CLOEXEC) != 0 ||
	    (commands->length > 0 &&
	     fwrite(commands->text, 1, commands->length, s.commands) != commands->length) ||
	    fflush(s.commands) != 0) {
		err_io(e, "a temporary file cannot be written: %s", strerror(errno));
	} else {
		rewind(s.commands);
		result = run_gnuplot(&s, picture, e);
	}
	for (int i = 0; i < 2; i++)
		if (s.picture[i] >= 0)
			close(s.picture[i]);
	if (s.commands != NULL)
		fclose(s.commands);
	if (s.messages != NULL)
		fclose(s.messages);
	return result;
}
