/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate powered: how often intervals of compare --judged-matrix cover the mean over topics like
 * these, with good and bad scores by labels (core/stats/regression/powered_mean.h).
 *
 * Scores by people are made up, so that their mean is known:
 *
 *     beta         Beta(0.9, 2.1), about as average precision
 *     half-zero    0 in half of the topics, else uniform: about as reciprocal rank of hard topics
 *     difference   of two independent scores of beta
 *     tenths       of 10 documents, each relevant with a probability that is Beta(0.6, 1.4): P@10
 *
 * Scores by labels, of each system: those of people with an error (standard deviation .1) and kept
 * within 0 and 1; the same of 1 - (1 - y)^2, as of labels that find too much relevant; 1 less the
 * first; random ones; always 1/2; and only whether people's is above 1/2.
 *
 * Or both come from files with a score of every topic. A sample has topics that are drawn with
 * replacement, each of which stands for many like it, and the scores of a random system, or the
 * differences of two.
 */
#include <math.h>

#include "core/commands/simulate/simulate.h"
#include "core/data/scores/score_table.h"
#include "core/stats/random/variates.h"
#include "core/stats/regression/powered_mean.h"

enum family { BETA, HALF_ZERO, DIFFERENCE, TENTHS, FILES, FILES_DIFFERENCE, FAMILIES };
static const char *const families[FAMILIES] = { "beta",	  "half-zero", "difference",
						"tenths", "files",     "differences" };
static const double true_mean[FAMILIES] = { 0.3, 0.25, 0, 0.3 };

enum kind { GOOD, OVERRATED, REVERSED, RANDOM, CONSTANT, COARSE, OF_FILE, KINDS };
static const char *const kinds[KINDS] = { "good",     "overrated", "reversed", "random",
					  "constant", "coarse",	   "file" };

enum { SIZES_MAX = 8, METHODS = POWERED_AS_PUBLISHED + 1 };

struct powered_question {
	int64_t topics;
	struct number_list sizes;
	double level;
	const char *matrix, *judged; /* scores by labels and by people; NULL: made up */
	struct effort effort;
	struct answer_options answer;
};

#define AT(member) OPTION_AT(struct powered_question, member)

static const struct command_option options[] = {
	{ HEADING("Scores:") },
	{ OPTION_MATRIX, AT(matrix) },
	{ "judged-matrix", 0, "FILE",
	  "Scores by people, of the same systems and topics; those of --matrix are by labels",
	  .type = OPTION_FILE, AT(judged) },
	{ HEADING("What is drawn:") },
	{ "topics", 0, "N", "Topics with a score by labels (default 50)", WHOLE(4, 100000),
	  AT(topics) },
	{ OPTION_SIZES("Topics with a score by people, too (default 5,10,25)"), AT(sizes) },
	{ OPTION_LEVEL("intervals"), AT(level) },
	{ HEADING("How:") },
	{ OPTION_SAMPLES("Samples (default 1000)"), AT(effort.samples) },
	{ .include = effort_options, AT(effort) },
	{ .include = answer_options, AT(answer) },
	{ 0 },
};

static void init(void *request)
{
	*(struct powered_question *)request =
		(struct powered_question){ .topics = 50,
					   .sizes = { { 5, 10, 25 }, 3 },
					   .level = 0.95,
					   .effort = effort_by_default(1000) };
}

static int check(void *request, struct err *e)
{
	const struct powered_question *q = request;
	if ((q->matrix != NULL) != (q->judged != NULL))
		return err_usage(e, "--matrix and --judged-matrix go together");
	if (q->sizes.count > SIZES_MAX)
		return err_usage(e, "--sizes: at most %d", SIZES_MAX);
	for (size_t i = 0; i < q->sizes.count; i++)
		if (q->sizes.value[i] > (double)q->topics)
			return err_usage(e, "--sizes: %.0f of %lld topics", q->sizes.value[i],
					 (long long)q->topics);
	return 0;
}

static const struct command_table table = {
	.name = "simulate powered",
	.summary = "what scores by labels do to intervals of means over topics",
	.doc = "How often intervals of a mean over topics cover, and how wide they are, if all topics "
	       "have a score by labels and some,\ndrawn at random, one by people (compare "
	       "--judged-matrix).",
	.notes = "Without files scores are made up. " EXIT_STATUS,
	.option = options,
	.size = sizeof(struct powered_question),
	.init = init,
	.shard = offsetof(struct powered_question, answer.shard),
	.check = check,
};

