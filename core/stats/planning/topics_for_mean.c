/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/base/near.h"
#include "core/stats/numeric/accuracy.h"
#include "core/stats/numeric/ascending.h"
#include "core/stats/numeric/root.h"
#include "core/stats/planning/topics_for_mean.h"
#include "core/stats/rmath.h"

static double quantile(const struct mean_study *s, int64_t topics)
{
	double tail = 0.5 * (1.0 - s->level);
	return s->these ? qnorm(tail, 0.0, 1.0, 0, 0) : qt(tail, (double)topics - 1.0, 0, 0);
}

/* The variance of one topic: the part that falls with the number of topics. */
static double variance(const struct mean_study *s, double judgments)
{
	double within = s->effort / judgments;
	return within + (s->these ? s->squares / (judgments * judgments) : s->between);
}

double mean_half_width(const struct mean_study *s, int64_t topics, double judgments)
{
	double spread = sqrt(variance(s, judgments) / (double)topics);
	return quantile(s, topics) * hypot(spread, s->bias / judgments);
}

/* The smallest n from `least` on that does, 0 if there is none up to MEAN_PLAN_MOST. All larger
 * ones do, too. */
static int64_t smallest(monotone_border_test does, void *of, int64_t topics, int64_t least)
{
	struct monotone_border from = { .border = least };
	int64_t found = monotone_border_next(&from, does, of, topics, least, MEAN_PLAN_MOST);
	return found <= MEAN_PLAN_MOST ? found : 0;
}

/* A half-width to be reached. */
struct half_width {
	const struct mean_study *study;
	double wanted, judgments; /* of topics that are sought */
};

/* So many judgments of each of `topics`, or, with 0, so many topics. */
static bool reaches(void *of, int64_t topics, int64_t n)
{
	const struct half_width *w = of;
	double width = topics > 0 ? mean_half_width(w->study, topics, (double)n)
				  : mean_half_width(w->study, n, w->judgments);
	return width <= near_above(w->wanted);
}

/*
 * With the normal quantile in the place of t, which is above it, n = variance/((w/z)^2 - bias^2)
 * would be enough: the search begins there.
 */
int64_t mean_topics(const struct mean_study *s, double judgments, double half_width)
{
	struct half_width w = { s, half_width, judgments };
	double z = qnorm(0.5 * (1.0 - s->level), 0.0, 1.0, 0, 0);
	double share = near_above(half_width) / z, bias = fabs(s->bias / judgments);
	double least = variance(s, judgments) / ((share - bias) * (share + bias));
	if (bias >= share || !(least <= (double)MEAN_PLAN_MOST))
		return 0;
	int64_t first = s->these ? 1 : 2, begin = (int64_t)floor(least * (1.0 - NEAR_DIGITS));
	return smallest(reaches, &w, 0, begin < first ? first : begin);
}

int64_t mean_judgments(const struct mean_study *s, int64_t topics, double half_width)
{
	return smallest(reaches, &(struct half_width){ s, half_width, 0 }, topics, 1);
}

/* ---- the cheapest ---- */

double mean_cost(const struct study_prices *price, int64_t topics, double judgments)
{
	double n = (double)topics;
	return price->topic * fmax(0.0, n - price->free_topics) + price->judgment * n * judgments;
}

struct search {
	const struct mean_study *study;
	const struct study_prices *price;
	double half_width;
	struct mean_design best;
	bool found;
};

/* A number of judgments with the topics that it needs. */
struct tried {
	int64_t judgments, topics; /* topics 0: too many */
};

static struct tried try(struct search *x, int64_t judgments)
{
	struct tried t = { judgments, mean_topics(x->study, (double)judgments, x->half_width) };
	double cost = mean_cost(x->price, t.topics, (double)judgments);
	if (t.topics > 0 && (!x->found || cost < x->best.cost ||
			     (cost == x->best.cost && judgments < x->best.judgments))) {
		x->best = (struct mean_design){ t.topics, judgments, cost };
		x->found = true;
	}
	return t;
}

/*
 * Between two numbers of judgments, which have been tried. Fewer judgments need more topics, so
 * nothing there is cheaper than the fewer judgments with the topics of the more; and where both
 * need the same topics, the fewer judgments are the cheapest.
 */
static void search_between(struct search *x, struct tried a, struct tried b)
{
	if (b.judgments - a.judgments <= 1 || b.topics == 0 || a.topics == b.topics)
		return;
	if (x->found && mean_cost(x->price, b.topics, (double)(a.judgments + 1)) > x->best.cost)
		return;
	int64_t middle = a.judgments + (b.judgments - a.judgments) / 2;
	struct tried t = try(x, middle);
	search_between(x, a, t);
	search_between(x, t, b);
}

