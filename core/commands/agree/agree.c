/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval agree [OPTION...] A B RUN RUN...
 */
#include <math.h>

#include "core/commands/agree/agree.h"
#include "core/options/command.h"
#include "core/output/judged_text.h"
#include "core/output/report.h"
#include "core/output/text.h"

/* ---- options ---- */

#define AT(member) OPTION_AT(struct agree_request, member)

static const struct command_option options[] = {
	{ HEADING("What is compared:") },
	{ "measure", 'm', "NAME[.PARAMETERS]",
	  "Measure to order the runs by (default map, of samples statAP); given twice: two measures "
	  "on one file of judgments",
	  .type = OPTION_TEXTS, .repeat = REPEAT_EACH, AT(runs.measure),
	  .more = "It must be averaged over topics." },
	{ "b-measure", 0, "NAME[.PARAMETERS]", "Measure for the judgments B (default: as for A)",
	  .type = OPTION_TEXT, AT(b_measure) },
	{ "b-format", 0, "FORMAT", "Format of the judgments B (default: as of A, -R)",
	  .type = OPTION_TEXT, AT(b_format) },
	{ "rbo-p", 0, "X",
	  "Persistence p of rank-biased overlap: the lower, the more the top counts (default 0.9)",
	  REAL(BETWEEN(0, 1)), AT(persistence) },
	{ HEADING("Intervals over topics:") },
	{ .include = bounds_options, AT(runs) },
	{ OPTION_OVER, AT(over_documents) },
	{ HEADING("Judgments and runs, as in evaluation:") },
	{ .include = judgments_options, AT(runs) },
	{ HEADING("Sampled judgments:") },
	{ .include = sampled_options, AT(runs) },
	{ HEADING("Output:") },
	{ OPTION_TABLE_FORMAT, AT(format) },
	{ .include = program_options, AT(runs) },
	{ HEADING("Help:") },
	{ OPTION_HELP("Print this") },
	{ OPTION_USAGE },
	{ 0 },
};

static void init(void *request)
{
	struct agree_request *q = request;
	run_request_init(&q->runs);
	q->persistence = 0.9;
}

static int check(void *request, struct err *e)
{
	const struct run_request *r = &((struct agree_request *)request)->runs;
	if (r->batch.evaluation.bounds.interval.ends.draws > 0)
		return err_usage(e, "--draws: the intervals of agree come from resamples of topics "
				    "(--resamples)");
	if (r->batch.gray >= GRAY_WORST)
		return err_usage(e, "--gray=worst and best are about one run: the "
				    "worst case of one run is not the worst case of another");
	return 0;
}

static const struct command_option files = { ADDED_FILES, AT(runs.file) };

static const struct command_table table = {
	.name = "agree",
	.summary = "do two sets of judgments, or two measures, order the runs alike?",
	.arguments = "A B RUN RUN...\n-m X -m Y QRELS RUN RUN...",
	.doc = "Whether the judgments A and B, or the measures X and Y, order the runs alike: rank "
	       "correlations with intervals, and the pairs of runs that change places.",
	.notes = "A, or X, is the order to be reproduced: tau_AP is not symmetric. Any file may be "
		 "gzip; none may be - for standard input, since files are read twice. " EXIT_STATUS,
	.option = options,
	.word = &files,
	.size = sizeof(struct agree_request),
	.init = init,
	.check = check,
};

/* ---- the answer in lines ---- */

/* A coefficient, a count, a run, or a pair of runs in opposite order. */
struct line {
	const char *what, *name;
	int64_t count;
	double value, lower, upper, level;
	int64_t resamples, seed;
	const char *run, *other;
	double a_run, a_other, b_run, b_other;
	int64_t a_rank, b_rank;
	const char *method; /* of the interval */
};

#define ROW(field) .at = offsetof(struct line, field)

static const struct record_column columns[] = {
	{ "what", NULL, RECORD_TEXT, ROW(what) },
	{ "name", NULL, RECORD_TEXT, ROW(name), .optional = true },
	{ "count", NULL, RECORD_WHOLE, ROW(count), .optional = true },
	{ "value", NULL, RECORD_REAL, ROW(value), .optional = true },
	{ "lower", NULL, RECORD_REAL, ROW(lower), .optional = true },
	{ "upper", NULL, RECORD_REAL, ROW(upper), .optional = true },
	{ "level", NULL, RECORD_SHORT, ROW(level), .optional = true },
	{ "resamples", NULL, RECORD_WHOLE, ROW(resamples), .optional = true },
	{ "seed", NULL, RECORD_WHOLE, ROW(seed), .optional = true },
	{ "run", NULL, RECORD_TEXT, ROW(run), .optional = true },
	{ "other", NULL, RECORD_TEXT, ROW(other), .optional = true },
	{ "a_run", NULL, RECORD_REAL, ROW(a_run), .optional = true },
	{ "a_other", NULL, RECORD_REAL, ROW(a_other), .optional = true },
	{ "b_run", NULL, RECORD_REAL, ROW(b_run), .optional = true },
	{ "b_other", NULL, RECORD_REAL, ROW(b_other), .optional = true },
	{ "a_rank", NULL, RECORD_WHOLE, ROW(a_rank), .optional = true },
	{ "b_rank", NULL, RECORD_WHOLE, ROW(b_rank), .optional = true },
	{ "method", NULL, RECORD_TEXT, ROW(method), .optional = true },
	{ 0 },
};

