/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/commands/plan/allocation_file.h"
#include "core/commands/plan/one_sample_print.h"

struct row {
	int64_t documents, relevant, size, checked;
	double prevalence, truth, level, target, assurance, width, lower, upper, reached;
	const char *quantity, *method, *tail;
};

#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "quantity", NULL, RECORD_TEXT, AT(quantity) },
	{ "documents", NULL, RECORD_WHOLE, AT(documents) },
	{ "relevant", "relevant", RECORD_WHOLE, AT(relevant) },
	{ "prevalence", "prevalence", RECORD_SHORT, AT(prevalence), .if_any = true },
	{ "guess", "guess", RECORD_SHORT, AT(truth) },
	{ "method", "method", RECORD_TEXT, AT(method) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "tail", NULL, RECORD_TEXT, AT(tail) },
	{ "target", "target", RECORD_SHORT, AT(target), .if_any = true },
	{ "assurance", NULL, RECORD_SHORT, AT(assurance) },
	{ "size", "sample", RECORD_WHOLE, AT(size) },
	{ "reached", "reached", RECORD_REAL, 6, 4, 7, AT(reached), .if_any = true },
	{ "checked", "checked", RECORD_WHOLE, AT(checked), .if_any = true },
	{ "width", "width", RECORD_REAL, 6, 4, 7, AT(width), .if_any = true },
	{ "lower", "lower", RECORD_REAL, 6, 4, 7, AT(lower), .if_any = true },
	{ "upper", "upper", RECORD_REAL, 6, 4, 7, AT(upper), .if_any = true },
	{ 0 },
};

static struct row row_of(const struct one_sample_question *q, const struct one_sample_line *l,
			 const char *what)
{
	const struct sampled_whole *set = &l->sample.set;
	bool control = q->quantity == QUANTITY_RECALL, searched = l->checked > 0;
	enum tail tail = q->targets.tail;
	int64_t relevant = set->relevant[0] + set->relevant[1];
	return (struct row){
		.quantity = what,
		.documents = set->size,
		.relevant = relevant,
		.prevalence = control ? (double)relevant / (double)set->size : NAN,
		.truth = one_sample_truth(&l->sample),
		.method = l->sample.reach.method->name,
		.level = q->targets.level,
		.tail = tail_names[tail],
		.target = l->sample.reach.target,
		.assurance = searched ? q->targets.assurance : NAN,
		.size = l->size,
		.reached = l->reached,
		.checked = searched ? l->checked : RECORD_NONE,
		.width = tail == TAIL_BOTH ? l->typical.upper - l->typical.lower : NAN,
		.lower = tail != TAIL_UPPER ? l->typical.lower : NAN,
		.upper = tail != TAIL_LOWER ? l->typical.upper : NAN,
	};
}

static void print_heading(struct buffer *b, const struct one_sample_question *q, const char *what)
{
	const struct plan_targets *t = &q->targets;
	buffer_print(b, "%s in %lld documents, from a random sample: %s at level %g\n", what,
		     (long long)q->documents,
		     t->tail == TAIL_BOTH    ? "interval"
		     : t->tail == TAIL_LOWER ? "lower bound"
					     : "upper bound",
		     t->level);
	if (t->size.count == 0)
		buffer_print(b, "the target is reached with probability %g at least\n",
			     t->assurance);
	buffer_print(b, "\n");
}

static int print(const struct one_sample_request *c, const struct one_sample_answer *a,
		 const char *what, const struct output *out, struct err *e)
{
	struct buffer b = { 0 };
	struct records r;
	records_init(&r, columns, sizeof(struct row));
	for (size_t i = 0; i < a->count; i++) {
		struct row row = row_of(&c->question, &a->line[i], what);
		records_add(&r, &row);
	}
	if (c->options.format == FORMAT_TABLE)
		print_heading(&b, &c->question, what);
	records_finish(&r, c->options.format, &b);
	return output_finish(out, &b, 0, e);
}

int one_sample_run(struct one_sample_request *q, const char *what, const struct output *out,
		   struct err *e)
{
	struct one_sample_answer answer;
	int result = one_sample_plan(&q->question, &answer, e);
	if (result == 0) {
		const struct allocated_stratum one = { q->run, answer.line[0].size };
		result = allocation_write(&q->allocation, answer.count, &one, 1, e);
	}
	if (result == 0)
		result = print(q, &answer, what, out, e);
	one_sample_answer_release(&answer);
	return result;
}
