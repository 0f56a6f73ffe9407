/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is said to people.
 */
#include "core/commands/agree/agree.h"
#include "core/output/text.h"

static bool is_one_measure(const struct agree_answer *x)
{
	for (size_t i = 0; i < x->sides; i++)
		if (x->side[i].measure == NULL ||
		    strcmp(x->side[0].measure, x->side[i].measure) != 0)
			return false;
	return x->by_file;
}

static void add_sides(struct report *out, const struct agree_answer *x)
{
	bool one = is_one_measure(x);
	for (size_t i = 0; i < x->sides; i++) {
		const struct agree_side *s = &x->side[i];
		bool named = x->by_file && !one && s->measure != NULL;
		report_line(out, "%c: %s%s%s%s", agree_letter(i), agree_name_of(x, i),
			    named ? ", " : "", named ? s->measure : "",
			    s->lower_better ? " (lower is better)" : "");
	}
	if (x->runs == 0)
		return;
	struct buffer *b = report_text(out, REPORT_LINE);
	buffer_print(b, "%s%s%sruns: %zu", one ? "measure: " : "", one ? x->side[0].measure : "",
		     one ? ", " : "", x->runs);
	if (x->summary)
		buffer_print(b, ", means over topics");
	else
		buffer_print(b, ", topics: %zu", x->topics);
	report_space(out);
}

/* Figures with their intervals, of several judges with a column of these. */
static void begin_figures(struct report *out, const struct agree_request *q, const char *title,
			  const char *const *judge, bool headings)
{
	report_table(out, IN_PAPER | IN_PAGE, "%s", title);
	report_column(out, "", CELLS_TEXT, 22);
	for (; *judge != NULL; judge++)
		report_column(out, *judge, CELLS_TEXT, 5);
	report_column(out, headings ? "value" : "", CELLS_NUMBER, 9);
	if (q->runs.tail != TAIL_UPPER)
		report_column(out, headings ? "from" : "", CELLS_NUMBER, 9);
	if (q->runs.tail != TAIL_LOWER)
		report_column(out, headings ? "to" : "", CELLS_NUMBER, 9);
}

/* Letters as in begin_figures(). */
static void add_figure(struct report *out, const struct agree_request *q, const char *title,
		       const char *letters, double value, const struct interval *ends)
{
	report_cell(out, "%s", title);
	for (; *letters != '\0'; letters++)
		report_cell(out, "%c", *letters);
	report_number(out, q->runs.digits, value);
	if (q->runs.tail != TAIL_UPPER)
		report_number(out, q->runs.digits, ends->lower);
	if (q->runs.tail != TAIL_LOWER)
		report_number(out, q->runs.digits, ends->upper);
}

static const char *const judge_column[] = { "judge", NULL };

/* The column of judges is there if there are several. */
static const char *const *judge_columns(const struct agree_answer *x)
{
	return x->sides > 2 ? judge_column : judge_column + 1;
}

/* The letter of a judge for that column. */
struct judge_cell {
	char text[2];
};

static struct judge_cell judge_cell(const struct agree_answer *x, size_t judge)
{
	return (struct judge_cell){ { x->sides > 2 ? agree_letter(judge + 1) : '\0', '\0' } };
}

static void add_coefficients_table(struct report *out, const struct agree_request *q,
				   const struct agree_answer *x)
{
	const struct evaluation_options *o = &q->runs.batch.evaluation;
	static const char *const ends[] = {
		[TAIL_BOTH] = "from, to", [TAIL_LOWER] = "from", [TAIL_UPPER] = "to"
	};
	begin_figures(out, q,
		      x->sides > 2 ? "Agreement with the order of A"
				   : "Agreement of the two orders",
		      judge_columns(x), true);
	for (size_t c = 0; c < COEFFICIENTS; c++)
		for (size_t j = 0; j + 1 < x->sides; j++)
			add_figure(out, q, agree_coefficients[c].title, judge_cell(x, j).text,
				   x->coefficient[j * COEFFICIENTS + c],
				   &x->bounds[j * COEFFICIENTS + c]);
	report_space(out);
	if (x->topics > 1)
		report_note(out,
			    "%s: %g %% bootstrap interval, %lld resamples of the topics, seed %llu",
			    ends[q->runs.tail], 100 * q->runs.level, (long long)o->bounds.resamples,
			    (unsigned long long)o->bounds.ends.seed);
	report_note(out, "tau_AP,a: A is the truth; tau_AP,b: neither is; overlap: p = %g",
		    q->persistence);
	report_space(out);
}

