/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan recall: how narrow an interval on recall a sample will give, how to divide the sample
 * between the retrieved and the unretrieved documents, and how large it must be (Webber 2013,
 * section 4.3).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/number.h"
#include "core/base/parallel.h"
#include "core/commands/plan/curves.h"
#include "core/commands/plan/plan.h"
#include "core/stats/planning/study_guess.h"

/* A way to divide a sample. */
struct asked_allocation {
	char label[32]; /* as in --allocation */
	double share;	/* of the retrieved; nan: the best */
};

struct allocation_list {
	struct asked_allocation item[LIST_MAX];
	size_t count;
};

/* What is asked. Each list is one dimension of the sweep. */
struct recall_request {
	int64_t collection;
	struct number_list retrieved, prevalence, recall, precision; /* empty: not given */
	bool yield; /* `prevalence` holds numbers of documents */
	struct plan_targets targets;
	struct planning_options options;
	struct allocation_options allocation;
	struct allocation_list allocations; /* of each line */
};

/* One answer. */
struct recall_line {
	struct guessed guess;
	struct sample_line sample; /* as it is printed: of this size, or with the mean */
	const struct asked_allocation *asked;
	int64_t assured[2]; /* the sample to draw, and how often it reaches the target */
	double assured_reached;
};

struct recall_answer {
	const struct recall_request *q;
	struct recall_line *line;
	size_t count;
};

/* ---- options ---- */

#define AT(member)    OPTION_AT(struct recall_request, member)
#define GIVEN(member) .given = offsetof(struct recall_request, member)

static int add_allocation(struct allocation_list *l, struct slice text, struct err *e)
{
	struct asked_allocation a = { .share = NAN };
	double one = 1, zero = 1;
	const char *colon = memchr(text.at, ':', text.length);
	if (text.length < sizeof a.label)
		snprintf(a.label, sizeof a.label, "%.*s", (int)text.length, text.at);
	if (strcmp(a.label, "best") != 0) {
		size_t first = colon != NULL ? (size_t)(colon - text.at) : 0;
		struct slice left = { text.at, first };
		struct slice right = { text.at + first + 1,
				       colon != NULL ? text.length - first - 1 : 0 };
		if (a.label[0] == '\0' || colon == NULL || !parse_real(left, &one) ||
		    !parse_real(right, &zero) || !(one > 0 && zero > 0) || !isfinite(one + zero))
			return err_usage(
				e,
				"--allocation=%s: not best, and not A:B with two numbers above 0",
				shown(text).text);
		a.share = one / (one + zero);
	}
	for (size_t i = 0; i < l->count; i++)
		if (strcmp(l->item[i].label, a.label) == 0)
			return err_usage(e, "--allocation: %s is named twice", a.label);
	if (l->count == LIST_MAX)
		return err_usage(e, "--allocation: more than %d", LIST_MAX);
	l->item[l->count++] = a;
	return 0;
}

OPTION_SETTER(set_allocations)
{
	struct allocation_list *l = &((struct recall_request *)request)->allocations;
	struct slice item;
	l->count = 0;
	while (next_item(&text, &item))
		if (add_allocation(l, item, e) < 0)
			return -1;
	return 0;
}

