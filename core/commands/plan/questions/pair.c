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
	struct number_list retrieved; /* documents of A and of B */
	int64_t both;		      /* documents of both */
	int64_t yield;		      /* relevant documents */
	struct number_list recall;    /* of A and of B, guessed */
	double both_recall;	      /* share of the relevant that both retrieve; nan: not given */
	struct plan_targets targets;  /* one method, with a prior; level: P(better) of a sample */
	struct planning_options options;
	struct allocation_options allocation;
	const char *runs; /* names of the two, with a comma between */
	bool both_given;
};

/* ---- options ---- */

#define AT(member)    OPTION_AT(struct pair_plan_request, member)
#define GIVEN(member) .given = offsetof(struct pair_plan_request, member)

/* Two numbers, which may be the same. */
OPTION_SETTER(set_two)
{
	struct number_list *list = (void *)((char *)request + o->at);
	const char *comma = strchr(text, ',');
	if (comma == NULL || strchr(comma + 1, ',') != NULL)
		return err_usage(e, "--%s=%.100s: two numbers with a comma between are needed",
				 o->name, text);
	list->count = 2;
	if (option_number(o, (struct slice){ text, (size_t)(comma - text) }, &list->value[0], e) <
	    0)
		return -1;
	return option_number(o, slice_of(comma + 1), &list->value[1], e);
}

static const struct command_option options[] = {
	{ HEADING("What is known:") },
	{ "retrieved", 0, "A,B", "Number of documents that each run retrieves", SET_BY(set_two),
	  .range = { WHOLES(1, PLAN_MOST_DOCUMENTS) }, AT(retrieved) },
	{ "both", 0, "N", "Number of documents that both retrieve", WHOLE(0, PLAN_MOST_DOCUMENTS),
	  AT(both), GIVEN(both_given) },
	{ HEADING("What is guessed:") },
	{ "yield", 0, "N", "Number of relevant documents in the collection",
	  WHOLE(1, PLAN_MOST_DOCUMENTS), AT(yield) },
	{ "recall", 0, "A,B", "Recall of each run", SET_BY(set_two), .range = { FROM_TO(0, 1) },
	  AT(recall) },
	{ "both-recall", 0, "X", "Share of the relevant documents both retrieve",
	  REAL(FROM_TO(0, 1)), AT(both_recall), .usual = "nan" },
	{ HEADING("What is asked:") },
	{ "assurance", 0, "X",
	  "The probability of finding the better run, of the sample and every larger one "
	  "(default 0.8)",
	  REAL(BETWEEN(0, 1)), AT(targets.assurance), .usual = "0.8" },
	{ "size", 0, "N,...", "How often does a sample of N documents find it?",
	  LIST(WHOLES(2, 1e8)), AT(targets.size) },
	{ "level", 0, "X", "P(A > B) that a sample must give (default 0.95)", REAL(BETWEEN(0.5, 1)),
	  AT(targets.level), .repeat = REPEAT_LAST, .usual = "0.95",
	  .more = "A run is found to be the better one if `compare` gives it this probability "
		  "at least." },
	{ "ci", 0, "METHOD", "Prior of the comparison (default " NAMED_SET ")", ADDED_METHODS,
	  .least = 1, AT(targets.methods) },
	{ OPTION_PLAN_SAMPLES, AT(targets.samples) },
	{ OPTION_SEED, AT(targets.seed) },
	{ OPTION_JOBS, AT(targets.jobs) },
	{ .include = allocation_options, AT(allocation) },
	{ "runs", 0, "A,B", "Names of the runs in that file (default A,B)", .type = OPTION_TEXT,
	  AT(runs), .usual = "A,B" },
	{ .include = printing_options, AT(options) },
	{ 0 },
};

static int check_given(const struct pair_plan_request *q, struct err *e)
{
	static const char *const names[] = { "retrieved", "both", "yield", "recall",
					     "both-recall" };
	const bool given[] = { q->retrieved.count > 0, q->both_given, q->yield > 0,
			       q->recall.count > 0, !isnan(q->both_recall) };
	for (size_t i = 0; i < sizeof given / sizeof *given; i++)
		if (!given[i])
			return err_usage(e, "--%s is missing", names[i]);
	const char *comma = strchr(q->runs, ',');
	if (comma == NULL || comma == q->runs || comma[1] == '\0' || strchr(comma + 1, ','))
		return err_usage(e, "--runs=%s: two names with a comma between are needed",
				 q->runs);
	return 0;
}

