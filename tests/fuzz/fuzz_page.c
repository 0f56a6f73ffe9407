/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the page in a browser asks: a command line from its forms, and files with the names that
 * people gave them, in one folder. It is linked with the files for WebAssembly (x_wasi.c), which
 * have their own parser of words and read files instead of mapping them, but compiled for this
 * system, for the sanitizers.
 *
 * The input is a word a line, up to a line "%", and then files up to the next "%": the name is a
 * line, and what follows is the content.
 *
 * What must hold: it ends, no sanitizer complains, an error has a status and a message, and no file
 * is left half written.
 */
#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/main/program.h"
#include "tests/support/scratch.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { WORDS_MAX = 24, FILES_MAX = 8, DIGITS_MAX = 3 };

/* The end of the name of a file that is being written (system_wasi.c); no other file has it here.
 */
#define BESIDE ".new"

static char folder[SCRATCH_ROOM];

static void remove_folder(void)
{
	rmdir(folder);
}

/* Standard input is empty, and the folder is the only one. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	atexit(remove_folder);
	return mkdtemp(scratch_path(folder, "fuzz_page")) == NULL || chdir(folder) != 0 ||
	       freopen("/dev/null", "r", stdin) == NULL;
}

struct input {
	const char *at, *end;
};

/* The next line, as a text to be freed; false: there is none, or it is the mark "%". */
static bool next_line(struct input *in, char **line)
{
	if (in->at >= in->end)
		return false;
	const char *stop = memchr(in->at, '\n', (size_t)(in->end - in->at));
	size_t length = (size_t)((stop != NULL ? stop : in->end) - in->at);
	const char *from = in->at;
	in->at += length + (stop != NULL);
	if (length == 1 && *from == '%')
		return false;
	*line = strndup(from, length);
	return *line != NULL;
}

/* No other folder. */
static char *name_only(char *text)
{
	for (char *c = text; *c != '\0'; c++)
		*c = *c == '/' ? '_' : *c;
	return text;
}

/* Work grows with numbers, except that of validate, whose forms are numbers. */
static void cut_numbers(char *word)
{
	char *to = word;
	int digits = 0;
	for (const char *c = word; *c != '\0'; c++) {
		digits = isdigit((unsigned char)*c) ? digits + 1 : 0;
		if (digits <= DIGITS_MAX)
			*to++ = *c;
	}
	*to = '\0';
}

static int read_words(struct input *in, char **word)
{
	int count = 0;
	word[count++] = strdup("strat_eval");
	for (char *line; count < WORDS_MAX && next_line(in, &line);) {
		char *beside = strstr(line, BESIDE);
		if (beside != NULL)
			*beside = '\0';
		word[count++] = name_only(line);
		if (strcmp(word[1], "validate") != 0)
			cut_numbers(line);
	}
	word[count] = NULL;
	return count;
}

static void write_files(struct input *in)
{
	char *name;
	for (int i = 0; i < FILES_MAX && next_line(in, &name); i++) {
		const char *mark = memmem(in->at, (size_t)(in->end - in->at), "\n%\n", 3);
		const char *stop = mark != NULL ? mark + 1 : in->end;
		FILE *f = strstr(name, BESIDE) == NULL ? fopen(name_only(name), "w") : NULL;
		if (f != NULL) {
			fwrite(in->at, 1, (size_t)(stop - in->at), f);
			fclose(f);
		}
		in->at = mark != NULL ? mark + 3 : in->end;
		free(name);
	}
}

/* Empties the folder, in which no file may be left that was being written. */
static void remove_files(void)
{
	DIR *all = opendir(".");
	if (all == NULL)
		abort();
	for (struct dirent *one; (one = readdir(all)) != NULL;) {
		if (strcmp(one->d_name, ".") == 0 || strcmp(one->d_name, "..") == 0)
			continue;
		if (strstr(one->d_name, BESIDE) != NULL)
			abort();
		unlink(one->d_name);
	}
	closedir(all);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct input in = { (const char *)bytes, (const char *)bytes + size };
	char *word[WORDS_MAX + 1], *kept[WORDS_MAX + 1];
	struct err e = { 0 };
	int count = read_words(&in, word);
	memcpy(kept, word, sizeof word); /* they are moved */
	write_files(&in);
	int result = program_start(count, word, &e);
	if ((result < 0) != (e.status != STATUS_OK) ||
	    (result < 0 && e.status != STATUS_USAGE && e.text[0] == '\0'))
		abort();
	fflush(stdout);
	remove_files();
	for (int i = 0; i < count; i++)
		free(kept[i]);
	return 0;
}
