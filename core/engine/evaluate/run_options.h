/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Options of the commands that read judgments and runs, so that they mean one thing everywhere, and
 * entries that several commands have in structs of their own.
 */
#pragma once

#include "core/base/parallel.h"
#include "core/engine/evaluate/run_request.h"
#include "core/options/option_names.h"
#include "core/options/rules.h"

/* A block of struct formats: sheets, names of columns, words for grades. */
extern const struct command_option column_options[];

/* Blocks of struct run_request. */
extern const struct command_option judgments_options[]; /* of judgments, and how runs are read */
extern const struct command_option bounds_options[];
extern const struct command_option sampled_options[]; /* of sampled judgments */
extern const struct command_option program_options[];

/* What several commands have in structs of their own: { OPTION_SEED, OPTION_AT(struct x, seed) }.
 */
#define NAME_JUDGMENT_FORMAT                                                                        \
	"Rel_info_format", 'R', "FORMAT", "Format of the judgments (default qrels)",                \
		.more = "INPUT of strat_eval(1) lists them. Without it, `csv`, `beir`, `json` and " \
			"`jsonl` are found by their first lines."
#define OPTION_JUDGMENT_FORMAT NAME_JUDGMENT_FORMAT, .type = OPTION_TEXT, .repeat = REPEAT_LAST
#define OPTION_SCORES                                                                          \
	NAME_SCORES, .here = "(without =FILE the arguments are such files)", .optional = true, \
		     .type = OPTION_FILE
#define OPTION_RUN_FORMAT                                                                              \
	"Results_format", 'T', "FORMAT", "Format of the runs (default trec_results)",                  \
		.type = OPTION_TEXT, .repeat = REPEAT_LAST,                                            \
		.more = "INPUT of strat_eval(1) lists them. Without it, `csv`, `msmarco`, `json` and " \
			"`jsonl` are found by their first lines."
#define OPTION_TAIL                                            \
	NAME_TAIL, .here = "(default both)", WORD(tail_names), \
		   .more = "A bound on one side alone has all of the error on that side."
#define OPTION_POOL                                                                         \
	"pool", 0, "RUN",                                                                   \
		"A run of the pool that formed the strata, not evaluated; may be repeated", \
		ADDED_FILES, .more = "It is not evaluated. Its format is that of -T."
#define OPTION_STRATA                                                                                                                         \
	"strata", 0, "FILE",                                                                                                                  \
		"CSV with the sizes of strata: topic,stratum,size; with --judged-scores the strata that topics were drawn in: topic,stratum", \
		.type = OPTION_FILE,                                                                                                          \
		.more = "They are the strata that the judgments name. Sizes in the judgments must be the "                                    \
			"same. Strata that no judgment names were not sampled."
#define OPTION_PARTIAL                                                                                     \
	"partial", 0, NULL, "Leave out rows of -R csv that are not judged yet",                            \
		.more = "Their relevance is still empty. There is a warning; without the option they are " \
			"an error. The inclusion probabilities do not know of rows that are missing: "     \
			"estimated numbers of documents come out too low by about the missing share, and " \
			"ratios such as recall hold only if the rows are missing at random."
#define OPTION_TOPIC_GROUPS                                                                        \
	"topic-groups", 0, "FILE",                                                                 \
		"CSV with topic,group: also the means of each group of topics, and the mean over " \
		"groups",                                                                          \
		.type = OPTION_FILE
#define OPTION_SEED                                                                    \
	"seed", 0, "N", "Seed of all random numbers (default 1)", WHOLE(0, INT64_MAX), \
		.repeat = REPEAT_LAST, .usual = "1"
#define OPTION_JOBS                                                         \
	"jobs", 0, "N", "Threads (default: one per core)", WHOLE(1, 1024),  \
		.repeat = REPEAT_LAST, .usual_number = parallel_processors, \
		.more = "The output does not depend on it."
#define OPTION_SHARD                                                                                                   \
	"shard", 0, "I/N",                                                                                             \
		"Compute part I of N, I from 1 to N, and write it; strat_eval merge prints the answer from all parts", \
		SET_BY(set_shard)
#define OPTION_PLUGIN                                                                                      \
	"plugin", 0, "FILE.so", "Load more measures; may be repeated", ADDED_FILES,                        \
		.more = "FILE.so is a shared object. A name without a slash is looked for in the current " \
			"folder."
