/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/near.h"
#include "core/stats/discount.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/regression/ideal_model.h"
#include "core/stats/rmath.h"

/* The grid of u and v. */
enum { U_NODES = 7, V_NODES = 3, NODES = U_NODES * V_NODES, SIDES = 2 };
static const double U_STEP = 0.75, V_STEP = 1.5;

/* Priors: slopes are normal around 1, and around -1/2 to 1/2, with this deviation; a share has as
 * many documents of all kinds, and d as much information. */
static const double SLOPE_SD = 3, SHARE_PRIOR = 0.5, TILT_PRIOR = 0.25;
/* Steps of EM, and how far beyond its own they go, as it is slow. */
enum { STEPS = 20 };
static const double FURTHER = 1.6;

/* Concentrations, and their weights before anything is seen: topics are alike. */
static const double concentration[][2] = { { 10, 1 }, { 30, 1 }, { 100, 2 }, { 1000, 4 } };
enum { CONCENTRATIONS = sizeof concentration / sizeof *concentration };

/* Of all documents: a ranking that shows more chooses nothing. */
static const double MOST_SHOWN = 0.999;

enum { LEVELS = 8 };		      /* of the numbers of documents */
static const double TOO_SMALL = 1e-3; /* weight of a node that does not matter */

struct model {
	const struct ideal_asked *as;
	size_t kinds;
	double part[IDEAL_KINDS], shown; /* of the documents of all topics */
	double node[NODES][SIDES], mass[NODES], log_mass[NODES];
	double a[IDEAL_KINDS][IDEAL_GRADES], slope[SIDES][IDEAL_GRADES], tilt;
	double share[IDEAL_KINDS][2][NODES][IDEAL_GRADES + 1]; /* the last: of grade 0 */
	double log_share[IDEAL_KINDS][2][IDEAL_GRADES + 1][NODES];
	double kappa;
	double (*weight)[NODES]; /* of each topic */
	double *discounts;	 /* of the first ranks, summed */
	size_t ranks;
};

static double limited(double x, double most)
{
	return fmax(fmin(x, most), -most);
}

static void make_grid(struct model *m)
{
	double sum = 0;
	for (size_t k = 0; k < NODES; k++) {
		double u = ((double)(k % U_NODES) - U_NODES / 2) * U_STEP;
		double v = ((double)(k / U_NODES) - V_NODES / 2) * V_STEP;
		m->node[k][0] = u;
		m->node[k][1] = v;
		sum += m->mass[k] = exp(-(u * u + v * v) / 2);
	}
	for (size_t k = 0; k < NODES; k++)
		m->log_mass[k] = log(m->mass[k] /= sum);
}

/* ---- the fit ---- */

/*
 * A ranking shows the part `shown` of the documents. If it takes those of a grade with odds l, of
 * these a share of exp(-time l) is left at a time (the mean of Wallenius' distribution), `time`
 * being that at which so many are taken. Newton's method: from 0, never beyond.
 */
static void find_left(const struct model *m, const double *of_all, double *left)
{
	double time = 0, step = 1, odds = 1;
	for (int i = 0; i < 40 && step > ROOT_ROUGH * time; i++) {
		double sum = 0, rate = 0;
		for (size_t g = 0; g <= m->as->grades; g++) {
			odds = g < m->as->grades ? exp(m->tilt * ((double)g + 1)) : 1;
			left[g] = exp(-time * odds);
			sum += of_all[g] * left[g];
			rate += of_all[g] * left[g] * odds;
		}
		step = (sum - (1 - m->shown)) / rate;
		time += step;
	}
}

