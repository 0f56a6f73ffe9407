/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Options of the commands that read judgments and runs, so that they mean one thing everywhere, and
 * entries that several commands have in structs of their own.
 */
#pragma once

#include "core/engine/evaluate/run_request.h"
#include "core/options/formats.h"
#include "core/options/options.h"

/* Blocks of struct run_request. */
extern const struct command_option judgments_options[]; /* of judgments, and how runs are read */
extern const struct command_option bounds_options[];
extern const struct command_option sampled_options[]; /* of sampled judgments */
extern const struct command_option program_options[];

/* What several commands have in structs of their own: { OPTION_SEED, OPTION_AT(struct x, seed) }.
 */
#define OPTION_JUDGMENT_FORMAT                                                       \
	"Rel_info_format", 'R', "FORMAT", "Format of the judgments (default qrels)", \
		.type = OPTION_TEXT
#define OPTION_RUN_FORMAT                                                             \
	"Results_format", 'T', "FORMAT", "Format of the runs (default trec_results)", \
		.type = OPTION_TEXT
#define OPTION_TAIL \
	"tail", 0, "SIDE", "Bounds on both sides (default), lower or upper only", WORD(tail_names)
#define OPTION_POOL \
	"pool", 0, "RUN", "A run that helps to form strata; may be repeated", .type = OPTION_FILES
#define OPTION_STRATA \
	"strata", 0, "FILE", "CSV with the sizes of strata: topic,stratum,size", .type = OPTION_FILE
#define OPTION_PARTIAL "partial", 0, NULL, "Leave rows of -R csv out that are not judged yet"
#define OPTION_SEED    "seed", 0, "N", "Seed of all random numbers (default 1)", WHOLE(0, INT64_MAX)
#define OPTION_JOBS    "jobs", 0, "N", "Threads (default: as many as cores)", WHOLE(1, 1024)
#define OPTION_SHARD                                                                           \
	"shard", 0, "I/N",                                                                     \
		"Do part I of N, from 1, and write it for strat_eval merge, which prints the " \
		"answer from all parts",                                                       \
		SET_BY(set_shard)
#define OPTION_PLUGIN \
	"plugin", 0, "FILE.so", "Load more measures; may be repeated", .type = OPTION_FILES
#define OPTION_QUIET "quiet-warnings", 0, NULL, "No warnings on standard error"
#define OPTION_PICTURE(what)                                                              \
	"plot", 0, "FILE", "Draw into FILE.svg, FILE.png or FILE.pdf, by gnuplot: " what, \
		.type = OPTION_FILE
#define OPTION_PLOT OPTION_PICTURE("curves")
#define OPTION_TABLE_FORMAT \
	"format", 0, "NAME", "Output as table (default), csv or jsonl", WORD(record_formats)
#define OPTION_HELP(text) "help", 'h', NULL, text, .type = OPTION_PRINTS
#define OPTION_USAGE	  "usage", 0, NULL, "Print a short usage message", .type = OPTION_PRINTS

#define EXIT_STATUS \
	"Exit status: 0 success, 1 the data is wrong, 2 reading or writing failed, 64 wrong usage."

/* Of OPTION_SHARD, whose field is a struct shard. */
int set_shard(const struct command_option *o, void *request, const char *text, struct err *e);

/* The words of OPTION_TABLE_FORMAT, in the order of enum record_format. */
extern const char *const record_formats[];
