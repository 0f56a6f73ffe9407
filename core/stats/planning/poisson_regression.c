#include <math.h>
#include <stdbool.h>

#include "core/stats/planning/poisson_regression.h"

/* A step of every linear predictor by less than this is the last one. */
static const double CONVERGED = 1e-11;

/* Below this, steps that shrink no more are rounding. */
static const double STALLED = 1e-6;

enum { MOST_ITERATIONS = 200, MOST_HALVINGS = 200 };

/* Of a covariate, what is left when it is freed of the constant and of the others. */
static const double CONSTANT = 1e-12, COLLINEAR = 1e-9;

/* The same of a column of the basis, weighted: with less, no digit of the estimate is known. */
static const double SINGULAR = 3e-7;

/*
 * On the way, no weight is less than this share of the largest. Steps are shorter so, but there
 * always is one.
 */
static const double LEAST_WEIGHT = 1e-12;

struct work {
	size_t count, size; /* observations, coefficients */
	const double *y;
	double *basis;	  /* orthonormal columns of `count` numbers that span 1 and x */
	double *weighted; /* the same of the basis weighted */
	/* [1 x] = basis·triangle and root(mu)·basis = weighted·factor; by columns */
	double triangle[POISSON_COEFFICIENTS][POISSON_COEFFICIENTS];
	double factor[POISSON_COEFFICIENTS][POISSON_COEFFICIENTS];
	double theta[POISSON_COEFFICIENTS]; /* coefficients of the basis */
	double *eta, *mu, *trial;
};

static double dot(const double *x, const double *y, size_t count)
{
	double sum = 0.0;
	for (size_t i = 0; i < count; i++)
		sum += x[i] * y[i];
	return sum;
}

static double norm(const double *x, size_t count)
{
	return sqrt(dot(x, x, count));
}

static int check(const double *x, size_t covariates, const double *y, size_t count, struct err *e)
{
	double sum = 0.0;
	if (covariates > POISSON_COVARIATES)
		return err_data(e, "%zu covariates, more than %d", covariates, POISSON_COVARIATES);
	if (count < covariates + 1)
		return err_data(e, "%zu observations are too few for %zu coefficients", count,
				covariates + 1);
	for (size_t i = 0; i < count; i++) {
		if (!isfinite(y[i]) || y[i] < 0.0)
			return err_data(e, "observation %zu: %g is not a count", i + 1, y[i]);
		for (size_t k = 0; k < covariates; k++)
			if (!isfinite(x[i * covariates + k]))
				return err_data(e, "observation %zu: covariate %zu is %g", i + 1,
						k + 1, x[i * covariates + k]);
		sum += y[i];
	}
	if (sum == 0.0)
		return err_data(e, "all counts are zero: there is no rate to estimate");
	return 0;
}

/* Frees column k of those before it and adds what it takes to part[0 .. k-1]. */
static void free_of_those_before(double *columns, size_t count, size_t k, double *part)
{
	double *q = columns + k * count;
	for (size_t j = 0; j < k; j++) {
		const double *p = columns + j * count;
		double share = dot(p, q, count);
		part[j] += share;
		for (size_t i = 0; i < count; i++)
			q[i] -= share * p[i];
	}
}

/* Freed twice, so that rounding leaves nothing of the columns before. */
static int make_basis(struct work *w, const double *x, struct err *e)
{
	for (size_t k = 0; k < w->size; k++) {
		double *q = w->basis + k * w->count, *part = w->triangle[k];
		for (size_t i = 0; i < w->count; i++)
			q[i] = k == 0 ? 1.0 : x[i * (w->size - 1) + k - 1];
		double whole = norm(q, w->count), centred = whole;
		if (k > 0) {
			part[0] = dot(w->basis, q, w->count);
			for (size_t i = 0; i < w->count; i++)
				q[i] -= part[0] * w->basis[i];
			centred = norm(q, w->count);
		}
		if (k > 0 && !(centred > CONSTANT * whole))
			return err_data(e, "covariate %zu is constant", k);
		free_of_those_before(w->basis, w->count, k, part);
		free_of_those_before(w->basis, w->count, k, part);
		part[k] = norm(q, w->count);
		if (!(part[k] > COLLINEAR * centred))
			return err_data(e, "covariate %zu is a combination of those before it", k);
		for (size_t i = 0; i < w->count; i++)
			q[i] /= part[k];
	}
	return 0;
}

