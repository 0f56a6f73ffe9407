/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate regression: how often intervals of regression estimates of rankings cover, and how wide
 * they are, on weights alone and with labels of several kinds, on the same samples.
 */
#include <math.h>

#include "core/commands/simulate/labelled_worlds.h"
#include "measures/regressed_view.h"
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

/* How many documents of a topic are judged, from `least` to `most`, of two strata: first of those
 * that some run has in its first documents. */
struct drawn_design {
	char name[24];
	bool strata;
	size_t least[2], most[2];
};
enum { DESIGNS = 16 };

struct regression_question {
	struct file_options files;
	struct labels_asked labels;
	struct drawn_design design[DESIGNS];
	size_t designs;
	int64_t topics; /* 0: as many as there are */
	double depth, level;
	bool wanted[QUANTITIES], kind[KINDS];
	struct effort effort;
	struct answer_options answer;
};

#define AT(member) OPTION_AT(struct regression_question, member)

static void add_size(struct regression_question *q, size_t size)
{
	struct drawn_design *x = &q->design[q->designs++];
	*x = (struct drawn_design){ .least[0] = size, .most[0] = size };
	snprintf(x->name, sizeof x->name, "%zu", size);
}

/* 1+3 or 1-9, whose sign is known. */
static int add_design(struct regression_question *q, const struct command_option *o,
		      struct slice text, const char *sign, struct err *e)
{
	size_t before = (size_t)(sign - text.at);
	double a, b;
	if (option_number(o, (struct slice){ text.at, before }, &a, e) < 0 ||
	    option_number(o, (struct slice){ sign + 1, text.length - before - 1 }, &b, e) < 0)
		return -1;
	if (*sign == '-' && b < a)
		return err_usage(e, "--sizes=%s: %g is less than %g",
				 shown(text.at, text.length).text, b, a);
	add_size(q, (size_t)a);
	struct drawn_design *x = &q->design[q->designs - 1];
	x->strata = *sign == '+';
	x->most[x->strata] = (size_t)b;
	if (x->strata)
		x->least[1] = x->most[1];
	snprintf(x->name, sizeof x->name, "%zu%c%zu", (size_t)a, *sign, (size_t)b);
	return 0;
}

OPTION_SETTER(set_sizes)
{
	struct regression_question *q = request;
	struct slice item;
	q->designs = 0;
	while (next_item(&text, &item)) {
		struct number_list plain = { .count = 0 };
		const char *sign = item.at, *end = item.at + item.length;
		while (sign < end && *sign != '+' && *sign != '-')
			sign++;
		if (sign == end && option_numbers(o, item, &plain, e) < 0)
			return -1;
		if (q->designs + plain.count + 1 > DESIGNS)
			return err_usage(e, "--sizes: at most %d", DESIGNS - 1);
		for (size_t i = 0; i < plain.count; i++)
			add_size(q, (size_t)plain.value[i]);
		if (sign < end && add_design(q, o, item, sign, e) < 0)
			return -1;
	}
	return 0;
}

static const struct command_option options[] = {
	{ .include = file_options, AT(files) },
	{ "labels", 0, "FILE", "Labels of the judged documents, as in an evaluation", ADDED_FILES,
	  AT(labels.file) },
	{ "depth", 0, "K", "P, DCG and nDCG of the first K documents (default 10)",
	  REAL(FROM_TO(1, 1000)), AT(depth), .usual = "10" },
	{ HEADING("What is drawn:") },
	{ "sizes", 0, "N,...", "Judged documents of each topic (default 2,8,60)", SET_BY(set_sizes),
	  .range = { WHOLES(1, 1000000) }, .usual = "2,8,60",
	  .more = "`1+3`: one of the documents that some run has in its first K, and three of the "
		  "others. `1-9`: another number in each topic, from one to nine." },
	{ "topics", 0, "N", "As many topics; those of files again and again (default: all)",
	  WHOLE(1, 1000000), AT(topics) },
	{ "quantity", 0, "NAME,...",
	  "Of P, DCG, nDCG, diff-P, diff-DCG, diff-nDCG and AP (default: all but AP)",
	  NAMES(quantities), AT(wanted), .usual = "P,DCG,nDCG,diff-P,diff-DCG,diff-nDCG" },
	{ OPTION_LABEL_KINDS, AT(kind) },
	{ OPTION_LEVEL("intervals"), AT(level) },
	{ HEADING("How:") },
	{ OPTION_SAMPLES("Samples (default 1000)"), AT(effort.samples), .usual = "1000" },
	{ .include = effort_options, AT(effort) },
	{ .include = answer_options, AT(answer) },
	{ 0 },
};

