/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fields that several formats have, and what must hold of them. Whatever the format, a message says
 * where the field is, what column it is and what was found there.
 */
#pragma once

#include <math.h>
#include <stdint.h>

#include "core/base/err.h"
#include "core/base/number.h"
#include "core/base/slice.h"

/* Where a field was read: a file and its physical line, counted from 1. */
struct place {
	const char *path; /* borrowed */
	uint64_t line;
};

/* "path:line: column 'value' complaint"; -1. */
int field_bad(struct place where, const char *column, struct slice value, const char *complaint,
	      struct err *e);

/* "... is not a number", and what to write for 0,5 or 50%; -1. */
int field_not_number(struct place where, const char *column, struct slice field, struct err *e);

/* Whether a field is this word, in small or capital letters. */
bool field_is_word(struct slice field, const char *word);

/* An error if the field is empty. */
int field_present(struct place where, const char *column, struct slice field, struct err *e);

/*
 * A name: not empty, and no control character in it, as names are printed in columns and lines.
 * (White-space formats cannot have other names; quotes can hide a tab or the end of a line.)
 */
int field_name(struct place where, const char *column, struct slice field, struct err *e);

/* A relevance grade or preference level that is a whole number within ±GRADE_MAX, also if it is
 * written as 1.0, as programs do that know only reals. */
enum { GRADE_MAX = 1000000 };
int field_grade(struct place where, struct slice field, double *grade, struct err *e);

/* An inclusion probability: above 0 (not below 1e-15), at most 1. */
int field_probability(struct place where, struct slice field, double *probability, struct err *e);

/* How many decimals a number is written with: 3 for 0.250, 4 for 2.5e-3. */
uint32_t field_decimals(struct slice field);

/* A score: any number, infinite too, but not NaN. Inlined, as every line of a run has one. */
static inline int field_score(struct place where, struct slice field, double *score, struct err *e)
{
	if (parse_decimal(field, score))
		return 0;
	if (!parse_real(field, score))
		return field_not_number(where, "score", field, e);
	if (isnan(*score))
		return field_bad(where, "score", field, "cannot be put in order", e);
	return 0;
}

/* 1 or 0. */
int field_flag(struct place where, const char *column, struct slice field, bool *flag,
	       struct err *e);

/* A number of documents: whole, from 0 to 2^53, so that it is exact as a double too. */
int field_count(struct place where, const char *column, struct slice field, int64_t *count,
		struct err *e);
