/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The posterior of recall, precision, F and yield, without Monte Carlo; see posterior.h.
 *
 * A quantile of recall or F is found on the scale of logits, where the distribution function is
 * nearly a straight line, by secant steps inside a bracket. If both distributions
 * keep all their masses, the search ends at the exact value: it goes from one possible value of the
 * quantity to the next until it passes p.
 */
#include <math.h>

#include "core/base/near.h"
#include "core/stats/distribution/yield_memory.h"
#include "core/stats/interval/posterior.h"
#include "core/stats/interval/posterior_model.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/rmath.h"

#define TOLERANCE	   ROOT_ROUGH /* of a quantile that is not found exactly */
#define MASSES_BESIDE_WIDE 2048

int posterior_check_documents(double documents, struct err *e)
{
	if (documents <= (double)POSTERIOR_DOCUMENTS)
		return 0;
	return err_data(
		e,
		"posterior intervals are for at most %lld documents in all strata of a topic, "
		"and here are more",
		(long long)POSTERIOR_DOCUMENTS);
}

/* Refuses what the distributions cannot hold. */
static int check_posterior_model(const struct posterior_model *m, struct err *e)
{
	double documents = 0;
	for (size_t i = 0; i < m->count && !m->weighted; i++) {
		const struct stratum *s = &m->s[i];
		documents += (double)s->size;
		if (posterior_check_documents(documents, e) < 0)
			return -1;
		if (s->sampled > POSTERIOR_JUDGED && s->sampled < s->size)
			return err_data(e,
					"posterior intervals are for at most %lld judged documents "
					"in a stratum that is not judged as a whole, found %lld",
					(long long)POSTERIOR_JUDGED, (long long)s->sampled);
	}
	return 0;
}

/* What the yield of these strata is the sum of; to be freed. NULL: `e` is filled. */
static struct beta_binomial *terms_of(const struct posterior_model *m, enum yield_part part,
				      int64_t fine, size_t *count, int64_t *found, struct err *e)
{
	if (check_posterior_model(m, e) < 0)
		return NULL;
	struct beta_binomial *term = calloc(m->count ? m->count : 1, sizeof *term);
	if (!term) {
		err_memory(e);
		return NULL;
	}
	*found = 0;
	*count = 0;
	for (size_t i = 0; i < m->count; i++) {
		const struct stratum *s = &m->s[i];
		if (!(part & (s->retrieved ? PART_RETRIEVED : PART_UNRETRIEVED)))
			continue;
		*found += s->relevant;
		term[(*count)++] = (struct beta_binomial){
			.size = (s->size - s->sampled) * fine,
			.a = m->prior[i].alpha + (double)s->relevant,
			.b = m->prior[i].beta + (double)(s->sampled - s->relevant),
		};
	}
	return term;
}

/* The yield of these strata, from the memory of the model if it has one; else to be freed. */
static const struct yield_distribution *yield_for(const struct posterior_model *m,
						  enum yield_part part, int64_t fine,
						  double exact_points, struct err *e)
{
	int64_t found;
	size_t terms;
	const struct yield_distribution *l = NULL;
	struct beta_binomial *term = terms_of(m, part, fine, &terms, &found, e);
	if (term != NULL && m->yields != NULL)
		l = yield_remembered(m->yields, found * fine, term, terms, exact_points, e);
	else if (term != NULL)
		l = yield_new(found * fine, term, terms, exact_points, e);
	free(term);
	return l;
}

static struct yield_distribution *owned(const struct yield_distribution *l)
{
	return (struct yield_distribution *)(uintptr_t)l;
}

struct yield_distribution *posterior_yield(const struct posterior_model *m, enum yield_part part,
					   int64_t fine, double exact_points, struct err *e)
{
	return owned(yield_for(m, part, fine, exact_points, e));
}

static void yield_done(const struct posterior *p, const struct yield_distribution *l)
{
	if (!p->remembered)
		yield_free(owned(l));
}

/*
 * If the other distribution is wide, many single masses cost time and gain nothing: this one is
 * then made again, with knots.
 */
