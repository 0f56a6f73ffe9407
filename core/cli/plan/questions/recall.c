/*
 * plan recall: how narrow an interval on recall a sample will give, how to divide the sample
 * between the retrieved and the unretrieved documents, and how large it must be (Webber 2013,
 * section 4.3).
 */
#include <math.h>

#include "core/base/parallel.h"
#include "core/cli/options/options.h"
#include "core/cli/plan/recall_print.h"
#include "core/base/number.h"
#include "core/engine/plan/recall_plan.h"

enum {
	OPTION_RETRIEVED = 0x100,
	OPTION_PREVALENCE,
	OPTION_YIELD,
	OPTION_RECALL,
	OPTION_PRECISION,
	OPTION_SIZE,
	OPTION_WIDTH,
	OPTION_BOUND,
	OPTION_ALLOCATION,
	OPTION_CI,
	OPTION_LEVEL,
	OPTION_TAIL,
	OPTION_EXACT,
	OPTION_SAMPLES,
	OPTION_SEED,
	OPTION_JOBS,
};

static const struct argp_option option_table[] = {
	{ 0, 0, 0, 0, "What is known:", 1 },
	{ "collection", 'N', "N", 0, "Number of documents in the collection", 0 },
	{ "retrieved", OPTION_RETRIEVED, "N,...", 0,
	  "Number of documents retrieved (not needed where the three shares below are given)", 0 },
	{ 0, 0, 0, 0, "What is guessed (two of the three):", 2 },
	{ "prevalence", OPTION_PREVALENCE, "X,...", 0, "Share of the collection that is relevant",
	  0 },
	{ "yield", OPTION_YIELD, "N,...", 0, "Number of relevant documents, in place of prevalence",
	  0 },
	{ "recall", OPTION_RECALL, "X,...", 0, "Share of the relevant that is retrieved", 0 },
	{ "precision", OPTION_PRECISION, "X,...", 0, "Share of the retrieved that is relevant", 0 },
	{ 0, 0, 0, 0, "What is asked:", 3 },
	{ "size", OPTION_SIZE, "N,...", 0, "What will a sample of N documents give?", 0 },
	{ "width", OPTION_WIDTH, "X,...", 0,
	  "How large a sample is needed for an expected width of X?", 0 },
	{ "bound", OPTION_BOUND, "X,...", 0,
	  "How large a sample is needed for an expected bound of X? (with --tail)", 0 },
	{ "allocation", OPTION_ALLOCATION, "A:B,...", 0,
	  "Divide the sample A:B between retrieved and unretrieved documents, or find the best "
	  "division (best); default 5:95,10:90,...,95:5,best, for --width and --bound best",
	  0 },
	{ "ci", OPTION_CI, "METHOD,...", 0, "Interval methods (default bb-shared)", 0 },
	{ "level", OPTION_LEVEL, "X", 0, "Level of the intervals (default 0.95)", 0 },
	{ "tail", OPTION_TAIL, "SIDE", 0, "Bounds on both sides (default), lower or upper only",
	  0 },
	{ 0, 0, 0, 0, "How:", 4 },
	{ "exact", OPTION_EXACT, 0, 0,
	  "Sum over all samples that can be drawn, however many (default: where there are few; "
	  "else over a few that stand for all)",
	  0 },
	{ "samples", OPTION_SAMPLES, "N", 0, "Draw N samples instead, and show standard errors",
	  0 },
	{ "seed", OPTION_SEED, "N", 0, "Seed of the samples (default 1)", 0 },
	{ "jobs", OPTION_JOBS, "N", 0, "Threads (default: as many as cores)", 0 },
	{ 0 },
};

struct command_line {
	struct recall_question question;
	struct planning_options options;
	struct allocation_list allocations;
	bool exact, seed_given, width_given, bound_given, prevalence_given, yield_given;
};

