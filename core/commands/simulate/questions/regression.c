/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate regression: how often intervals of regression estimates of rankings cover, and how wide
 * they are, on weights alone and with labels of several kinds, on the same samples.
 */
#include <math.h>

#include "core/commands/simulate/ranked_world.h"
#include "core/data/joined/regressed_view.h"
#include "core/stats/random/uniform.h"

enum { NO_LABELS = KINDS, COLUMNS_OF_LABELS = KINDS + 1 };
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

OPTION_SETTER(set_quantities)
{
	struct regression_question *q = request;
	return choose_names(o, text, quantities, q->wanted, e);
}

OPTION_SETTER(set_kinds)
{
	struct regression_question *q = request;
	return choose_names(o, text, label_kinds, q->kind, e);
}

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
	  SET_BY(set_quantities) },
	{ OPTION_LABEL_KINDS, SET_BY(set_kinds) },
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
		q->kind[k] = true;
}

static int check(void *request, struct err *e)
{
	const struct regression_question *q = request;
	return world_files_check(&q->files, q->labels.path, e);
}

static const struct command_option words = { .type = OPTION_FILES, AT(files.file) };

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

struct outcome {
	double estimate; /* nan: none */
	struct interval interval;
};

struct study {
	const struct regression_question *asked;
	const struct ranked_world *world;
	size_t sampled; /* of each topic */
	size_t *item;	/* of each thread: room for the documents of a topic */
	struct outcome (*outcome)[COLUMNS_OF_LABELS][QUANTITIES]; /* of each sample */
	size_t most;						  /* documents of a topic */
};

static bool has_kind(const struct study *y, int kind)
{
	return kind == NO_LABELS || (y->asked->kind[kind] && (kind != KIND_FILE || y->world->file));
}

