/*
 * Poisson regression with logarithmic link: y_i is a count with the mean
 *
 *     mu_i = exp(b_0 + b_1 x_i1 + ... + b_k x_ik),
 *
 * and b is the maximum-likelihood estimate, as of R's glm(y ~ x, family = poisson). Carterette &
 * Smucker (2007), section 4.2, fit the number of judgments so, to the logarithms of certainty and
 * of the number of topics. Counts may be averages, hence need not be whole.
 *
 * Computed by Newton's method, which for this link is iteratively reweighted least squares, on an
 * orthonormal basis of the covariates, with halved steps where the likelihood would fall: it is
 * concave, so there is nothing else to find. Coefficients and standard errors agree with R's to
 * 1e-8 (relative); where counts differ by a factor of 1e8 and the covariates tell them hardly apart
 * a coefficient may have fewer digits, but more than its standard error leaves.
 */
#ifndef STATS_PLANNING_POISSON_REGRESSION_H
#define STATS_PLANNING_POISSON_REGRESSION_H

#include <stddef.h>

#include "core/base/err.h"

enum { POISSON_COVARIATES = 7, POISSON_COEFFICIENTS = POISSON_COVARIATES + 1 };

struct poisson_fit {
	size_t coefficients;			  /* covariates and one */
	double coefficient[POISSON_COEFFICIENTS]; /* the constant b_0 first */
	double standard_error[POISSON_COEFFICIENTS];
	double deviance;      /* 2 sum of y ln(y/mu) - (y - mu) */
	double null_deviance; /* that of the constant alone */
	/*
	 * How much is explained. The paper prints R^2 = 0.95 and does not say which: the usual one
	 * for such models is the share of the deviance, 1 - deviance/null deviance; the other is
	 * the squared correlation of y and mu. Both nan where all counts are equal.
	 */
	double deviance_r2, correlation_r2;
	int iterations;
};

/*
 * `x` holds `count` rows of `covariates` numbers, without the constant. Fails on too many
 * covariates, fewer rows than coefficients, numbers that are not finite, negative counts, a
 * covariate that is constant or a combination of the others, and where no finite estimate exists
 * (all counts zero, or all but those at one end of some combination of covariates) or none can be
 * computed (counts from 1 to 1e5 and more, that one far covariate outweighs).
 */
int poisson_regression(const double *x, size_t covariates, const double *y, size_t count,
		       struct poisson_fit *out, struct err *e);

#endif