static int check(void *request, struct err *e)
{
	const struct regression_question *q = request;
	return world_files_check(&q->files, &q->labels.file, true, e);
}

static const struct command_table table = {
	.name = "simulate regression",
	.summary = "what weights and labels do to intervals of rankings",
	.arguments = "[QRELS RUN RUN...]",
	.doc = "How often intervals of P, DCG, nDCG and of differences of two runs cover, and how wide "
	       "they are: by\nregression on the weights alone (reg_P), and with labels of several "
	       "kinds (lab_P).",
	.notes =
		"Without files there are three made-up pools of 50 topics: rich, sparse and medium. "
		"Runs after the second say only what is among the first documents of some run. "
		"Samples in which nothing with a weight is judged have no interval, and coverage and width "
		"are those of the others: offered is their share. " EXIT_STATUS,
	.option = options,
	.word = &(const struct command_option){ ADDED_FILES, AT(files.file) },
	.size = sizeof(struct regression_question),
	.shard = offsetof(struct regression_question, answer.shard),
	.check = check,
};

/* ---- one sample ---- */

struct regression_study {
	const struct regression_question *asked;
	const struct ranked_world *world;
	const struct drawn_design *design;
	size_t most; /* documents of a topic */
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

/* The strata of a topic. */
struct two_strata {
	struct drawn_stratum of[2];
	size_t documents;
};

static size_t stratum_of(const struct drawn_design *x, const struct ranked_pool_document *d)
{
	return x->strata && !d->top;
}

/* How many documents there are in the strata of a topic, and how many are drawn. */
static struct two_strata strata_of(const struct regression_study *y, size_t t)
{
	const struct ranked_world *w = y->world;
	const struct drawn_design *x = y->design;
	struct two_strata s = { .documents = w->first[t + 1] - w->first[t] };
	for (size_t i = w->first[t]; i < w->first[t + 1]; i++)
		s.of[stratum_of(x, &w->document[i])].size++;
	for (int h = 0; h < 2; h++) {
		s.of[h].label = (uint32_t)h;
		int64_t n = (int64_t)(x->least[h] + t * 7919 % (x->most[h] - x->least[h] + 1));
		s.of[h].sampled = s.of[h].assessable = n < s.of[h].size ? n : s.of[h].size;
	}
	return s;
}

/* Puts the documents of a topic into the room, and returns their strata. */
static struct two_strata take_topic(const struct seen *x, size_t t)
{
	const struct ranked_world *w = x->study->world;
	size_t first = w->first[t], count = w->first[t + 1] - first;
	struct two_strata s = strata_of(x->study, t);
	for (int h = 0; h < 2 && x->judged == NULL; h++)
		s.of[h].sampled = s.of[h].assessable = s.of[h].size;
	for (size_t i = 0; i < count; i++) {
		const struct ranked_pool_document *d = &w->document[first + i];
		x->room[i] = (struct pooled_document){
			.grade = x->judged == NULL || x->judged[first + i] ? d->grade : -1,
			.rank = { d->rank[0], d->rank[1] },
			.drawn = (int32_t)stratum_of(x->study->design, d),
			.class = x->kind == NO_LABELS ? -1 : d->class_of[x->kind]
		};
	}
	return s;
}

static int view_topic(const void *context, size_t t, const struct regressed_as *as,
		      struct regressed_view *v, struct err *e)
{
	const struct seen *x = context;
	const struct two_strata s = take_topic(x, t);
	const struct regressed_pool p = { .document = x->room,
					  .documents = s.documents,
					  .stratum = s.of,
					  .strata = x->study->design->strata ? 2 : 1 };
	return regressed_view_of(v, &p, as, e);
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
		const struct two_strata s = take_topic(&x, t);
		ap_shares_add(shares, x.room, s.documents, s.of, &asked);
	}
	if (result == 0)
		result = regress_topics(topics, ap && classes == 0 ? 1 : classes, &as, view_topic,
					&x, out, NULL, e);
	free(x.room);
	free(shares);
	return result;
}

