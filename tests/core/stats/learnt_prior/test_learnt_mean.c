/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Means over topics with a prior learnt from the topics (core/stats/learnt_prior).
 */
#define MATHLIB_STANDALONE
#include <Rmath.h>

#include "tests/support/interval_help.h"

#include "core/stats/learnt_prior/effects_integral.h"
#include "core/stats/learnt_prior/learnt_difference.h"
#include "core/stats/learnt_prior/learnt_mean.h"
#include "core/stats/learnt_prior/topic_effects.h"
#include "core/stats/numeric/logit.h"
#include "tests/support/cases.h"

enum { TOPICS_MOST = 200 };

/* Retrieved and other documents: N1, n1, r1, N0, n0, r0. */
struct topic {
	int N1, n1, r1, N0, n0, r0;
};

static struct learnt_result mean_asked(const struct topic *t, size_t count, struct learnt_request q)
{
	struct learnt_cell cell[2 * TOPICS_MOST * LEARNT_CELLS_MOST];
	struct learnt_topic topic[TOPICS_MOST];
	struct learnt_result out;
	struct err e = { 0 };
	for (size_t i = 0, used = 0; i < count; i++) {
		const struct divided_stratum d[2] = {
			{ .size = t[i].N1,
			  .sampled = t[i].n1,
			  .relevant = { 0, t[i].r1 },
			  .other = { 0, t[i].n1 - t[i].r1 },
			  .retrieved = true },
			{ .size = t[i].N0,
			  .sampled = t[i].n0,
			  .relevant = { t[i].r0, 0 },
			  .other = { t[i].n0 - t[i].r0, 0 } },
		};
		topic[i] = learnt_cells_of_design(d, 2, &q.of, cell + used);
		used += topic[i].cells;
	}
	if (learnt_mean(topic, count, &q, &out, &e) < 0)
		fail_msg("%s", e.text);
	return out;
}

static struct learnt_result mean_of(const struct topic *t, size_t count, enum quantity quantity,
				    double lower_p, double upper_p)
{
	return mean_asked(
		t, count,
		(struct learnt_request){ .of = { .quantity = quantity, .beta = 1 },
					 .ends = { .lower_p = lower_p, .upper_p = upper_p } });
}

static void set_groups(struct effect_group *group, const struct topic *t)
{
	group[LEARNT_RETRIEVED] =
		(struct effect_group){ .size = t->N1, .sampled = t->n1, .relevant = t->r1 };
	group[LEARNT_REST] =
		(struct effect_group){ .size = t->N0, .sampled = t->n0, .relevant = t->r0 };
}

static const struct topic three[3] = {
	{ 30, 10, 4, 80, 20, 1 },
	{ 30, 12, 9, 80, 25, 2 },
	{ 30, 8, 1, 80, 20, 0 },
};

/*
 * The density of a topic's data and the first two moments of the mean, by a dense grid over the
 * effects of each topic, with the binomial yields of both groups summed over.
 */
struct dense {
	double log_likelihood, mean, variance;
};

static double recall_given(const struct topic *t, double p1, double p0, double *second)
{
	double mean = 0, all = 0;
	*second = 0;
	for (int a = 0; a <= t->N1 - t->n1; a++)
		for (int b = 0; b <= t->N0 - t->n0; b++) {
			double R1 = t->r1 + a, R0 = t->r0 + b;
			double w =
				dbinom(a, t->N1 - t->n1, p1, 0) * dbinom(b, t->N0 - t->n0, p0, 0);
			if (!(R1 + R0 > 0) || w < 1e-14)
				continue;
			all += w;
			mean += w * R1 / (R1 + R0);
			*second += w * R1 * R1 / ((R1 + R0) * (R1 + R0));
		}
	*second /= all;
	return mean / all;
}

static struct dense integrate_topic(const struct topic *t, double mu1, double mu0, double su,
				    double sv, double rho)
{
	enum { STEPS = 24 };
	double weight = 0, q1 = 0, q2 = 0, det = sqrt(1 - rho * rho);
	for (int i = 0; i <= STEPS; i++)
		for (int j = 0; j <= STEPS; j++) {
			double a = -4.5 + 9.0 * i / STEPS, b = -4.5 + 9.0 * j / STEPS, second;
			double u = su * a, v = sv * (rho * a + det * b);
			double p1 = inverse_logit(mu1 + u + v / 2);
			double p0 = inverse_logit(mu0 + u - v / 2);
			double w = exp(-(a * a + b * b) / 2) * pow(p1, t->r1) *
				   pow(1 - p1, t->n1 - t->r1) * pow(p0, t->r0) *
				   pow(1 - p0, t->n0 - t->r0);
			double mean = recall_given(t, p1, p0, &second);
			weight += w;
			q1 += w * mean;
			q2 += w * second;
		}
	double mean = q1 / weight, step = 9.0 / STEPS;
	return (struct dense){ log(weight * step * step / (2 * M_PI)), mean,
			       q2 / weight - mean * mean };
}

/*
 * The same density where recall bends: x = a z + d e + c (z^2 - 1)/sqrt(2), by a grid over z,
 * within which a group is a sum over its own e. d^2 is the smaller eigenvalue of the covariance of
 * u + v/2 and u - v/2, a the other eigenvector, and c is +-su k/sqrt(32).
 */
static double bent_likelihood(const struct topic *t, double mu1, double mu0, double su, double sv,
			      double rho, double k)
{
	enum { STEPS = 60 };
	double one = su * su + sv * sv / 4 + rho * su * sv, both = su * su - sv * sv / 4;
	double zero = su * su + sv * sv / 4 - rho * su * sv, half = (one - zero) / 2;
	double large = (one + zero) / 2 + hypot(half, both), d2 = one + zero - large;
	double a1 = sqrt(one - d2), a0 = copysign(sqrt(zero - d2), both), d = sqrt(d2);
	double bend = su * k / sqrt(32), sum = 0, step = 12.0 / STEPS;
	for (int i = 0; i <= STEPS; i++) {
		double z = -6 + step * i, c = bend * (z * z - 1) / sqrt(2), group[2] = { 0, 0 };
		for (int j = 0; j <= STEPS; j++) {
			double e = -6 + step * j, w = exp(-e * e / 2);
			double p1 = inverse_logit(mu1 + a1 * z + d * e + c);
			double p0 = inverse_logit(mu0 + a0 * z + d * e - c);
			group[1] += w * pow(p1, t->r1) * pow(1 - p1, t->n1 - t->r1);
			group[0] += w * pow(p0, t->r0) * pow(1 - p0, t->n0 - t->r0);
		}
		sum += exp(-z * z / 2) * group[0] * group[1];
	}
	return log(sum * pow(step / sqrt(2 * M_PI), 3));
}

