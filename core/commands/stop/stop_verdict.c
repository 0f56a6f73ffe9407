/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * May the review stop? What is guaranteed now, recall with its bound, and what to do next, in
 * sentences.
 *
 * Whoever takes the first of several rules that stops has several chances to be wrong. So the
 * verdict is by one rule: the one that was named, or the only one that has something to say. Of k
 * rules that have, each gets a k-th of the error (Bonferroni), and all together keep the level.
 */
#include <math.h>

#include "core/base/near.h"
#include "core/commands/stop/stop_request.h"
#include "core/output/rounded.h"

struct verdict {
	const struct stop_request *request;
	const struct stop_case *x;
	struct buffer *b;
	const struct stopping_rule *rule[STOPPING_RULES_MAX]; /* that it is by */
	size_t rules;
	double alpha; /* of each */
};

static const struct review_point *end_of(const struct verdict *v)
{
	return &v->x->review.at[v->x->review.steps];
}

static int64_t left_of(const struct verdict *v)
{
	return v->x->review.collection - end_of(v)->judged;
}

static void choose_rules(struct verdict *v)
{
	const struct stopping_rule *named = v->request->rule;
	for (size_t i = 0; stopping_rules[i] != NULL; i++) {
		const struct stopping_rule *s = stopping_rules[i];
		if (named != NULL ? s == named : s->guarantee && stop_has_p(s, v->request, v->x))
			v->rule[v->rules++] = s;
	}
	v->alpha = v->request->question.rules.alpha / (v->rules > 0 ? (double)v->rules : 1);
}

/* The first look at which one of the rules stops, and which; false: none does. */
static bool first_stop(const struct verdict *v, size_t *look, size_t *rule)
{
	for (*look = 0; *look < v->x->review.looks; ++*look)
		for (*rule = 0; *rule < v->rules; ++*rule)
			if (stopping_is_enough(stop_p(v->rule[*rule], v->request, v->x, *look),
					       v->alpha))
				return true;
	return false;
}

/* ---- what is guaranteed now ---- */

static void print_several(const struct verdict *v)
{
	if (v->rules < 2)
		return;
	buffer_print(v->b, "%zu rules apply (", v->rules);
	for (size_t i = 0; i < v->rules; i++)
		buffer_print(v->b, "%s%s", i > 0 ? ", " : "", v->rule[i]->name);
	buffer_print(v->b,
		     "), and none was named with --rule: each uses level %.4g, so "
		     "that together they keep %.4g. ",
		     1 - v->alpha, 1 - v->request->question.rules.alpha);
}

static bool print_stop(const struct verdict *v)
{
	const struct stopping_question *q = &v->request->question.rules;
	size_t look, rule;
	print_several(v);
	if (first_stop(v, &look, &rule)) {
		const struct review_point *at = review_at(&v->x->review, look);
		buffer_print(
			v->b,
			"STOP: rule %s ended the review after %lld judged documents, with %lld "
			"relevant found. At the %g %% confidence level recall was at least %g %% "
			"then. ",
			v->rule[rule]->name, (long long)at->judged, (long long)at->found,
			100 * (1 - q->alpha), 100 * q->target);
		return true;
	}
	buffer_print(v->b, "GO ON: no rule with a guarantee allows stopping. ");
	if (v->rules == 0)
		buffer_print(v->b, "None of them applies, because no document "
				   "was drawn at random for it. ");
	for (size_t i = 0; stopping_rules[i] != NULL; i++)
		if (!stopping_rules[i]->guarantee && v->x->stop[i] != SIZE_MAX) {
			buffer_print(v->b, "Heuristics that stop, such as %s, guarantee nothing. ",
				     stopping_rules[i]->name);
			break;
		}
	return false;
}

/* ---- recall now ---- */

/*
 * The largest target whose p at the last look of a rule is small enough: p rises with the target.
 * nan: the rule has none.
 */
