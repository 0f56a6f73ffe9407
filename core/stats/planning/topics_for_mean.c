/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/stats/numeric/root.h"
#include "core/stats/planning/topics_for_mean.h"
#include "core/stats/rmath.h"

/* A half-width that exceeds the target by rounding alone reaches it. */
static const double SLACK = 1e-12;

static double quantile(const struct mean_study *s, int64_t topics)
{
	double tail = 0.5 * (1.0 - s->level);
	return s->these ? qnorm(tail, 0.0, 1.0, 0, 0) : qt(tail, (double)topics - 1.0, 0, 0);
}

/* Of one topic: the part that falls with the number of topics. */
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

static bool reaches(const struct mean_study *s, int64_t topics, double judgments, double half_width)
{
	return mean_half_width(s, topics, judgments) <= half_width * (1.0 + SLACK);
}

/*
 * With the normal quantile in the place of t, which is above it, n = variance/((w/z)^2 - bias^2)
 * would do. From there in steps that double, and then back between the last two.
 */
int64_t mean_topics(const struct mean_study *s, double judgments, double half_width)
{
	double z = qnorm(0.5 * (1.0 - s->level), 0.0, 1.0, 0, 0);
	double share = half_width * (1.0 + SLACK) / z, bias = fabs(s->bias / judgments);
	double least = variance(s, judgments) / ((share - bias) * (share + bias));
	if (bias >= share || !(least <= (double)MEAN_PLAN_MOST))
		return 0;
	int64_t first = s->these ? 1 : 2, step = 1;
	int64_t low = (int64_t)floor(least * (1.0 - 1e-9)), high;
	if (low < first)
		low = first;
	for (high = low; !reaches(s, high, judgments, half_width); step *= 2) {
		if (high >= MEAN_PLAN_MOST)
			return 0;
		low = high;
		high = high + step < MEAN_PLAN_MOST ? high + step : MEAN_PLAN_MOST;
	}
	while (high - low > 1) { /* low does not reach it, high does */
		int64_t middle = low + (high - low) / 2;
		if (reaches(s, middle, judgments, half_width))
			high = middle;
		else
			low = middle;
	}
	return high;
}

int64_t mean_judgments(const struct mean_study *s, int64_t topics, double half_width)
{
	int64_t low = 0, high = MEAN_PLAN_MOST;
	if (!reaches(s, topics, (double)high, half_width))
		return 0;
	while (high - low > 1) { /* low does not reach it, high does */
		int64_t middle = low + (high - low) / 2;
		if (reaches(s, topics, (double)middle, half_width))
			high = middle;
		else
			low = middle;
	}
	return high;
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

double deviation_limit(double sd, int64_t count, double confidence)
{
	double df = (double)count - 1.0;
	return sd * sqrt(df / qchisq(confidence, df, 0, 0));
}

double paired_power(int64_t n, double difference, double sd, double alpha)
{
	double df = (double)n - 1.0, shift = difference / sd * sqrt((double)n);
	return pnt(qt(0.5 * alpha, df, 0, 0), df, shift, 0, 0);
}

/* From where the normal distribution puts it, which is never too high, in steps that double. */
int64_t paired_topics(double difference, double sd, double power, double alpha)
{
	double z = qnorm(0.5 * alpha, 0.0, 1.0, 0, 0) + qnorm(power, 0.0, 1.0, 1, 0);
	double root = fmax(0.0, z) * sd / difference;
	double least = floor(root * root * (1.0 - 1e-9));
	if (!(least <= (double)MEAN_PLAN_MOST))
		return 0;
	int64_t low = least > 2.0 ? (int64_t)least : 2, high = low, step = 1;
	while (paired_power(high, difference, sd, alpha) < power) {
		if (high >= MEAN_PLAN_MOST)
			return 0;
		low = high;
		high = high + step < MEAN_PLAN_MOST ? high + step : MEAN_PLAN_MOST;
		step *= 2;
	}
	while (high - low > 1) { /* low lacks the power, high has it */
		int64_t middle = low + (high - low) / 2;
		if (paired_power(middle, difference, sd, alpha) < power)
			low = middle;
		else
			high = middle;
	}
	return high;
}

struct missing_power {
	int64_t n;
	double power, alpha;
};

static double missing_power(const void *of, double effect)
{
	const struct missing_power *p = of;
	return paired_power(p->n, effect, 1.0, p->alpha) - p->power;
}

double paired_difference(int64_t n, double sd, double power, double alpha)
{
	const struct missing_power p = { n, power, alpha };
	double high = 1.0 / sqrt((double)n);
	if (power <= 0.5 * alpha)
		return 0.0;
	while (missing_power(&p, high) < 0.0)
		high *= 2.0;
	return sd * root_between(missing_power, &p, 0.0, high, 1e-10);
}