/* The groups of `three`, without offsets: the same sizes in all topics. */
static struct effect_groups groups_of_three(struct effect_group (*group)[LEARNT_GROUPS],
					    double (*mode)[1 + LEARNT_GROUPS])
{
	for (int t = 0; t < 3; t++) {
		set_groups(group[t], &three[t]);
		for (int g = 0; g < LEARNT_GROUPS; g++)
			mode[t][g] = 0;
	}
	return (struct effect_groups){ .topics = 3,
				       .groups = 2,
				       .factor = true,
				       .quantity = QUANTITY_RECALL,
				       .beta2 = 1,
				       .group = group,
				       .mode = mode };
}

/* The gradient is that of differences of the density. */
static void assert_gradient(struct effects *m, const double *parameter)
{
	double gradient[EFFECT_PARAMETERS], unused[EFFECT_PARAMETERS];
	effects_density(m, parameter, gradient);
	for (int i = 0; i < m->parameters; i++) {
		double up[EFFECT_PARAMETERS], down[EFFECT_PARAMETERS];
		memcpy(up, parameter, sizeof up);
		memcpy(down, parameter, sizeof down);
		up[i] += 1e-3;
		down[i] -= 1e-3;
		double rise = effects_density(m, up, unused) - effects_density(m, down, unused);
		assert_near(gradient[i], rise / 2e-3, 0.02 + 0.01 * fabs(gradient[i]));
	}
}

/* All topics have a relevant document in the sample. Two points a group are not all yields. */
static void given_the_parameters_it_agrees_with_a_dense_grid(void **state)
{
	(void)state;
	struct effect_group group[3][LEARNT_GROUPS];
	double mode[3][1 + LEARNT_GROUPS], base = 0;
	struct effect_groups data = groups_of_three(group, mode);
	struct effects m = { .data = &data, .parameters = 6, .documents = { 0.5, 0.5 } };
	struct err e = { 0 };
	assert_int_equal(effect_nodes_init(&m.inner, 5, &e), 0);
	assert_int_equal(effect_nodes_init(&m.along, 5, &e), 0);
	/* in the second, the effects of both groups have a covariance below 0 */
	static const double at[][5] = { { -0.3, -3, 0.5, 0.5, 0 },
					{ -0.3, -3, 0.3, 1, 1e-7 },
					{ 0.2, -3.5, 0.3, 1, 0.4 },
					{ -0.5, -2.5, 1, 0.4, -0.5 } };
	for (int k = 0; k < cases(4, 3); k++) {
		const double *x = at[k];
		const double parameter[EFFECT_PARAMETERS] = { x[0], x[1], log(x[2]), log(x[3]),
							      atanh(x[4]) };
		struct moments v;
		double found = effects_value(&m, parameter, &v), expected = 0, mean = 0,
		       variance = 0;
		for (int t = 0; t < 3; t++) {
			const struct dense d =
				integrate_topic(&three[t], x[0], x[1], x[2], x[3], x[4]);
			expected += d.log_likelihood;
			mean += d.mean / 3;
			variance += d.variance / 9;
		}
		for (int g = 0; g < 2; g++)
			expected += 0.5 * (log(inverse_logit(x[g])) + log1p(-inverse_logit(x[g])));
		for (int i = 2; i < 4; i++)
			expected += log(x[i]) - x[i] * x[i] / 8; /* half-normal, scale 2 */
		/* (1 - rho^2)^(-3/4), with the derivative of rho by its parameter */
		expected += 0.25 * log(1 - x[4] * x[4]);
		if (k == 0) /* there is a constant between them */
			base = found - expected;
		assert_near(found - base, expected, 2e-3);
		assert_near(v.mean, mean, 4e-3);
		assert_near(sqrt(v.variance), sqrt(variance), 0.04 * sqrt(variance));
		assert_gradient(&m, parameter);
		/* a bend changes the likelihood, and has a standard normal prior */
		for (int side = -1; side < 2; side += 2) {
			double bent[EFFECT_PARAMETERS], change = -0.5 * 2 * 2;
			memcpy(bent, parameter, sizeof bent);
			bent[5] = 2 * side;
			for (int t = 0; t < 3; t++)
				change +=
					bent_likelihood(&three[t], x[0], x[1], x[2], x[3], x[4],
							bent[5]) -
					bent_likelihood(&three[t], x[0], x[1], x[2], x[3], x[4], 0);
			assert_near(effects_value(&m, bent, &v) - found, change, 0.01);
			assert_gradient(&m, bent);
		}
	}
}

/* Steps of a grid over the parameters, about as far as they can be. */
static double grid(int i, int steps, double low, double high)
{
	return low + (high - low) * i / (steps - 1);
}

/* The end below which a mixture of beta distributions has probability p. */
static double mixture_quantile(const double *w, const double *a, const double *b, size_t count,
			       double p)
{
	double low = 0, high = 1;
	for (int i = 0; i < 14; i++) {
		double x = (low + high) / 2, below = 0;
		for (size_t k = 0; k < count; k++)
			below += w[k] > 1e-7 ? w[k] * pbeta(x, a[k], b[k], 1, 0) : 0;
		*(below < p ? &low : &high) = x;
	}
	return low;
}

