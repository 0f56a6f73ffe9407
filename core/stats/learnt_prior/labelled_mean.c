/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/base/arena.h"
#include "core/base/hash.h"
#include "core/stats/f_measure.h"
#include "core/stats/learnt_prior/control_variates.h"
#include "core/stats/learnt_prior/labelled_mean.h"
#include "core/stats/learnt_prior/learnt_difference.h"
#include "core/stats/learnt_prior/learnt_mean.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/rmath.h"

/* Judged documents of the mean share, in a part whose derivative is wanted. */
static const double MEAN_SHARE = 5;

/* Parts, all topics in one list, as judgments or a variate see them. */
struct part {
	struct label_cell of; /* the sum of its cells */
	size_t topic, first, end;
	double yield; /* relevant documents, for derivatives */
};

struct labelled {
	const struct labelled_cells *topic;
	size_t topics;
	const struct label_variates *variates;
	const struct learnt_request *asked;
	bool two_runs;
	struct labelled_memo *memo;
	struct part *part;
	size_t parts;
	struct divided_stratum *divided; /* room: of one run, or of two */
	struct pair_stratum *pair;
	struct learnt_topic *learnt;
	struct shared_topic *shared;
	struct learnt_cell *cell;
	struct variate_part *moments;
	struct arena memory; /* of all these */
};

static int make_room_for_parts(struct labelled *x, struct err *e)
{
	size_t cells = 1;
	for (size_t t = 0; t < x->topics; t++)
		cells += x->topic[t].cells;
	x->part = arena_zeroed(&x->memory, cells, sizeof *x->part);
	x->divided = arena_zeroed(&x->memory, cells, sizeof *x->divided);
	x->pair = arena_zeroed(&x->memory, cells, sizeof *x->pair);
	x->learnt = arena_zeroed(&x->memory, x->topics, sizeof *x->learnt);
	x->shared = arena_zeroed(&x->memory, x->topics, sizeof *x->shared);
	x->cell = arena_zeroed(&x->memory, LEARNT_CELLS_MOST * cells, sizeof *x->cell);
	x->moments = arena_zeroed(&x->memory, cells, sizeof *x->moments);
	return x->memory.failed ? err_memory(e) : 0;
}

/* Who says what is relevant: judgments (0), or a variate, from 1. */
static bool counts(const struct labelled *x, size_t by, const struct label_cell *c)
{
	const struct label_variates *v = x->variates;
	return c->known ||
	       (c->class_of >= 0 && v->counts[(by - 1) * v->classes + (size_t)c->class_of]);
}

/* With `all`, every document is judged. */
static void sum_parts(struct labelled *x, size_t by, bool all)
{
	x->parts = 0;
	for (size_t t = 0; t < x->topics; t++)
		for (size_t i = 0; i < x->topic[t].cells; i++) {
			const struct label_cell *c = &x->topic[t].cell[i];
			if (i == 0 || c->part != c[-1].part) {
				x->part[x->parts] =
					(struct part){ .of = *c, .topic = t, .first = i };
				struct label_cell *of = &x->part[x->parts++].of;
				of->size = of->sampled = of->relevant = of->gray = 0;
			}
			struct part *p = &x->part[x->parts - 1];
			int64_t sampled = all ? c->size : c->sampled;
			p->end = i + 1;
			p->of.size += c->size;
			p->of.sampled += sampled;
			p->of.relevant += by == 0 ? c->relevant : counts(x, by, c) ? sampled : 0;
			p->of.gray += by == 0 ? c->gray : 0;
		}
}

static int learn_one(struct labelled *x, struct learnt_result *out, struct err *e)
{
	size_t used = 0;
	for (size_t i = 0, end; i < x->parts; i = end) {
		size_t t = x->part[i].topic;
		for (end = i; end < x->parts && x->part[end].topic == t; end++)
			x->divided[end] = label_cell_stratum(&x->part[end].of);
		x->learnt[t] = learnt_cells_of_design(x->divided + i, end - i, &x->asked->of,
						      x->cell + used);
		if (x->topic[t].unit > 0)
			x->learnt[t].unit = x->topic[t].unit;
		used += x->learnt[t].cells;
	}
	return learnt_mean(x->learnt, x->topics, x->asked, out, e);
}