static const struct {
	const char *name, *title;
} coefficients[COEFFICIENTS] = {
	[TAU] = { "tau", "Kendall's tau" },	  [TAU_B] = { "tau_b", "Kendall's tau-b" },
	[TAU_AP_A] = { "tau_ap_a", "tau_AP,a" },  [TAU_AP_B] = { "tau_ap_b", "tau_AP,b" },
	[RBO] = { "rbo", "rank-biased overlap" },
};

static struct line empty_line(const char *what, const char *name)
{
	return (struct line){
		.what = what,
		.name = name,
		.count = RECORD_NONE,
		.value = NAN,
		.lower = NAN,
		.upper = NAN,
		.level = NAN,
		.resamples = RECORD_NONE,
		.seed = RECORD_NONE,
		.a_run = NAN,
		.a_other = NAN,
		.b_run = NAN,
		.b_other = NAN,
		.a_rank = RECORD_NONE,
		.b_rank = RECORD_NONE,
	};
}

/* ---- for programs ---- */

static void add_count(struct records *r, const char *what, const char *name, int64_t count)
{
	struct line l = empty_line(what, name);
	l.count = count;
	records_add(r, &l);
}

static void set_ends(struct line *l, const struct agree_request *q, const struct interval *ends)
{
	l->lower = q->runs.tail != TAIL_UPPER ? ends->lower : NAN;
	l->upper = q->runs.tail != TAIL_LOWER ? ends->upper : NAN;
	l->level = q->runs.level;
}

static void add_coefficients(struct records *r, const struct agree_request *q,
			     const struct agree_answer *x)
{
	const struct evaluation_options *o = &q->runs.batch.evaluation;
	for (size_t c = 0; c < COEFFICIENTS; c++) {
		struct line l = empty_line("coefficient", coefficients[c].name);
		l.value = x->coefficient[c];
		set_ends(&l, q, &x->bounds[c]);
		l.resamples = o->bounds.resamples;
		l.seed = (int64_t)o->bounds.interval.ends.seed;
		l.method = "bootstrap";
		records_add(r, &l);
	}
}

static void add_counts(struct records *r, const struct agree_answer *x)
{
	add_count(r, "count", "topics", (int64_t)x->topics);
	add_count(r, "count", "runs", (int64_t)x->runs);
	add_count(r, "count", "pairs", (int64_t)x->pairs);
	add_count(r, "count", "discordant", (int64_t)x->changes);
	add_count(r, "count", "tied_in_a_only", (int64_t)x->tied[0]);
	add_count(r, "count", "tied_in_b_only", (int64_t)x->tied[1]);
}

static void add_judgments(struct records *r, const struct agree_request *q,
			  const struct judged_all *g)
{
	static const char what[] = "judgments";
	struct judged_count count[JUDGED_COUNTS];
	judged_counts(&g->sum, count);
	for (int i = 0; i < JUDGED_COUNTS; i++)
		add_count(r, what, count[i].name, count[i].count);
	for (int i = 0; i < JUDGED_FIGURES; i++) {
		struct line l = empty_line(what, judged_names[i]);
		l.value = g->figure[i].value;
		if (g->figure[i].method != NULL) {
			set_ends(&l, q, &g->figure[i].ends);
			l.method = g->figure[i].method;
		}
		records_add(r, &l);
	}
	add_count(r, what, "topics_judged_by_both", (int64_t)g->topics);
}

static void add_run(struct records *r, const struct agree_answer *x, size_t run)
{
	struct line l = empty_line("run", NULL);
	l.run = x->run[run];
	l.a_run = x->side[0].mean[run];
	l.b_run = x->side[1].mean[run];
	l.a_rank = (int64_t)x->side[0].place[run] + 1;
	l.b_rank = (int64_t)x->side[1].place[run] + 1;
	records_add(r, &l);
}

static void add_change(struct records *r, const struct agree_answer *x,
		       const struct changed_pair *p)
{
	const struct agree_side *a = &x->side[0], *b = &x->side[1];
	struct line l = empty_line("discordant", NULL);
	l.run = x->run[p->better[0]];
	l.other = x->run[p->better[1]];
	l.a_run = a->mean[p->better[0]];
	l.a_other = a->mean[p->better[1]];
	l.b_run = b->mean[p->better[0]];
	l.b_other = b->mean[p->better[1]];
	records_add(r, &l);
}

