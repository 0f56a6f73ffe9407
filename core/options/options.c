/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/near.h"
#include "core/base/number.h"
#include "core/options/former.h"
#include "core/options/options.h"

/* ---- names ---- */

struct option_name option_name(const struct command_option *o)
{
	struct option_name n;
	if (o->letter != 0)
		snprintf(n.text, sizeof n.text, "-%c", o->letter);
	else
		snprintf(n.text, sizeof n.text, "--%s", o->name);
	return n;
}

bool option_next(const struct command_table *t, struct option_place *p)
{
	const struct command_option *o = p->option == NULL ? t->option : p->option + 1;
	for (;;) {
		if (o->heading != NULL) {
			p->heading = o++;
		} else if (o->include != NULL) {
			p->outer[p->depth++] = o;
			o = o->include;
		} else if (o->name != NULL || o->letter != 0) {
			p->option = o;
			return true;
		} else if (p->depth > 0) {
			o = p->outer[--p->depth] + 1;
		} else {
			return false;
		}
	}
}

/* By the whole name, or by the letter. */
static bool find_exactly(const struct command_table *t, const char *name, char letter,
			 struct option_place *found)
{
	struct option_place p = { 0 };
	while (option_next(t, &p)) {
		const struct command_option *o = p.option;
		bool named = name != NULL && o->name != NULL && strcmp(o->name, name) == 0;
		if (!named && (letter == 0 || o->letter != letter))
			continue;
		*found = p;
		return o->same_as == NULL || find_exactly(t, o->same_as, 0, found);
	}
	return false;
}

/* By what its name begins with: how many options there are, of which `found` is the last. */
static size_t find_by_prefix(const struct command_table *t, const char *prefix,
			     struct option_place *found)
{
	struct option_place p = { 0 }, q = { 0 };
	size_t count = 0, length = strlen(prefix);
	while (option_next(t, &p)) {
		if (p.option->name == NULL || strncmp(p.option->name, prefix, length) != 0)
			continue;
		find_exactly(t, p.option->name, 0, &q);
		count += count == 0 || q.option != found->option;
		*found = q;
	}
	return count;
}

/* A number where one is needed; NULL was not given. */
static bool may_have(const struct command_option *o, const char *value)
{
	bool number = (o->type == OPTION_WHOLE || o->type == OPTION_REAL) && o->set == NULL;
	return !number || value == NULL || strpbrk(value, "0123456789") == value ||
	       strchr("+-.", value[0]) != NULL;
}

struct suggestion option_suggestion(const struct command_table *t, const char *name,
				    const char *value)
{
	struct nearest n = nearest_to(slice_of(name));
	for (struct option_place p = { 0 }; option_next(t, &p);) {
		if (p.option->name == NULL || p.option->same_as != NULL || p.option->hidden ||
		    !may_have(p.option, value))
			continue;
		nearest_try(&n, slice_of(p.option->name));
		if (words_have(p.option->meant_by, name)) {
			n.best = slice_of(p.option->name);
			break;
		}
	}
	struct suggestion s = { "" };
	if (n.best.length > 0)
		snprintf(s.text, sizeof s.text, "; did you mean '--%.*s'?", (int)n.best.length,
			 n.best.at);
	return s;
}

const char *option_now(const struct command_table *t, const char *name, const char *value,
		       bool *takes)
{
	char both[128];
	snprintf(both, sizeof both, "%s=%s", name, value != NULL ? value : "");
	const char *now = former_now(t->name, both), *other = former_now(t->name, name);
	*takes = now != NULL || (other != NULL && strchr(other, '%') != NULL);
	now = now != NULL ? now : other;
	return find_exactly(t, name, 0, &(struct option_place){ 0 }) ? NULL : now;
}

int option_find(const struct command_table *t, const char *name, struct option_place *found,
		struct err *e)
{
	bool letter = name[0] == '-' && name[1] != '-' && name[1] != '\0' && name[2] == '\0';
	const char *plain = strncmp(name, "--", 2) == 0 ? name + 2 : name;
	if (letter ? find_exactly(t, NULL, name[1], found) : find_exactly(t, plain, 0, found))
		return 0;
	const char *gone = letter ? NULL : former_answer(t->name, NULL, plain);
	if (gone != NULL)
		return err_usage(e, "%s", gone);
	size_t count = letter || plain[0] == '\0' ? 0 : find_by_prefix(t, plain, found);
	if (count == 1)
		return 0;
	if (count > 1)
		return err_usage(e, "option '--%.200s' is ambiguous", plain);
	return err_usage(e, "unrecognized option '%s%.200s'%s", letter ? "" : "--",
			 letter ? name : plain,
			 letter ? "" : option_suggestion(t, plain, NULL).text);
}

