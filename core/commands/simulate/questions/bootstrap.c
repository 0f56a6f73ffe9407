/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate bootstrap: how often the intervals of a mean over topics cover it (Park 2011, section 4,
 * Tables 1 to 3): the topics of a matrix of scores are taken as all that there are, so that the
 * mean of each system is known, and intervals are computed from samples of them. Park draws without
 * replacement; with replacement, each topic of the matrix stands for many like it, and even a large
 * sample does not contain them all.
 *
 * One set of resamples serves all methods and levels of a sample, and a sample does not depend on
 * what else is asked for.
 */
#include <math.h>

#include "core/base/arena.h"
#include "core/commands/simulate/simulate.h"
#include "core/commands/simulate/trials.h"
#include "core/help/help.h"
#include "core/stats/random/uniform.h"

struct bootstrap_asked {
	const char *matrix; /* file, which must be given */
	struct answer_options answer;
	struct method_list named;
	const struct mean_interval_method *method[MEAN_METHODS_MAX];
	size_t methods;
	struct number_list sizes;  /* topics in a sample */
	struct number_list alphas; /* 1 - level */
	int64_t resamples;	   /* of each sample */
	bool with_replacement;	   /* the topics of a sample */
	struct effort effort;	   /* samples of each system and size */
};

#define AT(member) OPTION_AT(struct bootstrap_asked, member)

static const struct command_option options[] = {
	{ HEADING("What is drawn:") },
	{ OPTION_SCORES, AT(matrix),
	  .more = "A matrix has a header: the first column holds topics and may have any name, each of the "
		  "others is named by a system. A score is missing where the field is empty, `NA` or "
		  "`nan`; the system is then measured on its other topics. A topic `all` is a summary "
		  "and passed over." },
	{ NAME_TOPICS, .here = "(in a sample; default 5,10,20)", LIST(WHOLES(2, 1000000)),
	  AT(sizes), .usual = "5,10,20" },
	{ OPTION_TOPIC_SCOPE(
		  "(of which those of a sample are drawn: these, the default, or random: with replacement)",
		  "With `random` a sample may have more topics than the matrix. Without it a sample of most topics "
		  "hardly varies, and its intervals seem better than they are."),
	  AT(with_replacement), .own = true },
	{ HEADING("Intervals:") },
	{ NAME_CI, .here = "(of means over topics; default percentile,bca,slogit)", ADDED_METHODS,
	  AT(named),
	  .more = "There are also `clogit`, `t`, `delta` and `constant`. `slogit`, `clogit` and "
		  "`delta` need scores of 0 or more; if one of the matrix is above 1, they have no "
		  "upper limit." },
	{ NAME_ALPHA, .here = "(here 1 less the levels of intervals; default 0.05,0.1,...,0.5)",
	  LIST(BETWEEN(0, 1)), AT(alphas),
	  .usual = "0.05,0.1,0.15,0.2,0.25,0.3,0.35,0.4,0.45,0.5", /* Park 2011, section 2 */
	  .more = "They are the errors that the intervals are meant to have." },
	{ OPTION_RESAMPLES, AT(resamples) },
	{ HEADING("How:") },
	{ OPTION_SAMPLES("(of each size, from the topics of each system; default 1000)"),
	  AT(effort.samples), .usual = "1000" },
	{ .include = effort_options, AT(effort) },
	{ .include = answer_options, AT(answer) },
	{ 0 },
};

static int check_simulate_bootstrap(void *request, struct err *e)
{
	static const char *const methods[] = { "percentile", "bca", "slogit" };
	struct bootstrap_asked *q = request;
	if (q->named.count > 0)
		return err_usage(e,
				 "--ci=%s: not a method for means over topics (--help lists them)",
				 q->named.method[0]);
	q->methods = q->named.over_topics_count;
	memcpy(q->method, q->named.over_topics, q->methods * sizeof *q->method);
	for (size_t i = 0, none = q->methods == 0; none && i < 3; i++)
		q->method[q->methods++] = mean_interval_find(methods[i]);
	return 0;
}

static const struct option_rule rules[] = {
	{ "", .needs = "scores", .says = "the scores are missing (--scores=FILE)" }, { 0 }
};

static const struct command_table table = {
	.name = "simulate bootstrap",
	.summary = "how often intervals of means over topics cover the mean",
	.doc = "How often the intervals of a mean over topics cover it, with samples of the topics of a matrix.",
	.notes = EXIT_STATUS,
	.examples = "  strat_eval simulate bootstrap --scores=ap.csv --topics=5\n",
	.option = options,
	.size = sizeof(struct bootstrap_asked),
	.shard = offsetof(struct bootstrap_asked, answer.shard),
	.rule = rules,
	.check = check_simulate_bootstrap,
};

