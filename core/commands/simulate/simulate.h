/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strat_eval simulate QUESTION [OPTION...]: what methods do where the truth is known.
 *
 * Each question is a command of its own, "simulate QUESTION", in one file of questions/. This is
 * what several of them share.
 *
 * A question that draws fills the picture only if --plot was given.
 */
#pragma once

#include "core/base/output.h"
#include "core/commands/simulate/trials.h"
#include "core/data/scores/score_table.h"
#include "core/engine/evaluate/run_options.h"
#include "core/options/command.h"
#include "core/output/plot.h"
#include "core/output/report.h"

/* How the answer is given. */
struct answer_options {
	struct shard shard;
	enum record_format format;
	const char *plot; /* file; NULL: none */
	bool quiet;
};

/* Judgments and runs. */
struct file_options {
	struct text_list file;			  /* judgments, then runs */
	const char *judgment_format, *run_format; /* NULL: the usual ones */
	struct formats formats;
	int32_t level; /* the least grade that is relevant */
};

/* Tables of these structs. */
extern const struct command_option effort_options[]; /* without samples, which differ */
extern const struct command_option answer_options[]; /* without plot and quiet; with help */
extern const struct command_option file_options[];

/* The setter of a number of 64 bits that may be "all": then it is -1. */
int set_number_or_all(const struct command_option *o, void *request, const char *text,
		      struct err *e);

#define OPTION_SAMPLES(text) NAME_SAMPLES, .here = text, WHOLE(1, 1000000000), .repeat = REPEAT_LAST
#define OPTION_RESAMPLES                                                                \
	NAME_RESAMPLES, .here = "(of each sample; default 1000)", WHOLE(1, 1000000000), \
			.repeat = REPEAT_LAST, .usual = "1000"
/* Before the work: a shard draws nothing, and merge draws from all of them. */
int simulation_begin(struct effort *x, struct answer_options *o, const struct output *out,
		     struct err *e);

/*
 * A question that answers with lines alone, each of `line` bytes: `all` adds them to `lines`, which
 * then are printed.
 */
int simulation_lines(struct effort *x, struct answer_options *o, const struct record_column *column,
		     size_t line,
		     int (*all)(const void *question, struct records *lines, struct err *e),
		     const void *question, const struct output *out, struct err *e);