/* ---- numbers ---- */

/* A whole number is written as one: 5e6 is none. */
static bool parse_number(const struct number_range *r, struct slice text, double *value)
{
	int64_t whole;
	if (!r->whole)
		return parse_real(text, value);
	if (!parse_integer(text, &whole))
		return false;
	*value = (double)whole;
	return true;
}

static bool in_range(const struct number_range *r, double value)
{
	return (r->above_least ? value > r->least : value >= r->least) &&
	       (r->below_most ? value < r->most : value <= r->most) && isfinite(value);
}

/* "; for 90 % type 0.9": where a share is wanted and a percentage was typed, or a decimal comma. */
static struct suggestion share_suggestion(const struct command_option *o, struct slice text)
{
	struct suggestion out = { "" };
	char plain[32];
	double x;
	size_t length = text.length < sizeof plain ? text.length : 0;
	bool percent = length > 0 && text.at[length - 1] == '%';
	memcpy(plain, text.at, length);
	plain[length - (percent ? 1 : 0)] = '\0';
	char *comma = strchr(plain, ',');
	if (comma != NULL)
		*comma = '.';
	if (o->range.whole || !(o->range.most <= 1) || !parse_real(slice_of(plain), &x) ||
	    !isfinite(x))
		return out;
	bool share = !percent && comma != NULL && in_range(&o->range, x);
	if (share)
		snprintf(out.text, sizeof out.text, "; with a point: %.40s=%.20s",
			 option_name(o).text, real_text(x).text);
	else if ((percent || x >= 2) && in_range(&o->range, x / 100))
		snprintf(out.text, sizeof out.text, "; for %.12s %% type %.40s=%.20s",
			 real_text(x).text, option_name(o).text, real_text(x / 100).text);
	return out;
}

/* "not a whole number from 2 to 10" and the like. */
static int refuse_number(const struct command_option *o, struct slice text, struct err *e)
{
	const struct number_range *r = &o->range;
	char most[64];
	if (isfinite(r->most))
		snprintf(most, sizeof most, " %s %.15g",
			 r->below_most	  ? "and below"
			 : r->above_least ? "and at most"
					  : "to",
			 r->most);
	else
		snprintf(most, sizeof most, "%s", r->above_least ? "" : " upwards");
	return err_usage(e, "%s=%s: not a %snumber %s %.15g%s%s", option_name(o).text,
			 shown(text).text, r->whole ? "whole " : "",
			 r->above_least ? "above" : "from", r->least, most,
			 o->type == OPTION_LIST && memchr(text.at, ':', text.length) != NULL
				 ? "; a series is FROM:TO:STEP, with FROM not above TO"
				 : share_suggestion(o, text).text);
}

int option_number(const struct command_option *o, struct slice text, double *value, struct err *e)
{
	double x;
	if (!parse_number(&o->range, text, &x) || !in_range(&o->range, x))
		return refuse_number(o, text, e);
	*value = x;
	return 0;
}

/* FROM:TO:STEP */
static bool parse_series(const struct number_range *r, struct slice text, double *from, double *to,
			 double *step)
{
	double *const part[] = { from, to, step };
	const char *end = text.at + text.length;
	for (int i = 0; i < 3; i++) {
		struct slice item = slice_before(&text, ":");
		if ((item.at + item.length < end) != (i < 2) || !parse_number(r, item, part[i]))
			return false;
	}
	return in_range(r, *from) && in_range(r, *to) && *from <= *to && *step > 0;
}

static int add_number(const struct command_option *o, struct slice text, double value,
		      struct number_list *list, struct err *e)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->value[i] == value)
			return err_usage(e, "%s=%s: %.15g is named twice", option_name(o).text,
					 shown(text).text, value);
	if (list->count == LIST_MAX)
		return err_usage(e, "%s: more than %d numbers", option_name(o).text, LIST_MAX);
	list->value[list->count++] = value;
	return 0;
}