/* 7 nodes of mu and 3 of the rest, against a grid of 11 * 11 * 7 * 7 * 5 * 3 points. */
static void the_ends_agree_with_a_grid_over_the_parameters(void **state)
{
	(void)state;
	enum { MU = 11, SD = 7, RHO = 5, BEND = 3, ALL = MU * MU * SD * SD * RHO * BEND };
	struct effect_group group[3][LEARNT_GROUPS];
	double mode[3][1 + LEARNT_GROUPS], sum = 0, top = -INFINITY;
	struct effect_groups data = groups_of_three(group, mode);
	struct effects m = { .data = &data, .parameters = 6, .documents = { 0.5, 0.5 } };
	struct err e = { 0 };
	double *w = calloc(3 * ALL, sizeof *w), *a = w + ALL, *b = a + ALL;
	assert_non_null(w);
	assert_int_equal(effect_nodes_init(&m.inner, 5, &e), 0);
	assert_int_equal(effect_nodes_init(&m.along, 5, &e), 0);
	for (int k = 0; k < ALL; k++) {
		int i = k;
		double parameter[EFFECT_PARAMETERS] = { 0 };
		struct moments v = { 0.5, 0.01, 0 };
		parameter[0] = grid(i % MU, MU, -3.5, 3);
		parameter[1] = grid((i /= MU) % MU, MU, -6.5, 0.5);
		parameter[2] = grid((i /= MU) % SD, SD, -3.5, 1.2);
		parameter[3] = grid((i /= SD) % SD, SD, -3.5, 1.2);
		parameter[4] = grid((i /= SD) % RHO, RHO, -1.5, 1.5);
		parameter[5] = grid(i / RHO, BEND, -1.5, 1.5);
		w[k] = effects_value(&m, parameter, &v);
		top = fmax(top, w[k]);
		double shapes = v.mean * (1 - v.mean) / v.variance - 1;
		a[k] = v.mean * shapes;
		b[k] = (1 - v.mean) * shapes;
	}
	for (int k = 0; k < ALL; k++)
		sum += w[k] = exp(w[k] - top);
	for (int k = 0; k < ALL; k++)
		w[k] /= sum;
	const struct learnt_result r = mean_of(three, 3, QUANTITY_RECALL, 0.025, 0.975);
	double lower = mixture_quantile(w, a, b, ALL, 0.025),
	       upper = mixture_quantile(w, a, b, ALL, 0.975),
	       median = mixture_quantile(w, a, b, ALL, 0.5);
	free(w);
	/*
	 * 5, 11 and 1 relevant documents are seen: the model decides s = (1/6 + 1/12 + 1/2)/3 = 1/4
	 * of the mean, and its variance on the logit scale is multiplied by 1 + 3/2 s (1-s).
	 */
	double wider = sqrt(1 + 1.5 * 0.25 * 0.75), middle = logit(median);
	lower = inverse_logit(middle + wider * (logit(lower) - middle));
	upper = inverse_logit(middle + wider * (logit(upper) - middle));
	assert_near(r.interval.lower, lower, 0.05 * (upper - lower));
	assert_near(r.interval.upper, upper, 0.05 * (upper - lower));
	assert_near(r.estimate, median, 0.05 * (upper - lower));
}

/*
 * 25, 30 and 20 retrieved relevant documents are seen, and 0, 1 and 0 of the others: z = (1 + 1/2 +
 * 1)/3 = 5/6, and z^2 (1-z) 4/3 = 25/162. Of the variance of recall 75/(75 + 1) comes from the
 * others. Of F, with 300 retrieved documents and 30 relevant ones that are not: the derivatives by
 * the logarithms are as 30 and 330, and it is 30^2 75 / (30^2 75 + 330^2) = 67500/176400.
 */
static void little_seen_of_what_is_not_retrieved_widens(void **state)
{
	(void)state;
	static const struct topic t[3] = { { 100, 50, 25, 900, 30, 0 },
					   { 100, 50, 30, 900, 30, 1 },
					   { 100, 50, 20, 900, 30, 0 } };
	static const struct {
		enum quantity quantity;
		double part;
	} expected[] = { { QUANTITY_RECALL, 75.0 / 76 }, { QUANTITY_F, 67500.0 / 176400 } };
	for (int i = 0; i < 2; i++) {
		struct effect_group group[3][LEARNT_GROUPS] = { { { 0 } } };
		double mode[3][1 + LEARNT_GROUPS] = { { 0 } };
		for (int k = 0; k < 3; k++)
			set_groups(group[k], &t[k]);
		struct effect_groups data = { .topics = 3,
					      .groups = 2,
					      .factor = i == 0,
					      .quantity = expected[i].quantity,
					      .beta2 = 1,
					      .group = group,
					      .mode = mode };
		struct effects m = { .data = &data,
				     .parameters = 2 + effects_spreads(&data),
				     .documents = { 0.5, 0.5 } };
		struct moments v;
		struct err e = { 0 };
		assert_int_equal(effects_integral(&m, &v, &e), 0);
		v.variance *= 1 + 1.5 * expected[i].part * 25 / 162;
		const struct learnt_result r = mean_of(t, 3, expected[i].quantity, 0.025, 0.975);
		assert_near(r.interval.lower, inverse_logit(skewed_quantile(&v, 0.025)), 1e-9);
		assert_near(r.interval.upper, inverse_logit(skewed_quantile(&v, 0.975)), 1e-9);
	}
}

/* Of T topics where few heavy documents decide, the upper end of the logit is 1 + T/50 times as far
 * from the estimate, and nothing else moves: doc/evidence/documents-outside-the-frame.md. */
static void few_heavy_documents_move_the_upper_end(void **state)
{
	(void)state;
	struct topic t[20];
	for (size_t i = 0; i < 20; i++)
		t[i] = (struct topic){ 100, 50, 20, 200, 50, 5 };
	struct learnt_request q = { .of = { .quantity = QUANTITY_RECALL, .beta = 1 },
				    .ends = { .lower_p = 0.025, .upper_p = 0.975 } };
	struct learnt_result plain = mean_asked(t, 20, q), heavy;
	q.of.heavy = true;
	heavy = mean_asked(t, 20, q);
	double at = logit(plain.estimate);
	assert_int_equal(plain.caution, LEARNT_SOUND);
	assert_int_equal(heavy.caution, LEARNT_FEW_HEAVY);
	assert_true(heavy.estimate == plain.estimate);
	assert_true(heavy.interval.lower == plain.interval.lower);
	assert_true(fabs(logit(heavy.interval.upper) - at -
			 (1 + 20. / 50) * (logit(plain.interval.upper) - at)) < 1e-9);
}

/*
 * If nothing relevant is seen among the others, the lower end of a 95 % interval of recall is the
 * bound of 95 % that stands alone: a whole document as prior there and 1/4 in the other group. The
 * upper end is 1, and the estimate has 1/2 in both. Recall of a topic with s relevant
 * documents is decided by the model by 1/(1+s): m = (2/51 + 1/61 + 1/41 + 1/31)/5, and the variance
 * has the factor 1 + 3/2 m (1-m). With nothing seen among the retrieved documents it is the upper
 * end that moves.
 */
