/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "core/base/number.h"
#include "core/base/parallel.h"
#include "core/commands/plan/recall_plan.h"
#include "core/stats/interval/choose.h"

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
				shown(text.at, text.length).text);
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
	{ "collection", 'N', "N", "Number of documents in the collection",
	  WHOLE(2, INT64_C(1000000000000)), AT(collection) },
	{ "retrieved", 0, "N,...",
	  "Number of documents retrieved (not needed if the three shares below are given)",
	  LIST(WHOLES(1, 1e12)), AT(retrieved) },
	{ HEADING("What is guessed (two of the three):") },
	{ "prevalence", 0, "X,...", "Share of the collection that is relevant", LIST(BETWEEN(0, 1)),
	  AT(prevalence), GIVEN(prevalence_given) },
	{ "yield", 0, "N,...", "Number of relevant documents, in place of prevalence",
	  LIST(WHOLES(1, 1e12)), AT(prevalence), GIVEN(yield) },
	{ "recall", 0, "X,...", "Share of the relevant that is retrieved", LIST(ABOVE_TO(0, 1)),
	  AT(recall) },
	{ "precision", 0, "X,...", "Share of the retrieved that is relevant", LIST(ABOVE_TO(0, 1)),
	  AT(precision),
	  .more = "Two of prevalence, recall and precision are needed; the third follows. "
		  "Contradictions are wrong usage." },
	{ HEADING("What is asked:") },
	{ "size", 0, "N,...",
	  "What will a sample of N documents give, and how often does it reach the bound?",
	  LIST(WHOLES(2, 1e8)), AT(size), .more = "With --bound, which then is one number." },
	{ "width", 0, "X,...", "How large a sample is needed for an expected width of X?",
	  LIST(BETWEEN(0, 1)), AT(target), GIVEN(width_given),
	  .more = "It is the smallest sample whose interval is expected to be no wider." },
	{ "bound", 0, "X,...", "How large a sample is needed for a bound of X? (with --tail)",
	  LIST(BETWEEN(0, 1)), AT(target), GIVEN(bound_given),
	  .more = "The bound is to be at least X with --tail=lower, at most X with "
		  "--tail=upper." },
	{ "assurance", 0, "X",
	  "Find the smallest sample that reaches the width or bound with probability X, itself and "
	  "every larger one (default 0.8 with --bound; a width is reached on average)",
	  REAL(BETWEEN(0, 1)), AT(assurance), .usual = "nan",
	  .more = "See below how larger ones are checked." },
	{ "on-average", 0, NULL, "Find the smallest sample whose mean bound is X", AT(on_average),
	  .more = "About half of such samples miss the bound." },
	{ "allocation", 0, "A:B,...",
	  "Divide the sample A:B between retrieved and unretrieved documents, or find the best "
	  "division (best); default 5:95,10:90,...,95:5,best, for --width and --bound best",
	  SET_BY(set_allocations),
	  .more = "The ratio holds as far as the documents last. The `best` division has the "
		  "narrowest interval, or the best bound." },
	{ "ci", 0, "METHOD,...",
	  "Interval methods (default " NAMED_SET ", with --tail " NAMED_BOUND
	  ", of a segment that is judged as a whole " NAMED_ONE ")",
	  ADDED_METHODS, .least = 1, AT(methods) },
	{ OPTION_LEVEL("intervals"), AT(level) },
	{ OPTION_TAIL, AT(tail) },
	{ HEADING("How:") },
	{ "exact", 0, NULL,
	  "Sum over all samples that can be drawn, however many (default: where there are few; "
	  "else over a few that stand for all)",
	  AT(exact) },
	{ "samples", 0, "N",
	  "Simulated samples, unless there are few that can be drawn (default 4000); expected "
	  "values by so many, too, with their standard errors",
	  WHOLE(2, 1000000000), AT(draws), .repeat = REPEAT_LAST },
	{ OPTION_SEED, AT(seed) },
	{ OPTION_JOBS, AT(jobs) },
	{ .include = allocation_options, AT(allocation) },
	{ OPTION_PLAN_RUN, AT(run) },
	{ .include = planning_options, AT(options) },
	{ 0 },
};

static int check_asked(const struct recall_request *q, struct err *e)
{
	if (q->collection == 0)
		return err_usage(e, "the size of the collection is missing (-N)");
	if (q->prevalence_given && q->yield)
		return err_usage(e, "--prevalence and --yield say the same: give one");
	if (q->size.count == 0 && q->target.count == 0)
		return err_usage(e, "nothing is asked: --size, --width or --bound is missing");
	if (plan_check_tail(q->tail, q->width_given, q->bound_given, e) < 0)
		return -1;
	if (q->size.count > 0 && q->bound_given && q->target.count > 1)
		return err_usage(e,
				 "--size and several bounds: how often a sample reaches it is told "
				 "of one bound");
	if (!isnan(q->assurance) && q->target.count == 0)
		return err_usage(e, "--assurance needs --width or --bound");
	if (!isnan(q->assurance) && q->on_average)
		return err_usage(e, "--assurance and --on-average exclude each other");
	if (q->exact && q->draws > 0)
		return err_usage(e, "--exact and --samples exclude each other");
	return 0;
}

