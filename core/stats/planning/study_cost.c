/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/near.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/matrix.h"
#include "core/stats/numeric/root.h"
#include "core/stats/planning/sign_power.h"
#include "core/stats/planning/study_cost.h"

/* ---- Poisson regression ---- */

enum { SIZE = POISSON_COEFFICIENTS, MOST_ITERATIONS = 200, MOST_HALVINGS = 200 };

#define CONVERGED ROOT_ACCURACY /* the last step moves every linear predictor by less */
#define STALLED	  FLAT_ACCURACY /* steps below it that shrink no more are rounding */
#define CONSTANT  NEAR_ROUNDING /* what must be left of a covariate without the constant, */
#define COLLINEAR NEAR_DIGITS	/* and of that without the other covariate, */
#define SINGULAR                                                                        \
	NEAR_ROUNDING /* and of a weighted column, squared: with less no digit is known \
		       */
#define LEAST_WEIGHT NEAR_ROUNDING /* of the largest, until the end: so there is always a step */

struct work {
	size_t count, size; /* observations, coefficients */
	const double *y;
	double (*z)[SIZE]; /* rows: 1 and the covariates, made orthogonal, of mean square 1 */
	double triangle[SIZE][SIZE]; /* [1 x] = z·triangle */
	double theta[SIZE];	     /* coefficients of z */
};

static int check_data(const double *x, size_t covariates, const double *y, size_t count,
		      struct err *e)
{
	double sum = 0;
	if (covariates > POISSON_COVARIATES)
		return err_data(e, "%zu covariates, more than %d", covariates, POISSON_COVARIATES);
	if (count < covariates + 1)
		return err_data(e, "%zu observations are too few for %zu coefficients", count,
				covariates + 1);
	for (size_t i = 0; i < count; i++) {
		if (!isfinite(y[i]) || y[i] < 0)
			return err_data(e, "observation %zu: %g is not a count", i + 1, y[i]);
		for (size_t k = 0; k < covariates; k++)
			if (!isfinite(x[i * covariates + k]))
				return err_data(e, "observation %zu: covariate %zu is %g", i + 1,
						k + 1, x[i * covariates + k]);
		sum += y[i];
	}
	return sum == 0 ? err_data(e, "all counts are zero: there is no rate to estimate") : 0;
}

/* Mean product of two columns of z. */
static double product(const struct work *w, size_t j, size_t k)
{
	double sum = 0;
	for (size_t i = 0; i < w->count; i++)
		sum += w->z[i][j] * w->z[i][k];
	return sum / (double)w->count;
}

/* Gram-Schmidt. */
static int make_basis(struct work *w, const double *x, struct err *e)
{
	for (size_t k = 0; k < w->size; k++) {
		for (size_t i = 0; i < w->count; i++)
			w->z[i][k] = k == 0 ? 1 : x[i * (w->size - 1) + k - 1];
		double whole = sqrt(product(w, k, k)), centred = whole;
		for (size_t j = 0; j < k; j++) {
			double share = w->triangle[j][k] = product(w, j, k);
			for (size_t i = 0; i < w->count; i++)
				w->z[i][k] -= share * w->z[i][j];
			if (j == 0)
				centred = sqrt(product(w, k, k));
		}
		double left = w->triangle[k][k] = sqrt(product(w, k, k));
		if (!(centred > CONSTANT * whole))
			return err_data(e, "covariate %zu is constant", k);
		if (!(left > COLLINEAR * centred))
			return err_data(e, "covariate %zu is a combination of those before it", k);
		for (size_t i = 0; i < w->count; i++)
			w->z[i][k] /= left;
	}
	return 0;
}

static double predictor(const struct work *w, const double theta[SIZE], size_t i)
{
	double eta = 0;
	for (size_t k = 0; k < w->size; k++)
		eta += theta[k] * w->z[i][k];
	return eta;
}

/*
 * The log likelihood less what does not depend on the coefficients, and by how much rounding may
 * change it: predictors are sums that may cancel, and all have the error of the largest. -infinity
 * or nan if exp() overflows.
 */
static double likelihood(const struct work *w, const double theta[SIZE], double *rounding)
{
	double value = 0, size = 0, most = 0;
	for (size_t i = 0; i < w->count; i++) {
		double eta = predictor(w, theta, i), mu = exp(eta);
		value += w->y[i] * eta - mu;
		size += w->y[i] + mu;
		most = fmax(most, fabs(eta));
	}
	*rounding = NEAR_BITS * (1 + most) * size;
	return value;
}

/* Newton's step: information·move = gradient. False: singular. */
static bool newton(const struct work *w, double least_weight, double move[SIZE])
{
	double a[MATRIX_MOST][MATRIX_MOST] = { { 0 } }, l[MATRIX_MOST][MATRIX_MOST] = { { 0 } };
	double gradient[SIZE] = { 0 }, most = 0;
	for (size_t i = 0; i < w->count; i++)
		most = fmax(most, exp(predictor(w, w->theta, i)));
	for (size_t i = 0; i < w->count; i++) {
		double mu = exp(predictor(w, w->theta, i)), weight = fmax(mu, least_weight * most);
		for (size_t j = 0; j < w->size; j++) {
			gradient[j] += (w->y[i] - mu) * w->z[i][j];
			for (size_t k = 0; k <= j; k++)
				a[j][k] += weight * w->z[i][j] * w->z[i][k];
		}
	}
	bool regular = matrix_factor((int)w->size, a, l) == 0;
	if (regular)
		matrix_solve((int)w->size, l, gradient, move);
	for (size_t j = 0; j < w->size; j++)
		regular = regular && l[j][j] * l[j][j] > SINGULAR * a[j][j];
	return regular;
}

