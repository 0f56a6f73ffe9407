/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate confidence: how often the sign of a difference is right, by the confidence in it, as
 * pools are judged (Carterette & Smucker 2007, section 4.1 and Figure 4).
 */
#include "core/commands/simulate/study_asked.h"

struct confidence_asked {
	struct study_asked asked;
	struct number_list sizes;
};

#define AT(member) OPTION_AT(struct confidence_asked, member)

static const struct command_option options[] = {
	{ HEADING("What is drawn:") },
	{ OPTION_SIZES("Topics in a draw (default: all topics, once)"), AT(sizes) },
	{ OPTION_DEPTH, AT(asked.study.pilot.depth) },
	{ .include = file_options, AT(asked.files) },
	{ HEADING("How:") },
	{ OPTION_SAMPLES("Draws of topics, for each size (default 10)"),
	  AT(asked.study.effort.samples) },
	{ .include = effort_options, AT(asked.study.effort) },
	{ OPTION_PICTURE("how often the sign is right"), AT(asked.answer.plot) },
	{ OPTION_QUIET, AT(asked.answer.quiet) },
	{ .include = answer_options, AT(asked.answer) },
	{ 0 },
};

static const struct command_option files = { .type = OPTION_FILES, AT(asked.files.file) };

static void init(void *request)
{
	study_asked_init(request, 10);
}

static int check(void *request, struct err *e)
{
	return study_asked_check(request, e);
}

static const struct command_table table = {
	.name = "simulate confidence",
	.summary = "how often the sign of a difference is right, by the confidence in it",
	.arguments = "QRELS RUN...",
	.doc = "How often the sign of the difference of two runs is right, by the confidence in it, as pools are judged.",
	.notes = EXIT_STATUS,
	.option = options,
	.word = &files,
	.size = sizeof(struct confidence_asked),
	.init = init,
	.shard = offsetof(struct confidence_asked, asked.answer.shard),
	.merged_words = SIZE_MAX,
	.check = check,
};

/* ---- lines and the picture ---- */

struct row {
	double from, to;
	struct confidence_bin bin;
	int64_t seed;
};

#undef AT
#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "from", "from", RECORD_REAL, 2, 2, 4, AT(from) },
	{ "to", "to", RECORD_REAL, 2, 2, 4, AT(to) },
	{ "observations", "observations", RECORD_WHOLE, AT(bin.observations) },
	{ "confidence", "confidence", RECORD_REAL, 6, 4, 10, AT(bin.confidence) },
	{ "right", "right", RECORD_REAL, 6, 4, 6, AT(bin.right) },
	{ "topics_right", "topics right", RECORD_REAL, 6, 4, 12, AT(bin.topics) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

static void print(struct buffer *b, const struct confidence_bin *bin, int64_t seed,
		  enum record_format format)
{
	struct records r;
	records_init(&r, columns, sizeof(struct row));
	for (int i = 0; i < CONFIDENCE_BINS; i++) {
		struct row row = { 0.5 + i * 0.5 / CONFIDENCE_BINS,
				   0.5 + (i + 1) * 0.5 / CONFIDENCE_BINS, bin[i], seed };
		records_add(&r, &row);
	}
	records_finish(&r, format, b);
}

static int draw(const struct confidence_bin *bin, struct picture *out, struct err *e)
{
	if (picture_init(out, 1, 1, e) < 0)
		return -1;
	struct plot *p = out->plot;
	buffer_print(&p->title, "How often the sign of a difference is right");
	buffer_print(&p->x_label, "confidence");
	buffer_print(&p->y_label, "share that is right");
	plot_line(p, "as it says", 0.5, 0.5, 1, 1);
	for (int topics = 0; topics < 2; topics++) {
		plot_curve(p, PLOT_CURVE, topics ? "single topics" : "mean", (size_t)topics);
		for (int i = 0; i < CONFIDENCE_BINS; i++)
			plot_point(p, bin[i].confidence, topics ? bin[i].topics : bin[i].right);
	}
	return 0;
}

/* ---- the question ---- */

static int answer(const void *request, const struct pilot_data *d, int64_t *unplanned,
		  struct buffer *b, struct picture *picture, struct err *e)
{
	const struct confidence_asked *q = request;
	const struct study_simulation *s = &q->asked.study;
	const struct answer_options *o = &q->asked.answer;
	struct confidence_bin bin[CONFIDENCE_BINS];
	(void)unplanned; /* there are no pilots */
	if (confidence_simulate(s, d, &q->sizes, bin, e) < 0)
		return -1;
	print(b, bin, (int64_t)s->effort.seed, o->format);
	return o->plot != NULL ? draw(bin, picture, e) : 0;
}

static int run(void *request, const struct output *out, struct err *e)
{
	return simulate_study(request, answer, out, e);
}

COMMAND = { &table, run, NULL };