/* ---- one sample ---- */

struct outcome {
	struct powered_mean by[METHODS];
	double truth;
};

struct study {
	const struct powered_question *asked;
	struct score_table labels, people; /* of files */
	struct outcome *outcome;	   /* by outcome_of() */
};

static struct outcome *outcome_of(const struct study *y, size_t sample, int family, size_t size,
				  int kind)
{
	size_t sizes = y->asked->sizes.count;
	return &y->outcome[((sample * FAMILIES + (size_t)family) * sizes + size) * KINDS +
			   (size_t)kind];
}

/* Are there such scores, and such labels of them? */
static bool is_tried(const struct study *y, int family, int kind)
{
	bool files = y->asked->matrix != NULL;
	return (family >= FILES) == files && (kind == OF_FILE) == files;
}

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
static double draw_topics(const struct study *y, struct random *g, enum family family,
			  struct scored *scored)
{
	if (family >= FILES)
		return draw_files(y, g, family == FILES_DIFFERENCE, scored);
	for (int64_t t = 0; t < y->asked->topics; t++)
		scored[t] = draw_topic(g, family);
	return true_mean[family];
}

/* By both methods. */
static void estimate(const struct scored *scored, size_t topics, double judged, int kind,
		     struct powered_topic *room, struct outcome *out)
{
	size_t short_of;
	/* topics are alike: the first ones are a random part */
	for (size_t t = 0; t < topics; t++)
		room[t] = (struct powered_topic){ scored[t].labels[kind],
						  (double)t < judged ? scored[t].people : NAN, 0 };
	for (int by = 0; by < METHODS; by++)
		powered_mean(room, topics, 1, (enum powered_by)by, &out->by[by], &short_of);
}

static int one_sample(void *context, size_t number, int thread, struct err *e)
{
	(void)thread;
	const struct study *y = context;
	const struct powered_question *q = y->asked;
	size_t topics = (size_t)q->topics;
	struct scored *scored = calloc(topics, sizeof *scored);
	struct powered_topic *room = calloc(topics, sizeof *room);
	int result = scored == NULL || room == NULL ? err_memory(e) : 0;
	for (int family = 0; family < FAMILIES && result == 0; family++) {
		struct random g;
		random_init(&g, q->effort.seed, number, (uint32_t)family);
		if ((family >= FILES) != (q->matrix != NULL))
			continue;
		double truth = draw_topics(y, &g, (enum family)family, scored);
		for (size_t n = 0; n < q->sizes.count; n++)
			for (int k = 0; k < KINDS; k++) {
				struct outcome *x = outcome_of(y, number, family, n, k);
				x->truth = truth;
				if (is_tried(y, family, k))
					estimate(scored, topics, q->sizes.value[n], k, room, x);
			}
	}
	free(scored);
	free(room);
	progress_step(&q->effort.progress);
	return result;
}

static void sample_fields(void *context, size_t number, struct shard_line *l)
{
	const struct study *y = context;
	size_t outcomes = FAMILIES * y->asked->sizes.count * KINDS;
	for (size_t i = 0; i < outcomes; i++) {
		struct outcome *x = &y->outcome[number * outcomes + i];
		SHARD_FIELD(l, &x->truth);
		for (int by = 0; by < METHODS; by++) {
			SHARD_FIELD(l, &x->by[by].mean);
			SHARD_FIELD(l, &x->by[by].se);
			SHARD_FIELD(l, &x->by[by].df);
			SHARD_FIELD(l, &x->by[by].lambda);
			SHARD_FIELD(l, &x->by[by].judged);
			SHARD_FIELD(l, &x->by[by].judged_se);
		}
	}
}

/* ---- lines ---- */

struct row {
	const char *family, *labels;
	double truth, by_t, published, people, width, published_width, people_width, ratio, bias,
		lambda, level;
	int64_t topics, judged, samples, seed;
};