static int help(void *request, struct help *h, struct err *e)
{
	(void)request;
	(void)e;
	buffer_print(&h->text, "\nMethods for means over topics:\n");
	HELP_LIST(&h->text, "  %-15s %s\n", mean_interval_methods);
	return 0;
}

/* ---- the systems ---- */

/* The scores of one system on the topics where it has one. */
struct population {
	double *score;
	size_t count;
	double mean;
};

/* All systems, and one number of topics in a sample. */
struct bootstrap_study {
	const struct bootstrap_asked *asked;
	struct population *population;
	size_t systems, most, size; /* `most` topics in a sample of any size */
	bool resample;
	double limit; /* the most that a score can be: 1, unless some are above */
	struct arena memory;
};

static int check_score(const struct bootstrap_study *y, const struct score_table *t, size_t system,
		       size_t topic, const char *path, struct err *e)
{
	double value = t->value[system * t->topics + topic];
	for (size_t m = 0; m < y->asked->methods; m++)
		if (y->asked->method[m]->bounded && !(value >= 0))
			return err_data(e,
					"%.300s: system '%.100s', topic '%.100s': score %g is "
					"below 0, and --ci=%s needs a least score",
					path, t->system[system], t->topic[topic], value,
					y->asked->method[m]->name);
	return 0;
}

static int populate(struct bootstrap_study *y, const struct score_table *t, size_t system,
		    const char *path, struct err *e)
{
	struct population *p = &y->population[system];
	double sum = 0;
	p->score = arena_zeroed(&y->memory, t->topics, sizeof *p->score);
	if (p->score == NULL)
		return err_memory(e);
	for (size_t i = 0; i < t->topics; i++) {
		double value = t->value[system * t->topics + i];
		if (isnan(value))
			continue;
		if (check_score(y, t, system, i, path, e) < 0)
			return -1;
		p->score[p->count++] = value;
		sum += value;
		if (value > 1)
			y->limit = INFINITY;
	}
	p->mean = sum / (double)p->count;
	if (p->count == 0 || (p->count < y->most && !y->asked->with_replacement))
		return err_data(e,
				"%.300s: system '%.100s' has scores for %zu topics, from which %zu "
				"cannot be drawn",
				path, t->system[system], p->count, y->most);
	return 0;
}

/* ---- one sample ---- */

/* Sample number `i` of a system. Its mean; the seed is for its resamples. */
static double draw(const struct bootstrap_study *y, size_t system, uint64_t i, size_t *order,
		   double *sample, uint64_t *seed)
{
	const struct population *p = &y->population[system];
	struct uniform u =
		uniform_start(y->asked->effort.seed, (uint64_t)system << 32 | i, (uint32_t)y->size);
	bool again = y->asked->with_replacement;
	double sum = 0;
	for (size_t k = 0; !again && k < p->count; k++)
		order[k] = k;
	if (!again)
		uniform_choose(&u, order, p->count, y->size);
	for (size_t k = 0; k < y->size; k++) {
		sample[k] = p->score[again ? uniform_below(&u, p->count) : order[k]];
		sum += sample[k];
	}
	*seed = uniform_bits(&u);
	return sum / (double)y->size;
}

/* All methods and alphas. */
static void claim_all(const struct bootstrap_asked *b, const struct mean_sample *s,
		      struct claim *to)
{
	for (size_t m = 0; m < b->methods; m++) {
		const struct mean_interval_method *method = b->method[m];
		struct mean_fit f;
		bool defined = mean_interval_fit(method, s, &f);
		for (size_t a = 0; defined && a < b->alphas.count; a++) {
			double tail = b->alphas.value[a] / 2;
			to[m * b->alphas.count + a].interval =
				(struct interval){ method->end(s, &f, tail),
						   method->end(s, &f, 1 - tail) };
		}
	}
}

/* The samples of a system come one after the other. */
static int one_sample(const void *question, size_t number, void *scratch, struct claim *to,
		      struct err *e)
{
	const struct bootstrap_study *y = question;
	const struct bootstrap_asked *b = y->asked;
	size_t samples = (size_t)b->effort.samples, system = number / samples;
	const struct population *p = &y->population[system];
	double *sample = scratch;
	size_t *order = (void *)(sample + y->size);
	struct mean_interval_request q = { .ends.upper_p = 1,
					   .most = y->limit,
					   .resamples = b->resamples };
	struct mean_sample s;
	double mean = draw(y, system, number % samples, order, sample, &q.ends.seed);
	if (mean_sample_init(&s, sample, y->size, y->resample, &q, e) < 0)
		return -1;
	claim_all(b, &s, to);
	for (size_t k = 0; k < b->methods * b->alphas.count; k++) {
		to[k].truth = p->mean;
		to[k].estimate = mean;
	}
	mean_sample_release(&s);
	return 0;
}

