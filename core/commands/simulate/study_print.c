/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate --confidence and --study (Carterette & Smucker 2007, Figures 4, 7 and 8).
 */
#include <math.h>

#include "core/commands/simulate/simulate.h"

/* ---- confidence ---- */

struct confidence_row {
	double from, to;
	struct confidence_bin bin;
	int64_t seed;
};

#define AT(field) .at = offsetof(struct confidence_row, field)

static const struct record_column confidence_columns[] = {
	{ "from", "from", RECORD_REAL, 2, 2, 4, AT(from) },
	{ "to", "to", RECORD_REAL, 2, 2, 4, AT(to) },
	{ "observations", "observations", RECORD_WHOLE, AT(bin.observations) },
	{ "confidence", "confidence", RECORD_REAL, 6, 4, 10, AT(bin.confidence) },
	{ "right", "right", RECORD_REAL, 6, 4, 6, AT(bin.right) },
	{ "topics_right", "topics right", RECORD_REAL, 6, 4, 12, AT(bin.topics) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};
#undef AT

static void print_confidence(struct buffer *b, const struct confidence_bin *bin, int64_t seed,
			     enum record_format format)
{
	struct records r;
	records_init(&r, confidence_columns, sizeof(struct confidence_row));
	for (int i = 0; i < CONFIDENCE_BINS; i++) {
		struct confidence_row row = { 0.5 + i * 0.5 / CONFIDENCE_BINS,
					      0.5 + (i + 1) * 0.5 / CONFIDENCE_BINS, bin[i], seed };
		records_add(&r, &row);
	}
	records_finish(&r, format, b);
}

static int draw_confidence(const struct confidence_bin *bin, struct picture *out, struct err *e)
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

/* ---- studies ---- */

struct study_row {
	double from, to;
	struct study_bin bin;
	double n, alpha;
	int64_t seed;
};

#define AT(field) .at = offsetof(struct study_row, field)

static const struct record_column study_columns[] = {
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
#undef AT

static void print_study(struct buffer *b, const struct study_simulation *s,
			const struct study_result *x, enum record_format format)
{
	struct records r;
	records_init(&r, study_columns, sizeof(struct study_row));
	for (int i = 0; i <= STUDY_BINS; i++) {
		struct study_row row = { .bin = x->bin[i],
					 .from = i < STUDY_BINS ? i / (double)STUDY_BINS : 0,
					 .to = i < STUDY_BINS ? (i + 1) / (double)STUDY_BINS : 1,
					 .n = s->topics,
					 .alpha = s->alpha,
					 .seed = (int64_t)s->pilot.seed };
		if (row.bin.studies > 0)
			records_add(&r, &row);
	}
	records_finish(&r, format, b);
}

/* Effect size and power, predicted and observed (Figures 7 and 8). */
static int draw_study(const struct study_simulation *s, const struct study_result *x,
		      struct picture *out, struct err *e)
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

/* ---- both ---- */

static int warn(const struct simulate_request *q, const struct pilot_data *d, int64_t unplanned,
		const struct output *out, struct err *e)
{
	struct warnings w = { 0 };
	if (d->left_out > 0)
		warnings_add(&w, "judged topics that not all runs have, left out: %zu",
			     d->left_out);
	if (d->unjudged > 0)
		warnings_add(
			&w,
			"%lld of %lld documents in the pools were not judged, and count as not "
			"relevant",
			(long long)d->unjudged, (long long)d->pooled);
	if (unplanned > 0)
		warnings_add(&w, "pilots from which no plan follows, left out: %lld",
			     (long long)unplanned);
	int result = warnings_check(&w, e);
	output_warn(out, &w, q->quiet);
	return result;
}

static int simulate_and_print(const struct simulate_request *q, const struct pilot_data *d,
			      struct buffer *b, struct picture *picture, const struct output *out,
			      struct err *e)
{
	struct confidence_bin bin[CONFIDENCE_BINS];
	struct study_result studies = { 0 };
	const struct study_simulation *s = &q->study;
	int result = q->by_study ? study_simulate(s, d, &studies, e)
				 : confidence_simulate(s, d, &q->sizes, bin, e);
	if (result < 0 || warn(q, d, studies.unplanned, out, e) < 0)
		return -1;
	if (q->by_study)
		print_study(b, s, &studies, q->format);
	else
		print_confidence(b, bin, (int64_t)q->seed, q->format);
	if (q->plot == NULL)
		return 0;
	return q->by_study ? draw_study(s, &studies, picture, e) : draw_confidence(bin, picture, e);
}

int simulate_study(struct simulate_request *q, const struct output *out, struct err *e)
{
	struct pilot_data d;
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	struct pilot_question *p = &q->study.pilot;
	if (pilot_formats(p, q->judgment_format, q->run_format, e) < 0)
		return -1;
	int result = pilot_data_init(&d, p, e);
	if (result == 0)
		result = simulate_and_print(q, &d, &b, &picture, out, e);
	pilot_data_release(&d);
	return picture_finish(&picture, q->plot, &b, result, out, e);
}
