/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan pair: how large a sample must be to tell which of two runs has the higher recall.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/parallel.h"
#include "core/commands/plan/plan.h"
#include "core/stats/interval/choose.h"

struct pair_plan_request {
	struct named_share system[2], both; /* documents and recall, guessed */
	size_t systems;
	int64_t yield;		     /* relevant documents */
	struct plan_targets targets; /* one method, with a prior; level: P(better) of a sample */
	struct planning_options options;
	struct allocation_options allocation;
};

/* ---- options ---- */

#define AT(member) OPTION_AT(struct pair_plan_request, member)

OPTION_SETTER(set_both)
{
	return named_share_take(o, text, &((struct pair_plan_request *)request)->both, e);
}

OPTION_SETTER(add_system)
{
	struct pair_plan_request *q = request;
	if (q->systems == 2)
		return err_usage(e, "--system=%.100s: there are two already", text);
	if (named_share_take(o, text, &q->system[q->systems], e) < 0)
		return -1;
	struct slice *name = &q->system[q->systems++].name;
	if (name->length == 0)
		*name = slice_of(q->systems == 1 ? "A" : "B");
	return 0;
}

static const struct command_option options[] = {
	{ HEADING("What is known and guessed:") },
	{ "system", 0, "[NAME=]N:R", "A system that retrieves N documents with recall R; give two",
	  SET_BY(add_system), .repeat = REPEAT_EACH,
	  .more = "Its NAME is that of a run in the file of --write-allocation (default A and B)." },
	{ "both", 0, "N:R", "Documents that both retrieve, and the recall of these",
	  SET_BY(set_both) },
	{ NAME_YIELD, DOCUMENTS(1), SINGLE, AT(yield) },
	{ HEADING("What is asked:") },
	{ NAME_ASSURANCE, AT(targets.assurance) },
	{ NAME_SIZE, .here = "(how often does a sample of N find the better one?)",
	  LIST(WHOLES(2, 1e8)), AT(targets.size) },
	{ NAME_LEVEL, REAL(BETWEEN(0.5, 1)), AT(targets.level), .repeat = REPEAT_LAST,
	  .usual = "0.95",
	  .more = "A run is found to be the better one if `compare` gives it this probability "
		  "at least." },
	{ NAME_CI, .here = "(here one, whose prior is used; default " NAMED_SET ")", ADDED_METHODS,
	  .least = 1, AT(targets.methods) },
	{ OPTION_PLAN_SAMPLES, AT(targets.samples) },
	{ OPTION_SEED, AT(targets.seed) },
	{ OPTION_JOBS, AT(targets.jobs) },
	{ .include = allocation_options, AT(allocation) },
	{ .include = printing_options, AT(options) },
	{ 0 },
};

static const struct option_rule rules[] = {
	{ "", .needs = "system" }, { "", .needs = "both" }, { "", .needs = "yield" }, { 0 }
};

static int check_plan_pair(void *request, struct err *e)
{
	struct pair_plan_request *c = request;
	struct method_list *methods = &c->targets.methods;
	if (c->systems < 2)
		return err_usage(e, "a second --system is missing");
	if (methods->count > 1)
		return err_usage(e, "--ci: one method");
	if (methods->count == 0)
		methods->method[methods->count++] =
			chosen_method(OF_PAIR_PLAN, (struct sample_known){ 0 });
	const char *name = methods->method[0];
	if (methods_are_for_sets(methods, e) < 0)
		return -1;
	return interval_find(name)->prior != NULL
		       ? 0
		       : err_usage(e, "--ci=%s: '%s' has no posterior; use bb-spread", name, name);
}

static const struct command_table table = {
	.name = "plan pair",
	.summary = "sample that tells which of two runs has the higher recall",
	.doc = "How large a sample must be to tell which of two runs has the higher recall.",
	.notes = NOTE_OF_LISTS PLAN_EXIT_STATUS,
	.examples =
		"  strat_eval plan pair --system=40000:0.75 --system=50000:0.8 --both=30000:0.7 --yield=31000\n",
	.option = options,
	.rule = rules,
	.size = sizeof(struct pair_plan_request),
	.check = check_plan_pair,
};

