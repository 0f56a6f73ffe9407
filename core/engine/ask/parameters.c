/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/number.h"
#include "core/engine/ask/parameters.h"
#include "readers/fields.h"

struct parsing {
	const struct measure *measure;
	const char *asked;
	struct arena *memory;
};

static int refuse(const struct parsing *x, const char *complaint, struct err *e)
{
	return err_usage(e, "-m %.200s: %s %s", x->asked, x->measure->name, complaint);
}

static size_t count_items(const char *list)
{
	size_t count = 1;
	for (; *list != '\0'; list++)
		count += *list == ',';
	return count;
}

/* The next item of a comma list, which is then behind it; false at the end. */
static bool next_item(const char **list, struct slice *item)
{
	if (*list == NULL)
		return false;
	*list += strspn(*list, " \t"); /* as trec_eval, before a number */
	size_t length = strcspn(*list, ",");
	*item = (struct slice){ *list, length };
	*list = (*list)[length] == ',' ? *list + length + 1 : NULL;
	return true;
}

static int compare_numbers(const void *a, const void *b)
{
	const double *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

static int compare_gains(const void *a, const void *b)
{
	const struct gain *x = a, *y = b;
	return (x->value < y->value) - (x->value > y->value);
}

static int parse_numbers(const struct parsing *x, const char *list, struct parameters *out,
			 struct err *e)
{
	double *value = arena_alloc(x->memory, count_items(list) * sizeof *value);
	if (value == NULL)
		return err_memory(e);
	struct slice item;
	while (next_item(&list, &item)) {
		double number;
		if (!parse_real(item, &number) || !isfinite(number))
			return refuse(x, "takes numbers", e);
		if (x->measure->kind == PARAMETERS_CUTOFFS) {
			number = trunc(number); /* 23.4 is 23, as in trec_eval */
			if (number < 1 || number > 9007199254740992.0)
				return refuse(x, "takes whole numbers above 0", e);
		}
		if (x->measure->kind == PARAMETERS_FRACTIONS && number < 0)
			return refuse(x, "takes numbers of 0 or more", e);
		if (x->measure->kind == PARAMETERS_PERCENTS && !(number > 0 && number <= 100))
			return refuse(x, "takes percents, above 0 and up to 100", e);
		value[out->count++] = number;
	}
	out->value = value;
	if (x->measure->kind == PARAMETERS_NUMBERS)
		return 0;
	qsort(value, out->count, sizeof *value, compare_numbers);
	for (size_t i = 1; i < out->count; i++)
		if (value[i] == value[i - 1])
			return refuse(x, "is given a parameter twice", e);
	return 0;
}

static int parse_gains(const struct parsing *x, const char *list, struct parameters *out,
		       struct err *e)
{
	static const char *const form = "takes pairs such as 1=0.5,2=1";
	struct gain *gain = arena_alloc(x->memory, count_items(list) * sizeof *gain);
	if (gain == NULL)
		return err_memory(e);
	struct slice item;
	while (next_item(&list, &item)) {
		const char *equal = memchr(item.at, '=', item.length);
		if (equal == NULL)
			return refuse(x, form, e);
		struct slice name = { item.at, (size_t)(equal - item.at) };
		struct slice text = { equal + 1, item.length - name.length - 1 };
		int64_t grade;
		double value;
		if (!parse_real(text, &value) || !isfinite(value))
			return refuse(x, form, e);
		if (slice_equal(name, slice_of("p"))) {
			out->p = value;
			continue;
		}
		if (!parse_integer(name, &grade) || grade < -GRADE_MAX || grade > GRADE_MAX)
			return refuse(x, form, e);
		for (size_t i = 0; i < out->gains; i++)
			if (gain[i].grade == grade)
				return refuse(x, "is given two gains for one grade", e);
		gain[out->gains++] = (struct gain){ (int32_t)grade, value };
	}
	qsort(gain, out->gains, sizeof *gain, compare_gains);
	out->gain = gain;
	return 0;
}

static int parse(const struct parsing *x, const char *list, struct parameters *out, struct err *e)
{
	switch (x->measure->kind) {
	case PARAMETERS_NONE:
		return refuse(x, "takes no parameters", e);
	case PARAMETERS_GAINS:
		return parse_gains(x, list, out, e);
	case PARAMETERS_CUTOFFS:
	case PARAMETERS_FRACTIONS:
	case PARAMETERS_PERCENTS:
	case PARAMETERS_NUMBERS:
		return parse_numbers(x, list, out, e);
	}
	return -1;
}

int parameters_parse(struct parameters *out, const struct measure *m, const char *list,
		     const char *asked, struct arena *memory, struct err *e)
{
	const struct parsing x = { m, asked, memory };
	*out = (struct parameters){ .p = NAN };
	if (list == NULL)
		list = m->defaults;
	if (list != NULL && parse(&x, list, out, e) < 0)
		return -1;
	const char *wrong = m->check != NULL ? m->check(out) : NULL;
	return wrong != NULL ? refuse(&x, wrong, e) : 0;
}

int parameters_merge(struct parameters *into, const struct parameters *more, struct arena *memory,
		     struct err *e)
{
	double *value = arena_alloc(memory, (into->count + more->count) * sizeof *value);
	if (value == NULL)
		return err_memory(e);
	size_t i = 0, j = 0, count = 0;
	while (i < into->count || j < more->count) {
		bool left =
			j == more->count || (i < into->count && into->value[i] <= more->value[j]);
		double next = left ? into->value[i++] : more->value[j++];
		if (count == 0 || value[count - 1] != next)
			value[count++] = next;
	}
	into->value = value;
	into->count = count;
	return 0;
}
