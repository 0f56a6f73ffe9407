/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/near.h"
#include "core/stats/distribution/beta_quantile.h"
#include "core/stats/numeric/logit.h"
#include "core/stats/rmath.h"
#include "core/stats/topics/two_judges.h"

/* ---- the figures ---- */

void two_judges_count(struct two_judges *x, double a, double b, int32_t level)
{
	if (a < 0 || b < 0)
		x->gray++;
	else
		x->count[a >= level][b >= level]++;
}

/* Adds the counts so many times. */
static void add_judged(struct two_judges *to, const struct two_judges *x, int64_t times)
{
	for (int a = 0; a < 2; a++)
		for (int b = 0; b < 2; b++)
			to->count[a][b] += times * x->count[a][b];
	to->gray += times * x->gray;
}

static int64_t alike(const struct two_judges *x)
{
	return x->count[0][0] + x->count[1][1];
}

/* Shares of documents: those that A and B call not relevant and relevant, and q. */
struct margins {
	double a[2], b[2], chance;
};

static struct margins margins_of(const struct two_judges *x)
{
	double all = (double)two_judges_documents(x);
	struct margins m;
	for (int i = 0; i < 2; i++) {
		m.a[i] = (double)(x->count[i][0] + x->count[i][1]) / all;
		m.b[i] = (double)(x->count[0][i] + x->count[1][i]) / all;
	}
	m.chance = m.a[0] * m.b[0] + m.a[1] * m.b[1];
	return m;
}

static double beyond_chance(double share, double chance)
{
	return (share - chance) / (1 - chance);
}

double two_judges_figure(const struct two_judges *x, enum judged_figure which)
{
	int64_t all = two_judges_documents(x);
	double share = (double)alike(x) / (double)all;
	if (all == 0 || which == JUDGED_SHARE)
		return share;
	if (x->count[0][0] == all || x->count[1][1] == all)
		return NAN; /* q is 1 */
	return beyond_chance(share, margins_of(x).chance);
}

/* ---- over topics ---- */

void topic_jackknife_add(struct topic_jackknife *j, double without, double size)
{
	double d = without - j->value;
	j->topics++;
	j->size += size;
	j->sizes += size * size;
	j->squares += d * d;
	j->fourths += d * d * d * d;
}

static double freedom_of(const struct topic_jackknife *j)
{
	const double fewest = 0.1; /* below, the ends are those of the range in any case */
	double unequal = j->fourths - j->squares * j->squares / j->topics;
	double equal_sizes = j->size * j->size / j->sizes - 1;
	double freedom = fmin(j->topics - 1, equal_sizes);
	if (unequal > 0)
		freedom = fmin(freedom, 2 * j->squares * j->squares / unequal);
	return fmax(freedom, fewest);
}

struct judged_alike topic_jackknife_ends(const struct topic_jackknife *j, double least, double most,
					 const struct ends *ends)
{
	const double rounding = NEAR_ROUNDING;
	struct judged_alike x = { .value = j->value, .ends = { NAN, NAN } };
	double range = most - least, place = (j->value - least) / range;
	if (isnan(j->value) || isnan(j->squares) || j->topics < 2) {
		x.one_topic = !isnan(j->value) && isnan(j->squares);
		return x;
	}
	if (!(j->squares > rounding * rounding)) {
		x.method = JUDGED_CONSTANT;
		x.ends = (struct interval){ j->value, j->value };
		return x;
	}
	double freedom = freedom_of(j);
	double error =
		sqrt((j->topics - 1) / j->topics * j->squares) / range / (place * (1 - place));
	x.method = "jackknife";
	x.ends = (struct interval){ least, most };
	if (ends->lower_p > 0)
		x.ends.lower =
			least + range * inverse_logit(logit(place) +
						      error * qt(ends->lower_p, freedom, 1, 0));
	if (ends->upper_p < 1)
		x.ends.upper =
			least + range * inverse_logit(logit(place) +
						      error * qt(ends->upper_p, freedom, 1, 0));
	return x;
}

