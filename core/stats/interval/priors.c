/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/interval/priors.h"

void half_prior(const struct stratum *s, size_t count, struct prior *out)
{
	(void)s;
	for (size_t i = 0; i < count; i++)
		out[i] = (struct prior){ 0.5, 0.5 };
}

void shared_prior(const struct stratum *s, size_t count, struct prior *out)
{
	double segment[2] = { 0, 0 };
	for (size_t i = 0; i < count; i++)
		segment[s[i].retrieved] += (double)s[i].size;
	for (size_t i = 0; i < count; i++) {
		double h = s[i].size > 0 ? 0.5 * (double)s[i].size / segment[s[i].retrieved] : 0.5;
		out[i] = (struct prior){ h, h };
	}
}

/* ---- spread by the sample ---- */

static const double LEAST = 0.25, ALL_OR_NOTHING = 0.1;

/* What a segment's half documents are spread over. */
struct spread {
	double relevant, other;		       /* sums of N (1-p) and of N p */
	double ones, ones_size, ones_relevant; /* of strata with one sampled document: N, and N r */
};

/* A stratum, or those with one sampled document together. */
struct vessel {
	double N, n, r;
};

/* Nothing is in doubt in a stratum that was judged as a whole; of one without a sample all is. */
static bool is_open(const struct stratum *s)
{
	return s->sampled > 0 && s->sampled < s->size;
}

static struct vessel vessel_of(const struct stratum *s)
{
	return (struct vessel){ (double)s->size, (double)s->sampled, (double)s->relevant };
}

static struct vessel collapsed(const struct spread *x)
{
	return (struct vessel){ x->ones_size, x->ones, x->ones * x->ones_relevant / x->ones_size };
}

static double rough_share(const struct vessel *v)
{
	return (v->r + 0.5) / (v->n + 1);
}

static void add_vessel(struct spread *x, struct vessel v)
{
	double p = rough_share(&v);
	x->relevant += v.N * (1 - p);
	x->other += v.N * p;
}

/* What a vessel gets. */
static struct prior share_of(const struct spread *x, const struct vessel *v)
{
	double p = rough_share(v);
	return (struct prior){ 0.5 * v->N * (1 - p) / x->relevant, 0.5 * v->N * p / x->other };
}

/* The same, less what the sample of a stratum loses by counting as t documents. */
static struct prior prior_of(const struct spread *x, const struct vessel *v)
{
	struct prior h = share_of(x, v);
	double n = v->n, r = v->r, elsewhere = fmax(1 - h.alpha - h.beta, 0);
	double lost =
		r > 0 && r < n ? 2 * v->N / (v->N - n + 1) * elsewhere * elsewhere : elsewhere;
	lost = fmin(lost, n - LEAST);
	return (struct prior){ h.alpha - lost * r / n, h.beta - lost * (n - r) / n };
}

static struct prior collapsed_prior(const struct spread *x, const struct stratum *s)
{
	const struct vessel all = collapsed(x);
	const struct prior h = share_of(x, &all);
	double q = (all.r + h.alpha) / (all.n + h.alpha + h.beta);
	return (struct prior){ ALL_OR_NOTHING * q - (double)s->relevant,
			       ALL_OR_NOTHING * (1 - q) - (double)(s->sampled - s->relevant) };
}

void spread_prior(const struct stratum *s, size_t count, struct prior *out)
{
	struct spread segment[2] = { 0 };
	for (size_t i = 0; i < count; i++) {
		struct spread *x = &segment[s[i].retrieved];
		if (!is_open(&s[i]))
			continue;
		if (s[i].sampled > 1) {
			add_vessel(x, vessel_of(&s[i]));
			continue;
		}
		x->ones++;
		x->ones_size += (double)s[i].size;
		x->ones_relevant += (double)s[i].size * (double)s[i].relevant;
	}
	for (int side = 0; side < 2; side++)
		if (segment[side].ones > 0)
			add_vessel(&segment[side], collapsed(&segment[side]));
	for (size_t i = 0; i < count; i++) {
		const struct spread *x = &segment[s[i].retrieved];
		const struct vessel v = vessel_of(&s[i]);
		out[i] = !is_open(&s[i])		    ? (struct prior){ 0.5, 0.5 }
			 : s[i].sampled == 1 && x->ones > 1 ? collapsed_prior(x, &s[i])
							    : prior_of(x, &v);
	}
}
