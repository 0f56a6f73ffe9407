/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Questions about intervals from sampled judgments (coverage, means, and the experiment
 * distribution): truths are known, and samples are drawn from them.
 */
#pragma once

#include "core/commands/simulate/simulate.h"
#include "core/data/scores/truths.h"
#include "core/stats/coverage/coverage.h"

struct simulation {
	struct interval_request interval;
	double level;
	struct method_list named; /* none: all that apply */
	int64_t looks;		  /* at a growing sample, all of which must cover; 0 or 1: one */
	struct effort effort;	  /* samples of a truth; 0: exact if possible; EVERY_SAMPLE */
};

/* A random source of truths, or else truths that were written down. */
struct truth_source {
	const char *name;
	const struct scenario *scenario;
	size_t realizations; /* of it */
	const struct truths *truths;
};

struct truths_asked {
	struct simulation simulation;
	struct asked_source *source;
	size_t sources;
	int quantity; /* place in simulation_quantities */
	enum tail tail;
};

/* Where truths come from: a scenario and how many are drawn of it, or a file. */
struct asked_source {
	char *name; /* owned */
	size_t realizations;
};

/* What is asked; ended by NULL. Differences of two runs come last. */
extern const char *const simulation_quantities[];
enum { DIFFERENCES = 4 }; /* their first place */

/* Options of struct truths_asked: where truths come from, and what bounds are wanted. */
extern const struct command_option truth_options[];
extern const struct command_option bound_options[];

enum { EVERY_SAMPLE = -1 }; /* a sum over all samples that can be drawn, however many */

#define NOTE_OF_TRUTHS                                                                         \
	"A file of truths is CSV with the columns truth, retrieved, size, yield and sampled: " \
	"a line for each stratum. "

/*
 * For tables whose request begins with a struct truths_asked. The check also sets what depends on
 * several options.
 */
void truths_asked_release(void *request);
int truths_asked_check(void *request, struct err *e);

/* What --help adds: the scenarios, and the methods. */
int help_with_scenarios(void *request, struct help *h, struct err *e);

/* A truth of the source by its number; `room` is for one that is drawn. */
struct truth simulation_truth(const struct simulation *s, const struct truth_source *from,
			      size_t number, struct realization *room);

/* How many steps of progress it takes. */
static inline size_t simulation_steps(const struct truth_source *from)
{
	return from->scenario != NULL ? from->realizations : from->truths->count;
}

/* Samples of a truth, if none are asked for and there is no exact way: Webber's number. */
enum { SAMPLES_OF_A_TRUTH = 1000 };

/* What is asked of the samples of one truth, by its number, for a method that is slow or not. */
struct coverage_request simulation_samples(const struct simulation *s, bool slow, size_t number);

/* The sources that are asked for; truths of files have been read. */
struct truth_sources {
	struct truth_source *source;
	struct truths *truths; /* of the source with the same number */
	size_t count;
};

/* What a line of such a question begins with. */
struct truths_row {
	const char *scenario, *method, *quantity, *tail;
	double beta, level;
	int64_t seed;
};
struct truths_row truths_row(const struct truths_asked *q, const char *scenario,
			     const char *method);

/* Adds the lines of all sources, and draws. */
typedef int truths_answer(void *request, const struct truth_sources *x, struct records *lines,
			  struct picture *picture, const struct output *out, struct err *e);

/* Makes the sources ready, and answers with lines that have been made ready. */
int simulate_truths(struct truths_asked *q, struct answer_options *o, truths_answer *answer,
		    void *request, struct records *lines, const struct output *out, struct err *e);
