/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/slice.h"
#include "core/base/system.h"

/* ---- files ---- */

static int map(int file, uint64_t begin, size_t size, void *pages)
{
	return size == 0 || mmap(pages, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, file,
				 (off_t)begin) != MAP_FAILED
		       ? 0
		       : -1;
}

int system_map(int file, size_t size, void *pages)
{
	return map(file, 0, size, pages);
}

/* mkstemp() lets only the owner read the file; this gives it what new files usually have. */
static void usual_permissions(int file)
{
	mode_t mask = umask(0);
	umask(mask);
	fchmod(file, 0666 & ~mask);
}

int system_write(const char *path, const char *bytes, size_t size)
{
	if (system_look(path, NULL) == SYSTEM_SPECIAL || strncmp(path, "/dev/fd/", 8) == 0) {
		int file = open(path, O_WRONLY | O_CLOEXEC);
		return file < 0 ? -1 : system_write_all(file, bytes, size);
	}
	/* A link is followed; one to nothing is refused. A process that is killed leaves a name
	 * that says what it is. */
	char real[PATH_MAX], beside[PATH_MAX];
	struct stat status;
	if (lstat(path, &status) == 0 && S_ISLNK(status.st_mode) &&
	    (path = realpath(path, real)) == NULL)
		return -1;
	int length = snprintf(beside, sizeof beside, "%s.unfinished.XXXXXX", path);
	if (length < 0 || (size_t)length >= sizeof beside) {
		errno = ENAMETOOLONG;
		return -1;
	}
	int file = mkstemp(beside);
	if (file < 0)
		return -1;
	usual_permissions(file);
	if (system_write_all(file, bytes, size) == 0 && rename(beside, path) == 0)
		return 0;
	int why = errno;
	unlink(beside);
	errno = why;
	return -1;
}

/* ---- bytes in memory: a file without a name, in which each begins a page ---- */

struct system_bytes {
	int file; /* -1: not made yet */
	off_t end;
};

struct system_bytes *system_bytes_new(void)
{
	struct system_bytes *all = malloc(sizeof *all);
	if (all != NULL)
		*all = (struct system_bytes){ .file = -1 };
	return all;
}

void system_bytes_free(struct system_bytes *all)
{
	if (all != NULL && all->file >= 0)
		close(all->file);
	free(all);
}

int system_bytes_add(struct system_bytes *all, const void *bytes, size_t size, uint64_t *begin)
{
	const off_t largest_page = 1 << 16;
	const char *from = bytes;
	if (all->file < 0)
		all->file = memfd_create("strat_eval", MFD_CLOEXEC);
	if (all->file < 0)
		return -1;
	for (size_t done = 0; done < size;) {
		ssize_t length =
			pwrite(all->file, from + done, size - done, all->end + (off_t)done);
		if (length < 0 && errno != EINTR)
			return -1;
		done += length > 0 ? (size_t)length : 0;
	}
	*begin = (uint64_t)all->end;
	/* one more, so that what is behind the last byte is zero */
	all->end += ((off_t)size / largest_page + 1) * largest_page;
	return ftruncate(all->file, all->end);
}

int system_bytes_map(const struct system_bytes *all, uint64_t begin, size_t size, void *pages)
{
	return map(all->file, begin, size, pages);
}

/* ---- threads ---- */

struct worker {
	void (*work)(void *context, int thread);
	void *context;
	int thread;
	pthread_t id;
};

static void *work(void *argument)
{
	const struct worker *w = argument;
	w->work(w->context, w->thread);
	return NULL;
}

void system_threads(int threads, void (*own)(void *context, int thread), void *context)
{
	struct worker *other = threads > 1 ? calloc((size_t)threads, sizeof *other) : NULL;
	int made = 0;
	for (int t = 1; other != NULL && t < threads; t++) {
		other[made] = (struct worker){ .work = own, .context = context, .thread = t };
		made += pthread_create(&other[made].id, NULL, work, &other[made]) == 0;
	}
	own(context, 0);
	for (int t = 0; t < made; t++)
		pthread_join(other[t].id, NULL);
	free(other);
}

_Static_assert(sizeof(pthread_mutex_t) <= sizeof(union system_lock), "a lock has no room");

void system_lock_init(union system_lock *l)
{
	pthread_mutex_init((pthread_mutex_t *)(void *)l, NULL);
}

void system_lock_release(union system_lock *l)
{
	pthread_mutex_destroy((pthread_mutex_t *)(void *)l);
}

void system_lock(union system_lock *l)
{
	pthread_mutex_lock((pthread_mutex_t *)(void *)l);
}

void system_unlock(union system_lock *l)
{
	pthread_mutex_unlock((pthread_mutex_t *)(void *)l);
}

/* ---- other programs ---- */

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
	return shown((struct slice){ line, strcspn(line, "\r\n") });
}

static enum system_run run_program(struct streams *s, char *const *argv, struct buffer *out,
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
		result = run_program(&s, argv, out, said);
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
