/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/base/near.h"
#include "core/stats/distribution/hypergeometric.h"
#include "core/stats/interval/cut_strata.h"
#include "core/stats/interval/cut_strata_model.h"
#include "core/stats/interval/posterior.h"
#include "core/stats/interval/posterior_model.h"
#include "core/stats/numeric/accuracy.h"

bool divided_is_cut(const struct divided_stratum *d, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (d[i].cut)
			return true;
	return false;
}

/* Has the set that the quantity is about documents in strata without a sample? */
static bool has_unsampled(const struct divided_stratum *d, size_t count,
			  const struct cut_question *x)
{
	bool some = x->retrieved_only || (!x->yield && x->weight[RELEVANT_0] == 0);
	for (size_t i = 0; i < count; i++)
		if (d[i].sampled == 0 && d[i].size > 0 && (d[i].retrieved || d[i].cut || !some))
			return true;
	return false;
}

double divided_value(const struct divided_stratum *d, size_t count,
		     const struct interval_request *q)
{
	const struct cut_question x = cut_question_of(q, cut_documents_of(d, count));
	double a = 0, b = 0;
	for (enum cut_kind k = 0; k < KINDS; k++) {
		double borrowed = cut_borrowed_share(d, count, k, &x), sum = 0;
		for (size_t i = 0; i < count; i++) {
			double N = (double)d[i].size, n = (double)d[i].sampled;
			if (d[i].sampled > 0)
				sum += N * (double)cut_count_of(&d[i], k, &x) / n;
			else if (cut_may_have(&d[i], k))
				sum += N * borrowed;
		}
		*(x.weight[k] > 0 ? &a : &b) += fabs((double)x.weight[k]) * sum;
	}
	return x.yield ? a : a + b > 0 ? a / (a + b) : NAN;
}

void divided_strata(const struct divided_stratum *d, size_t count, struct stratum *out)
{
	for (size_t i = 0; i < count; i++)
		out[i] = (struct stratum){ .size = d[i].size,
					   .sampled = d[i].sampled,
					   .relevant = cut_sum_of(d[i].relevant),
					   .assessable = d[i].sampled - cut_sum_of(d[i].gray),
					   .retrieved = d[i].retrieved };
}

/*
 * Ends.
 */

/*
 * Quantiles of one model; nan if the quantity can only be 0/0. A and B are the yields of two
 * segments, so that their share is a recall.
 */
static int quantiles(const struct cut_case *c, const struct interval_request *q, double theta,
		     enum cut_extreme extreme, double lower_p, double upper_p, struct interval *out,
		     struct err *e)
{
	struct cut_model y;
	if (cut_model_init(&y, c, theta, extreme, e) < 0)
		return -1;
	const struct posterior_model model = { .s = y.s,
					       .prior = y.prior,
					       .count = y.count,
					       .binomial = c->m->binomial,
					       .weighted = true };
	const struct interval_request two = { .quantity =
						      c->x.yield ? QUANTITY_YIELD : QUANTITY_RECALL,
					      .beta = 1,
					      .rough = q->rough,
					      .ends.lower_p = lower_p,
					      .ends.upper_p = upper_p,
					      .ends.draws = q->ends.draws,
					      .ends.seed = q->ends.seed };
	int status = posterior_interval(&model, &two, out, e);
	cut_model_release(&y);
	return status;
}

static double odds(double t)
{
	return fmin(fmax(t, MODEL_SHARE_EDGE) / fmax(1 - t, MODEL_SHARE_EDGE), 1e9);
}

static int find_end(const struct cut_case *c, const struct interval_request *q,
		    enum cut_extreme extreme, bool lower, double *out, struct err *e)
{
	double prob = lower ? q->ends.lower_p : q->ends.upper_p;
	*out = NAN;
	if (end_is_unwanted(q, lower))
		return 0;
	if (c->m->one_more)
		cut_case_add_one_more(c, lower);
	bool once = c->x.yield || prob <= 0 || prob >= 1 || cut_is_alone(c) ||
		    (!divided_is_cut(c->d, c->count) && extreme == NOT_EXTREME);
	double theta = odds(cut_mean_share(c));
	for (int step = 0; step < (once ? 1 : 3); step++) {
		struct interval ends;
		if (quantiles(c, q, theta, extreme, 0, prob, &ends, e) < 0)
			return -1;
		*out = ends.upper;
		if (isnan(*out))
			break;
		theta = odds(*out);
	}
	return 0;
}