static void nothing_seen_in_a_group_moves_the_end_that_it_pushes(void **state)
{
	(void)state;
	const double m = (2.0 / 51 + 1.0 / 61 + 1.0 / 41 + 1.0 / 31) / 5,
		     factor = 1 + 1.5 * m * (1 - m);
	static const int seen[5] = { 50, 60, 40, 50, 30 };
	static const double outer[2] = { 1, 0 }, tail[2] = { 0.025, 0.05 };
	static const double documents[2][2] = { { 0.5, 0.5 }, { 1, 0.25 } };
	for (int unseen = 0; unseen < 2; unseen++) { /* LEARNT_RETRIEVED, LEARNT_REST */
		struct topic t[5];
		struct effect_group group[5][LEARNT_GROUPS] = { { { 0 } } };
		double mode[5][1 + LEARNT_GROUPS] = { { 0 } }, end[2], median[2];
		for (int k = 0; k < 5; k++) {
			t[k] = unseen == LEARNT_REST
				       ? (struct topic){ 400, 100, seen[k], 80000, 400, 0 }
				       : (struct topic){ 80000, 400, 0, 400, 100, seen[k] };
			set_groups(group[k], &t[k]);
		}
		struct effect_groups data = { .topics = 5,
					      .groups = 2,
					      .factor = true,
					      .quantity = QUANTITY_RECALL,
					      .beta2 = 1,
					      .group = group,
					      .mode = mode };
		for (int i = 0; i < 2; i++) {
			struct effects x = { .data = &data,
					     .parameters = 6,
					     .documents = { 0.5, 0.5 } };
			struct moments v;
			struct err e = { 0 };
			x.documents[unseen] = documents[i][0];
			x.documents[!unseen] = documents[i][1];
			assert_int_equal(effects_integral(&x, &v, &e), 0);
			v.variance *= factor;
			median[i] = inverse_logit(skewed_quantile(&v, 0.5));
			end[i] = inverse_logit(skewed_quantile(&v, fabs(outer[unseen] - tail[i])));
		}
		const struct learnt_result r = mean_of(t, 5, QUANTITY_RECALL, 0.025, 0.975);
		const struct interval *ends = &r.interval;
		assert_true(unseen == LEARNT_REST ? end[1] < end[0] - 0.01
						  : end[1] > end[0] + 0.01);
		assert_near(unseen == LEARNT_REST ? ends->lower : ends->upper, end[1], 1e-6);
		assert_near(unseen == LEARNT_REST ? ends->upper : ends->lower, unseen, 0);
		assert_near(r.estimate, median[0], 1e-9);
	}
}

static void with_everything_judged_the_interval_is_the_value(void **state)
{
	(void)state;
	static const struct topic t[3] = { { 4, 4, 3, 5, 5, 1 },
					   { 6, 6, 0, 9, 9, 2 },
					   { 5, 5, 0, 3, 3, 0 } }; /* no relevant document */
	static const struct {
		enum quantity quantity;
		double value;
	} expected[] = { { QUANTITY_RECALL, (0.75 + 0) / 2 },
			 { QUANTITY_F, (2.0 * 3 / (4 + 4) + 0) / 2 },
			 { QUANTITY_PRECISION, 0.75 / 3 },
			 { QUANTITY_YIELD, 6.0 / 3 } };
	for (int i = 0; i < 4; i++) {
		const struct learnt_result r = mean_of(t, 3, expected[i].quantity, 0.025, 0.975);
		assert_near(r.estimate, expected[i].value, 1e-12);
		assert_near(r.interval.lower, expected[i].value, 1e-12);
		assert_near(r.interval.upper, expected[i].value, 1e-12);
	}
}

/* The linear means of learnt_mean.c, with L, v and the sums that the caller works out. */
struct by_hand {
	double value, variance, least, most, weight; /* weight: mean, of what is unseen */
};

static double end_by_hand(const struct by_hand *x, double quantile, double a, double b)
{
	double range = x->most - x->least, n = range / x->weight;
	double p = (x->value - x->least) / range, all = n + a + b, mean = (p * n + a) / all;
	double v = (x->variance / (range * range) * n * n + a * (1 - p) + b * p) / (all * all);
	double k = mean * (1 - mean) / v - 1;
	return x->least + range * qbeta(quantile, mean * k, (1 - mean) * k, 1, 0);
}

/* L = sum of N r/n over 2 topics: (10 * 3/5 + 100 * 1/20 + 10 * 1/5 + 50 * 0/10) / 2 = 6.5. */
static void a_mean_yield_by_hand(void **state)
{
	(void)state;
	static const struct topic t[2] = { { 10, 5, 3, 100, 20, 1 }, { 10, 5, 1, 50, 10, 0 } };
	const struct learnt_result r = mean_of(t, 2, QUANTITY_YIELD, 0.025, 0.975);
	assert_near(r.estimate, 6.5, 1e-12);
	/* weights N/(2n): 1, 2.5, 1, 2.5; s^2 = r(n-r)/(n(n-1)): .3, .05, .2, 0 */
	const struct by_hand x = {
		.value = 6.5,
		.variance = 1 * 5 * 0.5 * 0.3 + 6.25 * 20 * 0.8 * 0.05 + 1 * 5 * 0.5 * 0.2,
		.least = 5 / 2.0,
		.most = (5 + 5 + 80 + 5 + 40) / 2.0,
		.weight = (1 * 5 + 2.5 * 80 + 1 * 5 + 2.5 * 40) / (10 + 100 + 10 + 50),
	};
	assert_near(r.interval.lower, end_by_hand(&x, 0.025, 0.25, 0.5), 1e-9);
	assert_near(r.interval.upper, end_by_hand(&x, 0.975, 0.5, 0.25), 1e-9);
}

/*
 * A bound of confidence .95 that stands alone has .8 * .05 = .04 beyond it, and a whole document as
 * prior. In two equal topics 300 of 1,000 retrieved documents are judged, k of them relevant, and
 * 500 of 4,000 others, none of them relevant. So w = 1/2 * 10/3, and 1/2 * 8.
 */
