/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often intervals of compare --judged-scores cover the mean over topics like these, with good
 *and bad scores by labels (core/stats/regression/powered_mean.h; doc/coverage.md).
 *
 * Scores by people are made up, so that their mean is known:
 *
 *	beta         Beta(0.9, 2.1), about as average precision
 *	half-zero    0 in half of the topics, else uniform: about as reciprocal rank of hard topics
 *	difference   of two independent scores of beta
 *	tenths       of 10 documents, each relevant with a probability that is Beta(0.6, 1.4): P@10
 *
 * Scores by labels, of each system: those of people with an error (standard deviation .1) and kept
 * within 0 and 1; the same of 1 - (1 - y)^2, as of labels that find too much relevant; 1 less the
 * first; random ones; always 1/2; and only whether people's is above 1/2.
 *
 * Or both come from files with a score of every topic. A sample has topics that are drawn with
 * replacement, each of which stands for many like it, and the scores of a random system, or the
 * differences of two.
 *
 * The columns of the tally are those of both scores together; ..._people are those of people's
 *scores alone, and ..._published those of the formula as it was published.
 *
 * Evidence: samples=1000
 */
#include <math.h>

#include "core/commands/simulate/trials.h"
#include "core/data/scores/score_table.h"
#include "core/stats/random/variates.h"
#include "core/stats/regression/powered_mean.h"
#include "tests/experiments/key_value.h"

enum family { BETA, HALF_ZERO, DIFFERENCE, TENTHS, FILES, FILES_DIFFERENCE, FAMILIES };
static const char *const families[FAMILIES] = { "beta",	  "half-zero", "difference",
						"tenths", "files",     "differences" };
static const double true_mean[FAMILIES] = { 0.3, 0.25, 0, 0.3 };

enum kind { GOOD, OVERRATED, REVERSED, RANDOM, CONSTANT, COARSE, OF_FILE, KINDS };
static const char *const kinds[KINDS] = { "good",     "overrated", "reversed", "random",
					  "constant", "coarse",	   "file" };

struct powered_question {
	int64_t topics;
	struct number_list sizes;
	double level;
	const char *matrix, *judged; /* scores by labels and by people; NULL: made up */
	struct effort effort;
};

#define AT(member) OPTION_AT(struct powered_question, member)

static const struct command_option keys[] = {
	{ "matrix", 0, "FILE", "Scores in CSV, a row for each topic and a column for each system",
	  .type = OPTION_FILE, AT(matrix) },
	{ "judged-matrix", 0, "FILE",
	  "Scores by people, of the same systems and topics; those of matrix are by labels",
	  .type = OPTION_FILE, AT(judged) },
	{ "topics", 0, "N", "Topics with a score by labels (default 50)", WHOLE(4, 100000),
	  AT(topics) },
	{ "sizes", 0, "N,...", "Topics with a score by people, too (default 5,10,25)",
	  LIST(WHOLES(2, 1000000)), AT(sizes) },
	{ OPTION_LEVEL, AT(level) },
	{ OPTION_SAMPLES("Samples (default 1000)"), AT(effort.samples) },
	{ .include = effort_options, AT(effort) },
	{ 0 },
};

static void init(void *request)
{
	*(struct powered_question *)request =
		(struct powered_question){ .topics = 50,
					   .sizes = { { 5, 10, 25 }, 3 },
					   .level = 0.95,
					   .effort = experiment_effort(1000) };
}

static int check(void *request, struct err *e)
{
	const struct powered_question *q = request;
	if ((q->matrix != NULL) != (q->judged != NULL))
		return err_usage(e, "matrix and judged-matrix go together");
	for (size_t i = 0; i < q->sizes.count; i++)
		if (q->sizes.value[i] > (double)q->topics)
			return err_usage(e, "sizes: %.0f of %lld topics", q->sizes.value[i],
					 (long long)q->topics);
	return 0;
}

static const struct command_table table = {
	.name = "powered",
	.doc = "How often intervals of a mean over topics cover if all topics have a score by labels and some one by people.",
	.option = keys,
	.size = sizeof(struct powered_question),
	.init = init,
	.check = check,
};

/* ---- one sample ---- */

/* Scores of one family, of which `judged` topics have one by people. */
struct study {
	const struct powered_question *asked;
	struct score_table labels, people; /* of files */
	enum family family;
	double judged;
};

/* Each kind of labels makes three claims. */
enum { BOTH, PUBLISHED, PEOPLE, CLAIMS };

/* The score of a system on a topic, by people and by all kinds of labels. */
struct scored {
	double people, labels[KINDS];
};

static double within(double x)
{
	return fmin(fmax(x, 0), 1);
}

