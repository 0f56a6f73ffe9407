/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan strata: recall from a sample of several strata.
 */
#include <math.h>

#include "core/commands/plan/allocation_file.h"
#include "core/commands/plan/plan.h"

struct row {
	const char *label, *segment, *method, *tail, *how;
	int64_t documents, relevant, sampled, size, samples, seed;
	double guess, level, target, assurance, reached, error;
};

#define AT(field) .at = offsetof(struct row, field)

static const struct record_column columns[] = {
	{ "stratum", "stratum", RECORD_TEXT, AT(label) },
	{ "segment", "segment", RECORD_TEXT, AT(segment) },
	{ "documents", "documents", RECORD_WHOLE, AT(documents) },
	{ "relevant", "relevant", RECORD_WHOLE, AT(relevant) },
	{ "guess", "guess", RECORD_SHORT, AT(guess) },
	{ "sampled", "sampled", RECORD_WHOLE, AT(sampled) },
	{ "size", NULL, RECORD_WHOLE, AT(size) },
	{ "method", NULL, RECORD_TEXT, AT(method) },
	{ "level", NULL, RECORD_SHORT, AT(level) },
	{ "tail", NULL, RECORD_TEXT, AT(tail) },
	{ "target", NULL, RECORD_SHORT, AT(target) },
	{ "assurance", NULL, RECORD_SHORT, AT(assurance) },
	{ "reached", NULL, RECORD_REAL, 6, 4, 7, AT(reached) },
	{ "error", NULL, RECORD_REAL, 6, 4, 7, AT(error) },
	{ "how", NULL, RECORD_TEXT, AT(how) },
	{ "samples", NULL, RECORD_WHOLE, AT(samples) },
	{ "seed", NULL, RECORD_WHOLE, AT(seed) },
	{ 0 },
};

static struct row row_of(const struct strata_question *q, const struct strata_answer *a, size_t i)
{
	const struct true_stratum *s = &a->stratum[i];
	const struct plan_targets *t = &q->targets;
	bool sampled = a->reached.error > 0;
	return (struct row){
		.label = q->label[i],
		.segment = s->retrieved ? "retrieved" : "unretrieved",
		.documents = s->size,
		.relevant = s->yield,
		.guess = (double)s->yield / (double)s->size,
		.sampled = s->sampled,
		.size = a->size,
		.method = t->methods.method[0],
		.level = t->level,
		.tail = tail_names[t->tail],
		.target = t->target.value[0],
		.assurance = t->size.count > 0 ? (double)NAN : t->assurance,
		.reached = a->reached.probability,
		.error = a->reached.error,
		.how = sampled ? "sampled" : "exact",
		.samples = sampled ? q->draws : RECORD_NONE,
		.seed = sampled ? (int64_t)q->seed : RECORD_NONE,
	};
}

static void print_heading(struct buffer *b, const struct strata_question *q,
			  const struct strata_answer *a)
{
	static const char *const names[] = { "a width", "a lower bound", "an upper bound" };
	const struct plan_targets *t = &q->targets;
	buffer_print(b,
		     "%lld documents reach %s of %g on recall (%s, level %g) with probability %.4f",
		     (long long)a->size, names[t->tail], t->target.value[0], t->methods.method[0],
		     t->level, a->reached.probability);
	if (a->reached.error > 0)
		buffer_print(b, " (standard error %.4f, %lld samples, seed %llu)", a->reached.error,
			     (long long)q->draws, (unsigned long long)q->seed);
	buffer_print(b, "\n\n");
}

static int print(const struct strata_plan_request *c, const struct strata_answer *a,
		 const struct output *out, struct err *e)
{
	struct buffer b = { 0 };
	struct records r;
	records_init(&r, columns, sizeof(struct row));
	for (size_t i = 0; i < c->question.count; i++) {
		struct row row = row_of(&c->question, a, i);
		records_add(&r, &row);
	}
	if (c->options.format == FORMAT_TABLE)
		print_heading(&b, &c->question, a);
	records_finish(&r, c->options.format, &b);
	return output_finish(out, &b, 0, e);
}

static int run(void *request, const struct output *out, struct err *e)
{
	const struct strata_plan_request *c = request;
	struct strata_answer a;
	struct allocated_stratum s[PLAN_STRATA_MAX];
	if (strata_plan(&c->question, &a, e) < 0)
		return -1;
	for (size_t i = 0; i < c->question.count; i++)
		s[i] = (struct allocated_stratum){ c->question.label[i], a.stratum[i].sampled };
	if (allocation_write(&c->allocation, 1, s, c->question.count, e) < 0)
		return -1;
	return print(c, &a, out, e);
}

COMMAND = { &strata_table, run, NULL };
