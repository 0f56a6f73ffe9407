/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Other programs.
 */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/system.h"

extern char **environ;

/* Files of the child: what it reads, what it says, and both ends of the pipe for what it writes. */
struct streams {
	FILE *in, *messages;
	int pipe[2];
};

/*
 * This environment with the text NAME=VALUE, in place of what has that name. The caller frees the
 * array, not its texts.
 */
static char **environment_with(char *text)
{
	const size_t name = strcspn(text, "=") + 1;
	size_t count = 0, kept = 0;
	while (environ != NULL && environ[count] != NULL)
		count++;
	char **all = calloc(count + 2, sizeof *all);
	if (all == NULL)
		return NULL;
	for (size_t i = 0; i < count; i++)
		if (strncmp(environ[i], text, name) != 0)
			all[kept++] = environ[i];
	all[kept] = text;
	return all;
}

static int start(const struct streams *s, char *const *argv, char *const *environment, pid_t *child)
{
	const int from[] = { fileno(s->in), s->pipe[1], fileno(s->messages) };
	posix_spawn_file_actions_t actions;
	int failed = posix_spawn_file_actions_init(&actions);
	if (failed != 0)
		return failed;
	for (int i = 0; i < 3 && failed == 0; i++)
		failed = posix_spawn_file_actions_adddup2(&actions, from[i], i);
	if (failed == 0)
		failed = posix_spawnp(child, argv[0], &actions, NULL, argv, environment);
	posix_spawn_file_actions_destroy(&actions);
	return failed;
}

/* All bytes until the writer closes its end. */
static int read_all(int file, struct buffer *out)
{
	char bytes[8192];
	ptrdiff_t length;
	while ((length = system_read(file, bytes, sizeof bytes)) > 0)
		buffer_add(out, bytes, (size_t)length);
	return length < 0 ? -1 : 0;
}

/* The first line of what the child said that is not empty. */
static struct shown first_message(FILE *messages)
{
	char line[256] = "";
	rewind(messages);
	while (fgets(line, sizeof line, messages) != NULL &&
	       strspn(line, " \t\r\n") == strlen(line))
		;
	return shown(line, strcspn(line, "\r\n"));
}

static enum system_run run(struct streams *s, char *const *argv, struct buffer *out,
			   struct shown *said)
{
	char date[] = "SOURCE_DATE_EPOCH=0", **environment = environment_with(date);
	pid_t child;
	int status, failed = environment != NULL ? start(s, argv, environment, &child) : ENOMEM;
	free(environment);
	close(s->pipe[1]); /* else the pipe never ends */
	s->pipe[1] = -1;
	if (failed != 0) {
		errno = failed;
		return failed == ENOENT ? RUN_MISSING : RUN_NO_START;
	}
	int lost = read_all(s->pipe[0], out) < 0 ? errno : 0;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return RUN_LOST;
	if (lost != 0) {
		errno = lost;
		return RUN_LOST;
	}
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return RUN_DONE;
	*said = first_message(s->messages);
	return RUN_FAILED;
}

enum system_run system_run(char *const *argv, const struct buffer *in, struct buffer *out,
			   struct shown *said)
{
	struct streams s = { tmpfile(), tmpfile(), { -1, -1 } };
	enum system_run result = RUN_NO_FILE;
	if (s.in != NULL && s.messages != NULL && pipe2(s.pipe, O_CLOEXEC) == 0 &&
	    (in->length == 0 || fwrite(in->text, 1, in->length, s.in) == in->length) &&
	    fflush(s.in) == 0) {
		rewind(s.in);
		result = run(&s, argv, out, said);
	}
	int why = errno;
	for (int i = 0; i < 2; i++)
		if (s.pipe[i] >= 0)
			close(s.pipe[i]);
	if (s.in != NULL)
		fclose(s.in);
	if (s.messages != NULL)
		fclose(s.messages);
	errno = why;
	return result;
}
