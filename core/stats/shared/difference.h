/*
 * The law of the difference between two systems in recall, precision or F, from the independent
 * laws of the yields of the documents that only A retrieves (U), only B (V), both (X) and neither
 * (W):
 *
 *     recall     (U-V) / Y,                          Y = U+V+X+W; 0 where Y = 0
 *     precision  (X+U)/N_A - (X+V)/N_B
 *     F_b        (1+b^2) ((X+U)/(N_A + b^2 Y) - (X+V)/(N_B + b^2 Y))
 *
 * P(difference <= t) is the probability of one side of a plane,
 *
 *     recall     (1-t) U - (1+t) V - t (X+W) <= 0
 *     precision  N_B U - N_A V + (N_B - N_A) X <= t N_A N_B
 *     F, N_A = N_B = N (or one of them 0)
 *                (1-s) U - (1+s) V - s (X+W) <= s N/b^2,      s = t b^2/(1+b^2)
 *
 * in three independent variables, and of a quadratic surface in four for F of sets of unequal
 * sizes. It is the sum, over values of all but one of them, of the probability that the last one is
 * on the right side. Two ways to sum:
 *
 *     exact   over all masses of all variables but one
 *     smooth  over a few points each (core/stats/distribution/yield_quadrature.h), the last
 * variable smoothed (core/stats/distribution/yield_smoothed.h); the number of points is raised
 * until nothing changes
 *
 * The smooth sum leaves out that the difference is lumpy: the lumps are those of one document, and
 * so is the error of a quantile at most; usually it is nothing, since they average out over the
 * other variables. difference_lumps() (difference_parts.h) says whether they do; where they do not,
 * the exact way is taken.
 *
 * Measured against full sums in some 500 random designs, a third of them without a relevant
 * document in some cell: quantiles of recall and precision are right to 1e-6, with one exception of
 * 3e-6, those of F of sets of unequal sizes to 3e-6.
 */
#ifndef STATS_SHARED_DIFFERENCE_H
#define STATS_SHARED_DIFFERENCE_H

#include "core/stats/distribution/yield_distribution.h"
#include "core/stats/distribution/yield_quadrature.h"
#include "core/stats/distribution/yield_smoothed.h"
#include "core/stats/quantity.h"
#include "core/stats/stratum.h"

enum { AXIS_A, AXIS_B, AXIS_REST, AXIS_NEITHER, AXES };

/* Rules of an axis, from coarse to fine; the last one is all points. */
#define RULE_LEVELS 11

struct axis {
	struct law *law;
	struct rule points;
	struct rule rule[RULE_LEVELS]; /* made when first asked for */
	struct smoothed smoothed;      /* likewise */
};

struct difference {
	enum quantity quantity; /* recall, precision or F */
	double beta;
	double size_a, size_b; /* N_A and N_B, in the unit of the laws */
	bool curved;	       /* four axes: U, V, X, W */
	size_t axes;	       /* else three: U, V and the rest: X+W, or X for precision */
	struct axis axis[AXES];
	double none;		/* recall: P(Y = 0) */
	double mean, deviation; /* roughly, once they were asked for */
	bool has_moments;
};

/*
 * Takes the laws over, also on failure: U, V, X+W (X for precision) and, where
 * difference_is_curved(), X in place of X+W and W as the fourth. N_A, N_B > 0 for precision.
 */
int difference_init(struct difference *d, enum quantity quantity, double beta, double size_a,
		    double size_b, struct law *const law[AXES], struct err *e);
void difference_release(struct difference *d);

bool difference_is_curved(enum quantity quantity, double beta, double size_a, double size_b);

/* The difference for given yields. */
double difference_value(const struct difference *d, const double x[AXES]);

/* P(difference > 0) + P(difference = 0)/2 */
int difference_probability(struct difference *d, double *out, struct err *e);

/*
 * The smallest value t with P(difference <= t) >= p. Error: 1e-9 where all masses are summed, else
 * 1e-6 aimed at, and 1e-5 for F where there are too many masses to sum and lumps all the same. For
 * p = 0 or 1 the least or largest difference.
 */
int difference_quantile(struct difference *d, double p, double *out, struct err *e);

/* The posterior mean, to 1e-8. */
int difference_mean(struct difference *d, double *out, struct err *e);

#endif
