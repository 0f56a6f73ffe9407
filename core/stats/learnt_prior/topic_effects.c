/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/learnt_prior/topic_effects.h"
#include "core/stats/numeric/gauss_quadrature.h"
#include "core/stats/numeric/logit.h"

/*
 * The place of other parameters: of one run, the slopes on how much is retrieved; of the recall of
 * two runs, the contrasts of the slopes on the topic's size.
 */
enum { SLOPE = 5 };

static const double SPREAD_SCALE = 2; /* of su and sv, of one run */
static const double SLOPE_MEAN[2] = { 0.5, 0 }, SLOPE_SCALE = 0.5;

/* Sums over topics, given the parameters. */
struct sums {
	double alive, value, variance, third; /* weight, and what is weighted with it */
	double maybe, maybe_q, maybe_qq;      /* a(1-a), times the topic's value, and its square */
	double score[LEARNT_GROUPS], slope[2];
	double cross[LEARNT_GROUPS][LEARNT_GROUPS]; /* E[x x'] */
};

/*
 * Gauss's rule for the normal density at points so dense that, by Poisson's summation formula, they
 * have its moments to the last digit.
 */
int effect_nodes_init(struct effect_nodes *nodes, int count, struct err *e)
{
	enum { HALF = 48, POINTS = 2 * HALF + 1 };
	double x[POINTS], w[POINTS], sum = 0;
	for (int i = 0; i < POINTS; i++) {
		x[i] = (i - HALF) / 4.0;
		w[i] = exp(-x[i] * x[i] / 2);
		sum += w[i];
	}
	for (int i = 0; i < POINTS; i++)
		w[i] /= sum;
	nodes->count = (int)gauss_rule(x, w, POINTS, (size_t)count, nodes->x, nodes->w);
	return nodes->count == count ? 0 : err_memory(e);
}

/* b_g, by contrasts that exchanging the runs keeps: of both against each, and of one to the other.
 */
static void slopes_on_size(const struct effects *m, const double *parameter, double *slope)
{
	for (int g = 0; g < m->data->groups; g++)
		slope[g] = 1;
	if (!m->data->factor)
		return;
	double both = parameter[SLOPE] / sqrt(6);
	double each = parameter[SLOPE + 1] / sqrt(2);
	slope[LEARNT_BOTH] += 2 * both;
	slope[LEARNT_FIRST] += each - both;
	slope[LEARNT_SECOND] -= each + both;
}

static void covariance(const struct effects *m, const double *parameter,
		       double s[MATRIX_MOST][MATRIX_MOST])
{
	int groups = m->data->groups;
	double u = exp(parameter[groups]), v = exp(parameter[groups + 1]), b[LEARNT_GROUPS];
	bool pair = m->data->pair;
	slopes_on_size(m, parameter, b);
	for (int i = 0; i < groups; i++)
		for (int j = 0; j < groups; j++) {
			double own = i == j ? v * v : 0;
			s[i][j] = u * u * b[i] * b[j] +
				  (pair ? own / 2 : (i == j ? 0.25 : -0.25) * v * v);
		}
	if (!pair) {
		double between = tanh(parameter[EFFECT_RHO]) * u * v;
		s[0][0] += between;
		s[1][1] -= between;
	}
}

static double log_prior(const struct effects *m, const double *parameter, double *gradient)
{
	int groups = m->data->groups;
	double f = 0;
	for (int i = 0; i < groups; i++) {
		double p = inverse_logit(parameter[i]);
		f += m->documents[i] * log(p) + 0.5 * log1p(-p);
		gradient[i] = m->documents[i] * (1 - p) - 0.5 * p;
	}
	const double scale = m->data->pair ? 1 : SPREAD_SCALE;
	for (int i = groups; i < groups + 2; i++) {
		double u = exp(parameter[i]) / scale;
		f += parameter[i] - 0.5 * u * u;
		gradient[i] = 1 - u * u;
	}
	if (!m->data->pair) { /* with the derivative of rho by its parameter, 1 - rho^2 */
		double rho = tanh(parameter[EFFECT_RHO]);
		f += 0.25 * log(1 - rho * rho);
		gradient[EFFECT_RHO] = -0.5 * rho;
	}
	for (int i = SLOPE; i < SLOPE + 2 && m->data->factor; i++) {
		f -= 0.5 * parameter[i] * parameter[i];
		gradient[i] = -parameter[i];
	}
	for (int i = 0; i < 2 && m->data->slopes; i++) {
		double u = (parameter[SLOPE + i] - SLOPE_MEAN[i]) / SLOPE_SCALE;
		f -= 0.5 * u * u;
		gradient[SLOPE + i] = -u / SLOPE_SCALE;
	}
	return f;
}