static void a_bound_of_a_mean_yield_by_hand(void **state)
{
	(void)state;
	static const struct {
		int seen;  /* k */
		int upper; /* which it is: 0 with .05, 1 with .04, 2 the end of the interval */
	} expected[] = { { 0, 0 }, { 10, 2 }, { 60, 1 } };
	for (int i = 0; i < 3; i++) {
		int k = expected[i].seen;
		const struct topic one = { 1000, 300, k, 4000, 500, 0 }, t[2] = { one, one };
		double w = 1 / 0.6, spread = k * (300.0 - k) / (300.0 * 299);
		const struct by_hand x = {
			.value = k / 0.3,
			.variance = 2 * w * w * 300 * 0.7 * spread,
			.least = k,
			.most = 700 + 3500 + k,
			.weight = (w * 700 + 4 * 3500) / 5000,
		};
		const double upper[] = { end_by_hand(&x, 0.95, 1, 0.25),
					 end_by_hand(&x, 0.96, 1, 0.25),
					 end_by_hand(&x, 0.975, 0.5, 0.25) };
		for (int j = 0; j < 3; j++) /* they differ, so that each case shows something */
			assert_true(j == expected[i].upper ||
				    fabs(upper[j] / upper[expected[i].upper] - 1) > 0.001);
		assert_near(mean_of(t, 2, QUANTITY_YIELD, 0.05, 1).interval.lower,
			    k == 0 ? 0 : end_by_hand(&x, 0.04, 0.25, 1), 1e-9);
		assert_near(mean_of(t, 2, QUANTITY_YIELD, 0, 0.95).interval.upper,
			    upper[expected[i].upper], 1e-9);
	}
}

/* The same topic over and over: the interval closes around its recall, 20/(20 + 30). */
static void many_equal_topics_close_around_their_value(void **state)
{
	(void)state;
	struct topic t[TOPICS_MOST];
	double before = 1;
	for (size_t i = 0; i < TOPICS_MOST; i++)
		t[i] = (struct topic){ 40, 20, 10, 600, 60, 3 };
	for (size_t count = 2; count <= TOPICS_MOST; count *= 10) {
		const struct learnt_result r = mean_of(t, count, QUANTITY_RECALL, 0.025, 0.975);
		double width = r.interval.upper - r.interval.lower;
		assert_true(r.interval.lower < r.estimate && r.estimate < r.interval.upper);
		assert_true(width < before / 2);
		before = width;
		if (count >= 20) /* 3 of 60 in each topic is nearly the same topic */
			assert_near(r.estimate, 0.4, 0.02);
	}
}

/* What is printed must not depend on which end is wanted. */
static void one_bound_has_the_estimate_of_both(void **state)
{
	(void)state;
	for (int q = 1; q <= 8; q *= 2) {
		const struct learnt_result both = mean_of(three, 3, (enum quantity)q, 0.05, 0.95),
					   lower = mean_of(three, 3, (enum quantity)q, 0.05, 1),
					   upper = mean_of(three, 3, (enum quantity)q, 0, 0.95);
		assert_true(both.estimate == lower.estimate && both.estimate == upper.estimate);
		assert_true(lower.interval.lower < both.interval.lower);
		assert_true(upper.interval.upper > both.interval.upper);
	}
}

/*
 * Random designs with dozens of relevant documents seen in both groups: a bound that stands alone
 * lies beyond the end of the interval of 90 %, and not beyond that of 95 %; 99 % is further out.
 */
static void one_bound_lies_between_the_ends_of_two_intervals(void **state)
{
	(void)state;
	ONLY_WITH_TEST_ALL();
	uint32_t number = 1;
	for (int i = 0; i < cases(25, 5); i++) {
		struct topic t[6];
		size_t count = 2 + (size_t)i % 5;
		for (size_t k = 0; k < count; k++) {
			int one[4];
			for (int j = 0; j < 4; j++) {
				number = number * 1664525 + 1013904223;
				one[j] = (int)(number >> 16) % 20;
			}
			t[k] = (struct topic){ 400 + 20 * one[0],  100, 30 + one[1],
					       1000 + 50 * one[2], 250, 20 + one[3] };
		}
		for (int q = 1; q <= 8; q *= 2) {
			enum quantity of = (enum quantity)q;
			const struct interval wide = mean_of(t, count, of, 0.025, 0.975).interval,
					      narrow = mean_of(t, count, of, 0.05, 0.95).interval;
			double lower = mean_of(t, count, of, 0.05, 1).interval.lower;
			double upper = mean_of(t, count, of, 0, 0.95).interval.upper;
			assert_true(wide.lower <= lower && lower < narrow.lower);
			assert_true(wide.upper >= upper && upper > narrow.upper);
			assert_true(mean_of(t, count, of, 0.01, 1).interval.lower < lower);
			assert_true(mean_of(t, count, of, 0, 0.99).interval.upper > upper);
		}
	}
}

/* `a` and `b`: what each run retrieves besides. */
static struct learnt_result difference_beyond(const struct pair_stratum (*cell)[4], size_t count,
					      enum quantity quantity, double a, double b)
{
	struct shared_topic topic[TOPICS_MOST];
	struct learnt_request q = { .of = { .quantity = quantity, .beta = 1 },
				    .ends.lower_p = 0.025,
				    .ends.upper_p = 0.975 };
	struct learnt_result out;
	struct err e = { 0 };
	for (size_t t = 0; t < count; t++)
		topic[t] = (struct shared_topic){ .cell = cell[t], .cells = 4, .beyond = { a, b } };
	if (learnt_compare(topic, count, &q, &out, &e) < 0)
		fail_msg("%s", e.text);
	return out;
}

static struct learnt_result difference_of(const struct pair_stratum (*cell)[4], size_t count,
					  enum quantity quantity)
{
	return difference_beyond(cell, count, quantity, 0, 0);
}

static void exchanging_the_runs_mirrors_the_difference(void **state)
{
	(void)state;
	static const enum quantity quantity[] = { QUANTITY_RECALL, QUANTITY_PRECISION, QUANTITY_F };
	struct pair_stratum cell[2][3][4];
	for (int t = 0; t < 3; t++)
		for (int k = 0; k < 4; k++) {
			struct pair_stratum *c = &cell[0][t][k];
			*c = (struct pair_stratum){ .size = 50 + 10 * t + 7 * k,
						    .sampled = 10 + k,
						    .relevant = (5 * t + 3 * k) % 7,
						    .assessable = 10 + k,
						    .in_a = k & 1,
						    .in_b = k >> 1 & 1 };
			cell[1][t][k] = *c;
			cell[1][t][k].in_a = c->in_b;
			cell[1][t][k].in_b = c->in_a;
		}
	for (int i = 0; i < 3; i++) {
		const struct learnt_result a = difference_beyond(cell[0], 3, quantity[i], 30, 10),
					   b = difference_beyond(cell[1], 3, quantity[i], 10, 30);
		assert_near(a.estimate, -b.estimate, 1e-12);
		assert_near(a.interval.lower, -b.interval.upper, 1e-12);
		assert_near(a.interval.upper, -b.interval.lower, 1e-12);
		assert_near(a.probability, 1 - b.probability, 1e-12);
		assert_true(a.interval.lower < a.estimate && a.estimate < a.interval.upper);
	}
}

