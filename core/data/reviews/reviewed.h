/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A review that was read from a file (readers/review.h), as steps of core/stats/stopping/stopping.h.
 *
 * Documents of the control sample come before all others. The review reaches one of them when its
 * document comes again in the file. No other document may come twice.
 */
#pragma once

#include "core/stats/stopping/stopping.h"
#include "readers/input.h"

struct reviewed {
	struct input in;
	struct review_step *step;
	struct reviewed_document *document; /* of each step */
	size_t steps, room;
};

/* Grades from `level` on are relevant. On failure nothing is left to release. */
int reviewed_read(struct reviewed *r, const char *path, const struct column_options *columns,
		  int64_t level, struct err *e);
void reviewed_release(struct reviewed *r);

/* The first `tail` random documents must stand in a row. */
int reviewed_check_tail(const struct reviewed *r, int64_t tail, struct err *e);