static void add_lines(struct report *out, const struct agree_request *q,
		      const struct agree_answer *x)
{
	struct records r;
	records_init(&r, columns, sizeof(struct line));
	for (struct record_column *c = r.column; c->name != NULL; c++)
		c->digits = q->runs.digits;
	add_coefficients(&r, q, x);
	add_counts(&r, x);
	if (x->judged)
		add_judgments(&r, q, &x->agreement);
	for (size_t i = 0; i < x->runs; i++)
		add_run(&r, x, x->order[i]);
	for (size_t i = 0; i < x->changes; i++)
		add_change(&r, x, &x->changed[i]);
	report_for(out, IN_LINES);
	report_records(out, 0, "", &r);
	report_for(out, IN_ALL);
}

/* ---- for people ---- */

static void add_sides(struct report *out, const struct agree_answer *x)
{
	const struct agree_side *s = x->side;
	bool one_measure = strcmp(s[0].measure, s[1].measure) == 0;
	for (int i = 0; i < 2; i++)
		report_line(out, "%c: %s%s%s%s", "AB"[i], x -> two_files ? s[i].file : s[i].measure,
			    x->two_files && !one_measure ? ", " : "",
			    x->two_files && !one_measure ? s[i].measure : "",
			    s[i].lower_better ? " (lower is better)" : "");
	report_line(out, "%s%s%sruns: %zu, topics: %zu",
		    x->two_files && one_measure ? "measure: " : "",
		    x->two_files && one_measure ? s[0].measure : "",
		    x->two_files && one_measure ? ", " : "", x->runs, x->topics);
	report_space(out);
}

/* Figures with their intervals. */
static void begin_figures(struct report *out, const struct agree_request *q, const char *title,
			  bool headings)
{
	report_table(out, IN_PAPER | IN_PAGE, "%s", title);
	report_column(out, "", CELLS_TEXT, 22);
	report_column(out, headings ? "value" : "", CELLS_NUMBER, 9);
	if (q->runs.tail != TAIL_UPPER)
		report_column(out, headings ? "from" : "", CELLS_NUMBER, 9);
	if (q->runs.tail != TAIL_LOWER)
		report_column(out, headings ? "to" : "", CELLS_NUMBER, 9);
}

static void add_figure(struct report *out, const struct agree_request *q, const char *title,
		       double value, const struct interval *ends)
{
	report_cell(out, "%s", title);
	report_number(out, q->runs.digits, value);
	if (q->runs.tail != TAIL_UPPER)
		report_number(out, q->runs.digits, ends->lower);
	if (q->runs.tail != TAIL_LOWER)
		report_number(out, q->runs.digits, ends->upper);
}

static void add_coefficients_table(struct report *out, const struct agree_request *q,
				   const struct agree_answer *x)
{
	const struct evaluation_options *o = &q->runs.batch.evaluation;
	static const char *const ends[] = {
		[TAIL_BOTH] = "from, to", [TAIL_LOWER] = "from", [TAIL_UPPER] = "to"
	};
	begin_figures(out, q, "Agreement of the two orders", true);
	for (size_t c = 0; c < COEFFICIENTS; c++)
		add_figure(out, q, coefficients[c].title, x->coefficient[c], &x->bounds[c]);
	report_space(out);
	report_note(out, "%s: %g %% bootstrap interval, %lld resamples of the topics, seed %llu",
		    ends[q->runs.tail], 100 * q->runs.level, (long long)o->bounds.resamples,
		    (unsigned long long)o->bounds.interval.ends.seed);
	report_note(out, "tau_AP,a: A is the truth; tau_AP,b: neither is; overlap: p = %g",
		    q->persistence);
	report_space(out);
}

static void add_runs(struct report *out, const struct agree_request *q,
		     const struct agree_answer *x)
{
	report_table(out, IN_PAPER | IN_PAGE, "Runs, in the order of A");
	report_column(out, "run", CELLS_TEXT, text_width(x->run, x->runs, 3));
	report_columns(out, CELLS_NUMBER, 9, "A", "B", NULL);
	report_columns(out, CELLS_NUMBER, 7, "rank A", "rank B", NULL);
	for (size_t i = 0; i < x->runs; i++) {
		size_t run = x->order[i];
		report_cell(out, "%s", x->run[run]);
		for (int side = 0; side < 2; side++)
			report_number(out, q->runs.digits, x->side[side].mean[run]);
		for (int side = 0; side < 2; side++)
			report_number(out, 0, x->side[side].place[run] + 1);
	}
	report_space(out);
}