/* 5:95 to 95:5, if they are asked for, and the best. */
static void default_allocations(struct allocation_list *l, bool many)
{
	l->count = 0;
	for (int percent = 5; many && percent <= 95; percent += 5) {
		struct asked_allocation *a = &l->item[l->count++];
		a->share = percent / 100.0;
		snprintf(a->label, sizeof a->label, "%d:%d", percent, 100 - percent);
	}
	l->item[l->count++] = (struct asked_allocation){ .label = "best", .share = NAN };
}

/* The probability with which a bound is reached, if nothing else is said. */
static const double USUAL_ASSURANCE = 0.8;

static int check_plan_recall(void *request, struct err *e)
{
	struct recall_request *q = request;
	default_allocations(&q->of_size, true);
	default_allocations(&q->of_target, false);
	if (q->allocations.count > 0)
		q->of_size = q->of_target = q->allocations;
	q->by_rule = q->methods.count == 0;
	if (q->by_rule)
		q->methods.method[q->methods.count++] = chosen_method(
			OF_SET, (struct sample_known){ .one_end = q->tail != TAIL_BOTH });
	if (q->bound_given && q->size.count == 0 && isnan(q->assurance) && !q->on_average)
		q->assurance = USUAL_ASSURANCE;
	q->by = q->exact ? EXPECTED_BY_SUM : q->draws > 0 ? EXPECTED_BY_SAMPLE : EXPECTED_AUTO;
	return check_asked(q, e) < 0 ? -1 : methods_are_for_sets(&q->methods, e);
}

const struct command_table recall_table = {
	.name = "plan recall",
	.summary = "width of the interval on recall, by size and division of the sample",
	.doc = "The interval on recall that a sample is to be expected to give.",
	.notes = NOTE_OF_LISTS PLAN_EXIT_STATUS,
	.option = options,
	.size = sizeof(struct recall_request),
	.check = check_plan_recall,
};

/* ---- the work ---- */

static size_t truths(const struct recall_request *q)
{
	return numbers_length(&q->retrieved) * numbers_length(&q->prevalence) *
	       numbers_length(&q->recall) * numbers_length(&q->precision);
}

/* The truth with a number, the last dimension counting fastest. */
static int guess_number(const struct recall_request *q, size_t number, struct guessed *out,
			struct err *e)
{
	size_t precision = number % numbers_length(&q->precision);
	number /= numbers_length(&q->precision);
	size_t recall = number % numbers_length(&q->recall);
	number /= numbers_length(&q->recall);
	size_t prevalence = number % numbers_length(&q->prevalence);
	number /= numbers_length(&q->prevalence);
	const struct guess g = {
		.collection = q->collection,
		.retrieved = q->retrieved.count > 0 ? (int64_t)q->retrieved.value[number] : 0,
		.prevalence = numbers_item(&q->prevalence, prevalence) /
			      (q->yield ? (double)q->collection : 1),
		.recall = numbers_item(&q->recall, recall),
		.precision = numbers_item(&q->precision, precision),
	};
	return guess_resolve(&g, out, e);
}

static struct division_problem problem(const struct recall_request *q, const struct guessed *g,
				       const struct interval_method *m)
{
	struct division_problem p = {
		.method = m,
		.interval = { .quantity = QUANTITY_RECALL, .beta = 1, .by_rule = q->by_rule },
		.goal = plan_goal(q->tail),
		.by = q->by == EXPECTED_BY_SUM ? EXPECTED_BY_SUM : EXPECTED_AUTO,
		.retrieved = { g->retrieved, g->relevant_retrieved },
		.unretrieved = { g->collection - g->retrieved,
				 g->relevant - g->relevant_retrieved },
	};
	tails_set(&p.interval.ends, q->level, q->tail);
	return p;
}

