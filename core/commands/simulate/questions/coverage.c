/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simulate coverage: how often intervals from sampled judgments cover the true value (Webber 2013).
 *
 * Webber's figures come from 1000 samples of each realization. Their noise adds level (1 - level) /
 * 1000 to the mean square of coverage - level (.0069 squared at 95 %). An exact figure is printed
 * with this added, too, for comparison with his.
 */
#include <math.h>

#include "core/base/nearest.h"
#include "core/commands/simulate/coverage_simulation.h"
#include "core/commands/simulate/trials.h"

struct coverage_asked {
	struct truths_asked truths;
	struct answer_options answer;
	bool by_truth;
};

#define AT(member) OPTION_AT(struct coverage_asked, member)

/* In the order of simulation_quantities. */
static const char *const names[] = { "est_recall", "est_P", "est_F", "est_rel", NULL };

OPTION_SETTER(set_measure)
{
	struct truths_asked *q = &((struct coverage_asked *)request)->truths;
	const struct slice name = { text, strcspn(text, ".") };
	const char *beta = text[name.length] != '\0' ? text + name.length + 1 : "1";
	struct choices c = choices_for(name);
	for (int i = 0; names[i] != NULL; i++) {
		choices_add(&c, names[i]);
		if (!slice_equal(name, slice_of(names[i])))
			continue;
		q->quantity = i;
		return text[name.length] != '\0' && strcmp(names[i], "est_F") != 0
			       ? err_usage(e, "-m %.100s: %s has no parameter here", text, names[i])
			       : option_number(o, slice_of(beta), &q->simulation.interval.beta, e);
	}
	return err_usage(e, "-m %.100s: not one of %s", text, choices_text(&c));
}

static const struct command_option options[] = {
	{ .include = truth_options, AT(truths) },
	{ .include = bound_options, AT(truths) },
	{ NAME_MEASURE, .own = true,
	  .here = "(est_recall, the default, est_P, est_F.BETA or est_rel)", SET_BY(set_measure),
	  .words = names, .usual = "est_recall", .range = { FROM_TO(0, INFINITY) } },
	{ "peeks", 0, "N",
	  "Look N times while the samples grow, and count a miss at any look (default 1: at the end)",
	  WHOLE(1, 1000), AT(truths.simulation.looks),
	  .more = "The samples of all strata grow evenly to their sizes. A sample counts as "
		  "covered if the true value is in the interval at every look; otherwise the first "
		  "miss counts as below or above. The width is that of the last look. Always by "
		  "drawing (--samples)." },
	{ NAME_QUERIES, .own = true,
	  .here = "(here: coverage, and bias of the estimate, of each truth)", AT(by_truth),
	  .more = "There is a line for each truth and method: the sizes of the samples of the "
		  "retrieved (n1) and of the other documents (n0), the true value, the mean and standard "
		  "deviation of the estimate over all samples that have one, and coverage." },
	{ HEADING("How:") },
	{ OPTION_SAMPLES("(from each truth; all: a sum over all that can be drawn, however many; "
			 "default: all if they are few, else 1000)"),
	  .set = set_number_or_all, AT(truths.simulation.effort.samples),
	  .more = "The paper does so with 1000. Coverage is exact to 1e-6, and possible with "
		  "one stratum in each segment, or few outcomes." },
	{ .include = effort_options, AT(truths.simulation.effort) },
	{ OPTION_PICTURE("coverage"), AT(answer.plot) },
	{ OPTION_QUIET, AT(answer.quiet) },
	{ .include = answer_options, AT(answer) },
	{ 0 },
};

static const struct option_rule rules[] = { { "samples=all", .excludes = "peeks" }, { 0 } };

static const struct command_table table = {
	.name = "simulate coverage",
	.summary = "how often intervals from sampled judgments cover the true value",
	.doc = "How often the intervals of each method cover the true value, with samples from known "
	       "truths.",
	.notes = NOTE_OF_TRUTHS EXIT_STATUS,
	.examples = "  strat_eval simulate coverage --scenario=small:3 --ci=normal,bb-half\n",
	.option = options,
	.size = sizeof(struct coverage_asked),
	.release = truths_asked_release,
	.shard = offsetof(struct coverage_asked, answer.shard),
	.check = truths_asked_check,
	.rule = rules,
};

/* ---- a line for each method ---- */

struct method_row {
	struct truths_row asked;
	const char *how;
	double truths;
	struct tally of;
	double least, most, gap, with_noise;	 /* gap: root mean square of coverage - level */
	struct quartiles coverage, below, above; /* nan of one truth */
	double closest;				 /* nan of one method */
};

#undef AT
#define AT(field)	 .at = offsetof(struct method_row, field)
#define AT_TALLY(member) AT(of.member)