/* ---- lines ---- */

struct bootstrap_row {
	const char *method, *replacement;
	double size, alpha, systems, topics;
	int64_t resamples, seed;
	struct tally of;
};

#undef AT
#define AT(field)	 .at = offsetof(struct bootstrap_row, field)
#define AT_TALLY(member) AT(of.member)

static const struct record_column columns[] = {
	{ "method", "method", RECORD_TEXT, .width = 11, AT(method) },
	{ "n", "n", RECORD_COUNT, .width = 3, AT(size) },
	{ "alpha", "alpha", RECORD_SHORT, .width = 5, AT(alpha) },
	{ "systems", NULL, RECORD_COUNT, AT(systems) },
	{ "topics", NULL, RECORD_COUNT, AT(topics) },
	{ "resamples", NULL, RECORD_WHOLE, AT(resamples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ "replacement", NULL, RECORD_TEXT, AT(replacement) },
	TALLY_COLUMNS(AT_TALLY),
	{ 0 },
};

/* ---- the question ---- */

static int simulate_size(const struct bootstrap_study *y, const struct score_table *t,
			 struct tally *tally, struct records *lines, struct err *e)
{
	const struct bootstrap_asked *b = y->asked;
	const struct trials trials = { .effort = &b->effort,
				       .groups = 1,
				       .samples = y->systems * (size_t)b->effort.samples,
				       .claims = b->methods * b->alphas.count,
				       .scratch = (y->size + t->topics) * sizeof(double),
				       .one = one_sample,
				       .question = y };
	struct bootstrap_row row = { .replacement = b->with_replacement ? "with" : "without",
				     .size = (double)y->size,
				     .systems = (double)t->systems,
				     .topics = (double)t->topics,
				     .resamples = b->resamples,
				     .seed = (int64_t)b->effort.seed };
	if (trials_run(&trials, tally, e) < 0)
		return -1;
	for (size_t i = 0; i < trials.claims; i++) {
		row.method = b->method[i / b->alphas.count]->name;
		row.alpha = b->alphas.value[i % b->alphas.count];
		row.of = tally[i];
		records_add(lines, &row);
	}
	return 0;
}

static int simulate_all(struct bootstrap_study *y, const struct score_table *t,
			struct records *lines, struct err *e)
{
	const struct bootstrap_asked *b = y->asked;
	struct tally *tally = arena_zeroed(&y->memory, b->methods * b->alphas.count, sizeof *tally);
	y->population = arena_zeroed(&y->memory, y->systems, sizeof *y->population);
	if (y->memory.failed)
		return err_memory(e);
	for (size_t i = 0; i < b->sizes.count; i++)
		y->most = (size_t)fmax(b->sizes.value[i], (double)y->most);
	for (size_t m = 0; m < b->methods; m++)
		y->resample = y->resample || b->method[m]->resamples;
	for (size_t s = 0; s < y->systems; s++)
		if (populate(y, t, s, shown_path(b->matrix), e) < 0)
			return -1;
	progress_begin(&b->effort.progress,
		       b->sizes.count * y->systems * (size_t)b->effort.samples);
	for (size_t i = 0; i < b->sizes.count; i++) {
		y->size = (size_t)b->sizes.value[i];
		if (simulate_size(y, t, tally, lines, e) < 0)
			return -1;
	}
	return 0;
}

static int list_bootstrap(const void *question, struct records *lines, struct err *e)
{
	const struct bootstrap_asked *q = question;
	struct score_table t;
	int result = score_table_from_matrix(&t, q->matrix, e);
	struct bootstrap_study y = { .asked = q, .systems = t.systems, .limit = 1 };
	if (result == 0)
		result = simulate_all(&y, &t, lines, e);
	arena_release(&y.memory);
	score_table_release(&t);
	return result;
}

static int simulate_bootstrap(void *request, const struct output *out, struct err *e)
{
	struct bootstrap_asked *q = request;
	return simulation_lines(&q->effort, &q->answer, columns, sizeof(struct bootstrap_row),
				list_bootstrap, q, out, e);
}

COMMAND = { &table, simulate_bootstrap, help };
