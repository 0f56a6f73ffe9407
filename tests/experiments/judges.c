/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often the intervals of `agree` with several judges cover the figures of all topics: B, and B
 * less C, both compared with A.
 *
 * Samples of topics are drawn with replacement from a population. Of documents there are 1000
 * made-up topics, with grades from 0 to 3. In a topic with m from Beta(1, 2), A gives a document
 * the grade Binomial(3, d), d from Beta(3m, 3 - 3m). B and C give the same with a probability of
 *the topic's own, from Beta(3, 2) and Beta(3, 3), else one grade more, or in one of three cases
 *any:
 *
 *	even	    50 to 150 documents in a topic
 *	unequal     1 + exp(N(ln 15, 1.2))
 *
 * Of orders (people=, judge=, other=), the population is the topics of three matrices of scores of
 * the same runs, by A, B and C.
 *
 * Evidence: family=even samples=2500
 */
#include <math.h>

#include "core/commands/simulate/trials.h"
#include "core/data/scores/score_table.h"
#include "core/stats/random/variates.h"
#include "core/stats/topics/graded_judges.h"
#include "core/stats/topics/rank_agreement.h"
#include "tests/experiments/key_value.h"

enum { MADE_UP = 1000, GRADES = 4, CELLS = GRADES * GRADES, JUDGES = 2, MOST = 200, RUNS = 200 };
enum { CLAIMS = 2 * GRADED_FIGURES + 2 }; /* of B, of B less C, alpha of all; fewer of orders */

static const char *const families[] = { "even", "unequal", NULL };

struct judges_question {
	int family;
	const char *file[1 + JUDGES];
	struct number_list topics;
	int64_t resamples;
	bool reliable;
	struct effort effort;
};

#define AT(member) OPTION_AT(struct judges_question, member)

static const struct command_option keys[] = {
	{ "family", 0, "NAME", "Of even (default) and unequal", WORD(families), AT(family) },
	{ "people", 0, "FILE", "Orders: scores by A, a matrix", .type = OPTION_FILE, AT(file[0]) },
	{ "judge", 0, "FILE", "The same by B", .type = OPTION_FILE, AT(file[1]) },
	{ "other", 0, "FILE", "The same by C", .type = OPTION_FILE, AT(file[2]) },
	{ "topics", 0, "N,...", "Topics in a sample (default 5,10,20,50)", LIST(WHOLES(2, MOST)),
	  AT(topics) },
	{ "resamples", 0, "N", "Of orders: resamples (default 200)", WHOLE(100, 100000),
	  AT(resamples) },
	{ "reliable", 0, NULL,
	  "Of orders: only samples without agree's warning of unreliable means", AT(reliable) },
	{ OPTION_SAMPLES("Samples (default 1000)"), AT(effort.samples) },
	{ .include = effort_options, AT(effort) },
	{ 0 },
};

static void init(void *request)
{
	*(struct judges_question *)request =
		(struct judges_question){ .topics = { { 5, 10, 20, 50 }, 4 },
					  .resamples = 200,
					  .effort = experiment_effort(1000) };
}

static const struct command_table table = {
	.name = "judges",
	.doc = "How often intervals of the agreement of several judges cover what is true of all "
	       "topics.",
	.option = keys,
	.size = sizeof(struct judges_question),
	.init = init,
};

static const struct ends both_ends = { .lower_p = 0.025, .upper_p = 0.975, .seed = 1 };
static const int32_t grade[GRADES] = { 0, 1, 2, 3 };
static const struct graded_scale scale = { grade, GRADES, 2 };

struct study {
	const struct judges_question *asked;
	size_t topics, drawn; /* in all, and in a sample */
	/* of documents */
	double count[JUDGES][MADE_UP][CELLS], coincidence[MADE_UP][CELLS];
	/* of orders */
	struct score_table score[1 + JUDGES];
	double truth[CLAIMS];
};

/* What a thread works with. */
struct sample_room {
	double count[JUDGES][MOST][CELLS], coincidence[MOST][CELLS];
	double score[1 + JUDGES][RUNS * MOST];
};

/* ---- documents ---- */

static size_t judged(size_t by_people, double same, struct random *g)
{
	if (random_uniform(g) < same)
		return by_people;
	if (random_uniform(g) < 1.0 / 3)
		return (size_t)(GRADES * random_uniform(g));
	return by_people < GRADES - 1 ? by_people + 1 : by_people;
}

