/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "core/base/buffer.h"
#include "core/base/near.h"
#include "core/base/number.h"
#include "core/base/output.h"
#include "core/commands/plan/plan.h"
#include "core/stats/interval/choose.h"
#include "core/stats/interval/one_proportion.h"

/* ---- options that questions share ---- */

#define PLANNING(member) OPTION_AT(struct planning_options, member)

const struct command_option planning_options[] = {
	{ HEADING("Output:") }, { OPTION_TABLE_FORMAT, PLANNING(format) },
	{ OPTION_MANIFEST },	{ OPTION_PLOT, PLANNING(plot) },
	{ OPTION_HELP },	{ 0 },
};

const struct command_option printing_options[] = {
	{ HEADING("Output:") },
	{ OPTION_TABLE_FORMAT, PLANNING(format) },
	{ OPTION_MANIFEST },
	{ OPTION_HELP },
	{ 0 },
};

#define TARGETS(member)	   OPTION_AT(struct plan_targets, member)
#define ALLOCATION(member) OPTION_AT(struct allocation_options, member)

/* Half the width, as a margin of error is written: plus or minus X. */
OPTION_SETTER(set_half_width)
{
	struct plan_targets *t = request;
	if (option_numbers(o, slice_of(text), &t->target, e) < 0)
		return -1;
	for (size_t i = 0; i < t->target.count; i++)
		t->target.value[i] *= 2;
	return 0;
}

int named_share_take(const struct command_option *o, const char *text, struct named_share *out,
		     struct err *e)
{
	const char *equals = strrchr(text, '='), *from = equals != NULL ? equals + 1 : text;
	const char *colon = strchr(from, ':');
	out->name = (struct slice){ text, equals != NULL ? (size_t)(equals - text) : 0 };
	if (colon != NULL && equals != text &&
	    parse_integer((struct slice){ from, (size_t)(colon - from) }, &out->documents) &&
	    parse_real(slice_of(colon + 1), &out->share) && out->documents >= 0 &&
	    out->documents <= PLAN_MOST_DOCUMENTS && out->share >= 0 && out->share <= 1)
		return 0;
	return err_usage(e,
			 "--%s=%.100s: not %s with a number of documents and a share from 0 to 1",
			 o->name, text, o->argument);
}

const struct command_option target_options[] = {
	{ HEADING("What is asked:") },
	{ "width", 0, "X,...", "How large a sample is needed for an interval no wider than X?",
	  LIST(BETWEEN(0, 1)), TARGETS(target), .given = offsetof(struct plan_targets, width_given),
	  .more = "Plus or minus 2 % is 0.04." },
	{ NAME_HALF_WIDTH, LIST(BETWEEN(0, 0.5)), TARGETS(target), .set = set_half_width,
	  .meant_by = "margin", .given = offsetof(struct plan_targets, width_given) },
	{ "bound", 0, "X,...", "How large a sample is needed for a bound of X? (with --tail)",
	  LIST(BETWEEN(0, 1)), TARGETS(target), .given = offsetof(struct plan_targets, bound_given),
	  .more = "The bound is to be at least X with --tail=lower, at most X with "
		  "--tail=upper." },
	{ NAME_ASSURANCE, TARGETS(assurance),
	  .given = offsetof(struct plan_targets, assurance_given) },
	{ NAME_SIZE,
	  .here = "(what does a sample of N give, and how often does it reach the width or bound?)",
	  LIST(WHOLES(1, 1e8)), TARGETS(size) },
	{ NAME_CI,
	  .here = "(default " NAMED_ONE ", of recall " NAMED_SET ", with --tail " NAMED_BOUND ")",
	  ADDED_METHODS, .least = 1, TARGETS(methods) },
	{ OPTION_LEVEL, TARGETS(level) },
	{ OPTION_JOBS, TARGETS(jobs) },
	{ 0 },
};

