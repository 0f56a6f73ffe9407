/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate labels: what cheap labels do to intervals of sets, whether they are good, useless or
 * wrong.
 */
#include <math.h>

#include "core/commands/simulate/labels_simulation.h"

struct labels_question {
	struct file_options files;
	struct labels_asked labels;
	struct number_list cuts, sizes, production;
	size_t depth;
	double level;
	int64_t draws;
	bool wanted[LABELS_QUANTITIES], kind[KINDS];
	struct method_list methods;
	struct effort effort;
	struct answer_options answer;
};

#define AT(member) OPTION_AT(struct labels_question, member)

OPTION_SETTER(set_quantities)
{
	struct labels_question *q = request;
	return choose_names(o, text, labels_quantities, q->wanted, e);
}

OPTION_SETTER(set_kinds)
{
	struct labels_question *q = request;
	return choose_names(o, text, label_kinds, q->kind, e);
}

OPTION_SETTER(set_label_bands)
{
	struct labels_question *q = request;
	return bands_parse(o, text, &q->cuts, &q->labels.bands, e);
}

static const struct command_option options[] = {
	{ .include = file_options, AT(files) },
	{ "labels", 0, "FILE", "Labels or scores of the judged documents, as in an evaluation",
	  .type = OPTION_FILE, AT(labels.path) },
	{ "bands", 0, "K|CUT,...", "How scores are cut, as in an evaluation", .type = OPTION_LIST,
	  .range = { FROM_TO(-1e300, 1e300) }, AT(cuts), .set = set_label_bands },
	{ "depth", 0, "K", "A run retrieves its first K documents of a topic (default 100)",
	  WHOLE(1, 1000000000), AT(depth) },
	{ HEADING("What is drawn:") },
	{ OPTION_SIZES("Documents of a sample (default 100,400)"), AT(sizes) },
	{ "production", 0, "N,...",
	  "And samples in which N documents of the first run are judged on average (default 20)",
	  LIST(WHOLES(1, 1000000)), AT(production) },
	{ "quantity", 0, "NAME,...",
	  "Of recall, precision, F, yield, diff-recall, diff-P and diff-F (default: all)",
	  SET_BY(set_quantities) },
	{ OPTION_LABEL_KINDS, SET_BY(set_kinds) },
	{ "ci", 0, "METHOD", "Interval method (default: as in an evaluation)",
	  .type = OPTION_METHODS, AT(methods) },
	{ OPTION_LEVEL("intervals"), AT(level) },
	{ "draws", 0, "N",
	  "Intervals from N Monte Carlo draws, as in an evaluation (default: they are computed; "
	  "diff-F of large sets takes long)",
	  WHOLE(1, 1000000000), AT(draws) },
	{ HEADING("How:") },
	{ OPTION_SAMPLES("Samples (default 1000)"), AT(effort.samples) },
	{ .include = effort_options, AT(effort) },
	{ .include = answer_options, AT(answer) },
	{ 0 },
};

static void init(void *request)
{
	struct labels_question *q = request;
	*q = (struct labels_question){ .files = file_options_by_default(),
				       .depth = 100,
				       .level = 0.95,
				       .effort = effort_by_default(1000),
				       .sizes = { { 100, 400 }, 2 },
				       .production = { { 20 }, 1 } };
	for (int i = 0; i < LABELS_QUANTITIES; i++)
		q->wanted[i] = true;
	for (int k = 0; k < KINDS; k++)
		q->kind[k] = true;
}

static int check(void *request, struct err *e)
{
	const struct labels_question *q = request;
	if (methods_are_for_sets(&q->methods, e) < 0)
		return -1;
	if (q->methods.count > 1)
		return err_usage(e, "--ci: one method is tried at a time");
	return world_files_check(&q->files, q->labels.path, e);
}

static const struct command_option words = { .type = OPTION_FILES, AT(files.file) };

static const struct command_table table = {
	.name = "simulate labels",
	.summary = "what good, useless and wrong labels do to intervals of sets",
	.arguments = "[QRELS RUN RUN]",
	.doc = "How often intervals of recall, precision, F, yield and differences cover, and how wide "
	       "they are, with\ncheap labels and without, on the same simple random samples.",
	.notes = "Without files there are two made-up collections: review (10,000 documents, 500 "
		 "relevant) and pool (1,500 documents, 450 relevant). With files all judged "
		 "documents are the collection. " EXIT_STATUS,
	.option = options,
	.word = &words,
	.size = sizeof(struct labels_question),
	.init = init,
	.shard = offsetof(struct labels_question, answer.shard),
	.check = check,
};

/* ---- lines ---- */

