/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/interval/choose.h"
#include "core/stats/interval/one_proportion.h"

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

/* ---- one sample in doubt ---- */

/* Is one simple random sample all that a proportion or a yield has in doubt? Not if a document is
 * left out, nor of the precision of a run that cuts a stratum. */
static bool one_proportion_is_all(const struct divided_stratum *d, size_t count,
				  const struct interval_request *q)
{
	size_t open = 0;
	bool all = q->quantity == QUANTITY_YIELD && !q->retrieved_only;
	if (!(q->quantity & ONE_PROPORTION))
		return false;
	for (size_t i = 0; i < count; i++) {
		if (d[i].size == 0 || !(all || d[i].retrieved || d[i].cut))
			continue;
		bool part = d[i].cut && q->quantity == QUANTITY_PRECISION;
		if (part || d[i].sampled == 0 || (gray_is_left_out(q) && d[i].gray[1] > 0))
			return false;
		open += d[i].sampled < d[i].size;
	}
	return open == 1;
}

/* Strata that were judged as a whole, and the one that was not. */
struct known_part {
	double relevant[2]; /* that are retrieved [1], or not */
	double retrieved;   /* documents of all strata */
	double least, most; /* relevant documents, whatever was not judged is */
	int open;	    /* side of the stratum in doubt */
	size_t strata;	    /* that are in doubt */
	bool plain;	    /* no stratum is cut, unsampled or has documents left out */
};

static struct known_part known_part_of(const struct divided_stratum *d, size_t count,
				       const struct interval_request *q)
{
	struct known_part x = { .plain = true };
	for (size_t i = 0; i < count; i++) {
		int side = d[i].retrieved;
		if (d[i].size == 0)
			continue;
		x.plain = x.plain && !d[i].cut && d[i].sampled > 0 &&
			  !(gray_is_left_out(q) && d[i].gray[1] > 0);
		x.retrieved += side * (double)d[i].size;
		x.least += (double)d[i].relevant[side];
		x.most += (double)(d[i].size - d[i].other[side] - d[i].gray[side]);
		if (d[i].sampled == d[i].size) {
			x.relevant[side] += (double)d[i].relevant[side];
			continue;
		}
		x.open = side;
		x.strata++;
	}
	return x;
}

/* Is one sample all that recall or F has in doubt? */
static bool one_in_doubt(const struct known_part *x, enum quantity quantity)
{
	bool moves = x->relevant[!x->open] > 0 || (quantity == QUANTITY_F && x->open == 1);
	return (quantity == QUANTITY_RECALL || quantity == QUANTITY_F) && x->plain &&
	       x->strata == 1 && moves;
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

struct interval_choice interval_choice(const struct divided_stratum *d, size_t count,
				       const struct interval_request *q)
{
	const struct known_part x = known_part_of(d, count, q);
	unsigned facts = interval_facts_of_ends(&q->ends);
	bool doubt = one_in_doubt(&x, q->quantity);
	if (doubt || one_proportion_is_all(d, count, q))
		facts |= FACT_ONE_SAMPLE;
	struct interval_choice c = { .method = interval_find(interval_choose(OF_SET, facts)),
				     .asked = *q };
	if (q->labels && interval_facts_of_ends(&q->ends) == 0 && !(facts & FACT_ONE_SAMPLE)) {
		bool all = q->quantity == QUANTITY_YIELD && !q->retrieved_only;
		c.strata = collapse(d, count, all, c.one);
		if (one_proportion_is_all(c.one, c.strata, q))
			c.exact = interval_find(interval_choose(OF_SET, FACT_ONE_SAMPLE));
	}
	if (!doubt || facts != FACT_ONE_SAMPLE)
		return c;
	c.asked.quantity = QUANTITY_YIELD;
	c.asked.retrieved_only = c.asked.post_stratified = false;
	c.asked.yields = NULL;
	if (x.open == 0) { /* both fall with what is found in the sample */
		c.asked.ends.lower_p = 1 - q->ends.upper_p;
		c.asked.ends.upper_p = 1 - q->ends.lower_p;
	}
	return c;
}

/* From the limits of all relevant documents. */
static void settle_doubt(const struct divided_stratum *d, size_t count,
			 const struct interval_request *q, struct interval *x)
{
	const struct known_part known = known_part_of(d, count, q);
	double least = fmax(x->lower, known.least), most = fmin(x->upper, known.most);
	x->lower = value_of(&known, q, known.open == 0 ? most : least);
	x->upper = value_of(&known, q, known.open == 0 ? least : most);
}

/* ---- labels ---- */

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
 * random the two widths are the same within 1 % (doc/labels.md). No stratum is cut.
 */
static void widen(const struct interval_choice *c, const struct divided_stratum *d, size_t count,
		  const struct interval_request *q, const struct interval answer[INTERVALS_ASKED],
		  struct interval *out)
{
	bool yield = q->quantity == QUANTITY_YIELD;
	double from = divided_value(c->one, c->strata, q), value = divided_value(d, count, q);
	double least = 0, most = yield ? 0 : 1;
	for (size_t i = 0; i < count && yield; i++) {
		if (q->retrieved_only && !d[i].retrieved)
			continue;
		least += (double)(d[i].relevant[0] + d[i].relevant[1]);
		most += (double)(d[i].size - d[i].other[0] - d[i].other[1]);
	}
	out->lower = moved(out->lower, value, from, answer[1].lower, answer[2].lower, least);
	out->upper = moved(out->upper, value, from, answer[1].upper, answer[2].upper, most);
}

/* ---- the interval ---- */

struct interval_ask interval_ask(const struct interval_choice *c, const struct divided_stratum *d,
				 size_t count, int number)
{
	return number == 0 ? (struct interval_ask){ c->method, d, count }
			   : (struct interval_ask){ number == 1 ? c->exact : c->method, c->one,
						    c->strata };
}

struct interval interval_settle(const struct interval_choice *c, const struct divided_stratum *d,
				size_t count, const struct interval_request *q,
				const struct interval answer[INTERVALS_ASKED])
{
	struct interval x = answer[0];
	if (c->asked.quantity != q->quantity)
		settle_doubt(d, count, q, &x);
	else if (c->exact != NULL)
		widen(c, d, count, q, answer, &x);
	return x;
}

int default_interval(const struct divided_stratum *d, size_t count,
		     const struct interval_request *q, struct interval *out, struct err *e)
{
	const struct interval_choice c = interval_choice(d, count, q);
	struct interval answer[INTERVALS_ASKED];
	for (int i = 0; i < intervals_asked(&c); i++) {
		const struct interval_ask a = interval_ask(&c, d, count, i);
		if (divided_interval(a.method, a.stratum, a.strata, &c.asked, &answer[i], e) < 0)
			return -1;
	}
	*out = interval_settle(&c, d, count, q, answer);
	return 0;
}