const struct command_option allocation_options[] = {
	{ HEADING("The sample:") },
	{ "write-allocation", 0, "FILE",
	  "Write for `sample --allocation` how many documents to draw", WRITTEN_FILE,
	  ALLOCATION(file),
	  .more = "The file says how many from which stratum. The answer must be one line. A file "
		  "of that name is not replaced." },
	{ NAME_TOPIC, .here = "(here one, in that file; default 1)", .type = OPTION_TEXT,
	  ALLOCATION(topic), .usual = "1" },
	{ 0 },
};

int plan_targets_check(struct plan_targets *t, unsigned quantity, struct err *e)
{
	const struct sample_known known = { .one_end = t->tail != TAIL_BOTH,
					    .one_sample = quantity & ONE_PROPORTION };
	t->by_rule = t->methods.count == 0;
	if (t->by_rule)
		t->methods.method[t->methods.count++] = chosen_method(OF_SET, known);
	if (methods_are_for_sets(&t->methods, e) < 0)
		return -1;
	for (size_t i = 0; i < t->methods.count; i++)
		if (!(interval_find(t->methods.method[i])->quantities & quantity))
			return err_usage(e, "--ci=%s: the method has no interval for this",
					 t->methods.method[i]);
	return 0;
}

/* Refuses a bound that is to reach the guessed truth, or to pass it. */
static int check_guess(enum tail tail, double truth, double target, struct err *e)
{
	bool lower = tail == TAIL_LOWER;
	if (tail == TAIL_BOTH || (lower ? truth > near_above(target) : truth < near_below(target)))
		return 0;
	return err_usage(e,
			 "%s bound of %g is out of reach if the true value is %.6g, as guessed: "
			 "the target must be %s the guess, or nearly all documents are needed",
			 lower ? "a lower" : "an upper", target, truth, lower ? "below" : "above");
}

/* ---- lines ---- */

void sample_planned(struct sample_line *l, const struct plan_targets *t, const char *method,
		    enum quantity quantity, const double asked[2], size_t strata)
{
	l->asked = isnan(asked[0]) ? 0 : (int64_t)asked[0];
	l->p = (struct planned_sample){
		.strata = l->stratum,
		.count = strata,
		.share = NAN,
		.samples = t->samples,
		.seed = t->seed,
	};
	l->p.reach = (struct reach_request){
		.method = interval_find(method),
		.goal = t->tail == TAIL_BOTH	? GOAL_WIDTH
			: t->tail == TAIL_LOWER ? GOAL_LOWER
						: GOAL_UPPER,
		.target = asked[1],
		.interval = { .quantity = quantity, .beta = 1, .by_rule = t->by_rule },
	};
	tails_set(&l->p.reach.interval.ends, t->level, t->tail);
}

int sample_check_sizes(const struct plan_targets *t, int64_t documents, struct err *e)
{
	for (size_t i = 0; i < t->size.count; i++)
		if (t->size.value[i] > (double)documents)
			return err_usage(e, "--size=%.0f: there are %lld documents to draw from",
					 t->size.value[i], (long long)documents);
	return 0;
}

/* A recall in whole documents may be half a document away from the guess that was typed. */
static int check_target(const struct plan_targets *t, const struct planned_sample *p, struct err *e)
{
	double truth = planned_truth(p), target = p->reach.target;
	if (check_guess(t->tail, truth, target, e) < 0)
		return -1;
	bool same = planned_segments(p) &&
		    fabs(truth - target) * (double)(p->strata[0].yield + p->strata[1].yield) < 0.5;
	return same ? check_guess(t->tail, target, target, e) : 0;
}

/* The smallest sample whose mean is the target, beside the one that is to be drawn. */
static int find_mean(struct sample_line *l, double share, struct err *e)
{
	struct planned_sample p = l->p;
	struct true_stratum *strata = calloc(p.count + 1, sizeof *strata);
	if (strata == NULL)
		return err_memory(e);
	for (size_t i = 0; i < p.count; i++)
		strata[i] = p.strata[i];
	p.strata = strata;
	if (planned_segments(&p))
		p.share = share;
	int status = planned_expected(&p, &l->expected_size, e);
	l->share_at_mean = p.share;
	free(strata);
	return status;
}

