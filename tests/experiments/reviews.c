/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often the bounds of validate --produced-qc and --null-qc hold, that is those of samples of
 * which a random part was reviewed again (core/stats/interval/two_phase.h; doc/coverage.md).
 *
 * The columns of the tally are those of two-sided intervals; `at_least` and `at_most` are the means
 * of one-sided bounds of the same level, and how often they hold.
 *
 * Evidence: produced=2000:900:300 null=8000:400:400 sensitivity=.8 specificity=.95
 */
#include <math.h>

#include "core/base/number.h"
#include "core/commands/simulate/trials.h"
#include "core/stats/interval/two_phase.h"
#include "core/stats/random/uniform.h"
#include "tests/experiments/key_value.h"

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
			return err_usage(e, "%s=%.100s: not N:R:n, whole numbers", o->name, text);
		at += length + 1;
	}
	if (x[1] > x[0] || x[2] > x[0] || x[2] == 0 || x[0] > INT64_C(1000000000000))
		return err_usage(e, "%s=%.100s: %lld documents, %lld relevant, %lld sampled",
				 o->name, text, (long long)x[0], (long long)x[1], (long long)x[2]);
	*side = (struct true_side){ true, x[0], x[1], x[2] };
	return 0;
}

#define AT(member) OPTION_AT(struct reviews_asked, member)

static const struct command_option keys[] = {
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
	{ OPTION_LEVEL, AT(level) },
	{ OPTION_SAMPLES("Samples (default 1000)"), AT(effort.samples) },
	{ .include = effort_options, AT(effort) },
	{ 0 },
};

static void init(void *request)
{
	*(struct reviews_asked *)request = (struct reviews_asked){
		.sensitivity = 0.9,
		.specificity = 0.98,
		.again = 0.25,
		.level = 0.95,
		.effort = experiment_effort(1000),
	};
}

static int check(void *request, struct err *e)
{
	const struct reviews_asked *q = request;
	if (!q->side[NULL_SET].given || !q->side[PRODUCTION].given)
		return err_usage(e, "the truth is missing (produced=N:R:n null=N:R:n)");
	return 0;
}

static const struct command_table table = {
	.name = "reviews",
	.doc = "How often the bounds of a validation hold if a random part of its samples is reviewed again.",
	.option = keys,
	.size = sizeof(struct reviews_asked),
	.init = init,
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

/* By two-sided intervals, and by one-sided bounds, whose ends are figures besides. */
enum { ONE_SIDED = QUANTITIES, CLAIMS = 2 * QUANTITIES };
enum { AT_LEAST, AT_MOST };

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

static int one_sample(const void *question, size_t number, void *scratch, struct claim *to,
		      struct err *e)
{
	(void)scratch;
	const struct reviews_asked *q = question;
	struct uniform u = uniform_start(q->effort.seed, number, STREAM_COVERAGE_SAMPLES);
	struct coded_sample sample[SIDES];
	const struct coded_sample *const side[SIDES] = { &sample[0], &sample[1] };
	double R[SIDES], truth[SIDES];
	for (int i = 0; i < SIDES; i++) {
		sample[i] = draw_side(q, i, &u);
		R[i] = two_phase_estimate(&sample[i]);
		truth[i] = (double)q->side[i].relevant;
	}
	struct two_phase *x = two_phase_new(side, e);
	for (size_t k = 0; k < CLAIMS && x != NULL; k++) {
		enum two_phase_quantity what = quantity[k % QUANTITIES].what;
		double unit = unit_of(q, what), error = (1 - q->level) / (k < ONE_SIDED ? 2 : 1);
		double lower = two_phase_bound(x, what, true, error) / unit;
		double upper = two_phase_bound(x, what, false, error) / unit;
		to[k] = (struct claim){ .truth = value_of(q, what, truth),
					.estimate = value_of(q, what, R),
					.interval = { lower, upper },
					.more = { [AT_LEAST] = lower, [AT_MOST] = upper } };
	}
	two_phase_free(x);
	return x != NULL ? 0 : -1;
}

/* ---- lines ---- */

struct row {
	const char *quantity;
	double level, at_least, at_least_holds, at_most, at_most_holds;
	int64_t seed;
	struct tally of;
};

#undef AT
#define AT(field)	 .at = offsetof(struct row, field)
#define AT_TALLY(member) AT(of.member)

static const struct record_column columns[] = {
	{ "quantity", NULL, RECORD_TEXT, AT(quantity) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ "truth", NULL, RECORD_REAL, 6, AT(of.truth) },
	{ "at_least", NULL, RECORD_REAL, 6, AT(at_least) },
	{ "at_least_holds", NULL, RECORD_REAL, 6, AT(at_least_holds) },
	{ "at_most", NULL, RECORD_REAL, 6, AT(at_most) },
	{ "at_most_holds", NULL, RECORD_REAL, 6, AT(at_most_holds) },
	TALLY_COLUMNS(AT_TALLY),
	{ 0 },
};

static int run(void *request, const struct output *out, struct err *e)
{
	const struct reviews_asked *q = request;
	const struct trials trials = { .effort = &q->effort,
				       .groups = 1,
				       .samples = (size_t)q->effort.samples,
				       .claims = CLAIMS,
				       .one = one_sample,
				       .question = q };
	struct tally tally[CLAIMS];
	struct records lines;
	records_init(&lines, columns, sizeof(struct row));
	int result = trials_run(&trials, tally, e);
	for (size_t k = 0; k < QUANTITIES && result == 0; k++) {
		const struct tally *one = &tally[ONE_SIDED + k];
		records_add(&lines, &(struct row){ .quantity = quantity[k].name,
						   .level = q->level,
						   .at_least = one->more[AT_LEAST],
						   .at_least_holds = 1 - one->below,
						   .at_most = one->more[AT_MOST],
						   .at_most_holds = 1 - one->above,
						   .seed = (int64_t)q->effort.seed,
						   .of = tally[k] });
	}
	return print_csv(&lines, NULL, NULL, result, out, e);
}

int main(int argc, char **argv)
{
	(void)argc;
	return experiment_main(&table, run, argv);
}
