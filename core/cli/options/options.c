#include <math.h>

#include "core/base/buffer.h"
#include "core/base/number.h"
#include "core/cli/options/options.h"

int option_parse(const struct argp *argp, int argc, char **argv, void *input, struct err *e)
{
	if (argp_parse(argp, argc, argv, ARGP_NO_HELP, NULL, input) != 0)
		return err_usage(e, "the command line could not be parsed");
	return 0;
}

int64_t option_number(struct argp_state *state, const char *option, const char *text, int64_t least,
		      int64_t most)
{
	int64_t value;
	if (!parse_integer(slice_of(text), &value) || value < least || value > most)
		argp_error(state, "%s %s: not a whole number from %lld to %lld", option, text,
			   (long long)least, (long long)most);
	return value;
}

double option_share(struct argp_state *state, const char *option, const char *text)
{
	double value;
	if (!parse_real(slice_of(text), &value) || !(value > 0 && value < 1))
		argp_error(state, "%s=%s: not a number above 0 and below 1", option, text);
	return value;
}

int option_choice(struct argp_state *state, const char *option, const char *text,
		  const char *const *words)
{
	struct buffer list = { 0 };
	for (int i = 0; words[i] != NULL; i++) {
		if (strcmp(words[i], text) == 0) {
			buffer_release(&list);
			return i;
		}
		buffer_print(&list, "%s%s", i > 0 ? ", " : "", words[i]);
	}
	argp_error(state, "%s=%s: not one of %s", option, text, list.failed ? "them" : list.text);
	buffer_release(&list);
	return 0;
}

/* "a whole number from 2 to 10" and the like. */
static void describe(const struct number_range *range, struct buffer *b)
{
	buffer_print(b, "a %snumber %s %.15g", range->whole ? "whole " : "",
		     range->above_least ? "above" : "from", range->least);
	if (isfinite(range->most))
		buffer_print(b, " %s %.15g", range->below_most ? "and below" : "to", range->most);
	else
		buffer_print(b, "%s", range->above_least ? "" : " upwards");
}

static bool in_range(const struct number_range *range, double value)
{
	return (range->above_least ? value > range->least : value >= range->least) &&
	       (range->below_most ? value < range->most : value <= range->most) && isfinite(value);
}

/* A whole number is written as one: 5e6 is none. */
static bool parse_number(const struct number_range *range, struct slice text, double *value)
{
	int64_t whole;
	if (!range->whole)
		return parse_real(text, value);
	if (!parse_integer(text, &whole))
		return false;
	*value = (double)whole;
	return true;
}

static void add_number(struct argp_state *state, const char *option, struct slice text,
		       double value, struct number_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->value[i] == value)
			argp_error(state, "%s=%.*s: %.15g is named twice", option, (int)text.length,
				   text.at, value);
	if (list->count == LIST_MAX)
		argp_error(state, "%s: more than %d numbers", option, LIST_MAX);
	list->value[list->count++] = value;
}

/* FROM:TO:STEP, where the text has two colons. */
static bool parse_series(const struct number_range *range, struct slice text, double *from,
			 double *to, double *step)
{
	const char *first = memchr(text.at, ':', text.length);
	const char *second = first == NULL ? NULL : strpbrk(first + 1, ":,");
	if (second == NULL || *second != ':')
		return false;
	const char *end = text.at + text.length;
	return parse_number(range, (struct slice){ text.at, (size_t)(first - text.at) }, from) &&
	       parse_number(range, (struct slice){ first + 1, (size_t)(second - first - 1) }, to) &&
	       parse_number(range, (struct slice){ second + 1, (size_t)(end - second - 1) },
			    step) &&
	       in_range(range, *from) && in_range(range, *to) && *from <= *to && *step > 0;
}

static void refuse_number(struct argp_state *state, const char *option, struct slice text,
			  const struct number_range *range)
{
	struct buffer b = { 0 };
	describe(range, &b);
	argp_error(state, "%s=%.*s: not %s", option, (int)text.length, text.at,
		   b.failed ? "allowed" : b.text);
	buffer_release(&b);
}

void option_list(struct argp_state *state, const char *option, const char *text,
		 const struct number_range *range, struct number_list *list)
{
	list->count = 0;
	for (;;) {
		struct slice item = { text, strcspn(text, ",") };
		double value, to, step;
		if (parse_series(range, item, &value, &to, &step)) {
			/* the last one is taken where rounding alone leaves it beyond the end */
			double last = floor((to - value) / step + 1e-9);
			for (double i = 0; i <= last; i++)
				add_number(state, option, item, fmin(value + i * step, to), list);
		} else if (parse_number(range, item, &value) && in_range(range, value)) {
			add_number(state, option, item, value, list);
		} else {
			refuse_number(state, option, item, range);
		}
		if (text[item.length] == '\0')
			return;
		text += item.length + 1;
	}
}

void option_methods(struct argp_state *state, const char *text, struct method_list *list)
{
	while (text != NULL && *text != '\0') {
		size_t length = strcspn(text, ",");
		char name[METHOD_NAME_MAX];
		struct err e = { 0 };
		snprintf(name, sizeof name, "%.*s", (int)length, text);
		if (methods_add(list, name, &e) < 0)
			argp_error(state, "%s", e.text);
		text += length + (text[length] == ',');
	}
}