static int learn_two(struct labelled *x, struct learnt_result *out, struct err *e)
{
	for (size_t i = 0, end; i < x->parts; i = end) {
		size_t t = x->part[i].topic;
		for (end = i; end < x->parts && x->part[end].topic == t; end++) {
			const struct label_cell *c = &x->part[end].of;
			x->pair[end] = (struct pair_stratum){ .size = c->size,
							      .sampled = c->sampled,
							      .relevant = c->relevant,
							      .assessable = c->sampled - c->gray,
							      .in_a = c->in[0],
							      .in_b = c->in[1],
							      .label = c->label };
		}
		const double *beyond = x->topic[t].beyond;
		x->shared[t] =
			(struct shared_topic){ x->pair + i, end - i, { beyond[0], beyond[1] } };
	}
	return learnt_compare(x->shared, x->topics, x->asked, out, e);
}

/* Of all that the answer depends on; never 0. */
static uint64_t key_of(const struct labelled *x)
{
	const struct learnt_quantity *of = &x->asked->of;
	const struct ends *ends = &x->asked->ends;
	const double asked[] = { of->quantity,	       of->beta,   of->retrieved_only,
				 of->gray_nonrelevant, of->share,  ends->lower_p,
				 ends->upper_p,	       x->two_runs };
	uint64_t key = hash_lasting(asked, sizeof asked, 0);
	for (size_t i = 0; i < x->parts; i++) {
		const struct label_cell *c = &x->part[i].of;
		const double *beyond = x->topic[x->part[i].topic].beyond;
		const double part[] = { (double)x->part[i].topic,
					(double)c->size,
					(double)c->sampled,
					(double)c->relevant,
					(double)c->gray,
					c->in[0],
					c->in[1],
					c->label,
					beyond[0],
					beyond[1] };
		key = hash_lasting(part, sizeof part, key);
	}
	return key | 1;
}

/* Sums are quick, and tell more than the answer (limit_of()): they are not kept. */
static int learn(struct labelled *x, size_t by, bool all, struct learnt_result *out, struct err *e)
{
	sum_parts(x, by, all);
	if (x->memo == NULL || (learnt_is_linear(&x->asked->of) && !x->two_runs))
		return x->two_runs ? learn_two(x, out, e) : learn_one(x, out, e);
	uint64_t key = key_of(x);
	size_t place = (size_t)(key >> 1) % LABELLED_KNOWN;
	if (x->memo->known[place].key != key) {
		if ((x->two_runs ? learn_two : learn_one)(x, out, e) < 0)
			return -1;
		x->memo->known[place].key = key;
		x->memo->known[place].is = *out;
	}
	*out = x->memo->known[place].is;
	return 0;
}

/* ---- derivatives ---- */

static int group_of(const struct label_cell *c)
{
	return c->in[0] | c->in[1] << 1;
}

static void estimate_yields(struct labelled *x)
{
	double relevant[VARIATE_GROUPS] = { 0 }, sampled[VARIATE_GROUPS] = { 0 };
	for (size_t i = 0; i < x->parts; i++) {
		const struct label_cell *c = &x->part[i].of;
		relevant[group_of(c)] += (double)c->relevant;
		sampled[group_of(c)] += (double)c->sampled;
	}
	for (size_t i = 0; i < x->parts; i++) {
		const struct label_cell *c = &x->part[i].of;
		int g = group_of(c);
		double share = (relevant[g] + 0.5) / (sampled[g] + 1);
		bool whole = c->sampled == c->size;
		x->part[i].yield = whole ? (double)c->relevant
					 : (double)c->size *
						   ((double)c->relevant + MEAN_SHARE * share) /
						   ((double)c->sampled + MEAN_SHARE);
	}
}

/* Of what one run has in a topic: relevant documents that it retrieves, all of them, and what it
 * retrieves. */
struct topic_sums {
	double found, all, retrieved;
};

static struct topic_sums sums_of(const struct labelled *x, size_t first, size_t end, int run)
{
	struct topic_sums s = { .retrieved = x->topic[x->part[first].topic].beyond[run] };
	for (size_t i = first; i < end; i++) {
		s.all += x->part[i].yield;
		s.found += x->part[i].of.in[run] ? x->part[i].yield : 0;
		s.retrieved += x->part[i].of.in[run] ? (double)x->part[i].of.size : 0;
	}
	return s;
}

