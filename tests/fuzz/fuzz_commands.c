/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Command lines of tests/commands/list.txt through the whole program. FUZZ_COMMAND names the
 * command, the first byte chooses one of its lines, and what follows is its files, each up to a
 * line "%". A missing file is an empty one.
 *
 * What must hold: it ends, no sanitizer complains, and an error has a status and a message.
 */
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/cli/program.h"
#include "tests/commands/command_list.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { FILES_MAX = 16 };

/* What is left of the input, and the files made of it. */
struct files {
	const uint8_t *at, *end;
	char path[FILES_MAX][64];
	int fd[FILES_MAX], count;
};

/* The next part of the input as a file that exists in memory only. */
static const char *next_file(void *context, const char *name)
{
	struct files *f = context;
	(void)name;
	const uint8_t *mark = memmem(f->at, (size_t)(f->end - f->at), "\n%\n", 3);
	const uint8_t *stop = mark != NULL ? mark + 1 : f->end;
	int fd = memfd_create("fuzz", 0), number = f->count++;
	if (number == FILES_MAX || fd < 0 ||
	    write(fd, f->at, (size_t)(stop - f->at)) != stop - f->at)
		abort();
	f->at = mark != NULL ? mark + 3 : f->end;
	f->fd[number] = fd;
	snprintf(f->path[number], sizeof f->path[number], "/proc/self/fd/%d", fd);
	return f->path[number];
}

/* The lines of one command, without those that run another program or answer without files. */
static const struct command_list *lines_of_command(void)
{
	static struct command_list all, wanted;
	const char *command = getenv("FUZZ_COMMAND");
	if (wanted.count > 0)
		return &wanted;
	command_list_read(&all, "tests/commands/list.txt");
	for (size_t i = 0; i < all.count; i++)
		if ((command == NULL || strcmp(all.line[i].word[0], command) == 0) &&
		    strchr(all.line[i].text, '@') != NULL &&
		    strstr(all.line[i].text, "--plot") == NULL)
			wanted.line[wanted.count++] = all.line[i];
	if (wanted.count == 0)
		exit(2);
	return &wanted;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	const struct command_list *l = lines_of_command();
	if (size < 1)
		return 0;
	struct files f = { .at = bytes + 1, .end = bytes + size };
	char *argv[WORDS_MAX + 2], *kept[WORDS_MAX + 2];
	struct err e = { 0 };
	int argc = command_words(&l->line[bytes[0] % l->count], argv, next_file, &f);
	memcpy(kept, argv, sizeof argv); /* argp moves them */
	int result = program_run(argc, argv, &e);
	if ((result < 0) != (e.status != STATUS_OK) ||
	    (result < 0 && e.status != STATUS_USAGE && e.text[0] == '\0'))
		abort();
	fflush(stdout);
	command_words_release(kept, argc);
	for (int i = 0; i < f.count; i++)
		close(f.fd[i]);
	return 0;
}
