/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs compared with each other on the same judgments.
 */
#pragma once

#include "core/engine/compare/compared_groups.h"
#include "core/engine/compare/families.h"
#include "core/data/joined/pair_topics.h"
#include "core/engine/compare/score_comparison.h"
#include "core/engine/evaluate/run_request.h"
#include "core/engine/request/registry.h"

struct run_comparison {
	/* What is asked: borrowed, and to be filled in by the caller. */
	struct run_request *runs;
	const struct comparison_request *request;
	const struct pair_request *pair;
	/* The answer; without measures if only figures of pairs were asked for. */
	struct comparison shown;
	struct compared_groups groups; /* of topics, if there are any */
	/* Its own. */
	struct comparison comparison;
	struct registry registry;
	struct judgments judgments;
	struct request_list asked;
	struct families families;
	bool only_families; /* no measure was asked for */
	struct run_scores scores;
	struct set_source sets;
};

/* Reads, evaluates and compares. Release also after a failure. */
int run_comparison(struct run_comparison *w, struct err *e);
void run_comparison_release(struct run_comparison *w);

/* Two runs on strata as measures of pairs see them. */
struct pair_topics_view {
	struct pair_topics topics, extreme[2]; /* these with --outside=unknown */
	struct pair_view view;
};

/* Of the topics of `s` that both have. On failure nothing is left to release. */
int pair_topics_view(struct pair_topics_view *x, const struct set_source *s,
		     const struct compared_measure *m, const size_t run[2], struct err *e);
void pair_topics_view_release(struct pair_topics_view *x);
struct pair_view pair_view_of(const struct run_comparison *w, const size_t run[2]);

/* All pairs get the figures of their families: from rankings, or from the strata of a sample. */
int pair_figures(struct run_comparison *w, const struct evaluated_run *r, struct err *e);

/*
 * What other orders of ties would change (compared_ties.c).
 */

/* Before comparison_systems(): the tables of scores with ties in other orders. */
int compared_ties_tables(struct comparison *c, const struct run_scores *s, struct err *e);

/* After comparison_run(): names the pairs that would be another answer. */
int compared_ties_warn(const struct comparison *c, int digits, struct warnings *w, struct err *e);
