/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often intervals of nugget scores cover, if a model has assigned all nuggets to the answers of
 * two runs, and people some, drawn at random by run and topic (doc/answers.md).
 *
 * A topic has 1 to 3 vital and 3 to 6 okay nuggets. An answer supports one with probability .5 if
 * it is vital, .4 if not, plus what the topic is easier, from -.3 to .3, and .1 more if the run is
 * A; in part with .15. The topics are drawn anew in each sample. `these`: the truth is the
 * difference, or the score of A, in these topics; `like`: in all topics.
 *
 *	perfect	    the model says what people say
 *	rare, good  it says something else of 1 %, 5 % of the pairs
 *	random	    it says anything
 *	lenient	    partial support is support to it in 7 of 10 cases, and none is partial in 4
 *	partial	    lenient to A, and B's support is partial in 5 of 10 cases
 *	constant    it says support of all pairs
 *
 * drawn=N: N pairs of each run and topic. run=N: N of all pairs of a run. `ratio` is the width over
 * that of the same sample without labels.
 *
 * Evidence: topics=20,50 drawn=1,2 seed=77
 */
#include <math.h>

#include "core/commands/simulate/trials.h"
#include "core/stats/regression/sampled_ranking.h"
#include "core/stats/random/variates.h"
#include "tests/experiments/key_value.h"

static const char *const models[] = { "perfect", "rare",    "good",	"random",
				      "lenient", "partial", "constant", NULL };
enum model { PERFECT, RARE, GOOD, RANDOM, LENIENT, PARTIAL, CONSTANT, MODELS };
static const char *const quantities[] = { "vital", "all", "strict_vital" };
enum { VITAL, ALL, STRICT_VITAL, QUANTITIES };
enum { CLAIMS = 4 * QUANTITIES, TOPICS = 200, NUGGETS = 9, GRADES = 3 };

struct pairs_question {
	struct text_list model;
	struct number_list topics, drawn, of_run;
	struct effort effort;
};

#define AT(member) OPTION_AT(struct pairs_question, member)

static const struct command_option keys[] = {
	{ "model", 0, "NAME",
	  "Of perfect, rare, good, random, lenient, partial, constant; repeated",
	  .type = OPTION_TEXTS, .repeat = REPEAT_EACH, AT(model) },
	{ "topics", 0, "N,...", "Topics (default 20)", LIST(WHOLES(2, TOPICS)), AT(topics) },
	{ "drawn", 0, "N,...", "Pairs that people judge of each run and topic (default 1,2)",
	  LIST(WHOLES(1, NUGGETS)), AT(drawn) },
	{ "run", 0, "N,...", "Pairs that people judge of each run, in place of that",
	  LIST(WHOLES(1, TOPICS *NUGGETS)), AT(of_run) },
	{ OPTION_SAMPLES("Samples (default 1000)"), AT(effort.samples) },
	{ .include = effort_options, AT(effort) },
	{ 0 },
};

static void init(void *request)
{
	*(struct pairs_question *)request = (struct pairs_question){
		.topics = { { 20 }, 1 }, .drawn = { { 1, 2 }, 2 }, .effort = experiment_effort(1000)
	};
}

static const struct command_table table = {
	.name = "assigned_pairs",
	.doc = "How often intervals of nugget scores cover, by people's word on a sample of pairs.",
	.option = keys,
	.size = sizeof(struct pairs_question),
	.init = init,
};

struct study {
	const struct pairs_question *asked;
	size_t topics, drawn;
	bool of_run;
	enum model model;
};

/* What a thread works with: pairs of A and B, one behind the other. */
struct made_topic {
	size_t vital, all;
	struct frame_document pair[2][NUGGETS];
	int64_t size[2][GRADES + 1]; /* by class */
	struct frame_stratum stratum[2];
};

struct world {
	struct made_topic topic[TOPICS];
	size_t topics;
};

/* ---- a sample ---- */

static int32_t said_by(enum model m, int32_t truth, bool b, struct random *g)
{
	double u = random_uniform(g);
	double wrong = m == RARE ? 0.01 : m == GOOD ? 0.05 : m == RANDOM ? 1 : 0;
	if (m == CONSTANT)
		return 2;
	if (u < wrong)
		return m == RANDOM ? (int32_t)(GRADES * random_uniform(g))
				   : (truth + 1 + (u < wrong / 2)) % GRADES;
	if (m == LENIENT || (m == PARTIAL && !b))
		return truth + (truth == 1 ? u < 0.7 : truth == 0 ? u < 0.4 : 0);
	return truth - (m == PARTIAL && truth == 2 && u < 0.5);
}