static void equal_samples_of_both_runs_leave_the_question_open(void **state)
{
	(void)state;
	struct pair_stratum cell[12][4];
	for (int t = 0; t < 12; t++)
		for (int k = 0; k < 4; k++)
			cell[t][k] = (struct pair_stratum){ .size = k == 0 ? 900 : 80,
							    .sampled = 20,
							    .relevant = k == 0 ? 0 : 1 + t % 3,
							    .assessable = 20,
							    .in_a = k & 1,
							    .in_b = k >> 1 & 1 };
	const struct learnt_result r = difference_of(cell, 12, QUANTITY_RECALL);
	assert_near(r.probability, 0.5, 1e-3);
	assert_near(r.estimate, 0, 1e-3);
	assert_near(r.interval.lower, -r.interval.upper, 2e-3);
}

/*
 * A topic of two runs given the parameters, by sums over z and the e of each group; and the
 * gradient of all by differences of the density.
 */
static double bent_topic(const double (*d)[3], const double *x, double *mean)
{
	enum { STEPS = 120 };
	const double k[3][2] = { { 2 / sqrt(6), 0 },
				 { -1 / sqrt(6), 1 / sqrt(2) },
				 { -1 / sqrt(6), -1 / sqrt(2) } };
	double step = 12.0 / STEPS, weight = 0, q = 0;
	for (int i = 0; i <= STEPS; i++) {
		double z = -6 + step * i, all = dnorm(z, 0, 1, 0) * step, yield[3];
		for (int g = 0; g < 3; g++) {
			double b = 1 + k[g][0] * x[5] + k[g][1] * x[6], sum = 0, rest = 0;
			double c = 0.7 * (k[g][0] * x[7] + k[g][1] * x[8]);
			for (int j = 0; j <= STEPS; j++) {
				double e = -6 + step * j;
				double eta = x[g] + x[4] / sqrt(2) * e +
					     x[3] * (b * z + c * (z * z - 1) / sqrt(2));
				double p = inverse_logit(eta), w = dnorm(e, 0, 1, 0) * step;
				w *= pow(p, d[g][2]) * pow(1 - p, d[g][1] - d[g][2]);
				sum += w;
				rest += w * p * (d[g][0] - d[g][1]);
			}
			all *= sum;
			yield[g] = d[g][2] + (sum > 0 ? rest / sum : 1);
		}
		weight += all;
		q += all * (yield[1] - yield[2]) / (yield[0] + yield[1] + yield[2]);
	}
	*mean = q / weight;
	return log(weight);
}

static void a_bend_given_the_parameters_agrees_with_a_dense_grid(void **state)
{
	(void)state;
	static const double topic[2][3][3] = {
		{ { 4000, 400, 30 }, { 3000, 300, 40 }, { 3000, 300, 25 } },
		{ { 4000, 400, 9 }, { 3000, 300, 0 }, { 3000, 300, 12 } }
	};
	static const double at[2][9] = { { -3, -2, -2.2, 0.7, 0.4, 0.5, -0.5, 0.6, 1.1 },
					 { -2.5, -2.4, -2, 1.1, 0.2, -0.4, 0.3, -1, -0.7 } };
	struct effect_group group[2][LEARNT_GROUPS] = { { { 0 } } };
	double mode[2][1 + LEARNT_GROUPS] = { { 0 } }, base = 0;
	struct effect_groups data = {
		.topics = 2, .groups = 3, .pair = true, .factor = true, .group = group, .mode = mode
	};
	struct effects m = { .data = &data, .parameters = 9, .documents = { 0.5, 0.5, 0.5 } };
	struct err e = { 0 };
	assert_int_equal(effect_nodes_init(&m.inner, 5, &e), 0);
	assert_int_equal(effect_nodes_init(&m.along, 7, &e), 0);
	for (int t = 0; t < 2; t++)
		for (int g = 0; g < 3; g++)
			group[t][g] = (struct effect_group){ .size = topic[t][g][0],
							     .sampled = topic[t][g][1],
							     .relevant = topic[t][g][2] };
	for (int k = 0; k < 2; k++) {
		const double *x = at[k];
		double parameter[EFFECT_PARAMETERS];
		double expected = 0, mean = 0, one;
		struct moments v;
		for (int i = 0; i < 9; i++) {
			parameter[i] = i == 3 || i == 4 ? log(x[i]) : x[i];
			expected += i < 3 ? 0.5 * log(inverse_logit(x[i])) +
						    0.5 * log1p(-inverse_logit(x[i]))
				    : i < 5 ? log(x[i]) - x[i] * x[i] / 2
					    : -x[i] * x[i] / 2;
		}
		for (int t = 0; t < 2; t++) {
			expected += bent_topic(topic[t], x, &one);
			mean += one / 2;
		}
		double found = effects_value(&m, parameter, &v);
		base = k == 0 ? found - expected : base; /* there is a constant between them */
		assert_near(found - base, expected, 5e-3);
		assert_near(v.mean, mean, 2e-3);
		assert_gradient(&m, parameter);
	}
}

/*
 * What the first run alone finds grows with the size of topics, and what the second finds does not.
 * The posterior of the model, with its slopes and bends, by Metropolis's algorithm in a program of
 * its own (Python, twice 300 chains of 1,500 sweeps, a quarter left out): medians .0536 and .0541,
 * 95 % from -.0843 to .2008 and from -.0837 to .2012, deviation .0728, P(A > B) .772 and .775.
 * Distances from the median are multiplied by 1.05: the ends are .0538 - 1.05 (.0538 + .0840) and
 * .0538 + 1.05 (.2010 - .0538), and P(A > B) is that of more than .0538 (1 - 1/1.05), where the
 * density is 4.2. Without slopes and bends the estimate was .165, and P(A > B) .990.
 */
