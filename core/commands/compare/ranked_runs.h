/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The runs of a comparison in the order of their means, and in groups within which no significant
 * difference was found: what all formats for people begin with.
 */
#pragma once

#include "core/base/buffer.h"
#include "core/engine/compare/score_comparison.h"
#include "core/stats/topics/letter_groups.h"
#include "core/stats/topics/simultaneous.h"

struct ranked_run {
	size_t number; /* in the comparison */
	double mean;
	struct rank_set ranks; /* that the simultaneous intervals allow, if there are any */
	bool doubtful;	       /* it is said to differ from a run, and the check does not */
};

struct ranked_runs {
	struct ranked_run *run; /* the best first */
	bool *group;		/* group[g * runs + place]; not to be read if groups is 0 */
	size_t groups;		/* 0: there is a baseline, or a test without an answer */
	struct arena memory;
};

/* The letter of a group: a, b ... z, aa, ab ... */
void group_letter(struct buffer *b, size_t group);

/* Adds those of groups in a row, behind a comma: "b", "b,c", or as a range "b-g". */
void group_letters(struct buffer *b, size_t first, size_t end);

/* By one measure; runs differ if the adjusted p is below `alpha`. -1: out of memory. */
int ranked_runs_init(struct ranked_runs *r, const struct comparison *c, size_t measure,
		     double alpha);
void ranked_runs_release(struct ranked_runs *r);

struct run_ranks {
	char text[48]; /* "2-5", or "1" */
};

struct run_ranks ranked_runs_ranks(const struct rank_set *s);

/*
 * The letters of the groups that a run is in, by its place among `runs`: "ac", "ac?"; of more than
 * LETTERS groups "c-m,p". Nothing: it is in none. In columns each of up to LETTERS groups has its
 * place: "a c".
 */
enum { LETTERS = 26 };
void ranked_runs_letters(const struct ranked_runs *r, size_t runs, size_t place, bool columns,
			 struct buffer *b);