static void make_topic(const struct study *y, struct made_topic *t, struct random *g)
{
	size_t vital = 1 + (size_t)(3 * random_uniform(g));
	size_t all = vital + 3 + (size_t)(4 * random_uniform(g));
	double ease = 0.6 * random_uniform(g) - 0.3;
	t->vital = vital;
	t->all = all;
	for (size_t i = 0; i < 2 * all; i++) {
		size_t run = i / all, rank = i % all;
		double u = random_uniform(g), p = 0.4 + ease + 0.1 * (rank < vital) + 0.1 * !run;
		struct frame_document *d = &t->pair[run][rank];
		*d = (struct frame_document){ .id = i, .grade = u < p ? 2 : u < p + 0.15 };
		d->class = said_by(y->model, d->grade, run == 1, g);
		t->size[run][d->class + 1] += 1;
	}
	for (int run = 0; run < 2; run++)
		t->stratum[run] = (struct frame_stratum){ 0, (double)all, 0 };
}

static void judge(struct made_topic *t, size_t run, size_t rank)
{
	t->pair[run][rank].judged = true;
	t->stratum[run].sampled++;
}

/* `wanted` of the `of` that are left: is this one of them? */
static bool is_drawn(size_t *wanted, size_t *of, struct random *g)
{
	bool drawn = random_uniform(g) * (double)*of < (double)*wanted;
	*of -= 1;
	*wanted -= drawn;
	return drawn;
}

static void draw(const struct study *y, struct world *w, struct random *g)
{
	for (size_t run = 0; run < 2; run++) {
		size_t wanted = y->drawn, of = 0;
		for (size_t t = 0; t < w->topics; t++)
			of += w->topic[t].all;
		for (size_t t = 0; t < w->topics; t++) {
			size_t all = w->topic[t].all;
			if (!y->of_run) {
				of = all;
				wanted = y->drawn < all ? y->drawn : all;
			}
			for (size_t i = 0; i < all; i++)
				if (is_drawn(&wanted, &of, g))
					judge(&w->topic[t], run, i);
		}
	}
}

/* ---- what is claimed ---- */

/* The score of a run in these topics, and in all topics. */
static void truths(const struct world *w, int q, size_t run, double truth[2])
{
	double sum = 0;
	for (size_t t = 0; t < w->topics; t++) {
		const struct made_topic *x = &w->topic[t];
		size_t count = q == ALL ? x->all : x->vital;
		for (size_t i = 0; i < count; i++) {
			int32_t y = x->pair[run][i].grade;
			sum += (q == STRICT_VITAL ? y == 2 : y / 2.0) / (double)count;
		}
	}
	truth[0] = sum / (double)w->topics;
	truth[1] = q == STRICT_VITAL ? 0.5 : q == VITAL ? 0.575 : NAN;
	truth[1] += run == 0 ? 0.1 : 0;
}

static int estimate(struct world *w, int q, int run, bool labels, struct arena *memory,
		    struct sampled_ranking *out, struct err *e)
{
	const struct ranking_asked as = { .gain = q == STRICT_VITAL ? GAIN_FULL_SUPPORT
								    : GAIN_SUPPORT,
					  .divisor = 1,
					  .classes = labels ? GRADES : 0,
					  .across = true };
	struct ranking_frame f[TOPICS];
	for (size_t t = 0; t < w->topics; t++) {
		struct made_topic *x = &w->topic[t];
		for (size_t i = 0; i < x->all; i++)
			x->pair[run][i].divisor = q == ALL	 ? (double)x->all
						  : i < x->vital ? (double)x->vital
								 : 0;
		f[t] = (struct ranking_frame){ .stratum = &x->stratum[run],
					       .strata = 1,
					       .document = x->pair[run],
					       .documents = x->all,
					       .class_size = labels ? x->size[run] : NULL };
	}
	return sampled_ranking(f, w->topics, &as, memory, out, e);
}

