/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers for a person. Table and sentences round alike: estimates to the nearest number, a lower
 * bound down and an upper bound up, so that no bound claims more than was found.
 */
#include <math.h>

#include "core/base/near.h"
#include "core/commands/validate/validate.h"

enum { MOST_DIGITS = 15 };

/* In units of the last digit: a bound that is a number of few digits is not exact in binary. */
static const double SLACK = NEAR_LAST_DIGIT;

static double round_to(double value, enum rounding how, int digits)
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

struct rounded rounded_figure(const struct validation_figure *f, double value, enum rounding how,
			      int digits)
{
	return f->share ? rounded_share(value, how, digits) : rounded_count(value, how);
}

static double within(const struct validation_figure *f, double bound)
{
	double most = f->share ? 1 : f->most;
	return isnan(bound) ? (f->counted ? f->value : bound) : fmin(fmax(bound, 0), most);
}

const struct validation_figure *validation_find(const struct validation *x, const char *measure)
{
	for (size_t i = 0; i < x->figures; i++)
		if (strcmp(x->figure[i].measure, measure) == 0)
			return &x->figure[i];
	return NULL;
}

struct validation_bounds validation_shown(const struct validation_figure *f, size_t method)
{
	struct validation_bounds x = f->bounds[method];
	x.between.lower = within(f, x.between.lower);
	x.between.upper = within(f, x.between.upper);
	x.at_least = within(f, x.at_least);
	x.at_most = within(f, x.at_most);
	return x;
}

const struct validation_figure *validation_recall(const struct validation *x)
{
	static const char *const recall[] = { END_TO_END, "est_recall", ERECALL };
	const struct validation_figure *f = NULL;
	for (size_t i = 0; f == NULL && i < sizeof recall / sizeof recall[0]; i++)
		f = validation_find(x, recall[i]);
	return f;
}

/* Whether the bound of recall says the same of the target when it is rounded. */
static bool agrees(const struct validate_request *q, const struct validation *x,
		   const struct validation_figure *recall, int digits)
{
	double target = q->question.target;
	for (size_t m = 0; m < x->methods; m++) {
		const struct validation_bounds b = validation_shown(recall, m);
		if (x->verdict[m] == VERDICT_SHOWN &&
		    round_to(b.at_least, DOWN, digits) < near_below(target))
			return false;
		if (x->verdict[m] == VERDICT_MISSED && round_to(b.at_most, UP, digits) >= target)
			return false;
	}
	return true;
}

int validation_digits(const struct validate_request *q, const struct validation *x)
{
	const struct validation_figure *recall = validation_recall(x);
	int digits = q->digits;
	while (!isnan(q->question.target) && digits < MOST_DIGITS && !agrees(q, x, recall, digits))
		digits++;
	return digits;
}
