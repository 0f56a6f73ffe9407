/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * See repeated_samples.h. For recall and F with one stratum in each segment the distributions of
 * the two yields are kept, by the number of relevant documents in the sample: the samples along the
 * border of what is covered share them. A method whose ends have posteriors of their own has these
 * for each end.
 */
#include <math.h>

#include "core/base/array.h"
#include "core/stats/interval/choose.h"
#include "core/stats/interval/posterior.h"
#include "core/stats/interval/repeated_samples.h"

/* If one of the two distributions is too wide to keep all its points, so many are kept of the
 * other. */
#define POINTS_BESIDE_WIDE 2048.0

/* By the number of relevant documents in the sample, modulo this: those of a design lie together,
 * and of a sample of thousands of millions not all have a place. */
enum { PLACES = 1 << 16 };

struct kept_yield {
	int64_t relevant;
	struct yield_distribution *yield;
};

struct repeated_samples {
	const struct interval_method *method;
	const struct stratum *s;
	size_t count;
	const struct interval_request *request;
	struct prior *prior;		 /* of a Bayesian method */
	struct divided_stratum *divided; /* if the rule may have another method for a sample */
	struct interval_request one[2];	 /* and, with two ends, the bounds on one side */
	struct repeated_samples *bound[2];
	struct kept_yield *kept[2][2]; /* by end and stratum; NULL: not kept */
	struct posterior_model model;
	int64_t fine;
	double exact_points;
};

static bool keeps_distributions(const struct repeated_samples *r)
{
	enum quantity quantity = r->request->quantity;
	return (r->method->prior || r->method->end_prior) && r->request->ends.draws == 0 &&
	       r->count == 2 && r->s[0].retrieved != r->s[1].retrieved &&
	       (quantity == QUANTITY_RECALL || quantity == QUANTITY_F);
}

static int64_t places(const struct repeated_samples *r, size_t stratum)
{
	return r->s[stratum].sampled < PLACES ? r->s[stratum].sampled + 1 : PLACES;
}

static int keep_distributions(struct repeated_samples *r, struct err *e)
{
	r->fine = r->prior ? posterior_fineness(&r->model) : 1;
	r->exact_points = YIELD_EXACT_POINTS;
	for (size_t i = 0; i < 2; i++) {
		for (int end = 0; end < (r->prior ? 1 : 2); end++) {
			r->kept[end][i] = calloc(items_of(places(r, i)), sizeof **r->kept[end]);
			if (!r->kept[end][i])
				return err_memory(e);
		}
		double size = (double)((r->s[i].size - r->s[i].sampled) * r->fine);
		if (size > YIELD_EXACT_POINTS)
			r->exact_points = POINTS_BESIDE_WIDE;
	}
	return 0;
}

/* By the rule, no end lies inside the bound of the same level (choose.h). */
static int prepare_bounds(struct repeated_samples *r, struct err *e)
{
	const struct interval_request *q = r->request;
	bool two = q->by_rule && q->ends.lower_p > 0 && q->ends.upper_p < 1;
	for (int lower = 0; lower < 2 && two; lower++) {
		r->one[lower] = one_sided(q, (struct interval){ 0, 1 }, lower);
		r->bound[lower] = repeated_samples_new(interval_find(NAMED_BOUND), r->s, r->count,
						       &r->one[lower], e);
		if (r->bound[lower] == NULL)
			return -1;
	}
	return 0;
}

struct repeated_samples *repeated_samples_new(const struct interval_method *m,
					      const struct stratum *s, size_t count,
					      const struct interval_request *q, struct err *e)
{
	struct repeated_samples *r = calloc(1, sizeof *r);
	if (!r) {
		err_memory(e);
		return NULL;
	}
	*r = (struct repeated_samples){ .method = m, .s = s, .count = count, .request = q };
	r->prior = m->prior ? calloc(count + 1, sizeof *r->prior) : NULL;
	r->divided = q->by_rule ? calloc(count + 1, sizeof *r->divided) : NULL;
	bool room = (r->prior || !m->prior) && (r->divided || !q->by_rule);
	int status = room ? 0 : err_memory(e);
	if (status == 0 && m->prior) {
		m->prior(s, count, r->prior);
		r->model = (struct posterior_model){
			.s = s, .prior = r->prior, .count = count, .binomial = m->binomial
		};
	}
	if (status == 0 && keeps_distributions(r))
		status = keep_distributions(r, e);
	if (status == 0)
		status = prepare_bounds(r, e);
	if (status < 0) {
		repeated_samples_free(r);
		return NULL;
	}
	return r;
}

