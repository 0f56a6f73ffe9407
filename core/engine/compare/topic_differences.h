/* SPDX-FileCopyrightText: strat_eval developers */
/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The topics of a pair by their differences.
 */
#pragma once

#include "core/engine/compare/score_comparison.h"

struct topic_difference {
	const char *topic; /* borrowed */
	double a, b, difference;
};

/* The topics that both runs have, the largest difference first; to be freed. NULL: no memory. */
struct topic_difference *topic_differences(const struct compared_measure *m, const struct pair *p,
					   size_t *count);
