/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Command lines of tests/commands/list.txt through the whole program. FUZZ_COMMAND names the
 * command, the first byte chooses one of its lines, and what follows is its files and values, each
 * up to a line "%". What is missing is empty.
 *
 * What must hold: it ends, no sanitizer complains, and an error has a status and a message.
 */
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/main/program.h"
#include "tests/commands/command_list.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { PARTS_MAX = 16 };

/* What is left of the input, and the parts that it was divided into. */
struct parts {
	const uint8_t *at, *end;
	char word[PARTS_MAX][256];
	int fd[PARTS_MAX], count;
};

/* The next part as a file that exists in memory only, or its first line as a value. */
static const char *next_part(void *context, const char *mark)
{
	struct parts *p = context;
	const uint8_t *line = memmem(p->at, (size_t)(p->end - p->at), "\n%\n", 3);
	const uint8_t *stop = line != NULL ? line + 1 : p->end;
	int length = (int)(stop - p->at), fd = memfd_create("fuzz", 0), number = p->count++;
	char *word = p->word[number % PARTS_MAX];
	if (number == PARTS_MAX || fd < 0 || write(fd, p->at, (size_t)length) != length)
		abort();
	const char *column = strchr(mark, '#'); /* FILE#COLUMN */
	if (*mark == '@')
		snprintf(word, sizeof *p->word, "/proc/self/fd/%d%s", fd,
			 column != NULL ? column : "");
	else if (snprintf(word, sizeof *p->word, "%.*s", length, (const char *)p->at) > 0)
		word[strcspn(word, "\n")] = '\0';
	p->at = line != NULL ? line + 3 : p->end;
	p->fd[number] = fd;
	return word;
}

/* The lines of one command, without those that run another program or answer without input. */
static const struct command_list *lines_of_command(void)
{
	static struct command_list all, wanted;
	const char *command = getenv("FUZZ_COMMAND");
	if (wanted.count > 0)
		return &wanted;
	command_list_read(&all, "tests/commands/list.txt");
	for (size_t i = 0; i < all.count; i++)
		if ((command == NULL || strcmp(all.line[i].word[0], command) == 0) &&
		    command_has_input(&all.line[i]) && strstr(all.line[i].text, "--plot") == NULL)
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
	struct parts p = { .at = bytes + 1, .end = bytes + size };
	char *argv[WORDS_MAX + 2], *kept[WORDS_MAX + 2];
	struct err e = { 0 };
	int argc = command_words(&l->line[bytes[0] % l->count], argv, next_part, &p);
	memcpy(kept, argv, sizeof argv); /* argp moves them */
	int result = program_start(argc, argv, &e);
	if ((result < 0) != (e.status != STATUS_OK) ||
	    (result < 0 && e.status != STATUS_USAGE && e.text[0] == '\0'))
		abort();
	fflush(stdout);
	command_words_release(kept, argc);
	for (int i = 0; i < p.count; i++)
		close(p.fd[i]);
	return 0;
}
