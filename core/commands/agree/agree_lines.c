/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/commands/agree/agree.h"
#include "core/output/judged_text.h"

const struct agree_name agree_coefficients[COEFFICIENTS] = {
	[TAU] = { "tau", "Kendall's tau" },	  [TAU_B] = { "tau_b", "Kendall's tau-b" },
	[TAU_AP_A] = { "tau_ap_a", "tau_AP,a" },  [TAU_AP_B] = { "tau_ap_b", "tau_AP,b" },
	[RBO] = { "rbo", "rank-biased overlap" },
};

const struct agree_name agree_figures[GRADED_FIGURES] = {
	[GRADED_SHARE] = { "agreement", "share judged alike" },
	[GRADED_KAPPA] = { "kappa", "Cohen's kappa" },
	[GRADED_LINEAR] = { "kappa_linear", "kappa, linear weights" },
	[GRADED_QUADRATIC] = { "kappa_quadratic", "kappa, squared weights" },
	[GRADED_NOMINAL] = { "alpha_nominal", "alpha, nominal" },
	[GRADED_ORDINAL] = { "alpha_ordinal", "alpha, ordinal" },
};

/* A figure of a judge: those of documents come from elsewhere if they are over documents. */
struct judged_alike agree_figure_of(const struct agree_answer *x, size_t judge, int figure)
{
	if (figure <= GRADED_KAPPA)
		return x->judge[judge]
			.agreement.figure[figure == GRADED_SHARE ? JUDGED_SHARE : JUDGED_KAPPA];
	return x->figure[judge * GRADED_FIGURES + (size_t)figure];
}

/* The differences between two judges, by coefficient, and then by figure; false: no more. */
bool agree_difference_of(const struct agree_answer *x, size_t pair, const size_t *judge, size_t i,
			 struct judged_alike *out, const struct agree_name **name)
{
	i += x->runs == 0 ? COEFFICIENTS : 0;
	if (i < COEFFICIENTS) {
		const double *c = x->coefficient;
		*name = &agree_coefficients[i];
		*out = (struct judged_alike){ .value = c[judge[0] * COEFFICIENTS + i] -
						       c[judge[1] * COEFFICIENTS + i],
					      .ends = x->difference[pair * COEFFICIENTS + i],
					      .method = x->topics > 1 ? "bootstrap" : NULL };
		return true;
	}
	i -= COEFFICIENTS;
	if (!x->graded || i >= GRADED_FIGURES)
		return false;
	*name = &agree_figures[i];
	*out = x->figure_difference[pair * GRADED_FIGURES + i];
	return true;
}

/*
 * For programs.
 */

/* A coefficient, a count, a run, or a pair of runs. */
struct line {
	const char *what, *name;
	int64_t count;
	double value, lower, upper, level;
	int64_t resamples, seed;
	const char *run, *other;
	double a_run, a_other, b_run, b_other;
	int64_t a_rank, b_rank;
	const char *method; /* of the interval */
	const char *judge, *other_judge;
	double a_p, b_p;
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
	{ "judge", NULL, RECORD_TEXT, ROW(judge), .optional = true },
	{ "other_judge", NULL, RECORD_TEXT, ROW(other_judge), .optional = true },
	{ "a_p", NULL, RECORD_REAL, ROW(a_p), .optional = true },
	{ "b_p", NULL, RECORD_REAL, ROW(b_p), .optional = true },
	{ 0 },
};

/* `judge` 0 is the first of them, B; SIZE_MAX: it is about all. */
static struct line empty_line(const struct agree_answer *x, size_t judge, const char *what,
			      const char *name)
{
	struct line l;
	record_clear(columns, &l);
	l.what = what;
	l.name = name;
	l.judge = judge == SIZE_MAX ? NULL : agree_name_of(x, judge + 1);
	return l;
}

struct answer_lines {
	struct records records;
	const struct agree_request *q;
	const struct agree_answer *x;
};

static void add_count(struct answer_lines *r, size_t judge, const char *what, const char *name,
		      size_t count)
{
	struct line l = empty_line(r->x, judge, what, name);
	l.count = (int64_t)count;
	records_add(&r->records, &l);
}

static void add_alike(struct answer_lines *r, struct line *l, const struct judged_alike *f)
{
	const struct agree_request *q = r->q;
	const struct evaluation_options *o = &q->runs.batch.evaluation;
	l->value = f->value;
	l->method = f->method;
	if (f->method != NULL) {
		l->lower = q->runs.tail != TAIL_UPPER ? f->ends.lower : NAN;
		l->upper = q->runs.tail != TAIL_LOWER ? f->ends.upper : NAN;
		l->level = q->runs.level;
	}
	if (f->method != NULL && strcmp(f->method, "bootstrap") == 0) {
		l->resamples = o->bounds.resamples;
		l->seed = (int64_t)o->bounds.ends.seed;
	}
	records_add(&r->records, l);
}

static void add_coefficients(struct answer_lines *r, size_t judge)
{
	const struct agree_answer *x = r->x;
	for (size_t c = 0; c < COEFFICIENTS; c++) {
		struct line l = empty_line(x, judge, "coefficient", agree_coefficients[c].name);
		add_alike(r, &l,
			  &(struct judged_alike){ .value = x->coefficient[judge * COEFFICIENTS + c],
						  .ends = x->bounds[judge * COEFFICIENTS + c],
						  .method = x->topics > 1 ? "bootstrap" : NULL });
	}
}

