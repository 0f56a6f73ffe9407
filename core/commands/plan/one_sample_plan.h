/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The work of `plan richness`, `plan elusion`, `plan precision` and `plan control`: what one simple
 * random sample will give, and how large it must be.
 */
#pragma once

#include "core/options/lists.h"
#include "core/stats/planning/one_sample.h"

/* What is asked of a sample. */
struct plan_targets {
	struct number_list size;   /* of samples; may be empty */
	struct number_list target; /* widths or bounds to be reached; may be empty */
	double assurance;	   /* with which a target is to be reached */
	struct method_list methods;
	double level;
	enum tail tail;
	int jobs;
	bool width_given, bound_given;
};

/* The goal that a tail makes. */
enum reach_goal plan_goal(enum tail tail);

struct one_sample_question {
	enum quantity quantity;	       /* yield, precision; recall: a control set */
	int64_t documents;	       /* from which the sample is drawn */
	struct number_list guess;      /* of what is to be measured */
	struct number_list prevalence; /* of a control set */
	bool yield;		       /* `prevalence` holds numbers of documents */
	struct plan_targets targets;
};

struct one_sample_line {
	struct one_sample sample; /* its target is nan if none is given */
	int64_t size;
	struct interval typical;
	double reached;	 /* nan: there is no target */
	int64_t checked; /* as in struct assured; 0: of a given size */
};

struct one_sample_answer {
	struct one_sample_line *line;
	size_t count;
};

/*
 * Lines in the order guess, method, sizes, targets; with both sizes and targets, each size with
 * each target, and no search. Release also after a failure.
 */
int one_sample_plan(const struct one_sample_question *q, struct one_sample_answer *out,
		    struct err *e);
void one_sample_answer_release(struct one_sample_answer *a);