static int claim(struct world *w, int q, bool difference, struct claim *to, struct err *e)
{
	double a[2], b[2] = { 0, 0 }, width[2][2];
	struct topic_numbers all[TOPICS];
	int result = 0;
	truths(w, q, 0, a);
	if (difference)
		truths(w, q, 1, b);
	for (size_t t = 0; t < w->topics; t++)
		all[t] = (struct topic_numbers){ { t, t } };
	for (int labels = 0; labels < 2 && result == 0; labels++) {
		struct arena memory = { 0 };
		struct sampled_ranking run[2];
		for (int r = 0; r <= difference && result == 0; r++)
			result = estimate(w, q, r, labels, &memory, &run[r], e);
		for (int like = 0; like < 2 && result == 0; like++) {
			struct sampled_error x;
			sampled_error(&run[0], difference ? &run[1] : NULL, all, w->topics, like,
				      &x);
			to[like].truth = difference && like ? 0.1 : a[like] - b[like];
			to[like].estimate = x.estimate;
			to[like].interval = sampled_interval(&x, 0.025, 0.975);
			width[like][labels] = to[like].interval.upper - to[like].interval.lower;
			to[like].more[0] = width[like][labels] / width[like][0];
		}
		arena_release(&memory);
	}
	return result;
}

static int one_sample(const void *question, size_t number, void *scratch, struct claim *to,
		      struct err *e)
{
	const struct study *y = question;
	struct world *w = scratch;
	struct random g;
	random_init(&g, y->asked->effort.seed, number, (uint32_t)(1000 * y->model + y->drawn));
	memset(w, 0, sizeof *w);
	w->topics = y->topics;
	for (size_t t = 0; t < w->topics; t++)
		make_topic(y, &w->topic[t], &g);
	draw(y, w, &g);
	for (int q = 0; q < QUANTITIES; q++)
		for (int difference = 0; difference < 2; difference++)
			if (claim(w, q, difference, to + 4 * q + 2 * difference, e) < 0)
				return -1;
	return 0;
}

/* ---- lines ---- */

struct row {
	const char *model, *quantity, *of, *topics_are, *by;
	int64_t topics, drawn, seed;
	struct tally tally;
};

#undef AT
#define AT(field)	 .at = offsetof(struct row, field)
#define AT_TALLY(member) AT(tally.member)

static const struct record_column columns[] = {
	{ "model", NULL, RECORD_TEXT, AT(model) },
	{ "topics", NULL, RECORD_WHOLE, AT(topics) },
	{ "by", NULL, RECORD_TEXT, AT(by) },
	{ "drawn", NULL, RECORD_WHOLE, AT(drawn) },
	{ "quantity", NULL, RECORD_TEXT, AT(quantity) },
	{ "of", NULL, RECORD_TEXT, AT(of) },
	{ "topics_are", NULL, RECORD_TEXT, AT(topics_are) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	TALLY_COLUMNS(AT_TALLY),
	{ "ratio", NULL, RECORD_REAL, 6, AT(tally.more[0]) },
	{ 0 },
};

static int simulate(const struct study *y, struct records *lines, struct err *e)
{
	const struct pairs_question *q = y->asked;
	const struct trials trials = { .effort = &q->effort,
				       .groups = 1,
				       .samples = (size_t)q->effort.samples,
				       .claims = CLAIMS,
				       .scratch = sizeof(struct world),
				       .one = one_sample,
				       .question = y };
	struct tally tally[CLAIMS];
	if (trials_run(&trials, tally, e) < 0)
		return -1;
	for (size_t i = 0; i < CLAIMS; i++)
		if (i % 2 == 0 || i / 4 != ALL || i % 4 == 3) /* of `all` it is not known */
			records_add(lines, &(struct row){ .model = models[y->model],
							  .quantity = quantities[i / 4],
							  .of = i % 4 < 2 ? "A" : "A - B",
							  .topics_are = i % 2 ? "like" : "these",
							  .by = y->of_run ? "run" : "topic",
							  .topics = (int64_t)y->topics,
							  .drawn = (int64_t)y->drawn,
							  .seed = (int64_t)q->effort.seed,
							  .tally = tally[i] });
	return 0;
}

static bool is_asked(const struct pairs_question *q, const char *model)
{
	for (size_t i = 0; i < q->model.count; i++)
		if (strcmp(q->model.text[i], model) == 0)
			return true;
	return q->model.count == 0;
}

static int run(void *request, const struct output *out, struct err *e)
{
	const struct pairs_question *q = request;
	struct records lines;
	int result = 0;
	const struct number_list *drawn = q->of_run.count > 0 ? &q->of_run : &q->drawn;
	records_init(&lines, columns, sizeof(struct row));
	for (int m = 0; m < MODELS; m++)
		for (size_t t = 0; is_asked(q, models[m]) && t < q->topics.count; t++)
			for (size_t i = 0; i < drawn->count && result == 0; i++) {
				const struct study y = { q, (size_t)q->topics.value[t],
							 (size_t)drawn->value[i],
							 q->of_run.count > 0, (enum model)m };
				result = simulate(&y, &lines, e);
			}
	return print_csv(&lines, NULL, NULL, result, out, e);
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