#define OPTION_LEVEL NAME_LEVEL, REAL(BETWEEN(0, 1)), .repeat = REPEAT_LAST, .usual = "0.95"
/* `parts` begins with "all", the default. */
#define OPTION_SHOW(what, parts) NAME_SHOW, .here = what, WORD(parts)
#define OPTION_TOPIC_SCOPE(what, more_of_it) \
	NAME_TOPIC_SCOPE, .here = what, WORD(topic_scopes), .more = more_of_it
#define OPTION_QUIET "quiet-warnings", 0, NULL, "No warnings or notes on standard error"
/* Of all commands. Whoever calls the command does what it asks for (core/output/provenance.h), so
 * that requests have no field for it. */
#define OPTION_MANIFEST                                                                                                \
	"manifest", 0, "FILE",                                                                                         \
		"Write version, options and checksums of all files to FILE; with -, above the lines of csv and jsonl", \
		WRITTEN_FILE,                                                                                          \
		.repeat = REPEAT_ADDS, .set = set_provenance,                                                          \
		.more = "It is one JSON object: with - a record of jsonl, and a comment in csv. "                      \
			"Files have no folders there, but their bytes and XXH64. FILE.yaml is "                        \
			"ir_metadata 0.1 (www.ir-metadata.org), of one run that is evaluated, or "                     \
			"compared with a baseline; what an evaluation does not know is left empty."
/* `more_of_it` is what the manual page says of the picture: empty, or ending in a blank. */
#define OPTION_PICTURE_OF(what, more_of_it)                                                      \
	NAME_PLOT,                                                                               \
		.here = "(" what ")", WRITTEN_FILE,                                              \
		.more = more_of_it                                                               \
		"The file appears when it is complete, or not at all. If it cannot be written, " \
		"the answer is printed and the exit status is 2. PNG and PDF need the program "  \
		"rsvg-convert (Debian's package is librsvg2-bin) and a font; if one of them is " \
		"missing, this is said before any work, with exit status 2."
#define OPTION_PICTURE(what) OPTION_PICTURE_OF(what, "")
#define OPTION_PLOT	     OPTION_PICTURE("curves")
#define OPTION_ANSWER_FORMAT(scores, usual)                                                                                                                     \
	"format", 0, "NAME",                                                                                                                                    \
		"Format of the answer: table, csv, jsonl, latex, html, markdown, or for scores trec; the --help of a command lists its own, the default first", \
		FORMAT(scores, usual)
#define OPTION_TABLE_FORMAT OPTION_ANSWER_FORMAT(0, FORMAT_TABLE)
#define OPTION_HELP                                                                          \
	"help", 'h', NULL,                                                                   \
		"Print this page (-h alone: one screen), or about the NAME of -m, -R or -T", \
		.type = OPTION_PRINTS, .more = "The list also has the measures and formats."

/* Rules of commands with judgments of a sample. */
#define SAMPLE_RULES                                                                              \
	{ "bands", .needs = "labels" },                                                           \
		{ "drawn-from=labels", .needs = "labels",                                         \
		  .excludes = "Number_docs_in_coll|strata|pool|drawn",                            \
		  .why = "the labelled documents are the pool" },                                 \
		{ "labels", .excludes = "cluster-column",                                         \
		  .why = "bounds by clusters cannot use labels" },                                \
	{                                                                                         \
		"judge=two-phase", .excludes = "partial|drawn|labels|gray|outside|cluster-column" \
	}

/* A rule of commands that set several runs side by side. */
#define ONE_RUN_IS_WORST                                                                                 \
	{                                                                                                \
		"gray=worst|gray=best",                                                                  \
			.needs = "!gray",                                                                \
			.says = "--gray=worst and best are about one run: the worst case of one run is " \
				"not the worst case of another (evaluate them one by one)"               \
	}

#define EXIT_STATUS \
	"Exit status: 0 success, 1 the data is wrong, 2 reading or writing failed, 64 wrong usage."

extern const char *const topic_scopes[];

/* What --bands says: a number of bands, or where to cut, for which `cuts` has the room. */
int bands_parse(const struct command_option *o, const char *text, struct number_list *cuts,
		struct bands *bands, struct err *e);

/* The setter of OPTION_MANIFEST: nothing is stored. */
int set_provenance(const struct command_option *o, void *request, const char *text, struct err *e);

/* The setter of OPTION_SHARD, whose field is a struct shard. */
int set_shard(const struct command_option *o, void *request, const char *text, struct err *e);
