/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often the intervals of `agree` cover the figures of all topics.
 *
 * A population of topics; samples of topics are drawn from it with replacement, and the truth is
 * the share judged alike, and kappa, of all documents of the population. A family that is none of
 * these is a file with a line for each topic: how many documents are relevant to neither, to B
 * only, to A only, to both. The others are made up, 1000 topics each. In a topic of n documents,
 *each is relevant to A with a probability of this topic's own, and B says so of these, and says not
 *relevant of the others, with probabilities of this topic's own:
 *
 *	varied     n from 50 to 150; Beta(1, 2), Beta(3, 1.5), Beta(6, 1.5): topics differ in
 *		   prevalence and in agreement
 *	small      n is 2 and more, 10 on average, and tenfold in one topic of ten; Beta(1, 3),
 *		   Beta(4, 1.5), Beta(10, 1.5): small and unequal topics
 *	lognormal  n = 1 + exp(N(ln 15, 1.2)); Beta(.8, 4), Beta(5, 2), Beta(9, 1): the default was
 *		   chosen on this family
 *
 * `t` is what the default was chosen against, the same jackknife with t(T - 1) on the scale of the
 * figure itself.
 *
 * Evidence: family=varied samples=2500
 */
#include <math.h>

#include "core/commands/simulate/trials.h"
#include "core/stats/random/variates.h"
#include "core/stats/rmath.h"
#include "core/stats/topics/two_judges.h"
#include "tests/experiments/key_value.h"

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

static const char *const methods[] = { "default", "t", "documents", NULL };

struct agreement_question {
	const char *family;
	int method;
	struct number_list topics;
	double level;
	struct effort effort;
};

#define AT(member) OPTION_AT(struct agreement_question, member)

static const struct command_option keys[] = {
	{ "family", 0, "NAME", "Of varied (default), small, lognormal, or a file of counts",
	  .type = OPTION_TEXT, AT(family) },
	{ "topics", 0, "N,...", "Topics in a sample (default 5,10,20,50)", LIST(WHOLES(2, MOST)),
	  AT(topics) },
	{ "method", 0, "NAME", "Of default, t and documents", WORD(methods), AT(method) },
	{ OPTION_LEVEL, AT(level) },
	{ OPTION_SAMPLES("Samples (default 10000)"), AT(effort.samples) },
	{ .include = effort_options, AT(effort) },
	{ 0 },
};

static void init(void *request)
{
	*(struct agreement_question *)request =
		(struct agreement_question){ .family = "varied",
					     .topics = { { 5, 10, 20, 50 }, 4 },
					     .level = 0.95,
					     .effort = experiment_effort(10000) };
}

static const struct command_table table = {
	.name = "agreement",
	.doc = "How often intervals of agreement and kappa cover what is true of all topics.",
	.option = keys,
	.size = sizeof(struct agreement_question),
	.init = init,
};

/* ---- all topics ---- */

struct study {
	const struct agreement_question *asked;
	struct two_judges topic[MOST];
	size_t topics, drawn; /* in all, and in a sample */
	struct judged_all truth;
};

static int read_topics(struct study *y, struct err *e)
{
	const char *path = y->asked->family;
	FILE *in = fopen(path, "r");
	long n[4];
	if (in == NULL)
		return err_usage(e, "family=%.300s: neither a family nor a file", path);
	while (y->topics < MOST && fscanf(in, "%ld %ld %ld %ld", &n[0], &n[1], &n[2], &n[3]) == 4)
		y->topic[y->topics++] =
			(struct two_judges){ .count = { { n[0], n[1] }, { n[2], n[3] } } };
	bool whole = feof(in) && y->topics > 0;
	fclose(in);
	return whole ? 0 : err_data(e, "%.300s: not four counts a line", path);
}

static int populate(struct study *y, struct err *e)
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
		if (strcmp(y->asked->family, known[k].name) == 0) {
			struct random g;
			random_init(&g, 1, k, 0);
			while (y->topics < MADE_UP)
				y->topic[y->topics++] = made_up(known[k].name, known[k].beta, &g);
			return 0;
		}
	return read_topics(y, e);
}

