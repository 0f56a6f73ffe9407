/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the rows of a control set need, by a few of them.
 *
 * An interval takes about a millisecond, and a plan asks for the needs of hundreds of rows at
 * dozens of sizes. Let x(b, n) be the number of others at which row b of a sample of n meets the
 * target, between two whole numbers by a straight line: the need is x rounded up. x is smooth in b
 * and n. So it is computed at a few rows of a few sizes (slices): between rows a polynomial in
 * sqrt(b), between slices a straight line, bent by what one row lacks in the middle. The polynomial
 * has fewer terms than nodes, and a prediction is as unsure as several times what the nodes are
 * off. If x is not smooth, because the collection is so small that whole documents matter, it is as
 * unsure as that.
 *
 * Apart from control_reach.h because this is about one row, and that about all of a sample.
 */
#pragma once

#include "core/stats/planning/control_row.h"

enum { SLICES = 160 };

struct control_slices {
	struct control_question question;
	int64_t base; /* the first size that was asked: slices are a ratio apart from it */
	struct control_slice *slice[SLICES];
};

void control_slices_release(struct control_slices *t);

/* The last slice whose size is not above n, and the size of a slice. */
int control_slice_below(const struct control_slices *t, int64_t n);
double control_slice_size(const struct control_slices *t, int k);

struct predicted {
	double x, unsure;
	double slope; /* of the end, by a document */
	bool usable;  /* the slices know; x is nan if the row is not to be expected there */
};

/* What the slices say of a row in a sample of n. -1: it failed. */
int control_predict(struct control_slices *t, int64_t row, int64_t n, struct predicted *out,
		    struct err *e);
