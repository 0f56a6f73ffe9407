/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Figures as a person reads them.
 */
#include <math.h>

#include "core/base/near.h"
#include "core/commands/validate/validate.h"

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
