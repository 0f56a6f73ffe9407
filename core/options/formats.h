/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * In which form an answer is wanted: what --format takes.
 */
#pragma once

#include <stdbool.h>

/* Of plan and simulate. */
enum record_format { FORMAT_TABLE, FORMAT_CSV, FORMAT_JSONL };

/* Of an evaluation. */
enum score_format {
	SCORES_TREC,
	SCORES_CSV,
	SCORES_JSONL,
	SCORES_TABLE,
	SCORES_LATEX,
	SCORES_HTML,
};

/* One line a run, with intervals, instead of one line a value. */
static inline bool is_leaderboard(enum score_format format)
{
	return format >= SCORES_TABLE;
}

/* Of a validation: a table, the formats of an evaluation, or a page. */
enum validation_format {
	VALIDATION_TABLE,
	VALIDATION_TREC,
	VALIDATION_CSV,
	VALIDATION_JSONL,
	VALIDATION_HTML,
};

/* Of a comparison. */
enum comparison_format {
	COMPARISON_TABLE,
	COMPARISON_TREC,
	COMPARISON_CSV,
	COMPARISON_JSONL,
	COMPARISON_LATEX,
	COMPARISON_HTML,
};
