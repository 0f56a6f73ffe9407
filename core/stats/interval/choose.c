/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/interval/choose.h"

const struct interval_rule interval_rules[] = {
	{ OF_SET, 0, 0, NAMED_SET, "set, one topic", "two", "sample with strata", 0 },
	{ OF_SET, FACT_ONE_SAMPLE, FACT_DRAWS, NAMED_ONE, "", "two", "one random sample", 0 },
	{ OF_SET, FACT_ONE_DOUBT, FACT_DRAWS, NAMED_ONE, "", "two", "one sample in doubt",
	  ASKED_FOR_YIELD },
	{ OF_SET, FACT_LABELS, FACT_DRAWS, NAMED_SET, "", "two", "one sample, labels",
	  ASKED_WITHOUT_LABELS },
	{ OF_SET, FACT_ONE_END, 0, NAMED_BOUND, "", "one", "sample with strata", 0 },
	{ OF_SET, FACT_NO_STRATA, 0, NAMED_WEIGHTED, "", "any", "probabilities only", 0 },
	{ OF_SET, FACT_CLUSTERS, 0, "clusters", "", "any", "--cluster-column", 0 },
	{ OF_SET_MEAN, 0, 0, NAMED_SET_MEAN, "set, mean over topics", "any", "sample", 0 },
	{ OF_SET_MEAN, FACT_CLUSTERS, 0, "clusters", "", "any", "--cluster-column", 0 },
	{ OF_SET_DIFFERENCE, 0, 0, NAMED_SET_MEAN, "set, difference of two runs", "any",
	  "sample with strata", 0 },
	{ OF_RANKING, 0, 0, "ht-jackknife", "ranking", "any", "sample", 0 },
	/* coverage: doc/coverage.md, "Means over topics" */
	{ OF_MEAN, 0, 0, NAMED_MEAN, "mean over topics", "any", "complete", 0 },
	{ OF_MEAN, FACT_NO_RESAMPLES, 0, "delta", "", "any", "complete, > 2,000", 0 },
	{ OF_MEAN, FACT_NO_LIMIT, 0, "t", "", "any", "complete, unlimited", 0 },
	{ OF_MEAN, FACT_CONSTANT, 0, "constant", "", "any", "complete, all equal", 0 },
	{ OF_DIFFERENCE, 0, 0, "t", "difference of two runs", "any", "complete", 0 },
	{ OF_DIFFERENCE, FACT_CONSTANT, 0, "constant", "", "any", "complete, all equal", 0 },
	{ OF_DIFFERENCE, FACT_BINARY, 0, "tango", "", "any", "complete, all 0 or 1", 0 },
	{ OF_PAIR_PLAN, 0, 0, NAMED_SET, "plan pair: two runs", "two", "planned", 0 },
	{ .method = NULL },
};

const struct interval_rule *interval_choose(struct sample_facts f)
{
	const struct interval_rule *found = NULL;
	for (const struct interval_rule *r = interval_rules; r->method != NULL; r++)
		if (r->of == f.of && (r->facts & ~f.is) == 0 && (r->none_of & f.is) == 0)
			found = r;
	return found;
}

/* ---- one sample in doubt ---- */

/* Of `all` relevant documents. */
static double value_of(const struct known_part *x, const struct interval_request *q, double all)
{
	double found = x->open == 1 ? all - x->relevant[0] : x->relevant[1];
	double weight = q->beta * q->beta;
	return q->quantity == QUANTITY_RECALL
		       ? found / all
		       : (1 + weight) * found / (weight * all + x->retrieved);
}

/* From the limits of all relevant documents. */
static int by_yield(const struct interval_method *m, const struct sample_facts *f,
		    struct interval *out, struct err *e)
{
	const struct interval_request *q = f->from.asked;
	const struct known_part *x = &f->part;
	struct interval_request asked = *q;
	asked.quantity = QUANTITY_YIELD;
	asked.retrieved_only = asked.post_stratified = false;
	asked.yields = NULL;
	if (x->open == 0) { /* both fall with what is found in the sample */
		asked.ends.lower_p = 1 - q->ends.upper_p;
		asked.ends.upper_p = 1 - q->ends.lower_p;
	}
	if (divided_interval(m, f->from.stratum, f->from.strata, &asked, out, e) < 0)
		return -1;
	double least = fmax(out->lower, x->least), most = fmin(out->upper, x->most);
	out->lower = value_of(x, q, x->open == 0 ? most : least);
	out->upper = value_of(x, q, x->open == 0 ? least : most);
	return 0;
}

