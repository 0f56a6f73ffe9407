/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Counts as they are typed: 960000:2400:9.
 */
#include <math.h>

#include "core/base/number.h"
#include "core/commands/validate/validate.h"

static const int64_t LARGEST_COUNT = INT64_C(1000000000000);

/* A whole number, or NOT_GIVEN if it is empty; false: it is neither. */
static bool parse_count(struct slice text, int64_t *count)
{
	*count = NOT_GIVEN;
	return text.length == 0 ||
	       (parse_integer(text, count) && *count >= 0 && *count <= LARGEST_COUNT);
}

size_t counts_parse(const char *text, int64_t count[COUNTS_MAX])
{
	for (size_t i = 0; i < COUNTS_MAX; i++) {
		size_t length = strcspn(text, ":");
		if (!parse_count((struct slice){ text, length }, &count[i]))
			return 0;
		text += length;
		if (*text++ == '\0')
			return i + 1;
	}
	return 0;
}

/* The first of the numbers that is none; empty: they all are. */
static struct slice wrong_count(const char *text)
{
	for (;;) {
		int64_t ignored;
		struct slice piece = { text, strcspn(text, ":") };
		if (!parse_count(piece, &ignored))
			return piece;
		if (text[piece.length] == '\0')
			return (struct slice){ text, 0 };
		text += piece.length + 1;
	}
}

/* ", type 1000000": of a number with an exponent, 1e6 or 10^6. */
static void written_out(struct slice text, char *out, size_t room)
{
	char number[32];
	double x, exponent;
	int64_t ignored;
	snprintf(number, sizeof number, "%.*s", (int)text.length, text.at);
	char *power = strchr(number, '^');
	if (power != NULL)
		*power = '\0';
	if (!parse_real(slice_of(number), &x))
		return;
	if (power != NULL)
		x = parse_real(slice_of(power + 1), &exponent) ? pow(x, exponent) : NAN;
	snprintf(number, sizeof number, "%.0f", x);
	if (x == trunc(x) && parse_count(slice_of(number), &ignored))
		snprintf(out, room, ", type %s", number);
}

int counts_refuse(const struct command_option *o, const char *text, const char *form, struct err *e)
{
	char plain[128], instead[48] = "";
	const char *between = o->letter != 0 ? " " : "=";
	size_t length = 0;
	int64_t ignored[COUNTS_MAX];
	for (const char *c = text; *c != '\0' && length + 1 < sizeof plain; c++)
		if (strchr(", '_.", *c) == NULL)
			plain[length++] = *c;
	plain[length] = '\0';
	const char *number = strrchr(plain, '='), *counts = strrchr(text, '=');
	bool signs = length < strlen(text) && strchr(text, '.') == NULL &&
		     counts_parse(number != NULL ? number + 1 : plain, ignored) > 0;
	if (signs)
		return err_usage(e,
				 "%s%s%.100s: numbers are written without signs between the "
				 "digits: %s%s%.100s",
				 option_name(o).text, between, text, option_name(o).text, between,
				 plain);
	struct slice wrong = wrong_count(counts != NULL ? counts + 1 : text);
	if (wrong.length == 0)
		return err_usage(e, "%s%s%.100s: not %s", option_name(o).text, between, text, form);
	written_out(wrong, instead, sizeof instead);
	return err_usage(e, "%s%s%.100s: '%.*s' is not a whole number from 0 to %lld%s; write %s",
			 option_name(o).text, between, text,
			 (int)(wrong.length < 40 ? wrong.length : 40), wrong.at,
			 (long long)LARGEST_COUNT, instead, form);
}