static double bound_by(const struct verdict *v, const struct stopping_rule *rule, size_t *look)
{
	struct stop_request q = *v->request;
	*look = v->x->review.looks;
	while (*look > 0 && isnan(stop_p(rule, &q, v->x, *look - 1)))
		--*look;
	if (*look == 0)
		return NAN;
	--*look;
	double low = 0, high = 1;
	for (int i = 0; i < 50; i++) {
		q.question.rules.target = (low + high) / 2;
		double p = stop_p(rule, &q, v->x, *look);
		*(stopping_is_enough(p, v->alpha) ? &low : &high) = q.question.rules.target;
	}
	return low;
}

static void print_bound(const struct verdict *v, const struct stopping_rule *rule)
{
	size_t look;
	double bound = bound_by(v, rule, &look);
	if (isnan(bound))
		return;
	const struct review_point *at = review_at(&v->x->review, look);
	bool always = strcmp(rule->name, "anytime") == 0;
	buffer_print(v->b,
		     "After %lld judged documents recall was at least %.1f %% at the %.4g %% "
		     "confidence level (%s, %s). ",
		     (long long)at->judged, near_floor(1000 * bound) / 10, 100 * (1 - v->alpha),
		     rule->name, always ? "at every look" : "if this look was fixed in advance");
}

/* From the control sample, or from the last random documents in a row. */
static void print_recall(const struct verdict *v)
{
	const struct review *r = &v->x->review;
	const struct review_point *end = end_of(v);
	const struct review_block *b = end->blocks > 0 ? &r->block[end->blocks - 1] : NULL;
	if (r->control_relevant > 0) {
		buffer_print(v->b,
			     "Point estimate of recall now: %lld of the %lld relevant documents of "
			     "the control sample were reached, %s. ",
			     (long long)end->reached, (long long)r->control_relevant,
			     rounded_percent((double)end->reached / (double)r->control_relevant,
					     TO_NEAREST, 3)
				     .text);
	} else if (b != NULL && !b->control && end->drawn > b->drawn) {
		double n = (double)(end->drawn - b->drawn);
		double k = (double)(end->drawn_found - b->drawn_found);
		double all = (double)b->found + (double)b->left * k / n;
		double more = fmax(all - (double)end->found, 0);
		if (all > 0)
			buffer_print(
				v->b,
				"Point estimate of recall now: %.0f of the last %.0f random "
				"document%s %s relevant, so that about %.0f relevant document%s "
				"left and recall is %s. ",
				k, n, n == 1 ? "" : "s", k == 1 ? "is" : "are", more,
				fabs(more - 1) < 0.5 ? " is" : "s are",
				rounded_percent(fmin((double)end->found / all, 1), TO_NEAREST, 3)
					.text);
	} else
		buffer_print(v->b,
			     "Recall cannot be estimated: no document was drawn at random, or "
			     "nothing relevant was among them. ");
	for (size_t i = 0; i < v->rules; i++)
		print_bound(v, v->rule[i]);
}

/* ---- what to do next ---- */

/* How many random documents, k of them relevant, tail-once needs; more than are left: -1. */
static int64_t tail_needed(const struct verdict *v, int64_t k)
{
	const struct stopping_question *q = &v->request->question.rules;
	int64_t left = left_of(v), before = end_of(v)->found, low = k > 0 ? k : 1, high = left + 1;
	while (low < high) {
		int64_t n = low + (high - low) / 2;
		if (stopping_is_enough(stopping_tail_p(q, left, before, n, k), v->alpha))
			high = n;
		else
			low = n + 1;
	}
	return low > left ? -1 : low;
}

static void plan_tail(const struct verdict *v)
{
	int64_t first = tail_needed(v, 0);
	if (first < 0) {
		buffer_print(v->b, "Next: review the %lld documents that are left. ",
			     (long long)left_of(v));
		return;
	}
	buffer_print(
		v->b,
		"Next: draw %lld document%s at random from the %lld that are left, and judge all "
		"of them; stop if none is relevant (--rule=tail-once --tail-size=%lld). ",
		(long long)first, first == 1 ? "" : "s", (long long)left_of(v), (long long)first);
	buffer_print(v->b, "Or, with more work and a better chance:");
	for (int64_t k = 1; k <= 5; k += k == 1 ? 1 : 3) {
		int64_t n = tail_needed(v, k);
		if (n > 0)
			buffer_print(v->b, "%s draw %lld, and stop if at most %lld %s",
				     k > 1 ? ";" : "", (long long)n, (long long)k,
				     k == 1 ? "is" : "are");
	}
	buffer_print(v->b, ". Choose one of these numbers before the first document is judged. ");
}

