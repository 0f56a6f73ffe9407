/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often intervals of means and differences of rankings cover, if people judge a few documents
 * of the pool of each topic (core/stats/regression/sampled_ranking.h).
 *
 * A world has 300 topics of 80 to 240 documents with grades 0 to 3, relevant from 2 on. A sample
 * has some of the topics, drawn with replacement, and a simple random sample of the pool of each.
 * The truth is the mean over all topics of the world. A world with a seed of its own draws how many
 * documents are relevant, how much topics differ, how good runs and labels are.
 *
 * Runs of a world rank by strength times grade plus normal noise:
 *	poor	  worse than chance, P some .02 to .10
 *	typical	  P some .3 to .6
 *	best	  P .85 to .98, in a world with many relevant documents
 *	ideal	  nDCG above .85, in a world with few
 *	swap	  typical against itself with the documents at ranks 2 and 9 exchanged
 * Labels: none; good (the grade and normal noise, rounded), useless (one of five), perfect, rare
 * (perfect but for 1 %).
 *
 * `judged` 0: 2 to 30, another number in each topic. `deciding`: the judged documents that decide,
 * in effect, on average. `best` is 2 t sqrt(S^2/T + V): S^2 the variance of the true differences
 * over topics, V the variance by design of the difference, if the true means of the classes are the
 * predictions; `ratio` the width over it.
 */
#include <math.h>

#include "core/stats/random/variates.h"
#include "core/stats/regression/sampled_ranking.h"
#include "core/stats/rmath.h"
#include "tests/experiments/key_value.h"

enum { POPULATION = 300, SMALLEST = 80, LARGEST = 240, DEPTH = 10, LEVEL = 2, CLASSES = 5 };
enum pair_kind_of { POOR, TYPICAL, BEST, NEAR_IDEAL, SWAP, PAIRS };
static const char *const pairs[] = { "poor", "typical", "best", "ideal", "swap", NULL };
enum label_kind_of { NO_LABEL, GOOD, USELESS, PERFECT, RARE, LABELS };
static const char *const labels[] = { "none", "good", "useless", "perfect", "rare", NULL };
static const char *const measures[] = { "P", "nDCG", "nDCG-exp", "DCG", NULL };
enum { MEASURED = 4, OF = 3, CLAIMS = MEASURED * OF * 2, BEST_WIDTH = MEASURED };

struct rankings_question {
	struct number_list topics, judged;
	bool pair[PAIRS], label[LABELS], measure[MEASURED];
	int64_t worlds;
	bool fixed;
	struct effort effort;
};

#define AT(member) OPTION_AT(struct rankings_question, member)

static const struct command_option keys[] = {
	{ "topics", 0, "N,...", "Topics of a sample (default 8,25,50)", LIST(WHOLES(2, 200)),
	  AT(topics) },
	{ "judged", 0, "N,...", "Judged documents of a topic; 0: unequal (default 8,20,0)",
	  LIST(WHOLES(0, 240)), AT(judged) },
	{ "pair", 0, "NAME,...", "Of poor, typical, best, ideal, swap (default: all)", NAMES(pairs),
	  AT(pair) },
	{ "labels", 0, "NAME,...", "Of none, good, useless, perfect, rare (default: all)",
	  NAMES(labels), AT(label) },
	{ "measure", 0, "NAME,...", "Of P, nDCG, nDCG-exp, DCG (default: all but DCG)",
	  NAMES(measures), AT(measure) },
	{ "worlds", 0, "N", "Worlds, each from a seed of its own (default 1)", WHOLE(1, 100),
	  AT(worlds) },
	{ "fixed", 0, NULL, "Intervals for the topics of the sample, too", AT(fixed) },
	{ OPTION_SAMPLES("Samples (default 1000)"), AT(effort.samples) },
	{ .include = effort_options, AT(effort) },
	{ 0 },
};

static void init(void *request)
{
	struct rankings_question *q = request;
	*q = (struct rankings_question){ .topics = { { 8, 25, 50 }, 3 },
					 .judged = { { 8, 20, 0 }, 3 },
					 .worlds = 1,
					 .effort = experiment_effort(1000) };
	for (int i = 0; i < PAIRS; i++)
		q->pair[i] = true;
	for (int i = 0; i < LABELS; i++)
		q->label[i] = true;
	for (int i = 0; i < MEASURED; i++)
		q->measure[i] = i < 3;
}