static void add_counts(struct answer_lines *r, size_t judge)
{
	const struct agree_judge *j = &r->x->judge[judge];
	add_count(r, judge, "count", "topics", r->x->topics);
	add_count(r, judge, "count", "runs", r->x->runs);
	add_count(r, judge, "count", "pairs", r->x->pairs);
	add_count(r, judge, "count", "discordant", j->changes);
	add_count(r, judge, "count", "tied_in_a_only", j->tied[0]);
	add_count(r, judge, "count", "tied_in_b_only", j->tied[1]);
	add_count(r, judge, "count", "separated_by_both", j->by_both);
	add_count(r, judge, "count", "separated_by_a_only", j->by_one[0]);
	add_count(r, judge, "count", "separated_by_b_only", j->by_one[1]);
	add_count(r, judge, "count", "separated_oppositely", j->opposite);
}

static void add_judgments(struct answer_lines *r, size_t judge)
{
	static const char what[] = "judgments";
	const struct judged_all *g = &r->x->judge[judge].agreement;
	struct judged_count count[JUDGED_COUNTS];
	judged_counts(&g->sum, count);
	for (int i = 0; i < JUDGED_COUNTS; i++)
		add_count(r, judge, what, count[i].name, (size_t)count[i].count);
	for (int i = 0; i < agree_figures_of(r->x); i++) {
		struct line l = empty_line(r->x, judge, what, agree_figures[i].name);
		const struct judged_alike f = agree_figure_of(r->x, judge, i);
		add_alike(r, &l, &f);
	}
	add_count(r, judge, what, "topics_judged_by_both", g->topics);
}

static void add_run(struct answer_lines *r, size_t judge, size_t run)
{
	const struct agree_side *a = &r->x->side[0], *b = &r->x->side[judge + 1];
	struct line l = empty_line(r->x, judge, "run", NULL);
	l.run = r->x->run[run];
	l.a_run = a->mean[run];
	l.b_run = b->mean[run];
	l.a_rank = (int64_t)a->place[run] + 1;
	l.b_rank = (int64_t)b->place[run] + 1;
	records_add(&r->records, &l);
}

static void add_pair(struct answer_lines *r, size_t judge, const char *what, const size_t *run,
		     const double *p)
{
	const struct agree_side *a = &r->x->side[0], *b = &r->x->side[judge + 1];
	struct line l = empty_line(r->x, judge, what, NULL);
	l.run = r->x->run[run[0]];
	l.other = r->x->run[run[1]];
	l.a_run = a->mean[run[0]];
	l.a_other = a->mean[run[1]];
	l.b_run = b->mean[run[0]];
	l.b_other = b->mean[run[1]];
	l.a_p = p != NULL ? p[0] : NAN;
	l.b_p = p != NULL ? p[1] : NAN;
	records_add(&r->records, &l);
}

static void add_judge(struct answer_lines *r, size_t judge)
{
	const struct agree_judge *j = &r->x->judge[judge];
	if (r->x->runs > 0) {
		add_coefficients(r, judge);
		add_counts(r, judge);
	}
	if (r->x->judged)
		add_judgments(r, judge);
	for (size_t i = 0; i < r->x->runs; i++)
		add_run(r, judge, r->x->order[i]);
	for (size_t i = 0; i < j->changes; i++)
		add_pair(r, judge, "discordant", j->changed[i].better, NULL);
	for (size_t i = 0; i < j->separations; i++)
		add_pair(r, judge, "separated", j->separated[i].better, j->separated[i].p);
}

/* Of all judges together. */
static void add_joint(struct answer_lines *r)
{
	for (int i = 0; i < 2 && r->x->graded && r->x->sides > 2; i++) {
		struct line l = empty_line(r->x, SIZE_MAX, "judgments",
					   agree_figures[GRADED_NOMINAL + i].name);
		add_alike(r, &l, &r->x->joint[i]);
	}
}

static void add_differences(struct answer_lines *r)
{
	const struct agree_answer *x = r->x;
	struct judged_alike f;
	const struct agree_name *name;
	size_t judge[2], pair = 0;
	for (judge[0] = 0; judge[0] + 1 < x->sides; judge[0]++)
		for (judge[1] = judge[0] + 1; judge[1] + 1 < x->sides; judge[1]++, pair++)
			for (size_t i = 0; agree_difference_of(x, pair, judge, i, &f, &name); i++) {
				struct line l = empty_line(x, judge[0], "difference", name->name);
				l.other_judge = agree_name_of(x, judge[1] + 1);
				add_alike(r, &l, &f);
			}
}

void agree_lines(struct report *out, const struct agree_request *q, const struct agree_answer *x)
{
	struct answer_lines r = { .q = q, .x = x };
	records_init(&r.records, columns, sizeof(struct line));
	for (struct record_column *c = r.records.column; c->name != NULL; c++)
		c->digits = q->runs.digits;
	for (size_t j = 0; j + 1 < x->sides; j++)
		add_judge(&r, j);
	add_joint(&r);
	add_differences(&r);
	report_for(out, IN_LINES);
	report_records(out, 0, "", &r.records);
	report_for(out, IN_ALL);
}
