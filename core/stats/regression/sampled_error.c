/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/near.h"
#include "core/stats/distribution/beta_quantile.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/regression/sampled_ranking.h"
#include "core/stats/rmath.h"

/* What the model of ideal sums may be wrong by, as a part of the spread of 1/I and of the mean: it
 * is the more, the nearer a ranking is to its ideal. */
static const double MODEL_PART = 0.80;

/* Numbers that are fitted to the documents that decide. */
static const double FITTED = 3;

/* One document more counts by this part, if no more than so many decide. */
static const double MORE_PART = 0.25, MORE_BELOW = 8;

/* Of a difference: one document more of the kind that is rare, worthy or flawed, by this part. With
 * few of them an estimate that is too near to 0 also has too small an error. */
static const double RARE_PART = 1;

/* For these topics: half a disagreement more than was seen, as labels that are nearly right may
 * show none. */
static const double EVENT_PART = 0.5;

/* Fewer documents that are not worthless, or that are not perfect, are nearly none. */
enum { NEARLY = 3, NEARLY_OF_DIFFERENCE = 1 };

/* A document that decides on B nearly alone has four times its residual at most. */
static const double LEAST_LEFT = 0.25;

/* A document of either run or of both: of the run that lacks it, with no weight. */
struct met {
	struct shown_document of[2];
	double u; /* its weight in the first run less that in the second */
};

/* Sums over topics. */
struct sums {
	double one, two; /* contributions or their differences, and their squares */
	double u4;
	size_t judged;
	struct deciding_part part[2];
	double got[2], best[2], first[2], second[2];
	double most[2]; /* that the documents of a side may be worth if their ideal is they alone */
	double more, documents;	 /* one document more, and of how many */
	double event, unjudged;	 /* of those that are not judged, if they had a gain of 1 */
	double gains, squares;	 /* above 0, of those that are */
	double variance, fitted; /* of these topics; the latter as residuals were fitted */
	double Z, spread;	 /* of both runs, and weighted by Z */
	double square;		 /* of the mean, or the difference of both, times topics */
	struct interval possible;
	struct interval outside; /* what is outside may bring */
	double estimate;
};

/* Lists of documents of two runs, by id; of one, the second is empty. */
struct lists {
	const struct shown_document *document[2];
	size_t count[2], at[2];
};

static struct lists lists_of(const struct sampled_topic *const t[2], bool outside)
{
	struct lists l = { .at = { 0, 0 } };
	for (int r = 0; r < 2 && t[r] != NULL; r++) {
		l.document[r] = outside ? t[r]->outside : t[r]->shown;
		l.count[r] = outside ? t[r]->outside_count : t[r]->count;
	}
	return l;
}

static bool meet(struct lists *l, struct met *x)
{
	bool has[2] = { l->at[0] < l->count[0], l->at[1] < l->count[1] };
	if (!has[0] && !has[1])
		return false;
	if (has[0] && has[1]) {
		uint64_t a = l->document[0][l->at[0]].id, b = l->document[1][l->at[1]].id;
		has[0] = a <= b;
		has[1] = b <= a;
	}
	for (int r = 0; r < 2; r++) {
		int from = has[r] ? r : !r;
		x->of[r] = l->document[from][l->at[from]];
		if (!has[r])
			x->of[r].weight = x->of[r].expected = x->of[r].without = x->of[r].z = 0;
	}
	for (int r = 0; r < 2; r++)
		l->at[r] += has[r];
	x->u = x->of[0].weight - x->of[1].weight;
	return true;
}

/* What is known of the side that a document is on. */
static void add_deciding(const struct met *d, const struct sampled_topic *const t[2], double best,
			 struct sums *s)
{
	int side = d->u < 0;
	const struct shown_document *of = &d->of[side];
	double weight = fabs(d->u) * t[side]->inverse, stands = of->stands_for * fabs(d->u);
	s->part[side].weight += weight * best;
	s->most[side] += fabs(d->u);
	if (isnan(of->gain)) {
		s->event += of->stands_for * (of->stands_for - 1) * weight * weight;
		s->unjudged++;
		return;
	}
	s->gains += of->gain > 0;
	s->squares += of->gain * of->gain;
	s->judged++;
	s->u4 += stands * stands * stands * stands;
	s->part[side].judged++;
	s->part[side].worthless += !(of->gain > 0);
	s->part[side].perfect += of->gain >= best;
	s->got[side] += of->stands_for * weight * of->gain;
	s->best[side] += of->stands_for * weight * best;
	s->first[side] += stands;
	s->second[side] += stands * stands;
}

