/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/number.h"
#include "readers/moment.h"

/* Takes digits off the front, which must be so many. */
static bool take_digits(struct slice *text, size_t count, int *out)
{
	*out = 0;
	for (size_t i = 0; i < count; i++) {
		if (i >= text->length || text->at[i] < '0' || text->at[i] > '9')
			return false;
		*out = 10 * *out + (text->at[i] - '0');
	}
	*text = (struct slice){ text->at + count, text->length - count };
	return true;
}

static bool take_one_of(struct slice *text, const char *characters)
{
	if (text->length == 0 || text->at[0] == '\0' || strchr(characters, text->at[0]) == NULL)
		return false;
	*text = (struct slice){ text->at + 1, text->length - 1 };
	return true;
}

static int days_in(int year, int month)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
	return days[month - 1] + (month == 2 && leap);
}

static double days_before(int year, int month, int day)
{
	double days = 365.0 * (year - 1970) + day - 1;
	for (int y = 1970; y < year; y++)
		days += days_in(y, 2) - 28;
	for (int m = 1; m < month; m++)
		days += days_in(year, m);
	return days;
}

bool parse_moment(struct slice text, double *seconds)
{
	int year, month, day, hour, minute, second;
	double part = 0;
	if (parse_real(text, seconds))
		return isfinite(*seconds);
	if (!take_digits(&text, 4, &year) || !take_one_of(&text, "-") ||
	    !take_digits(&text, 2, &month) || !take_one_of(&text, "-") ||
	    !take_digits(&text, 2, &day) || !take_one_of(&text, " T") ||
	    !take_digits(&text, 2, &hour) || !take_one_of(&text, ":") ||
	    !take_digits(&text, 2, &minute) || !take_one_of(&text, ":") ||
	    !take_digits(&text, 2, &second))
		return false;
	if (text.length > 0 && (text.at[0] != '.' || !parse_real(text, &part)))
		return false;
	if (year < 1970 || month < 1 || month > 12 || day < 1 || day > days_in(year, month) ||
	    hour > 23 || minute > 59 || second > 60)
		return false;
	*seconds =
		86400 * days_before(year, month, day) + 3600 * hour + 60 * minute + second + part;
	return true;
}