static const struct command_table table = {
	.name = "rankings",
	.doc = "How often intervals of rankings cover, of which people judged a few documents.",
	.option = keys,
	.size = sizeof(struct rankings_question),
	.init = init,
};

/* ---- worlds ---- */

struct made_document {
	int32_t grade, class;
};

struct made_topic {
	size_t documents;
	struct made_document document[LARGEST];
	size_t first[2][DEPTH]; /* of either run */
};

struct study {
	const struct rankings_question *asked;
	struct made_topic *population;
	int pair, label;
	size_t world, topics, judged;
	double truth[MEASURED][OF], best[MEASURED];
};

/* What a world is made by: log odds of being relevant and their deviation, strengths of the runs,
 * noise of labels. */
struct recipe {
	double rich, differ, strength[2], noise;
};

static struct recipe recipe_of(const struct study *y, struct random *g)
{
	static const struct recipe pair[] = {
		[POOR] = { -1.9, 0.8, { 0.0, -0.2 }, 0.9 },
		[TYPICAL] = { -1.7, 0.9, { 0.9, 0.5 }, 0.9 },
		[BEST] = { -0.9, 0.5, { 2.0, 1.5 }, 0.9 },
		[NEAR_IDEAL] = { -1.9, 0.7, { 2.2, 1.0 }, 0.9 },
		[SWAP] = { -1.7, 0.9, { 0.9, 0.9 }, 0.9 },
	};
	struct recipe r = pair[y->pair];
	double a = random_uniform(g), b = random_uniform(g), c = random_uniform(g);
	r.rich += 0.4 * (a - 0.5);
	r.differ *= 0.7 + 0.6 * b;
	r.noise *= 0.6 + 0.8 * c;
	return r;
}

static int32_t said_of(int kind, int32_t grade, double noise, struct random *g)
{
	double u = random_uniform(g), z = random_normal(g);
	if (kind == NO_LABEL)
		return -1;
	if (kind == USELESS)
		return (int32_t)(CLASSES * u);
	if (kind == GOOD)
		return (int32_t)fmin(fmax(round(grade + 0.4 + noise * z), 0), 3);
	return kind == RARE && u < 0.01 ? (grade + 2) % 4 : grade;
}

/* The documents of a run, best first. */
static void rank(struct made_topic *t, double strength, size_t *first, struct random *g)
{
	double score[LARGEST];
	for (size_t i = 0; i < t->documents; i++)
		score[i] = strength * t->document[i].grade + random_normal(g);
	for (size_t k = 0; k < DEPTH; k++) {
		size_t best = 0;
		for (size_t i = 1; i < t->documents; i++)
			best = score[i] > score[best] ? i : best;
		first[k] = best;
		score[best] = -INFINITY;
	}
}

static void make_topic(struct made_topic *t, const struct recipe *r, const struct study *y,
		       struct random *g)
{
	double odds = r->rich + r->differ * random_normal(g);
	t->documents = SMALLEST + (size_t)((LARGEST - SMALLEST + 1) * random_uniform(g));
	for (size_t i = 0; i < t->documents; i++) {
		double z = odds + random_normal(g);
		int32_t grade = z < -0.6 ? 0 : z < 0.2 ? 1 : z < 1 ? 2 : 3;
		t->document[i] =
			(struct made_document){ grade, said_of(y->label, grade, r->noise, g) };
	}
	for (int run = 0; run < 2; run++)
		rank(t, r->strength[run], t->first[run], g);
	if (y->pair == SWAP) {
		memcpy(t->first[1], t->first[0], sizeof t->first[1]);
		t->first[1][1] = t->first[0][8];
		t->first[1][8] = t->first[0][1];
	}
}

/* ---- truths ---- */

static struct ranking_asked asked_of(int measure, bool with_labels)
{
	static const struct ranking_asked as[] = {
		{ .gain = GAIN_RELEVANT, .divisor = DEPTH },
		{ .gain = GAIN_LINEAR, .divisor = 1, .normalised = true },
		{ .gain = GAIN_EXPONENTIAL, .divisor = 1, .normalised = true },
		{ .gain = GAIN_LINEAR, .divisor = 1, .unlimited = true },
	};
	struct ranking_asked x = as[measure];
	x.level = LEVEL;
	x.cutoff = DEPTH;
	x.classes = with_labels ? CLASSES : 0;
	return x;
}