static const struct command_option options[] = {
	{ HEADING("What is known:") },
	{ NAME_COLLECTION_SIZE, .own = true, WHOLE(2, PLAN_MOST_DOCUMENTS), AT(collection) },
	{ NAME_RETRIEVED, DOCUMENTS(1), AT(retrieved),
	  .more = "It is not needed if the three shares below are given." },
	{ HEADING("What is guessed (two of richness or yield, recall, precision):") },
	{ NAME_RICHNESS, LIST(BETWEEN(0, 1)), AT(prevalence) },
	{ NAME_YIELD, DOCUMENTS(1), AT(prevalence), GIVEN(yield) },
	{ NAME_RECALL, LIST(ABOVE_TO(0, 1)), AT(recall) },
	{ NAME_PRECISION, LIST(ABOVE_TO(0, 1)), AT(precision),
	  .more = "Two of richness, recall and precision are needed; the third follows. "
		  "Contradictions are wrong usage." },
	{ .include = target_options, AT(targets) },
	{ OPTION_TAIL, AT(targets.tail) },
	{ NAME_ALLOCATION,
	  .here = "A:B between retrieved and unretrieved documents, or best (default 5:95,10:90,...,95:5,best; for --width and --bound best)",
	  SET_BY(set_allocations),
	  .more = "The ratio holds as far as the documents last. The `best` division has the "
		  "narrowest interval, or the best bound; of the sample to draw, it reaches the "
		  "target most often." },
	{ OPTION_PLAN_SAMPLES, AT(targets.samples) },
	{ OPTION_SEED, AT(targets.seed) },
	{ .include = allocation_options, AT(allocation) },
	{ .include = planning_options, AT(options) },
	{ 0 },
};

/* 5:95 to 95:5, if sizes are asked about alone, and the best. */
static void default_allocations(struct allocation_list *l, bool many)
{
	for (int percent = 5; many && percent <= 95; percent += 5) {
		struct asked_allocation *a = &l->item[l->count++];
		a->share = percent / 100.0;
		snprintf(a->label, sizeof a->label, "%d:%d", percent, 100 - percent);
	}
	l->item[l->count++] = (struct asked_allocation){ .label = "best", .share = NAN };
}

static const struct option_rule rules[] = { { "", .needs = "Number_docs_in_coll" },
					    { "richness", .excludes = "yield" },
					    { "assurance", .needs = "width|half-width|bound" },
					    BOUND_RULES };

static int check_plan_recall(void *request, struct err *e)
{
	struct recall_request *q = request;
	struct plan_targets *t = &q->targets;
	if (q->allocations.count == 0)
		default_allocations(&q->allocations, t->size.count > 0);
	for (size_t i = 0; i < t->size.count; i++)
		if (t->size.value[i] < 2)
			return err_usage(e, "--size=%.0f: both sides are sampled: 2 or more",
					 t->size.value[i]);
	if (plan_targets_check(t, QUANTITY_RECALL, e) < 0)
		return -1;
	return sample_check_sizes(t, q->collection, e);
}

static const struct command_table table = {
	.name = "plan recall",
	.summary = "width of the interval on recall, by size and division of the sample",
	.doc = "The interval on recall to expect from a sample.",
	.notes = NOTE_OF_LISTS PLAN_EXIT_STATUS,
	.examples =
		"  strat_eval plan recall -N 1000000 --retrieved=40000 --precision=0.775 --recall=0.8 --size=3000\n",
	.option = options,
	.rule = rules,
	.size = sizeof(struct recall_request),
	.check = check_plan_recall,
};

/* ---- the work ---- */

/* The truth with a number; `out` NULL: none. Returns how many there are, 0: it cannot be. */
static size_t guess_number(const struct recall_request *q, size_t number, struct guessed *out,
			   struct err *e)
{
	const struct number_list *const list[] = { &q->retrieved, &q->prevalence, &q->recall,
						   &q->precision };
	double x[4];
	size_t all = numbers_combined(list, 4, number, x);
	const struct guess g = {
		.collection = q->collection,
		.retrieved = isnan(x[0]) ? 0 : (int64_t)x[0],
		.prevalence = x[1] / (q->yield ? (double)q->collection : 1),
		.recall = x[2],
		.precision = x[3],
	};
	return out == NULL || guess_resolve(&g, out, e) == 0 ? all : 0;
}

/* A width without an assurance is shown where it is the mean, and a bound where it is reached. */
static bool shows_mean(const struct plan_targets *t)
{
	return t->size.count == 0 && t->width_given && !t->assurance_given;
}

