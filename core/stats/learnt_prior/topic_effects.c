/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/learnt_prior/topic_effects.h"
#include "core/stats/numeric/gauss_quadrature.h"
#include "core/stats/numeric/logit.h"

/*
 * The place of other parameters: of one run, the slopes on how much is retrieved; of the recall of
 * two runs, the contrasts of the slopes on the topic's size, and of the bends.
 */
enum { SLOPE = 5, BEND = 7 };

static const double BEND_SCALE = 0.7;

static const double SPREAD_SCALE = 2; /* of su and sv, of one run */
static const double SLOPE_MEAN[2] = { 0.5, 0 }, SLOPE_SCALE = 0.5;

/* Sums over topics, given the parameters. */
struct sums {
	double alive, value, variance, third; /* weight, and what is weighted with it */
	double maybe, maybe_q, maybe_qq;      /* a(1-a), times the topic's value, and its square */
	/* posterior means of the score, and times what its logit has of a parameter */
	double score[LEARNT_GROUPS], slope[2];
	double by_size[LEARNT_GROUPS], by_bend[LEARNT_GROUPS], by_noise;
	double cross[ONE_RUN][ONE_RUN]; /* E[x x'] */
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

/* By contrasts that exchanging the runs keeps: of both against each, and of one to the other. */
static void add_contrasts(const double *k, double *to)
{
	double both = k[0] / sqrt(6), each = k[1] / sqrt(2);
	to[LEARNT_BOTH] += 2 * both;
	to[LEARNT_FIRST] += each - both;
	to[LEARNT_SECOND] -= each + both;
}

/* The derivatives by the contrasts, of those by what they add up to. */
static void add_of_contrasts(const double *by, double times, double *to)
{
	to[0] += times * (2 * by[LEARNT_BOTH] - by[LEARNT_FIRST] - by[LEARNT_SECOND]) / sqrt(6);
	to[1] += times * (by[LEARNT_FIRST] - by[LEARNT_SECOND]) / sqrt(2);
}

/* Of one run. */
static void covariance(const double *parameter, double s[MATRIX_MOST][MATRIX_MOST])
{
	double u = exp(parameter[ONE_RUN]), v = exp(parameter[ONE_RUN + 1]);
	double between = tanh(parameter[EFFECT_RHO]) * u * v, own = u * u + 0.25 * v * v;
	s[0][0] = own + between;
	s[1][1] = own - between;
	s[0][1] = s[1][0] = u * u - 0.25 * v * v;
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
	for (int i = SLOPE; i < BEND + 2 && m->data->factor; i++) {
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

static void set_of_pair(struct effects *m, const double *parameter)
{
	int groups = m->data->groups;
	double u = exp(parameter[groups]), b[LEARNT_GROUPS] = { 1, 1, 1, 1 };
	double c[LEARNT_GROUPS] = { 0 };
	if (m->data->factor) {
		add_contrasts(parameter + SLOPE, b);
		add_contrasts(parameter + BEND, c);
	}
	for (int i = 0; i < groups; i++) {
		m->size[i] = u * b[i];
		m->bend[i] = BEND_SCALE * u * c[i];
	}
	m->noise = exp(parameter[groups + 1]) / sqrt(2);
}

static int set_of_one(struct effects *m, const double *parameter)
{
	double s[MATRIX_MOST][MATRIX_MOST], l[MATRIX_MOST][MATRIX_MOST];
	covariance(parameter, s);
	m->log_determinant = 0;
	for (int i = 0; i < 2; i++)
		m->slope[i] = m->data->slopes ? parameter[SLOPE + i] : 0;
	if (matrix_factor(ONE_RUN, s, l) < 0)
		return -1;
	for (int c = 0; c < ONE_RUN; c++) {
		double unit[ONE_RUN] = { 0 }, x[ONE_RUN];
		unit[c] = 1;
		matrix_solve(ONE_RUN, l, unit, x);
		for (int i = 0; i < ONE_RUN; i++)
			m->precision[i][c] = x[i];
		m->log_determinant += 2 * log(l[c][c]);
	}
	return 0;
}

static int set_parameters(struct effects *m, const double *parameter)
{
	for (int i = 0; i < m->data->groups; i++)
		m->mu[i] = parameter[i];
	if (!m->data->pair)
		return set_of_one(m, parameter);
	set_of_pair(m, parameter);
	return 0;
}

/*
 * One topic.
 */

static double centre(const struct effects *m, const struct effect_group *d, int i)
{
	double at = m->mu[i] - d[i].offset;
	return m->data->slopes ? at - m->slope[i] * d[i].spread : at;
}

static double bend_at(double z)
{
	return (z * z - 1) / sqrt(2);
}

/* Of two runs, without e. */
static double size_at(const struct effects *m, const struct effect_group *d, int i, double z)
{
	return centre(m, d, i) + m->size[i] * z + m->bend[i] * bend_at(z);
}

/* Log likelihood of a group, and its prevalence. */
static double log_likelihood(const struct effect_group *d, double at, double *prevalence)
{
	double eta = fmin(at, 30), odds = exp(eta);
	*prevalence = odds / (1 + odds);
	return d->relevant * eta - d->sampled * log(1 + odds);
}

/* Log density of data and effects x, without constants. */
static double log_density(const struct effects *m, const double *x, const double *likelihood)
{
	double h = 0;
	for (int i = 0; i < ONE_RUN; i++) {
		double s = 0;
		h += likelihood[i];
		for (int k = 0; k < ONE_RUN; k++)
			s += m->precision[i][k] * x[k];
		h -= 0.5 * x[i] * s;
	}
	return h;
}

/*
 * Newton's method, as the log density is concave. l receives Cholesky's factor of minus its second
 * derivatives.
 */
static int find_mode(const struct effects *m, const struct effect_group *d, double *x,
		     double l[MATRIX_MOST][MATRIX_MOST])
{
	for (int round = 0; round < 60; round++) {
		double h[MATRIX_MOST][MATRIX_MOST], step[ONE_RUN];
		double gradient[ONE_RUN] = { 0 }, largest = 0;
		for (int i = 0; i < ONE_RUN; i++) {
			double p = inverse_logit(centre(m, d, i) + x[i]);
			gradient[i] = d[i].relevant - d[i].sampled * p;
			for (int k = 0; k < ONE_RUN; k++) {
				gradient[i] -= m->precision[i][k] * x[k];
				h[i][k] = m->precision[i][k];
			}
			h[i][i] += d[i].sampled * p * (1 - p);
		}
		if (matrix_factor(ONE_RUN, h, l) < 0)
			return -1;
		matrix_solve(ONE_RUN, l, gradient, step);
		for (int i = 0; i < ONE_RUN; i++)
			largest = fmax(largest, fabs(step[i]));
		for (int i = 0; i < ONE_RUN; i++)
			x[i] += largest > 1.5 ? step[i] * 1.5 / largest : step[i];
		if (largest < 1e-3)
			return 0;
	}
	return -1;
}

/* What the nodes of a topic add up to. */
struct topic_sums {
	double weight, alive, q[3]; /* moments about 0, weighted with being alive */
	struct sums of;
};

/* `rest` and `variance`: of the relevant documents not seen; `none`: P(there are none). */
static void add_value(const struct effects *m, size_t t, const double *rest, const double *variance,
		      double none, double w, struct topic_sums *s)
{
	const struct effect_group *d = m->data->group[t];
	double mean, v, a = w;
	for (int i = 0; i < m->data->groups; i++)
		none *= d[i].relevant > 0 ? 0 : 1;
	a *= 1 - none;
	effect_groups_value(m->data, d, rest, variance, &mean, &v);
	s->alive += a;
	s->q[0] += a * mean;
	s->q[1] += a * (mean * mean + v);
	s->q[2] += a * mean * (mean * mean + 3 * v);
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

static void add_one_run(const struct effects *m, size_t t, const double *x, const double *p,
			double w, bool want_value, struct topic_sums *s)
{
	const struct effect_group *d = m->data->group[t];
	double rest[ONE_RUN], variance[ONE_RUN], none = 0;
	s->weight += w;
	for (int i = 0; i < ONE_RUN; i++) {
		rest[i] = (d[i].size - d[i].sampled) * p[i];
		variance[i] = rest[i] * (1 - p[i]);
		none += (d[i].size - d[i].sampled) * log1p(-p[i]);
		s->of.score[i] += w * (d[i].relevant - d[i].sampled * p[i]);
		for (int k = 0; k < ONE_RUN; k++)
			s->of.cross[i][k] += w * x[i] * x[k];
	}
	if (want_value)
		add_value(m, t, rest, variance, exp(none), w, s);
}

/* Log marginal likelihood of a topic; adds the quantity or the score to the sums. */
static double topic_of_one(const struct effects *m, size_t t, bool want_value, struct sums *sum)
{
	const struct effect_group *d = m->data->group[t];
	const struct effect_nodes *n = &m->inner;
	double *mode = m->data->mode[t], l[MATRIX_MOST][MATRIX_MOST];
	double x[ONE_RUN], p[ONE_RUN], likelihood[ONE_RUN];
	struct topic_sums s = { 0 };
	if (find_mode(m, d, mode, l) < 0)
		return -INFINITY;
	for (int i = 0; i < ONE_RUN; i++)
		likelihood[i] = log_likelihood(&d[i], centre(m, d, i) + mode[i], &p[i]);
	double top = log_density(m, mode, likelihood);
	for (int j = 0; j < n->count; j++) {
		double z = n->x[j] / l[1][1];
		x[1] = z + mode[1];
		likelihood[1] = log_likelihood(&d[1], centre(m, d, 1) + x[1], &p[1]);
		for (int i = 0; i < n->count; i++) {
			double zz = n->x[i] * n->x[i] + n->x[j] * n->x[j];
			x[0] = (n->x[i] - l[1][0] * z) / l[0][0] + mode[0];
			likelihood[0] = log_likelihood(&d[0], centre(m, d, 0) + x[0], &p[0]);
			double w = n->w[i] * n->w[j] *
				   exp(log_density(m, x, likelihood) - top + 0.5 * zz);
			add_one_run(m, t, x, p, w, want_value, &s);
		}
	}
	if (want_value)
		take_value(&s, sum);
	for (int i = 0; i < ONE_RUN; i++) {
		sum->score[i] += s.of.score[i] / s.weight;
		if (m->data->slopes)
			sum->slope[i] -= d[i].spread * s.of.score[i] / s.weight;
		for (int k = 0; k < ONE_RUN; k++)
			sum->cross[i][k] += s.of.cross[i][k] / s.weight;
	}
	return top + log(s.weight) - log(l[0][0] * l[1][1]) - 0.5 * m->log_determinant;
}

/*
 * One topic of two runs: given z its groups are independent, so that a rule over z has one for each
 * group within.
 */

/* A group at one z, integrated over e. */
struct group_at {
	double top, weight;	     /* the integral is exp(top) weight */
	double score, by_noise;	     /* posterior means of the score, and times e */
	double rest, variance, none; /* of the relevant documents not seen */
};

/* The mode of e, from `e`; one over its deviation squared. */
static double noise_mode(const struct effects *m, const struct effect_group *d, double at,
			 double *e)
{
	double precision = 1;
	for (int round = 0; round < 30; round++) {
		double p = inverse_logit(at + m->noise * *e);
		precision = 1 + m->noise * m->noise * d->sampled * p * (1 - p);
		double step = (m->noise * (d->relevant - d->sampled * p) - *e) / precision;
		*e += fmax(-1.5, fmin(1.5, step));
		if (fabs(step) < 0.05)
			break;
	}
	return precision;
}

static struct group_at group_at(const struct effects *m, const struct effect_group *d, double at,
				double e)
{
	const struct effect_nodes *n = &m->inner;
	double scale = 1 / sqrt(noise_mode(m, d, at, &e)), open = d->size - d->sampled;
	double f[EFFECT_NODES] = { 0 }, p[EFFECT_NODES], sum = 0, square = 0;
	struct group_at s = { 0 };
	for (int k = 0; k < n->count; k++) {
		double here = e + n->x[k] * scale;
		f[k] = log_likelihood(d, at + m->noise * here, &p[k]) +
		       0.5 * (n->x[k] * n->x[k] - here * here);
	}
	s.top = f[n->count / 2];
	for (int k = 0; k < n->count; k++) {
		double w = n->w[k] * (k == n->count / 2 ? 1 : exp(f[k] - s.top));
		double score = d->relevant - d->sampled * p[k];
		sum += w;
		s.score += w * score;
		s.by_noise += w * score * (e + n->x[k] * scale);
		s.rest += w * p[k];
		square += w * p[k] * p[k];
		s.none += d->relevant > 0 ? 0 : w * exp(open * log1p(-p[k]));
	}
	s.weight = sum * scale;
	s.score /= sum;
	s.by_noise /= sum;
	s.none /= sum;
	double mean = s.rest / sum;
	s.rest = open * mean;
	s.variance =
		open * (mean - square / sum) + open * open * fmax(square / sum - mean * mean, 0);
	return s;
}

/* The mode of z and of all e by Newton's method, without the second derivative of the bend, which
 * may point upwards; one over the deviation squared of z. by_z: how each e follows z. */
static double size_mode(const struct effects *m, const struct effect_group *d, double *mode,
			double *by_z)
{
	double precision = 1;
	for (int round = 0; round < 30; round++) {
		double z = mode[0], gradient = -z, step[LEARNT_GROUPS];
		precision = 1;
		for (int i = 0; i < m->data->groups; i++) {
			double slope = m->size[i] + sqrt(2) * m->bend[i] * z, e = mode[1 + i];
			double p = inverse_logit(size_at(m, d, i, z) + m->noise * e);
			double score = d[i].relevant - d[i].sampled * p;
			double w = d[i].sampled * p * (1 - p), h = 1 + m->noise * m->noise * w;
			step[i] = (m->noise * score - e) / h;
			by_z[i] = -m->noise * w * slope / h;
			gradient += score * slope + by_z[i] * (m->noise * score - e);
			precision += w * slope * slope / h;
		}
		double up = fmax(-1, fmin(1, gradient / precision)), largest = fabs(up);
		mode[0] += up;
		for (int i = 0; i < m->data->groups; i++) {
			double change = fmax(-1.5, fmin(1.5, step[i] + by_z[i] * up));
			mode[1 + i] += change;
			largest = fmax(largest, fabs(change));
		}
		if (largest < 1e-3)
			break;
	}
	return precision;
}

static double topic_of_pair(const struct effects *m, size_t t, bool want_value, struct sums *sum)
{
	const struct effect_group *d = m->data->group[t];
	double *mode = m->data->mode[t], by_z[LEARNT_GROUPS];
	double scale = 1 / sqrt(size_mode(m, d, mode, by_z)), top = 0;
	struct topic_sums s = { 0 };
	int groups = m->data->groups;
	for (int k = 0; k < m->along.count; k++) {
		double x = m->along.x[k], z = mode[0] + x * scale, none = 1, w = m->along.w[k];
		double f = 0.5 * (x * x - z * z), rest[LEARNT_GROUPS], variance[LEARNT_GROUPS];
		struct group_at at[LEARNT_GROUPS];
		for (int i = 0; i < groups; i++) {
			at[i] = group_at(m, &d[i], size_at(m, d, i, z),
					 mode[1 + i] + by_z[i] * x * scale);
			f += at[i].top;
			w *= at[i].weight;
			rest[i] = at[i].rest;
			variance[i] = at[i].variance;
			none *= at[i].none;
		}
		top = k == 0 ? f : top;
		w *= exp(f - top);
		s.weight += w;
		if (want_value)
			add_value(m, t, rest, variance, none, w, &s);
		for (int i = 0; i < groups; i++) {
			s.of.score[i] += w * at[i].score;
			s.of.by_size[i] += w * at[i].score * z;
			s.of.by_bend[i] += w * at[i].score * bend_at(z);
			s.of.by_noise += w * at[i].by_noise;
		}
	}
	if (want_value)
		take_value(&s, sum);
	for (int i = 0; i < groups; i++) {
		sum->score[i] += s.of.score[i] / s.weight;
		sum->by_size[i] += s.of.by_size[i] / s.weight;
		sum->by_bend[i] += s.of.by_bend[i] / s.weight;
	}
	sum->by_noise += s.of.by_noise / s.weight;
	return top + log(s.weight * scale);
}

/*
 * All topics.
 */

/* Derivatives by the parameters of the covariance S: half the trace of (P E[xx'] P - T P) dS. */
static void add_gradient_of_one(const struct effects *m, const double *parameter,
				const struct sums *sum, double *gradient)
{
	double u = exp(parameter[ONE_RUN]), v = exp(parameter[ONE_RUN + 1]);
	double rho = tanh(parameter[EFFECT_RHO]), uu = u * u, vv = v * v, uv = rho * u * v;
	const double by[3][3] = { { 2 * uu + uv, 2 * uu, 2 * uu - uv }, /* of s00, s01, s11 */
				  { vv / 2 + uv, -vv / 2, vv / 2 - uv },
				  { (1 - rho * rho) * u * v, 0, -(1 - rho * rho) * u * v } };
	double a[ONE_RUN][ONE_RUN] = { { 0 } }, b[ONE_RUN][ONE_RUN];
	for (int i = 0; i < ONE_RUN; i++)
		for (int j = 0; j < ONE_RUN; j++)
			for (int k = 0; k < ONE_RUN; k++)
				a[i][j] += m->precision[i][k] * sum->cross[k][j];
	for (int i = 0; i < ONE_RUN; i++)
		for (int j = 0; j < ONE_RUN; j++) {
			b[i][j] = -(double)m->data->topics * m->precision[i][j];
			for (int k = 0; k < ONE_RUN; k++)
				b[i][j] += a[i][k] * m->precision[k][j];
		}
	for (int k = 0; k < 3; k++)
		gradient[ONE_RUN + k] +=
			0.5 * (b[0][0] * by[k][0] + 2 * b[0][1] * by[k][1] + b[1][1] * by[k][2]);
	for (int i = 0; i < 2 && m->data->slopes; i++)
		gradient[SLOPE + i] += sum->slope[i];
}

static void add_gradient_of_pair(const struct effects *m, const double *parameter,
				 const struct sums *sum, double *gradient)
{
	int groups = m->data->groups;
	double u = exp(parameter[groups]);
	for (int i = 0; i < groups; i++)
		gradient[groups] += m->size[i] * sum->by_size[i] + m->bend[i] * sum->by_bend[i];
	gradient[groups + 1] += m->noise * sum->by_noise;
	if (!m->data->factor)
		return;
	add_of_contrasts(sum->by_size, u, gradient + SLOPE);
	add_of_contrasts(sum->by_bend, u * BEND_SCALE, gradient + BEND);
}

double effects_density(struct effects *m, const double *parameter, double *gradient)
{
	struct sums sum = { 0 };
	bool pair = m->data->pair;
	double f = log_prior(m, parameter, gradient);
	if (set_parameters(m, parameter) < 0)
		return -INFINITY;
	for (size_t t = 0; t < m->data->topics; t++)
		f += (pair ? topic_of_pair : topic_of_one)(m, t, false, &sum);
	for (int i = 0; i < m->data->groups; i++)
		gradient[i] += sum.score[i];
	(pair ? add_gradient_of_pair : add_gradient_of_one)(m, parameter, &sum, gradient);
	return f;
}

double effects_value(struct effects *m, const double *parameter, struct moments *out)
{
	struct sums s = { 0 };
	double unused[EFFECT_PARAMETERS], f = log_prior(m, parameter, unused);
	if (set_parameters(m, parameter) < 0)
		return -INFINITY;
	for (size_t t = 0; t < m->data->topics; t++)
		f += (m->data->pair ? topic_of_pair : topic_of_one)(m, t, true, &s);
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