/* ---- one sample ---- */

/* Replaces the intervals by those of `t`. */
static void take_t(const struct two_judges *topic, size_t topics, double tail, struct judged_all *x)
{
	double T = (double)topics, quantile = qt(1 - tail, T - 1, 1, 0);
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

static int one_sample(const void *question, size_t number, void *scratch, struct claim *to,
		      struct err *e)
{
	(void)e;
	const struct study *y = question;
	const struct agreement_question *q = y->asked;
	const struct ends ends = { .lower_p = (1 - q->level) / 2, .upper_p = (1 + q->level) / 2 };
	const char *method = methods[q->method];
	struct two_judges *drawn = scratch;
	struct uniform u = uniform_start(q->effort.seed, number, (uint32_t)y->drawn);
	for (size_t t = 0; t < y->drawn; t++)
		drawn[t] = y->topic[uniform_below(&u, y->topics)];
	struct judged_all x = judged_all(drawn, y->drawn, &ends);
	const struct two_judges sum = x.sum;
	if (strcmp(method, "documents") == 0)
		x = judged_all(&sum, 1, &ends);
	if (strcmp(method, "t") == 0)
		take_t(drawn, y->drawn, ends.lower_p, &x);
	for (int f = 0; f < JUDGED_FIGURES; f++) {
		to[f].truth = y->truth.figure[f].value;
		to[f].estimate = x.figure[f].value;
		to[f].interval = x.figure[f].ends;
	}
	return 0;
}

/* ---- lines ---- */

struct row {
	const char *family, *method, *figure;
	double level;
	int64_t topics, seed;
	struct tally of;
};

#undef AT
#define AT(field)	 .at = offsetof(struct row, field)
#define AT_TALLY(member) AT(of.member)

static const struct record_column columns[] = {
	{ "family", NULL, RECORD_TEXT, AT(family) },
	{ "method", NULL, RECORD_TEXT, AT(method) },
	{ "topics", NULL, RECORD_WHOLE, AT(topics) },
	{ "figure", NULL, RECORD_TEXT, AT(figure) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ "truth", NULL, RECORD_REAL, 6, AT(of.truth) },
	TALLY_COLUMNS(AT_TALLY),
	{ 0 },
};

static int simulate(const struct study *y, struct records *lines, struct err *e)
{
	static const char *const figure[JUDGED_FIGURES] = { "agreement", "kappa" };
	const struct agreement_question *q = y->asked;
	const struct trials trials = { .effort = &q->effort,
				       .groups = 1,
				       .samples = (size_t)q->effort.samples,
				       .claims = JUDGED_FIGURES,
				       .scratch = y->drawn * sizeof *y->topic,
				       .one = one_sample,
				       .question = y };
	struct tally tally[JUDGED_FIGURES];
	if (trials_run(&trials, tally, e) < 0)
		return -1;
	for (int f = 0; f < JUDGED_FIGURES; f++)
		records_add(lines, &(struct row){ .family = q->family,
						  .method = methods[q->method],
						  .figure = figure[f],
						  .level = q->level,
						  .topics = (int64_t)y->drawn,
						  .seed = (int64_t)q->effort.seed,
						  .of = tally[f] });
	return 0;
}

static int run(void *request, const struct output *out, struct err *e)
{
	static struct study y;
	struct records lines;
	y = (struct study){ .asked = request };
	records_init(&lines, columns, sizeof(struct row));
	int result = populate(&y, e);
	y.truth =
		judged_all(y.topic, y.topics, &(struct ends){ .lower_p = 0.025, .upper_p = 0.975 });
	for (size_t i = 0; i < y.asked->topics.count && result == 0; i++) {
		y.drawn = (size_t)y.asked->topics.value[i];
		result = simulate(&y, &lines, e);
	}
	return print_csv(&lines, NULL, NULL, result, out, e);
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
