/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/commands/evaluate/agreement.h"
#include "core/commands/evaluate/judge_agreement.h"
#include "core/output/score_lines.h"

/* In trec's format the lines of a pair begin with the names of its judges. */
struct printer {
	struct score_lines lines;
	const char *a, *b; /* the judges whose lines are being printed */
};

static void add(struct printer *p, const char *topic, struct score_line l)
{
	l.run[0] = p->a;
	l.run[1] = p->b;
	l.topic = topic;
	score_lines_add(&p->lines, &l);
}

static void add_figures(struct printer *p, const char *topic, const struct agreement *x)
{
	const struct {
		const char *name;
		int64_t count;
	} count[] = {
		{ "judged_by_both", agreement_documents(x) },
		{ "both_rel", x->count[1][1] },
		{ "only_a_rel", x->count[1][0] },
		{ "only_b_rel", x->count[0][1] },
		{ "neither_rel", x->count[0][0] },
		{ "either_gray", x->gray },
	};
	for (size_t i = 0; i < sizeof count / sizeof count[0]; i++)
		add(p, topic,
		    (struct score_line){ .measure = count[i].name,
					 .kind = RECORD_COUNT,
					 .number = (double)count[i].count });
	add(p, topic,
	    (struct score_line){
		    .measure = "agreement", .kind = RECORD_REAL, .number = agreement_share(x) });
	add(p, topic,
	    (struct score_line){
		    .measure = "kappa", .kind = RECORD_REAL, .number = agreement_kappa(x) });
}

static void take(void *context, const char *a, const char *b, const char *topic,
		 const struct agreement *x)
{
	struct printer *p = context;
	bool new = p->a != a || p->b != b;
	p->a = a;
	p->b = b;
	if (new && p->lines.receiver == NULL && p->lines.format == SCORES_TREC) {
		add(p, "all",
		    (struct score_line){ .measure = "judge_a", .kind = RECORD_TEXT, .text = a });
		add(p, "all",
		    (struct score_line){ .measure = "judge_b", .kind = RECORD_TEXT, .text = b });
	}
	add_figures(p, topic != NULL ? topic : "all", x);
}

int agreement_print(const struct evaluate_request *q, const struct output *out, struct err *e)
{
	struct buffer b = { 0 };
	struct printer p = { 0 };
	score_lines_init(&p.lines, &b, q->format, true, false, q->runs.digits, false);
	p.lines.column[0].name = "judge_a";
	p.lines.column[1].name = "judge_b";
	score_lines_begin(&p.lines, out->line != NULL ? out : NULL);
	int result = judge_agreement(q, take, &p, e);
	score_lines_release(&p.lines);
	return output_finish(out, &b, result, e);
}
