/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <strings.h>

#include "core/base/number.h"
#include "readers/fields.h"

/* Its inverse, a number of documents, is exact as a double, as field_count() wants it. */
static const double LEAST_PROBABILITY = 1e-15;

int field_bad(struct place where, const char *column, struct slice value, const char *complaint,
	      struct err *e)
{
	return err_at(e, where.path, where.line, "%s '%s' %s", column, shown(value).text,
		      complaint);
}

int field_not_number(struct place where, const char *column, struct slice field, struct err *e)
{
	char plain[32], complaint[80] = "is not a number";
	size_t length = field.length < sizeof plain ? field.length : 0;
	bool percent = length > 0 && field.at[length - 1] == '%';
	double x;
	memcpy(plain, field.at, length);
	plain[length - percent] = '\0';
	char *comma = strchr(plain, ',');
	/* 1,234 may be a thousand and more */
	bool decimal = comma != NULL && (plain[0] == '0' || strlen(comma + 1) != 3);
	if (decimal)
		*comma = '.';
	if ((percent || decimal) && parse_real(slice_of(plain), &x))
		snprintf(complaint, sizeof complaint, "is not a number: write %s",
			 real_text(percent ? x / 100 : x).text);
	return field_bad(where, column, field, complaint, e);
}

bool field_is_word(struct slice field, const char *word)
{
	return strlen(word) == field.length && strncasecmp(word, field.at, field.length) == 0;
}

int field_present(struct place where, const char *column, struct slice field, struct err *e)
{
	return field.length > 0 ? 0 : err_at(e, where.path, where.line, "%s is empty", column);
}

int field_name(struct place where, const char *column, struct slice field, struct err *e)
{
	if (field_present(where, column, field, e) < 0)
		return -1;
	for (size_t i = 0; i < field.length; i++) {
		unsigned char c = (unsigned char)field.at[i];
		if (c < 0x20 || c == 0x7f)
			return field_bad(where, column, field, "has a control character in it", e);
	}
	return 0;
}

int field_grade(struct place where, struct slice field, double *grade, struct err *e)
{
	int64_t whole;
	if (!parse_whole(field, &whole))
		return field_bad(where, "relevance", field, "is not an integer", e);
	if (whole < -GRADE_MAX || whole > GRADE_MAX)
		return field_bad(where, "relevance", field, "is not within -1000000 and 1000000",
				 e);
	*grade = (double)whole;
	return 0;
}

int field_probability(struct place where, struct slice field, double *probability, struct err *e)
{
	if (!parse_real(field, probability))
		return field_not_number(where, "probability", field, e);
	if (!(*probability > 0 && *probability <= 1))
		return field_bad(where, "probability", field, "is not above 0 and at most 1", e);
	if (*probability < LEAST_PROBABILITY)
		return field_bad(where, "probability", field,
				 "is below 1e-15: one document would stand for more than 1e15", e);
	return 0;
}

__attribute__((noinline)) static int64_t exponent_of(struct slice text)
{
	int64_t exponent;
	return parse_integer(text, &exponent) ? exponent : 0;
}

uint32_t field_decimals(struct slice field)
{
	const char *p = field.at, *end = p + field.length;
	int64_t decimals = 0;
	while (p < end && *p != '.' && *p != 'e' && *p != 'E')
		p++;
	if (p < end && *p == '.')
		while (++p < end && *p >= '0' && *p <= '9')
			decimals++;
	if (p < end && (*p == 'e' || *p == 'E'))
		decimals -= exponent_of((struct slice){ p + 1, (size_t)(end - p - 1) });
	return decimals < 0 ? 0 : decimals > 300 ? 300 : (uint32_t)decimals;
}

int field_flag(struct place where, const char *column, struct slice field, bool *flag,
	       struct err *e)
{
	int64_t number;
	if (!parse_whole(field, &number) || number < 0 || number > 1)
		return field_bad(where, column, field, "is neither 0 nor 1", e);
	*flag = number == 1;
	return 0;
}

int field_count(struct place where, const char *column, struct slice field, int64_t *count,
		struct err *e)
{
	bool thousands = field.length > 4 && field.length < 8 &&
			 memcmp(field.at + field.length - 4, ".000", 4) == 0;
	if (thousands)
		return field_bad(where, column, field,
				 "may mean thousands: write a number of documents without a point",
				 e);
	if (!parse_whole(field, count) || *count < 0 || *count > INT64_C(1) << 53)
		return field_bad(where, column, field,
				 "is not a whole number from 0 to 9007199254740992", e);
	return 0;
}
