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
#include "core/options/rules.h"
#include "core/output/plot.h"
#include "core/output/report.h"
#include "core/stats/planning/planned_sample.h"

/* The most documents that a plan is made for: every number up to it is exact as a double. */
#define PLAN_MOST_DOCUMENTS (INT64_C(1) << 52)

/* What all questions have. */
struct planning_options {
	enum record_format format;
	const char *plot; /* file; NULL: none */
};

/* What questions about samples have: the file that `sample --allocation` reads. */
struct allocation_options {
	const char *file; /* NULL: none */
	const char *topic;
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
	bool width_given, bound_given, tail_given, assurance_given;
	int64_t samples; /* of outcomes that are too many to look at all, and their seed */
	uint64_t seed;
};

/* The options of the structs of the same names. */
extern const struct command_option planning_options[];
extern const struct command_option printing_options[]; /* the same without plots */
extern const struct command_option target_options[];   /* of struct plan_targets */
extern const struct command_option allocation_options[];

#define OPTION_TOPIC_COST                                                  \
	"topic-cost", 0, "X", "Cost of a topic, in judgments (default 0)", \
		REAL(FROM_TO(0, INFINITY))
#define OPTION_FREE_TOPICS \
	"free-topics", 0, "N", "Topics that cost nothing (default 0)", WHOLE(0, 1000000000)

/* Of questions whose outcomes may be too many to look at all. */
#define OPTION_PLAN_SAMPLES                                                              \
	NAME_SAMPLES, .here = "(where outcomes are too many to sum over; default 4000)", \
		      WHOLE(100, 100000000), .repeat = REPEAT_LAST, .usual = "4000"

/* With SINGLE a question takes one number. */
#define SINGLE		 .set = option_single
#define DOCUMENTS(least) LIST(WHOLES(least, PLAN_MOST_DOCUMENTS))

/* Rules of questions about widths and bounds. */
#define TARGET_RULES                                                                                              \
	{ "width", .excludes = "half-width" }, { "", .needs = "size|width|half-width|bound" },                    \
	{                                                                                                         \
		"width|half-width",                                                                               \
			.excludes = "bound|tail=lower|tail=upper",                                                \
			.why = "a bound on one side has no width: type --bound=X, or --tail=both for an interval" \
	}

/* The same where a bound has no side of its own; the last rules of a question. */
#define BOUND_RULES                                                  \
	TARGET_RULES, { "bound", .needs = "tail=lower|tail=upper" }, \
	{                                                            \
		0                                                    \
	}

/* "[NAME=]N:X", documents and a share of them; NAME stays in the text. */
struct named_share {
	struct slice name; /* empty: there is none */
	int64_t documents;
	double share;
};
int named_share_take(const struct command_option *o, const char *text, struct named_share *out,
		     struct err *e);

/* Sentences that the help of several questions has. */
#define NOTE_OF_LISTS	 "Each value of a list has a line; FROM:TO:STEP is short for a list. "
#define PLAN_EXIT_STATUS "Exit status: 0 success, 2 writing or plotting failed, 64 wrong usage."
#define PILOT_EXIT_STATUS \
	"Exit status: 0 success, 1 the data is wrong, 2 reading, writing or plotting failed, 64 wrong usage."

/* Checks struct plan_targets: methods must have the quantity. */
int plan_targets_check(struct plan_targets *t, unsigned quantity, struct err *e);

/* ---- a sample that is planned, and its line ---- */

struct sample_line {
	struct planned_sample p;
	struct true_stratum stratum[2]; /* of p, unless it has strata of its own */
	struct sampled_whole set;	/* or a control set */
	int64_t asked;			/* size; 0: the smallest that reaches the target */
	struct planned_answer found;
	int64_t expected_size;	 /* whose mean is the target; 0: there is none */
	double share_at_mean;	 /* of its division */
	struct interval typical; /* where a sample finds what is to be expected */
	double wrong;		 /* how often the other run seems to be the better one */
};

/* A sample of a size, or the smallest one, that is to reach a target (nan: no size, no target),
 * with the best division of so many strata of the line. */
void sample_planned(struct sample_line *l, const struct plan_targets *t, const char *method,
		    enum quantity quantity, const double asked[2], size_t strata);

/* No size may exceed what there is to draw from. */
int sample_check_sizes(const struct plan_targets *t, int64_t documents, struct err *e);

/* Finds the size, and what it gives. The strata are those of the size. */
int sample_answer(const struct plan_targets *t, struct sample_line *l, struct err *e);

/* What lines of several questions have. */
struct sample_row {
	const char *quantity, *label, *segment, *method, *tail, *how;
	int64_t documents, relevant, sampled, size, checked, samples, seed, assured_size,
		expected_size;
	double prevalence, guess, level, target, assurance, reached, error, mean, expected[2],
		width, lower, upper;
};

struct sample_row sample_row(const struct plan_targets *t, const struct sample_line *l);

/* What of an interval the tail asks for. */
void sample_row_ends(struct sample_row *r, enum tail tail, struct interval x, double width);

/* The columns at the end of such lines: how sure a probability is. */
#define SAMPLE_AT(field) .at = offsetof(struct sample_row, field)

/* A record column of reals with six digits, as all questions have them. */
#define SHARE_COLUMN(name, heading) name, heading, RECORD_REAL, 6, 4, 7

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