static void slopes_and_bends_are_integrated_over(void **state)
{
	(void)state;
	static const int relevant[8][3] = {
		{ 1, 0, 2 }, { 2, 1, 2 }, { 2, 2, 3 },	 { 4, 3, 3 },
		{ 5, 6, 4 }, { 8, 9, 3 }, { 11, 14, 5 }, { 15, 20, 6 }
	};
	struct pair_stratum cell[8][4];
	memset(cell, 0, sizeof cell);
	for (int t = 0; t < 8; t++)
		for (int k = 0; k < 3; k++)
			cell[t][k] = (struct pair_stratum){ .size = k == 0 ? 300 : 200,
							    .sampled = k == 0 ? 60 : 40,
							    .relevant = relevant[t][k],
							    .assessable = k == 0 ? 60 : 40,
							    .in_a = k != 2,
							    .in_b = k != 1 };
	const struct learnt_result r = difference_of(cell, 8, QUANTITY_RECALL);
	assert_near(r.estimate, 0.0538, 0.005);
	assert_near(r.interval.lower, -0.0909, 0.005);
	assert_near(r.interval.upper, 0.2084, 0.005);
	assert_near(r.probability, 0.763, 0.02);
}

/*
 * Documents of weights 1, 2.5, 4, 4 and 10, of which the second, third and last are relevant and
 * all but the last two retrieved: 2.5 + 4 + 10 relevant ones, 6.5 of them retrieved, with variances
 * of 2.5 x 1.5 + 4 x 3 + 10 x 9 and of the first two of these. 2.5 and 4 are of different kinds.
 */
static void weights_have_the_sums_of_independent_draws(void **state)
{
	(void)state;
	const struct weighted d[5] = { { .weight = 1, .retrieved = true },
				       { .weight = 2.5, .relevant = true, .retrieved = true },
				       { .weight = 4, .relevant = true, .retrieved = true },
				       { .weight = 4, .gray = true },
				       { .weight = 10, .relevant = true } };
	const double total[2] = { 16.5, 6.5 }, variance[2] = { 105.75, 15.75 };
	for (int only = 0; only < 2; only++) {
		const struct learnt_quantity q = { .quantity = QUANTITY_YIELD,
						   .retrieved_only = only == 1,
						   .share = true };
		struct learnt_cell cell[5 * LEARNT_CELLS_MOST];
		const struct learnt_topic t = learnt_cells_of_weights(d, 5, &q, cell);
		double sum = 0, v = 0;
		for (size_t i = 0; i < t.cells; i++) {
			double n = cell[i].sampled, N = cell[i].size, r = cell[i].relevant;
			sum += N / n * r;
			v += N * N / n * (1 - n / N) * r * (n - r) / (n * (n - 1));
		}
		assert_near(sum, total[only], 1e-12);
		assert_near(v, variance[only], 1e-12);
		assert_int_not_equal(cell[1].label, cell[2].label);
		assert_int_equal(cell[2].label, cell[3].label);
	}
}

/*
 * A run meets two of the ten sampled documents of a stratum in the first topic, which it cuts, and
 * none in the second. Of the class of what is not retrieved 1 + 3 of 20 are relevant: its rate is
 * (4 + 4.5/21) / 21, in either topic. (Counts of the first topic are those of 16 times its sample.)
 */
static void a_stratum_that_is_cut_in_some_topics_has_one_rate(void **state)
{
	(void)state;
	const struct learnt_quantity q = { .quantity = QUANTITY_RECALL, .share = true };
	const struct divided_stratum d[2] = {
		{ .size = 400,
		  .sampled = 10,
		  .relevant = { 1, 1 },
		  .other = { 7, 1 },
		  .cut = true },
		{ .size = 400, .sampled = 10, .relevant = { 3, 0 }, .other = { 7, 0 } },
	};
	struct learnt_cell cell[2 * LEARNT_CELLS_MOST];
	struct learnt_topic t[2];
	struct err e = { 0 };
	t[0] = learnt_cells_of_design(&d[0], 1, &q, cell);
	t[1] = learnt_cells_of_design(&d[1], 1, &q, cell + t[0].cells);
	assert_int_equal(learnt_cells_pool(t, 2, &e), 0);
	assert_int_equal(t[0].cells, 2);
	const struct learnt_cell *cut = &t[0].cell[1], *whole = &t[1].cell[0];
	assert_int_equal(cut->group, LEARNT_REST);
	assert_int_equal(whole->group, LEARNT_REST);
	double rate = (4 + 4.5 / 21) / 21;
	assert_near(whole->rate, rate, 1e-15);
	assert_near(cut->rate * cut->size, rate * 400, 1e-12);
}

/* ---- topics of which only what was missed is not known ---- */

/* Two equal topics, 40 of 100 retrieved documents relevant, nothing seen in 1:10 of the others. */
static void nothing_missed_is_seen_by_hand(void **state)
{
	(void)state;
	const struct topic t[2] = { { 100, 100, 40, 1000, 100, 0 },
				    { 100, 100, 40, 1000, 100, 0 } };
	/* one unseen document stands for 9 more, so 1800 are 200; 5/8 of a document, 1/4 of others.
	 * Mean 5/8 / 200.875, variance 5/8 / 200.875^2, and k = mean (1 - mean) / variance - 1 */
	double mean = 0.625 / 200.875, k = mean * (1 - mean) * 200.875 * 200.875 / 0.625 - 1;
	double both = 1800 * qbeta(0.975, mean * k, (1 - mean) * k, 1, 0);
	/* the bound alone, with a whole document, is further out */
	double more = 1 / 201.25, l = more * (1 - more) * 201.25 * 201.25 - 1;
	double alone = 1800 * qbeta(0.95, more * l, (1 - more) * l, 1, 0);
	assert_true(alone > both);
	/* the loss of F is linear in misses, 80/140^2 each, and half as much of the mean of two; F
	 * is then that of as many misses in each topic */
	struct learnt_result f = mean_of(t, 2, QUANTITY_F, 0.025, 0.975);
	assert_float_equal(f.estimate, 80.0 / 140, 1e-12);
	assert_float_equal(f.interval.upper, 80.0 / 140, 1e-12);
	assert_float_equal(f.interval.lower, (float)(80 / (140 + alone / 2)), 1e-9);
	struct learnt_result r = mean_of(t, 2, QUANTITY_YIELD, 0.025, 0.975);
	assert_float_equal(r.interval.lower, 40, 1e-12);
	assert_float_equal(r.interval.upper, (float)(40 + alone / 2), 1e-9);
}