static struct scored draw_score(struct random *g, enum family family)
{
	struct scored s;
	double zero = random_uniform(g), uniform = random_uniform(g);
	double beta = random_beta(g, 0.9, 2.1), other = random_beta(g, 0.9, 2.1);
	double error = 0.1 * random_normal(g);
	s.people = family != HALF_ZERO ? beta : zero < 0.5 ? 0 : uniform;
	if (family == TENTHS) {
		double p = random_beta(g, 0.6, 1.4);
		s.people = 0;
		for (int i = 0; i < 10; i++)
			s.people += (random_uniform(g) < p) / 10.0;
	}
	double missed = 1 - s.people;
	s.labels[GOOD] = within(s.people + error);
	s.labels[OVERRATED] = within(1 - missed * missed + error);
	s.labels[REVERSED] = 1 - s.labels[GOOD];
	s.labels[RANDOM] = other;
	s.labels[CONSTANT] = 0.5;
	s.labels[COARSE] = s.people > 0.5;
	s.labels[OF_FILE] = NAN;
	return s;
}

static struct scored draw_topic(struct random *g, enum family family)
{
	struct scored a = draw_score(g, family);
	if (family != DIFFERENCE)
		return a;
	const struct scored b = draw_score(g, family);
	a.people -= b.people;
	for (int k = 0; k < KINDS; k++)
		a.labels[k] -= b.labels[k];
	return a;
}

/* Topics of the files, with replacement; returns the mean of people's scores over all of them. */
static double draw_files(const struct study *y, struct random *g, bool difference,
			 struct scored *scored)
{
	const struct score_table *t = &y->people;
	double systems = (double)t->systems, truth = 0;
	size_t a = (size_t)(systems * random_uniform(g));
	size_t b = (a + 1 + (size_t)((systems - 1) * random_uniform(g))) % t->systems;
	const double *people = t->value + a * t->topics, *labels = y->labels.value + a * t->topics;
	const double *less = t->value + b * t->topics,
		     *labels_less = y->labels.value + b * t->topics;
	for (size_t i = 0; i < t->topics; i++)
		truth += (people[i] - (difference ? less[i] : 0)) / (double)t->topics;
	for (int64_t i = 0; i < y->asked->topics; i++) {
		size_t at = (size_t)((double)t->topics * random_uniform(g));
		scored[i].people = people[at] - (difference ? less[at] : 0);
		scored[i].labels[OF_FILE] = labels[at] - (difference ? labels_less[at] : 0);
	}
	return truth;
}

/* The topics of a sample; returns the true mean. */
static double draw_topics(const struct study *y, struct random *g, struct scored *scored)
{
	if (y->family >= FILES)
		return draw_files(y, g, y->family == FILES_DIFFERENCE, scored);
	for (int64_t t = 0; t < y->asked->topics; t++)
		scored[t] = draw_topic(g, y->family);
	return true_mean[y->family];
}

static struct claim claim_of(const struct powered_mean *x, double level, double truth)
{
	return (struct claim){ .truth = truth,
			       .estimate = x->mean,
			       .interval = { powered_end(x, (1 - level) / 2),
					     powered_end(x, (1 + level) / 2) },
			       .more = { x->lambda } };
}

/* Topics are alike: the first ones are a random part. */
static void estimate(const struct study *y, const struct scored *scored, int kind, double truth,
		     struct powered_topic *room, struct claim *to)
{
	size_t topics = (size_t)y->asked->topics, short_of;
	double level = y->asked->level;
	struct powered_mean x;
	for (size_t t = 0; t < topics; t++)
		room[t] =
			(struct powered_topic){ scored[t].labels[kind],
						(double)t < y->judged ? scored[t].people : NAN, 0 };
	powered_mean(room, topics, POWERED_AS_PUBLISHED, &x, &short_of);
	to[PUBLISHED] = claim_of(&x, level, truth);
	powered_mean(room, topics, POWERED_BY_REGRESSION, &x, &short_of);
	to[BOTH] = claim_of(&x, level, truth);
	x = (struct powered_mean){ .mean = x.judged, .se = x.judged_se, .df = y->judged - 1 };
	to[PEOPLE] = claim_of(&x, level, truth);
}

/* Are there such labels? */
static bool is_tried(const struct study *y, int kind)
{
	return (kind == OF_FILE) == (y->family >= FILES);
}

static int one_sample(const void *question, size_t number, void *scratch, struct claim *to,
		      struct err *e)
{
	(void)e;
	const struct study *y = question;
	struct scored *scored = scratch;
	struct powered_topic *room = (void *)(scored + y->asked->topics);
	struct random g;
	random_init(&g, y->asked->effort.seed, number, (uint32_t)y->family);
	double truth = draw_topics(y, &g, scored);
	for (int k = 0; k < KINDS; k++)
		if (is_tried(y, k))
			estimate(y, scored, k, truth, room, to + k * CLAIMS);
	return 0;
}