static void draw(const struct regression_study *y, size_t number, size_t *item, bool *judged)
{
	const struct ranked_world *w = y->world;
	struct uniform u = uniform_start(y->asked->effort.seed, number, STREAM_COVERAGE_SAMPLES);
	for (size_t t = 0; t < w->topics; t++) {
		const struct two_strata s = strata_of(y, t);
		for (size_t h = 0; h < 2; h++) {
			size_t count = 0, sampled = (size_t)s.of[h].sampled;
			for (size_t i = w->first[t]; i < w->first[t + 1]; i++)
				if (stratum_of(y->design, &w->document[i]) == h)
					item[count++] = i;
			uniform_choose(&u, item, count, sampled);
			for (size_t i = 0; i < count; i++)
				judged[item[i]] = i < sampled;
		}
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
	const struct drawn_design *d = y->design;
	return labelled_run(
		&(struct labelled){ .world = y->world->name,
				    .quantities = quantities,
				    .wanted = q->wanted,
				    .tried = y->tried,
				    .design = d->name,
				    .sampled =
					    (int64_t)((d->least[0] + d->most[0]) / 2 + d->most[1]),
				    .level = q->level,
				    .effort = &q->effort },
		(y->most + 1) * sizeof(size_t), one_sample, y, lines, e);
}

static int simulate_world(const void *question, const struct ranked_world *w, struct records *lines,
			  struct err *e)
{
	const struct regression_question *q = question;
	struct regression_study y = {
		.asked = q, .world = w, .design = q->design, .tried[NO_LABELS] = true
	};
	for (int k = 0; k < KINDS; k++)
		y.tried[k] = q->kind[k] && classes_of_kind((enum label_kind)k, w->classes) > 0;
	for (size_t t = 0; t < w->topics; t++)
		if (w->first[t + 1] - w->first[t] > y.most)
			y.most = w->first[t + 1] - w->first[t];
	for (size_t i = 0; i < QUANTITIES; i++) {
		struct ranked_regression truth;
		if (q->wanted[i] && regress(&y, NULL, NO_LABELS, i, &truth, e) < 0)
			return -1;
		y.truth[i] = q->wanted[i] ? truth.mean : NAN;
	}
	for (size_t i = 0; i < q->designs; i++) {
		y.design = &q->design[i];
		if (simulate_size(&y, lines, e) < 0)
			return -1;
	}
	return 0;
}

static int simulate_all(const void *question, struct records *lines, struct err *e)
{
	const struct regression_question *q = question;
	return worlds_simulate(&(struct worlds_asked){ .files = &q->files,
						       .labels = &q->labels,
						       .depth = q->depth,
						       .topics = (size_t)q->topics,
						       .make = pools_make,
						       .made = POOLS_MADE,
						       .sizes = q->designs,
						       .effort = &q->effort,
						       .simulate = simulate_world,
						       .question = q },
			       lines, e);
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct regression_question *q = request;
	return simulation_lines(&q->effort, &q->answer, designed_columns, labelled_line,
				simulate_all, q, out, e);
}

COMMAND = { &table, run, NULL };