static void set_line(struct recall_line *l, const struct plan_targets *t, const char *method,
		     const double asked[2])
{
	const struct guessed *g = &l->guess;
	struct sample_line *s = &l->sample;
	s->stratum[0] = (struct true_stratum){ g->retrieved, g->relevant_retrieved, 0, true };
	s->stratum[1] = (struct true_stratum){ g->collection - g->retrieved,
					       g->relevant - g->relevant_retrieved, 0, false };
	sample_planned(s, t, method, QUANTITY_RECALL, asked, 2);
	s->p.share = l->asked->share;
}

/* The lines of one truth, one method, one size and one target, added to the answer. */
static int add_lines(struct recall_answer *out, const struct guessed *g, const char *method,
		     const double asked[2], struct err *e)
{
	const struct recall_request *q = out->q;
	int64_t before = 0;
	for (size_t i = 0; i < q->allocations.count; i++) {
		struct recall_line *l = &out->line[out->count];
		*l = (struct recall_line){ .guess = *g, .asked = &q->allocations.item[i] };
		set_line(l, &q->targets, method, asked);
		bool given = l->sample.asked > 0 && !isnan(l->asked->share);
		if (given && planned_divide(&l->sample.p, l->sample.asked, e) < 0)
			return -1;
		if (given && l->sample.stratum[0].sampled == before)
			continue;
		before = l->sample.stratum[0].sampled;
		out->count++;
	}
	return 0;
}

/* What is to be computed, with every guess checked. */
static int lay_out(struct recall_answer *out, struct err *e)
{
	const struct recall_request *q = out->q;
	const struct plan_targets *t = &q->targets;
	const struct number_list *const list[] = { &t->size, &t->target };
	double asked[2];
	size_t each = numbers_combined(list, 2, 0, asked) * t->methods.count;
	size_t truths = guess_number(q, 0, NULL, e);
	out->line = calloc(truths * each * q->allocations.count + 1, sizeof *out->line);
	if (out->line == NULL)
		return err_memory(e);
	for (size_t i = 0; i < truths * each; i++) {
		struct guessed g;
		size_t combinations = numbers_combined(list, 2, i, asked);
		if (guess_number(q, i / each, &g, e) == 0 ||
		    add_lines(out, &g, t->methods.method[i % each / combinations], asked, e) < 0)
			return -1;
	}
	return 0;
}

/* In place of the sample to draw: the one that has the target on average. */
static int show_mean(struct sample_line *s, struct err *e)
{
	if (s->expected_size == 0)
		return err_usage(e,
				 "an expected width of %g is not reached even by judging all %lld "
				 "documents",
				 s->p.reach.target, (long long)planned_documents(&s->p));
	s->p.share = s->share_at_mean;
	return planned_reach(&s->p, s->expected_size, &s->found, e);
}

static int compute(void *context, size_t item, int thread, struct err *e)
{
	(void)thread;
	const struct recall_answer *a = context;
	/* searches take longest and stand last in each group: backwards */
	struct recall_line *l = &a->line[a->count - 1 - item];
	struct sample_line *s = &l->sample;
	if (s->asked > 0 && isnan(l->asked->share) && planned_best(&s->p, s->asked, e) < 0)
		return -1;
	if (sample_answer(&a->q->targets, s, e) < 0)
		return -1;
	l->assured_reached = s->found.probability;
	for (int k = 0; k < 2; k++)
		l->assured[k] = s->stratum[k].sampled;
	return shows_mean(&a->q->targets) ? show_mean(s, e) : 0;
}

/* ---- lines ---- */

/* A line of the answer with all that is printed beside it. */
struct recall_row {
	struct sample_row sample;
	struct guessed guess;
	double prevalence, recall, precision, undefined, assured_reached;
	const char *allocation;
	double normal; /* the same figure by the normal approximation at the guess */
	int64_t sampled[2], assured[2];
	double retrieved, size; /* as keys of curves */
	struct curve_point point;
};

