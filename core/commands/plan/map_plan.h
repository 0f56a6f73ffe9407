/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The work of `plan map`: topics and judgments for the interval of a mean over topics, and for a
 * paired t test, from the scores of a pilot study (core/stats/planning/topics_for_mean.h).
 */
#pragma once

#include "core/commands/plan/curves.h"
#include "core/commands/plan/plan.h"
#include "core/data/scores/score_table.h"
#include "core/engine/evaluate/run_request.h"
#include "core/engine/request/registry.h"
#include "core/stats/planning/topics_for_mean.h"

enum map_source { MAP_RUNS, MAP_SCORES, MAP_MATRIX };

struct map_pilot {
	const char *measure; /* its name */
	struct score_table score;
	/* Standard errors and biases of the scores, from sampled judgments; no systems: not known.
	 */
	struct score_table error, bias;
	bool corrected;			 /* the bias has been taken off the scores */
	enum measured_quantity quantity; /* what the scores estimate */
	double *judged; /* documents judged, by topic of the table; NULL likewise */
	/* What names are borrowed from. */
	struct registry registry;
	struct judgments judgments;
	struct request_list asked;
	struct run_scores scores;
};

/*
 * Reads and evaluates. `matrix` is the file of MAP_MATRIX; the files of the others are those of the
 * options. Release also after a failure.
 */
int map_pilot_read(struct map_pilot *p, enum map_source source, const char *matrix,
		   struct run_request *o, struct err *e);
void map_pilot_release(struct map_pilot *p);

/* What is asked of the paired t test: the one of the three that follows from the others. */
enum map_test { TEST_NONE, TEST_POWER, TEST_TOPICS, TEST_DIFFERENCE };

/* Dimensions of the sweep. */
enum map_list { LIST_WIDTH, LIST_TOPICS, LIST_JUDGMENTS, LIST_DIFFERENCE, LIST_POWER, LISTS };

struct map_request {
	struct run_request runs; /* its level is that of the interval */
	struct planning_options options;
	enum map_source source;
	const char *matrix;
	struct number_list list[LISTS]; /* empty: not given */
	double alpha;			/* of the test */
	enum tail tail;			/* of the test */
	double safety;			/* confidence of the upper limit of standard deviations */
	enum map_test test;
	bool random, these; /* topics only: nothing is said of others */
	bool pairs;	    /* differences of runs are asked for */
	bool choice, both;  /* what differences have not: errors of topics are needed, or nothing is
			       left */
	const char *baseline; /* NULL: of every two */
	bool priced;
	struct study_prices price;
	bool safety_given;
};

extern const struct command_table map_table;

enum { NO_RUN = -1 };

/* A mean, or a mean difference, that is planned for. */
struct map_subject {
	int64_t run, minus; /* in the pilot's table; NO_RUN: it is no difference */
	size_t topics;	    /* of the pilot, with a score */
	double mean, sd;
	double limit;  /* upper, of sd; nan: not asked */
	double judged; /* judgments of a topic, on average; nan: errors are not known */
	double within; /* mean squared standard error; nan likewise */
	double bias;   /* mean */
	struct mean_study study[2]; /* [1]: with the limit in the place of sd */
	bool constant;		    /* all scores are equal, and tell nothing */
	bool few;		    /* there are fewer than two topics */
	bool clipped; /* they differ by less than their errors: `between` is taken as 0 */
};

/*
 * The answer for one combination, with all that is printed beside it. "Safe" values are those for a
 * standard deviation at its upper limit. nan: not known or not asked.
 */
struct map_line {
	const char *measure, *run, *minus;
	struct map_subject subject;
	double pilot_topics, between, within, bias;
	double given[LISTS]; /* of each list; nan: none */
	double more;	     /* topics than the pilot study has */
	/* [1]: safe; judgments of each topic */
	double topics[2], judgments[2], half_width[2], difference[2], power[2];
	double these; /* half-width for these topics only */
	double cost;
	const char *cheapest;
	double level, alpha, safety;
	const char *scope;
	struct study_prices price;
	struct curve_point point;
};

struct map_answer {
	struct map_subject *subject;
	size_t subjects;
	struct records line; /* of struct map_line */
};

/* Whether the half-width of an interval is asked for, and not the test alone. */
bool map_shows_widths(const struct map_request *q);

/* The lines have their columns. Release also after a failure. */
int map_plan(const struct map_request *q, const struct map_pilot *p, struct map_answer *out,
	     struct err *e);
void map_answer_release(struct map_answer *a);
