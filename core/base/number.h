/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Checked numbers: the whole text must be the number, or the answer is false.
 *
 * The bytes after `text` must be readable up to one that cannot continue a number (white space,
 * ',' or NUL), which holds for every field of a line and for every C string.
 */
#pragma once

#include "core/base/slice.h"

/* Decimal digits with an optional sign; false on anything else and on overflow. */
bool parse_integer(struct slice text, int64_t *value);

/* The same also if it is written as a real: 1.0, 10., 1e0, 2.50e1. Exact: 0.99999999999999999999 is
 * not 1. */
bool parse_whole(struct slice text, int64_t *value);

/* Everything that strtod() takes, correctly rounded, infinities and NaN included. */
bool parse_real(struct slice text, double *value);

/* The shortest of 15, 16 or 17 digits that reads back as the same number. */
struct real_text {
	char text[32];
};
struct real_text real_text(double value);

/* Whether two numbers are the same when printed with this many digits after the point. */
bool look_alike(double x, double y, int digits);

/*
 * Scores as runs have them, "21.448201": digits and a point among the last eight characters. Every
 * line of a run has one, so it is read without a loop; anything else is left to parse_real(), with
 * the same result.
 */

/* Is each of the eight bytes a decimal digit? */
static inline bool all_digits(uint64_t x)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	return (((x + ones * (0x7f - '9')) | (x - ones * '0') | x) & ones * 0x80) == 0;
}

/* The number that eight digits mean, the first of them in the lowest byte: pairs of digits,
 * pairs of pairs, and both halves. */
static inline uint64_t eight_digits(uint64_t x)
{
	x = (x & UINT64_C(0x0f0f0f0f0f0f0f0f)) * (1 + (10 << 8)) >> 8;
	x = (x & UINT64_C(0x00ff00ff00ff00ff)) * (1 + (100 << 16)) >> 16;
	return (x & UINT64_C(0x0000ffff0000ffff)) * (1 + (UINT64_C(10000) << 32)) >> 32;
}

/*
 * False if the text is anything else. The last eight characters are taken at once, without the
 * point; at most two precede them. Mantissa and power of ten are exact doubles, so that one
 * division rounds correctly.
 */
static inline bool parse_decimal(struct slice text, double *value)
{
	static const double power[] = { 1e7, 1e6, 1e5, 1e4, 1e3, 1e2, 1e1, 1e0 };
	const uint64_t ones = UINT64_C(0x0101010101010101);
	if (text.length < 8 || text.length > 10)
		return false;
	uint64_t x;
	memcpy(&x, text.at + text.length - 8, sizeof x);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	x = __builtin_bswap64(x);
#endif
	/* the lowest bit is that of the first point: no borrow comes from below it */
	uint64_t differs = x ^ ones * '.', points = (differs - ones) & ~differs & ones * 0x80;
	if (points == 0)
		return false;
	unsigned bit = (unsigned)__builtin_ctzll(points) - 7; /* where the point's byte begins */
	uint64_t below = (UINT64_C(1) << bit) - 1;
	x = (x & ~(below << 8 | 0xff)) | (x & below) << 8 | '0';
	unsigned first = 0, digit;
	for (size_t i = 0; i < text.length - 8; i++) {
		digit = (unsigned)(unsigned char)text.at[i] - '0';
		if (digit > 9)
			return false;
		first = first * 10 + digit;
	}
	if (!all_digits(x))
		return false;
	*value = (double)(first * UINT64_C(10000000) + eight_digits(x)) / power[bit / 8];
	return true;
}