void repeated_samples_free(struct repeated_samples *r)
{
	if (!r)
		return;
	for (size_t i = 0; i < 4; i++) {
		struct kept_yield *kept = r->kept[i / 2][i % 2];
		for (int64_t k = 0; kept && k < places(r, i % 2); k++)
			yield_free(kept[k].yield);
		free(kept);
	}
	for (int i = 0; i < 2; i++)
		repeated_samples_free(r->bound[i]);
	free(r->divided);
	free(r->prior);
	free(r);
}

/* The distribution of the yield of one stratum, for the current sample. */
static struct yield_distribution *yield_here(struct repeated_samples *r, int end, size_t i,
					     struct err *e)
{
	const struct stratum *s = &r->s[i];
	struct kept_yield *kept = &r->kept[end][i][s->relevant % places(r, i)];
	if (!kept->yield || kept->relevant != s->relevant) {
		struct prior own[2], *prior = r->prior ? r->prior : own;
		if (!r->prior &&
		    r->method->end_prior(r->s, 2, r->request->quantity, end == 0, own, e) < 0)
			return NULL;
		const struct posterior_model one = { .s = s, .prior = &prior[i], .count = 1 };
		yield_free(kept->yield);
		kept->yield = posterior_yield(&one, PART_ALL, r->fine, r->exact_points, e);
		kept->relevant = s->relevant;
	}
	return kept->yield;
}

/* The posterior of the lower or the upper end, for the current sample; borrows the distributions.
 */
static int posterior_here(struct repeated_samples *r, bool lower, struct posterior *out,
			  struct err *e)
{
	size_t in = r->s[0].retrieved ? 0 : 1;
	int end = r->prior || lower ? 0 : 1; /* which distributions it uses */
	struct yield_distribution *one = yield_here(r, end, in, e),
				  *zero = one ? yield_here(r, end, 1 - in, e) : NULL;
	*out = (struct posterior){ .quantity = r->request->quantity,
				   .beta = r->request->beta,
				   .unit = 1 / (double)r->fine,
				   .retrieved_size = (double)r->s[in].size,
				   .retrieved = one,
				   .unretrieved = zero };
	return zero ? 0 : -1;
}

static int interval_of_kept(struct repeated_samples *r, struct interval *out, struct err *e)
{
	const struct interval_request *q = r->request;
	double end[2] = { NAN, NAN };
	for (int i = 0; i < 2; i++) {
		if (end_is_unwanted(q, i == 0))
			continue;
		/* An open end needs its own posterior too: that of the other end has no relevant
		 * document in a stratum in which none was seen. */
		struct posterior p;
		if (posterior_here(r, i == 0, &p, e) < 0)
			return -1;
		/* Nothing relevant was found, and nothing is left that could be. */
		bool none = p.retrieved->max == 0 && p.unretrieved->max == 0;
		if (!none || (p.quantity != QUANTITY_RECALL && p.retrieved_size != 0))
			end[i] = posterior_end(&p, q, i == 0);
	}
	*out = (struct interval){ end[0], end[1] };
	return 0;
}

/* By the rule, if it takes another method for the current sample; 0: it does not. */
static int interval_by_rule(struct repeated_samples *r, struct interval *out, struct err *e)
{
	for (size_t i = 0; i < r->count; i++)
		r->divided[i] = counted_stratum(&r->s[i], 0);
	const struct sample_facts f = strata_facts(r->divided, r->count, r->request);
	const struct interval_rule *by = interval_choose(f);
	if (strcmp(by->method, r->method->name) == 0)
		return 0;
	return chosen_interval(by, &f, out, e) < 0 ? -1 : 1;
}

/* By the method that was named, or that of the rule for most samples; if it is wider than `most`,
 * its ends may not be far enough out. */
static int interval_by_method(struct repeated_samples *r, double most, struct interval *out,
			      struct err *e)
{
	bool kept = r->kept[0][0] != NULL;
	if (r->prior && r->method->by_sample && !kept)
		r->method->prior(r->s, r->count, r->prior);
	if (!r->prior && !kept)
		return interval_compute(r->method, r->s, r->count, r->request, out, e);
	int status = kept ? interval_of_kept(r, out, e)
			  : posterior_interval(&r->model, r->request, out, e);
	if (status < 0)
		return -1;
	if (r->method->includes_estimate)
		interval_include_estimate(r->s, r->count, r->request, out);
	if (r->method->forced_ends)
		interval_force_ends(r->s, r->count, r->request->quantity, out);
	for (int lower = 0; lower < 2 && r->bound[lower] != NULL; lower++) {
		struct interval x;
		if (end_is_unwanted(r->request, lower) || out->upper - out->lower > most)
			continue;
		r->one[lower] = one_sided(r->request, *out, lower);
		if (repeated_samples_interval(r->bound[lower], &x, e) < 0)
			return -1;
		interval_move_out(out, lower ? x.lower : NAN, lower ? NAN : x.upper);
	}
	return 0;
}