/* ---- the work ---- */

struct pair_answer {
	const struct pair_plan_request *q;
	struct sample_line *line; /* its first stratum is what only the better run retrieves */
	size_t count;
	int better; /* 0: A, 1: B */
};

/* What only this run retrieves. */
static int own_of(const struct pair_plan_request *q, int run, struct true_stratum *out,
		  struct err *e)
{
	static const char names[] = "AB";
	const struct named_share *own = &q->system[run];
	double yield = (own->share - q->both.share) * (double)q->yield;
	*out = (struct true_stratum){ .size = own->documents - q->both.documents,
				      .yield = (int64_t)llround(yield) };
	if (out->size < 1)
		return err_usage(
			e,
			"run %c retrieves %lld documents, and both together retrieve %lld: "
			"it has none of its own, so its recall cannot be higher",
			names[run], (long long)own->documents, (long long)q->both.documents);
	if (out->yield < 0)
		return err_usage(e, "recall %g of run %c is less than what both retrieve, %g",
				 own->share, names[run], q->both.share);
	if (out->yield > out->size)
		return err_usage(e,
				 "contradiction: run %c would have %lld relevant documents of its "
				 "own, of %lld that only it retrieves",
				 names[run], (long long)out->yield, (long long)out->size);
	return 0;
}

static int set_problem(struct pair_answer *a, struct true_stratum out[2], struct err *e)
{
	const struct pair_plan_request *q = a->q;
	struct true_stratum own[2];
	if (q->both.share * (double)q->yield > (double)q->both.documents + 0.5)
		return err_usage(e,
				 "contradiction: %.0f relevant documents in both runs, which share "
				 "%lld documents",
				 q->both.share * (double)q->yield, (long long)q->both.documents);
	for (int run = 0; run < 2; run++)
		if (own_of(q, run, &own[run], e) < 0)
			return -1;
	if (own[0].yield == own[1].yield)
		return err_usage(e,
				 "the two runs have the same recall: no sample tells them apart");
	a->better = own[0].yield > own[1].yield ? 0 : 1;
	out[0] = own[a->better];
	out[1] = own[1 - a->better];
	out[0].retrieved = true;
	return 0;
}

static int compute(void *context, size_t item, int thread, struct err *e)
{
	(void)thread;
	const struct pair_answer *a = context;
	struct sample_line *l = &a->line[item];
	struct planned_answer wrong;
	if (sample_answer(&a->q->targets, l, e) < 0)
		return -1;
	struct true_stratum turned[2] = { l->stratum[1], l->stratum[0] };
	struct planned_sample p = l->p;
	turned[0].retrieved = true;
	turned[1].retrieved = false;
	p.strata = turned;
	p.share = (double)turned[0].sampled / (double)l->found.size;
	if (planned_reach(&p, l->found.size, &wrong, e) < 0)
		return -1;
	l->wrong = wrong.probability;
	return 0;
}

/* Fills the lines, for the caller to free also after a failure. */
static int pair_plan(struct pair_answer *out, struct err *e)
{
	const struct plan_targets *t = &out->q->targets;
	const struct number_list *const sizes = &t->size;
	struct true_stratum own[2] = { { 0 } };
	double asked[2] = { NAN, 0.5 };
	out->count = numbers_combined(&sizes, 1, 0, asked);
	out->line = calloc(out->count, sizeof *out->line);
	if (out->line == NULL)
		return err_memory(e);
	if (set_problem(out, own, e) < 0)
		return -1;
	int64_t all = own[0].size + own[1].size;
	for (size_t i = 0; i < out->count; i++) {
		struct sample_line *l = &out->line[i];
		numbers_combined(&sizes, 1, i, asked);
		memcpy(l->stratum, own, sizeof own);
		sample_planned(l, t, t->methods.method[0], QUANTITY_RECALL, asked, 2);
		l->p.reach.goal = GOAL_BETTER;
		tails_set(&l->p.reach.interval.ends, t->level, TAIL_LOWER);
		if (l->asked > all)
			return err_usage(
				e, "--size=%.0f: only one of the runs retrieves %lld documents",
				asked[0], (long long)all);
	}
	return parallel_each(t->jobs, out->count, compute, out, e);
}

