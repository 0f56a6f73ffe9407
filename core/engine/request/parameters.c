/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/number.h"
#include "core/engine/request/request_asks.h"
#include "core/options/lists.h"
#include "core/stats/numeric/ascending.h"
#include "readers/fields.h"

struct parsing {
	const struct measure *measure;
	const char *asked;
	struct arena *memory;
	double *setting; /* of the measure, in their order */
	double *value;	 /* of the list that is being read ... */
	struct gain *gain;
};

static int refuse(const struct parsing *x, const char *complaint, struct err *e)
{
	return err_usage(e, "-m %.200s: %s %s", x->asked, x->measure->name, complaint);
}

static int compare_gains(const void *a, const void *b)
{
	const struct gain *x = a, *y = b;
	return (x->value < y->value) - (x->value > y->value);
}

/*
 * Settings: "alpha=0.5 max_rel=".
 */

size_t measure_setting(const struct measure *m, struct slice name)
{
	const char *rest = m->settings;
	struct slice word;
	for (size_t place = 0; next_word(&rest, &word); place++)
		if (slice_equal(name, (struct slice){ word.at, strcspn(word.at, "=") }))
			return place;
	return SIZE_MAX;
}

/* Sets the defaults of the settings; nan for those that must be given. */
static int default_settings(struct parsing *x, struct err *e)
{
	const char *rest = x->measure->settings;
	size_t room = rest != NULL ? strlen(rest) : 0;
	struct slice word;
	x->setting = arena_alloc(x->memory, (room + 1) * sizeof *x->setting);
	if (x->setting == NULL)
		return err_memory(e);
	for (size_t place = 0; next_word(&rest, &word); place++) {
		(void)slice_before(&word, "=");
		if (!parse_real(word, &x->setting[place]))
			x->setting[place] = NAN;
	}
	return 0;
}

static int need_settings(const struct parsing *x, struct err *e)
{
	const char *rest = x->measure->settings;
	struct slice word;
	for (size_t place = 0; next_word(&rest, &word); place++)
		if (isnan(x->setting[place]))
			return err_usage(e, "-m %.200s: %s needs %.*s=NUMBER", x->asked,
					 x->measure->name, (int)strcspn(word.at, "="), word.at);
	return 0;
}

/*
 * The list.
 */

/* What a measure takes, if something else was given. */
static int wrong_form(const struct parsing *x, struct err *e)
{
	const struct measure *m = x->measure;
	const char *form = m->kind == PARAMETERS_NONE	 ? "takes settings only"
			   : m->kind == PARAMETERS_GAINS ? "takes pairs such as 1=0.5,2=1"
							 : "takes numbers";
	bool named = m->settings != NULL, other = m->kind != PARAMETERS_NONE;
	return err_usage(e, "-m %.200s: %s %s%s%s%s", x->asked, m->name, form,
			 named && other ? ", and settings" : "", named ? ": " : "",
			 named ? m->settings : "");
}

static int add_number(const struct parsing *x, struct slice item, struct parameters *out,
		      struct err *e)
{
	double number;
	if (!parse_real(item, &number) || !isfinite(number))
		return wrong_form(x, e);
	if (x->measure->kind == PARAMETERS_CUTOFFS) {
		number = trunc(number); /* 23.4 is 23, as in trec_eval */
		if (number < 1 || number > 9007199254740992.0)
			return refuse(x, "takes whole numbers above 0", e);
	}
	if (x->measure->kind == PARAMETERS_FRACTIONS && number < 0)
		return refuse(x, "takes numbers of 0 or more", e);
	if (x->measure->kind == PARAMETERS_PERCENTS && !(number > 0 && number <= 100))
		return refuse(x, "takes percents, above 0 and up to 100", e);
	x->value[out->count++] = number;
	return 0;
}

static int add_pair(const struct parsing *x, struct slice item, struct parameters *out,
		    struct err *e)
{
	const struct measure *m = x->measure;
	struct slice text = item, name = slice_before(&text, "=");
	size_t place = measure_setting(m, name);
	int64_t grade;
	double value;
	if (!parse_real(text, &value) || !isfinite(value))
		return wrong_form(x, e);
	if (place != SIZE_MAX) {
		x->setting[place] = value;
		return 0;
	}
	if ((m->kind != PARAMETERS_GAINS && !m->gains) || !parse_integer(name, &grade) ||
	    grade < -GRADE_MAX || grade > GRADE_MAX)
		return wrong_form(x, e);
	for (size_t i = 0; i < out->gains; i++)
		if (x->gain[i].grade == grade)
			return refuse(x, "is given two gains for one grade", e);
	x->gain[out->gains++] = (struct gain){ (int32_t)grade, value };
	return 0;
}