static const struct number_range documents = { true, 1, 1e12, false, false };
static const struct number_range sample_sizes = { true, 2, 1e8, false, false };
static const struct number_range shares = { false, 0, 1, true, false };
static const struct number_range inner_shares = { false, 0, 1, true, true };

static void add_allocation(struct argp_state *state, struct allocation_list *l, const char *text,
			   size_t length)
{
	struct asked_allocation a = { .share = NAN };
	double one = 1, zero = 1;
	const char *colon = memchr(text, ':', length);
	if (length < sizeof a.label)
		snprintf(a.label, sizeof a.label, "%.*s", (int)length, text);
	if (strcmp(a.label, "best") != 0) {
		size_t first = colon != NULL ? (size_t)(colon - text) : 0;
		struct slice left = { text, first };
		struct slice right = { text + first + 1, colon != NULL ? length - first - 1 : 0 };
		if (a.label[0] == '\0' || colon == NULL || !parse_real(left, &one) ||
		    !parse_real(right, &zero) || !(one > 0 && zero > 0) || !isfinite(one + zero))
			argp_error(state,
				   "--allocation=%.*s: not best, and not A:B with two numbers "
				   "above 0",
				   (int)length, text);
		a.share = one / (one + zero);
	}
	for (size_t i = 0; i < l->count; i++)
		if (strcmp(l->item[i].label, a.label) == 0)
			argp_error(state, "--allocation: %s is named twice", a.label);
	if (l->count == LIST_MAX)
		argp_error(state, "--allocation: more than %d", LIST_MAX);
	l->item[l->count++] = a;
}

static void parse_allocations(struct argp_state *state, struct allocation_list *l, const char *text)
{
	l->count = 0;
	for (;;) {
		size_t length = strcspn(text, ",");
		add_allocation(state, l, text, length);
		if (text[length] == '\0')
			return;
		text += length + 1;
	}
}

/* 5:95 to 95:5, where they are asked for, and the best. */
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

static void check(struct argp_state *state, struct command_line *c)
{
	struct recall_question *q = &c->question;
	if (c->options.help)
		return;
	if (q->collection == 0)
		argp_error(state, "the size of the collection is missing (-N)");
	if (c->prevalence_given && c->yield_given)
		argp_error(state, "--prevalence and --yield are the same figure: give one");
	if (q->size.count == 0 && q->target.count == 0)
		argp_error(state, "nothing is asked: --size, --width or --bound is missing");
	if (c->width_given && c->bound_given)
		argp_error(state, "--width is for --tail=both, --bound for the other tails");
	if (c->width_given && q->tail != TAIL_BOTH)
		argp_error(state,
			   "--tail=%s: an interval with one end has no width; --bound "
			   "takes the bound that is wanted",
			   tail_names[q->tail]);
	if (c->bound_given && q->tail == TAIL_BOTH)
		argp_error(state, "--bound: --tail=lower or --tail=upper must say which");
	if (c->exact && q->draws > 0)
		argp_error(state, "--exact and --samples exclude each other");
	if (c->seed_given && q->draws == 0)
		argp_error(state, "--seed: no random numbers are used without --samples");
}