/* ---- labels ---- */

/* `end` as far from `value` as the ratio of two distances says; not beyond `most`. */
static double moved(double end, double value, double from, double exact, double plain, double most)
{
	double factor = plain != from ? (exact - from) / (plain - from) : 1;
	double x = value + (end - value) * fmax(factor, 1);
	return end < value ? fmax(x, most) : fmin(x, most);
}

void widen_for_labels(const struct sample_facts *f, const struct interval *exact,
		      const struct interval *plain, struct interval *x)
{
	const struct divided_stratum *d = f->from.stratum;
	const struct interval_request *q = f->from.asked;
	bool yield = q->quantity == QUANTITY_YIELD;
	double from = divided_value(f->side, f->sides, q);
	double value = divided_value(d, f->from.strata, q);
	double least = 0, most = yield ? 0 : 1;
	for (size_t i = 0; i < f->from.strata && yield; i++) {
		if (q->retrieved_only && !d[i].retrieved)
			continue;
		least += (double)(d[i].relevant[0] + d[i].relevant[1]);
		most += (double)(d[i].size - d[i].other[0] - d[i].other[1]);
	}
	x->lower = moved(x->lower, value, from, exact->lower, plain->lower, least);
	x->upper = moved(x->upper, value, from, exact->upper, plain->upper, most);
}

/* One proportion is all without labels, and its rule asks the method directly. */
static int without_labels(const struct interval_method *m, const struct sample_facts *f,
			  struct interval *out, struct err *e)
{
	const struct interval_request *q = f->from.asked;
	const struct sample_facts one = strata_facts(f->side, f->sides, q);
	struct interval exact, plain;
	if (divided_interval(m, f->from.stratum, f->from.strata, q, out, e) < 0 ||
	    divided_interval(interval_find(interval_choose(one)->method), f->side, f->sides, q,
			     &exact, e) < 0 ||
	    divided_interval(m, f->side, f->sides, q, &plain, e) < 0)
		return -1;
	widen_for_labels(f, &exact, &plain, out);
	return 0;
}

/* ---- the interval ---- */

struct interval_request one_sided(const struct interval_request *two, struct interval x, bool lower)
{
	struct interval_request one = *two;
	double rest = 2 * two->ends.lower_p;
	one.ends.lower_p = lower ? rest : 0;
	one.ends.upper_p = lower ? 1 : 1 - rest;
	one.than = lower ? x.lower : x.upper;
	one.if_further = !isnan(one.than);
	one.by_rule = false;
	return one;
}

int chosen_interval(const struct interval_rule *r, const struct sample_facts *f,
		    struct interval *out, struct err *e)
{
	struct interval_request asked;
	struct sample_facts now = *f;
	struct interval bound;
	double widest = f->from.asked->widest;
	bool move = r->ends != NULL && !(f->is & FACT_ONE_END);
	for (int i = 0; i == 0 || (i < 3 && move);
	     i++) { /* the interval, then its bounds above and below */
		const struct interval_rule *rule = i == 0 ? r : interval_choose(now);
		const struct interval_method *m = interval_find(rule->method);
		struct interval *to = i == 0 ? out : &bound;
		int status = rule->how == ASKED_FOR_YIELD ? by_yield(m, &now, to, e)
			     : rule->how == ASKED_WITHOUT_LABELS
				     ? without_labels(m, &now, to, e)
				     : divided_interval(m, now.from.stratum, now.from.strata,
							now.from.asked, to, e);
		if (status < 0)
			return -1;
		if (i == 0)
			move = move && !(widest > 0 && out->upper - out->lower > widest);
		else
			interval_move_out(out, i == 2 ? bound.lower : NAN,
					  i == 2 ? NAN : bound.upper);
		asked = one_sided(f->from.asked, *out, i == 1);
		now = strata_facts(f->from.stratum, f->from.strata, &asked);
	}
	return 0;
}