static void make_up(struct study *y)
{
	struct random g;
	random_init(&g, 1, (uint64_t)y->asked->family, 0);
	for (y->topics = 0; y->topics < MADE_UP; y->topics++) {
		double n = y->asked->family == 0
				   ? 50 + floor(101 * random_uniform(&g))
				   : 1 + floor(exp(log(15) + 1.2 * random_normal(&g)));
		double m = random_beta(&g, 1, 2),
		       same[JUDGES] = { random_beta(&g, 3, 2), random_beta(&g, 3, 3) };
		for (int i = 0; i < n; i++) {
			size_t times[GRADES] = { 0 };
			size_t a = (size_t)random_binomial(&g, GRADES - 1,
							   random_beta(&g, 3 * m, 3 * (1 - m)));
			times[a]++;
			for (int j = 0; j < JUDGES; j++) {
				size_t b = judged(a, same[j], &g);
				times[b]++;
				y->count[j][y->topics][a * GRADES + b]++;
			}
			coincidences_add(y->coincidence[y->topics], times, GRADES);
		}
	}
}

static int claim_documents(const double *count, const double *coincidence, size_t topics,
			   struct judged_alike *to, struct err *e)
{
	struct judged_alike figure[JUDGES * GRADED_FIGURES];
	if (graded_intervals(&scale, count, JUDGES, topics, &both_ends, figure, to + GRADED_FIGURES,
			     e) < 0 ||
	    joint_alpha(coincidence, GRADES, topics, false, &both_ends, to + 2 * GRADED_FIGURES,
			e) < 0 ||
	    joint_alpha(coincidence, GRADES, topics, true, &both_ends, to + 2 * GRADED_FIGURES + 1,
			e) < 0)
		return -1;
	memcpy(to, figure, GRADED_FIGURES * sizeof *to);
	return 0;
}

/* ---- orders ---- */

/* False: the topics hardly tell the runs apart. */
static bool claim_orders(const double *const *value, size_t runs, size_t topics, double *out)
{
	bool reliable = true;
	const struct rank_scores s = { value, 1 + JUDGES, runs, topics };
	double mean[RUNS], place[1 + JUDGES][RUNS];
	size_t room[2 * RUNS];
	for (size_t i = 0; i <= JUDGES; i++) {
		rank_means(&s, i, NULL, mean);
		reliable = reliable && rank_reliability(&s, i, mean) >= RELIABLE;
		rank_places(mean, runs, room, place[i]);
		if (i > 0)
			rank_agreement(place[0], place[i], runs, 0.9, room,
				       out + (i - 1) * COEFFICIENTS);
	}
	return reliable;
}

static int order_intervals(const double *const *value, const struct study *y,
			   struct judged_alike *to, struct err *e)
{
	size_t runs = y->score[0].systems;
	const struct rank_scores s = { value, 1 + JUDGES, runs, y->drawn };
	const struct rank_request q = {
		.p = 0.9, .ends = both_ends, .resamples = y->asked->resamples, .jobs = 1
	};
	double c[JUDGES * COEFFICIENTS];
	struct interval ends[JUDGES * COEFFICIENTS], less[COEFFICIENTS];
	int64_t undefined[JUDGES * COEFFICIENTS];
	bool said = claim_orders(value, runs, y->drawn, c) || !y->asked->reliable;
	for (int i = 0; i < CLAIMS; i++)
		to[i] = (struct judged_alike){ .value = NAN, .ends = { NAN, NAN } };
	if (!said)
		return 0;
	if (rank_intervals(&s, &q, c, ends, undefined, less, e) < 0)
		return -1;
	for (int i = 0; i < COEFFICIENTS; i++) {
		to[i] = (struct judged_alike){ .value = c[i], .ends = ends[i] };
		to[COEFFICIENTS + i] = (struct judged_alike){ .value = c[i] - c[COEFFICIENTS + i],
							      .ends = less[i] };
	}
	return 0;
}

/* ---- one sample ---- */

static size_t claims_of(const struct study *y)
{
	return y->asked->file[0] != NULL ? 2 * COEFFICIENTS : CLAIMS;
}

static int one_sample(const void *question, size_t number, void *scratch, struct claim *to,
		      struct err *e)
{
	const struct study *y = question;
	struct sample_room *d = scratch;
	struct judged_alike x[CLAIMS];
	const double *value[1 + JUDGES];
	struct uniform u = uniform_start(y->asked->effort.seed, number, (uint32_t)y->drawn);
	for (size_t t = 0; t < y->drawn; t++) {
		size_t from = uniform_below(&u, y->topics);
		for (int j = 0; j < JUDGES && y->asked->file[0] == NULL; j++)
			memcpy(&d->count[0][0][0] + ((size_t)j * y->drawn + t) * CELLS,
			       y->count[j][from], sizeof y->count[j][from]);
		memcpy(d->coincidence[t], y->coincidence[from % MADE_UP], sizeof d->coincidence[t]);
		for (int s = 0; s <= JUDGES; s++)
			for (size_t i = 0; i < y->score[s].systems; i++)
				d->score[s][i * y->drawn + t] =
					y->score[s].value[i * y->topics + from];
	}
	for (int s = 0; s <= JUDGES; s++)
		value[s] = d->score[s];
	if ((y->asked->file[0] != NULL
		     ? order_intervals(value, y, x, e)
		     : claim_documents(d->count[0][0], d->coincidence[0], y->drawn, x, e)) < 0)
		return -1;
	for (size_t i = 0; i < claims_of(y); i++) {
		to[i].truth = y->truth[i];
		to[i].estimate = x[i].value;
		to[i].interval = x[i].ends;
	}
	return 0;
}

