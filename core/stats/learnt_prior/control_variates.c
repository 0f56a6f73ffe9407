/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdbool.h>

#include "core/base/near.h"
#include "core/stats/learnt_prior/control_variates.h"

/* Documents for one variate, for the first ones of several judges, and for any; from which on a
 * coefficient is taken as it is; and disagreements that are added. A useless judge at 30 costs 2 %
 * of the width. */
static const double FOR_ONE = 100, FOR_JUDGE = 15, FOR_ANY = 6, AS_IT_IS = 30, UNSEEN_ERRORS = 1.85;

enum { ALL = 1 + VARIATES_MOST };
typedef double matrix[ALL][ALL];

static bool matters(const struct variate_part *p)
{
	return p->sampled > 0 && p->sampled < p->size && p->slope[0] != 0;
}

/* What a document within the part adds to the variance, times its own. */
static double weight_of(const struct variate_part *p)
{
	double n = p->sampled;
	return p->size * p->size * (1 - n / p->size) / n * p->slope[0] * p->slope[0];
}

/* How many documents of one weight would tell as much: (sum of w)^2 / sum of w^2/n. */
static double sampled_of(const struct variate_part *part, size_t parts)
{
	double sum = 0, squares = 0;
	for (size_t h = 0; h < parts; h++) {
		double w = matters(&part[h]) ? weight_of(&part[h]) : 0;
		sum += w;
		squares += w > 0 ? w * w / part[h].sampled : 0;
	}
	return squares > 0 ? sum * sum / squares : 0;
}

size_t control_variates_most(const struct variate_part *part, size_t parts, size_t judges)
{
	double n = sampled_of(part, parts);
	double first = n < FOR_ANY ? 0 : fmin(fmax(floor(n / FOR_JUDGE), 1), (double)judges);
	return (size_t)fmin(fmax(floor(n / FOR_ONE), first), VARIATES_MOST);
}

/* Of the sample of a part: the sum of products of deviations. */
static double deviations(const struct variate_part *p, size_t i, size_t j)
{
	return p->both[i][j] - p->both[i][i] * p->both[j][j] / p->sampled;
}

/* Covariances within parts, of all parts of a group. */
static void pool(const struct variate_part *part, size_t parts, size_t count, matrix *group)
{
	double freedom[VARIATE_GROUPS] = { 0 };
	for (size_t h = 0; h < parts; h++) {
		const struct variate_part *p = &part[h];
		if (!matters(p) || p->sampled < 2)
			continue;
		freedom[p->group] += p->sampled - 1;
		for (size_t i = 0; i < count; i++)
			for (size_t j = 0; j < count; j++)
				group[p->group][i][j] += deviations(p, i, j);
	}
	for (int g = 0; g < VARIATE_GROUPS; g++)
		for (size_t i = 0; i < count; i++)
			for (size_t j = 0; j < count; j++)
				group[g][i][j] /= freedom[g] > 0 ? freedom[g] : 1;
}

struct moments_of_parts {
	matrix m;
	double floor;
};

static void add_part(struct moments_of_parts *x, const struct variate_part *p, size_t count,
		     matrix *group, double sampled)
{
	double n = p->sampled, times = p->size * p->size * (1 - n / p->size) / n;
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < count; j++) {
			double s = n < 2 ? group[p->group][i][j] : deviations(p, i, j) / (n - 1);
			x->m[i][j] += times * p->slope[i] * p->slope[j] * s;
		}
	x->floor += weight_of(p) * UNSEEN_ERRORS / sampled;
}

/*
 * Gauss and Jordan's elimination of the variates, one after the other: what is left of m[0][0] is
 * the variance, and of m[k][0] the coefficients. One that is a combination of those before it is
 * left out.
 */
static void eliminate(matrix m, size_t count, struct control_variates *out)
{
	bool used[ALL] = { false };
	double scale[ALL];
	for (size_t k = 1; k < count; k++)
		scale[k] = m[k][k];
	for (size_t k = 1; k < count; k++) {
		double pivot = m[k][k];
		if (!(pivot > NEAR_DIGITS * scale[k]))
			continue;
		used[k] = true;
		out->used++;
		for (size_t j = 0; j < count; j++)
			m[k][j] /= pivot;
		for (size_t i = 0; i < count; i++) {
			double times = m[i][k];
			for (size_t j = 0; j < count && i != k; j++)
				m[i][j] -= times * m[k][j];
		}
	}
	for (size_t k = 1; k < count; k++)
		out->b[k - 1] = used[k] ? m[k][0] : 0;
}

/*
 * By how much coefficients of few documents are drawn to 0: as Stein's estimate draws them, by the
 * part of the variance that they explain, less the fewer documents there are. Those that explain
 * all stay.
 */
static double part_kept(double explained, double alike, double variates)
{
	double few = fmin(fmax((AS_IT_IS - alike) / (AS_IT_IS - FOR_ANY), 0), 1);
	double stein = explained > 0 ? 1 - variates * (1 - explained) / explained /
						       fmax(alike - variates - 1, 1)
				     : 0;
	return 1 - few * (1 - fmax(stein, 0));
}

void control_variates_fit(const struct variate_part *part, size_t parts, size_t variates,
			  struct control_variates *out)
{
	struct moments_of_parts x = { 0 };
	matrix group[VARIATE_GROUPS] = { 0 };
	double sampled = 0, others = 0, alike = sampled_of(part, parts);
	*out = (struct control_variates){ .left = 1, .factor = 1 };
	pool(part, parts, 1 + variates, group);
	for (size_t h = 0; h < parts; h++) {
		sampled += matters(&part[h]) ? part[h].sampled : 0;
		others += part[h].sampled;
	}
	sampled = sqrt(sampled * others); /* errors elsewhere tell something, too */
	for (size_t h = 0; h < parts; h++)
		if (matters(&part[h]))
			add_part(&x, &part[h], 1 + variates, group, sampled);
	double all = x.m[0][0];
	if (!(all > 0))
		return;
	eliminate(x.m, 1 + variates, out);
	double left = fmax(x.m[0][0], 0) / all, K = (double)out->used;
	double kept = part_kept(1 - left, alike, K);
	for (size_t k = 0; k < variates; k++)
		out->b[k] *= kept;
	left = 1 - (2 * kept - kept * kept) * (1 - left);
	left *= alike > K ? 1 + (alike / (alike - K) - 1) * kept : 1;
	out->left = fmin(left, 1);
	out->factor = sqrt(fmin(left + fmax(1 - left, 0) * fmin(x.floor / all, 1), 1));
}