static void make_shares_at(struct model *m, size_t k)
{
	size_t grades = m->as->grades;
	double of_all[IDEAL_GRADES + 1] = { 0 }, left[IDEAL_GRADES + 1];
	for (size_t h = 0; h < m->kinds; h++) {
		double sum = 1, *share = m->share[h][0][k];
		for (size_t g = 0; g < grades; g++)
			sum += share[g] = exp(m->a[h][g] + m->slope[0][g] * m->node[k][0] +
					      m->slope[1][g] * m->node[k][1]);
		share[grades] = 1;
		for (size_t g = 0; g <= grades; g++)
			of_all[g] += m->part[h] * (share[g] /= sum);
	}
	find_left(m, of_all, left);
	for (size_t h = 0; h < m->kinds; h++) {
		double *share[2] = { m->share[h][0][k], m->share[h][1][k] }, sum[2] = { 0 };
		for (size_t g = 0; g <= grades; g++) {
			sum[1] += share[1][g] = share[0][g] * (m->shown > 0 ? 1 - left[g] : 1);
			sum[0] += share[0][g] *= left[g];
		}
		for (int shown = 0; shown < 2; shown++)
			for (size_t g = 0; g <= grades; g++) {
				share[shown][g] = fmax(share[shown][g] / sum[shown], SHARE_EDGE);
				m->log_share[h][shown][g][k] = log(share[shown][g]);
			}
	}
}

static void make_shares(struct model *m)
{
	for (size_t k = 0; k < NODES; k++)
		make_shares_at(m, k);
}

/* The logarithm of the product of x + j step, j from 0 to n - 1. */
static double log_rising(double x, double step, double n)
{
	double sum = 0, product = 1;
	for (double j = 0; j < n; j++) {
		product *= x + j * step;
		if (product < SMALL_PRODUCT || product > 1 / SMALL_PRODUCT) {
			sum += log(product);
			product = 1;
		}
	}
	return sum + log(product);
}

/*
 * Weights of the nodes given the judgments of a topic, whose shares vary with concentration 1/step
 * (0: not at all). Returns the logarithm of the likelihood.
 */
static double weigh_nodes(const struct model *m, const struct ideal_topic *t, double step,
			  double *weight)
{
	size_t grades = m->as->grades;
	double most = -INFINITY, sum = 0;
	memcpy(weight, m->log_mass, sizeof m->log_mass);
	for (size_t c = 0; c < t->cells; c++) {
		const struct ideal_cell *x = &t->cell[c];
		double whole = step > 0 ? log_rising(1, step, x->sampled) : 0, none = x->sampled;
		for (size_t g = 0; g < grades; g++)
			none -= x->count[g];
		for (size_t g = 0; g <= grades; g++) {
			double n = g < grades ? x->count[g] : none;
			if (n > 0 && (step == 0 || n == 1))
				for (size_t k = 0; k < NODES; k++)
					weight[k] += n * m->log_share[x->kind][x->shown][g][k];
			else if (n > 0)
				for (size_t k = 0; k < NODES; k++)
					weight[k] += log_rising(m->share[x->kind][x->shown][k][g],
								step, n);
		}
		for (size_t k = 0; k < NODES; k++)
			weight[k] -= whole;
	}
	for (size_t k = 0; k < NODES; k++)
		most = fmax(most, weight[k]);
	for (size_t k = 0; k < NODES; k++)
		sum += weight[k] = exp(weight[k] - most);
	for (size_t k = 0; k < NODES; k++)
		weight[k] /= sum;
	return most + log(sum);
}

/* A derivative of the likelihood, and the information. */
struct slope {
	double score, information;
};

static void add_to(struct slope *s, double score, double information)
{
	s->score += score;
	s->information += information;
}

struct slopes {
	struct slope a[IDEAL_KINDS][IDEAL_GRADES], slope[SIDES][IDEAL_GRADES], tilt;
};

static void add_cell(const struct model *m, const struct ideal_cell *x, const double *weight,
		     struct slopes *s)
{
	for (size_t k = 0; k < NODES && x->sampled > 0; k++) {
		const double *share = m->share[x->kind][x->shown][k];
		double w = weight[k], off = 0, one = 0, two = 0;
		if (w < TOO_SMALL)
			continue;
		for (size_t g = 0; g < m->as->grades; g++) {
			double more = w * (x->count[g] - x->sampled * share[g]);
			double information = w * x->sampled * share[g] * (1 - share[g]);
			double grade = (double)g + 1;
			add_to(&s->a[x->kind][g], more, information);
			for (int side = 0; side < SIDES; side++)
				add_to(&s->slope[side][g], m->node[k][side] * more,
				       m->node[k][side] * m->node[k][side] * information);
			off += grade * more;
			one += grade * share[g];
			two += grade * grade * share[g];
		}
		if (x->shown)
			add_to(&s->tilt, off, w * x->sampled * (two - one * one));
	}
}

