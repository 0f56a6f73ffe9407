/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sequences of calls of the library. The first byte names the command; each call is a byte that
 * says which, perhaps one that chooses an option of the command's table, and a text up to a line
 * "%".
 *
 * What must hold: it ends, no sanitizer complains, a failure has a status and a message, a failed
 * run has no rows, and the same question has the same answer when it is asked again.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/library/strat_eval.h"
#include "core/options/command.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Not those whose work grows with the numbers that options give. */
static const char *const names[] = { "evaluate", "compare", "agree", "validate", "sample", "stop" };
enum { COMMANDS = sizeof names / sizeof names[0], CALLS_MAX = 24 };

struct input {
	const uint8_t *at, *end;
};

static uint8_t next_byte(struct input *in)
{
	return in->at < in->end ? *in->at++ : 0;
}

/* The next text, which ends with a NUL; to be freed. `length` counts NULs inside, too. */
static char *next_text(struct input *in, size_t *length)
{
	size_t left = (size_t)(in->end - in->at);
	const uint8_t *mark = left > 0 ? memmem(in->at, left, "\n%\n", 3) : NULL;
	*length = mark != NULL ? (size_t)(mark - in->at) + 1 : left;
	char *text = malloc(*length + 1);
	if (text == NULL)
		abort();
	memcpy(text, in->at, *length);
	text[*length] = '\0';
	in->at += mark != NULL ? *length + 2 : *length;
	return text;
}

static void check(const strat_eval *s, int status)
{
	bool known = status == STRAT_EVAL_OK || status == STRAT_EVAL_DATA ||
		     status == STRAT_EVAL_IO || status == STRAT_EVAL_USAGE;
	if (!known || (status != STRAT_EVAL_OK) != (strat_eval_error(s)[0] != '\0'))
		abort();
}

static const char *file_of(strat_eval *s, struct input *in)
{
	size_t length;
	char *text = next_text(in, &length);
	const char *path = strat_eval_bytes(s, "bytes", text, length);
	free(text);
	if (path == NULL)
		abort();
	return path;
}

/*
 * Judgments or a run of records: a word that begins with '=' is the grade or score of the document
 * before it, one that begins with '/' names a topic, any other a document.
 */
static const char *records_of(strat_eval *s, struct input *in)
{
	size_t length;
	char *text = next_text(in, &length), *rest = text;
	strat_eval_records *r = strat_eval_records_new(s, "records");
	if (r == NULL)
		abort();
	const char *document = NULL;
	for (char *word; (word = strsep(&rest, "\n")) != NULL;) {
		if (word[0] == '/')
			check(s, strat_eval_records_topic(r, word + 1, strlen(word + 1)));
		else if (word[0] == '=' && document != NULL)
			check(s, strat_eval_records_add(r, document, strlen(document),
							strtod(word + 1, NULL)));
		else
			document = word;
	}
	free(text);
	return strat_eval_records_path(r);
}

/* A value that keeps the work small: a number below 256, a file of bytes, or a line of text. */
static void set_option(strat_eval *s, const char *name, const struct command_option *o,
		       struct input *in)
{
	char number[8];
	if (o->argument == NULL) {
		check(s, strat_eval_set(s, name, NULL));
	} else if (o->type == OPTION_FILE || o->type == OPTION_FILES) {
		check(s, strat_eval_set(s, name, file_of(s, in)));
	} else if (o->type == OPTION_WHOLE) {
		bool jobs = strcmp(name, "jobs") == 0;
		snprintf(number, sizeof number, "%d", next_byte(in) % (jobs ? 4 : 256));
		check(s, strat_eval_set(s, name, number));
	} else {
		size_t length;
		char *text = next_text(in, &length);
		text[strcspn(text, "\n")] = '\0';
		check(s, strat_eval_set(s, name, strnlen(text, 100) < 100 ? text : ""));
		free(text);
	}
}

static void call_set(strat_eval *s, const struct command_table *t, struct input *in)
{
	unsigned number = next_byte(in);
	struct option_place p = { 0 };
	unsigned options = 0;
	while (option_next(t, &p))
		options++;
	p = (struct option_place){ 0 };
	for (unsigned i = 0; i <= number % options; i++)
		option_next(t, &p);
	char letter[3] = { '-', p.option->letter, '\0' };
	const char *name = p.option->name != NULL ? p.option->name : letter;
	/* these start another program, or run code from a file */
	if (strcmp(name, "plot") != 0 && strcmp(name, "plugin") != 0)
		set_option(s, name, p.option, in);
}

/* What an answer is, in a number. */
static uint64_t answer(strat_eval *s, int status)
{
	uint64_t sum = (uint64_t)status;
	struct strat_eval_row row;
	size_t length;
	const char *text = strat_eval_text(s, &length);
	for (size_t i = 0; i < length; i++)
		sum = sum * 31 + (unsigned char)text[i];
	for (size_t i = 0; strat_eval_warning(s, i) != NULL; i++)
		sum = sum * 31 + strlen(strat_eval_warning(s, i));
	while (strat_eval_next(s, &row)) {
		if (row.measure == NULL || row.topic == NULL || status != STRAT_EVAL_OK)
			abort();
		sum = sum * 31 + strlen(row.measure) + strlen(row.topic);
		sum = sum * 31 + (row.run != NULL ? strlen(row.run) : 0);
		sum = sum * 31 + (uint64_t)(isnan(row.value)	    ? 7
					    : fabs(row.value) < 1e6 ? 1e6 * fabs(row.value)
								    : 8);
	}
	return sum;
}

static void call_run(strat_eval *s)
{
	uint64_t sum[2];
	for (int i = 0; i < 2; i++) {
		int status = strat_eval_run(s);
		check(s, status);
		sum[i] = answer(s, status);
	}
	if (sum[0] != sum[1])
		abort();
}

static void call(strat_eval *s, const struct command_table *t, struct input *in)
{
	struct strat_eval_row row;
	size_t length;
	char *text;
	switch (next_byte(in) % 10) {
	case 0:
	case 1:
	case 2:
		call_set(s, t, in);
		return;
	case 3:
	case 4:
		check(s, strat_eval_input(s, file_of(s, in)));
		return;
	case 5:
		text = next_text(in, &length);
		strat_eval_set(s, text, length % 2 ? text : NULL);
		free(text);
		return;
	case 6:
		check(s, strat_eval_input(s, "/nowhere/at/all"));
		return;
	case 7:
	case 8:
		check(s, strat_eval_input(s, records_of(s, in)));
		return;
	default:
		strat_eval_next(s, &row);
		call_run(s);
	}
}

/* Standard input is empty: "-" as a file would wait for it. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	return freopen("/dev/null", "r", stdin) != NULL ? 0 : 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct input in = { bytes, bytes + size };
	unsigned number = next_byte(&in) % COMMANDS;
	const struct command *c = command_find(number > 0 ? names[number] : "");
	const struct command_table *t = c != NULL ? c->table : NULL;
	strat_eval *s = strat_eval_new(names[number]);
	if (s == NULL || t == NULL)
		abort();
	/* fast, unless the input says otherwise; not all commands have these */
	strat_eval_set(s, "resamples", "100");
	strat_eval_set(s, "jobs", "1");
	for (int calls = 0; calls < CALLS_MAX && in.at < in.end; calls++)
		call(s, t, &in);
	call_run(s);
	strat_eval_free(s);
	return 0;
}
