/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate reviews: how often the bounds of validate --produced-qc and --null-qc hold, that is
 * those of samples of which a random part was reviewed again (core/stats/interval/two_phase.h).
 */
#include <math.h>

#include "core/base/number.h"
#include "core/commands/simulate/simulate.h"
#include "core/stats/interval/two_phase.h"
#include "core/stats/random/uniform.h"

enum { NULL_SET, PRODUCTION, SIDES };

/* A side of the production: N documents, R of them relevant, n sampled. */
struct true_side {
	bool given;
	int64_t size, relevant, sampled;
};

struct reviews_asked {
	struct true_side side[SIDES];
	double sensitivity, specificity, again; /* of the first review; the part reviewed again */
	double level;
	struct effort effort;
	struct answer_options answer;
};

/* N:R:n */
OPTION_SETTER(set_side)
{
	struct true_side *side = (void *)((char *)request + o->at);
	int64_t x[3];
	const char *at = text;
	for (int i = 0; i < 3; i++) {
		size_t length = strcspn(at, ":");
		if (!parse_integer((struct slice){ at, length }, &x[i]) || x[i] < 0 ||
		    at[length] != (i < 2 ? ':' : '\0'))
			return err_usage(e, "%s=%.100s: not N:R:n, whole numbers",
					 option_name(o).text, text);
		at += length + 1;
	}
	if (x[1] > x[0] || x[2] > x[0] || x[2] == 0 || x[0] > INT64_C(1000000000000))
		return err_usage(e, "%s=%.100s: %lld documents, %lld relevant, %lld sampled",
				 option_name(o).text, text, (long long)x[0], (long long)x[1],
				 (long long)x[2]);
	*side = (struct true_side){ true, x[0], x[1], x[2] };
	return 0;
}

#define AT(member) OPTION_AT(struct reviews_asked, member)

static const struct command_option options[] = {
	{ HEADING("What is true:") },
	{ "produced", 0, "N:R:n", "N documents produced, R of them relevant, n sampled",
	  SET_BY(set_side), AT(side[PRODUCTION]) },
	{ "null", 0, "N:R:n", "The same of the documents not produced", SET_BY(set_side),
	  AT(side[NULL_SET]) },
	{ "sensitivity", 0, "X", "Share of relevant documents that the first review finds (0.9)",
	  REAL(FROM_TO(0, 1)), AT(sensitivity) },
	{ "specificity", 0, "X",
	  "Share of other documents that the first review codes not relevant (0.98)",
	  REAL(FROM_TO(0, 1)), AT(specificity) },
	{ "again", 0, "X",
	  "Share of either code that is reviewed again, at least one document (default 0.25)",
	  REAL(ABOVE_TO(0, 1)), AT(again) },
	{ OPTION_LEVEL("bounds"), AT(level) },
	{ HEADING("How:") },
	{ OPTION_SAMPLES("Samples (default 1000)"), AT(effort.samples) },
	{ .include = effort_options, AT(effort) },
	{ .include = answer_options, AT(answer) },
	{ 0 },
};

static void init(void *request)
{
	*(struct reviews_asked *)request = (struct reviews_asked){
		.sensitivity = 0.9,
		.specificity = 0.98,
		.again = 0.25,
		.level = 0.95,
		.effort = effort_by_default(1000),
	};
}

static int check(void *request, struct err *e)
{
	const struct reviews_asked *q = request;
	if (!q->side[NULL_SET].given || !q->side[PRODUCTION].given)
		return err_usage(e, "the truth is missing (--produced=N:R:n --null=N:R:n)");
	return 0;
}

static const struct command_table table = {
	.name = "simulate reviews",
	.summary = "how often bounds hold if a part of a sample is reviewed again",
	.doc = "How often the bounds of a validation hold if a random part of its samples is "
	       "reviewed again (validate --produced-qc, --null-qc).",
	.notes = EXIT_STATUS,
	.option = options,
	.size = sizeof(struct reviews_asked),
	.init = init,
	.shard = offsetof(struct reviews_asked, answer.shard),
	.check = check,
};