int sample_answer(const struct plan_targets *t, struct sample_line *l, struct err *e)
{
	struct planned_sample *p = &l->p;
	bool better = p->reach.goal == GOAL_BETTER;
	double share = p->share;
	if (l->asked > 0)
		return planned_reach(p, l->asked, &l->found, e);
	if ((!better && check_target(t, p, e) < 0) ||
	    planned_smallest(p, t->assurance, &l->found, e) < 0)
		return -1;
	return better ? 0 : find_mean(l, share, e);
}

struct sample_row sample_row(const struct plan_targets *t, const struct sample_line *l)
{
	const struct planned_sample *p = &l->p;
	const struct planned_answer *x = &l->found;
	bool searched = l->asked == 0, sampled = x->error > 0, both = t->tail == TAIL_BOTH;
	double mean = p->reach.goal == GOAL_BETTER ? NAN : x->expected.mean[p->reach.goal];
	return (struct sample_row){
		.method = p->reach.method->name,
		.tail = tail_names[t->tail],
		.how = sampled ? "sampled" : "exact",
		.size = x->size,
		.checked = searched ? x->checked : RECORD_NONE,
		.samples = sampled ? p->samples : RECORD_NONE,
		.seed = sampled ? (int64_t)p->seed : RECORD_NONE,
		.assured_size = searched ? x->size : RECORD_NONE,
		.expected_size = l->expected_size > 0 ? l->expected_size : RECORD_NONE,
		.prevalence = NAN,
		.guess = planned_truth(p),
		.level = t->level,
		.target = p->reach.target,
		.assurance = searched ? t->assurance : NAN,
		.reached = x->probability,
		.error = x->error,
		.mean = mean,
		.expected = { both ? mean : NAN, both ? NAN : mean },
	};
}

void sample_row_ends(struct sample_row *r, enum tail tail, struct interval x, double width)
{
	r->width = tail == TAIL_BOTH ? width : NAN;
	r->lower = tail != TAIL_UPPER ? x.lower : NAN;
	r->upper = tail != TAIL_LOWER ? x.upper : NAN;
}

/* ---- how many documents to draw, for sample --allocation ---- */

#define ALLOCATION_HEADER "topic,stratum,size"

int allocation_write(const struct allocation_options *o, size_t plans,
		     const struct allocated_stratum *s, size_t count, struct err *e)
{
	if (o->file == NULL)
		return 0;
	if (plans != 1)
		return err_usage(e,
				 "--write-allocation: the answer has %zu lines, a file holds one; "
				 "ask for one sample",
				 plans);
	static const char *const none[] = { NULL };
	if (new_file_check(o->file, none, "--write-allocation", "empty",
			   "give another name, or remove it first", e) < 0)
		return -1;
	struct buffer b = { 0 };
	buffer_print(&b, ALLOCATION_HEADER "\n");
	for (size_t i = 0; i < count; i++)
		if (s[i].size > 0) {
			escape_csv(&b, o->topic);
			buffer_print(&b, ",");
			escape_csv(&b, s[i].label);
			buffer_print(&b, ",%lld\n", (long long)s[i].size);
		}
	int result = b.failed ? err_memory(e) : new_file_write(o->file, &b, "the allocation", e);
	buffer_release(&b);
	return result;
}

/* ---- the command ---- */

static const struct command_option no_options[] = { { 0 } };

static const struct command_table table = {
	.name = "plan",
	.summary = "how many documents or topics you need, before you pay for judgments",
	.option = no_options,
	.doc = "How many documents or topics you need, before you pay for judgments.",
	.notes = "Exit status: 0 success,\n2 writing or plotting failed, 64 wrong usage.",
};

COMMAND = { &table, NULL, NULL };