static int set_parameters(struct effects *m, const double *parameter)
{
	int groups = m->data->groups;
	double s[MATRIX_MOST][MATRIX_MOST], l[MATRIX_MOST][MATRIX_MOST];
	covariance(m, parameter, s);
	m->log_determinant = 0;
	for (int i = 0; i < groups; i++)
		m->mu[i] = parameter[i];
	for (int i = 0; i < 2; i++)
		m->slope[i] = m->data->slopes ? parameter[SLOPE + i] : 0;
	if (matrix_factor(groups, s, l) < 0)
		return -1;
	for (int c = 0; c < groups; c++) {
		double unit[LEARNT_GROUPS] = { 0 }, x[LEARNT_GROUPS];
		unit[c] = 1;
		matrix_solve(groups, l, unit, x);
		for (int i = 0; i < groups; i++)
			m->precision[i][c] = x[i];
		m->log_determinant += 2 * log(l[c][c]);
	}
	return 0;
}

/*
 * One topic. Functions that are told the number of groups are inlined: the loops over the two
 * groups of one run then become plain code, which takes a tenth less of their time.
 */
#define INLINED __attribute__((always_inline)) static inline

static double centre(const struct effects *m, const struct effect_group *d, int i)
{
	double at = m->mu[i] - d[i].offset;
	return m->data->slopes ? at - m->slope[i] * d[i].spread : at;
}

/* Log likelihood of a group, and its prevalence. */
static double log_likelihood(const struct effect_group *d, double at, double *prevalence)
{
	double eta = fmin(at, 30), odds = exp(eta);
	*prevalence = odds / (1 + odds);
	return d->relevant * eta - d->sampled * log(1 + odds);
}

/* Log density of data and effects x, without constants. */
INLINED double log_density(const struct effects *m, int groups, const double *x,
			   const double *likelihood)
{
	double h = 0;
	for (int i = 0; i < groups; i++) {
		double s = 0;
		h += likelihood[i];
		for (int k = 0; k < groups; k++)
			s += m->precision[i][k] * x[k];
		h -= 0.5 * x[i] * s;
	}
	return h;
}

/*
 * Newton's method, as the log density is concave. l receives Cholesky's factor of minus its second
 * derivatives.
 */
INLINED int find_mode(const struct effects *m, int groups, const struct effect_group *d, double *x,
		      double l[MATRIX_MOST][MATRIX_MOST])
{
	for (int round = 0; round < 60; round++) {
		double h[MATRIX_MOST][MATRIX_MOST], step[LEARNT_GROUPS];
		double gradient[LEARNT_GROUPS] = { 0 }, largest = 0;
		for (int i = 0; i < groups; i++) {
			double p = inverse_logit(centre(m, d, i) + x[i]);
			gradient[i] = d[i].relevant - d[i].sampled * p;
			for (int k = 0; k < groups; k++) {
				gradient[i] -= m->precision[i][k] * x[k];
				h[i][k] = m->precision[i][k];
			}
			h[i][i] += d[i].sampled * p * (1 - p);
		}
		if (matrix_factor(groups, h, l) < 0)
			return -1;
		matrix_solve(groups, l, gradient, step);
		for (int i = 0; i < groups; i++)
			largest = fmax(largest, fabs(step[i]));
		for (int i = 0; i < groups; i++)
			x[i] += largest > 1.5 ? step[i] * 1.5 / largest : step[i];
		if (largest < 1e-3)
			return 0;
	}
	return -1;
}

/* P(the topic has a relevant document | prevalences). */
INLINED double alive(int groups, const struct effect_group *d, const double *p, double seen)
{
	double none = 0;
	if (seen > 0)
		return 1;
	for (int i = 0; i < groups; i++)
		none += (d[i].size - d[i].sampled) * log1p(-p[i]);
	return -expm1(none);
}

/*
 * A topic at all nodes of the rule. The effect of a group depends on its own node and those of the
 * groups behind it: it has as many as nodes have these groups together, and at node i the number of
 * the first group's effect is i, of the next one's i / count, and so on.
 */
struct at_nodes {
	double z[LEARNT_GROUPS][EFFECT_PRODUCT]; /* effects less the mode */
	double x[LEARNT_GROUPS][EFFECT_PRODUCT], p[LEARNT_GROUPS][EFFECT_PRODUCT];
	double likelihood[LEARNT_GROUPS][EFFECT_PRODUCT];
};