/* By a relevant document that is retrieved, or is not. */
static double slope_of(const struct learnt_quantity *q, const struct topic_sums *s, bool in)
{
	const struct f_slopes by = f_slopes(s->found, s->retrieved, s->all, q->beta * q->beta);
	switch (q->quantity) {
	case QUANTITY_RECALL:
		return s->all > 0 ? (in - s->found / s->all) / s->all : 0;
	case QUANTITY_PRECISION:
		return in && s->retrieved > 0 ? 1 / s->retrieved : 0;
	case QUANTITY_F:
		return in * by.found + by.all;
	default:
		return in || !q->retrieved_only;
	}
}

/* Into moments[].slope[by]; the parts are those of `by`. */
static void take_slopes(struct labelled *x, size_t by, double scale)
{
	estimate_yields(x);
	for (size_t i = 0, end; i < x->parts; i = end) {
		size_t t = x->part[i].topic;
		for (end = i; end < x->parts && x->part[end].topic == t;)
			end++;
		double unit = (x->topic[t].unit > 0 ? x->topic[t].unit : 1) * scale;
		for (int run = 0; run < (x->two_runs ? 2 : 1); run++) {
			const struct topic_sums s = sums_of(x, i, end, run);
			for (size_t k = i; k < end; k++)
				x->moments[k].slope[by] +=
					(run == 0 ? unit : -unit) *
					slope_of(&x->asked->of, &s, x->part[k].of.in[run]);
		}
	}
}

/* How many sampled documents of each part two of them take for relevant. */
static void take_counts(struct labelled *x, size_t variates)
{
	for (size_t i = 0; i < x->parts; i++) {
		const struct part *p = &x->part[i];
		struct variate_part *to = &x->moments[i];
		to->size = (double)p->of.size;
		to->sampled = (double)p->of.sampled;
		to->group = group_of(&p->of);
		for (size_t k = p->first; k < p->end; k++) {
			const struct label_cell *c = &x->topic[p->topic].cell[k];
			to->both[0][0] += (double)c->relevant;
			for (size_t a = 1; a <= variates; a++) {
				if (!counts(x, a, c))
					continue;
				to->both[a][0] += (double)c->relevant;
				to->both[0][a] += (double)c->relevant;
				for (size_t b = 1; b <= variates; b++)
					to->both[a][b] += counts(x, b, c) ? (double)c->sampled : 0;
			}
		}
	}
}

/* ---- the correction ---- */

static bool on_logits(const struct labelled *x)
{
	return !x->two_runs &&
	       (x->asked->of.quantity == QUANTITY_RECALL || x->asked->of.quantity == QUANTITY_F);
}

static bool has_logit(double p)
{
	return p > MODEL_SHARE_EDGE && p < 1 - MODEL_SHARE_EDGE;
}

/* What a sum can be, of what was judged: the mean of the least, or of the most. */
static double limit_of(const struct labelled *x, bool most)
{
	double sum = 0, topics = 0;
	if (x->two_runs || on_logits(x))
		return x->two_runs && !most ? -1 : most;
	for (size_t i = 0; i < x->parts; i++) {
		const struct label_cell *c = &x->part[i].of;
		int64_t relevant = most ? c->size - c->sampled + c->relevant : c->relevant;
		bool in = c->in[0] ||
			  (x->asked->of.quantity == QUANTITY_YIELD && !x->asked->of.retrieved_only);
		sum += in ? x->learnt[x->part[i].topic].unit * (double)relevant : 0;
	}
	for (size_t t = 0; t < x->topics; t++)
		topics += x->learnt[t].unit > 0;
	/* sizes that are estimated may add up to more documents than the run has */
	return x->asked->of.quantity == QUANTITY_PRECISION ? fmin(sum / topics, 1) : sum / topics;
}

/*
 * Mean recall is a model's, which may be off by another amount for labels than for judgments. In 50
 * topics with 20 judged of each and 1 of 100 labels wrong, its estimate from the sampled labels was
 * too high by .05 logits and that from the judgments too low by .02, and recall covered .89. The
 * allowance is none if all labels are right, when both are off by the same, and next to none if
 * what is left of the variance is much larger.
 */
static double factor_of(const struct labelled *x, const struct control_variates *c)
{
	const double most = 0.48, explained = 1 - c->left;
	double allowed = most * sqrt(c->left) * explained * explained * explained;
	bool recall = x->asked->of.quantity == QUANTITY_RECALL && !x->two_runs;
	return recall ? fmin(sqrt(c->factor * c->factor + allowed), 1) : c->factor;
}