/* The residual of a judged document: from what the other judgments of its topic let expect, or, as
 * it was fitted, from what all of them do. */
static double residual(const struct sampled_ranking *x, const struct shown_document *d, bool fitted)
{
	double all = fitted ? x->X : x->without, m = fitted ? d->expected : d->without;
	double B = all > 0 ? x->Z / all : 1, h = all > 0 ? d->stands_for * m / all : 0;
	return (d->z - B * m) / fmax(1 - h, LEAST_LEFT);
}

/* N^2 (1 - n/N)/n S^2 of a stratum, by sums of residuals and of their squares; if N/n is that of
 * all topics, as if each document had been drawn by itself. One document as if there were a second
 * one with residual 0. */
static double stratum_variance(const struct sampled_topic *t, size_t h, double stands_for,
			       double sum, double squares)
{
	double N = t->stratum[h].size, n = t->stratum[h].sampled;
	if (t->pooled[h])
		return stands_for * (stands_for - 1) * squares;
	double left = n > 1 ? fmax(squares - sum * sum / n, 0) / (n - 1) : squares;
	return n > 0 ? N * (N - n) / n * left : 0;
}

/* The variance of the estimate in a topic, by how much a residual of either run counts. */
static double topic_variance(const struct sampled_ranking *const x[2],
			     const struct sampled_topic *const t[2], const double part[2],
			     bool fitted)
{
	double variance = 0, model = 0;
	for (size_t h = 0; h < t[0]->strata; h++) {
		double sum = 0, squares = 0, stands_for = 0;
		struct lists l = lists_of(t, false);
		for (struct met d; meet(&l, &d);) {
			if (d.of[0].stratum != h || isnan(d.of[0].gain))
				continue;
			double e = part[0] * residual(x[0], &d.of[0], fitted);
			e -= x[1] != NULL ? part[1] * residual(x[1], &d.of[1], fitted) : 0;
			stands_for = d.of[0].stands_for;
			sum += e;
			squares += e * e;
		}
		variance += stratum_variance(t[0], h, stands_for, sum, squares);
	}
	model = t[0]->spread * t[0]->Z - (t[1] != NULL ? t[1]->spread * t[1]->Z : 0);
	return variance + model * model;
}

/*
 * What could be there in a topic. Of sums the unjudged documents may be anything; a normalised sum
 * is at most that of the weights, since I is no less than the highest gain.
 */
static struct interval possible_in(const struct sampled_ranking *x,
				   const struct sampled_topic *const t[2])
{
	struct interval i = { 0, 0 };
	struct lists l = lists_of(t, false);
	bool normalised = x->asked.normalised;
	if (t[0]->complete && (t[1] == NULL || t[1]->complete))
		i.lower = i.upper = t[0]->value - (t[1] != NULL ? t[1]->value : 0);
	else
		for (struct met d; meet(&l, &d);) {
			double u = normalised ? d.u : d.u * x->best, gain = d.of[0].gain;
			bool open = normalised || isnan(gain);
			i.lower += open ? fmin(u, 0) : d.u * gain;
			i.upper += open ? fmax(u, 0) : d.u * gain;
		}
	return normalised ? (struct interval){ fmax(i.lower, -1), fmin(i.upper, 1) } : i;
}

