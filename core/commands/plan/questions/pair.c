/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan pair: how large a sample must be to tell which of two runs has the higher recall.
 */
#include <math.h>
#include <string.h>

#include "core/commands/plan/allocation_file.h"
#include "core/commands/plan/plan.h"

struct row {
	const char *better, *method;
	int64_t own[2], relevant[2], size, sampled[2], checked;
	double level, assurance, reached, wrong;
};

#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "better", "better", RECORD_TEXT, AT(better) },
	{ "only_a", NULL, RECORD_WHOLE, AT(own[0]) },
	{ "only_b", NULL, RECORD_WHOLE, AT(own[1]) },
	{ "relevant_only_a", NULL, RECORD_WHOLE, AT(relevant[0]) },
	{ "relevant_only_b", NULL, RECORD_WHOLE, AT(relevant[1]) },
	{ "method", "method", RECORD_TEXT, AT(method) },
	{ "level", "level", RECORD_SHORT, AT(level) },
	{ "assurance", NULL, RECORD_SHORT, AT(assurance) },
	{ "size", "sample", RECORD_WHOLE, AT(size) },
	{ "sampled_a", "only A", RECORD_WHOLE, AT(sampled[0]) },
	{ "sampled_b", "only B", RECORD_WHOLE, AT(sampled[1]) },
	{ "reached", "reached", RECORD_REAL, 6, 4, 7, AT(reached) },
	{ "wrong", "wrong", RECORD_REAL, 6, 4, 7, AT(wrong) },
	{ "checked", "checked", RECORD_WHOLE, AT(checked), .if_any = true },
	{ 0 },
};

static struct row row_of(const struct pair_question *q, const struct pair_answer *a,
			 const struct pair_line *l)
{
	const struct division_problem *p = &l->problem;
	int b = a->better;
	struct row r = {
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

static int print(const struct pair_plan_request *c, const struct pair_answer *a,
		 const struct output *out, struct err *e)
{
	struct buffer b = { 0 };
	struct records r;
	records_init(&r, columns, sizeof(struct row));
	for (size_t i = 0; i < a->count; i++) {
		struct row row = row_of(&c->question, a, &a->line[i]);
		if (i == 0 && c->options.format == FORMAT_TABLE)
			buffer_print(
				&b,
				"only A: %lld documents, %lld relevant; only B: %lld documents, "
				"%lld relevant\n\n",
				(long long)row.own[0], (long long)row.relevant[0],
				(long long)row.own[1], (long long)row.relevant[1]);
		records_add(&r, &row);
	}
	records_finish(&r, c->options.format, &b);
	return output_finish(out, &b, 0, e);
}

/* Each stratum has the documents that only one run retrieves, and the name of that run. */
static int write_allocation(const struct pair_plan_request *c, const struct pair_answer *a,
			    struct err *e)
{
	const struct row r = row_of(&c->question, a, &a->line[0]);
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

static int run(void *request, const struct output *out, struct err *e)
{
	const struct pair_plan_request *c = request;
	struct pair_answer answer;
	int result = pair_plan(&c->question, &answer, e);
	if (result == 0)
		result = write_allocation(c, &answer, e);
	if (result == 0)
		result = print(c, &answer, out, e);
	pair_answer_release(&answer);
	return result;
}

COMMAND = { &pair_table, run, NULL };
