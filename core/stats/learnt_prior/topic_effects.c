/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/learnt_prior/topic_effects.h"
#include "core/stats/numeric/gauss_quadrature.h"
#include "core/stats/numeric/logit.h"

/*
 * The place of other parameters: of the recall of two runs, the contrasts of the slopes on the
 * topic's size, and of the bends; of one run, its bend, and the slopes on how much is retrieved.
 */
enum { SLOPE = 5, BEND = 7, BEND_OF_ONE = 5 };

static int slope_of_one(const struct effects *m)
{
	return BEND_OF_ONE + m->data->factor;
}

static const double BEND_SCALE = 0.7, ONE_SCALE = 0.25;

static const double SPREAD_SCALE = 2; /* of su and sv, of one run */
static const double SLOPE_MEAN[2] = { 0.5, 0 }, SLOPE_SCALE = 0.5;

/* Sums over topics, given the parameters. */
struct sums {
	double alive, value, variance, third; /* weight, and what is weighted with it */
	double maybe, maybe_q, maybe_qq;      /* a(1-a), times the topic's value, and its square */
	/* posterior means of the score, and times what its logit has of a parameter */
	double score[LEARNT_GROUPS], slope[LEARNT_GROUPS];
	double by_size[LEARNT_GROUPS], by_bend[LEARNT_GROUPS], by_noise;
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
	for (int i = SLOPE; m->data->factor && i < (m->data->pair ? BEND + 2 : slope_of_one(m));
	     i++) {
		f -= 0.5 * parameter[i] * parameter[i];
		gradient[i] = -parameter[i];
	}
	for (int i = 0; i < 2 && m->data->slopes; i++) {
		double u = (parameter[slope_of_one(m) + i] - SLOPE_MEAN[i]) / SLOPE_SCALE;
		f -= 0.5 * u * u;
		gradient[slope_of_one(m) + i] = -u / SLOPE_SCALE;
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

/*
 * The covariance of u + v/2 and u - v/2 is that of a z + d e, d^2 being its smaller eigenvalue.
 * The sign of the smaller a is that of the covariance, so that all change smoothly, but for that of
 * z.
 */
struct spreads {
	double u, v, rho, apart, between, root, a[2];
	int smaller; /* of a */
};

static struct spreads spreads(const double *parameter)
{
	struct spreads s = { .u = exp(parameter[2]),
			     .v = exp(parameter[3]),
			     .rho = tanh(parameter[EFFECT_RHO]) };
	s.apart = s.rho * s.u * s.v;
	s.between = s.u * s.u - s.v * s.v / 4;
	s.root = hypot(s.apart, s.between);
	s.smaller = s.apart > 0;
	double larger = sqrt(s.root + fabs(s.apart));
	s.a[!s.smaller] = larger;
	s.a[s.smaller] = larger > 0 ? s.between / larger : 0;
	return s;
}

static double noise_of(const struct spreads *s)
{
	return s->u * s->v *
	       sqrt((1 - s->rho * s->rho) / (s->u * s->u + s->v * s->v / 4 + s->root));
}

static void set_of_one(struct effects *m, const double *parameter)
{
	const struct spreads s = spreads(parameter);
	double bend = m->data->factor ? ONE_SCALE / sqrt(2) * s.u * parameter[BEND_OF_ONE] : 0;
	for (int i = 0; i < 2; i++) {
		m->size[i] = s.a[i];
		m->slope[i] = m->data->slopes ? parameter[slope_of_one(m) + i] : 0;
		m->bend[i] = i == LEARNT_RETRIEVED ? bend : -bend;
	}
	m->noise = noise_of(&s);
}

static void set_parameters(struct effects *m, const double *parameter)
{
	for (int i = 0; i < m->data->groups; i++)
		m->mu[i] = parameter[i];
	(m->data->pair ? set_of_pair : set_of_one)(m, parameter);
}

/*
 * One topic: given z its groups are independent, so that a rule over z has one for each group
 * within.
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
	double mean, v, a = w * (1 - none);
	if (!(a > 0)) /* without a relevant document there is no value */
		return;
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

/* A group at one z, integrated over e. */
struct group_at {
	double top, weight;	     /* the integral is exp(top) weight */
	double score, by_noise;	     /* posterior means of the score, and times e */
	double rest, variance, none; /* of the relevant documents not seen */
};

/* Newton's method, from `e`, until it is near its mode; one over its deviation squared. */
static double noise_mode(const struct effects *m, const struct effect_group *d, double at,
			 double *e)
{
	double precision = 1, step = 1;
	for (int round = 0; round < 30 && fabs(step) > 0.2; round++) {
		double p = inverse_logit(at + m->noise * *e);
		precision = 1 + m->noise * m->noise * d->sampled * p * (1 - p);
		step = (m->noise * (d->relevant - d->sampled * p) - *e) / precision;
		*e += fmax(-1.5, fmin(1.5, step));
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

/* Log marginal likelihood of a topic; adds the quantity or the score to the sums. */
static double topic(const struct effects *m, size_t t, bool want_value, struct sums *sum)
{
	const struct effect_group *d = m->data->group[t];
	double *mode = m->data->mode[t], by_z[LEARNT_GROUPS];
	double scale = 1 / sqrt(size_mode(m, d, mode, by_z)), top = 0;
	struct topic_sums s = { 0 };
	int groups = m->data->groups;
	for (int j = 0; j < m->along.count; j++) { /* the middle comes first */
		int k = (j + m->along.count / 2) % m->along.count;
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
		top = j == 0 ? f : top;
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
		sum->slope[i] -= d[i].spread * s.of.score[i] / s.weight;
	}
	sum->by_noise += s.of.by_noise / s.weight;
	return top + log(s.weight * scale);
}

/*
 * All topics.
 */

/* What the score gives by the logarithm of u (2) or v (3), or by the parameter of rho: the
 * derivatives of a and of the noise. */
static double by_spread(const struct spreads *s, int k, const struct sums *sum)
{
	double uu = k == 2 ? 2 * s->u * s->u : 0, vv = k == 3 ? s->v * s->v / 2 : 0;
	double apart = k == EFFECT_RHO ? (1 - s->rho * s->rho) * s->u * s->v : s->apart;
	double root = (s->apart * apart + s->between * (uu - vv)) / s->root;
	double larger = s->a[!s->smaller], smaller = s->a[s->smaller];
	double square = s->u * s->u + s->v * s->v / 4 + s->root;
	double by_larger = (root + (s->smaller ? apart : -apart)) / (2 * larger);
	double by_smaller = (uu - vv - smaller * by_larger) / larger;
	double by_noise = (k == EFFECT_RHO ? -s->rho : 1) - (uu + vv + root) / (2 * square);
	return by_larger * sum->by_size[!s->smaller] + by_smaller * sum->by_size[s->smaller] +
	       noise_of(s) * by_noise * sum->by_noise;
}

static void add_gradient_of_one(const struct effects *m, const double *parameter,
				const struct sums *sum, double *gradient)
{
	const struct spreads s = spreads(parameter);
	double turned = sum->by_bend[LEARNT_RETRIEVED] - sum->by_bend[!LEARNT_RETRIEVED];
	for (int k = 2; k <= EFFECT_RHO && s.root > 0; k++)
		gradient[k] += by_spread(&s, k, sum);
	if (m->data->factor) {
		gradient[2] += m->bend[LEARNT_RETRIEVED] * turned;
		gradient[BEND_OF_ONE] += ONE_SCALE / sqrt(2) * s.u * turned;
	}
	for (int i = 0; i < 2 && m->data->slopes; i++)
		gradient[slope_of_one(m) + i] += sum->slope[i];
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
	double f = log_prior(m, parameter, gradient);
	set_parameters(m, parameter);
	for (size_t t = 0; t < m->data->topics; t++)
		f += topic(m, t, false, &sum);
	for (int i = 0; i < m->data->groups; i++)
		gradient[i] += sum.score[i];
	(m->data->pair ? add_gradient_of_pair : add_gradient_of_one)(m, parameter, &sum, gradient);
	return f;
}

double effects_value(struct effects *m, const double *parameter, struct moments *out)
{
	struct sums s = { 0 };
	double unused[EFFECT_PARAMETERS], f = log_prior(m, parameter, unused);
	set_parameters(m, parameter);
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
		parameter[slope_of_one(m) + i] = SLOPE_MEAN[i];
}