static struct judged_alike over_topics(const struct two_judges *topic, size_t topics,
				       const struct two_judges *sum, enum judged_figure which,
				       const struct ends *ends)
{
	struct topic_jackknife j = { .value = two_judges_figure(sum, which) };
	for (size_t t = 0; t < topics; t++) {
		struct two_judges others = *sum;
		int64_t documents = two_judges_documents(&topic[t]);
		add_judged(&others, &topic[t], -1);
		if (documents > 0)
			topic_jackknife_add(&j, two_judges_figure(&others, which),
					    (double)documents);
	}
	return topic_jackknife_ends(&j, which == JUDGED_KAPPA ? -1 : 0, 1, ends);
}

/* ---- over documents ---- */

static void share_over_documents(const struct two_judges *all, struct judged_alike *x,
				 const struct ends *ends)
{
	int64_t r = alike(all), n = two_judges_documents(all);
	x->method = "clopper-pearson";
	x->ends.lower = ends->lower_p > 0 ? binomial_limit(r, n, ends->lower_p, true) : 0;
	x->ends.upper = ends->upper_p < 1 ? binomial_limit(r, n, ends->upper_p, false) : 1;
}

/* Fleiss, Cohen & Everitt, eq. 13, but for the divisor (1 - q)^2 under the root. */
static double error_of_kappa(const struct two_judges *all, const struct margins *m, double kappa)
{
	double n = (double)two_judges_documents(all), sum = 0;
	for (int i = 0; i < 2; i++) {
		double same = 1 - (m->a[i] + m->b[i]) * (1 - kappa);
		double other = (1 - kappa) * (m->b[i] + m->a[1 - i]);
		sum += ((double)all->count[i][i] * same * same +
			(double)all->count[i][1 - i] * other * other) /
		       n;
	}
	double off = kappa - m->chance * (1 - kappa);
	return sqrt(fmax(sum - off * off, 0) / n) / (1 - m->chance);
}

static void kappa_over_documents(const struct two_judges *all, const struct judged_alike *share,
				 struct judged_alike *x, const struct ends *ends)
{
	const struct margins m = margins_of(all);
	x->ends = (struct interval){ -1, 1 };
	if (alike(all) == 0 || alike(all) == two_judges_documents(all)) {
		x->method = share->method;
		if (ends->lower_p > 0)
			x->ends.lower = fmax(beyond_chance(share->ends.lower, m.chance), -1);
		x->ends.upper = beyond_chance(share->ends.upper, m.chance);
		return;
	}
	double error = error_of_kappa(all, &m, x->value);
	x->method = "normal";
	if (ends->lower_p > 0)
		x->ends.lower = fmax(x->value + error * qnorm(ends->lower_p, 0, 1, 1, 0), -1);
	if (ends->upper_p < 1)
		x->ends.upper = fmin(x->value + error * qnorm(ends->upper_p, 0, 1, 1, 0), 1);
}

struct judged_all judged_all(const struct two_judges *topic, size_t topics, const struct ends *ends)
{
	struct judged_all out = { 0 };
	struct judged_alike *figure = out.figure;
	for (size_t t = 0; t < topics; t++) {
		add_judged(&out.sum, &topic[t], 1);
		out.topics += two_judges_documents(&topic[t]) > 0;
	}
	out.over_topics = out.topics > 1;
	for (int i = 0; i < JUDGED_FIGURES; i++) {
		figure[i].value = two_judges_figure(&out.sum, (enum judged_figure)i);
		figure[i].ends = (struct interval){ NAN, NAN };
		if (out.over_topics)
			figure[i] =
				over_topics(topic, topics, &out.sum, (enum judged_figure)i, ends);
	}
	if (!out.over_topics && out.topics > 0)
		share_over_documents(&out.sum, &figure[JUDGED_SHARE], ends);
	if (!out.over_topics && !isnan(figure[JUDGED_KAPPA].value))
		kappa_over_documents(&out.sum, &figure[JUDGED_SHARE], &figure[JUDGED_KAPPA], ends);
	return out;
}
