/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The answer as sentences for a paper: what was compared, how large the difference is, how sure it
 * is, and by which methods.
 */
#include <math.h>

#include "core/commands/compare/comparison_output.h"
#include "core/output/text.h"

/* "95 % interval 0.01 to 0.03", or one bound if only that is wanted. */
static void interval(struct buffer *b, const struct comparison_output *o, const char *how,
		     double level, const struct interval *x, int digits)
{
	if (o->lower && o->upper)
		buffer_print(b, "%g %% interval%s %.*f to %.*f", 100 * level, how, digits, x->lower,
			     digits, x->upper);
	else
		buffer_print(b, "%s %.*f with %g %% confidence%s",
			     o->lower ? "at least" : "at most", digits,
			     o->lower ? x->lower : x->upper, 100 * level, how);
}

static void p_text(struct buffer *b, double p)
{
	buffer_print(b, p < 0.0001 ? "p < 0.0001" : "p = %.4f", p);
}

/* ---- two runs ---- */

static void difference(struct buffer *b, const struct over_topics *x,
		       const struct comparison_output *o)
{
	const struct comparison_request *q = o->request;
	buffer_print(b, "a difference of %.*f (", o->digits, x->effect.mean);
	if (!isnan(x->percent))
		buffer_print(b, "%+.1f %%; ", x->percent);
	if (q->methods > 0) {
		char how[64];
		snprintf(how, sizeof how, " (%s)", q->method[0]->name);
		interval(b, o, how, o->level, &x->bounds[0], o->digits);
		buffer_print(b, "; ");
	}
	buffer_print(b, "Cohen's d_z %.2f", x->effect.cohen_d);
	if (!isnan(x->effect.cohen_d)) {
		buffer_print(b, ", ");
		interval(b, o, "", o->level, &x->effect_bounds, 2);
	}
	buffer_print(b, "). ");
}

static void significance(struct buffer *b, const struct over_topics *x,
			 const struct comparison_request *q)
{
	if (q->tests == 0 || isnan(x->test[0].p))
		return;
	buffer_print(b, "It is %sstatistically significant at the %g level (%s test, two-sided, ",
		     x->test[0].p < q->alpha ? "" : "not ", q->alpha, q->test[0]->name);
	p_text(b, x->test[0].p);
	buffer_print(b, "). ");
}

static void margin(struct buffer *b, const struct comparison *c, const struct over_topics *x,
		   const struct comparison_request *q)
{
	const struct equivalence *v = &x->equivalence;
	const char *a = c->run[c->pair[0].run[0]];
	if (!(q->margin > 0) || isnan(v->p_equivalent))
		return;
	buffer_print(b, "That they differ by less than %g was %sshown (two one-sided t tests, ",
		     q->margin, v->p_equivalent < q->alpha ? "" : "not ");
	p_text(b, v->p_equivalent);
	buffer_print(b, "); that %s is not worse by %g was %sshown (one-sided t test, ", a,
		     q->margin, v->p_noninferior < q->alpha ? "" : "not ");
	p_text(b, v->p_noninferior);
	buffer_print(b, "). ");
}

static void about_two(struct buffer *b, const struct comparison *c, size_t measure,
		      const struct comparison_output *o)
{
	const struct pair *p = &c->pair[0];
	const struct over_topics *x = &p->measure[measure];
	buffer_print(b, "Over %zu topics the mean %s is %.*f for %s and %.*f for %s, ",
		     x->effect.count, c->measure[measure].name, o->digits, x->mean[0],
		     c->run[p->run[0]], o->digits, x->mean[1], c->run[p->run[1]]);
	difference(b, x, o);
	significance(b, x, o->request);
	margin(b, c, x, o->request);
}

/* ---- more ---- */

static const double ALPHA = 0.05; /* as in the table */

static void how_tested(struct buffer *b, const struct comparison *c,
		       const struct comparison_request *q)
{
	if (q->adjust->together != NULL)
		buffer_print(b, " (%s, for %zu comparisons, p below %g)", q->adjust->title,
			     c->pairs, ALPHA);
	else
		buffer_print(
			b, " (%s test, two-sided, p adjusted for %zu comparisons by %s, below %g)",
			q->test[0]->name, c->pairs, q->adjust->name, ALPHA);
}

static void about_baselines(struct buffer *b, const struct comparison *c, size_t measure,
			    const struct comparison_request *q)
{
	for (size_t run = 0; run < c->runs; run++) {
		size_t better = 0, worse = 0;
		for (size_t i = 0; i < c->pairs; i++) {
			const struct over_topics *x = &c->pair[i].measure[measure];
			bool clear = c->pair[i].run[1] == run && x->adjusted < ALPHA;
			bool good = comparison_is_better(&c->measure[measure], x->effect.mean, 0);
			better += clear && good;
			worse += clear && !good;
		}
		if (!c->is_baseline[run])
			continue;
		buffer_print(b,
			     "Of %zu runs, %zu %s a significantly better mean %s than the "
			     "baseline %s, and %zu %s a significantly worse one",
			     c->runs - c->baselines, better, better == 1 ? "has" : "have",
			     c->measure[measure].name, c->run[run], worse,
			     worse == 1 ? "has" : "have");
		how_tested(b, c, q);
		buffer_print(b, ". ");
	}
}

static size_t best_run(const struct comparison *c, size_t measure)
{
	const struct compared_measure *m = &c->measure[measure];
	size_t best = 0;
	for (size_t i = 1; i < c->runs; i++)
		if (comparison_is_better(m, comparison_mean(m, i), comparison_mean(m, best)))
			best = i;
	return best;
}

static void about_all(struct buffer *b, const struct comparison *c, size_t measure,
		      const struct comparison_output *o)
{
	size_t clear = 0, rivals = 0, best = best_run(c, measure);
	for (size_t i = 0; i < c->pairs; i++) {
		const struct pair *p = &c->pair[i];
		bool differ = p->measure[measure].adjusted < ALPHA;
		clear += differ;
		rivals += !differ && (p->run[0] == best || p->run[1] == best);
	}
	buffer_print(b, "Of the %zu pairs of %zu runs, %zu differ%s significantly in mean %s",
		     c->pairs, c->runs, clear, clear == 1 ? "s" : "", c->measure[measure].name);
	how_tested(b, c, o->request);
	buffer_print(b, ". The best mean is that of %s (%.*f); ", c->run[best], o->digits,
		     comparison_mean(&c->measure[measure], best));
	if (rivals == 0)
		buffer_print(b, "all others are significantly worse. ");
	else
		buffer_print(b, "of the others, %zu %s not found to differ significantly from it. ",
			     rivals, rivals == 1 ? "was" : "were");
}

void comparison_report(struct buffer *b, const struct comparison *c,
		       const struct comparison_output *o)
{
	struct buffer text = { 0 };
	for (size_t m = 0; m < c->measures; m++) {
		if (c->runs == 2 && c->pair[0].measure[m].effect.count > 1)
			about_two(&text, c, m, o);
		else if (c->runs > 2 && o->request->tests > 0 && c->baselines > 0)
			about_baselines(&text, c, m, o->request);
		else if (c->runs > 2 && o->request->tests > 0)
			about_all(&text, c, m, o);
	}
	if (text.length > 0 && !text.failed) {
		buffer_print(b, "\nFor the report:\n");
		text_wrapped(b, text.text, 0, 80);
	}
	b->failed = b->failed || text.failed;
	buffer_release(&text);
}
