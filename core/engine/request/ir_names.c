/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names as ir_measures writes them: NAME, NAME@CUTOFF, NAME(rel=2,p=0.8)@CUTOFF. A measure says in
 * its `alias` which of them it answers to. What is meant is what ir_measures means. Names of ranx
 * are such names too. Upper and lower case matter only if two aliases differ in nothing else.
 */
#include <strings.h>

#include "core/base/number.h"
#include "core/engine/request/request_asks.h"
#include "core/options/lists.h"
#include "readers/fields.h"

/* A name in parts. `settings` has room for all that is put there. */
struct parts {
	const char *text;     /* as typed */
	char *name;	      /* up to '(' or '@' */
	const char *cutoff;   /* behind '@', or of cutoff=; or NULL */
	const char *selector; /* a setting that another measure answers to, or NULL */
	char *settings;	      /* the other ones, as a list of pairs with commas */
	bool any_case;	      /* upper and lower case are the same: ndcg@10 */
};

static bool is(struct slice a, const char *text)
{
	return slice_equal(a, slice_of(text));
}

/* The place of the first `stop` outside brackets and quotes, or of the end. */
static size_t up_to(const char *text, char stop)
{
	size_t i = 0;
	int open = 0;
	bool quoted = false;
	for (; text[i] != '\0'; i++) {
		quoted = quoted != (text[i] == '\'');
		open += quoted ? 0
			       : (strchr("([{", text[i]) != NULL) -
					 (strchr(")]}", text[i]) != NULL);
		if (text[i] == stop && open <= 0 && !quoted)
			break;
	}
	return i;
}

/* Adds NAME=VALUE to the list of pairs. */
static void add_pair(struct parts *p, struct slice name, struct slice value)
{
	if (is(value, "True") || is(value, "False"))
		value = slice_of(is(value, "True") ? "1" : "0");
	char *to = p->settings + strlen(p->settings);
	if (to > p->settings)
		*to++ = ',';
	memcpy(to, name.at, name.length);
	to[name.length] = '=';
	memcpy(to + name.length + 1, value.at, value.length);
	to[name.length + 1 + value.length] = '\0';
}

/* {1:3,2:9}: gains of grades. */
static bool add_gains(struct parts *p, struct slice value)
{
	if (value.length < 2 || value.at[0] != '{' || value.at[value.length - 1] != '}')
		return false;
	for (struct slice rest = { value.at + 1, value.length - 2 }; rest.length > 0;) {
		struct slice item = slice_before(&rest, ","), gain = item;
		struct slice grade = slice_before(&gain, ":");
		if (grade.length == item.length)
			return false;
		add_pair(p, grade, gain);
	}
	return true;
}

static int add_setting(struct parts *p, char *item, struct ask *out, struct err *e)
{
	size_t length = up_to(item, '=');
	if (item[length] == '\0')
		return err_usage(e, "-m %.200s: '%.100s' is not a setting of this measure", p->text,
				 item);
	struct slice name = { item, length }, value = slice_of(item + length + 1);
	int64_t level;
	if (is(name, "rel")) {
		if (!parse_integer(value, &level) || level < -GRADE_MAX || level > GRADE_MAX)
			return err_usage(e, "-m %.200s: rel is not a whole number", p->text);
		out->has_level = true;
		out->level = (int32_t)level;
	} else if (is(name, "judged_only")) {
		if (!is(value, "True") && !is(value, "False"))
			return err_usage(e, "-m %.200s: judged_only is True or False", p->text);
		out->judged_only = is(value, "True");
	} else if (is(name, "cutoff")) {
		p->cutoff = value.at;
	} else if (is(name, "gains")) {
		if (!add_gains(p, value))
			return err_usage(e, "-m %.200s: gains are written as {1:1,2:3}", p->text);
	} else if (is(name, "dcg") || is(name, "relative")) {
		if (!is(value, "'log2'") && !is(value, "False"))
			p->selector = item;
	} else {
		add_pair(p, name, value);
	}
	return 0;
}

/* Takes NAME=VALUE out of the list of pairs, and returns the value or NULL. */
static const char *take_setting(char *list, struct slice name, struct arena *memory)
{
	for (char *p = list; *p != '\0';) {
		size_t length = strcspn(p, ",");
		bool more = p[length] == ',';
		if (length > name.length && p[name.length] == '=' &&
		    memcmp(p, name.at, name.length) == 0) {
			struct slice value = { p + name.length + 1, length - name.length - 1 };
			const char *taken = arena_copy(memory, value);
			memmove(p, p + length + more, strlen(p + length + more) + 1);
			if (!more && p > list)
				p[-1] = '\0';
			return taken;
		}
		p += length + more;
	}
	return NULL;
}

/*
 * Aliases: NAME[(SELECTOR)][@[SETTING]][=PARAMETERS].
 */

