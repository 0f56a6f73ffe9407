/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/array.h"
#include "core/base/nearest.h"
#include "core/base/system.h"
#include "core/commands/simulate/truths_asked.h"
#include "core/help/help.h"
#include "core/stats/numeric/accuracy.h"

/* How samples of a truth are looked at: exactly if that does not take too long, else by drawing. */
enum {
	FAST_OUTCOMES = 1000000, /* most that a formula is summed over */
	SLOW_OUTCOMES = 4000,	 /* the same for a method that searches for its ends */
	WIDTHS = 21,
};

/* Error of an exact coverage, at most: this at either end of each sample's distribution. */
static const double NEGLECT = RULE_ERROR;

#define AT(member) OPTION_AT(struct truths_asked, member)

const char *const simulation_quantities[] = { "recall", "precision",   "F",
					      "yield",	"diff-recall", "diff-P",
					      "diff-F", "prob-gt",     NULL };

/* small:200 has a number of truths, unless it is a file. */
static int add_source(const struct command_option *o, struct truths_asked *q, struct slice name,
		      struct err *e)
{
	char text[16];
	double number = 1000;
	size_t length = strcspn(name.at, ":,");
	snprintf(text, sizeof text, "%.*s", (int)length, name.at);
	if (length < name.length && scenario_find(text) != NULL) {
		struct slice digits = { name.at + length + 1, name.length - length - 1 };
		if (option_number(o, digits, &number, e) < 0)
			return -1;
		name.length = length;
	}
	if (!ARRAY_RESIZE(q->source, q->sources + 1))
		return err_memory(e);
	q->source[q->sources] =
		(struct asked_source){ strndup(name.at, name.length), (size_t)number };
	return q->source[q->sources].name != NULL ? (q->sources++, 0) : err_memory(e);
}

OPTION_SETTER(set_scenarios)
{
	struct slice name;
	while (next_item(&text, &name)) {
		if (name.length == 0)
			return err_usage(e, "--%s: a name is missing", o->name);
		if (add_source(o, request, name, e) < 0)
			return -1;
	}
	return 0;
}

const struct command_option truth_options[] = {
	{ HEADING("Truths:") },
	{ "scenario", 0, "NAME[:N]|FILE,...",
	  "Scenarios by name (default: all that are listed below), and how many truths are drawn from "
	  "each (default 1000); or files of truths or tables of strata; may be repeated",
	  SET_BY(set_scenarios), .repeat = REPEAT_ADDS, .range = { WHOLES(1, 10000000) },
	  .more = "`neutral`, `legal` and `small` are the scenarios of Webber (2013), from "
		  "which truths are drawn at random, with one stratum in each segment; all three is "
		  "the default. Anything else is a file of truths: CSV with the columns `truth` (a "
		  "name; lines with the same name are strata of one truth), `retrieved` (1 or 0), "
		  "`size`, `yield` (how many are relevant) and `sampled`; for the experiment `means` also "
		  "`label` (equal for strata that are alike in several truths) and `retrieved_b` (1 or "
		  "0, of a second run). Or a published table (`-R table`): strata and sample sizes of "
		  "each topic and run are as there, with N r/n documents of each stratum relevant. "
		  "Every truth of a file is taken once." },
	{ 0 },
};

const struct command_option bound_options[] = {
	{ HEADING("Intervals:") },
	{ NAME_CI, .here = "(default: all that apply)", ADDED_METHODS, AT(simulation.named),
	  .more = "They apply to the quantity and to the strata of every truth; one that is "
		  "named and does not apply is an error." },
	{ OPTION_LEVEL, AT(simulation.level) },
	{ OPTION_TAIL, AT(tail) },
	{ 0 },
};

void truths_asked_release(void *request)
{
	struct truths_asked *q = request;
	for (size_t i = 0; i < q->sources; i++)
		free(q->source[i].name);
	free(q->source);
}

int truths_asked_check(void *request, struct err *e)
{
	struct truths_asked *q = request;
	static const enum quantity quantities[] = { QUANTITY_RECALL, QUANTITY_PRECISION,
						    QUANTITY_F,	     QUANTITY_YIELD,
						    QUANTITY_RECALL, QUANTITY_PRECISION,
						    QUANTITY_F,	     QUANTITY_RECALL };
	struct simulation *s = &q->simulation;
	if (s->named.over_topics_count > 0)
		return err_usage(e,
				 "--ci=%s: a method for means over topics, which works only with "
				 "simulate bootstrap",
				 s->named.over_topics[0]->name);
	if (methods_are_for_sets(&s->named, e) < 0)
		return -1;
	if (q->sources == 0 && set_scenarios(truth_options, q, "neutral,legal,small", e) < 0)
		return -1;
	s->interval.quantity = quantities[q->quantity];
	tails_set(&s->interval.ends, s->level, q->tail);
	return 0;
}