/* ---- lines ---- */

struct pair_plan_row {
	struct sample_row sample;
	const char *better;
	int64_t own[2], relevant[2], sampled[2];
	double wrong;
};

#define ROW(field) .at = offsetof(struct pair_plan_row, field)

static const struct record_column columns[] = {
	{ "better", "better", RECORD_TEXT, ROW(better) },
	{ "only_a", NULL, RECORD_WHOLE, ROW(own[0]) },
	{ "only_b", NULL, RECORD_WHOLE, ROW(own[1]) },
	{ "relevant_only_a", NULL, RECORD_WHOLE, ROW(relevant[0]) },
	{ "relevant_only_b", NULL, RECORD_WHOLE, ROW(relevant[1]) },
	{ "method", "method", RECORD_TEXT, ROW(sample.method) },
	{ "level", "level", RECORD_SHORT, ROW(sample.level) },
	{ "assurance", NULL, RECORD_SHORT, ROW(sample.assurance) },
	{ "size", "sample", RECORD_WHOLE, ROW(sample.size) },
	{ "sampled_a", "only A", RECORD_WHOLE, ROW(sampled[0]) },
	{ "sampled_b", "only B", RECORD_WHOLE, ROW(sampled[1]) },
	{ "reached", "reached", RECORD_REAL, 6, 4, 7, ROW(sample.reached) },
	{ "wrong", "wrong", RECORD_REAL, 6, 4, 7, ROW(wrong) },
	{ "checked", "checked", RECORD_WHOLE, ROW(sample.checked), .if_any = true },
	{ 0 },
};

static struct pair_plan_row row_of(const struct pair_answer *a, size_t i)
{
	const struct sample_line *l = &a->line[i];
	struct pair_plan_row r = { .sample = sample_row(&a->q->targets, l),
				   .better = a->better == 0 ? "A" : "B",
				   .wrong = l->wrong };
	for (int k = 0; k < 2; k++) {
		int run = k == 0 ? a->better : 1 - a->better;
		r.own[run] = l->stratum[k].size;
		r.relevant[run] = l->stratum[k].yield;
		r.sampled[run] = l->stratum[k].sampled;
	}
	return r;
}

static int print(const struct pair_answer *a, const struct output *out, struct err *e)
{
	struct records lines;
	struct report r;
	records_init(&lines, columns, sizeof(struct pair_plan_row));
	report_init(&r, a->q->options.format, &(struct report_origin){ .asked = &out->asked });
	for (size_t i = 0; i < a->count; i++) {
		struct pair_plan_row row = row_of(a, i);
		if (i == 0)
			report_line(&r,
				    "only A: %lld documents, %lld relevant; only B: %lld "
				    "documents, %lld relevant",
				    (long long)row.own[0], (long long)row.relevant[0],
				    (long long)row.own[1], (long long)row.relevant[1]);
		records_add(&lines, &row);
	}
	report_space(&r);
	report_records(&r, IN_PAGE, "Samples that tell A from B", &lines);
	return report_finish(&r, out, 0, e);
}

/* Each stratum has the documents that only one run retrieves, and the name of that run. */
static int write_allocation(const struct pair_answer *a, struct err *e)
{
	const struct pair_plan_request *c = a->q;
	const struct pair_plan_row r = row_of(a, 0);
	char *name[2] = { strndup(c->system[0].name.at, c->system[0].name.length),
			  strndup(c->system[1].name.at, c->system[1].name.length) };
	const struct allocated_stratum strata[] = { { name[0], r.sampled[0] },
						    { name[1], r.sampled[1] } };
	int result = name[0] == NULL || name[1] == NULL
			     ? err_memory(e)
			     : allocation_write(&c->allocation, a->count, strata, 2, e);
	free(name[0]);
	free(name[1]);
	return result;
}

static int plan_pair(void *request, const struct output *out, struct err *e)
{
	struct pair_answer answer = { .q = request };
	int result = pair_plan(&answer, e);
	if (result == 0)
		result = write_allocation(&answer, e);
	if (result == 0)
		result = print(&answer, out, e);
	free(answer.line);
	return result;
}

COMMAND = { &table, plan_pair, NULL };