#undef AT
#define AT(field) .at = offsetof(struct recall_row, field)

static const struct record_column columns[] = {
	{ "collection", NULL, RECORD_WHOLE, AT(guess.collection) },
	{ "retrieved", NULL, RECORD_WHOLE, AT(guess.retrieved) },
	{ "relevant", NULL, RECORD_WHOLE, AT(guess.relevant) },
	{ "prevalence", NULL, RECORD_SHORT, AT(prevalence) },
	{ "recall", NULL, RECORD_SHORT, AT(recall) },
	{ "precision", NULL, RECORD_SHORT, AT(precision) },
	{ "method", "method", RECORD_TEXT, AT(sample.method) },
	{ "level", NULL, RECORD_SHORT, AT(sample.level) },
	{ "tail", NULL, RECORD_TEXT, AT(sample.tail) },
	{ "target", "target", RECORD_SHORT, AT(sample.target), .if_any = true },
	{ "size", "sample", RECORD_WHOLE, AT(sample.size) },
	{ "allocation", "allocation", RECORD_TEXT, AT(allocation) },
	{ "sampled_retrieved", "retrieved", RECORD_WHOLE, AT(sampled[0]) },
	{ "sampled_unretrieved", "unretrieved", RECORD_WHOLE, AT(sampled[1]) },
	{ SHARE_COLUMN("width", "width"), AT(sample.width), .if_any = true },
	{ SHARE_COLUMN("lower", "lower"), AT(sample.lower), .if_any = true },
	{ SHARE_COLUMN("upper", "upper"), AT(sample.upper), .if_any = true },
	{ SHARE_COLUMN("reached", "reached"), AT(sample.reached), .if_any = true },
	{ SHARE_COLUMN("error", "+-"), AT(sample.error) },
	{ "undefined", NULL, RECORD_REAL, 6, 4, 9, AT(undefined) },
	{ SHARE_COLUMN("normal", "normal"), AT(normal) },
	{ "how", "how", RECORD_TEXT, AT(sample.how) },
	{ "assurance", NULL, RECORD_SHORT, AT(sample.assurance) },
	{ "checked", NULL, RECORD_WHOLE, AT(sample.checked) },
	{ "samples", NULL, RECORD_WHOLE, AT(sample.samples) },
	{ "seed", NULL, RECORD_WHOLE, AT(sample.seed) },
	{ "assured_size", NULL, RECORD_WHOLE, AT(sample.assured_size) },
	{ "assured_retrieved", NULL, RECORD_WHOLE, AT(assured[0]) },
	{ "assured_unretrieved", NULL, RECORD_WHOLE, AT(assured[1]) },
	{ SHARE_COLUMN("assured_reached", NULL), AT(assured_reached) },
	{ "expected_size", NULL, RECORD_WHOLE, AT(sample.expected_size) },
	{ 0 },
};

/* The headings of columns that not every answer has. */
static void choose_columns(struct records *r, const struct recall_answer *a)
{
	for (size_t i = 0; i < a->count; i++)
		if (a->line[i].sample.found.expected.undefined >= 5e-5)
			records_column(r, "undefined")->heading = "undefined";
	if (!shows_mean(&a->q->targets))
		return;
	records_column(r, "size")->heading = "on average";
	records_column(r, "reached")->heading = NULL;
	records_column(r, "assured_size")->heading = "assured";
	records_column(r, "assured_retrieved")->heading = "retrieved";
	records_column(r, "assured_unretrieved")->heading = "unretrieved";
	records_column(r, "assured_reached")->heading = "reached";
}

