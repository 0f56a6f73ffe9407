/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/interval/divided.h"
#include "core/stats/interval/posterior.h"
#include "core/stats/interval/posterior_draw.h"

/* A smaller share than this is as good as none: variances are right to a thousandth. */
static const double RARE = 1e-3;

/* Kinds of documents that a quantity is made of; see divided.h. */
enum kind { RELEVANT_1, RELEVANT_0, OTHER_1, KINDS };

/* What a quantity asks for: A minus theta B. */
struct question {
	bool yield;
	int64_t weight[KINDS]; /* in A, negative: in B; 0: it does not matter */
	bool retrieved_only;   /* a yield: of what is retrieved */
	bool one_segment;      /* one prior for all strata */
	bool gray_other;       /* gray documents are not relevant */
	bool one_more;	       /* there is no prior, and one more document */
};

/* F has weights in units of 1/FINE where b^2 is no whole number. */
enum { FINE = 64 };

static struct question question_of(const struct interval_request *q, bool retrieved_only)
{
	struct question x = { .gray_other = q->gray_nonrelevant };
	double b2 = q->beta * q->beta;
	int64_t unit = b2 == floor(b2) ? 1 : FINE;
	x.weight[RELEVANT_1] = 1;
	switch (q->quantity) {
	case QUANTITY_RECALL:
		x.weight[RELEVANT_0] = -1;
		break;
	case QUANTITY_PRECISION:
		x.weight[OTHER_1] = -1;
		break;
	case QUANTITY_F:
		x.weight[RELEVANT_1] = llround((1 + b2) * (double)unit);
		x.weight[OTHER_1] = -unit;
		x.weight[RELEVANT_0] = -llround(b2 * (double)unit);
		break;
	case QUANTITY_YIELD:
		x.yield = true;
		x.retrieved_only = retrieved_only;
		x.one_segment = !retrieved_only && !q->post_stratified;
		x.weight[RELEVANT_0] = retrieved_only ? 0 : 1;
		break;
	}
	return x;
}

/* How many documents of a kind the sample has. */
static int64_t count_of(const struct divided_stratum *d, enum kind kind, const struct question *x)
{
	switch (kind) {
	case RELEVANT_1:
		return d->relevant[1];
	case RELEVANT_0:
		return d->relevant[0];
	case OTHER_1:
		return d->other[1] + (x->gray_other ? d->gray[1] : 0);
	case KINDS:
		break;
	}
	return 0;
}

static bool may_have(const struct divided_stratum *d, enum kind kind)
{
	return d->cut || d->retrieved == (kind != RELEVANT_0);
}

bool divided_is_cut(const struct divided_stratum *d, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (d[i].cut)
			return true;
	return false;
}

static bool has_unsampled(const struct divided_stratum *d, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (d[i].sampled == 0 && d[i].size > 0)
			return true;
	return false;
}

static int64_t sum_of(const int64_t x[2])
{
	return x[0] + x[1];
}

/* The share of documents of a kind in all sampled strata together, retrieved or not. */
static double borrowed_share(const struct divided_stratum *d, size_t count, enum kind kind,
			     const struct question *x)
{
	double all = 0, found = 0;
	for (size_t i = 0; i < count; i++) {
		if (d[i].sampled == 0)
			continue;
		int64_t r = kind != OTHER_1
				    ? sum_of(d[i].relevant)
				    : sum_of(d[i].other) + (x->gray_other ? sum_of(d[i].gray) : 0);
		all += (double)d[i].size;
		found += (double)d[i].size * (double)r / (double)d[i].sampled;
	}
	return all > 0 ? found / all : 0;
}