/* `shift` is what the variates are too high by, times their coefficients. */
static void correct(const struct labelled *x, double shift, double least, double most,
		    struct labelled_result *r)
{
	const struct learnt_result *old = &r->without;
	struct learnt_result *to = &r->with;
	if (on_logits(x)) {
		double at = logit(old->estimate);
		to->estimate = inverse_logit(at - shift);
		to->interval.lower =
			inverse_logit(at - shift + r->factor * (logit(old->interval.lower) - at));
		to->interval.upper =
			inverse_logit(at - shift + r->factor * (logit(old->interval.upper) - at));
	} else {
		to->estimate = fmin(fmax(old->estimate - shift, least), most);
		to->interval.lower = fmax(
			least, to->estimate + r->factor * (old->interval.lower - old->estimate));
		to->interval.upper = fmin(
			most, to->estimate + r->factor * (old->interval.upper - old->estimate));
	}
	to->deviation *= r->factor;
	if (x->two_runs && to->deviation > 0)
		to->probability = pnorm(to->estimate / to->deviation, 0, 1, 1, 0);
}

/*
 * Of ratios and differences no coefficient may be negative: the ratio of what is not relevant is
 * another quantity, whose errors follow the first order less well.
 */
static void fit(struct labelled *x, size_t variates, struct control_variates *out)
{
	bool sums = learnt_is_linear(&x->asked->of) && !x->two_runs, negative = true;
	while (negative) {
		control_variates_fit(x->moments, x->parts, variates, out);
		negative = false;
		for (size_t k = 1; k <= variates && !sums; k++)
			for (size_t h = 0; h < x->parts && out->b[k - 1] < 0; h++) {
				x->moments[h].slope[k] = 0; /* it is not used */
				negative = true;
			}
	}
}

/* Variates with an estimate and a true value, in place of those asked for. */
static int correct_all(struct labelled *x, size_t variates, struct labelled_result *r,
		       struct err *e)
{
	double off[VARIATES_MOST] = { 0 }, shift = 0, at = r->without.estimate;
	double least = limit_of(x, false), most = limit_of(x, true);
	for (size_t k = 1; k <= variates; k++) {
		struct learnt_result sampled, whole;
		if (learn(x, k, true, &whole, e) < 0 || learn(x, k, false, &sampled, e) < 0)
			return -1;
		double a = sampled.estimate, b = whole.estimate;
		if (isnan(a) || isnan(b) || (on_logits(x) && !(has_logit(a) && has_logit(b))))
			continue;
		off[k - 1] = on_logits(x) ? logit(a) - logit(b) : a - b;
		take_slopes(x, k, on_logits(x) ? 1 / (a * (1 - a)) : 1);
	}
	sum_parts(x, 0, false);
	take_slopes(x, 0, on_logits(x) ? 1 / (at * (1 - at)) : 1);
	take_counts(x, variates);
	struct control_variates c;
	fit(x, variates, &c);
	for (size_t k = 0; k < variates; k++)
		shift += c.b[k] * off[k];
	r->off = off[0];
	r->variates = c.used;
	r->factor = c.used > 0 ? factor_of(x, &c) : 1;
	if (c.used > 0)
		correct(x, shift, least, most, r);
	return 0;
}

int labelled_mean(const struct labelled_cells *topic, size_t count, const struct label_variates *v,
		  const struct learnt_request *q, bool two_runs, struct labelled_memo *memo,
		  struct labelled_result *out, struct err *e)
{
	struct labelled x = { .topic = topic,
			      .topics = count,
			      .variates = v,
			      .asked = q,
			      .two_runs = two_runs,
			      .memo = memo };
	*out = (struct labelled_result){ .with = LEARNT_NOTHING, .factor = 1 };
	int result = make_room_for_parts(&x, e);
	if (result == 0)
		result = learn(&x, 0, false, &out->without, e);
	out->with = out->without;
	const struct interval *i = &out->without.interval;
	double at = out->without.estimate;
	if (result == 0 && i->lower < i->upper && (!on_logits(&x) || has_logit(at))) {
		take_slopes(&x, 0, 1);
		take_counts(&x, 0);
		size_t most = control_variates_most(x.moments, x.parts, v->judges);
		for (size_t h = 0; h < x.parts; h++)
			x.moments[h] = (struct variate_part){ 0 };
		size_t offered = learnt_is_linear(&q->of) && !two_runs ? v->count : v->judges;
		most = most < offered ? most : offered;
		if (most > 0)
			result = correct_all(&x, most, out, e);
	}
	arena_release(&x.memory);
	return result;
}