static void add_runs(struct report *out, const struct agree_request *q,
		     const struct agree_answer *x)
{
	char name[SIDES_MOST][2], rank[SIDES_MOST][8];
	report_table(out, IN_PAPER | IN_PAGE, "Runs, in the order of A");
	report_column(out, "run", CELLS_TEXT, text_width(x->run, x->runs, 3));
	for (size_t s = 0; s < x->sides; s++) {
		snprintf(name[s], sizeof name[s], "%c", agree_letter(s));
		snprintf(rank[s], sizeof rank[s], "rank %c", agree_letter(s));
		report_column(out, name[s], CELLS_NUMBER, 9);
	}
	for (size_t s = 0; s < x->sides; s++)
		report_column(out, rank[s], CELLS_NUMBER, 7);
	for (size_t i = 0; i < x->runs; i++) {
		size_t run = x->order[i];
		report_cell(out, "%s", x->run[run]);
		for (size_t s = 0; s < x->sides; s++)
			report_number(out, q->runs.digits, x->side[s].mean[run]);
		for (size_t s = 0; s < x->sides; s++)
			report_number(out, 0, x->side[s].place[run] + 1);
	}
	report_space(out);
}

static void begin_pairs(struct report *out, const struct agree_answer *x, const char *title,
			const char *first, const char *second)
{
	report_table(out, IN_PAPER | IN_PAGE, "%s", title);
	for (const char *const *c = judge_columns(x); *c != NULL; c++)
		report_column(out, *c, CELLS_TEXT, 5);
	report_columns(out, CELLS_TEXT, text_width(x->run, x->runs, 11), first, second, NULL);
}

static void add_pair_cells(struct report *out, const struct agree_request *q,
			   const struct agree_answer *x, size_t judge, const size_t *run)
{
	const struct agree_side *side[] = { &x->side[0], &x->side[judge + 1] };
	if (x->sides > 2)
		report_cell(out, "%c", agree_letter(judge + 1));
	report_cell(out, "%s", x->run[run[0]]);
	report_cell(out, "%s", x->run[run[1]]);
	for (int k = 0; k < 4; k++)
		report_number(out, q->runs.digits, side[k / 2]->mean[run[k % 2]]);
}

static void add_changes(struct report *out, const struct agree_request *q,
			const struct agree_answer *x)
{
	size_t changes = 0;
	for (size_t j = 0; j + 1 < x->sides; j++) {
		const struct agree_judge *of = &x->judge[j];
		struct buffer *b = report_text(out, REPORT_LINE);
		char of_judge = agree_letter(j + 1);
		if (x->sides > 2)
			buffer_print(b, "%c: ", of_judge);
		buffer_print(b, "pairs of runs: %zu; in opposite order: %zu", x->pairs,
			     of->changes);
		if (of->tied[0] + of->tied[1] > 0)
			buffer_print(b, "; tied in A only: %zu, in %c only: %zu", of->tied[0],
				     of_judge, of->tied[1]);
		changes += of->changes;
	}
	if (changes == 0)
		return;
	begin_pairs(out, x, "Pairs in opposite order", "better in A",
		    x->sides > 2 ? "in judge's" : "better in B");
	report_columns(out, CELLS_NUMBER, 9, "A: first", "second",
		       x->sides > 2 ? "judge's:" : "B: first", "second", NULL);
	for (size_t j = 0; j + 1 < x->sides; j++)
		for (size_t i = 0; i < x->judge[j].changes; i++)
			add_pair_cells(out, q, x, j, x->judge[j].changed[i].better);
}

