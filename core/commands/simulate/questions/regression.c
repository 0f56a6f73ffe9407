/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate regression: how often intervals of regression estimates of rankings cover, and how wide
 * they are, on weights alone and with labels of several kinds, on the same samples.
 */
#include <math.h>

#include "core/commands/simulate/labelled_worlds.h"
#include "core/data/joined/regressed_view.h"
#include "core/stats/random/uniform.h"

static const char *const quantities[] = { "P",	      "DCG",	   "nDCG", "diff-P",
					  "diff-DCG", "diff-nDCG", "AP",   NULL };
enum { QUANTITIES = sizeof quantities / sizeof *quantities - 1 };
static const struct {
	enum regressed_kind kind;
	bool difference;
} quantity[QUANTITIES] = {
	{ REGRESSED_PRECISION, false }, { REGRESSED_DCG, false }, { REGRESSED_NDCG, false },
	{ REGRESSED_PRECISION, true },	{ REGRESSED_DCG, true },  { REGRESSED_NDCG, true },
	{ REGRESSED_AP, false },
};

struct regression_question {
	struct file_options files;
	struct labels_asked labels;
	struct number_list sizes;
	double depth, level;
	bool wanted[QUANTITIES], kind[KINDS];
	struct effort effort;
	struct answer_options answer;
};

#define AT(member) OPTION_AT(struct regression_question, member)

static const struct command_option options[] = {
	{ .include = file_options, AT(files) },
	{ "labels", 0, "FILE", "Labels of the judged documents, as in an evaluation",
	  .type = OPTION_FILE, AT(labels.path) },
	{ "depth", 0, "K", "P, DCG and nDCG of the first K documents (default 10)",
	  REAL(FROM_TO(1, 1000)), AT(depth) },
	{ HEADING("What is drawn:") },
	{ "sizes", 0, "N,...", "Judged documents of each topic (default 2,8,60)",
	  LIST(WHOLES(1, 1000000)), AT(sizes) },
	{ "quantity", 0, "NAME,...",
	  "Of P, DCG, nDCG, diff-P, diff-DCG, diff-nDCG and AP (default: all but AP)",
	  NAMES(quantities), AT(wanted) },
	{ OPTION_LABEL_KINDS, AT(kind) },
	{ OPTION_LEVEL("intervals"), AT(level) },
	{ HEADING("How:") },
	{ OPTION_SAMPLES("Samples (default 1000)"), AT(effort.samples) },
	{ .include = effort_options, AT(effort) },
	{ .include = answer_options, AT(answer) },
	{ 0 },
};

static void init(void *request)
{
	struct regression_question *q = request;
	*q = (struct regression_question){ .files = file_options_by_default(),
					   .depth = 10,
					   .level = 0.95,
					   .effort = effort_by_default(1000),
					   .sizes = { { 2, 8, 60 }, 3 } };
	for (int i = 0; i < QUANTITIES; i++)
		q->wanted[i] = quantity[i].kind != REGRESSED_AP;
	for (int k = 0; k < KINDS; k++)
		q->kind[k] = k < KINDS_BY_DEFAULT || k == KIND_FILE;
}

static int check(void *request, struct err *e)
{
	const struct regression_question *q = request;
	return world_files_check(&q->files, q->labels.path, e);
}

static const struct command_option words = { ADDED_FILES, AT(files.file) };

static const struct command_table table = {
	.name = "simulate regression",
	.summary = "what weights and labels do to intervals of rankings",
	.arguments = "[QRELS RUN RUN]",
	.doc = "How often intervals of P, DCG, nDCG and of differences of two runs cover, and how wide "
	       "they are: by\nregression on the weights alone (reg_P), and with labels of several "
	       "kinds (lab_P).",
	.notes =
		"Without files there are three made-up pools of 50 topics: rich, sparse and medium. "
		"Samples in which nothing with a weight is judged have no interval, and coverage and width "
		"are those of the others: offered is their share. " EXIT_STATUS,
	.option = options,
	.word = &words,
	.size = sizeof(struct regression_question),
	.init = init,
	.shard = offsetof(struct regression_question, answer.shard),
	.check = check,
};