/* Before the nodes are added up: steps that do not wait for each other overlap. */
INLINED void set_nodes(const struct effects *m, int groups, const struct effect_group *d,
		       const double *mode, double l[MATRIX_MOST][MATRIX_MOST], struct at_nodes *at)
{
	int count = m->inner.count, effects = 1;
	for (int i = groups - 1; i >= 0; i--) {
		double middle = centre(m, d, i);
		effects *= count;
		for (int v = 0; v < effects; v++) {
			double z = m->inner.x[v % count];
			for (int k = i + 1, of = v / count; k < groups; k++, of /= count)
				z -= l[k][i] * at->z[k][of];
			at->z[i][v] = z / l[i][i];
			at->x[i][v] = at->z[i][v] + mode[i];
			at->likelihood[i][v] =
				log_likelihood(&d[i], middle + at->x[i][v], &at->p[i][v]);
		}
	}
}

/* What the nodes of a topic add up to. */
struct topic_sums {
	double weight, alive, q[3]; /* moments about 0, weighted with being alive */
	double score[LEARNT_GROUPS], cross[LEARNT_GROUPS][LEARNT_GROUPS];
};

INLINED void add_value(const struct effects *m, int groups, const struct effect_group *d,
		       const double *p, double w, double seen, struct topic_sums *s)
{
	double mean, variance, a = w * alive(groups, d, p, seen);
	effect_groups_value(m->data, d, p, &mean, &variance);
	s->alive += a;
	s->q[0] += a * mean;
	s->q[1] += a * (mean * mean + variance);
	s->q[2] += a * mean * (mean * mean + 3 * variance);
}

INLINED void add_score(int groups, const struct effect_group *d, const double *p, const double *x,
		       double w, struct topic_sums *s)
{
	for (int i = 0; i < groups; i++) {
		s->score[i] += w * (d[i].relevant - d[i].sampled * p[i]);
		for (int k = 0; k < groups; k++)
			s->cross[i][k] += w * x[i] * x[k];
	}
}

static void take_value(const struct topic_sums *s, struct sums *sum)
{
	double a = s->alive / s->weight, q[3] = { 0 };
	for (int i = 0; i < 3 && s->alive > 0; i++)
		q[i] = s->q[i] / s->alive;
	double mean = q[0];
	sum->alive += a;
	sum->value += a * mean;
	sum->variance += a * (q[1] - mean * mean);
	sum->third += a * (q[2] - 3 * mean * q[1] + 2 * mean * mean * mean);
	sum->maybe += a * (1 - a);
	sum->maybe_q += a * (1 - a) * mean;
	sum->maybe_qq += a * (1 - a) * mean * mean;
}

static void take_score(const struct effects *m, const struct effect_group *d,
		       const struct topic_sums *s, struct sums *sum)
{
	for (int i = 0; i < m->data->groups; i++) {
		sum->score[i] += s->score[i] / s->weight;
		if (m->data->slopes)
			sum->slope[i] -= d[i].spread * s->score[i] / s->weight;
		for (int k = 0; k < m->data->groups; k++)
			sum->cross[i][k] += s->cross[i][k] / s->weight;
	}
}

/* Their weights, against the density at the mode. */
INLINED void set_weights(const struct effects *m, int groups, const struct at_nodes *at, double top,
			 int total, double *weight)
{
	int count = m->inner.count;
	for (int node = 0; node < total; node++) {
		double x[LEARNT_GROUPS] = { 0 }, likelihood[LEARNT_GROUPS] = { 0 }, w = 1, zz = 0;
		for (int i = 0, v = node; i < groups; i++, v /= count) {
			double z = m->inner.x[v % count];
			w *= m->inner.w[v % count];
			zz += z * z;
			x[i] = at->x[i][v];
			likelihood[i] = at->likelihood[i][v];
		}
		weight[node] = w * exp(log_density(m, groups, x, likelihood) - top + 0.5 * zz);
	}
}

INLINED double topic_of(const struct effects *m, int groups, size_t t, bool want_value,
			struct sums *sum)
{
	const struct effect_group *d = m->data->group[t];
	double *mode = m->data->mode[t];
	int total = 1;
	double l[MATRIX_MOST][MATRIX_MOST], seen = 0, log_scale = 0, weight[EFFECT_PRODUCT];
	double x[LEARNT_GROUPS] = { 0 }, p[LEARNT_GROUPS] = { 0 };
	double likelihood[LEARNT_GROUPS] = { 0 };
	struct at_nodes at;
	struct topic_sums s = { 0 };
	if (find_mode(m, groups, d, mode, l) < 0)
		return -INFINITY;
	for (int i = 0; i < groups; i++) {
		likelihood[i] = log_likelihood(&d[i], centre(m, d, i) + mode[i], &p[i]);
		total *= m->inner.count;
		seen += d[i].relevant;
		log_scale -= log(l[i][i]);
	}
	double top = log_density(m, groups, mode, likelihood);
	set_nodes(m, groups, d, mode, l, &at);
	set_weights(m, groups, &at, top, total, weight);
	for (int node = 0; node < total; node++) {
		for (int i = 0, v = node; i < groups; i++, v /= m->inner.count) {
			x[i] = at.x[i][v];
			p[i] = at.p[i][v];
		}
		s.weight += weight[node];
		if (want_value)
			add_value(m, groups, d, p, weight[node], seen, &s);
		else
			add_score(groups, d, p, x, weight[node], &s);
	}
	if (want_value)
		take_value(&s, sum);
	else
		take_score(m, d, &s, sum);
	return top + log(s.weight) + log_scale - 0.5 * m->log_determinant;
}

