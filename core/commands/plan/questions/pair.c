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
#include "core/stats/planning/recall_allocation.h"

struct pair_plan_request {
	struct number_list retrieved; /* documents of A and of B */
	int64_t both;		      /* documents of both */
	int64_t yield;		      /* relevant documents */
	struct number_list recall;    /* of A and of B, guessed */
	double both_recall;	      /* share of the relevant that both retrieve; nan: not given */
	struct number_list size;      /* of samples; empty: the smallest */
	const char *method;	      /* with a prior */
	double level;		      /* P(better) that a sample must give */
	double assurance;
	int jobs;
	struct planning_options options;
	struct allocation_options allocation;
	struct method_list methods;
	struct planned_effort effort;
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
	  .range = { WHOLES(1, 1e12) }, AT(retrieved) },
	{ "both", 0, "N", "Number of documents that both retrieve",
	  WHOLE(0, INT64_C(1000000000000)), AT(both), GIVEN(both_given) },
	{ HEADING("What is guessed:") },
	{ "yield", 0, "N", "Number of relevant documents in the collection",
	  WHOLE(1, INT64_C(1000000000000)), AT(yield) },
	{ "recall", 0, "A,B", "Recall of each run", SET_BY(set_two), .range = { FROM_TO(0, 1) },
	  AT(recall) },
	{ "both-recall", 0, "X", "Share of the relevant documents both retrieve",
	  REAL(FROM_TO(0, 1)), AT(both_recall), .usual = "nan" },
	{ HEADING("What is asked:") },
	{ "assurance", 0, "X",
	  "The probability of finding the better run, of the sample and every larger one "
	  "(default 0.8)",
	  REAL(BETWEEN(0, 1)), AT(assurance), .usual = "0.8" },
	{ "size", 0, "N,...", "How often does a sample of N documents find it?",
	  LIST(WHOLES(2, 1e8)), AT(size) },
	{ "level", 0, "X", "P(A > B) that a sample must give (default 0.95)", REAL(BETWEEN(0.5, 1)),
	  AT(level), .repeat = REPEAT_LAST, .usual = "0.95",
	  .more = "A run is found to be the better one if `compare` gives it this probability "
		  "at least." },
	{ "ci", 0, "METHOD", "Prior of the comparison (default " NAMED_SET ")", ADDED_METHODS,
	  .least = 1, AT(methods) },
	{ OPTION_PLAN_SAMPLES, AT(effort.samples) },
	{ OPTION_SEED, AT(effort.seed) },
	{ OPTION_JOBS, AT(jobs) },
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
	if (check_given(c, e) < 0)
		return -1;
	if (c->methods.count > 1)
		return err_usage(e, "--ci: one method");
	c->method = c->methods.count > 0 ? c->methods.method[0]
					 : chosen_method(OF_PAIR_PLAN, (struct sample_known){ 0 });
	const struct interval_method *m = interval_find(c->method);
	if (methods_are_for_sets(&c->methods, e) < 0)
		return -1;
	return m->prior != NULL ? 0
				: err_usage(e, "--ci=%s: '%s' has no posterior; use bb-spread",
					    c->method, c->method);
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

struct pair_line {
	struct division_problem problem; /* `retrieved`: what only the better run retrieves */
	struct division division;
	double reached; /* probability that the better run is found */
	double wrong;	/* that the other one is */
	int64_t checked;
};

struct pair_answer {
	const struct pair_plan_request *q;
	struct pair_line *line;
	size_t count;
	int better; /* 0: A, 1: B */
};

