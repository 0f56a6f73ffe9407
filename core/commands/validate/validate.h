/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of what `validate` prints, and how they write numbers.
 */
#pragma once

#include "core/commands/validate/validate_options.h"
#include "core/output/plot.h"

/* The table of each method, its notes, and the sentences for a report. */
void validation_table(struct buffer *b, const struct validate_request *q,
		      const struct validation *x);

/* A page of HTML: the table, what it means, and the sentences for a report. */
int validation_page(struct buffer *b, const struct validate_request *q, const struct validation *x,
		    const struct warnings *warnings, struct err *e);

/*
 * Recall, precision, F1, richness and elusion with their bounds, and the relevant share of each
 * segment that was sampled. Released by the caller in any case.
 */
int validation_picture(const struct validate_request *q, const struct validation *x,
		       struct picture *out, struct err *e);

/*
 * The sentences for a report: counts, estimates, bounds with level, side and method, and the
 * target. By one of the methods.
 */
void report_print(struct buffer *b, const struct validate_request *q, const struct validation *x,
		  size_t method);

/* A number of documents: 1,234,567. */
struct grouped_number {
	char text[40];
};
struct grouped_number grouped_number(double value);

/* The columns of the table: the estimate, and the bounds on the sides that are asked for. */
struct validation_column {
	const char *heading;
	double value; /* of one figure */
};
size_t validation_columns(struct validation_column out[5], enum tail tail,
			  const struct validation_figure *f, size_t method);

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
