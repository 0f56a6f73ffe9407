/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `plan recall`: a line for each combination of what was asked for, with the interval on recall
 * that is to be expected. recall.c has the options and the work, questions/recall.c prints.
 */
#pragma once

#include "core/commands/plan/plan.h"
#include "core/stats/planning/recall_allocation.h"
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
	struct method_list methods;
	bool by_rule;			  /* nobody named a method */
	struct number_list size;	  /* of samples; may be empty */
	struct number_list target;	  /* widths or bounds to be reached; may be empty */
	struct allocation_list of_size;	  /* for each size */
	struct allocation_list of_target; /* for each target */
	double assurance; /* with which a target is to be reached; nan: on average */
	double level;
	enum tail tail;
	enum expected_by by;
	int64_t draws;
	uint64_t seed;
	int jobs;
	struct planning_options options;
	struct allocation_options allocation;
	const char *run;
	struct allocation_list allocations;
	bool exact, on_average, width_given, bound_given, prevalence_given;
};

extern const struct command_table recall_table;

/* One answer. */
struct recall_line {
	struct guessed guess;
	struct division_problem problem;
	const struct asked_allocation *asked;
	int64_t size;  /* 0: the smallest that reaches the target */
	double target; /* nan: of a given size */
	struct division division;
	struct expected expected;
	double reached;	 /* probability that a sample reaches the target; nan: not computed */
	int64_t checked; /* with an assurance: the size; else 0 */
	struct division assured; /* of a target: with the assurance, and how often it is reached */
	double assured_reached;
	int64_t expected_size;
};

struct recall_answer {
	const struct recall_request *q;
	struct recall_line *line;
	size_t count;
};

/*
 * Lines in the order truth, method, sizes, targets, allocations; those of one truth stand together.
 * Divisions that whole documents or small segments make the same as the line before are left out.
 * The same result for any number of jobs. The
 * caller frees the lines, also after a failure.
 */
int recall_plan(struct recall_answer *out, struct err *e);