static double gain_of(int measure, int32_t grade)
{
	return measure == 0 ? grade >= LEVEL : measure == 2 ? exp2(grade) - 1 : grade;
}

static double weight_at(int measure, size_t k)
{
	return measure == 0 ? 1.0 / DEPTH : 1 / log2((double)k + 2);
}

/* 1 over the ideal sum. */
static double inverse_of(int measure, const struct made_topic *t)
{
	double sum = 0;
	size_t k = 0;
	if (measure == 0 || measure == 3)
		return 1;
	for (int32_t grade = 3; grade > 0; grade--)
		for (size_t i = 0; i < t->documents && k < DEPTH; i++)
			if (t->document[i].grade == grade)
				sum += gain_of(measure, grade) * weight_at(measure, k++);
	return sum > 0 ? 1 / sum : 0;
}

static double value_of(int measure, const struct made_topic *t, int run)
{
	double sum = 0;
	for (size_t k = 0; k < DEPTH; k++)
		sum += weight_at(measure, k) *
		       gain_of(measure, t->document[t->first[run][k]].grade);
	return sum * inverse_of(measure, t);
}

static size_t judged_of(const struct study *y, size_t topic, size_t documents)
{
	size_t n = y->judged > 0 ? y->judged : 2 + topic * 7919 % 29;
	return n < documents ? n : documents;
}

/* Mean of gain/ideal over the first documents of a class. */
static void class_means(const struct study *y, int measure, int run, double *mean)
{
	double count[CLASSES + 1] = { 0 };
	for (int c = 0; c <= CLASSES; c++)
		mean[c] = 0;
	for (size_t t = 0; t < POPULATION; t++)
		for (size_t k = 0; k < DEPTH; k++) {
			const struct made_topic *x = &y->population[t];
			const struct made_document *d = &x->document[x->first[run][k]];
			mean[d->class + 1] += gain_of(measure, d->grade) * inverse_of(measure, x);
			count[d->class + 1]++;
		}
	for (int c = 0; c <= CLASSES; c++)
		mean[c] /= fmax(count[c], 1);
}

/* The variance by design of the difference in a topic. */
static double design_variance(const struct study *y, int measure, size_t t,
			      double mean[2][CLASSES + 1])
{
	const struct made_topic *x = &y->population[t];
	double e[LARGEST] = { 0 }, sum = 0, squares = 0, inverse = inverse_of(measure, x);
	double N = (double)x->documents, n = (double)judged_of(y, t, x->documents);
	for (int run = 0; run < 2; run++)
		for (size_t k = 0; k < DEPTH; k++) {
			size_t i = x->first[run][k];
			double z = gain_of(measure, x->document[i].grade) * inverse;
			e[i] += (run == 0 ? 1 : -1) * weight_at(measure, k) *
				(z - mean[run][x->document[i].class + 1]);
		}
	for (size_t i = 0; i < x->documents; i++) {
		sum += e[i];
		squares += e[i] * e[i];
	}
	return N * (N - n) / n * (squares - sum * sum / N) / (N - 1);
}

static void find_truths(struct study *y)
{
	double T = (double)y->topics;
	for (int m = 0; m < MEASURED; m++) {
		double one = 0, two = 0, design = 0, mean[2][CLASSES + 1];
		y->truth[m][0] = y->truth[m][1] = 0;
		for (int run = 0; run < 2; run++)
			class_means(y, m, run, mean[run]);
		for (size_t t = 0; t < POPULATION; t++) {
			double a = value_of(m, &y->population[t], 0);
			double b = value_of(m, &y->population[t], 1);
			y->truth[m][0] += a / POPULATION;
			y->truth[m][1] += b / POPULATION;
			one += (a - b) / POPULATION;
			two += (a - b) * (a - b) / POPULATION;
			design += design_variance(y, m, t, mean) / POPULATION;
		}
		y->truth[m][2] = one;
		y->best[m] = 2 * qt(0.975, T - 1, 1, 0) * sqrt((two - one * one + design) / T);
	}
}

/* ---- a sample ---- */

struct room {
	struct arena memory;
	size_t topic[200];
	bool judged[200][LARGEST];
	size_t n[200];
};

