/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval help WORDS: what in the tables of the program, and which headings of its documents,
 * has the words.
 *
 * An entry scores for each word that it has: 2 if its title has it, 1 if its other text has it,
 * half of that for another form of the word (sample, sampling), times log(1 + N/n) where n of N
 * entries have the word. So a rare word counts for more.
 */
#include <ctype.h>
#include <math.h>

#include "core/base/array.h"
#include "core/base/sort.h"
#include "core/engine/request/registry.h"
#include "core/help/help.h"
#include "core/output/text.h"
#include "core/stats/interval/interval.h"
#include "core/stats/ranking/ranking_method.h"
#include "core/stats/stopping/stopping.h"
#include "core/stats/topics/mean_interval.h"
#include "core/stats/topics/paired_test.h"
#include "readers/judgment_format.h"
#include "readers/run_format.h"

/* Page, heading and other words, in turn, ended by NULL; by the Makefile from doc/. */
extern const char *const headings[];

enum kind { KIND_COMMAND, KIND_OPTION, KIND_MEASURE, KIND_UNIT, KIND_HEADING, KINDS };

static const struct {
	const char *title;
	size_t most; /* that are printed */
} listing[KINDS] = {
	[KIND_COMMAND] = { "Commands (help COMMAND prints all of one)", 4 },
	[KIND_OPTION] = { "Options", 6 },
	[KIND_MEASURE] = { "Measures (help MEASURE explains one)", 6 },
	[KIND_UNIT] = { "Formats, methods, tests and rules", 5 },
	[KIND_HEADING] = { "Documents", 6 },
};

struct entry {
	enum kind kind;
	const char *before, *name; /* "-R ", "csv" */
	const char *title;	   /* its summary or heading */
	const char *more;	   /* not printed; or NULL */
	double score;
};

struct entries {
	struct entry *list;
	size_t count, room;
	bool failed;
};

static void add(struct entries *x, struct entry entry)
{
	if (ARRAY_ROOM(x->list, x->count, x->room))
		x->list[x->count++] = entry;
	else
		x->failed = true;
}

/* ---- what there is ---- */

/* An option of several commands is one entry if its text is the same. */
static void add_option(struct entries *x, const struct command_table *t,
		       const struct command_option *o)
{
	if (o->hidden || o->same_as != NULL || o->name == NULL || o->help == NULL)
		return;
	for (size_t i = 0; i < x->count; i++)
		if (x->list[i].kind == KIND_OPTION && strcmp(x->list[i].name, o->name) == 0 &&
		    strcmp(x->list[i].title, o->help) == 0)
			return;
	add(x, (struct entry){ KIND_OPTION, t->name, o->name, o->help, o->more, 0 });
}

static void add_command(struct entries *x, const struct command_table *t)
{
	if (t->name[0] != '\0')
		add(x, (struct entry){ KIND_COMMAND, "", t->name, t->summary, t->doc, 0 });
	for (struct option_place p = { 0 }; t->option != NULL && option_next(t, &p);)
		add_option(x, t, p.option);
}

#define ADD_UNITS(x, prefix, units)                                                      \
	for (size_t i = 0; (units)[i] != NULL; i++)                                      \
	add(x, (struct entry){ KIND_UNIT, prefix, (units)[i]->name, (units)[i]->summary, \
			       (units)[i]->manual, 0 })

static void add_everything(struct entries *x, const struct registry *r)
{
	if (command_find("") != NULL) /* evaluation first: who shares its options is not named */
		add_command(x, command_find("")->table);
	for (size_t i = 0; commands[i] != NULL; i++)
		if (commands[i]->table->name[0] != '\0')
			add_command(x, commands[i]->table);
	for (size_t i = 0; i < r->count; i++)
		add(x, (struct entry){ KIND_MEASURE, "", r->measure[i]->name,
				       r->measure[i]->summary, r->measure[i]->alias, 0 });
	ADD_UNITS(x, "-R ", judgment_formats);
	ADD_UNITS(x, "-T ", run_formats);
	ADD_UNITS(x, "--ci=", mean_interval_methods);
	ADD_UNITS(x, "--ci=", interval_methods);
	ADD_UNITS(x, "--ci=", ranking_methods);
	ADD_UNITS(x, "compare --test=", paired_tests);
	ADD_UNITS(x, "stop --rule=", stopping_rules);
	for (const char *const *h = headings; *h != NULL; h += 3)
		add(x, (struct entry){ KIND_HEADING, "", h[0], h[1], h[2], 0 });
}

/* ---- words ---- */

/* The next run of letters and digits; false: there is none. */
static bool next_token(const char **text, struct slice *word)
{
	const char *p = *text;
	while (*p != '\0' && !isalnum((unsigned char)*p))
		p++;
	word->at = p;
	while (isalnum((unsigned char)*p))
		p++;
	word->length = (size_t)(p - word->at);
	*text = p;
	return word->length > 0;
}

