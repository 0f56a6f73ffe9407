/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often the intervals of `agree` and --agreement cover the figures of all topics.
 *
 *	agreement family=varied|small|lognormal|FILE [topics=5,10,20,50] [samples=10000] [seed=1]
 *		  [method=default|t|documents]
 *
 * A population of topics; samples of topics are drawn from it with replacement, and the truth is
 * the share judged alike, and kappa, of all documents of the population. FILE has a line for each
 * topic: how many documents are relevant to neither, to B only, to A only, to both. The others are
 * made up, 1000 topics each. In a topic of n documents, each is relevant to A with a probability of
 * this topic's own, and B says so of these, and says not relevant of the others, with probabilities
 * of this topic's own:
 *
 *	varied     n from 50 to 150; Beta(1, 2), Beta(3, 1.5), Beta(6, 1.5): topics differ in
 *		   prevalence and in agreement
 *	small      n is 2 and more, 10 on average, and tenfold in one topic of ten; Beta(1, 3),
 *		   Beta(4, 1.5), Beta(10, 1.5): small and unequal topics
 *	lognormal  n = 1 + exp(N(ln 15, 1.2)); Beta(.8, 4), Beta(5, 2), Beta(9, 1): the default was
 *		   chosen on this family
 *
 * `t` is what the default was chosen against, the same jackknife with t(T - 1) on the scale of the
 * figure itself. Samples without an interval count in `undefined` and not in the others.
 */
#include <math.h>

#include "core/stats/random/variates.h"
#include "core/stats/rmath.h"
#include "core/stats/topics/two_judges.h"
#include "tests/experiments/experiment.h"

enum { MADE_UP = 1000, MOST = 10000 };

static int64_t size_of(const char *family, struct random *g)
{
	if (strcmp(family, "varied") == 0)
		return 50 + (int64_t)(101 * random_uniform(g));
	if (strcmp(family, "lognormal") == 0)
		return 1 + (int64_t)exp(log(15) + 1.2 * random_normal(g));
	int64_t n = 2 + (int64_t)(-8 * log(random_uniform(g)));
	return random_uniform(g) < 0.1 ? 10 * n : n;
}

static struct two_judges made_up(const char *family, const double *beta, struct random *g)
{
	int64_t n = size_of(family, g);
	double relevant = random_beta(g, beta[0], beta[1]);
	double found = random_beta(g, beta[2], beta[3]), kept = random_beta(g, beta[4], beta[5]);
	struct two_judges x = { 0 };
	int64_t of_a = random_binomial(g, n, relevant);
	x.count[1][1] = random_binomial(g, of_a, found);
	x.count[1][0] = of_a - x.count[1][1];
	x.count[0][0] = random_binomial(g, n - of_a, kept);
	x.count[0][1] = n - of_a - x.count[0][0];
	return x;
}

static size_t read_topics(const char *path, struct two_judges *topic)
{
	FILE *in = fopen(path, "r");
	size_t count = 0;
	long n[4];
	experiment_refuse(in == NULL, "neither a family nor a file", path);
	while (count < MOST && fscanf(in, "%ld %ld %ld %ld", &n[0], &n[1], &n[2], &n[3]) == 4)
		topic[count++] = (struct two_judges){ .count = { { n[0], n[1] }, { n[2], n[3] } } };
	experiment_refuse(!feof(in) || count == 0, "not four counts a line", path);
	fclose(in);
	return count;
}

static size_t population(const char *family, struct two_judges *topic)
{
	static const struct {
		const char *name;
		double beta[6];
	} known[] = {
		{ "varied", { 1, 2, 3, 1.5, 6, 1.5 } },
		{ "small", { 1, 3, 4, 1.5, 10, 1.5 } },
		{ "lognormal", { 0.8, 4, 5, 2, 9, 1 } },
	};
	for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
		if (strcmp(family, known[k].name) == 0) {
			struct random g;
			random_init(&g, 1, k, 0);
			for (size_t t = 0; t < MADE_UP; t++)
				topic[t] = made_up(family, known[k].beta, &g);
			return MADE_UP;
		}
	return read_topics(family, topic);
}