static double slope_before(const struct model *m, int side, size_t g)
{
	return side == 0 ? 1 : ((double)g - ((double)m->as->grades - 1) / 2) / 2;
}

static void take_step(struct model *m, const struct slopes *s, const double *before)
{
	for (size_t g = 0; g < m->as->grades; g++) {
		for (size_t h = 0; h < m->kinds; h++) {
			double more = before[g] - m->share[h][0][NODES / 2][g];
			m->a[h][g] += limited((s->a[h][g].score + SHARE_PRIOR * more) /
						      (s->a[h][g].information + SHARE_PRIOR / 5),
					      1);
		}
		for (int side = 0; side < SIDES; side++) {
			double *b = &m->slope[side][g], prior = 1 / (SLOPE_SD * SLOPE_SD);
			*b += FURTHER * limited((s->slope[side][g].score -
						 prior * (*b - slope_before(m, side, g))) /
							(s->slope[side][g].information + prior),
						0.5);
		}
	}
	m->tilt += limited(
		(s->tilt.score - TILT_PRIOR * m->tilt) / (s->tilt.information + TILT_PRIOR), 0.5);
}

static void fit(struct model *m, const struct ideal_topic *topic, size_t topics)
{
	double before[IDEAL_GRADES] = { 0 }, judged = 1;
	for (size_t t = 0; t < topics; t++)
		for (size_t c = 0; c < topic[t].cells; c++) {
			judged += topic[t].cell[c].sampled;
			for (size_t g = 0; g < m->as->grades; g++)
				before[g] += topic[t].cell[c].count[g];
		}
	for (size_t g = 0; g < m->as->grades; g++) {
		before[g] = (before[g] + 0.1) / judged;
		for (int side = 0; side < SIDES; side++)
			m->slope[side][g] = slope_before(m, side, g);
		for (size_t h = 0; h < m->kinds; h++)
			m->a[h][g] = log(before[g]);
	}
	make_shares(m);
	for (int i = 0; i < STEPS; i++) {
		struct slopes s = { 0 };
		for (size_t t = 0; t < topics; t++) {
			weigh_nodes(m, &topic[t], 0, m->weight[t]);
			for (size_t c = 0; c < topic[t].cells; c++)
				add_cell(m, &topic[t].cell[c], m->weight[t], &s);
		}
		take_step(m, &s, before);
		make_shares(m);
	}
}

/* How far topics differ from their nodes, and the weights of these. */
static void concentrate(struct model *m, const struct ideal_topic *topic, size_t topics)
{
	double likelihood[CONCENTRATIONS] = { 0 }, most = -INFINITY, sum = 0, inverse = 0;
	for (size_t i = 0; i < CONCENTRATIONS; i++) {
		for (size_t t = 0; t < topics; t++)
			likelihood[i] +=
				weigh_nodes(m, &topic[t], 1 / concentration[i][0], m->weight[t]);
		most = fmax(most, likelihood[i]);
	}
	for (size_t i = 0; i < CONCENTRATIONS; i++) {
		double w = concentration[i][1] * exp(likelihood[i] - most);
		sum += w;
		inverse += w / concentration[i][0];
	}
	m->kappa = sum / inverse;
	for (size_t t = 0; t < topics; t++)
		weigh_nodes(m, &topic[t], 1 / m->kappa, m->weight[t]);
}

/* ---- what it says of a topic ---- */

/* Documents at or above a grade: judged ones, and mean and variance of the others. */
struct number {
	double judged, mean, variance;
};