static void draw(const struct study *y, struct room *r, struct random *g)
{
	for (size_t t = 0; t < y->topics; t++) {
		r->topic[t] = (size_t)(POPULATION * random_uniform(g));
		size_t N = y->population[r->topic[t]].documents;
		size_t wanted = r->n[t] = judged_of(y, r->topic[t], N), of = N;
		for (size_t i = 0; i < N; i++, of--) {
			r->judged[t][i] = random_uniform(g) * (double)of < (double)wanted;
			wanted -= r->judged[t][i];
		}
	}
}

static struct ranking_frame frame_of(const struct study *y, const struct room *r, size_t t, int run,
				     int measure, struct arena *memory)
{
	const struct made_topic *x = &y->population[r->topic[t]];
	struct frame_document *d = arena_zeroed(memory, x->documents, sizeof *d);
	struct frame_stratum *h = arena_zeroed(memory, 1, sizeof *h);
	int64_t *size = arena_zeroed(memory, CLASSES + 1, sizeof *size);
	bool shown[LARGEST] = { false };
	struct ranking_frame f = { .stratum = h,
				   .strata = 1,
				   .document = d,
				   .class_size = y->label != NO_LABEL ? size : NULL };
	*h = (struct frame_stratum){ 0, (double)x->documents, (double)r->n[t] };
	for (size_t k = 0; k < DEPTH; k++) {
		size_t i = x->first[run][k];
		shown[i] = true;
		d[f.documents++] = (struct frame_document){
			.id = i,
			.divisor = measure == 0 ? 1 : log2((double)k + 2),
			.judged = r->judged[t][i],
			.grade = x->document[i].grade,
			.class = x->document[i].class,
		};
	}
	for (size_t i = 0; i < x->documents; i++) {
		size[x->document[i].class + 1]++;
		if (r->judged[t][i] && !shown[i])
			d[f.documents++] = (struct frame_document){ .id = i,
								    .judged = true,
								    .grade = x->document[i].grade,
								    .class = x->document[i].class };
	}
	return f;
}

static int estimate(const struct study *y, struct room *r, int measure, int run,
		    struct sampled_ranking *out, struct err *e)
{
	struct ranking_frame f[200];
	const struct ranking_asked as = asked_of(measure, y->label != NO_LABEL);
	for (size_t t = 0; t < y->topics; t++)
		f[t] = frame_of(y, r, t, run, measure, &r->memory);
	if (r->memory.failed)
		return err_memory(e);
	return sampled_ranking(f, y->topics, &as, &r->memory, out, e);
}

static int claim(const struct study *y, struct room *r, int m, struct claim *to, struct err *e)
{
	struct sampled_ranking run[2];
	struct topic_numbers all[200];
	for (size_t t = 0; t < y->topics; t++)
		all[t] = (struct topic_numbers){ { t, t } };
	for (int i = 0; i < 2; i++)
		if (estimate(y, r, m, i, &run[i], e) < 0)
			return -1;
	for (int of = 0; of < OF; of++)
		for (int fixed = 0; fixed < 1 + y->asked->fixed; fixed++) {
			struct sampled_error x;
			struct claim *c = &to[2 * of + fixed];
			sampled_error(&run[of % 2], of == 2 ? &run[1] : NULL, all, y->topics,
				      !fixed, &x);
			c->truth = y->truth[m][of];
			if (fixed) {
				c->truth = 0;
				for (size_t t = 0; t < y->topics; t++) {
					const struct made_topic *p = &y->population[r->topic[t]];
					double b = of == 2 ? value_of(m, p, 1) : 0;
					c->truth +=
						(value_of(m, p, of % 2) - b) / (double)y->topics;
				}
			}
			c->estimate = x.estimate;
			c->interval = sampled_interval(&x, 0.025, 0.975);
			c->more[0] = x.documents;
		}
	arena_clear(&r->memory);
	return 0;
}

static int one_sample(const void *question, size_t number, void *scratch, struct claim *to,
		      struct err *e)
{
	const struct study *y = question;
	struct room *r = scratch;
	struct random g;
	random_init(&g, y->asked->effort.seed + 1000003 * y->world, number,
		    (uint32_t)(1000 * y->topics + y->judged));
	draw(y, r, &g);
	for (int m = 0; m < MEASURED; m++)
		if (y->asked->measure[m] && claim(y, r, m, to + 2 * OF * m, e) < 0)
			return -1;
	arena_release(&r->memory);
	r->memory = (struct arena){ 0 };
	return 0;
}