static const struct record_column method_columns[] = {
	{ "scenario", "scenario", RECORD_TEXT, .width = 8, AT(asked.scenario) },
	{ "method", "method", RECORD_TEXT, .width = 13, AT(asked.method) },
	{ "quantity", NULL, RECORD_TEXT, AT(asked.quantity) },
	{ "beta", NULL, RECORD_SHORT, AT(asked.beta) },
	{ "level", NULL, RECORD_SHORT, AT(asked.level) },
	{ "tail", NULL, RECORD_TEXT, AT(asked.tail) },
	{ "seed", NULL, RECORD_WHOLE, AT(asked.seed) },
	{ "realizations", NULL, RECORD_COUNT, AT(truths) },
	{ "how", "how", RECORD_TEXT, AT(how) },
	TALLY_COLUMNS(AT_TALLY),
	{ "least", "least", RECORD_REAL, 6, 4, 7, AT(least) },
	{ "most", NULL, RECORD_REAL, 6, AT(most) },
	{ "q1", "q1", RECORD_REAL, 6, 4, 6, AT(coverage.first), .if_any = true },
	{ "median", "median", RECORD_REAL, 6, 4, 6, AT(coverage.median), .if_any = true },
	{ "q3", "q3", RECORD_REAL, 6, 4, 6, AT(coverage.third), .if_any = true },
	{ "closest", "closest", RECORD_REAL, 6, 4, 7, AT(closest), .if_any = true },
	{ "coverage_rmse", "off level", RECORD_REAL, 6, 4, 9, AT(gap) },
	{ "coverage_rmse_with_noise", "+noise", RECORD_REAL, 6, 4, 7, AT(with_noise),
	  .if_any = true },
	{ "below_q1", NULL, RECORD_REAL, 6, AT(below.first) },
	{ "below_median", NULL, RECORD_REAL, 6, AT(below.median) },
	{ "below_q3", NULL, RECORD_REAL, 6, AT(below.third) },
	{ "above_q1", NULL, RECORD_REAL, 6, AT(above.first) },
	{ "above_median", NULL, RECORD_REAL, 6, AT(above.median) },
	{ "above_q3", NULL, RECORD_REAL, 6, AT(above.third) },
	{ 0 },
};

/* So small a bias comes from rounding: it is printed as 0, never as -0.000000. */
static double without_rounding(double bias)
{
	return fabs(bias) < 0.5 / 1e6 ? 0 : bias;
}

static struct method_row method_row(const struct truths_asked *q, const char *name,
				    const struct coverage_result *x, const struct method_result *m)
{
	const struct quartiles none = { NAN, NAN, NAN };
	const struct coverage_summary *y = &m->summary;
	double level = q->simulation.level;
	bool many = x->truths > 1;
	return (struct method_row){
		.asked = truths_row(q, name, m->method->name),
		.how = m->sampled == 0 ? "exact"
		       : m->exact == 0 ? "sampled"
				       : "mixed",
		.truths = (double)x->truths,
		.of = { .samples = m->sampled > 0 ? (double)x->samples * (double)m->sampled : NAN,
			.offered = y->offered,
			.coverage = y->mean,
			.coverage_se = m->error,
			.below = y->below,
			.above = y->above,
			.width = y->width,
			.bias = without_rounding(x->bias),
			.rmse = x->rmse },
		.least = y->least,
		.most = y->most,
		.gap = y->rmse,
		.with_noise = m->sampled == 0 ? sqrt(y->rmse * y->rmse + level * (1 - level) / 1000)
					      : NAN,
		.coverage = many ? m->coverage : none,
		.below = many ? m->below : none,
		.above = many ? m->above : none,
		.closest = x->methods > 1 ? m->closest : NAN,
	};
}

static void add_methods(struct records *r, const struct truths_asked *q, const char *name,
			const struct coverage_result *x)
{
	for (size_t i = 0; i < x->methods; i++) {
		const struct method_row row = method_row(q, name, x, &x->method[i]);
		records_add(r, &row);
	}
}

/* ---- -q: a line for each truth, and method ---- */

struct truth_row {
	struct truths_row asked;
	const char *truth, *how;
	int64_t number, n1, n0, size1, size0;
	double estimate, sd;
	struct tally of;
};

#undef AT
#define AT(field) .at = offsetof(struct truth_row, field)