double divided_value(const struct divided_stratum *d, size_t count,
		     const struct interval_request *q, bool retrieved_only)
{
	const struct question x = question_of(q, retrieved_only);
	double a = 0, b = 0;
	for (enum kind k = 0; k < KINDS; k++) {
		double borrowed = borrowed_share(d, count, k, &x), sum = 0;
		for (size_t i = 0; i < count; i++) {
			double N = (double)d[i].size, n = (double)d[i].sampled;
			if (d[i].sampled > 0)
				sum += N * (double)count_of(&d[i], k, &x) / n;
			else if (may_have(&d[i], k))
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
					   .relevant = sum_of(d[i].relevant),
					   .assessable = d[i].sampled - sum_of(d[i].gray),
					   .retrieved = d[i].retrieved };
}

/*
 * Priors.
 */

/* The part of a stratum that seems to be retrieved (side 1), or not (side 0). */
static double part_of(const struct divided_stratum *d, const struct question *x, int side)
{
	int64_t one = d->relevant[1] + d->other[1] + d->gray[1];
	double share = ((double)one + 0.5) / ((double)d->sampled + 1);
	if (x->one_segment)
		return side;
	if (!d->cut)
		return d->retrieved == side;
	return side ? share : 1 - share;
}

/*
 * Of each stratum: what the method gives to strata of the sizes, and with the samples, that its two
 * parts seem to have.
 */
static int find_priors(const struct interval_method *m, const struct divided_stratum *d,
		       size_t count, const struct question *x, double (*prior)[KINDS],
		       struct err *e)
{
	struct stratum *s = calloc(2 * count + 1, sizeof *s);
	struct prior *given = calloc(2 * count + 1, sizeof *given);
	size_t used = 0, at = 0;
	bool room = s != NULL && given != NULL;
	for (size_t i = 0; i < 2 * count && room; i++) {
		const struct divided_stratum *y = &d[i / 2];
		double part = part_of(y, x, i % 2);
		if (part > 0 && !(m->borrows && y->sampled == 0))
			s[used++] = (struct stratum){ .size = llround((double)y->size * part),
						      .sampled = llround((double)y->sampled * part),
						      .retrieved = i % 2 };
	}
	if (room)
		m->prior(s, used, given);
	for (size_t i = 0; i < 2 * count && room; i++) {
		const struct divided_stratum *y = &d[i / 2];
		bool has = part_of(y, x, i % 2) > 0 && !(m->borrows && y->sampled == 0);
		double h = has ? given[at++].alpha : 0;
		if (i % 2 == 0)
			prior[i / 2][RELEVANT_0] = h;
		else
			prior[i / 2][RELEVANT_1] = prior[i / 2][OTHER_1] = h;
	}
	free(s);
	free(given);
	return room ? 0 : err_memory(e);
}

/* One more document as evidence against the end, in the stratum of the largest weight. */
static void add_one_more(const struct divided_stratum *d, size_t count, const struct question *x,
			 bool lower, double (*prior)[KINDS])
{
	double most = 0;
	double *to = NULL;
	memset(prior, 0, count * sizeof *prior);
	for (size_t i = 0; i < count; i++)
		for (enum kind k = 0; k < KINDS; k++) {
			bool against = x->weight[k] != 0 && (x->weight[k] < 0) == lower;
			if (!against || !may_have(&d[i], k) || d[i].sampled == d[i].size)
				continue;
			if (d[i].sampled > 0 && count_of(&d[i], k, x) == d[i].sampled)
				continue; /* it seems to be all of this kind without one more */
			double n = (double)(d[i].sampled > 0 ? d[i].sampled : 1);
			double weight = fabs((double)x->weight[k]) * (double)d[i].size / n;
			if (weight > most) {
				most = weight;
				to = &prior[i][k];
			}
		}
	if (to != NULL)
		*to = 1;
}

/*
 * The model.
 */

/* One kind of documents in one stratum: found + BetaBin(rest; a, a (1-p)/p). */
struct part {
	int64_t found, rest;
	double a, p;
	double coefficient;
	int64_t weight;
};

struct divided_model {
	struct stratum *s;
	struct prior *prior;
	size_t count;
};

static void model_release(struct divided_model *y)
{
	free(y->s);
	free(y->prior);
	*y = (struct divided_model){ 0 };
}

/* Which end is wanted as far out as the sample allows; see divided.h. */
enum lean { UPRIGHT, LEAN_LOW, LEAN_HIGH };

/* Moves what the sample leaves open to the side of the end. */
static void lean_part(struct part *x, int64_t sampled, enum lean lean)
{
	if (lean == UPRIGHT || sampled == 0)
		return;
	bool least = (lean == LEAN_LOW) == (x->weight > 0);
	if (least && x->found == 0)
		x->rest = 0;
	if (!least && x->found == sampled) {
		x->found += x->rest;
		x->rest = 0;
	}
}

/* The kinds that one stratum may have. */
static size_t parts_of(const struct divided_stratum *d, const struct question *x,
		       const double prior[KINDS], const double borrowed[KINDS], double theta,
		       enum lean lean, struct part *part)
{
	size_t count = 0;
	double n = (double)d->sampled;
	for (enum kind k = 0; k < KINDS; k++) {
		double h = prior[k], w = (double)x->weight[k];
		if (x->weight[k] == 0 || !may_have(d, k))
			continue;
		struct part y = { .found = count_of(d, k, x),
				  .rest = d->size - d->sampled,
				  .coefficient = w > 0 ? w : theta * w,
				  .weight = x->weight[k] };
		y.a = (double)y.found + h;
		y.p = !(y.a > 0) ? 0 : x->one_more ? fmin(y.a / fmax(n, 1), 1) : y.a / (n + 2 * h);
		if (d->sampled == 0 && h == 0) {
			y.p = fmin(fmax(borrowed[k], 0), 1);
			y.a = y.p <= 0.5 ? 0.5 : 0.5 * y.p / fmax(1 - y.p, 1e-9);
		}
		lean_part(&y, d->sampled, lean);
		if (!(y.p > 0))
			y.rest = 0;
		part[count++] = y;
	}
	return count;
}

static void add_part(struct divided_model *y, const struct part *x, double g)
{
	int64_t w = x->weight < 0 ? -x->weight : x->weight;
	int64_t found = w * x->found, rest = w * x->rest;
	double a = x->a, share = x->p;
	if (x->rest > 0 && x->p < 1) {
		share = fmin(fmax(g, RARE), fmax(g, x->p));
		rest = llround((double)rest * x->p / share);
		/* so that w times as many documents do not vary less */
		double mean = (double)x->rest * x->p;
		a = 1 / (1 / x->a + (1 - 1 / (double)w) / mean);
	}
	double b = x->rest > 0 ? a * (1 - share) / share : 1;
	y->s[y->count] = (struct stratum){ .size = found + rest,
					   .sampled = found,
					   .relevant = found,
					   .assessable = found,
					   .retrieved = x->weight > 0 };
	y->prior[y->count++] = (struct prior){ a - (double)found, b };
}

/* The parts of one stratum, each with the variance that they have together. */
static void add_parts(struct divided_model *y, const struct part *part, size_t count)
{
	double m = 0, same = 0;
	for (size_t i = 0; i < count; i++)
		m += part[i].coefficient * part[i].p;
	for (size_t i = 0; i < count; i++)
		if (part[i].coefficient * m > 0)
			same += part[i].coefficient * part[i].coefficient * part[i].p;
	for (size_t i = 0; i < count; i++)
		add_part(y, &part[i], part[i].coefficient * m > 0 ? m * m / same : 0);
}

struct divided_case {
	const struct interval_method *m;
	const struct divided_stratum *d;
	size_t count;
	struct question x;
	double (*prior)[KINDS];
	double borrowed[KINDS];
};

static int case_init(struct divided_case *c, const struct interval_method *m,
		     const struct divided_stratum *d, size_t count,
		     const struct interval_request *q, bool retrieved_only, struct err *e)
{
	*c = (struct divided_case){ .m = m, .d = d, .count = count };
	c->x = question_of(q, retrieved_only);
	c->x.one_more = m->one_more;
	c->prior = calloc(count + 1, sizeof *c->prior);
	if (c->prior == NULL)
		return err_memory(e);
	int64_t sampled = 0;
	for (size_t i = 0; i < count; i++)
		sampled += d[i].sampled;
	for (enum kind k = 0; k < KINDS; k++)
		c->borrowed[k] =
			fmax(borrowed_share(d, count, k, &c->x), 0.5 / ((double)sampled + 1));
	if (m->one_more || find_priors(m, d, count, &c->x, c->prior, e) == 0)
		return 0;
	free(c->prior);
	return -1;
}

static int model_init(struct divided_model *y, const struct divided_case *c, double theta,
		      enum lean lean, struct err *e)
{
	*y = (struct divided_model){ .s = calloc(KINDS * c->count + 1, sizeof *y->s),
				     .prior = calloc(KINDS * c->count + 1, sizeof *y->prior) };
	if (y->s == NULL || y->prior == NULL) {
		model_release(y);
		return err_memory(e);
	}
	int64_t unsampled =
		0; /* with one segment these are one stratum, however a run divides them */
	for (size_t i = 0; i < c->count; i++) {
		struct part part[KINDS];
		struct divided_stratum d = c->d[i];
		if (c->x.one_segment && d.sampled == 0 && c->m->borrows) {
			unsampled += d.size;
			continue;
		}
		if (c->x.one_segment) { /* all that is relevant is one kind */
			d.cut = false;
			d.retrieved = true;
			d.relevant[1] = sum_of(d.relevant);
			d.relevant[0] = 0;
		}
		const double *prior = c->prior[i];
		size_t parts = parts_of(&d, &c->x, prior, c->borrowed, theta, lean, part);
		add_parts(y, part, parts);
	}
	if (unsampled > 0) {
		struct part part[KINDS];
		const struct divided_stratum d = { .size = unsampled, .retrieved = true };
		const double none[KINDS] = { 0 };
		add_parts(y, part, parts_of(&d, &c->x, none, c->borrowed, theta, lean, part));
	}
	return 0;
}

/*
 * Ends.
 */

/* The quantile of one model; nan if the quantity can only be 0/0. */
static int quantile(const struct divided_case *c, const struct interval_request *q, double theta,
		    enum lean lean, double prob, double *out, struct err *e)
{
	struct divided_model y;
	if (model_init(&y, c, theta, lean, e) < 0)
		return -1;
	const struct posterior_model model = {
		.s = y.s, .prior = y.prior, .count = y.count, .binomial = c->m->binomial
	};
	enum quantity quantity = c->x.yield ? QUANTITY_YIELD : QUANTITY_RECALL;
	int64_t possible = 0;
	for (size_t i = 0; i < y.count; i++)
		possible += y.s[i].size;
	int status = 0;
	if (possible == 0 && !c->x.yield) {
		*out = NAN;
	} else if (q->draws > 0) {
		status = posterior_draw_quantiles(&model, quantity, 1, q->draws, q->seed, &prob, 1,
						  out, e);
	} else {
		struct posterior *p = posterior_new(&model, quantity, 1, e);
		status = p != NULL ? 0 : -1;
		if (p != NULL)
			*out = posterior_quantile(p, prob);
		posterior_free(p);
	}
	model_release(&y);
	return status;
}

static double odds(double t)
{
	return fmin(fmax(t, 1e-9) / fmax(1 - t, 1e-9), 1e9);
}

/* The share of A at the means of the posterior, for a first theta. */
static double centre(const struct divided_case *c)
{
	double a = 0, b = 0;
	for (size_t i = 0; i < c->count; i++) {
		struct part part[KINDS];
		size_t count =
			parts_of(&c->d[i], &c->x, c->prior[i], c->borrowed, 1, UPRIGHT, part);
		for (size_t k = 0; k < count; k++) {
			double mean = (double)part[k].found + (double)part[k].rest * part[k].p;
			*(part[k].weight > 0 ? &a : &b) += fabs((double)part[k].weight) * mean;
		}
	}
	return a + b > 0 ? a / (a + b) : 0.5;
}

static int find_end(const struct divided_case *c, const struct interval_request *q, enum lean lean,
		    bool lower, double *out, struct err *e)
{
	double prob = lower ? q->lower_p : q->upper_p;
	if (c->m->one_more)
		add_one_more(c->d, c->count, &c->x, lower, c->prior);
	bool once = c->x.yield || prob <= 0 || prob >= 1 ||
		    (!divided_is_cut(c->d, c->count) && lean == UPRIGHT);
	double t = c->x.yield ? 0.5 : centre(c);
	for (int step = 0; step < (once ? 1 : 3); step++) {
		if (quantile(c, q, odds(t), lean, prob, &t, e) < 0)
			return -1;
		if (isnan(t))
			break;
	}
	*out = t;
	return 0;
}

/* Nothing found of A makes the lower end 0, nothing of B the upper end 1. */
static void force_ends(const struct divided_case *c, struct interval *out)
{
	int64_t a = 0, b = 0;
	for (size_t i = 0; i < c->count; i++)
		for (enum kind k = 0; k < KINDS; k++) {
			int64_t found = count_of(&c->d[i], k, &c->x);
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
static struct stratum *undivided_strata(const struct divided_case *c, size_t *used, struct err *e)
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

/* By interval_compute(): the run cuts nothing. */
static int undivided(const struct divided_case *c, const struct interval_request *q,
		     struct interval *out, struct err *e)
{
	size_t used;
	struct stratum *s = undivided_strata(c, &used, e);
	int status = s != NULL ? interval_compute(c->m, s, used, q, out, e) : -1;
	free(s);
	return status;
}

static int check(const struct interval_method *m, bool cut, const struct interval_request *q,
		 struct err *e)
{
	if (!(m->quantities & (unsigned)q->quantity))
		return err_usage(e, "interval method '%s' does not apply to this quantity",
				 m->name);
	if (cut && m->prior == NULL && !m->one_more)
		return err_data(e,
				"interval method '%s' needs strata that the run retrieves as a "
				"whole or not at all; here the run cuts strata of the sample (try "
				"bb-shared or ht-logit)",
				m->name);
	return 0;
}

static int ends(const struct divided_case *c, const struct interval_request *q,
		struct interval *out, struct err *e)
{
	bool cut = divided_is_cut(c->d, c->count) &&
		   (c->m->prior != NULL ? !c->x.one_segment : !c->x.yield);
	if (check(c->m, cut, q, e) < 0)
		return -1;
	if (!cut && !(c->m->borrows && has_unsampled(c->d, c->count)))
		return undivided(c, q, out, e);
	if (find_end(c, q, UPRIGHT, true, &out->lower, e) < 0 ||
	    find_end(c, q, UPRIGHT, false, &out->upper, e) < 0)
		return -1;
	force_ends(c, out);
	return 0;
}

int divided_interval(const struct interval_method *m, const struct divided_stratum *d, size_t count,
		     const struct interval_request *q, bool retrieved_only, struct interval *out,
		     struct err *e)
{
	struct divided_case c = { .m = m, .d = d, .count = count };
	c.x = question_of(q, retrieved_only);
	if ((m->prior != NULL || m->one_more) &&
	    case_init(&c, m, d, count, q, retrieved_only, e) < 0)
		return -1;
	int status = ends(&c, q, out, e);
	double value = m->borrows ? divided_value(d, count, q, retrieved_only) : NAN;
	const double slack = 1e-9 * fabs(value);
	if (status == 0 && out->lower > value + slack) {
		status = find_end(&c, q, LEAN_LOW, true, &out->lower, e);
		out->lower = fmin(out->lower, value);
	}
	if (status == 0 && out->upper < value - slack) {
		status = find_end(&c, q, LEAN_HIGH, false, &out->upper, e);
		out->upper = fmax(out->upper, value);
	}
	free(c.prior);
	return status;
}

struct posterior *divided_posterior(const struct interval_method *m,
				    const struct divided_stratum *d, size_t count,
				    const struct interval_request *q, bool retrieved_only,
				    struct err *e)
{
	struct divided_case c;
	struct divided_model y;
	struct posterior *p = NULL;
	if (case_init(&c, m, d, count, q, retrieved_only, e) < 0)
		return NULL;
	bool cut = divided_is_cut(d, count) && !c.x.one_segment;
	if (!cut && !(m->borrows && has_unsampled(d, count))) {
		size_t used;
		struct stratum *s = undivided_strata(&c, &used, e);
		p = s != NULL ? interval_posterior(m, s, used, q, e) : NULL;
		free(s);
		free(c.prior);
		return p;
	}
	double t = c.x.yield ? 0.5 : centre(&c);
	if (model_init(&y, &c, odds(t), UPRIGHT, e) == 0) {
		const struct posterior_model model = {
			.s = y.s, .prior = y.prior, .count = y.count, .binomial = m->binomial
		};
		p = posterior_new(&model, c.x.yield ? QUANTITY_YIELD : QUANTITY_RECALL, 1, e);
		model_release(&y);
	}
	free(c.prior);
	return p;
}