int repeated_samples_interval(struct repeated_samples *r, struct interval *out, struct err *e)
{
	int other = r->divided != NULL ? interval_by_rule(r, out, e) : 0;
	return other == 0 ? interval_by_method(r, INFINITY, out, e) : other < 0 ? -1 : 0;
}

/* Does the sample decide the end? It is then the limit of the quantity, which nothing is beyond. */
static bool is_forced(const struct repeated_samples *r, bool lower)
{
	struct interval x = { -1.0, 2.0 };
	if (r->method->forced_ends)
		interval_force_ends(r->s, r->count, r->request->quantity, &x);
	return lower ? x.lower == 0.0 : x.upper == 1.0;
}

/* Is the value on the inner side of the estimate, which the interval includes? */
static bool is_within_estimate(const struct repeated_samples *r, double value, bool lower)
{
	if (!r->method->includes_estimate)
		return false;
	double estimate = interval_estimate(r->s, r->count, r->request);
	return lower ? value >= estimate : value <= estimate;
}

/* For a method with `end_prior`, if no distributions are kept. */
static int beyond_of_end(struct repeated_samples *r, double prob, double value, bool lower,
			 bool *beyond, struct err *e)
{
	const struct interval_request *q = r->request;
	struct prior *prior = calloc(r->count + 1, sizeof *prior);
	if (!prior)
		return err_memory(e);
	const struct posterior_model model = {
		.s = r->s, .prior = prior, .count = r->count, .rough = q->rough, .yields = q->yields
	};
	int status = r->method->end_prior(r->s, r->count, q->quantity, lower, prior, e);
	if (status == 0)
		status = posterior_model_is_beyond(&model, q->quantity, q->beta, prob, value, lower,
						   beyond, e);
	free(prior);
	return status;
}

/* By computing the interval. */
static int beyond_of_interval(struct repeated_samples *r, double value, bool lower, bool *beyond,
			      struct err *e)
{
	struct interval x = { NAN, NAN };
	if (repeated_samples_interval(r, &x, e) < 0)
		return -1;
	*beyond = lower ? interval_is_above(x, value) : interval_is_below(x, value);
	return 0;
}

int repeated_samples_beyond(struct repeated_samples *r, double value, bool lower, bool *beyond,
			    struct err *e)
{
	const struct interval_method *m = r->method;
	double prob = lower ? r->request->ends.lower_p : r->request->ends.upper_p;
	bool kept = r->kept[0][0] != NULL;
	if (!kept && !m->end_prior && !m->beyond)
		return beyond_of_interval(r, value, lower, beyond, e);
	*beyond = false;
	if (prob <= 0.0 || prob >= 1.0 || is_forced(r, lower) ||
	    is_within_estimate(r, value, lower))
		return 0;
	if (m->beyond)
		return m->beyond(r->s, r->count, r->request, value, lower, beyond, e);
	if (!kept)
		return beyond_of_end(r, prob, value, lower, beyond, e);
	struct posterior here;
	if (posterior_here(r, lower, &here, e) < 0)
		return -1;
	*beyond = posterior_is_beyond(&here, prob, value, lower);
	return 0;
}

/* If distributions are kept, the lower end is found, and the upper one compared. */
int repeated_samples_within(struct repeated_samples *r, double width, bool *out, struct err *e)
{
	const struct interval_request *asked = r->request;
	struct interval_request lower = *asked;
	struct interval x = { NAN, NAN };
	int other = r->divided != NULL ? interval_by_rule(r, &x, e) : 0;
	bool compared = other == 0 && r->kept[0][0] != NULL;
	lower.ends.upper_p = lower.than = 1;
	lower.if_further = compared;
	r->request = compared ? &lower : asked;
	int status = other < 0 ? -1 : other == 0 ? interval_by_method(r, width, &x, e) : 0;
	r->request = asked;
	*out = x.upper - x.lower <= width;
	if (!compared || status < 0)
		return status;
	double end = near_above(near_above(x.lower + width)); /* it may be the end itself */
	*out = end >= 1;
	if (end < 1)
		status = repeated_samples_beyond(r, end, false, out, e);
	if (end < 1 && *out && r->bound[0] != NULL && status == 0)
		status = repeated_samples_beyond(r->bound[0], end, false, out, e);
	return status;
}
