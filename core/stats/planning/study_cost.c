/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/stats/planning/sign_power.h"
#include "core/stats/planning/study_cost.h"

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

int judgment_model_fit(const double *lambda, const double *topics, const double *judgments,
		       size_t count, struct judgment_model *out, struct poisson_fit *fit,
		       struct err *e)
{
	struct poisson_fit own;
	double *x = malloc((count > 0 ? count : 1) * 2 * sizeof *x);
	int failed = 0;
	if (!x)
		return err_memory(e);
	for (size_t i = 0; i < count && !failed; i++) {
		if (!(lambda[i] > 0.0 && lambda[i] <= 1.0))
			failed = err_data(e, "certainty %g is not in (0,1]", lambda[i]);
		else if (!(topics[i] >= 1.0))
			failed = err_data(e, "%g topics, less than one", topics[i]);
		x[2 * i] = log(lambda[i]);
		x[2 * i + 1] = log(topics[i]);
	}
	if (!failed)
		failed = poisson_regression(x, 2, judgments, count, &own, e);
	free(x);
	if (failed)
		return -1;
	for (size_t k = 0; k < 3; k++)
		out->gamma[k] = own.coefficient[k];
	if (fit)
		*fit = own;
	return 0;
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

static int check(const struct judgment_model *m, const struct study_prices *price, double n,
		 struct err *e)
{
	for (int k = 0; k < 3; k++)
		if (!isfinite(m->gamma[k]))
			return err_usage(e, "coefficient gamma_%d is %g", k, m->gamma[k]);
	if (!(price->topic >= 0.0) || !isfinite(price->topic))
		return err_usage(e, "price of a topic is %g", price->topic);
	if (!(price->judgment >= 0.0) || !isfinite(price->judgment))
		return err_usage(e, "price of a judgment is %g", price->judgment);
	if (price->topic == 0.0 && price->judgment == 0.0)
		return err_usage(e, "neither topics nor judgments cost anything");
	if (!(price->free_topics >= 0.0))
		return err_usage(e, "number of free topics is %g", price->free_topics);
	if (!(n > 0.0) || !isfinite(n))
		return err_usage(e, "number of topics is %g", n);
	return 0;
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
static double cost(const struct search *s, double x)
{
	return study_at(s->model, s->price, s->n, at_seen(exp(x))).cost;
}

/* The lowest point between two at whose middle the cost is lower than at either. */
static double golden_section(const struct search *s, double from, double to)
{
	const double share = 0.6180339887498949;
	double left = to - share * (to - from), right = from + share * (to - from);
	double at_left = cost(s, left), at_right = cost(s, right);
	while (to - from > 1e-9) {
		if (at_left <= at_right) {
			to = right;
			right = left;
			at_right = at_left;
			left = to - share * (to - from);
			at_left = cost(s, left);
		} else {
			from = left;
			left = right;
			at_left = at_right;
			right = from + share * (to - from);
			at_right = cost(s, right);
		}
	}
	return 0.5 * (from + to);
}

static int no_least(struct err *e)
{
	return err_data(e, "no certainty is the cheapest: the cost keeps falling as topics "
			   "are added");
}

/* Eq 8. The cost is proportional to lambda^gamma_1 (2 lambda - 1)^(-2 gamma_2). */
static int without_price_of_topics(const struct judgment_model *m, double *lambda, struct err *e)
{
	double g1 = m->gamma[1], g2 = m->gamma[2];
	if (g2 < 0.0 || (g2 == 0.0 && g1 > 0.0))
		return no_least(e);
	*lambda = g1 > 4.0 * g2 ? g1 / (2.0 * g1 - 4.0 * g2) : 1.0;
	return 0;
}

static int searched(const struct search *s, double *lambda, struct err *e)
{
	double width = -log(LEAST_SEEN) / STEPS, least = cost(s, 0.0);
	int best = 0;
	for (int k = 1; k <= STEPS; k++) {
		double here = cost(s, -width * k);
		if (here < least) {
			least = here;
			best = k;
		}
	}
	if (best == STEPS)
		return no_least(e);
	double x = golden_section(s, -width * (best + 1), fmin(0.0, -width * (best - 1)));
	*lambda = cost(s, x) < least ? at_seen(exp(x)) : at_seen(exp(-width * best));
	return 0;
}

int study_cheapest(const struct judgment_model *m, const struct study_prices *price, double n,
		   struct study *out, struct err *e)
{
	struct search s = { m, price, n };
	double lambda = 1.0;
	if (check(m, price, n, e) < 0)
		return -1;
	if ((price->topic == 0.0 ? without_price_of_topics(m, &lambda, e)
				 : searched(&s, &lambda, e)) < 0)
		return -1;
	*out = study_at(m, price, n, lambda);
	return 0;
}