static void add_topic(const struct sampled_ranking *const x[2],
		      const struct sampled_topic *const t[2], const double part[2], struct sums *s)
{
	double v = t[0]->low - (t[1] != NULL ? t[1]->low : 0);
	const struct interval possible = possible_in(x[0], t);
	s->estimate += t[0]->contribution - (t[1] != NULL ? t[1]->contribution : 0);
	s->one += v;
	s->two += v * v;
	for (int r = 0; r < 2 && t[r] != NULL; r++) {
		s->Z += t[r]->Z;
		s->spread += t[r]->Z * t[r]->spread;
	}
	s->variance += topic_variance(x, t, part, false);
	s->fitted += topic_variance(x, t, part, true);
	s->possible.lower += possible.lower;
	s->possible.upper += possible.upper;
	struct lists l = lists_of(t, false);
	for (struct met d; meet(&l, &d);) {
		if (d.u == 0)
			continue;
		double f = d.of[0].stands_for;
		double one = x[0]->B * d.of[0].expected;
		one -= x[1] != NULL ? x[1]->B * d.of[1].expected : 0;
		add_deciding(&d, t, x[0]->best, s);
		s->more += f * (f - 1) * one * one;
		s->documents++;
	}
	l = lists_of(t, true);
	for (struct met d; meet(&l, &d);) {
		int side = d.u < 0;
		bool any = x[side]->asked.outside == RANKED_ANYTHING;
		double worth = d.u * x[side]->quality * (any ? t[side]->inverse : 1);
		s->outside.lower += fmin(worth, 0);
		s->outside.upper += fmax(worth, 0);
	}
}

/* How much a residual counts in a sum over the listed topics if it is one of theirs, and in any
 * case, by what B has to do with it. */
struct listed_part {
	double own, all;
};

static struct listed_part part_of(const struct sampled_ranking *x,
				  const struct topic_numbers *listed, size_t topics, int run)
{
	double M = 0, X = 0, ratio = x->X > 0 ? x->M / x->X : 0;
	for (size_t i = 0; i < topics; i++) {
		M += x->topic[listed[i].in[run]].M;
		X += x->topic[listed[i].in[run]].X;
	}
	return (struct listed_part){ ratio, x->X > 0 ? (M - ratio * X) / x->X : 0 };
}

/* Of the residuals of all topics of a run. */
static double variance_of_all(const struct sampled_ranking *x)
{
	const double part[2] = { 1, 0 };
	double sum = 0;
	for (size_t t = 0; t < x->topics; t++)
		sum += topic_variance((const struct sampled_ranking *const[]){ x, NULL },
				      (const struct sampled_topic *const[]){ &x->topic[t], NULL },
				      part, false);
	return sum;
}

/* Labels count by the square of what they explain of all judged documents. They explain less of the
 * few that a poor run shows: by the part itself, P of such runs covered .88. */
static void fill_parts(const struct sampled_ranking *x, const struct sums *s, double T,
		       struct sampled_error *out)
{
	for (int side = 0; side < 1 + out->difference; side++) {
		struct deciding_part *p = &out->part[side];
		*p = s->part[side];
		p->weight /= T;
		if (x->asked.normalised && !out->difference)
			p->weight = fmax(p->weight, 1);
		else if (x->asked.normalised && s->gains == 0) /* nothing tells of ideals */
			p->weight = fmin(fmax(p->weight, s->most[side] / T), 1);
		p->share = s->best[side] > 0 ? s->got[side] / s->best[side] : 0;
		p->documents = s->second[side] > 0
				       ? fmin(s->first[side] * s->first[side] / s->second[side] /
						      (1 - x->explained * x->explained),
					      s->documents)
				       : 0;
		if (!out->difference && p->weight > 0)
			p->share = fmin(fmax(out->low / p->weight, 0), 1);
	}
}

/* Judged documents that decide and are not worthless, or that are not perfect: the fewer. */
static double rare_documents(const struct deciding_part *p)
{
	double judged = (double)(p[0].judged + p[1].judged);
	return judged - fmax((double)(p[0].worthless + p[1].worthless),
			     (double)(p[0].perfect + p[1].perfect));
}

