/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many more documents? The smallest further random sample of the null set that shows the target
 * with probability .8, if the relevant share of what was not drawn yet is that of what was. If
 * nothing relevant was drawn, that is not taken as the truth, but the share with which nothing is
 * drawn as often as not, 1 - .5^(1/n).
 *
 * The target is shown if at most c of n documents in all are relevant. For each c there is
 * a smallest n(c), as the bound rises with n if what was found stays the same. A further sample of
 * m = n(c) - n documents shows the target if it has at most c - r relevant ones, which is a
 * hypergeometric probability; no other size with the same c has a higher one. So the answer is the
 * first c whose probability is enough.
 */
#include <math.h>
#include <stdlib.h>

#include "core/commands/validate/validate.h"
#include "core/stats/rmath.h"

static const double WANTED = 0.8, MANY = 1000;

/* The sample of the null set grows, all else stays. */
struct growth {
	const struct validation_question *question;
	struct validation_design design;
	struct divided_stratum *null; /* in the design */
	int64_t sampled, relevant;    /* so far */
	double expected;	      /* relevant documents among those not drawn yet */
	const char *method;
};

/* 1: the target is shown by n documents in all, c of them relevant; 0: it is not. */
static int is_shown(struct growth *g, int64_t n, int64_t c, struct err *e)
{
	double bound;
	g->null->sampled = n;
	g->null->relevant[0] = c;
	g->null->other[0] = n - c;
	if (validation_recall_bound(g->question, &g->design, g->method, &bound, e) < 0)
		return -1;
	return bound >= g->question->target;
}

/* n(c), or one more than there are documents; -1: `e` is filled. */
static int64_t smallest_with(struct growth *g, int64_t c, struct err *e)
{
	int64_t low = g->sampled + (c - g->relevant), high = g->null->size + 1;
	while (low < high) {
		int64_t n = low + (high - low) / 2;
		int shown = is_shown(g, n, c, e);
		if (shown < 0)
			return -1;
		*(shown ? &high : &low) = shown ? n : n + 1;
	}
	return low;
}

/* What is drawn further if c may be relevant in all; 1: it is enough, and `out` is filled. */
static int try_limit(struct growth *g, int64_t c, struct further_sample *out, struct err *e)
{
	int64_t n = smallest_with(g, c, e);
	if (n < 0)
		return -1;
	double left = (double)(g->null->size - g->sampled), bad = round(g->expected);
	struct further_sample x = { .size = n - g->sampled, .relevant = c - g->relevant };
	x.probability = phyper((double)x.relevant, bad, left - bad, (double)x.size, 1, 0);
	if (n > g->null->size || x.size == 0 || x.probability < WANTED)
		return 0;
	*out = x;
	return 1;
}

/*
 * The probability rises with c, except for what comes of whole numbers: growing steps find one that
 * is enough, and then the first one is searched for between. With many documents there is no
 * search if the target would not be shown though all were drawn, a tenth fewer of them relevant.
 */
static int find_limit(struct growth *g, struct further_sample *out, struct err *e)
{
	int64_t low = g->relevant - 1, high = g->relevant, step = 1;
	int64_t last = g->relevant + (int64_t)ceil(g->expected);
	int64_t fewer = g->relevant + (int64_t)(0.9 * g->expected);
	int enough = g->expected > MANY ? is_shown(g, g->null->size, fewer, e) : 1;
	if (enough <= 0)
		return enough;
	for (; (enough = try_limit(g, high, out, e)) == 0; step *= 2) {
		if (high >= last)
			return 0; /* not even by all documents */
		low = high;
		high = high + step < last ? high + step : last;
	}
	while (enough >= 0 && high - low > 1) {
		int64_t middle = low + (high - low) / 2;
		enough = try_limit(g, middle, out, e);
		*(enough > 0 ? &high : &low) = middle;
	}
	/* by whole numbers an earlier one may be enough, too */
	for (int64_t c = high - 2; enough >= 0 && c >= g->relevant && c >= high - 4; c--)
		enough = try_limit(g, c, out, e);
	return enough < 0 ? -1 : 0;
}

/* The stratum of the null set, which must be one sample; NULL: there is no such. */
static struct divided_stratum *null_sample(const struct validation_counts *c,
					   struct validation_design *d)
{
	bool one = c->null.count == 1 && c->control.text == NULL;
	for (size_t i = 0; one && i < d->strata; i++) {
		struct divided_stratum *s = &d->stratum[i];
		if (!s->retrieved && !s->cut && s->size == c->null.item[0].size)
			return s->sampled < s->size ? s : NULL;
	}
	return NULL;
}

static int grow(struct growth *g, const struct validation_question *q, struct validation *x,
		struct err *e)
{
	g->question = q;
	/* a larger sample needs a larger second review, too */
	if (second_review_is_given(&q->counts) || x->whole.strata > 0 || q->drawn.document != NULL)
		return 0;
	g->design = x->end_to_end.strata > 0 ? x->end_to_end : x->design;
	g->null = null_sample(&q->counts, &g->design);
	if (g->null == NULL)
		return 0;
	g->sampled = g->null->sampled;
	g->relevant = g->null->relevant[0];
	double share = g->relevant > 0 ? (double)g->relevant / (double)g->sampled
				       : 1 - pow(0.5, 1 / (double)g->sampled);
	g->expected = (double)(g->null->size - g->sampled) * share;
	for (size_t m = 0; m < x->methods; m++) {
		if (x->verdict[m] != VERDICT_NOT_SHOWN)
			continue;
		g->method = x->method[m].one_sided;
		if (find_limit(g, &x->more[m], e) < 0)
			return -1;
		x->more[m].known = true;
	}
	return 0;
}

int validation_more(const struct validation_question *q, struct validation *x, struct err *e)
{
	struct growth *g = calloc(1, sizeof *g);
	int result = g == NULL ? err_memory(e) : grow(g, q, x, e);
	free(g);
	return result;
}