#undef AT
#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "scores", "scores", RECORD_TEXT, .width = 10, AT(family) },
	{ "topics", NULL, RECORD_WHOLE, AT(topics) },
	{ "judged", "judged", RECORD_WHOLE, .width = 6, AT(judged) },
	{ "labels", "labels", RECORD_TEXT, .width = 9, AT(labels) },
	{ "truth", "truth", RECORD_REAL, 4, 3, 6, AT(truth) },
	{ "coverage_people", "people", RECORD_REAL, 4, 3, 6, AT(people) },
	{ "coverage", "both", RECORD_REAL, 4, 3, 5, AT(by_t) },
	{ "width_people", "width people", RECORD_REAL, 6, 4, 12, AT(people_width) },
	{ "width", "both", RECORD_REAL, 6, 4, 7, AT(width) },
	{ "ratio", "ratio", RECORD_REAL, 4, 3, 5, AT(ratio) },
	{ "coverage_published", "as published", RECORD_REAL, 4, 3, 12, AT(published) },
	{ "width_published", "width", RECORD_REAL, 6, 4, 7, AT(published_width) },
	{ "bias", "bias", RECORD_REAL, 6, 4, 7, AT(bias) },
	{ "lambda", NULL, RECORD_REAL, 4, 3, 6, AT(lambda) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

/* Whether the interval has the true mean; `width` grows by its width, in shares of all samples. */
static bool covers(const struct powered_mean *x, double level, double truth, double samples,
		   double *width)
{
	double lower = powered_end(x, (1 - level) / 2);
	double upper = powered_end(x, (1 + level) / 2);
	*width += (upper - lower) / samples;
	return lower <= truth + 1e-12 && upper >= truth - 1e-12;
}

static struct row summarize(const struct study *y, int family, size_t n, int k)
{
	const struct powered_question *q = y->asked;
	double samples = (double)q->effort.samples;
	struct row r = { .family = families[family],
			 .labels = kinds[k],
			 .level = q->level,
			 .topics = q->topics,
			 .judged = (int64_t)q->sizes.value[n],
			 .samples = q->effort.samples,
			 .seed = (int64_t)q->effort.seed };
	for (int64_t i = 0; i < q->effort.samples; i++) {
		const struct outcome *of = outcome_of(y, (size_t)i, family, n, k);
		const struct powered_mean *x = of->by;
		double truth = of->truth;
		const struct powered_mean *published = &x[POWERED_AS_PUBLISHED];
		const struct powered_mean people = { .mean = x->judged,
						     .se = x->judged_se,
						     .df = q->sizes.value[n] - 1 };
		r.by_t += covers(x, q->level, truth, samples, &r.width) / samples;
		r.published +=
			covers(published, q->level, truth, samples, &r.published_width) / samples;
		r.people += covers(&people, q->level, truth, samples, &r.people_width) / samples;
		r.bias += (x->mean - truth) / samples;
		r.truth += truth / samples;
		r.lambda += x->lambda / samples;
	}
	r.ratio = r.width / r.people_width;
	return r;
}

/* ---- the question ---- */

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

static int simulate_all(const void *question, struct records *lines, struct err *e)
{
	const struct powered_question *q = question;
	size_t samples = (size_t)q->effort.samples;
	struct study y = { .asked = q };
	y.outcome = calloc(samples, FAMILIES * q->sizes.count * KINDS * sizeof *y.outcome);
	progress_begin(&q->effort.progress, samples);
	int result = y.outcome == NULL ? err_memory(e) : 0;
	if (result == 0 && q->matrix != NULL)
		result = read_files(&y, e);
	if (result == 0)
		result = shard_each(q->effort.shard, q->effort.jobs, samples, one_sample,
				    sample_fields, &y, e);
	for (int family = 0; family < FAMILIES && result == 0; family++)
		for (size_t n = 0; n < q->sizes.count; n++)
			for (int k = 0; k < KINDS; k++) {
				if (!is_tried(&y, family, k))
					continue;
				const struct row row = summarize(&y, family, n, k);
				records_add(lines, &row);
			}
	score_table_release(&y.labels);
	score_table_release(&y.people);
	free(y.outcome);
	return result;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct powered_question *q = request;
	return simulation_lines(&q->effort, &q->answer, columns, sizeof(struct row), simulate_all,
				q, out, e);
}

COMMAND = { &table, run, NULL };
