/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sentences for a report: counts, estimates, bounds with level, side and method, and the
 * target.
 */
#pragma once

#include "core/base/buffer.h"
#include "core/engine/ask/validate_options.h"

/* By one of the methods. */
void report_print(struct buffer *b, const struct validate_request *q, const struct validation *x,
		  size_t method);

/* A number of documents: 1,234,567. */
struct grouped_number {
	char text[40];
};
struct grouped_number grouped_number(double value);

/* A number of the table, or a dash. */
struct validation_number {
	char text[64];
};
struct validation_number validation_number(const struct validation_figure *f, double value,
					   int digits);

/* The lines under the table of a method: how the bounds were made, and what they say of a target.
 */
void validation_notes(struct buffer *b, const struct validate_request *q,
		      const struct validation *x, size_t method);