static struct recall_row row_of(const struct recall_request *q, const struct recall_line *l)
{
	const struct plan_targets *t = &q->targets;
	const struct guessed *g = &l->guess;
	const struct sample_line *s = &l->sample;
	const struct expected *x = &s->found.expected;
	const struct interval ends = { x->mean[GOAL_LOWER], x->mean[GOAL_UPPER] };
	bool searched = s->asked == 0;
	struct recall_row r = {
		.sample = sample_row(t, s),
		.guess = *g,
		.prevalence = (double)g->relevant / (double)g->collection,
		.recall = (double)g->relevant_retrieved / (double)g->relevant,
		.precision = (double)g->relevant_retrieved / (double)g->retrieved,
		.undefined = x->undefined,
		.assured_reached = searched ? l->assured_reached : NAN,
		.allocation = l->asked->label,
		.normal = reach_value(s->p.reach.goal, planned_normal(&s->p)),
		.retrieved = (double)g->retrieved,
		.size = searched ? NAN : (double)s->found.size,
	};
	for (int k = 0; k < 2; k++) {
		r.sampled[k] = s->stratum[k].sampled;
		r.assured[k] = searched ? l->assured[k] : RECORD_NONE;
	}
	r.sample.assured_size = searched ? l->assured[0] + l->assured[1] : RECORD_NONE;
	r.sample.method = planned_method(&s->p)->name;
	r.sample.how = x->exact ? "exact" : "rule";
	r.sample.error = s->found.rule_error;
	sample_row_ends(&r.sample, t->tail, ends, x->mean[GOAL_WIDTH]);
	if (shows_mean(t)) {
		r.sample.assurance = NAN;
		r.sample.checked = RECORD_NONE;
	}
	return r;
}

/* What all lines of a guess have in common, above their table. */
static void add_guess(struct report *out, const struct plan_targets *t, const struct recall_row *r)
{
	const struct guessed *g = &r->guess;
	if (out->first != NULL)
		report_space(out);
	report_line(out,
		    "%lld documents, %lld retrieved, %lld relevant: prevalence %.4g, recall %.4g, "
		    "precision %.4g",
		    (long long)g->collection, (long long)g->retrieved, (long long)g->relevant,
		    r->prevalence, r->recall, r->precision);
	if (t->tail == TAIL_BOTH)
		report_line(out, "expected interval on recall at level %g", t->level);
	else
		report_line(out, "expected %s bound on recall at level %g", tail_names[t->tail],
			    t->level);
	if (t->size.count == 0)
		report_line(
			out,
			shows_mean(t)
				? "assured: the sample that reaches the target with probability "
				  "%g, the one to draw; on average a smaller one does"
				: "the sample reaches the target with probability %g at least",
			t->assurance);
	report_space(out);
}

/* Lines of one guess stand together. */
static void add_tables(const struct recall_answer *a, struct report *out)
{
	for (size_t i = 0; i < a->count;) {
		struct records r;
		struct recall_row row = row_of(a->q, &a->line[i]);
		const struct guessed first = a->line[i].guess;
		records_init(&r, columns, sizeof row);
		choose_columns(&r, a);
		add_guess(out, &a->q->targets, &row);
		for (; i < a->count && memcmp(&first, &a->line[i].guess, sizeof first) == 0; i++) {
			row = row_of(a->q, &a->line[i]);
			records_add(&r, &row);
		}
		report_records(out, IN_PAGE, "Samples and their intervals", &r);
	}
}

/* ---- curves ---- */

static const struct curve_key keys[] = {
	{ offsetof(struct recall_row, retrieved), false, ", retrieved %.0f" },
	{ offsetof(struct recall_row, prevalence), false, ", prevalence %.3g" },
	{ offsetof(struct recall_row, recall), false, ", recall %.3g" },
	{ offsetof(struct recall_row, precision), false, ", precision %.3g" },
	{ offsetof(struct recall_row, sample.target), false, ", target %g" },
	{ offsetof(struct recall_row, size), false, ", sample %.0f" },
	{ offsetof(struct recall_row, sample.method), true, ", %s" },
	{ 0 },
};
enum { KEY_TARGET = 4, KEY_SIZE = 5, KEY_METHOD = 6 };