/*
 * Makes Newton's step, or the largest half, quarter, ... of it that does not lower the likelihood.
 * Returns the length of the whole step in the linear predictor that it moves most; nan: no step.
 */
static double step(struct work *w)
{
	double move[SIZE] = { 0 }, to[SIZE], rounding, ignored, length = 0, share = 1;
	double before = likelihood(w, w->theta, &rounding);
	newton(w, LEAST_WEIGHT, move);
	for (size_t i = 0; i < w->count; i++)
		length = fmax(length, fabs(predictor(w, move, i)));
	for (int halving = 0; halving <= MOST_HALVINGS; halving++, share /= 2) {
		for (size_t k = 0; k < SIZE; k++)
			to[k] = w->theta[k] + share * move[k];
		if (!(likelihood(w, to, &ignored) >= before - rounding))
			continue;
		for (size_t k = 0; k < SIZE; k++)
			w->theta[k] = to[k];
		return length;
	}
	return NAN;
}

/* From one rate for all. */
static int iterate(struct work *w, struct err *e)
{
	double length = INFINITY, previous, mean = 0, move[SIZE];
	int iterations = 0;
	for (size_t i = 0; i < w->count; i++)
		mean += w->y[i] / (double)w->count;
	w->theta[0] = log(mean);
	do {
		previous = length;
		length = step(w);
		if (!isfinite(length) || ++iterations == MOST_ITERATIONS)
			return err_data(e, "no finite estimate was found: are the counts zero for "
					   "all but some values of the covariates?");
	} while (length > CONVERGED && !(length < STALLED && length > previous / 2));
	if (!newton(w, 0, move))
		return err_data(e, "no finite estimate was found: the information is singular");
	return 0;
}

/* y ln(y/mu) - (y - mu) */
static double unit_deviance(double y, double mu)
{
	return y > 0 ? y * log(y / mu) - (y - mu) : mu;
}

/* The coefficients solve triangle·b = theta. */
static void result(const struct work *w, struct poisson_fit *out)
{
	double mean = 0, squares = 0, n = (double)w->count;
	for (size_t j = w->size; j-- > 0;) {
		out->coefficient[j] = w->theta[j];
		for (size_t k = j + 1; k < w->size; k++)
			out->coefficient[j] -= w->triangle[j][k] * out->coefficient[k];
		out->coefficient[j] /= w->triangle[j][j];
	}
	for (size_t i = 0; i < w->count; i++)
		mean += w->y[i] / n;
	for (size_t i = 0; i < w->count; i++) {
		out->deviance += 2 * unit_deviance(w->y[i], exp(predictor(w, w->theta, i)));
		out->null_deviance += 2 * unit_deviance(w->y[i], mean);
		squares += (w->y[i] - mean) * (w->y[i] - mean);
	}
	bool varies = sqrt(squares) > NEAR_ROUNDING * sqrt(n) * mean;
	out->deviance_r2 = varies ? 1 - out->deviance / out->null_deviance : NAN;
}

int poisson_regression(const double *x, size_t covariates, const double *y, size_t count,
		       struct poisson_fit *out, struct err *e)
{
	struct work w = { .count = count, .size = covariates + 1, .y = y };
	*out = (struct poisson_fit){ 0 };
	if (check_data(x, covariates, y, count, e) < 0)
		return -1;
	w.z = calloc(count, sizeof *w.z);
	if (w.z == NULL)
		return err_memory(e);
	int status = make_basis(&w, x, e) < 0 || iterate(&w, e) < 0 ? -1 : 0;
	if (status == 0)
		result(&w, out);
	free(w.z);
	return status;
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

static int check_study(const struct judgment_model *m, const struct study_prices *price, double n,
		       struct err *e)
{
	bool right = n > 0 && price->topic >= 0 && price->judgment >= 0 && price->free_topics >= 0;
	if (!right ||
	    !isfinite(n + price->topic + price->judgment + m->gamma[0] + m->gamma[1] + m->gamma[2]))
		return err_usage(e, "a price, a coefficient or a number of topics that cannot be");
	if (price->topic == 0.0 && price->judgment == 0.0)
		return err_usage(e, "neither topics nor judgments cost anything");
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
static double cost(const void *of, double x)
{
	const struct search *s = of;
	return study_at(s->model, s->price, s->n, at_seen(exp(x))).cost;
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
	double x = lowest_between(cost, s, -width * (best + 1), fmin(0.0, -width * (best - 1)),
				  ROOT_ROUGH);
	*lambda = cost(s, x) < least ? at_seen(exp(x)) : at_seen(exp(-width * best));
	return 0;
}

int study_cheapest(const struct judgment_model *m, const struct study_prices *price, double n,
		   struct study *out, struct err *e)
{
	struct search s = { m, price, n };
	double lambda = 1.0;
	if (check_study(m, price, n, e) < 0)
		return -1;
	if ((price->topic == 0.0 ? without_price_of_topics(m, &lambda, e)
				 : searched(&s, &lambda, e)) < 0)
		return -1;
	*out = study_at(m, price, n, lambda);
	return 0;
}