/* Number of judgments from which on more of them save no topic. */
static int64_t enough_judgments(const struct search *x)
{
	struct mean_study complete = { .between = x->study->between, .level = x->study->level };
	int64_t topics = mean_topics(&complete, 1.0, x->half_width);
	int64_t m = topics > 0 ? mean_judgments(x->study, topics, x->half_width) : 0;
	return m > 0 ? m : MEAN_PLAN_MOST;
}

bool mean_cheapest(const struct mean_study *s, const struct study_prices *price, double half_width,
		   struct mean_design *out)
{
	struct search x = { .study = s, .price = price, .half_width = half_width };
	int64_t most = enough_judgments(&x);
	double m = sqrt(price->topic * s->effort / (price->judgment * s->between));
	/* near the least cost already, most of the rest need not be looked at */
	if (m >= 1.0 && m < (double)most)
		try(&x, (int64_t)m);
	struct tried first = try(&x, 1), last = try(&x, most);
	search_between(&x, first, last);
	*out = x.best;
	return x.found;
}

/* ---- standard deviations and tests ---- */

/* The mean of sorted values without a share of them at either end; half of them: the median. */
static double trimmed_mean(const double *value, size_t count, double share)
{
	size_t cut = (size_t)near_floor(share * (double)count);
	cut = 2 * cut < count ? cut : (count - 1) / 2;
	double sum = 0;
	for (size_t i = cut; i < count - cut; i++)
		sum += value[i];
	return sum / (double)(count - 2 * cut);
}

static double power_sum(const double *value, size_t count, double from, double power)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += pow(fabs(value[i] - from), power);
	return sum;
}

double deviation_limit(double *value, size_t count, double confidence)
{
	double n = (double)count, z = qnorm(confidence, 0.0, 1.0, 1, 0);
	qsort(value, count, sizeof *value, ascending);
	double squares = power_sum(value, count, trimmed_mean(value, count, 0), 2);
	double variance = squares / (n - 1.0);
	if (count < 5)
		return sqrt(variance * (n - 1.0) / qchisq(confidence, n - 1.0, 0, 0));
	if (z >= n)
		return INFINITY;
	if (squares == 0)
		return 0.0;
	double middle = trimmed_mean(value, count, 0.5 / sqrt(n - 4.0)), c = n / (n - z);
	double kurtosis = n * power_sum(value, count, middle, 4) / (squares * squares);
	double error = c * sqrt(fmax(0.0, kurtosis - (n - 3.0) / n) / (n - 1.0));
	return sqrt(c * variance * exp(z * error));
}

double paired_power(int64_t n, double difference, double sd, double alpha)
{
	double df = (double)n - 1.0, shift = difference / sd * sqrt((double)n);
	return pnt(qt(0.5 * alpha, df, 0, 0), df, shift, 0, 0);
}

/* A power to be reached; topics, or the difference in standard deviations, whichever is given. */
struct power_wanted {
	double power, alpha, effect;
	int64_t topics;
};

static bool has_power(void *of, int64_t row, int64_t n)
{
	const struct power_wanted *w = of;
	(void)row;
	return paired_power(n, w->effect, 1.0, w->alpha) >= w->power;
}

/* The search begins where the normal distribution puts it, which is never too high. */
int64_t paired_topics(double difference, double sd, double power, double alpha)
{
	struct power_wanted w = { power, alpha, difference / sd, 0 };
	double z = qnorm(0.5 * alpha, 0.0, 1.0, 0, 0) + qnorm(power, 0.0, 1.0, 1, 0);
	double root = fmax(0.0, z) * sd / difference;
	double least = fmax(2.0, floor(root * root * (1.0 - NEAR_DIGITS)));
	return least <= (double)MEAN_PLAN_MOST ? smallest(has_power, &w, 0, (int64_t)least) : 0;
}

static double missing_power(const void *of, double effect)
{
	const struct power_wanted *w = of;
	return paired_power(w->topics, effect, 1.0, w->alpha) - w->power;
}

double paired_difference(int64_t n, double sd, double power, double alpha)
{
	const struct power_wanted w = { power, alpha, 0, n };
	double high = 1.0 / sqrt((double)n);
	if (power <= 0.5 * alpha)
		return 0.0;
	while (missing_power(&w, high) < 0.0)
		high *= 2.0;
	return sd * root_between(missing_power, &w, 0.0, high, 100 * ROOT_ACCURACY);
}