/* How many relevant documents of the control sample must be reached. */
static void plan_qbcb(const struct verdict *v, const struct stopping_rule *rule)
{
	const struct review *r = &v->x->review;
	struct review_point at = *end_of(v);
	size_t look = 0;
	struct stop_case x = *v->x;
	x.review.at = &at;
	x.review.look = &look;
	x.review.looks = 1;
	for (at.reached = 0; at.reached <= r->control_relevant; at.reached++)
		if (stopping_is_enough(stop_p(rule, v->request, &x, 0), v->alpha)) {
			buffer_print(
				v->b,
				"Next, by qbcb: go on until %lld of the %lld relevant documents "
				"of the control sample are reached; now it is %lld. ",
				(long long)at.reached, (long long)r->control_relevant,
				(long long)end_of(v)->reached);
			return;
		}
	buffer_print(v->b,
		     "Next: qbcb cannot stop with %lld relevant documents in the control sample; "
		     "draw more random documents, by another rule. ",
		     (long long)r->control_relevant);
}

/* Further random documents without a relevant one until the rule stops. */
static int plan_draws(const struct verdict *v, const struct stopping_rule *rule, struct err *e)
{
	struct stop_case x = *v->x;
	int64_t left = left_of(v), low = 1, high = left + 1;
	while (low < high) {
		int64_t n = low + (high - low) / 2;
		if (review_with_draws(&v->x->review, n, &x.review, e) < 0)
			return -1;
		if (stopping_is_enough(stop_p(rule, v->request, &x, 0), v->alpha))
			high = n;
		else
			low = n + 1;
		review_release(&x.review);
	}
	if (low <= left)
		buffer_print(
			v->b,
			"Next, by %s: draw at random from the %lld documents that are left; if "
			"none is relevant, the rule stops after %lld of them, else later. Look "
			"as often as you like. ",
			rule->name, (long long)left, (long long)low);
	else
		buffer_print(v->b, "Next: review the %lld documents that are left. ",
			     (long long)left);
	return 0;
}

/* tail-once has looked, and another rule that nobody named before would be a second chance. */
static void print_spent(const struct verdict *v)
{
	buffer_print(v->b, "tail-once has had its one look, and cannot be repeated. ");
	if (v->rules == 1)
		buffer_print(v->b,
			     "Only reviewing all %lld documents that "
			     "are left still has a guarantee. ",
			     (long long)left_of(v));
}

static int print_next(const struct verdict *v, struct err *e)
{
	if (left_of(v) == 0) {
		buffer_print(v->b, "All documents are judged. ");
		return 0;
	}
	bool tail = v->rules == 0;
	for (size_t i = 0; i < v->rules; i++) {
		const struct stopping_rule *s = v->rule[i];
		if (strcmp(s->name, "anytime") == 0 && plan_draws(v, s, e) < 0)
			return -1;
		if (strcmp(s->name, "qbcb") == 0)
			plan_qbcb(v, s);
		if (strcmp(s->name, "tail-once") != 0)
			continue;
		if (stop_has_p(s, v->request, v->x))
			print_spent(v);
		else
			tail = true;
	}
	if (tail)
		plan_tail(v);
	return 0;
}

int stop_verdict(struct buffer *b, const struct stop_request *q, const struct stop_case *x,
		 struct err *e)
{
	struct verdict v = { .request = q, .x = x, .b = b };
	if (x->all >= 0)
		return 0;
	choose_rules(&v);
	bool stops = print_stop(&v);
	buffer_print(b, "\n");
	print_recall(&v);
	buffer_print(b, "%s", stops ? "" : "\n");
	return stops ? 0 : print_next(&v, e);
}
