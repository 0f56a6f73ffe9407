/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval plan QUESTION [OPTION...]: what is asked before judgments are paid for.
 *
 * Each question is a command of its own, "plan QUESTION", in one file of questions/.
 */
#pragma once

#include "core/engine/evaluate/run_options.h"
#include "core/options/command.h"
#include "core/output/plot.h"
#include "core/output/report.h"
#include "core/stats/planning/planned_sample.h"

/* What all questions have. */
struct planning_options {
	enum record_format format;
	const char *plot; /* file; NULL: none */
};

/* What questions about samples have: the file that `sample --allocation` reads. */
struct allocation_options {
	const char *file; /* NULL: none */
	const char *topic;
	bool force;
};

/* What is asked of a sample. */
struct plan_targets {
	struct number_list size;   /* of samples; may be empty */
	struct number_list target; /* widths or bounds to be reached; may be empty */
	double assurance;	   /* with which a target is to be reached */
	struct method_list methods;
	bool by_rule; /* nobody named a method */
	double level;
	enum tail tail;
	int jobs;
	bool width_given, half_width_given, bound_given, tail_given;
};

/* The options of the structs of the same names. */
extern const struct command_option planning_options[];
extern const struct command_option printing_options[]; /* the same without plots */
extern const struct command_option target_options[];   /* of struct plan_targets */
extern const struct command_option allocation_options[];

#define OPTION_TOPIC_COST \
	"topic-cost", 0, "X", "Cost of a topic (default 0)", REAL(FROM_TO(0, INFINITY))
#define OPTION_JUDGMENT_COST                                                                   \
	"judgment-cost", 0, "X", "Cost of a judgment (default 1)", REAL(FROM_TO(0, INFINITY)), \
		.usual = "1"
#define OPTION_FREE_TOPICS \
	"free-topics", 0, "N", "Topics that cost nothing (default 0)", WHOLE(0, 1000000000)

/* Of questions whose outcomes may be too many to look at all. */
#define OPTION_PLAN_SAMPLES                                                                 \
	"samples", 0, "N",                                                                  \
		"Simulated samples, unless there are few that can be drawn (default 4000)", \
		WHOLE(100, 100000000), .repeat = REPEAT_LAST, .usual = "4000"

#define OPTION_PLAN_RUN                                                       \
	"run", 0, "NAME", "Name of the run in that file (default retrieved)", \
		.type = OPTION_TEXT, .usual = "retrieved",                    \
		.more = "What it does not retrieve is `-`."

/* Sentences that the help of several questions has. */
#define NOTE_OF_LISTS \
	"A list makes a line for each of its values; FROM:TO:STEP is short for a list. "
#define PLAN_EXIT_STATUS "Exit status: 0 success, 2 writing or plotting failed, 64 wrong usage."
#define PILOT_EXIT_STATUS \
	"Exit status: 0 success, 1 the data is wrong, 2 reading, writing or plotting failed, 64 wrong usage."

/* The goal that a tail makes. */
enum reach_goal plan_goal(enum tail tail);

/* Checks struct plan_targets: methods must have the quantity. */
int plan_targets_check(struct plan_targets *t, unsigned quantity, struct err *e);

/* A width is for two sides, a bound for one. */
int plan_check_tail(enum tail tail, bool width_given, bool bound_given, struct err *e);

/* Refuses a bound that is to reach the guessed truth, or to pass it. */
int plan_check_guess(enum tail tail, double truth, double target, struct err *e);

struct allocated_stratum {
	const char *label;
	int64_t size;
};

/*
 * Nothing is done if no file is asked for. `plans` is how many lines the answer has: a file holds
 * one, and strata without documents are left out.
 */
int allocation_write(const struct allocation_options *o, size_t plans,
		     const struct allocated_stratum *s, size_t count, struct err *e);
