/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is asked of the questions of the command plan.
 */
#pragma once

#include "core/commands/plan/map_plan.h"
#include "core/commands/plan/one_sample_plan.h"
#include "core/commands/plan/pair_plan.h"
#include "core/commands/plan/pilot_study.h"
#include "core/commands/plan/recall_plan.h"
#include "core/commands/plan/strata_plan.h"
#include "core/commands/plan/topics_plan.h"
#include "core/engine/evaluate/run_options.h"

/* Of all questions. */
struct planning_options {
	enum record_format format;
	const char *plot; /* file; NULL: none */
};

/* Topics, power and costs, as `plan topics` and `plan pilot` ask for them. */
struct topics_options {
	struct topics_question question;
	bool cost_given, best_asked;
};

/* Of questions about samples: the file that `sample --allocation` reads. */
struct allocation_options {
	const char *file, *topic; /* NULL: none; 1 */
};

struct one_sample_request {
	struct one_sample_question question;
	struct planning_options options;
	struct allocation_options allocation;
	const char *run; /* stratum of the allocation */
	bool prevalence_given;
};

struct pair_plan_request {
	struct pair_question question;
	struct planning_options options;
	struct allocation_options allocation;
	struct method_list methods;
	const char *runs; /* names of the two, with a comma between */
	bool both_given;
};

struct strata_plan_request {
	struct strata_question question;
	struct planning_options options;
	struct allocation_options allocation;
};

struct recall_request {
	struct recall_question question;
	struct planning_options options;
	struct allocation_options allocation;
	const char *run;
	struct allocation_list allocations;
	bool exact, seed_given, width_given, bound_given, prevalence_given;
};

struct topics_request {
	struct topics_options topics;
	struct planning_options options;
};

struct pilot_request {
	struct topics_options topics;
	struct planning_options options;
	struct pilot_question pilot;
	struct text_list file; /* judgments and runs */
	const char *judgment_format, *run_format;
	bool quiet;
};

struct map_request {
	struct run_request runs;
	struct planning_options options;
	enum map_source source;
	const char *matrix;
	struct map_question question;
	bool alpha_given, safety_given;
};

extern const struct command_table recall_table, topics_table, pilot_table, map_table;
extern const struct command_table richness_table, elusion_table, precision_table, control_table;
extern const struct command_table pair_table, strata_table;

/* For these tables: the options of the structs of the same names. */
extern const struct command_option planning_options[];
extern const struct command_option printing_options[]; /* the same without plots */
extern const struct command_option topics_options[];
extern const struct command_option target_options[]; /* of struct plan_targets */
extern const struct command_option allocation_options[];

#define OPTION_TOPIC_COST \
	"topic-cost", 0, "X", "Cost of a topic (default 0)", REAL(FROM_TO(0, INFINITY))
#define OPTION_JUDGMENT_COST \
	"judgment-cost", 0, "X", "Cost of a judgment (default 1)", REAL(FROM_TO(0, INFINITY))
#define OPTION_FREE_TOPICS \
	"free-topics", 0, "N", "Topics that cost nothing (default 0)", WHOLE(0, 1000000000)

#define OPTION_PLAN_RUN                                                       \
	"run", 0, "NAME", "Name of the run in that file (default retrieved)", \
		.type = OPTION_TEXT, .more = "What it does not retrieve is `-`."

/* Of their notes. */
#define NOTE_OF_LISTS \
	"A list makes a line for each of its values; FROM:TO:STEP is short for a list. "
#define PLAN_EXIT_STATUS "Exit status: 0 success, 2 writing or plotting failed, 64 wrong usage."
#define PILOT_EXIT_STATUS \
	"Exit status: 0 success, 1 the data is wrong, 2 reading, writing or plotting failed, 64 wrong usage."

/* Defaults and checks of struct plan_targets: methods must have the quantity. */
void plan_targets_init(struct plan_targets *t);
int plan_targets_check(struct plan_targets *t, unsigned quantity, struct err *e);

/* A width is for two sides, a bound for one. */
int plan_check_tail(enum tail tail, bool width_given, bool bound_given, struct err *e);

/* How many of topics, effect and power were given. */
int topics_options_given(const struct topics_options *o);

/*
 * When all options are set: two of the three must be given. question.priced says whether there is,
 * or will be, a model of judgments; `model_option` is what it comes from, for messages.
 */
int topics_options_check(struct topics_options *o, const char *model_option, struct err *e);