/* ---- one sample ---- */

static const struct {
	const char *name;
	enum two_phase_quantity what;
} quantity[] = {
	{ "recall", TWO_PHASE_RECALL }, { "precision", TWO_PHASE_PRODUCED },
	{ "elusion", TWO_PHASE_NULL },	{ "richness", TWO_PHASE_ALL },
	{ "F1", TWO_PHASE_F1 },
};
enum { QUANTITIES = sizeof quantity / sizeof quantity[0] };

struct outcome {
	double estimate, bound[4]; /* lower and upper of one-sided, of two-sided bounds */
};

struct study {
	const struct reviews_asked *asked;
	struct outcome (*outcome)[QUANTITIES]; /* of each sample */
};

/* The value for yields of both sides. */
static double value_of(const struct reviews_asked *q, enum two_phase_quantity what,
		       const double R[SIDES])
{
	double null = (double)q->side[NULL_SET].size, produced = (double)q->side[PRODUCTION].size;
	double all = R[0] + R[1];
	switch (what) {
	case TWO_PHASE_RECALL:
		return R[1] / all;
	case TWO_PHASE_PRODUCED:
		return R[1] / produced;
	case TWO_PHASE_NULL:
		return R[0] / null;
	case TWO_PHASE_F1:
		return 2 * R[1] / (produced + all);
	case TWO_PHASE_ALL:
		break;
	}
	return all / (produced + null);
}

/* What a bound in documents is divided by. */
static double unit_of(const struct reviews_asked *q, enum two_phase_quantity what)
{
	const double one[SIDES] = { what == TWO_PHASE_NULL, what != TWO_PHASE_NULL };
	bool share = what == TWO_PHASE_RECALL || what == TWO_PHASE_F1;
	return share ? 1 : 1 / value_of(q, what, one);
}

/* How many of `marked` documents are among `drawn` of `size`, drawn one by one. */
static int64_t draw(struct uniform *u, int64_t size, int64_t marked, int64_t drawn)
{
	int64_t found = 0;
	for (int64_t i = 0; i < drawn && found < marked; i++)
		found += uniform_next(u) * (double)(size - i) < (double)(marked - found);
	return found;
}

static struct coded_sample draw_side(const struct reviews_asked *q, int side, struct uniform *u)
{
	const struct true_side *t = &q->side[side];
	/* of relevant documents, and of others: how many the first review would code relevant */
	int64_t right = (int64_t)round(q->sensitivity * (double)t->relevant);
	int64_t wrong = (int64_t)round((1 - q->specificity) * (double)(t->size - t->relevant));
	int64_t coded = right + wrong;
	struct coded_sample s = { .size = t->size };
	s.coded[1] = draw(u, t->size, coded, t->sampled);
	s.coded[0] = t->sampled - s.coded[1];
	for (int code = 0; code < 2; code++)
		s.again[code] = (int64_t)ceil(q->again * (double)s.coded[code]);
	s.relevant[1] = draw(u, coded, right, s.again[1]);
	s.relevant[0] = draw(u, t->size - coded, t->relevant - right, s.again[0]);
	return s;
}

static int one_sample(void *context, size_t number, int thread, struct err *e)
{
	(void)thread;
	const struct study *y = context;
	const struct reviews_asked *q = y->asked;
	struct uniform u = uniform_start(q->effort.seed, number, STREAM_COVERAGE_SAMPLES);
	struct coded_sample sample[SIDES];
	const struct coded_sample *const side[SIDES] = { &sample[0], &sample[1] };
	double R[SIDES], error = 1 - q->level;
	for (int i = 0; i < SIDES; i++) {
		sample[i] = draw_side(q, i, &u);
		R[i] = two_phase_estimate(&sample[i]);
	}
	struct two_phase *x = two_phase_new(side, e);
	for (size_t k = 0; k < QUANTITIES && x != NULL; k++) {
		struct outcome *out = &y->outcome[number][k];
		enum two_phase_quantity what = quantity[k].what;
		double unit = unit_of(q, what);
		out->estimate = value_of(q, what, R);
		for (int i = 0; i < 4; i++)
			out->bound[i] =
				two_phase_bound(x, what, i % 2 == 0, i < 2 ? error : error / 2) /
				unit;
	}
	two_phase_free(x);
	progress_step(&q->effort.progress);
	return x != NULL ? 0 : -1;
}

