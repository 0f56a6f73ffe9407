/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include <string.h>

#include "core/base/near.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/matrix.h"
#include "core/stats/numeric/root.h"
#include "core/stats/planning/sign_power.h"
#include "core/stats/planning/study_cost.h"

/* ---- the model ---- */

static double predictor(const double gamma[3], const double x[2])
{
	return gamma[0] + gamma[1] * x[0] + gamma[2] * x[1];
}

/* The log likelihood less what does not depend on the model; -infinity or nan if exp() overflows.
 */
static double likelihood(const struct judged *o, size_t count, const double gamma[3])
{
	double value = 0;
	for (size_t i = 0; i < count; i++) {
		double eta = predictor(gamma, o[i].x);
		value += o[i].y * eta - exp(eta);
	}
	return value;
}

/* Newton's step: information·move = gradient. False: singular. */
static bool newton(const struct judged *o, size_t count, const double gamma[3], double move[3])
{
	double a[MATRIX_MOST][MATRIX_MOST] = { { 0 } }, l[MATRIX_MOST][MATRIX_MOST] = { { 0 } };
	double gradient[3] = { 0 };
	for (size_t i = 0; i < count; i++) {
		double mu = exp(predictor(gamma, o[i].x)), z[3] = { 1, o[i].x[0], o[i].x[1] };
		for (size_t j = 0; j < 3; j++) {
			gradient[j] += (o[i].y - mu) * z[j];
			for (size_t k = 0; k <= j; k++)
				a[j][k] += mu * z[j] * z[k];
		}
	}
	bool regular = matrix_factor(3, a, l) == 0;
	for (size_t j = 0; j < 3; j++)
		regular = regular && l[j][j] * l[j][j] > NEAR_DIGITS * a[j][j];
	if (regular)
		matrix_solve(3, l, gradient, move);
	return regular;
}

/* Makes the step, or the largest half, quarter, ... of it that does not lower the likelihood but by
 * rounding. Returns by how much that has grown; nan: no step. */
static double step(const struct judged *o, size_t count, double gamma[3], double rounding)
{
	double move[3], to[3], before = likelihood(o, count, gamma);
	if (!newton(o, count, gamma, move))
		return NAN;
	for (double share = 1; share > NEAR_ROUNDING; share /= 2) {
		for (size_t k = 0; k < 3; k++)
			to[k] = gamma[k] + share * move[k];
		double more = likelihood(o, count, to) - before;
		if (!(more >= -rounding))
			continue;
		memcpy(gamma, to, sizeof to);
		return more;
	}
	return NAN;
}

/* y ln(y/mu) - (y - mu) */
static double unit_deviance(double y, double mu)
{
	return y > 0 ? y * log(y / mu) - (y - mu) : mu;
}

/* From one rate for all. */
int judgments_fit(const struct judged *o, size_t count, struct judgment_model *out,
		  double *deviance_r2, struct err *e)
{
	enum { MOST_ITERATIONS = 200 };
	double sum = 0, more = INFINITY, left = 0, all = 0;
	for (size_t i = 0; i < count; i++)
		sum += o[i].y;
	double mean = sum / (double)count;
	*out = (struct judgment_model){ { log(mean), 0, 0 } };
	for (int i = 0; i < MOST_ITERATIONS && more > NEAR_ROUNDING * sum; i++)
		more = step(o, count, out->gamma, NEAR_ROUNDING * sum);
	if (!(more <= NEAR_ROUNDING * sum))
		return err_data(e, "no model of judgments: the certainties and the numbers of "
				   "topics that are reached are too few");
	for (size_t i = 0; i < count; i++) {
		left += unit_deviance(o[i].y, exp(predictor(out->gamma, o[i].x)));
		all += unit_deviance(o[i].y, mean);
	}
	*deviance_r2 = all > NEAR_ROUNDING * sum ? 1 - left / all : NAN;
	return 0;
}

/* ---- the cost ---- */

const struct judgment_model robust04_judgments = { { 4.79, 5.43, 0.71 } };

/*
 * The search goes over u = 2 lambda - 1 by equal steps of ln u, from 1 down to 1e-4, which means
 * 1e8 times the topics; then by golden section between the neighbours of the best.
 */
enum { STEPS = 2000 };
static const double LEAST_SEEN = 1e-4;

double judgments_needed(const struct judgment_model *m, double lambda, double topics)
{
	return exp(m->gamma[0] + m->gamma[1] * log(lambda) + m->gamma[2] * log(topics));
}

struct study study_at(const struct judgment_model *m, const struct study_prices *price, double n,
		      double lambda)
{
	struct study s = { .lambda = lambda, .topics = sign_adjusted_topics(n, lambda) };
	s.judgments = judgments_needed(m, lambda, s.topics);
	s.cost = price->topic * fmax(0.0, s.topics - price->free_topics) +
		 price->judgment * s.judgments;
	return s;
}

static double at_seen(double u)
{
	return 0.5 + 0.5 * u;
}

struct search {
	const struct judgment_model *model;
	const struct study_prices *price;
	double n;
};

/* Cost at u = exp(x) */
static double cost(const void *of, double x)
{
	const struct search *s = of;
	return study_at(s->model, s->price, s->n, at_seen(exp(x))).cost;
}

/* Of topics that are free it is at eq 8. */
int study_cheapest(const struct judgment_model *m, const struct study_prices *price, double n,
		   struct study *out, struct err *e)
{
	const struct search s = { m, price, n };
	double width = -log(LEAST_SEEN) / STEPS, least = cost(&s, 0.0);
	int best = 0;
	for (int k = 1; k <= STEPS; k++) {
		double here = cost(&s, -width * k);
		if (here < least) {
			least = here;
			best = k;
		}
	}
	if (best == STEPS)
		return err_data(e, "no certainty is the cheapest: the cost keeps falling as topics "
				   "are added");
	double x = lowest_between(cost, &s, -width * (best + 1), fmin(0.0, -width * (best - 1)),
				  ROOT_ROUGH);
	*out = study_at(m, price, n, at_seen(exp(cost(&s, x) < least ? x : -width * best)));
	return 0;
}
