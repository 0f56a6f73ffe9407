/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/array.h"
#include "core/stats/distribution/betabinomial.h"
#include "core/stats/interval/cut_strata.h"
#include "core/stats/interval/posterior.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/lattice.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/planning/control_outcome.h"
#include "core/stats/rmath.h"

/* The posterior of one kind for either end, which often have one: the terms that were asked for,
 * and what they gave. */
struct kept_kind {
	struct beta_binomial term[2];
	struct yield_distribution *yield[2];
};

/* By the number found, modulo this. */
enum { KEPT_KINDS = 1024 };

static struct divided_stratum sample_of(int64_t size, int64_t n, const int64_t relevant[2])
{
	return (struct divided_stratum){
		.size = size,
		.sampled = n,
		.relevant = { relevant[0], relevant[1] },
		.other = { n - relevant[0] - relevant[1], 0 },
		.cut = true,
	};
}

int control_interval(const struct reach_request *q, const struct sampled_whole *c, int64_t n,
		     const int64_t relevant[2], struct interval *out, struct err *e)
{
	const struct divided_stratum d = sample_of(c->size, n, relevant);
	return divided_interval(q->method, &d, 1, &q->interval, out, e);
}

/* The two kinds of relevant documents as cut_strata_model.h has them, for one end. To be released.
 */
static int control_model(struct cut_model *y, const struct reach_request *q, int64_t size,
			 int64_t n, const int64_t relevant[2], bool lower, struct err *e)
{
	const struct divided_stratum d = sample_of(size, n, relevant);
	struct cut_case c = cut_case_of(q->method, &d, 1, &q->interval);
	int status = cut_case_priors(&c, e);
	if (status == 0 && q->method->one_more)
		cut_case_add_one_more(&c, lower);
	if (status == 0)
		status = cut_model_init(y, &c, 1, NOT_EXTREME, e);
	free(c.prior);
	return status;
}

void control_outcomes_release(struct control_outcomes *o)
{
	for (int side = 0; side < 2; side++) {
		for (int64_t i = 0; o->kept[side] != NULL && i < KEPT_KINDS; i++)
			for (int end = 0; end < 2; end++)
				yield_free(o->kept[side][i].yield[end]);
		free(o->kept[side]);
		o->kept[side] = NULL;
	}
}

/* What is kept of a number found; NULL: `e` is filled. */
static struct kept_kind *kept_of(struct control_outcomes *o, int side, int64_t found, struct err *e)
{
	if (o->kept[side] == NULL)
		o->kept[side] = calloc(KEPT_KINDS, sizeof *o->kept[side]);
	if (o->kept[side] == NULL) {
		err_memory(e);
		return NULL;
	}
	return &o->kept[side][found % KEPT_KINDS];
}

static bool is_kept(const struct kept_kind *k, int end, const struct beta_binomial *y)
{
	const struct beta_binomial *x = &k->term[end];
	return k->yield[end] != NULL && x->size == y->size && !(x->a < y->a || x->a > y->a) &&
	       !(x->b < y->b || x->b > y->b);
}

/* The posterior of one end. */
static int posterior_of(struct control_outcomes *o, const int64_t relevant[2], bool lower,
			struct posterior *p, struct err *e)
{
	struct cut_model y;
	if (control_model(&y, o->request, o->set->size, o->n, relevant, lower, e) < 0)
		return -1;
	*p = (struct posterior){
		.quantity = QUANTITY_RECALL, .beta = 1, .unit = 1, .remembered = true
	};
	int status = 0;
	for (size_t i = 0; i < y.count && status == 0; i++) {
		int side = y.s[i].retrieved;
		int64_t found = y.s[i].relevant;
		const struct beta_binomial term = {
			.size = y.s[i].size - y.s[i].sampled,
			.a = y.prior[i].alpha + (double)found,
			.b = y.prior[i].beta + (double)(y.s[i].sampled - found),
		};
		struct kept_kind *k = kept_of(o, side, found, e);
		int end = k != NULL && is_kept(k, !lower, &term) ? !lower : lower;
		status = k != NULL ? 0 : -1;
		if (status == 0 && !is_kept(k, end, &term)) {
			yield_free(k->yield[end]);
			k->term[end] = term;
			k->yield[end] = yield_new(found, &term, 1, YIELD_EXACT_POINTS, e);
			status = k->yield[end] != NULL ? 0 : -1;
		}
		if (status == 0)
			*(side ? &p->retrieved : &p->unretrieved) = k->yield[end];
	}
	cut_model_release(&y);
	return status;
}

/* Ends that the distributions of both kinds give; *known is false if that is not all there is to
 * it. */