/* Of more documents of both kinds only the largest number is looked at, in so many steps. */
static const int64_t LOOKED_AT = 2000, STEPS = 1 << 20;

/*
 * How many steps down from `from` documents of A it takes until `a` of them or more in the sample
 * are no likelier than `tail`, or no more than `limit` are left. The probability falls with A.
 */
static int64_t steps_down(int64_t R, int64_t from, int64_t step, int64_t m, int64_t a, double tail,
			  double limit)
{
	int64_t likely = -1, unknown = INT64_MAX / 2, enough = unknown;
	for (int64_t at = 0; enough - likely > 1;
	     at = enough < unknown ? likely + (enough - likely) / 2 : 2 * at + 1) {
		const int64_t A = from - at * step;
		bool is = (double)A > limit && hypergeometric_above(R, A, m, a, 1) > tail;
		*(is ? &likely : &enough) = at;
	}
	return enough;
}

/*
 * The exact lower bound of the share of A if it is less than `least`, down to `stop`. Of R
 * documents of A and B m are in the sample, of these a of A: that is hypergeometric, and R is
 * `most` or less.
 */
static double exact_share(int64_t most, int64_t m, int64_t a, double tail, double least,
			  double stop)
{
	const int64_t all = most <= LOOKED_AT, step = 1 + most / STEPS;
	for (int64_t R = most; R >= (all ? m : most); R--) {
		const int64_t below = (int64_t)ceil(least * (double)R * (1 - NEAR_DIGITS)) - 1;
		const int64_t A =
			below - step * steps_down(R, below, step, m, a, tail,
						  fmax((double)(a - 1), stop * (double)R));
		if (A < below)
			least = (double)(A + all) / (double)R;
	}
	return fmax(least, stop);
}

/* If no more of the sample is of A or B, an end moves by so much at most. */
static const double MOSTLY = 0.8, MOVED = 0.0115;

/* bb-bound, of recall or precision where one stratum is cut: no end is inside the exact one. */
static void keep_exact(const struct cut_case *c, const struct interval_request *q,
		       struct interval *out)
{
	const struct divided_stratum *d = c->d;
	while (d->size == 0)
		d++;
	int64_t a = cut_count_of(d, RELEVANT_1, &c->x), b = 0;
	for (enum cut_kind k = 0; k < KINDS; k++)
		b += c->x.weight[k] < 0 ? cut_count_of(d, k, &c->x) : 0;
	int64_t m = a + b, most = d->size - (d->sampled - m);
	double far = (double)m <= MOSTLY * (double)d->sampled ? MOVED : 1;
	if (q->ends.lower_p > 0 && a > 0)
		out->lower = exact_share(most, m, a, q->ends.lower_p, out->lower, out->lower - far);
	if (q->ends.upper_p < 1 && b > 0)
		out->upper = 1 - exact_share(most, m, b, 1 - q->ends.upper_p, 1 - out->upper,
					     1 - out->upper - far);
}

/* Nothing found of A makes the lower end 0, nothing of B the upper end 1. */
static void force_ends(const struct cut_case *c, struct interval *out)
{
	int64_t a = 0, b = 0;
	for (size_t i = 0; i < c->count; i++)
		for (enum cut_kind k = 0; k < KINDS; k++) {
			int64_t found = cut_count_of(&c->d[i], k, &c->x);
			a += c->x.weight[k] > 0 ? found : 0;
			b += c->x.weight[k] < 0 ? found : 0;
		}
	if (c->x.yield || !c->m->forced_ends)
		return;
	if (a == 0 && !isnan(out->lower))
		out->lower = 0;
	if (b == 0 && !isnan(out->upper))
		out->upper = 1;
}

