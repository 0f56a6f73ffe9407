/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The work of `plan pair`: how often a sample tells which of two runs has the higher recall.
 */
#pragma once

#include "core/options/lists.h"
#include "core/stats/planning/recall_assurance.h"

struct pair_question {
	struct number_list retrieved; /* documents of A and of B */
	int64_t both;		      /* documents of both */
	int64_t yield;		      /* relevant documents */
	struct number_list recall;    /* of A and of B, guessed */
	double both_recall;	      /* share of the relevant that both retrieve; nan: not given */
	struct number_list size;      /* of samples; empty: the smallest */
	const char *method;	      /* with a prior */
	double level;		      /* P(better) that a sample must give */
	double assurance;
	int jobs;
};

struct pair_line {
	struct division_problem problem; /* `retrieved`: what only the better run retrieves */
	struct division division;
	double reached; /* probability that the better run is found */
	double wrong;	/* that the other one is */
	int64_t checked;
};

struct pair_answer {
	struct pair_line *line;
	size_t count;
	int better; /* 0: A, 1: B */
};

/* Release also after a failure. */
int pair_plan(const struct pair_question *q, struct pair_answer *out, struct err *e);
void pair_answer_release(struct pair_answer *a);