/* Cutoffs and the like: sorted, and no two of them equal. */
static int sort_numbers(const struct parsing *x, size_t count, struct err *e)
{
	if (x->measure->kind == PARAMETERS_NUMBERS)
		return 0;
	qsort(x->value, count, sizeof *x->value, ascending);
	for (size_t i = 1; i < count; i++)
		if (x->value[i] == x->value[i - 1])
			return refuse(x, "is given a parameter twice", e);
	return 0;
}

static int parse(struct parsing *x, const char *list, struct parameters *out, struct err *e)
{
	enum parameter_kind kind = x->measure->kind;
	if (kind == PARAMETERS_NONE && x->measure->settings == NULL)
		return refuse(x, "takes no parameters", e);
	size_t room = strlen(list) / 2 + 1; /* an item, and a comma behind it */
	x->value = arena_alloc(x->memory, room * sizeof *x->value);
	x->gain = arena_alloc(x->memory, room * sizeof *x->gain);
	if (x->value == NULL || x->gain == NULL)
		return err_memory(e);
	bool numbers = kind != PARAMETERS_NONE && kind != PARAMETERS_GAINS;
	struct slice item;
	while (next_item(&list, &item)) {
		size_t blanks = strspn(item.at, " \t"); /* as trec_eval, before a number */
		item = (struct slice){ item.at + blanks, item.length - blanks };
		bool pair = memchr(item.at, '=', item.length) != NULL;
		if (!pair && !numbers)
			return wrong_form(x, e);
		if ((pair ? add_pair : add_number)(x, item, out, e) < 0)
			return -1;
	}
	qsort(x->gain, out->gains, sizeof *x->gain, compare_gains);
	out->gain = x->gain;
	out->value = x->value;
	return sort_numbers(x, out->count, e);
}

int parameters_parse(struct parameters *out, const struct measure *m, const char *list,
		     const char *asked, struct arena *memory, struct err *e)
{
	struct parsing x = { .measure = m, .asked = asked, .memory = memory };
	if (default_settings(&x, e) < 0)
		return -1;
	*out = (struct parameters){ .setting = x.setting };
	if (list != NULL && parse(&x, list, out, e) < 0)
		return -1;
	struct parameters numbers = { 0 };
	if (out->count == 0 && m->defaults != NULL) {
		if (parse(&x, m->defaults, &numbers, e) < 0)
			return -1;
		out->count = numbers.count;
		out->value = numbers.value;
	}
	if (need_settings(&x, e) < 0)
		return -1;
	const char *wrong = m->check != NULL ? m->check(out) : NULL;
	return wrong != NULL ? refuse(&x, wrong, e) : 0;
}

bool parameters_same_pairs(const struct measure *m, const struct parameters *a,
			   const struct parameters *b)
{
	size_t settings = 0;
	for (const char *p = m->settings != NULL ? m->settings : ""; *p != '\0'; p++)
		settings += *p == '=';
	bool same = a->gains == b->gains;
	for (size_t i = 0; same && i < settings; i++)
		same = a->setting[i] == b->setting[i];
	for (size_t i = 0; same && i < a->gains; i++)
		same = a->gain[i].grade == b->gain[i].grade && a->gain[i].value == b->gain[i].value;
	return same;
}

int parameters_merge(struct parameters *into, const struct parameters *more, struct arena *memory,
		     struct err *e)
{
	size_t all = into->count + more->count, count = 0;
	double *value = arena_alloc(memory, all * sizeof *value);
	if (value == NULL)
		return err_memory(e);
	for (size_t i = 0; i < all; i++)
		value[i] = i < into->count ? into->value[i] : more->value[i - into->count];
	qsort(value, all, sizeof *value, ascending);
	for (size_t i = 0; i < all; i++)
		if (count == 0 || value[count - 1] != value[i])
			value[count++] = value[i];
	into->value = value;
	into->count = count;
	return 0;
}
