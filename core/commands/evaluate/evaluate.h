/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is asked of the command that evaluates runs, and its part that is no evaluation.
 */
#pragma once

#include "core/base/output.h"
#include "core/engine/evaluate/run_options.h"

struct evaluate_request {
	struct run_request runs;
	enum record_format format;
	const char *debug_topic; /* of the last -D that names one, or NULL */
	const char *zscores;	 /* file, or NULL */
	const char *plot;	 /* file, or NULL */
	const char *sort;	 /* a measure or "files"; NULL: the first measure */
	bool agreement;		 /* of judges, instead of an evaluation */
	bool over_documents;	 /* its intervals, of several topics, too */
	bool over_given;
	bool show_labels; /* what labels are worth, instead of an evaluation */
};

extern const struct command_table evaluate_table;

/* One line a run, with intervals, instead of one line a value. */
static inline bool is_leaderboard(enum record_format format)
{
	return !output_formats[format]->lines;
}

/* --agreement: how far judges agree, as lines of one value each. */
int agreement_print(const struct evaluate_request *q, const struct output *out, struct err *e);