/* Standard error and degrees of freedom, by the constants above. */
static void find_error(const struct sums *s, double T, double best, struct sampled_error *out)
{
	double u1 = s->first[0] + s->first[1], u2 = s->second[0] + s->second[1];
	double n = u2 > 0 ? u1 * u1 / u2 : 0, variance = s->variance;
	out->df = n - 1;
	if (out->random) {
		double among = T > 1 ? fmax(s->two - s->one * s->one / T, 0) / (T - 1) : NAN;
		variance = T * among * n / fmax(n - FITTED, 1) + fmax(s->variance - s->fitted, 0);
		out->df = fmin(T, n) - 1;
		if (out->difference)
			variance *= 1 + RARE_PART / (rare_documents(out->part) + 2);
		double model = MODEL_PART * (s->Z > 0 ? s->spread / s->Z : 0) * s->square;
		variance += model * model;
	}
	double fewer = fmin(1, pow(MORE_BELOW / fmax(n, 1), 2));
	if (out->random && s->documents > 0)
		variance += MORE_PART * fewer * s->more / s->documents;
	if (!out->random && s->unjudged > 0) {
		double square = s->gains > 0 ? s->squares / s->gains : best * best;
		variance += EVENT_PART * square * s->event / s->unjudged;
	}
	out->se = sqrt(variance) / T;
}

/* Of topics that are known, as of complete judgments. */
static void find_exact_error(const struct sums *s, double T, struct sampled_error *out)
{
	out->se = out->random ? sqrt(fmax(s->two - s->one * s->one / T, 0) / (T - 1) / T) : 0;
	out->df = T - 1;
}

void sampled_error(const struct sampled_ranking *a, const struct sampled_ranking *b,
		   const struct topic_numbers *listed, size_t topics, bool random,
		   struct sampled_error *out)
{
	const struct sampled_ranking *const x[2] = { a, b };
	struct sums s = { 0 };
	double T = (double)topics, part[2] = { 0, 0 }, all[2] = { 0, 0 };
	*out = (struct sampled_error){ .difference = b != NULL, .random = random };
	for (int r = 0; r < 2 && x[r] != NULL; r++) {
		const struct listed_part p = part_of(x[r], listed, topics, r);
		part[r] = p.own + p.all;
		all[r] = topics < x[r]->topics ? p.all : 0;
	}
	out->complete = true;
	for (size_t i = 0; i < topics; i++) {
		const struct sampled_topic *const t[2] = { &a->topic[listed[i].in[0]],
							   b != NULL ? &b->topic[listed[i].in[1]]
								     : NULL };
		add_topic(x, t, part, &s);
		out->complete = out->complete && t[0]->complete && (b == NULL || t[1]->complete);
	}
	for (int r = 0; r < 2 && x[r] != NULL && !random; r++)
		s.variance += all[r] != 0 ? all[r] * all[r] * variance_of_all(x[r]) : 0;
	out->estimate = b != NULL && near_equal(a->low, b->low, NEAR_BITS) ? 0 : s.estimate / T;
	out->low = (s.one + s.outside.lower) / T;
	out->high = (s.one + s.outside.upper) / T;
	out->documents = s.u4 > 0 ? pow(s.second[0] + s.second[1], 2) / s.u4 : 0;
	out->judged = s.judged;
	out->unlimited = a->asked.unlimited;
	out->normalised = a->asked.normalised;
	out->limit = (struct interval){ b != NULL ? -b->most : 0, a->most };
	if (!a->asked.normalised) {
		out->limit.lower += s.outside.lower / T;
		out->limit.upper += s.outside.upper / T;
	}
	out->possible = (struct interval){ (s.possible.lower + s.outside.lower) / T,
					   (s.possible.upper + s.outside.upper) / T };
	s.square = T * pow(a->low, 2) - (b != NULL ? T * pow(b->low, 2) : 0);
	fill_parts(a, &s, T, out);
	if (out->complete)
		find_exact_error(&s, T, out);
	else
		find_error(&s, T, a->best, out);
}

/* ---- ends ---- */

static double share_limit(const struct deciding_part *p, double prob, bool lower)
{
	double x = p->share * p->documents, others = fmax(p->documents - x, 0);
	if (!(p->documents > 0))
		return lower ? 0 : 1;
	if (lower)
		return x < 0.01 ? 0 : inverse_logit(beta_log_odds_quantile(x, others + 1, prob));
	return others < 0.01 ? 1 : inverse_logit(beta_log_odds_quantile(x + 1, others, prob));
}