/*
 * Targets are on the horizontal axis if they are asked about, else sizes at the best allocation if
 * there are several, else the share of the retrieved, where the best is marked.
 */
static int draw(const struct recall_answer *a, struct picture *out, struct err *e)
{
	const struct plan_targets *t = &a->q->targets;
	static const char *const figures[] = { "expected width", "expected lower bound",
					       "expected upper bound" };
	char title[64], figure[64];
	struct records rows;
	bool targets = t->size.count == 0, best = false;
	for (size_t i = 0; i < a->q->allocations.count; i++)
		best = best || isnan(a->q->allocations.item[i].share);
	bool sizes = !targets && t->size.count > 1 && best;
	records_init(&rows, columns, sizeof(struct recall_row));
	for (size_t i = 0; i < a->count; i++) {
		const struct recall_line *l = &a->line[i];
		struct recall_row r = row_of(a->q, l);
		bool is_best = isnan(l->asked->share), shown = (targets || sizes) == is_best;
		double n = (double)r.sample.size, part = (double)r.sampled[0] / n;
		r.point = (struct curve_point){
			.x = targets ? r.sample.target
			     : sizes ? n
				     : 100 * part,
			.y = targets ? n : l->sample.found.expected.mean[l->sample.p.reach.goal],
			.pale = sizes ? r.normal : NAN,
			.marked = !targets && !sizes && is_best,
		};
		if (shown || r.point.marked)
			records_add(&rows, &r);
	}
	snprintf(title, sizeof title, "Interval on recall, %lld documents",
		 (long long)a->q->collection);
	snprintf(figure, sizeof figure, "%s, level %g", figures[t->tail], t->level);
	const struct curves c = {
		.title = title,
		.label = { targets ? figure
			   : sizes ? "sample, at the best allocation"
				   : "% of the sample from the retrieved documents",
			   targets ? "smallest sample, at the best allocation" : figure },
		.key = keys,
		.usual = &keys[KEY_METHOD],
		.axis = targets ? &keys[KEY_TARGET]
			: sizes ? &keys[KEY_SIZE]
				: NULL,
		.point = offsetof(struct recall_row, point),
		.pale = "normal, at the guess",
		.marked = "best division",
		.log_x = sizes,
		.log_y = targets || (sizes && t->tail == TAIL_BOTH),
	};
	int result = rows.failed ? err_memory(e) : plan_curves(&c, &rows, out, e);
	records_release(&rows);
	return result;
}

static int print_recall_plan(const struct recall_answer *a, const struct output *out, struct err *e)
{
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	const char *plot = a->q->options.plot;
	struct report r;
	int result = plot != NULL ? draw(a, &picture, e) : 0;
	report_init(&r, a->q->options.format, &(struct report_origin){ .asked = &out->asked });
	add_tables(a, &r);
	result = report_write(&r, result, &b, e);
	return picture_finish(&picture, plot, &b, result, out, e);
}

/* ---- the question ---- */

/*
 * Lines in the order truth, method, sizes, targets, allocations; those of one truth stand together.
 * Divisions that whole documents or small segments make the same as the line before are left out.
 * The same result for any number of jobs.
 */
static int plan_recall(void *request, const struct output *out, struct err *e)
{
	const struct recall_request *q = request;
	struct recall_answer answer = { .q = q };
	if (plot_check(q->options.plot, e) < 0)
		return -1;
	int result = lay_out(&answer, e);
	if (result == 0)
		result = parallel_each(q->targets.jobs, answer.count, compute, &answer, e);
	if (result == 0 && answer.count > 0) {
		const struct allocated_stratum strata[] = {
			{ "retrieved", answer.line[0].assured[0] },
			{ "-", answer.line[0].assured[1] },
		};
		result = allocation_write(&q->allocation, answer.count, strata, 2, e);
	}
	if (result == 0)
		result = print_recall_plan(&answer, out, e);
	free(answer.line);
	return result;
}

COMMAND = { &table, plan_recall, NULL };