static const struct record_column truth_columns[] = {
	{ "scenario", "scenario", RECORD_TEXT, .width = 8, AT(asked.scenario) },
	{ "number", "number", RECORD_WHOLE, .width = 6, AT(number) },
	{ "truth", "truth", RECORD_TEXT, .width = 5, AT(truth), .if_any = true },
	{ "method", "method", RECORD_TEXT, .width = 13, AT(asked.method) },
	{ "quantity", NULL, RECORD_TEXT, AT(asked.quantity) },
	{ "beta", NULL, RECORD_SHORT, AT(asked.beta) },
	{ "level", NULL, RECORD_SHORT, AT(asked.level) },
	{ "tail", NULL, RECORD_TEXT, AT(asked.tail) },
	{ "seed", NULL, RECORD_WHOLE, AT(asked.seed) },
	{ "how", "how", RECORD_TEXT, AT(how) },
	{ "n1", "n1", RECORD_WHOLE, .width = 5, AT(n1) },
	{ "n0", "n0", RECORD_WHOLE, .width = 5, AT(n0) },
	{ "N1", NULL, RECORD_WHOLE, AT(size1) },
	{ "N0", NULL, RECORD_WHOLE, AT(size0) },
	{ "value", "value", RECORD_REAL, 6, 4, 7, AT(of.truth) },
	{ "estimate", "estimate", RECORD_REAL, 6, 4, 8, AT(estimate) },
	{ "sd", "sd", RECORD_REAL, 6, 4, 7, AT(sd) },
	TALLY_COLUMNS(AT_TALLY),
	{ 0 },
};

static struct truth_row truth_row(const struct truths_asked *q, const char *name,
				  const struct coverage_result *x, size_t truth, size_t method)
{
	const struct truth_result *t = &x->truth[truth];
	const struct coverage *c = &x->coverage[truth * x->methods + method];
	bool sampled = c->by == COVERAGE_BY_SAMPLE;
	return (struct truth_row){
		.asked = truths_row(q, name, x->method[method].method->name),
		.number = (int64_t)t->number + 1,
		.truth = t->name,
		.how = sampled ? "sampled" : "exact",
		.size1 = t->size1,
		.size0 = t->size0,
		.n1 = t->n1,
		.n0 = t->n0,
		.estimate = t->value + t->estimate.bias,
		.sd = t->estimate.sd,
		.of = { .samples = sampled ? (double)x->samples : NAN,
			.offered = c->offered,
			.coverage = c->covered,
			.coverage_se = coverage_error(c, (double)x->samples),
			.below = c->below,
			.above = c->above,
			.width = c->width,
			.bias = without_rounding(t->estimate.bias),
			.rmse = hypot(t->estimate.bias, t->estimate.sd),
			.truth = t->value },
	};
}

static void add_truths(struct records *r, const struct truths_asked *q, const char *name,
		       const struct coverage_result *x)
{
	for (size_t i = 0; i < x->truths * x->methods; i++) {
		const struct truth_row row = truth_row(q, name, x, i / x->methods, i % x->methods);
		records_add(r, &row);
	}
}

/* ---- the question ---- */

static int warn(const struct truth_source *from, const struct coverage_result *r, bool quiet,
		const struct output *out, struct err *e)
{
	struct warnings w = { 0 };
	if (r->undefined > 0)
		warnings_add(&w,
			     "%s: in %zu of %zu truths the quantity is "
			     "undefined; they are left out",
			     from->name, r->undefined, r->undefined + r->truths);
	int result = warnings_check(&w, e);
	output_warn(out, &w, quiet);
	return result;
}

/* One result for each source, for the caller to release. */
static int run_sources(const struct coverage_asked *q, const struct truth_sources *x,
		       struct coverage_result *r, const struct output *out, struct err *e)
{
	const struct simulation *s = &q->truths.simulation;
	size_t steps = 0;
	for (size_t i = 0; i < x->count; i++)
		steps += simulation_steps(&x->source[i]);
	progress_begin(&s->effort.progress, steps);
	int result = 0;
	for (size_t i = 0; i < x->count && result == 0; i++) {
		result = coverage_run(s, &x->source[i], &r[i], e);
		if (result == 0)
			result = warn(&x->source[i], &r[i], q->answer.quiet, out, e);
	}
	return result;
}

static int list_coverage(void *request, const struct truth_sources *x, struct records *lines,
			 struct picture *picture, const struct output *out, struct err *e)
{
	struct coverage_asked *q = request;
	struct coverage_result *r = calloc(x->count, sizeof *r);
	int result = r == NULL ? err_memory(e) : run_sources(q, x, r, out, e);
	for (size_t i = 0; i < x->count && result == 0; i++)
		(q->by_truth ? add_truths : add_methods)(lines, &q->truths, x->source[i].name,
							 &r[i]);
	if (result == 0 && q->answer.plot != NULL)
		result = coverage_draw(&q->truths, q->by_truth, x->source, r, x->count, picture, e);
	for (size_t i = 0; r != NULL && i < x->count; i++)
		arena_release(&r[i].memory);
	free(r);
	return result;
}

static int simulate_coverage(void *request, const struct output *out, struct err *e)
{
	struct coverage_asked *q = request;
	struct records lines;
	if (q->by_truth)
		records_init(&lines, truth_columns, sizeof(struct truth_row));
	else
		records_init(&lines, method_columns, sizeof(struct method_row));
	return simulate_truths(&q->truths, &q->answer, list_coverage, q, &lines, out, e);
}

COMMAND = { &table, simulate_coverage, help_with_scenarios };