static void add_changes(struct report *out, const struct agree_request *q,
			const struct agree_answer *x)
{
	int width = text_width(x->run, x->runs, 11);
	struct buffer *b = report_text(out, REPORT_LINE);
	buffer_print(b, "pairs of runs: %zu; in opposite order: %zu", x->pairs, x->changes);
	if (x->tied[0] + x->tied[1] > 0)
		buffer_print(b, "; tied in A only: %zu, in B only: %zu", x->tied[0], x->tied[1]);
	if (x->changes == 0)
		return;
	report_table(out, IN_PAPER | IN_PAGE, "Pairs in opposite order");
	report_columns(out, CELLS_TEXT, width, "better in A", "better in B", NULL);
	report_columns(out, CELLS_NUMBER, 9, "A: first", "second", "B: first", "second", NULL);
	for (size_t i = 0; i < x->changes; i++) {
		const size_t *run = x->changed[i].better;
		report_cell(out, "%s", x->run[run[0]]);
		report_cell(out, "%s", x->run[run[1]]);
		for (int k = 0; k < 4; k++)
			report_number(out, q->runs.digits, x->side[k / 2].mean[run[k % 2]]);
	}
}

/* What the figures mean, and what their intervals are. */
static void explain_judgments(struct report *out, const struct agree_request *q,
			      const struct judged_all *g)
{
	const struct judged_alike *share = &g->figure[JUDGED_SHARE],
				  *kappa = &g->figure[JUDGED_KAPPA];
	const char *indent = report_is(out, IN_TEXT) ? "  " : "";
	struct buffer *b = report_text(out, REPORT_NOTE);
	buffer_print(b, "%s%g %% interval over ", indent, 100 * q->runs.level);
	if (g->over_topics)
		buffer_print(b, "%zu topics", g->topics);
	else
		buffer_print(b, "documents");
	buffer_print(b, " (%s", share->method);
	if (kappa->method != NULL && strcmp(kappa->method, share->method) != 0)
		buffer_print(b, ", of kappa %s", kappa->method);
	buffer_print(b, "); kappa 0: alike as by chance, 1: always alike");
	if (kappa->method != NULL && two_judges_are_lopsided(&g->sum))
		report_note(out,
			    "%sonly %lld of %lld documents are relevant to either: kappa is low "
			    "then, however\n  many others are judged alike",
			    indent, (long long)two_judges_relevant(&g->sum),
			    (long long)two_judges_documents(&g->sum));
}

static void add_agreement(struct report *out, const struct agree_request *q,
			  const struct judged_all *g)
{
	static const char *const title[JUDGED_FIGURES] = { "share judged alike", "Cohen's kappa" };
	const struct two_judges *sum = &g->sum;
	report_space(out);
	struct buffer *b = report_text(out, REPORT_LINE);
	buffer_print(b, "documents judged in A and B: %lld", (long long)two_judges_documents(sum));
	if (sum->gray > 0)
		buffer_print(b, ", and %lld gray in one of them", (long long)sum->gray);
	if (two_judges_documents(sum) == 0)
		return;
	report_line(out,
		    "relevant in both: %lld, in A only: %lld, in B only: %lld, in neither: %lld",
		    (long long)sum->count[1][1], (long long)sum->count[1][0],
		    (long long)sum->count[0][1], (long long)sum->count[0][0]);
	begin_figures(out, q, "Agreement of the judgments", !report_is(out, IN_TEXT));
	for (int i = 0; i < JUDGED_FIGURES; i++)
		add_figure(out, q, title[i], g->figure[i].value, &g->figure[i].ends);
	explain_judgments(out, q, g);
}

static int print(struct buffer *b, const struct agree_request *q, const struct agree_answer *x,
		 const struct output *out, struct err *e)
{
	const struct report_origin origin = { .title = "Do A and B order the runs alike?",
					      .asked = &out->asked,
					      .words = run_request_file_words(&q->runs),
					      .warnings = &q->runs.warnings };
	struct report r;
	report_init(&r, q->format, &origin);
	add_lines(&r, q, x);
	add_sides(&r, x);
	add_coefficients_table(&r, q, x);
	add_runs(&r, q, x);
	add_changes(&r, q, x);
	if (x->judged)
		add_agreement(&r, q, &x->agreement);
	return report_write(&r, 0, b, e);
}

/* ---- the command ---- */

static int run(void *request, const struct output *out, struct err *e)
{
	struct agree_request *q = request;
	struct agree_answer answer;
	struct buffer b = { 0 };
	int result = agree(q, &answer, e);
	if (result == 0)
		result = print(&b, q, &answer, out, e);
	output_warn(out, &q->runs.warnings, q->runs.quiet);
	result = output_finish(out, &b, result, e);
	agree_release(&answer);
	return result;
}

COMMAND = { &table, run, NULL };