static int exact_ends(struct control_outcomes *o, const int64_t relevant[2], struct interval *x,
		      bool *known, struct err *e)
{
	const struct reach_request *q = o->request;
	double value = (double)relevant[1] / (double)(relevant[0] + relevant[1]);
	struct posterior p;
	*known = false;
	*x = (struct interval){ 0, 1 };
	if (relevant[0] + relevant[1] == 0 || o->n >= o->set->size || q->method->binomial ||
	    !q->method->forced_ends || q->interval.ends.draws > 0)
		return 0;
	for (int lower = 0; lower < 2; lower++) {
		if (q->goal == (lower ? GOAL_UPPER : GOAL_LOWER) || relevant[lower] == 0)
			continue; /* not wanted, or forced */
		if (posterior_of(o, relevant, lower, &p, e) < 0)
			return -1;
		if (posterior_is_mixed(&p))
			return 0;
		if (lower)
			x->lower = posterior_quantile(&p, q->interval.ends.lower_p);
		else
			x->upper = posterior_quantile(&p, q->interval.ends.upper_p);
	}
	*known = x->lower <= value && x->upper >= value;
	return 0;
}

int control_outcome_over(struct control_outcomes *o, const int64_t relevant[2], double *out,
			 struct err *e)
{
	struct interval x;
	bool known;
	if (exact_ends(o, relevant, &x, &known, e) < 0)
		return -1;
	if (!known && control_interval(o->request, o->set, o->n, relevant, &x, e) < 0)
		return -1;
	*out = reach_over(o->request, NULL, 0, x);
	return 0;
}

/* ---- by a saddlepoint ---- */

/* Denominators of theta whose steps are looked at one by one: at least so many, and the more the
 * wider a distribution is, until the steps of the others are nothing beside it. */
static const double DENOMINATORS = 48, WIDE = 500;

/*
 * Of steps so far apart, in standard deviations of B along the line, exp(-2 pi^2 1.2^2) = 4e-13 is
 * left. A distribution that is narrower than this, in documents, is left to the interval.
 */
static const double AVERAGED_OUT = 1.2, NARROWEST = 0.3;

static const double FEW = 0.01;

/* How far beyond the scores of the ends a distribution is looked at. */
static const double BEYOND = 1.5;

/* Nearer to 0 than this, a score is not from the saddlepoint. */
static const double NEAREST = 0.2;

int share_model_of(struct share_model *s, const struct reach_request *q, int64_t size, int64_t n,
		   const int64_t relevant[2], bool lower, struct err *e)
{
	struct cut_model y;
	if (control_model(&y, q, size, n, relevant, lower, e) < 0)
		return -1;
	*s = (struct share_model){ .usable = y.count == 2 && !q->method->binomial };
	for (int i = 0; i < 2; i++) {
		double p = i ? q->interval.ends.upper_p : q->interval.ends.lower_p;
		if (p > 0 && p < 1)
			s->far = fmax(s->far, fabs(qnorm(p, 0, 1, 1, 0)) + BEYOND);
	}
	double ratio[2] = { 1, 1 };
	for (size_t i = 0; i < y.count && s->usable; i++) {
		int side = y.s[i].retrieved;
		double found = (double)y.s[i].sampled, a = y.prior[i].alpha + found;
		struct share_kind *k = &s->kind[side];
		const struct beta_binomial b = { y.s[i].size - y.s[i].sampled, a, y.prior[i].beta };
		*k = (struct share_kind){ found, a, (double)b.size / (a + b.b) };
		s->usable = a > 0 && b.size > 0;
		ratio[side] = beta_binomial_variance(&b) / (a * k->scale * (1 + k->scale));
	}
	s->narrower = sqrt(0.5 * (ratio[0] + ratio[1]));
	s->apart = fabs(ratio[0] - ratio[1]);
	cut_model_release(&y);
	return 0;
}

double share_logit_sd(const struct share_model *s)
{
	double scale = s->kind[1].scale;
	return sqrt((1 / s->kind[1].shape + 1 / s->kind[0].shape) * scale / (1 + scale));
}

/* Adds K and its derivatives at u of c times a kind; returns the variance of the kind there. */
static double add_cumulants(const struct share_kind *x, double c, double u, double k[5])
{
	double e = expm1(c * u), less = x->scale * e, g = (x->scale + less) / (1 - less);
	double g1 = g * (1 + g), h = 1 + 2 * g, a = x->shape;
	k[0] += c * u * x->found - a * log1p(-less);
	k[1] += c * (x->found + a * g);
	k[2] += c * c * a * g1;
	k[3] += c * c * c * a * g1 * h;
	k[4] += c * c * c * c * a * g1 * (h * h + 2 * g1);
	return a * g1;
}

