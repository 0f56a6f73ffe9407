/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far the judges of one file agree (-R csv with a column judged_by), pair by pair, as lines of
 * one value each.
 */
#include <math.h>

#include "core/base/sort.h"
#include "core/commands/agree/agree.h"
#include "core/data/judgments/judges.h"
#include "core/output/judged_text.h"
#include "core/output/score_lines.h"

static int check_request(const struct agree_request *q, struct err *e)
{
	const struct run_request *r = &q->runs;
	if (strcmp(r->judgment_format, "csv") != 0)
		return err_usage(
			e, "one file alone is for -R csv with a column judged_by, or with two "
			   "columns of codes; else name two files of judgments");
	if (r->measure.count > 0 || r->judge != NULL || q->also.count > 0 ||
	    run_request_chooses_topics(r))
		return err_usage(e, "the judges of one file cannot be combined with -m, --also, "
				    "--judge or --topic");
	if (q->format != FORMAT_TABLE && q->format != FORMAT_CSV && q->format != FORMAT_JSONL)
		return err_usage(e, "the judges of one file have lines: --format=csv or jsonl");
	return 0;
}

/* ---- lines ---- */

/* In trec's format the lines of a pair begin with the names of its judges. */
struct printer {
	const struct agree_request *q;
	struct ends ends;
	struct score_lines lines;
	const char *a, *b; /* the judges whose lines are being printed */
	struct warnings warnings;
};

static void warn(struct printer *p, const struct judged_all *x)
{
	char who[300];
	snprintf(who, sizeof who, "judges %.120s and %.120s: ", p->a, p->b);
	judged_warn(&p->warnings, who, x, p->q->runs.level);
}

static void add_agreement_line(struct printer *p, const char *topic, struct score_line l)
{
	l.run[0] = p->a;
	l.run[1] = p->b;
	l.topic = topic;
	score_lines_add(&p->lines, &l);
}

static void add_figure(struct printer *p, const char *topic, enum judged_figure which,
		       const struct judged_alike *x)
{
	static const char *const name[JUDGED_FIGURES][2] = {
		[JUDGED_SHARE] = { "ci_lo_agreement", "ci_hi_agreement" },
		[JUDGED_KAPPA] = { "ci_lo_kappa", "ci_hi_kappa" },
	};
	const struct score_end both[2] = {
		{ END_LOWER, name[which][0], x->ends.lower, .method = x->method },
		{ END_UPPER, name[which][1], x->ends.upper, .method = x->method },
	};
	enum tail tail = p->q->runs.tail;
	add_agreement_line(p, topic,
			   (struct score_line){ .measure = judged_names[which],
						.kind = RECORD_REAL,
						.number = x->value,
						.end = both + (tail == TAIL_UPPER),
						.ends = tail == TAIL_BOTH ? 2 : 1,
						.level = p->q->runs.level,
						.seed = (int64_t)p->ends.seed,
						.tail = tail_names[tail] });
}

static void add_figures(struct printer *p, const char *topic, const struct judged_all *x)
{
	struct judged_count count[JUDGED_COUNTS];
	judged_counts(&x->sum, count);
	for (size_t i = 0; i < JUDGED_COUNTS; i++)
		add_agreement_line(p, topic,
				   (struct score_line){ .measure = count[i].name,
							.kind = RECORD_COUNT,
							.number = (double)count[i].count });
	for (int i = 0; i < JUDGED_FIGURES; i++)
		add_figure(p, topic, (enum judged_figure)i, &x->figure[i]);
}

static void begin_pair(struct printer *p, const char *a, const char *b)
{
	p->a = a;
	p->b = b;
	if (p->lines.receiver != NULL || p->lines.format != FORMAT_TREC)
		return;
	for (int i = 0; i < 2; i++)
		add_agreement_line(p, "all",
				   (struct score_line){ .measure = i == 0 ? "judge_a" : "judge_b",
							.kind = RECORD_TEXT,
							.text = i == 0 ? a : b });
}

/* ---- pairs of judges ---- */