/* Returns how many documents are not judged. */
static double count_above(const struct model *m, const struct ideal_topic *t, size_t k,
			  struct number *n)
{
	double unjudged = 0, kappa = m->kappa;
	for (size_t g = 0; g < m->as->grades; g++)
		n[g] = (struct number){ 0, 0, 0 };
	for (size_t c = 0; c < t->cells; c++) {
		const struct ideal_cell *x = &t->cell[c];
		double left = fmax(x->size - x->sampled, 0), above = 0, seen = 0;
		unjudged += left;
		for (size_t g = m->as->grades; g-- > 0;) {
			above += m->share[x->kind][x->shown][k][g];
			seen += x->count[g];
			double share = (kappa * above + seen) / (kappa + x->sampled);
			double more = fmax(left - 1, 0) / (kappa + x->sampled + 1);
			n[g].judged += seen;
			n[g].mean += left * share;
			n[g].variance += left * share * fmax(1 - share, 0) * (1 + more);
		}
	}
	return unjudged;
}

/*
 * At each of equal levels the least number with at least such a probability to be no higher, but
 * `most` at most: of Panjer's distribution, p(j) = p(j - 1) (a + b/j). If p(0) is too small to be
 * told from 0, by a normal distribution.
 */
static void numbers_at(const struct number *x, int levels, size_t most, double *number)
{
	double mean = x->mean, a = x->variance > 0 ? 1 - mean / x->variance : -INFINITY;
	double ab = x->variance > 0 ? mean * mean / x->variance : mean;
	double p = fabs(a) < NEAR_DIGITS ? exp(-mean) : exp(ab / a * log1p(-a)), sum = p;
	if (!(x->variance > 0))
		p = sum = 0; /* the number is known */
	size_t n = 0;
	for (int i = 0; i < levels; i++) {
		double level = (i + 0.5) / levels;
		if (!(p > LEAST_POSITIVE) && sum < level) {
			double z = qnorm(level, mean, sqrt(x->variance), 1, 0);
			n = (size_t)fmin(fmax(round(z), (double)n), (double)most);
		}
		for (; p > LEAST_POSITIVE && sum < level && n < most; n++) {
			p *= fmax(a + (ab - a) / (double)(n + 1), 0);
			sum += p;
		}
		number[i] = x->judged + (double)n;
	}
}

static double discounts(const struct model *m, double count)
{
	return m->discounts[count < (double)m->ranks ? (size_t)count : m->ranks];
}

/* Sums over nodes and levels. */
struct predicted {
	double all, one, two; /* weights, and moments of 1/I */
	double expected[IDEAL_KINDS];
};

/* A document that has a grade of which the level has none adds to the ideal sum itself. */
static void add_level(const struct model *m, size_t k, double (*number)[LEVELS], int level,
		      double weight, struct predicted *p)
{
	double ideal = 0, more = 0, of_grade[IDEAL_GRADES];
	for (size_t g = 0; g < m->as->grades; g++) {
		double rise = m->as->gain[g] - (g > 0 ? m->as->gain[g - 1] : 0);
		double count = number[g][level];
		ideal += rise * discounts(m, count);
		more += count > 0 ? 0 : rise * m->discounts[m->ranks > 0];
		of_grade[g] = more;
	}
	double inverse = ideal > 0 ? 1 / ideal : 0;
	p->all += weight;
	p->one += weight * inverse;
	p->two += weight * inverse * inverse;
	for (size_t g = 0; g < m->as->grades; g++)
		for (size_t h = 0; h < m->kinds; h++)
			p->expected[h] += weight * m->share[h][1][k][g] * m->as->gain[g] /
					  (ideal + of_grade[g]);
}

static void add_node(const struct model *m, const struct ideal_topic *t, size_t k, double weight,
		     struct predicted *p)
{
	struct number n[IDEAL_GRADES];
	double number[IDEAL_GRADES][LEVELS];
	int levels = count_above(m, t, k, n) > 0 ? LEVELS : 1;
	for (size_t g = 0; g < m->as->grades; g++)
		numbers_at(&n[g], levels, m->ranks, number[g]);
	for (int i = 0; i < levels; i++)
		add_level(m, k, number, i, weight / levels, p);
}

/* Not normalised. */
static void add_gains(const struct model *m, size_t k, double weight, struct predicted *p)
{
	p->all += weight;
	p->one += weight;
	p->two += weight;
	for (size_t h = 0; h < m->kinds; h++)
		for (size_t g = 0; g < m->as->grades; g++)
			p->expected[h] += weight * m->share[h][1][k][g] * m->as->gain[g];
}

