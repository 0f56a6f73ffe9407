/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What another order of documents with equal scores would change in a comparison: whether a pair is
 * said to differ, and which of its runs has the better mean.
 *
 * Of a pair, the ties of one run are put in their best order and those of the other in their worst,
 * topic by topic, and the other way round; all other pairs stay as they are.
 */
#include <math.h>

#include "core/base/buffer.h"
#include "core/base/number.h"
#include "core/engine/compare/run_comparison.h"
#include "core/engine/evaluate/traps.h"

/* ---- tables ---- */

/* Where a measure stands in the rows of struct other_orders; SIZE_MAX: nowhere. */
static size_t place_of(const struct compared_measure *m, const struct request_list *asked)
{
	size_t at = 0;
	for (const struct request *q = NULL; (q = traps_next(asked, q)) != NULL;)
		for (size_t v = 0; v < q->values; v++, at++)
			if (q->column[v].name == m->name)
				return at;
	return SIZE_MAX;
}

/* `place` of each topic in the tables, by its number in the judgments. */
static int fill_tied_scores(struct compared_measure *m, const struct run_scores *s, size_t at,
			    const size_t *place, struct err *e)
{
	if (score_table_copy(&m->worst, &m->table, e) < 0 ||
	    score_table_copy(&m->best, &m->table, e) < 0)
		return -1;
	for (size_t i = 0; i < s->runs; i++)
		for (const struct other_orders *o = s->evaluation[i].traps.other; o != NULL;
		     o = o->next) {
			m->worst.value[i * m->table.topics + place[o->topic]] = o->least[at];
			m->best.value[i * m->table.topics + place[o->topic]] = o->most[at];
		}
	return 0;
}

int compared_ties_tables(struct comparison *c, const struct run_scores *s, struct err *e)
{
	const struct judgments *j = s->evaluation[0].judgments;
	bool any = false;
	for (size_t i = 0; i < s->runs; i++)
		any = any || s->evaluation[i].traps.other != NULL;
	if (!any)
		return 0;
	size_t *place = calloc(j->topics + 1, sizeof *place);
	int result = place == NULL ? err_memory(e) : 0;
	for (size_t k = 0; result == 0 && k < j->topics; k++)
		place[j->sorted[k]] = k;
	for (size_t m = 0; result == 0 && m < c->measures; m++) {
		size_t at = place_of(&c->measure[m], s->evaluation[0].asked);
		if (at != SIZE_MAX)
			result = fill_tied_scores(&c->measure[m], s, at, place, e);
	}
	free(place);
	return result;
}

/* ---- pairs ---- */

/* What is said of pairs that would be another answer: the first ones, and how many. */
struct changed_pairs {
	struct buffer text;
	size_t count;
};

enum { PAIRS_NAMED = 3 };

static bool begin_pair(struct changed_pairs *x, const struct comparison *c, const struct pair *p)
{
	if (x->count++ >= PAIRS_NAMED)
		return false;
	buffer_print(&x->text, "%s%s and %s", x->count > 1 ? ", " : "", c->run[p->run[0]],
		     c->run[p->run[1]]);
	return true;
}

/* A p-value is never printed as 0. */
static struct shown p_text(double p)
{
	struct shown s;
	snprintf(s.text, sizeof s.text, p < 0.0001 ? "< 0.0001" : "%.4f", p);
	return s;
}

/* Which of two runs comes first, if that is to be seen. */
static int order_of(const struct over_topics *x, int digits)
{
	return look_alike(x->mean[0], x->mean[1], digits) ? 0 : x->difference > 0 ? 1 : -1;
}

/* What a pair would be if the ties of its runs stood in other orders. */
struct tied_pair {
	const struct comparison *c;
	size_t measure, pair;
	int digits;
	struct changed_pairs *significant, *order;
};