/* Replaces the intervals by those of `t`. */
static void take_t(const struct two_judges *topic, size_t topics, struct judged_all *x)
{
	double T = (double)topics, quantile = qt(0.975, T - 1, 1, 0);
	for (int f = 0; f < JUDGED_FIGURES; f++) {
		double squares = 0;
		for (size_t t = 0; t < topics; t++) {
			struct two_judges others = x->sum;
			for (int i = 0; i < 4; i++)
				others.count[i / 2][i % 2] -= topic[t].count[i / 2][i % 2];
			double d = two_judges_figure(&others, (enum judged_figure)f) -
				   x->figure[f].value;
			squares += d * d;
		}
		double half = quantile * sqrt((T - 1) / T * squares);
		x->figure[f].ends =
			(struct interval){ x->figure[f].value - half, x->figure[f].value + half };
	}
}

struct tally {
	double covered, width, undefined;
};

static void add(struct tally *to, const struct interval *x, double truth)
{
	bool defined = !isnan(x->lower) && !isnan(x->upper);
	to->undefined += !defined;
	to->covered += defined && x->lower <= truth && truth <= x->upper;
	to->width += defined ? x->upper - x->lower : 0;
}

static const struct ends both_ends = { 0.025, 0.975, 0, 0 };

struct experiment {
	const char *family, *method;
	bool documents, plain; /* methods */
	struct two_judges topic[MOST];
	size_t topics, samples, seed;
	struct judged_all truth;
};

static struct judged_all sample(const struct experiment *x, size_t topics, size_t number)
{
	static struct two_judges drawn[MOST];
	struct uniform u = uniform_start(x->seed, number, (uint32_t)topics);
	for (size_t t = 0; t < topics; t++)
		drawn[t] = x->topic[uniform_below(&u, x->topics)];
	struct judged_all out = judged_all(drawn, topics, x->documents, &both_ends);
	if (x->plain)
		take_t(drawn, topics, &out);
	return out;
}

static void print_rows(const struct experiment *x, size_t topics)
{
	static const char *const name[JUDGED_FIGURES] = { "agreement", "kappa" };
	struct tally tally[JUDGED_FIGURES] = { 0 };
	for (size_t s = 0; s < x->samples; s++) {
		const struct judged_all drawn = sample(x, topics, s);
		for (int f = 0; f < JUDGED_FIGURES; f++)
			add(&tally[f], &drawn.figure[f].ends, x->truth.figure[f].value);
	}
	for (int f = 0; f < JUDGED_FIGURES; f++) {
		double defined = (double)x->samples - tally[f].undefined;
		printf("%s,%s,%zu,%s,%.4f,%.3f,%.3f,%.4f\n", x->family, x->method, topics, name[f],
		       x->truth.figure[f].value, tally[f].covered / defined,
		       tally[f].width / defined, tally[f].undefined / (double)x->samples);
	}
}

int main(int count, char **argument)
{
	static const char *const key[] = { "family", "topics", "samples", "seed", "method", NULL };
	static struct experiment x;
	(void)count;
	experiment_check(argument, key);
	x.family = experiment_text(argument, "family", "varied");
	x.method = experiment_text(argument, "method", "default");
	x.documents = strcmp(x.method, "documents") == 0;
	x.plain = strcmp(x.method, "t") == 0;
	experiment_refuse(!x.documents && !x.plain && strcmp(x.method, "default") != 0,
			  "not one of default, t, documents", x.method);
	x.samples = experiment_number(argument, "samples", "10000");
	x.seed = experiment_number(argument, "seed", "1");
	x.topics = population(x.family, x.topic);
	x.truth = judged_all(x.topic, x.topics, true, &both_ends);
	printf("family,method,topics,figure,truth,covered,width,undefined\n");
	const char *sizes = experiment_text(argument, "topics", "5,10,20,50");
	for (char *next; *sizes != '\0'; sizes = *next == ',' ? next + 1 : next) {
		size_t topics = strtoul(sizes, &next, 10);
		experiment_refuse(next == sizes || topics < 2 || topics > MOST, "topics", sizes);
		print_rows(&x, topics);
	}
	return 0;
}