static int add_numbers(const struct command_option *o, struct slice item, struct number_list *list,
		       struct err *e)
{
	double value, to, step;
	if (!parse_series(&o->range, item, &value, &to, &step))
		return option_number(o, item, &value, e) < 0 ? -1
							     : add_number(o, item, value, list, e);
	/* the last one is taken if rounding alone leaves it beyond the end */
	double last = near_floor((to - value) / step);
	int result = 0;
	for (double i = 0; i <= last && result == 0; i++)
		result = add_number(o, item, fmin(value + i * step, to), list, e);
	return result;
}

int option_numbers(const struct command_option *o, struct slice text, struct number_list *list,
		   struct err *e)
{
	const char *end = text.at + text.length;
	struct slice item;
	list->count = 0;
	do {
		item = slice_before(&text, ",");
		if (add_numbers(o, item, list, e) < 0)
			return -1;
	} while (item.at + item.length < end);
	return 0;
}

/* ---- values ---- */

static int store_whole(const struct command_option *o, void *at, int64_t value)
{
	if (o->field == FIELD_BOOL)
		*(bool *)at = value != 0;
	else if (o->field == FIELD_INT)
		*(int *)at = (int)value;
	else if (o->field == FIELD_INT64)
		*(int64_t *)at = value;
	else if (o->field == FIELD_SIZE)
		*(size_t *)at = value < 0		     ? 0
				: (uint64_t)value < SIZE_MAX ? (size_t)value
							     : SIZE_MAX;
	else
		*(double *)at = (double)value;
	return 0;
}

int option_single(const struct command_option *o, void *request, const char *text, struct err *e)
{
	struct number_list list;
	void *at = (char *)request + o->at;
	if (option_numbers(o, slice_of(text), &list, e) < 0)
		return -1;
	if (list.count > 1)
		return err_usage(e, "--%s=%.100s: give one number here", o->name, text);
	if (o->field != FIELD_REAL)
		return store_whole(o, at, (int64_t)list.value[0]);
	*(double *)at = list.value[0];
	return 0;
}

bool option_meant_whole(const char *text, double *x)
{
	char plain[32];
	size_t length = 0;
	for (const char *c = text; *c != '\0' && length + 1 < sizeof plain; c++) {
		bool three = c > text && strspn(c + 1, "0123456789") == 3;
		bool sign = strchr(", '_", *c) != NULL || (*c == '.' && three);
		if (sign && !three)
			return false;
		if (!sign)
			plain[length++] = *c;
	}
	plain[length] = '\0';
	return parse_real(slice_of(plain), x) && *x == trunc(*x) && fabs(*x) < 1e15;
}

/* "; type -N 1000000" for 1,000,000, 1.000.000 or 1e6. */
static struct suggestion whole_suggestion(const struct command_option *o, const char *text)
{
	struct suggestion out = { "" };
	double x;
	if (option_meant_whole(text, &x) && x >= (double)o->least && x <= (double)o->most)
		snprintf(out.text, sizeof out.text, "; type %.40s %.0f", option_name(o).text, x);
	return out;
}

static int take_whole(const struct command_option *o, void *at, const char *text, struct err *e)
{
	int64_t value;
	if (!parse_integer(slice_of(text), &value) || value < o->least || value > o->most)
		return err_usage(e, "%s %.200s: not a whole number from %lld to %lld%s",
				 option_name(o).text, text, (long long)o->least, (long long)o->most,
				 whole_suggestion(o, text).text);
	return store_whole(o, at, value);
}

static const char *format_choice(const struct command_option *o, size_t i, int *value)
{
	for (int turn = 0; turn < 3; turn++)
		for (*value = 0; output_formats[*value] != NULL; ++*value) {
			const struct output_format *f = output_formats[*value];
			int own = *value == o->most ? 0 : f->lines ? 1 : 2;
			if (own == turn && (!f->scores || o->least > 0) && i-- == 0)
				return f->name;
		}
	return NULL;
}

const char *option_choice(const struct command_option *o, size_t i, int *value)
{
	if (o->type == OPTION_FORMAT)
		return format_choice(o, i, value);
	*value = (int)i;
	return o->words != NULL ? o->words[i] : NULL;
}