/* Log marginal likelihood of a topic; adds the quantity or the score to the sums. */
static double topic(const struct effects *m, size_t t, bool want_value, struct sums *sum)
{
	int groups = m->data->groups;
	return groups == 2 ? topic_of(m, 2, t, want_value, sum)
			   : topic_of(m, groups, t, want_value, sum);
}

/*
 * All topics.
 */

/* Derivatives by the parameters of the covariance S: half the trace of (P E[xx'] P - T P) dS. */
static void add_covariance_gradient(const struct effects *m, const double *parameter,
				    const struct sums *sum, double *gradient)
{
	const double step = 1e-5;
	int groups = m->data->groups;
	double a[LEARNT_GROUPS][LEARNT_GROUPS] = { { 0 } }, b[LEARNT_GROUPS][LEARNT_GROUPS];
	for (int i = 0; i < groups; i++)
		for (int j = 0; j < groups; j++)
			for (int k = 0; k < groups; k++)
				a[i][j] += m->precision[i][k] * sum->cross[k][j];
	for (int i = 0; i < groups; i++)
		for (int j = 0; j < groups; j++) {
			b[i][j] = -(double)m->data->topics * m->precision[i][j];
			for (int k = 0; k < groups; k++)
				b[i][j] += a[i][k] * m->precision[k][j];
		}
	for (int k = groups; k < groups + effects_spreads(m->data); k++) {
		double near[EFFECT_PARAMETERS];
		double up[MATRIX_MOST][MATRIX_MOST], down[MATRIX_MOST][MATRIX_MOST];
		memcpy(near, parameter, sizeof near);
		near[k] = parameter[k] + step;
		covariance(m, near, up);
		near[k] = parameter[k] - step;
		covariance(m, near, down);
		for (int i = 0; i < groups; i++)
			for (int j = 0; j < groups; j++)
				gradient[k] += 0.5 * b[i][j] * (up[i][j] - down[i][j]) / (2 * step);
	}
}

double effects_density(struct effects *m, const double *parameter, double *gradient)
{
	struct sums sum = { 0 };
	double f = log_prior(m, parameter, gradient);
	if (set_parameters(m, parameter) < 0)
		return -INFINITY;
	for (size_t t = 0; t < m->data->topics; t++)
		f += topic(m, t, false, &sum);
	for (int i = 0; i < m->data->groups; i++)
		gradient[i] += sum.score[i];
	add_covariance_gradient(m, parameter, &sum, gradient);
	for (int i = 0; i < 2 && m->data->slopes; i++)
		gradient[SLOPE + i] += sum.slope[i];
	return f;
}

double effects_value(struct effects *m, const double *parameter, struct moments *out)
{
	struct sums s = { 0 };
	double unused[EFFECT_PARAMETERS], f = log_prior(m, parameter, unused);
	if (set_parameters(m, parameter) < 0)
		return -INFINITY;
	for (size_t t = 0; t < m->data->topics; t++)
		f += topic(m, t, true, &s);
	if (!(s.alive > 0))
		return -INFINITY;
	double mean = s.value / s.alive;
	double extra = s.maybe_qq - 2 * mean * s.maybe_q + mean * mean * s.maybe;
	*out = (struct moments){ .mean = mean,
				 .variance = (s.variance + extra) / (s.alive * s.alive),
				 .third = s.third / (s.alive * s.alive * s.alive) };
	return f;
}

void effects_start(const struct effects *m, double *parameter)
{
	int groups = m->data->groups;
	memset(parameter, 0, EFFECT_PARAMETERS * sizeof *parameter);
	for (int g = 0; g < groups; g++) {
		double r = 0.5, n = 1;
		for (size_t t = 0; t < m->data->topics; t++) {
			r += m->data->group[t][g].relevant;
			n += m->data->group[t][g].sampled;
		}
		parameter[g] = log(r / (n - r));
	}
	parameter[groups] = parameter[groups + 1] = log(0.5);
	for (int i = 0; i < 2 && m->data->slopes; i++)
		parameter[SLOPE + i] = SLOPE_MEAN[i];
}
