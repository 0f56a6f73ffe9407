#include <math.h>
#include <stdbool.h>

#include "core/stats/poisson.h"

/* A step of every linear predictor by less than this is the last one. */
static const double CONVERGED = 1e-11;

/* Below this, steps that shrink no more are rounding. */
static const double STALLED = 1e-6;

enum { MOST_ITERATIONS = 100, MOST_HALVINGS = 40 };

/* Of a covariate, what is left when it is freed of the constant and of the others. */
static const double CONSTANT = 1e-12, COLLINEAR = 1e-9;

struct work {
	size_t count, size; /* observations, coefficients */
	const double *y;
	double *basis; /* orthonormal columns, `count` numbers each */
	double triangle[POISSON_COEFFICIENTS][POISSON_COEFFICIENTS]; /* [1 x] = basis triangle */
	double *eta, *mu, *trial;
	double theta[POISSON_COEFFICIENTS];			   /* coefficients of the basis */
	double factor[POISSON_COEFFICIENTS][POISSON_COEFFICIENTS]; /* Cholesky's, of the
								    * information */
};

static double *column(const struct work *w, size_t k)
{
	return w->basis + k * w->count;
}

static double dot(const double *x, const double *y, size_t count)
{
	double sum = 0.0;
	for (size_t i = 0; i < count; i++)
		sum += x[i] * y[i];
	return sum;
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

/* Frees column k of those before it, twice, so that rounding leaves nothing of them. */
static void orthogonalize(struct work *w, size_t k, size_t before)
{
	double *q = column(w, k);
	for (int pass = 0; pass < 2; pass++)
		for (size_t j = 0; j < before; j++) {
			double part = dot(column(w, j), q, w->count);
			w->triangle[j][k] += part;
			for (size_t i = 0; i < w->count; i++)
				q[i] -= part * column(w, j)[i];
		}
}

static int make_basis(struct work *w, const double *x, struct err *e)
{
	for (size_t k = 0; k < w->size; k++) {
		double *q = column(w, k);
		for (size_t i = 0; i < w->count; i++)
			q[i] = k == 0 ? 1.0 : x[i * (w->size - 1) + k - 1];
		double whole = sqrt(dot(q, q, w->count)), centred = whole;
		if (k > 0) {
			double part = dot(column(w, 0), q, w->count);
			w->triangle[0][k] = part;
			for (size_t i = 0; i < w->count; i++)
				q[i] -= part * column(w, 0)[i];
			centred = sqrt(dot(q, q, w->count));
		}
		if (k > 0 && !(centred > CONSTANT * whole))
			return err_data(e, "covariate %zu is constant", k);
		orthogonalize(w, k, k);
		double left = sqrt(dot(q, q, w->count));
		if (!(left > COLLINEAR * centred))
			return err_data(e, "covariate %zu is a combination of those before it", k);
		w->triangle[k][k] = left;
		for (size_t i = 0; i < w->count; i++)
			q[i] /= left;
	}
	return 0;
}

/* ---- Newton's method ---- */

/* Cholesky factor of the information, sum of mu q q'; false where it is singular. */
static bool factorize(struct work *w)
{
	for (size_t j = 0; j < w->size; j++)
		for (size_t k = 0; k <= j; k++) {
			double sum = 0.0;
			for (size_t i = 0; i < w->count; i++)
				sum += w->mu[i] * column(w, j)[i] * column(w, k)[i];
			double own = sum;
			for (size_t l = 0; l < k; l++)
				sum -= w->factor[j][l] * w->factor[k][l];
			if (j == k && !(sum > 1e-14 * own))
				return false;
			w->factor[j][k] = j == k ? sqrt(sum) : sum / w->factor[k][k];
		}
	return true;
}

/* Solves information·x = v in place. */
static void solve(const struct work *w, double *v)
{
	for (size_t j = 0; j < w->size; j++) {
		for (size_t k = 0; k < j; k++)
			v[j] -= w->factor[j][k] * v[k];
		v[j] /= w->factor[j][j];
	}
	for (size_t j = w->size; j-- > 0;) {
		for (size_t k = j + 1; k < w->size; k++)
			v[j] -= w->factor[k][j] * v[k];
		v[j] /= w->factor[j][j];
	}
}

static void predict(const struct work *w, const double *theta, double *eta)
{
	for (size_t i = 0; i < w->count; i++) {
		eta[i] = 0.0;
		for (size_t k = 0; k < w->size; k++)
			eta[i] += theta[k] * column(w, k)[i];
	}
}

/* But for what does not depend on the coefficients; -infinity or nan where it overflows. */
static double likelihood(const struct work *w, const double *eta)
{
	double sum = 0.0;
	for (size_t i = 0; i < w->count; i++)
		sum += w->y[i] * eta[i] - exp(eta[i]);
	return sum;
}

static void set_predictors(struct work *w, const double *eta)
{
	for (size_t i = 0; i < w->count; i++) {
		w->eta[i] = eta[i];
		w->mu[i] = exp(eta[i]);
	}
}

/* Least squares of the logarithms, weighted by the counts; 0.1 keeps the logarithm of 0 finite. */
static bool start(struct work *w)
{
	for (size_t i = 0; i < w->count; i++)
		w->mu[i] = w->y[i] + 0.1;
	if (!factorize(w))
		return false;
	for (size_t k = 0; k < w->size; k++) {
		w->theta[k] = 0.0;
		for (size_t i = 0; i < w->count; i++)
			w->theta[k] += column(w, k)[i] * (w->mu[i] * log(w->mu[i]) - 0.1);
	}
	solve(w, w->theta);
	predict(w, w->theta, w->trial);
	set_predictors(w, w->trial);
	return isfinite(likelihood(w, w->trial));
}

/* Moves theta; the length of the step, in the linear predictor that moves most; nan: no step. */
static double step(struct work *w)
{
	double move[POISSON_COEFFICIENTS], theta[POISSON_COEFFICIENTS], length = 0.0;
	double before = likelihood(w, w->eta);
	if (!factorize(w))
		return NAN;
	for (size_t k = 0; k < w->size; k++) {
		move[k] = 0.0;
		for (size_t i = 0; i < w->count; i++)
			move[k] += column(w, k)[i] * (w->y[i] - w->mu[i]);
	}
	solve(w, move);
	for (int halving = 0; halving < MOST_HALVINGS; halving++) {
		for (size_t k = 0; k < w->size; k++)
			theta[k] = w->theta[k] + ldexp(move[k], -halving);
		predict(w, theta, w->trial);
		length = 0.0;
		for (size_t i = 0; i < w->count; i++)
			length = fmax(length, fabs(w->trial[i] - w->eta[i]));
		if (likelihood(w, w->trial) >= before || length < STALLED) {
			set_predictors(w, w->trial);
			memcpy(w->theta, theta, sizeof theta);
			return length;
		}
	}
	return NAN;
}

static int iterate(struct work *w, int *iterations, struct err *e)
{
	double length = INFINITY, previous;
	int number = 0;
	if (!start(w))
		return err_data(e, "the counts are too different to be fitted");
	do {
		previous = length;
		length = step(w);
		if (!isfinite(length) || ++number == MOST_ITERATIONS)
			return err_data(e, "no finite estimate: the counts are zero for all but "
					   "some values of the covariates");
	} while (length > CONVERGED && !(length < STALLED && length > 0.5 * previous));
	*iterations = number;
	return 0;
}

/* ---- results ---- */

/* b solves triangle·b = theta; its covariance is that of theta, carried over. */
static void coefficients(struct work *w, struct poisson_fit *out)
{
	size_t p = w->size;
	for (size_t k = 0; k < p; k++) {
		/* Row k of the inverse triangle, and of the covariance the k-th variance. */
		double row[POISSON_COEFFICIENTS] = { 0 }, spread[POISSON_COEFFICIENTS];
		for (size_t j = k; j < p; j++) {
			double sum = j == k ? 1.0 : 0.0;
			for (size_t l = k; l < j; l++)
				sum -= row[l] * w->triangle[l][j];
			row[j] = sum / w->triangle[j][j];
		}
		memcpy(spread, row, sizeof row);
		solve(w, spread);
		double value = 0.0, variance = 0.0;
		for (size_t j = 0; j < p; j++) {
			value += row[j] * w->theta[j];
			variance += row[j] * spread[j];
		}
		out->coefficient[k] = value;
		out->standard_error[k] = sqrt(variance);
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
	if (!factorize(w))
		return err_data(e, "no finite estimate: the information is singular");
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
	w.basis = malloc((w.size + 3) * count * sizeof *w.basis);
	if (!w.basis)
		return err_memory(e);
	w.eta = column(&w, w.size);
	w.mu = w.eta + count;
	w.trial = w.mu + count;
	int failed = fit(&w, x, out, e);
	free(w.basis);
	return failed;
}