struct alias {
	struct slice name, selector, at, implied;
	bool cut;
};

static struct alias alias_read(struct slice word)
{
	struct alias a = { .name = { word.at, 0 } };
	while (a.name.length < word.length && strchr("(@=", word.at[a.name.length]) == NULL)
		a.name.length++;
	const char *p = word.at + a.name.length, *end = word.at + word.length;
	if (p < end && *p == '(') {
		const char *close = memchr(p, ')', (size_t)(end - p));
		a.selector = (struct slice){ p + 1, (size_t)(close - p - 1) };
		p = close + 1;
	}
	a.cut = p < end && *p == '@';
	p += a.cut;
	a.at = (struct slice){ p, 0 };
	while (p < end && *p != '=')
		p++;
	a.at.length = (size_t)(p - a.at.at);
	if (p < end)
		a.implied = (struct slice){ p + 1, (size_t)(end - p - 1) };
	return a;
}

static bool is_named(const struct alias *a, const struct parts *p)
{
	return p->any_case ? a->name.length == strlen(p->name) &&
				     strncasecmp(a->name.at, p->name, a->name.length) == 0
			   : is(a->name, p->name);
}

/* Whether a name is meant by an alias; `level`: only by those that are for a level. */
static bool is_meant(const struct alias *a, const struct parts *p, const char *cutoff, bool level)
{
	const char *selector = level ? "rel" : p->selector != NULL ? p->selector : "";
	return is_named(a, p) && is(a->selector, selector) && a->cut == (cutoff != NULL);
}

/* Whether a list of pairs has the one that an alias implies, with another value perhaps. */
static bool is_given(const char *list, struct slice implied)
{
	const char *equal = memchr(implied.at, '=', implied.length);
	size_t name = equal != NULL ? (size_t)(equal - implied.at) + 1 : 0;
	struct slice item;
	while (name > 0 && next_item(&list, &item))
		if (strncmp(item.at, implied.at, name) == 0)
			return true;
	return false;
}

/* The parameters: what the alias implies, the cutoff, the settings. */
static const char *parameters_of(const struct alias *a, const struct parts *p, const char *cutoff,
				 struct arena *memory)
{
	struct slice implied = a->implied;
	if (implied.length > 0 && is_given(p->settings, implied))
		implied.length = 0;
	char *list = arena_print(memory, "%.*s,%s,%s", (int)implied.length,
				 implied.length > 0 ? implied.at : "", cutoff != NULL ? cutoff : "",
				 p->settings);
	if (list == NULL)
		return NULL;
	char *to = list; /* no empty items; cutoffs may stand in square brackets */
	for (const char *c = list; *c != '\0'; c++) {
		bool empty = *c == ',' && (to == list || to[-1] == ',');
		if (!empty && *c != '[' && *c != ']')
			*to++ = *c;
	}
	while (to > list && to[-1] == ',')
		to--;
	*to = '\0';
	return list;
}

/* Cutoffs of ranks are whole numbers, and levels of recall are shares. */
static int check_cutoff(const struct parts *p, const struct alias *a, const struct measure *m,
			const char *cutoff, struct err *e)
{
	bool whole = m->kind == PARAMETERS_CUTOFFS, share = is(a->at, "recall");
	if (cutoff[strspn(cutoff, "[],")] == '\0')
		return err_usage(e, "-m %.200s: a number is missing", p->text);
	if (whole && cutoff[strspn(cutoff, "[]0123456789,")] != '\0')
		return err_usage(e, "-m %.200s: a cutoff is a whole number, as in %.100s@10",
				 p->text, p->name);
	for (const char *item = cutoff; share && item != NULL; item = strchr(item + 1, ','))
		if (strtod(item + strspn(item, "[,"), NULL) > 1)
			return err_usage(e,
					 "-m %.200s: recall lies between 0 and 1, as in %.100s@0.1",
					 p->text, p->name);
	return 0;
}

/* One pass over all aliases. `near` gets one with the same name. */
static int search(const struct registry *r, struct parts *p, bool level, struct arena *memory,
		  struct ask *out, struct alias *near, struct err *e)
{
	for (size_t i = 0; i < r->count; i++) {
		const char *rest = r->measure[i]->alias;
		struct slice word;
		while (next_word(&rest, &word)) {
			struct alias a = alias_read(word);
			if (!is_named(&a, p))
				continue;
			*near = a;
			const char *cutoff = p->cutoff;
			if (cutoff == NULL && a.at.length > 0)
				cutoff = take_setting(p->settings, a.at, memory);
			if (!is_meant(&a, p, cutoff, level)) {
				p->cutoff = cutoff; /* it has been taken out */
				continue;
			}
			if (cutoff != NULL && check_cutoff(p, &a, r->measure[i], cutoff, e) < 0)
				return -1;
			out->measure = r->measure[i];
			out->parameters = parameters_of(&a, p, cutoff, memory);
			return out->parameters == NULL ? err_memory(e) : 0;
		}
	}
	return 0;
}