/* The strata that matter, of a run that cuts none, for the caller to free; NULL: `e` is filled. */
static struct stratum *undivided_strata(const struct cut_case *c, size_t *used, struct err *e)
{
	struct stratum *s = calloc(c->count + 1, sizeof *s);
	*used = 0;
	if (s == NULL) {
		err_memory(e);
		return NULL;
	}
	divided_strata(c->d, c->count, s);
	for (size_t i = 0; i < c->count; i++) {
		bool wanted = !c->x.retrieved_only || s[i].retrieved || c->d[i].cut;
		if (c->x.retrieved_only) { /* what is retrieved and relevant, of all */
			s[i].relevant = c->d[i].relevant[1];
			s[i].assessable = s[i].sampled - c->d[i].gray[1];
			s[i].retrieved = true;
		}
		if (c->x.one_segment && c->m->prior != NULL)
			s[i].retrieved = false; /* one prior, whatever the run */
		if (wanted)
			s[(*used)++] = s[i];
	}
	return s;
}

/* Does the run cut a stratum, and does it matter to this method and quantity? */
static bool is_cut(const struct cut_case *c)
{
	return divided_is_cut(c->d, c->count) &&
	       (c->m->prior != NULL ? !c->x.one_segment : !c->x.yield);
}

/* Is the answer that of interval.h? */
static bool is_undivided(const struct cut_case *c)
{
	return !is_cut(c) && !(c->m->borrows && has_unsampled(c->d, c->count, &c->x));
}

static int check_cut_case(const struct cut_case *c, const struct interval_request *q, struct err *e)
{
	const struct interval_method *m = c->m;
	if (!(m->quantities & (unsigned)q->quantity))
		return err_usage(e, "interval method '%s' does not apply to this quantity",
				 m->name);
	if (is_cut(c) && m->prior == NULL && !m->one_more)
		return err_data(e,
				"interval method '%s' needs strata that the run retrieves as a "
				"whole or not at all; here the run cuts strata of the sample (try "
				"bb-spread or ht-logit)",
				m->name);
	return is_cut(c) ? posterior_check_documents(c->documents, e) : 0;
}

/* Both ends, if a stratum is cut or has no sample. */
static int cut_ends(const struct cut_case *c, const struct interval_request *q,
		    struct interval *out, struct err *e)
{
	if (cut_is_alone(c) && !c->m->one_more) {
		if (quantiles(c, q, 1, NOT_EXTREME, q->ends.lower_p, q->ends.upper_p, out, e) < 0)
			return -1;
	} else if (find_end(c, q, NOT_EXTREME, true, &out->lower, e) < 0 ||
		   find_end(c, q, NOT_EXTREME, false, &out->upper, e) < 0) {
		return -1;
	}
	force_ends(c, out);
	if (cut_is_alone(c) && c->m->one_more && q->quantity != QUANTITY_F)
		keep_exact(c, q, out);
	return 0;
}

/* An end that excludes the estimate, again: as far out as the sample allows. */
static int move_end(struct cut_case *c, const struct interval_request *q, bool lower, double value,
		    double *end, struct err *e)
{
	if (cut_case_priors(c, e) < 0 ||
	    find_end(c, q, lower ? EXTREME_LOW : EXTREME_HIGH, lower, end, e) < 0)
		return -1;
	*end = lower ? fmin(*end, value) : fmax(*end, value);
	return 0;
}

/* How many documents are retrieved, if nothing is cut or gray; else 0. */
static double known_retrieved(const struct divided_stratum *d, size_t count)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++) {
		if (d[i].cut || cut_sum_of(d[i].gray) > 0)
			return 0;
		sum += d[i].retrieved ? (double)d[i].size : 0;
	}
	return sum;
}

/* Precision as the yield of what is retrieved, of which the number of documents is known. */
static int precision_of_yield(const struct cut_case *c, const struct interval_request *q,
			      double retrieved, struct interval *out, struct err *e)
{
	struct interval_request yield = *q;
	yield.quantity = QUANTITY_YIELD;
	yield.retrieved_only = true;
	yield.than *= retrieved;
	if (divided_interval(c->m, c->d, c->count, &yield, out, e) < 0)
		return -1;
	*out = (struct interval){ out->lower / retrieved, out->upper / retrieved };
	force_ends(c, out);
	return 0;
}