/* What only this run retrieves. */
static int own_of(const struct pair_plan_request *q, int run, struct guessed_segment *out,
		  struct err *e)
{
	static const char names[] = "AB";
	double yield = (q->recall.value[run] - q->both_recall) * (double)q->yield;
	*out = (struct guessed_segment){ .size = (int64_t)q->retrieved.value[run] - q->both,
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

static int set_problem(struct pair_answer *a, struct division_problem *p, struct err *e)
{
	const struct pair_plan_request *q = a->q;
	struct guessed_segment own[2];
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
	*p = (struct division_problem){
		.method = interval_find(q->method),
		.interval = { .quantity = QUANTITY_RECALL, .beta = 1 },
		.goal = GOAL_BETTER,
		.retrieved = own[a->better],
		.unretrieved = own[1 - a->better],
	};
	tails_set(&p->interval.ends, q->level, TAIL_LOWER);
	return 0;
}

/* How often the other run seems to be the better one. */
static int find_wrong(struct pair_line *l, const struct planned_effort *effort, struct err *e)
{
	struct division_problem p = l->problem;
	p.retrieved = l->problem.unretrieved;
	p.unretrieved = l->problem.retrieved;
	const struct division d = { l->division.unretrieved, l->division.retrieved };
	struct planned_answer other;
	if (division_reach(&p, 0.5, d, effort, &other, e) < 0)
		return -1;
	l->wrong = other.probability;
	return 0;
}

static int compute(void *context, size_t item, int thread, struct err *e)
{
	(void)thread;
	const struct pair_answer *a = context;
	const struct pair_plan_request *q = a->q;
	struct pair_line *l = &a->line[item];
	struct planned_answer found;
	int result = q->size.count == 0
			     ? division_assured(&l->problem, 0.5, q->assurance, NAN, &q->effort,
						&l->division, &found, e)
			     : division_most_often(&l->problem, 0.5, (int64_t)q->size.value[item],
						   &q->effort, &l->division, &found, e);
	if (result < 0)
		return -1;
	l->reached = found.probability;
	l->checked = q->size.count == 0 ? found.size : 0;
	return find_wrong(l, &q->effort, e);
}

/* Fills the lines, for the caller to free also after a failure. */
static int pair_plan(struct pair_answer *out, struct err *e)
{
	const struct pair_plan_request *q = out->q;
	out->count = numbers_length(&q->size);
	out->line = calloc(out->count, sizeof *out->line);
	if (out->line == NULL)
		return err_memory(e);
	struct division_problem p;
	if (set_problem(out, &p, e) < 0)
		return -1;
	int64_t all = division_documents(&p);
	for (size_t i = 0; i < out->count; i++) {
		out->line[i].problem = p;
		if (q->size.count > 0 && q->size.value[i] > (double)all)
			return err_usage(
				e, "--size=%.0f: only one of the runs retrieves %lld documents",
				q->size.value[i], (long long)all);
	}
	return parallel_each(q->jobs, out->count, compute, out, e);
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

static struct pair_plan_row row_of(const struct pair_answer *a, const struct pair_line *l)
{
	const struct pair_plan_request *q = a->q;
	const struct division_problem *p = &l->problem;
	int b = a->better;
	struct pair_plan_row r = {
		.better = b == 0 ? "A" : "B",
		.method = p->method->name,
		.level = q->level,
		.assurance = q->size.count > 0 ? (double)NAN : q->assurance,
		.size = l->division.retrieved + l->division.unretrieved,
		.reached = l->reached,
		.wrong = l->wrong,
		.checked = l->checked > 0 ? l->checked : RECORD_NONE,
	};
	r.own[b] = p->retrieved.size;
	r.own[1 - b] = p->unretrieved.size;
	r.relevant[b] = p->retrieved.yield;
	r.relevant[1 - b] = p->unretrieved.yield;
	r.sampled[b] = l->division.retrieved;
	r.sampled[1 - b] = l->division.unretrieved;
	return r;
}

static int print(const struct pair_answer *a, const struct output *out, struct err *e)
{
	struct records lines;
	struct report r;
	records_init(&lines, columns, sizeof(struct pair_plan_row));
	report_init(&r, a->q->options.format, &(struct report_origin){ .asked = &out->asked });
	for (size_t i = 0; i < a->count; i++) {
		struct pair_plan_row row = row_of(a, &a->line[i]);
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
	const struct pair_plan_row r = row_of(a, &a->line[0]);
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