static int take_word(const struct command_option *o, void *at, const char *text, struct err *e)
{
	struct choices c = choices_for(slice_of(text));
	const char *word;
	int value;
	for (size_t i = 0; (word = option_choice(o, i, &value)) != NULL; i++) {
		if (strcmp(word, text) == 0)
			return store_whole(o, at, value);
		choices_add(&c, word);
	}
	return err_usage(e, "%s=%.200s: not one of %s", option_name(o).text, text,
			 choices_text(&c));
}

static int take_methods(const struct command_option *o, struct method_list *list, const char *text,
			struct err *e)
{
	if (o->least > 0 && text[0] == '\0')
		return err_usage(e, "--%s: a method is missing", o->name);
	struct slice item;
	/* NULL: --ci without a name. A comma at the end is allowed. */
	while (text != NULL && *text != '\0' && next_item(&text, &item)) {
		char name[METHOD_NAME_MAX];
		snprintf(name, sizeof name, "%.*s", (int)item.length, item.at);
		if (methods_add(list, name, e) < 0)
			return -1;
	}
	return 0;
}

int option_take(const struct command_option *o, void *request, const char *text, struct err *e)
{
	void *at = (char *)request + o->at;
	if (o->set != NULL)
		return o->set(o, request, text, e);
	switch (o->type) {
	case OPTION_FLAG:
		return store_whole(o, at, true);
	case OPTION_WHOLE:
		return take_whole(o, at, text, e);
	case OPTION_REAL:
		return option_number(o, slice_of(text), at, e);
	case OPTION_WORD:
	case OPTION_FORMAT:
		return take_word(o, at, text, e);
	case OPTION_TEXT:
	case OPTION_FILE:
		*(const char **)at = text;
		return 0;
	case OPTION_TEXTS:
	case OPTION_FILES:
		return text_list_add(at, text, e);
	case OPTION_LIST:
		return option_numbers(o, slice_of(text), at, e);
	case OPTION_METHODS:
		return take_methods(o, at, text, e);
	case OPTION_IGNORED:
		return 0;
	case OPTION_REFUSED:
		return err_usage(e, "%s", o->help);
	default:
		return err_usage(e, "%s only prints something, and cannot be set",
				 option_name(o).text);
	}
}

/* ---- an option that is repeated ---- */

/* The same text, or the same number. */
static bool same_value(const struct command_option *o, const char *a, const char *b)
{
	double x, y;
	if (a == NULL || b == NULL)
		return a == b;
	bool number = o->type == OPTION_WHOLE || o->type == OPTION_REAL || o->type == OPTION_LIST;
	return strcmp(a, b) == 0 ||
	       (number && parse_real(slice_of(a), &x) && parse_real(slice_of(b), &y) && x == y);
}

static int refuse_repeated(const struct command_option *o, const char *before, const char *text,
			   struct err *e)
{
	const struct option_name name = option_name(o);
	const char *separator = o->letter != 0 ? " " : "=";
	struct number_list numbers;
	struct err ignored = { 0 };
	char both[256], advice[400] = "";
	snprintf(both, sizeof both, "%.120s,%.120s", before != NULL ? before : "",
		 text != NULL ? text : "");
	if (o->type == OPTION_LIST && o->set == NULL &&
	    option_numbers(o, slice_of(both), &numbers, &ignored) == 0)
		snprintf(advice, sizeof advice, "; for both type %s%s%s", name.text, separator,
			 both);
	return err_usage(e, "%s%s%.200s: there is %s%s%.200s already; only one can be given%s",
			 name.text, text != NULL ? separator : "", text != NULL ? text : "",
			 name.text, before != NULL ? separator : "", before != NULL ? before : "",
			 advice);
}

int option_repeated(const struct command_option *o, const char *text, const struct setting *before,
		    size_t settings, struct err *e)
{
	if (o->repeat == REPEAT_EACH || o->name == NULL)
		return 1;
	for (size_t i = settings; i-- > 0;) {
		if (before[i].option == NULL || strcmp(before[i].option, o->name) != 0)
			continue;
		if (same_value(o, before[i].value, text))
			return 0;
		if (o->repeat == REPEAT_REFUSED)
			return refuse_repeated(o, before[i].value, text, e);
		if (o->repeat == REPEAT_LAST)
			break;
	}
	return 1;
}

