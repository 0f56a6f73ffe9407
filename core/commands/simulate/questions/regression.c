/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate regression: how often intervals of regression estimates of rankings cover, and how wide
 * they are, on weights alone and with labels of several kinds, on the same samples.
 */
#include <math.h>

#include "core/commands/simulate/labelled_worlds.h"
#include "core/stats/regression/sampled_ranking.h"
#include "core/stats/random/uniform.h"

static const char *const quantities[] = { "P",	      "DCG",	  "nDCG",	   "nDCG-exp",	  "diff-P",
					  "diff-DCG", "diff-nDCG", "diff-nDCG-exp", NULL };
enum { MEASURED = 4, QUANTITIES = 2 * MEASURED };
static const struct ranking_asked of_measure[MEASURED] = {
	{ .gain = GAIN_RELEVANT },
	{ .gain = GAIN_LINEAR, .divisor = 1, .unlimited = true },
	{ .gain = GAIN_LINEAR, .divisor = 1, .normalised = true },
	{ .gain = GAIN_EXPONENTIAL, .divisor = 1, .normalised = true },
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
	  "Of P, DCG, nDCG, nDCG-exp, diff-P, diff-DCG, diff-nDCG and diff-nDCG-exp (default: those "
	  "without exp)",
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

/* A topic of a run as the sample shows it. Of the truth all is judged: `judged` is NULL. */
static struct ranking_frame frame_of(const struct regression_study *y, const bool *judged, int kind,
				     int run, size_t t, const struct ranking_asked *as,
				     struct arena *memory)
{
	const struct ranked_world *w = y->world;
	const struct two_strata s = strata_of(y, t);
	struct frame_document *d = arena_zeroed(memory, s.documents + 1, sizeof *d);
	struct frame_stratum *h = arena_zeroed(memory, 2, sizeof *h);
	int64_t *size = arena_zeroed(memory, 2 * (as->classes + 1), sizeof *size);
	struct ranking_frame f = { .stratum = h,
				   .strata = y->design->strata ? 2 : 1,
				   .document = d,
				   .class_size = kind != NO_LABELS ? size : NULL };
	for (uint32_t k = 0; k < 2 && !memory->failed; k++)
		h[k] = (struct frame_stratum){ k, (double)s.of[k].size,
					       (double)(judged == NULL ? s.of[k].size
								       : s.of[k].sampled) };
	for (size_t i = w->first[t]; i < w->first[t + 1] && !memory->failed; i++) {
		const struct ranked_pool_document *x = &w->document[i];
		bool shown = is_first(x->rank[run], as->cutoff);
		double rank = (double)x->rank[run];
		struct frame_document *to = &d[f.documents];
		*to = (struct frame_document){
			.id = i,
			.divisor = !shown		       ? 0
				   : as->gain == GAIN_RELEVANT ? 1
							       : discount_divisor(rank),
			.judged = judged == NULL || judged[i],
			.grade = x->grade,
			.stratum = (uint32_t)stratum_of(y->design, x),
			.class = kind == NO_LABELS ? -1 : x->class_of[kind],
		};
		if (kind != NO_LABELS)
			size[to->stratum * (as->classes + 1) + (size_t)(to->class + 1)]++;
		f.documents += to->judged || shown;
	}
	return f;
}

/* Both runs, or the first alone. */
static int regress(const struct regression_study *y, const bool *judged, int kind, size_t number,
		   struct sampled_error *out, struct err *e)
{
	size_t topics = y->world->topics;
	bool difference = number >= MEASURED;
	struct arena memory = { 0 };
	struct sampled_ranking x[2];
	struct ranking_asked as = of_measure[number % MEASURED];
	as.level = y->world->level;
	as.cutoff = y->asked->depth;
	as.divisor = as.gain == GAIN_RELEVANT ? as.cutoff : as.divisor;
	as.classes = kind != NO_LABELS ? LABEL_CLASSES_MAX : 0;
	struct ranking_frame *f = arena_zeroed(&memory, topics + 1, sizeof *f);
	struct topic_numbers *all = arena_zeroed(&memory, topics + 1, sizeof *all);
	int result = memory.failed ? err_memory(e) : 0;
	for (int run = 0; run <= difference && result == 0; run++) {
		for (size_t t = 0; t < topics; t++) {
			f[t] = frame_of(y, judged, kind, run, t, &as, &memory);
			all[t] = (struct topic_numbers){ { t, t } };
		}
		result = memory.failed ? err_memory(e)
				       : sampled_ranking(f, topics, &as, &memory, &x[run], e);
	}
	if (result == 0)
		sampled_error(&x[0], difference ? &x[1] : NULL, all, topics, false, out);
	arena_release(&memory);
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

static int one_sample(const void *question, size_t number, void *scratch, struct claim *to,
		      struct err *e)
{
	const struct regression_study *y = question;
	bool *judged = calloc(y->world->first[y->world->topics] + 1, sizeof *judged);
	double outside = (1 - y->asked->level) / 2;
	int result = judged == NULL ? err_memory(e) : 0;
	if (result == 0)
		draw(y, number, scratch, judged);
	for (int kind = 0; kind < WITH_OR_WITHOUT; kind++)
		for (size_t i = 0; i < QUANTITIES && result == 0; i++) {
			struct sampled_error x;
			if (!y->tried[kind] || !y->asked->wanted[i])
				continue;
			result = regress(y, judged, kind, i, &x, e);
			if (result == 0)
				to[(size_t)kind * QUANTITIES + i] =
					(struct claim){ .truth = y->truth[i],
							.estimate = x.estimate,
							.interval = sampled_interval(
								&x, outside, 1 - outside) };
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
		struct sampled_error truth;
		if (q->wanted[i] && regress(&y, NULL, NO_LABELS, i, &truth, e) < 0)
			return -1;
		y.truth[i] = q->wanted[i] ? truth.estimate : NAN;
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