/* ---- one sample ---- */

struct regression_study {
	const struct regression_question *asked;
	const struct ranked_world *world;
	size_t sampled; /* of each topic */
	size_t most;	/* documents of a topic */
	bool tried[WITH_OR_WITHOUT];
	double truth[QUANTITIES];
};

/* A sample in a world, seen with labels of a kind. */
struct seen {
	const struct regression_study *study;
	const bool *judged; /* NULL: all documents are, for the true value */
	int kind;
	struct pooled_document *room;
};

/* Puts the documents of a topic into the room, and returns their stratum. */
static struct drawn_stratum take_topic(const struct seen *x, size_t t)
{
	const struct ranked_world *w = x->study->world;
	size_t first = w->first[t], count = w->first[t + 1] - first;
	bool all = x->judged == NULL || count < x->study->sampled;
	int64_t sampled = (int64_t)(all ? count : x->study->sampled);
	for (size_t i = 0; i < count; i++) {
		const struct ranked_pool_document *d = &w->document[first + i];
		x->room[i] = (struct pooled_document){
			.grade = x->judged == NULL || x->judged[first + i] ? d->grade : -1,
			.rank = { d->rank[0], d->rank[1] },
			.class = x->kind == NO_LABELS ? -1 : d->class_of[x->kind]
		};
	}
	return (struct drawn_stratum){ .size = (int64_t)count,
				       .sampled = sampled,
				       .assessable = sampled };
}

static int view_topic(const void *context, size_t t, const struct regressed_as *as,
		      struct regressed_view *v, struct err *e)
{
	const struct seen *x = context;
	const struct drawn_stratum all = take_topic(x, t);
	return regressed_view_of(v, x->room, (size_t)all.size, &all, 1, as, e);
}

/* AP is that of the whole ranking, with what is retrieved and what is not as classes. */
static int regress(const struct regression_study *y, const bool *judged, int kind, size_t number,
		   struct ranked_regression *out, struct err *e)
{
	size_t topics = y->world->topics, classes = kind != NO_LABELS ? LABEL_CLASSES_MAX : 0;
	bool ap = quantity[number].kind == REGRESSED_AP;
	struct ap_shares *shares = calloc(1, sizeof *shares);
	const struct seen x = { y, judged, kind, calloc(y->most + 1, sizeof *x.room) };
	struct regressed_as as = { .kind = quantity[number].kind,
				   .difference = quantity[number].difference,
				   .labels = kind != NO_LABELS,
				   .cutoff = ap ? INFINITY : y->asked->depth,
				   .level = y->world->level,
				   .shares = shares };
	for (size_t i = 0; i < y->world->first[topics]; i++)
		if ((judged == NULL || judged[i]) && y->world->document[i].grade > as.highest)
			as.highest = y->world->document[i].grade;
	const struct ap_asked asked = { as.cutoff, as.level, as.labels };
	int result = x.room != NULL && shares != NULL ? 0 : err_memory(e);
	for (size_t t = 0; ap && t < topics && result == 0; t++) {
		const struct drawn_stratum all = take_topic(&x, t);
		ap_shares_add(shares, x.room, (size_t)all.size, &all, &asked);
	}
	if (result == 0)
		result = regress_topics(topics, ap && classes == 0 ? 1 : classes, &as, view_topic,
					&x, out, e);
	free(x.room);
	free(shares);
	return result;
}

static void draw(const struct regression_study *y, size_t number, size_t *item, bool *judged)
{
	struct uniform u = uniform_start(y->asked->effort.seed, number, STREAM_COVERAGE_SAMPLES);
	for (size_t t = 0; t < y->world->topics; t++) {
		size_t first = y->world->first[t], count = y->world->first[t + 1] - first;
		size_t sampled = count < y->sampled ? count : y->sampled;
		for (size_t i = 0; i < count; i++)
			item[i] = first + i;
		uniform_choose(&u, item, count, sampled);
		for (size_t i = 0; i < count; i++)
			judged[item[i]] = i < sampled;
	}
}

