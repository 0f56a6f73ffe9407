/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * In which form an answer is wanted: what --format takes.
 */
#pragma once

/* Of plan and simulate. */
enum record_format { FORMAT_TABLE, FORMAT_CSV, FORMAT_JSONL };

/* Of an evaluation. */
enum score_format { SCORES_TREC, SCORES_CSV, SCORES_JSONL, SCORES_TABLE, SCORES_LATEX };

/* Of a validation: a table, or the formats of an evaluation. */
enum validation_format { VALIDATION_TABLE, VALIDATION_TREC, VALIDATION_CSV, VALIDATION_JSONL };

/* Of a comparison. */
enum comparison_format {
	COMPARISON_TABLE,
	COMPARISON_TREC,
	COMPARISON_CSV,
	COMPARISON_JSONL,
	COMPARISON_LATEX,
};
