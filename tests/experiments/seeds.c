/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often two systems that are equal over all topics and seeds are said to differ, by some topics
 * and a few seeds of each (doc/coverage.md): by the t test of scores averaged over seeds, and by
 * the test that counts seeds as random, too. A line for each effect of the seeds. Scores are
 *
 *     topic (the same for both) + system:topic + seed + residual, all normal
 *
 * Evidence: sds=0,0.01,0.03 samples=2000
 */
#include <math.h>

#include "core/stats/random/variates.h"
#include "core/stats/topics/crossed_seeds.h"
#include "core/stats/topics/effect_size.h"
#include "tests/experiments/key_value.h"

struct seeds_asked {
	size_t topics, seeds;
	struct number_list sds; /* of seeds */
	double interaction, residual;
	struct effort effort;
};

#define AT(member) OPTION_AT(struct seeds_asked, member)

enum { TOPICS_MOST = 10000, SEEDS_MOST = 100 };

static const struct command_option keys[] = {
	{ "topics", 0, "N", "Topics (default 50)", WHOLE(2, TOPICS_MOST), AT(topics) },
	{ "seeds", 0, "N", "Seeds of each system (default 3)", WHOLE(3, SEEDS_MOST), AT(seeds) },
	{ "sds", 0, "LIST", "Standard deviations of the effects of seeds (default 0.01)",
	  LIST(FROM_TO(0, 1)), AT(sds) },
	{ "interaction", 0, "X", "That of system:topic (default 0)", REAL(FROM_TO(0, 1)),
	  AT(interaction) },
	{ "residual", 0, "X", "That of residuals (default 0.08)", REAL(ABOVE_TO(0, 1)),
	  AT(residual) },
	{ OPTION_SAMPLES("Samples (default 2000)"), AT(effort.samples) },
	{ .include = effort_options, AT(effort) },
	{ 0 },
};

static void init(void *request)
{
	*(struct seeds_asked *)request = (struct seeds_asked){ .topics = 50,
							       .seeds = 3,
							       .sds = { { 0.01 }, 1 },
							       .residual = 0.08,
							       .effort = experiment_effort(2000) };
}

static const struct command_table table = {
	.name = "seeds",
	.doc = "How often tests of systems with several seeds are wrong, where the systems are equal.",
	.option = keys,
	.size = sizeof(struct seeds_asked),
	.init = init,
};

/* Draws the scores of a system; adds `sign` times their means over seeds to the differences. */
static struct seeds draw_system(const struct seeds_asked *q, double sd, struct random *g,
				double sign, double *difference)
{
	double score[SEEDS_MOST], sum[SEEDS_MOST] = { 0 }, effect[SEEDS_MOST];
	double n = (double)q->topics, k = (double)q->seeds, squares = 0, all = 0, of_seeds = 0;
	for (size_t s = 0; s < q->seeds; s++)
		effect[s] = sd * random_normal(g);
	for (size_t t = 0; t < q->topics; t++) {
		double topic = q->interaction * random_normal(g), mean = 0;
		for (size_t s = 0; s < q->seeds; s++) {
			score[s] = topic + effect[s] + q->residual * random_normal(g);
			mean += score[s] / k;
		}
		for (size_t s = 0; s < q->seeds; s++) {
			sum[s] += score[s];
			squares += pow(score[s] - mean, 2);
		}
		difference[t] += sign * mean;
		all += mean / n;
	}
	for (size_t s = 0; s < q->seeds; s++)
		of_seeds += pow(sum[s] / n - all, 2);
	return (struct seeds){ q->seeds, sqrt(of_seeds / (k - 1)),
			       (squares - n * of_seeds) / (n - 1) / (k - 1) };
}

struct row {
	double sd, topics, seeds, interaction, residual, by_topics, by_both;
	int64_t samples, seed;
};

static int try_sample(const struct seeds_asked *q, int64_t sample, struct row *out, struct err *e)
{
	double difference[TOPICS_MOST];
	struct random g;
	struct effect x;
	struct seeds of[2];
	struct paired_test_result t;
	const struct paired_test_request scale = { .scale = 1 };
	random_init(&g, q->effort.seed, (uint64_t)sample, STREAM_COMPARED);
	memset(difference, 0, q->topics * sizeof *difference);
	for (int i = 0; i < 2; i++)
		of[i] = draw_system(q, out->sd, &g, i == 0 ? 1 : -1, difference);
	if (effect_compute(difference, q->topics, 1, &x, e) < 0 ||
	    paired_test_find("t")->compute(difference, q->topics, &scale, &t, e) < 0)
		return -1;
	double share = 1 / (double)q->effort.samples;
	out->by_topics += t.p < 0.05 ? share : 0;
	out->by_both += crossed_seeds_test(x.mean, x.deviation, x.count, of).p < 0.05 ? share : 0;
	return 0;
}

#undef AT
#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "sd_seeds", NULL, RECORD_SHORT, AT(sd) },
	{ "topics", NULL, RECORD_COUNT, AT(topics) },
	{ "seeds", NULL, RECORD_COUNT, AT(seeds) },
	{ "interaction", NULL, RECORD_SHORT, AT(interaction) },
	{ "residual", NULL, RECORD_SHORT, AT(residual) },
	{ "error_topics", NULL, RECORD_REAL, 6, AT(by_topics) },
	{ "error_topics_and_seeds", NULL, RECORD_REAL, 6, AT(by_both) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

static int run(void *request, const struct output *out, struct err *e)
{
	const struct seeds_asked *q = request;
	struct records lines;
	int result = 0;
	records_init(&lines, columns, sizeof(struct row));
	for (size_t i = 0; i < q->sds.count && result == 0; i++) {
		struct row row = { .sd = q->sds.value[i],
				   .topics = (double)q->topics,
				   .seeds = (double)q->seeds,
				   .interaction = q->interaction,
				   .residual = q->residual,
				   .samples = q->effort.samples,
				   .seed = (int64_t)q->effort.seed };
		for (int64_t k = 0; k < q->effort.samples && result == 0; k++)
			result = try_sample(q, k, &row, e);
		records_add(&lines, &row);
	}
	return print_csv(&lines, NULL, NULL, result, out, e);
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