static void sample_fields(void *context, size_t number, struct shard_line *l)
{
	const struct study *y = context;
	for (size_t k = 0; k < QUANTITIES; k++) {
		struct outcome *x = &y->outcome[number][k];
		SHARD_FIELD(l, &x->estimate);
		for (int i = 0; i < 4; i++)
			SHARD_FIELD(l, &x->bound[i]);
	}
}

/* ---- lines ---- */

struct row {
	const char *quantity;
	double value, mean, at_least, at_most, covered, width, low, high, level;
	int64_t samples, seed;
};

#undef AT
#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "quantity", "quantity", RECORD_TEXT, .width = 9, AT(quantity) },
	{ "value", "true", RECORD_REAL, 6, 4, 7, AT(value) },
	{ "mean", "estimate", RECORD_REAL, 6, 4, 8, AT(mean) },
	{ "at_least", "at least", RECORD_REAL, 6, 4, 8, AT(low) },
	{ "at_least_holds", "holds", RECORD_REAL, 6, 4, 6, AT(at_least) },
	{ "at_most", "at most", RECORD_REAL, 6, 4, 8, AT(high) },
	{ "at_most_holds", "holds", RECORD_REAL, 6, 4, 6, AT(at_most) },
	{ "coverage", "two-sided", RECORD_REAL, 6, 4, 9, AT(covered) },
	{ "width", "width", RECORD_REAL, 6, 4, 7, AT(width) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

static struct row summarize(const struct study *y, size_t k)
{
	const struct reviews_asked *q = y->asked;
	const double R[SIDES] = { (double)q->side[0].relevant, (double)q->side[1].relevant };
	struct row r = { .quantity = quantity[k].name,
			 .value = value_of(q, quantity[k].what, R),
			 .level = q->level,
			 .samples = q->effort.samples,
			 .seed = (int64_t)q->effort.seed };
	double n = (double)q->effort.samples, slack = 1e-9;
	for (int64_t i = 0; i < q->effort.samples; i++) {
		const struct outcome *x = &y->outcome[i][k];
		r.mean += x->estimate / n;
		r.low += x->bound[0] / n;
		r.high += x->bound[1] / n;
		r.at_least += (x->bound[0] <= r.value + slack) / n;
		r.at_most += (x->bound[1] >= r.value - slack) / n;
		r.covered += (x->bound[2] <= r.value + slack && x->bound[3] >= r.value - slack) / n;
		r.width += (x->bound[3] - x->bound[2]) / n;
	}
	return r;
}

/* ---- the question ---- */

static int simulate_all(const void *question, struct records *lines, struct err *e)
{
	const struct reviews_asked *q = question;
	size_t samples = (size_t)q->effort.samples;
	struct study y = { .asked = q, .outcome = calloc(samples, sizeof *y.outcome) };
	int result = y.outcome == NULL ? err_memory(e) : 0;
	progress_begin(&q->effort.progress, samples);
	if (result == 0)
		result = shard_each(q->effort.shard, q->effort.jobs, samples, one_sample,
				    sample_fields, &y, e);
	for (size_t k = 0; k < QUANTITIES && result == 0; k++) {
		const struct row row = summarize(&y, k);
		records_add(lines, &row);
	}
	free(y.outcome);
	return result;
}

static int run(void *request, const struct output *out, struct err *e)
{
	struct reviews_asked *q = request;
	return simulation_lines(&q->effort, &q->answer, columns, sizeof(struct row), simulate_all,
				q, out, e);
}

COMMAND = { &table, run, NULL };