static void finish(struct command_line *c)
{
	struct recall_question *q = &c->question;
	default_allocations(&q->of_size, true);
	default_allocations(&q->of_target, false);
	if (c->allocations.count > 0)
		q->of_size = q->of_target = c->allocations;
	if (q->methods.count == 0)
		q->methods.method[q->methods.count++] = "bb-shared";
	q->by = c->exact ? EXPECTED_BY_SUM : q->draws > 0 ? EXPECTED_BY_SAMPLE : EXPECTED_AUTO;
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
	struct command_line *c = state->input;
	struct recall_question *q = &c->question;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &c->options;
		break;
	case 'N':
		q->collection = option_number(state, "-N", text, 2, INT64_C(1000000000000));
		break;
	case OPTION_RETRIEVED:
		option_list(state, "--retrieved", text, &documents, &q->retrieved);
		break;
	case OPTION_PREVALENCE:
		option_list(state, "--prevalence", text, &inner_shares, &q->prevalence);
		c->prevalence_given = true;
		break;
	case OPTION_YIELD:
		option_list(state, "--yield", text, &documents, &q->prevalence);
		c->yield_given = q->yield = true;
		break;
	case OPTION_RECALL:
		option_list(state, "--recall", text, &shares, &q->recall);
		break;
	case OPTION_PRECISION:
		option_list(state, "--precision", text, &shares, &q->precision);
		break;
	case OPTION_SIZE:
		option_list(state, "--size", text, &sample_sizes, &q->size);
		break;
	case OPTION_WIDTH:
		option_list(state, "--width", text, &inner_shares, &q->target);
		c->width_given = true;
		break;
	case OPTION_BOUND:
		option_list(state, "--bound", text, &inner_shares, &q->target);
		c->bound_given = true;
		break;
	case OPTION_ALLOCATION:
		parse_allocations(state, &c->allocations, text);
		break;
	case OPTION_CI:
		if (text[0] == '\0')
			argp_error(state, "--ci: a method is missing");
		option_methods(state, text, &q->methods);
		break;
	case OPTION_LEVEL:
		q->level = option_share(state, "--level", text);
		break;
	case OPTION_TAIL:
		q->tail = (enum tail)option_choice(state, "--tail", text, tail_names);
		break;
	case OPTION_EXACT:
		c->exact = true;
		break;
	case OPTION_SAMPLES:
		q->draws = option_number(state, "--samples", text, 2, 1000000000);
		break;
	case OPTION_SEED:
		q->seed = (uint64_t)option_number(state, "--seed", text, 0, INT64_MAX);
		c->seed_given = true;
		break;
	case OPTION_JOBS:
		q->jobs = (int)option_number(state, "--jobs", text, 1, 1024);
		break;
	case ARGP_KEY_ARG:
		argp_error(state, "'%s': plan recall takes options only", text);
		break;
	case ARGP_KEY_END:
		check(state, c);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp_child children[] = { { &planning_options_argp, 0, "Output:", 5 }, { 0 } };

static const struct argp argp = {
	.options = option_table,
	.parser = parse_option,
	.children = children,
	.doc = "The interval on recall that a sample is to be expected to give.\v"
	       "A list makes a line for each of its values; FROM:TO:STEP is short for a list. Exit "
	       "status: 0 success, 2 writing or plotting failed, 64 wrong usage.",
};

static int help(const char *name, struct err *e)
{
	struct buffer b = { 0 };
	buffer_print(&b, "\nInterval methods:\n");
	for (size_t i = 0; interval_methods[i] != NULL; i++)
		if (interval_methods[i]->weighted == NULL)
			buffer_print(&b, "  %-15s %s\n", interval_methods[i]->name,
				     interval_methods[i]->summary);
	int result = planning_help(&argp, name, &b, e);
	buffer_release(&b);
	return result;
}

static int recall(int argc, char **argv, struct err *e)
{
	struct command_line c = {
		.question = { .level = 0.95, .seed = 1, .jobs = parallel_processors() }
	};
	if (option_parse(&argp, argc, argv, &c, e) < 0)
		return -1;
	if (c.options.help)
		return help(argv[0], e);
	finish(&c);
	if (methods_are_for_sets(&c.question.methods, e) < 0 ||
	    (c.options.plot != NULL && plot_check(c.options.plot, e) < 0))
		return -1;
	struct recall_answer answer;
	int result = recall_plan(&c.question, &answer, e);
	if (result == 0)
		result = recall_plan_print(&c.question, &answer, &c.options, e);
	recall_answer_release(&answer);
	return result;
}

PLAN_QUESTION = {
	.name = "recall",
	.summary = "width of the interval on recall, by size and division of the sample",
	.run = recall,
};