/* ---- lines ---- */

struct row {
	const char *pair, *labels, *measure, *of, *topics_are;
	int64_t world, topics, judged, seed;
	double truth, best, ratio;
	struct tally tally;
};

#undef AT
#define AT(field)	 .at = offsetof(struct row, field)
#define AT_TALLY(member) AT(tally.member)

static const struct record_column columns[] = {
	{ "world", NULL, RECORD_WHOLE, AT(world) },
	{ "pair", NULL, RECORD_TEXT, AT(pair) },
	{ "labels", NULL, RECORD_TEXT, AT(labels) },
	{ "topics", NULL, RECORD_WHOLE, AT(topics) },
	{ "judged", NULL, RECORD_WHOLE, AT(judged) },
	{ "measure", NULL, RECORD_TEXT, AT(measure) },
	{ "of", NULL, RECORD_TEXT, AT(of) },
	{ "topics_are", NULL, RECORD_TEXT, AT(topics_are) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ "truth", NULL, RECORD_REAL, 4, AT(truth) },
	TALLY_COLUMNS(AT_TALLY),
	{ "deciding", NULL, RECORD_REAL, 2, AT(tally.more[0]) },
	{ "best", NULL, RECORD_REAL, 4, AT(best) },
	{ "ratio", NULL, RECORD_REAL, 4, AT(ratio) },
	{ 0 },
};

static int simulate(struct study *y, struct records *lines, struct err *e)
{
	static const char *const of_whom[] = { "A", "B", "A - B" };
	const struct rankings_question *q = y->asked;
	const struct trials trials = { .effort = &q->effort,
				       .groups = 1,
				       .samples = (size_t)q->effort.samples,
				       .claims = CLAIMS,
				       .scratch = sizeof(struct room),
				       .one = one_sample,
				       .question = y };
	struct tally tally[CLAIMS];
	find_truths(y);
	if (trials_run(&trials, tally, e) < 0)
		return -1;
	for (int i = 0; i < CLAIMS; i++) {
		int m = i / 2 / OF, of = i / 2 % OF;
		if (!q->measure[m] || (i % 2 == 1 && !q->fixed))
			continue;
		double best = of == 2 && i % 2 == 0 ? y->best[m] : NAN;
		records_add(lines, &(struct row){ .pair = pairs[y->pair],
						  .labels = labels[y->label],
						  .measure = measures[m],
						  .of = of_whom[of],
						  .topics_are = i % 2 ? "these" : "like",
						  .world = (int64_t)y->world,
						  .topics = (int64_t)y->topics,
						  .judged = (int64_t)y->judged,
						  .seed = (int64_t)q->effort.seed,
						  .truth = y->truth[m][of],
						  .best = best,
						  .ratio = tally[i].width / best,
						  .tally = tally[i] });
	}
	return 0;
}

static int simulate_world(struct study *y, struct records *lines, struct err *e)
{
	const struct rankings_question *q = y->asked;
	struct random g;
	random_init(&g, q->effort.seed, y->world, (uint32_t)(100 * y->pair + 7));
	const struct recipe r = recipe_of(y, &g);
	for (size_t t = 0; t < POPULATION; t++)
		make_topic(&y->population[t], &r, y, &g);
	for (size_t t = 0; t < q->topics.count; t++)
		for (size_t i = 0; i < q->judged.count; i++) {
			y->topics = (size_t)q->topics.value[t];
			y->judged = (size_t)q->judged.value[i];
			if (simulate(y, lines, e) < 0)
				return -1;
		}
	return 0;
}

static int run(void *request, const struct output *out, struct err *e)
{
	const struct rankings_question *q = request;
	struct records lines;
	struct study y = { .asked = q, .population = calloc(POPULATION, sizeof *y.population) };
	int result = y.population != NULL ? 0 : err_memory(e);
	records_init(&lines, columns, sizeof(struct row));
	for (y.world = 0; y.world < (size_t)q->worlds; y.world++)
		for (y.pair = 0; y.pair < PAIRS; y.pair++)
			for (y.label = 0; y.label < LABELS && result == 0; y.label++)
				if (q->pair[y.pair] && q->label[y.label])
					result = simulate_world(&y, &lines, e);
	free(y.population);
	return print_csv(&lines, NULL, NULL, result, out, e);
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