static bool is_extreme(const struct sampled_error *x)
{
	const struct deciding_part *p = x->part;
	size_t worthy = p[0].judged - p[0].worthless + p[1].judged - p[1].worthless;
	size_t flawed = p[0].judged - p[0].perfect + p[1].judged - p[1].perfect;
	size_t nearly = x->difference ? NEARLY_OF_DIFFERENCE : NEARLY;
	return worthy < nearly || flawed < nearly;
}

/* How far an end lies from the estimate by the limits of shares, upwards or downwards. */
static double reach(const struct sampled_error *x, double prob, bool up)
{
	double sum = 0;
	for (int side = 0; side < 1 + x->difference; side++) {
		const struct deciding_part *p = &x->part[side];
		bool lower = up == (side == 1); /* what is against lowers the difference */
		double limit =
			share_limit(p, lower ? fmin(prob, 1 - prob) : fmax(prob, 1 - prob), lower);
		sum += pow(p->weight * (limit - p->share), 2);
	}
	return sqrt(sum);
}

static double scaled(const struct sampled_error *x, double mean, double se, double t)
{
	if (!x->difference && !x->unlimited && mean > 0 && mean < 1)
		return inverse_logit(logit(mean) + t * se / (mean * (1 - mean)));
	return !x->difference && x->unlimited && mean > 0 ? mean * exp(t * se / mean)
							  : mean + t * se;
}

/* By t, and where few decide by the limits of shares. */
static struct interval free_interval(const struct sampled_error *x, double lower_p, double upper_p)
{
	/* what is outside varies as what is inside */
	double grown = !x->difference && x->low > 0 ? x->high / x->low : 1, up = x->se * grown;
	double low = qt(lower_p, x->df, 1, 0), high = qt(upper_p, x->df, 1, 0);
	struct interval i = { scaled(x, x->low, x->se, low), scaled(x, x->high, up, high) };
	if (x->normalised) /* what the model may be wrong by does not shrink near 1 */
		i.upper = fmax(i.upper, x->high + high * up);
	if (!x->complete && (is_extreme(x) || !(x->se > 0))) {
		i.lower = fmin(i.lower, x->low - reach(x, lower_p, false));
		i.upper = fmax(i.upper, x->high + grown * reach(x, upper_p, true));
	}
	return i;
}

/* Two estimates, each by its own run's documents, can differ by more than is possible. */
static struct interval with_estimate(const struct sampled_error *x, struct interval i)
{
	return (struct interval){ fmin(i.lower, x->estimate), fmax(i.upper, x->estimate) };
}

struct interval sampled_interval(const struct sampled_error *x, double lower_p, double upper_p)
{
	const struct interval bounds = x->random && !x->complete ? x->limit : x->possible;
	if (!(x->df > 0) && x->complete && x->random)
		return (struct interval){ NAN, NAN };
	if (!x->complete && (!(x->documents > 1) || !(x->df > 0)))
		return with_estimate(x, x->difference ? x->possible : bounds);
	if (x->complete && !x->random)
		return (struct interval){ x->estimate, x->estimate };
	struct interval i = free_interval(x, lower_p, upper_p);
	i.lower = fmax(i.lower, bounds.lower);
	i.upper = fmin(i.upper, bounds.upper);
	return with_estimate(x, i);
}

/* The tail of the interval of which an end reaches 0: where its ends are not by t. */
static double tail_at_zero(const struct sampled_error *x)
{
	double low = 0, high = 0.5;
	for (int i = 0; i < 60; i++) {
		double tail = (low + high) / 2;
		const struct interval at = sampled_interval(x, tail, 1 - tail);
		*(at.lower <= 0 && at.upper >= 0 ? &low : &high) = tail;
	}
	return high;
}

double sampled_p(const struct sampled_error *x)
{
	double away = x->low > 0 ? x->low : x->high < 0 ? -x->high : 0;
	bool by_t = x->complete || (x->documents > 1 && x->df > 0 && x->se > 0 && !is_extreme(x));
	if (away == 0 && !isnan(x->se))
		return 1;
	return by_t ? 2 * pt(-away / x->se, x->df, 1, 0) : 2 * tail_at_zero(x);
}
