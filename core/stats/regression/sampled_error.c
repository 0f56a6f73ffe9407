/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/distribution/beta_quantile.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/regression/sampled_ranking.h"
#include "core/stats/rmath.h"

/* What the model of ideal sums may be wrong by, as a part of the spread of 1/I: of a mean, and of a
 * difference. */
static const double MODEL_PART[] = { 0.10, 0.20 };

/* Numbers that are fitted to the documents that decide. */
static const double FITTED = 3;

/* One document more counts by this part, if no more than so many decide. */
static const double MORE_PART = 0.25, MORE_BELOW = 8;

/* Fewer worthless documents, or fewer perfect ones, in effect, are nearly none. */
static const double NEARLY = 3;

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
	double u2, u4;
	size_t judged;
	double weight[2], got[2], best[2], first[2], second[2]; /* see struct deciding_part */
	double more, documents; /* one document more, and of how many */
	double variance;	/* of these topics */
	double Z, spread;	/* of the first run, and weighted by Z */
	struct interval possible;
};

static struct met meet(const struct sampled_topic *const t[2], size_t at[2])
{
	bool has[2];
	struct met x;
	for (int r = 0; r < 2; r++)
		has[r] = t[r] != NULL && at[r] < t[r]->count;
	if (has[0] && has[1]) {
		uint64_t a = t[0]->shown[at[0]].id, b = t[1]->shown[at[1]].id;
		has[0] = a <= b;
		has[1] = b <= a;
	}
	for (int r = 0; r < 2; r++)
		x.of[r] = t[has[r] ? r : !r]->shown[at[has[r] ? r : !r]];
	for (int r = 0; r < 2; r++) {
		at[r] += has[r];
		if (!has[r])
			x.of[r].weight = x.of[r].expected = x.of[r].z = 0;
	}
	x.u = x.of[0].weight - x.of[1].weight;
	return x;
}

static bool is_left(const struct sampled_topic *const t[2], const size_t at[2])
{
	return at[0] < t[0]->count || (t[1] != NULL && at[1] < t[1]->count);
}

/* What is known of the side that a document is on. */
static void add_deciding(const struct met *d, const struct sampled_topic *const t[2], double best,
			 struct sums *s)
{
	int side = d->u < 0;
	const struct shown_document *of = &d->of[side];
	double weight = fabs(d->u) * t[side]->inverse, stands = of->stands_for * fabs(d->u);
	s->weight[side] += weight * best;
	if (isnan(of->gain))
		return;
	s->judged++;
	s->u2 += stands * stands;
	s->u4 += stands * stands * stands * stands;
	s->got[side] += of->stands_for * weight * of->gain;
	s->best[side] += of->stands_for * weight * best;
	s->first[side] += stands;
	s->second[side] += stands * stands;
}

