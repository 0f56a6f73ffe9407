/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Experiments with samples of the topics of a matrix of scores, which are taken as all that there
 * are.
 */
#pragma once

#include "core/data/scores/score_table.h"
#include "tests/experiments/key_value.h"

/* A request begins with this. */
struct matrix_asked {
	const char *matrix; /* file, which must be given */
	const char *plot;   /* file; NULL: none */
};

static inline int matrix_check(void *request, struct err *e)
{
	const struct matrix_asked *q = request;
	return q->matrix == NULL ? err_usage(e, "the scores are missing (matrix=FILE)")
				 : plot_check(q->plot, e);
}

/* Adds the lines; draws, if there is to be a picture. */
typedef int matrix_answer(const void *request, const struct score_table *t, struct records *lines,
			  struct picture *picture, struct err *e);

/* Reads the matrix, answers with lines of these columns, each of `line` bytes, and prints. */
static inline int matrix_run(const void *request, const struct record_column *column, size_t line,
			     matrix_answer *answer, const struct output *out, struct err *e)
{
	const struct matrix_asked *q = request;
	struct score_table t;
	struct records lines;
	struct picture picture = { 0 };
	records_init(&lines, column, line);
	int result = score_table_from_matrix(&t, q->matrix, e);
	if (result == 0)
		result = answer(request, &t, &lines, &picture, e);
	result = print_csv(&lines, &picture, q->plot, result, out, e); /* with names of the table */
	score_table_release(&t);
	return result;
}