/* ---- all topics ---- */

static int read_scores(struct study *y, struct err *e)
{
	const double *value[1 + JUDGES];
	for (int s = 0; s <= JUDGES; s++) {
		const char *path = y->asked->file[s];
		struct score_table *t = &y->score[s];
		if (path == NULL || score_table_from_matrix(t, path, e) < 0)
			return path == NULL ? err_usage(e, "people=, judge= and other= go together")
					    : -1;
		if (t->systems > RUNS || t->systems != y->score[0].systems ||
		    t->topics != y->score[0].topics)
			return err_data(e, "%.300s: other runs or topics, or more than %d runs",
					path, RUNS);
		value[s] = t->value;
	}
	double c[JUDGES * COEFFICIENTS];
	y->topics = y->score[0].topics;
	claim_orders(value, y->score[0].systems, y->topics, c);
	for (int i = 0; i < COEFFICIENTS; i++) {
		y->truth[i] = c[i];
		y->truth[COEFFICIENTS + i] = c[i] - c[COEFFICIENTS + i];
	}
	return 0;
}

static int populate(struct study *y, struct err *e)
{
	struct judged_alike all[CLAIMS];
	if (y->asked->file[0] != NULL)
		return read_scores(y, e);
	make_up(y);
	if (claim_documents(y->count[0][0], y->coincidence[0], y->topics, all, e) < 0)
		return -1;
	for (size_t i = 0; i < CLAIMS; i++)
		y->truth[i] = all[i].value;
	return 0;
}

/* ---- lines ---- */

struct row {
	const char *family, *of, *figure;
	int64_t topics, seed;
	struct tally tally;
};

#undef AT
#define AT(field)	 .at = offsetof(struct row, field)
#define AT_TALLY(member) AT(tally.member)

static const struct record_column columns[] = {
	{ "family", NULL, RECORD_TEXT, AT(family) },
	{ "topics", NULL, RECORD_WHOLE, AT(topics) },
	{ "of", NULL, RECORD_TEXT, AT(of) },
	{ "figure", NULL, RECORD_TEXT, AT(figure) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ "truth", NULL, RECORD_REAL, 6, AT(tally.truth) },
	TALLY_COLUMNS(AT_TALLY),
	{ 0 },
};

static int simulate(const struct study *y, struct records *lines, struct err *e)
{
	static const char *const figure[] = { "share",	 "kappa",   "linear",
					      "squared", "nominal", "ordinal" };
	static const char *const coefficient[] = { "tau", "tau-b", "tau_AP,a", "tau_AP,b", "RBO" };
	const struct judges_question *q = y->asked;
	const struct trials trials = { .effort = &q->effort,
				       .groups = 1,
				       .samples = (size_t)q->effort.samples,
				       .claims = claims_of(y),
				       .scratch = sizeof(struct sample_room),
				       .one = one_sample,
				       .question = y };
	bool orders = q->file[0] != NULL;
	size_t kinds = orders ? COEFFICIENTS : GRADED_FIGURES;
	struct tally tally[CLAIMS];
	if (trials_run(&trials, tally, e) < 0)
		return -1;
	for (size_t i = 0; i < claims_of(y); i++) {
		size_t kind = i < 2 * kinds ? i % kinds : GRADED_NOMINAL + i - 2 * kinds;
		records_add(lines,
			    &(struct row){ .family = orders ? q->file[0] : families[q->family],
					   .of = i < kinds	 ? "B"
						 : i < 2 * kinds ? "B less C"
								 : "all",
					   .figure = orders ? coefficient[kind] : figure[kind],
					   .topics = (int64_t)y->drawn,
					   .seed = (int64_t)q->effort.seed,
					   .tally = tally[i] });
	}
	return 0;
}

static int run(void *request, const struct output *out, struct err *e)
{
	static struct study y;
	struct records lines;
	y = (struct study){ .asked = request };
	records_init(&lines, columns, sizeof(struct row));
	int result = populate(&y, e);
	for (size_t i = 0; i < y.asked->topics.count && result == 0; i++) {
		y.drawn = (size_t)y.asked->topics.value[i];
		result = simulate(&y, &lines, e);
	}
	result = print_csv(&lines, NULL, NULL, result, out, e);
	for (int s = 0; s <= JUDGES; s++)
		score_table_release(&y.score[s]);
	return result;
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