/* ---- Newton's method ---- */

/*
 * The basis weighted by the roots of mu, as orthonormal columns times a triangle, whose square is
 * the information: not formed itself, since counts of very different size would make it lose the
 * small ones. False where it is singular.
 */
static bool factorize(struct work *w, double least_weight)
{
	bool regular = true;
	double most = 0.0;
	for (size_t i = 0; i < w->count; i++)
		most = fmax(most, w->mu[i]);
	for (size_t k = 0; k < w->size; k++) {
		double *q = w->weighted + k * w->count, *part = w->factor[k];
		for (size_t i = 0; i < w->count; i++)
			q[i] = sqrt(fmax(w->mu[i], least_weight * most)) *
			       w->basis[k * w->count + i];
		for (size_t j = 0; j < k; j++)
			part[j] = 0.0;
		double whole = norm(q, w->count);
		free_of_those_before(w->weighted, w->count, k, part);
		free_of_those_before(w->weighted, w->count, k, part);
		part[k] = norm(q, w->count);
		regular = regular && part[k] > SINGULAR * whole;
		for (size_t i = 0; i < w->count; i++)
			q[i] /= part[k];
	}
	return regular;
}

/* Solves triangle·x = v in place; t[k] is column k of the triangle. */
static void solve(double (*t)[POISSON_COEFFICIENTS], size_t size, double *v)
{
	for (size_t j = size; j-- > 0;) {
		for (size_t k = j + 1; k < size; k++)
			v[j] -= t[k][j] * v[k];
		v[j] /= t[j][j];
	}
}

/* Solves x·triangle = v in place. */
static void solve_left(double (*t)[POISSON_COEFFICIENTS], size_t size, double *v)
{
	for (size_t j = 0; j < size; j++) {
		for (size_t k = 0; k < j; k++)
			v[j] -= t[j][k] * v[k];
		v[j] /= t[j][j];
	}
}

static void predict(const struct work *w, const double *theta, double *eta)
{
	for (size_t i = 0; i < w->count; i++) {
		eta[i] = 0.0;
		for (size_t k = 0; k < w->size; k++)
			eta[i] += theta[k] * w->basis[k * w->count + i];
	}
}

/*
 * Less what does not depend on the coefficients, and by how much rounding may change it. -infinity
 * or nan where exp() overflows.
 */
struct likelihood {
	double value, rounding;
};

static struct likelihood likelihood(const struct work *w, const double *eta)
{
	double value = 0.0, size = 0.0, most = 0.0;
	for (size_t i = 0; i < w->count; i++) {
		double mu = exp(eta[i]);
		value += w->y[i] * eta[i] - mu;
		size += w->y[i] + mu;
		most = fmax(most, fabs(eta[i]));
	}
	/* Predictors are sums that may cancel: all have the error of the largest. */
	return (struct likelihood){ value, 1e-14 * (1.0 + most) * size };
}

static void set_predictors(struct work *w, const double *eta)
{
	for (size_t i = 0; i < w->count; i++) {
		w->eta[i] = eta[i];
		w->mu[i] = exp(eta[i]);
	}
}

/*
 * The constant alone: one rate for all. Least squares of the logarithms would be nearer most of the
 * time, but can be so far off where there are zeros that the information is singular.
 */
static void start(struct work *w)
{
	double mean = 0.0;
	for (size_t i = 0; i < w->count; i++)
		mean += w->y[i] / (double)w->count;
	w->theta[0] = log(mean) * w->triangle[0][0];
	predict(w, w->theta, w->trial);
	set_predictors(w, w->trial);
}

static double move_to(struct work *w, const double *move, double share, double *theta)
{
	double length = 0.0;
	for (size_t k = 0; k < w->size; k++)
		theta[k] = w->theta[k] + share * move[k];
	predict(w, theta, w->trial);
	for (size_t i = 0; i < w->count; i++)
		length = fmax(length, fabs(w->trial[i] - w->eta[i]));
	return length;
}

/*
 * Moves theta by Newton's step, or by the largest half, quarter, ... of it that does not make the
 * likelihood less. Returns the length of the whole step, in the linear predictor that it moves
 * most; nan where there is no step.
 */
