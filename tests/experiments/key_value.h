/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What experiments share: programs behind figures of the papers and tables of doc/ that nobody asks
 * of data of their own.
 *
 *	build/tests/experiments/NAME [KEY=VALUE...] [FILE...]
 *
 * prints CSV, the first line being a comment with the command; NAME help lists the keys. A flag is
 * KEY=yes. Keys are a table of options (core/options/options.h), and the exit status is that of the
 * program.
 *
 * `make experiments` runs each with what its source has behind "Evidence:", and writes
 * doc/evidence/NAME.csv.
 */
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include "core/commands/simulate/simulate.h"
#include "core/commands/simulate/trials.h"
#include "tests/support/covers.h"

/* Samples, and no shards. */
static inline struct effort experiment_effort(int64_t samples)
{
	static struct shard undivided;
	return (struct effort){
		.samples = samples, .seed = 1, .jobs = parallel_processors(), .shard = &undivided
	};
}

/* What is measured, and the weight of recall in F. */
static const char *const quantities_of_a_run[] = { "recall", "precision", "F", "yield", NULL };
#define OPTION_QUANTITY(text, list) "quantity", 0, "NAME", text, WORD(list)
#define OPTION_BETA                                                                      \
	"beta", 0, "X", "Weight of recall in F (default 1)", REAL(FROM_TO(0, INFINITY)), \
		.usual = "1"

/* The setter of a key with NAMES(list): a bool for each of the words, that it was named. */
static inline int set_names(const struct command_option *o, void *request, const char *text,
			    struct err *e)
{
	bool *chosen = (void *)((char *)request + o->at);
	struct slice item;
	for (int i = 0; o->words[i] != NULL; i++)
		chosen[i] = false;
	while (next_item(&text, &item)) {
		int i = 0;
		while (o->words[i] != NULL && !slice_equal(item, slice_of(o->words[i])))
			i++;
		if (o->words[i] == NULL)
			return err_usage(e, "--%s: '%s' is not one of %s, %s ... (--help)", o->name,
					 shown(item).text, o->words[0], o->words[1]);
		chosen[i] = true;
	}
	return 0;
}
#define NAMES(list) .type = OPTION_OTHER, .set = set_names, .words = (list)

/* Whether an interval misses the true value without a warning (tests/adversary.sh). */
static inline double silent_miss(struct interval x, double truth, bool warned)
{
	return interval_is_offered(x) ? !warned && !interval_covers(x, truth) : NAN;
}

/* Ends an experiment: prints the lines, and draws, if there is a picture and `plot` names a file.
 */
static inline int print_csv(struct records *lines, struct picture *picture, const char *plot,
			    int result, const struct output *out, struct err *e)
{
	struct buffer b = { 0 };
	struct picture none = { 0 };
	struct report r;
	report_init(&r, FORMAT_CSV, &(struct report_origin){ 0 });
	report_records(&r, 0, "", lines);
	result = report_write(&r, result, &b, e);
	return picture_finish(picture != NULL ? picture : &none, plot, &b, result, out, e);
}

/*
 * The program.
 */

struct experiment_call {
	const struct command_table *table;
	char **argument;
	bool begun;
};

static inline int experiment_write(void *context, const char *text, size_t length, struct err *e)
{
	struct experiment_call *c = context;
	if (!c->begun) {
		printf("# %s", c->table->name);
		for (char **a = c->argument; *a != NULL; a++)
			printf(" %s", *a);
		printf("\n");
	}
	c->begun = true;
	return fwrite(text, 1, length, stdout) == length && fflush(stdout) == 0
		       ? 0
		       : err_io(e, "writing failed");
}

static inline void experiment_warn(void *context, const char *line)
{
	const struct experiment_call *c = context;
	fprintf(stderr, "%s: warning: %s\n", c->table->name, line);
}

static inline int experiment_key(const struct command_table *t, void *request, const char *key,
				 const char *value, struct err *e)
{
	struct option_place p;
	if (option_find(t, key, &p, e) < 0)
		return -1;
	if (p.option->type != OPTION_FLAG)
		return option_store(&p, request, value, e);
	return strcmp(value, "yes") == 0  ? option_store(&p, request, NULL, e)
	       : strcmp(value, "no") == 0 ? 0
					  : err_usage(e, "%s=%s: not yes or no", key, value);
}

/* KEY=VALUE, or a file. */
static inline int experiment_take(const struct command_table *t, void *request, char *argument,
				  struct err *e)
{
	char key[64];
	size_t length = strcspn(argument, "=");
	if (argument[length] != '=' || length >= sizeof key)
		return t->word != NULL ? option_word(t, request, argument, e)
				       : err_usage(e, "%s: not KEY=VALUE (help)", argument);
	snprintf(key, sizeof key, "%.*s", (int)length, argument);
	return experiment_key(t, request, key, argument + length + 1, e);
}

static inline int experiment_help(const struct command_table *t)
{
	printf("Usage: %s [KEY=VALUE...]%s%s\n%s\n\n", t->name, t->word != NULL ? " " : "",
	       t->word != NULL ? t->arguments : "", t->doc);
	for (struct option_place p = { 0 }; option_next(t, &p);)
		if (p.option->name != NULL)
			printf("  %s=%s\n      %s\n", p.option->name,
			       p.option->argument != NULL ? p.option->argument : "yes",
			       p.option->help);
	return 0;
}

static inline int
experiment_main(const struct command_table *t,
		int (*run)(void *request, const struct output *out, struct err *e), char **argv)
{
	struct err e = { 0 };
	struct experiment_call call = { .table = t, .argument = argv + 1 };
	const struct output out = { .context = &call,
				    .write = experiment_write,
				    .warn = experiment_warn };
	if (argv[1] != NULL && strcmp(argv[1], "help") == 0)
		return experiment_help(t);
	void *request = calloc(1, t->size);
	int result = request != NULL ? 0 : err_memory(&e);
	if (result == 0)
		options_init(t, request);
	for (char **a = argv + 1; *a != NULL && result == 0; a++)
		result = experiment_take(t, request, *a, &e);
	if (result == 0 && t->check != NULL)
		result = t->check(request, &e);
	if (result == 0)
		run(request, &out, &e);
	if (request != NULL)
		options_release(t, request);
	free(request);
	if (e.text[0] != '\0')
		fprintf(stderr, "%s: %s\n", t->name, e.text);
	return e.status;
}
