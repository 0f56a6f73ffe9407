/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/near.h"
#include "core/output/rounded.h"

/* In units of the last digit: a bound that is a number of few digits is not exact in binary. */
static const double SLACK = NEAR_LAST_DIGIT;

double round_to(double value, enum rounding how, int digits)
{
	double unit = pow(10, digits), x = value * unit;
	if (how == DOWN)
		return floor(x + SLACK) / unit;
	if (how == UP)
		return (ceil(x - SLACK) + 0.0) / unit; /* + 0.0: ceil() of less than 0 gives -0 */
	/* halves go up, whether they are exact in binary or not */
	return floor(x + fmin(x * NEAR_ROUNDING, SLACK) + 0.5) / unit;
}

/* So that three digits count, and that less than 1 does not read 1. */
static int enough_digits(double share, enum rounding how, int digits)
{
	double size = fabs(share);
	for (int i = 0; i < 6 && digits > 0 && size > 0 && size * pow(10, digits) < 100; i++)
		digits++;
	while (share < 1 && digits < MOST_DIGITS && round_to(share, how, digits) >= 1)
		digits++;
	return digits;
}

/* In units of 1 or of a hundredth; 0 and 1 are exact there. */
static struct rounded in_units(double share, enum rounding how, int digits, int less,
			       const char *unit)
{
	struct rounded out = { "-" };
	if (!isnan(share))
		snprintf(out.text, sizeof out.text, "%.*f%s", digits > less ? digits - less : 0,
			 pow(10, less) * round_to(share, how, digits), unit);
	return out;
}

struct rounded rounded_share(double share, enum rounding how, int digits)
{
	return in_units(share, how, enough_digits(share, how, digits), 0, "");
}

struct rounded rounded_percent(double share, enum rounding how, int digits)
{
	return in_units(share, how,
			share == 0 || share == 1 ? 0 : enough_digits(share, how, digits), 2, " %");
}

struct rounded rounded_count(double value, enum rounding how)
{
	struct rounded out = { "-" };
	char digits[32];
	if (isnan(value))
		return out;
	double x = round_to(value, how, 0);
	snprintf(digits, sizeof digits, "%.0f", fabs(x));
	size_t length = strlen(digits), at = 0;
	if (x < 0)
		out.text[at++] = '-';
	for (size_t i = 0; i < length && at + 2 < sizeof out.text; i++) {
		if (i > 0 && (length - i) % 3 == 0)
			out.text[at++] = ',';
		out.text[at++] = digits[i];
	}
	out.text[at] = '\0';
	return out;
}
