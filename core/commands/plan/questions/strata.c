/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan strata: recall from a sample of several strata.
 */
#include <math.h>
#include <string.h>

#include "core/base/number.h"
#include "core/commands/plan/plan.h"

enum { PLAN_STRATA_MAX = 64 };

struct strata_plan_request {
	struct true_stratum stratum[PLAN_STRATA_MAX];
	char label[PLAN_STRATA_MAX][128];
	size_t count;
	struct plan_targets targets; /* one method, one target, at most one size */
	struct planning_options options;
	struct allocation_options allocation;
};

/* ---- options ---- */

#define AT(member) OPTION_AT(struct strata_plan_request, member)

/* `least` of the option is 1 if they are retrieved. */
OPTION_SETTER(add_stratum)
{
	static const char *const unnamed[] = { "-", "retrieved" };
	struct strata_plan_request *q = request;
	struct named_share x;
	if (q->count == PLAN_STRATA_MAX)
		return err_usage(e, "more than %d strata", PLAN_STRATA_MAX);
	if (named_share_take(o, text, &x, e) < 0)
		return -1;
	struct slice name = x.name.length > 0 ? x.name : slice_of(unnamed[o->least]);
	snprintf(q->label[q->count], sizeof q->label[0], "%.*s", (int)name.length, name.at);
	q->stratum[q->count++] =
		(struct true_stratum){ .size = x.documents,
				       .yield = (int64_t)llround((double)x.documents * x.share),
				       .retrieved = o->least > 0 };
	return 0;
}

static const struct command_option options[] = {
	{ HEADING("The strata:") },
	{ "retrieved-stratum", 0, "[NAME=]N:P",
	  "A stratum of N documents that were retrieved, of which a share P is relevant, a guess; may "
	  "be repeated",
	  SET_BY(add_stratum), .least = 1, .repeat = REPEAT_EACH },
	{ "unretrieved-stratum", 0, "[NAME=]N:P",
	  "The same of documents that were not retrieved; may be repeated", SET_BY(add_stratum),
	  .repeat = REPEAT_EACH },
	{ .include = target_options, AT(targets) },
	{ OPTION_TAIL, AT(targets.tail) },
	{ OPTION_PLAN_SAMPLES, AT(targets.samples) },
	{ OPTION_SEED, AT(targets.seed) },
	{ .include = allocation_options, AT(allocation) },
	{ .include = printing_options, AT(options) },
	{ 0 },
};

#define BOTH_KINDS "recall needs strata of both kinds"

static const struct option_rule rules[] = { { "", .needs = "width|half-width|bound" },
					    { "", .needs = "retrieved-stratum", .why = BOTH_KINDS },
					    { "", .needs = "unretrieved-stratum",
					      .why = BOTH_KINDS },
					    BOUND_RULES };

static int check_plan_strata(void *request, struct err *e)
{
	struct strata_plan_request *q = request;
	struct plan_targets *t = &q->targets;
	int64_t all = 0;
	for (size_t i = 0; i < q->count; i++)
		all += q->stratum[i].size;
	if (t->target.count != 1)
		return err_usage(e, "one width or bound is needed (--width or --bound)");
	if (plan_targets_check(t, QUANTITY_RECALL, e) < 0)
		return -1;
	if (t->methods.count > 1 || t->size.count > 1)
		return err_usage(e, "--%s: one of them", t->size.count > 1 ? "size" : "ci");
	return sample_check_sizes(t, all, e);
}

static const struct command_table table = {
	.name = "plan strata",
	.summary = "sample of several strata, to know recall",
	.doc = "How large a sample of several strata must be to know recall, and how to divide it.",
	.notes = PLAN_EXIT_STATUS,
	.examples =
		"  strat_eval plan strata --retrieved-stratum=top=2000:0.9 --unretrieved-stratum=90000:0.01 --width=0.2\n",
	.option = options,
	.rule = rules,
	.size = sizeof(struct strata_plan_request),
	.check = check_plan_strata,
};

static int check_strata(const struct strata_plan_request *q, struct err *e)
{
	double yield = 0;
	for (size_t i = 0; i < q->count; i++) {
		yield += (double)q->stratum[i].yield;
		for (size_t k = 0; k < i; k++)
			if (strcmp(q->label[i], q->label[k]) == 0)
				return err_usage(e, "two strata are called '%s'", q->label[i]);
	}
	return yield > 0 ? 0 : err_usage(e, "by these guesses no document is relevant");
}

/* ---- lines ---- */

#define ROW SAMPLE_AT

