/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate study: studies of pairs of runs that a pilot study plans, their judgments and their
 * power (Carterette & Smucker 2007, section 5, Figures 7 and 8).
 */
#include <math.h>

#include "core/commands/simulate/study_asked.h"

#define AT(member) OPTION_AT(struct study_asked, member)

static const struct command_option options[] = {
	{ HEADING("Studies:") },
	{ "sizes", 0, "N", "Topics that would have the power if all were judged (default 25)",
	  REAL(WHOLES(2, 1000000)), AT(study.topics) },
	{ "certainty", 0, "X", "Judge every study to this certainty, without a pilot",
	  REAL(ABOVE_TO(0.5, 1)), AT(study.certainty),
	  .more = "This is section 5.1 of the paper." },
	{ "pilot", 0, "N", "Topics of a pilot (default 10)", WHOLE(2, 1000000),
	  AT(study.pilot_topics) },
	{ "topic-cost", 0, "X", "Cost of a topic, that of a judgment being 1 (default 0)",
	  REAL(FROM_TO(0, 1e9)), AT(study.price.topic) },
	{ "free-topics", 0, "N", "Topics that cost nothing (default 0)", REAL(FROM_TO(0, 1e9)),
	  AT(study.price.free_topics) },
	{ OPTION_DEPTH, AT(study.pilot.depth) },
	{ .include = file_options, AT(files) },
	{ HEADING("How:") },
	{ OPTION_SAMPLES("Studies, each of a pair that is drawn (default 1000)"),
	  AT(study.effort.samples) },
	{ .include = effort_options, AT(study.effort) },
	{ OPTION_PICTURE("effect size and power"), AT(answer.plot) },
	{ OPTION_QUIET, AT(answer.quiet) },
	{ .include = answer_options, AT(answer) },
	{ 0 },
};

static const struct command_option files = { .type = OPTION_FILES, AT(files.file) };

static void init(void *request)
{
	study_asked_init(request, 1000);
}

static int check(void *request, struct err *e)
{
	return study_asked_check(request, e);
}

static const struct command_table table = {
	.name = "simulate study",
	.summary = "judgments and power of studies that a pilot study plans",
	.arguments = "QRELS RUN...",
	.doc = "Studies of pairs of runs that a pilot study plans: judgments and power.",
	.notes = EXIT_STATUS,
	.option = options,
	.word = &files,
	.size = sizeof(struct study_asked),
	.init = init,
	.shard = offsetof(struct study_asked, answer.shard),
	.merged_words = SIZE_MAX,
	.check = check,
};

/* ---- lines and the picture ---- */

struct row {
	double from, to;
	struct study_bin bin;
	double n, alpha;
	int64_t seed;
};

#undef AT
#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "from", "from", RECORD_REAL, 1, 1, 4, AT(from) },
	{ "to", "to", RECORD_REAL, 1, 1, 3, AT(to) },
	{ "studies", "studies", RECORD_WHOLE, AT(bin.studies) },
	{ "effect", "effect", RECORD_REAL, 6, 3, 6, AT(bin.effect) },
	{ "certainty", "certainty", RECORD_REAL, 6, 3, 9, AT(bin.certainty) },
	{ "topics", "topics", RECORD_REAL, 3, 1, 6, AT(bin.topics) },
	{ "adjusted", "effect'", RECORD_REAL, 6, 3, 7, AT(bin.adjusted) },
	{ "observed", "observed", RECORD_REAL, 6, 3, 8, AT(bin.observed) },
	{ "predicted_power", "power", RECORD_REAL, 6, 3, 5, AT(bin.predicted_power) },
	{ "power", "observed", RECORD_REAL, 6, 3, 8, AT(bin.power) },
	{ "predicted", "predicted", RECORD_REAL, 3, 0, 9, AT(bin.predicted), .if_any = true },
	{ "judgments", "judgments", RECORD_REAL, 3, 0, 9, AT(bin.judgments) },
	{ "median", "median", RECORD_REAL, 3, 0, 6, AT(bin.median) },
	{ "complete", "complete", RECORD_REAL, 3, 0, 8, AT(bin.complete) },
	{ "pool", "pool", RECORD_REAL, 3, 0, 5, AT(bin.pool) },
	{ "pilot", "pilot", RECORD_REAL, 3, 0, 5, AT(bin.start), .if_any = true },
	{ "reached", "reached", RECORD_REAL, 6, 3, 7, AT(bin.reached) },
	{ "correlation", "correlation", RECORD_REAL, 6, 2, 11, AT(bin.correlation),
	  .if_any = true },
	{ "n", NULL, RECORD_COUNT, AT(n) },
	{ "alpha", NULL, RECORD_SHORT, AT(alpha) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

static void print(struct buffer *b, const struct study_simulation *s, const struct study_result *x,
		  enum record_format format)
{
	struct records r;
	records_init(&r, columns, sizeof(struct row));
	for (int i = 0; i <= STUDY_BINS; i++) {
		struct row row = { .bin = x->bin[i],
				   .from = i < STUDY_BINS ? i / (double)STUDY_BINS : 0,
				   .to = i < STUDY_BINS ? (i + 1) / (double)STUDY_BINS : 1,
				   .n = s->topics,
				   .alpha = s->alpha,
				   .seed = (int64_t)s->effort.seed };
		if (row.bin.studies > 0)
			records_add(&r, &row);
	}
	records_finish(&r, format, b);
}

/* Effect size and power, predicted and observed (Figures 7 and 8). */
static int draw(const struct study_simulation *s, const struct study_result *x, struct picture *out,
		struct err *e)
{
	if (picture_init(out, 1, 2, e) < 0)
		return -1;
	struct plot *p = out->plot;
	p[1].from_zero = true;
	buffer_print(&p[0].title, "Adjusted effect size");
	buffer_print(&p[1].title, "Power (planned: that of %g topics)", s->topics);
	for (int power = 0; power < 2; power++) {
		buffer_print(&p[power].x_label, "effect size");
		buffer_print(&p[power].y_label, power ? "power" : "adjusted effect size");
		for (int observed = 0; observed < 2; observed++) {
			plot_curve(&p[power], observed ? PLOT_MARK : PLOT_LINE,
				   observed ? "observed" : "predicted", (size_t)observed);
			for (int i = 0; i < STUDY_BINS; i++) {
				const struct study_bin *y = &x->bin[i];
				double value = power	  ? observed ? y->power : y->predicted_power
					       : observed ? y->observed
							  : y->adjusted;
				if (y->studies > 0)
					plot_point(&p[power], y->effect, value);
			}
		}
	}
	return 0;
}

/* ---- the question ---- */

static int answer(const void *request, const struct pilot_data *d, int64_t *unplanned,
		  struct buffer *b, struct picture *picture, struct err *e)
{
	const struct study_asked *q = request;
	struct study_result studies = { 0 };
	if (study_simulate(&q->study, d, &studies, e) < 0)
		return -1;
	*unplanned = studies.unplanned;
	print(b, &q->study, &studies, q->answer.format);
	return q->answer.plot != NULL ? draw(&q->study, &studies, picture, e) : 0;
}

static int run(void *request, const struct output *out, struct err *e)
{
	return simulate_study(request, answer, out, e);
}

COMMAND = { &table, run, NULL };
