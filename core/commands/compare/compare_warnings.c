/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/commands/compare/compare_output.h"
#include "core/output/interval_gaps.h"

/* What the intervals of pairs leave open; one topic alone has a line of its own. */
static void count_gaps(const struct comparison *c, const struct comparison_output *o,
		       struct interval_gaps *g)
{
	const struct comparison_request *q = o->request;
	for (size_t i = 0; i < c->pairs * c->measures; i++) {
		const struct pair *p = &c->pair[i / c->measures];
		const struct over_topics *x = &p->measure[i % c->measures];
		const char *name = c->measure[i % c->measures].title;
		if (!comparison_claims(c, p) || x->effect.count <= 1 ||
		    comparison_is_of_sets(c, &c->measure[i % c->measures]))
			continue;
		for (size_t k = 0; k < q->methods; k++)
			interval_gaps_mean(g, p, name, &x->bounds[k]);
		if (q->intervals != NULL && !isfinite(x->simultaneous.lower))
			interval_gaps_topics(g, p, name, q->intervals->name);
	}
}

/* The means over groups. If a group has one topic, a line of its own says so. */
static void count_macro_gaps(const struct comparison *c, const struct compared_groups *groups,
			     struct interval_gaps *g)
{
	for (size_t i = 0; i < c->pairs * c->measures; i++) {
		const struct macro_difference *x = &groups->macro[i];
		if (isnan(x->bounds.lower) && !isnan(x->difference.se))
			interval_gaps_topics(g, x, c->measure[i % c->measures].title,
					     "within-groups-t");
	}
}

/* The sign test and Wilcoxon's count and rank topics, whatever the means. */
static void warn_of_directions(const struct comparison *c, const struct comparison_output *o,
			       struct warnings *w)
{
	const struct comparison_request *q = o->request;
	for (size_t m = 0; m < c->measures && comparison_about(q) != NULL; m++) {
		const struct pair *first = NULL;
		size_t count = 0;
		for (size_t i = 0; i < c->pairs; i++) {
			const struct over_topics *x = &c->pair[i].measure[m];
			if (!(x->adjusted < q->alpha) ||
			    !comparison_against_mean(&c->measure[m], x))
				continue;
			first = count++ == 0 ? &c->pair[i] : first;
		}
		if (count > 0)
			warnings_add(w,
				     "%s: the %s test favours %s over %s, whose mean is better%s: "
				     "it is about %s, not about means",
				     c->measure[m].title, q->test[0]->called,
				     c->run[first->run[first->measure[m].favours < 0]],
				     c->run[first->run[first->measure[m].favours > 0]],
				     count > 1 ? " (and others likewise)" : "", q->test[0]->about);
	}
}

/* Rankings from a sample: few judged documents decide, or documents that nobody labelled do; or
 * topics have no estimate. */
static void warn_of_few(const struct comparison *c, struct warnings *w)
{
	enum { ENOUGH = 16 };
#define IN_PAIRS "%s: in %zu of %zu pairs of runs "
	static const char *const said[] = {
		IN_PAIRS "few judged documents decide (worth %.1f of equal "
			 "weight or more): intervals are reliable from 16 on",
		IN_PAIRS "no judged document decides: the interval shows what is possible",
		IN_PAIRS "which one is better depends on documents nobody labelled (--outside): "
			 "nothing is claimed",
		IN_PAIRS "at least a tenth of the topics have no estimate, because "
			 "none of their relevant documents was drawn: the mean is over "
			 "the other topics, which differ from these, so no difference is claimed",
	};
	for (size_t m = 0; m < c->measures; m++) {
		size_t count[4] = { 0 };
		double least = ENOUGH;
		bool joint = comparison_is_joint(c, &c->measure[m]);
		for (size_t i = 0; i < c->pairs; i++) {
			const struct over_topics *x = &c->pair[i].measure[m];
			count[0] += x->deciding > 0 && x->deciding < ENOUGH;
			count[1] +=
				joint && x->deciding == 0 && x->interval.lower < x->interval.upper;
			count[2] += x->depends;
			count[3] += x->lacking;
			least = x->deciding > 0 ? fmin(least, x->deciding) : least;
		}
		for (int k = 0; k < 4; k++)
			if (count[k] > 0)
				warnings_add(w, said[k], c->measure[m].title, count[k], c->pairs,
					     least);
	}
}

void comparison_warn(const struct comparison *c, const struct comparison_output *o,
		     bool tests_shown, struct warnings *w)
{
	struct interval_gaps gaps = { 0 };
	size_t alone = 0;
	for (size_t i = 0; i < c->pairs * c->measures; i++)
		alone += comparison_claims(c, &c->pair[i / c->measures]) &&
			 !comparison_is_of_sets(c, &c->measure[i % c->measures]) &&
			 c->pair[i / c->measures].measure[i % c->measures].effect.count == 1;
	count_gaps(c, o, &gaps);
	for (size_t i = 0; o->groups != NULL && i < o->groups->groups.count; i++)
		count_gaps(&o->groups->part[i], o, &gaps);
	if (o->groups != NULL)
		count_macro_gaps(c, o->groups, &gaps);
	if (alone == 0 && o->request->adjust->caution != NULL)
		warnings_add(w, "--adjust=%s: %s", o->request->adjust->name,
			     o->request->adjust->caution);
	if (alone > 0 && tests_shown)
		warnings_add(w, "there is only one topic: tests over topics need two or more");
	interval_gaps_warn(&gaps, "difference", o->runs->level, w);
	warn_of_directions(c, o, w);
	warn_of_few(c, w);
}
