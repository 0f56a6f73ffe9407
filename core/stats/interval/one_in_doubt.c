/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/interval/cut_strata.h"
#include "core/stats/interval/one_in_doubt.h"

/* Strata that were judged as a whole, and the one that was not. */
struct known_part {
	double relevant[2]; /* that are retrieved [1], or not */
	double retrieved;   /* documents of all strata */
	double least, most; /* relevant documents, whatever was not judged is */
	int open;	    /* side of the stratum in doubt */
	size_t strata;	    /* that are in doubt */
	bool plain;	    /* no stratum is cut, unsampled or has gray documents */
};

static struct known_part known_part_of(const struct divided_stratum *d, size_t count)
{
	struct known_part x = { .plain = true };
	for (size_t i = 0; i < count; i++) {
		int side = d[i].retrieved;
		if (d[i].size == 0)
			continue;
		x.plain = x.plain && !d[i].cut && d[i].sampled > 0 &&
			  d[i].gray[0] + d[i].gray[1] == 0;
		x.retrieved += side * (double)d[i].size;
		x.least += (double)d[i].relevant[side];
		x.most += (double)(d[i].size - d[i].other[side]);
		if (d[i].sampled == d[i].size) {
			x.relevant[side] += (double)d[i].relevant[side];
			continue;
		}
		x.open = side;
		x.strata++;
	}
	return x;
}

bool one_in_doubt(const struct divided_stratum *d, size_t count, enum quantity quantity)
{
	const struct known_part x = known_part_of(d, count);
	bool moves = x.relevant[!x.open] > 0 || (quantity == QUANTITY_F && x.open == 1);
	return (quantity == QUANTITY_RECALL || quantity == QUANTITY_F) && x.plain &&
	       x.strata == 1 && moves;
}

/* Of `all` relevant documents. */
static double value_of(const struct known_part *x, const struct interval_request *q, double all)
{
	double found = x->open == 1 ? all - x->relevant[0] : x->relevant[1];
	double weight = q->beta * q->beta;
	return q->quantity == QUANTITY_RECALL
		       ? found / all
		       : (1 + weight) * found / (weight * all + x->retrieved);
}

int one_in_doubt_interval(const struct interval_method *m, const struct divided_stratum *d,
			  size_t count, const struct interval_request *q, struct interval *out,
			  struct err *e)
{
	const struct known_part x = known_part_of(d, count);
	struct interval_request yield = *q;
	struct interval all;
	yield.quantity = QUANTITY_YIELD;
	yield.post_stratified = false;
	yield.yields = NULL;
	bool falls = x.open == 0; /* with what is found in the sample */
	if (falls) {
		yield.ends.lower_p = 1 - q->ends.upper_p;
		yield.ends.upper_p = 1 - q->ends.lower_p;
	}
	if (divided_interval(m, d, count, &yield, false, &all, e) < 0)
		return -1;
	/* of ends that are not asked for */
	all.lower = fmax(all.lower, x.least);
	all.upper = fmin(all.upper, x.most);
	out->lower = value_of(&x, q, falls ? all.upper : all.lower);
	out->upper = value_of(&x, q, falls ? all.lower : all.upper);
	return 0;
}