struct row {
	const char *world, *labels, *quantity;
	int64_t sampled, samples, seed;
	double level, ratio;
	struct labels_result result;
};

#undef AT
#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "collection", "collection", RECORD_TEXT, .width = 10, AT(world) },
	{ "sampled", "sampled", RECORD_WHOLE, .width = 7, AT(sampled) },
	{ "labels", "labels", RECORD_TEXT, .width = 11, AT(labels) },
	{ "quantity", "quantity", RECORD_TEXT, .width = 11, AT(quantity) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ "truth", "truth", RECORD_REAL, 6, 4, 9, AT(result.truth) },
	{ "coverage_without", "without", RECORD_REAL, 4, 3, 7, AT(result.without_covered) },
	{ "coverage", "with", RECORD_REAL, 4, 3, 5, AT(result.covered) },
	{ "width_without", "width without", RECORD_REAL, 6, 4, 13, AT(result.without_width) },
	{ "width", "with", RECORD_REAL, 6, 4, 9, AT(result.width) },
	{ "ratio", "ratio", RECORD_REAL, 4, 3, 5, AT(ratio) },
	{ "rmse_without", NULL, RECORD_REAL, 6, 4, 9, AT(result.without_error) },
	{ "rmse", NULL, RECORD_REAL, 6, 4, 9, AT(result.estimate_error) },
	{ 0 },
};

static void add_lines(struct records *r, const struct labels_question *q,
		      const struct labels_world *w, int64_t sampled,
		      struct labels_result result[KINDS][LABELS_QUANTITIES])
{
	for (int k = 0; k < KINDS; k++)
		for (int i = 0; i < LABELS_QUANTITIES; i++) {
			if (w->class_of[k] == NULL || !q->wanted[i] || !q->kind[k])
				continue;
			const struct labels_result *x = &result[k][i];
			const struct row row = { .world = w->name,
						 .labels = label_kinds[k],
						 .quantity = labels_quantities[i],
						 .sampled = sampled,
						 .samples = q->effort.samples,
						 .seed = (int64_t)q->effort.seed,
						 .level = q->level,
						 .ratio = x->width / x->without_width,
						 .result = *x };
			records_add(r, &row);
		}
}

/* ---- the question ---- */

static int simulate_size(const struct labels_question *q, const struct labels_world *w, double size,
			 struct records *lines, struct err *e)
{
	struct labels_result result[KINDS][LABELS_QUANTITIES];
	struct labels_simulation s = {
		.sampled = (int64_t)size, .level = q->level, .draws = q->draws, .effort = &q->effort
	};
	memcpy(s.wanted, q->wanted, sizeof s.wanted);
	memcpy(s.kind, q->kind, sizeof s.kind);
	s.method = q->methods.count > 0 ? q->methods.method[0] : NULL;
	if (size < 2 || size > (double)w->documents)
		return err_usage(e, "samples of %.0f documents, of a collection of %zu", size,
				 w->documents);
	if (labels_simulate(&s, w, result, e) < 0)
		return -1;
	add_lines(lines, q, w, s.sampled, result);
	return 0;
}

static int simulate_world(const struct labels_question *q, const struct labels_world *w,
			  struct records *lines, struct err *e)
{
	double retrieved = 0;
	for (size_t i = 0; i < w->documents; i++)
		retrieved += w->in[0][i];
	for (size_t i = 0; i < q->sizes.count; i++)
		if (simulate_size(q, w, q->sizes.value[i], lines, e) < 0)
			return -1;
	for (size_t i = 0; i < q->production.count; i++)
		if (simulate_size(
			    q, w,
			    nearbyint(q->production.value[i] * (double)w->documents / retrieved),
			    lines, e) < 0)
			return -1;
	return 0;
}

static int simulate_all(const void *question, struct records *lines, struct err *e)
{
	const struct labels_question *q = question;
	bool files = q->files.file.count > 0;
	int worlds = files ? 1 : WORLDS_MADE, result = 0;
	progress_begin(&q->effort.progress, (size_t)worlds *
						    (q->sizes.count + q->production.count) *
						    (size_t)q->effort.samples);
	for (int i = 0; i < worlds && result == 0; i++) {
		struct labels_world w;
		result = files ? labels_world_read(&w, &q->files, &q->labels, q->depth,
						   q->effort.seed, q->effort.jobs, e)
			       : labels_world_make(&w, i, q->effort.seed, e);
		if (result < 0)
			break;
		result = simulate_world(q, &w, lines, e);
		labels_world_release(&w);
	}
	return result;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct labels_question *q = request;
	return simulation_lines(&q->effort, &q->answer, columns, sizeof(struct row), simulate_all,
				q, out, e);
}

COMMAND = { &table, run, NULL };
