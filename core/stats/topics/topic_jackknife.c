/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/numeric/logit.h"
#include "core/stats/rmath.h"
#include "core/stats/topics/topic_jackknife.h"

void topic_jackknife_add(struct topic_jackknife *j, double without, double size)
{
	double d = without - j->value;
	j->topics++;
	j->size += size;
	j->sizes += size * size;
	j->squares += d * d;
	j->fourths += d * d * d * d;
}

static double freedom_of(const struct topic_jackknife *j)
{
	const double fewest = 0.1; /* below, the ends are those of the range in any case */
	double unequal = j->fourths - j->squares * j->squares / j->topics;
	double equal_sizes = j->size * j->size / j->sizes - 1;
	double freedom = fmin(j->topics - 1, equal_sizes);
	if (unequal > 0)
		freedom = fmin(freedom, 2 * j->squares * j->squares / unequal);
	return fmax(freedom, fewest);
}

struct judged_alike topic_jackknife_ends(const struct topic_jackknife *j, double least, double most,
					 const struct ends *ends)
{
	const double rounding = 1e-12;
	struct judged_alike x = { .value = j->value, .ends = { NAN, NAN } };
	double range = most - least, place = (j->value - least) / range;
	if (isnan(j->value) || isnan(j->squares) || j->topics < 2) {
		x.one_topic = !isnan(j->value) && isnan(j->squares);
		return x;
	}
	if (!(j->squares > rounding * rounding)) {
		x.method = JUDGED_CONSTANT;
		x.ends = (struct interval){ j->value, j->value };
		return x;
	}
	double freedom = freedom_of(j);
	double error =
		sqrt((j->topics - 1) / j->topics * j->squares) / range / (place * (1 - place));
	x.method = "jackknife";
	x.ends = (struct interval){ least, most };
	if (ends->lower_p > 0)
		x.ends.lower =
			least + range * inverse_logit(logit(place) +
						      error * qt(ends->lower_p, freedom, 1, 0));
	if (ends->upper_p < 1)
		x.ends.upper =
			least + range * inverse_logit(logit(place) +
						      error * qt(ends->upper_p, freedom, 1, 0));
	return x;
}