/* Whether all settings are those of the measure that was found. */
static int check_settings(const struct parts *p, const struct measure *m, struct err *e)
{
	const char *rest = p->settings[0] != '\0' ? p->settings : NULL;
	struct slice item;
	while (next_item(&rest, &item)) {
		struct slice name = { item.at, strcspn(item.at, "=") };
		int64_t grade;
		bool gain =
			(m->gains || m->kind == PARAMETERS_GAINS) && parse_integer(name, &grade);
		if (!gain && measure_setting(m, name) == SIZE_MAX)
			return err_usage(e, "-m %.200s: '%.*s' is not a setting of this measure",
					 p->text, (int)item.length, item.at);
	}
	return 0;
}

/* dcg=exp-log2, whose quotes a shell has taken: says how to type them. */
static int refuse_selector(const struct parts *p, struct err *e)
{
	size_t name = strcspn(p->selector, "=");
	const char *value = p->selector + name + 1, *cutoff = p->cutoff;
	if (strcmp(value, "exp-log2") != 0 && strcmp(value, "log2") != 0)
		return err_usage(e, "-m %.200s: '%.100s' is not a setting of this measure", p->text,
				 p->selector);
	return err_usage(e,
			 "-m %.200s: %s needs quotes of its own: -m \"%.100s(%.*s='%s')%s%.50s\"",
			 p->text, value, p->name, (int)name, p->selector, value,
			 cutoff != NULL ? "@" : "", cutoff != NULL ? cutoff : "");
}

/* A measure has the name, but not with such a level, cutoff or setting. */
static int refuse_form(const struct parts *p, const struct alias *near, struct err *e)
{
	if (p->selector != NULL)
		return refuse_selector(p, e);
	if (is(near->selector, "rel") && near->cut == (p->cutoff != NULL))
		return err_usage(e,
				 "-m %.200s: the least relevant grade is needed: "
				 "-m '%.100s(%.100s%srel=1)%s%.50s'",
				 p->text, p->name, p->settings, p->settings[0] != '\0' ? "," : "",
				 p->cutoff != NULL ? "@" : "", p->cutoff != NULL ? p->cutoff : "");
	if (near->cut)
		return err_usage(e, "-m %.200s: a cutoff is needed, as in %.*s@%s", p->text,
				 (int)near->name.length, near->name.at,
				 is(near->at, "recall") ? "0.1" : "10");
	return err_usage(e, "-m %.200s: this measure takes no cutoff", p->text);
}

/* Without blanks, and with one kind of quotes. */
static char *tidied(const char *text, struct arena *memory)
{
	char *copy = arena_copy(memory, slice_of(text)), *to = copy;
	for (const char *c = copy; c != NULL && *c != '\0'; c++)
		if (*c != ' ' && *c != '\t')
			*to++ = *c == '"' ? '\'' : *c; /* dcg="exp-log2" */
	if (to != NULL)
		*to = '\0';
	return copy;
}

int ask_ir_name(const struct registry *r, const char *text, struct arena *memory, struct ask *out,
		struct err *e)
{
	*out = (struct ask){ .text = text };
	struct parts p = { .text = text, .name = tidied(text, memory) };
	p.settings = arena_alloc(memory, strlen(text) * 2 + 2);
	char *before = p.name != NULL ? arena_copy(memory, slice_of(p.name)) : NULL;
	if (p.settings == NULL || before == NULL)
		return err_memory(e);
	p.settings[0] = '\0';
	size_t at = up_to(p.name, '@');
	out->at = p.name[at] == '@';
	out->alias = before;
	before[at] = '\0';
	if (out->at)
		p.cutoff = p.name + at + 1;
	p.name[at] = '\0';
	char *open = strchr(p.name, '(');
	if (open != NULL && at > 0 && p.name[at - 1] == ')') {
		*open = p.name[at - 1] = '\0';
		for (char *item = open + 1; *item != '\0';) {
			char *end = item + up_to(item, ',');
			bool more = *end == ',';
			*end = '\0';
			if (add_setting(&p, item, out, e) < 0)
				return -1;
			item = end + more;
		}
	}
	struct alias near = { 0 };
	for (int turn = 0; turn < 2 && near.name.length == 0; turn++) {
		p.any_case = turn == 1;
		if (out->has_level && search(r, &p, true, memory, out, &near, e) < 0)
			return -1;
		if (out->measure == NULL && search(r, &p, false, memory, out, &near, e) < 0)
			return -1;
	}
	if (out->measure == NULL)
		return near.name.length > 0 ? refuse_form(&p, &near, e) : 0;
	if (out->parameters[0] == '\0')
		out->parameters = NULL;
	return check_settings(&p, out->measure, e);
}