int help_with_scenarios(void *request, struct help *h, struct err *e)
{
	(void)request;
	(void)e;
	buffer_print(&h->text, "\nScenarios:\n");
	HELP_LIST(&h->text, "  %-15s %s\n", scenarios);
	return 0;
}

struct truth simulation_truth(const struct simulation *s, const struct truth_source *from,
			      size_t number, struct realization *room)
{
	if (from->scenario == NULL)
		return from->truths->truth[number];
	scenario_realize(from->scenario, s->effort.seed, number, room);
	return (struct truth){ room->strata, 2 };
}

struct coverage_request simulation_samples(const struct simulation *s, bool slow, size_t number)
{
	return (struct coverage_request){
		.interval = s->interval,
		.by = s->effort.samples > 0 ? COVERAGE_BY_SAMPLE : COVERAGE_AUTO,
		.outcomes = s->effort.samples == EVERY_SAMPLE ? INT64_MAX
			    : slow			      ? SLOW_OUTCOMES
							      : FAST_OUTCOMES,
		.neglect = NEGLECT,
		.widths = WIDTHS,
		.draws = s->effort.samples > 0 ? s->effort.samples : SAMPLES_OF_A_TRUTH,
		.seed = s->effort.seed,
		.index = number,
	};
}

struct truths_row truths_row(const struct truths_asked *q, const char *scenario, const char *method)
{
	const struct simulation *s = &q->simulation;
	return (struct truths_row){ .scenario = scenario,
				    .method = method,
				    .quantity = simulation_quantities[q->quantity],
				    .tail = tail_names[q->tail],
				    .beta = s->interval.beta,
				    .level = s->level,
				    .seed = (int64_t)s->effort.seed };
}

static void sources_release(struct truth_sources *x)
{
	for (size_t i = 0; x->truths != NULL && i < x->count; i++)
		arena_release(&x->truths[i].memory);
	free(x->truths);
	free(x->source);
}

static int no_such_scenario(const char *name, struct err *e)
{
	struct choices c = choices_for(slice_of(name));
	CHOICES_IN(&c, scenarios);
	return err_io(e, "--scenario=%.200s: neither a file nor one of %s", name, choices_text(&c));
}

static int sources_init(struct truth_sources *x, const struct truths_asked *q, struct err *e)
{
	*x = (struct truth_sources){ .count = q->sources };
	x->source = calloc(q->sources, sizeof *x->source);
	x->truths = calloc(q->sources, sizeof *x->truths);
	if (x->source == NULL || x->truths == NULL)
		return err_memory(e);
	for (size_t i = 0; i < q->sources; i++) {
		const struct asked_source *a = &q->source[i];
		struct truth_source *s = &x->source[i];
		s->name = shown_path(a->name);
		s->scenario = scenario_find(a->name);
		s->realizations = a->realizations;
		if (s->scenario != NULL)
			continue;
		s->truths = &x->truths[i];
		if (a->name[strspn(a->name, "abcdefghijklmnopqrstuvwxyz")] == '\0' &&
		    system_look(a->name, NULL) == SYSTEM_NOTHING)
			return no_such_scenario(a->name, e);
		if (truths_read(&x->truths[i], a->name, e) < 0)
			return -1;
	}
	return 0;
}

int simulate_truths(struct truths_asked *q, struct answer_options *o, truths_answer *answer,
		    void *request, struct records *lines, const struct output *out, struct err *e)
{
	struct truth_sources x = { 0 };
	struct buffer b = { 0 };
	struct picture picture = { 0 };
	struct report r;
	report_init(&r, o->format, &(struct report_origin){ .asked = &out->asked });
	int result = simulation_begin(&q->simulation.effort, o, out, e);
	if (result == 0)
		result = sources_init(&x, q, e);
	if (result == 0)
		result = answer(request, &x, lines, &picture, out, e);
	report_records(&r, IN_PAGE, "What was found", lines);
	result = report_write(&r, result, &b, e);
	sources_release(&x);
	return picture_finish(&picture, o->plot, &b, result, out, e);
}
