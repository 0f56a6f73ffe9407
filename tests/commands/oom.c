/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * oom LIST FILES [TEXT [K]] - calls every command line of LIST with its k-th allocation failing,
 * for every k, in a child process. Allowed are:
 *
 *     status 2 (or 64: argp cannot tell) with a message, nothing on standard output, no plot
 *     status 0 with the output, warnings and plot of the call in which nothing fails
 *
 * TEXT: only lines that begin so. K: only this allocation of the first of them, with abort(), for a
 * debugger. With OOM_SOME in the environment, not every k, but more of the first and last ones.
 * Needs glibc.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/main/program.h"
#include "tests/commands/command_list.h"

/* ---- memory that fails ---- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static struct {
	bool armed, fatal;
	long at;
	long *count; /* shared with the parent */
} memory;

static bool fails(void)
{
	if (!memory.armed || __atomic_add_fetch(memory.count, 1, __ATOMIC_RELAXED) != memory.at)
		return false;
	if (memory.fatal)
		abort();
	errno = ENOMEM;
	return true;
}

void *malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
	return fails() ? NULL : __libc_calloc(number, size);
}

void *realloc(void *old, size_t size)
{
	return fails() ? NULL : __libc_realloc(old, size);
}

/* ---- a call ---- */

enum { OUT, ERR, STREAMS };

/* What a call left behind. */
struct outcome {
	int status; /* of waitpid() */
	char *text[STREAMS];
	size_t length[STREAMS];
	bool plot;
};

static const char plot_name[] = "plot.svg";

static const char *in_folder(void *folder, const char *mark)
{
	static char path[4096];
	if (*mark == '~')
		return mark + 1;
	snprintf(path, sizeof path, "%s/%s", (const char *)folder, mark + 1);
	return path;
}

static void take_stream(struct outcome *o, int stream, int fd)
{
	struct stat s;
	if (fstat(fd, &s) != 0)
		abort();
	o->length[stream] = (size_t)s.st_size;
	o->text[stream] = calloc(o->length[stream] + 1, 1);
	if (pread(fd, o->text[stream], o->length[stream], 0) != (ssize_t)o->length[stream])
		abort();
	close(fd);
}

static struct outcome call(char **argv, int argc, long at)
{
	struct outcome o = { 0 };
	int fd[STREAMS] = { memfd_create("out", 0), memfd_create("err", 0) };
	unlink(plot_name);
	*memory.count = 0;
	fflush(NULL);
	pid_t child = fork();
	if (child == 0) {
		alarm(300);
		dup2(fd[OUT], STDOUT_FILENO);
		dup2(fd[ERR], STDERR_FILENO);
		memory.at = at;
		memory.armed = true;
		struct err e = { 0 };
		int status = program_end(program_start(argc, argv, &e), &e);
		memory.armed = false;
		exit(status); /* writes what standard output has left */
	}
	if (child < 0 || waitpid(child, &o.status, 0) != child)
		abort();
	for (int i = 0; i < STREAMS; i++)
		take_stream(&o, i, fd[i]);
	o.plot = access(plot_name, F_OK) == 0;
	return o;
}

static void outcome_release(struct outcome *o)
{
	for (int i = 0; i < STREAMS; i++)
		free(o->text[i]);
}

static bool same(const struct outcome *a, const struct outcome *b, int stream)
{
	return a->length[stream] == b->length[stream] &&
	       memcmp(a->text[stream], b->text[stream], a->length[stream]) == 0;
}

/* NULL: as it should be. */
static const char *wrong(const struct outcome *o, const struct outcome *want)
{
	if (!WIFEXITED(o->status))
		return "ended by a signal";
	int status = WEXITSTATUS(o->status);
	if (status == 0) {
		if (!same(o, want, OUT) || o->plot != want->plot)
			return "status 0 with other output";
		return same(o, want, ERR) ? NULL : "status 0 with other warnings";
	}
	if (status != 2 && status != 64)
		return "neither 2 nor 64";
	if (o->length[OUT] > 0 || o->plot)
		return "failed after part of the output";
	return o->length[ERR] > 0 ? NULL : "failed without a message";
}

/* ---- all calls ---- */

struct totals {
	long injected, survived, refused, wrong;
};

static void report(const struct command_line *c, size_t number, long k, const char *complaint,
		   const struct outcome *o)
{
	printf("not ok: line %zu, allocation %ld: %s (status %d, signal %d): %s\n    %.300s\n",
	       number, k, complaint, WIFEXITED(o->status) ? WEXITSTATUS(o->status) : -1,
	       WIFSIGNALED(o->status) ? WTERMSIG(o->status) : 0, c->text, o->text[ERR]);
}

/* The one after the k-th of `count` allocations. */
static long next_failure(long k, long count)
{
	long from_end = k < count - k ? k : count - k;
	return k + 1 + (getenv("OOM_SOME") != NULL ? from_end / 25 : 0);
}

static void fail_each(const struct command_line *c, size_t number, char *folder, struct totals *t)
{
	char *argv[WORDS_MAX + 2];
	int argc = command_words(c, argv, in_folder, folder);
	struct outcome want = call(argv, argc, 0);
	long count = *memory.count;
	long complaints = 0;
	if (want.status != 0) {
		report(c, number, 0, "failed without a failure", &want);
		t->wrong++;
		count = 0;
	}
	for (long k = 1; k <= count; k = next_failure(k, count)) {
		struct outcome o = call(argv, argc, k);
		const char *complaint = wrong(&o, &want);
		if (complaint != NULL && ++complaints <= 5)
			report(c, number, k, complaint, &o);
		t->injected++;
		t->wrong += complaint != NULL;
		t->survived += o.status == 0;
		t->refused += o.status != 0;
		outcome_release(&o);
	}
	printf("%3zu %6ld allocations, %ld wrong: %s\n", number, count, complaints, c->text);
	outcome_release(&want);
	command_words_release(argv, argc);
}

static int fail_one(const struct command_line *c, char *folder, long k)
{
	char *argv[WORDS_MAX + 2];
	int argc = command_words(c, argv, in_folder, folder);
	memory.at = k;
	memory.armed = memory.fatal = true;
	struct err e = { 0 };
	return program_end(program_start(argc, argv, &e), &e);
}

int main(int argc, char **argv)
{
	static struct command_list list;
	struct totals t = { 0 };
	if (argc < 3) {
		fprintf(stderr, "usage: oom LIST FILES [TEXT [K]]\n");
		return 64;
	}
	memory.count = mmap(NULL, sizeof *memory.count, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	command_list_read(&list, argv[1]);
	const char *begin = argc > 3 ? argv[3] : "";
	for (size_t i = 0; i < list.count; i++) {
		if (strncmp(list.line[i].text, begin, strlen(begin)) != 0)
			continue;
		if (argc > 4)
			return fail_one(&list.line[i], argv[2], strtol(argv[4], NULL, 10));
		fail_each(&list.line[i], i + 1, argv[2], &t);
	}
	printf("%ld failures injected: %ld calls ended with a message, %ld with the same output, "
	       "%ld wrong\n",
	       t.injected, t.refused, t.survived, t.wrong);
	return t.wrong > 0 || t.injected == 0;
}