/* Lines of one truth and one method, added to the answer. */
static void add_lines(struct recall_answer *out, const struct recall_line *common)
{
	const struct recall_request *q = out->q;
	bool told = q->size.count > 0 && q->bound_given; /* how often the sizes reach the bound */
	for (size_t s = 0; s < q->size.count; s++) {
		int64_t before = 0;
		for (size_t i = 0; i < q->of_size.count; i++) {
			struct recall_line *l = &out->line[out->count];
			*l = *common;
			l->asked = &q->of_size.item[i];
			l->size = (int64_t)q->size.value[s];
			l->target = told ? q->target.value[0] : NAN;
			if (!isnan(l->asked->share)) {
				l->division = division_of(&l->problem, l->size, l->asked->share);
				if (l->division.retrieved == before)
					continue;
				before = l->division.retrieved;
			}
			out->count++;
		}
	}
	for (size_t t = 0; t < q->target.count && !told; t++)
		for (size_t i = 0; i < q->of_target.count; i++) {
			struct recall_line *l = &out->line[out->count++];
			*l = *common;
			l->asked = &q->of_target.item[i];
			l->target = q->target.value[t];
		}
}

static int check_sizes(const struct recall_request *q, struct err *e)
{
	for (size_t s = 0; s < q->size.count; s++)
		if (q->size.value[s] > (double)q->collection)
			return err_usage(e, "--size=%.0f: the collection has %lld documents",
					 q->size.value[s], (long long)q->collection);
	return 0;
}

/* What is to be computed, with every guess checked. */
static int lay_out(struct recall_answer *out, struct err *e)
{
	const struct recall_request *q = out->q;
	if (check_sizes(q, e) < 0)
		return -1;
	size_t of_one = q->size.count * q->of_size.count + q->target.count * q->of_target.count;
	out->line = calloc(truths(q) * q->methods.count * of_one + 1, sizeof *out->line);
	if (out->line == NULL)
		return err_memory(e);
	for (size_t t = 0; t < truths(q); t++) {
		struct recall_line common = { .target = NAN };
		if (guess_number(q, t, &common.guess, e) < 0)
			return -1;
		for (size_t m = 0; m < q->methods.count; m++) {
			common.problem =
				problem(q, &common.guess, interval_find(q->methods.method[m]));
			add_lines(out, &common);
		}
	}
	return 0;
}

static struct planned_effort effort_of(const struct recall_request *q)
{
	return (struct planned_effort){ q->draws > 0 ? q->draws : PLANNED_SAMPLES, q->seed };
}

/* How often the division of a line reaches its target. */
static int reach_division(const struct recall_request *q, struct recall_line *l, struct err *e)
{
	const struct planned_effort effort = effort_of(q);
	struct planned_answer found;
	if (division_reach(&l->problem, l->target, l->division, &effort, &found, e) < 0)
		return -1;
	l->reached = found.probability;
	return 0;
}

/* The smallest sample that reaches the target, on average and with the assurance. */
static int find_size(const struct recall_request *q, struct recall_line *l, struct err *e)
{
	const struct planned_effort effort = effort_of(q);
	struct planned_answer found;
	double share = l->asked->share;
	double retrieved = (double)l->guess.relevant_retrieved, all = (double)l->guess.relevant;
	/* a guess in whole documents is up to half a document away from the one that was typed */
	bool same = fabs(retrieved - l->target * all) < 0.5;
	if (plan_check_guess(q->tail, retrieved / all, l->target, e) < 0 ||
	    (same && plan_check_guess(q->tail, l->target, l->target, e) < 0))
		return -1;
	struct division on_average;
	double assurance = isnan(q->assurance) ? USUAL_ASSURANCE : q->assurance;
	if (division_smallest(&l->problem, l->target, share, &on_average, e) < 0 ||
	    division_assured(&l->problem, l->target, assurance, share, &effort, &l->assured, &found,
			     e) < 0)
		return -1;
	l->expected_size = on_average.retrieved + on_average.unretrieved;
	l->assured_reached = found.probability;
	l->division = isnan(q->assurance) ? on_average : l->assured;
	if (!isnan(q->assurance)) {
		l->reached = found.probability;
		l->checked = found.size;
		return 0;
	}
	return reach_division(q, l, e);
}

static int compute(void *context, size_t item, int thread, struct err *e)
{
	(void)thread;
	const struct recall_answer *a = context;
	const struct recall_request *q = a->q;
	/* searches take longest and stand last in each group: backwards */
	size_t number = a->count - 1 - item;
	struct recall_line *l = &a->line[number];
	double share = l->asked->share;
	int result = 0;
	l->reached = l->assured_reached = NAN;
	if (l->size == 0)
		result = find_size(q, l, e);
	else if (isnan(share))
		result = division_best(&l->problem, l->size, &l->division, e);
	const struct expected_request request = {
		.by = q->by, .draws = q->draws, .seed = q->seed, .index = number
	};
	if (result == 0 && l->size > 0 && q->bound_given)
		result = reach_division(q, l, e);
	if (result == 0)
		result = division_expect(&l->problem, l->division, &request, &l->expected, e);
	return result;
}

int recall_plan(struct recall_answer *out, struct err *e)
{
	return lay_out(out, e) < 0 ? -1 : parallel_each(out->q->jobs, out->count, compute, out, e);
}