/* Where the struct begins that the table of an option is about. */
static char *place_base(const struct option_place *p, void *request)
{
	size_t at = 0;
	for (int i = 0; i < p->depth; i++)
		at += p->outer[i]->at;
	return (char *)request + at;
}

int option_store(const struct option_place *p, void *request, const char *text, struct err *e)
{
	const struct command_option *o = p->option;
	char *from = place_base(p, request);
	if (text == NULL && o->argument != NULL && !o->optional)
		return err_usage(e, "option '%s' requires an argument", option_name(o).text);
	if (text != NULL && option_is_file(o) && text[0] == '-' && text[1] != '\0')
		return err_usage(
			e, "%s: %s is missing before '%.100s' (a file of this name is ./%.100s)",
			option_name(o).text, o->argument, text, text);
	if (text != NULL && o->argument == NULL)
		return err_usage(e, "option '%s' doesn't allow an argument", option_name(o).text);
	if (option_take(o, from, text, e) < 0)
		return -1;
	if (o->given != 0)
		*(bool *)(from + o->given) = true;
	if (p->heading != NULL && p->heading->given != 0) {
		const char **first = (const char **)((char *)request + p->heading->given);
		*first = *first == NULL ? o->name : *first;
	}
	return 0;
}

int option_set(const struct command_table *t, void *request, const char *name, const char *text,
	       struct err *e)
{
	struct option_place p;
	return option_find(t, name, &p, e) < 0 ? -1 : option_store(&p, request, text, e);
}

/* A text processor makes one long dash of two hyphens: the text behind such dashes, or NULL. */
static const char *behind_dash(const char *text)
{
	static const char *const dash[] = { "\u2014", "\u2013", "\u2212", "\u2011", "\u2010" };
	const char *rest = text;
	for (size_t i = 0; i < sizeof dash / sizeof *dash; i++)
		if (strncmp(rest, dash[i], strlen(dash[i])) == 0) {
			rest += strlen(dash[i]);
			i = SIZE_MAX; /* there may be two */
		}
	return rest > text ? rest : NULL;
}

int option_word(const struct command_table *t, void *request, const char *text, struct err *e)
{
	const char *option = behind_dash(text);
	struct option_place p;
	struct err ignored = { 0 };
	char name[64];
	snprintf(name, sizeof name, "%.*s", option != NULL ? (int)strcspn(option, "=") : 0,
		 option != NULL ? option : "");
	if (name[0] != '\0' && option_find(t, name, &p, &ignored) == 0)
		return err_usage(e,
				 "'%.200s' begins with a dash that a text processor made: type two "
				 "hyphens, --%.200s",
				 text, option);
	if (t->word == NULL)
		return err_usage(e, "'%.200s': %s takes options only", text, t->name);
	return option_take(t->word, request, text, e);
}

const struct setting *setting_find(const struct setting *s, size_t settings, const char *option)
{
	while (settings-- > 0)
		if (s[settings].option != NULL && s[settings].option[0] == option[0] &&
		    strcmp(s[settings].option, option) == 0)
			return &s[settings];
	return NULL;
}

static void take_usual(const struct command_option *o, void *from)
{
	void *at = (char *)from + o->at;
	if (o->usual_number != NULL)
		store_whole(o, at, o->usual_number());
	else if (o->type == OPTION_FORMAT)
		store_whole(o, at, o->most);
	else if (o->usual != NULL && o->type == OPTION_REAL && o->set == NULL)
		parse_real(slice_of(o->usual), at);
	else if (o->usual != NULL)
		option_take(o, from, o->usual, &(struct err){ 0 });
}

void options_init(const struct command_table *t, void *request)
{
	for (struct option_place p = { 0 }; option_next(t, &p);)
		take_usual(p.option, place_base(&p, request));
	if (t->init != NULL)
		t->init(request);
}

void options_release(const struct command_table *t, void *request)
{
	struct option_place p = { 0 };
	while (option_next(t, &p))
		if (p.option->field == FIELD_TEXTS)
			text_list_release((void *)(place_base(&p, request) + p.option->at));
	if (t->word != NULL && t->word->field == FIELD_TEXTS)
		text_list_release((void *)((char *)request + t->word->at));
	if (t->release != NULL)
		t->release(request);
}