/* Whether a row of the tables is not the same in all orders. */
static bool is_tied(const struct compared_measure *m, size_t run)
{
	size_t topics = m->table.topics;
	return memcmp(m->worst.value + run * topics, m->best.value + run * topics,
		      topics * sizeof *m->table.value) != 0;
}

/* `done`: that the pair would be another answer was noted, of its difference and of its order. */
static int try_orders(const struct tied_pair *x, bool first_best, bool *done, struct err *e)
{
	const struct compared_measure *m = &x->c->measure[x->measure];
	const struct pair *p = &x->c->pair[x->pair];
	const struct over_topics *now = &p->measure[x->measure];
	size_t topics = m->table.topics;
	const struct score_table *of[2] = { first_best ? &m->best : &m->worst,
					    first_best ? &m->worst : &m->best };
	const double *score[2] = { of[0]->value + p->run[0] * topics,
				   of[1]->value + p->run[1] * topics };
	struct over_topics then = { 0 };
	/* pairs are said to differ at this level: of two runs alone it is that of the interval */
	double alpha = x->c->runs == 2 ? x->c->request->alpha : ALPHA;
	if (comparison_pair_with(x->c, x->measure, x->pair, score, alpha, &then, e) < 0)
		return -1;
	bool differ = now->adjusted < alpha, would = then.adjusted < alpha;
	if (!done[0] && x->c->request->tests > 0 && differ != would && !isnan(then.adjusted)) {
		done[0] = true;
		if (begin_pair(x->significant, x->c, p))
			buffer_print(&x->significant->text, " (p_adj %s, then %s)",
				     p_text(now->adjusted).text, p_text(then.adjusted).text);
	}
	if (!done[1] && !m->no_best && order_of(now, x->digits) * order_of(&then, x->digits) < 0) {
		done[1] = true;
		if (begin_pair(x->order, x->c, p))
			buffer_print(&x->order->text, " (%.*f and %.*f, then %.*f and %.*f)",
				     x->digits, now->mean[0], x->digits, now->mean[1], x->digits,
				     then.mean[0], x->digits, then.mean[1]);
	}
	return 0;
}

static void say(struct changed_pairs *x, const char *measure, const char *what, struct warnings *w)
{
	char more[64] = "";
	if (x->count > PAIRS_NAMED)
		snprintf(more, sizeof more, ", and %zu other pair%s", x->count - PAIRS_NAMED,
			 x->count == PAIRS_NAMED + 1 ? "" : "s");
	w->failed = w->failed || x->text.failed;
	if (x->count > 0 && !x->text.failed)
		warnings_add(w,
			     "%s: tied scores: another order of ties would change %s: %s%s "
			     "(--score-ties chooses an order)",
			     measure, what, x->text.text, more);
	buffer_release(&x->text);
}

static int warn_of_measure(const struct comparison *c, size_t measure, int digits,
			   struct warnings *w, struct err *e)
{
	const struct compared_measure *m = &c->measure[measure];
	struct changed_pairs significant = { 0 }, order = { 0 };
	int result = 0;
	for (size_t i = 0; i < c->pairs && result == 0; i++) {
		const struct pair *p = &c->pair[i];
		const struct tied_pair x = { c, measure, i, digits, &significant, &order };
		bool done[2] = { false, false };
		if (!comparison_claims(c, p) || (!is_tied(m, p->run[0]) && !is_tied(m, p->run[1])))
			continue;
		for (int best = 0; best <= 1 && result == 0; best++)
			result = try_orders(&x, best, done, e);
	}
	say(&significant, m->title, "whether these differ significantly", w);
	say(&order, m->title, "which of these is better", w);
	return result;
}

int compared_ties_warn(const struct comparison *c, int digits, struct warnings *w, struct err *e)
{
	for (size_t m = 0; m < c->measures; m++)
		if (c->measure[m].worst.value != NULL && warn_of_measure(c, m, digits, w, e) < 0)
			return -1;
	return 0;
}