/* 1 if words are the same, .5 if one is another form of the other or begins with it, else 0. */
static double likeness(struct slice asked, struct slice word)
{
	size_t shorter = asked.length < word.length ? asked.length : word.length, same = 0;
	while (same < shorter &&
	       tolower((unsigned char)asked.at[same]) == tolower((unsigned char)word.at[same]))
		same++;
	if (same == asked.length && same == word.length)
		return 1;
	bool begins = same == asked.length && same >= 3;
	size_t rest = (asked.length > word.length ? asked.length : word.length) - same;
	bool form = same >= 3 && same + (shorter > 4) >= shorter && rest <= 3;
	return begins || form ? .5 : 0;
}

static double found_in(const char *text, struct slice asked)
{
	double best = 0;
	struct slice word;
	while (text != NULL && best < 1 && next_token(&text, &word))
		best = fmax(best, likeness(asked, word));
	return best;
}

/* How well an entry has a word. That of a page is in `more`. */
static double found(const struct entry *x, struct slice asked)
{
	double name = x->kind != KIND_HEADING ? 3 * found_in(x->name, asked) : 0;
	return fmax(name, fmax(2 * found_in(x->title, asked), found_in(x->more, asked)));
}

/* Articles and the like, and numbers. */
static bool says_nothing(struct slice word)
{
	static const char *const words[] = { "a",   "an",  "and", "are", "do",	 "does", "for",
					     "how", "i",   "in",  "is",	 "it",	 "my",	 "of",
					     "on",  "the", "to",  "was", "what", "with", NULL };
	for (size_t i = 0; words[i] != NULL; i++)
		if (strlen(words[i]) == word.length &&
		    strncasecmp(words[i], word.at, word.length) == 0)
			return true;
	size_t digits = 0;
	while (digits < word.length && isdigit((unsigned char)word.at[digits]))
		digits++;
	return digits == word.length;
}

static void score_word(struct entries *x, struct slice asked)
{
	size_t having = 0;
	for (size_t i = 0; i < x->count; i++)
		having += found(&x->list[i], asked) > 0;
	for (size_t i = 0; i < x->count && having > 0; i++)
		x->list[i].score +=
			found(&x->list[i], asked) * log(1 + (double)x->count / (double)having);
}

/* ---- the answer ---- */

static int best_first(const void *a, const void *b, void *context)
{
	const struct entry *x = a, *y = b;
	(void)context;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->score < y->score || x->score > y->score)
		return x->score > y->score ? -1 : 1;
	size_t lengths[2] = { strlen(x->title), strlen(y->title) };
	return (lengths[0] > lengths[1]) - (lengths[0] < lengths[1]);
}

static void print_entry(struct buffer *b, const struct entry *x)
{
	struct buffer line = { 0 };
	bool option = x->kind == KIND_OPTION;
	buffer_print(&line, "%s%s%s%s: %s", x->before, option && x->before[0] != '\0' ? " " : "",
		     option ? "--" : "", x->name, x->title);
	struct buffer wrapped = { 0 };
	if (!line.failed)
		text_wrapped(&wrapped, line.text, 4, 80);
	if (line.failed || wrapped.failed)
		b->failed = true;
	else
		buffer_print(b, "%s", wrapped.text + 2);
	buffer_release(&wrapped);
	buffer_release(&line);
}

/* Of each kind those that score at least 6/10 of its best, if that is at least half of the best of
 * all. */
static void print_found(struct buffer *b, const struct entries *x, double best_of_all)
{
	for (size_t i = 0; i < x->count;) {
		enum kind kind = x->list[i].kind;
		double best = x->list[i].score;
		bool any = best > 0 && (best >= .5 * best_of_all || kind == KIND_HEADING);
		if (any)
			buffer_print(b, "%s%s:\n", b->length > 0 ? "\n" : "", listing[kind].title);
		for (size_t k = 0; i < x->count && x->list[i].kind == kind; i++, k++)
			if (any && k < listing[kind].most && x->list[i].score >= .6 * best)
				print_entry(b, &x->list[i]);
	}
}

int help_search(struct buffer *b, const struct registry *r, char *const *words, struct err *e)
{
	struct entries x = { 0 };
	double best = 0;
	add_everything(&x, r);
	for (; *words != NULL; words++) {
		struct slice word;
		for (const char *text = *words; next_token(&text, &word);)
			if (!says_nothing(word))
				score_word(&x, word);
	}
	for (size_t i = 0; i < x.count; i++)
		best = fmax(best, x.list[i].score);
	stable_sort(x.list, x.count, sizeof *x.list, best_first, NULL);
	if (best > 0)
		print_found(b, &x, best);
	bool failed = x.failed;
	free(x.list);
	return failed ? err_memory(e) : best > 0;
}
