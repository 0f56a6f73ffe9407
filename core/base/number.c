/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>

#include "core/base/number.h"

bool parse_integer(struct slice text, int64_t *value)
{
	size_t i = 0;
	bool negative = false;
	if (text.length > 0 && (text.at[0] == '-' || text.at[0] == '+')) {
		negative = text.at[0] == '-';
		i = 1;
	}
	if (i == text.length)
		return false;
	int64_t v = 0; /* kept negative: the range below zero is the larger one */
	for (; i < text.length; i++) {
		unsigned digit = (unsigned)(unsigned char)text.at[i] - '0';
		if (digit > 9 || __builtin_mul_overflow(v, 10, &v) ||
		    __builtin_sub_overflow(v, (int64_t)digit, &v))
			return false;
	}
	if (!negative && v == INT64_MIN)
		return false;
	*value = negative ? v : -v;
	return true;
}

/* Digits alone, which are appended to a number. */
static bool append_digits(struct slice digits, int64_t *number)
{
	for (size_t i = 0; i < digits.length; i++) {
		unsigned digit = (unsigned)(unsigned char)digits.at[i] - '0';
		if (digit > 9 || __builtin_mul_overflow(*number, 10, number) ||
		    __builtin_add_overflow(*number, (int64_t)digit, number))
			return false;
	}
	return true;
}

bool parse_whole(struct slice text, int64_t *value)
{
	if (parse_integer(text, value))
		return true;
	bool sign = text.length > 0 && (text.at[0] == '-' || text.at[0] == '+');
	bool negative = sign && text.at[0] == '-';
	struct slice exponent = { text.at + sign, text.length - sign };
	struct slice fraction = slice_before(&exponent, "eE");
	bool has_exponent = fraction.at + fraction.length < text.at + text.length;
	struct slice whole = slice_before(&fraction, ".");
	int64_t v = 0, power = 0;
	if (whole.length == 0 || (has_exponent && !parse_integer(exponent, &power)))
		return false;
	while (fraction.length > 0 && fraction.at[fraction.length - 1] == '0')
		fraction.length--;
	if (!append_digits(whole, &v) || !append_digits(fraction, &v))
		return false;
	for (power -= (int64_t)fraction.length; power < 0 && v != 0; power++, v /= 10)
		if (v % 10 != 0)
			return false;
	for (; power > 0 && v != 0; power--)
		if (__builtin_mul_overflow(v, 10, &v))
			return false;
	*value = negative ? -v : v;
	return true;
}

__attribute__((noinline)) static bool parse_with_strtod(struct slice text, double *value)
{
	/* strtod() would skip white space that a field cannot begin with. */
	if (text.length == 0 || isspace((unsigned char)text.at[0]))
		return false;
	char *end;
	double v = strtod(text.at, &end);
	if (end != text.at + text.length)
		return false;
	*value = v;
	return true;
}

/* Appends digits to a number, which overflows silently beyond 19 of them; returns how many. */
static inline size_t take_digits(const char **p, const char *end, uint64_t *number)
{
	const char *start = *p;
	uint64_t n = *number;
	for (; *p < end; (*p)++) {
		unsigned digit = (unsigned)(unsigned char)**p - '0';
		if (digit > 9)
			break;
		n = n * 10 + digit;
	}
	*number = n;
	return (size_t)(*p - start);
}

/*
 * Digits with at most one point, mantissa below 2^53 and at most 22 decimals: mantissa and power of
 * ten are exact doubles, so one division rounds correctly (Clinger 1990, "How to read floating
 * point numbers accurately"). All else goes to strtod().
 */
bool parse_real(struct slice text, double *value)
{
	static const double power[] = { 1e0,  1e1,  1e2,  1e3,	1e4,  1e5,  1e6,  1e7,
					1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
					1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
	const char *p = text.at, *end = text.at + text.length;
	bool negative = p < end && *p == '-';
	p += negative;
	uint64_t mantissa = 0;
	size_t digits = take_digits(&p, end, &mantissa), decimals = 0;
	if (p < end && *p == '.') {
		p++;
		decimals = take_digits(&p, end, &mantissa);
	}
	digits += decimals;
	if (p < end || digits == 0 || digits > 19 || mantissa > (UINT64_C(1) << 53))
		return parse_with_strtod(text, value);
	double v = (double)mantissa / power[decimals];
	*value = negative ? -v : v;
	return true;
}

struct real_text real_text(double value)
{
	struct real_text x;
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(x.text, sizeof x.text, "%.*g", digits, value);
		if (strtod(x.text, NULL) == value)
			break;
	}
	return x;
}

bool look_alike(double x, double y, int digits)
{
	char one[352], other[352];
	snprintf(one, sizeof one, "%.*f", digits, x);
	snprintf(other, sizeof other, "%.*f", digits, y);
	return strcmp(one, other) == 0;
}
