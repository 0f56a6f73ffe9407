/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/interval/choose.h"
#include "core/stats/interval/one_proportion.h"

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

const struct interval_rule interval_rules[] = {
	{ OF_SET, 0, 0, NAMED_SET, "set, one topic", "two", "sample with strata" },
	{ OF_SET, FACT_ONE_SAMPLE, FACT_DRAWS, NAMED_ONE, "", "two", "one random sample" },
	{ OF_SET, FACT_ONE_END, 0, NAMED_BOUND, "", "one", "sample with strata" },
	{ OF_SET, FACT_NO_STRATA, 0, NAMED_WEIGHTED, "", "any", "probabilities only" },
	{ OF_SET, FACT_CLUSTERS, 0, "clusters", "", "any", "--cluster-column" },
	{ OF_SET_MEAN, 0, 0, NAMED_SET_MEAN, "set, mean over topics", "any", "sample" },
	{ OF_SET_MEAN, FACT_CLUSTERS, 0, "clusters", NULL, NULL, NULL },
	{ OF_SET_DIFFERENCE, 0, 0, NAMED_SET_MEAN, "set, difference of two runs", "any",
	  "sample with strata" },
	{ OF_RANKING, 0, 0, "ht-jackknife", "ranking", "any", "sample" },
	/* coverage: doc/coverage.md, "Means over topics" */
	{ OF_MEAN, 0, 0, NAMED_MEAN, "mean over topics", "any", "complete" },
	{ OF_MEAN, FACT_NO_RESAMPLES, 0, "delta", "", "any", "complete, > 10,000" },
	{ OF_MEAN, FACT_NO_LIMIT, 0, "t", "", "any", "complete, unlimited" },
	{ OF_MEAN, FACT_CONSTANT, 0, "constant", "", "any", "complete, all equal" },
	{ OF_DIFFERENCE, 0, 0, "t", "difference of two runs", "any", "complete" },
	{ OF_DIFFERENCE, FACT_CONSTANT, 0, "constant", "", "any", "complete, all equal" },
	{ OF_PAIR_PLAN, 0, 0, NAMED_SET, "plan pair: two runs", "two", "planned" },
	{ .method = NULL },
};

const char *interval_choose(enum interval_of of, unsigned facts)
{
	const char *found = NULL;
	for (const struct interval_rule *r = interval_rules; r->method != NULL; r++)
		if (r->of == of && (r->facts & ~facts) == 0 && (r->none_of & facts) == 0)
			found = r->method;
	return found;
}

unsigned interval_facts_of_ends(const struct ends *ends)
{
	bool one = ends->lower_p <= 0 || ends->upper_p >= 1;
	return (one ? FACT_ONE_END : 0) | (ends->draws > 0 ? FACT_DRAWS : 0);
}

/* Recall or F by the limits of the one sample in doubt. */
static bool by_one_in_doubt(const struct divided_stratum *d, size_t count,
			    const struct default_request *q)
{
	return interval_facts_of_ends(&q->interval.ends) == 0 &&
	       one_in_doubt(d, count, q->interval.quantity);
}

const struct interval_method *default_method(const struct divided_stratum *d, size_t count,
					     const struct default_request *q)
{
	enum quantity of = q->interval.quantity;
	bool one = one_in_doubt(d, count, of) ||
		   one_proportion_is_all(d, count, of, q->retrieved_only);
	return interval_find(interval_choose(OF_SET, interval_facts_of_ends(&q->interval.ends) |
							     (one ? FACT_ONE_SAMPLE : 0)));
}

/* ---- labels ---- */

/* What is retrieved, and what is not, without classes; all in one for a yield of all documents. */
static size_t collapse(const struct divided_stratum *d, size_t count, bool in_one,
		       struct divided_stratum out[2])
{
	struct divided_stratum side[2] = { { .retrieved = false }, { .retrieved = true } };
	for (size_t i = 0; i < count; i++) {
		int s = d[i].retrieved && !in_one;
		side[s].size += d[i].size;
		side[s].sampled += d[i].sampled;
		for (int k = 0; k < 2; k++) {
			int to = in_one ? 0 : k;
			side[s].relevant[to] += d[i].relevant[k];
			side[s].other[to] += d[i].other[k];
			side[s].gray[to] += d[i].gray[k];
		}
	}
	size_t found = 0;
	for (int s = 0; s < 2; s++)
		if (side[s].size > 0)
			out[found++] = side[s];
	return found;
}

/* `end` as far from `value` as the ratio of two distances says; not beyond `most`. */
static double moved(double end, double value, double from, double exact, double plain, double most)
{
	double factor = plain != from ? (exact - from) / (plain - from) : 1;
	double x = value + (end - value) * fmax(factor, 1);
	return end < value ? fmax(x, most) : fmin(x, most);
}

/*
 * The default interval of a proportion whose one sample cheap labels divide into several strata.
 *
 * Without labels such an interval is exact and wider than that of the method for several strata.
 * Labels that say nothing must not narrow it. So each end is moved away from the estimate by the
 * factor by which it is further away, without labels, in the exact interval. With classes drawn at
 * random the two widths are the same within 1 % (doc/labels.md). No stratum is cut. If without
 * labels the quantity is not that of one proportion, `x` stays as it is.
 */
static int exact_widening(const struct interval_method *exact_method,
			  const struct interval_method *m, const struct divided_stratum *d,
			  size_t count, const struct interval_request *q, bool retrieved_only,
			  struct interval *x, struct err *e)
{
	struct divided_stratum one[2];
	bool yield = q->quantity == QUANTITY_YIELD;
	size_t strata = collapse(d, count, yield && !retrieved_only, one);
	if (!one_proportion_is_all(one, strata, q->quantity, retrieved_only) ||
	    one_proportion_is_all(d, count, q->quantity, retrieved_only))
		return 0;
	struct interval exact, plain;
	if (divided_interval(exact_method, one, strata, q, retrieved_only, &exact, e) < 0 ||
	    divided_interval(m, one, strata, q, retrieved_only, &plain, e) < 0)
		return -1;
	double from = divided_value(one, strata, q, retrieved_only);
	double value = divided_value(d, count, q, retrieved_only);
	double least = 0, most = yield ? 0 : 1;
	for (size_t i = 0; i < count && yield; i++) {
		if (retrieved_only && !d[i].retrieved)
			continue;
		least += (double)(d[i].relevant[0] + d[i].relevant[1]);
		most += (double)(d[i].size - d[i].other[0] - d[i].other[1]);
	}
	x->lower = moved(x->lower, value, from, exact.lower, plain.lower, least);
	x->upper = moved(x->upper, value, from, exact.upper, plain.upper, most);
	return 0;
}

/* ---- the interval ---- */

int default_interval(const struct divided_stratum *d, size_t count, const struct default_request *q,
		     struct interval *out, struct err *e)
{
	const struct interval_method *m = default_method(d, count, q);
	if (by_one_in_doubt(d, count, q))
		return one_in_doubt_interval(m, d, count, &q->interval, out, e);
	if (divided_interval(m, d, count, &q->interval, q->retrieved_only, out, e) < 0)
		return -1;
	if (!q->labels || interval_facts_of_ends(&q->interval.ends) != 0)
		return 0;
	const struct interval_method *exact =
		interval_find(interval_choose(OF_SET, FACT_ONE_SAMPLE));
	return exact_widening(exact, m, d, count, &q->interval, q->retrieved_only, out, e);
}
