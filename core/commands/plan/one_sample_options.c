/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan richness, plan elusion, plan precision and plan control, and what they share with the other
 * questions about samples.
 */
#include <math.h>

#include "core/base/parallel.h"
#include "core/commands/plan/plan_options.h"
#include "core/stats/default_methods.h"
#include "core/stats/interval/one_proportion.h"

/* ---- shared ---- */

#define TARGETS(member)	   OPTION_AT(struct plan_targets, member)
#define ALLOCATION(member) OPTION_AT(struct allocation_options, member)

const struct command_option target_options[] = {
	{ HEADING("What is asked:") },
	{ "width", 0, "X,...", "How large a sample is needed for an interval no wider than X?",
	  LIST(BETWEEN(0, 1)), TARGETS(target), .given = offsetof(struct plan_targets, width_given),
	  .more = "Plus or minus 2 % is 0.04." },
	{ "bound", 0, "X,...", "How large a sample is needed for a bound of X? (with --tail)",
	  LIST(BETWEEN(0, 1)), TARGETS(target), .given = offsetof(struct plan_targets, bound_given),
	  .more = "The bound is to be at least X with --tail=lower, at most X with "
		  "--tail=upper." },
	{ "assurance", 0, "X",
	  "The probability of reaching the width or bound, of the sample and every larger one "
	  "(default 0.8)",
	  REAL(BETWEEN(0, 1)), TARGETS(assurance) },
	{ "size", 0, "N,...",
	  "What will a sample of N documents give, and how often does it reach the width or bound?",
	  LIST(WHOLES(1, 1e8)), TARGETS(size) },
	{ "ci", 0, "METHOD,...",
	  "Interval methods (default " DEFAULT_PROPORTION ", of recall " DEFAULT_INTERVAL
	  ", with --tail " DEFAULT_BOUND ")",
	  .type = OPTION_METHODS, .least = 1, TARGETS(methods) },
	{ "level", 0, "X", "Level of the intervals (default 0.95)", REAL(BETWEEN(0, 1)),
	  TARGETS(level) },
	{ OPTION_JOBS, TARGETS(jobs) },
	{ 0 },
};

const struct command_option allocation_options[] = {
	{ HEADING("The sample:") },
	{ "write-allocation", 0, "FILE",
	  "Write how many documents to draw, for sample --allocation=FILE", .type = OPTION_FILE,
	  ALLOCATION(file),
	  .more = "The file says how many from which stratum. The answer must be one line." },
	{ "topic", 0, "NAME", "The topic in that file (default 1)", .type = OPTION_TEXT,
	  ALLOCATION(topic) },
	{ 0 },
};

void plan_targets_init(struct plan_targets *t)
{
	t->assurance = 0.8;
	t->level = 0.95;
	t->jobs = parallel_processors();
}

int plan_check_tail(enum tail tail, bool width_given, bool bound_given, struct err *e)
{
	if (width_given && bound_given)
		return err_usage(e, "--width is for --tail=both, --bound for the other tails");
	if (width_given && tail != TAIL_BOTH)
		return err_usage(e,
				 "--tail=%s: an interval with one end has no width; --bound takes "
				 "the bound that is wanted",
				 tail_names[tail]);
	if (bound_given && tail == TAIL_BOTH)
		return err_usage(e, "--bound: --tail=lower or --tail=upper must say which");
	return 0;
}

int plan_targets_check(struct plan_targets *t, unsigned quantity, struct err *e)
{
	if (t->methods.count == 0)
		t->methods.method[t->methods.count++] = t->tail != TAIL_BOTH ? DEFAULT_BOUND
							: quantity & ONE_PROPORTION
								? DEFAULT_PROPORTION
								: DEFAULT_INTERVAL;
	if (t->size.count == 0 && t->target.count == 0)
		return err_usage(e, "nothing is asked: --size, --width or --bound is missing");
	if (plan_check_tail(t->tail, t->width_given, t->bound_given, e) < 0 ||
	    methods_are_for_sets(&t->methods, e) < 0)
		return -1;
	for (size_t i = 0; i < t->methods.count; i++)
		if (!(interval_find(t->methods.method[i])->quantities & quantity))
			return err_usage(e, "--ci=%s: the method has no interval for this",
					 t->methods.method[i]);
	return 0;
}

/* ---- the questions ---- */

#define AT(member)    OPTION_AT(struct one_sample_request, member)
#define GIVEN(member) .given = offsetof(struct one_sample_request, member)

#define OPTION_COLLECTION                                                \
	"collection", 'N', "N", "Number of documents in the collection", \
		WHOLE(1, INT64_C(1000000000000)), AT(question.documents)
#define ONE_SAMPLE_OPTIONS                                         \
	{ .include = target_options, AT(question.targets) },       \
		{ OPTION_TAIL, AT(question.targets.tail) },        \
		{ .include = allocation_options, AT(allocation) }, \
		{ .include = printing_options, AT(options) },      \
	{                                                          \
		0                                                  \
	}

static const struct command_option richness_options[] = {
	{ HEADING("What is known, and what is guessed:") },
	{ OPTION_COLLECTION },
	{ "richness", 0, "X,...", "Share of the collection that is relevant", LIST(FROM_TO(0, 1)),
	  AT(question.guess) },
	ONE_SAMPLE_OPTIONS,
};

