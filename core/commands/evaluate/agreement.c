/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * --agreement: how far judges agree, pair by pair.
 */
#include "core/base/sort.h"
#include "core/commands/evaluate/evaluate.h"
#include "core/data/judgments/judges.h"
#include "core/output/score_lines.h"

/* Takes what a pair of judges says of a topic; NULL: of all topics pooled. */
typedef void (*agreement_receiver)(void *context, const char *a, const char *b, const char *topic,
				   const struct agreement *x);

/* ---- the judges of a file ---- */

static int check_request(const struct evaluate_request *q, struct err *e)
{
	const struct run_request *r = &q->runs;
	if (r->judgment_format == NULL || strcmp(r->judgment_format, "csv") != 0)
		return err_usage(e, "--agreement is for -R csv with a column judged_by");
	if (r->file.count != 1 || r->measure.count > 0 || r->judge != NULL || r->show_strata ||
	    run_request_chooses_topics(r))
		return err_usage(e, "--agreement takes one file, the judgments, and neither -m, "
				    "--judge, --topic, --only-topics nor --show-strata");
	return 0;
}

static bool have_common(const struct agreement *x)
{
	return agreement_documents(x) + x->gray > 0;
}

/* Topics in the bytewise order of their names, as everywhere. */
static int by_name(const void *a, const void *b, void *context)
{
	const char *const *name = context;
	return strcmp(name[*(const size_t *)a], name[*(const size_t *)b]);
}

/* One pair; whether it has a document in common. */
static bool take_pair(const struct judges *x, size_t a, size_t b, const size_t *order,
		      const struct evaluate_request *q, agreement_receiver take, void *context)
{
	int32_t level = q->runs.batch.evaluation.join.level;
	const struct agreement all = judges_agreement(x, a, b, SIZE_MAX, level);
	if (!have_common(&all))
		return false;
	for (size_t t = 0; q->runs.topics && t < x->topics.count; t++) {
		const struct agreement one = judges_agreement(x, a, b, order[t], level);
		if (have_common(&one))
			take(context, x->name[a], x->name[b], x->topic[order[t]], &one);
	}
	if (!q->runs.no_summary)
		take(context, x->name[a], x->name[b], NULL, &all);
	return true;
}

static int take_pairs(const struct judges *x, const struct input *in,
		      const struct evaluate_request *q, agreement_receiver take, void *context,
		      struct err *e)
{
	size_t *order = calloc(x->topics.count + 1, sizeof *order), pairs = 0;
	if (order == NULL)
		return err_memory(e);
	for (size_t t = 0; t < x->topics.count; t++)
		order[t] = t;
	stable_sort(order, x->topics.count, sizeof *order, by_name, x->topic);
	for (size_t a = 0; a < x->names.count; a++)
		for (size_t b = a + 1; b < x->names.count; b++)
			pairs += take_pair(x, a, b, order, q, take, context);
	free(order);
	return pairs > 0 ? 0 : err_data(e, "%.600s: no document is judged by two judges", in->path);
}

/*
 * Reads the judgments of the request and hands over each pair of judges with a document in common,
 * in the order in which the file names them: with -q first its topics, then, without -n, all of
 * them. No such pair is an error.
 */
static int judge_agreement(const struct evaluate_request *q, agreement_receiver take, void *context,
			   struct err *e)
{
	struct input in;
	struct judges judges;
	if (check_request(q, e) < 0 || input_read(&in, q->runs.file.text[0], e) < 0)
		return -1;
	int result = judges_read(&judges, judgment_format_find("csv", e), &in, e);
	if (result == 0) {
		result = take_pairs(&judges, &in, q, take, context, e);
		judges_release(&judges);
	}
	input_release(&in);
	return result;
}

/* ---- lines ---- */

/* In trec's format the lines of a pair begin with the names of its judges. */
struct printer {
	struct score_lines lines;
	const char *a, *b; /* the judges whose lines are being printed */
	struct warnings warnings;
};

/* A kappa of few relevant documents, with its interval. */
static void warn_of_kappa(struct printer *p, const struct agreement *x)
{
	const struct kappa_range range = agreement_kappa_range(x);
	if (isnan(range.lower) || !agreement_is_lopsided(x))
		return;
	warnings_add(
		&p->warnings,
		"judges %s and %s: only %lld of %lld documents are relevant to either, and kappa "
		"is low then, however many others are judged alike; kappa is %.2f, 95 %% interval "
		"%.2f to %.2f (0: as alike as by chance, 1: always alike)",
		p->a, p->b, (long long)agreement_relevant(x), (long long)agreement_documents(x),
		agreement_kappa(x), range.lower, range.upper);
}

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
	if (new && p->lines.receiver == NULL && p->lines.format == FORMAT_TREC) {
		add(p, "all",
		    (struct score_line){ .measure = "judge_a", .kind = RECORD_TEXT, .text = a });
		add(p, "all",
		    (struct score_line){ .measure = "judge_b", .kind = RECORD_TEXT, .text = b });
	}
	add_figures(p, topic != NULL ? topic : "all", x);
	if (topic == NULL)
		warn_of_kappa(p, x);
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
	if (result == 0)
		result = warnings_check(&p.warnings, e);
	score_lines_release(&p.lines);
	output_warn(out, &p.warnings, q->runs.quiet);
	return output_finish(out, &b, result, e);
}