static double step(struct work *w)
{
	double move[POISSON_COEFFICIENTS], theta[POISSON_COEFFICIENTS];
	struct likelihood before = likelihood(w, w->eta);
	factorize(w, LEAST_WEIGHT);
	for (size_t i = 0; i < w->count; i++)
		w->trial[i] = w->y[i] - w->mu[i];
	for (size_t k = 0; k < w->size; k++)
		move[k] = dot(w->basis + k * w->count, w->trial, w->count);
	solve_left(w->factor, w->size, move);
	solve(w->factor, w->size, move);
	double length = move_to(w, move, 1.0, theta), share = 1.0;
	for (int halving = 0; !(likelihood(w, w->trial).value >= before.value - before.rounding);) {
		if (++halving > MOST_HALVINGS)
			return NAN;
		move_to(w, move, share *= 0.5, theta);
	}
	set_predictors(w, w->trial);
	memcpy(w->theta, theta, w->size * sizeof *theta);
	return length;
}

static int iterate(struct work *w, int *iterations, struct err *e)
{
	double length = INFINITY, previous;
	int number = 0;
	start(w);
	do {
		previous = length;
		length = step(w);
		if (!isfinite(length) || ++number == MOST_ITERATIONS)
			return err_data(e, "no finite estimate was found: are the counts zero for "
					   "all but some values of the covariates?");
	} while (length > CONVERGED && !(length < STALLED && length > 0.5 * previous));
	*iterations = number;
	return 0;
}

/* ---- results ---- */

/*
 * b solves triangle·b = theta. A coefficient's variance is the square of its row of the inverse of
 * factor·triangle.
 */
static void coefficients(struct work *w, struct poisson_fit *out)
{
	memcpy(out->coefficient, w->theta, sizeof w->theta);
	solve(w->triangle, w->size, out->coefficient);
	for (size_t k = 0; k < w->size; k++) {
		double row[POISSON_COEFFICIENTS] = { 0 };
		row[k] = 1.0;
		solve_left(w->triangle, w->size, row);
		solve_left(w->factor, w->size, row);
		out->standard_error[k] = norm(row, w->size);
	}
}

/* y ln(y/mu) - (y - mu) */
static double unit_deviance(double y, double mu)
{
	return y > 0.0 ? y * log(y / mu) - (y - mu) : mu;
}

static void goodness(const struct work *w, struct poisson_fit *out)
{
	double mean_y = 0.0, mean_mu = 0.0, yy = 0.0, ym = 0.0, mm = 0.0, n = (double)w->count;
	for (size_t i = 0; i < w->count; i++) {
		mean_y += w->y[i] / n;
		mean_mu += w->mu[i] / n;
	}
	out->deviance = out->null_deviance = 0.0;
	for (size_t i = 0; i < w->count; i++) {
		double y = w->y[i] - mean_y, mu = w->mu[i] - mean_mu;
		out->deviance += 2.0 * unit_deviance(w->y[i], w->mu[i]);
		out->null_deviance += 2.0 * unit_deviance(w->y[i], mean_y);
		yy += y * y;
		ym += y * mu;
		mm += mu * mu;
	}
	bool varies = yy > 1e-24 * n * mean_y * mean_y;
	out->deviance_r2 = varies ? 1.0 - out->deviance / out->null_deviance : NAN;
	out->correlation_r2 = varies && mm > 0.0 ? ym * ym / (yy * mm) : NAN;
}

static int fit(struct work *w, const double *x, struct poisson_fit *out, struct err *e)
{
	if (make_basis(w, x, e) < 0 || iterate(w, &out->iterations, e) < 0)
		return -1;
	if (!factorize(w, 0.0))
		return err_data(e, "no finite estimate was found: the information is singular");
	out->coefficients = w->size;
	coefficients(w, out);
	goodness(w, out);
	return 0;
}

int poisson_regression(const double *x, size_t covariates, const double *y, size_t count,
		       struct poisson_fit *out, struct err *e)
{
	struct work w = { .count = count, .size = covariates + 1, .y = y };
	*out = (struct poisson_fit){ 0 };
	if (check(x, covariates, y, count, e) < 0)
		return -1;
	w.basis = malloc((2 * w.size + 3) * count * sizeof *w.basis);
	if (!w.basis)
		return err_memory(e);
	w.weighted = w.basis + w.size * count;
	w.eta = w.weighted + w.size * count;
	w.mu = w.eta + count;
	w.trial = w.mu + count;
	int failed = fit(&w, x, out, e);
	free(w.basis);
	return failed;
}