static const struct command_option elusion_options[] = {
	{ HEADING("What is known, and what is guessed:") },
	{ "null", 0, "N", "Number of documents that were not retrieved (the null set)",
	  WHOLE(1, INT64_C(1000000000000)), AT(question.documents) },
	{ "elusion", 0, "X,...", "Share of these that is relevant", LIST(FROM_TO(0, 1)),
	  AT(question.guess) },
	{ .include = target_options, AT(question.targets) },
	{ "tail", 0, "SIDE", "Bounds on both sides, lower or upper only (default)",
	  WORD(tail_names), AT(question.targets.tail) },
	{ .include = allocation_options, AT(allocation) },
	{ .include = printing_options, AT(options) },
	{ 0 },
};

static const struct command_option precision_options[] = {
	{ HEADING("What is known, and what is guessed:") },
	{ "retrieved", 0, "N", "Number of documents retrieved (produced)",
	  WHOLE(1, INT64_C(1000000000000)), AT(question.documents) },
	{ "precision", 0, "X,...", "Share of these that is relevant", LIST(FROM_TO(0, 1)),
	  AT(question.guess) },
	{ .include = target_options, AT(question.targets) },
	{ OPTION_TAIL, AT(question.targets.tail) },
	{ .include = allocation_options, AT(allocation) },
	{ OPTION_PLAN_RUN, AT(run) },
	{ .include = printing_options, AT(options) },
	{ 0 },
};

static const struct command_option control_options[] = {
	{ HEADING("What is known, and what is guessed:") },
	{ OPTION_COLLECTION },
	{ "prevalence", 0, "X,...", "Share of the collection that is relevant",
	  LIST(ABOVE_TO(0, 1)), AT(question.prevalence), GIVEN(prevalence_given) },
	{ "yield", 0, "N,...", "Number of relevant documents, in place of prevalence",
	  LIST(WHOLES(1, 1e12)), AT(question.prevalence), GIVEN(question.yield) },
	{ "recall", 0, "X,...", "Share of the relevant that is retrieved", LIST(ABOVE_TO(0, 1)),
	  AT(question.guess) },
	ONE_SAMPLE_OPTIONS,
};

static void init(struct one_sample_request *q, enum quantity quantity, enum tail tail)
{
	plan_targets_init(&q->question.targets);
	q->question.quantity = quantity;
	q->question.targets.tail = tail;
	q->run = quantity == QUANTITY_PRECISION ? "retrieved" : "-";
}

static void init_share(void *request)
{
	init(request, QUANTITY_YIELD, TAIL_BOTH);
}

static void init_elusion(void *request)
{
	init(request, QUANTITY_YIELD, TAIL_UPPER);
}

static void init_precision(void *request)
{
	init(request, QUANTITY_PRECISION, TAIL_BOTH);
}

static void init_control(void *request)
{
	init(request, QUANTITY_RECALL, TAIL_BOTH);
}

static int check(struct one_sample_request *c, const char *documents, const char *guess,
		 struct err *e)
{
	struct one_sample_question *q = &c->question;
	if (q->documents == 0)
		return err_usage(e, "the number of documents to draw from is missing (%s)",
				 documents);
	if (q->guess.count == 0)
		return err_usage(e, "a guess is missing (%s)", guess);
	return plan_targets_check(&q->targets, (unsigned)q->quantity, e);
}

static int check_richness(void *request, struct err *e)
{
	return check(request, "-N", "--richness", e);
}

static int check_elusion(void *request, struct err *e)
{
	return check(request, "--null", "--elusion", e);
}

static int check_precision(void *request, struct err *e)
{
	return check(request, "--retrieved", "--precision", e);
}

static int check_control(void *request, struct err *e)
{
	struct one_sample_request *c = request;
	if (c->prevalence_given && c->question.yield)
		return err_usage(e, "--prevalence and --yield say the same: give one");
	if (c->question.prevalence.count == 0)
		return err_usage(e, "a guess is missing (--prevalence or --yield)");
	return check(request, "-N", "--recall", e);
}

#define ONE_SAMPLE_TABLE(word, text, long_text, start)                                           \
	{                                                                                        \
		.name = "plan " #word, .summary = text, .doc = long_text,                        \
		.notes = NOTE_OF_LISTS PLAN_EXIT_STATUS, .option = word##_options,               \
		.size = sizeof(struct one_sample_request), .init = start, .check = check_##word, \
	}

const struct command_table richness_table = ONE_SAMPLE_TABLE(
	richness, "sample of a collection, to know how much of it is relevant",
	"How large a random sample must be to know how much of a collection is relevant.",
	init_share);
const struct command_table elusion_table = ONE_SAMPLE_TABLE(
	elusion, "sample of the null set, to show that little was left behind",
	"How large a random sample of what was not retrieved must be to bound its relevant share.",
	init_elusion);
const struct command_table precision_table = ONE_SAMPLE_TABLE(
	precision, "sample of what was retrieved, to know how much of it is relevant",
	"How large a random sample of what was retrieved must be to know its precision.",
	init_precision);
const struct command_table control_table = ONE_SAMPLE_TABLE(
	control, "sample of the whole collection, to know recall (control set)",
	"How large a random sample of the whole collection must be to know recall.", init_control);
