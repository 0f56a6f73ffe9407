/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Options of stopping rules, which `stop` and `simulate` share.
 */
#pragma once

#include "core/options/options.h"

/* Options that fill a struct stopping_question: { OPTION_TARGET, OPTION_AT(struct x, rules.target)
 * }. */
#define OPTION_TARGET "target", 0, "X", "Recall that is wanted (default 0.95)", REAL(BETWEEN(0, 1))
#define OPTION_TAIL_SIZE \
	"tail-size", 0, "N", "Random documents at which to test once, as set before the review"
#define OPTION_BATCH                                                                        \
	"batch", 0, "N", "Look after each N documents (default 100)", WHOLE(1, 1000000000), \
		.more = "These are documents behind the control sample. There is a look at the end, too."
#define OPTION_BATCH_PRECISION                                                                \
	"batch-precision", 0, "X",                                                            \
		"Rule batch-precision: less than this of a batch is relevant (default 0.05)", \
		REAL(ABOVE_TO(0, 1)), .more = "A batch is what was judged since the last look."
#define OPTION_BUDGET                                                                          \
	"budget", 0, "X", "Rule budget: this share of the collection is judged (default 0.5)", \
		REAL(ABOVE_TO(0, 1))