/* Pairs that are shown to differ by one side only: what the judge would have missed or invented. */
static void add_separations(struct report *out, const struct agree_request *q,
			    const struct agree_answer *x)
{
	size_t separations = 0;
	if (x->topics < 2)
		return;
	report_space(out);
	for (size_t j = 0; j + 1 < x->sides; j++) {
		const struct agree_judge *of = &x->judge[j];
		struct buffer *b = report_text(out, REPORT_LINE);
		if (x->sides > 2)
			buffer_print(b, "%c: ", agree_letter(j + 1));
		buffer_print(b, "pairs told apart by both: %zu, by A only: %zu, by %c only: %zu",
			     of->by_both, of->by_one[0], agree_letter(j + 1), of->by_one[1]);
		if (of->opposite > 0)
			buffer_print(b, ", in opposite directions: %zu", of->opposite);
		separations += of->separations;
	}
	report_note(out,
		    "told apart: t test over topics, p < %.4g after Holm's adjustment "
		    "(pairs: %zu)",
		    1 - q->runs.level, x->pairs);
	if (separations == 0)
		return;
	begin_pairs(out, x, "Pairs that only one side tells apart", "better in A", "other");
	report_columns(out, CELLS_NUMBER, 9, "A: first", "second",
		       x->sides > 2 ? "judge's:" : "B: first", "second", NULL);
	report_columns(out, CELLS_NUMBER, 9, "p of A", x->sides > 2 ? "judge's" : "p of B", NULL);
	for (size_t j = 0; j + 1 < x->sides; j++)
		for (size_t i = 0; i < x->judge[j].separations; i++) {
			const struct separated_pair *p = &x->judge[j].separated[i];
			add_pair_cells(out, q, x, j, p->better);
			report_p(out, p->p[0]);
			report_p(out, p->p[1]);
		}
}

/* What the figures mean, and what their intervals are. */
static void explain_judgments(struct report *out, const struct agree_request *q,
			      const struct agree_answer *x, const struct judged_all *g)
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
	buffer_print(b, "); kappa 0: no better than chance, 1: perfect agreement");
	if (x->graded)
		report_note(out,
			    "%sthe first two: relevant or not (-l); %sKrippendorff's alpha: of %s",
			    indent, x->binary ? "" : "weighted kappa, and ",
			    x->binary ? "the two grades" : "grades");
}

/* The documents that A and a judge have; false: there are none. */
static bool add_documents(struct report *out, const struct agree_answer *x, size_t judge)
{
	const struct two_judges *sum = &x->judge[judge].agreement.sum;
	char of_judge = agree_letter(judge + 1);
	report_space(out);
	struct buffer *b = report_text(out, REPORT_LINE);
	buffer_print(b, "%s judged in A and %c: %lld",
		     x->side[0].judgments.format->pairs ? "pairs" : "documents", of_judge,
		     (long long)two_judges_documents(sum));
	if (sum->gray > 0)
		buffer_print(b, ", and %lld gray in one of them", (long long)sum->gray);
	if (two_judges_documents(sum) == 0)
		return false;
	report_line(out,
		    "relevant in both: %lld, in A only: %lld, in %c only: %lld, in neither: %lld",
		    (long long)sum->count[1][1], (long long)sum->count[1][0], of_judge,
		    (long long)sum->count[0][1], (long long)sum->count[0][0]);
	return true;
}

/* Whether a figure is the same as another one that is shown. */
static bool is_repeated(const struct agree_answer *x, const struct agree_name *name)
{
	return x->binary &&
	       (name == &agree_figures[GRADED_LINEAR] || name == &agree_figures[GRADED_QUADRATIC] ||
		name == &agree_figures[GRADED_ORDINAL]);
}