/* With unequal rates the unseen document has the largest weight, within the power mean. */
static void the_unseen_document_has_the_largest_weight(void **state)
{
	(void)state;
	struct topic t[3] = { { 800, 800, 8, 6000, 15, 0 },
			      { 800, 800, 80, 6000, 600, 0 },
			      { 800, 800, 200, 6000, 600, 0 } };
	struct learnt_result r = mean_of(t, 3, QUANTITY_YIELD, 0.025, 0.975);
	double found = 8 + 80 + 200;
	/* three documents of weight 400 - 1: -log(.05) of a Poisson variable of which none is seen
	 */
	assert_true(3 * r.interval.upper - found > 0.95 * -log(0.05) * 399);
	assert_true(3 * r.interval.upper - found < 1.02 * -log(0.05) * 399);
	/* of equal rates, their weight */
	t[0].n0 = 600;
	r = mean_of(t, 3, QUANTITY_YIELD, 0.025, 0.975);
	assert_near(3 * r.interval.upper - found, -log(0.05) * 9, 0.2);
}

static void nothing_relevant_at_all(void **state)
{
	(void)state;
	struct topic t[2] = { { 100, 100, 0, 1000, 100, 0 }, { 100, 100, 0, 1000, 100, 0 } };
	assert_true(isnan(mean_of(t, 2, QUANTITY_F, 0.025, 0.975).estimate));
	struct learnt_result r = mean_of(t, 2, QUANTITY_YIELD, 0.025, 0.975);
	assert_float_equal(r.estimate, 0, 0);
	assert_true(r.interval.upper > 13 && r.interval.upper < 14); /* 9 * -log(.05) / 2 */
	/* what was missed is there, and nothing was found: F is 0 */
	t[0].r0 = 1;
	struct learnt_result f = mean_of(t, 2, QUANTITY_F, 0.025, 0.975);
	assert_float_equal(f.interval.upper, 0, 0);
	/* one topic of which nothing was seen counts for the lower end */
	t[0] = (struct topic){ 100, 100, 50, 1000, 1000, 0 };
	f = mean_of(t, 2, QUANTITY_F, 0.025, 0.975);
	assert_float_equal(f.estimate, 100.0 / 150, 1e-12);
}

static double f_with(const struct topic *t, double missed)
{
	return 2.0 * t->r1 / (t->N1 + t->r1 + missed);
}

/*
 * The least and the largest sum of F with so many more misses than were seen: one by one where they
 * cost most, as each costs less than the one before; and all in one topic.
 */
static void range_of(const struct topic *t, size_t count, double more, double out[2])
{
	const double step = 0.125;
	double m[8], sum = 0;
	for (size_t i = 0; i < count; i++) {
		m[i] = t[i].r0;
		sum += f_with(&t[i], m[i]);
	}
	out[1] = 0;
	for (size_t i = 0; i < count; i++)
		out[1] = fmax(out[1], sum - f_with(&t[i], m[i]) + f_with(&t[i], m[i] + more));
	for (; more > 0; more -= step) {
		size_t at = 0;
		double most = 0;
		for (size_t i = 0; i < count; i++) {
			double cost = f_with(&t[i], m[i]) - f_with(&t[i], m[i] + step);
			at = cost > most ? i : at;
			most = fmax(most, cost);
		}
		m[at] += step;
		sum -= most;
	}
	out[0] = sum;
}

/* At one rate, as many misses as the upper end of all relevant documents says can make F what its
 * lower end is. */
static void ends_are_attained_together(void **state)
{
	(void)state;
	unsigned seed = 58;
	for (int file = 0; file < cases(400, 100); file++) {
		struct topic t[8];
		double found = 0, range[2];
		size_t count = 3 + (size_t)(file % 6);
		for (size_t i = 0; i < count; i++) {
			int a = 4 + (int)(rand_r(&seed) % 60) * (1 + (int)(rand_r(&seed) % 4));
			int seen = rand_r(&seed) % 4 == 0 ? (int)(rand_r(&seed) % 3) : 0;
			t[i] = (struct topic){ 800, 800, a, 6000, 300, seen };
			found += a + seen;
		}
		struct learnt_result y = mean_of(t, count, QUANTITY_YIELD, 0.025, 0.975);
		struct learnt_result f = mean_of(t, count, QUANTITY_F, 0.025, 0.975);
		double end = f.interval.lower * (double)count;
		range_of(t, count, y.interval.upper * (double)count - found, range);
		if (!(range[0] <= end && end <= range[1]))
			fail_msg("file %d: %g is not within %g and %g", file, end, range[0],
				 range[1]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(given_the_parameters_it_agrees_with_a_dense_grid),
		cmocka_unit_test(the_ends_agree_with_a_grid_over_the_parameters),
		cmocka_unit_test(little_seen_of_what_is_not_retrieved_widens),
		cmocka_unit_test(few_heavy_documents_move_the_upper_end),
		cmocka_unit_test(nothing_seen_in_a_group_moves_the_end_that_it_pushes),
		cmocka_unit_test(with_everything_judged_the_interval_is_the_value),
		cmocka_unit_test(a_mean_yield_by_hand),
		cmocka_unit_test(nothing_missed_is_seen_by_hand),
		cmocka_unit_test(the_unseen_document_has_the_largest_weight),
		cmocka_unit_test(nothing_relevant_at_all),
		cmocka_unit_test(ends_are_attained_together),
		cmocka_unit_test(a_bound_of_a_mean_yield_by_hand),
		cmocka_unit_test(weights_have_the_sums_of_independent_draws),
		cmocka_unit_test(a_stratum_that_is_cut_in_some_topics_has_one_rate),
		cmocka_unit_test(many_equal_topics_close_around_their_value),
		cmocka_unit_test(one_bound_has_the_estimate_of_both),
		cmocka_unit_test(one_bound_lies_between_the_ends_of_two_intervals),
		cmocka_unit_test(exchanging_the_runs_mirrors_the_difference),
		cmocka_unit_test(equal_samples_of_both_runs_leave_the_question_open),
		cmocka_unit_test(a_bend_given_the_parameters_agrees_with_a_dense_grid),
		cmocka_unit_test(slopes_and_bends_are_integrated_over),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