/* The residual of a judged document. */
static double residual(const struct sampled_ranking *x, const struct shown_document *d)
{
	double h = x->X > 0 ? d->stands_for * d->expected / x->X : 0;
	return (d->z - x->B * d->expected) / fmax(1 - h, LEAST_LEFT);
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
			     const struct sampled_topic *const t[2], const double part[2])
{
	double variance = 0, model = 0;
	for (size_t h = 0; h < t[0]->strata; h++) {
		double sum = 0, squares = 0, stands_for = 0;
		size_t at[2] = { 0, 0 };
		while (is_left(t, at)) {
			const struct met d = meet(t, at);
			if (d.of[0].stratum != h || isnan(d.of[0].gain))
				continue;
			double e = part[0] * residual(x[0], &d.of[0]);
			e -= x[1] != NULL ? part[1] * residual(x[1], &d.of[1]) : 0;
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
	size_t at[2] = { 0, 0 };
	bool normalised = x->asked.normalised;
	if (t[0]->complete && (t[1] == NULL || t[1]->complete))
		i.lower = i.upper = t[0]->value - (t[1] != NULL ? t[1]->value : 0);
	else
		while (is_left(t, at)) {
			const struct met d = meet(t, at);
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
	size_t at[2] = { 0, 0 };
	double v = t[0]->contribution - (t[1] != NULL ? t[1]->contribution : 0);
	const struct interval possible = possible_in(x[0], t);
	s->one += v;
	s->two += v * v;
	s->Z += t[0]->Z;
	s->spread += t[0]->Z * t[0]->spread;
	s->variance += topic_variance(x, t, part);
	s->possible.lower += possible.lower;
	s->possible.upper += possible.upper;
	while (is_left(t, at)) {
		const struct met d = meet(t, at);
		if (d.u == 0)
			continue;
		double f = d.of[0].stands_for;
		double one = x[0]->B * d.of[0].expected;
		one -= x[1] != NULL ? x[1]->B * d.of[1].expected : 0;
		add_deciding(&d, t, x[0]->best, s);
		s->more += f * (f - 1) * one * one;
		s->documents++;
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
				      part);
	return sum;
}

static void fill_parts(const struct sampled_ranking *x, const struct sums *s, double T,
		       struct sampled_error *out)
{
	for (int side = 0; side < 1 + out->difference; side++) {
		struct deciding_part *p = &out->part[side];
		p->weight = s->weight[side] / T;
		if (x->asked.normalised && !out->difference)
			p->weight = fmax(p->weight, 1);
		p->share = s->best[side] > 0 ? s->got[side] / s->best[side] : 0;
		p->documents = s->second[side] > 0 ? s->first[side] * s->first[side] /
							     s->second[side] / (1 - x->explained)
						   : 0;
		if (!out->difference && p->weight > 0)
			p->share = fmin(fmax(out->estimate / p->weight, 0), 1);
	}
}

/* Standard error and degrees of freedom, by the constants above. */
static void find_error(const struct sums *s, double T, struct sampled_error *out)
{
	double n = out->documents, mean = out->estimate, variance = s->variance;
	out->df = n - 1;
	if (out->random) {
		double among = T > 1 ? fmax(s->two - s->one * s->one / T, 0) / (T - 1) : NAN;
		variance = T * among * n / fmax(n - FITTED, 1);
		out->df = fmin(T, n) - 1;
		double model =
			MODEL_PART[out->difference] * (s->Z > 0 ? s->spread / s->Z : 0) * mean * T;
		variance += model * model;
	}
	double fewer = fmin(1, pow(MORE_BELOW / n, 2));
	if (s->documents > 0)
		variance += MORE_PART * fewer * s->more / s->documents;
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
		const struct sampled_topic *const t[2] = {
			&a->topic[listed[i].in[0]], b != NULL ? &b->topic[listed[i].in[1]] : NULL
		};
		add_topic(x, t, part, &s);
		out->complete = out->complete && t[0]->complete && (b == NULL || t[1]->complete);
	}
	for (int r = 0; r < 2 && x[r] != NULL && !random; r++)
		s.variance += all[r] != 0 ? all[r] * all[r] * variance_of_all(x[r]) : 0;
	out->estimate = s.one / T;
	out->documents = s.u4 > 0 ? s.u2 * s.u2 / s.u4 : 0;
	out->judged = s.judged;
	out->unlimited = a->asked.unlimited;
	out->limit = (struct interval){ b != NULL ? -b->most : 0, a->most };
	out->possible = (struct interval){ s.possible.lower / T, s.possible.upper / T };
	fill_parts(a, &s, T, out);
	if (out->complete)
		find_exact_error(&s, T, out);
	else
		find_error(&s, T, out);
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
	for (int side = 0; side < 1 + x->difference; side++) {
		const struct deciding_part *p = &x->part[side];
		double good = p->share * p->documents;
		if (p->weight > 0 && (good < NEARLY || p->documents - good < NEARLY))
			return true;
	}
	return false;
}

/* How far an end lies from the estimate by the limits of shares, upwards or downwards. */
static double reach(const struct sampled_error *x, double prob, bool up)
{
	double sum = 0;
	for (int side = 0; side < 1 + x->difference; side++) {
		const struct deciding_part *p = &x->part[side];
		bool lower = up == (side == 1); /* what is against lowers the difference */
		double limit = share_limit(p, lower ? fmin(prob, 1 - prob) : fmax(prob, 1 - prob),
					   lower);
		sum += pow(p->weight * (limit - p->share), 2);
	}
	return sqrt(sum);
}

static struct interval scaled(const struct sampled_error *x, double low, double high)
{
	double mean = x->estimate, se = x->se;
	if (!x->difference && !x->unlimited && mean > 0 && mean < 1)
		return logit_ends(mean, se, low, high);
	if (!x->difference && x->unlimited && mean > 0)
		return (struct interval){ mean * exp(low * se / mean),
					  mean * exp(high * se / mean) };
	return (struct interval){ mean + low * se, mean + high * se };
}

struct interval sampled_interval(const struct sampled_error *x, double lower_p, double upper_p)
{
	const struct interval bounds = x->random && !x->complete ? x->limit : x->possible;
	if (!(x->df > 0) && x->complete && x->random)
		return (struct interval){ NAN, NAN };
	if (!x->complete && (!(x->documents > 1) || !(x->df > 0)))
		return x->difference ? x->possible : bounds;
	if (x->complete && !x->random)
		return (struct interval){ x->estimate, x->estimate };
	struct interval i = scaled(x, qt(lower_p, x->df, 1, 0), qt(upper_p, x->df, 1, 0));
	if (!x->complete && (is_extreme(x) || !(x->se > 0))) {
		i.lower = fmin(i.lower, x->estimate - reach(x, lower_p, false));
		i.upper = fmax(i.upper, x->estimate + reach(x, upper_p, true));
	}
	return (struct interval){ fmin(fmax(i.lower, bounds.lower), x->estimate),
				  fmax(fmin(i.upper, bounds.upper), x->estimate) };
}