/* If all that B reviewed was reviewed by A, it may be the second review of a sample. */
static void add_second_review(struct report *out, const struct agree_request *q,
			      const struct agree_answer *x)
{
	const struct two_judges *sum = &x->judge[0].agreement.sum;
	const struct judgments *a = &x->side[0].judgments, *b = &x->side[1].judgments;
	if (x->sides > 2 || a->topics * b->topics != 1 ||
	    strcmp(a->topic[0].name, REVIEW_TOPIC) != 0 ||
	    two_judges_documents(sum) != (int64_t)b->topic[0].all.count)
		return;
	char again[2][48] = { "", "" }; /* of either code: seen again:relevant; or nothing */
	size_t relevant = 0, coded = a->topic[0].all.count;
	for (size_t i = 0; i < coded; i++)
		relevant +=
			a->topic[0].all.judgment[i].level >= q->runs.batch.evaluation.join.level;
	for (int code = 0; code < 2; code++) {
		long long seen = sum->count[code][0] + sum->count[code][1];
		if (seen > 0)
			snprintf(again[code], sizeof again[code], "%lld:%lld", seen,
				 (long long)sum->count[code][1]);
	}
	report_space(out);
	buffer_print(report_text(out, REPORT_WRAPPED),
		     "If A is the first review of a random sample of N documents, and B a "
		     "second one of a random part of it whose decision counts:");
	for (int side = 0; side < 2; side++)
		report_line(
			out,
			"  strat_eval validate --%s=N:%zu:%zu --%s-qc=%s,%s   (of what was %sproduced)",
			side ? "produced" : "null", coded, relevant, side ? "produced" : "null",
			again[1], again[0], side ? "" : "not ");
}

static void add_agreement(struct report *out, const struct agree_request *q,
			  const struct agree_answer *x)
{
	bool any = false;
	for (size_t j = 0; j + 1 < x->sides; j++)
		any = add_documents(out, x, j) || any;
	if (!any)
		return;
	if (x->sides > 2)
		report_space(out);
	begin_figures(out, q, "Agreement of the judgments", judge_columns(x),
		      x->sides > 2 || !report_is(out, IN_TEXT));
	for (int i = 0; i < agree_figures_of(x); i++)
		for (size_t j = 0; j + 1 < x->sides && !is_repeated(x, &agree_figures[i]); j++) {
			const struct judged_alike f = agree_figure_of(x, j, i);
			add_figure(out, q, agree_figures[i].title, judge_cell(x, j).text, f.value,
				   &f.ends);
		}
	for (int i = 0; i < (x->binary ? 1 : 2) && x->graded && x->sides > 2; i++)
		add_figure(out, q, agree_figures[GRADED_NOMINAL + i].title, "*", x->joint[i].value,
			   &x->joint[i].ends);
	if (x->sides > 2 && x->graded)
		report_note(out, "*: of all together, A included");
	explain_judgments(out, q, x, &x->judge[0].agreement);
	add_second_review(out, q, x);
}

/* Is one judge closer to A than another? */
static void add_differences_table(struct report *out, const struct agree_request *q,
				  const struct agree_answer *x)
{
	static const char *const judges[] = { "judge", "less", NULL };
	struct judged_alike f;
	const struct agree_name *name;
	size_t judge[2], pair = 0;
	if (x->sides == 2)
		return;
	report_space(out);
	begin_figures(out, q, "Differences between judges", judges, true);
	for (judge[0] = 0; judge[0] + 1 < x->sides; judge[0]++)
		for (judge[1] = judge[0] + 1; judge[1] + 1 < x->sides; judge[1]++, pair++)
			for (size_t i = 0; agree_difference_of(x, pair, judge, i, &f, &name); i++) {
				const char letters[] = { agree_letter(judge[0] + 1),
							 agree_letter(judge[1] + 1), '\0' };
				if (!is_repeated(x, name))
					add_figure(out, q, name->title, letters, f.value, &f.ends);
			}
	report_note(out, "above 0: the first judge agrees more with A; on the same topics, for one "
			 "pair of judges at a time");
}

void agree_tables(struct report *out, const struct agree_request *q, const struct agree_answer *x)
{
	add_sides(out, x);
	if (x->runs > 0) {
		add_coefficients_table(out, q, x);
		add_runs(out, q, x);
		add_changes(out, q, x);
		add_separations(out, q, x);
	}
	if (x->judged)
		add_agreement(out, q, x);
	add_differences_table(out, q, x);
}