static int match(const struct posterior *p, const struct yield_distribution **l,
		 const struct yield_distribution *other, const struct posterior_model *m,
		 enum yield_part part, int64_t fine, struct err *e)
{
	if (yield_is_exact(other) || !yield_is_exact(*l) || (*l)->low.count <= MASSES_BESIDE_WIDE)
		return 0;
	yield_done(p, *l);
	*l = yield_for(m, part, fine, MASSES_BESIDE_WIDE, e);
	return *l ? 0 : -1;
}

struct posterior *posterior_new(const struct posterior_model *m, enum quantity quantity,
				double beta, struct err *e)
{
	struct posterior *p = calloc(1, sizeof *p);
	if (!p) {
		err_memory(e);
		return NULL;
	}
	int64_t fine = posterior_fineness(m);
	p->quantity = quantity;
	p->beta = beta;
	p->unit = 1 / (double)fine;
	for (size_t i = 0; i < m->count; i++)
		if (m->s[i].retrieved)
			p->retrieved_size += (double)m->s[i].size;
	bool pair = quantity == QUANTITY_RECALL || quantity == QUANTITY_F;
	enum yield_part first = quantity == QUANTITY_YIELD ? PART_ALL : PART_RETRIEVED;
	p->remembered = m->yields != NULL;
	double exact_points = m->rough ? YIELD_ROUGH_POINTS : YIELD_EXACT_POINTS;
	p->retrieved = yield_for(m, first, fine, exact_points, e);
	if (p->retrieved && pair)
		p->unretrieved = yield_for(m, PART_UNRETRIEVED, fine, exact_points, e);
	bool complete = p->retrieved && (!pair || p->unretrieved);
	if (complete && pair) {
		complete =
			match(p, &p->retrieved, p->unretrieved, m, PART_RETRIEVED, fine, e) == 0 &&
			match(p, &p->unretrieved, p->retrieved, m, PART_UNRETRIEVED, fine, e) == 0;
	}
	if (!complete) {
		posterior_free(p);
		return NULL;
	}
	return p;
}

void posterior_free(struct posterior *p)
{
	if (!p)
		return;
	yield_done(p, p->retrieved);
	yield_done(p, p->unretrieved);
	free(p);
}

int64_t posterior_whole(const struct posterior *p)
{
	if (p->unretrieved != NULL || p->unit != 1)
		return 0;
	return p->quantity == QUANTITY_YIELD ? 1 : (int64_t)p->retrieved_size;
}

/* The line R1 = c + theta R0 (in units of the distributions) on which a pair quantity is t. */
static void line(const struct posterior *p, double t, double *c, double *theta)
{
	double b2 = p->beta * p->beta;
	if (p->quantity == QUANTITY_RECALL) {
		*c = 0;
		*theta = t / (1 - t);
	} else {
		double q = 1 + b2 * (1 - t);
		*c = t * p->retrieved_size / (q * p->unit);
		*theta = t * b2 / q;
	}
}

double posterior_cdf(const struct posterior *p, double t)
{
	switch (p->quantity) {
	case QUANTITY_PRECISION:
		return yield_cdf(p->retrieved, t * p->retrieved_size / p->unit);
	case QUANTITY_YIELD:
		return yield_cdf(p->retrieved, t / p->unit);
	case QUANTITY_RECALL:
	case QUANTITY_F:
		break;
	}
	double c, theta;
	if (t < 0)
		return 0;
	if (t >= 1)
		return 1;
	line(p, t, &c, &theta);
	return yield_pair_cdf(p->retrieved, p->unretrieved, c, theta);
}

/* Is the quantity smaller with yields y and x than with those of `than`? */
static bool is_less(const struct posterior *p, double y, double x, const double than[2])
{
	if (p->quantity == QUANTITY_RECALL)
		return y * than[1] < than[0] * x;
	return posterior_value_at(p, y, x) < posterior_value_at(p, than[0], than[1]);
}