static const struct record_column columns[] = {
	{ "stratum", "stratum", RECORD_TEXT, ROW(label) },
	{ "segment", "segment", RECORD_TEXT, ROW(segment) },
	{ "documents", "documents", RECORD_WHOLE, ROW(documents) },
	{ "relevant", "relevant", RECORD_WHOLE, ROW(relevant) },
	{ "guess", "guess", RECORD_SHORT, ROW(guess) },
	{ "sampled", "sampled", RECORD_WHOLE, ROW(sampled) },
	{ "size", NULL, RECORD_WHOLE, ROW(size) },
	{ "method", NULL, RECORD_TEXT, ROW(method) },
	{ "level", NULL, RECORD_SHORT, ROW(level) },
	{ "tail", NULL, RECORD_TEXT, ROW(tail) },
	{ "target", NULL, RECORD_SHORT, ROW(target) },
	{ "assurance", NULL, RECORD_SHORT, ROW(assurance) },
	{ SHARE_COLUMN("reached", NULL), ROW(reached) },
	{ SHARE_COLUMN("error", NULL), ROW(error) },
	{ "how", NULL, RECORD_TEXT, ROW(how) },
	{ "samples", NULL, RECORD_WHOLE, ROW(samples) },
	{ "seed", NULL, RECORD_WHOLE, ROW(seed) },
	{ "assured_size", NULL, RECORD_WHOLE, ROW(assured_size) },
	{ "expected_size", NULL, RECORD_WHOLE, ROW(expected_size) },
	{ SHARE_COLUMN("expected", NULL), ROW(mean) },
	{ 0 },
};

static void add_heading(struct report *r, const struct strata_plan_request *q,
			const struct sample_line *a)
{
	struct buffer *b = report_text(r, REPORT_LINE);
	static const char *const names[] = { "a width", "a lower bound", "an upper bound" };
	const struct plan_targets *t = &q->targets;
	buffer_print(b,
		     "%lld documents reach %s of %g on recall (%s, level %g) with probability %.4f",
		     (long long)a->found.size, names[t->tail], t->target.value[0],
		     t->methods.method[0], t->level, a->found.probability);
	if (a->found.error > 0)
		buffer_print(b, " (standard error %.4f, %lld samples, seed %llu)", a->found.error,
			     (long long)t->samples, (unsigned long long)t->seed);
	report_line(r, "expected: %.4f%s", a->found.expected.mean[a->p.reach.goal],
		    a->expected_size > 0 ? "; on average the target is reached by fewer:" : "");
	if (a->expected_size > 0)
		report_line(r, "%lld documents have an expected value of %g",
			    (long long)a->expected_size, t->target.value[0]);
	report_space(r);
}

static int print(const struct strata_plan_request *c, const struct sample_line *a,
		 const struct output *out, struct err *e)
{
	struct records lines;
	struct report r;
	records_init(&lines, columns, sizeof(struct sample_row));
	for (size_t i = 0; i < c->count; i++) {
		struct sample_row row = sample_row(&c->targets, a);
		const struct true_stratum *s = &a->p.strata[i];
		row.label = c->label[i];
		row.segment = s->retrieved ? "retrieved" : "unretrieved";
		row.documents = s->size;
		row.relevant = s->yield;
		row.guess = (double)s->yield / (double)s->size;
		row.sampled = s->sampled;
		records_add(&lines, &row);
	}
	report_init(&r, c->options.format, &(struct report_origin){ .asked = &out->asked });
	add_heading(&r, c, a);
	report_records(&r, IN_PAGE, "The sample of each stratum", &lines);
	return report_finish(&r, out, 0, e);
}

static int plan_strata(void *request, const struct output *out, struct err *e)
{
	struct strata_plan_request *c = request;
	const struct plan_targets *t = &c->targets;
	struct allocated_stratum s[PLAN_STRATA_MAX];
	struct yield_memory yields = { .many = true };
	struct sample_line line = { 0 };
	const double asked[2] = { t->size.count > 0 ? t->size.value[0] : NAN, t->target.value[0] };
	sample_planned(&line, t, t->methods.method[0], QUANTITY_RECALL, asked, c->count);
	line.p.strata = c->stratum;
	line.p.yields = &yields;
	int status = check_strata(c, e) < 0 ? -1 : sample_answer(t, &line, e);
	yield_memory_release(&yields);
	for (size_t i = 0; i < c->count; i++)
		s[i] = (struct allocated_stratum){ c->label[i], c->stratum[i].sampled };
	if (status < 0 || allocation_write(&c->allocation, 1, s, c->count, e) < 0)
		return -1;
	return print(c, &line, out, e);
}

COMMAND = { &table, plan_strata, NULL };