/* ---- lines ---- */

struct row {
	const char *family, *labels;
	double level, ratio;
	int64_t topics, judged, seed;
	struct tally of[CLAIMS];
};

#undef AT
#define AT(field)	 .at = offsetof(struct row, field)
#define AT_TALLY(member) AT(of[BOTH].member)

static const struct record_column columns[] = {
	{ "scores", NULL, RECORD_TEXT, AT(family) },
	{ "topics", NULL, RECORD_WHOLE, AT(topics) },
	{ "judged", NULL, RECORD_WHOLE, AT(judged) },
	{ "labels", NULL, RECORD_TEXT, AT(labels) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ "truth", NULL, RECORD_REAL, 6, AT(of[BOTH].truth) },
	TALLY_COLUMNS(AT_TALLY),
	{ "coverage_people", NULL, RECORD_REAL, 6, AT(of[PEOPLE].coverage) },
	{ "width_people", NULL, RECORD_REAL, 6, AT(of[PEOPLE].width) },
	{ "ratio", NULL, RECORD_REAL, 4, AT(ratio) },
	{ "coverage_published", NULL, RECORD_REAL, 6, AT(of[PUBLISHED].coverage) },
	{ "width_published", NULL, RECORD_REAL, 6, AT(of[PUBLISHED].width) },
	{ "lambda", NULL, RECORD_REAL, 4, AT(of[BOTH].more[0]) },
	{ 0 },
};

static int simulate(const struct study *y, struct records *lines, struct err *e)
{
	const struct powered_question *q = y->asked;
	const struct trials trials = { .effort = &q->effort,
				       .groups = 1,
				       .samples = (size_t)q->effort.samples,
				       .claims = KINDS * CLAIMS,
				       .scratch =
					       (size_t)q->topics * (sizeof(struct scored) +
								    sizeof(struct powered_topic)),
				       .one = one_sample,
				       .question = y };
	struct tally tally[KINDS * CLAIMS];
	if (trials_run(&trials, tally, e) < 0)
		return -1;
	for (int k = 0; k < KINDS; k++) {
		struct row row = { .family = families[y->family],
				   .labels = kinds[k],
				   .level = q->level,
				   .topics = q->topics,
				   .judged = (int64_t)y->judged,
				   .seed = (int64_t)q->effort.seed };
		memcpy(row.of, tally + k * CLAIMS, sizeof row.of);
		row.ratio = row.of[BOTH].width / row.of[PEOPLE].width;
		if (is_tried(y, k))
			records_add(lines, &row);
	}
	return 0;
}

/* ---- the files ---- */

/* Scores by people and by labels, of the same systems and topics, none of which is missing. */
static int read_files(struct study *y, struct err *e)
{
	const char *path[] = { y->asked->matrix, y->asked->judged };
	if (score_table_from_matrix(&y->labels, path[0], e) < 0 ||
	    score_table_from_matrix(&y->people, path[1], e) < 0)
		return -1;
	const struct score_table *a = &y->labels, *b = &y->people;
	bool same = a->systems == b->systems && a->topics == b->topics;
	for (size_t i = 0; same && i < a->systems; i++)
		same = strcmp(a->system[i], b->system[i]) == 0;
	for (size_t i = 0; same && i < a->topics; i++)
		same = strcmp(a->topic[i], b->topic[i]) == 0;
	for (size_t i = 0; same && i < a->systems * a->topics; i++)
		same = !isnan(a->value[i]) && !isnan(b->value[i]);
	if (!same)
		return err_data(e,
				"%.300s and %.300s: not the same systems and topics in the same "
				"order, or a score is missing",
				path[0], path[1]);
	if (a->systems < 2 || a->topics < 2)
		return err_data(e, "%.600s: two systems and two topics are needed", path[0]);
	return 0;
}

static int run(void *request, const struct output *out, struct err *e)
{
	const struct powered_question *q = request;
	struct study y = { .asked = q };
	struct records lines;
	bool files = q->matrix != NULL;
	records_init(&lines, columns, sizeof(struct row));
	int result = files ? read_files(&y, e) : 0;
	for (int f = files ? FILES : 0; f < (files ? FAMILIES : FILES); f++)
		for (size_t n = 0; n < q->sizes.count && result == 0; n++) {
			y.family = (enum family)f;
			y.judged = q->sizes.value[n];
			result = simulate(&y, &lines, e);
		}
	score_table_release(&y.labels);
	score_table_release(&y.people);
	return print_csv(&lines, NULL, NULL, result, out, e);
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