/* The smallest possible value of the quantity above t; both distributions are exact. */
static double next_value(const struct posterior *p, double t)
{
	double c, theta, least[2] = { 0, 0 };
	bool any = false;
	line(p, t, &c, &theta);
	const struct yield_atoms *one = &p->retrieved->low, *zero = &p->unretrieved->low;
	double first = (double)one->first, last = first + (double)one->count - 1;
	for (size_t i = 0; i < zero->count; i++) {
		double x = (double)zero->first + (double)i;
		double y = fmax(yield_line_at(c, theta, x) + 1, first);
		if (y > last)
			break;
		if (!any || is_less(p, y, x, least)) {
			any = true;
			least[0] = y;
			least[1] = x;
		}
	}
	return any ? fmin(posterior_value_at(p, least[0], least[1]), 1) : 1;
}

static double bounded_logit(double t)
{
	return fmin(fmax(logit(t), -40), 40);
}

/* Of a probability; nearly a line in the logit of the quantity. */
static double bounded_score(double p)
{
	return fmin(fmax(qnorm(p, 0, 1, 1, 0), -9), 9);
}

/*
 * Next point of the search in low .. high: where the line through the last two points (z, gap)
 * meets 0, and a little beyond, so that the root is enclosed from both sides; else the middle.
 */
static double next_point(const double z[2], const double gap[2], double low, double high,
			 double beyond)
{
	double slope = (gap[1] - gap[0]) / (z[1] - z[0]);
	if (slope > 0) {
		double step = -gap[1] / slope;
		double to = z[1] + step * beyond + copysign(0.4 * TOLERANCE, step);
		if (to > low && to < high)
			return to;
	}
	return low + (high - low) / 2;
}

static double quantile_of_pair(const struct posterior *p, double prob)
{
	const struct yield_distribution *one = p->retrieved, *zero = p->unretrieved;
	double below = posterior_value_at(p, (double)one->min, (double)zero->max);
	double above = posterior_value_at(p, (double)one->max, (double)zero->min);
	if (prob <= 0 || posterior_cdf(p, below) >= prob - YIELD_TIE)
		return below;
	if (prob >= 1)
		return above;
	bool exact = yield_is_exact(one) && yield_is_exact(zero);
	double pairs = (double)one->low.count * (double)zero->low.count;
	double spread = hypot(sqrt(one->variance) / one->mean, sqrt(zero->variance) / zero->mean);
	double centre = bounded_logit(posterior_value_at(p, one->mean, zero->mean)),
	       target = bounded_score(prob - YIELD_TIE);
	/*
	 * P(<= below) < prob <= P(<= above); a first point by the normal approximation on the
	 * logits
	 */
	double low = bounded_logit(below), high = bounded_logit(above), width = high - low;
	double z[2] = { centre, centre + target * fmin(fmax(spread, FLAT_ACCURACY), 4) };
	double gap[2] = { -target, 0 };

	for (int round = 0; round < 200; round++) {
		if (!(z[1] > low && z[1] < high))
			z[1] = low + (high - low) / 2;
		double t = inverse_logit(z[1]), P = posterior_cdf(p, t);
		gap[1] = bounded_score(P) - target;
		if (P >= prob - YIELD_TIE) {
			high = z[1];
			above = t;
		} else {
			low = z[1];
			below = t;
		}
		bool few = (above - below) * pairs < 4 || above - below <= TOLERANCE;
		if (exact && (few || (round > 6 && pairs < 1e6))) {
			double next = next_value(p, below);
			if (next >= above || posterior_cdf(p, next) >= prob - YIELD_TIE)
				return next;
			low = bounded_logit(next);
			below = next;
		}
		if (above - below <= TOLERANCE)
			return above;
		if (!exact && fabs(gap[1]) <= FLAT_ACCURACY &&
		    fabs(P - prob + YIELD_TIE) <= YIELD_TIE)
			return t;
		bool slow = round % 4 == 3 && high - low > width / 4;
		double to = next_point(z, gap, low, high, slow ? 8 : 1.001);
		if (round % 8 == 7 && slow)
			to = low + (high - low) / 2;
		if (round % 4 == 3)
			width = high - low;
		z[0] = z[1];
		gap[0] = gap[1];
		z[1] = to;
	}
	return above;
}