/* K and its derivatives where K' = 0. */
static double saddlepoint(const struct share_model *s, double theta, double k[5],
			  double variance[2])
{
	double low = -log1p(1 / s->kind[0].scale) / theta, high = log1p(1 / s->kind[1].scale);
	double u = 0;
	for (int i = 0; i < 60; i++) {
		for (int j = 0; j < 5; j++)
			k[j] = 0;
		variance[1] = add_cumulants(&s->kind[1], 1, u, k);
		variance[0] = add_cumulants(&s->kind[0], -theta, u, k);
		*(k[1] > 0 ? &high : &low) = u;
		double to = u - k[1] / k[2];
		if (!(to > low && to < high))
			to = 0.5 * (low + high);
		if (fabs(k[1]) < ROOT_ROUGH * sqrt(k[2]))
			break;
		u = to;
	}
	return u;
}

/* At most what the steps add to P(D <= 0), over the density of D. */
static double steps(double theta, const double variance[2])
{
	double width = 1 / sqrt(1 / variance[0] + theta * theta / variance[1]);
	double most = fmax(2 * fmin(width, WIDE * WIDE / width), DENOMINATORS);
	double far = AVERAGED_OUT / width, sum = 0.5 / most;
	if (width < NARROWEST)
		return INFINITY;
	for (double v = 0; v <= most; v++) {
		double last = floor(v * theta + far);
		for (double u = fmax(ceil(v * theta - far), v == 0); u <= last; u++) {
			double apart = (v * theta - u) * width;
			if (common_divisor((int64_t)u, (int64_t)v) == 1)
				sum += fmin(0.5, 0.4 * exp(-2 * M_PI * M_PI * apart * apart)) *
				       (v > 0 ? 1.0 / v : theta / u);
		}
	}
	return sum;
}

/* Near the middle, where the saddlepoint's terms cancel each other: by Edgeworth's series. */
static double middle_score(const struct share_model *s, double theta, double *unsure)
{
	double k[5] = { 0 }, least = fmin(s->kind[0].shape, s->kind[1].shape);
	add_cumulants(&s->kind[1], 1, 0, k);
	add_cumulants(&s->kind[0], -theta, 0, k);
	double l3 = k[3] / (k[2] * sqrt(k[2])), l4 = k[4] / (k[2] * k[2]), y = -k[1] / sqrt(k[2]);
	double y2 = y * y, more = l3 / 6 * (y2 - 1) + l4 / 24 * y * (y2 - 3) +
				  l3 * l3 / 72 * y * (y2 * y2 - 10 * y2 + 15);
	double below = pnorm(y, 0, 1, 1, 0) - dnorm(y, 0, 1, 0) * more;
	bool usable = below > 0 && below < 1;
	*unsure = usable ? 3 / (least * sqrt(least)) : INFINITY; /* the next terms */
	return usable ? qnorm(below, 0, 1, 1, 0) : y;
}

double share_score(const struct share_model *s, double t, double *unsure)
{
	double k[5], variance[2], theta = t / (1 - t);
	double u = saddlepoint(s, theta, k, variance);
	double w = copysign(sqrt(fmax(-2 * k[0], 0)), u), z = u * sqrt(k[2]);
	double l3 = k[3] / (k[2] * sqrt(k[2])), l4 = k[4] / (k[2] * k[2]);
	double step = 0, unasked;
	if (unsure != NULL)
		step = 2 * steps(theta, variance) * exp(k[0]) / sqrt(2 * M_PI * k[2]);
	else
		unsure = &unasked;
	if (!(fabs(w) > NEAREST)) {
		w = middle_score(s, theta, unsure);
		*unsure += step / dnorm(w, 0, 1, 0) + s->apart * fabs(w) + RULE_ERROR;
		return w / s->narrower;
	}
	double first = 1 / z - 1 / w;
	double second = (l4 / 8 - 5 * l3 * l3 / 24) / z - l3 / (2 * z * z) - 1 / (z * z * z) +
			1 / (w * w * w);
	/* the smaller tail: the other one would be rounded to 1 */
	double phi = dnorm(w, 0, 1, 0);
	double tail = pnorm(w, 0, 1, w < 0, 0) + copysign(phi, w) * (first + second);
	*unsure = INFINITY;
	if (!(tail > 0 && tail < 1))
		return w;
	double score = qnorm(tail, 0, 1, w < 0, 0), at = dnorm(score, 0, 1, 0);
	double least = fmin(s->kind[0].shape, s->kind[1].shape);
	*unsure = (phi * fabs(second) + step) / at + FEW / (least * least) +
		  s->apart * fabs(score) + RULE_ERROR;
	return score / s->narrower;
}

struct score_range share_score_range(const struct share_model *s, double t)
{
	double unsure, far = s->far * share_logit_sd(s);
	double centre = log(s->kind[1].shape / s->kind[0].shape);
	double at = t <= 0 ? -INFINITY : t >= 1 ? INFINITY : logit(t);
	double near = fmin(fmax(at, centre - far), centre + far);
	double score = share_score(s, inverse_logit(near), &unsure);
	return (struct score_range){ at < near ? -INFINITY : score - unsure,
				     at > near ? INFINITY : score + unsure };
}