/* What is expected at each node, and of all. */
static void add_nodes(const struct model *m, const struct ideal_topic *t, const double *weight,
		      struct predicted *all, double (*at)[IDEAL_KINDS])
{
	for (size_t k = 0; k < NODES; k++) {
		struct predicted p = { 0 };
		if (weight[k] < TOO_SMALL)
			continue;
		if (m->as->normalised)
			add_node(m, t, k, weight[k], &p);
		else
			add_gains(m, k, weight[k], &p);
		all->all += p.all;
		all->one += p.one;
		all->two += p.two;
		for (size_t h = 0; h < m->kinds; h++) {
			all->expected[h] += p.expected[h];
			at[k][h] = p.expected[h] / p.all;
		}
	}
}

/* Without a judged document of a grade (0: of grade 0) of the cell nodes weigh as if it had not
 * been seen. */
static double expected_without(const struct model *m, const struct ideal_cell *x, size_t grade,
			       const double *weight, double (*at)[IDEAL_KINDS])
{
	double sum = 0, all = 0;
	size_t g = grade > 0 ? grade - 1 : m->as->grades;
	for (size_t k = 0; k < NODES; k++)
		if (weight[k] >= TOO_SMALL) {
			double w = weight[k] / m->share[x->kind][x->shown][k][g];
			sum += w * at[k][x->kind];
			all += w;
		}
	return sum / all;
}

static void predict(const struct model *m, struct ideal_topic *t, const double *weight)
{
	struct predicted p = { 0 };
	double at[NODES][IDEAL_KINDS];
	add_nodes(m, t, weight, &p, at);
	t->inverse = p.one / p.all;
	t->spread = p.one > 0 ? sqrt(fmax(p.two * p.all / (p.one * p.one) - 1, 0)) : 0;
	for (size_t c = 0; c < t->cells; c++) {
		struct ideal_cell *x = &t->cell[c];
		x->expected = p.expected[x->kind] / p.all;
		for (size_t g = 0; x->shown && x->sampled > 0 && g <= m->as->grades; g++)
			x->without[g] = expected_without(m, x, g, weight, at);
	}
}

static int make_room_for_discounts(struct model *m, const struct ideal_topic *topic, size_t topics,
				   struct err *e)
{
	double largest = 0, all = 0;
	for (size_t t = 0; t < topics; t++) {
		double documents = 0;
		for (size_t c = 0; c < topic[t].cells; c++) {
			documents += topic[t].cell[c].size;
			m->part[topic[t].cell[c].kind] += topic[t].cell[c].size;
			m->shown += topic[t].cell[c].shown ? topic[t].cell[c].size : 0;
			all += topic[t].cell[c].size;
			if (topic[t].cell[c].kind >= m->kinds)
				m->kinds = topic[t].cell[c].kind + 1;
		}
		largest = fmax(largest, documents);
	}
	for (size_t h = 0; h < m->kinds; h++)
		m->part[h] /= all;
	m->shown = m->shown < MOST_SHOWN * all ? m->shown / all : 0;
	m->ranks = (size_t)fmin(floor(m->as->cutoff), largest);
	m->weight = calloc(topics + 1, sizeof *m->weight);
	m->discounts = calloc(m->ranks + 1, sizeof *m->discounts);
	if (m->weight == NULL || m->discounts == NULL)
		return err_memory(e);
	for (size_t n = 1; n <= m->ranks; n++)
		m->discounts[n] = m->discounts[n - 1] + 1 / rank_discount((double)n);
	return 0;
}

int ideal_model(struct ideal_topic *topic, size_t topics, const struct ideal_asked *as,
		struct err *e)
{
	struct model *m = calloc(1, sizeof *m);
	if (m == NULL)
		return err_memory(e);
	m->as = as;
	int result = make_room_for_discounts(m, topic, topics, e);
	if (result == 0) {
		make_grid(m);
		fit(m, topic, topics);
		concentrate(m, topic, topics);
		for (size_t t = 0; t < topics; t++)
			predict(m, &topic[t], m->weight[t]);
	}
	free(m->weight);
	free(m->discounts);
	free(m);
	return result;
}