double posterior_quantile(const struct posterior *p, double prob)
{
	if (p->quantity == QUANTITY_PRECISION || p->quantity == QUANTITY_YIELD) {
		double x = yield_quantile(p->retrieved, prob) * p->unit;
		return p->quantity == QUANTITY_YIELD ? x : x / p->retrieved_size;
	}
	return quantile_of_pair(p, prob);
}

/* Further below the value than two ways of rounding the same fraction differ. */
static double beyond_at(double value, bool lower)
{
	return lower ? value : near_below(value);
}

static bool is_beyond(double upto, double prob, bool lower)
{
	bool reached = upto >= prob - YIELD_TIE;
	return lower ? !reached : reached;
}

bool posterior_is_beyond(const struct posterior *p, double prob, double value, bool lower)
{
	return is_beyond(posterior_cdf(p, beyond_at(value, lower)), prob, lower);
}

double posterior_end(const struct posterior *p, const struct interval_request *q, bool lower)
{
	double prob = lower ? q->ends.lower_p : q->ends.upper_p;
	if (end_is_unwanted(q, lower))
		return NAN;
	bool inside = q->if_further && posterior_is_beyond(p, prob, q->than, lower);
	return inside ? q->than : posterior_quantile(p, prob);
}

/* P(quantity <= t) of one stratum with whole hyperparameters; nan: it is not that. */
static double cdf_of_one(const struct posterior_model *m, enum quantity quantity, double t)
{
	const struct stratum *s = m->s;
	bool share = quantity == QUANTITY_PRECISION && m->count == 1 && s->retrieved;
	if (!share && !(quantity == QUANTITY_YIELD && m->count == 1))
		return NAN;
	const struct beta_binomial d = { .size = s->size - s->sampled,
					 .a = m->prior->alpha + (double)s->relevant,
					 .b = m->prior->beta + (double)(s->sampled - s->relevant) };
	if (m->binomial || !(d.a > 0 && d.b > 0) || d.a > floor(d.a) || d.b > floor(d.b))
		return NAN;
	double yield = yield_line_at(0, 1, share ? t * (double)s->size : t);
	return beta_binomial_upto(&d, (int64_t)yield - s->relevant);
}

int posterior_model_is_beyond(const struct posterior_model *m, enum quantity quantity, double beta,
			      double prob, double value, bool lower, bool *out, struct err *e)
{
	if (check_posterior_model(m, e) < 0)
		return -1;
	double upto = cdf_of_one(m, quantity, beyond_at(value, lower));
	if (isnan(upto)) {
		struct posterior *p = posterior_new(m, quantity, beta, e);
		if (p == NULL)
			return -1;
		upto = posterior_cdf(p, beyond_at(value, lower));
		posterior_free(p);
	}
	*out = is_beyond(upto, prob, lower);
	return 0;
}

/* Is the quantity 0/0 whatever the documents that were not judged are? */
static bool undefined(const struct posterior_model *m, enum quantity quantity)
{
	int64_t retrieved = 0, may_be_relevant = 0;
	for (size_t i = 0; i < m->count; i++) {
		const struct stratum *s = &m->s[i];
		retrieved += s->retrieved ? s->size : 0;
		may_be_relevant += s->size - (s->sampled - s->relevant);
	}
	switch (quantity) {
	case QUANTITY_RECALL:
		return may_be_relevant == 0;
	case QUANTITY_PRECISION:
		return retrieved == 0;
	case QUANTITY_F:
		return retrieved == 0 && may_be_relevant == 0;
	case QUANTITY_YIELD:
		break;
	}
	return false;
}

int posterior_interval(const struct posterior_model *m, const struct interval_request *q,
		       struct interval *out, struct err *e)
{
	if (undefined(m, q->quantity)) {
		*out = (struct interval){ NAN, NAN };
		return 0;
	}
	if (q->ends.draws > 0)
		return posterior_draw_interval(m, q, out, e);
	struct posterior_model model = *m;
	model.yields = q->yields;
	model.rough = q->rough;
	struct posterior *p = posterior_new(&model, q->quantity, q->beta, e);
	if (!p)
		return -1;
	*out = (struct interval){ posterior_end(p, q, true), posterior_end(p, q, false) };
	posterior_free(p);
	return 0;
}