/* Topics in the bytewise order of their names, as everywhere. */
static int by_name_of_topic(const void *a, const void *b, void *context)
{
	const char *const *name = context;
	return strcmp(name[*(const size_t *)a], name[*(const size_t *)b]);
}

static bool have_common(const struct two_judges *x)
{
	return two_judges_documents(x) + x->gray > 0;
}

static void print_topics(struct printer *p, const struct judges *x, const size_t *order,
			 const struct two_judges *topic)
{
	size_t printed = 0, undefined = 0;
	for (size_t t = 0; t < x->topics.count; t++) {
		const struct two_judges *one = &topic[order[t]];
		const struct judged_all of_topic = judged_all(one, 1, &p->ends);
		if (!have_common(one))
			continue;
		printed++;
		undefined += isnan(of_topic.figure[JUDGED_KAPPA].value) ? 1 : 0;
		add_figures(p, x->topic[order[t]], &of_topic);
	}
	if (undefined > 0)
		warnings_add(&p->warnings,
			     "judges %s and %s: kappa is undefined in %zu of %zu topics, where "
			     "both judges give every document the same grade",
			     p->a, p->b, undefined, printed);
}

/* With -q first the topics, then all of them. Whether there is a document in common.
 */
static bool print_pair(struct printer *p, const struct judges *x, size_t a, size_t b,
		       const size_t *order, const struct two_judges *topic)
{
	const struct judged_all all = judged_all(topic, x->topics.count, &p->ends);
	if (!have_common(&all.sum))
		return false;
	begin_pair(p, x->name[a], x->name[b]);
	if (p->q->runs.topics)
		print_topics(p, x, order, topic);
	add_figures(p, "all", &all);
	warn(p, &all);
	return true;
}

/* In the order in which the file names the judges. */
static int print_pairs(struct printer *p, const struct judges *x, const struct input *in,
		       struct err *e)
{
	int32_t level = p->q->runs.batch.evaluation.join.level;
	size_t *order = calloc(x->topics.count + 1, sizeof *order), pairs = 0;
	struct two_judges *topic = calloc(x->topics.count + 1, sizeof *topic);
	bool room = order != NULL && topic != NULL;
	for (size_t t = 0; room && t < x->topics.count; t++)
		order[t] = t;
	if (room)
		stable_sort(order, x->topics.count, sizeof *order, by_name_of_topic, x->topic);
	for (size_t a = 0; room && a < x->names.count; a++)
		for (size_t b = a + 1; b < x->names.count; b++) {
			judges_compare(x, a, b, level, topic);
			pairs += print_pair(p, x, a, b, order, topic);
		}
	free(order);
	free(topic);
	if (!room)
		return err_memory(e);
	return pairs > 0 ? 0 : err_data(e, "%.600s: no document is judged by two judges", in->path);
}

static int read_and_print(struct printer *p, struct err *e)
{
	struct input in;
	struct judges judges;
	if (check_request(p->q, e) < 0 || input_read(&in, p->q->runs.file.text[0], e) < 0)
		return -1;
	int result = judges_read(&judges, judgment_format_find("csv", e), &in, e);
	if (result == 0) {
		result = print_pairs(p, &judges, &in, e);
		judges_release(&judges);
	}
	input_release(&in);
	return result;
}

int judges_of_file_print(const struct agree_request *q, const struct output *out, struct err *e)
{
	struct buffer b = { 0 };
	struct printer p = { .q = q, .ends = q->runs.batch.evaluation.bounds.ends };
	tails_set(&p.ends, q->runs.level, q->runs.tail);
	score_lines_init(&p.lines, &b, q->format == FORMAT_TABLE ? FORMAT_TREC : q->format, true,
			 true, q->runs.digits, false);
	p.lines.column[0].name = "judge_a";
	p.lines.column[1].name = "judge_b";
	score_lines_begin(&p.lines, out->line != NULL ? out : NULL);
	int result = read_and_print(&p, e);
	if (result == 0)
		result = warnings_check(&p.warnings, e);
	score_lines_release(&p.lines);
	output_warn(out, &p.warnings, q->runs.quiet);
	return output_finish(out, &b, result, e);
}
