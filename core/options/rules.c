/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>

#include "core/options/rules.h"

struct call {
	const struct command_table *table;
	const struct setting *setting;
	size_t settings;
};

/* One of several conditions, apart from the others. */
struct condition {
	char name[64];
	const char *value; /* or NULL */
	bool without;
	bool words; /* it is about these */
	struct option_place place;
};

/* Takes the next of `*list`; false: there is none. */
static bool next_condition(const struct call *c, const char **list, struct condition *x)
{
	struct err ignored = { 0 };
	size_t length = *list == NULL ? 0 : strcspn(*list, "|");
	if (length == 0)
		return false;
	*x = (struct condition){ .without = (*list)[0] == '!' };
	snprintf(x->name, sizeof x->name, "%.*s", (int)(length - x->without), *list + x->without);
	*list += length + ((*list)[length] == '|');
	char *value = strchr(x->name, '=');
	if (value != NULL) {
		*value = '\0';
		x->value = value + 1;
	}
	x->words = strcmp(x->name, "WORDS") == 0;
	bool known = x->words || option_find(c->table, x->name, &x->place, &ignored) == 0;
	assert(known);
	return known;
}

/* Whether there are as many words as the condition says, or more. */
static bool words_given(const struct call *c, const struct condition *x)
{
	long count = 0;
	for (size_t i = 0; i < c->settings; i++)
		count += c->setting[i].option == NULL;
	return count >= (x->value != NULL ? strtol(x->value, NULL, 10) : 1);
}

/* Whether a value is this word, or a list that has it. */
static bool has_item(const char *list, const char *word)
{
	struct slice item;
	while (list != NULL && next_item(&list, &item))
		if (slice_equal(item, slice_of(word)))
			return true;
	return false;
}

static bool holds(const struct call *c, const struct condition *x)
{
	if (x->words)
		return words_given(c, x) != x->without;
	const struct command_option *o = x->place.option;
	const struct setting *given = setting_find(c->setting, c->settings, o->name);
	int ignored;
	const char *usual = o->usual != NULL ? o->usual : option_choice(o, 0, &ignored);
	const char *value = given != NULL ? given->value : usual;
	bool is = x->value == NULL ? given != NULL : has_item(value, x->value);
	return is != x->without;
}

/* Whether one of the conditions holds, and which. */
static bool any_holds(const struct call *c, const char *list, struct condition *x)
{
	while (next_condition(c, &list, x))
		if (holds(c, x))
			return true;
	return false;
}

/* As it is typed: --design=pool, -T set, -M. */
static void print_condition(struct buffer *b, const char *before, const struct condition *x)
{
	const struct command_option *o = x->place.option;
	if (o == NULL)
		buffer_print(b, "%sfiles named beside it", before);
	else if (o->letter != '\0')
		buffer_print(b, "%s-%c", before, o->letter);
	else
		buffer_print(b, "%s--%s", before, o->name);
	if (x->value != NULL)
		buffer_print(b, "%s%s", o != NULL && o->letter != '\0' ? " " : "=", x->value);
}

static int complain(const struct call *c, const struct option_rule *r, const struct condition *when,
		    const struct condition *other, struct err *e)
{
	struct buffer b = { 0 };
	struct condition x;
	bool always = r->when[0] == '\0';
	const char *list = r->needs, *before = always	       ? ""
					       : other != NULL ? " cannot be combined with "
							       : " needs ";
	if (r->says != NULL)
		return err_usage(e, "%s", r->says);
	if (!always)
		print_condition(&b, "", when);
	if (other != NULL)
		print_condition(&b, before, other);
	while (other == NULL && next_condition(c, &list, &x)) {
		print_condition(&b, before, &x);
		before = strchr(list, '|') != NULL ? ", " : " or ";
	}
	const char *why = r->why != NULL ? r->why : "";
	buffer_print(&b, "%s%s%s", always ? " is missing" : "", why[0] != '\0' ? ": " : "", why);
	int result = b.failed ? err_memory(e) : err_usage(e, "%s", b.text);
	buffer_release(&b);
	return result;
}

/* How often a value names standard input: a file, a list of these, or @FILE. */
static int count_stdin_of(const char *value)
{
	struct slice item;
	int count = 0;
	for (value += value[0] == '@'; next_item(&value, &item);) {
		char name[32];
		snprintf(name, sizeof name, "%.*s", (int)item.length, item.at);
		count += is_stdin(name);
	}
	return count;
}

/* It can be read only once. */
static int check_stdin(const struct call *c, struct err *e)
{
	struct option_place p;
	int count = 0;
	for (size_t i = 0; i < c->settings; i++) {
		const struct setting *x = &c->setting[i];
		bool word = x->option == NULL;
		if (x->value == NULL || (!word && option_find(c->table, x->option, &p, e) < 0))
			continue;
		if (word || option_is_input(p.option) || p.option->type == OPTION_OTHER ||
		    x->value[0] == '@')
			count += count_stdin_of(x->value);
	}
	return count < 2
		       ? 0
		       : err_usage(
				 e,
				 "standard input, - or /dev/stdin, can be read only once, but is named twice");
}

int option_rules_check(const struct command_table *t, const struct setting *s, size_t settings,
		       struct err *e)
{
	const struct call c = { t, s, settings };
	for (const struct option_rule *r = t->rule; r != NULL && r->when != NULL; r++) {
		struct condition when, other;
		if ((r->when[0] != '\0' && !any_holds(&c, r->when, &when)) ||
		    (r->with != NULL && !any_holds(&c, r->with, &other)))
			continue;
		if (r->needs != NULL && !any_holds(&c, r->needs, &other))
			return complain(&c, r, &when, NULL, e);
		if (any_holds(&c, r->excludes, &other))
			return complain(&c, r, &when, &other, e);
	}
	return check_stdin(&c, e);
}

int options_fill(const struct command_table *t, void *request, const struct setting *setting,
		 size_t settings, struct err *e)
{
	int result = 0;
	options_init(t, request);
	for (size_t i = 0; i < settings && result == 0; i++)
		result = setting_store(t, request, &setting[i], e);
	return result == 0 && t->check != NULL ? t->check(request, e) : result;
}
