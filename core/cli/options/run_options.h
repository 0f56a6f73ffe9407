/*
 * Options of the commands that read judgments and runs, so that they mean one thing everywhere.
 */
#ifndef CLI_OPTIONS_RUN_OPTIONS_H
#define CLI_OPTIONS_RUN_OPTIONS_H

#include "core/cli/options/options.h"
#include "core/engine/ask/run_request.h"

enum {
	OPTION_DIGITS = 0x200,
	OPTION_JOBS,
	OPTION_PLUGIN,
	OPTION_QUIET,
	OPTION_CI,
	OPTION_LEVEL,
	OPTION_TAIL,
	OPTION_DRAWS,
	OPTION_SEED,
	OPTION_POOL,
	OPTION_STRATA,
	OPTION_RESAMPLES,
	OPTION_GRAY,
	OPTION_PARTIAL,
	OPTION_DRAWN,
};

/* Entries of argp's table, each with the texts that are the same everywhere. */
#define OPTION_ENTRIES_JUDGMENTS                                                                        \
	{ "complete_rel_info_wanted",                                                                   \
	  'c',                                                                                          \
	  0,                                                                                            \
	  0,                                                                                            \
	  "Average over all judged topics; those missing from the run retrieve nothing",                \
	  0 },                                                                                          \
		{ "level_for_rel", 'l', "N", 0, "Least grade that counts as relevant (default 1)", 0 }, \
		{ "Judged_docs_only", 'J', 0, 0, "Leave unjudged documents out of the ranking", 0 },    \
		{ "Number_docs_in_coll", 'N', "N", 0, "Number of documents in the collection", 0 },     \
		{ "Max_retrieved_per_topic",                                                            \
		  'M',                                                                                  \
		  "N",                                                                                  \
		  0,                                                                                    \
		  "Keep only the first N documents of a topic",                                         \
		  0 },                                                                                  \
		{ "Rel_info_format", 'R', "FORMAT", 0, "Format of the judgments (default qrels)", 0 },  \
	{                                                                                               \
		"Results_format", 'T', "FORMAT", 0, "Format of the runs (default trec_results)", 0      \
	}
#define OPTION_ENTRIES_BOUNDS                                                                        \
	{ "level", OPTION_LEVEL, "X", 0, "Level of the bounds (default 0.95)", 0 },                  \
		{ "tail",                                                                            \
		  OPTION_TAIL,                                                                       \
		  "SIDE",                                                                            \
		  0,                                                                                 \
		  "Bounds on both sides (default), lower or upper only",                             \
		  0 },                                                                               \
		{ "resamples", OPTION_RESAMPLES, "N", 0, "Resamples of topics (default 10000)", 0 }, \
	{                                                                                            \
		"seed", OPTION_SEED, "N", 0, "Seed of all random numbers (default 1)", 0             \
	}
#define OPTION_ENTRIES_SAMPLE                                                                        \
	{ "drawn",                                                                                   \
	  OPTION_DRAWN,                                                                              \
	  "FILE",                                                                                    \
	  0,                                                                                         \
	  "The sample as it was drawn: refuse judgments of other documents",                         \
	  0 },                                                                                       \
		{ "draws", OPTION_DRAWS, "N", 0, "Bayesian answers from N Monte Carlo draws", 0 },   \
		{ "partial",                                                                         \
		  OPTION_PARTIAL,                                                                    \
		  0,                                                                                 \
		  0,                                                                                 \
		  "Leave rows of -R csv out that are not judged yet",                                \
		  0 },                                                                               \
		{ "pool", OPTION_POOL, "RUN", 0, "A run that helps to form strata; may be repeated", \
		  0 },                                                                               \
		{ "strata",                                                                          \
		  OPTION_STRATA,                                                                     \
		  "FILE",                                                                            \
		  0,                                                                                 \
		  "CSV with the sizes of strata: topic,stratum,size",                                \
		  0 },                                                                               \
	{                                                                                            \
		"gray", OPTION_GRAY, "HOW", 0,                                                       \
			"Gray documents are left-out of precision (default) or nonrelevant", 0       \
	}
#define OPTION_ENTRIES_PROGRAM                                                                       \
	{ "digits", OPTION_DIGITS, "N", 0, "Digits behind the decimal point (default 4)", 0 },       \
		{ "jobs", OPTION_JOBS, "N", 0, "Threads (default: as many as cores)", 0 },           \
		{ "plugin", OPTION_PLUGIN, "FILE.so", 0, "Load more measures; may be repeated", 0 }, \
	{                                                                                            \
		"quiet-warnings", OPTION_QUIET, 0, 0, "No warnings on standard error", 0             \
	}

/* Takes one option or argument; false: it is none of these. */
bool run_options_take(struct run_request *o, int key, char *text, struct argp_state *state);

#endif