/* A sample in a world, seen with labels of a kind. */
struct seen {
	const struct study *study;
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
static int regress(const struct study *y, const bool *judged, int kind, size_t number,
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

static void draw(const struct study *y, size_t number, size_t *item, bool *judged)
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

static struct interval interval_of(const struct study *y, const struct ranked_regression *x,
				   size_t number)
{
	const struct regressed_as as = { .kind = quantity[number].kind,
					 .difference = quantity[number].difference };
	double outside = (1 - y->asked->level) / 2;
	return ranked_regression_interval(x, regressed_scale(&as), outside, 1 - outside);
}

static int one_sample(void *context, size_t number, int thread, struct err *e)
{
	const struct study *y = context;
	bool *judged = calloc(y->world->first[y->world->topics] + 1, sizeof *judged);
	int result = judged == NULL ? err_memory(e) : 0;
	if (result == 0)
		draw(y, number, y->item + (size_t)thread * (y->most + 1), judged);
	for (int kind = 0; kind < COLUMNS_OF_LABELS; kind++)
		for (size_t i = 0; i < QUANTITIES && result == 0; i++) {
			struct ranked_regression x;
			if (!has_kind(y, kind) || !y->asked->wanted[i])
				continue;
			result = regress(y, judged, kind, i, &x, e);
			y->outcome[number][kind][i] =
				(struct outcome){ x.mean, interval_of(y, &x, i) };
		}
	free(judged);
	progress_step(&y->asked->effort.progress);
	return result;
}

static void sample_fields(void *context, size_t number, struct shard_line *l)
{
	const struct study *y = context;
	for (int kind = 0; kind < COLUMNS_OF_LABELS; kind++)
		for (size_t i = 0; i < QUANTITIES; i++) {
			SHARD_FIELD(l, &y->outcome[number][kind][i].estimate);
			SHARD_FIELD(l, &y->outcome[number][kind][i].interval.lower);
			SHARD_FIELD(l, &y->outcome[number][kind][i].interval.upper);
		}
}

/* ---- lines ---- */

struct summary {
	double offered;	       /* share of samples with an interval, as an evaluation has one */
	double covered, width; /* share and mean of these; nan: there are none */
	double bias, rmse;     /* of all samples with a value */
};

struct row {
	const char *world, *labels, *quantity;
	double truth, ratio, level;
	struct summary of;
	int64_t sampled, samples, seed;
};

#undef AT
#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "collection", "collection", RECORD_TEXT, .width = 10, AT(world) },
	{ "judged", "judged", RECORD_WHOLE, .width = 6, AT(sampled) },
	{ "quantity", "quantity", RECORD_TEXT, .width = 9, AT(quantity) },
	{ "labels", "labels", RECORD_TEXT, .width = 11, AT(labels) },
	{ "truth", "truth", RECORD_REAL, 6, 4, 8, AT(truth) },
	{ "offered", "offered", RECORD_REAL, 4, 3, 7, AT(of.offered) },
	{ "coverage", "coverage", RECORD_REAL, 4, 3, 8, AT(of.covered) },
	{ "width", "width", RECORD_REAL, 6, 4, 8, AT(of.width) },
	{ "ratio", "ratio", RECORD_REAL, 4, 3, 5, AT(ratio) },
	{ "bias", "bias", RECORD_REAL, 6, 4, 8, AT(of.bias) },
	{ "rmse", "rmse", RECORD_REAL, 6, 4, 8, AT(of.rmse) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

/* An evaluation has no interval of a sample in which nothing with a weight is judged. */
static struct summary summarize(const struct study *y, int kind, size_t number, double truth)
{
	struct summary s = { 0 };
	size_t samples = (size_t)y->asked->effort.samples;
	double known = 0, offered = 0;
	for (size_t i = 0; i < samples; i++) {
		const struct outcome *x = &y->outcome[i][kind][number];
		double off = x->estimate - truth;
		if (isnan(off))
			continue;
		known++;
		s.bias += off;
		s.rmse += off * off;
		if (isnan(x->interval.lower))
			continue;
		offered++;
		s.covered +=
			x->interval.lower <= truth + 1e-12 && x->interval.upper >= truth - 1e-12;
		s.width += x->interval.upper - x->interval.lower;
	}
	s.offered = offered / (double)samples;
	s.covered /= offered;
	s.width /= offered;
	s.bias /= known;
	s.rmse = sqrt(s.rmse / known);
	return s;
}

static int add_lines(struct records *r, const struct study *y, struct err *e)
{
	for (size_t i = 0; i < QUANTITIES; i++) {
		struct ranked_regression truth;
		if (!y->asked->wanted[i])
			continue;
		if (regress(y, NULL, NO_LABELS, i, &truth, e) < 0)
			return -1;
		const struct summary plain = summarize(y, NO_LABELS, i, truth.mean);
		for (int k = -1; k < KINDS; k++) {
			int kind = k < 0 ? NO_LABELS : k;
			if (!has_kind(y, kind))
				continue;
			struct row row = { .world = y->world->name,
					   .labels = k < 0 ? "none" : label_kinds[k],
					   .quantity = quantities[i],
					   .truth = truth.mean,
					   .level = y->asked->level,
					   .of = summarize(y, kind, i, truth.mean),
					   .sampled = (int64_t)y->sampled,
					   .samples = y->asked->effort.samples,
					   .seed = (int64_t)y->asked->effort.seed };
			row.ratio = row.of.width / plain.width;
			records_add(r, &row);
		}
	}
	return 0;
}

/* ---- the question ---- */

static int simulate_world(const struct regression_question *q, const struct ranked_world *w,
			  struct records *lines, struct err *e)
{
	size_t samples = (size_t)q->effort.samples;
	struct study y = { .asked = q, .world = w };
	for (size_t t = 0; t < w->topics; t++)
		if (w->first[t + 1] - w->first[t] > y.most)
			y.most = w->first[t + 1] - w->first[t];
	size_t threads = (size_t)parallel_threads(q->effort.jobs, samples);
	y.item = calloc(threads * (y.most + 1), sizeof *y.item);
	y.outcome = calloc(samples, sizeof *y.outcome);
	int result = y.item == NULL || y.outcome == NULL ? err_memory(e) : 0;
	for (size_t i = 0; i < q->sizes.count && result == 0; i++) {
		y.sampled = (size_t)q->sizes.value[i];
		result = shard_each(q->effort.shard, q->effort.jobs, samples, one_sample,
				    sample_fields, &y, e);
		if (result == 0)
			result = add_lines(lines, &y, e);
	}
	free(y.item);
	free(y.outcome);
	return result;
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
	return simulation_lines(&q->effort, &q->answer, columns, sizeof(struct row), simulate_all,
				q, out, e);
}

COMMAND = { &table, run, NULL };