static int check_plan_pair(void *request, struct err *e)
{
	struct pair_plan_request *c = request;
	struct method_list *methods = &c->targets.methods;
	if (check_given(c, e) < 0)
		return -1;
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
	.option = options,
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
	double yield = (q->recall.value[run] - q->both_recall) * (double)q->yield;
	*out = (struct true_stratum){ .size = (int64_t)q->retrieved.value[run] - q->both,
				      .yield = (int64_t)llround(yield) };
	if (out->size < 1)
		return err_usage(
			e,
			"run %c retrieves %.0f documents, and both together retrieve %lld: "
			"it has none of its own, and its recall cannot be the higher one",
			names[run], q->retrieved.value[run], (long long)q->both);
	if (out->yield < 0)
		return err_usage(e, "recall %g of run %c is less than what both retrieve, %g",
				 q->recall.value[run], names[run], q->both_recall);
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
	if (q->both_recall * (double)q->yield > (double)q->both + 0.5)
		return err_usage(e,
				 "contradiction: %.0f relevant documents in both runs, which share "
				 "%lld documents",
				 q->both_recall * (double)q->yield, (long long)q->both);
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

/* The line with a number: a sample of a size, or the smallest. */
static void set_line(struct pair_answer *a, size_t i, const struct true_stratum own[2])
{
	const struct plan_targets *t = &a->q->targets;
	struct sample_line *l = &a->line[i];
	*l = (struct sample_line){
		.stratum = { own[0], own[1] },
		.asked = t->size.count > 0 ? (int64_t)t->size.value[i] : 0,
		.p = sample_planned(t, t->methods.method[0], QUANTITY_RECALL, 0.5),
	};
	l->p.strata = l->stratum;
	l->p.count = 2;
	l->p.reach.goal = GOAL_BETTER;
	tails_set(&l->p.reach.interval.ends, t->level, TAIL_LOWER);
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
	struct true_stratum own[2];
	out->count = t->size.count > 0 ? t->size.count : 1;
	out->line = calloc(out->count, sizeof *out->line);
	if (out->line == NULL)
		return err_memory(e);
	if (set_problem(out, own, e) < 0)
		return -1;
	int64_t all = own[0].size + own[1].size;
	for (size_t i = 0; i < out->count; i++) {
		set_line(out, i, own);
		if (out->line[i].asked > all)
			return err_usage(
				e, "--size=%.0f: only one of the runs retrieves %lld documents",
				t->size.value[i], (long long)all);
	}
	return parallel_each(t->jobs, out->count, compute, out, e);
}

/* ---- lines ---- */

struct pair_plan_row {
	const char *better, *method;
	int64_t own[2], relevant[2], size, sampled[2], checked;
	double level, assurance, reached, wrong;
};

#define ROW(field) .at = offsetof(struct pair_plan_row, field)

static const struct record_column columns[] = {
	{ "better", "better", RECORD_TEXT, ROW(better) },
	{ "only_a", NULL, RECORD_WHOLE, ROW(own[0]) },
	{ "only_b", NULL, RECORD_WHOLE, ROW(own[1]) },
	{ "relevant_only_a", NULL, RECORD_WHOLE, ROW(relevant[0]) },
	{ "relevant_only_b", NULL, RECORD_WHOLE, ROW(relevant[1]) },
	{ "method", "method", RECORD_TEXT, ROW(method) },
	{ "level", "level", RECORD_SHORT, ROW(level) },
	{ "assurance", NULL, RECORD_SHORT, ROW(assurance) },
	{ "size", "sample", RECORD_WHOLE, ROW(size) },
	{ "sampled_a", "only A", RECORD_WHOLE, ROW(sampled[0]) },
	{ "sampled_b", "only B", RECORD_WHOLE, ROW(sampled[1]) },
	{ "reached", "reached", RECORD_REAL, 6, 4, 7, ROW(reached) },
	{ "wrong", "wrong", RECORD_REAL, 6, 4, 7, ROW(wrong) },
	{ "checked", "checked", RECORD_WHOLE, ROW(checked), .if_any = true },
	{ 0 },
};

static struct pair_plan_row row_of(const struct pair_answer *a, size_t i)
{
	const struct plan_targets *t = &a->q->targets;
	const struct sample_line *l = &a->line[i];
	struct pair_plan_row r = {
		.better = a->better == 0 ? "A" : "B",
		.method = l->p.reach.method->name,
		.level = t->level,
		.assurance = l->asked > 0 ? (double)NAN : t->assurance,
		.size = l->found.size,
		.reached = l->found.probability,
		.wrong = l->wrong,
		.checked = l->asked > 0 ? RECORD_NONE : l->found.checked,
	};
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
	const char *comma = strchr(c->runs, ',');
	char *first = strndup(c->runs, (size_t)(comma - c->runs));
	if (first == NULL)
		return err_memory(e);
	const struct allocated_stratum strata[] = { { first, r.sampled[0] },
						    { comma + 1, r.sampled[1] } };
	int result = allocation_write(&c->allocation, a->count, strata, 2, e);
	free(first);
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
