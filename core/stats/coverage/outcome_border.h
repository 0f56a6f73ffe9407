/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The probability of a condition on two independent hypergeometric counts, where the condition
 * changes at most once along each: from false to true, or from true to false. It is asked about
 * twice for each outcome of one count, instead of once for each pair.
 */
#pragma once

#include "core/stats/distribution/hypergeometric.h"

struct outcome_border {
	const struct hypergeometric *count[2];
	bool rises[2]; /* the condition becomes true as the count grows; else it becomes false */
	bool (*holds)(void *context, const int64_t count[2]);
	void *context;
};

double outcome_border_mass(const struct outcome_border *b);