static struct interval interval_of(const struct regression_study *y,
				   const struct ranked_regression *x, size_t number)
{
	const struct regressed_as as = { .kind = quantity[number].kind,
					 .difference = quantity[number].difference };
	double outside = (1 - y->asked->level) / 2;
	return ranked_regression_interval(x, regressed_scale(&as), outside, 1 - outside);
}

static int one_sample(const void *question, size_t number, void *scratch, struct claim *to,
		      struct err *e)
{
	const struct regression_study *y = question;
	bool *judged = calloc(y->world->first[y->world->topics] + 1, sizeof *judged);
	int result = judged == NULL ? err_memory(e) : 0;
	if (result == 0)
		draw(y, number, scratch, judged);
	for (int kind = 0; kind < WITH_OR_WITHOUT; kind++)
		for (size_t i = 0; i < QUANTITIES && result == 0; i++) {
			struct ranked_regression x;
			if (!y->tried[kind] || !y->asked->wanted[i])
				continue;
			result = regress(y, judged, kind, i, &x, e);
			if (result == 0)
				to[(size_t)kind * QUANTITIES + i] =
					(struct claim){ .truth = y->truth[i],
							.estimate = x.mean,
							.interval = interval_of(y, &x, i) };
		}
	free(judged);
	return result;
}

/* ---- the question ---- */

static int simulate_size(const struct regression_study *y, struct records *lines, struct err *e)
{
	const struct regression_question *q = y->asked;
	struct tally tally[WITH_OR_WITHOUT * QUANTITIES];
	const struct trials trials = { .effort = &q->effort,
				       .groups = 1,
				       .samples = (size_t)q->effort.samples,
				       .claims = WITH_OR_WITHOUT * QUANTITIES,
				       .scratch = (y->most + 1) * sizeof(size_t),
				       .one = one_sample,
				       .question = y };
	if (trials_run(&trials, tally, e) < 0)
		return -1;
	labelled_add(lines, &(struct labelled){ .world = y->world->name,
						.quantities = quantities,
						.wanted = q->wanted,
						.tried = y->tried,
						.tally = tally,
						.sampled = (int64_t)y->sampled,
						.seed = (int64_t)q->effort.seed,
						.level = q->level });
	return 0;
}

static int simulate_world(const struct regression_question *q, const struct ranked_world *w,
			  struct records *lines, struct err *e)
{
	struct regression_study y = { .asked = q, .world = w, .tried[NO_LABELS] = true };
	for (int k = 0; k < KINDS; k++)
		y.tried[k] = q->kind[k] && (k != KIND_FILE || w->file);
	for (size_t t = 0; t < w->topics; t++)
		if (w->first[t + 1] - w->first[t] > y.most)
			y.most = w->first[t + 1] - w->first[t];
	for (size_t i = 0; i < QUANTITIES; i++) {
		struct ranked_regression truth;
		if (q->wanted[i] && regress(&y, NULL, NO_LABELS, i, &truth, e) < 0)
			return -1;
		y.truth[i] = q->wanted[i] ? truth.mean : NAN;
	}
	for (size_t i = 0; i < q->sizes.count; i++) {
		y.sampled = (size_t)q->sizes.value[i];
		if (simulate_size(&y, lines, e) < 0)
			return -1;
	}
	return 0;
}

static int simulate_all(const void *question, struct records *lines, struct err *e)
{
	const struct regression_question *q = question;
	bool files = q->files.file.count > 0;
	int worlds = files ? 1 : RANKED_WORLDS_MADE, result = 0;
	progress_begin(&q->effort.progress,
		       (size_t)worlds * q->sizes.count * (size_t)q->effort.samples);
	for (int i = 0; i < worlds && result == 0; i++) {
		struct ranked_world w;
		result = files ? ranked_world_read(&w, &q->files, &q->labels, q->depth,
						   q->effort.seed, q->effort.jobs, e)
			       : ranked_world_make(&w, i, q->depth, q->effort.seed, e);
		if (result < 0)
			break;
		result = simulate_world(q, &w, lines, e);
		ranked_world_release(&w);
	}
	return result;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct regression_question *q = request;
	return simulation_lines(&q->effort, &q->answer, labelled_columns, labelled_line,
				simulate_all, q, out, e);
}

COMMAND = { &table, run, NULL };
