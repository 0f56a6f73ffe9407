/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sentences for a report: counts, estimates, bounds with level, side and method, and the
 * target.
 */
#ifndef CLI_VALIDATE_REPORT_H
#define CLI_VALIDATE_REPORT_H

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

#endif