/* Ends of F that no completion of the sample could reach become the nearest that could. */
static void keep_possible(const struct cut_case *c, const struct interval_request *q,
			  double retrieved, struct interval *out)
{
	double found[2] = { 0, 0 }, open[2] = { 0, 0 };
	for (const struct divided_stratum *d = c->d; d < c->d + c->count; d++) {
		found[d->retrieved] += (double)cut_sum_of(d->relevant);
		open[d->retrieved] += (double)(d->size - d->sampled);
	}
	double least =
		posterior_value(QUANTITY_F, q->beta, retrieved, found[1], found[0] + open[0]);
	double most = posterior_value(QUANTITY_F, q->beta, retrieved, found[1] + open[1], found[0]);
	*out = (struct interval){ fmax(out->lower, least), fmin(out->upper, most) };
}

int divided_interval(const struct interval_method *m, const struct divided_stratum *d, size_t count,
		     const struct interval_request *q, struct interval *out, struct err *e)
{
	struct cut_case c = cut_case_of(m, d, count, q);
	if (check_cut_case(&c, q, e) < 0)
		return -1;
	int status;
	double retrieved = known_retrieved(d, count);
	if (q->quantity == QUANTITY_PRECISION && retrieved > 0 && !is_undivided(&c))
		return precision_of_yield(&c, q, retrieved, out, e);
	if (is_undivided(&c)) {
		size_t used;
		struct stratum *s = undivided_strata(&c, &used, e);
		status = s != NULL ? interval_compute(m, s, used, q, out, e) : -1;
		free(s);
	} else {
		status = cut_case_priors(&c, e) < 0 ? -1 : cut_ends(&c, q, out, e);
		if (status == 0 && q->quantity == QUANTITY_F && retrieved > 0)
			keep_possible(&c, q, retrieved, out);
	}
	double value = m->borrows ? divided_value(d, count, q) : NAN;
	const double slack = NEAR_DIGITS * fabs(value);
	bool above = out->lower > value + slack, moves = above || out->upper < value - slack;
	if (status == 0 && moves && q->quantity == QUANTITY_PRECISION && retrieved > 0)
		status = precision_of_yield(&c, q, retrieved, out, e);
	else if (status == 0 && moves)
		status = move_end(&c, q, above, value, above ? &out->lower : &out->upper, e);
	free(c.prior);
	return status;
}

/* The strata of interval.h with their priors, as a model. */
static int undivided_model(struct cut_model *y, const struct cut_case *c,
			   const struct interval_request *q, struct err *e)
{
	y->s = undivided_strata(c, &y->count, e);
	y->prior = calloc(y->count + 1, sizeof *y->prior);
	for (size_t i = 0; y->s != NULL && i < y->count; i++)
		y->s[i] = interval_adjust(&y->s[i], q);
	return y->s == NULL ? -1 : y->prior == NULL ? err_memory(e) : 0;
}

struct posterior *divided_posterior(const struct interval_method *m,
				    const struct divided_stratum *d, size_t count,
				    const struct interval_request *q, struct err *e)
{
	struct cut_case c = cut_case_of(m, d, count, q);
	struct cut_model y = { 0 };
	struct posterior *p = NULL;
	bool cut = !is_undivided(&c);
	int status = !cut ? undivided_model(&y, &c, q, e) : cut_case_priors(&c, e);
	if (status == 0 && cut)
		status = cut_model_init(&y, &c, odds(cut_mean_share(&c)), NOT_EXTREME, e);
	else if (status == 0)
		m->prior(y.s, y.count, y.prior);
	const struct posterior_model model = { .s = y.s,
					       .prior = y.prior,
					       .count = y.count,
					       .binomial = m->binomial,
					       .weighted = cut };
	enum quantity share = c.x.yield ? QUANTITY_YIELD : QUANTITY_RECALL;
	if (status == 0)
		p = posterior_new(&model, cut ? share : q->quantity, cut ? 1 : q->beta, e);
	cut_model_release(&y);
	free(c.prior);
	return p;
}
