/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Other programs and plugins.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/system.h"

extern char **environ;

/* ---- other programs ---- */

/* Files of the child: what it reads, what it says, and both ends of the pipe for what it writes. */
struct streams {
	FILE *in, *messages;
	int pipe[2];
};

static int start(const struct streams *s, char *const *argv, pid_t *child)
{
	const int from[] = { fileno(s->in), s->pipe[1], fileno(s->messages) };
	posix_spawn_file_actions_t actions;
	int failed = posix_spawn_file_actions_init(&actions);
	if (failed != 0)
		return failed;
	for (int i = 0; i < 3 && failed == 0; i++)
		failed = posix_spawn_file_actions_adddup2(&actions, from[i], i);
	if (failed == 0)
		failed = posix_spawnp(child, argv[0], &actions, NULL, argv, environ);
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
	pid_t child;
	int status, failed = start(s, argv, &child);
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

/* ---- plugins ---- */

/* How long a shared object must at least be, by its own program headers; 0: it is not one. */
static size_t least_bytes(int fd)
{
	ElfW(Ehdr) head;
	ElfW(Phdr) part;
	size_t least = 0;
	if (pread(fd, &head, sizeof head, 0) != (ssize_t)sizeof head ||
	    memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_phentsize != sizeof part)
		return 0;
	for (size_t i = 0; i < head.e_phnum; i++) {
		off_t at = (off_t)(head.e_phoff + i * sizeof part);
		if (pread(fd, &part, sizeof part, at) != (ssize_t)sizeof part)
			break;
		if (part.p_type == PT_LOAD && part.p_offset + part.p_filesz > least)
			least = part.p_offset + part.p_filesz;
	}
	return least;
}

/*
 * Refuses a file that was cut short. dlopen() would map pages beyond its end, and the program would
 * die on reading them. Any other fault dlopen() reports itself.
 */
static int check_whole(const char *path, struct err *e)
{
	uint64_t size;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	bool known = system_look_open(fd, &size) == SYSTEM_FILE;
	size_t least = known ? least_bytes(fd) : 0;
	close(fd);
	if (!known || size >= least)
		return 0;
	return err_io(e, "cannot load plugin: %.600s: cut short: %llu of %zu bytes or more", path,
		      (unsigned long long)size, least);
}

void *system_plugin_open(const char *path, struct err *e)
{
	/* Without a slash dlopen() would search the system's libraries instead of this folder. */
	char file[PATH_MAX];
	int length = snprintf(file, sizeof file, "%s%s", strchr(path, '/') ? "" : "./", path);
	if (length < 0 || (size_t)length >= sizeof file) {
		err_io(e, "plugin '%.200s...': the name is too long", path);
		return NULL;
	}
	if (check_whole(file, e) < 0)
		return NULL;
	void *plugin = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	if (plugin == NULL)
		err_io(e, "cannot load plugin: %.900s", dlerror());
	return plugin;
}

void system_plugin_close(void *plugin)
{
	dlclose(plugin);
}

const void *system_plugin_find(void *plugin, const char *name)
{
	return dlsym(plugin, name);
}
