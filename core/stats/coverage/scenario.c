/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/coverage/scenario.h"
#include "core/stats/random/uniform.h"

int truth_check(const struct truth *t, struct err *e)
{
	if (t->count == 0)
		return err_data(e, "a truth without strata");
	for (size_t i = 0; i < t->count; i++) {
		const struct true_stratum *s = &t->strata[i];
		if (s->size < 0 || s->yield < 0 || s->yield > s->size)
			return err_data(e, "stratum %zu: %lld relevant of %lld documents", i + 1,
					(long long)s->yield, (long long)s->size);
		if (s->sampled < 0 || s->sampled > s->size)
			return err_data(e, "stratum %zu: %lld sampled of %lld documents", i + 1,
					(long long)s->sampled, (long long)s->size);
	}
	return 0;
}

double truth_value(const struct truth *t, const struct interval_request *q)
{
	double N1 = 0.0, yield[2] = { 0.0, 0.0 };
	for (size_t i = 0; i < t->count; i++) {
		yield[t->strata[i].retrieved] += (double)t->strata[i].yield;
		N1 += t->strata[i].retrieved ? (double)t->strata[i].size : 0.0;
	}
	double all = yield[1] + yield[0];
	bool undefined = (q->quantity == QUANTITY_RECALL && !(all > 0.0)) ||
			 (q->quantity == QUANTITY_PRECISION && !(N1 > 0.0)) ||
			 (q->quantity == QUANTITY_F && !(N1 + q->beta * q->beta * all > 0.0));
	return undefined ? NAN : posterior_value(q->quantity, q->beta, N1, yield[1], yield[0]);
}

/*
 * Webber's tables need reading in four places to give the ranges, means and results printed beside
 * them:
 * - the lower limit of precision is the greatest of its terms, though "min" is printed: only so is
 *   retrieval no worse than random and never of the whole collection, as the text wants;
 * - the top of the sample-size exponent is the smaller of its terms, though "max" is printed: only
 *   so does n stay within 10,240 and within the segment;
 * - N1 = N·π·Rec/Prec and R1 = N·π·Rec, where the text leaves out π and prints N·Prec;
 * - R1/N* in the limits of precision is π·Rec.
 */
static int64_t whole(double x)
{
	return (int64_t)floor(x + 0.5);
}

/* Sizes and yields of the two segments from N and the parameters. */
static void segments(struct realization *r, double N)
{
	struct true_stratum *in = &r->strata[0], *out = &r->strata[1];
	int64_t relevant = whole(N * r->prevalence);
	*in = (struct true_stratum){ .retrieved = true };
	*out = (struct true_stratum){ .retrieved = false };
	in->size = whole(N * r->prevalence * r->recall / r->precision);
	in->yield = whole(N * r->prevalence * r->recall);
	out->size = whole(N) - in->size;
	out->yield = relevant - in->yield;
}

/* base·2^Unif(0, top), top = min(most, floor(log2(size/base))); the whole of a smaller segment */
static int64_t sample_size(struct uniform *u, int64_t size, double base, double most)
{
	double top = fmin(most, floor(log2((double)size / base)));
	int64_t n = whole(base * exp2(uniform_between(u, 0.0, fmax(0.0, top))));
	return n < size ? n : size;
}

static void draw_neutral(struct uniform *u, struct realization *r)
{
	double N = 1000.0 * exp2(uniform_between(u, 0.0, 12.0));
	double root = uniform_between(u, 1.0, 6.0);
	r->prevalence = 0.02 * root * root;
	r->recall = uniform_between(u, 0.1, 1.0);
	double least = fmax(0.1, 0.95 * r->prevalence);
	r->precision = uniform_between(u, fmax(least, 1.05 * r->prevalence * r->recall), 1.0);
	segments(r, N);
	r->strata[0].sampled = sample_size(u, r->strata[0].size, 10.0, 10.0);
	r->strata[1].sampled = sample_size(u, r->strata[1].size, 10.0, 10.0);
}

static void draw_legal(struct uniform *u, struct realization *r)
{
	double N = 5e5 * pow(10.0, uniform_between(u, 0.0, 2.0));
	r->prevalence = 2e-3 * pow(1.5, uniform_between(u, 1.0, 10.0));
	r->recall = 2.5e-3 * pow(uniform_between(u, 1.0, 34.0), 1.65);
	r->precision = uniform_between(u, fmax(0.025, 2.0 * r->prevalence * r->recall), 0.92);
	segments(r, N);
	r->strata[0].sampled = sample_size(u, r->strata[0].size, 20.0, 8.0);
	r->strata[1].sampled = sample_size(u, r->strata[1].size, 100.0, 7.0);
}

static void draw_small(struct uniform *u, struct realization *r)
{
	double N = 1000.0 * pow(10.0, uniform_between(u, 0.0, 1.0));
	r->prevalence = 0.02 * pow(1.5, uniform_between(u, 0.0, 6.0));
	r->recall = uniform_between(u, 0.1, 1.0);
	r->precision = uniform_between(u, fmax(0.025, 2.0 * r->prevalence * r->recall), 0.92);
	segments(r, N);
	double share1 = uniform_between(u, 0.2, 0.5), share0 = uniform_between(u, 0.05, 0.3);
	r->strata[0].sampled = whole((double)r->strata[0].size * share1);
	r->strata[1].sampled = whole((double)r->strata[1].size * share0);
}

const struct scenario *const scenarios[] = {
	&(const struct scenario){
		.name = "legal",
		.summary = "e-discovery: large collections, few relevant documents (Table VII)",
		.draw = draw_legal,
	},
	&(const struct scenario){
		.name = "neutral",
		.summary =
			"collections of 1,000 to 4,100,000 documents, any kind of retrieval (Table VI)",
		.draw = draw_neutral,
	},
	&(const struct scenario){
		.name = "small",
		.summary = "small collections of which a large part is sampled (Table VIII)",
		.draw = draw_small,
	},
	NULL,
};

const struct scenario *scenario_find(const char *name)
{
	for (size_t i = 0; scenarios[i]; i++)
		if (strcmp(scenarios[i]->name, name) == 0)
			return scenarios[i];
	return NULL;
}

static bool usable(const struct realization *r)
{
	for (int i = 0; i < 2; i++) {
		const struct true_stratum *s = &r->strata[i];
		if (s->size < 1 || s->sampled < 1 || s->yield < 0 || s->yield > s->size)
			return false;
	}
	return r->strata[0].yield + r->strata[1].yield > 0;
}

void scenario_realize(const struct scenario *s, uint64_t seed, uint64_t index,
		      struct realization *out)
{
	struct uniform u = uniform_start(seed, index, STREAM_FIRST);
	do
		s->draw(&u, out);
	while (!usable(out));
}
