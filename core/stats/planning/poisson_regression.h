/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Poisson regression with logarithmic link: y_i is a count with the mean
 *
 *     mu_i = exp(b_0 + b_1 x_i1 + b_2 x_i2),
 *
 * and b is the maximum-likelihood estimate, as of R's glm(y ~ x, family = poisson). Carterette &
 * Smucker (2007), section 4.2, fit the number of judgments so, to the logarithms of certainty and
 * of the number of topics. Counts may be averages, and need not be whole.
 *
 * Computed by Newton's method, which for this link is iteratively reweighted least squares, with
 * halved steps if the likelihood would fall: it is concave, so there is only one maximum. The
 * covariates are made orthogonal first, so that the 3x3 information can be factorized by Cholesky.
 * Coefficients agree with R's to 1e-8 (relative).
 */
#pragma once

#include "core/base/err.h"

enum { POISSON_COVARIATES = 2, POISSON_COEFFICIENTS = POISSON_COVARIATES + 1 };

struct poisson_fit {
	double coefficient[POISSON_COEFFICIENTS]; /* the constant b_0 first */
	double deviance;			  /* 2 sum of y ln(y/mu) - (y - mu) */
	double null_deviance;			  /* that of the constant alone */
	/*
	 * 1 - deviance/null deviance, the usual measure of how much such a model explains; nan if
	 * all counts are equal. The paper prints R^2 = 0.95 and does not say which it is.
	 */
	double deviance_r2;
};

/*
 * `x` holds `count` rows of `covariates` numbers, without the constant. Fails on too many
 * covariates, fewer rows than coefficients, numbers that are not finite, negative counts, a
 * covariate that is constant or a multiple of the other, and if no finite estimate exists (all
 * counts zero, or all except those at one end of some combination of covariates) or none can be
 * computed.
 */
int poisson_regression(const double *x, size_t covariates, const double *y, size_t count,
		       struct poisson_fit *out, struct err *e);
