/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/base/near.h"
#include "core/stats/topics/correlation.h"

static bool all_finite(const double *x, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!isfinite(x[i]))
			return false;
	return true;
}

static bool usable(const double *x, const double *y, size_t count)
{
	return count > 0 && all_finite(x, count) && all_finite(y, count);
}

static double largest(const double *x, size_t count)
{
	double most = 0;
	for (size_t i = 0; i < count; i++)
		most = fmax(most, fabs(x[i]));
	return most;
}

/* Squares of errors in units of the largest one neither overflow nor vanish. */
double rms_error(const double *actual, const double *estimate, size_t count)
{
	if (!usable(actual, estimate, count))
		return NAN;
	double unit = 0, sum = 0;
	for (size_t i = 0; i < count; i++)
		unit = fmax(unit, fabs(estimate[i] - actual[i]));
	if (unit == 0 || isinf(unit))
		return unit;
	for (size_t i = 0; i < count; i++) {
		double error = (estimate[i] - actual[i]) / unit;
		sum += error * error;
	}
	return unit * sqrt(sum / (double)count);
}

double mean_error(const double *actual, const double *estimate, size_t count)
{
	if (!usable(actual, estimate, count))
		return NAN;
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += (estimate[i] - actual[i]) / (double)count;
	return sum;
}

double tie_tolerance(const double *x, size_t count)
{
	return NEAR_ROUNDING * largest(x, count);
}

/* Whether all values are tied. */
static bool is_constant(const double *x, size_t count)
{
	double least = x[0], most = x[0];
	for (size_t i = 1; i < count; i++) {
		least = fmin(least, x[i]);
		most = fmax(most, x[i]);
	}
	return most - least <= tie_tolerance(x, count);
}

/* In units of the largest value. */
static double mean_of(const double *x, size_t count, double unit)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += x[i] / unit;
	return sum / (double)count;
}

double linear_correlation(const double *x, const double *y, size_t count)
{
	if (count < 2 || !usable(x, y, count))
		return NAN;
	if (is_constant(x, count) || is_constant(y, count))
		return NAN;
	double x_unit = largest(x, count), y_unit = largest(y, count);
	double x_mean = mean_of(x, count, x_unit), y_mean = mean_of(y, count, y_unit);
	double xx = 0, yy = 0, xy = 0;
	for (size_t i = 0; i < count; i++) {
		double a = x[i] / x_unit - x_mean, b = y[i] / y_unit - y_mean;
		xx += a * a;
		yy += b * b;
		xy += a * b;
	}
	double r = xy / sqrt(xx * yy);
	return fmax(-1, fmin(1, r)); /* rounding can leave this range */
}

/* -1, 0 or 1. */
static int order_of(double a, double b, double tolerance)
{
	double difference = a - b;
	return (difference > tolerance) - (difference < -tolerance);
}

struct pair_orders pair_orders(const double *x, const double *y, size_t count)
{
	struct pair_orders o = { 0 };
	double x_tolerance = tie_tolerance(x, count);
	double y_tolerance = tie_tolerance(y, count);
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < i; j++) {
			int a = order_of(x[i], x[j], x_tolerance);
			int b = order_of(y[i], y[j], y_tolerance);
			o.agree += a * b;
			o.x_untied += a != 0;
			o.y_untied += b != 0;
			o.pairs++;
		}
	return o;
}

double kendall_tau_b(const struct pair_orders *o)
{
	if (o->x_untied == 0 || o->y_untied == 0)
		return NAN;
	return (double)o->agree / sqrt((double)o->x_untied * (double)o->y_untied);
}

double kendall_tau(const double *x, const double *y, size_t count)
{
	if (count < 2 || !usable(x, y, count))
		return NAN;
	const struct pair_orders o = pair_orders(x, y, count);
	return kendall_tau_b(&o);
}
